//! What is seen in a position of pawns, for a search to learn from.
//!
//! Pawns only ever meet those of their own file and the two beside it, so what matters is local: the pawns of each two
//! and of each three files side by side, as they stand, and those of the files at the edges. A pattern and its mirror image are
//! one. Some counts of the whole board are added: what each side can do, what it can do safely, what hangs. The same patterns
//! occur on boards of any width.
//!
//! A board of 8 ranks has 729 ways to fill a file, and so half a million pairs and hundreds of millions of triples, of
//! which a proof meets few; they share places with each other.

use hazel_solve::Patterns;

use super::board::{
    Board, down_attacks, down_left, down_right, files, row, up_attacks, up_left, up_right,
};
use super::{Pawns, Rules};

/// Kinds of patterns.
const ALWAYS: u8 = 0;
const PAIR: u8 = 1;
const TRIPLE: u8 = 2;
const EDGE: u8 = 3;
const MOVES: u8 = 4;
const SAFE_STEPS: u8 = 5;
const BALANCE: u8 = 6;

/// The ways to fill a file: six squares, each empty or with a pawn of either side.
const FILLINGS: u64 = 729;
/// What pawns on these squares of a file, the lowest left out, contribute to the number of its filling.
const TERNARY: [u16; 128] = {
    let mut numbers = [0; 128];
    let mut set = 0;
    while set < numbers.len() {
        let mut square = 6;
        while square > 0 {
            numbers[set] = 3 * numbers[set] + (set >> square & 1) as u16;
            square -= 1;
        }
        set += 1;
    }
    numbers
};

impl Pawns {
    #[inline]
    pub(super) fn add_patterns(&self, board: &Board, patterns: &mut Patterns) {
        patterns.add(ALWAYS, 0);
        add_files(self.rules, board, patterns);
        self.add_counts(board, patterns);
    }

    /// Counts of the whole board.
    #[inline]
    fn add_counts(&self, board: &Board, patterns: &mut Patterns) {
        let (mine, theirs) = (board.mine(), board.theirs());
        let free = !(mine | theirs);
        let (my_attacks, their_attacks) = (up_attacks(mine), down_attacks(theirs));
        let (my_steps, their_steps) = (mine << 8 & free, theirs >> 8 & free);
        let my_double_steps = (my_steps & row(2)) << 8 & free;
        let third = row(u32::from(self.rules.ranks) - 3);
        let their_double_steps = (their_steps & third) >> 8 & free;
        let my_captures = count(up_left(mine) & theirs) + count(up_right(mine) & theirs);
        let their_captures = count(down_left(theirs) & mine) + count(down_right(theirs) & mine);
        let steps = |single: u64, double: u64, of: u64| count(single & of) + count(double & of);
        let my_moves = steps(my_steps, my_double_steps, !0) + my_captures;
        let their_moves = steps(their_steps, their_double_steps, !0) + their_captures;
        patterns.add(MOVES, my_moves << 8 | their_moves);
        let my_safe = steps(my_steps, my_double_steps, !their_attacks);
        let their_safe = steps(their_steps, their_double_steps, !my_attacks);
        patterns.add(SAFE_STEPS, my_safe << 8 | their_safe);
        let my_hanging = count(mine & their_attacks & !my_attacks).min(3);
        let their_hanging = count(theirs & my_attacks & !their_attacks).min(3);
        let ahead = (count(mine) + 3).saturating_sub(count(theirs)).min(7);
        let captures = my_captures.min(1) | their_captures.min(1) << 1;
        patterns.add(BALANCE, my_hanging | their_hanging << 2 | ahead << 4 | captures << 7);
    }
}

/// Files, one by one at the edges, and side by side.
#[inline]
fn add_files(rules: Rules, board: &Board, patterns: &mut Patterns) {
    let (mine, theirs) = (board.mine(), board.theirs());
    let filling = |file: u8| number(mine >> file) + 2 * number(theirs >> file);
    let first = filling(0);
    let (mut before, mut last) = (0, first);
    for file in 1..rules.files {
        let here = filling(file);
        patterns.add(PAIR, both(last, here));
        if file > 1 {
            patterns.add(TRIPLE, both(before, here) * FILLINGS + last);
        }
        (before, last) = (last, here);
    }
    patterns.add(EDGE, first);
    patterns.add(EDGE, last);
}

/// Two fillings in either order.
#[inline]
fn both(one: u64, other: u64) -> u64 {
    one.min(other) * FILLINGS + one.max(other)
}

/// The number of the pawns on the first file.
#[inline]
fn number(pawns: u64) -> u64 {
    // The squares of a file, eight bits apart, are brought together in the highest byte.
    let set = (pawns & files(1)).wrapping_mul(0x0102_0408_1020_4080) >> 56;
    u64::from(TERNARY[set as usize & 127])
}

#[inline]
fn count(squares: u64) -> u64 {
    u64::from(squares.count_ones())
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use hazel_solve::{Control, Game as _, Options, Prover, Question};

    use super::super::Shortcuts;
    use super::super::board::{flip, mirror};
    use super::*;

    fn game(files: u8) -> Pawns {
        Pawns::new(Rules::peasants(files, 8)).expect("such a game")
    }

    fn seen(files: u8, mine: u64, theirs: u64) -> Vec<u32> {
        let game = game(files);
        let board = Board::new(&game.rules, mine, theirs, None).expect("a position");
        let mut patterns = Patterns::default();
        game.add_patterns(&board, &mut patterns);
        let mut places = patterns.places().to_vec();
        places.sort_unstable();
        places
    }

    #[test]
    fn every_filling_of_a_file_has_its_own_number() {
        let mut numbers = std::collections::HashSet::new();
        for mine in 0..64_u64 {
            for theirs in (0..64).filter(|theirs| theirs & mine == 0) {
                let squares =
                    |set: u64| (0..6).fold(0, |all, i| all | (set >> i & 1) << (8 * i + 8));
                let number = number(squares(mine)) + 2 * number(squares(theirs));
                assert!(number < FILLINGS && numbers.insert(number), "{mine:b} {theirs:b}");
            }
        }
    }

    #[test]
    fn mirror_images_look_the_same_and_other_boards_do_not() {
        let (mine, theirs) = (0x0000_0000_1004_0B00, 0x0015_0A00_0000_0000);
        let here = seen(5, mine, theirs);
        assert_eq!(here, seen(5, mirror(mine, 5), mirror(theirs, 5)));
        let rules = game(5).rules;
        assert_ne!(here, seen(5, flip(theirs, rules), flip(mine, rules)));
        assert_ne!(here, seen(5, mine & (mine - 1), theirs));
    }

    /// Eight files have the most patterns, and none of them is forgotten.
    #[test]
    fn the_number_of_patterns_grows_with_the_files_up_to_nineteen() {
        for files in 1..=8 {
            let board = Board::start(game(files).rules);
            let pairs = usize::from(files - 1);
            let triples = usize::from(files.saturating_sub(2));
            assert_eq!(seen(files, board.mine(), board.theirs()).len(), 6 + pairs + triples);
        }
    }

    #[test]
    fn a_prover_guesses_most_answers_right_after_solving_the_board() {
        let game = Pawns::new(Rules::peasants(4, 7)).expect("such a game");
        let prover = Prover::new(&game, &Options { memory: 1 << 22, ..Options::default() });
        let prover = prover.expect("memory");
        let stop = AtomicBool::new(false);
        let mut control = Control { stop: &stop, report: &mut |_| () };
        let mut ask = |board: &Board| prover.decide(board, Question::Draw, &mut control);
        ask(&game.start()).expect("never stopped");
        let mut random = fastrand::Rng::with_seed(1);
        let (mut right, mut all) = (0, 0);
        while all < 300 {
            let mut board = game.start();
            for _ in 0..8 {
                let mut moves = Vec::new();
                if game.finished(&board).is_none() {
                    game.moves(&board, &mut moves);
                    game.play(&mut board, moves[random.usize(..moves.len())]);
                }
            }
            if game.is_learned_from(&board) && Question::Draw.answer(game.bounds(&board)).is_none()
            {
                let answer = ask(&board).expect("never stopped");
                right += usize::from((prover.guess(&board, Question::Draw) > 0.5) == answer);
                all += 1;
            }
        }
        assert!(right > 200, "{right} of {all}");
        let blind = game.with_shortcuts(Shortcuts::NONE);
        let mut patterns = Patterns::default();
        blind.patterns(&blind.start(), &mut patterns);
        assert_eq!(patterns.places(), [0; 0], "switched off, nothing is seen");
    }
}
