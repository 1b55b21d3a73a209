//! The hash that a table is known by.

use super::part::Part;
use super::{Id, Source};
use crate::packed::{Form, Model, Stream};

/// Makes the id of a table from what it says. Symbols are hashed as runs in the order of the caller's index, so that
/// neither the form of a stream nor swapped dimensions make a difference, and a constant takes no time.
pub(super) struct Identity {
    hasher: blake3::Hasher,
    run: (u16, u64),
}

impl Identity {
    pub(super) fn new(key: &str, sources: &[Source], counts: &[u64]) -> Identity {
        let mut identity = Identity { hasher: blake3::Hasher::new(), run: (0, 0) };
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

    /// Adds a part; `None` if its body can't be decoded.
    pub(super) fn add(
        &mut self,
        part: Part,
        stream: &Stream,
        body: &[u8],
        model: Option<&Model>,
    ) -> Option<()> {
        self.hasher.update(&[part.number()]);
        self.number(stream.length);
        match (stream.form, stream.swap) {
            (Form::Constant(symbol), _) => self.symbols(symbol, stream.length),
            (_, None) => stream.each(body, model, |_, symbol| self.symbols(symbol, 1))?,
            (_, Some(swap)) => {
                let mut stored = Vec::new();
                let plain = Stream { swap: None, ..*stream };
                plain.each(body, model, |_, symbol| stored.push(symbol))?;
                for index in 0..stream.length {
                    self.symbols(*stored.get(swap.stored(index) as usize)?, 1);
                }
            }
        }
        self.end_run();
        Some(())
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

    #[inline]
    fn symbols(&mut self, symbol: u16, count: u64) {
        if self.run.0 != symbol {
            self.end_run();
            self.run.0 = symbol;
        }
        self.run.1 += count;
    }

    fn end_run(&mut self) {
        let (symbol, count) = std::mem::take(&mut self.run);
        if count > 0 {
            self.hasher.update(&symbol.to_le_bytes());
            self.number(count);
        }
    }
}
