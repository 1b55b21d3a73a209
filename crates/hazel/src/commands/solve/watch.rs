//! What a long proof tells while it lasts.

use std::fmt::{self, Write as _};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use hazel_solve::{Outcome, Progress, Question};

use super::named::Named;
use crate::meter::Line;
use crate::output::{grouped, per_second};

/// More first moves than these aren't shown.
const MOST_MOVES: usize = 24;

/// Shows how far a proof is.
pub(super) struct Watch<'a, G> {
    game: &'a G,
    side: usize,
    line: Line,
    done: Arc<Done>,
}

/// How much was done, for whoever interrupts it.
#[derive(Debug)]
pub(super) struct Done {
    started: Instant,
    nodes: AtomicU64,
    checkpoint: Option<PathBuf>,
}

impl<'a, G: Named> Watch<'a, G> {
    /// Begins. `side` moves first.
    pub(super) fn new(game: &'a G, side: usize, checkpoint: Option<PathBuf>) -> Watch<'a, G> {
        let done = Done { started: Instant::now(), nodes: AtomicU64::new(0), checkpoint };
        Watch { game, side, line: Line::new(), done: Arc::new(done) }
    }

    pub(super) fn done(&self) -> &Arc<Done> {
        &self.done
    }

    pub(super) fn show(&mut self, progress: &Progress<G::Move>) {
        self.done.nodes.store(progress.nodes, Ordering::Relaxed);
        let Watch { game, side, line, done } = self;
        line.show(|| words(*game, *side, done.seconds(), progress));
    }
}

impl Done {
    pub(super) fn seconds(&self) -> f64 {
        self.started.elapsed().as_secs_f64()
    }
}

impl fmt::Display for Done {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let nodes = grouped(self.nodes.load(Ordering::Relaxed));
        write!(f, "hazel had searched {nodes} nodes after {:.1} s; ", self.seconds())?;
        match &self.checkpoint {
            Some(file) => {
                let file = file.display();
                write!(
                    f,
                    "what is proven is kept in {file}, and the same command goes on from there"
                )
            }
            None => write!(f, "with --checkpoint FILE what is proven would have been kept"),
        }
    }
}

/// For example `1,234 nodes, 1,000/s, table 3%, at least a draw? a4 ≥draw b4 ?`.
fn words<G: Named>(game: &G, side: usize, seconds: f64, progress: &Progress<G::Move>) -> String {
    let Progress { question, nodes, fill, first_moves } = progress;
    let speed = grouped(per_second(*nodes, seconds));
    let asked = match question {
        Question::Draw => "at least a draw?",
        Question::Win => "a win?",
    };
    let nodes = grouped(*nodes);
    let mut text = format!("{nodes} nodes, {speed}/s, table {:.0}%, {asked}", 100.0 * fill);
    for (mv, known) in first_moves.iter().take(MOST_MOVES) {
        // Writing to a `String` does not fail.
        let _ = write!(text, " {} {}", game.name(*mv, side), bound(*known));
    }
    if first_moves.len() > MOST_MOVES {
        text += " …";
    }
    text
}

/// What is known, in a few letters.
fn bound(known: Outcome) -> &'static str {
    match known {
        Outcome::WIN => "win",
        Outcome::DRAW => "draw",
        Outcome::LOSS => "loss",
        Outcome::WIN_OR_DRAW => "≥draw",
        Outcome::DRAW_OR_LOSS => "≤draw",
        Outcome::WIN_OR_LOSS => "≠draw",
        _ => "?",
    }
}

#[cfg(test)]
mod tests {
    use hazel_games::TicTacToe;

    use super::*;

    #[test]
    fn what_is_known_of_the_first_moves_is_told_in_short() {
        let game = TicTacToe::default();
        let mut moves = Vec::new();
        hazel_solve::Game::moves(&game, &hazel_solve::Game::start(&game), &mut moves);
        let first_moves = moves.into_iter().zip(Outcome::ALL).collect();
        let progress = Progress { question: Question::Win, nodes: 12345, fill: 0.5, first_moves };
        assert_eq!(
            words(&game, 0, 10.0, &progress),
            "12,345 nodes, 1,234/s, table 50%, a win? a1 loss b1 draw c1 win a2 ≤draw b2 ≥draw c2 ≠draw a3 ?"
        );
    }
}
