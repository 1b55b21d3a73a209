//! How much memory a reader takes at most, whatever the file's size.
//!
//! It is asked in processes of their own: this program starts itself again with what to read in its environment.

use std::env;
use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use xshell::cmd;

use super::corpus::Corpus;
use super::{Count, ours};
use crate::bench::contest::print;
use crate::project;

/// The file to read, for a child.
const FILE: &str = "HAZEL_BENCH_PGN_FILE";
/// The number of threads to read it with.
const THREADS: &str = "HAZEL_BENCH_PGN_THREADS";
/// How much longer the long file is.
const TIMES: usize = 4;

/// Reads the text and one that is longer, with one thread and two.
pub(super) fn run(corpus: &Corpus, count: Count) -> Result<()> {
    let long = corpus.repeated(TIMES)?;
    let rows = measure(corpus, &long, count);
    fs::remove_file(&long)?;
    print(&rows?);
    Ok(())
}

fn measure(corpus: &Corpus, long: &Path, count: Count) -> Result<Vec<Vec<String>>> {
    let four = format!("{TIMES} times the file");
    let mut rows = vec![vec!["peak memory, MB".to_owned(), "the file".to_owned(), four]];
    for (threads, name) in [(1, "one thread"), (2, "two threads")] {
        let mut row = vec![name.to_owned()];
        for (file, times) in [(corpus.text.as_path(), 1), (long, TIMES as u64)] {
            let plies = times * count.plies;
            row.push(format!("{:.1}", peak(file, threads, plies)? as f64 / 1e3));
        }
        rows.push(row);
    }
    Ok(rows)
}

/// The most memory in kilobytes that a child takes to read all moves.
fn peak(file: &Path, threads: usize, plies: u64) -> Result<u64> {
    let shell = project::shell()?;
    let program = env::current_exe()?;
    let answer = cmd!(shell, "{program} bench pgn")
        .env(FILE, file)
        .env(THREADS, threads.to_string())
        .quiet()
        .read()?;
    let (found, peak) = answer.split_once(' ').context("a child answers with two numbers")?;
    ensure!(found == plies.to_string(), "a child reads {found} plies, expected {plies}");
    Ok(peak.parse()?)
}

/// Whether this process is a child.
pub(super) fn is_child() -> bool {
    env::var_os(FILE).is_some()
}

/// Reads what the parent says, and answers with the plies and the most memory in kilobytes.
pub(super) fn read_as_child() -> Result<()> {
    let threads = env::var(THREADS)?.parse()?;
    let file = env::var_os(FILE).context("the parent names a file")?;
    let count = ours::validate_with(Path::new(&file), threads)?;
    let status = fs::read_to_string("/proc/self/status").context("this system has no /proc")?;
    let peak = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:")?.split_whitespace().next())
        .context("the system does not tell the peak")?;
    println!("{} {peak}", count.plies);
    Ok(())
}
