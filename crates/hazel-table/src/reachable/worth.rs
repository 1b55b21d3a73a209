//! What the positions of a structure are worth, as sets.

use super::rows::Rows;
use crate::Wdl;

/// The values of the positions of a structure with one side to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Sets {
    pub(crate) won: Rows,
    pub(crate) lost: Rows,
    /// Which of the wins and losses the 50-move rule changes to draws, if any.
    pub(crate) cursed: Option<Box<Rows>>,
}

impl Sets {
    fn uncursed(&self, of: &Rows) -> Rows {
        match &self.cursed {
            Some(cursed) => of.without(cursed),
            None => of.clone(),
        }
    }
}

/// Positions by what the side to move has at least. Each set holds those before it.
pub(crate) struct Worth {
    pub(crate) win: Rows,
    pub(crate) cursed: Rows,
    pub(crate) draw: Rows,
    pub(crate) blessed: Rows,
    pub(crate) legal: Rows,
}

impl Worth {
    /// Of the positions of a structure, for the side to move.
    pub(crate) fn new(sets: &Sets, legal: Rows) -> Worth {
        Worth {
            win: sets.uncursed(&sets.won).and(&legal),
            cursed: sets.won.and(&legal),
            draw: legal.without(&sets.lost),
            blessed: legal.without(&sets.uncursed(&sets.lost)),
            legal,
        }
    }

    /// The same for the other side, which has just moved there.
    pub(crate) fn for_the_mover(sets: &Sets, legal: Rows) -> Worth {
        Worth {
            win: sets.uncursed(&sets.lost).and(&legal),
            cursed: sets.lost.and(&legal),
            draw: legal.without(&sets.won),
            blessed: legal.without(&sets.uncursed(&sets.won)),
            legal,
        }
    }

    /// The same value everywhere.
    pub(crate) fn same(value: Wdl, legal: Rows) -> Worth {
        let from = |least: Wdl| if value >= least { legal.clone() } else { Rows::EMPTY };
        Worth {
            win: from(Wdl::Win),
            cursed: from(Wdl::CursedWin),
            draw: from(Wdl::Draw),
            blessed: from(Wdl::BlessedLoss),
            legal,
        }
    }

    /// The better of both wherever the other is legal too; the other alone where there are no moves but the other's.
    pub(crate) fn or(&self, other: &Worth, stuck: &Rows) -> Worth {
        let alone = other.legal.and(stuck);
        let join = |a: &Rows, b: &Rows| a.without(&alone).or(b);
        Worth {
            win: join(&self.win, &other.win),
            cursed: join(&self.cursed, &other.cursed),
            draw: join(&self.draw, &other.draw),
            blessed: join(&self.blessed, &other.blessed),
            legal: self.legal.clone(),
        }
    }
}
