//! What tells games apart, as bytes: two games are the same exactly if these are.

use std::ops::Range;

use hazel_core::{Hashed as _, Move, Position};
use hazel_notation::pgn::{Chunk, Problem, Skip, Spectator, TagValue, Text};
use hazel_tape::tree::Nag;

use crate::arguments::Likeness;
use crate::games::Findings;

/// A game that was read.
pub(super) struct Seen {
    pub(super) span: Range<usize>,
    /// What tells it apart from others; nothing for a game that is like no other: one without moves, or with errors.
    pub(super) key: Option<Box<[u8]>>,
    /// How many tags, comments, signs and moves in variations it has, as far as they were told.
    pub(super) richness: u64,
}

/// Watches games and makes their keys.
pub(super) struct Keys<'c> {
    by: Likeness,
    chunk: &'c Chunk,
    pub(super) findings: Findings,
    pub(super) games: Vec<Seen>,
    begin: usize,
    /// The names of both players.
    players: [Vec<u8>; 2],
    /// Empty for the initial position.
    start: Vec<u8>,
    /// Two bytes for each move.
    moves: Vec<u8>,
    richness: u64,
    has_error: bool,
    depth: u32,
}

impl<'c> Keys<'c> {
    pub(super) fn new(by: Likeness, chunk: &'c Chunk, findings: Findings) -> Keys<'c> {
        Keys {
            by,
            chunk,
            findings,
            games: Vec::new(),
            begin: 0,
            players: [Vec::new(), Vec::new()],
            start: Vec::new(),
            moves: Vec::new(),
            richness: 0,
            has_error: false,
            depth: 0,
        }
    }

    fn add(&mut self, m: Move) {
        if self.depth == 0 {
            self.moves.extend_from_slice(&m.bits().to_le_bytes());
        } else {
            self.richness += 1;
        }
    }

    /// Every piece but the last has its length before it, so that no two keys can be read as one another.
    fn key(&self, last: &Position) -> Option<Box<[u8]>> {
        if self.has_error || self.moves.is_empty() {
            return None;
        }
        let mut key = Vec::new();
        let piece = |key: &mut Vec<u8>, bytes: &[u8]| {
            key.extend_from_slice(&(bytes.len() as u32).to_le_bytes());
            key.extend_from_slice(bytes);
        };
        match self.by {
            Likeness::Position => {
                piece(&mut key, &self.moves.len().to_le_bytes());
                // Without its clocks.
                key.extend_from_slice(Position::witness(last).as_bytes());
            }
            Likeness::MovesAndPlayers | Likeness::Moves => {
                if self.by == Likeness::MovesAndPlayers {
                    self.players.iter().for_each(|player| piece(&mut key, player));
                }
                piece(&mut key, &self.start);
                key.extend_from_slice(&self.moves);
            }
        }
        Some(key.into_boxed_slice())
    }
}

impl Spectator for Keys<'_> {
    fn begin_game(&mut self, at: usize) {
        self.begin = at;
        self.players.iter_mut().for_each(Vec::clear);
        self.start.clear();
        self.moves.clear();
        self.richness = 0;
        self.has_error = false;
        self.depth = 0;
    }

    fn tag(&mut self, name: &[u8], value: TagValue<'_>, _at: usize) {
        self.richness += 1;
        let player = match name {
            b"White" => 0,
            b"Black" => 1,
            _ => return,
        };
        self.players[player] = value.decode().trim().as_bytes().to_vec();
    }

    fn begin_moves(&mut self, start: &Position) -> Skip {
        // Without its clocks, as the last position.
        let start = Position::witness(start);
        if start != Position::witness(&Position::initial()) {
            self.start.extend_from_slice(start.as_bytes());
        }
        Skip::No
    }

    #[inline]
    fn play(&mut self, position: &mut Position, m: Move) {
        position.play_unchecked(m);
        self.add(m);
    }

    fn pass(&mut self, position: &mut Position) {
        // The reader has made sure that nobody is in check.
        let _ = position.try_pass();
        self.add(Move::NONE);
    }

    fn nag(&mut self, _nag: Nag) {
        self.richness += 1;
    }

    fn comment(&mut self, _comment: Text<'_>) {
        self.richness += 1;
    }

    fn begin_variation(&mut self) -> Skip {
        self.depth += 1;
        Skip::No
    }

    fn end_variation(&mut self) {
        self.depth -= 1;
    }

    fn problem(&mut self, problem: Problem) {
        self.has_error |= problem.kind.is_error();
        self.findings.note(self.chunk, self.games.len() as u64 + 1, &problem);
    }

    fn end_game(&mut self, last: &Position, end: usize) {
        let (span, key) = (self.begin..end, self.key(last));
        self.games.push(Seen { span, key, richness: self.richness });
    }
}
