//! Syzygy's tables by a reader that is not ours, and our positions in its types.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{fs, io};

use anyhow::{Context as _, Result};
use hazel_core::{Color, Position, Role, Square};
use shakmaty::{CastlingMode, Chess, FromSetup as _, PositionError, Setup};
use shakmaty_syzygy::Tablebase;
use shakmaty_syzygy::filesystem::{Filesystem, RandomAccessFile, ReadHint};

/// The tables in a folder.
pub(crate) fn open(folder: &Path) -> Result<Tablebase<Chess>> {
    let mut tables = Tablebase::with_filesystem(Arc::new(Memory));
    tables.add_directory(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    Ok(tables)
}

/// The same position for the reader, which answers only those without castling rights. It calls checks impossible that tables
/// have.
pub(crate) fn position(position: &Position) -> Result<Chess> {
    let mut setup = Setup::empty();
    for square in shakmaty::Square::ALL {
        let here = Square::from_index(square.into()).expect("both count 64 squares from a1");
        let Some(role) = position.board().role_at(here) else { continue };
        let white = position.board().color(Color::White).contains(here);
        setup.board.set_piece_at(square, to_role(role).of(shakmaty::Color::from_white(white)));
    }
    setup.turn = shakmaty::Color::from_white(position.turn() == Color::White);
    setup.castling_rights = shakmaty::Bitboard(position.castling().rooks().0);
    setup.ep_square = position.en_passant_square().map(|square| {
        shakmaty::Square::try_from(square.index()).expect("both count 64 squares from a1")
    });
    Chess::from_setup(setup, CastlingMode::Standard)
        .or_else(PositionError::ignore_impossible_check)
        .with_context(|| format!("shakmaty refuses {}", hazel_notation::to_fen(position)))
}

fn to_role(role: Role) -> shakmaty::Role {
    match role {
        Role::Pawn => shakmaty::Role::Pawn,
        Role::Knight => shakmaty::Role::Knight,
        Role::Bishop => shakmaty::Role::Bishop,
        Role::Rook => shakmaty::Role::Rook,
        Role::Queen => shakmaty::Role::Queen,
        Role::King => shakmaty::Role::King,
    }
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
