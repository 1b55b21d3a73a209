//! Where games go.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use super::Reading;
use super::packer::Packer;
use crate::file::{self, Unfinished};
use crate::interrupt::Interrupt;
use crate::report::Failure;

/// A file that appears in the end, standard output, or nowhere.
pub(crate) enum Sink {
    Nowhere,
    File { path: PathBuf, out: Box<Packer<Unfinished>>, is_replaced: bool },
    Standard(BufWriter<io::Stdout>),
}

impl Sink {
    /// A file, which is compressed if its name says so, or standard output.
    pub(super) fn open(output: Option<&Path>, interrupt: &Interrupt) -> Result<Sink, Failure> {
        let Some(path) = output else {
            return Ok(Sink::Standard(BufWriter::with_capacity(1 << 16, io::stdout())));
        };
        let file = Unfinished::create(path)?;
        let temporary = file.temporary();
        if let Some(temporary) = temporary {
            interrupt.removes(temporary);
        }
        let is_replaced = temporary.is_some();
        let out = Packer::new(path, file).map_err(|error| file::failure(path, &error))?;
        Ok(Sink::File { path: path.to_owned(), out: Box::new(out), is_replaced })
    }

    /// Writes bytes as they are.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        match self {
            Sink::Nowhere => Ok(()),
            Sink::File { path, out, .. } => {
                out.write_all(bytes).map_err(|error| file::failure(path, &error))
            }
            Sink::Standard(out) => out.write_all(bytes).map_err(|error| Failure::output(&error)),
        }
    }

    /// Ends. The file appears, unless not everything was read that belongs into it, or it is an input and would lose
    /// something: `loses` says that what can't be understood is not written. Whether there is a file is returned.
    pub(crate) fn finish(self, read: &Reading, loses: bool) -> Result<bool, Failure> {
        match self {
            Sink::Nowhere => Ok(false),
            Sink::Standard(mut out) => {
                out.flush().map_err(|error| Failure::output(&error))?;
                Ok(false)
            }
            Sink::File { path, out, is_replaced } => {
                let why = if !read.is_whole() {
                    "not everything could be read"
                } else if loses && read.errors() > 0 && read.has_file(&path) {
                    "it is an input, and what has errors in it would be lost"
                } else {
                    let finished = out.finish().and_then(Unfinished::finish);
                    return finished.map(|()| true).map_err(|error| file::failure(&path, &error));
                };
                // What is written straight through has got what there is.
                let state = if is_replaced { "written" } else { "complete" };
                let path = path.display();
                Err(Failure::outside(format!("{path} is not {state}, since {why}")))
            }
        }
    }
}
