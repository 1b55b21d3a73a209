//! Going through files of games: what all commands on them share.
//!
//! A command says what is done with a chunk of games and what with the results, which come in the order of the files;
//! everything else happens here: opening, reading with all processors, showing how far it is, stopping on Ctrl-C, and
//! keeping what is wrong with its place. A file that can't be read keeps nobody from reading the next one, and is told
//! in the end. Memory doesn't grow with the files: of problems only as many are kept as are shown.

mod finding;
mod sink;

use std::io::IsTerminal as _;
use std::ops::ControlFlow;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use hazel_notation::pgn::{Chunk, Chunks, Input, InputError, Place, in_order};

use crate::arguments::Games;
use crate::interrupt::Interrupt;
use crate::meter::{Meter, Work};
use crate::report::{DIFFERS, DONE, Failure, OUTSIDE};

pub(crate) use finding::{Finding, Findings};
pub(crate) use sink::Sink;

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
    /// Games are written to the terminal, where a bar would be in their way.
    fills_terminal: bool,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(arguments: &'a Games) -> Result<Reader<'a>, Failure> {
        let interrupt = Interrupt::install()?;
        let processors = || std::thread::available_parallelism().map_or(1, usize::from);
        let threads = arguments.threads.map_or_else(processors, |threads| threads as usize);
        Ok(Reader { arguments, interrupt, threads, fills_terminal: false })
    }

    /// Where games go: into a file, or to standard output.
    pub(crate) fn sink(&mut self, output: Option<&Path>) -> Result<Sink, Failure> {
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
            let mut file = FileRead::new(path);
            match Input::open(path) {
                Err(error) => file.trouble = Some(error.to_string()),
                Ok(input) => {
                    input.name().clone_into(&mut file.name);
                    let progress = input.progress();
                    let flow = in_order(Chunks::new(input), self.threads, &work, |item| {
                        if self.interrupt.is_asked() {
                            return ControlFlow::Break(self.interrupt.failure());
                        }
                        let from = Origin { file: number, games: file.games };
                        if let Some(value) = file.add(item, self.findings())
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
    pub(crate) name: String,
    pub(crate) games: u64,
    pub(crate) errors: u64,
    pub(crate) remarks: u64,
    pub(crate) seconds: f64,
    /// Why it couldn't be read, or not to its end.
    pub(crate) trouble: Option<String>,
    pub(crate) findings: Vec<Finding>,
}

impl FileRead {
    fn new(path: &Path) -> FileRead {
        FileRead {
            name: path.display().to_string(),
            games: 0,
            errors: 0,
            remarks: 0,
            seconds: 0.0,
            trouble: None,
            findings: Vec::new(),
        }
    }

    fn add<T>(&mut self, item: Result<Part<T>, InputError>, mut more: Findings) -> Option<T> {
        let games = self.games;
        let (findings, value) = match item {
            Ok(part) => {
                self.games += part.games;
                (part.findings, Some(part.value))
            }
            // Some games are lost, as with any other error; reading goes on.
            Err(InputError::GameTooLong { line, longest, .. }) => {
                let text = format!("no end of a game within {longest} bytes; skipped to the next");
                more.add(Place { line, column: 1 }, 1, &text);
                (more, None)
            }
            Err(error) => {
                self.trouble = Some(error.to_string());
                return None;
            }
        };
        self.errors += findings.errors;
        self.remarks += findings.remarks;
        let room = findings.limit - self.findings.len().min(findings.limit);
        self.findings.extend(findings.list.into_iter().take(room).map(|mut finding| {
            finding.game = finding.game.map(|game| game + games);
            finding.file.clone_from(&self.name);
            finding
        }));
        value
    }
}

impl Reading {
    pub(crate) fn games(&self) -> u64 {
        self.files.iter().map(|file| file.games).sum()
    }

    pub(crate) fn errors(&self) -> u64 {
        self.files.iter().map(|file| file.errors).sum()
    }

    pub(crate) fn remarks(&self) -> u64 {
        self.files.iter().map(|file| file.remarks).sum()
    }

    pub(crate) fn findings(&self) -> impl Iterator<Item = &Finding> {
        self.files.iter().flat_map(|file| &file.findings)
    }

    /// Whether some file couldn't be read to its end.
    pub(crate) fn has_trouble(&self) -> bool {
        self.files.iter().any(|file| file.trouble.is_some())
    }

    /// Tells on standard error what is wrong with games, and what else is.
    pub(crate) fn tell(&self) {
        for finding in self.findings() {
            crate::report::note(&finding.to_string());
        }
        let unlisted =
            self.errors().saturating_sub(self.findings().filter(|f| f.is_error()).count() as u64);
        if unlisted > 0 {
            let errors = if unlisted == 1 { "error" } else { "errors" };
            let unlisted = crate::output::grouped(unlisted);
            crate::report::note(&format!("{unlisted} more {errors}; --max-problems lists them"));
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
        ExitCode::from(match (self.has_trouble(), self.errors()) {
            (true, _) => OUTSIDE,
            (false, 0) => DONE,
            (false, _) => DIFFERS,
        })
    }
}
