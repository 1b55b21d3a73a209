//! Endgame tables by pawn structure.
//!
//! A table answers every position of one [`MaterialKey`]: the pieces of both sides by count and the pawns by square. Fixing
//! the pawns keeps a table small however many there are, because only kings and pieces move inside it; whatever changes
//! the pawns or takes a man leads into the table of another key.
//!
//! A key says nothing of castling rights and en passant: a table holds positions without them. Whoever may take en passant
//! asks for the position after the capture too, and positions with castling rights are solved from tables when they are
//! asked for ([`Slices`]).

mod builder;
mod canonical;
mod castling;
mod children;
mod closure;
pub mod file;
mod frequency;
mod indexer;
mod judge;
mod key;
pub mod packed;
mod placement;
mod planner;
mod reachable;
mod syzygy;
mod tables;
mod transform;
mod value;
mod verify;
mod watch;

pub use builder::{BuildError, RawTable};
pub use castling::Slices;
pub use children::{Exit, Potential, Taken};
pub use closure::{Plan, PlanError};
pub use frequency::{
    Answered, Count, Coverage, Frequencies, FrequenciesError, FrequenciesProblem, Frequency,
    GameCounter, Known,
};
pub use indexer::{IndexerError, PositionIndexer};
pub use judge::{Judged, best, best_move, judge, line, unknown};
pub use key::{Family, KeyError, KeyProblem, Kind, MaterialKey, ParseKeyError};
pub use placement::Placement;
pub use planner::{Planner, Proposal, Row, Seen, slots};
pub use reachable::{Answers, Ended, Finding, Reachable, ReachableError, Solver, Source};
pub use syzygy::{CompareError, Compared, Difference, Material, Syzygy, SyzygyError, SyzygyValue};
pub use tables::{
    Built, EXTENSION, GenerateError, Generator, ProbeError, Size, Tables, TablesError,
};
pub use transform::Transform;
pub use value::{Bounds, Value, Wdl};
pub use verify::{Mistake, Verified};
pub use watch::{Progress, Watch};
