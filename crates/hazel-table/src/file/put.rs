//! Writing one part.

use std::cell::{Cell, RefCell};
use std::io::{self, Write};

use super::blocks::Blocks;
use super::identity::Identity;
use super::part::Part;
use super::write::Symbols;
use super::written::Written;
use super::{Table, TableFile};
use crate::packed::{Encoder, Form, Model, RawWriter, Stream};

/// Where a part goes.
pub(super) struct Put<'a, W> {
    pub(super) identity: &'a mut Identity,
    pub(super) blocks: &'a mut Blocks<W>,
}

impl<W: Write> Put<'_, W> {
    /// Writes symbols of equal size, while they are made.
    pub(super) fn raw(self, part: Part, symbols: &Symbols<'_>) -> io::Result<Stream> {
        self.identity.begin(part, symbols.swap, symbols.length);
        let mut writer = RawWriter::new(self.blocks, symbols.highest);
        let mut written = Ok(());
        (symbols.runs)(&mut |symbol, count| {
            self.identity.run(symbol, count);
            if written.is_ok() {
                written = writer.push(symbol, count);
            }
        });
        written.and_then(|()| writer.finish()).map(|stream| symbols.checked(stream))
    }

    /// Writes phrases of a dictionary that is shared, if there is something to say.
    pub(super) fn packed(
        self,
        part: Part,
        symbols: &Symbols<'_>,
        encoder: Option<&Encoder>,
    ) -> io::Result<Stream> {
        self.identity.begin(part, symbols.swap, symbols.length);
        let identity = RefCell::new(self.identity);
        let first = Cell::new(0);
        let runs = |show: &mut dyn FnMut(u16, u64)| {
            (symbols.runs)(&mut |symbol, count| {
                identity.borrow_mut().run(symbol, count);
                first.set(symbol);
                show(symbol, count);
            });
        };
        let (stream, body) = if let Some(encoder) = encoder {
            encoder.encode(&runs)
        } else {
            // There was nothing to learn, since all symbols are the same.
            runs(&mut |_, _| ());
            let form = Form::Constant(first.get());
            (Stream { length: symbols.length, form, swap: None }, vec![])
        };
        self.blocks.write_all(&body)?;
        Ok(symbols.checked(stream))
    }

    /// Writes what is written already, and gives its dictionary.
    pub(super) fn written(
        self,
        part: Part,
        written: &Written,
    ) -> io::Result<(Stream, Option<Model>)> {
        let Written { stream, model, body, .. } = written;
        self.identity.begin(part, stream.swap, stream.length);
        let shown =
            stream.each_run(body, model.as_ref(), |symbol, count| self.identity.run(symbol, count));
        shown.ok_or(io::ErrorKind::InvalidData)?;
        self.blocks.write_all(body)?;
        let is_packed = matches!(stream.form, Form::Packed(_));
        Ok((*stream, model.clone().filter(|_| is_packed)))
    }

    /// Writes the bytes that a part has in another file, and gives its dictionary.
    pub(super) fn copied(
        self,
        part: Part,
        file: &TableFile,
        table: &Table,
    ) -> io::Result<(Stream, Option<Model>)> {
        let placed = table.placed(part).ok_or(io::ErrorKind::NotFound)?;
        self.identity.begin(part, placed.stream.swap, placed.stream.length);
        file.each_run(table, part, |symbol, count| self.identity.run(symbol, count))
            .and_then(|()| file.body(placed))
            .map_err(|fault| io::Error::new(io::ErrorKind::InvalidData, fault))
            .and_then(|body| self.blocks.write_all(body))?;
        let is_packed = matches!(placed.stream.form, Form::Packed(_));
        Ok((placed.stream, file.models().get(placed.model).filter(|_| is_packed).cloned()))
    }
}
