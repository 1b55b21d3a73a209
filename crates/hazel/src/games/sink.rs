//! Where games go.

use std::io::{self, BufWriter, Write};
use std::path::Path;

use crate::file::Unfinished;
use crate::interrupt::Interrupt;
use crate::report::Failure;

/// A file that appears in the end, standard output, or nowhere.
pub(crate) enum Sink {
    Nowhere,
    File(Unfinished),
    Standard(BufWriter<io::Stdout>),
}

impl Sink {
    pub(super) fn open(output: Option<&Path>, interrupt: &Interrupt) -> Result<Sink, Failure> {
        let Some(path) = output else {
            return Ok(Sink::Standard(BufWriter::with_capacity(1 << 16, io::stdout())));
        };
        let file = Unfinished::create(path)?;
        interrupt.removes(file.temporary());
        Ok(Sink::File(file))
    }

    /// Writes bytes as they are.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        match self {
            Sink::Nowhere => Ok(()),
            Sink::File(file) => file.write(bytes),
            Sink::Standard(out) => out.write_all(bytes).map_err(|error| Failure::output(&error)),
        }
    }

    /// Ends. The file appears, unless not everything was read that belongs into it; whether it has appeared is returned.
    pub(crate) fn finish(self, is_whole: bool) -> Result<bool, Failure> {
        match self {
            Sink::Nowhere => Ok(false),
            Sink::Standard(mut out) => {
                out.flush().map_err(|error| Failure::output(&error))?;
                Ok(false)
            }
            Sink::File(file) if is_whole => file.finish().map(|()| true),
            Sink::File(file) => {
                let message = "is not written, since not everything could be read";
                Failure::outside(format!("{} {message}", file.path().display())).report();
                Ok(false)
            }
        }
    }
}
