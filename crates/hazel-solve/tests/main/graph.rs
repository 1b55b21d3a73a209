//! Toy games given by lists: who stands on a node moves along one of its arrows.

use hazel_solve::{Game, Outcome};
use proptest::prelude::*;

/// A game on a graph. Both sides move the same token, so a node is worth the same to whoever is to move.
#[derive(Clone, Debug)]
pub(crate) struct Graph {
    pub(crate) nodes: Vec<Node>,
}

/// What a node of a graph is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Node {
    /// The game is over, with this value for the side to move.
    End(Outcome),
    /// Where the side to move can go; the same node may be there twice.
    Arrows(Vec<usize>),
}

impl Game for Graph {
    type Position = usize;
    /// Which arrow.
    type Move = usize;
    type Undo = usize;
    type Transform = ();

    fn start(&self) -> usize {
        0
    }

    fn finished(&self, &node: &usize) -> Option<Outcome> {
        match self.nodes[node] {
            Node::End(value) => Some(value),
            Node::Arrows(_) => None,
        }
    }

    fn moves(&self, &node: &usize, moves: &mut Vec<usize>) {
        moves.extend(0..self.arrows(node).len());
    }

    fn play(&self, node: &mut usize, arrow: usize) -> usize {
        let before = *node;
        *node = self.arrows(before)[arrow];
        before
    }

    fn unplay(&self, node: &mut usize, _: usize, before: usize) {
        *node = before;
    }

    fn key(&self, &node: &usize) -> u128 {
        node as u128
    }

    fn position(&self, key: u128) -> Option<usize> {
        usize::try_from(key).ok().filter(|&node| node < self.nodes.len())
    }

    fn canonical(&self, &node: &usize) -> (usize, ()) {
        (node, ())
    }

    fn restore(&self, (): &(), arrow: usize) -> usize {
        arrow
    }
}

impl Graph {
    /// The arrows of a node, none if the game is over there.
    pub(crate) fn arrows(&self, node: usize) -> &[usize] {
        match &self.nodes[node] {
            Node::End(_) => &[],
            Node::Arrows(arrows) => arrows,
        }
    }

    /// Graphs of up to 12 nodes, most of them with circles.
    pub(crate) fn any() -> impl Strategy<Value = Graph> {
        (1_usize..=12).prop_flat_map(|count| {
            let arrows = prop::collection::vec(0..count, 1..4).prop_map(Node::Arrows);
            let node = prop_oneof![1 => end(), 3 => arrows];
            prop::collection::vec(node, count).prop_map(|nodes| Graph { nodes })
        })
    }

    /// Graphs of up to 12 nodes whose arrows all lead forwards.
    pub(crate) fn without_circles() -> impl Strategy<Value = Graph> {
        (1_usize..=12).prop_flat_map(|count| {
            let nodes: Vec<_> = (1..count)
                .map(|next| {
                    let arrows = prop::collection::vec(next..count, 1..4).prop_map(Node::Arrows);
                    prop_oneof![1 => end(), 5 => arrows].boxed()
                })
                .chain([end().boxed()])
                .collect();
            nodes.prop_map(|nodes| Graph { nodes })
        })
    }
}

fn end() -> impl Strategy<Value = Node> {
    prop::sample::select(vec![Outcome::LOSS, Outcome::DRAW, Outcome::WIN]).prop_map(Node::End)
}
