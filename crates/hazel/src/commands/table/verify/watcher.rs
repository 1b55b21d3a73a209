//! Shows how far the checking of tables has come, and stops it at Ctrl-C.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use hazel_table::{MaterialKey, Progress, Watch, slots};

use crate::interrupt::Interrupt;
use crate::meter::Line;
use crate::output::grouped;

/// Looks on while tables are checked one after the other.
pub(super) struct Watcher<'a> {
    interrupt: &'a Interrupt,
    /// How many slots each table has.
    slots: BTreeMap<MaterialKey, u64>,
    total: u64,
    shown: Mutex<Shown>,
}

struct Shown {
    line: Line,
    /// The table that is being checked, and how many are begun.
    key: Option<MaterialKey>,
    tables: usize,
    /// Slots of the tables that are done, and of the one that is being checked.
    done: u64,
    current: u64,
}

impl<'a> Watcher<'a> {
    pub(super) fn new(interrupt: &'a Interrupt, keys: &[MaterialKey]) -> Watcher<'a> {
        let slots: BTreeMap<_, _> = keys.iter().map(|key| (*key, slots(key))).collect();
        let shown = Shown { line: Line::new(), key: None, tables: 0, done: 0, current: 0 };
        Watcher { interrupt, total: slots.values().sum(), slots, shown: Mutex::new(shown) }
    }

    /// The next table is checked.
    pub(super) fn begin(&self, key: &MaterialKey) {
        let mut shown = self.shown.lock().unwrap_or_else(PoisonError::into_inner);
        shown.done += shown.key.map_or(0, |key| self.slots[&key]);
        shown.current = 0;
        shown.tables += 1;
        shown.key = Some(*key);
        self.show(&mut shown);
    }

    /// For example `table 3 of 91, KQvKR: 41 % of 103,811,136 positions are done`.
    fn show(&self, shown: &mut Shown) {
        let Shown { key: Some(key), tables, done, current, .. } = *shown else { return };
        let percent = (done + current) * 100 / self.total.max(1);
        let (all, total) = (self.slots.len(), grouped(self.total));
        shown.line.show(|| {
            format!("table {tables} of {all}, {key}: {percent} % of {total} positions are done")
        });
    }
}

impl Watch for Watcher<'_> {
    fn is_over(&self) -> bool {
        self.interrupt.is_asked()
    }

    fn hear(&self, progress: Progress) {
        if let Progress::Checking { more } = progress {
            let mut shown = self.shown.lock().unwrap_or_else(PoisonError::into_inner);
            shown.current += more;
            self.show(&mut shown);
        }
    }
}
