//! Running the program under test.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

/// What a run has left behind.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// The program, without colours and with the engines of the tests before all others.
pub(crate) fn hazel(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hazel"));
    command.args(arguments);
    surroundings(&mut command);
    command
}

/// What every run finds around it.
pub(crate) fn surroundings(command: &mut Command) {
    let program = Path::new(env!("CARGO_BIN_EXE_hazel"));
    let engines = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/engines");
    let path = std::env::var_os("PATH").unwrap_or_default();
    let before = [engines, program.parent().expect("a directory").to_owned()];
    let path = std::env::join_paths(before.into_iter().chain(std::env::split_paths(&path)));
    command.env("PATH", path.expect("a path")).env("HAZEL", program).env("NO_COLOR", "1");
    command.stdin(Stdio::null()).env_remove("CLICOLOR_FORCE");
}

/// Runs the program to its end.
pub(crate) fn run(arguments: &[&str]) -> Run {
    finish(&mut hazel(arguments))
}

/// Runs the program with this on standard input.
pub(crate) fn run_with_input(arguments: &[&str], input: &[u8]) -> Run {
    let mut command = hazel(arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    // A program that has seen enough may close its input early.
    let _ = child.stdin.take().expect("a pipe").write_all(input);
    gather(child.wait_with_output().expect("the program ends"))
}

/// Runs a command to its end.
pub(crate) fn finish(command: &mut Command) -> Run {
    gather(command.output().expect("the program starts"))
}

fn gather(output: std::process::Output) -> Run {
    let text = |bytes| String::from_utf8(bytes).expect("the program writes text");
    let run = Run {
        code: output.status.code().expect("the program ends by itself"),
        stdout: text(output.stdout),
        stderr: text(output.stderr),
    };
    assert!(!run.stderr.contains("panicked"), "{run:?}");
    run
}

/// Runs the program for a JSON answer.
pub(crate) fn json(arguments: &[&str]) -> Value {
    let run = run(&[arguments, &["--format", "json"]].concat());
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{arguments:?}");
    serde_json::from_str(&run.stdout).expect("JSON")
}

/// The names of the fields of a JSON object, in order.
pub(crate) fn fields(value: &Value) -> Vec<&str> {
    let mut names: Vec<&str> =
        value.as_object().expect("an object").keys().map(String::as_str).collect();
    names.sort_unstable();
    names
}

/// Runs the program for a CSV answer: the header and the rows.
pub(crate) fn csv(arguments: &[&str]) -> (Vec<String>, Vec<Vec<String>>) {
    let run = run(&[arguments, &["--format", "csv"]].concat());
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{arguments:?}");
    let mut reader = csv::Reader::from_reader(run.stdout.as_bytes());
    let words = |record: &csv::StringRecord| record.iter().map(str::to_owned).collect();
    let header = words(reader.headers().expect("a header"));
    let rows = reader.records().map(|record| words(&record.expect("a row"))).collect();
    (header, rows)
}

/// A new directory with the repository's sample games, where examples are run: some of them write files.
pub(crate) fn with_examples() -> tempfile::TempDir {
    let directory = tempfile::tempdir().expect("a directory");
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    std::os::unix::fs::symlink(
        examples.canonicalize().expect("examples"),
        directory.path().join("examples"),
    )
    .expect("a link");
    directory
}
