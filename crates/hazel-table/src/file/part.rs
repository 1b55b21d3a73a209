//! What the streams of a table hold.

use hazel_core::Color;

/// Names a stream of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Part {
    /// What the symbols mean.
    pub content: Content,
    /// The side to move in its positions.
    pub turn: Color,
    /// `false` for the only values that a table has, or for those where everything unknown was turned against White;
    /// `true` for those where it was turned against Black.
    pub is_second: bool,
}

/// What the symbols of a stream mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Content {
    /// 0 loss, 1 blessed loss, 2 draw, 3 cursed win, 4 win.
    Wdl,
    /// Plies.
    Distance,
}

impl Part {
    /// How many different parts there are.
    pub(super) const COUNT: usize = 8;

    /// Its number in a file: 1 for Black to move, 2 for distances and 4 for second values, added.
    pub fn number(self) -> u8 {
        u8::from(self.turn == Color::Black)
            | u8::from(self.content == Content::Distance) << 1
            | u8::from(self.is_second) << 2
    }

    /// The part with this number, if there is one.
    pub fn from_number(number: u8) -> Option<Part> {
        (usize::from(number) < Part::COUNT).then_some(Part {
            content: if number & 2 == 0 { Content::Wdl } else { Content::Distance },
            turn: if number & 1 == 0 { Color::White } else { Color::Black },
            is_second: number & 4 != 0,
        })
    }
}
