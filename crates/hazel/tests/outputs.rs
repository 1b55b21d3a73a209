//! Files that are written: what they replace, what they keep, and when they are left alone.

use std::io::Read as _;
use std::os::unix::fs::{FileTypeExt as _, PermissionsExt as _, symlink};
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json as value};

use crate::games::{ODD, sample};
use crate::program::{Run, finish, hazel, run, run_with_input};

fn name(path: &Path) -> &str {
    path.to_str().expect("a name")
}

fn dedupe_to(output: &Path) -> Run {
    run(&["pgn", "dedupe", &sample(), "-o", name(output)])
}

#[test]
fn a_link_stays_a_link_and_a_file_keeps_its_mode() {
    let directory = tempfile::tempdir().expect("a directory");
    let inner = directory.path().join("inner");
    std::fs::create_dir(&inner).expect("a directory");
    let (file, link) = (inner.join("games.pgn"), directory.path().join("link.pgn"));
    std::fs::write(&file, "old").expect("a file");
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o600)).expect("a mode");
    symlink("inner/games.pgn", &link).expect("a link");
    let run = dedupe_to(&link);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    assert!(std::fs::symlink_metadata(&link).expect("the link").is_symlink());
    let about = std::fs::metadata(&file).expect("the file");
    assert_eq!(about.permissions().mode() & 0o777, 0o600);
    assert!(about.len() > 1000);
    // What is protected is not replaced.
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o400)).expect("a mode");
    let refused = dedupe_to(&link);
    assert_eq!((refused.code, refused.stdout.as_str()), (3, ""));
    assert!(refused.stderr.contains("can't be written: permission denied"), "{}", refused.stderr);
    // A link to nothing makes what it points to.
    let (missing, dangling) = (inner.join("new.pgn"), directory.path().join("dangling.pgn"));
    symlink("inner/new.pgn", &dangling).expect("a link");
    assert_eq!(dedupe_to(&dangling).code, 0);
    assert!(std::fs::symlink_metadata(&dangling).expect("the link").is_symlink());
    assert!(missing.is_file());
}

/// A pipe with a name.
fn fifo(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().expect("mkfifo").success());
}

#[test]
fn what_is_no_regular_file_is_written_through() {
    let directory = tempfile::tempdir().expect("a directory");
    let pipe = directory.path().join("pipe");
    fifo(&pipe);
    let reader = std::thread::spawn({
        let pipe = pipe.clone();
        move || {
            let mut text = String::new();
            std::fs::File::open(pipe).expect("the pipe").read_to_string(&mut text).expect("text");
            text
        }
    });
    let run = dedupe_to(&pipe);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(std::fs::symlink_metadata(&pipe).expect("the pipe").file_type().is_fifo());
    let plain = crate::program::run(&["pgn", "dedupe", &sample()]).stdout;
    assert_eq!(reader.join().expect("it reads"), plain);
    assert_eq!(std::fs::read_dir(directory.path()).expect("a directory").count(), 1);
}

#[test]
fn a_dash_is_standard_output() {
    let directory = tempfile::tempdir().expect("a directory");
    let in_directory = |arguments: &[&str]| finish(hazel(arguments).current_dir(directory.path()));
    let plain = run(&["pgn", "dedupe", &sample()]).stdout;
    for dash in ["-", "/dev/stdout"] {
        let run = in_directory(&["pgn", "dedupe", &sample(), "-o", dash]);
        assert_eq!((run.code, run.stdout.as_str()), (0, plain.as_str()));
    }
    let output = hazel(&["tape", &sample(), "--save", "-"])
        .current_dir(directory.path())
        .output()
        .expect("the program starts");
    assert!(output.stdout.starts_with(b"HZLTAPE"));
    assert_eq!(std::fs::read_dir(directory.path()).expect("a directory").count(), 0);
}

#[test]
fn a_name_can_ask_for_compression() {
    let directory = tempfile::tempdir().expect("a directory");
    let plain = run(&["pgn", "dedupe", &sample()]).stdout;
    for (name, magic) in
        [("a.pgn.zst", &b"\x28\xB5"[..]), ("a.pgn.gz", b"\x1F\x8B"), ("a.BZ2", b"BZh")]
    {
        let path = directory.path().join(name);
        assert_eq!(dedupe_to(&path).code, 0);
        assert!(std::fs::read(&path).expect("the file").starts_with(magic), "{name}");
        let path = path.to_str().expect("a name");
        let back = run(&["pgn", "filter", path]);
        assert_eq!((back.code, back.stdout.as_str()), (0, plain.as_str()), "{name}");
    }
}

#[test]
fn the_best_is_not_looked_for_in_what_can_be_read_only_once() {
    let directory = tempfile::tempdir().expect("a directory");
    let (pipe, output) = (directory.path().join("pipe"), directory.path().join("out.pgn"));
    fifo(&pipe);
    let arguments = ["pgn", "dedupe", "--keep", "best", "-o", name(&output)];
    let piped = run(&[&arguments[..], &[name(&pipe)]].concat());
    assert_eq!(piped.code, 2);
    assert!(piped.stderr.contains("reads the files twice"), "{}", piped.stderr);
    let input = run_with_input(&[&arguments[..], &["/dev/stdin"]].concat(), b"1. e4 *\n");
    assert_eq!(input.code, 2, "{}", input.stderr);
    assert!(!output.exists());
}

#[test]
fn an_input_is_not_replaced_by_what_has_lost_moves() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("odd.pgn");
    let link = directory.path().join("link.pgn");
    std::fs::write(&path, ODD).expect("a file");
    symlink(&path, &link).expect("a link");
    for command in [&["pgn", "convert", "--to", "pgn"][..], &["pgn", "filter", "--to", "compact"]] {
        let run = run(&[command, &[name(&path), "-o", name(&link)]].concat());
        assert_eq!((run.code, run.stdout.as_str()), (3, ""), "{command:?}: {}", run.stderr);
        assert!(run.stderr.contains("is not written, since it is an input"), "{}", run.stderr);
        assert_eq!(std::fs::read_to_string(&path).expect("the file"), ODD);
    }
    let mut redirected = hazel(&["pgn", "convert", "--to", "pgn", "-", "-o", name(&path)]);
    let run_redirected = finish(redirected.stdin(std::fs::File::open(&path).expect("the file")));
    assert_eq!(run_redirected.code, 3, "{}", run_redirected.stderr);
    // Copies to the byte lose nothing.
    assert_eq!(run(&["pgn", "dedupe", name(&path), "-o", name(&path)]).code, 1);
    assert_eq!(std::fs::read_to_string(&path).expect("the file").trim(), ODD.trim());
}

#[test]
fn a_game_that_is_too_long_counts_and_keeps_the_output_from_being_written() {
    let directory = tempfile::tempdir().expect("a directory");
    let (path, output) = (directory.path().join("long.pgn"), directory.path().join("out.pgn"));
    let long = "x ".repeat(9 << 20);
    let text = format!("[Event \"1\"]\n\n1. e4 {{{long}}} *\n\n[Event \"2\"]\n\n1. d4 Ke7 *\n\n");
    std::fs::write(&path, text).expect("a file");
    let checked = run(&["pgn", "check", "--format", "json", name(&path)]);
    let answer: Value = serde_json::from_str(&checked.stdout).expect("JSON");
    assert_eq!(answer["games"], 2);
    let games: Vec<&Value> = (0..2).map(|index| &answer["problems"][index]["game"]).collect();
    assert_eq!(games, [1, 2]);
    let tape = run(&["tape", name(&path), "--game", "2", "--format", "json"]);
    let answer: Value = serde_json::from_str(&tape.stdout).expect("JSON");
    assert_eq!(answer["plies"], 1);
    for command in [&["pgn", "dedupe"][..], &["pgn", "filter"], &["pgn", "convert", "--to", "pgn"]]
    {
        let run = run(&[command, &[name(&path), "-o", name(&output)]].concat());
        assert_eq!(run.code, 3, "{command:?}");
        assert!(run.stderr.contains("not everything could be read"), "{}", run.stderr);
        assert!(!output.exists());
    }
}

#[test]
fn no_message_has_a_temporary_name() {
    // Nobody can make files there.
    let run = dedupe_to(Path::new("/proc/out.pgn"));
    assert_eq!((run.code, run.stdout.as_str()), (3, ""));
    assert!(run.stderr.starts_with("error: /proc/out.pgn can't be written: "), "{}", run.stderr);
    assert!(!run.stderr.contains(".hazel-"), "{}", run.stderr);
}

#[test]
fn a_format_for_games_on_standard_output_is_refused() {
    let sample = sample();
    for command in [&["pgn", "dedupe"][..], &["pgn", "filter"], &["pgn", "convert", "--to", "pgn"]]
    {
        let run = run(&[command, &[&sample, "--format", "json"]].concat());
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{command:?}");
        assert!(run.stderr.contains("--format"), "{}", run.stderr);
    }
}

#[test]
fn missing_files_are_in_the_json() {
    let sample = sample();
    for command in [&["stats"][..], &["filter", "--count"], &["dedupe", "--report"]] {
        let arguments = [&["pgn"], command, &[&sample, "no/such.pgn", "--format", "json"]].concat();
        let run = run(&arguments);
        assert_eq!(run.code, 3, "{command:?}");
        let answer: Value = serde_json::from_str(&run.stdout).expect("JSON");
        let expected = value!(["can't open `no/such.pgn`: No such file or directory (os error 2)"]);
        assert_eq!(answer["trouble"], expected, "{command:?}");
    }
}
