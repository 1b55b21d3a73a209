//! All tables of three and four men: how long they take, and how large they are beside Syzygy's. And how large tables with
//! pawns are that belong together.

use std::fs;
use std::time::Instant;

use anyhow::Result;
use cpu_time::ProcessTime;
use hazel_table::file::{Content, Table};
use hazel_table::{MaterialKey, PositionIndexer, Tables};

use super::super::contest::print;
use super::FOLDER;
use crate::data::Data;
use crate::small_tables::SmallTables;

/// Keys with pawns whose closures are small enough to be made on the side.
const CLOSURES: [&str; 2] = ["KRb5vKb6", "KNb4vKb5"];

/// Bits a legal position of tables with pawns, those that a key needs included.
pub(super) fn closures() -> Result<()> {
    println!("tables: bits a position in full closures of keys with pawns\n");
    let head = ["key", "tables", "positions", "who wins, bits", "distances, bits"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    for root in CLOSURES {
        let made = SmallTables::closure([root.parse::<MaterialKey>()?.canonical().0])?;
        let (mut count, mut positions, mut bytes) = (0, 0, [0; 2]);
        for table in made.tables.files().flat_map(|(_, file)| file.tables()) {
            let key: MaterialKey = table.key.parse()?;
            if key.has_pawns() {
                count += 1;
                // Both sides to move are counted, also where one is stored for both.
                let sides = PositionIndexer::new(key)?.sides().len() as u64;
                positions += table.counts.iter().sum::<u64>() * sides / 2;
                let [wdl, distances] = parts(table);
                bytes = [bytes[0] + wdl, bytes[1] + distances];
            }
        }
        let bits = bytes.map(|bytes| format!("{:.3}", 8.0 * bytes as f64 / positions as f64));
        rows.push(
            [root.to_owned(), count.to_string(), positions.to_string()]
                .into_iter()
                .chain(bits)
                .collect(),
        );
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
    let (mut wdl, mut distances, mut all) = (0, 0, 0);
    for (path, file) in tables.files() {
        all += fs::metadata(path)?.len();
        for table in file.tables() {
            let [more_wdl, more_distances] = parts(table);
            wdl += more_wdl;
            distances += more_distances;
        }
    }
    Ok([wdl, distances, all - wdl - distances])
}

/// Bytes of values and of distances of one table.
fn parts(table: &Table) -> [u64; 2] {
    let mut bytes = [0; 2];
    for part in table.parts() {
        let is_distance = part.content != Content::Wdl;
        bytes[usize::from(is_distance)] += table.bytes(part).unwrap_or(0);
    }
    bytes
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
