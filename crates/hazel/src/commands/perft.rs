//! `hazel perft`: counting lines of legal moves, and comparing the counts with an engine's.

mod answer;
mod look;

use std::cell::Cell;
use std::io::BufRead;
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use hazel_core::{Divided, Position};
use hazel_uci::{Comparison, Engine, EngineError, Limits, Process, compare_perft};

use self::answer::{Against, Batch, Counted};
use crate::arguments::{Format, Perft};
use crate::interrupt::Interrupt;
use crate::meter::{Meter, Work as Kind};
use crate::report::{DIFFERS, DONE, Failure};
use crate::{output, position};

/// Below this depth, starting threads takes longer than counting.
const WORTH_THREADS: u32 = 5;

/// Counts, and compares where asked to.
pub(crate) fn run(arguments: &Perft, format: Format) -> Result<ExitCode, Failure> {
    let perft = settings(arguments)?;
    let interrupt = Interrupt::install()?;
    let is_batch = arguments.position == "-";
    let positions = if is_batch { read_all()? } else { vec![position::read(&arguments.position)?] };
    let engine = arguments.against.as_deref();
    let engine = engine.map(|name| start(name, arguments, &interrupt)).transpose()?;
    let meter = Meter::new(Kind::Counting(if is_batch { "positions" } else { "subtrees" }));
    interrupt.tell_from(meter.tally());

    let mut work = Work { perft, depth: arguments.depth, engine, meter, interrupt, is_batch };
    let mut counted = Vec::with_capacity(positions.len());
    let mut nodes = 0;
    for (index, position) in positions.iter().enumerate() {
        counted.push(work.count(position, arguments.divide)?);
        nodes += counted.last().map_or(0, |counted: &Counted| counted.nodes);
        if is_batch {
            work.meter.update(index + 1, positions.len(), nodes);
        }
    }
    let Work { engine, meter, .. } = work;
    drop(meter);
    if let Some(engine) = engine {
        // All answers are there; an engine that does not leave by itself is killed.
        let _ = engine.quit();
    }

    let differs = counted.iter().any(Counted::differs);
    match counted.pop() {
        Some(counted) if !is_batch => output::print(&counted, format)?,
        last => {
            counted.extend(last);
            output::print(&Batch::of(arguments.depth, perft.threads, counted), format)?;
        }
    }
    Ok(ExitCode::from(if differs { DIFFERS } else { DONE }))
}

/// How to count.
fn settings(arguments: &Perft) -> Result<hazel_core::Perft, Failure> {
    let depth = arguments.depth;
    if arguments.against.is_some() && depth == 0 {
        let message = "at depth 0 there is nothing to compare with an engine";
        return Err(Failure::input(message).help("ask for a depth from 1 on"));
    }
    let processors = || std::thread::available_parallelism().map_or(1, usize::from);
    let threads = match arguments.threads {
        Some(threads) => threads as usize,
        None if depth < WORTH_THREADS => 1,
        None => processors(),
    };
    let mebibytes = arguments.hash.unwrap_or(0);
    let hash_bytes = usize::try_from(mebibytes << 20).unwrap_or(usize::MAX);
    // Asked for and given back: a system that refuses says so here instead of ending the program later.
    Vec::<u8>::new().try_reserve_exact(hash_bytes).map_err(|_| {
        Failure::outside(format!("a hash of {mebibytes} MiB does not fit into the memory"))
            .help("give --hash a smaller number")
    })?;
    Ok(hazel_core::Perft { bulk: true, threads, hash_bytes })
}

/// The positions on standard input.
fn read_all() -> Result<Vec<Position>, Failure> {
    let mut positions = Vec::new();
    for (index, line) in std::io::stdin().lock().lines().enumerate() {
        let place = format!("standard input, line {}", index + 1);
        let line = line.map_err(|error| match error.kind() {
            std::io::ErrorKind::InvalidData => {
                Failure::input(format!("{place}: expected UTF-8 text"))
            }
            _ => Failure::outside(format!("{place} can't be read: {error}")),
        })?;
        if !line.trim().is_empty() && !line.starts_with('#') {
            positions.push(position::read_at(&format!("{place}: "), &line)?);
        }
    }
    if positions.is_empty() {
        return Err(Failure::input("standard input has no position").help("give one FEN a line"));
    }
    Ok(positions)
}

/// Starts the engine and sets its options.
fn start(program: &str, arguments: &Perft, interrupt: &Interrupt) -> Result<Engine, Failure> {
    let limits = Limits { perft: arguments.engine_timeout, ..Limits::default() };
    let process = Process::start(program, &[]).map_err(|error| trouble(&error, interrupt))?;
    interrupt.also(process.interrupter());
    let mut engine =
        Engine::greet(process, program, limits).map_err(|error| trouble(&error, interrupt))?;
    for (name, value) in &arguments.engine_option {
        engine.set_option(name, value).map_err(|error| match error {
            EngineError::Option { .. } => Failure::input(error.to_string()),
            _ => trouble(&error, interrupt),
        })?;
    }
    Ok(engine)
}

/// What an engine's trouble means to the user.
fn trouble(error: &EngineError, interrupt: &Interrupt) -> Failure {
    let failure = Failure::outside(error.to_string());
    match error {
        EngineError::Interrupted { .. } => interrupt.failure(),
        EngineError::NotFound { .. } => failure.help(
            "install the engine (on Debian: apt install stockfish) or give its file, as in --against ./stockfish",
        ),
        EngineError::Start { .. } => failure.help("an engine is a program that speaks UCI"),
        EngineError::TimedOut { awaited: hazel_uci::Awaited::PerftCount { .. }, .. } => {
            failure.help("give it more time with --engine-timeout; not every engine knows 'go perft'")
        }
        _ => failure,
    }
}

/// What it takes to count one position after the other.
struct Work {
    perft: hazel_core::Perft,
    depth: u32,
    engine: Option<Engine>,
    meter: Meter,
    interrupt: Interrupt,
    is_batch: bool,
}

impl Work {
    fn count(&mut self, position: &Position, divide: bool) -> Result<Counted, Failure> {
        let Work { perft, depth, engine, meter, interrupt, is_batch } = self;
        let mut ours =
            Clocked { perft, meter, interrupt, is_batch: *is_batch, spent: Duration::ZERO };
        let Some(engine) = engine else {
            let divided = ours.divide(position, *depth).ok_or_else(|| interrupt.failure())?;
            return Ok(Counted::new(position, *depth, perft, ours.spent, &divided, divide, None));
        };
        let name = engine.name().to_owned();
        let mut first = None;
        let expected = Cell::new(0);
        let began = Instant::now();
        let compared = compare_perft(
            engine,
            position,
            *depth,
            |position, depth| {
                let divided = ours.divide(position, depth)?;
                if !ours.is_batch {
                    meter.is_counting(&name);
                    expected.set(divided.moves.len());
                    meter.update(0, expected.get(), 0);
                }
                let moves = divided.moves.clone();
                first.get_or_insert((divided, ours.spent));
                Some(moves)
            },
            |counts| {
                if !*is_batch {
                    meter.update(counts.moves.len(), expected.get(), counts.total());
                }
            },
        );
        let seconds = (began.elapsed().saturating_sub(ours.spent)).as_secs_f64();
        let comparison: Comparison = compared
            .map_err(|error| trouble(&error, interrupt))?
            .ok_or_else(|| interrupt.failure())?;
        let Some((divided, spent)) = first else {
            unreachable!("depth 0 is not compared, so Hazel has counted first");
        };
        let against = Against::new(name, seconds, position, &comparison);
        Ok(Counted::new(position, *depth, perft, spent, &divided, divide, Some(against)))
    }
}

/// Counts on a clock.
struct Clocked<'a> {
    perft: &'a hazel_core::Perft,
    meter: &'a Meter,
    interrupt: &'a Interrupt,
    is_batch: bool,
    spent: Duration,
}

impl Clocked<'_> {
    /// `None` if the user asked to stop.
    fn divide(&mut self, position: &Position, depth: u32) -> Option<Divided> {
        if !self.is_batch {
            self.meter.is_counting("hazel");
        }
        let began = Instant::now();
        let divided = self.perft.divide_with(position, depth, |progress| {
            if !self.is_batch {
                self.meter.update(progress.done, progress.total, progress.nodes);
            }
            if self.interrupt.is_asked() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        self.spent += began.elapsed();
        divided
    }
}
