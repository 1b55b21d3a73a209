//! All positions that can be reached, and which leads to which.

use std::sync::atomic::{AtomicBool, Ordering};

use super::RetrogradeError;
use super::index::Index;
use crate::{Game, Outcome};

/// The positions that can be reached from one, by number, with their moves backwards.
pub(super) struct Graph {
    pub(super) index: Index,
    /// By position: its value if the game is over there, else [`Outcome::ANY`].
    pub(super) values: Vec<Outcome>,
    /// By position: how many moves it has, none if the game is over there.
    pub(super) moves: Vec<u32>,
    pub(super) parents: Parents,
}

/// By position: from where a move leads to it, as often as there are such moves.
///
/// The lists of all positions lie in one array, one after the other.
pub(super) struct Parents {
    /// Where the list of each position starts, and after the last position where it ends.
    starts: Vec<usize>,
    parents: Vec<u32>,
}

impl Parents {
    /// The positions from which a move leads to this one.
    pub(super) fn of(&self, child: u32) -> &[u32] {
        &self.parents[self.starts[child as usize]..self.starts[child as usize + 1]]
    }

    /// Turns the lists of children, which lie one after the other and are as long as `moves` says, into those of parents.
    fn new(moves: &[u32], children: &[u32]) -> Parents {
        // 1. Count: `starts[n + 1]` is how often `n` is a child.
        let mut starts = vec![0; moves.len() + 1];
        for &child in children {
            starts[child as usize + 1] += 1;
        }
        // 2. Add up: `starts[n + 1]` is where the list of `n` ends.
        let mut end = 0;
        for start in &mut starts {
            end += *start;
            *start = end;
        }
        // 3. Fill the lists from their ends. Each end moves down to the start of its list, which is where the list
        //    before it ends; so afterwards all are one place too far back.
        let mut parents = vec![0; children.len()];
        let mut children = children.iter();
        for (parent, &count) in moves.iter().enumerate() {
            for &child in children.by_ref().take(count as usize) {
                let end = &mut starts[child as usize + 1];
                *end -= 1;
                parents[*end] = parent as u32;
            }
        }
        starts.remove(0);
        starts.push(parents.len());
        Parents { starts, parents }
    }
}

impl Graph {
    /// Goes through all positions from `start` on, at most `most` of them.
    pub(super) fn explore<G: Game>(
        game: &G,
        start: &G::Position,
        most: usize,
        stop: &AtomicBool,
    ) -> Result<Graph, RetrogradeError> {
        let most = most.min(Index::MOST);
        let too_many = RetrogradeError::TooManyPositions { most };
        let mut index = Index::default();
        let mut values = vec![];
        let mut moves = vec![];
        let mut children = vec![];
        let mut choices = vec![];
        let mut keys = vec![];
        index.number(game.key(start), most).ok_or(too_many)?;
        // Positions are numbered as they are met, and visited in the order of their numbers.
        while let Some(&key) = index.keys().get(values.len()) {
            if stop.load(Ordering::Relaxed) {
                return Err(RetrogradeError::Stopped);
            }
            let mut position = game.position(key).expect("the key was made from a position");
            let value = game.finished(&position);
            choices.clear();
            if value.is_none() {
                game.moves(&position, &mut choices);
                assert!(!choices.is_empty(), "no move in {position:?}, and the game isn't over");
            }
            keys.clear();
            for &mv in &choices {
                let undo = game.play(&mut position, mv);
                keys.push(game.key(&position));
                game.unplay(&mut position, mv, undo);
            }
            index.numbers(&keys, most, &mut children).ok_or(too_many)?;
            assert!(value.is_none_or(Outcome::is_exact), "over in {position:?}, but not decided");
            values.push(value.unwrap_or(Outcome::ANY));
            moves.push(choices.len() as u32);
        }
        let parents = Parents::new(&moves, &children);
        Ok(Graph { index, values, moves, parents })
    }
}

#[cfg(test)]
mod tests {
    use super::Parents;

    #[test]
    fn every_move_is_found_from_its_end_as_often_as_it_is_there() {
        // 0 leads to 1, 3 and 3 again, 1 to 0, 2 nowhere, 3 to itself and 1.
        let parents = Parents::new(&[3, 1, 0, 2], &[1, 3, 3, 0, 3, 1]);
        let mut lists = [0, 1, 2, 3].map(|child| parents.of(child).to_vec());
        for list in &mut lists {
            list.sort_unstable();
        }
        assert_eq!(lists, [vec![1], vec![0, 3], vec![], vec![0, 0, 3]]);
    }
}
