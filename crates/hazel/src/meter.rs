//! How far long work has come, on standard error: a bar on a terminal, now and then a line elsewhere.

use std::fmt;
use std::io::{IsTerminal, Write, stderr};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::output::grouped;

/// Work that is shorter shows no bar.
const BAR_AFTER: Duration = Duration::from_millis(500);
/// Work that is shorter prints no line, and lines are so far apart.
const LINE_EVERY: Duration = Duration::from_secs(10);

/// What has been done so far, in numbers. Anyone may look at any time.
#[derive(Debug)]
pub(crate) struct Tally {
    started: Instant,
    unit: &'static str,
    done: AtomicU64,
    total: AtomicU64,
    nodes: AtomicU64,
    /// Who counts at present.
    who: Mutex<String>,
}

impl fmt::Display for Tally {
    /// For example: `hazel had counted 3 of 20 subtrees, 1,234 nodes, after 2.5 s`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let get = |number: &AtomicU64| grouped(number.load(Ordering::Relaxed));
        let who = self.who.lock().unwrap_or_else(PoisonError::into_inner);
        let seconds = self.started.elapsed().as_secs_f64();
        if self.total.load(Ordering::Relaxed) == 0 {
            return write!(f, "{who} had counted none of the {} after {seconds:.1} s", self.unit);
        }
        write!(
            f,
            "{who} had counted {} of {} {}, {} nodes, after {seconds:.1} s",
            get(&self.done),
            get(&self.total),
            self.unit,
            get(&self.nodes)
        )
    }
}

/// Keeps a tally and shows it.
pub(crate) struct Meter {
    tally: Arc<Tally>,
    bar: Option<ProgressBar>,
    next: Mutex<Instant>,
}

impl Meter {
    /// Begins to count `unit`s.
    pub(crate) fn new(unit: &'static str) -> Meter {
        let started = Instant::now();
        let tally = Tally {
            started,
            unit,
            done: AtomicU64::new(0),
            total: AtomicU64::new(0),
            nodes: AtomicU64::new(0),
            who: Mutex::new("hazel".to_owned()),
        };
        let bar = stderr().is_terminal().then(|| {
            let style = ProgressStyle::with_template("{prefix} {bar:32} {pos}/{len} {msg}");
            ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden())
                .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        });
        let wait = if bar.is_some() { BAR_AFTER } else { LINE_EVERY };
        Meter { tally: Arc::new(tally), bar, next: Mutex::new(started + wait) }
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

    /// This is done now. Any thread may tell.
    pub(crate) fn update(&self, done: usize, total: usize, nodes: u64) {
        let tally = &self.tally;
        tally.done.store(done as u64, Ordering::Relaxed);
        tally.total.store(total as u64, Ordering::Relaxed);
        tally.nodes.store(nodes, Ordering::Relaxed);
        let now = Instant::now();
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        match &self.bar {
            Some(bar) => {
                if now >= *next && bar.is_hidden() {
                    bar.set_draw_target(ProgressDrawTarget::stderr());
                }
                bar.set_length(total as u64);
                bar.set_message(format!("{}, {} nodes", tally.unit, grouped(nodes)));
                bar.set_position(done as u64);
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
