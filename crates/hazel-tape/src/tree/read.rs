//! Finding one's way in a tree and reading what is there.
//!
//! Whoever asks about a node that isn't there is told that there is nothing: no move, no children, no annotations.

use std::iter::successors;

use hazel_core::{Alteration, Move, Position};

use super::node::Node;
use super::{Annotations, Clock, CommentPart, Evaluation, GameTree, NodeId, TreeError};

impl GameTree {
    /// How many moves there are, in all lines together. It counts them.
    pub fn len(&self) -> usize {
        self.nodes.iter().filter(|node| node.alive).count() - 1
    }

    /// Whether there is no move.
    pub fn is_empty(&self) -> bool {
        self.first_child(NodeId::ROOT).is_none()
    }

    /// How many numbers of nodes there are, gaps included: the length of a list that is indexed by
    /// [`NodeId::index`].
    pub fn slots(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is such a node.
    pub fn contains(&self, node: NodeId) -> bool {
        self.node(node).is_some()
    }

    /// The move that leads to a node; [`Move::NONE`] is a pass. The root has none.
    #[inline]
    pub fn move_at(&self, node: NodeId) -> Option<Move> {
        self.node(node).filter(|node| node.parent != NodeId::NONE).map(|node| node.m)
    }

    /// What the move of a node does to the position before it. Nothing at the root.
    #[inline]
    pub fn alterations(&self, node: NodeId) -> &[Alteration] {
        self.node(node)
            .map_or(&[], |node| &self.alterations[node.start as usize..][..node.len as usize])
    }

    /// The node before. The root has none.
    #[inline]
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        self.node(node)?.parent.some()
    }

    /// The main continuation.
    #[inline]
    pub fn first_child(&self, node: NodeId) -> Option<NodeId> {
        self.node(node)?.first_child.some()
    }

    /// The next move in the order of children: the variation after this one.
    #[inline]
    pub fn next_sibling(&self, node: NodeId) -> Option<NodeId> {
        self.node(node)?.next.some()
    }

    /// What follows a node: the main continuation first, then the variations.
    pub fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> + Clone {
        successors(self.first_child(node), |&child| self.next_sibling(child))
    }

    /// The variations on a move: its later siblings if it is a main continuation. A move that begins a variation has
    /// none of its own.
    pub fn variations(&self, node: NodeId) -> impl Iterator<Item = NodeId> + Clone {
        let first = if self.begins_variation(node) { None } else { self.next_sibling(node) };
        successors(first, |&sibling| self.next_sibling(sibling))
    }

    /// Whether a move isn't the main continuation of the node before it.
    pub(super) fn begins_variation(&self, node: NodeId) -> bool {
        self.parent(node).is_some_and(|parent| self.first_child(parent) != Some(node))
    }

    /// The moves of the game: the main continuations from the root on, which isn't one of them.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> + Clone {
        successors(self.first_child(NodeId::ROOT), |&node| self.first_child(node))
    }

    /// The line that leads to a node: the nodes after the root up to this one.
    pub fn line_to(&self, node: NodeId) -> Vec<NodeId> {
        let mut line: Vec<_> = successors(Some(node), |&node| self.parent(node))
            .take_while(|&node| self.parent(node).is_some())
            .collect();
        line.reverse();
        line
    }

    /// How many moves lead to a node. 0 at the root, or where there is no such node.
    #[inline]
    pub fn ply(&self, node: NodeId) -> usize {
        self.node(node).map_or(0, |node| node.ply as usize)
    }

    /// All nodes, the root first, each before what follows it.
    pub fn preorder(&self) -> impl Iterator<Item = NodeId> + Clone {
        self.subtree(NodeId::ROOT)
    }

    /// A node and all that follow it, each before what follows it.
    pub fn subtree(&self, top: NodeId) -> impl Iterator<Item = NodeId> + Clone {
        let first = self.contains(top).then_some(top);
        successors(first, move |&node| {
            self.first_child(node).or_else(|| {
                successors(Some(node), |&node| self.parent(node))
                    .take_while(|&node| node != top)
                    .find_map(|node| self.next_sibling(node))
            })
        })
    }

    /// The position at a node, followed from the start. Whoever wants many asks a
    /// [`TreeFamiliar`](super::TreeFamiliar).
    ///
    /// # Errors
    /// [`TreeError::NoNode`].
    pub fn position(&self, node: NodeId) -> Result<Position, TreeError> {
        let mut walk = self.walk();
        walk.to(node)?;
        // It began at the start and was told everything.
        Ok(Position::new_unchecked(*walk.state()))
    }

    /// What stands beside a move.
    pub fn annotations(&self, node: NodeId) -> &Annotations {
        static EMPTY: Annotations = Annotations::EMPTY;
        let place = self.node(node).map(|node| node.annotations as usize);
        place.and_then(|place| self.annotations.get(place)).unwrap_or(&EMPTY)
    }

    /// What stands beside a move, to be changed.
    ///
    /// # Errors
    /// [`TreeError::NoNode`].
    pub fn annotations_mut(&mut self, node: NodeId) -> Result<&mut Annotations, TreeError> {
        if !self.contains(node) {
            return Err(TreeError::NoNode(node));
        }
        let place = &mut self.nodes[node.index()].annotations;
        if *place == Node::PLAIN {
            *place = self.annotations.len() as u32;
            self.annotations.push(Annotations::EMPTY);
        }
        Ok(&mut self.annotations[*place as usize])
    }

    /// What was left on the mover's clock, where a comment after the move says it.
    pub fn clock(&self, node: NodeId) -> Option<Clock> {
        self.annotations(node).parts().find_map(|part| match part {
            CommentPart::Clock(clock) => Some(*clock),
            _ => None,
        })
    }

    /// How long the move took, where a comment after it says so.
    pub fn elapsed(&self, node: NodeId) -> Option<Clock> {
        self.annotations(node).parts().find_map(|part| match part {
            CommentPart::Elapsed(clock) => Some(*clock),
            _ => None,
        })
    }

    /// What an engine thinks of the position, where a comment after the move says it.
    pub fn evaluation(&self, node: NodeId) -> Option<Evaluation> {
        self.annotations(node).parts().find_map(|part| match part {
            CommentPart::Evaluation(evaluation) => Some(*evaluation),
            _ => None,
        })
    }

    /// The text of the comments after the move, without what is meant for programs; texts are joined by a blank.
    pub fn text(&self, node: NodeId) -> String {
        let texts = self.annotations(node).parts().filter_map(|part| match part {
            CommentPart::Text(text) => Some(text.trim()),
            _ => None,
        });
        texts.collect::<Vec<_>>().join(" ")
    }

    /// The node, unless there is none or it was deleted.
    #[inline]
    pub(super) fn node(&self, node: NodeId) -> Option<&Node> {
        self.nodes.get(node.index()).filter(|node| node.alive)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::{Comment, Score};

    #[test]
    fn what_programs_wrote_is_told_apart_from_text() {
        let mut tree = GameTree::default();
        let annotations = tree.annotations_mut(NodeId::ROOT).expect("the root is there");
        let evaluation = Evaluation { score: Score::Centipawns(-17), depth: None };
        let parts = vec![
            CommentPart::Text("Book. ".into()),
            CommentPart::Clock(Clock(1)),
            CommentPart::Elapsed(Clock(2)),
            CommentPart::Evaluation(evaluation),
            CommentPart::Text(" Until here".into()),
        ];
        annotations.after = vec![Comment { parts }, Comment::from_text("at least")];
        annotations.before = vec![Comment { parts: vec![CommentPart::Clock(Clock(3))] }];
        assert_eq!(tree.clock(NodeId::ROOT), Some(Clock(1)));
        assert_eq!(tree.elapsed(NodeId::ROOT), Some(Clock(2)));
        assert_eq!(tree.evaluation(NodeId::ROOT), Some(evaluation));
        assert_eq!(tree.text(NodeId::ROOT), "Book. Until here at least");
        tree.clear(Position::initial());
        assert_eq!((tree.clock(NodeId::ROOT), tree.elapsed(NodeId::ROOT)), (None, None));
        assert_eq!((tree.evaluation(NodeId::ROOT), tree.text(NodeId::ROOT)), (None, String::new()));
    }
}
