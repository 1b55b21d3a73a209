//! Tapes of alterations, familiars that follow them, and game trees.

mod chess;
mod cursor;
mod familiar;
mod file;
mod follower;
mod interest;
mod leaper;
mod menagerie;
mod reader;
mod segment;
mod states;
mod step;
mod tape;
pub mod tree;

pub use cursor::Cursor;
pub use familiar::{Familiar, OtherStart, Parked, ResumeError};
pub use file::{Cut, Fault, FormatError, TapeFile, TapeFileError};
pub use follower::Follower;
pub use interest::Interest;
pub use leaper::Leaper;
pub use menagerie::Menagerie;
pub use states::{HalfmoveCounts, PawnStructure, PieceSquareStatistics};
pub use step::Step;
pub use tape::{Address, BeyondEnd, Tape};
