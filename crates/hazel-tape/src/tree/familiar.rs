//! A state that walks about in a tree.

use hazel_core::{Alter, Alteration, Position, Setup};

use super::{GameTree, NodeId, TreeError};
use crate::{Follower, Interest, Step, Tape};

/// A state at a node of a tree: whatever follows alterations, such as a setup, a hash or a count.
///
/// It goes from node to node by taking back what leads up to the nearest node that both lines share and following
/// what leads down from there. So a step costs a step, whether it is the thousandth move or the first, and no rule of
/// chess is asked. As on a tape, it isn't woken for what it has no interest in.
///
/// It borrows the tree. To edit in between, [`park`](TreeFamiliar::park) it and
/// [`resume`](TreeFamiliar::resume) afterwards: a node's position never changes, so the state still fits.
///
/// ```
/// use hazel_core::{Move, MoveKind, Position, Square, Zobrist};
/// use hazel_tape::tree::{GameTree, NodeId, TreeFamiliar};
///
/// let mut tree = GameTree::default();
/// let e4 = tree.add(NodeId::ROOT, Move::new(Square::E2, Square::E4, MoveKind::Quiet))?;
/// let mut hash = TreeFamiliar::<Zobrist<Position>>::new(&tree);
/// assert_eq!(*hash.to(e4)?, Zobrist::of(&tree.position(e4)?));
/// assert_eq!(*hash.to(NodeId::ROOT)?, Zobrist::of(&Position::initial()));
/// # Ok::<(), hazel_tape::tree::TreeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct TreeFamiliar<'t, S> {
    tree: &'t GameTree,
    node: NodeId,
    state: S,
    interest: Interest,
    woken: u64,
    /// The way down, from its end; kept for its allocation only.
    way: Vec<NodeId>,
}

/// A familiar of a tree without its tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParkedAtNode<S> {
    /// Where it was.
    pub node: NodeId,
    /// The state there.
    pub state: S,
    /// What it is told.
    pub interest: Interest,
}

impl GameTree {
    /// A familiar at the root that knows the position.
    pub fn walk(&self) -> TreeFamiliar<'_, Setup> {
        TreeFamiliar::new(self)
    }

    /// A tape of the line that leads to a node.
    ///
    /// # Errors
    /// [`TreeError::NoNode`].
    pub fn tape(&self, node: NodeId) -> Result<Tape, TreeError> {
        if !self.contains(node) {
            return Err(TreeError::NoNode(node));
        }
        let mut tape = Tape::new(*self.start());
        for node in self.line_to(node) {
            tape.extend(self.alterations(node).iter().copied());
        }
        Ok(tape)
    }
}

impl<'t, S: Follower> TreeFamiliar<'t, S> {
    /// A familiar at the root.
    pub fn new(tree: &'t GameTree) -> Self {
        TreeFamiliar::starting_with(tree, S::at_start(tree.start()), S::INTEREST)
    }
}

impl<'t, S: Alter> TreeFamiliar<'t, S> {
    /// A familiar at the root with a state that begins there.
    pub fn starting_with(tree: &'t GameTree, state: S, interest: Interest) -> Self {
        TreeFamiliar { tree, node: NodeId::ROOT, state, interest, woken: 0, way: Vec::new() }
    }

    /// Goes on with what [`park`](TreeFamiliar::park) gave. The tree must be the same, edited or not; after
    /// [`GameTree::compact`], the node needs its new number.
    ///
    /// # Errors
    /// [`TreeError::NoNode`] if the node was deleted meanwhile.
    pub fn resume(tree: &'t GameTree, parked: ParkedAtNode<S>) -> Result<Self, TreeError> {
        let ParkedAtNode { node, state, interest } = parked;
        if !tree.contains(node) {
            return Err(TreeError::NoNode(node));
        }
        Ok(TreeFamiliar { node, ..TreeFamiliar::starting_with(tree, state, interest) })
    }

    /// Lets the tree go and keeps the place and the state.
    pub fn park(self) -> ParkedAtNode<S> {
        ParkedAtNode { node: self.node, state: self.state, interest: self.interest }
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
                self.tell(alteration);
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

    /// How many alterations its state has been told, both ways.
    pub fn woken(&self) -> u64 {
        self.woken
    }

    /// Takes the last move back. Only called below the root.
    fn back(&mut self) {
        for &alteration in self.tree.alterations(self.node).iter().rev() {
            self.tell(!alteration);
        }
        self.node = self.tree.parent(self.node).unwrap_or(NodeId::ROOT);
    }

    fn tell(&mut self, alteration: Alteration) {
        if self.interest.contains(alteration.class()) {
            self.state.alter(alteration);
            self.woken += 1;
        }
    }
}

impl TreeFamiliar<'_, Setup> {
    /// The position where it is. There is none if it was given a state that doesn't fit the tree, or was told not to be
    /// interested in everything.
    pub fn position(&self) -> Option<Position> {
        if self.interest == Interest::ALL { self.state.validate().ok() } else { None }
    }
}
