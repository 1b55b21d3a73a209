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
/// words in the order of [`Side::won`].
pub(crate) fn told_by_exits<'a>(
    table: &RawTable,
    turn: Color,
    against: Color,
    child: &dyn Fn(&MaterialKey) -> Option<&'a RawTable>,
) -> Vec<u64> {
    let side = &table.run(against)[turn.index()];
    let mut told = vec![];
    each_word(&table.layout, turn, against, child, |word, _, exits| {
        let sets = Five::of(side, word);
        let exits = Five::of_exits(exits);
        // A loss can't be told by one capture: the others must lose as well, and so must all quiet moves.
        told.push(
            sets.win & exits.win
                | sets.cursed & exits.cursed
                | sets.draw & exits.draw
                | sets.blessed & exits.blessed,
        );
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
    fn of(side: &Side, word: usize) -> Five {
        let (won, lost) = (side.won[word], side.lost[word]);
        let cursed = side.cursed.as_ref().map_or(0, |cursed| cursed[word]);
        Five {
            win: won & !cursed,
            cursed: won & cursed,
            draw: !won & !lost,
            blessed: lost & cursed,
        }
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

/// Shows every word with its legal positions and what leaving the key by a capture or promotion is worth in them.
pub(crate) fn each_word<'a>(
    layout: &Layout,
    turn: Color,
    against: Color,
    child: &dyn Fn(&MaterialKey) -> Option<&'a RawTable>,
    mut show: impl FnMut(usize, u64, Exits),
) {
    let leaving = Leaving::new(layout, turn, against, child).without_pushes();
    let legal = legality::legal(layout, turn);
    let mut exits = vec![Exits::default(); layout.words];
    for (pair, &kings) in layout.kings.iter().enumerate() {
        let words = pair * layout.words..(pair + 1) * layout.words;
        leaving.look_up(kings, &legal[words.clone()], &mut exits);
        for (word, exits) in words.zip(&exits) {
            show(word, legal[word], *exits & legal[word]);
        }
    }
}
