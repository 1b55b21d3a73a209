//! One move of a tree and its neighbours.

use hazel_core::Move;

/// The number of a node in its tree.
///
/// It means something only together with the tree that gave it, until that is cleared or compacted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(pub(super) u32);

impl NodeId {
    /// The start of the game, which every tree has.
    pub const ROOT: NodeId = NodeId(0);
    /// No node.
    pub(super) const NONE: NodeId = NodeId(u32::MAX);
    /// The highest number of a node.
    pub(super) const MAX: usize = u32::MAX as usize - 1;

    /// The number. The root's is 0, and all are below the tree's [`slots`](crate::tree::GameTree::slots).
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The node, if it is one.
    pub(super) fn some(self) -> Option<NodeId> {
        (self != NodeId::NONE).then_some(self)
    }
}

/// A move, its neighbours in the tree, and where its alterations and annotations lie.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) parent: NodeId,
    pub(super) first_child: NodeId,
    /// So that a reader appends in constant time, however many variations there are.
    pub(super) last_child: NodeId,
    /// The next child of the same parent.
    pub(super) next: NodeId,
    /// The distance from the root. It never changes, and lets a familiar find the way by climbing no further than needed.
    pub(super) ply: u32,
    /// Where its alterations start.
    pub(super) start: u32,
    /// Where its annotations are, or [`Node::PLAIN`].
    pub(super) annotations: u32,
    pub(super) m: Move,
    /// How many alterations it has.
    pub(super) len: u8,
    pub(super) alive: bool,
}

const _: () = assert!(size_of::<Node>() == 32);

impl Node {
    /// Without annotations.
    pub(super) const PLAIN: u32 = u32::MAX;
    /// The start of a game.
    pub(super) const ROOT: Node = Node::new(Move::NONE, NodeId::NONE, 0, 0, 0);

    #[inline(always)]
    pub(super) const fn new(m: Move, parent: NodeId, ply: u32, start: u32, len: u8) -> Node {
        Node {
            parent,
            first_child: NodeId::NONE,
            last_child: NodeId::NONE,
            next: NodeId::NONE,
            ply,
            start,
            annotations: Node::PLAIN,
            m,
            len,
            alive: true,
        }
    }
}
