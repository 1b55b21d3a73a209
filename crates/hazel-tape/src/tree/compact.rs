//! Closing the gaps that deletion leaves.

use super::{GameTree, NodeId};

/// The new numbers of the nodes of a tree that was compacted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Renumbering(Vec<NodeId>);

impl Renumbering {
    /// The new number of a node; `None` if it had been deleted or never was.
    pub fn get(&self, old: NodeId) -> Option<NodeId> {
        self.0.get(old.index())?.some()
    }
}

impl GameTree {
    /// Gives back what deleted nodes occupy and numbers the others anew, in the order of
    /// [`preorder`](GameTree::preorder). The tree stays equal; numbers from before must be translated.
    pub fn compact(&mut self) -> Renumbering {
        let mut numbers = vec![NodeId::NONE; self.nodes.len()];
        numbers[NodeId::ROOT.index()] = NodeId::ROOT;
        let mut next = GameTree::new(self.start);
        for old in self.preorder().skip(1).collect::<Vec<_>>() {
            let parent = numbers[self.nodes[old.index()].parent.index()];
            numbers[old.index()] = next.adopt(parent, self, old);
        }
        for (old, &new) in self.nodes.iter().zip(&numbers).filter(|&(_, &new)| new != NodeId::NONE)
        {
            if let Some(annotations) = self.annotations.get_mut(old.annotations as usize)
                && !annotations.is_empty()
            {
                next.nodes[new.index()].annotations = next.annotations.len() as u32;
                next.annotations.push(std::mem::take(annotations));
            }
        }
        self.nodes = next.nodes;
        self.alterations = next.alterations;
        self.annotations = next.annotations;
        Renumbering(numbers)
    }
}
