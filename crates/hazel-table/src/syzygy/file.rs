//! One file of Syzygy's.
//!
//! It has a mark, the orders and men of its numberings, what is needed to decode the values of each, for distances how
//! they are to be read, then the index, the lengths and the blocks of all of them, and 16 bytes of a checksum.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use arrayvec::ArrayVec;
use hazel_core::{Board, Color, Piece};

use super::bytes::Reader;
use super::error::SyzygyError;
use super::material::Material;
use super::numbering::{Numbering, Pawns, leading_file};
use super::pairs::{Pairs, Place};
use crate::Wdl;
use crate::file::Id;
use crate::file::map::{Bytes, map};

/// What a file holds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Content {
    Wdl,
    Dtz,
}

impl Content {
    pub(super) const ALL: [Content; 2] = [Content::Wdl, Content::Dtz];

    pub(super) fn extension(self) -> &'static str {
        match self {
            Content::Wdl => "rtbw",
            Content::Dtz => "rtbz",
        }
    }

    fn mark(self) -> [u8; 4] {
        match self {
            Content::Wdl => [0x71, 0xE8, 0x23, 0x5D],
            Content::Dtz => [0xD7, 0x66, 0x0C, 0xA5],
        }
    }
}

/// An open file.
#[derive(Debug)]
pub(super) struct SyzygyFile {
    pub(super) path: PathBuf,
    bytes: Bytes,
    /// In the colours of its name.
    material: Material,
    pawns: Option<Pawns>,
    /// For the files of the leading pawn, or one without pawns: a part for each side to move that is stored.
    parts: Vec<ArrayVec<Part, 2>>,
    id: OnceLock<Id>,
}

/// The values of one side to move and one file of the leading pawn.
#[derive(Debug)]
struct Part {
    numbering: Numbering,
    pairs: Pairs,
    flags: u8,
    /// Where the lists begin by which distances are renamed, if they are.
    maps: [usize; 4],
}

/// The distances are those with Black, in the file's colours, to move.
const BLACK: u8 = 1;
/// Distances are renamed by lists.
const MAPPED: u8 = 2;
/// Distances of wins, and of losses, are in plies, not in moves.
const WIN_PLIES: u8 = 4;
const LOSS_PLIES: u8 = 8;
/// The lists have two bytes for each distance.
const WIDE: u8 = 16;

/// Where a position is in a file.
struct Spot<'a> {
    part: &'a Part,
    number: u64,
    /// Who is to move in the file's colours.
    turn: Color,
}

impl SyzygyFile {
    /// Opens a file and reads how it is to be decoded.
    ///
    /// # Errors
    /// If the system refuses, or it is no such file, or damaged there.
    pub(super) fn open(
        path: &Path,
        material: Material,
        content: Content,
    ) -> Result<SyzygyFile, SyzygyError> {
        let bytes = File::open(path)
            .and_then(|file| map(&file))
            .map_err(|source| SyzygyError::Io { path: path.to_owned(), source })?;
        let fault = |expected| SyzygyError::Damaged { path: path.to_owned(), expected };
        if bytes.get(..4) != Some(&content.mark()) {
            return Err(fault("the mark of such files at byte 0"));
        }
        // All blocks and what is before them is aligned to 64 bytes; the checksum has 16.
        if bytes.len() % 64 != 16 {
            return Err(fault(
                "a length that leaves 16 when it is divided by 64; it may be cut off",
            ));
        }
        let parts = read(&bytes, material, content)
            .ok_or_else(|| fault("the men of its name, and tables of values that fit in it"))?;
        let path = path.to_owned();
        Ok(SyzygyFile {
            path,
            bytes,
            material,
            pawns: Pawns::of(material),
            parts,
            id: OnceLock::new(),
        })
    }

    /// The men, in the colours of its name.
    pub(super) fn material(&self) -> Material {
        self.material
    }

    /// What it is known by where tables are built from it: the first 128 bits of the BLAKE3 hash of its bytes.
    pub(super) fn id(&self) -> Id {
        *self.id.get_or_init(|| {
            let mut id = [0; 16];
            id.copy_from_slice(&blake3::hash(&self.bytes).as_bytes()[..16]);
            Id(id)
        })
    }

    /// What is stored of who wins: right where no capture decides.
    ///
    /// # Errors
    /// If it is damaged.
    pub(super) fn wdl(&self, board: &Board, turn: Color) -> Result<Wdl, SyzygyError> {
        let spot = self.spot(board, turn).ok_or_else(|| self.damaged())?;
        let value = spot.part.pairs.value(&self.bytes, spot.number);
        let wdl = value.and_then(|value| Wdl::ALL.get(usize::from(value)));
        wdl.copied().ok_or_else(|| self.damaged())
    }

    /// The stored distance, between two, of a position of which it is known who wins; `None` if the file has the other side to
    /// move. It is right where nothing that sets the counter back wins at once.
    ///
    /// # Errors
    /// If it is damaged.
    pub(super) fn distance(
        &self,
        board: &Board,
        turn: Color,
        wdl: Wdl,
    ) -> Result<Option<[u16; 2]>, SyzygyError> {
        let spot = self.spot(board, turn).ok_or_else(|| self.damaged())?;
        let Part { pairs, flags, maps, .. } = spot.part;
        let stored = if flags & BLACK == 0 { Color::White } else { Color::Black };
        if !self.is_symmetric() && spot.turn != stored {
            return Ok(None);
        }
        let value = pairs.value(&self.bytes, spot.number).ok_or_else(|| self.damaged())?;
        let mut distance = value;
        if flags & MAPPED != 0 {
            let start = maps[match wdl {
                Wdl::Win => 0,
                Wdl::Loss => 1,
                Wdl::CursedWin => 2,
                Wdl::BlessedLoss | Wdl::Draw => 3,
            }];
            let value = usize::from(value);
            let renamed = match flags & WIDE {
                0 => Reader::at(&self.bytes, start + value).byte().map(u16::from),
                _ => Reader::at(&self.bytes, start + 2 * value).short(),
            };
            distance = renamed.ok_or_else(|| self.damaged())?;
        }
        let is_in_plies = match wdl {
            Wdl::Win => flags & WIN_PLIES != 0,
            Wdl::Loss => flags & LOSS_PLIES != 0,
            _ => false,
        };
        let (least, most) = if is_in_plies {
            (Some(distance), Some(distance))
        } else {
            let least = distance.checked_mul(2);
            (least, least.and_then(|least| least.checked_add(1)))
        };
        // What is stored is one less, and begins anew where the 50-move rule spoils it.
        let base = if matches!(wdl, Wdl::Win | Wdl::Loss) { 1 } else { 101 };
        let add = |distance: Option<u16>| distance.and_then(|distance| distance.checked_add(base));
        match (add(least), add(most)) {
            (Some(least), Some(most)) => Ok(Some([least, most])),
            _ => Err(self.damaged()),
        }
    }

    fn is_symmetric(&self) -> bool {
        self.material == self.material.swapped()
    }

    #[inline]
    fn spot(&self, board: &Board, turn: Color) -> Option<Spot<'_>> {
        // Of two sides with the same men, the file has White to move.
        let is_swapped = if self.is_symmetric() {
            turn == Color::Black
        } else {
            Material::of_board(board)? != self.material
        };
        let turn = if is_swapped { !turn } else { turn };
        let file = self.pawns.map_or(0, |pawns| {
            leading_file(board, if is_swapped { !pawns.lead } else { pawns.lead })
        });
        let sides = self.parts.get(file)?;
        let part = sides.get(turn.index()).or(sides.first())?;
        Some(Spot { part, number: part.numbering.number(board, is_swapped)?, turn })
    }

    #[cold]
    fn damaged(&self) -> SyzygyError {
        SyzygyError::Damaged { path: self.path.clone(), expected: "values that can be decoded" }
    }
}

/// Reads all that comes before the index.
fn read(bytes: &[u8], material: Material, content: Content) -> Option<Vec<ArrayVec<Part, 2>>> {
    const SPLIT: u8 = 1;
    const PAWNS: u8 = 2;
    let mut reader = Reader::at(bytes, 4);
    let flags = reader.byte()?;
    let pawns = Pawns::of(material);
    let is_symmetric = material == material.swapped();
    let is_split = content == Content::Wdl && !is_symmetric;
    if (flags & PAWNS != 0) != pawns.is_some() || (is_split && flags & SPLIT == 0) {
        return None;
    }
    let sides = if is_split { 2 } else { 1 };
    let files = if pawns.is_some() { 4 } else { 1 };
    let has_others = pawns.is_some_and(|pawns| pawns.counts[1] > 0);
    let mut numberings = vec![];
    for file in 0..files {
        let orders = [reader.byte()?, if has_others { reader.byte()? } else { 0xFF }];
        let men = (0..material.men()).map(|_| reader.byte()).collect::<Option<Vec<_>>>()?;
        for side in 0..sides {
            let nibble = |byte: &u8| byte >> (4 * side) & 15;
            // Men are numbered from one.
            let men = men.iter().map(|man| Piece::from_code(nibble(man).checked_sub(1)?));
            let men = men.collect::<Option<ArrayVec<_, 7>>>()?;
            numberings.push(Numbering::new(material, orders.each_ref().map(nibble), men, file)?);
        }
    }
    reader.align(2)?;
    let mut parts = vec![];
    for numbering in numberings {
        let (flags, pairs) = Pairs::read(&mut reader, numbering.size(), content == Content::Wdl)?;
        parts.push(Part { numbering, pairs, flags, maps: [0; 4] });
    }
    if content == Content::Dtz {
        for part in &mut parts {
            read_maps(&mut reader, part)?;
        }
        reader.align(2)?;
    }
    for place in [Place::Index, Place::Lengths, Place::Blocks] {
        for part in &mut parts {
            part.pairs.skip(&mut reader, place)?;
        }
    }
    let mut parts = parts.into_iter();
    Some((0..files).map(|_| parts.by_ref().take(sides).collect()).collect())
}

/// Notes where the lists of distances begin, and skips them.
fn read_maps(reader: &mut Reader<'_>, part: &mut Part) -> Option<()> {
    if part.flags & MAPPED == 0 {
        return Some(());
    }
    let is_wide = part.flags & WIDE != 0;
    if is_wide {
        reader.align(2)?;
    }
    for map in &mut part.maps {
        let length = if is_wide { 2 * u64::from(reader.short()?) } else { reader.byte()?.into() };
        *map = reader.position();
        reader.skip(length)?;
    }
    Some(())
}
