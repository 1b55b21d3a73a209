//! What makes a setup a position: one predicate, one error.
//!
//! Deliberately not asked: whether the position can arise in a game. More queens than pawns can have become, or three
//! men giving check at once, are unreachable, and every question about such a position still has an answer.

use std::fmt;

use crate::{Alteration, Bitboard, Color, File, Query, Rank, Role, Setup, Side, Square, attacks};

/// Why a setup is not a position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SetupError {
    /// A side has no king.
    NoKing(Color),
    /// A side has more than one king.
    SeveralKings(Color),
    /// A side has more than sixteen men.
    TooManyMen(Color),
    /// A pawn stands on the first or eighth rank.
    PawnOnBackRank(Square),
    /// The kings stand next to each other.
    KingsTouch,
    /// The side that is not to move is in check.
    OpponentInCheck,
    /// A castling right names a square without a rook of that side.
    CastlingWithoutRook(Color, Square),
    /// A side has a castling right, but its king is not on its first rank.
    CastlingKingAway(Color),
    /// A side has two rights to castle the same way.
    SeveralRights(Color, Side),
    /// No pawn can have moved two squares on the en-passant file.
    ImpossibleEnPassant(File),
    /// The halfmove clock is higher than an alteration can carry.
    ClockTooHigh(u16),
    /// The move number is 0; score sheets begin with 1.
    NoMoveNumber,
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetupError::NoKing(color) => write!(f, "{color} has no king"),
            SetupError::SeveralKings(color) => write!(f, "{color} has more than one king"),
            SetupError::TooManyMen(color) => write!(f, "{color} has more than 16 men"),
            SetupError::PawnOnBackRank(square) => {
                write!(f, "a pawn stands on {square}, where no pawn can be")
            }
            SetupError::KingsTouch => write!(f, "the kings stand next to each other"),
            SetupError::OpponentInCheck => write!(f, "the side that is not to move is in check"),
            SetupError::CastlingWithoutRook(color, square) => {
                write!(f, "{color} may castle with a rook on {square}, but there is none")
            }
            SetupError::CastlingKingAway(color) => {
                write!(f, "{color} may castle, but the king is not on its first rank")
            }
            SetupError::SeveralRights(color, side) => {
                let side = match side {
                    Side::King => "kingside",
                    Side::Queen => "queenside",
                };
                write!(f, "{color} has two rights to castle {side}")
            }
            SetupError::ImpossibleEnPassant(file) => {
                write!(f, "no pawn can just have moved two squares on the {file}-file")
            }
            SetupError::NoMoveNumber => write!(f, "the move number is 0"),
            SetupError::ClockTooHigh(clock) => {
                write!(f, "the halfmove clock {clock} is above {}", Alteration::MAX_CLOCK)
            }
        }
    }
}

impl std::error::Error for SetupError {}

type Rule = fn(&Setup) -> Result<(), SetupError>;

/// The rules, in the order in which they are asked; later ones rely on earlier ones.
const RULES: [Rule; 10] = [
    one_king_each,
    at_most_sixteen_men,
    no_pawn_on_a_back_rank,
    kings_apart,
    opponent_not_in_check,
    castling_rights_have_king_and_rook,
    one_right_each_way,
    en_passant_is_possible,
    clock_fits,
    moves_count_from_one,
];

pub(crate) fn validate(setup: &Setup) -> Result<(), SetupError> {
    RULES.iter().try_for_each(|rule| rule(setup))
}

fn both(mut rule: impl FnMut(Color) -> Result<(), SetupError>) -> Result<(), SetupError> {
    rule(Color::White)?;
    rule(Color::Black)
}

fn one_king_each(setup: &Setup) -> Result<(), SetupError> {
    both(|color| match setup.board.men(color, Role::King).len() {
        0 => Err(SetupError::NoKing(color)),
        1 => Ok(()),
        _ => Err(SetupError::SeveralKings(color)),
    })
}

fn at_most_sixteen_men(setup: &Setup) -> Result<(), SetupError> {
    both(|color| {
        if setup.board.color(color).len() > 16 {
            Err(SetupError::TooManyMen(color))
        } else {
            Ok(())
        }
    })
}

fn no_pawn_on_a_back_rank(setup: &Setup) -> Result<(), SetupError> {
    (setup.board.role(Role::Pawn) & Bitboard::BACK_RANKS)
        .first()
        .map_or(Ok(()), |square| Err(SetupError::PawnOnBackRank(square)))
}

fn kings_apart(setup: &Setup) -> Result<(), SetupError> {
    if attacks::king(setup.king(Color::White)).contains(setup.king(Color::Black)) {
        Err(SetupError::KingsTouch)
    } else {
        Ok(())
    }
}

fn opponent_not_in_check(setup: &Setup) -> Result<(), SetupError> {
    let us = setup.state.turn;
    if setup.board.attackers(setup.king(!us), us, setup.board.occupied()).any() {
        Err(SetupError::OpponentInCheck)
    } else {
        Ok(())
    }
}

fn castling_rights_have_king_and_rook(setup: &Setup) -> Result<(), SetupError> {
    both(|color| {
        let rooks = setup.state.castling.rooks_of(color);
        if let Some(missing) = (rooks - setup.board.men(color, Role::Rook)).first() {
            return Err(SetupError::CastlingWithoutRook(color, missing));
        }
        let at_home = setup.king(color).rank() == color.rank(Rank::First);
        if rooks.any() && !at_home { Err(SetupError::CastlingKingAway(color)) } else { Ok(()) }
    })
}

fn one_right_each_way(setup: &Setup) -> Result<(), SetupError> {
    both(|color| {
        let rooks = setup.state.castling.rooks_of(color);
        let right_of_king = Bitboard(!0 << setup.king(color) as u8);
        if (rooks & right_of_king).several() {
            Err(SetupError::SeveralRights(color, Side::King))
        } else if (rooks - right_of_king).several() {
            Err(SetupError::SeveralRights(color, Side::Queen))
        } else {
            Ok(())
        }
    })
}

fn en_passant_is_possible(setup: &Setup) -> Result<(), SetupError> {
    match setup.state.en_passant {
        Some(file) if !can_have_been_passed(setup, file) => {
            Err(SetupError::ImpossibleEnPassant(file))
        }
        _ => Ok(()),
    }
}

/// Whether a pawn of the side that isn't to move can just have moved two squares on `file`.
pub(crate) fn can_have_been_passed(setup: &Setup, file: File) -> bool {
    let them = !setup.state.turn;
    let on = |rank| Square::new(file, them.rank(rank)).bitboard();
    let pawn_is_there = (setup.board.men(them, Role::Pawn) & on(Rank::Fourth)).any();
    let behind = on(Rank::Second) | on(Rank::Third);
    pawn_is_there && (setup.board.occupied() & behind).is_empty()
}

fn clock_fits(setup: &Setup) -> Result<(), SetupError> {
    let clock = setup.state.halfmoves;
    if clock > Alteration::MAX_CLOCK { Err(SetupError::ClockTooHigh(clock)) } else { Ok(()) }
}

fn moves_count_from_one(setup: &Setup) -> Result<(), SetupError> {
    if setup.state.number == 0 { Err(SetupError::NoMoveNumber) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Alter, Castling};

    fn edited(edit: impl FnOnce(&mut Setup)) -> Result<(), SetupError> {
        let mut setup = Setup::initial();
        edit(&mut setup);
        setup.validate().map(|_| ())
    }

    fn remove(setup: &mut Setup, square: Square) {
        let piece = setup.board.piece_at(square).expect("a piece stands there");
        setup.alter(Alteration::remove(piece, square));
    }

    fn put(setup: &mut Setup, role: Role, color: Color, square: Square) {
        if setup.board.piece_at(square).is_some() {
            remove(setup, square);
        }
        setup.alter(Alteration::place(role.of(color), square));
    }

    #[test]
    fn the_initial_setup_is_a_position() {
        assert_eq!(edited(|_| {}), Ok(()));
    }

    #[test]
    fn each_rule_has_its_error() {
        use Color::{Black, White};
        use SetupError as E;
        type Edit = fn(&mut Setup);
        let cases: [(E, Edit, &str); 16] = [
            (E::NoKing(White), |s| remove(s, Square::E1), "white has no king"),
            (E::NoKing(Black), |s| remove(s, Square::E8), "black has no king"),
            (
                E::SeveralKings(Black),
                |s| put(s, Role::King, Black, Square::D8),
                "black has more than one king",
            ),
            (
                E::TooManyMen(White),
                |s| put(s, Role::Queen, White, Square::E4),
                "white has more than 16 men",
            ),
            (
                E::PawnOnBackRank(Square::B8),
                |s| put(s, Role::Pawn, Black, Square::B8),
                "a pawn stands on b8, where no pawn can be",
            ),
            (
                E::KingsTouch,
                |s| {
                    remove(s, Square::E1);
                    put(s, Role::King, White, Square::E7);
                },
                "the kings stand next to each other",
            ),
            (
                E::OpponentInCheck,
                |s| {
                    remove(s, Square::B1);
                    put(s, Role::Knight, White, Square::D6);
                },
                "the side that is not to move is in check",
            ),
            (
                E::CastlingWithoutRook(Black, Square::H8),
                |s| remove(s, Square::H8),
                "black may castle with a rook on h8, but there is none",
            ),
            (
                E::CastlingKingAway(White),
                |s| {
                    remove(s, Square::E1);
                    put(s, Role::King, White, Square::E2);
                },
                "white may castle, but the king is not on its first rank",
            ),
            (
                E::SeveralRights(White, Side::Queen),
                |s| {
                    put(s, Role::Rook, White, Square::B1);
                    s.state.castling = Castling::new(Square::A1.bitboard() | Square::B1.bitboard());
                },
                "white has two rights to castle queenside",
            ),
            (
                E::SeveralRights(Black, Side::King),
                |s| {
                    put(s, Role::Rook, Black, Square::G8);
                    s.state.castling = Castling::new(Square::G8.bitboard() | Square::H8.bitboard());
                },
                "black has two rights to castle kingside",
            ),
            (
                E::ImpossibleEnPassant(File::D),
                |s| s.state.en_passant = Some(File::D),
                "no pawn can just have moved two squares on the d-file",
            ),
            (
                E::ImpossibleEnPassant(File::C),
                |s| {
                    // The way is free, but no pawn has gone it.
                    remove(s, Square::C7);
                    s.state.en_passant = Some(File::C);
                },
                "no pawn can just have moved two squares on the c-file",
            ),
            (
                E::ImpossibleEnPassant(File::A),
                |s| {
                    // The pawn is there, but so is another man on its way.
                    remove(s, Square::B7);
                    put(s, Role::Pawn, Black, Square::A5);
                    s.state.en_passant = Some(File::A);
                },
                "no pawn can just have moved two squares on the a-file",
            ),
            (E::NoMoveNumber, |s| s.state.number = 0, "the move number is 0"),
            (
                E::ClockTooHigh(4096),
                |s| s.state.halfmoves = 4096,
                "the halfmove clock 4096 is above 4095",
            ),
        ];
        for (error, edit, message) in cases {
            assert_eq!(edited(edit), Err(error));
            assert_eq!(error.to_string(), message);
        }
    }

    #[test]
    fn what_is_odd_but_answerable_is_a_position() {
        assert_eq!(edited(|s| s.state.halfmoves = 4095), Ok(()));
        assert_eq!(edited(|s| put(s, Role::Queen, Color::White, Square::A2)), Ok(()));
    }

    #[test]
    fn an_en_passant_file_without_a_legal_capture_is_dropped() {
        let mut setup = Setup::initial();
        remove(&mut setup, Square::E2);
        put(&mut setup, Role::Pawn, Color::White, Square::E4);
        setup.state.turn = Color::Black;
        setup.state.en_passant = Some(File::E);
        let position = setup.validate().expect("a legal position");
        assert_eq!(position.en_passant_square(), None);
        remove(&mut setup, Square::D7);
        put(&mut setup, Role::Pawn, Color::Black, Square::D4);
        let position = setup.validate().expect("a legal position");
        assert_eq!(position.en_passant_square(), Some(Square::E3));
    }
}
