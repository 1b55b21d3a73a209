//! One position for all that are worth the same.
//!
//! An empty file stays empty for ever, since a pawn comes to another file only by capturing there. So the islands between
//! empty files have nothing to do with each other but the turn, and each can be mirrored, and all put into any order. Files
//! whose pawns are all fixed are as good as empty; only that there are pawns has to be remembered.

use super::board::{Board, down_attacks, files, files_of, mirror, up_attacks};
use super::dead::Reach;
use super::{PawnMove, Pawns};

/// Where the files of a canonical form come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Files([u8; 8]);

impl Files {
    const SAME: Files = Files([0, 1, 2, 3, 4, 5, 6, 7]);

    /// A move of the canonical form as a move of what it was made from.
    pub(super) fn restore(self, mv: PawnMove) -> PawnMove {
        let square = |square: u8| square & !7 | self.0[usize::from(square & 7)];
        PawnMove { from: square(mv.from), to: square(mv.to) }
    }
}

/// Pawns between two empty files, moved to the first file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Island {
    mine: u64,
    theirs: u64,
    width: u32,
    from: u32,
    is_mirrored: bool,
}

impl Pawns {
    #[inline(always)]
    pub(super) fn canonical_form(&self, board: &Board) -> (Board, Files) {
        let mut has_fixed = board.has_fixed();
        let (mut mine, mut theirs) = board.halves();
        if self.shortcuts.fixed
            && has_still_file(board)
            && let Some(Reach { fixed, .. }) = self.reach(board)
        {
            let live = files(files_of((board.mine() | theirs) & !fixed));
            has_fixed |= fixed & !live != 0;
            mine &= live;
            theirs &= live;
        }
        let width = u32::from(self.rules.files);
        let occupied = files_of(mine & !0xFF | theirs);
        if self.shortcuts.islands && occupied != 0xFF >> (8 - width) {
            return self.ordered_islands(mine, theirs, occupied, has_fixed);
        }
        let island = Island { mine, theirs, width, from: 0, is_mirrored: false };
        let island = if self.shortcuts.mirror { island.greater_image() } else { island };
        let mut order = Files::SAME;
        island.note_files(&mut order, 0);
        (Board::from_halves(island.mine, island.theirs, has_fixed), order)
    }

    /// The islands from the greatest to the smallest, each turned so that it is greatest, with one empty file between
    /// two.
    #[inline(always)]
    fn ordered_islands(
        &self,
        mine: u64,
        theirs: u64,
        occupied: u64,
        has_fixed: bool,
    ) -> (Board, Files) {
        let mut islands = [Island { mine: 0, theirs: 0, width: 0, from: 0, is_mirrored: false }; 4];
        let mut count = 0;
        let mut rest = occupied;
        while rest != 0 {
            let from = rest.trailing_zeros();
            let width = (rest >> from).trailing_ones();
            let set = 0xFF >> (8 - width);
            rest &= !(set << from);
            let here = files(set);
            let island = Island {
                mine: mine >> from & here,
                theirs: theirs >> from & here,
                width,
                from,
                is_mirrored: false,
            };
            islands[count] = if self.shortcuts.mirror { island.greater_image() } else { island };
            count += 1;
        }
        let islands = &mut islands[..count];
        islands.sort_unstable_by(|a, b| b.cmp(a));
        let mut order = Files::SAME;
        let (mut mine, mut theirs, mut at) = (0, 0, 0);
        for island in islands {
            mine |= island.mine << at;
            theirs |= island.theirs << at;
            island.note_files(&mut order, at);
            at += island.width + 1;
        }
        (Board::from_halves(mine, theirs, has_fixed), order)
    }
}

/// Whether the pawns of some file might all be fixed. They aren't if one of them can step, capture or be captured, now or
/// when others have gone straight ahead as far as they can. Most boards have no such file, and to see this is much less
/// work than to find out which pawns are fixed.
#[inline]
fn has_still_file(board: &Board) -> bool {
    let (mine, theirs) = (board.mine(), board.theirs());
    let pawns = mine | theirs;
    let attacked = |mine_come: u64, they_come: u64| {
        mine & down_attacks(they_come) | theirs & up_attacks(mine_come)
    };
    let blocked = mine & pawns >> 8 | theirs & pawns << 8;
    let still = blocked & !attacked(mine, theirs);
    let still_files = |still: u64| files_of(pawns) & !files_of(pawns & !still);
    if still_files(still) == 0 {
        return false;
    }
    let (mut mine_come, mut they_come) = (mine & !still, theirs & !still);
    let (mut up, mut down) = (!still, !still);
    for distance in [8, 16, 32] {
        mine_come |= up & mine_come << distance;
        they_come |= down & they_come >> distance;
        up &= up << distance;
        down &= down >> distance;
    }
    still_files(still & !attacked(mine_come, they_come)) != 0
}

impl Island {
    #[inline]
    fn greater_image(self) -> Island {
        let (mine, theirs) = (mirror(self.mine, self.width), mirror(self.theirs, self.width));
        if (mine, theirs) > (self.mine, self.theirs) {
            Island { mine, theirs, is_mirrored: true, ..self }
        } else {
            self
        }
    }

    /// Says of each of its files, from this one on, where it was.
    #[inline]
    fn note_files(&self, order: &mut Files, at: u32) {
        for index in 0..self.width {
            let was = if self.is_mirrored { self.width - 1 - index } else { index };
            order.0[(at + index) as usize] = (self.from + was) as u8;
        }
    }
}

#[cfg(test)]
mod tests {
    use hazel_solve::Game as _;

    use super::super::Rules;
    use super::*;

    /// In many random games: where a file is fixed it is still, and most boards have no still file.
    #[test]
    fn a_fixed_file_is_a_still_one() {
        let game = Pawns::new(Rules::peasants(5, 8)).expect("such a game");
        let mut random = fastrand::Rng::with_seed(1);
        let (mut fixed_files, mut still_files, mut boards) = (0, 0, 0);
        for _ in 0..2000 {
            let mut board = game.start();
            while game.finished(&board).is_none() {
                let mut moves = Vec::new();
                game.moves(&board, &mut moves);
                game.play(&mut board, moves[random.usize(..moves.len())]);
                let pawns = board.mine() | board.theirs();
                let fixed = game.reach(&board).map_or(0, |reach| reach.fixed);
                let has_fixed_file = files_of(pawns) & !files_of(pawns & !fixed) != 0;
                assert!(has_still_file(&board) || !has_fixed_file, "{board:?}");
                fixed_files += usize::from(has_fixed_file);
                still_files += usize::from(has_still_file(&board));
                boards += 1;
            }
        }
        assert!(
            fixed_files > 100 && still_files < boards / 2,
            "{fixed_files} {still_files} {boards}"
        );
    }
}
