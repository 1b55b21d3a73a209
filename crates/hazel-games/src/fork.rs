//! The fork game: one piece against a king and a piece, won by attacking both at once.
//!
//! A game to teach children one thing, to see a fork. The student has a queen, rook, bishop or knight, the teacher a king
//! and one such piece. The student places, the teacher places both men, and they move in turn from then on. The student
//! wins as soon as the student's piece attacks both men, the teacher by capturing it. The idea is an entry of the log
//! that this project began with; where the entry is loose, the rules are fixed in `docs/games/fork.md`, with reasons.
//!
//! Whatever the two can agree on before they play is [`Rules`]; all else is the same for everybody. A fork counts whoever
//! brought it about, so a teacher who walks into one has lost: the alternative, to forbid such moves, would take the
//! trap that a child waits for out of the game. Men of the teacher are never captured; they stand in the way.
//!
//! Endless play is a draw and isn't seen here: a position knows nothing of earlier ones. Clocks aren't here either.

mod folded;
mod moves;
mod position;
mod rules;
mod symmetry;
mod text;

use hazel_core::{Bitboard, Role, Square, attacks};
use hazel_solve::{Game, Outcome};

pub use self::folded::Folded;
pub use self::moves::Move;
pub use self::position::{Position, Side};
pub use self::rules::{NotAPiece, Rules};
pub use self::symmetry::Symmetry;
pub use self::text::{ParseMoveError, ParsePositionError, ParseRulesError};

/// The fork game under certain rules.
///
/// ```
/// use hazel_games::fork::{ForkGame, Position, Rules};
/// use hazel_solve::{Game, Outcome};
///
/// // The knight on c7 attacks the king on e8 and the rook on a8.
/// let game = ForkGame::new("NvKR".parse::<Rules>()?);
/// let position: Position = "c7 e8 a8 teacher".parse()?;
/// assert_eq!(game.finished(&position), Some(Outcome::LOSS));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ForkGame {
    rules: Rules,
}

impl ForkGame {
    /// The game under these rules.
    pub const fn new(rules: Rules) -> ForkGame {
        ForkGame { rules }
    }

    /// Its rules.
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// Whether the student's piece attacks both men of the teacher.
    pub fn is_fork(&self, position: &Position) -> bool {
        match (position.student(), position.teacher()) {
            (Some(student), Some([king, piece])) => {
                let attacked = self.attacked(student, [king, piece]);
                attacked.contains(king) && attacked.contains(piece)
            }
            _ => false,
        }
    }

    /// Whether the student's piece attacks the king.
    pub fn is_check(&self, position: &Position) -> bool {
        match (position.student(), position.teacher()) {
            (Some(student), Some(men)) => self.attacked(student, men).contains(men[0]),
            _ => false,
        }
    }

    /// What the student's piece attacks.
    fn attacked(self, student: Square, [king, piece]: [Square; 2]) -> Bitboard {
        reach(self.rules.student(), student, king.bitboard() | piece.bitboard())
    }

    /// Whether the teacher's men may stand so when the student is to move.
    fn allows(self, student: Square, men: [Square; 2]) -> bool {
        !self.rules.heeds_check() || !self.attacked(student, men).contains(men[0])
    }

    /// Where the student may go.
    fn student_steps(self, student: Square, men: [Square; 2]) -> Bitboard {
        self.attacked(student, men) & !(men[0].bitboard() | men[1].bitboard())
    }

    /// The teacher's steps.
    fn teacher_steps(self, student: Square, men: [Square; 2]) -> impl Iterator<Item = Move> {
        let [king, piece] = men;
        let kings = reach(Role::King, king, Bitboard::EMPTY) & !piece.bitboard();
        let occupied = student.bitboard() | king.bitboard();
        let pieces = reach(self.rules.teacher(), piece, occupied) & !king.bitboard();
        let captures_or_is_allowed = move |to, men| to == student || self.allows(student, men);
        let kings = kings.into_iter().filter(move |&to| captures_or_is_allowed(to, [to, piece]));
        let pieces = pieces.into_iter().filter(move |&to| captures_or_is_allowed(to, [king, to]));
        let role = self.rules.teacher();
        kings
            .map(|to| Move::Step { role: Role::King, to })
            .chain(pieces.map(move |to| Move::Step { role, to }))
    }

    /// The teacher's placements of both men.
    fn placements(self, student: Square) -> impl Iterator<Item = Move> {
        let both = Square::all().flat_map(|king| Square::all().map(move |piece| [king, piece]));
        let role = self.rules.teacher();
        both.filter(move |&[king, piece]| king != piece && king != student && piece != student)
            .filter(move |&men| self.allows(student, men))
            .map(move |[king, piece]| Move::PlaceBoth { king, role, piece })
    }
}

impl Game for ForkGame {
    type Position = Position;
    type Move = Move;
    type Undo = Position;
    type Transform = Symmetry;

    fn start(&self) -> Position {
        Position::EMPTY
    }

    fn finished(&self, position: &Position) -> Option<Outcome> {
        let men = position.teacher()?;
        // Without the student's piece it is the student's turn: it has just been captured.
        let Some(student) = position.student() else { return Some(Outcome::LOSS) };
        let turn = position.turn();
        if self.is_fork(position) {
            return Some(if turn == Side::Student { Outcome::WIN } else { Outcome::LOSS });
        }
        let can_move = match turn {
            Side::Student => self.student_steps(student, men).any(),
            Side::Teacher => self.teacher_steps(student, men).next().is_some(),
        };
        (!can_move).then_some(Outcome::LOSS)
    }

    fn moves(&self, position: &Position, moves: &mut Vec<Move>) {
        let role = self.rules.student();
        match (position.student(), position.teacher(), position.turn()) {
            (Some(student), Some(men), Side::Student) => {
                let steps = self.student_steps(student, men).into_iter();
                moves.extend(steps.map(|to| Move::Step { role, to }));
            }
            (Some(student), Some(men), Side::Teacher) => {
                moves.extend(self.teacher_steps(student, men));
            }
            (Some(student), None, _) => moves.extend(self.placements(student)),
            (None, None, _) => {
                moves.extend(Square::all().map(|square| Move::Place { role, square }));
            }
            (None, Some(_), _) => {}
        }
    }

    fn play(&self, position: &mut Position, mv: Move) -> Position {
        std::mem::replace(position, position.after(mv))
    }

    fn unplay(&self, position: &mut Position, _: Move, undo: Position) {
        *position = undo;
    }

    fn key(&self, position: &Position) -> u128 {
        u128::from(position.to_bits())
    }

    fn position(&self, key: u128) -> Option<Position> {
        Position::from_bits(u32::try_from(key).ok()?)
    }

    /// The image of the board, turned and mirrored, with the smallest key.
    fn canonical(&self, position: &Position) -> (Position, Symmetry) {
        let images = Symmetry::ALL.map(|symmetry| (position.image(symmetry), symmetry));
        let [first, others @ ..] = images;
        let least = others.into_iter().fold((first.0.to_bits(), first), |least, image| {
            let bits = image.0.to_bits();
            if bits < least.0 { (bits, image) } else { least }
        });
        least.1
    }

    fn restore(&self, transform: &Symmetry, mv: Move) -> Move {
        mv.image(transform.inverse())
    }

    fn always_ends(&self) -> bool {
        false
    }
}

/// The squares that a piece attacks; it stops at the first man, which is included.
fn reach(role: Role, from: Square, occupied: Bitboard) -> Bitboard {
    match role {
        Role::Queen => attacks::queen(from, occupied),
        Role::Rook => attacks::rook(from, occupied),
        Role::Bishop => attacks::bishop(from, occupied),
        Role::Knight | Role::King | Role::Pawn => attacks::unobstructed(role, from),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(rules: &str) -> ForkGame {
        ForkGame::new(rules.parse().expect("rules"))
    }

    fn at(position: &str) -> Position {
        position.parse().expect("a position")
    }

    fn moves(game: ForkGame, position: &str) -> Vec<String> {
        let mut moves = Vec::new();
        game.moves(&at(position), &mut moves);
        moves.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn the_student_places_anywhere_and_then_the_teacher_on_two_other_squares() {
        let game = game("NvKR");
        let first = moves(game, "- - - student");
        assert_eq!((first.len(), first[0].as_str(), first[63].as_str()), (64, "N@a1", "N@h8"));
        let second = moves(game, "d4 - - teacher");
        assert_eq!((second.len(), second[0].as_str()), (63 * 62, "K@a1 R@b1"));
    }

    #[test]
    fn a_fork_ends_the_game_whoever_brought_it_about() {
        let game = game("NvKR");
        assert_eq!(game.finished(&at("c7 e8 a8 teacher")), Some(Outcome::LOSS));
        assert_eq!(game.finished(&at("c7 e8 a8 student")), Some(Outcome::WIN));
        assert_eq!(game.finished(&at("c7 e8 b8 teacher")), None);
    }

    #[test]
    fn a_man_behind_another_is_not_forked() {
        assert_eq!(game("RvKN").finished(&at("a1 a4 a8 student")), None);
        assert_eq!(game("RvKN").finished(&at("a1 a4 h1 student")), Some(Outcome::WIN));
    }

    #[test]
    fn the_students_piece_captures_nothing_and_men_stand_in_its_way() {
        let steps = moves(game("RvKN"), "a1 a3 h8 student");
        assert_eq!(steps.join(" "), "Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ra2");
    }

    #[test]
    fn capturing_the_students_piece_wins() {
        let game = game("RvKN");
        let mut position = at("b2 a1 h8 teacher");
        let before = position;
        let undo = game.play(&mut position, "Kb2".parse().expect("a move"));
        assert_eq!(position, at("- b2 h8 student"));
        assert_eq!(game.finished(&position), Some(Outcome::LOSS));
        game.unplay(&mut position, "Kb2".parse().expect("a move"), undo);
        assert_eq!(position, before);
    }

    #[test]
    fn a_piece_that_cannot_move_has_lost() {
        // Only a bishop in the corner can be shut in: whatever else shuts a piece in is forked by it.
        assert_eq!(game("BvKR").finished(&at("a1 h8 b2 student")), Some(Outcome::LOSS));
        assert_eq!(game("BvKR").finished(&at("a1 h8 b2 teacher")), None);
    }

    #[test]
    fn check_binds_the_king_only_where_the_rules_say_so() {
        let (free, bound) = (game("RvKN"), game("RvKN,check"));
        assert!(moves(free, "a8 e8 h1 teacher").contains(&"Kd8".to_owned()));
        let steps = moves(bound, "a8 e8 h1 teacher");
        assert_eq!(steps, ["Kd7", "Ke7", "Kf7"]);
        // Stepping between or capturing ends a check too.
        assert_eq!(moves(bound, "a8 e8 d6 teacher"), ["Kd7", "Ke7", "Kf7", "Nc8"]);
        assert!(moves(bound, "d8 e8 h1 teacher").contains(&"Kd8".to_owned()));
        assert!(!moves(bound, "a8 - - teacher").iter().any(|mv| mv == "K@e8 N@h1"));
        assert!(moves(free, "a8 - - teacher").iter().any(|mv| mv == "K@e8 N@h1"));
    }

    #[test]
    fn mate_is_a_win_where_check_binds() {
        assert_eq!(game("QvKR,check").finished(&at("f8 h8 h7 teacher")), Some(Outcome::LOSS));
        assert_eq!(game("QvKR").finished(&at("f8 h8 h7 teacher")), None);
    }

    #[test]
    fn all_images_have_one_canonical_form_and_moves_come_back_from_it() {
        let game = game("NvKR");
        let position = at("c7 e8 b8 student");
        for symmetry in Symmetry::ALL {
            let image = position.image(symmetry);
            let (canonical, transform) = game.canonical(&image);
            assert_eq!(canonical, game.canonical(&position).0);
            assert_eq!(image.image(transform), canonical);
            let (mut there, mut here) = (Vec::new(), Vec::new());
            game.moves(&canonical, &mut there);
            game.moves(&image, &mut here);
            let mut back: Vec<Move> =
                there.into_iter().map(|mv| game.restore(&transform, mv)).collect();
            back.sort_by_key(Move::to_string);
            here.sort_by_key(Move::to_string);
            assert_eq!(back, here);
        }
    }
}
