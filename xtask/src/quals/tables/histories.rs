//! Folders of any history: tables built from few others and from many, with Syzygy's files and without, deleted, brought back
//! from earlier, and copied from other folders. Whatever is asked of whatever is left, the truth lies within the answer.
//!
//! The truth is that of all tables of three and four men, which other quals compare with Syzygy. The histories are the same
//! in every run.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context as _, Result, ensure};
use fastrand::Rng;
use hazel_core::Position;
use hazel_notation::to_fen;
use hazel_table::{
    EXTENSION, GenerateError, Generator, MaterialKey, Plan, PositionIndexer, ProbeError, Syzygy,
    Tables, Wdl,
};
use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};

use super::Verdict;

/// How many things happen in each history.
const STEPS: usize = 8;
/// Of each key, about so many positions are asked after each step.
const POSITIONS: usize = 150;

/// Pawns that promote soon, with what they promote to and what may take them: all small, and standing on each other.
const KEYS: [&str; 14] = [
    "KvK", "KQvK", "KRvK", "KBlvK", "KNvK", "Kd7vK", "Kd6vK", "Kc7vK", "Kd7vKN", "Kd6vKN",
    "Kd7vKe2", "Kd2vKe4", "KNd7vK", "KRd7vK",
];

/// Who wins some positions at least and at most, as far as there is an answer.
type Winners = Vec<Option<(Wdl, Wdl)>>;

/// What is counted over all histories.
#[derive(Default)]
struct Count {
    answers: u64,
    exact: u64,
    refused: u64,
}

/// Lets so many histories happen.
pub(super) fn hold(truth: &Tables, syzygy: &Path, histories: u64) -> Result<Verdict> {
    let syzygy = Arc::new(Syzygy::open([syzygy])?);
    let counts = (0..histories).into_par_iter().map(|seed| {
        History::new(seed, truth, &syzygy)?.run().with_context(|| format!("history {seed}"))
    });
    let add = |a: Count, b: Count| {
        Ok(Count {
            answers: a.answers + b.answers,
            exact: a.exact + b.exact,
            refused: a.refused + b.refused,
        })
    };
    let Count { answers, exact, refused } = counts.try_reduce(Count::default, add)?;
    Ok(Verdict::Passed(format!(
        "{answers} answers of {histories} histories, {exact} of them exact, {refused} refused"
    )))
}

struct History<'a> {
    random: Rng,
    truth: &'a Tables,
    syzygy: &'a Arc<Syzygy>,
    keys: Vec<MaterialKey>,
    folder: tempfile::TempDir,
    /// Every file that there ever was.
    earlier: BTreeMap<PathBuf, Vec<Vec<u8>>>,
    /// Whether nothing was deleted or brought back. Then what is asked for never becomes wider.
    is_whole: bool,
    /// What happened, for whoever must find out why an answer is wrong.
    log: Vec<String>,
}

impl<'a> History<'a> {
    fn new(seed: u64, truth: &'a Tables, syzygy: &'a Arc<Syzygy>) -> Result<History<'a>> {
        let keys: Result<Vec<MaterialKey>, _> = KEYS.iter().map(|key| key.parse()).collect();
        let keys = keys?.into_iter().map(|key| key.canonical().0).collect();
        let (random, folder) = (Rng::with_seed(seed), tempfile::tempdir()?);
        let (earlier, is_whole, log) = (BTreeMap::new(), true, vec![]);
        Ok(History { random, truth, syzygy, keys, folder, earlier, is_whole, log })
    }

    fn run(mut self) -> Result<Count> {
        let mut count = Count::default();
        for _ in 0..STEPS {
            match self.random.u8(..8) {
                0 => self.delete()?,
                1 => self.bring_back()?,
                _ => self.generate()?,
            }
            self.ask(&mut count).with_context(|| self.log.join(", "))?;
        }
        // What is small, again and with all that it needs: whatever was there, those tables are exact now.
        let stop = AtomicBool::new(false);
        self.keys.retain(|key| key.men() == 3);
        let all = Plan::closure(self.keys.iter().copied(), |_| true);
        Generator::new(self.folder.path(), &stop).run(&all, &|_| ())?;
        let tables = Tables::open(self.folder.path())?;
        for key in &self.keys {
            for position in positions(key, &mut self.random) {
                let (value, truth) = (tables.probe(&position)?, self.truth.probe(&position)?);
                let is_right = value == truth && value.exact().is_some();
                ensure!(is_right, "{}: {value:?} in the end, {:?}", to_fen(&position), self.log);
            }
        }
        Ok(count)
    }

    /// Generates some keys, by themselves or with what they lead to, with Syzygy's files or without; now and then it is stopped.
    fn generate(&mut self) -> Result<()> {
        let random = &mut self.random;
        let some: Vec<_> = self.keys.iter().copied().filter(|_| random.u8(..3) == 0).collect();
        let names: Vec<_> = some.iter().map(ToString::to_string).collect();
        let plan = match random.u8(..4) {
            0 => Plan::closure(some, |exit| exit.promoted.is_none()),
            _ => Plan::of_keys(some),
        };
        let asked = plan.keys().flat_map(|key| positions(key, random)).collect::<Vec<_>>();
        let syzygy = random.bool().then(|| Arc::clone(self.syzygy));
        let stop = AtomicBool::new(false);
        let last = if random.u8(..4) == 0 { random.usize(1..4) } else { usize::MAX };
        let stop_after =
            |built: &hazel_table::Built| stop.store(built.done >= last, Ordering::Relaxed);
        self.log.push(format!("generate {names:?}, {last}, Syzygy {}", syzygy.is_some()));
        // What was built from Syzygy's files knows less without them.
        let ways = if syzygy.is_some() { 1..2 } else { 0..2 };
        let before = self.who_wins(&asked)?;
        let generator = Generator { syzygy, ..Generator::new(self.folder.path(), &stop) };
        // Bounds that stand on others than there are now are built again. What stands on something that was deleted isn't.
        match generator.run(&plan, &stop_after) {
            Ok(()) if self.is_whole => {
                let after = self.who_wins(&asked)?;
                for (before, after) in before[ways.clone()].iter().zip(&after[ways]) {
                    for ((position, before), after) in asked.iter().zip(before).zip(after) {
                        let Some((lower, upper)) = *before else { continue };
                        let is_within = after.is_some_and(|(l, u)| lower <= l && u <= upper);
                        let fen = to_fen(position);
                        ensure!(is_within, "{fen}: {before:?} became {after:?}, {:?}", self.log);
                    }
                }
            }
            Ok(()) => {}
            Err(
                error @ (GenerateError::Stopped
                | GenerateError::Loss { .. }
                | GenerateError::Probe(ProbeError::Changed { .. })),
            ) => {
                self.log.push(error.to_string());
            }
            Err(error) => return Err(error).with_context(|| self.log.join(", ")),
        }
        self.remember()
    }

    /// Who wins at least and at most, as far as the tables tell, without Syzygy's files and with them.
    fn who_wins(&self, positions: &[Position]) -> Result<[Winners; 2]> {
        let open = || Tables::open(self.folder.path());
        let ask = |tables: Tables| positions.iter().map(|p| tables.wdl(p).ok()).collect();
        Ok([ask(open()?), ask(open()?.with_syzygy(Arc::clone(self.syzygy)))])
    }

    fn delete(&mut self) -> Result<()> {
        self.is_whole = false;
        if let Some(path) = self.random.choice(self.files()?) {
            self.log.push(format!("delete {}", path.display()));
            fs::remove_file(path)?;
        }
        Ok(())
    }

    fn bring_back(&mut self) -> Result<()> {
        self.is_whole = false;
        let earlier: Vec<_> = self.earlier.iter().collect();
        let Some((path, versions)) = self.random.choice(earlier) else { return Ok(()) };
        let number = self.random.usize(..versions.len());
        self.log.push(format!("bring back {} {number}", path.display()));
        Ok(fs::write(path, &versions[number])?)
    }

    fn files(&self) -> Result<Vec<PathBuf>> {
        let folder = self.folder.path();
        let mut files = vec![];
        for folder in [folder.to_owned(), folder.join("new")].iter().filter(|f| f.is_dir()) {
            for entry in fs::read_dir(folder)? {
                let path = entry?.path();
                files.extend(
                    Some(path).filter(|path| path.extension().is_some_and(|e| e == EXTENSION)),
                );
            }
        }
        files.sort_unstable();
        Ok(files)
    }

    fn remember(&mut self) -> Result<()> {
        for path in self.files()? {
            let bytes = fs::read(&path)?;
            let versions = self.earlier.entry(path).or_default();
            if !versions.contains(&bytes) {
                versions.push(bytes);
            }
        }
        Ok(())
    }

    /// Asks about positions of every key, with Syzygy's files beside the tables or without.
    fn ask(&mut self, count: &mut Count) -> Result<()> {
        let mut tables = Tables::open(self.folder.path())?;
        if self.random.bool() {
            tables = tables.with_syzygy(Arc::clone(self.syzygy));
        }
        for key in self.keys.clone() {
            for position in positions(&key, &mut self.random) {
                let value = self.truth.probe(&position)?.exact().context("the truth is exact")?;
                let refused = |error: &ProbeError| !error.is_damage();
                match tables.wdl(&position) {
                    Ok((lower, upper)) => {
                        let holds = lower <= value.wdl() && value.wdl() <= upper;
                        ensure!(
                            holds,
                            "{}: {lower:?} to {upper:?}, not {value}",
                            to_fen(&position)
                        );
                    }
                    Err(error) => ensure!(refused(&error), "{}: {error}", to_fen(&position)),
                }
                match tables.probe(&position) {
                    Ok(bounds) => {
                        let holds = bounds.lower <= value && value <= bounds.upper;
                        ensure!(holds, "{}: {bounds:?}, not {value}", to_fen(&position));
                        count.answers += 1;
                        count.exact += u64::from(bounds.exact().is_some());
                    }
                    Err(error) => {
                        ensure!(refused(&error), "{}: {error}", to_fen(&position));
                        count.refused += 1;
                    }
                }
            }
        }
        Ok(())
    }
}

/// Some positions of a key, and those after double steps that can be answered en passant.
fn positions(key: &MaterialKey, random: &mut Rng) -> Vec<Position> {
    let Ok(indexer) = PositionIndexer::new(*key) else { return vec![] };
    let mut positions = vec![];
    for _ in 0..POSITIONS {
        let placement = indexer.position(random.u64(..indexer.len()));
        let Some(Ok(position)) = placement.map(|placement| placement.position()) else { continue };
        let after = position.legal_moves().into_iter().map(|m| position.after(m));
        positions.extend(after.filter(|after| after.en_passant_square().is_some()));
        positions.push(position);
    }
    positions
}
