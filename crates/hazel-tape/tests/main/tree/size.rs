//! Long lines and deep nests on a stack on which recursion would end soon.

use std::thread;

use hazel_core::{Move, MoveKind, Position, Square};
use hazel_tape::tree::{Comment, GameTree, NodeId};

/// Runs with little stack, some of which a debug build needs for its ordinary calls.
fn with_little_stack(test: impl FnOnce() + Send + 'static) {
    let thread = thread::Builder::new().stack_size(64 * 1024).spawn(test).expect("a thread");
    thread.join().expect("the test holds");
}

/// The knights go out and back.
fn shuffle(ply: usize) -> Move {
    let (white, black) = ((Square::G1, Square::F3), (Square::G8, Square::F6));
    let (from, to) = if ply.is_multiple_of(2) { white } else { black };
    let (from, to) = if ply % 4 < 2 { (from, to) } else { (to, from) };
    Move::new(from, to, MoveKind::Quiet)
}

/// All that visits every node.
fn use_whole(mut tree: GameTree, deepest: NodeId, depth: usize) {
    let nodes = tree.len();
    assert_eq!(tree.ply(deepest), depth);
    let mut copy = tree.clone();
    assert_eq!(copy, tree);
    copy.promote_to_main(deepest).expect("it is there");
    assert_eq!(copy.main_line().count(), depth);
    copy.merge(&tree).expect("the same start");
    assert_eq!(copy.len(), nodes);
    let mut walk = tree.walk();
    walk.to(deepest).expect("it is there");
    let told = walk.woken();
    walk.to(tree.parent(deepest).expect("no root")).expect("it is there");
    assert!(walk.woken() - told < 10, "one move is taken back");
    assert_eq!(tree.preorder().count(), nodes + 1);
    let first = tree.first_child(NodeId::ROOT).expect("there are moves");
    let last = tree.children(NodeId::ROOT).last().expect("there are moves");
    tree.delete(first).expect("it is there");
    assert!(first == last || tree.delete(last).is_ok());
    assert!(tree.is_empty());
    tree.compact();
    assert_eq!(tree.slots(), 1);
    assert_ne!(tree, copy);
}

#[test]
fn a_line_of_a_hundred_thousand_plies_is_like_any_other() {
    with_little_stack(|| {
        let mut tree = GameTree::default();
        let (mut node, mut position) = (NodeId::ROOT, Position::initial());
        for ply in 0..100_000 {
            node = tree.push_legal(node, shuffle(ply), &mut position);
        }
        use_whole(tree, node, 100_000);
    });
}

#[test]
fn ten_thousand_nested_variations_are_like_any_others() {
    with_little_stack(|| {
        let mut tree = GameTree::default();
        let (mut node, mut position) = (NodeId::ROOT, Position::initial());
        for ply in 0..10_000 {
            tree.push_pass(node, &mut position.clone());
            node = tree.push_legal(node, shuffle(ply), &mut position);
            let annotations = tree.annotations_mut(node).expect("it is there");
            annotations.before.push(Comment::from_text("deeper"));
        }
        use_whole(tree, node, 10_000);
    });
}

#[test]
fn a_hundred_thousand_variations_on_one_move_are_appended_and_merged_quickly() {
    let mut tree = GameTree::default();
    for _ in 0..100_000 {
        tree.push_legal(NodeId::ROOT, shuffle(0), &mut Position::initial());
    }
    let mut copy = tree.clone();
    copy.merge(&tree).expect("the same start");
    assert_eq!(copy, tree);
    assert_eq!(tree.children(NodeId::ROOT).count(), 100_000);
}
