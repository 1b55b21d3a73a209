//! Going through files of games: what all commands on them share.
//!
//! A command says what is done with a chunk of games and what with the results, which come in the order of the files;
//! everything else happens here: opening, reading with all processors, showing how far it is, stopping on Ctrl-C, and
//! keeping what is wrong with its place. A file that can't be read keeps nobody from reading the next one, and is reported
//! in the end. Memory doesn't grow with the files: of problems only as many are kept as are shown.

mod finding;
mod packer;
mod sink;
mod tag;

use std::io::IsTerminal as _;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use hazel_notation::pgn::{Chunk, Chunks, Input, InputError, Place, in_order};

use crate::arguments::{Format, Games};
use crate::interrupt::Interrupt;
use crate::meter::{Meter, Work};
use crate::report::{DIFFERS, DONE, Failure, OUTSIDE};

pub(crate) use finding::{Finding, Findings, hides_start, printable};
pub(crate) use sink::Sink;
pub(crate) use tag::{days, rating, year};

/// What one chunk of games has given.
pub(crate) struct Part<T> {
    pub(crate) games: u64,
    pub(crate) findings: Findings,
    pub(crate) value: T,
}

/// Where a part comes from.
#[derive(Clone, Copy)]
pub(crate) struct Origin {
    /// The number of the file among those that were given.
    pub(crate) file: usize,
    /// How many games of the file came before.
    pub(crate) games: u64,
}

/// Reads files as the arguments say.
pub(crate) struct Reader<'a> {
    arguments: &'a Games,
    interrupt: Interrupt,
    threads: usize,
    /// How many bytes of a file are worked on at once.
    chunk: usize,
    /// Games are written to the terminal, where a bar would be in their way.
    fills_terminal: bool,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(arguments: &'a Games) -> Result<Reader<'a>, Failure> {
        if arguments.files.iter().filter(|path| *path == Path::new("-")).count() > 1 {
            return Err(Failure::input(
                "standard input can be read only once, so '-' can't be given twice",
            ));
        }
        let interrupt = Interrupt::install()?;
        let processors = || std::thread::available_parallelism().map_or(1, usize::from);
        let threads = arguments.threads.map_or_else(processors, |threads| threads as usize);
        let chunk = Chunks::SIZE;
        Ok(Reader { arguments, interrupt, threads, chunk, fills_terminal: false })
    }

    /// Each game becomes much longer than it is, so fewer are worked on at once, for the memory's sake.
    pub(crate) fn expands(&mut self) {
        self.chunk = Chunks::SIZE / 16;
    }

    /// Where games go: into a file, after which the answer comes in this format, or to standard output.
    pub(crate) fn sink(&mut self, output: Option<&Path>, format: Format) -> Result<Sink, Failure> {
        if output.is_none() && format != Format::Table {
            let message = "--format is for what is said about the games, and they themselves go to standard output";
            return Err(Failure::input(message)
                .help("write the games to a file with -o, or ask for another form with --to"));
        }
        self.fills_terminal = output.is_none() && std::io::stdout().is_terminal();
        Sink::open(output, &self.interrupt)
    }

    /// A list for what a chunk's games have wrong.
    pub(crate) fn findings(&self) -> Findings {
        Findings::new(self.arguments.max_problems, self.arguments.remarks)
    }

    /// Works on all files; `take` gets the results in order.
    pub(crate) fn read<T: Send>(
        &self,
        work: impl Fn(&Chunk) -> Part<T> + Sync,
        mut take: impl FnMut(Origin, T) -> Result<(), Failure>,
    ) -> Result<Reading, Failure> {
        let began = Instant::now();
        let work_in_all = Work::Reading(self.total());
        let meter =
            if self.fills_terminal { Meter::silent(work_in_all) } else { Meter::new(work_in_all) };
        self.interrupt.tell_from(meter.tally());
        let mut files: Vec<FileRead> = Vec::with_capacity(self.arguments.files.len());
        let (mut bytes, mut games) = (0, 0);
        for path in &self.arguments.files {
            let began = Instant::now();
            let number = files.len();
            let mut file = FileRead::new(path, self.findings());
            match Input::open(path) {
                Err(error) => file.trouble = Some(error.to_string()),
                Ok(input) => {
                    input.name().clone_into(&mut file.name);
                    let progress = input.progress();
                    let chunks = Chunks::new(input).with_size(self.chunk);
                    let flow = in_order(chunks, self.threads, &work, |item| {
                        if self.interrupt.is_asked() {
                            return ControlFlow::Break(self.interrupt.failure());
                        }
                        let from = Origin { file: number, games: file.games };
                        if let Some(value) = file.add(item)
                            && let Err(failure) = take(from, value)
                        {
                            return ControlFlow::Break(failure);
                        }
                        meter.has_read(bytes + progress.bytes(), games + file.games);
                        ControlFlow::Continue(())
                    });
                    if let ControlFlow::Break(failure) = flow {
                        return Err(failure);
                    }
                    bytes += progress.bytes();
                }
            }
            file.seconds = began.elapsed().as_secs_f64();
            games += file.games;
            files.push(file);
        }
        Ok(Reading { files, threads: self.threads, seconds: began.elapsed().as_secs_f64() })
    }

    /// The size of all files together, if all are files.
    fn total(&self) -> Option<u64> {
        let size = |path| std::fs::metadata(path).ok().filter(std::fs::Metadata::is_file);
        // One that isn't there is told later; here it has no bytes.
        let sizes = self.arguments.files.iter().map(|path| match size(path) {
            Some(about) => Some(about.len()),
            None => (!path.exists() && path != Path::new("-")).then_some(0),
        });
        sizes.sum()
    }
}

/// What was read.
pub(crate) struct Reading {
    pub(crate) files: Vec<FileRead>,
    pub(crate) threads: usize,
    pub(crate) seconds: f64,
}

/// One of the files, in numbers.
pub(crate) struct FileRead {
    path: PathBuf,
    pub(crate) name: String,
    /// Those that are too long to be read count too.
    pub(crate) games: u64,
    pub(crate) seconds: f64,
    /// Why it couldn't be read, or not to its end.
    pub(crate) trouble: Option<String>,
    /// A game was too long to be read.
    has_gap: bool,
    pub(crate) findings: Findings,
}

impl FileRead {
    fn new(path: &Path, findings: Findings) -> FileRead {
        FileRead {
            path: path.to_owned(),
            name: path.display().to_string(),
            games: 0,
            seconds: 0.0,
            trouble: None,
            has_gap: false,
            findings,
        }
    }

    fn add<T>(&mut self, item: Result<Part<T>, InputError>) -> Option<T> {
        match item {
            Ok(part) => {
                self.findings.take(part.findings, &self.name, self.games);
                self.games += part.games;
                Some(part.value)
            }
            // The game is lost, as with any other error; reading goes on.
            Err(InputError::GameTooLong { line, longest, .. }) => {
                self.games += 1;
                self.has_gap = true;
                let text = format!("no end of a game within {longest} bytes; skipped to the next");
                self.findings.add(&self.name, Place { line, column: 1 }, self.games, &text);
                None
            }
            Err(error) => {
                self.trouble = Some(error.to_string());
                None
            }
        }
    }
}

impl Reading {
    pub(crate) fn games(&self) -> u64 {
        self.files.iter().map(|file| file.games).sum()
    }

    pub(crate) fn errors(&self) -> u64 {
        self.files.iter().map(|file| file.findings.errors()).sum()
    }

    pub(crate) fn remarks(&self) -> u64 {
        self.files.iter().map(|file| file.findings.remarks()).sum()
    }

    pub(crate) fn findings(&self) -> impl Iterator<Item = &Finding> {
        self.files.iter().flat_map(|file| &file.findings.list)
    }

    /// Why files couldn't be read to their end.
    pub(crate) fn trouble(&self) -> Vec<String> {
        self.files.iter().filter_map(|file| file.trouble.clone()).collect()
    }

    /// Whether every game was there to be read, with errors or without.
    pub(crate) fn is_whole(&self) -> bool {
        self.files.iter().all(|file| file.trouble.is_none() && !file.has_gap)
    }

    /// Whether this is one of the files, by any name.
    pub(crate) fn has_file(&self, path: &Path) -> bool {
        let Ok(wanted) = path.canonicalize() else { return false };
        self.files.iter().any(|file| {
            let is_standard = file.path == Path::new("-");
            let path = if is_standard { Path::new("/dev/stdin") } else { &file.path };
            path.canonicalize().is_ok_and(|path| path == wanted)
        })
    }

    /// How many problems are not among those that are listed, in words, if there are some.
    pub(crate) fn unlisted(&self) -> Option<String> {
        let hidden =
            |count: fn(&Findings) -> u64| self.files.iter().map(|file| count(&file.findings)).sum();
        let kinds = [
            (hidden(Findings::hidden_errors), "error"),
            (hidden(Findings::hidden_remarks), "remark"),
        ];
        let more: Vec<String> = kinds
            .iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, kind)| {
                format!(
                    "{} more {kind}{}",
                    crate::output::grouped(*count),
                    if *count == 1 { "" } else { "s" }
                )
            })
            .collect();
        (!more.is_empty()).then(|| format!("{}; --max-problems N lists more", more.join(" and ")))
    }

    /// Tells on standard error what is wrong with games, and what else is.
    pub(crate) fn tell(&self) {
        for finding in self.findings() {
            crate::report::note(&finding.to_string());
        }
        if let Some(more) = self.unlisted() {
            crate::report::note(&more);
        }
        self.tell_trouble();
    }

    /// Tells on standard error which files couldn't be read.
    pub(crate) fn tell_trouble(&self) {
        for trouble in self.files.iter().filter_map(|file| file.trouble.as_deref()) {
            Failure::outside(trouble).report();
        }
    }

    /// How it went.
    pub(crate) fn code(&self) -> ExitCode {
        ExitCode::from(
            match (self.files.iter().any(|file| file.trouble.is_some()), self.errors()) {
                (true, _) => OUTSIDE,
                (false, 0) => DONE,
                (false, _) => DIFFERS,
            },
        )
    }
}
