//! What is compared of a game, and how we read it.

use std::fmt;

use hazel_core::{Move, Position};
use hazel_notation::pgn::{Problem, ProblemKind, Replay, Skip, Spectator, read_games, result_text};
use hazel_notation::{san, to_fen};
use hazel_tape::tree::GameResult;
use serde::Deserialize;

use super::Count;

/// What two readers are compared by.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
pub(super) struct Game {
    /// The result behind the moves, else that of the tag.
    pub(super) result: String,
    /// The moves of the main line in SAN, as they are written from what was read, with a blank between.
    pub(super) moves: String,
    /// The FEN after the last of them.
    pub(super) last: String,
    /// How often something could not be read, in variations too.
    pub(super) errors: usize,
    /// The game is of another variant, which we don't read.
    #[serde(default)]
    pub(super) is_variant: bool,
}

impl Game {
    /// How many moves the main line has.
    pub(super) fn plies(&self) -> usize {
        self.moves.split_ascii_whitespace().count()
    }

    /// This game, counted.
    pub(super) fn count(&self) -> Count {
        Count { games: 1, plies: self.plies(), variants: usize::from(self.is_variant) }
    }

    /// Whether another reader reads this game of ours the same. Not every reader tells errors; if this one does, we do.
    /// A game of another variant, where we read no move, is as they read it whatever that is.
    pub(super) fn is_same(&self, theirs: &Game) -> bool {
        if self.is_variant {
            return self.moves.is_empty() && self.errors > 0;
        }
        (&self.result, &self.moves, &self.last) == (&theirs.result, &theirs.moves, &theirs.last)
            && (self.errors > 0 || theirs.errors == 0)
    }

    /// Adds a move and returns where it is to be written.
    pub(super) fn next_move(&mut self) -> &mut String {
        if !self.moves.is_empty() {
            self.moves.push(' ');
        }
        &mut self.moves
    }
}

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Game { result, moves, last, errors, .. } = self;
        let end = moves.char_indices().rev().nth(40).map_or(0, |(at, _)| at);
        write!(
            f,
            "{} plies, ending {}, {last}, {result}, {errors} errors",
            self.plies(),
            &moves[end..]
        )
    }
}

/// The games of a text as we read them.
pub(super) fn read(text: &[u8]) -> Vec<Game> {
    let mut replay = Replay::new(Recorder::default());
    read_games(text, &mut replay);
    replay.spectator.games
}

/// Writes down games while they are replayed.
#[derive(Default)]
struct Recorder {
    games: Vec<Game>,
    game: Game,
    /// How many variations are open.
    depth: usize,
}

impl Spectator for Recorder {
    fn begin_game(&mut self, _at: usize) {
        self.game = Game::default();
    }

    fn play(&mut self, position: &mut Position, m: Move) {
        if self.depth == 0 {
            san::write(position, m, self.game.next_move()).expect("a string takes everything");
        }
        position.play_unchecked(m);
    }

    fn pass(&mut self, position: &mut Position) {
        if self.depth == 0 {
            self.game.next_move().push_str("--");
        }
        position.try_pass().expect("only a side that isn't in check passes");
    }

    fn begin_variation(&mut self) -> Skip {
        self.depth += 1;
        Skip::No
    }

    fn end_variation(&mut self) {
        self.depth -= 1;
    }

    fn result(&mut self, result: GameResult) {
        result_text(result).clone_into(&mut self.game.result);
    }

    fn problem(&mut self, problem: Problem) {
        self.game.errors += usize::from(problem.kind.is_error());
        self.game.is_variant |= matches!(problem.kind, ProblemKind::Variant(_));
    }

    fn end_game(&mut self, last: &Position, _end: usize) {
        self.game.last = to_fen(last);
        self.games.push(std::mem::take(&mut self.game));
    }
}
