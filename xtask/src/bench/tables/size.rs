//! All tables of three and four men: how long they take, and how large they are beside Syzygy's. And how large tables with
//! pawns are that belong together.

use std::fs;
use std::time::Instant;

use anyhow::Result;
use cpu_time::ProcessTime;
use hazel_table::{MaterialKey, Size, Tables};

use super::super::contest::print;
use super::FOLDER;
use crate::data::Data;
use crate::small_tables::SmallTables;

/// Keys with pawns whose closures are small enough to be made on the side.
const CLOSURES: [&str; 8] = [
    "KRb5vKb6",
    "KNb4vKb5",
    "KRd4vKd5",
    "KBlc4vKc5",
    "Kb4c4vKb5",
    "Kd4e5vKe6",
    "Ka2b2vKa7",
    "KRd2vKR",
];

/// Bits a legal position of tables with pawns, those that a key needs included.
pub(super) fn closures() -> Result<()> {
    println!("tables: bits a position in full closures of keys with pawns\n");
    let head = ["key", "tables", "positions", "who wins, bits", "distances, bits"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    for root in CLOSURES {
        let made = SmallTables::closure([root.parse::<MaterialKey>()?.canonical().0])?;
        let tables = &made.tables;
        let with_pawns = tables.keys().into_iter().filter(MaterialKey::has_pawns);
        let size: Size = with_pawns.filter_map(|key| tables.size(&key)).sum();
        let counts = [size.tables, size.positions].map(|count| count.to_string());
        let bits = size.bits().map(|bits| format!("{bits:.3}"));
        rows.push([root.to_owned()].into_iter().chain(counts).chain(bits).collect());
    }
    print(&rows);
    Ok(())
}

/// Makes the tables, and leaves them for others.
pub(super) fn run(data: &Data) -> Result<SmallTables> {
    println!("tables: all of three and four men, built, packed and stored on all cores\n");
    let (clock, cpu) = (Instant::now(), ProcessTime::now());
    let made = SmallTables::generate(&[])?;
    let (clock, cpu) = (clock.elapsed(), cpu.elapsed());
    print(&[
        ["keys", "seconds on the clock", "CPU seconds"].map(str::to_owned).to_vec(),
        vec![
            made.tables.len().to_string(),
            format!("{:.1}", clock.as_secs_f64()),
            format!("{:.1}", cpu.as_secs_f64()),
        ],
    ]);
    println!("tables: bytes of three and four men\n");
    let [wdl, distances, rest] = ours(&made.tables)?;
    let [their_wdl, their_distances] = [theirs(data, ".rtbw")?, theirs(data, ".rtbz")?];
    let row = |name: &str, ours: u64, theirs: Option<u64>| {
        vec![
            name.to_owned(),
            ours.to_string(),
            theirs.map_or_else(String::new, |theirs| theirs.to_string()),
            theirs.map_or_else(String::new, |theirs| format!("{:.3}", ours as f64 / theirs as f64)),
        ]
    };
    print(&[
        ["part", "hazel", "Syzygy", "of Syzygy"].map(str::to_owned).to_vec(),
        row("win, draw, loss", wdl, Some(their_wdl)),
        row("distances", distances, Some(their_distances)),
        row("dictionaries, keys, ids, checksums", rest, None),
        row("all", wdl + distances + rest, Some(their_wdl + their_distances)),
    ]);
    Ok(made)
}

/// Bytes of values, of distances, and of all else.
fn ours(tables: &Tables) -> Result<[u64; 3]> {
    let mut all = 0;
    for (path, _) in tables.files() {
        all += fs::metadata(path)?.len();
    }
    let size: Size = tables.keys().iter().filter_map(|key| tables.size(key)).sum();
    Ok([size.values, size.distances, all - size.bytes()])
}

/// Bytes of Syzygy's files of this kind with three and four men.
fn theirs(data: &Data, ending: &str) -> Result<u64> {
    let mut bytes = 0;
    for path in data.files(FOLDER, ending)? {
        let name = path.rsplit('/').next().unwrap_or(&path);
        let men = name.trim_end_matches(ending).replace('v', "").len();
        if men <= 4 {
            bytes += fs::metadata(data.path(&path))?.len();
        }
    }
    Ok(bytes)
}
