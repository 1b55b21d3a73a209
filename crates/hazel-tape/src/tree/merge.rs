//! Two trees into one.

use super::{Annotations, GameTree, NodeId, TreeError};

impl GameTree {
    /// Takes over all moves and annotations of `other` that aren't here yet. New moves come after the others, in their
    /// order; comments and signs that are here already aren't repeated. Tags and result stay as they are.
    ///
    /// Where a move is there twice after the same node, the first is merged with the first and the second with the
    /// second, so that merging a tree with itself changes nothing.
    ///
    /// # Errors
    /// [`TreeError::DifferentStart`].
    pub fn merge(&mut self, other: &GameTree) -> Result<(), TreeError> {
        if self.start != other.start {
            return Err(TreeError::DifferentStart);
        }
        let mut open = vec![(NodeId::ROOT, NodeId::ROOT)];
        while let Some((node, theirs)) = open.pop() {
            if !other.annotations(theirs).is_empty() {
                self.unite_annotations(node, other, theirs)?;
            }
            let known = self.known_children(node, other, theirs);
            for (child, known) in other.children(theirs).zip(known) {
                open.push((known.unwrap_or_else(|| self.adopt(node, other, child)), child));
            }
        }
        Ok(())
    }

    /// Takes over what stands beside a move. What stands before it stands after its parent if it begins a variation there
    /// but not here.
    fn unite_annotations(
        &mut self,
        node: NodeId,
        other: &GameTree,
        theirs: NodeId,
    ) -> Result<(), TreeError> {
        let mut annotations = other.annotations(theirs).clone();
        if let Some(parent) = self.parent(node)
            && other.begins_variation(theirs)
            && !self.begins_variation(node)
        {
            let after = std::mem::take(&mut annotations.before);
            let moved = Annotations { after, ..Annotations::EMPTY };
            self.annotations_mut(parent)?.unite(&moved);
        }
        self.annotations_mut(node)?.unite(&annotations);
        Ok(())
    }

    /// For each child of `theirs`, ours with the same move.
    fn known_children(
        &self,
        node: NodeId,
        other: &GameTree,
        theirs: NodeId,
    ) -> Vec<Option<NodeId>> {
        // Sorted by move, equal moves in their order, so that a place with very many variations costs no square of them.
        let mut ours: Vec<_> =
            self.children(node).map(|child| (self.move_at(child), child)).collect();
        ours.sort_by_key(|&(m, _)| m);
        let mut ours = ours.into_iter().peekable();
        let mut wanted: Vec<_> =
            other.children(theirs).map(|child| other.move_at(child)).enumerate().collect();
        wanted.sort_by_key(|&(_, m)| m);
        let mut known = vec![None; wanted.len()];
        for (place, m) in wanted {
            while ours.next_if(|our| our.0 < m).is_some() {}
            known[place] = ours.next_if(|our| our.0 == m).map(|our| our.1);
        }
        known
    }

    /// Appends a child like that of another tree. The position before is the same, and so is what the move does.
    pub(super) fn adopt(&mut self, node: NodeId, other: &GameTree, child: NodeId) -> NodeId {
        let (start, alterations) = (self.alterations.len(), other.alterations(child));
        self.alterations.extend_from_slice(alterations);
        let m = other.nodes[child.index()].m;
        self.attach(node, m, start, alterations.len())
    }
}
