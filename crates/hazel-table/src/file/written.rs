//! A part that is written and waits for its file.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use super::map::{Bytes, map};
use super::publish::temporary;
use super::write::{Choices, Symbols};
use crate::packed::{Form, Model, RawWriter, Runs, ShortRuns, Stream, Trainer, choose};

/// The bytes of a part, so that what it was made from can go before there is a file. If they are many they wait on the disk,
/// where they take no memory.
pub struct Written {
    pub(super) stream: Stream,
    /// The dictionary if it needs one.
    pub(super) model: Option<Model>,
    pub(super) body: Bytes,
    /// Where the body is, if it is on the disk. Goes after the map.
    _aside: Option<Aside>,
}

/// As many bytes go to the disk.
const MANY: u64 = 1 << 18;

impl Written {
    /// As [`NewForm::Large`](super::NewForm::Large), in memory. Runs are kept from the first look at them to the second.
    pub(super) fn large(symbols: &Symbols<'_>) -> Written {
        let runs = ShortRuns::of(&*symbols.runs);
        Written::packed(symbols, &|show| runs.show(show))
    }

    /// As [`NewForm::Open`](super::NewForm::Open), in memory.
    pub(super) fn chosen(choices: &Choices<'_>) -> Written {
        let (model, stream, body) = choose(&*choices.places);
        assert_eq!(stream.length, choices.length, "there are as many places as was said");
        let stream = Stream { swap: choices.swap, ..stream };
        Written { stream, model, body: Bytes::Owned(body), _aside: None }
    }

    fn packed(symbols: &Symbols<'_>, runs: &Runs<'_>) -> Written {
        let mut trainer = Trainer::new();
        trainer.add(runs);
        let (model, (stream, body)) = match trainer.finish() {
            Some(encoder) => (Some(encoder.model().clone()), encoder.encode(runs)),
            None => (None, constant(symbols)),
        };
        let body = Bytes::Owned(body);
        Written { stream: symbols.checked(stream), model, body, _aside: None }
    }

    /// As [`NewForm::Large`](super::NewForm::Large). If there are many bytes, they wait in a file beside this one. Runs are made
    /// for each look at them: who lets them wait is short of memory.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn large_beside(symbols: &Symbols<'_>, path: &Path) -> io::Result<Written> {
        let written = Written::packed(symbols, &*symbols.runs);
        if (written.body.len() as u64) < MANY {
            return Ok(written);
        }
        let (mut file, aside) = Aside::new(path)?;
        file.write_all(&written.body)?;
        Ok(Written { body: map(&file)?, _aside: Some(aside), ..written })
    }

    /// As [`NewForm::Raw`](super::NewForm::Raw). If there are many bytes, they wait in a file beside this one.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn raw_beside(symbols: &Symbols<'_>, path: &Path) -> io::Result<Written> {
        let bytes = RawWriter::bytes(symbols.length, symbols.highest);
        if bytes < MANY {
            let mut body = Vec::with_capacity(bytes as usize);
            let stream = raw(symbols, &mut body)?;
            return Ok(Written { stream, model: None, body: Bytes::Owned(body), _aside: None });
        }
        let (file, aside) = Aside::new(path)?;
        let mut sink = BufWriter::new(&file);
        let stream = raw(symbols, &mut sink)?;
        sink.flush()?;
        drop(sink);
        Ok(Written { stream, model: None, body: map(&file)?, _aside: Some(aside) })
    }
}

/// A file that is there as long as this is.
struct Aside {
    path: PathBuf,
}

impl Aside {
    /// A new one beside another.
    fn new(path: &Path) -> io::Result<(File, Aside)> {
        let (path, file) = temporary(path)?;
        Ok((file, Aside { path }))
    }
}

impl Drop for Aside {
    fn drop(&mut self) {
        // What is left now is taken away by the next run, as if this one had been killed.
        let _ = fs::remove_file(&self.path);
    }
}

/// Writes symbols of equal size.
fn raw(symbols: &Symbols<'_>, sink: impl Write) -> io::Result<Stream> {
    let mut writer = RawWriter::new(sink, symbols.highest);
    let mut written = Ok(());
    (symbols.runs)(&mut |symbol, count| {
        if written.is_ok() {
            written = writer.push(symbol, count);
        }
    });
    written.and_then(|()| writer.finish()).map(|stream| symbols.checked(stream))
}

/// The stream of symbols that are all the same.
fn constant(symbols: &Symbols<'_>) -> (Stream, Vec<u8>) {
    let mut first = 0;
    (symbols.runs)(&mut |symbol, _| first = symbol);
    (Stream { length: symbols.length, form: Form::Constant(first), swap: None }, vec![])
}

impl Symbols<'_> {
    /// The stream in which they were written.
    pub(super) fn checked(&self, stream: Stream) -> Stream {
        assert_eq!(stream.length, self.length, "there are as many symbols as was said");
        Stream { swap: self.swap, ..stream }
    }
}
