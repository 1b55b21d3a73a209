//! Finding out which tables are needed, which can take long and can be too much.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use hazel_table::{MaterialKey, Plan, PlanError, Progress, Watch};

use crate::arguments::Closure;
use crate::interrupt::Interrupt;
use crate::meter::Line;
use crate::output::grouped;

/// Plans with one eye on the clock and on Ctrl-C.
pub(super) struct Planning<'a> {
    interrupt: &'a Interrupt,
    deadline: Option<Instant>,
    shown: Mutex<Shown>,
}

struct Shown {
    line: Line,
    /// Where it is among several, such as `key 3 of 40, `.
    place: String,
}

impl<'a> Planning<'a> {
    pub(super) fn new(interrupt: &'a Interrupt, deadline: Option<Instant>) -> Planning<'a> {
        let shown = Mutex::new(Shown { line: Line::new(), place: String::new() });
        Planning { interrupt, deadline, shown }
    }

    /// So many of several are done.
    pub(super) fn at(&self, done: usize, all: usize) {
        let [next, all] = [done + 1, all].map(|number| grouped(number as u64));
        self.shown().place = format!("key {next} of {all}, ");
    }

    fn shown(&self) -> MutexGuard<'_, Shown> {
        self.shown.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// These keys and all that they need, but for those that are there otherwise.
    pub(super) fn closure(
        &self,
        roots: &[MaterialKey],
        closure: Closure,
        is_there: impl Fn(&MaterialKey) -> bool,
    ) -> Result<Plan, PlanError> {
        let follow = |exit: &hazel_table::Exit| closure.follows(exit) && !is_there(&exit.child);
        Plan::closure_unless(roots.iter().copied(), follow, self)
    }
}

impl Watch for Planning<'_> {
    fn is_over(&self) -> bool {
        self.interrupt.is_asked()
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    fn hear(&self, progress: Progress) {
        if let Progress::Planning { found } = progress {
            let Shown { line, place } = &mut *self.shown();
            line.show(|| format!("planning: {place}tables so far: {}", grouped(found as u64)));
        }
    }
}
