//! Where PGN comes from: a file or standard input, plain or compressed, all read alike.
//!
//! What a file is compressed with is decided by its first bytes and never by its name, since names are lost on the way:
//! standard input has none, and a download is often called something else. zstd, gzip and bzip2 are read, each with all
//! of its members if several were put one after the other. Archives, xz and what is no text at all are recognised only to
//! be refused by name.
//!
//! A stream that breaks off or is damaged ends in an error, and the error comes last: whatever the decoder gave before
//! is delivered first. If the stream breaks off, that is all that can be decoded. If it is damaged, the decoder takes
//! back what it made in its last step, which is why compressed data is decoded in small steps.
//!
//! Memory is bounded by the decoder's window. bzip2 and gzip have small ones. zstd files name theirs, up to a few MiB
//! at ordinary levels; the decoder accepts the 128 MiB that `zstd --long` asks for and refuses what is larger.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Chain, Cursor, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

mod error;

pub use error::InputError;

/// A stream of PGN text with a name, decompressed where necessary.
pub struct Input {
    name: String,
    size: Option<u64>,
    progress: Progress,
    reader: Box<dyn Read + Send>,
    compressed: bool,
    /// How much text has been delivered.
    offset: u64,
}

/// How many bytes of an [`Input`] have been used, as they lie in the file, that is, compressed if it is.
///
/// It is shared: a clone in another thread sees the reading go on. Together with [`Input::size`] it makes a progress bar.
#[derive(Clone, Debug, Default)]
pub struct Progress(Arc<AtomicU64>);

impl Input {
    /// Opens a file, or standard input if the path is `-`.
    ///
    /// # Errors
    ///
    /// If the path can't be opened or is a directory, and as [`Input::from_reader`].
    pub fn open(path: impl AsRef<Path>) -> Result<Input, InputError> {
        let path = path.as_ref();
        if path == Path::new("-") {
            return Input::stdin();
        }
        let name = path.display().to_string();
        let opened = File::open(path).and_then(|file| Ok((file.metadata()?, file)));
        match opened {
            Err(source) => Err(InputError::Open { name, source }),
            Ok((about, _)) if about.is_dir() => Err(InputError::Directory { name }),
            // A pipe or a device has no size that means anything.
            Ok((about, file)) => {
                let size = about.is_file().then_some(about.len());
                Ok(Input { size, ..Input::from_reader(name, file)? })
            }
        }
    }

    /// Standard input. Its size isn't known.
    ///
    /// # Errors
    ///
    /// As [`Input::from_reader`].
    pub fn stdin() -> Result<Input, InputError> {
        Input::from_reader("standard input", io::stdin())
    }

    /// Whatever can be read, with a name for messages. Its size isn't known.
    ///
    /// # Errors
    ///
    /// If its first bytes can't be read, or show that it is something that isn't supported.
    pub fn from_reader(
        name: impl Into<String>,
        reader: impl Read + Send + 'static,
    ) -> Result<Input, InputError> {
        let name = name.into();
        let mut reader = BufReader::with_capacity(BUFFER, reader);
        let mut head = Vec::new();
        if let Err(source) = reader.by_ref().take(HEAD as u64).read_to_end(&mut head) {
            return Err(InputError::Read { name, offset: 0, compressed: None, source });
        }
        let format = Format::of(&head);
        let progress = Progress::default();
        let counted =
            Counted { inner: Cursor::new(head).chain(reader), progress: progress.clone() };
        let reader: Box<dyn Read + Send> = match format {
            Format::Text => Box::new(counted),
            Format::Gzip => Box::new(flate2::bufread::MultiGzDecoder::new(counted)),
            Format::Bzip2 => Box::new(bzip2::bufread::MultiBzDecoder::new(counted)),
            Format::Zstd => match zstd::Decoder::with_buffer(counted) {
                Ok(decoder) => Box::new(decoder),
                Err(source) => {
                    return Err(InputError::Read { name, offset: 0, compressed: Some(0), source });
                }
            },
            Format::Other(found) => return Err(InputError::Unsupported { name, found }),
        };
        let compressed = !matches!(format, Format::Text);
        Ok(Input { name, size: None, progress, reader, compressed, offset: 0 })
    }

    /// The path as it was given, or `standard input`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The size of the file in bytes, compressed if it is. `None` if it isn't a regular file.
    pub fn size(&self) -> Option<u64> {
        self.size
    }

    /// A counter of the bytes used so far, which stays connected when the input is moved.
    pub fn progress(&self) -> Progress {
        self.progress.clone()
    }

    /// Reads some text, at least one byte unless the text is at its end.
    pub(super) fn read(&mut self, room: &mut [u8]) -> Result<usize, InputError> {
        let step = if self.compressed { STEP } else { usize::MAX };
        let room = room.split_at_mut(room.len().min(step)).0;
        loop {
            match self.reader.read(room) {
                Ok(count) => {
                    self.offset += count as u64;
                    return Ok(count);
                }
                Err(source) if source.kind() == io::ErrorKind::Interrupted => {}
                Err(source) => {
                    return Err(InputError::Read {
                        name: self.name.clone(),
                        offset: self.offset,
                        compressed: self.compressed.then(|| self.progress.bytes()),
                        source,
                    });
                }
            }
        }
    }

    /// Whether text that starts like this can be PGN. What was compressed can hold anything.
    pub(super) fn check(&self, text: &[u8]) -> Result<(), InputError> {
        let found = match Format::of(text) {
            Format::Text => return Ok(()),
            Format::Other(found) => found,
            Format::Zstd | Format::Gzip | Format::Bzip2 => "compressed twice",
        };
        Err(InputError::Unsupported { name: self.name.clone(), found })
    }
}

impl Progress {
    /// How many bytes have been used so far.
    pub fn bytes(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// As many bytes as [`Format::of`] looks at.
pub(super) const HEAD: usize = 512;

/// How much of a file is read at once, unless more is asked for.
const BUFFER: usize = 1 << 16;

/// How much is decoded at once, and lost where compressed data is damaged.
const STEP: usize = 1 << 14;

/// What data is, judging by its first bytes.
enum Format {
    Text,
    Zstd,
    Gzip,
    Bzip2,
    /// What isn't read, with its article.
    Other(&'static str),
}

impl Format {
    fn of(head: &[u8]) -> Format {
        match head {
            // The second form is a frame to be skipped, with which a zstd file may start.
            [0x28, 0xB5, 0x2F, 0xFD, ..] | [0x50..=0x5F, 0x2A, 0x4D, 0x18, ..] => Format::Zstd,
            [0x1F, 0x8B, ..] => Format::Gzip,
            [b'B', b'Z', b'h', b'1'..=b'9', ..] => Format::Bzip2,
            [0xFD, b'7', b'z', b'X', b'Z', 0, ..] => Format::Other("an xz file"),
            [b'7', b'z', 0xBC, 0xAF, 0x27, 0x1C, ..] => Format::Other("a 7z archive"),
            [b'P', b'K', 3, 4, ..] | [b'P', b'K', 5, 6, ..] => Format::Other("a zip archive"),
            [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] => Format::Other("UTF-16 text"),
            [b'H', b'Z', b'L', b'T', b'A', b'P', b'E', ..] => Format::Other("a tape file"),
            [b'S', b'c', b'i', b'd', b'.', b's', ..] => Format::Other("a part of a Scid database"),
            _ if head.get(257..262) == Some(b"ustar") => Format::Other("a tar archive"),
            _ if is_html(head) => Format::Other("an HTML page"),
            _ if is_binary(head) => Format::Other("no text"),
            _ => Format::Text,
        }
    }
}

fn is_html(head: &[u8]) -> bool {
    let head = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head).trim_ascii_start();
    let starts_with =
        |tag: &[u8]| head.get(..tag.len()).is_some_and(|start| start.eq_ignore_ascii_case(tag));
    starts_with(b"<!doctype") || starts_with(b"<html")
}

/// Whether there are more control characters than stray ones. A few do no harm.
fn is_binary(head: &[u8]) -> bool {
    let is_odd = |byte: &&u8| byte.is_ascii_control() && !byte.is_ascii_whitespace();
    head.iter().filter(is_odd).count() >= 16.max(head.len() / 16)
}

/// Counts what the decoder has used, rather than what has been read ahead.
struct Counted<R> {
    inner: Chain<Cursor<Vec<u8>>, BufReader<R>>,
    progress: Progress,
}

impl<R> Counted<R> {
    fn count(&self, bytes: usize) {
        self.progress.0.fetch_add(bytes as u64, Ordering::Relaxed);
    }
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(room)?;
        self.count(count);
        Ok(count)
    }
}

impl<R: Read> BufRead for Counted<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.inner.fill_buf()
    }

    fn consume(&mut self, count: usize) {
        self.inner.consume(count);
        self.count(count);
    }
}
