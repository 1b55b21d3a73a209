//! Laws of game trees.

use std::collections::HashMap;

use hazel_core::{Move, Position, Setup};
use hazel_tape::tree::{Comment, GameTree, Nag, NodeId, ParkedAtNode, TreeError, TreeFamiliar};

use crate::text::position_and_rest;

/// Edits beyond these tell nothing new and take long.
const MOST_EDITS: usize = 300;

/// A FEN up to the end of the line, then edits of a tree as three bytes each: what, where, which.
///
/// # Panics
/// If a law is broken.
pub fn tree(input: &[u8]) {
    let (start, rest) = position_and_rest(input);
    let mut editor = Editor::new(start);
    for step in rest.chunks_exact(3).take(MOST_EDITS) {
        let node = editor.ids[step[1] as usize % editor.ids.len()];
        editor.edit(step[0], node, step[2]);
        editor.compare();
        editor.walk(node);
    }
    editor.check_whole();
}

/// A tree, and beside it the same told plainly, with positions that were played and not followed.
struct Editor {
    tree: GameTree,
    plain: HashMap<NodeId, Plain>,
    /// All nodes that ever were, also those that are gone.
    ids: Vec<NodeId>,
    /// A familiar's place and state, resumed after each edit.
    parked: ParkedAtNode<Setup>,
    earlier: GameTree,
}

/// What is known of a node.
struct Plain {
    m: Move,
    parent: NodeId,
    position: Position,
    children: Vec<NodeId>,
}

impl Editor {
    fn new(start: Position) -> Editor {
        let (m, parent) = (Move::NONE, NodeId::ROOT);
        let root = Plain { m, parent, position: start, children: Vec::new() };
        let tree = GameTree::new(start);
        Editor {
            parked: tree.walk().park(),
            earlier: tree.clone(),
            tree,
            plain: HashMap::from([(NodeId::ROOT, root)]),
            ids: vec![NodeId::ROOT],
        }
    }

    fn edit(&mut self, what: u8, node: NodeId, which: u8) {
        let known = self.plain.contains_key(&node);
        let present = if known { Ok(()) } else { Err(TreeError::NoNode(node)) };
        let child = if node == NodeId::ROOT { Err(TreeError::Root) } else { present };
        match what % 12 {
            0 => {
                let moved = self.tree.promote(node);
                assert_eq!(moved, child.map(|()| self.exchange(node, -1)));
            }
            1 => {
                let moved = self.tree.demote(node);
                assert_eq!(moved, child.map(|()| self.exchange(node, 1)));
            }
            2 => {
                assert_eq!(self.tree.promote_to_main(node), present);
                let mut above = node;
                while known && above != NodeId::ROOT {
                    while self.exchange(above, -1) {}
                    above = self.plain[&above].parent;
                }
            }
            3 => {
                assert_eq!(self.tree.delete(node), child);
                if child.is_ok() {
                    self.siblings(node).retain(|&sibling| sibling != node);
                    self.forget(vec![node]);
                }
            }
            4 => {
                assert_eq!(self.tree.delete_after(node), present);
                self.keep(node, 0);
            }
            5 => {
                assert_eq!(self.tree.delete_variations(node), present);
                let mut next = known.then_some(node);
                while let Some(node) = next {
                    self.keep(node, 1);
                    next = self.plain[&node].children.first().copied();
                }
            }
            6 => self.compact(),
            7 => {
                let is_variation = child.is_ok() && self.siblings(node)[0] != node;
                let annotations = self.tree.annotations_mut(node);
                assert_eq!(annotations.is_ok(), known);
                if let Ok(annotations) = annotations {
                    annotations.nags.push(Nag(which));
                    let place = if is_variation && which.is_multiple_of(2) {
                        &mut annotations.before
                    } else {
                        &mut annotations.after
                    };
                    place.push(Comment::from_text("text"));
                }
            }
            8 => self.merge(),
            _ => self.add(node, which),
        }
    }

    /// Adds a move, which is legal if `which` is even, a pass if it is 255, and twice there if it is divisible by 16.
    fn add(&mut self, node: NodeId, which: u8) {
        let Some(plain) = self.plain.get(&node) else {
            assert_eq!(self.tree.add(node, Move::NONE), Err(TreeError::NoNode(node)));
            return;
        };
        let mut position = plain.position;
        let moves = position.legal_moves();
        let m = match moves.get(which as usize / 2 % moves.len().max(1)) {
            Some(&m) if which.is_multiple_of(2) => m,
            _ if which == u8::MAX => Move::NONE,
            _ => Move::from_bits(u16::from(which) << 4).expect("a quiet move"),
        };
        let legal = if m == Move::NONE { !position.is_check() } else { position.is_legal(m) };
        let new = if legal && which.is_multiple_of(16) {
            self.tree.push_legal(node, m, &mut position)
        } else {
            let there = plain.children.iter().find(|child| self.plain[*child].m == m);
            match self.tree.add(node, m) {
                Ok(new) => {
                    assert!(legal, "{m:?} in {position:?}");
                    if let Some(&there) = there {
                        return assert_eq!(new, there, "a move that is there is found");
                    }
                    new
                }
                Err(error) => {
                    assert!(matches!(error, TreeError::Illegal { .. }) && !legal, "{error}");
                    return;
                }
            }
        };
        self.learn(new);
    }

    /// Notes a node that the tree has and the plain one hasn't.
    fn learn(&mut self, new: NodeId) {
        let parent = self.tree.parent(new).expect("it isn't the root");
        let m = self.tree.move_at(new).expect("it isn't the root");
        let above = self.plain.get_mut(&parent).expect("the parent is known");
        above.children.push(new);
        let mut position = above.position;
        let played = if m == Move::NONE { position.try_pass() } else { position.try_play(m) };
        played.expect("only legal moves are added");
        self.plain.insert(new, Plain { m, parent, position, children: Vec::new() });
        self.ids.push(new);
    }

    /// Merges an earlier state of the tree into this one.
    fn merge(&mut self) {
        let (before, earlier) = (self.tree.clone(), self.earlier.clone());
        self.tree.merge(&before).expect("the same start");
        assert!(self.tree == before, "a tree has itself");
        self.tree.merge(&earlier).expect("the same start");
        let once = self.tree.clone();
        self.tree.merge(&earlier).expect("the same start");
        assert!(self.tree == once, "merging twice is merging once");
        let new: Vec<_> = once.preorder().filter(|node| !self.plain.contains_key(node)).collect();
        for node in new {
            self.learn(node);
        }
        self.earlier = before;
    }

    fn compact(&mut self) {
        let before = self.tree.clone();
        let numbers = self.tree.compact();
        assert!(self.tree == before, "compacting changes only numbers");
        assert_eq!(self.tree.slots(), self.plain.len(), "no gap is left");
        assert!(
            self.ids.iter().all(|id| numbers.get(*id).is_some() == self.plain.contains_key(id))
        );
        let new = |old| numbers.get(old).expect("it isn't deleted");
        self.ids = self.ids.iter().filter_map(|&id| numbers.get(id)).collect();
        self.parked = match numbers.get(self.parked.node) {
            Some(node) => ParkedAtNode { node, ..self.parked },
            None => self.tree.walk().park(),
        };
        let plain = self.plain.drain().map(|(id, plain)| {
            let children = plain.children.into_iter().map(new).collect();
            (new(id), Plain { parent: new(plain.parent), children, ..plain })
        });
        self.plain = plain.collect();
    }

    /// Exchanges a node with a neighbour and says whether there is one.
    fn exchange(&mut self, node: NodeId, offset: isize) -> bool {
        let siblings = self.siblings(node);
        let place = siblings.iter().position(|&sibling| sibling == node).expect("it is a child");
        let other = place.checked_add_signed(offset).filter(|&other| other < siblings.len());
        other.inspect(|&other| siblings.swap(place, other)).is_some()
    }

    fn siblings(&mut self, node: NodeId) -> &mut Vec<NodeId> {
        let parent = self.plain[&node].parent;
        &mut self.plain.get_mut(&parent).expect("a node has its parent").children
    }

    fn keep(&mut self, node: NodeId, kept: usize) {
        if let Some(plain) = self.plain.get_mut(&node) {
            let lost = plain.children.split_off(kept.min(plain.children.len()));
            self.forget(lost);
        }
    }

    fn forget(&mut self, mut lost: Vec<NodeId>) {
        while let Some(node) = lost.pop() {
            lost.extend(self.plain.remove(&node).expect("it was there").children);
        }
    }

    /// The tree has the shape that it should have, and comments before a move only where a variation begins.
    fn compare(&self) {
        assert_eq!(self.tree.len() + 1, self.plain.len());
        for (&node, plain) in &self.plain {
            assert!(self.tree.children(node).eq(plain.children.iter().copied()), "after {node:?}");
            let main = plain.children.first();
            assert!(main.is_none_or(|&main| self.tree.annotations(main).before.is_empty()));
        }
    }

    /// A familiar that was parked before the edit finds a node after it.
    fn walk(&mut self, node: NodeId) {
        let Ok(mut walk) = TreeFamiliar::resume(&self.tree, self.parked) else {
            assert!(!self.plain.contains_key(&self.parked.node));
            self.parked = self.tree.walk().park();
            return;
        };
        match self.plain.get(&node) {
            Some(plain) => assert_eq!(walk.to(node), Ok(plain.position.setup())),
            None => assert_eq!(walk.to(node), Err(TreeError::NoNode(node))),
        }
        self.parked = walk.park();
    }

    /// All nodes have their moves, their alterations and their positions.
    fn check_whole(&self) {
        let mut seen = 0;
        let mut walk = self.tree.walk();
        for node in self.tree.preorder() {
            let plain = &self.plain[&node];
            walk.to(node).expect("it is there");
            assert_eq!(walk.position(), Some(plain.position));
            if let Some(parent) = self.tree.parent(node) {
                assert_eq!((parent, self.tree.move_at(node)), (plain.parent, Some(plain.m)));
                let stream = self.plain[&parent].position.stream(plain.m);
                assert_eq!(self.tree.alterations(node), &*stream);
            }
            seen += 1;
        }
        assert_eq!(seen, self.plain.len(), "each node is visited once");
    }
}
