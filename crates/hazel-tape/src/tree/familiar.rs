//! A state that walks about in a tree.

use hazel_core::{Alter, Position, Setup};

use super::{GameTree, NodeId, TreeError};

/// A state at a node of a tree: whatever follows alterations, such as a setup, a hash or a count.
///
/// It goes from node to node by taking back what leads up to the nearest node that both lines share and following
/// what leads down from there. So a step costs a step, whether it is the thousandth move or the first, and no rule of chess
/// is asked.
///
/// It borrows the tree. To edit in between, [`park`](TreeFamiliar::park) it and
/// [`resume`](TreeFamiliar::resume) afterwards: a node's position never changes, so the state still fits.
///
/// ```
/// use hazel_core::{Move, MoveKind, Position, Square, Zobrist};
/// use hazel_tape::tree::{GameTree, NodeId};
///
/// let mut tree = GameTree::default();
/// let e4 = tree.add(NodeId::ROOT, Move::new(Square::E2, Square::E4, MoveKind::Quiet))?;
/// let mut hash = tree.familiar(Zobrist::<Position>::of(tree.start()));
/// assert_eq!(*hash.to(e4)?, Zobrist::of(&tree.position(e4)?));
/// assert_eq!(*hash.to(NodeId::ROOT)?, Zobrist::of(&Position::initial()));
/// # Ok::<(), hazel_tape::tree::TreeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct TreeFamiliar<'t, S> {
    tree: &'t GameTree,
    node: NodeId,
    state: S,
    delivered: u64,
    /// The way down, from its end; kept for its allocation only.
    way: Vec<NodeId>,
}

impl GameTree {
    /// A familiar at the root. `state` must be that of the start.
    pub fn familiar<S: Alter>(&self, state: S) -> TreeFamiliar<'_, S> {
        TreeFamiliar { tree: self, node: NodeId::ROOT, state, delivered: 0, way: Vec::new() }
    }

    /// A familiar at the root that knows the position.
    pub fn walk(&self) -> TreeFamiliar<'_, Setup> {
        self.familiar(*self.start().setup())
    }
}

impl<'t, S: Alter> TreeFamiliar<'t, S> {
    /// Goes on with what [`park`](TreeFamiliar::park) gave. `state` must be that of `node`.
    ///
    /// # Errors
    /// [`TreeError::NoNode`] if the node was deleted meanwhile.
    pub fn resume(tree: &'t GameTree, node: NodeId, state: S) -> Result<Self, TreeError> {
        let parked = TreeFamiliar { node, ..tree.familiar(state) };
        if tree.contains(node) { Ok(parked) } else { Err(TreeError::NoNode(node)) }
    }

    /// Lets the tree go and keeps the place and the state.
    pub fn park(self) -> (NodeId, S) {
        (self.node, self.state)
    }

    /// Goes to a node and returns the state there.
    ///
    /// # Errors
    /// [`TreeError::NoNode`]; then it stays where it is.
    pub fn to(&mut self, node: NodeId) -> Result<&S, TreeError> {
        if !self.tree.contains(node) {
            return Err(TreeError::NoNode(node));
        }
        // 1. From the target up to the shared node, remembering the way; from here up as well, taking moves back.
        //    Whoever is deeper climbs, so that neither goes further than to the shared node.
        self.way.clear();
        let mut target = node;
        while self.node != target {
            if self.tree.ply(target) >= self.tree.ply(self.node) {
                self.way.push(target);
                target = self.tree.parent(target).unwrap_or(NodeId::ROOT);
            } else {
                self.back();
            }
        }
        // 2. Down the way.
        while let Some(next) = self.way.pop() {
            for &alteration in self.tree.alterations(next) {
                self.state.alter(alteration);
                self.delivered += 1;
            }
        }
        self.node = node;
        Ok(&self.state)
    }

    /// Where it is.
    pub fn node(&self) -> NodeId {
        self.node
    }

    /// The state there.
    pub fn state(&self) -> &S {
        &self.state
    }

    /// How many alterations it has been told, in either direction: what its ways have cost.
    pub fn delivered(&self) -> u64 {
        self.delivered
    }

    /// Takes the last move back. Only called below the root.
    fn back(&mut self) {
        for &alteration in self.tree.alterations(self.node).iter().rev() {
            self.state.alter(!alteration);
            self.delivered += 1;
        }
        self.node = self.tree.parent(self.node).unwrap_or(NodeId::ROOT);
    }
}

impl TreeFamiliar<'_, Setup> {
    /// The position where it is.
    pub fn position(&self) -> Position {
        Position::new_unchecked(self.state)
    }
}
