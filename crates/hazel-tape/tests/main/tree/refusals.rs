//! What a tree refuses, and that it says why.

use hazel_core::{Alteration, IllegalMove, Move, MoveKind, Position, Setup, Square};
use hazel_tape::tree::{GameTree, Nag, NodeId, TreeError};

const E4: Move = Move::new(Square::E2, Square::E4, MoveKind::Quiet);
const E5: Move = Move::new(Square::E7, Square::E5, MoveKind::Quiet);
const BB5: Move = Move::new(Square::F1, Square::B5, MoveKind::Quiet);
const D6: Move = Move::new(Square::D7, Square::D6, MoveKind::Quiet);

#[test]
fn a_deleted_node_is_refused_everywhere() {
    let mut tree = GameTree::default();
    let gone = tree.merge_line(NodeId::ROOT, &[E4, E5]).expect("legal moves");
    tree.annotations_mut(gone).expect("it is there").nags.push(Nag::GOOD);
    tree.delete(gone).expect("it is there");
    let refused = TreeError::NoNode(gone);
    assert_eq!(tree.promote(gone), Err(refused));
    assert_eq!(tree.demote(gone), Err(refused));
    assert_eq!(tree.promote_to_main(gone), Err(refused));
    assert_eq!(tree.delete(gone), Err(refused));
    assert_eq!(tree.delete_after(gone), Err(refused));
    assert_eq!(tree.delete_variations(gone), Err(refused));
    assert_eq!(tree.add(gone, BB5), Err(refused));
    assert_eq!(tree.merge_line(gone, &[]), Err(refused));
    assert_eq!(tree.position(gone), Err(refused));
    assert_eq!(tree.walk().to(gone), Err(refused));
    assert_eq!(tree.tape(gone).map(|_| ()), Err(refused));
    assert_eq!(tree.annotations_mut(gone).map(|_| ()), Err(refused));
    assert_eq!(refused.to_string(), "node 2: it is not in the tree");

    assert!(!tree.contains(gone));
    assert_eq!((tree.move_at(gone), tree.parent(gone), tree.ply(gone)), (None, None, 0));
    assert!(tree.alterations(gone).is_empty() && tree.annotations(gone).is_empty());
    assert!(tree.line_to(gone).is_empty() && tree.subtree(gone).next().is_none());
    assert_eq!(tree.len(), 1);
}

#[test]
#[should_panic(expected = "a move is pushed after a node of the tree")]
fn no_move_is_pushed_after_a_deleted_node() {
    let mut tree = GameTree::default();
    let gone = tree.add(NodeId::ROOT, E4).expect("it is legal");
    let mut position = tree.position(gone).expect("it is there");
    tree.delete(gone).expect("it is there");
    tree.push_legal(gone, E5, &mut position);
}

#[test]
fn the_root_has_no_place_among_siblings_and_cannot_be_deleted() {
    let mut tree = GameTree::default();
    assert_eq!(tree.promote(NodeId::ROOT), Err(TreeError::Root));
    assert_eq!(tree.demote(NodeId::ROOT), Err(TreeError::Root));
    assert_eq!(tree.delete(NodeId::ROOT), Err(TreeError::Root));
    assert_eq!(tree.promote_to_main(NodeId::ROOT), Ok(()));
    let message = "node 0: expected a move, but it is the start of the game";
    assert_eq!(TreeError::Root.to_string(), message);
}

#[test]
fn an_illegal_line_is_refused_with_its_first_illegal_move_and_adds_nothing() {
    let mut tree = GameTree::default();
    let e4 = tree.add(NodeId::ROOT, E4).expect("it is legal");
    let before = tree.clone();
    let error = tree.merge_line(NodeId::ROOT, &[E4, E5, BB5, E5]).expect_err("it is illegal");
    let illegal = IllegalMove(E5);
    assert_eq!(error, TreeError::Illegal { at: NodeId::ROOT, ply: 4, illegal });
    assert_eq!(error.to_string(), "after node 0, ply 4: illegal move e7e5:Quiet");
    assert_eq!(tree, before);
    assert_eq!(tree.slots(), before.slots());
    let error = tree.add(e4, E4).expect_err("it is illegal");
    assert_eq!(error, TreeError::Illegal { at: e4, ply: 2, illegal: IllegalMove(E4) });
}

#[test]
fn a_side_in_check_cannot_pass() {
    let mut tree = GameTree::default();
    let quiet = tree.merge_line(NodeId::ROOT, &[E4, Move::NONE]).expect("nobody is in check");
    assert_eq!(tree.move_at(quiet), Some(Move::NONE));
    let check = tree.merge_line(NodeId::ROOT, &[E4, D6, BB5]).expect("legal moves");
    let illegal = IllegalMove(Move::NONE);
    let refused = TreeError::Illegal { at: check, ply: 4, illegal };
    assert_eq!(tree.add(check, Move::NONE), Err(refused));
}

#[test]
fn a_pushed_pass_is_the_same_as_an_added_one() {
    let (mut pushed, mut added) = (GameTree::default(), GameTree::default());
    let mut position = Position::initial();
    let node = pushed.push_pass(NodeId::ROOT, &mut position);
    assert_eq!(pushed.position(node), Ok(position));
    assert_eq!(pushed.alterations(node), &[Alteration::TICK, Alteration::TURN]);
    added.add(NodeId::ROOT, Move::NONE).expect("nobody is in check");
    assert_eq!(pushed, added);
}

#[test]
fn trees_of_different_starts_are_not_merged() {
    let mut setup = Setup::initial();
    setup.state.halfmoves = 1;
    let mut tree = GameTree::new(setup.validate().expect("a legal position"));
    assert_eq!(tree.merge(&GameTree::default()), Err(TreeError::DifferentStart));
    assert_ne!(tree, GameTree::default());
}
