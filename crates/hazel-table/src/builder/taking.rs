//! What captures and promotions alone are worth, for tables that leave out what follows from them.
//!
//! In a file a position whose best capture or promotion has the position's own value may hold any value that is not
//! better: whoever probes looks at those moves anyway and takes the best. Pushes are not looked at, since a position has
//! more of them, and they lead to tables that aren't smaller.

use hazel_core::Color;

use super::exits::Leaving;
use super::layout::Layout;
use super::legality;
use super::raw::{RawTable, Side};
use super::sets::Exits;
use crate::MaterialKey;

/// Where the best capture or promotion has the value of the position, with everything unknown turned against one side:
/// stored words as those of [`Side::won`].
pub(crate) fn told_by_exits<'a>(
    table: &RawTable,
    turn: Color,
    against: Color,
    child: &dyn Fn(&MaterialKey) -> Option<&'a RawTable>,
) -> Vec<u64> {
    let layout = &table.layout;
    let side = &table.run(against)[turn.index()];
    let mut told = vec![0; layout.len()];
    let mut words = vec![];
    each_pair(layout, turn, against, child, |pair, legal, exits| {
        let sets = Five::of(layout, side, pair);
        words.clear();
        words.extend(sets.zip(exits).zip(legal).map(|((sets, exits), legal)| {
            let exits = Five::of_exits(*exits & *legal);
            // A loss can't be told by one capture: the others must lose as well, and so must all quiet moves.
            sets.win & exits.win
                | sets.cursed & exits.cursed
                | sets.draw & exits.draw
                | sets.blessed & exits.blessed
        }));
        layout.pack(&words, pair, &mut told);
    });
    told
}

/// Five sets that share no position.
struct Five {
    win: u64,
    cursed: u64,
    draw: u64,
    blessed: u64,
}

impl Five {
    /// The words of a pair of kings.
    fn of(layout: &Layout, side: &Side, pair: usize) -> impl Iterator<Item = Five> {
        let unpack = |set| layout.unpack(set, pair);
        let (won, lost) = (unpack(&side.won), unpack(&side.lost));
        let cursed = side.cursed.as_ref().map(|cursed| unpack(cursed));
        (0..layout.words).map(move |word| {
            let (won, lost) = (won[word], lost[word]);
            let cursed = cursed.as_ref().map_or(0, |cursed| cursed[word]);
            Five {
                win: won & !cursed,
                cursed: won & cursed,
                draw: !won & !lost,
                blessed: lost & cursed,
            }
        })
    }

    fn of_exits(exits: Exits) -> Five {
        let won = exits.win | exits.cursed;
        Five {
            win: exits.win,
            cursed: exits.cursed & !exits.win,
            draw: exits.hold & !won,
            blessed: exits.blessed & !exits.hold,
        }
    }
}

/// Shows every word, not only those that are stored, with its legal positions and what leaving the key by a capture or
/// promotion is worth in them.
pub(crate) fn each_word<'a>(
    layout: &Layout,
    turn: Color,
    against: Color,
    child: &dyn Fn(&MaterialKey) -> Option<&'a RawTable>,
    mut show: impl FnMut(usize, u64, Exits),
) {
    each_pair(layout, turn, against, child, |pair, legal, exits| {
        for (word, (legal, exits)) in (pair * layout.words..).zip(legal.iter().zip(exits)) {
            show(word, *legal, *exits & *legal);
        }
    });
}

/// Shows the words of each pair of kings, with their legal positions and exits, of which those in legal positions count.
fn each_pair<'a>(
    layout: &Layout,
    turn: Color,
    against: Color,
    child: &dyn Fn(&MaterialKey) -> Option<&'a RawTable>,
    mut show: impl FnMut(usize, &[u64], &[Exits]),
) {
    let leaving = Leaving::new(layout, turn, against, child).without_pushes();
    let mut legal = vec![];
    let mut exits = vec![Exits::default(); layout.words];
    for (pair, &kings) in layout.kings.iter().enumerate() {
        legality::legal_of_pair(layout, turn, pair, &mut legal);
        leaving.look_up(kings, &legal, &mut exits);
        show(pair, &legal, &exits);
    }
}
