//! What the moves that leave the key decide before the first pass.

use hazel_core::Color;

use super::Stopped;
use super::exits::Leaving;
use super::layout::Layout;
use super::legality;
use super::sets::Exits;

/// Where a side to move wins by leaving the key.
pub(crate) struct Wins {
    pub(crate) won: Vec<u64>,
    /// But for the 50-move rule.
    pub(crate) cursed: Option<Vec<u64>>,
}

/// Where a side to move has nothing to hold by leaving the key.
pub(crate) struct Losses {
    /// Legal, and no such move holds.
    pub(crate) loose: Vec<u64>,
    /// Those of them in which there is such a move.
    pub(crate) leaves: Vec<u64>,
    /// Legal, and only the 50-move rule makes such a move hold.
    pub(crate) blessed: Option<Vec<u64>>,
}

impl Wins {
    pub(crate) fn count(&self) -> u64 {
        self.won.iter().map(|word| u64::from(word.count_ones())).sum()
    }
}

/// Looks all exits of a side up, once: it takes long where there are many children.
pub(crate) fn look_up(
    layout: &Layout,
    side: Color,
    leaving: &Leaving<'_, '_>,
    stop: &dyn Fn() -> bool,
) -> Result<(Wins, Losses), Stopped> {
    let plane = || vec![0; layout.len()];
    let mut wins = Wins { won: plane(), cursed: None };
    let mut losses = Losses { loose: plane(), leaves: plane(), blessed: None };
    let mut exits = vec![Exits::default(); layout.words];
    let mut legal = vec![];
    let mut words = vec![0; layout.words];
    for (pair, &kings) in layout.kings.iter().enumerate() {
        if stop() {
            return Err(Stopped);
        }
        legality::legal_of_pair(layout, side, pair, &mut legal);
        leaving.look_up(kings, &legal, &mut exits);
        let (mut cursed, mut blessed) = (0, 0);
        for (exits, &legal) in exits.iter_mut().zip(&legal) {
            // Those that hold anyway are not blessed.
            exits.blessed &= !exits.hold;
            *exits = *exits & legal;
            cursed |= exits.cursed;
            blessed |= exits.blessed;
        }
        let found = exits.iter().zip(&legal);
        let loose = |(exits, legal): (&Exits, &u64)| legal & !(exits.hold | exits.blessed);
        let mut store = Store { layout, pair, words: &mut words };
        store.add(exits.iter().map(|exits| exits.win), &mut wins.won);
        store.add(found.clone().map(loose), &mut losses.loose);
        store.add(found.map(|both| both.0.any & loose(both)), &mut losses.leaves);
        if cursed != 0 {
            let set = wins.cursed.get_or_insert_with(plane);
            store.add(exits.iter().map(|exits| exits.cursed), set);
        }
        if blessed != 0 {
            let set = losses.blessed.get_or_insert_with(plane);
            store.add(exits.iter().map(|exits| exits.blessed), set);
        }
    }
    Ok((wins, losses))
}

/// Where the words of a pair of kings are stored.
struct Store<'a> {
    layout: &'a Layout,
    pair: usize,
    /// Room for them.
    words: &'a mut [u64],
}

impl Store<'_> {
    fn add(&mut self, found: impl Iterator<Item = u64>, set: &mut [u64]) {
        self.words.iter_mut().zip(found).for_each(|(word, found)| *word = found);
        self.layout.pack(self.words, self.pair, set);
    }
}
