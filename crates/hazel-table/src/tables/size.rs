//! How much room tables take.

use std::iter::Sum;

use super::Tables;
use crate::MaterialKey;

/// The bytes of tables, and how many positions they are for. What tables of a file share, dictionaries and directory, isn't
/// counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Size {
    /// How many tables there are.
    pub tables: u64,
    /// Legal positions. Where one side to move is stored for both, it alone counts; without pawns, all images do.
    pub positions: u64,
    /// Bytes that say who wins.
    pub values: u64,
    /// Bytes that say how soon.
    pub distances: u64,
}

impl Tables {
    /// The size of the table of a canonical key, if there is one.
    pub fn size(&self, key: &MaterialKey) -> Option<Size> {
        let (entry, (_, table)) = (self.entry(key)?, self.find(key)?);
        let sides = entry.indexer().sides().len() as u64;
        let both = table.counts.iter().fold(0, |sum, &count| count.saturating_add(sum));
        let positions = both / (2 / sides);
        let mut size = Size { tables: 1, positions, ..Size::default() };
        for part in table.parts() {
            let bytes = table.bytes(part).unwrap_or(0);
            if part.content.is_value() {
                size.values += bytes;
            } else {
                size.distances += bytes;
            }
        }
        Some(size)
    }
}

impl Size {
    /// Bytes of values and distances.
    pub fn bytes(&self) -> u64 {
        self.values + self.distances
    }

    /// Bits for each position that say who wins, and how soon.
    #[allow(clippy::cast_precision_loss, reason = "a ratio needs no more digits")]
    pub fn bits(&self) -> [f64; 2] {
        [self.values, self.distances].map(|bytes| 8.0 * bytes as f64 / self.positions.max(1) as f64)
    }
}

impl Sum for Size {
    fn sum<I: Iterator<Item = Size>>(sizes: I) -> Size {
        sizes.fold(Size::default(), |sum, size| Size {
            tables: sum.tables + size.tables,
            positions: sum.positions.saturating_add(size.positions),
            values: sum.values + size.values,
            distances: sum.distances + size.distances,
        })
    }
}
