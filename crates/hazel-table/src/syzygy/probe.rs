//! From what files store to what a position is worth.

use hazel_core::{MoveKind, Position, Query, Role};

use super::file::Content;
use super::material::Material;
use super::value::SyzygyValue;
use super::{Syzygy, SyzygyError};
use crate::Wdl;
use crate::judge::zeroes;

/// Who wins, and whether that is settled by a move that sets the counter back: the distance is then the smallest.
#[derive(Clone, Copy)]
struct Settled {
    wdl: Wdl,
    at_once: bool,
}

impl Syzygy {
    /// Who wins a position, with the 50-move rule and its counter at zero.
    ///
    /// # Errors
    /// If somebody may castle, if a file is missing or damaged, or if there are more than seven men.
    pub fn wdl(&self, position: &Position) -> Result<Wdl, SyzygyError> {
        check(position)?;
        Ok(self.settle(position)?.wdl)
    }

    /// Who wins a position, and how far it is from zeroing. This takes many times as long as [`wdl`](Syzygy::wdl) where
    /// the file has the other side to move.
    ///
    /// # Errors
    /// As [`wdl`](Syzygy::wdl).
    pub fn probe(&self, position: &Position) -> Result<SyzygyValue, SyzygyError> {
        check(position)?;
        match self.distance(position)? {
            Distance::Known(value) => Ok(value),
            Distance::OfMoves(wdl) => {
                self.by_moves(position, wdl, |after| match self.distance(after)? {
                    Distance::Known(value) => Ok(value),
                    // Files have one side to move, and after a quiet move it is the other's.
                    Distance::OfMoves(_) => unreachable!("one of two sides to move is stored"),
                })
            }
        }
    }

    /// The value, as far as it needs no quiet moves.
    pub(super) fn distance(&self, position: &Position) -> Result<Distance, SyzygyError> {
        let Settled { wdl, at_once } = self.settle(position)?;
        if wdl == Wdl::Draw {
            return Ok(Distance::Known(SyzygyValue::DRAW));
        }
        let known = |range| Ok(Distance::Known(SyzygyValue::new(wdl, range)));
        if at_once || (wdl > Wdl::Draw && self.a_pawn_wins(position, wdl)?) {
            return known(nearest(wdl));
        }
        let file = self.file(material(position)?, Content::Dtz)?;
        match file.distance(position.board(), position.turn(), wdl)? {
            Some(range) => known(range),
            None => Ok(Distance::OfMoves(wdl)),
        }
    }

    /// The value from those after quiet moves, where moves that set the counter back win nothing.
    pub(super) fn by_moves(
        &self,
        position: &Position,
        wdl: Wdl,
        mut value: impl FnMut(&Position) -> Result<SyzygyValue, SyzygyError>,
    ) -> Result<SyzygyValue, SyzygyError> {
        let mut best = None;
        // A lost position may be lost by setting the counter back, or be mate: that is nearest.
        if wdl < Wdl::Draw {
            best = Some(nearest(wdl));
        }
        for &m in &position.legal_moves() {
            if zeroes(position, m) {
                continue;
            }
            let after = position.after(m);
            let reply = value(&after)?;
            let SyzygyValue { least, most, .. } = reply;
            let is_mate = reply.wdl == Wdl::Loss && least == 1 && !after.has_legal_move();
            let range =
                if is_mate { [1, 1] } else { [least.saturating_add(1), most.saturating_add(1)] };
            best = match (best, wdl < Wdl::Draw) {
                (Some([a, b]), true) => Some([range[0].max(a), range[1].max(b)]),
                (Some([a, b]), false) if reply.wdl < Wdl::Draw => {
                    Some([range[0].min(a), range[1].min(b)])
                }
                (None, false) if reply.wdl < Wdl::Draw => Some(range),
                (best, _) => best,
            };
        }
        // Only files that contradict each other say of a position that it is won by no move.
        let range = best.ok_or_else(|| self.contradicted(position))?;
        Ok(SyzygyValue::new(wdl, range))
    }

    fn settle(&self, position: &Position) -> Result<Settled, SyzygyError> {
        let moves = position.legal_moves();
        let (mut best, mut passing, mut has_others) = (None, None, false);
        for &m in &moves {
            let is_passing = m.kind() == MoveKind::EnPassant;
            has_others |= !is_passing;
            if !m.is_capture() {
                continue;
            }
            let wdl = self.settle(&position.after(m))?.wdl.flip();
            if wdl == Wdl::Win {
                return Ok(Settled { wdl, at_once: true });
            }
            let best = if is_passing { &mut passing } else { &mut best };
            *best = (*best).max(Some(wdl));
        }
        // The file knows nothing of captures in passing: where they are all there is, it has a mate or stalemate that
        // isn't one.
        if let (Some(wdl), false) = (passing, has_others) {
            return Ok(Settled { wdl, at_once: true });
        }
        let stored = match position.board().occupied().len() {
            2 => Wdl::Draw,
            _ => self
                .file(material(position)?, Content::Wdl)?
                .wdl(position.board(), position.turn())?,
        };
        let rest = Some(stored).max(best).unwrap_or(stored);
        match passing {
            Some(wdl) if wdl > rest => Ok(Settled { wdl, at_once: true }),
            _ => {
                let at_once = rest > Wdl::Draw && passing.max(best) == Some(rest);
                Ok(Settled { wdl: rest, at_once })
            }
        }
    }

    /// Whether a pawn's move that takes nothing keeps the win.
    fn a_pawn_wins(&self, position: &Position, wdl: Wdl) -> Result<bool, SyzygyError> {
        let pawns = position.board().men(position.turn(), Role::Pawn);
        if pawns.is_empty() {
            return Ok(false);
        }
        for &m in &position.legal_moves() {
            if pawns.contains(m.from())
                && !m.is_capture()
                && self.settle(&position.after(m))?.wdl.flip() == wdl
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    #[cold]
    fn contradicted(&self, position: &Position) -> SyzygyError {
        let file = material(position).and_then(|material| self.file(material, Content::Dtz));
        match file {
            Ok(file) => SyzygyError::Damaged {
                path: file.path.clone(),
                expected: "distances that fit the other files",
            },
            Err(error) => error,
        }
    }
}

/// How much is known without quiet moves.
#[derive(Clone, Copy)]
pub(super) enum Distance {
    Known(SyzygyValue),
    /// It follows from the moves, of which the file has the positions.
    OfMoves(Wdl),
}

/// The smallest distance.
fn nearest(wdl: Wdl) -> [u16; 2] {
    match wdl {
        Wdl::Draw => [0, 0],
        Wdl::Win | Wdl::Loss => [1, 1],
        Wdl::CursedWin | Wdl::BlessedLoss => [101, 101],
    }
}

fn material(position: &Position) -> Result<Material, SyzygyError> {
    let men = position.board().occupied().len();
    Material::of_board(position.board()).ok_or(SyzygyError::TooMany { men })
}

fn check(position: &Position) -> Result<(), SyzygyError> {
    if position.castling().rooks().is_empty() { Ok(()) } else { Err(SyzygyError::Castling) }
}
