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
    let mut losses =
        Losses { loose: legality::legal(layout, side), leaves: plane(), blessed: None };
    let mut exits = vec![Exits::default(); layout.words];
    for (pair, &kings) in layout.kings.iter().enumerate() {
        if stop() {
            return Err(Stopped);
        }
        let words = pair * layout.words..(pair + 1) * layout.words;
        leaving.look_up(kings, &losses.loose[words.clone()], &mut exits);
        for (word, exits) in words.zip(&exits) {
            let legal = losses.loose[word];
            let exits = *exits & legal;
            let blessed = exits.blessed & !exits.hold;
            let loose = legal & !exits.hold & !blessed;
            wins.won[word] = exits.win;
            losses.loose[word] = loose;
            losses.leaves[word] = exits.any & loose;
            if exits.cursed != 0 {
                wins.cursed.get_or_insert_with(plane)[word] = exits.cursed;
            }
            if blessed != 0 {
                losses.blessed.get_or_insert_with(plane)[word] = blessed;
            }
        }
    }
    Ok((wins, losses))
}
