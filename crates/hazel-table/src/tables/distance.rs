//! How far it is to the next capture, pawn move or mate.
//!
//! A slot holds the distance of a win, but means nothing where the winner's next move captures, moves a pawn or mates. What a
//! loser's moves lead to is won for the other side, and the longest of those wins is the distance of the loss.

use std::cmp::Reverse;

use arrayvec::ArrayVec;
use hazel_core::{Bitboard, Move, Position, Query, Role, attacks};

use super::found::Found;
use super::{ProbeError, Tables};
use crate::judge::{without_moves, zeroes};
use crate::{Bounds, Value, Wdl};

impl Tables {
    /// What is known of a position in which nobody may take en passant.
    pub(super) fn bounds_of(&self, position: &Position) -> Result<Bounds, ProbeError> {
        let Some(found) = self.look_for(position)? else { return Ok(Bounds::DRAW) };
        let (lower, upper) = self.wdl_found(&found, position)?;
        if let Some(fault) = found.fault() {
            let value = self.value_at_once(&found, position, [lower, upper])?;
            return value.map(Bounds::from).ok_or(fault);
        }
        if found.entry.is_exact && lower == upper {
            let value = match lower {
                Wdl::Loss => self.certain_loss(&found, position)?,
                _ => self.value(&found, position, lower, true)?,
            };
            return Ok(value.into());
        }
        let lower = self.value(&found, position, lower, true)?;
        let upper = self.value(&found, position, upper, false)?;
        if lower > upper {
            return Err(found.place(position).nonsense());
        }
        Ok(Bounds { lower, upper })
    }

    /// The value if it needs no distance of another position: the game is over, it is a draw, or the next move wins.
    fn value_at_once(
        &self,
        found: &Found<'_>,
        position: &Position,
        wdl: [Wdl; 2],
    ) -> Result<Option<Value>, ProbeError> {
        if !position.has_legal_move() {
            return Ok(Some(without_moves(position)));
        }
        match wdl {
            [Wdl::Draw, Wdl::Draw] => Ok(Some(Value::DRAW)),
            [Wdl::Win, _] => self.win_at_once(found, position, Wdl::Win, true),
            _ => Ok(None),
        }
    }

    /// The lower or the upper value of a position of which this much is known.
    fn value(
        &self,
        found: &Found<'_>,
        position: &Position,
        wdl: Wdl,
        is_lower: bool,
    ) -> Result<Value, ProbeError> {
        if wdl == Wdl::Draw {
            return Ok(Value::DRAW);
        }
        if wdl > Wdl::Draw {
            return self.win(found, position, wdl, is_lower);
        }
        let mut value = Value::loss(0);
        for &m in &position.legal_moves() {
            value = value.max(self.value_after(found, position, m, is_lower)?);
        }
        Ok(if is_lower && value.wdl() != wdl { value.max(Value::of(wdl)) } else { value })
    }

    /// The value of a position in an exact table that is lost, and not saved by the 50-move rule. So whatever its moves lead to
    /// is won, and nobody needs to be asked about that. The slots after them are looked at first, and only those whose distance
    /// would be the longest are asked whether they mean anything.
    fn certain_loss(&self, found: &Found<'_>, position: &Position) -> Result<Value, ProbeError> {
        /// What a win with the next move makes of a loss.
        const AT_ONCE: u16 = 2;
        /// A list of moves has no room for more.
        const MOST_MOVES: usize = 512;
        let mut longest = 0;
        let mut stored = ArrayVec::<(u16, Move), MOST_MOVES>::new();
        for &m in &position.legal_moves() {
            if zeroes(position, m) {
                longest = 1;
            } else {
                let place = found.place(&position.after(m));
                stored.push((AT_ONCE.max(place.distance(true)?.saturating_add(1)), m));
            }
        }
        stored.sort_unstable_by_key(|(distance, _)| Reverse(*distance));
        for (distance, m) in stored {
            if distance <= longest {
                break;
            }
            let value = self.win(found, &position.after(m), Wdl::Win, true)?.before(false);
            longest = longest.max(value.distance());
        }
        Ok(Value::loss(longest))
    }

    /// The lower or the upper value of a won position.
    fn win(
        &self,
        found: &Found<'_>,
        position: &Position,
        wdl: Wdl,
        is_lower: bool,
    ) -> Result<Value, ProbeError> {
        if let Some(value) = self.win_at_once(found, position, wdl, is_lower)? {
            return Ok(value);
        }
        let place = found.place(position);
        let value = Value::win(place.distance(is_lower)?);
        if value.wdl() == wdl { Ok(value) } else { Err(place.nonsense()) }
    }

    /// The same if the next move captures, moves a pawn or mates.
    fn win_at_once(
        &self,
        found: &Found<'_>,
        position: &Position,
        wdl: Wdl,
        is_lower: bool,
    ) -> Result<Option<Value>, ProbeError> {
        let checks = Checks::of(position);
        for &m in &position.legal_moves() {
            let value = if zeroes(position, m) {
                let (lower, upper) = self.wdl_of_exit(found, &position.after(m))?;
                Value::of(if is_lower { upper } else { lower }).before(true)
            } else if checks.may_have(m) && is_mate(&position.after(m)) {
                Value::win(1)
            } else {
                continue;
            };
            if value.wdl() == wdl {
                return Ok(Some(value));
            }
        }
        Ok(None)
    }

    /// The lower or the upper value of a move in a lost position, for the side that makes it.
    fn value_after(
        &self,
        found: &Found<'_>,
        position: &Position,
        m: Move,
        is_lower: bool,
    ) -> Result<Value, ProbeError> {
        let after = position.after(m);
        let (lower, upper) = self.wdl_of_exit(found, &after)?;
        let wdl = if is_lower { upper } else { lower };
        if zeroes(position, m) {
            return Ok(Value::of(wdl).before(true));
        }
        if wdl <= Wdl::Draw {
            // What was built later tells more than the slot of bounds, but not how far it is.
            return Ok(if is_lower { Value::DRAW } else { Value::of(wdl).before(true) });
        }
        Ok(self.win(found, &after, wdl, !is_lower)?.before(false))
    }
}

fn is_mate(position: &Position) -> bool {
    position.is_check() && !position.has_legal_move()
}

/// Which moves may give check, so that the others need not be made to see whether they mate.
struct Checks {
    /// Knights, sliders on diagonals, sliders on lines, each with the squares from which they attack the king.
    attackers: [(Bitboard, Bitboard); 3],
    /// Men that may stand between the king and a slider.
    screens: Bitboard,
}

impl Checks {
    fn of(position: &Position) -> Checks {
        let (board, turn) = (position.board(), position.turn());
        let (king, occupied) = (position.king(!turn), board.occupied());
        let (diagonal, orthogonal) =
            (attacks::bishop(king, occupied), attacks::rook(king, occupied));
        let (bishops, rooks) = (board.diagonal_sliders(turn), board.orthogonal_sliders(turn));
        let knights = (board.men(turn, Role::Knight), attacks::knight(king));
        let is_screened = (bishops | rooks).any();
        Checks {
            attackers: [knights, (bishops, diagonal), (rooks, orthogonal)],
            screens: if is_screened { diagonal | orthogonal } else { Bitboard::EMPTY },
        }
    }

    /// Whether a move that takes nothing and isn't a pawn's may give check.
    fn may_have(&self, m: Move) -> bool {
        let is_seen = |(men, squares): &(Bitboard, Bitboard)| {
            men.contains(m.from()) && squares.contains(m.to())
        };
        self.screens.contains(m.from()) || self.attackers.iter().any(is_seen)
    }
}

#[cfg(test)]
mod tests {
    use super::Checks;
    use crate::judge::zeroes;
    use crate::{MaterialKey, PositionIndexer};

    #[test]
    fn no_check_is_passed_by() {
        // Every piece, alone and as a screen of another, for pieces of either side, and pawns in between.
        let keys =
            ["KQvKR", "KRvKN", "KBlNvK", "KRNvK", "KBdRvK", "KNd5vK", "KRe4vKe5", "KBla2vKQ"];
        let (mut given, mut looked_at, mut all) = (0_u32, 0_u32, 0_u32);
        for text in keys {
            let key: MaterialKey = text.parse().expect("a key");
            let indexer = PositionIndexer::new(key.canonical().0).expect("it is canonical");
            for slot in (0..indexer.len()).step_by(101) {
                let placement = indexer.position(slot);
                let Some(Ok(position)) = placement.map(|p| p.position()) else { continue };
                let checks = Checks::of(&position);
                for &m in position.legal_moves().iter().filter(|m| !zeroes(&position, **m)) {
                    let (is_check, may_be) = (position.after(m).is_check(), checks.may_have(m));
                    assert!(may_be || !is_check, "{position:?} {m:?}");
                    given += u32::from(is_check);
                    looked_at += u32::from(may_be);
                    all += 1;
                }
            }
        }
        assert!(given > 10_000 && looked_at < all / 3, "{given} of {looked_at} of {all}");
    }
}
