//! Random trees, random edits, and what must be true after each.

use std::collections::HashMap;

use hazel_core::{Ben, Move, Position, Square};
use hazel_tape::tree::{
    Arrow, Clock, Comment, CommentPart, Evaluation, GameTree, Nag, NodeId, Paint, Score, TreeError,
};
use proptest::prelude::*;

/// Ordinary, with castling and promotions, with en passant, Chess960, with clocks at their ends.
const STARTS: [&[u8; 32]; 6] = [
    include_bytes!("../../../../../fuzz/seeds/ben/start.ben"),
    include_bytes!("../../../../../fuzz/seeds/ben/kiwipete.ben"),
    include_bytes!("../../../../../fuzz/seeds/ben/position-5.ben"),
    include_bytes!("../../../../../fuzz/seeds/ben/en-passant.ben"),
    include_bytes!("../../../../../fuzz/seeds/ben/chess960.ben"),
    include_bytes!("../../../../../fuzz/seeds/ben/clocks.ben"),
];

/// What decides one step of building or editing.
pub(super) type Dice = (u8, u16, u8);

pub(super) fn dice(rolls: usize) -> impl Strategy<Value = Vec<Dice>> {
    prop::collection::vec(any::<Dice>(), 0..rolls)
}

/// A tree of up to 40 moves.
pub(super) fn trees() -> impl Strategy<Value = GameTree> {
    (starts(), dice(40)).prop_map(|(start, dice)| grown(start, &dice))
}

/// Two trees of the same start.
pub(super) fn pairs() -> impl Strategy<Value = (GameTree, GameTree)> {
    let pair = (starts(), dice(30), dice(30));
    pair.prop_map(|(start, one, other)| (grown(start, &one), grown(start, &other)))
}

fn starts() -> impl Strategy<Value = Position> {
    (0..STARTS.len()).prop_map(|start| {
        let ben = Ben::from_bytes(*STARTS[start]).expect("a seed is a BEN");
        ben.position().expect("a seed is a position")
    })
}

fn grown(start: Position, dice: &[Dice]) -> GameTree {
    let mut tree = GameTree::new(start);
    grow(&mut tree, dice);
    tree
}

/// Pushes moves, mostly at the end of the last line, and annotates some.
pub(super) fn grow(tree: &mut GameTree, dice: &[Dice]) {
    let mut nodes = vec![(NodeId::ROOT, *tree.start())];
    for &(kind, pick, which) in dice {
        let place = if pick % 3 > 0 { nodes.len() - 1 } else { pick as usize / 3 % nodes.len() };
        let (parent, mut position) = nodes[place];
        let Some(m) = choose(&position, which) else { continue };
        let node = tree.push_legal(parent, m, &mut position);
        annotate(tree, node, kind);
        nodes.push((node, position));
    }
}

/// A legal move, now and then a pass.
fn choose(position: &Position, which: u8) -> Option<Move> {
    if which == u8::MAX && !position.is_check() {
        return Some(Move::NONE);
    }
    let moves = position.legal_moves();
    moves.get(which as usize % moves.len().max(1)).copied()
}

pub(super) fn annotate(tree: &mut GameTree, node: NodeId, kind: u8) {
    let parts = match kind % 16 {
        0 => vec![CommentPart::Clock(Clock(61_000)), CommentPart::Text("quick".into())],
        1 => vec![CommentPart::Elapsed(Clock(kind as u64))],
        2 => vec![CommentPart::Evaluation(Evaluation { score: Score::Mate(-3), depth: Some(20) })],
        3 => vec![CommentPart::Arrows(vec![Arrow {
            paint: Paint::Green,
            from: Square::A1,
            to: Square::H8,
        }])],
        4 => {
            let annotations = tree.annotations_mut(node).expect("the node is there");
            annotations.nags.push(Nag(kind / 16));
            return;
        }
        5 => {
            let parent = tree.parent(node);
            let is_variation = parent.is_some_and(|parent| tree.first_child(parent) != Some(node));
            let annotations = tree.annotations_mut(node).expect("the node is there");
            let comments =
                if is_variation { &mut annotations.before } else { &mut annotations.after };
            comments.push(Comment::from_text(format!("or {}", node.index())));
            return;
        }
        _ => return,
    };
    tree.annotations_mut(node).expect("the node is there").after.push(Comment { parts });
}

/// Edits a node of `ids`, which may be gone. Whatever is refused changes nothing.
pub(super) fn edit(tree: &mut GameTree, ids: &mut Vec<NodeId>, (kind, pick, which): Dice) {
    let node = ids[pick as usize % ids.len()];
    let before = tree.clone();
    let done = match kind % 10 {
        0 => tree.promote(node).map(drop),
        1 => tree.demote(node).map(drop),
        2 => tree.promote_to_main(node),
        3 => tree.delete(node),
        4 => tree.delete_after(node),
        5 => tree.delete_variations(node),
        6 => {
            let renumbering = tree.compact();
            *ids = ids.iter().filter_map(|&id| renumbering.get(id)).collect();
            Ok(())
        }
        7 => tree.annotations_mut(node).map(|annotations| annotations.nags.push(Nag(which))),
        _ => {
            let m = tree.position(node).ok().and_then(|position| choose(&position, which));
            tree.add(node, m.unwrap_or(Move::NONE)).map(|new| ids.push(new))
        }
    };
    if let Err(error) = done {
        assert_eq!(*tree, before, "{error}");
        match error {
            TreeError::NoNode(id) => assert!(!tree.contains(id) && id == node),
            TreeError::Root => assert_eq!(node, NodeId::ROOT),
            TreeError::Illegal { ply, .. } => assert_eq!(ply, tree.ply(node) + 1),
            TreeError::DifferentStart => panic!("nothing was merged"),
        }
    }
}

/// The moves that lead to a node.
pub(super) fn moves_to(tree: &GameTree, node: NodeId) -> Vec<Move> {
    tree.line_to(node).into_iter().filter_map(|node| tree.move_at(node)).collect()
}

/// Checks all that is always true of a tree, and returns the positions of all nodes, replayed with the rules.
pub(super) fn check(tree: &GameTree) -> HashMap<NodeId, Position> {
    let mut positions = HashMap::<NodeId, Position>::new();
    for node in tree.preorder() {
        assert!(tree.contains(node) && node.index() < tree.slots());
        let position = match tree.parent(node) {
            None => {
                assert_eq!((node, tree.ply(node), tree.move_at(node)), (NodeId::ROOT, 0, None));
                assert!(tree.alterations(node).is_empty());
                *tree.start()
            }
            Some(parent) => {
                let (before, m) = (positions[&parent], tree.move_at(node).expect("it has a move"));
                let legal = if m == Move::NONE { !before.is_check() } else { before.is_legal(m) };
                assert!(legal, "{m:?} in {before:?}");
                let moves = [moves_to(tree, parent), vec![m]].concat();
                assert_eq!(moves_to(tree, node), moves);
                let stream = before.stream(m);
                assert_eq!(tree.alterations(node), &*stream, "{m:?} in {before:?}");
                let mut setup = *before.setup();
                stream.apply(&mut setup);
                setup.validate().expect("a move leads to a position")
            }
        };
        assert_eq!(positions.insert(node, position), None, "a node is there once");
        for child in tree.children(node) {
            assert_eq!(tree.parent(child), Some(node));
            assert_eq!(tree.ply(child), tree.ply(node) + 1);
        }
        let first = tree.first_child(node);
        let before = first.map_or(&[][..], |first| &tree.annotations(first).before);
        assert!(before.is_empty(), "comments before a move stand only where a variation begins");
        let variations = first.into_iter().flat_map(|first| tree.variations(first));
        assert!(variations.eq(tree.children(node).skip(1)));
        assert_eq!(tree.line_to(node).len(), tree.ply(node));
    }
    assert_eq!(positions.len(), tree.len() + 1, "each node can be reached");
    let last = tree.main_line().last().unwrap_or(NodeId::ROOT);
    assert!(tree.main_line().eq(tree.line_to(last)) && tree.first_child(last).is_none());
    let mut longer = tree.clone();
    for (&node, position) in &positions {
        if let Some(&m) = position.legal_moves().first() {
            let new = longer.push_legal(node, m, &mut position.clone());
            assert_eq!(longer.children(node).last(), Some(new), "what is new comes last");
        }
    }
    positions
}
