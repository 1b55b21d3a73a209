//! A child process that talks in lines.
//!
//! Three threads belong to it: one writes commands, so that a child that does not read can't block its driver; one reads
//! its output into a bounded channel, so that a child that babbles waits instead of filling the memory; one drains its
//! error stream, of which the last lines are kept for whoever must explain its death. They end with the child's streams.
//!
//! The child leads a process group of its own. Ctrl-C in the terminal thus reaches Hazel alone, which then decides; and
//! what is killed in the end is the group, because engines often are scripts that start the real one.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use wait_timeout::ChildExt;

use crate::locate::locate;
use crate::{Ending, EngineError, Silence, Transport};

/// A longer line arrives in pieces of this many bytes.
const LONGEST_LINE: u64 = 1 << 16;
/// So many lines are read ahead.
const READ_AHEAD: usize = 1024;
/// So many lines are remembered for [`Ending::last_lines`].
const REMEMBERED: usize = 8;
/// So long a child that has closed its output may take to end.
const FAREWELL: Duration = Duration::from_secs(1);

/// A child process that is written to and read from in lines. Dropped, it is killed.
#[derive(Debug)]
pub struct Process {
    child: Child,
    commands: Sender<String>,
    events: Receiver<Event>,
    interrupter: Interrupter,
    remembered: Remembered,
    /// Disconnected once the error stream has been read to its end.
    errors_read: Receiver<()>,
    is_gone: bool,
}

#[derive(Debug)]
enum Event {
    Line(String),
    End,
    /// Look at the flag of the [`Interrupter`].
    Wake,
}

impl Process {
    /// Starts a program. A bare name is looked for on `PATH` and then in `/usr/games` and `/usr/local/games`, where some
    /// systems keep engines; a name with a directory in it is a file.
    ///
    /// # Errors
    /// [`EngineError::NotFound`] or [`EngineError::Start`].
    pub fn start(program: &str, arguments: &[String]) -> Result<Process, EngineError> {
        let file = locate(program)?;
        let mut command = Command::new(&file);
        command.args(arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let start_error = |source| EngineError::Start { program: file.clone(), source };
        let mut child = command.spawn().map_err(start_error)?;
        let streams = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(input), Some(output), Some(errors)) = streams else {
            unreachable!("all three streams were asked for");
        };

        let (commands, to_write) = mpsc::channel();
        let (event_sender, events) = mpsc::sync_channel(READ_AHEAD);
        let (errors_open, errors_read) = mpsc::channel::<()>();
        let remembered = Remembered::default();
        let interrupter = Interrupter { flag: Arc::default(), wake: event_sender.clone() };
        thread::spawn(move || write_lines(input, &to_write));
        thread::spawn({
            let remembered = remembered.clone();
            move || {
                read_lines(output, |line| {
                    remembered.add(&line);
                    event_sender.send(Event::Line(line)).is_ok()
                });
                // Nobody may be listening any more, and then nobody needs to know.
                let _ = event_sender.send(Event::End);
            }
        });
        thread::spawn({
            let remembered = remembered.clone();
            move || {
                read_lines(errors, |line| {
                    remembered.add(&line);
                    true
                });
                drop(errors_open);
            }
        });
        Ok(Process {
            child,
            commands,
            events,
            interrupter,
            remembered,
            errors_read,
            is_gone: false,
        })
    }

    /// A handle that ends waits on this process from another thread.
    pub fn interrupter(&self) -> Interrupter {
        self.interrupter.clone()
    }

    /// The output is closed: gives the child a moment to end by itself, and collects what it left.
    fn ending(&mut self) -> Ending {
        let status = self.child.wait_timeout(FAREWELL).ok().flatten();
        self.kill();
        // What the child wrote last may still be on its way through the pipe.
        let _ = self.errors_read.recv_timeout(FAREWELL);
        Ending { status, last_lines: self.remembered.lines() }
    }

    /// Kills the child and its group, once.
    fn kill(&mut self) -> Option<ExitStatus> {
        if self.is_gone {
            return None;
        }
        self.is_gone = true;
        // Failing here means that there is nothing left to kill.
        #[cfg(unix)]
        let _ = rustix::process::kill_process_group(
            rustix::process::Pid::from_child(&self.child),
            rustix::process::Signal::KILL,
        );
        let _ = self.child.kill();
        self.child.wait().ok()
    }
}

impl Transport for Process {
    fn send(&mut self, line: &str) {
        // The writer is gone when the child's input is closed; waiting for an answer will tell why.
        let _ = self.commands.send(format!("{line}\n"));
    }

    fn receive(&mut self, deadline: Instant) -> Result<String, Silence> {
        loop {
            if self.interrupter.flag.load(Ordering::Relaxed) {
                return Err(Silence::Interrupted);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                // A child that always has another line ready would never be late otherwise.
                return Err(Silence::TimedOut);
            }
            match self.events.recv_timeout(left) {
                Ok(Event::Line(line)) => return Ok(line),
                Ok(Event::Wake) => {}
                Ok(Event::End) | Err(RecvTimeoutError::Disconnected) => {
                    return Err(Silence::Ended(self.ending()));
                }
                Err(RecvTimeoutError::Timeout) => return Err(Silence::TimedOut),
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Ends the waits on a [`Process`], now and later, from another thread.
#[derive(Clone, Debug)]
pub struct Interrupter {
    flag: Arc<AtomicBool>,
    wake: SyncSender<Event>,
}

impl Interrupter {
    /// Lets the current wait and every later one end with [`Silence::Interrupted`].
    pub fn interrupt(&self) {
        self.flag.store(true, Ordering::Relaxed);
        // A full channel means that nobody waits on it, and the flag will be seen.
        let _ = self.wake.try_send(Event::Wake);
    }
}

/// The last lines of a child.
#[derive(Clone, Debug, Default)]
struct Remembered(Arc<Mutex<VecDeque<String>>>);

impl Remembered {
    fn add(&self, line: &str) {
        if line.trim().is_empty() {
            return;
        }
        let mut lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if lines.len() == REMEMBERED {
            lines.pop_front();
        }
        lines.push_back(line.to_owned());
    }

    fn lines(&self) -> Vec<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }
}

fn write_lines(mut input: ChildStdin, lines: &Receiver<String>) {
    while let Ok(line) = lines.recv() {
        if input.write_all(line.as_bytes()).and_then(|()| input.flush()).is_err() {
            return;
        }
    }
}

/// Hands over line after line until the stream ends or `accept` says no.
fn read_lines(stream: impl Read, mut accept: impl FnMut(String) -> bool) {
    let mut stream = BufReader::new(stream);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match (&mut stream).take(LONGEST_LINE).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return,
            Ok(_) => {
                let line = String::from_utf8_lossy(&bytes);
                if !accept(line.trim_end_matches(['\n', '\r']).to_owned()) {
                    return;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines_of(bytes: &[u8]) -> Vec<String> {
        let mut lines = Vec::new();
        read_lines(bytes, |line| {
            lines.push(line);
            true
        });
        lines
    }

    #[test]
    fn lines_end_in_any_way_and_need_not_be_text() {
        assert_eq!(lines_of(b"a\nb\r\n\nc"), ["a", "b", "", "c"]);
        assert_eq!(lines_of(b"\xFF\n"), ["\u{FFFD}"]);
        assert_eq!(lines_of(b""), [""; 0]);
    }

    #[test]
    fn an_endless_line_arrives_in_pieces() {
        let lengths: Vec<usize> = lines_of(&[b'x'; 100_000]).iter().map(String::len).collect();
        assert_eq!(lengths, [65_536, 34_464]);
    }

    #[test]
    fn only_the_last_lines_are_remembered() {
        let remembered = Remembered::default();
        (0..20).for_each(|number| remembered.add(&format!("line {number}")));
        remembered.add("  ");
        assert_eq!(remembered.lines().len(), REMEMBERED);
        assert_eq!(remembered.lines().last().map(String::as_str), Some("line 19"));
    }
}
