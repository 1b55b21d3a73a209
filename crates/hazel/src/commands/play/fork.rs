//! The fork game on a table.

use std::io::{BufRead, Write};

use hazel_core::{Board, Color, Role};
use hazel_games::fork::{Folded, ForkGame, Move, ParseMoveError, Position, Rules, Side};

use super::clock::{Clocks, Time};
use super::lines::Lines;
use super::opponent::Backwards;
use super::session::{Session, Stake};
use super::table::{Table, legal};
use crate::arguments::{ForkRole, PlayFork};
use crate::board::terminal::{Symbols, draw_men};
use crate::output;
use crate::report::Failure;

/// More positions than any fork game has.
const POSITIONS: usize = 100_000;
/// The sides in the order in which they move.
const STUDENT: usize = 0;
const TEACHER: usize = 1;

/// Plays fork games in a row.
pub(super) fn run(
    options: &PlayFork,
    time: &dyn Time,
    lines: &mut Lines<impl BufRead, impl Write>,
) -> Result<(), Failure> {
    let rules = Rules::new(options.student.role(), options.teacher.role());
    let rules = rules.map_err(|error| Failure::input(error.to_string()))?;
    let rules = rules.heeding_check(options.check);
    let symbols = match (options.ascii, output::has_colors()) {
        (true, _) => Symbols::Letters,
        (false, true) => Symbols::Colored,
        (false, false) => Symbols::Figures,
    };
    let table = ForkTable { game: ForkGame::new(rules), symbols };
    let folded = Folded(table.game);
    let mut opponent = Backwards::new(&folded, POSITIONS)?;

    let both = options.clock.clock;
    let left = [options.student_clock.or(both), options.teacher_clock.or(both)];
    let (person, you, machine) = match options.role {
        ForkRole::Student => (STUDENT, "student", "teacher"),
        ForkRole::Teacher => (TEACHER, "teacher", "student"),
    };
    let [student, teacher] = [rules.student(), rules.teacher()];
    lines.say(&format!(
        "The student has a {student}, the teacher a king and a {teacher}. You are the {you}, hazel is the {machine}.\n\
         Type a move, or help.\n\n"
    ))?;
    let session = Session {
        table: &table,
        opponent: &mut opponent,
        clocks: Clocks::new(time, left, options.clock.increment),
        person,
        stake: Some(Stake { side: TEACHER, time: options.stake }),
    };
    session.play(lines)
}

/// The student's piece is white, the teacher's men are black.
struct ForkTable {
    game: ForkGame,
    symbols: Symbols,
}

impl Table for ForkTable {
    type Rules = ForkGame;

    fn rules(&self) -> &ForkGame {
        &self.game
    }

    fn side(&self, side: usize) -> &'static str {
        ["student", "teacher"][side]
    }

    fn draw(&self, position: &Position, _: usize) -> String {
        let rules = self.game.rules();
        let student = position.student().map(|square| (square, rules.student().of(Color::White)));
        let teacher = position.teacher().map(|[king, piece]| {
            [(king, Role::King.of(Color::Black)), (piece, rules.teacher().of(Color::Black))]
        });
        let board: Board = student.into_iter().chain(teacher.into_iter().flatten()).collect();
        let in_check =
            position.teacher().filter(|_| self.game.is_check(position)).map(|men| men[0]);
        let mut text = draw_men(&board, in_check, Color::White, self.symbols).join("\n");
        text.push('\n');
        text
    }

    fn grammar(&self, position: &Position, _: usize) -> String {
        let moves = legal(&self.game, position);
        let example = moves.get(moves.len() / 2).map(ToString::to_string).unwrap_or_default();
        match moves.first() {
            Some(Move::Place { .. }) => format!("Place your piece on any square, as in {example}."),
            Some(Move::PlaceBoth { .. }) => {
                format!("Place both men on free squares, as in {example}.")
            }
            _ => format!("A move is the piece and the square that it goes to, as in {example}."),
        }
    }

    fn name(&self, mv: Move, _: usize) -> String {
        mv.to_string()
    }

    fn read(&self, position: &Position, _: usize, text: &str) -> Result<Move, String> {
        let mv: Move = text.parse().map_err(|error: ParseMoveError| error.to_string())?;
        if legal(&self.game, position).contains(&mv) {
            return Ok(mv);
        }
        Err(format!("{mv} can't be played: {}", self.objection(*position, mv)))
    }

    fn ending(&self, position: &Position, _: usize) -> String {
        let rules = self.game.rules();
        if position.student().is_none() {
            return format!("The {} is captured", rules.student());
        }
        if self.game.is_fork(position) {
            return format!("The {} forks king and {}", rules.student(), rules.teacher());
        }
        format!("The {} has no move", position.turn())
    }
}

impl ForkTable {
    /// Why a move isn't legal.
    fn objection(&self, position: Position, mv: Move) -> String {
        let rules = self.game.rules();
        let own = match position.turn() {
            Side::Student => vec![rules.student()],
            Side::Teacher => vec![Role::King, rules.teacher()],
        };
        let without_check = ForkGame::new(rules.heeding_check(false));
        match mv {
            _ if legal(&without_check, &position).contains(&mv) => {
                "the king would be attacked".to_owned()
            }
            Move::Step { role, .. } | Move::Place { role, .. } | Move::PlaceBoth { role, .. }
                if !own.contains(&role) =>
            {
                format!("you have no {role}")
            }
            Move::Step { .. } if position.teacher().is_none() => "first place your men".to_owned(),
            Move::Place { .. } | Move::PlaceBoth { .. } if position.teacher().is_some() => {
                "all men are on the board".to_owned()
            }
            Move::Step { to, .. } if position.teacher().is_some_and(|men| men.contains(&to)) => {
                format!("a man of the teacher stands on {to}, and nobody captures those")
            }
            Move::Step { role, to } => format!("the {role} can't go to {to}"),
            Move::Place { .. } => "you have to place both men".to_owned(),
            Move::PlaceBoth { .. } => "both men need a free square of their own".to_owned(),
        }
    }
}
