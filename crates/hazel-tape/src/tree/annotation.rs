//! What people and programs write beside moves.
//!
//! A comment is a list of parts: text, and what programs put between it (clocks, evaluations, marks on the board). The
//! order of the parts is kept, so that a comment can be written as it was read. What a reader doesn't understand exactly it
//! keeps as text.

use hazel_core::Square;

/// What stands beside a move.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Annotations {
    /// Comments before the move. Readers put them only on the first move of a variation: elsewhere, what stands before
    /// a move stands after the one before it, or after the root.
    pub before: Vec<Comment>,
    /// Comments after the move. The root's stand before the first move.
    pub after: Vec<Comment>,
    /// Signs such as `!` and `?`, as numbers.
    pub nags: Vec<Nag>,
}

impl Annotations {
    /// None at all.
    pub const EMPTY: Annotations =
        Annotations { before: Vec::new(), after: Vec::new(), nags: Vec::new() };

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.before.is_empty() && self.after.is_empty() && self.nags.is_empty()
    }

    /// The parts of the comments after the move.
    pub fn parts(&self) -> impl Iterator<Item = &CommentPart> {
        self.after.iter().flat_map(|comment| &comment.parts)
    }

    /// Takes over from `other` what isn't there yet, at the end of each list.
    pub fn unite(&mut self, other: &Annotations) {
        unite(&mut self.before, &other.before);
        unite(&mut self.after, &other.after);
        unite(&mut self.nags, &other.nags);
    }
}

/// A comment: text and commands in the order of writing.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Comment {
    /// The parts. A reader makes no two texts in a row.
    pub parts: Vec<CommentPart>,
}

impl Comment {
    /// A comment that is only text.
    pub fn from_text(text: impl Into<String>) -> Comment {
        Comment { parts: vec![CommentPart::Text(text.into())] }
    }
}

/// A piece of a comment.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum CommentPart {
    /// Text.
    Text(String),
    /// What is left on the mover's clock (`%clk`).
    Clock(Clock),
    /// How long the move took (`%emt`).
    Elapsed(Clock),
    /// What an engine thinks of the position (`%eval`).
    Evaluation(Evaluation),
    /// Squares that are marked (`%csl`).
    Squares(Vec<ColoredSquare>),
    /// Arrows on the board (`%cal`).
    Arrows(Vec<Arrow>),
}

/// A time in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Clock(
    /// Milliseconds.
    pub u64,
);

/// What an engine thinks of the position after the move, from White's side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Evaluation {
    /// How good it is for White.
    pub score: Score,
    /// How deep the engine looked, in plies, where that is said.
    pub depth: Option<u32>,
}

/// How good a position is for White.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Score {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Mate in so many moves; if negative, White is mated. Zero has no sign, so it says mate but not whose: a reader keeps
    /// a signed zero as text.
    Mate(i32),
}

/// A numeric annotation glyph: a sign beside a move, by its number in the PGN standard.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Nag(
    /// The number.
    pub u8,
);

impl Nag {
    /// A good move, `!`.
    pub const GOOD: Nag = Nag(1);
    /// A mistake, `?`.
    pub const MISTAKE: Nag = Nag(2);
    /// A brilliant move, `!!`.
    pub const BRILLIANT: Nag = Nag(3);
    /// A blunder, `??`.
    pub const BLUNDER: Nag = Nag(4);
    /// An interesting move, `!?`.
    pub const INTERESTING: Nag = Nag(5);
    /// A dubious move, `?!`.
    pub const DUBIOUS: Nag = Nag(6);
}

/// A colour of marks on the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Paint {
    Green,
    Red,
    Yellow,
    Blue,
}

/// A marked square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ColoredSquare {
    /// Its colour.
    pub paint: Paint,
    /// Which one.
    pub square: Square,
}

/// An arrow between two squares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Arrow {
    /// Its colour.
    pub paint: Paint,
    /// Where it starts.
    pub from: Square,
    /// Where it points.
    pub to: Square,
}

/// Appends those of `other` that `list` doesn't have. What is twice in one of them stays so.
fn unite<T: Clone + PartialEq>(list: &mut Vec<T>, other: &[T]) {
    let own = list.len();
    list.extend(
        other.iter().filter(|item| !list[..own].contains(item)).cloned().collect::<Vec<_>>(),
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uniting_appends_what_is_new_and_repeats_nothing() {
        let note = |text: &str| Comment::from_text(text);
        let mut one = Annotations {
            before: vec![note("a"), note("a")],
            after: vec![note("b")],
            nags: vec![Nag::GOOD],
        };
        let other = Annotations {
            before: vec![note("a")],
            after: vec![note("c"), note("b"), note("c")],
            nags: vec![Nag::DUBIOUS, Nag::GOOD],
        };
        one.unite(&other);
        assert_eq!(one.before, [note("a"), note("a")]);
        assert_eq!(one.after, [note("b"), note("c"), note("c")]);
        assert_eq!(one.nags, [Nag::GOOD, Nag::DUBIOUS]);
        assert!(!one.is_empty() && Annotations::EMPTY.is_empty());
        let before = one.clone();
        one.unite(&other);
        assert_eq!(one, before);
    }
}
