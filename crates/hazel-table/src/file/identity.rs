//! The hash that a table is known by.

use super::part::Part;
use super::{Id, Source};
use crate::packed::{Section, Swap};

/// Makes the id of a table from what it says. Symbols are hashed as runs in the order in which they are stored, so that
/// the form of a stream makes no difference.
pub(super) struct Identity {
    hasher: blake3::Hasher,
    /// A run that may go on.
    last: (u16, u64),
}

impl Identity {
    /// Begins with all but the parts.
    pub(super) fn new(
        key: &str,
        sources: &[Source],
        counts: &[u64],
        lacks_checks: bool,
    ) -> Identity {
        let mut identity = Identity { hasher: blake3::Hasher::new(), last: (0, 0) };
        identity.text(key);
        identity.number(sources.len() as u64);
        for source in sources {
            identity.text(&source.key);
            identity.hasher.update(&source.id.0);
        }
        identity.number(counts.len() as u64);
        for &count in counts {
            identity.number(count);
        }
        identity.hasher.update(&[lacks_checks.into()]);
        identity
    }

    /// Goes on to a part with so many symbols.
    pub(super) fn begin(&mut self, part: Part, swap: Option<Swap>, length: u64) {
        self.end_run();
        self.hasher.update(&[part.number()]);
        let sections = || swap.iter().flat_map(Swap::sections);
        self.number(sections().count() as u64);
        for Section { length, rows, columns } in sections() {
            for size in [length, rows.into(), columns.into()] {
                self.number(size);
            }
        }
        self.number(length);
    }

    /// Adds a symbol so many times.
    pub(super) fn run(&mut self, symbol: u16, count: u64) {
        if symbol != self.last.0 {
            self.end_run();
            self.last.0 = symbol;
        }
        self.last.1 += count;
    }

    pub(super) fn finish(mut self) -> Id {
        self.end_run();
        let mut id = [0; 16];
        id.copy_from_slice(&self.hasher.finalize().as_bytes()[..16]);
        Id(id)
    }

    fn text(&mut self, text: &str) {
        self.number(text.len() as u64);
        self.hasher.update(text.as_bytes());
    }

    fn number(&mut self, number: u64) {
        self.hasher.update(&number.to_le_bytes());
    }

    fn end_run(&mut self) {
        let (symbol, count) = self.last;
        if count > 0 {
            self.hasher.update(&symbol.to_le_bytes());
            self.number(count);
            self.last.1 = 0;
        }
    }
}
