//! What the streams of a table hold.

use hazel_core::Color;

/// Names a stream of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Part {
    /// What the symbols mean.
    pub content: Content,
    /// The side to move in its positions.
    pub turn: Color,
}

/// What the symbols of a stream mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Content {
    /// Who wins: 0 loss, 1 blessed loss, 2 draw, 3 cursed win, 4 win. Where a table says at least and at most, who wins at most.
    Wdl,
    /// Plies; where a table says at least and at most, those of the most.
    Distance,
    /// Plies of the least. Tables that know every value don't have it.
    LowerDistance,
    /// Who wins at least. Tables that know every value don't have it.
    LowerWdl,
}

impl Content {
    /// All contents, in the order of their numbers.
    const ALL: [Content; 4] =
        [Content::Wdl, Content::Distance, Content::LowerDistance, Content::LowerWdl];
}

impl Content {
    /// Whether symbols say who wins, and not how soon.
    pub(crate) fn is_value(self) -> bool {
        matches!(self, Content::Wdl | Content::LowerWdl)
    }
}

impl Part {
    /// How many different parts there are.
    pub(super) const COUNT: usize = 2 * Content::ALL.len();

    /// Its number in a file: 1 for Black to move, 2 for distances, 4 for those of lower bounds and 6 for lower bounds, added.
    pub fn number(self) -> u8 {
        2 * self.content as u8 + u8::from(self.turn == Color::Black)
    }

    /// The part with this number, if there is one.
    pub fn from_number(number: u8) -> Option<Part> {
        let content = *Content::ALL.get(usize::from(number / 2))?;
        Some(Part { content, turn: Color::ALL[usize::from(number % 2)] })
    }
}
