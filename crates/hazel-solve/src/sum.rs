//! Positions that fall into impartial parts: solved part by part.
//!
//! By the theorem of Sprague (1935) and Grundy (1939) each part is worth as much as a heap of Nim. The size of that heap,
//! its Grundy number, is the least one that no move from the part leads to, and a sum of parts is lost for the side to move
//! exactly if their numbers, added in binary without carry, give zero. So the work is that of all parts added, while a
//! search of the whole has it multiplied.
//!
//! It needs the number of everything that can come of a part, where a search needs one good move. That is why a position
//! with a single part is left to the search. Numbers are kept for later questions, in a bounded amount of memory; once it is
//! used up, the search has to do it. Parts wait on a stack of their own, which gets as high as the game is long.

use std::collections::HashMap;

use crate::knowledge::Knowledge;
use crate::{Game, Outcome};

/// Bytes that a part takes, as a guess from above.
const PART_BYTES: usize = 128;

/// The Grundy numbers of parts in canonical form, by their keys.
pub(crate) struct Sums {
    numbers: HashMap<u128, usize>,
    /// The most parts.
    most: usize,
}

impl Sums {
    /// No numbers yet, and never more than fit into so many bytes.
    pub(crate) fn new(bytes: usize) -> Sums {
        Sums { numbers: HashMap::new(), most: bytes / PART_BYTES }
    }

    /// The value of a position in canonical form. `None` if it doesn't have several parts, the memory is used up, or it was
    /// told to stop.
    pub(crate) fn run<G: Game>(
        &mut self,
        game: &G,
        knowledge: Knowledge<'_>,
        position: &G::Position,
    ) -> Option<Outcome> {
        let parts = game.parts(position);
        if parts.len() < 2 {
            return None;
        }
        let mut nodes = 0;
        let mut sum = Some(0);
        for part in parts {
            let number = self.number(game, knowledge, game.canonical(&part).0, &mut nodes);
            sum = sum.zip(number).map(|(sum, number)| sum ^ number);
        }
        knowledge.tell(nodes);
        let value = if sum? == 0 { Outcome::LOSS } else { Outcome::WIN };
        let key = game.key(position);
        knowledge.learn(key, knowledge.table.place(key), value, nodes.max(1));
        Some(value)
    }

    /// Its size in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.numbers.capacity() * size_of::<(u128, usize)>()
    }

    /// The Grundy number of a part.
    fn number<G: Game>(
        &mut self,
        game: &G,
        knowledge: Knowledge<'_>,
        part: G::Position,
        nodes: &mut u64,
    ) -> Option<usize> {
        let key = game.key(&part);
        if let Some(number) = self.numbers.get(&key) {
            return Some(*number);
        }
        let mut stack = vec![Open::new(game, part)];
        while let Some(open) = stack.last_mut() {
            if let Some(missing) = open.missing(game, &self.numbers) {
                if self.numbers.len() + stack.len() >= self.most || knowledge.is_stopped() {
                    return None;
                }
                stack.push(Open::new(game, missing));
            } else {
                *nodes += 1;
                self.numbers.insert(game.key(&open.part), open.number());
                stack.pop();
            }
        }
        self.numbers.get(&key).copied()
    }
}

/// A part whose number isn't known yet.
struct Open<G: Game> {
    part: G::Position,
    /// The moves that haven't been looked at.
    moves: Vec<G::Move>,
    /// Which numbers can be reached. There can't be more of them than moves, so greater ones don't matter.
    reached: Vec<bool>,
}

impl<G: Game> Open<G> {
    fn new(game: &G, part: G::Position) -> Open<G> {
        let mut moves = Vec::new();
        if game.finished(&part).is_none() {
            game.moves(&part, &mut moves);
        }
        let reached = vec![false; moves.len()];
        Open { part, moves, reached }
    }

    /// Looks at moves until one leads to a part without a number, which is returned.
    fn missing(&mut self, game: &G, numbers: &HashMap<u128, usize>) -> Option<G::Position> {
        while let Some(&mv) = self.moves.last() {
            let mut after = self.part.clone();
            game.play(&mut after, mv);
            let mut parts = game.parts(&after);
            if parts.is_empty() {
                parts.push(after);
            }
            let mut sum = 0;
            for part in parts {
                let part = game.canonical(&part).0;
                match numbers.get(&game.key(&part)) {
                    Some(number) => sum ^= number,
                    None => return Some(part),
                }
            }
            if let Some(reached) = self.reached.get_mut(sum) {
                *reached = true;
            }
            self.moves.pop();
        }
        None
    }

    /// The least number that no move leads to.
    fn number(&self) -> usize {
        self.reached.iter().position(|reached| !reached).unwrap_or(self.reached.len())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

    use super::{PART_BYTES, Sums};
    use crate::knowledge::Knowledge;
    use crate::table::Table;
    use crate::{Game, Outcome};

    /// Two heaps; each move takes one to three from one of them.
    struct Subtraction;

    impl Game for Subtraction {
        type Position = [u8; 2];
        type Move = (usize, u8);
        type Undo = ();
        type Transform = ();

        fn start(&self) -> [u8; 2] {
            [20, 30]
        }

        fn finished(&self, heaps: &[u8; 2]) -> Option<Outcome> {
            (*heaps == [0, 0]).then_some(Outcome::LOSS)
        }

        fn moves(&self, heaps: &[u8; 2], moves: &mut Vec<(usize, u8)>) {
            for heap in [0, 1] {
                moves.extend((1..=heaps[heap].min(3)).map(|take| (heap, take)));
            }
        }

        fn play(&self, heaps: &mut [u8; 2], (heap, take): (usize, u8)) {
            heaps[heap] -= take;
        }

        fn unplay(&self, heaps: &mut [u8; 2], (heap, take): (usize, u8), (): ()) {
            heaps[heap] += take;
        }

        fn key(&self, heaps: &[u8; 2]) -> u128 {
            u16::from_le_bytes(*heaps).into()
        }

        fn position(&self, key: u128) -> Option<[u8; 2]> {
            u16::try_from(key).ok().map(u16::to_le_bytes)
        }

        fn canonical(&self, heaps: &[u8; 2]) -> ([u8; 2], ()) {
            (*heaps, ())
        }

        fn restore(&self, (): &(), take: (usize, u8)) -> (usize, u8) {
            take
        }

        fn parts(&self, heaps: &[u8; 2]) -> Vec<[u8; 2]> {
            let parts = heaps.iter().filter(|heap| **heap > 0);
            parts.map(|heap| [*heap, 0]).collect()
        }
    }

    /// What is found with room for so many parts, in how many nodes, and what is in the table then.
    fn run(heaps: [u8; 2], most: usize, stop: bool) -> (Option<Outcome>, u64, Outcome) {
        let table = Table::new(Table::LEAST).expect("memory");
        let (nodes, stop) = (AtomicU64::new(0), AtomicBool::new(stop));
        let knowledge = Knowledge { table: &table, proven: None, nodes: &nodes, stop: &stop };
        let found = Sums::new(most * PART_BYTES).run(&Subtraction, knowledge, &heaps);
        let stored = table.lookup(table.place(Subtraction.key(&heaps)));
        (found, nodes.load(Ordering::Relaxed), stored)
    }

    #[test]
    fn a_sum_is_lost_where_the_remainders_are_equal() {
        for heaps in (1..=9).flat_map(|one| (1..=9).map(move |two| [one, two])) {
            let value = if heaps[0] % 4 == heaps[1] % 4 { Outcome::LOSS } else { Outcome::WIN };
            // Each heap up to the greater one is looked at once.
            let nodes = u64::from(heaps[0].max(heaps[1])) + 1;
            assert_eq!(run(heaps, 100, false), (Some(value), nodes, value), "{heaps:?}");
        }
    }

    #[test]
    fn a_single_part_is_left_to_the_search() {
        assert_eq!(run([5, 0], 100, false), (None, 0, Outcome::ANY));
    }

    #[test]
    fn it_gives_up_when_the_memory_is_used_up_or_it_is_stopped() {
        assert_eq!(run([20, 30], 31, false).0, Some(Outcome::WIN));
        assert_eq!(run([20, 30], 30, false).0, None);
        assert_eq!(run([20, 30], 100, true).0, None);
        assert_eq!(run([20, 30], 0, false).2, Outcome::ANY, "nothing is stored then");
    }
}
