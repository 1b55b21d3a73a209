//! One game between the person and the machine, line by line.

use std::io::{BufRead, Write};

use hazel_solve::{Game, Outcome};

use super::clock::Clocks;
use super::lines::Lines;
use super::opponent::Opponent;
use super::table::{Move, Position, Table, legal};
use crate::report::Failure;

/// A position that has been there so often ends the game.
const REPETITIONS: usize = 3;
/// No more moves are listed.
const LISTED: usize = 40;

/// How a game has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum End {
    /// This side has won.
    Won(usize),
    /// Nobody has.
    Drawn,
    /// This side's time is over.
    Flag(usize),
    /// The person has left.
    Left,
}

/// What it takes to play a game.
pub(super) struct Dialogue<'a, 'c, T: Table> {
    pub(super) table: &'a T,
    pub(super) opponent: &'a mut dyn Opponent<Position<T>, Move<T>>,
    pub(super) clocks: &'a mut Clocks<'c>,
    /// The person's side.
    pub(super) person: usize,
    /// The machine chooses another of equal moves in another game.
    pub(super) variety: usize,
}

/// What the person wants.
enum Wish<M> {
    Play(M),
    Back,
    Resign,
    Leave,
    Flag(usize),
}

impl<T: Table> Dialogue<'_, '_, T> {
    /// Plays one game.
    pub(super) fn play(
        &mut self,
        lines: &mut Lines<impl BufRead, impl Write>,
    ) -> Result<End, Failure> {
        let rules = self.table.rules();
        let mut positions = vec![rules.start()];
        loop {
            let side = (positions.len() - 1) % 2;
            let mut position = positions[positions.len() - 1].clone();
            let end = self.end(&positions);
            // A board on which the machine moves next would only be in the way.
            if end.is_some() || side == self.person {
                lines.say(&self.table.draw(&position, side))?;
            }
            if let Some((end, words)) = end {
                lines.say(&words)?;
                return Ok(end);
            }
            self.clocks.start(side);
            let mv = if side == self.person {
                match self.ask(&position, lines)? {
                    Wish::Play(mv) => mv,
                    Wish::Back if positions.len() > 2 => {
                        positions.truncate(positions.len() - 2);
                        continue;
                    }
                    Wish::Back => {
                        lines.say("There is no move of yours to take back.\n")?;
                        continue;
                    }
                    Wish::Resign => {
                        self.clocks.halt();
                        lines.say(&format!("The {} resigns.\n", self.table.side(side)))?;
                        return Ok(End::Won(1 - side));
                    }
                    Wish::Leave => return Ok(End::Left),
                    Wish::Flag(side) => return Ok(End::Flag(side)),
                }
            } else {
                self.opponent.best(&position, self.variety)?.0
            };
            self.clocks.stop();
            if let Some(side) = self.clocks.fallen() {
                return Ok(End::Flag(side));
            }
            if side != self.person {
                let name = self.table.name(mv, side);
                lines.say(&format!("The {} plays {name}\n", self.table.side(side)))?;
            }
            rules.play(&mut position, mv);
            positions.push(position);
        }
    }

    /// The end of the game in words, if it is there.
    fn end(&self, positions: &[Position<T>]) -> Option<(End, String)> {
        let side = (positions.len() - 1) % 2;
        let position = &positions[positions.len() - 1];
        let end = match self.table.rules().finished(position) {
            Some(Outcome::WIN) => End::Won(side),
            Some(Outcome::LOSS) => End::Won(1 - side),
            Some(_) => End::Drawn,
            None if positions.iter().filter(|other| *other == position).count() < REPETITIONS => {
                return None;
            }
            None => {
                let words = "The same position for the third time: a draw.\n";
                return Some((End::Drawn, words.to_owned()));
            }
        };
        let result = match end {
            End::Won(side) => format!("the {} wins", self.table.side(side)),
            _ => "a draw".to_owned(),
        };
        Some((end, format!("{}: {result}.\n", self.table.ending(position, side))))
    }

    /// Asks the person until there is something to do.
    fn ask(
        &mut self,
        position: &Position<T>,
        lines: &mut Lines<impl BufRead, impl Write>,
    ) -> Result<Wish<Move<T>>, Failure> {
        loop {
            let line = lines.ask(&self.prompt())?;
            if let Some(side) = self.clocks.fallen() {
                return Ok(Wish::Flag(side));
            }
            let Some(line) = line else { return Ok(Wish::Leave) };
            match line.to_lowercase().as_str() {
                "" => {}
                "quit" | "exit" => return Ok(Wish::Leave),
                "resign" => return Ok(Wish::Resign),
                "back" => return Ok(Wish::Back),
                "help" | "?" => {
                    let grammar = self.table.grammar(position, self.person);
                    lines.say(&format!("{grammar}\n{WORDS}"))?;
                }
                "moves" => lines.say(&self.moves(position))?,
                "hint" => {
                    let (mv, judgement) = self.opponent.best(position, 0)?;
                    let name = self.table.name(mv, self.person);
                    lines.say(&format!("{name}: {judgement}\n"))?;
                }
                _ => match self.table.read(position, self.person, &line) {
                    Ok(mv) => return Ok(Wish::Play(mv)),
                    Err(trouble) => {
                        let moves = self.moves(position);
                        lines.say(&format!("{}\n{moves}", sentence(&trouble)))?;
                    }
                },
            }
        }
    }

    /// Who is to move, and the clocks.
    fn prompt(&self) -> String {
        let time = |side| match self.clocks.shown(side) {
            Some(time) => format!("{} {time}", self.table.side(side)),
            None => self.table.side(side).to_owned(),
        };
        match self.clocks.shown(1 - self.person) {
            Some(_) => format!("{} ({})> ", time(self.person), time(1 - self.person)),
            None => format!("{}> ", time(self.person)),
        }
    }

    /// The legal moves, or how they are written if there are too many.
    fn moves(&self, position: &Position<T>) -> String {
        let moves = legal(self.table.rules(), position);
        if moves.len() > LISTED {
            let grammar = self.table.grammar(position, self.person);
            return format!("There are {} moves. {grammar}\n", moves.len());
        }
        let names: Vec<String> =
            moves.into_iter().map(|mv| self.table.name(mv, self.person)).collect();
        format!("Your moves: {}\n", names.join(" "))
    }
}

const WORDS: &str = "\
moves   all that you can play
hint    the best move, and what it leads to
back    take your last move back
resign  give this game up
quit    leave
";

/// The same with a large letter at the start and a full stop.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string());
    format!("{}{}.", first.unwrap_or_default(), letters.as_str())
}
