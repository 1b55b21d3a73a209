//! Dimensions of an index that change places.

/// The most sections: pairs of kings differ in how many of them stand on light squares.
const MOST: usize = 3;

/// Says that dimensions of the index of a sequence changed places when it was stored.
///
/// The sequence is cut into sections, in each of which the dimensions have other sizes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Swap {
    /// Those that aren't used have no symbols.
    sections: [Section; MOST],
}

/// A section of a sequence: within each block of `rows` · `columns` symbols, the one in a row and column is stored as if
/// the block had been written by columns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Section {
    /// How many symbols it has.
    pub length: u64,
    /// Rows of a block as the caller sees it.
    pub rows: u32,
    /// Columns of a block as the caller sees it.
    pub columns: u32,
}

impl Swap {
    /// The swap with these sections, one to three. `None` if there are more or fewer, or one is empty or not made of whole
    /// blocks.
    pub fn new(sections: &[Section]) -> Option<Swap> {
        let mut all = [Section::default(); MOST];
        all.get_mut(..sections.len())?.copy_from_slice(sections);
        let is_whole = |section: &Section| {
            section.length > 0 && section.length.checked_rem(section.block()) == Some(0)
        };
        (!sections.is_empty() && sections.iter().all(is_whole)).then_some(Swap { sections: all })
    }

    /// The sections, one behind the other.
    pub fn sections(&self) -> impl Iterator<Item = Section> + '_ {
        self.sections.iter().copied().filter(|section| section.length > 0)
    }

    /// Where the symbol that the caller sees at this index is stored.
    #[inline]
    pub fn stored(self, index: u64) -> u64 {
        self.map(index, Section::stored)
    }

    /// Where the caller sees what is stored at this index: the inverse of [`Swap::stored`].
    pub fn seen(self, index: u64) -> u64 {
        self.map(index, |section, index| {
            Section { rows: section.columns, columns: section.rows, ..section }.stored(index)
        })
    }

    #[inline]
    fn map(self, index: u64, within: impl Fn(Section, u64) -> u64) -> u64 {
        let mut rest = index;
        for section in self.sections {
            if rest < section.length {
                return index - rest + within(section, rest);
            }
            rest -= section.length;
        }
        index
    }
}

impl Section {
    #[inline]
    fn block(self) -> u64 {
        u64::from(self.rows) * u64::from(self.columns)
    }

    #[inline]
    fn stored(self, index: u64) -> u64 {
        let Some(inside) = index.checked_rem(self.block()) else { return index };
        let (row, column) = (inside / u64::from(self.columns), inside % u64::from(self.columns));
        index - inside + column * u64::from(self.rows) + row
    }
}

#[cfg(test)]
mod tests {
    use super::{Section, Swap};

    #[test]
    fn every_section_is_stored_by_columns() {
        let section = |length, rows, columns| Section { length, rows, columns };
        let swap = Swap::new(&[section(12, 2, 3), section(4, 2, 2)]).expect("whole blocks");
        let stored: Vec<u64> = (0..18).map(|index| swap.stored(index)).collect();
        assert_eq!(stored, [0, 2, 4, 1, 3, 5, 6, 8, 10, 7, 9, 11, 12, 14, 13, 15, 16, 17]);
        assert!((0..18).all(|index| swap.seen(swap.stored(index)) == index));
        assert_eq!(swap.sections().count(), 2);
    }

    #[test]
    fn only_sections_of_whole_blocks_are_taken() {
        let section = |length, rows, columns| Section { length, rows, columns };
        let one = section(6, 2, 3);
        assert!(Swap::new(&[one; 3]).is_some());
        for wrong in [section(7, 2, 3), section(0, 2, 3), section(6, 0, 3)] {
            assert_eq!(Swap::new(&[one, wrong]), None);
        }
        assert_eq!(Swap::new(&[]), None);
        assert_eq!(Swap::new(&[one; 4]), None);
    }
}
