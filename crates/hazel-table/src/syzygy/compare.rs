//! Our tables beside Syzygy's, position by position.
//!
//! Syzygy's distances are stored for one side to move; for the other they follow from its moves. So a whole table is read
//! first, two bytes for each slot, and the moves then look into that: asking the files anew for each move takes ten
//! times as long. Ours are asked as anybody asks them, through their files.

use hazel_core::{Position, Rank, Role, Setup};
use rayon::prelude::{
    IndexedParallelIterator, IntoParallelIterator, ParallelIterator, ParallelSliceMut,
};

use super::probe::Distance;
use super::{Syzygy, SyzygyError, SyzygyValue};
use crate::{
    Bounds, MaterialKey, Placement, PositionIndexer, ProbeError, Progress, Tables, Watch, Wdl,
};

/// Slots that one thread takes at once.
const CHUNK: usize = 1 << 14;

/// A position of which our table and Syzygy's say different things.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Difference {
    /// The position.
    pub position: Position,
    /// What our table says.
    pub stored: Bounds,
    /// What Syzygy says.
    pub syzygy: SyzygyValue,
}

/// What came out of comparing a table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Compared {
    /// How many legal positions were compared, with those in which somebody may take in passing.
    pub positions: u64,
    /// How many of them have a right to take in passing.
    pub en_passant: u64,
    /// How many of them Syzygy knows to within a ply only.
    pub rounded: u64,
    /// How many of them differ.
    pub different: u64,
    /// Some that differ: the first of each part of the table.
    pub differences: Vec<Difference>,
}

/// Why a table can't be compared.
#[derive(Debug, thiserror::Error)]
pub enum CompareError {
    /// There is no table, or it is damaged.
    #[error(transparent)]
    Ours(#[from] ProbeError),
    /// Syzygy's files don't answer.
    #[error(transparent)]
    Syzygy(#[from] SyzygyError),
}

impl Tables {
    /// Compares each legal position of a stored table with Syzygy, or each of so many slots; those with a right to take
    /// in passing, which have no slots, are compared too. Values must be the same, and distances as far as Syzygy knows
    /// them; bounds must contain the value. It stops early, with what it has found, if it is told to.
    ///
    /// # Errors
    /// If there is no such table, if a file of it or of Syzygy's is damaged, or if one of Syzygy's is missing.
    ///
    /// # Panics
    /// Never for a table that opens: its key is canonical.
    pub fn compare(
        &self,
        key: &MaterialKey,
        syzygy: &Syzygy,
        every: u64,
        watch: &dyn Watch,
    ) -> Result<Compared, CompareError> {
        if self.find(key).is_none() {
            return Err(ProbeError::Missing { key: *key }.into());
        }
        let indexer = PositionIndexer::new(*key).expect("a stored key is canonical");
        let whole = if every == 1 { Some(Whole::read(syzygy, &indexer, watch)?) } else { None };
        let theirs = |slot: u64, position: &Position| match &whole {
            Some(whole) => whole.value(syzygy, &indexer, slot, position),
            None => syzygy.probe(position),
        };
        let chunks = (0..indexer.len().div_ceil(CHUNK as u64)).into_par_iter().map(|chunk| {
            let mut compared = Compared::default();
            let start = chunk * CHUNK as u64;
            let end = indexer.len().min(start + CHUNK as u64);
            for slot in (start..end).filter(|slot| slot.is_multiple_of(every)) {
                if watch.is_over() {
                    break;
                }
                let Some(placement) = indexer.position(slot) else { continue };
                let Ok(position) = placement.position() else { continue };
                compared.add(position, self.bounds(&placement)?, theirs(slot, &position)?);
                for position in in_passing(&position) {
                    compared.en_passant += 1;
                    let ours = self.probe_tables(&position)?;
                    compared.add(position, ours, syzygy.probe(&position)?);
                }
            }
            watch.hear(Progress::Checking { more: end - start });
            Ok(compared)
        });
        chunks.try_reduce(Compared::default, |all, part| Ok(all.and(part)))
    }
}

impl Compared {
    fn add(&mut self, position: Position, stored: Bounds, syzygy: SyzygyValue) {
        self.positions += 1;
        self.rounded += u64::from(syzygy.least < syzygy.most);
        let is_same = match stored.exact() {
            Some(value) => syzygy.agrees(value),
            None => (stored.lower.wdl()..=stored.upper.wdl()).contains(&syzygy.wdl),
        };
        if !is_same {
            self.different += 1;
            if self.differences.is_empty() {
                self.differences.push(Difference { position, stored, syzygy });
            }
        }
    }

    fn and(mut self, other: Compared) -> Compared {
        self.positions += other.positions;
        self.en_passant += other.en_passant;
        self.rounded += other.rounded;
        self.different += other.different;
        self.differences.extend(other.differences);
        self
    }
}

/// What the files say of every slot of a table.
struct Whole {
    /// Twelve bits of the least distance, one that says whether it may be one more, three of who wins. Where somebody
    /// wins and the distance is 0, it follows from the moves.
    values: Vec<u16>,
}

impl Whole {
    fn read(
        syzygy: &Syzygy,
        indexer: &PositionIndexer,
        watch: &dyn Watch,
    ) -> Result<Whole, SyzygyError> {
        let mut values = vec![0; indexer.len() as usize];
        values.par_chunks_mut(CHUNK).enumerate().try_for_each(|(chunk, values)| {
            for (place, value) in values.iter_mut().enumerate() {
                if watch.is_over() {
                    break;
                }
                let slot = (chunk * CHUNK + place) as u64;
                let position = indexer.position(slot).and_then(|p| p.position().ok());
                let Some(position) = position else { continue };
                *value = match syzygy.distance(&position)? {
                    Distance::Known(value) => pack(value),
                    Distance::OfMoves(wdl) => pack(SyzygyValue { wdl, least: 0, most: 0 }),
                };
            }
            Ok(())
        })?;
        Ok(Whole { values })
    }

    fn value(
        &self,
        syzygy: &Syzygy,
        indexer: &PositionIndexer,
        slot: u64,
        position: &Position,
    ) -> Result<SyzygyValue, SyzygyError> {
        let value = unpack(self.values[slot as usize]);
        if value.wdl == Wdl::Draw || value.least > 0 {
            return Ok(value);
        }
        syzygy.by_moves(position, value.wdl, |after| {
            let slot = indexer.index(&Placement::from(after));
            Ok(unpack(self.values[slot.expect("a quiet move stays in the key") as usize]))
        })
    }
}

fn pack(value: SyzygyValue) -> u16 {
    let SyzygyValue { wdl, least, most } = value;
    // No distance of seven men comes near this.
    let least = least.min(0xFFF);
    least | u16::from(least < most) << 12 | ((wdl.number() + 2) as u16) << 13
}

fn unpack(bits: u16) -> SyzygyValue {
    let wdl = Wdl::ALL[usize::from(bits >> 13).min(4)];
    let least = bits & 0xFFF;
    SyzygyValue { wdl, least, most: least + (bits >> 12 & 1) }
}

/// The same position with each right to take in passing that it can have.
fn in_passing(position: &Position) -> impl Iterator<Item = Position> + '_ {
    let Setup { board, state } = *position.setup();
    let rank = state.turn.rank(Rank::Fifth).bitboard();
    let own = board.men(state.turn, Role::Pawn) & rank;
    let stepped = board.men(!state.turn, Role::Pawn) & rank & (own.east() | own.west());
    stepped.into_iter().filter_map(move |square| {
        let mut setup = Setup { board, state };
        setup.state.en_passant = Some(square.file());
        // The right is gone where the capture is not legal.
        let position = setup.validate().ok()?;
        position.en_passant_square().map(|_| position)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_fit_into_two_bytes() {
        for wdl in Wdl::ALL {
            for (least, most) in [(0, 0), (1, 1), (1, 2), (101, 102), (1033, 1034)] {
                let value = SyzygyValue { wdl, least, most };
                assert_eq!(unpack(pack(value)), value);
            }
        }
    }

    #[test]
    fn rights_to_take_in_passing_are_those_that_can_be_used() {
        let squares = |fen: &str| -> Vec<_> {
            let position = hazel_notation::parse_fen(fen).unwrap();
            in_passing(&position).filter_map(|p| p.en_passant_square()).collect()
        };
        let names = |squares: Vec<hazel_core::Square>| -> Vec<_> {
            squares.iter().map(ToString::to_string).collect()
        };
        assert_eq!(names(squares("8/8/8/1pPp4/8/8/8/K1k5 w - - 0 1")), ["b6", "d6"]);
        // A man stands where the pawn would have passed, or the capture leaves the king in check.
        assert!(squares("8/8/1n6/1pP5/8/8/8/K1k5 w - - 0 1").is_empty());
        assert!(squares("8/8/8/KpP4r/8/8/8/2k5 w - - 0 1").is_empty());
    }
}
