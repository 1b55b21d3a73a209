//! `hazel solve perft`: counting the lines of moves of a game.

use std::process::ExitCode;
use std::time::Instant;

use serde::Serialize;

use super::answer::numbered;
use super::named::Named;
use super::subject::Place;
use crate::arguments::{Count, Format, PerftGame};
use crate::interrupt::Interrupt;
use crate::meter::{Meter, Work};
use crate::output::{self, Answer, facts, grouped, per_second, table, time};
use crate::report::Failure;

/// How many lines there are.
#[derive(Serialize)]
struct Counted {
    game: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    moves: Vec<String>,
    depth: u32,
    nodes: u64,
    seconds: f64,
    nodes_per_second: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    first_moves: Option<Vec<MoveCount>>,
}

#[derive(Serialize)]
struct MoveCount {
    #[serde(rename = "move")]
    name: String,
    nodes: u64,
}

/// Counts.
pub(super) fn run(game: &PerftGame, format: Format) -> Result<ExitCode, Failure> {
    let counted = match game {
        PerftGame::Peasants(of) => count(&of.rules.peasants()?, &of.rules.moves, &of.count),
        PerftGame::Pawns(of) => count(&of.rules.one_row()?, &of.rules.moves, &of.count),
        PerftGame::Nim(of) => count(&of.rules.game()?, "", &of.count),
        PerftGame::Fork(of) => count(&of.rules.game()?, "", &of.count),
        PerftGame::TicTacToe(of) => count(&of.rules.game()?, &of.rules.moves, &of.count),
    };
    output::print(&counted?, format)?;
    Ok(ExitCode::SUCCESS)
}

fn count<G: Named>(game: &G, moves: &str, count: &Count) -> Result<Counted, Failure> {
    let place = Place::after(game, moves)?;
    let interrupt = Interrupt::install()?;
    let meter = Meter::new(Work::Counting("subtrees"));
    interrupt.tell_from(meter.tally());
    let started = Instant::now();
    let mut first_moves = Vec::new();
    let mut nodes = 0;
    if count.depth == 0 {
        // The empty line is the one line of no moves.
        nodes = 1;
    } else if game.finished(&place.position).is_none() {
        let mut position = place.position.clone();
        let mut legal = Vec::new();
        game.moves(&position, &mut legal);
        for (done, &mv) in legal.iter().enumerate() {
            let undo = game.play(&mut position, mv);
            let below = lines(game, &mut position, count.depth - 1, &mut Vec::new(), &interrupt);
            game.unplay(&mut position, mv, undo);
            let below = below.ok_or_else(|| interrupt.failure())?;
            nodes += below;
            first_moves.push(MoveCount { name: game.name(mv, place.side()), nodes: below });
            meter.update(done + 1, legal.len(), nodes);
        }
    }
    let seconds = started.elapsed().as_secs_f64();
    Ok(Counted {
        game: game.description(),
        moves: place.moves,
        depth: count.depth,
        nodes,
        seconds,
        nodes_per_second: per_second(nodes, seconds),
        first_moves: count.divide.then_some(first_moves),
    })
}

/// How many lines of this many moves there are from here; `None` if the user asked to stop. The list is for the moves of
/// all positions on the way.
fn lines<G: Named>(
    game: &G,
    position: &mut G::Position,
    depth: u32,
    moves: &mut Vec<G::Move>,
    interrupt: &Interrupt,
) -> Option<u64> {
    if depth == 0 {
        return Some(1);
    }
    if game.finished(position).is_some() {
        return Some(0);
    }
    let first = moves.len();
    game.moves(position, moves);
    let end = moves.len();
    let mut nodes = (end - first) as u64;
    if depth > 1 {
        if interrupt.is_asked() {
            return None;
        }
        nodes = 0;
        for index in first..end {
            let mv = moves[index];
            let undo = game.play(position, mv);
            nodes += lines(game, position, depth - 1, moves, interrupt)?;
            game.unplay(position, mv, undo);
        }
    }
    moves.truncate(first);
    Some(nodes)
}

impl Answer for Counted {
    fn text(&self, _colors: bool) -> String {
        let moves = self.first_moves.as_ref().filter(|moves| !moves.is_empty()).map(|moves| {
            let rows = moves.iter().map(|row| vec![row.name.clone(), grouped(row.nodes)]);
            table(&["move", "nodes"], rows, &[1])
        });
        let mut rows = vec![("game", self.game.clone())];
        if !self.moves.is_empty() {
            rows.push(("after", numbered(&self.moves, 0)));
        }
        rows.extend([
            ("depth", self.depth.to_string()),
            ("nodes", grouped(self.nodes)),
            ("time", time(self.seconds)),
            ("speed", format!("{} nodes/s", grouped(self.nodes_per_second))),
        ]);
        moves.unwrap_or_default() + &facts(&rows)
    }

    fn rows(&self) -> impl Iterator<Item = Vec<String>> {
        let strings = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        let rows: Vec<Vec<String>> = match &self.first_moves {
            Some(moves) => {
                let rows = moves.iter().map(|row| vec![row.name.clone(), row.nodes.to_string()]);
                std::iter::once(strings(&["move", "nodes"])).chain(rows).collect()
            }
            None => vec![
                strings(&["game", "depth", "nodes", "seconds", "nodes_per_second"]),
                vec![
                    self.game.clone(),
                    self.depth.to_string(),
                    self.nodes.to_string(),
                    self.seconds.to_string(),
                    self.nodes_per_second.to_string(),
                ],
            ],
        };
        rows.into_iter()
    }
}
