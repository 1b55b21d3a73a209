//! Ctrl-C: stop soon, and say what was done.
//!
//! The first Ctrl-C asks whoever works to stop; work that listens ends between two steps and reports like any other
//! failure. Work that does not listen, because one step is very long or standard input is being read, is ended after a
//! moment all the same, with the same words. A second Ctrl-C ends everything at once.

use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use hazel_uci::Interrupter;

use crate::report::{Failure, INTERRUPTED};

/// So long the work may take to notice.
const PATIENCE: Duration = Duration::from_secs(1);

/// So long if it has to write down what it has found.
const LONG_PATIENCE: Duration = Duration::from_mins(1);

/// What has been done so far, in words.
type Told = dyn Display + Send + Sync;

/// Whether the user has asked to stop.
#[derive(Clone, Default)]
pub(crate) struct Interrupt(Arc<Shared>);

#[derive(Default)]
struct Shared {
    asked: AtomicBool,
    /// Whether the work has asked for more time to stop.
    is_patient: AtomicBool,
    told: Mutex<Option<Arc<Told>>>,
    engine: Mutex<Option<Interrupter>>,
    /// A file that isn't finished.
    unfinished: Mutex<Option<PathBuf>>,
}

impl Interrupt {
    /// Listens from now on.
    pub(crate) fn install() -> Result<Interrupt, Failure> {
        let interrupt = Interrupt::default();
        let handler = interrupt.clone();
        ctrlc::set_handler(move || handler.ask())
            .map_err(|error| Failure::outside(format!("Ctrl-C can't be listened to: {error}")))?;
        Ok(interrupt)
    }

    /// Whether to stop.
    pub(crate) fn is_asked(&self) -> bool {
        self.0.asked.load(Ordering::Relaxed)
    }

    /// The same for those who look again and again.
    pub(crate) fn flag(&self) -> &AtomicBool {
        &self.0.asked
    }

    /// What has been done is told in these words.
    pub(crate) fn tell_from<T: Display + Send + Sync + 'static>(&self, told: &Arc<T>) {
        *lock(&self.0.told) = Some(Arc::<T>::clone(told));
    }

    /// The work listens and has something to write down before it ends.
    pub(crate) fn be_patient(&self) {
        self.0.is_patient.store(true, Ordering::Relaxed);
    }

    /// Waits on this engine end too.
    pub(crate) fn also(&self, engine: Interrupter) {
        if self.is_asked() {
            engine.interrupt();
        }
        *lock(&self.0.engine) = Some(engine);
    }

    /// This file goes too, if everything has to end at once.
    pub(crate) fn removes(&self, path: &Path) {
        *lock(&self.0.unfinished) = Some(path.to_owned());
    }

    /// The end of interrupted work.
    pub(crate) fn failure(&self) -> Failure {
        match &*lock(&self.0.told) {
            Some(told) => Failure::interrupted(told.to_string()),
            None => Failure::interrupted("nothing was done yet"),
        }
    }

    fn ask(&self) {
        if self.0.asked.swap(true, Ordering::Relaxed) {
            self.exit();
        }
        if let Some(engine) = &*lock(&self.0.engine) {
            engine.interrupt();
        }
        let interrupt = self.clone();
        thread::spawn(move || {
            let is_patient = interrupt.0.is_patient.load(Ordering::Relaxed);
            thread::sleep(if is_patient { LONG_PATIENCE } else { PATIENCE });
            interrupt.failure().report();
            interrupt.exit();
        });
    }

    fn exit(&self) -> ! {
        if let Some(path) = &*lock(&self.0.unfinished) {
            // It may be gone already, under its name or by the hand of whoever wrote it.
            let _ = std::fs::remove_file(path);
        }
        process::exit(i32::from(INTERRUPTED))
    }
}

/// Nothing is left half done under these locks, so one that was held in a panic is as good as any.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
