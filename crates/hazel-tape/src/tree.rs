//! Game trees: a main line with variations in variations, annotated.
//!
//! A tree is an arena. A node is 32 bytes, names its neighbours by number and owns nothing; what its move did to the
//! board lies in one list of alterations that all nodes share, and its annotations, if it has any, in another. So a
//! plain move costs its node and some four alterations and no allocation of its own, and a tree is cloned, dropped and
//! compared without recursion, however long or deep it is. A tree of boxes would be easier to draw and overflow the
//! stack at some thousand nested variations.
//!
//! The alterations are kept, not just the moves, because they are what everything with a state follows. A
//! [`TreeFamiliar`] goes from any node to any other by taking back and following what lies between them, and knows no
//! rules of chess.
//!
//! Nodes keep their numbers and their positions whatever is edited, until [`GameTree::compact`] says otherwise: a
//! deleted node leaves a gap, and its number is refused from then on. The order of children is what editing changes:
//! the first is the main continuation, the others are variations.
//!
//! Nothing here reads or writes text: PGN is `hazel-notation`'s. A tree doesn't compare its [`result`](GameTree::result)
//! with the tag of that name, nor with its last position.

mod annotation;
mod compact;
mod edit;
mod equal;
mod familiar;
mod merge;
mod node;
mod read;
mod result;
mod tags;

use hazel_core::{Alter, Alteration, IllegalMove, Move, Position};
use thiserror::Error;

pub use annotation::{
    Annotations, Arrow, Clock, ColoredSquare, Comment, CommentPart, Evaluation, Nag, Paint, Score,
};
pub use compact::Renumbering;
pub use familiar::{ParkedAtNode, TreeFamiliar};
use node::Node;
pub use node::NodeId;
pub use result::GameResult;
pub use tags::Tags;

/// A game: tags, a start, a tree of moves with annotations, a result.
///
/// Two trees are equal if they look the same from outside, whatever the numbers of their nodes.
///
/// ```
/// use hazel_core::{Move, MoveKind, Position, Square};
/// use hazel_tape::tree::{GameTree, NodeId};
///
/// let quiet = |from, to| Move::new(from, to, MoveKind::Quiet);
/// let mut tree = GameTree::new(Position::initial());
/// let e4 = tree.add(NodeId::ROOT, quiet(Square::E2, Square::E4))?;
/// let d4 = tree.add(NodeId::ROOT, quiet(Square::D2, Square::D4))?;
/// assert!(tree.main_line().eq([e4]));
/// tree.promote(d4)?;
/// assert!(tree.main_line().eq([d4]));
/// # Ok::<(), hazel_tape::tree::TreeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct GameTree {
    /// What is known about the game: who, where, when.
    pub tags: Tags,
    /// How the game ended.
    pub result: GameResult,
    start: Position,
    /// The root first. Deleted nodes stay until the tree is compacted.
    nodes: Vec<Node>,
    /// What the moves do, one node's after another's.
    alterations: Vec<Alteration>,
    /// Of the nodes that have some, in no order.
    annotations: Vec<Annotations>,
}

impl GameTree {
    /// A game without moves. Its tags and its result are unknown.
    pub fn new(start: Position) -> GameTree {
        GameTree {
            tags: Tags::new(),
            result: GameResult::Unknown,
            start,
            nodes: vec![Node::ROOT],
            alterations: Vec::new(),
            annotations: Vec::new(),
        }
    }

    /// Forgets all, for the next game; what was allocated stays for it. All numbers of nodes become meaningless.
    pub fn clear(&mut self, start: Position) {
        self.tags.clear();
        self.result = GameResult::Unknown;
        self.start = start;
        self.nodes.clear();
        self.nodes.push(Node::ROOT);
        self.alterations.clear();
        self.annotations.clear();
    }

    /// Lets the game start elsewhere. Tags, result and the root's annotations stay; moves, which belong to the old start,
    /// go.
    pub fn set_start(&mut self, start: Position) {
        if !self.is_empty() {
            let of_root = self.annotations(NodeId::ROOT).clone();
            self.nodes.truncate(1);
            self.nodes[0] = Node::ROOT;
            self.alterations.clear();
            self.annotations.clear();
            if let Ok(annotations) = self.annotations_mut(NodeId::ROOT) {
                *annotations = of_root;
            }
        }
        self.start = start;
    }

    /// The position at the root.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// Appends a new last child after `parent` and plays its move. For readers: nothing is asked or looked up, and a
    /// move that is there already is there twice. See [`add`](GameTree::add) for everyone else.
    ///
    /// `position` must be that of `parent` and becomes that of the new node; `m` must be legal there, or be
    /// [`Move::NONE`] where [`push_pass`](GameTree::push_pass) would do. Otherwise the tree is wrong from there on.
    ///
    /// # Panics
    /// If `parent` is no node of this tree or was deleted, or the tree has 2³² alterations.
    #[inline]
    pub fn push_legal(&mut self, parent: NodeId, m: Move, position: &mut Position) -> NodeId {
        if m == Move::NONE {
            return self.push_pass(parent, position);
        }
        self.record(parent, m, |tape| position.play_with(m, tape))
    }

    /// Appends a pass, which is a null move, as a new last child after `parent`. `position` is that of `parent` and
    /// becomes that of the new node. The side to move must not be in check. A twin of
    /// [`push_legal`](GameTree::push_legal).
    ///
    /// # Panics
    /// If `parent` is no node of this tree or was deleted, or the tree has 2³² alterations.
    pub fn push_pass(&mut self, parent: NodeId, position: &mut Position) -> NodeId {
        self.record(parent, Move::NONE, |tape| {
            let mut setup = *position.setup();
            position.compile_pass(&mut (&mut setup, tape));
            *position = Position::new_unchecked(setup);
        })
    }

    /// Appends a child whose move does what `play` tells.
    #[inline(always)]
    fn record(&mut self, parent: NodeId, m: Move, play: impl FnOnce(&mut Record<'_>)) -> NodeId {
        assert!(self.contains(parent), "a move is pushed after a node of the tree");
        let start = self.alterations.len();
        self.alterations.extend_from_slice(&[Alteration::NOOP; Record::ROOM]);
        let room = self.alterations[start..].first_chunk_mut().expect("it was just made");
        let mut record = Record { room, len: 0 };
        play(&mut record);
        let len = record.len;
        self.alterations.truncate(start + len);
        self.attach(parent, m, start, len)
    }

    /// Appends a child whose move does the last `len` alterations, which start at `start`.
    #[inline(always)]
    fn attach(&mut self, parent: NodeId, m: Move, start: usize, len: usize) -> NodeId {
        // Each move has an alteration at least, so that there are never too many nodes either.
        assert!(start < NodeId::MAX, "a tree has fewer than 2^32 alterations");
        let id = NodeId(self.nodes.len() as u32);
        let node = &mut self.nodes[parent.index()];
        let ply = node.ply + 1;
        let elder = std::mem::replace(&mut node.last_child, id);
        if elder == NodeId::NONE {
            node.first_child = id;
        } else {
            self.nodes[elder.index()].next = id;
        }
        self.nodes.push(Node::new(m, parent, ply, start as u32, len as u8));
        id
    }
}

/// A game from the initial position.
impl Default for GameTree {
    fn default() -> GameTree {
        GameTree::new(Position::initial())
    }
}

/// Keeps the alterations of one move in a room of fixed size, so that none of them asks whether there is room.
struct Record<'a> {
    room: &'a mut [Alteration; Record::ROOM],
    len: usize,
}

impl Record<'_> {
    /// A power of two that holds the longest move, of ten alterations.
    const ROOM: usize = 16;
}

impl Alter for Record<'_> {
    #[inline(always)]
    fn alter(&mut self, alteration: Alteration) {
        self.room[self.len % Record::ROOM] = alteration;
        self.len += 1;
    }
}

/// Why a tree can't do what it was asked to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum TreeError {
    /// No such node, or it was deleted.
    #[error("node {}: it is not in the tree", .0.index())]
    NoNode(NodeId),
    /// The root has no move that could be deleted or have another place.
    #[error("node 0: expected a move, but it is the start of the game")]
    Root,
    /// A move can't be played where it should be added.
    #[error("after node {}, ply {ply}: {illegal}", .at.index())]
    Illegal {
        /// The node after which the moves were to be added.
        at: NodeId,
        /// The ply of the illegal move, counted from the start of the game; the first move is 1.
        ply: usize,
        /// The move.
        illegal: IllegalMove,
    },
    /// Trees of different starts can't be merged.
    #[error("the other tree starts from a different position")]
    DifferentStart,
}

/// The Rust in the book's page on trees compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/tape/game-tree.md")]
struct Book;
