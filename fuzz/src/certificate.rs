//! Laws of certificates, over games that their descriptions tell.

use std::convert::Infallible;
use std::sync::atomic::AtomicBool;

use hazel_solve::certificate::{Certificate, write};
use hazel_solve::{Checked, Game, Outcome, Refusal, Retrograde, check};

/// Larger games tell nothing new and take long.
const MOST_NODES: usize = 32;

/// The bytes of a certificate, once as they are and once with the checksums that they should have. The description is
/// the game: nodes with `;` between them, each `L`, `D`, `W` where the game is over or numbers of nodes with `,`.
///
/// # Panics
/// If a law is broken.
pub fn certificate(input: &[u8]) {
    read(input);
    read(&with_checksums(input));
}

fn read(bytes: &[u8]) {
    let read = match Certificate::read(bytes) {
        Ok(read) => read,
        Err(error) => return message(&error),
    };
    let header = read.header().clone();
    let Some(graph) = Graph::parse(&header.description) else { return };
    let start = graph.position(header.start).unwrap_or(0);
    let value = graph.value(start);
    match check(&graph, &start, read, |_| true) {
        Ok(checked) => {
            assert!(value.is_within(checked.claim), "{value} is not {}", checked.claim);
            assert_eq!(checked.claim, header.claim);
            flip(&graph, start, bytes);
        }
        Err(refusal) => message(&refusal),
    }
    // What is true can be written, and is confirmed.
    let solved = Retrograde::new(&graph, &start, MOST_NODES, &AtomicBool::new(false));
    let solved = solved.expect("it is small");
    let best = |node: &usize, _| Ok::<_, Infallible>(solved.best(node).expect("it isn't over"));
    let mut written = Vec::new();
    let positions = write(&graph, &header.description, &start, value, &mut written, best);
    let checked = confirm(&graph, start, &written).expect("it is true");
    assert_eq!((checked.claim, checked.positions), (value, positions.expect("it is true")));
}

/// A bit that is wrong is found. The place is as arbitrary as the input.
fn flip(graph: &Graph, start: usize, bytes: &[u8]) {
    let bit = crc32fast::hash(bytes) as usize % (8 * bytes.len());
    let mut flipped = bytes.to_vec();
    flipped[bit / 8] ^= 1 << (bit % 8);
    message(&confirm(graph, start, &flipped).expect_err("a bit is wrong"));
}

fn confirm(graph: &Graph, start: usize, bytes: &[u8]) -> Result<Checked, Refusal> {
    check(graph, &start, Certificate::read(bytes)?, |_| true)
}

fn message(error: &dyn std::error::Error) {
    let message = error.to_string();
    assert!(!message.is_empty() && !message.ends_with('.'), "`{message}` is no message");
}

/// The value where the game is over, or else where one can go.
type Node = Result<Outcome, Vec<usize>>;

/// A game on numbered nodes.
struct Graph(Vec<Node>);

impl Graph {
    fn parse(text: &str) -> Option<Graph> {
        let node = |text: &str| match text {
            "L" => Some(Ok(Outcome::LOSS)),
            "D" => Some(Ok(Outcome::DRAW)),
            "W" => Some(Ok(Outcome::WIN)),
            arrows => arrows.split(',').map(|to| to.parse().ok()).collect::<Option<_>>().map(Err),
        };
        let nodes: Vec<Node> = text.split(';').map(node).collect::<Option<_>>()?;
        let mut arrows = nodes.iter().filter_map(|node| node.as_ref().err()).flatten();
        let fits = nodes.len() <= MOST_NODES && arrows.all(|&to| to < nodes.len());
        fits.then_some(Graph(nodes))
    }

    /// The value by rounds: whoever can force the end within one ply more than before. What is never forced is a draw.
    fn value(&self, start: usize) -> Outcome {
        let mut values = vec![Outcome::DRAW; self.0.len()];
        for _ in 0..=self.0.len() {
            let of = |node: &Node| match node {
                Ok(value) => *value,
                Err(to) if to.iter().any(|&to| values[to] == Outcome::LOSS) => Outcome::WIN,
                Err(to) if to.iter().all(|&to| values[to] == Outcome::WIN) => Outcome::LOSS,
                Err(_) => Outcome::DRAW,
            };
            values = self.0.iter().map(of).collect();
        }
        values[start]
    }
}

impl Game for Graph {
    type Position = usize;
    type Move = usize;
    type Undo = usize;
    type Transform = ();

    fn start(&self) -> usize {
        0
    }

    fn finished(&self, &node: &usize) -> Option<Outcome> {
        self.0[node].as_ref().ok().copied()
    }

    fn moves(&self, &node: &usize, moves: &mut Vec<usize>) {
        moves.extend(0..self.0[node].as_ref().map_or_else(Vec::len, |_| 0));
    }

    fn play(&self, node: &mut usize, arrow: usize) -> usize {
        let before = *node;
        if let Err(to) = &self.0[before] {
            *node = to[arrow];
        }
        before
    }

    fn unplay(&self, node: &mut usize, _: usize, before: usize) {
        *node = before;
    }

    fn key(&self, &node: &usize) -> u128 {
        node as u128
    }

    fn position(&self, key: u128) -> Option<usize> {
        usize::try_from(key).ok().filter(|&node| node < self.0.len())
    }

    fn canonical(&self, &node: &usize) -> (usize, ()) {
        (node, ())
    }

    fn restore(&self, (): &(), arrow: usize) -> usize {
        arrow
    }
}

/// The same with the checksums as they should be, as far as the lengths tell where they are.
fn with_checksums(input: &[u8]) -> Vec<u8> {
    let mut bytes = input.to_vec();
    let Some(description) = input.get(8..10) else { return bytes };
    let mut hasher = crc32fast::Hasher::new();
    let mut at = 0;
    let mut length = 27 + u16::from_le_bytes([description[0], description[1]]) as usize;
    while let Some(part) = bytes.get(at..at + length) {
        hasher.update(part);
        let checksum = hasher.clone().finalize().to_le_bytes();
        at += length;
        let Some(place) = bytes.get_mut(at..at + 4) else { break };
        place.copy_from_slice(&checksum);
        at += 4;
        let Some(next) = bytes.get(at..).and_then(|rest| rest.first_chunk()) else { break };
        // A piece of a strategy, or its end.
        length = 4 + match u32::from_le_bytes(*next) {
            0 => 16,
            compressed => compressed as usize,
        };
    }
    bytes
}
