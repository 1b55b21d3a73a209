//! The states of chess that come with tapes. Those of the core begin here; those that make sense only along a game are
//! this crate's own.

mod counts;
mod pawns;
mod statistics;

pub use counts::HalfmoveCounts;
pub use pawns::PawnStructure;
pub use statistics::PieceSquareStatistics;

use hazel_core::{Board, Mailbox, Material, Pawns, Position, Role, Setup, State, Zobrist};

use crate::{Follower, Interest};

/// Where the men stand.
impl Follower for Board {
    const INTEREST: Interest = Interest::MEN;

    fn at_start(start: &Position) -> Board {
        *start.board()
    }
}

/// Where the men stand, square by square.
impl Follower for Mailbox {
    const INTEREST: Interest = Interest::MEN;

    fn at_start(start: &Position) -> Mailbox {
        Mailbox::from(start)
    }
}

/// The whole position; see [`Familiar::position`](crate::Familiar::position).
impl Follower for Setup {
    const INTEREST: Interest = Interest::ALL;

    fn at_start(start: &Position) -> Setup {
        *start.setup()
    }
}

/// Turn, castling rights, en passant and clocks.
impl Follower for State {
    const INTEREST: Interest = Interest::METADATA;

    fn at_start(start: &Position) -> State {
        *start.state()
    }
}

/// The hash of the position, which has no clocks. It is told of them all the same: they have no key, and to pass over a
/// few costs more than to tell them.
impl Follower for Zobrist<Position> {
    const INTEREST: Interest = Interest::ALL;

    fn at_start(start: &Position) -> Zobrist<Position> {
        Zobrist::of(start)
    }
}

/// The hash of the pawns.
impl Follower for Zobrist<Pawns> {
    const INTEREST: Interest = Interest::role(Role::Pawn);

    fn at_start(start: &Position) -> Zobrist<Pawns> {
        Zobrist::of(start)
    }
}

/// How many men of each sort there are.
impl Follower for Material {
    const INTEREST: Interest = Interest::MEN;

    fn at_start(start: &Position) -> Material {
        Material::of(start)
    }
}
