//! Changing a tree.
//!
//! What is asked of a node that isn't there is refused, and a refusal changes nothing. Nodes never change their parent, so
//! the position of a node is the same for good; the order of children and which of them exist is what changes.
//!
//! Comments before a move stand only where a variation begins. Where an edit makes such a move the first child, they move to
//! the end of those after its parent, which is where they stand on paper.

use hazel_core::{IllegalMove, Move, Position};

use super::{Annotations, GameTree, NodeId, TreeError};

impl GameTree {
    /// The node after `parent` with this move; where there is none, a new one after the others. [`Move::NONE`] is a
    /// pass. Readers, who know what is legal, use [`push_legal`](GameTree::push_legal).
    ///
    /// # Errors
    /// [`TreeError::NoNode`]; [`TreeError::Illegal`] if the move isn't legal there, or a side in check is to pass.
    pub fn add(&mut self, parent: NodeId, m: Move) -> Result<NodeId, TreeError> {
        self.merge_line(parent, &[m])
    }

    /// Adds a line of moves after a node and returns its last node. Moves that are there are followed, the rest is
    /// new. [`Move::NONE`] is a pass.
    ///
    /// # Errors
    /// [`TreeError::NoNode`]; [`TreeError::Illegal`] with the first move that can't be played. Then none is added.
    pub fn merge_line(&mut self, at: NodeId, moves: &[Move]) -> Result<NodeId, TreeError> {
        let (mut node, mut rest) = (at, moves);
        while let [m, tail @ ..] = rest
            && let Some(child) = self.children(node).find(|&child| self.move_at(child) == Some(*m))
        {
            (node, rest) = (child, tail);
        }
        let mut position = self.position(node)?;
        let mut probe = position;
        for (&m, ply) in rest.iter().zip(self.ply(node) + 1..) {
            try_play(&mut probe, m).map_err(|illegal| TreeError::Illegal { at, ply, illegal })?;
        }
        for &m in rest {
            node = self.push_legal(node, m, &mut position);
        }
        Ok(node)
    }

    /// Moves a node one place forward among its siblings and says whether there was one before it.
    /// [`demote`](GameTree::demote) takes it back, but for comments that had to move.
    ///
    /// # Errors
    /// [`TreeError::NoNode`], [`TreeError::Root`].
    pub fn promote(&mut self, node: NodeId) -> Result<bool, TreeError> {
        let (parent, place) = self.place(node)?;
        if place > 0 {
            self.reorder(parent, |children| children.swap(place - 1, place));
        }
        Ok(place > 0)
    }

    /// Moves a node one place back among its siblings and says whether there was one after it.
    /// [`promote`](GameTree::promote) takes it back, but for comments that had to move.
    ///
    /// # Errors
    /// [`TreeError::NoNode`], [`TreeError::Root`].
    pub fn demote(&mut self, node: NodeId) -> Result<bool, TreeError> {
        let (parent, place) = self.place(node)?;
        let has_next = self.next_sibling(node).is_some();
        if has_next {
            self.reorder(parent, |children| children.swap(place, place + 1));
        }
        Ok(has_next)
    }

    /// Makes the line that leads to a node, and goes on from it, the main line. What was before it at each branch
    /// follows it in the same order. The root is on the main line already.
    ///
    /// # Errors
    /// [`TreeError::NoNode`].
    pub fn promote_to_main(&mut self, node: NodeId) -> Result<(), TreeError> {
        if !self.contains(node) {
            return Err(TreeError::NoNode(node));
        }
        for node in self.line_to(node) {
            let (parent, place) = self.place(node)?;
            self.reorder(parent, |children| children[..=place].rotate_right(1));
        }
        Ok(())
    }

    /// Deletes a node and all that follows it.
    ///
    /// # Errors
    /// [`TreeError::NoNode`], [`TreeError::Root`].
    pub fn delete(&mut self, node: NodeId) -> Result<(), TreeError> {
        let (parent, place) = self.place(node)?;
        self.reorder(parent, |children| {
            children.remove(place);
        });
        self.bury(node);
        Ok(())
    }

    /// Deletes all that follows a node.
    ///
    /// # Errors
    /// [`TreeError::NoNode`].
    pub fn delete_after(&mut self, node: NodeId) -> Result<(), TreeError> {
        self.keep_children(node, 0)
    }

    /// Deletes all variations after a node, so that only its main line goes on from there. At the root, the main line
    /// is all that is left of the game.
    ///
    /// # Errors
    /// [`TreeError::NoNode`].
    pub fn delete_variations(&mut self, node: NodeId) -> Result<(), TreeError> {
        let mut next = Some(node);
        while let Some(node) = next {
            self.keep_children(node, 1)?;
            next = self.first_child(node);
        }
        Ok(())
    }

    /// Deletes all but the first `kept` children of a node.
    fn keep_children(&mut self, node: NodeId, kept: usize) -> Result<(), TreeError> {
        if !self.contains(node) {
            return Err(TreeError::NoNode(node));
        }
        let lost: Vec<_> = self.children(node).skip(kept).collect();
        if lost.is_empty() {
            return Ok(());
        }
        self.reorder(node, |children| children.truncate(kept));
        for child in lost {
            self.bury(child);
        }
        Ok(())
    }

    /// A node's parent and its place among the children.
    fn place(&self, node: NodeId) -> Result<(NodeId, usize), TreeError> {
        if !self.contains(node) {
            return Err(TreeError::NoNode(node));
        }
        let parent = self.parent(node).ok_or(TreeError::Root)?;
        Ok((parent, self.children(parent).take_while(|&child| child != node).count()))
    }

    /// Gives a node those of its children that `change` leaves, in that order. They must be alive before.
    fn reorder(&mut self, parent: NodeId, change: impl FnOnce(&mut Vec<NodeId>)) {
        let mut children: Vec<_> = self.children(parent).collect();
        let first = children.first().copied();
        change(&mut children);
        if let Some(&now_first) = children.first()
            && first != Some(now_first)
        {
            self.hand_up_comments(now_first, parent);
        }
        let parent = &mut self.nodes[parent.index()];
        parent.first_child = children.first().copied().unwrap_or(NodeId::NONE);
        parent.last_child = children.last().copied().unwrap_or(NodeId::NONE);
        for (place, child) in children.iter().enumerate() {
            let next = children.get(place + 1).copied();
            self.nodes[child.index()].next = next.unwrap_or(NodeId::NONE);
        }
    }

    /// Puts the comments before a move, which is no variation any more, where a reader would find them now: after the
    /// move before.
    fn hand_up_comments(&mut self, node: NodeId, parent: NodeId) {
        let place = self.nodes[node.index()].annotations as usize;
        if let Some(annotations) = self.annotations.get_mut(place)
            && !annotations.before.is_empty()
        {
            let comments = std::mem::take(&mut annotations.before);
            let above = self.annotations_mut(parent).expect("a node has its parent");
            above.after.extend(comments);
        }
    }

    /// Marks a node and all that follows it as deleted.
    fn bury(&mut self, top: NodeId) {
        for node in self.subtree(top).collect::<Vec<_>>() {
            let node = &mut self.nodes[node.index()];
            node.alive = false;
            if let Some(annotations) = self.annotations.get_mut(node.annotations as usize) {
                *annotations = Annotations::EMPTY;
            }
        }
    }
}

/// Plays a move or passes.
fn try_play(position: &mut Position, m: Move) -> Result<(), IllegalMove> {
    if m == Move::NONE { position.try_pass() } else { position.try_play(m) }
}
