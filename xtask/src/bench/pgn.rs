//! Reading PGN: tokens, legal moves, trees; alone and with all cores; and the memory that it takes.
//!
//! Everybody reads the same file, which lies unpacked on the disk and in the system's cache. What is compared on one
//! thread is CPU time; with many it is the time on the clock.

mod corpus;
mod memory;
mod ours;
mod peers;

use std::fs::File;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};

use self::corpus::Corpus;
use super::contest::{best_times, contender, print};
use crate::data::{ABSENT, Data};

/// How often the readers with one and two threads take turns.
const TURNS: usize = 5;

/// Games and plies: the answer of everybody.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Count {
    games: u64,
    plies: u64,
}

impl Count {
    /// Both in one number, as contenders answer.
    fn answer(self) -> u64 {
        self.games << 40 | self.plies
    }
}

pub(super) fn run() -> Result<()> {
    if memory::is_child() {
        return memory::read_as_child();
    }
    let data = Data::find()?.context(ABSENT)?;
    let corpus = Corpus::unpack(&data)?;
    let count = ours::validate(&corpus.text)?;
    println!(
        "pgn: {} games, {} plies, {:.0} MB of text\n",
        count.games,
        count.plies,
        corpus.bytes as f64 / 1e6
    );
    one_thread(&corpus, count)?;
    threads(&corpus, count)?;
    memory::run(&corpus, count)
}

/// Each task with one thread: ns for each ply, and MB of text in a second.
fn one_thread(corpus: &Corpus, count: Count) -> Result<()> {
    let text = &corpus.text;
    let answer = |read: Result<Count>| read.map_or(0, Count::answer);
    let tokens = best_times(
        &[
            contender("hazel", || answer(ours::tokenise(text))),
            contender("pgn-reader", || answer(peers::tokenise(text, 0))),
            contender("pgn-reader, 1 MB buffer", || answer(peers::tokenise(text, 1 << 20))),
        ],
        count.answer(),
    )?;
    let moves = best_times(
        &[
            contender("hazel", || answer(ours::validate(text))),
            contender("pgn-reader", || answer(peers::validate(text, 0))),
            contender("pgn-reader, 1 MB buffer", || answer(peers::validate(text, 1 << 20))),
        ],
        count.answer(),
    )?;
    let trees =
        best_times(&[contender("hazel", || answer(ours::build_trees(text)))], count.answer())?;
    let packed = best_times(
        &[contender("hazel", || answer(ours::validate(&corpus.packed)))],
        count.answer(),
    )?;
    let extract = peers::pgn_extract(text)?;
    let python = |what| -> Result<Duration> {
        let (sample, time) = peers::python_chess(&corpus.sample, what)?;
        ensure!(sample == ours::validate(&corpus.sample)?, "python-chess reads {sample:?}");
        // The sample is read as if it were the whole file.
        Ok(time.mul_f64(count.plies as f64 / sample.plies as f64))
    };
    let rows = [
        Row::new("tokens", tokens[0]).beside_pgn_reader(&tokens),
        Row {
            pgn_extract: Some(extract),
            python_chess: Some(python("moves")?),
            ..Row::new("legal moves", moves[0]).beside_pgn_reader(&moves)
        },
        Row { python_chess: Some(python("trees")?), ..Row::new("trees", trees[0]) },
        Row::new("legal moves, from zstd", packed[0]),
    ];
    let head = [
        "one thread, ns a ply",
        "hazel",
        "MB/s",
        "pgn-reader",
        "pgn-extract",
        "python-chess",
        "/ pgn-reader",
        "/ pgn-extract",
        "/ python-chess",
    ];
    let head = head.map(str::to_owned).to_vec();
    let rows = rows.iter().map(|row| row.cells(corpus, count));
    print(&[head].into_iter().chain(rows).collect::<Vec<_>>());
    println!(
        "pgn-reader is with shakmaty, and with the better one of two buffers; pgn-extract is `-r -s`, the whole process; \
         python-chess reads the first {:.1} MB, and its time is taken for each ply of these\n",
        File::open(&corpus.sample)?.metadata()?.len() as f64 / 1e6
    );
    Ok(())
}

/// A task, and the time that each one took for it.
struct Row {
    task: &'static str,
    hazel: Duration,
    pgn_reader: Option<Duration>,
    pgn_extract: Option<Duration>,
    python_chess: Option<Duration>,
}

impl Row {
    fn new(task: &'static str, hazel: Duration) -> Row {
        Row { task, hazel, pgn_reader: None, pgn_extract: None, python_chess: None }
    }

    /// With the best of their times, which follow ours.
    fn beside_pgn_reader(self, times: &[Duration]) -> Row {
        Row { pgn_reader: times[1..].iter().min().copied(), ..self }
    }

    fn cells(&self, corpus: &Corpus, count: Count) -> Vec<String> {
        let peers = [self.pgn_reader, self.pgn_extract, self.python_chess];
        let each = |time: Duration| format!("{:.1}", time.as_secs_f64() * 1e9 / count.plies as f64);
        let ratio =
            |time: Duration| format!("{:.2}", time.as_secs_f64() / self.hazel.as_secs_f64());
        let speed = format!("{:.0}", corpus.bytes as f64 / 1e6 / self.hazel.as_secs_f64());
        [self.task.to_owned(), each(self.hazel), speed]
            .into_iter()
            .chain(peers.map(|time| time.map_or_else(String::new, each)))
            .chain(peers.map(|time| time.map_or_else(String::new, ratio)))
            .collect()
    }
}

/// Legal moves of all games with one thread and with more, on the clock.
fn threads(corpus: &Corpus, count: Count) -> Result<()> {
    const THREADS: [usize; 2] = [1, 2];
    let mut best = [Duration::MAX; THREADS.len()];
    for _ in 0..TURNS {
        for (threads, best) in THREADS.into_iter().zip(&mut best) {
            let start = Instant::now();
            let found = ours::validate_with(&corpus.text, threads)?;
            *best = start.elapsed().min(*best);
            ensure!(found == count, "{threads} threads read {found:?}, expected {count:?}");
        }
    }
    let rows = THREADS.into_iter().zip(best).map(|(threads, time)| {
        let seconds = time.as_secs_f64();
        vec![
            threads.to_string(),
            format!("{seconds:.2}"),
            format!("{:.0}", corpus.bytes as f64 / 1e6 / seconds),
            format!("{:.2}", best[0].as_secs_f64() / seconds),
        ]
    });
    let head = ["threads, legal moves", "seconds", "MB/s", "times one"].map(str::to_owned).to_vec();
    print(&[head].into_iter().chain(rows).collect::<Vec<_>>());
    Ok(())
}
