//! Backwards through the positions of one structure, all pairs of kings at once.

use hazel_core::Color;

use super::rows::{Pawns, Rows};
use super::step::Step;
use super::worth::{Sets, Worth};

/// What moves out of the structure are worth, for one side to move.
pub(crate) struct Exits {
    /// From where any is legal.
    any: Rows,
    /// From where one wins.
    win: Rows,
    /// From where one wins but for the 50-move rule.
    cursed: Rows,
    /// From where one doesn't lose, even without the 50-move rule.
    hold: Rows,
    /// From where one loses but for the 50-move rule.
    blessed: Rows,
}

impl Exits {
    pub(crate) fn new() -> Exits {
        let none = || Rows::EMPTY;
        Exits { any: none(), win: none(), cursed: none(), hold: none(), blessed: none() }
    }

    /// Adds a move. What it leads to is seen from the side that moves then.
    pub(crate) fn add(&mut self, step: &Step, after: &Worth) {
        step.back(&after.legal, &mut self.any);
        step.back(&after.legal.without(&after.blessed), &mut self.win);
        step.back(&after.blessed.without(&after.draw), &mut self.cursed);
        step.back(&after.legal.without(&after.cursed), &mut self.hold);
        step.back(&after.cursed.without(&after.win), &mut self.blessed);
    }

    fn within(&mut self, reached: &Rows) {
        for set in
            [&mut self.any, &mut self.win, &mut self.cursed, &mut self.hold, &mut self.blessed]
        {
            *set = set.and(reached);
        }
    }
}

/// Values with both sides to move.
pub(crate) type Run = [Sets; 2];

/// Positions whose values were found: those of `turn`, won or lost, at this distance.
pub(crate) struct Found<'a> {
    pub(crate) turn: Color,
    pub(crate) won: bool,
    pub(crate) distance: u16,
    pub(crate) pairs: &'a Rows,
}

/// Finds the values of the reached positions, of which no king's step leads out. Each is told to `found` with its
/// distance.
pub(crate) fn solve(
    pawns: Pawns,
    reached: &[Rows; 2],
    mut exits: [Exits; 2],
    mut found: impl FnMut(&Found<'_>),
) -> Run {
    /// Where wins begin that the 50-move rule spoils.
    const CURSED: u16 = 101;
    let none = || [Rows::EMPTY, Rows::EMPTY];
    let [mut won, mut lost, mut cursed] = [none(), none(), none()];
    let [mut new_won, mut new_lost] = [none(), none()];
    let mut movable = none();
    for turn in Color::ALL {
        let side = turn.index();
        exits[side].within(&reached[side]);
        let steps = reached[1 - side].stepped(turn).and(&reached[side]);
        movable[side] = steps.or(&exits[side].any);
        let stuck = reached[side].without(&movable[side]);
        let mated = stuck.and(&Rows::in_check(pawns, turn));
        found(&Found { turn, won: false, distance: 0, pairs: &mated });
        lost[side] = mated.clone();
        new_lost[side] = mated;
    }
    let later = exits.iter().any(|exits| !exits.cursed.is_empty() || !exits.blessed.is_empty());
    let mut distance = 1;
    loop {
        let jump = distance == 1 || distance == CURSED;
        let mut next_won = none();
        let mut next_lost = none();
        for turn in Color::ALL {
            let (side, other) = (turn.index(), 1 - turn.index());
            let exits = &exits[side];
            let mut wins = Rows::EMPTY;
            if !new_lost[other].is_empty() {
                wins = new_lost[other].stepped(turn).and(&reached[side]);
            }
            match distance {
                1 => wins = wins.or(&exits.win),
                CURSED => wins = wins.or(&exits.cursed),
                _ => {}
            }
            next_won[side] = wins.without(&won[side]);
            if jump || !new_won[other].is_empty() {
                let escape = reached[other].without(&won[other]).stepped(turn).or(&exits.hold);
                let mut losses = movable[side].without(&escape).without(&lost[side]);
                if distance < CURSED {
                    losses = losses.without(&exits.blessed);
                }
                next_lost[side] = losses;
            }
        }
        let mut changed = false;
        for turn in Color::ALL {
            let side = turn.index();
            let sets = [
                (true, &mut won[side], &next_won[side]),
                (false, &mut lost[side], &next_lost[side]),
            ];
            for (is_won, all, new) in sets {
                if !new.is_empty() {
                    changed = true;
                    found(&Found { turn, won: is_won, distance, pairs: new });
                    *all = all.or(new);
                    if distance >= CURSED {
                        cursed[side] = cursed[side].or(new);
                    }
                }
            }
        }
        (new_won, new_lost) = (next_won, next_lost);
        if changed {
            distance += 1;
        } else if later && distance < CURSED {
            // Nothing happens until wins by cursed moves begin.
            distance = CURSED;
        } else {
            break;
        }
    }
    let mut sides = won.into_iter().zip(lost).zip(cursed).map(|((won, lost), cursed)| Sets {
        won,
        lost,
        cursed: (!cursed.is_empty()).then(|| Box::new(cursed)),
    });
    std::array::from_fn(|_| sides.next().expect("there are two sides"))
}
