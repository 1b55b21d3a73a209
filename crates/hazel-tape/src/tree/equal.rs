//! Whether two trees look the same.

use super::GameTree;

impl PartialEq for GameTree {
    fn eq(&self, other: &GameTree) -> bool {
        let head = |tree: &GameTree| (tree.start, tree.result);
        // Two trees that are walked in the same order have the same shape if at each step both go down or neither does,
        // and both have another branch or neither has.
        let same = |(a, b)| {
            self.move_at(a) == other.move_at(b)
                && self.annotations(a) == other.annotations(b)
                && self.first_child(a).is_some() == other.first_child(b).is_some()
                && self.next_sibling(a).is_some() == other.next_sibling(b).is_some()
        };
        head(self) == head(other)
            && self.tags == other.tags
            && self.preorder().zip(other.preorder()).all(same)
    }
}

impl Eq for GameTree {}
