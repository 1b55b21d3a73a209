//! Asking for the value of a position.
//!
//! Who wins is stored, but where the best capture or promotion tells it, a slot may hold anything that isn't better. So those
//! moves are made first, and the best of them and of the slot counts; most positions of few men have none. Tables of five men
//! and more also leave out most positions in check, and then all moves are made. How far it is costs more (`distance.rs`).
//! Leaving out what the moves tell makes files a fourth as large.
//!
//! If a table that another was built from is gone, who wins is answered more widely, never wrongly, and distances are
//! refused, but for draws, ends of the game and wins with the next move. Of whoever asks from outside, what is still open then is
//! looked up in Syzygy's files.

use hazel_core::{Bitboard, Move, MoveKind, Position, Query, Rank, Role};
use rayon::prelude::{IntoParallelRefIterator, ParallelIterator};

use super::found::Found;
use super::{ProbeError, Tables};
use crate::judge::{unknown, with_en_passant, zeroes};
use crate::{Bounds, MaterialKey, Placement, Syzygy, Value, Wdl};

impl Tables {
    /// What is known of a position: its value if the table was built with all its children, and bounds otherwise. What the table
    /// leaves open, Syzygy's files are asked. The counter of the 50-move rule counts as zero.
    ///
    /// # Errors
    /// If somebody may castle, if there is no table, or if it is damaged.
    pub fn probe(&self, position: &Position) -> Result<Bounds, ProbeError> {
        refuse_castling(position)?;
        let answer = self.probe_tables(position);
        let Some(syzygy) = &self.syzygy else { return answer };
        let is_open = match &answer {
            Ok(bounds) => bounds.exact().is_none(),
            Err(error) => matches!(error, ProbeError::Missing { .. } | ProbeError::Changed { .. }),
        };
        let key = MaterialKey::from_position(position);
        if !is_open || !syzygy.measures(&key) {
            return answer;
        }
        let theirs = syzygy.bounds(position)?;
        let Ok(ours) = answer else { return Ok(theirs) };
        ours.and(theirs).ok_or_else(|| ProbeError::Contradiction { key: key.canonical().0 })
    }

    /// The same from the table of its key.
    pub(crate) fn probe_tables(&self, position: &Position) -> Result<Bounds, ProbeError> {
        if position.en_passant_square().is_none() {
            return self.bounds_of(position);
        }
        let slot = || self.bounds(&Placement::from(position));
        with_en_passant(position, slot, |m| self.after(position, m))
    }

    /// What is known of a legal move, for the side that makes it.
    ///
    /// # Errors
    /// As [`probe`](Tables::probe), about the position after the move.
    pub fn after(&self, position: &Position, m: Move) -> Result<Bounds, ProbeError> {
        let after = position.after(m);
        if !zeroes(position, m) {
            return Ok(self.probe(&after)?.before(false));
        }
        let (lower, upper) = self.wdl(&after)?;
        Ok(Bounds { lower: Value::of(lower), upper: Value::of(upper) }.before(true))
    }

    /// Who wins at least and at most, without the distance: much quicker than [`probe`](Tables::probe).
    ///
    /// # Errors
    /// As [`probe`](Tables::probe).
    pub fn wdl(&self, position: &Position) -> Result<(Wdl, Wdl), ProbeError> {
        refuse_castling(position)?;
        match &self.syzygy {
            None => self.wdl_of(position),
            Some(syzygy) => self.wdl_beside(position, syzygy, |(lower, upper)| lower == upper),
        }
    }

    /// The same of a position without castling rights, from its table if there is one, so that it fits what was built from that.
    fn wdl_of_any(&self, position: &Position) -> Result<(Wdl, Wdl), ProbeError> {
        match &self.syzygy {
            None => self.wdl_of(position),
            Some(syzygy) => self.wdl_beside(position, syzygy, |_| true),
        }
    }

    /// The same from its table where that is enough, and else from Syzygy if that knows it.
    #[inline(never)]
    fn wdl_beside(
        &self,
        position: &Position,
        syzygy: &Syzygy,
        is_enough: impl Fn((Wdl, Wdl)) -> bool,
    ) -> Result<(Wdl, Wdl), ProbeError> {
        let answer = self.wdl_of(position);
        let is_open = match &answer {
            Ok(known) => !is_enough(*known),
            Err(error) => matches!(error, ProbeError::Missing { .. }),
        };
        if !is_open || !syzygy.knows(&MaterialKey::from_position(position)) {
            return answer;
        }
        let wdl = syzygy.wdl(position)?;
        Ok((wdl, wdl))
    }

    /// Probes many positions at once, on all cores; the answers are in their order.
    pub fn probe_all(&self, positions: &[Position]) -> Vec<Result<Bounds, ProbeError>> {
        positions.par_iter().map(|position| self.probe(position)).collect()
    }

    /// Who wins many positions at least and at most, on all cores; the answers are in their order.
    pub fn wdl_all(&self, positions: &[Position]) -> Vec<Result<(Wdl, Wdl), ProbeError>> {
        positions.par_iter().map(|position| self.wdl(position)).collect()
    }

    /// What is known of a position without castling rights and en passant. Of one that is not legal nothing is said.
    ///
    /// # Errors
    /// As [`probe`](Tables::probe).
    pub fn bounds(&self, placement: &Placement) -> Result<Bounds, ProbeError> {
        placement.position().map_or(Ok(Bounds::DRAW), |position| self.bounds_of(&position))
    }

    /// The best of the captures, the promotions and the slot. Where there is no table, nothing is said even if a capture
    /// wins: whoever built a table on one that was missing didn't know that either, and all answers must fit together.
    fn wdl_of(&self, position: &Position) -> Result<(Wdl, Wdl), ProbeError> {
        match self.look_for(position)? {
            None => Ok((Wdl::Draw, Wdl::Draw)),
            Some(found) => self.wdl_found(&found, position),
        }
    }

    /// The same where the table is known.
    #[inline]
    pub(super) fn wdl_found(
        &self,
        found: &Found<'_>,
        position: &Position,
    ) -> Result<(Wdl, Wdl), ProbeError> {
        if found.entry.lacks_checks && position.is_check() {
            self.wdl_in_check(found, position)
        } else {
            self.wdl_with_slot(found, position)
        }
    }

    /// The same of a position in check whose table leaves out those that follow from the moves.
    #[inline(never)]
    fn wdl_in_check(
        &self,
        found: &Found<'_>,
        position: &Position,
    ) -> Result<(Wdl, Wdl), ProbeError> {
        let moves = position.legal_moves();
        if !is_told_by_evasions(position, &moves)
            || found.entry.may_be_spoiled && found.place(position).is_spoiled()?
        {
            return self.wdl_with_slot(found, position);
        }
        let mut best = (Wdl::Loss, Wdl::Loss);
        for &m in &moves {
            let after = if is_quiet(m) {
                self.wdl_with_slot(found, &position.after(m))?
            } else {
                self.wdl_of_leaving(found, position, m)?
            };
            best = or_after(best, after);
            if best.0 == Wdl::Win {
                break;
            }
        }
        Ok(best)
    }

    /// The same of a position whose slot is used.
    #[inline]
    fn wdl_with_slot(
        &self,
        found: &Found<'_>,
        position: &Position,
    ) -> Result<(Wdl, Wdl), ProbeError> {
        // No slot knows of en passant.
        let (mut best, mut passing) = ((Wdl::Loss, Wdl::Loss), (Wdl::Loss, Wdl::Loss));
        if may_leave(position) {
            let moves = position.legal_moves();
            let is_en_passant = |m: &Move| m.kind() == MoveKind::EnPassant;
            for &m in moves.iter().filter(|m| !is_quiet(**m)) {
                let after = self.wdl_of_leaving(found, position, m)?;
                let best = if is_en_passant(&m) { &mut passing } else { &mut best };
                *best = or_after(*best, after);
                if best.0 == Wdl::Win {
                    return Ok(*best);
                }
            }
            if !moves.is_empty() && moves.iter().all(is_en_passant) {
                return Ok(passing);
            }
        }
        let (mut lower, upper) = found.place(position).wdl()?;
        // Where both values are the same, any lower one may be stored that isn't worse. If it can't be told any more what captures
        // told when the table was built, the upper one that is stored is all that is known of that.
        if lower > upper && !found.entry.standing(self).is_whole() {
            lower = upper;
        }
        let most = best.1.max(upper);
        let least = best.0.max(lower).min(most);
        Ok((least.max(passing.0), most.max(passing.1)))
    }

    /// Who wins after a capture or a promotion.
    fn wdl_of_leaving(
        &self,
        found: &Found<'_>,
        position: &Position,
        m: Move,
    ) -> Result<(Wdl, Wdl), ProbeError> {
        let after = position.after(m);
        // No slot knows of en passant, so whatever there is now tells it.
        if m.kind() == MoveKind::EnPassant {
            return self.wdl_or_unknown(&after);
        }
        self.wdl_of_exit(found, &after)
    }

    /// Who wins after a move from a table, mostly out of it, as far as the table was built from that.
    pub(super) fn wdl_of_exit(
        &self,
        found: &Found<'_>,
        after: &Position,
    ) -> Result<(Wdl, Wdl), ProbeError> {
        let strangers = &found.entry.standing(self).strangers;
        if strangers.is_empty() {
            return self.wdl_or_unknown(after);
        }
        let known = |position: &Position| {
            if strangers.contains(&MaterialKey::from_position(position).canonical().0) {
                return Ok(unknown_wdl(position));
            }
            self.wdl_or_unknown(position)
        };
        if after.en_passant_square().is_none() {
            return known(after);
        }
        // The table was built with the answers en passant too, as far as they were there.
        let (passing, others): (Vec<Move>, Vec<Move>) =
            after.legal_moves().into_iter().partition(|m| m.kind() == MoveKind::EnPassant);
        let plain = Placement::from(after).position().expect("legal without the right, too");
        let mut best = if others.is_empty() { (Wdl::Loss, Wdl::Loss) } else { known(&plain)? };
        for m in passing {
            best = or_after(best, known(&after.after(m))?);
        }
        Ok(best)
    }

    /// Who wins, with everything possible where there is no table.
    fn wdl_or_unknown(&self, position: &Position) -> Result<(Wdl, Wdl), ProbeError> {
        match self.wdl_of_any(position) {
            Err(ProbeError::Missing { .. }) => Ok(unknown_wdl(position)),
            known => known,
        }
    }

    /// What is known after a legal move out of the table of a position, as far as that was built from it.
    ///
    /// # Errors
    /// As [`probe`](Tables::probe).
    pub(crate) fn after_leaving(&self, position: &Position, m: Move) -> Result<Bounds, ProbeError> {
        let after = position.after(m);
        let (lower, upper) = match self.look_for(position)? {
            Some(found) => self.wdl_of_exit(&found, &after)?,
            None => self.wdl_of_any(&after)?,
        };
        Ok(Bounds { lower: Value::of(lower), upper: Value::of(upper) }.before(true))
    }
}

/// Who can win where nothing is known.
fn unknown_wdl(position: &Position) -> (Wdl, Wdl) {
    let Bounds { lower, upper } = unknown(position);
    (lower.wdl(), upper.wdl())
}

/// The better of what is known and of a move, after which so much is known.
#[inline]
fn or_after((lower, upper): (Wdl, Wdl), after: (Wdl, Wdl)) -> (Wdl, Wdl) {
    (lower.max(after.1.flip()), upper.max(after.0.flip()))
}

fn refuse_castling(position: &Position) -> Result<(), ProbeError> {
    if position.castling().rooks().is_empty() { Ok(()) } else { Err(ProbeError::Castling) }
}

/// Whether a move takes nothing and doesn't promote.
fn is_quiet(m: Move) -> bool {
    !m.is_capture() && m.promotion().is_none()
}

/// Whether the value of a position in check is left out where checks are: no move that stays within the key gives check in
/// turn, and no pawn can be pushed.
fn is_told_by_evasions(position: &Position, moves: &[Move]) -> bool {
    let pawns = position.board().role(Role::Pawn);
    let mut quiet = moves.iter().copied().filter(|m| is_quiet(*m));
    quiet.all(|m| !pawns.contains(m.from()) && !position.after(m).is_check())
}

/// Whether there may be a capture or a promotion: cheaper than making the list of moves.
#[inline]
fn may_leave(position: &Position) -> bool {
    let (board, turn) = (position.board(), position.turn());
    let promoting = board.men(turn, Role::Pawn) & turn.rank(Rank::Seventh).bitboard();
    let victims: Bitboard = board.color(!turn) - board.role(Role::King);
    let is_attacked = |square| board.attackers(square, turn, board.occupied()).any();
    promoting.any()
        || position.en_passant_square().is_some()
        || victims.into_iter().any(is_attacked)
}

#[cfg(test)]
mod tests {
    use super::is_told_by_evasions;
    use crate::MaterialKey;
    use crate::builder::evading::told_by_evasions;
    use crate::builder::layout::Layout;
    use crate::builder::legality;
    use crate::tables::unpack::placement;
    use hazel_core::Color;

    /// The builder works on sets and the reader on positions; both must leave out the same ones.
    #[test]
    fn sets_and_moves_agree_on_which_checks_are_left_out() {
        // Pawns that step between, once or twice, or give check; pieces that give check in turn, equal ones among them; no pawns.
        let keys = [
            "KRd4vKd5",
            "KBlc2vKRb7",
            "KRd2e2vKQ",
            "KNvKRg7h7",
            "KNNvKd2",
            "KBle4vKBd",
            "KBlNvKN",
            "KQRvKR",
        ];
        let mut told_in_all = 0;
        for text in keys {
            let key: MaterialKey = text.parse().expect("a key");
            let layout = Layout::new(key.canonical().0);
            for turn in Color::ALL {
                let told = told_by_evasions(&layout, turn);
                let mut legal = vec![];
                for pair in (0..layout.kings.len()).step_by(29) {
                    legality::legal_of_pair(&layout, turn, pair, &mut legal);
                    let mut places = vec![];
                    for (word, &legal) in (pair * layout.words..).zip(&legal) {
                        let bits = (0..64).filter(|bit| legal >> bit & 1 != 0);
                        places.extend(bits.map(|bit| layout.place(word, bit)));
                    }
                    let every = if layout.men.len() > 2 { 61 } else { 3 };
                    for place in places.into_iter().step_by(every) {
                        let position = placement(&layout, place, turn).position().expect("legal");
                        let is_told = position.is_check()
                            && is_told_by_evasions(&position, &position.legal_moves());
                        let (word, bit) = layout.shape.find(place);
                        assert_eq!(told[word] >> bit & 1 != 0, is_told, "{position:?}");
                        told_in_all += u32::from(is_told);
                    }
                }
            }
        }
        assert!(told_in_all > 10_000, "{told_in_all}");
    }
}
