//! Where a fork game stands.

use hazel_core::{Role, Square};

use super::{Move, Symmetry};

/// Who plays.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Side {
    /// Has one piece and moves first.
    Student,
    /// Has a king and a piece.
    Teacher,
}

/// The squares of the men and whose turn it is. Which pieces they are is the rules' matter.
///
/// There are four kinds: nothing is placed, the student's piece alone is, all three men are on the board, or the
/// student's piece has been captured. As text, the squares of the student's piece, the king and the teacher's piece, then
/// who is to move: `- - - student`, `f3 - - teacher`, `f3 e1 a8 student`, `- e1 a8 student`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    student: Option<Square>,
    teacher: Option<[Square; 2]>,
    turn: Side,
}

impl Position {
    /// Where the game begins.
    pub const EMPTY: Position = Position { student: None, teacher: None, turn: Side::Student };

    /// The position with these men: the student's piece, and the teacher's king and piece. `None` if two men stand on one
    /// square or if it can't be this side's turn.
    pub fn new(
        student: Option<Square>,
        teacher: Option<[Square; 2]>,
        turn: Side,
    ) -> Option<Position> {
        let stands = match (student, teacher) {
            (None, None) => turn == Side::Student,
            (Some(_), None) => turn == Side::Teacher,
            (None, Some([king, piece])) => king != piece && turn == Side::Student,
            (Some(student), Some([king, piece])) => {
                king != piece && student != king && student != piece
            }
        };
        stands.then_some(Position { student, teacher, turn })
    }

    /// Where the student's piece stands, if it does.
    pub const fn student(&self) -> Option<Square> {
        self.student
    }

    /// Where the teacher's king and piece stand, if they do.
    pub const fn teacher(&self) -> Option<[Square; 2]> {
        self.teacher
    }

    /// Who is to move.
    pub const fn turn(&self) -> Side {
        self.turn
    }

    /// The board turned or mirrored.
    pub fn image(&self, symmetry: Symmetry) -> Position {
        Position {
            student: self.student.map(|square| symmetry.apply(square)),
            teacher: self.teacher.map(|men| men.map(|square| symmetry.apply(square))),
            turn: self.turn,
        }
    }

    /// What follows from a legal move.
    pub(super) fn after(self, mv: Move) -> Position {
        match (mv, self.teacher) {
            (Move::Place { square, .. }, _) => {
                Position { student: Some(square), teacher: self.teacher, turn: Side::Teacher }
            }
            (Move::PlaceBoth { king, piece, .. }, _) => {
                Position { teacher: Some([king, piece]), turn: Side::Student, ..self }
            }
            (Move::Step { to, .. }, _) if self.turn == Side::Student => {
                Position { student: Some(to), turn: Side::Teacher, ..self }
            }
            (Move::Step { role, to }, men) => Position {
                student: self.student.filter(|&student| student != to),
                teacher: men.map(
                    |[king, piece]| {
                        if role == Role::King { [to, piece] } else { [king, to] }
                    },
                ),
                turn: Side::Student,
            },
        }
    }

    /// The position in 22 bits: the turn, then seven for each man, 64 where it isn't on the board.
    pub(super) fn to_bits(self) -> u32 {
        let place = |square: Option<Square>| square.map_or(NOWHERE, |square| square.index() as u32);
        let [king, piece] = [0, 1].map(|man| place(self.teacher.map(|men| men[man])));
        let turn = u32::from(self.turn == Side::Teacher);
        turn << 21 | place(self.student) << 14 | king << 7 | piece
    }

    /// The position with these bits, if there is one.
    pub(super) fn from_bits(bits: u32) -> Option<Position> {
        let man = |place: u32| match place & 127 {
            NOWHERE => Some(None),
            place => Square::from_index(place as usize).map(Some),
        };
        let teacher = match [man(bits >> 7)?, man(bits)?] {
            [None, None] => None,
            [Some(king), Some(piece)] => Some([king, piece]),
            _ => return None,
        };
        let turn = match bits >> 21 {
            0 => Side::Student,
            1 => Side::Teacher,
            _ => return None,
        };
        Position::new(man(bits >> 14)?, teacher, turn)
    }
}

/// In place of a square of a man that isn't on the board.
const NOWHERE: u32 = 64;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_that_are_a_position_give_it_back_and_no_others_are_one() {
        let mut positions = 0;
        for bits in 0..1 << 22 {
            if let Some(position) = Position::from_bits(bits) {
                assert_eq!(position.to_bits(), bits);
                positions += 1;
            }
        }
        // Nothing, one man, three men with either side to move, two men after a capture.
        assert_eq!(positions, 1 + 64 + 2 * 64 * 63 * 62 + 64 * 63);
        assert_eq!(Position::from_bits(Position::EMPTY.to_bits() | 1 << 22), None);
    }

    #[test]
    fn men_share_no_square_and_turns_fit_the_men() {
        let [a, b, c] = [Square::A1, Square::B1, Square::C1];
        assert!(Position::new(Some(a), Some([b, c]), Side::Student).is_some());
        for (student, teacher, turn) in [
            (Some(a), Some([a, c]), Side::Student),
            (Some(a), Some([c, a]), Side::Student),
            (Some(a), Some([c, c]), Side::Student),
            (None, Some([c, c]), Side::Student),
            (None, Some([b, c]), Side::Teacher),
            (None, None, Side::Teacher),
            (Some(a), None, Side::Student),
        ] {
            assert_eq!(Position::new(student, teacher, turn), None);
        }
    }
}
