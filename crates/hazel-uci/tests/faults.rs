//! Real processes that crash, stall and lie. The engines are shell scripts; none of them sleeps.

use std::fs::File;
use std::io::Read;
use std::process::Command;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use hazel_core::Position;
use hazel_uci::{Awaited, Engine, EngineError, Limits, Process, Silence, Transport};

/// Short where a fault is meant to run into it, long where it isn't.
const SOON: Duration = Duration::from_millis(100);
const LIMITS: Limits = Limits {
    handshake: Duration::from_secs(20),
    ready: Duration::from_secs(20),
    perft: Duration::from_secs(20),
    quit: Duration::from_secs(20),
};

/// What a well-behaved engine does first; `read` blocks until the driver speaks.
const GREETING: &str = "read uci; echo 'id name Script'; echo uciok;";

fn start(script: &str, limits: Limits) -> Result<Engine, EngineError> {
    Engine::start("sh", &["-c".to_owned(), script.to_owned()], limits)
}

fn greeted(script: &str, limits: Limits) -> Engine {
    start(&format!("{GREETING} {script}"), limits).expect("a greeting")
}

/// The error of `go perft 2` from the initial position.
fn perft_error(script: &str, limits: Limits) -> EngineError {
    let mut engine = greeted(&format!("read position; read go; {script}"), limits);
    engine.perft(&Position::initial(), 2).expect_err("a fault")
}

#[test]
fn an_engine_that_is_not_there_is_named() {
    let error = Engine::start("no-such-engine", &[], LIMITS).expect_err("not there");
    assert_eq!(
        error.to_string(),
        "there is no engine \"no-such-engine\": looked for a program of this name on PATH and in /usr/games and \
         /usr/local/games"
    );
}

#[test]
fn a_file_that_is_no_program_is_named() {
    let error = Engine::start("./Cargo.toml", &[], LIMITS).expect_err("not a program");
    assert!(matches!(error, EngineError::Start { .. }), "{error:?}");
    assert!(error.to_string().starts_with("the engine ./Cargo.toml can't be started: "), "{error}");
}

#[test]
fn an_engine_that_never_greets_times_out() {
    let limits = Limits { handshake: SOON, ..LIMITS };
    // The first reads and says nothing, the second does not even read, the third says everything but `uciok`.
    for script in [
        "read uci; read nothing",
        "exec tail -f /dev/null",
        "read uci; while read x; do :; done; yes",
    ] {
        let error = start(script, limits).expect_err("no greeting");
        assert_eq!(error.to_string(), "sh did not send `uciok` in answer to `uci` within 0.1 s");
    }
}

#[test]
fn an_engine_that_babbles_without_end_times_out() {
    let limits = Limits { handshake: SOON, ..LIMITS };
    let error = start("yes 'info string hello'", limits).expect_err("no greeting");
    assert!(matches!(error, EngineError::TimedOut { awaited: Awaited::UciOk, .. }), "{error:?}");
    // A line without end is a babble too.
    let error = start("yes | tr -d '\\n'", limits).expect_err("no greeting");
    assert!(matches!(error, EngineError::TimedOut { awaited: Awaited::UciOk, .. }), "{error:?}");
}

#[test]
fn an_engine_that_crashes_is_quoted() {
    let error = start("read uci; echo loading; echo 'no network' >&2; exit 3", LIMITS)
        .expect_err("it exits");
    let EngineError::Exited { awaited, ending, .. } = &error else { panic!("{error:?}") };
    assert_eq!(*awaited, Awaited::UciOk);
    assert_eq!(ending.status.and_then(|status| status.code()), Some(3));
    let mut lines = ending.last_lines.clone();
    lines.sort();
    assert_eq!(lines, ["loading", "no network"], "of two streams the order is not known");
    let message = error.to_string();
    assert!(
        message.starts_with(
            "sh ended instead of sending `uciok` in answer to `uci` (exit status: 3); its last lines were:\n    "
        ),
        "{message}"
    );
    let killed = perft_error("echo 'a2a3: 20'; kill -SEGV $$", LIMITS).to_string();
    assert!(
        killed.contains(
            "Script ended instead of sending the next count in answer to `go perft 2` (signal: 11"
        ),
        "{killed}"
    );
    assert!(killed.ends_with("\n    id name Script\n    uciok\n    a2a3: 20"), "{killed}");
    let silent = start("exit 0", LIMITS).expect_err("it exits").to_string();
    assert!(silent.ends_with("(exit status: 0); it had written nothing"), "{silent}");
}

#[test]
fn an_engine_that_stalls_in_the_middle_times_out() {
    let limits = Limits { perft: SOON, ready: SOON, ..LIMITS };
    let error = perft_error("echo 'a2a3: 20'; read more", limits);
    assert_eq!(
        error.to_string(),
        "Script did not send the next count in answer to `go perft 2` within 0.1 s"
    );
    // Chatter is no progress.
    let error = perft_error("yes 'info depth 1'", limits);
    assert!(matches!(error, EngineError::TimedOut { .. }), "{error:?}");
    let error = greeted("read isready; read more", limits).wait_ready().expect_err("not ready");
    assert_eq!(
        error.to_string(),
        "Script did not send `readyok` in answer to `isready` within 0.1 s"
    );
}

#[test]
fn an_engine_that_lies_is_quoted() {
    let cases = [
        (
            "echo 'a2a3: 20'; echo 'a2a3: 20'",
            "Script sent \"a2a3: 20\": the move has been counted before",
        ),
        (
            "echo 'a2a3: 20'; echo 'Nodes searched: 21'",
            "Script sent \"Nodes searched: 21\": the counts before it sum to 20",
        ),
        (
            "echo 'a2a3: twenty'",
            "Script sent \"a2a3: twenty\": expected a number of nodes after the move",
        ),
        (
            "echo 'a2a3: 18446744073709551615'; echo 'a2a4: 1'",
            "Script sent \"a2a4: 1\": the sum is beyond 64 bits",
        ),
    ];
    for (script, message) in cases {
        assert_eq!(perft_error(&format!("{script}; read more"), LIMITS).to_string(), message);
    }
}

#[test]
fn an_engine_without_chess960_is_not_asked_for_it() {
    let position =
        hazel_notation::parse_fen("1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1").expect("a position");
    let error = greeted("read more", LIMITS).perft(&position, 1).expect_err("no such option");
    assert_eq!(
        error.to_string(),
        "Script: there is no option \"UCI_Chess960\": expected one of the options that it declares, which are none"
    );
}

#[test]
fn quitting_waits_for_the_end_and_kills_in_the_end() {
    let ending = greeted("read quit; exit 7", LIMITS).quit().expect("it quits");
    assert_eq!(ending.status.and_then(|status| status.code()), Some(7));
    let limits = Limits { quit: SOON, ..LIMITS };
    let error = greeted("while read x; do :; done", limits).quit().expect_err("it stays");
    assert_eq!(
        error.to_string(),
        "Script did not send the end of its output in answer to `quit` within 0.1 s"
    );
}

#[test]
fn a_wait_can_be_interrupted() {
    let mut process =
        Process::start("sh", &["-c".to_owned(), "read more".to_owned()]).expect("a shell");
    let interrupter = process.interrupter();
    let interrupting = thread::spawn(move || interrupter.interrupt());
    let deadline = Instant::now() + LIMITS.ready;
    assert_eq!(process.receive(deadline), Err(Silence::Interrupted));
    interrupting.join().expect("interrupting does not panic");
    let error = Engine::greet(process, "sh", LIMITS).expect_err("it stays interrupted");
    assert_eq!(
        error.to_string(),
        "interrupted while waiting for `uciok` in answer to `uci` from sh"
    );
}

/// The engine starts another process, as a script around a real engine does; both hold a named pipe open for writing,
/// and it is read to its end only if both are gone.
#[test]
fn a_dropped_engine_takes_its_children_with_it() {
    let directory = tempfile::tempdir().expect("a directory");
    let pipe = directory.path().join("held");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
    let script = format!(
        "exec 9>'{}'; tail -f /dev/null & {GREETING} while :; do wait; done",
        pipe.display()
    );
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let read = File::open(pipe).and_then(|mut pipe| pipe.read_to_end(&mut Vec::new()));
        sender.send(read.is_ok())
    });
    drop(start(&script, LIMITS).expect("a greeting"));
    assert_eq!(receiver.recv_timeout(LIMITS.quit), Ok(true), "nobody holds the pipe any more");
}
