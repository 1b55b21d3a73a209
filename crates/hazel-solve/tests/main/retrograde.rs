//! Solving backwards, against hand-checked values and two plain ways to find them.

use std::sync::atomic::AtomicBool;

use hazel_solve::{Game, Outcome, Retrograde, RetrogradeError};
use proptest::prelude::*;

use crate::graph::{Graph, Node};

fn solve(graph: &Graph) -> Retrograde<'_, Graph> {
    Retrograde::new(graph, &graph.start(), 100, &AtomicBool::new(false)).expect("it is small")
}

/// Node by node: value and distance, or `None` where the node isn't reached.
fn all(solved: &Retrograde<'_, Graph>, nodes: usize) -> Vec<Option<(Outcome, Option<u32>)>> {
    (0..nodes).map(|node| Some((solved.value(&node)?, solved.distance(&node)))).collect()
}

/// The same the plain way: who wins within 0, 1, 2, ... plies, until as many plies as there are nodes.
fn by_counting_plies(graph: &Graph) -> Vec<(Outcome, Option<u32>)> {
    let nodes = 0..graph.nodes.len();
    let over = |value| move |node: usize| graph.nodes[node] == Node::End(value);
    let mut won: Vec<bool> = nodes.clone().map(over(Outcome::WIN)).collect();
    let mut lost: Vec<bool> = nodes.clone().map(over(Outcome::LOSS)).collect();
    let mut values = vec![(Outcome::DRAW, None); graph.nodes.len()];
    for plies in 0..=graph.nodes.len() as u32 {
        for node in nodes.clone() {
            if values[node].1.is_none() && (won[node] || lost[node]) {
                let value = if won[node] { Outcome::WIN } else { Outcome::LOSS };
                values[node] = (value, Some(plies));
            }
        }
        let arrows = |node| graph.arrows(node).iter();
        let wins = |node| won[node] || arrows(node).any(|&to| lost[to]);
        let loses =
            |node| lost[node] || !graph.arrows(node).is_empty() && arrows(node).all(|&to| won[to]);
        (won, lost) = (nodes.clone().map(wins).collect(), nodes.clone().map(loses).collect());
    }
    values
}

/// The same by plain minimax, for graphs without circles.
fn minimax(graph: &Graph, node: usize) -> (Outcome, Option<u32>) {
    if let Node::End(value) = graph.nodes[node] {
        return (value, (value != Outcome::DRAW).then_some(0));
    }
    let children: Vec<_> = graph.arrows(node).iter().map(|&to| minimax(graph, to)).collect();
    let value = children.iter().map(|(value, _)| value.flip()).max().expect("there are arrows");
    let best = children.iter().filter(|child| child.0.flip() == value);
    let distances = best.filter_map(|child| child.1);
    let distance = if value == Outcome::WIN { distances.min() } else { distances.max() };
    (value, distance.map(|plies| plies + 1))
}

/// The nodes that can be reached from the first.
fn reached(graph: &Graph) -> Vec<bool> {
    let mut reached = vec![false; graph.nodes.len()];
    let mut waiting = vec![0];
    while let Some(node) = waiting.pop() {
        if !std::mem::replace(&mut reached[node], true) {
            waiting.extend(graph.arrows(node));
        }
    }
    reached
}

fn arrows<const N: usize>(to: [usize; N]) -> Node {
    Node::Arrows(to.to_vec())
}

#[test]
fn a_circle_is_a_draw_unless_somebody_can_leave_it_and_win() {
    let lost = Node::End(Outcome::LOSS);
    let won = Node::End(Outcome::WIN);
    // 0 and 1 go round; 1 could also let the other side win.
    let graph = Graph { nodes: vec![arrows([1]), arrows([0, 2]), won.clone()] };
    let draw = Some((Outcome::DRAW, None));
    assert_eq!(all(&solve(&graph), 3), [draw, draw, Some((Outcome::WIN, Some(0)))]);
    assert_eq!(solve(&graph).best(&1), Some(0));
    // 0 -> 1 -> 2 -> 0, but 2 can leave and win; so 1, which has no choice, loses in 2 plies, and 0 wins in 3.
    let graph = Graph { nodes: vec![arrows([1]), arrows([2]), arrows([0, 3]), lost.clone()] };
    let expected = [(Outcome::WIN, 3), (Outcome::LOSS, 2), (Outcome::WIN, 1), (Outcome::LOSS, 0)];
    assert_eq!(all(&solve(&graph), 4), expected.map(|(value, plies)| Some((value, Some(plies)))));
    assert_eq!(solve(&graph).best(&2), Some(1));
    // The only arrow leads back to the same node.
    assert_eq!(all(&solve(&Graph { nodes: vec![arrows([0, 0])] }), 1), [draw]);
}

#[test]
fn the_winner_hurries_and_the_loser_delays() {
    // 0 wins by 1 at once or by 2 in 3 plies; 4 loses by 0 in 2 plies or by 3 in 4.
    let graph = Graph {
        nodes: vec![
            arrows([2, 1]),
            Node::End(Outcome::LOSS),
            arrows([0, 0]),
            arrows([2]),
            arrows([0, 3]),
            arrows([4]),
        ],
    };
    let solved = Retrograde::new(&graph, &5, 6, &AtomicBool::new(false)).expect("there are six");
    let distances = (0..6).map(|node| solved.distance(&node));
    assert_eq!(distances.collect::<Vec<_>>(), [1, 0, 2, 3, 4, 5].map(Some));
    assert_eq!(solved.best(&0), Some(1), "the shorter win");
    assert_eq!(solved.best(&4), Some(1), "the longer loss");
    assert_eq!(solved.best(&2), Some(0), "the first of equals");
    assert_eq!(solved.best(&1), None, "the game is over");
}

#[test]
fn a_finished_start_is_all_there_is() {
    for value in [Outcome::LOSS, Outcome::DRAW, Outcome::WIN] {
        let graph = Graph { nodes: vec![Node::End(value), arrows([0])] };
        let solved = solve(&graph);
        assert_eq!(solved.positions(), 1);
        let distance = (value != Outcome::DRAW).then_some(0);
        assert_eq!(all(&solved, 2), [Some((value, distance)), None]);
        assert_eq!((solved.best(&0), solved.best(&1)), (None, None));
    }
}

#[test]
fn too_many_positions_are_an_error_that_names_the_limit() {
    let graph = Graph { nodes: vec![arrows([1, 2]), arrows([0]), arrows([2])] };
    let never = AtomicBool::new(false);
    assert_eq!(Retrograde::new(&graph, &0, 3, &never).map(|solved| solved.positions()), Ok(3));
    for most in 0..3 {
        let error = Retrograde::new(&graph, &0, most, &never).map(|solved| solved.positions());
        assert_eq!(error, Err(RetrogradeError::TooManyPositions { most }));
    }
    let error = Retrograde::new(&graph, &0, 2, &never).err().map(|error| error.to_string());
    assert_eq!(error.as_deref(), Some("expected at most 2 positions, but more can be reached"));
}

#[test]
fn it_stops_when_asked() {
    let graph = Graph { nodes: vec![arrows([0])] };
    let error = Retrograde::new(&graph, &0, 3, &AtomicBool::new(true)).err();
    assert_eq!(error, Some(RetrogradeError::Stopped));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn graphs_get_the_values_found_by_counting_plies(graph in Graph::any()) {
        let reached = reached(&graph);
        let expected: Vec<_> = by_counting_plies(&graph)
            .into_iter()
            .zip(&reached)
            .map(|(solved, reached)| reached.then_some(solved))
            .collect();
        let solved = solve(&graph);
        prop_assert_eq!(all(&solved, graph.nodes.len()), expected);
        prop_assert_eq!(solved.positions(), reached.iter().filter(|reached| **reached).count());
    }

    #[test]
    fn graphs_without_circles_get_the_values_of_minimax(graph in Graph::without_circles()) {
        for (node, value, distance) in solve(&graph).solved() {
            prop_assert_eq!((value, distance), minimax(&graph, node));
        }
    }

    #[test]
    fn best_moves_keep_the_value_and_the_distance(graph in Graph::any()) {
        let solved = solve(&graph);
        let mut count = 0;
        for (mut node, value, distance) in solved.solved() {
            count += 1;
            prop_assert_eq!((Some(value), distance), (solved.value(&node), solved.distance(&node)));
            let best = solved.best(&node);
            prop_assert_eq!(best.is_none(), graph.finished(&node).is_some());
            if let Some(best) = best {
                graph.play(&mut node, best);
                prop_assert_eq!(solved.value(&node), Some(value.flip()));
                prop_assert_eq!(solved.distance(&node), distance.map(|plies| plies - 1));
            }
        }
        prop_assert_eq!(count, solved.positions());
    }
}
