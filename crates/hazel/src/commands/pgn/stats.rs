//! `hazel pgn stats`: what was played, by whom, and how it ended.

mod answer;
mod counts;
mod look;

use std::process::ExitCode;

use hazel_core::{Move, Position, Zobrist};
use hazel_notation::OpeningFinder;
use hazel_notation::pgn::{Chunk, Problem, Replay, Skip, Spectator, TagValue, read_games};
use hazel_tape::tree::GameResult;

use self::answer::Summary;
use self::counts::{Counts, Game};
use crate::arguments::{Format, Stats};
use crate::games::{Findings, Part, Reader, rating, year};
use crate::output;
use crate::report::Failure;

/// Counts, and shows it.
pub(crate) fn run(arguments: &Stats, format: Format) -> Result<ExitCode, Failure> {
    let reader = Reader::new(&arguments.games)?;
    let mut counts = Counts::default();
    let read = reader.read(
        |chunk| {
            let mut replay = Replay::main_lines(Counter::new(chunk, reader.findings()));
            let games = read_games(&chunk.text, &mut replay) as u64;
            let Counter { findings, counts, .. } = replay.spectator;
            Part { games, findings, value: counts }
        },
        |_, more| {
            counts.add(more);
            Ok(())
        },
    )?;
    read.tell();
    output::print(&Summary::new(&counts, &read, arguments.top), format)?;
    Ok(read.code())
}

/// Watches games and counts.
struct Counter<'c> {
    chunk: &'c Chunk,
    findings: Findings,
    counts: Counts,
    games: u64,
    game: Game,
    hash: Zobrist<Position>,
    finder: OpeningFinder,
}

impl<'c> Counter<'c> {
    fn new(chunk: &'c Chunk, findings: Findings) -> Counter<'c> {
        Counter {
            chunk,
            findings,
            counts: Counts::default(),
            games: 0,
            game: Game::default(),
            hash: Zobrist::of(&Position::initial()),
            finder: OpeningFinder::default(),
        }
    }
}

impl Spectator for Counter<'_> {
    fn begin_game(&mut self, _at: usize) {
        self.games += 1;
        self.game = Game::default();
        self.finder = OpeningFinder::default();
    }

    fn tag(&mut self, name: &[u8], value: TagValue<'_>, _at: usize) {
        match name {
            b"WhiteElo" => self.game.ratings[0] = rating(&value.decode()),
            b"BlackElo" => self.game.ratings[1] = rating(&value.decode()),
            b"Date" => self.game.year = year(&value.decode()),
            _ => {}
        }
    }

    fn begin_moves(&mut self, start: &Position) -> Skip {
        self.hash = Zobrist::of(start);
        Skip::No
    }

    #[inline]
    fn play(&mut self, position: &mut Position, m: Move) {
        self.game.plies += 1;
        if self.finder.is_done() {
            position.play_unchecked(m);
        } else {
            position.play_with(m, &mut self.hash);
            self.finder.see(self.hash, position);
        }
    }

    fn pass(&mut self, position: &mut Position) {
        self.game.plies += 1;
        // The reader has made sure that nobody is in check.
        let _ = position.try_pass();
        self.hash = Zobrist::of(position);
    }

    fn result(&mut self, result: GameResult) {
        self.game.result = result;
    }

    fn problem(&mut self, problem: Problem) {
        self.findings.note(self.chunk, self.games, &problem);
    }

    fn end_game(&mut self, _last: &Position, _end: usize) {
        self.game.opening = self.finder.found();
        self.counts.count(&self.game);
    }
}
