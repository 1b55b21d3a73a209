//! Builds tables and compares every position with Syzygy's files.
//!
//! `against_syzygy DIR EVERY KEY|FAMILY…` compares each EVERYth slot; 1 compares all.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;
use std::{env, fs, io};

use hazel_table::{BuildError, Family, MaterialKey, Placement, Plan, PositionIndexer, RawTable};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, EnPassantMode, FromSetup, Position, PositionError, Setup};
use shakmaty_syzygy::filesystem::{Filesystem, RandomAccessFile, ReadHint};
use shakmaty_syzygy::{MaybeRounded, Tablebase};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = env::args().skip(1);
    let directory = arguments.next().ok_or("expected a directory")?;
    let every: usize = arguments.next().ok_or("expected a number")?.parse()?;
    let mut syzygy = Tablebase::with_filesystem(Arc::new(Memory));
    syzygy.add_directory(directory)?;
    let mut roots = vec![];
    for name in arguments {
        roots.extend(name.parse::<Family>()?.canonical_keys());
    }
    let roots: std::collections::BTreeSet<MaterialKey> =
        roots.into_iter().map(|key| key.canonical().0).collect();
    let (mut keys, mut all) = (0, Counts::default());
    let start = Instant::now();
    Plan::closure(roots.iter().copied(), |_| true).build(|table| {
        if !table.is_exact() {
            println!("{} is not exact", table.key());
        }
        if roots.contains(table.key()) {
            let counts = compare(table, every, &syzygy);
            if counts.wrong > 0 || roots.len() < 20 {
                println!("{}: {counts:?}", table.key());
            }
            keys += 1;
            all.positions += counts.positions;
            all.wrong += counts.wrong;
            all.rounded += counts.rounded;
        }
        Ok::<_, BuildError>(())
    })?;
    println!("{keys} keys, {all:?}, {:.1?}", start.elapsed());
    Ok(())
}

#[derive(Default, Debug)]
struct Counts {
    positions: u64,
    /// Where Syzygy's distance is rounded and ours is one more.
    rounded: u64,
    wrong: u64,
}

fn compare(table: &RawTable, every: usize, syzygy: &Tablebase<Chess>) -> Counts {
    let indexer = PositionIndexer::new(*table.key()).expect("a canonical key");
    let mut counts = Counts::default();
    for index in (0..indexer.len()).step_by(every) {
        let Some(placement) = indexer.position(index) else { continue };
        let Some(position) = chess(&placement) else { continue };
        let value = table.value(&placement).expect("the table has the position");
        let (dtz, may_be_rounded) = match syzygy.probe_dtz(&position).expect("a table") {
            MaybeRounded::Rounded(dtz) => (dtz.0, true),
            MaybeRounded::Precise(dtz) => (dtz.0, false),
        };
        let wdl = match dtz.abs() {
            0 => 0,
            // Rounding may hide on which side of the 50-move rule it is.
            99..=102 => syzygy.probe_wdl_after_zeroing(&position).expect("a table") as i32,
            1..99 => 2 * dtz.signum(),
            _ => dtz.signum(),
        };
        counts.positions += 1;
        let one_more = value.dtz() - dtz == dtz.signum();
        let off = one_more && (may_be_rounded || a_move_is_rounded(&position, dtz, syzygy));
        counts.rounded += u64::from(off);
        if i32::from(value.wdl().number()) != wdl || (value.dtz() != dtz && !off) {
            counts.wrong += 1;
            if counts.wrong < 4 {
                let fen = Fen::from_position(&position, EnPassantMode::Legal);
                println!("{fen}: {value}, Syzygy {wdl} {dtz}");
            }
        }
    }
    counts
}

/// Whether a move's distance decides and may be rounded. Where moves tie, the reader forgets that one of them may be.
fn a_move_is_rounded(position: &Chess, dtz: i32, syzygy: &Tablebase<Chess>) -> bool {
    position.legal_moves().into_iter().any(|m| {
        let mut after = position.clone();
        after.play_unchecked(m);
        let value = syzygy.probe_dtz(&after).expect("a table");
        matches!(value, MaybeRounded::Rounded(rounded) if -rounded.0 + dtz.signum() == dtz)
    })
}

/// The position for Syzygy's reader, if it is legal.
fn chess(placement: &Placement) -> Option<Chess> {
    let mut setup = Setup::empty();
    for square in shakmaty::Square::ALL {
        let here = hazel_core::Square::from_index(square as usize)?;
        let Some(role) = placement.board.role_at(here) else { continue };
        let role = match role {
            hazel_core::Role::Pawn => shakmaty::Role::Pawn,
            hazel_core::Role::Knight => shakmaty::Role::Knight,
            hazel_core::Role::Bishop => shakmaty::Role::Bishop,
            hazel_core::Role::Rook => shakmaty::Role::Rook,
            hazel_core::Role::Queen => shakmaty::Role::Queen,
            hazel_core::Role::King => shakmaty::Role::King,
        };
        let white = placement.board.color(hazel_core::Color::White).contains(here);
        setup.board.set_piece_at(square, role.of(shakmaty::Color::from_white(white)));
    }
    setup.turn = shakmaty::Color::from_white(placement.turn == hazel_core::Color::White);
    Chess::from_setup(setup, CastlingMode::Standard)
        .or_else(PositionError::ignore_impossible_check)
        .ok()
}

/// Files that are read whole when they are opened: a read from memory is many times faster than one from a file.
struct Memory;

impl Filesystem for Memory {
    fn regular_file_size(&self, path: &Path) -> io::Result<u64> {
        Ok(fs::metadata(path)?.len())
    }

    fn read_dir(&self, path: &Path) -> io::Result<Vec<PathBuf>> {
        fs::read_dir(path)?.map(|entry| Ok(entry?.path())).collect()
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn RandomAccessFile>> {
        Ok(Box::new(Bytes(fs::read(path)?)))
    }
}

struct Bytes(Vec<u8>);

impl RandomAccessFile for Bytes {
    fn read_at(&self, buffer: &mut [u8], offset: u64, _: ReadHint) -> io::Result<usize> {
        let left = self.0.get(offset as usize..).unwrap_or_default();
        let read = left.len().min(buffer.len());
        buffer[..read].copy_from_slice(&left[..read]);
        Ok(read)
    }
}
