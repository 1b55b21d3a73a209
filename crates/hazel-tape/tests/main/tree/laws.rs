//! What holds for every tree.

use hazel_core::{Alter, Alteration, Board, Move, MoveKind, Position, Setup, Square, Zobrist};
use hazel_tape::tree::{Comment, GameResult, GameTree, NodeId, TreeFamiliar};
use hazel_tape::{Familiar, Interest};
use proptest::prelude::*;

use super::build::{annotate, check, dice, edit, grow, moves_to, pairs, trees};

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn editing_keeps_the_tree_consistent(mut tree in trees(), edits in dice(20)) {
        let mut ids: Vec<_> = tree.preorder().collect();
        for dice in edits {
            edit(&mut tree, &mut ids, dice);
            check(&tree);
        }
    }

    #[test]
    fn positions_stay_the_same_whatever_is_edited(mut tree in trees(), edits in dice(20)) {
        let mut ids: Vec<_> = tree.preorder().collect();
        let before = check(&tree);
        // All but compacting, which gives new numbers, and adding, which makes new nodes.
        for dice in edits.into_iter().filter(|dice| dice.0 % 10 < 6) {
            edit(&mut tree, &mut ids, dice);
        }
        for (node, position) in check(&tree) {
            prop_assert_eq!(before[&node], position);
        }
    }

    #[test]
    fn a_familiar_knows_the_position_wherever_it_goes(tree in trees(), ways in dice(30)) {
        let positions = check(&tree);
        let nodes: Vec<_> = tree.preorder().collect();
        let mut familiar = TreeFamiliar::<(Setup, Zobrist<Position>)>::new(&tree);
        let mut board = TreeFamiliar::<Board>::new(&tree);
        let mut walk = tree.walk();
        for (_, pick, _) in ways {
            let (from, to) = (familiar.node(), nodes[pick as usize % nodes.len()]);
            let before = familiar.woken();
            let (setup, hash) = familiar.to(to).expect("it is there");
            prop_assert_eq!(setup, positions[&to].setup());
            prop_assert_eq!(*hash, Zobrist::of(&positions[&to]));
            prop_assert_eq!(familiar.woken() - before, distance(&tree, from, to));
            prop_assert_eq!(familiar.node(), to);
            prop_assert_eq!(board.to(to).expect("it is there"), positions[&to].board());
            prop_assert!(board.woken() < familiar.woken() || familiar.woken() == 0);
            walk.to(to).expect("it is there");
            prop_assert_eq!(walk.position(), Some(positions[&to]));
            prop_assert_eq!(tree.position(to), Ok(positions[&to]));
        }
    }

    #[test]
    fn a_tape_of_a_line_leads_to_its_end(tree in trees()) {
        for (node, position) in check(&tree) {
            let tape = tree.tape(node).expect("it is there");
            prop_assert_eq!(tape.plies(), tree.ply(node) as u64);
            prop_assert_eq!(tape.head_hash(), Zobrist::<Position>::of(&position).bits());
            let mut familiar = Familiar::<Setup>::new(&tape);
            familiar.to_end();
            prop_assert_eq!(familiar.position(), Some(position));
        }
    }

    #[test]
    fn a_parked_familiar_goes_on_after_edits(mut tree in trees(), pick: u16, edits in dice(10)) {
        let mut ids: Vec<_> = tree.preorder().collect();
        let mut walk = tree.walk();
        walk.to(ids[pick as usize % ids.len()]).expect("it is there");
        let parked = walk.park();
        for dice in edits.into_iter().filter(|dice| dice.0 % 10 != 6) {
            edit(&mut tree, &mut ids, dice);
        }
        match TreeFamiliar::resume(&tree, parked) {
            Err(_) => prop_assert!(!tree.contains(parked.node)),
            Ok(mut walk) => {
                for (node, position) in check(&tree) {
                    prop_assert_eq!(walk.to(node).expect("it is there"), position.setup());
                }
            }
        }
    }

    #[test]
    fn demoting_takes_promoting_back(tree in trees()) {
        for node in tree.preorder().skip(1) {
            let parent = tree.parent(node).expect("no root");
            let children = |tree: &GameTree| tree.children(parent).collect::<Vec<_>>();
            let mut edited = tree.clone();
            if edited.promote(node).expect("it is there") {
                prop_assert_ne!(children(&edited), children(&tree));
                let is_first = edited.first_child(parent) == Some(node);
                prop_assert!(edited.demote(node).expect("it is there"));
                prop_assert_eq!(children(&edited), children(&tree));
                // Only comments before a move that was first for a while have found another place.
                if is_first && !tree.annotations(node).before.is_empty() {
                    continue;
                }
            } else {
                prop_assert_eq!(tree.first_child(parent), Some(node));
            }
            prop_assert_eq!(&edited, &tree);
        }
    }

    #[test]
    fn no_comment_is_lost_unless_its_move_is_deleted(mut tree in trees(), edits in dice(20)) {
        let comments = |tree: &GameTree| {
            let all = tree.preorder().flat_map(|node| {
                let annotations = tree.annotations(node);
                [&annotations.before[..], &annotations.after[..]].concat()
            });
            let mut all: Vec<_> = all.map(|comment| format!("{comment:?}")).collect();
            all.sort();
            all
        };
        let (before, mut ids) = (comments(&tree), tree.preorder().collect());
        for dice in edits.into_iter().filter(|dice| !(3..=5).contains(&(dice.0 % 10))) {
            edit(&mut tree, &mut ids, dice);
        }
        prop_assert_eq!(comments(&tree), before);
    }

    #[test]
    fn promoting_to_the_main_line_keeps_the_order_of_the_others(tree in trees(), pick: u16) {
        let nodes: Vec<_> = tree.preorder().collect();
        let node = nodes[pick as usize % nodes.len()];
        let mut edited = tree.clone();
        edited.promote_to_main(node).expect("it is there");
        let line = tree.line_to(node);
        prop_assert!(edited.main_line().take(line.len()).eq(line.iter().copied()));
        for parent in tree.preorder() {
            let others = |tree: &GameTree| -> Vec<_> {
                tree.children(parent).filter(|child| !line.contains(child)).collect()
            };
            prop_assert_eq!(others(&edited), others(&tree));
        }
    }

    #[test]
    fn deleting_what_was_added_leaves_an_equal_tree(mut tree in trees(), pick: u16, which: u8) {
        let (before, nodes) = (tree.clone(), tree.preorder().collect::<Vec<_>>());
        let parent = nodes[pick as usize % nodes.len()];
        let moves = tree.position(parent).expect("it is there").legal_moves();
        let Some(&m) = moves.get(which as usize % moves.len().max(1)) else { return Ok(()) };
        let new = tree.add(parent, m).expect("it is legal");
        if before.contains(new) {
            prop_assert_eq!((before.move_at(new), before.parent(new)), (Some(m), Some(parent)));
        } else {
            prop_assert_ne!(&tree, &before);
            tree.delete(new).expect("it is there");
        }
        prop_assert_eq!(tree, before);
    }

    #[test]
    fn deleting_variations_leaves_the_main_line(mut tree in trees()) {
        let line: Vec<_> = tree.main_line().collect();
        tree.delete_variations(NodeId::ROOT).expect("the root is there");
        prop_assert_eq!(tree.len(), line.len());
        prop_assert!(tree.main_line().eq(line));
        tree.delete_after(NodeId::ROOT).expect("the root is there");
        prop_assert!(tree.is_empty());
        prop_assert_eq!(&tree, &GameTree::new(*tree.start()));
    }

    #[test]
    fn merging_twice_is_merging_once((mut tree, other) in pairs()) {
        let own = tree.clone();
        tree.merge(&own).expect("the same start");
        prop_assert_eq!(&tree, &own, "a tree has itself");
        tree.merge(&other).expect("the same start");
        check(&tree);
        let once = tree.clone();
        tree.merge(&other).expect("the same start");
        tree.merge(&own).expect("the same start");
        prop_assert_eq!(&tree, &once);
        for node in own.preorder() {
            prop_assert_eq!(moves_to(&tree, node), moves_to(&own, node), "own nodes keep their numbers");
        }
        for node in other.preorder() {
            let (moves, theirs) = (moves_to(&other, node), other.annotations(node));
            let found = tree.preorder().any(|node| {
                let ours = tree.annotations(node);
                moves_to(&tree, node) == moves && theirs.after.iter().all(|comment| ours.after.contains(comment))
            });
            prop_assert!(found, "{:?}", moves);
        }
    }

    #[test]
    fn merging_into_an_empty_tree_copies(tree in trees()) {
        let mut copy = GameTree::new(*tree.start());
        copy.merge(&tree).expect("the same start");
        prop_assert_eq!(copy, tree);
    }

    #[test]
    fn compacting_changes_only_the_numbers(mut tree in trees(), edits in dice(10)) {
        let mut ids: Vec<_> = tree.preorder().collect();
        for dice in edits {
            edit(&mut tree, &mut ids, dice);
        }
        let before = tree.clone();
        let renumbering = tree.compact();
        prop_assert_eq!(&tree, &before);
        prop_assert_eq!(tree.slots(), tree.len() + 1, "no gap is left");
        for id in ids {
            prop_assert_eq!(renumbering.get(id).is_some(), before.contains(id));
        }
        for (old, new) in before.preorder().zip(tree.preorder()) {
            prop_assert_eq!(renumbering.get(old), Some(new));
        }
        check(&tree);
    }

    #[test]
    fn whatever_differs_makes_trees_unequal(tree in trees(), pick: u16) {
        let nodes: Vec<_> = tree.preorder().collect();
        let node = nodes[pick as usize % nodes.len()];
        let changed = |change: &dyn Fn(&mut GameTree)| {
            let mut other = tree.clone();
            change(&mut other);
            other != tree
        };
        prop_assert!(changed(&|tree| tree.result = GameResult::Draw));
        prop_assert!(changed(&|tree| tree.tags.set("White", "Greco")));
        prop_assert!(changed(&|tree| annotate(tree, node, 5)));
        prop_assert!(node == NodeId::ROOT || changed(&|tree| tree.delete(node).expect("it is there")));
        let asked = !changed(&|tree| assert!(tree.annotations_mut(node).is_ok()));
        prop_assert!(asked, "annotations that stay empty are none");
    }

    #[test]
    fn a_cleared_tree_is_like_a_new_one(mut tree in trees(), start in trees(), moves in dice(30)) {
        tree.result = GameResult::WhiteWins;
        tree.tags.push("Event", "Match");
        tree.annotations_mut(NodeId::ROOT).expect("it is there").after.push(Comment::from_text("a"));
        tree.clear(*start.start());
        let mut new = GameTree::new(*start.start());
        prop_assert_eq!(&tree, &new);
        grow(&mut tree, &moves);
        grow(&mut new, &moves);
        prop_assert_eq!(&tree, &new);
        check(&tree);
    }
}

/// How many alterations lie between two nodes: those of the moves on one of their lines but not on both.
fn distance(tree: &GameTree, from: NodeId, to: NodeId) -> u64 {
    let (up, down) = (tree.line_to(from), tree.line_to(to));
    let shared = up.iter().zip(&down).take_while(|(up, down)| up == down).count();
    let way = up[shared..].iter().chain(&down[shared..]);
    way.map(|&node| tree.alterations(node).len() as u64).sum()
}

/// Sees what it is told.
#[derive(Default)]
struct Seen(Vec<Alteration>);

impl Alter for Seen {
    fn alter(&mut self, alteration: Alteration) {
        self.0.push(alteration);
    }
}

/// 1. e4 ({why not} 1. d4) ({or} 1. c4), with a comment before all.
fn commented() -> (GameTree, [NodeId; 3]) {
    let mut tree = GameTree::default();
    let nodes = [(Square::E2, Square::E4), (Square::D2, Square::D4), (Square::C2, Square::C4)]
        .map(|(from, to)| tree.add(NodeId::ROOT, Move::new(from, to, MoveKind::Quiet)))
        .map(|added| added.expect("it is legal"));
    let mut say = |node, comment| {
        let annotations = tree.annotations_mut(node).expect("it is there");
        let comments =
            if node == NodeId::ROOT { &mut annotations.after } else { &mut annotations.before };
        comments.push(Comment::from_text(comment));
    };
    say(NodeId::ROOT, "a game");
    say(nodes[1], "why not");
    say(nodes[2], "or");
    (tree, nodes)
}

#[test]
fn comments_before_a_move_that_becomes_first_come_after_the_one_before_it() {
    let (tree, [e4, d4, c4]) = commented();
    let after = |tree: &GameTree, edited: NodeId| {
        assert!(tree.annotations(edited).before.is_empty(), "nothing is there twice");
        tree.text(NodeId::ROOT)
    };
    let edited = |edit: &dyn Fn(&mut GameTree)| {
        let mut edited = tree.clone();
        edit(&mut edited);
        edited
    };
    let promoted = edited(&|tree| assert_eq!(tree.promote(d4), Ok(true)));
    assert_eq!(after(&promoted, d4), "a game why not");
    let demoted = edited(&|tree| assert_eq!(tree.demote(e4), Ok(true)));
    assert_eq!(demoted, promoted);
    let deleted = edited(&|tree| tree.delete(e4).expect("it is there"));
    assert_eq!(after(&deleted, d4), "a game why not");
    let main = edited(&|tree| tree.promote_to_main(c4).expect("it is there"));
    assert_eq!(after(&main, c4), "a game or");
    assert_eq!(main.annotations(d4), tree.annotations(d4), "it begins a variation as before");

    // Merged into a tree where the move is first, and back.
    let mut merged = GameTree::default();
    let first = merged.add(NodeId::ROOT, tree.move_at(d4).expect("a move")).expect("it is legal");
    merged.merge(&tree).expect("the same start");
    assert_eq!(after(&merged, first), "a game why not");
    let once = merged.clone();
    merged.merge(&tree).expect("the same start");
    assert_eq!(merged, once);
}

#[test]
fn a_familiar_with_a_foreign_state_has_no_position() {
    let mut tree = GameTree::default();
    let m = tree.start().legal_moves()[0];
    let node = tree.add(NodeId::ROOT, m).expect("it is legal");
    let nobody = TreeFamiliar::starting_with(&tree, Setup::default(), Interest::ALL);
    assert_eq!(nobody.position(), None, "there are no kings");
    let mut deaf = TreeFamiliar::starting_with(&tree, Setup::initial(), Interest::NONE);
    deaf.to(node).expect("it is there");
    assert_eq!(deaf.position(), None, "it wasn't told of the move");
}

#[test]
fn a_familiar_is_told_a_move_back_to_front_when_it_is_taken_back() {
    let mut tree = GameTree::default();
    let m = tree.start().legal_moves()[0];
    let node = tree.add(NodeId::ROOT, m).expect("it is legal");
    let mut seen = TreeFamiliar::starting_with(&tree, Seen::default(), Interest::ALL);
    seen.to(node).expect("it is there");
    seen.to(NodeId::ROOT).expect("it is there");
    let forward = tree.alterations(node).iter().copied();
    let back = forward.clone().rev().map(|alteration| !alteration);
    assert!(seen.state().0.iter().copied().eq(forward.chain(back)));
    assert_eq!(tree.walk().state(), &Setup::initial());
}
