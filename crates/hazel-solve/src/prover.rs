//! The one interface to all solvers.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::alphabeta::{Marks, Searcher, Shared};
use crate::control::{Control, Progress};
use crate::experience::Experience;
use crate::knowledge::Knowledge;
use crate::proof_number::ProofNumbers;
use crate::sum::Sums;
use crate::table::Table;
use crate::{
    Game, Journal, JournalError, Outcome, Patterns, Proven, Question, Retrograde, RetrogradeError,
};

/// How to find an answer. All find the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// Depth first, with bounds; on as many threads as are wanted.
    AlphaBeta,
    /// Depth first by proof numbers, on one thread.
    ProofNumber,
    /// All positions at once, backwards from the ends; the only one for games that can go round in circles.
    Retrograde,
}

/// What a prover may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// How to find an answer.
    pub method: Method,
    /// Bytes for what is known of positions. In games that fall into parts an eighth more, at most.
    pub memory: usize,
    /// How many threads search.
    pub threads: NonZeroUsize,
    /// Whether all children of a position are looked up before any of them is searched.
    pub looks_ahead: bool,
    /// Whether a position is answered by the [bounds](Game::bounds) of all that it can become, before it is searched.
    pub foresees: bool,
    /// Whether positions that fall into [parts](Game::parts) are solved part by part.
    pub uses_parts: bool,
}

impl Default for Options {
    /// Alpha-beta on one thread with 256 MiB.
    fn default() -> Options {
        Options {
            method: Method::AlphaBeta,
            memory: 256 << 20,
            threads: NonZeroUsize::MIN,
            looks_ahead: true,
            foresees: true,
            uses_parts: true,
        }
    }
}

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub enum ProverError {
    /// It was told to stop.
    #[error("stopped")]
    Stopped,
    /// The memory can't be had.
    #[error(
        "{asked} bytes of memory for the table can't be had, expected at least {least} and no more than is free"
    )]
    Memory {
        /// What was asked for.
        asked: usize,
        /// The least that works.
        least: usize,
    },
    /// The game may go on for ever, and the method is for games that end.
    #[error("this game can go round in circles, which only the retrograde method can solve")]
    Circles,
    /// The checkpoint can't be read or written.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// More positions than fit into the memory.
    #[error(transparent)]
    Positions(RetrogradeError),
}

/// A solver of one game, with what it has learned so far.
pub struct Prover<'g, G: Game> {
    game: &'g G,
    options: Options,
    table: Table,
    /// What orders moves; two megabytes, besides the memory of the options.
    experience: Experience,
    proof_numbers: Option<Mutex<ProofNumbers>>,
    retrograde: Mutex<Option<Retrograde<'g, G>>>,
    sums: Mutex<Sums>,
    nodes: AtomicU64,
    journal: Option<Mutex<Journal>>,
    /// Proven and not yet in the journal.
    proven: Mutex<Vec<Proven>>,
}

/// How often the watcher is told.
const REPORT_EVERY: Duration = Duration::from_millis(100);
/// How often what is proven is written down.
const JOURNAL_EVERY: Duration = Duration::from_secs(5);
/// A question that takes no more nodes is answered at once, without threads and reports.
const SMALL: u64 = 2_000;
/// Bytes that a position takes in a retrograde solver, edges included, as a guess from above.
const RETROGRADE_BYTES: usize = 200;

impl<'g, G: Game> Prover<'g, G> {
    /// A prover that knows nothing yet.
    ///
    /// # Errors
    /// If the memory can't be had, or the method isn't for this game.
    pub fn new(game: &'g G, options: &Options) -> Result<Prover<'g, G>, ProverError> {
        let asked = options.memory;
        let memory = ProverError::Memory { asked, least: 2 * Table::LEAST };
        let (for_table, for_numbers) = match options.method {
            Method::AlphaBeta => (asked, None),
            Method::ProofNumber => (asked / 2, Some(asked / 2)),
            Method::Retrograde => (Table::LEAST, None),
        };
        if options.method != Method::Retrograde && !game.always_ends() {
            return Err(ProverError::Circles);
        }
        let Some(table) = Table::new(for_table) else { return Err(memory) };
        let proof_numbers = match for_numbers.map(ProofNumbers::new) {
            Some(None) => return Err(memory),
            numbers => numbers.flatten().map(Mutex::new),
        };
        Ok(Prover {
            game,
            options: *options,
            table,
            experience: Experience::new(),
            proof_numbers,
            retrograde: Mutex::new(None),
            sums: Mutex::new(Sums::new(asked / 8)),
            nodes: AtomicU64::new(0),
            journal: None,
            proven: Mutex::new(Vec::new()),
        })
    }

    /// Goes on from what was proven before, and writes down what will be, about every five seconds. What takes only a
    /// moment to prove again isn't written.
    pub fn with_journal(mut self, journal: Journal, proven: &[Proven]) -> Prover<'g, G> {
        for Proven { key, outcome, cost } in proven {
            self.table.store(self.table.place(*key), *outcome, *cost);
        }
        self.journal = Some(Mutex::new(journal));
        self
    }

    /// The game.
    pub fn game(&self) -> &'g G {
        self.game
    }

    /// Positions searched so far.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Bytes of memory for what is known of positions.
    pub fn memory(&self) -> usize {
        let numbers = self.proof_numbers.as_ref().map_or(0, |numbers| lock(numbers).bytes());
        self.table.bytes() + numbers + lock(&self.sums).bytes()
    }

    /// What is known of a position without searching.
    ///
    /// # Panics
    /// If the bounds of the game contradict what was proven: one of them doesn't keep its law.
    pub fn known(&self, position: &G::Position) -> Outcome {
        let bounds = self.game.bounds(position);
        let canonical = self.game.canonical(position).0;
        let stored = self.table.lookup(self.table.place(self.game.key(&canonical)));
        bounds.meet(stored).expect("bounds and proofs agree")
    }

    /// How likely a question is answered yes, from 0 to 1, by what alpha-beta has learned about the [patterns](Game::patterns) of
    /// a position: an opinion, by which moves are ordered and nothing is decided. One half where nothing was learned.
    pub fn guess(&self, position: &G::Position, question: Question) -> f64 {
        let mut patterns = Patterns::default();
        self.game.patterns(&self.game.canonical(position).0, &mut patterns);
        f64::from(self.experience.guess(&patterns, question))
    }

    /// The binary logarithm of the work that a position was, as far as it is remembered.
    pub(crate) fn cost(&self, position: &G::Position) -> u8 {
        let canonical = self.game.canonical(position).0;
        let entry = self.table.entry(self.table.place(self.game.key(&canonical)));
        entry.map_or(0, |entry| entry.1)
    }

    /// The exact value of a position for the side to move.
    ///
    /// # Errors
    /// If it is told to stop, or the checkpoint can't be written.
    pub fn value(
        &self,
        position: &G::Position,
        control: &mut Control<'_, G::Move>,
    ) -> Result<Outcome, ProverError> {
        if !self.decide(position, Question::Draw, control)? {
            return Ok(Outcome::LOSS);
        }
        let wins = self.decide(position, Question::Win, control)?;
        Ok(if wins { Outcome::WIN } else { Outcome::DRAW })
    }

    /// The answer to a question about a position.
    ///
    /// # Errors
    /// If it is told to stop, or the checkpoint can't be written.
    pub fn decide(
        &self,
        position: &G::Position,
        question: Question,
        control: &mut Control<'_, G::Move>,
    ) -> Result<bool, ProverError> {
        if self.options.method == Method::Retrograde {
            let value =
                self.solved_backwards(position, control, |solved| solved.value(position))?;
            return Ok(value.is_within(question.yes()));
        }
        if let Some(answer) = question.answer(self.known(position)) {
            return Ok(answer);
        }
        let known = if let Some(value) = self.by_parts(position, control)? {
            value
        } else if self.proof_numbers.is_some() {
            self.by_proof_numbers(position, question, control)?
        } else {
            self.by_alphabeta(position, question, control)?
        };
        Ok(known.is_within(question.yes()))
    }

    /// How many plies a won or lost game lasts from here, if the winner hurries and the loser delays. Only a retrograde
    /// prover knows.
    ///
    /// # Errors
    /// If it is told to stop.
    pub fn distance(
        &self,
        position: &G::Position,
        control: &mut Control<'_, G::Move>,
    ) -> Result<Option<u32>, ProverError> {
        if self.options.method != Method::Retrograde {
            return Ok(None);
        }
        self.solved_backwards(position, control, |solved| Some(solved.distance(position)))
    }

    /// The value of a position that falls into parts, unless that takes too much memory.
    fn by_parts(
        &self,
        position: &G::Position,
        control: &Control<'_, G::Move>,
    ) -> Result<Option<Outcome>, ProverError> {
        if !self.options.uses_parts {
            return Ok(None);
        }
        let canonical = self.game.canonical(position).0;
        let found = lock(&self.sums).run(self.game, self.knowledge(control.stop), &canonical);
        self.save()?;
        Ok(found)
    }

    fn by_alphabeta(
        &self,
        position: &G::Position,
        question: Question,
        control: &mut Control<'_, G::Move>,
    ) -> Result<Outcome, ProverError> {
        let canonical = self.game.canonical(position).0;
        let done = AtomicBool::new(false);
        let mut shared = Shared {
            game: self.game,
            knowledge: self.knowledge(&done),
            experience: &self.experience,
            marks: None,
            looks_ahead: self.options.looks_ahead,
            foresees: self.options.foresees,
        };
        if let Ok(known) = Searcher::new(&shared, SMALL).run(&canonical, question) {
            return Ok(known);
        }
        let threads = self.options.threads.get();
        let marks = Marks::new();
        shared.marks = (threads > 1).then_some(&marks);
        let shared = &shared;
        self.in_background(position, question, control, &done, threads, || {
            Searcher::new(shared, u64::MAX).run(&canonical, question).ok()
        })
    }

    fn by_proof_numbers(
        &self,
        position: &G::Position,
        question: Question,
        control: &mut Control<'_, G::Move>,
    ) -> Result<Outcome, ProverError> {
        let canonical = self.game.canonical(position).0;
        let run = |stop: &AtomicBool| {
            let numbers = self.proof_numbers.as_ref()?;
            lock(numbers).run(self.game, self.knowledge(stop), &canonical, question)
        };
        // Told to stop from the beginning, it ends where it first looks around: small questions need no thread.
        if let Some(known) = run(&AtomicBool::new(true)) {
            return Ok(known);
        }
        let done = AtomicBool::new(false);
        self.in_background(position, question, control, &done, 1, || run(&done))
    }

    fn knowledge<'a>(&'a self, stop: &'a AtomicBool) -> Knowledge<'a> {
        Knowledge {
            table: &self.table,
            proven: self.journal.is_some().then_some(&self.proven),
            nodes: &self.nodes,
            stop,
        }
    }

    /// Lets threads work until one of them has an answer, tells the watcher how far they are, and keeps the journal.
    fn in_background(
        &self,
        position: &G::Position,
        question: Question,
        control: &mut Control<'_, G::Move>,
        done: &AtomicBool,
        threads: usize,
        work: impl Fn() -> Option<Outcome> + Sync,
    ) -> Result<Outcome, ProverError> {
        let answer = Mutex::new(None);
        let changed = Condvar::new();
        std::thread::scope(|scope| {
            let search = || {
                let found = work();
                if found.is_some() {
                    *lock(&answer) = found;
                    done.store(true, Ordering::Relaxed);
                }
                changed.notify_all();
            };
            let workers: Vec<_> = (0..threads).map(|_| scope.spawn(search)).collect();
            // One that panics has no answer, and is waited for no longer; the scope tells its panic.
            let is_working = || workers.iter().any(|worker| !worker.is_finished());
            let mut saved = Instant::now();
            let mut trouble = Ok(());
            let mut found = lock(&answer);
            while found.is_none()
                && trouble.is_ok()
                && !control.stop.load(Ordering::Relaxed)
                && is_working()
            {
                found = changed
                    .wait_timeout(found, REPORT_EVERY)
                    .unwrap_or_else(PoisonError::into_inner)
                    .0;
                (control.report)(&self.progress(position, question));
                if saved.elapsed() >= JOURNAL_EVERY {
                    trouble = self.save();
                    saved = Instant::now();
                }
            }
            drop(found);
            done.store(true, Ordering::Relaxed);
            trouble
        })?;
        self.save()?;
        lock(&answer).ok_or(ProverError::Stopped)
    }

    /// Writes what is proven into the journal.
    fn save(&self) -> Result<(), ProverError> {
        let Some(journal) = &self.journal else { return Ok(()) };
        let proven = std::mem::take(&mut *lock(&self.proven));
        if !proven.is_empty() {
            let mut journal = lock(journal);
            journal.append(&proven)?;
            journal.sync()?;
        }
        Ok(())
    }

    fn progress(&self, position: &G::Position, question: Question) -> Progress<G::Move> {
        Progress {
            question,
            nodes: self.nodes(),
            fill: self.table.fill(),
            first_moves: self
                .children(position)
                .map(|(mv, child)| (mv, self.known(&child).flip()))
                .collect(),
        }
    }

    /// Each move of a position, in the order of the game, with what it leads to.
    pub(crate) fn children(
        &self,
        position: &G::Position,
    ) -> impl Iterator<Item = (G::Move, G::Position)> {
        let mut moves = Vec::new();
        if self.game.finished(position).is_none() {
            self.game.moves(position, &mut moves);
        }
        let position = position.clone();
        moves.into_iter().map(move |mv| {
            let mut child = position.clone();
            self.game.play(&mut child, mv);
            (mv, child)
        })
    }

    /// Asks the solver that has all positions, made for this one unless it is known to the present one.
    fn solved_backwards<T>(
        &self,
        position: &G::Position,
        control: &Control<'_, G::Move>,
        ask: impl Fn(&Retrograde<'g, G>) -> Option<T>,
    ) -> Result<T, ProverError> {
        let mut retrograde = lock(&self.retrograde);
        if let Some(answer) =
            retrograde.as_ref().filter(|solved| solved.value(position).is_some()).and_then(&ask)
        {
            return Ok(answer);
        }
        let most = self.options.memory / RETROGRADE_BYTES;
        let solved =
            Retrograde::new(self.game, position, most, control.stop).map_err(
                |error| match error {
                    RetrogradeError::Stopped => ProverError::Stopped,
                    error @ RetrogradeError::TooManyPositions { .. } => {
                        ProverError::Positions(error)
                    }
                },
            )?;
        self.nodes.fetch_add(solved.positions() as u64, Ordering::Relaxed);
        let answer = ask(retrograde.insert(solved));
        Ok(answer.expect("the position that it was made for is solved"))
    }
}

/// A thread that panics ends the whole work, so what it held doesn't matter any more.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
