//! What the two agree on before they play.

use hazel_core::Role;
use thiserror::Error;

/// Who has which piece, and whether check binds the king.
///
/// As text, `NvKR` is a knight against king and rook, and `NvKR,check` the same where the king must heed check.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    student: Role,
    teacher: Role,
    heeds_check: bool,
}

/// The fork game is played with queens, rooks, bishops and knights.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("a {0} can't be the piece of a player: expected a queen, rook, bishop or knight")]
pub struct NotAPiece(pub Role);

impl Rules {
    /// The pieces that a player can have, the strongest first.
    pub const PIECES: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

    /// The student's piece, and the one that the teacher has beside the king. Check doesn't bind the king.
    ///
    /// # Errors
    /// If one of them is a pawn or a king.
    pub fn new(student: Role, teacher: Role) -> Result<Rules, NotAPiece> {
        match [student, teacher].into_iter().find(|role| !Rules::PIECES.contains(role)) {
            Some(role) => Err(NotAPiece(role)),
            None => Ok(Rules { student, teacher, heeds_check: false }),
        }
    }

    /// The same where the teacher's king must (or needn't) heed check, as in chess.
    pub const fn heeding_check(self, heeds_check: bool) -> Rules {
        Rules { heeds_check, ..self }
    }

    /// The student's piece.
    pub const fn student(self) -> Role {
        self.student
    }

    /// The teacher's piece beside the king.
    pub const fn teacher(self) -> Role {
        self.teacher
    }

    /// Whether the teacher may not leave the king attacked.
    pub const fn heeds_check(self) -> bool {
        self.heeds_check
    }
}
