//! Symbols for places in which several will do.
//!
//! Files get small where runs of equal symbols are long. A place that takes several symbols joins the run that it stands in.

/// Which symbols a place takes; there is at least one.
pub(crate) trait Takes: Copy {
    /// All symbols.
    const ANY: Self;

    /// Those that both take, if there are any.
    fn both(self, other: Self) -> Option<Self>;

    /// The one that is stored.
    fn symbol(self) -> u16;

    /// Whether it takes a symbol.
    fn takes(self, symbol: u16) -> bool;
}

/// Any of a set of symbols below [`OneOf::SYMBOLS`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct OneOf(pub(crate) u8);

impl OneOf {
    /// How many symbols there are.
    pub(crate) const SYMBOLS: usize = 8;
}

impl Takes for OneOf {
    const ANY: OneOf = OneOf(u8::MAX);

    #[inline]
    fn both(self, other: OneOf) -> Option<OneOf> {
        Some(OneOf(self.0 & other.0)).filter(|both| both.0 != 0)
    }

    /// Nothing binds it, or the highest.
    #[inline]
    fn symbol(self) -> u16 {
        if self == Takes::ANY { 0 } else { self.0.ilog2() as u16 }
    }

    #[inline]
    fn takes(self, symbol: u16) -> bool {
        self.0 >> symbol & 1 != 0
    }
}

/// One symbol alone, or any.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Only(pub(crate) u16);

impl Takes for Only {
    const ANY: Only = Only(u16::MAX);

    #[inline]
    fn both(self, other: Only) -> Option<Only> {
        match self {
            any if any == Takes::ANY => Some(other),
            _ if other == Takes::ANY || other == self => Some(self),
            _ => None,
        }
    }

    #[inline]
    fn symbol(self) -> u16 {
        if self == Takes::ANY { 0 } else { self.0 }
    }

    #[inline]
    fn takes(self, symbol: u16) -> bool {
        self == Takes::ANY || self.0 == symbol
    }
}

/// Makes runs of places: no other choice of symbols has fewer. Where one may end earlier for the next one, it gets the roundest
/// length: what is learned of lengths is then learned of fewer of them.
pub(crate) struct Filler<T> {
    /// What all places of the run in work take.
    run: T,
    length: u64,
    recent: Recent<T>,
    /// The run before it, which may get shorter.
    last: Option<(u16, u64, Recent<T>)>,
}

impl<T: Takes> Filler<T> {
    pub(crate) fn new() -> Filler<T> {
        Filler { run: T::ANY, length: 0, recent: Recent::new(), last: None }
    }

    /// Adds a place, and shows a run with its length if one is sure now.
    #[inline]
    pub(crate) fn push(&mut self, place: T, show: impl FnMut(u16, u64)) {
        if let Some(both) = self.run.both(place) {
            self.run = both;
        } else {
            self.end_run(show);
            self.run = place;
        }
        self.recent.push(place);
        self.length += 1;
    }

    /// Shows what is left.
    pub(crate) fn finish(mut self, mut show: impl FnMut(u16, u64)) {
        if self.length > 0 {
            self.end_run(&mut show);
        }
        if let Some((symbol, length, _)) = self.last {
            show(symbol, length);
        }
    }

    fn end_run(&mut self, mut show: impl FnMut(u16, u64)) {
        let symbol = self.run.symbol();
        let mut length = self.length;
        if let Some((last, last_length, last_places)) = &self.last {
            let free = last_places.trailing(symbol);
            let kept = roundest(last_length.saturating_sub(free).max(1), *last_length);
            show(*last, kept);
            length += last_length - kept;
        }
        self.last = Some((symbol, length, self.recent));
        self.length = 0;
        self.recent.next = 0;
    }
}

/// The number from one to another that most powers of two divide.
fn roundest(from: u64, to: u64) -> u64 {
    let power = ((from - 1) ^ to).ilog2();
    to >> power << power
}

/// The last places of a run.
#[derive(Clone, Copy)]
struct Recent<T> {
    places: [T; RECENT],
    next: usize,
}

/// So many places can change from a run to the next one.
const RECENT: usize = 32;

impl<T: Takes> Recent<T> {
    fn new() -> Recent<T> {
        Recent { places: [T::ANY; RECENT], next: 0 }
    }

    #[inline]
    fn push(&mut self, place: T) {
        self.places[self.next % RECENT] = place;
        self.next += 1;
    }

    /// How many of the last places take a symbol. The run may have got more places since, at its beginning.
    fn trailing(&self, symbol: u16) -> u64 {
        let known = self.next.min(RECENT);
        let places = (1..=known).map(|back| self.places[(self.next - back) % RECENT]);
        places.take_while(|place| place.takes(symbol)).count() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::{Filler, OneOf, Only, Takes, roundest};

    /// The symbols of these places, as they are stored.
    fn filled<T: Takes>(places: &[T]) -> Vec<u16> {
        let mut list = vec![];
        let mut show = |symbol, count| list.extend(std::iter::repeat_n(symbol, count as usize));
        let mut filler = Filler::new();
        for &place in places {
            filler.push(place, &mut show);
        }
        filler.finish(&mut show);
        list
    }

    #[test]
    fn free_places_make_runs_longer() {
        let one = |symbol: u8| OneOf(1 << symbol);
        let at_most = |symbol: u8| OneOf((2 << symbol) - 1);
        let any: OneOf = Takes::ANY;
        let places =
            [any, one(3), at_most(4), at_most(3), any, at_most(2), any, one(3), at_most(0)];
        assert_eq!(filled(&places), [3, 3, 3, 3, 2, 2, 3, 3, 0]);
        assert_eq!(filled(&[one(4), at_most(2), at_most(3), one(1)]), [4, 1, 1, 1]);
        assert_eq!(filled(&[one(4), at_most(2), any, one(3)]), [4, 2, 2, 3]);
        assert_eq!(filled(&[OneOf(0b110), OneOf(0b101), OneOf(0b011)]), [2, 2, 1]);
        assert_eq!(filled(&[any, any]), [0, 0]);
        assert_eq!(filled::<OneOf>(&[]), []);
        let any: Only = Takes::ANY;
        assert_eq!(filled(&[any, Only(300), any, Only(2), any]), [300, 300, 2, 2, 2]);
    }

    #[test]
    fn a_run_ends_where_its_length_is_round() {
        assert_eq!(
            [(1, 1), (1, 7), (5, 7), (7, 9), (9, 9), (33, 100)]
                .map(|(from, to)| roundest(from, to)),
            [1, 4, 6, 8, 9, 64]
        );
        let one = |symbol: u8| OneOf(1 << symbol);
        let any: OneOf = Takes::ANY;
        let places = [one(2), one(2), one(2), any, any, any, one(4), any, any, one(2)];
        assert_eq!(filled(&places), [2, 2, 2, 2, 4, 4, 4, 4, 2, 2]);
    }
}
