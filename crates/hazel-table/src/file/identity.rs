//! The hash that a table is known by.

use super::part::Part;
use super::{Id, Source};
use crate::packed::{Stream, Swap};

/// Makes the id of a table from what it says. Symbols are hashed as runs in the order in which they are stored, so that
/// the form of a stream makes no difference.
pub(super) struct Identity {
    hasher: blake3::Hasher,
}

impl Identity {
    pub(super) fn new(key: &str, sources: &[Source], counts: &[u64]) -> Identity {
        let mut identity = Identity { hasher: blake3::Hasher::new() };
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
        identity
    }

    /// Adds a part, whose runs are shown by what is given.
    pub(super) fn add<E>(
        &mut self,
        part: Part,
        stream: &Stream,
        each_run: impl FnOnce(&mut dyn FnMut(u16, u64)) -> Result<(), E>,
    ) -> Result<(), E> {
        self.hasher.update(&[part.number()]);
        let Swap { rows, columns } = stream.swap.unwrap_or(Swap { rows: 0, columns: 0 });
        self.number(rows.into());
        self.number(columns.into());
        self.number(stream.length);
        let mut run = (0, 0);
        each_run(&mut |symbol, count| {
            if run.0 != symbol {
                self.run(run);
                run = (symbol, 0);
            }
            run.1 += count;
        })?;
        self.run(run);
        Ok(())
    }

    pub(super) fn finish(self) -> Id {
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

    fn run(&mut self, (symbol, count): (u16, u64)) {
        if count > 0 {
            self.hasher.update(&symbol.to_le_bytes());
            self.number(count);
        }
    }
}
