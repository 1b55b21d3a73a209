//! How far long work has come, on standard error: a bar on a terminal, now and then a line elsewhere.

mod line;

use std::fmt;
use std::io::{IsTerminal, Write, stderr};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

pub(crate) use line::Line;

use crate::output::grouped;

/// Work that is shorter shows no bar.
const BAR_AFTER: Duration = Duration::from_millis(500);
/// Work that is shorter prints no line, and lines are so far apart.
const LINE_EVERY: Duration = Duration::from_secs(10);

/// What is done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Work {
    /// Nodes are counted, by units of this name.
    Counting(&'static str),
    /// Bytes of games are read; so many there are, if that is known.
    Reading(Option<u64>),
}

/// What has been done so far, in numbers. Anyone may look at any time.
#[derive(Debug)]
pub(crate) struct Tally {
    started: Instant,
    work: Work,
    /// Units or bytes.
    done: AtomicU64,
    /// The same in all; 0 if that isn't known.
    total: AtomicU64,
    /// Nodes or games.
    found: AtomicU64,
    /// Who counts at present.
    who: Mutex<String>,
}

impl fmt::Display for Tally {
    /// For example: `hazel had counted 3 of 20 subtrees, 1,234 nodes, after 2.5 s`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let get = |number: &AtomicU64| number.load(Ordering::Relaxed);
        let (done, total, found) = (get(&self.done), get(&self.total), grouped(get(&self.found)));
        let seconds = self.started.elapsed().as_secs_f64();
        let who = self.who.lock().unwrap_or_else(PoisonError::into_inner);
        match (self.work, total) {
            (Work::Counting(unit), 0) => write!(f, "{who} had counted none of the {unit}")?,
            (Work::Counting(unit), _) => {
                let (done, total) = (grouped(done), grouped(total));
                write!(f, "{who} had counted {done} of {total} {unit}, {found} nodes,")?;
            }
            (Work::Reading(_), 0) => {
                write!(f, "{who} had read {}, {found} games,", mebibytes(done))?;
            }
            (Work::Reading(_), _) => {
                let (done, total) = (mebibytes(done), mebibytes(total));
                write!(f, "{who} had read {done} of {total}, {found} games,")?;
            }
        }
        write!(f, " after {seconds:.1} s")
    }
}

fn mebibytes(bytes: u64) -> String {
    let tenths = (u128::from(bytes) * 10) >> 20;
    format!("{}.{} MiB", tenths / 10, tenths % 10)
}

/// Keeps a tally and shows it.
pub(crate) struct Meter {
    tally: Arc<Tally>,
    bar: Option<ProgressBar>,
    next: Mutex<Instant>,
    is_silent: bool,
}

impl Meter {
    /// Begins.
    pub(crate) fn new(work: Work) -> Meter {
        let started = Instant::now();
        let (total, template) = match work {
            Work::Counting(_) => (0, "{prefix} {bar:32} {pos}/{len} {msg}"),
            Work::Reading(None) => (0, "{bytes} {msg}"),
            Work::Reading(Some(total)) => {
                (total, "{bar:32} {bytes}/{total_bytes} {msg}, {eta} left")
            }
        };
        let tally = Tally {
            started,
            work,
            done: AtomicU64::new(0),
            total: AtomicU64::new(total),
            found: AtomicU64::new(0),
            who: Mutex::new("hazel".to_owned()),
        };
        let bar = stderr().is_terminal().then(|| {
            let style = ProgressStyle::with_template(template);
            ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden())
                .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        });
        let wait = if bar.is_some() { BAR_AFTER } else { LINE_EVERY };
        let next = Mutex::new(started + wait);
        Meter { tally: Arc::new(tally), bar, next, is_silent: false }
    }

    /// The same, but nothing is shown: the answer itself runs over the terminal meanwhile.
    pub(crate) fn silent(work: Work) -> Meter {
        let mut meter = Meter::new(work);
        meter.is_silent = true;
        meter
    }

    /// The numbers.
    pub(crate) fn tally(&self) -> &Arc<Tally> {
        &self.tally
    }

    /// From now on somebody else counts.
    pub(crate) fn is_counting(&self, who: &str) {
        who.clone_into(&mut self.tally.who.lock().unwrap_or_else(PoisonError::into_inner));
        if let Some(bar) = &self.bar {
            bar.set_prefix(who.to_owned());
        }
    }

    /// So many units are counted now, with so many nodes. Any thread may tell.
    pub(crate) fn update(&self, done: usize, total: usize, nodes: u64) {
        self.tally.total.store(total as u64, Ordering::Relaxed);
        self.show(done as u64, nodes);
    }

    /// So many bytes are read now, with so many games.
    pub(crate) fn has_read(&self, bytes: u64, games: u64) {
        self.show(bytes, games);
    }

    fn show(&self, done: u64, found: u64) {
        let tally = &self.tally;
        tally.done.store(done, Ordering::Relaxed);
        tally.found.store(found, Ordering::Relaxed);
        if self.is_silent {
            return;
        }
        let now = Instant::now();
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        match &self.bar {
            Some(bar) => {
                if now >= *next && bar.is_hidden() {
                    bar.set_draw_target(ProgressDrawTarget::stderr());
                }
                bar.set_length(tally.total.load(Ordering::Relaxed));
                let found = grouped(found);
                bar.set_message(match tally.work {
                    Work::Counting(unit) => format!("{unit}, {found} nodes"),
                    Work::Reading(_) => format!("{found} games"),
                });
                bar.set_position(done);
            }
            None if now >= *next => {
                *next = now + LINE_EVERY;
                // Progress that can't be shown is no reason to stop.
                let _ = writeln!(stderr(), "{tally}");
            }
            None => {}
        }
    }
}

impl Drop for Meter {
    /// Makes room for the answer.
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
