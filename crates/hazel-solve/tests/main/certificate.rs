//! Certificates: what is true passes, and nothing else does.

use std::collections::HashSet;
use std::convert::Infallible;
use std::sync::atomic::AtomicBool;

use hazel_solve::certificate::{Certificate, CertificateError, WriteError, write};
use hazel_solve::{Checked, Outcome, Question, Refusal, Retrograde, check};
use proptest::prelude::*;

use crate::graph::{Graph, Node};

const CLAIMS: [Outcome; 5] =
    [Outcome::WIN, Outcome::DRAW, Outcome::LOSS, Outcome::WIN_OR_DRAW, Outcome::DRAW_OR_LOSS];

#[test]
fn a_win_a_loss_and_a_draw_are_confirmed() {
    for (sticks, value) in [(6, Outcome::WIN), (8, Outcome::LOSS)] {
        let checked =
            confirm(&self::sticks(9), sticks, &certificate(&self::sticks(9), sticks, value));
        assert_eq!(checked.expect("it is true").claim, value);
    }
    // Two nodes to and fro; who leaves them loses.
    let round = Graph { nodes: vec![arrows(&[2, 1]), arrows(&[0]), Node::End(Outcome::WIN)] };
    let checked = confirm(&round, 0, &certificate(&round, 0, Outcome::DRAW)).expect("it is true");
    assert_eq!(checked, Checked { claim: Outcome::DRAW, positions: 5, choices: 3 });
}

#[test]
fn a_finished_start_needs_no_choices() {
    let over = sticks(1);
    let checked = confirm(&over, 0, &certificate(&over, 0, Outcome::LOSS)).expect("it is true");
    assert_eq!(checked, Checked { claim: Outcome::LOSS, positions: 0, choices: 0 });
}

#[test]
fn circles_are_no_win() {
    // The prover could win at once but prefers to come back.
    let graph = Graph { nodes: vec![arrows(&[1, 2]), arrows(&[0]), Node::End(Outcome::LOSS)] };
    let circle = file(0, Outcome::WIN, &[(&[0, 0], 2, 3)]);
    assert!(matches!(confirm(&graph, 0, &circle), Err(Refusal::Circle { number: 3, .. })));
    let written = write(&graph, "", &0, Outcome::WIN, Vec::new(), |_, _| Ok::<_, Infallible>(0));
    assert!(matches!(written, Err(WriteError::Circle { .. })), "{written:?}");
    confirm(&graph, 0, &file(0, Outcome::WIN_OR_DRAW, &[(&[0, 0], 2, 3)]))
        .expect("a draw is enough");
    confirm(&graph, 0, &file(0, Outcome::WIN, &[(&[1], 1, 1)])).expect("this one wins");
    // He may also change his mind and win.
    confirm(&graph, 0, &file(0, Outcome::WIN, &[(&[0, 1], 2, 3)])).expect("no circle is closed");
    // The circle may also begin where the opponent is to move.
    let closed = file(1, Outcome::LOSS, &[(&[0], 1, 2)]);
    assert!(matches!(confirm(&graph, 1, &closed), Err(Refusal::Circle { number: 2, .. })));
}

#[test]
fn a_position_is_another_one_with_the_other_side_to_move() {
    // A circle of three nodes: each is met with either side to move.
    let graph = Graph { nodes: vec![arrows(&[1]), arrows(&[2]), arrows(&[0])] };
    let checked = confirm(&graph, 0, &certificate(&graph, 0, Outcome::DRAW)).expect("it is true");
    assert_eq!(checked, Checked { claim: Outcome::DRAW, positions: 13, choices: 7 });
}

#[test]
fn a_refusal_says_what_is_wrong() {
    let graph = sticks(9);
    let refusal = |bytes: &[u8]| confirm(&graph, 6, bytes).expect_err("it is wrong").to_string();
    let good: &[u8] = &[1, 2, 1, 0];
    assert_eq!(
        confirm(&graph, 6, &file(6, Outcome::WIN, &[(good, 4, 5)])).expect("it is true"),
        Checked { claim: Outcome::WIN, positions: 5, choices: 4 }
    );
    for (bytes, expected) in [
        (file(6, Outcome::WIN, &[(&[3], 1, 1)]), "choice 1 is move 3, but there are 3 moves in 6"),
        (
            file(6, Outcome::WIN, &[(&[1, 2, 2, 0], 4, 5)]),
            "choice 3 is move 2, but there are 2 moves in 2",
        ),
        (
            file(6, Outcome::WIN, &[(&[1, 2], 4, 5)]),
            "the list of choices ends early: expected choice 3, for 2",
        ),
        (
            file(6, Outcome::WIN, &[(&[1, 255], 2, 5)]),
            "the list of choices ends early: expected choice 2, for 3",
        ),
        (
            file(6, Outcome::WIN, &[(&[1, 2, 1, 0, 0], 5, 5)]),
            "choices are left over: expected no more than 4",
        ),
        (
            file(6, Outcome::WIN, &[(good, 5, 5)]),
            "the strategy says that it has 5 choices, but it has 4",
        ),
        (
            file(6, Outcome::WIN, &[(good, 4, 6)]),
            "the strategy says that it has 6 positions, but it has 5",
        ),
        (
            file(6, Outcome::WIN, &[(&[1, 0, 0], 2, 4)]),
            "after position 5, 0 is a loss for the prover, expected win",
        ),
        (
            file(5, Outcome::WIN, &[(good, 4, 5)]),
            "the certificate starts at 0x00000000000000000000000000000005, \
             expected 0x00000000000000000000000000000006",
        ),
        (
            file(6, Outcome::ANY, &[(good, 4, 5)]),
            "the claim `win, draw or loss` can't be proven by strategies",
        ),
        (file(6, Outcome::WIN, &[]), "byte 37: the certificate ends, expected more"),
        (
            file(6, Outcome::WIN, &[(good, 4, 5), (good, 4, 5)]),
            "byte 82: expected the end of the certificate",
        ),
    ] {
        assert_eq!(refusal(&bytes), expected);
    }
}

#[test]
fn a_game_without_moves_proves_nothing() {
    let stuck = Graph { nodes: vec![arrows(&[])] };
    for claim in [Outcome::LOSS, Outcome::WIN] {
        let refusal = confirm(&stuck, 0, &file(0, claim, &[(&[], 0, 1)])).expect_err("no moves");
        assert!(matches!(refusal, Refusal::NoMoves { .. }), "{refusal}");
    }
}

#[test]
fn a_strategy_that_fails_is_not_written() {
    let graph = sticks(9);
    let attempt = |claim, strategy: fn(&usize, Question) -> Result<usize, &'static str>| {
        write(&graph, "sticks", &6, claim, Vec::new(), strategy).expect_err("it fails").to_string()
    };
    assert_eq!(
        attempt(Outcome::WIN, |_, _| Ok(0)),
        "the strategy leads to 0, a loss for it, expected win"
    );
    assert_eq!(
        attempt(Outcome::WIN, |_, _| Ok(3)),
        "the strategy plays 3 in 6, which is no legal move"
    );
    assert_eq!(attempt(Outcome::WIN_OR_DRAW, |_, _| Err("too little time")), "too little time");
    assert_eq!(
        attempt(Outcome::WIN_OR_LOSS, |_, _| Ok(0)),
        "`win or loss` can't be certified, expected a value or that one side doesn't lose"
    );
    let long = "x".repeat(1001);
    let written = write(&graph, &long, &6, Outcome::WIN, Vec::new(), |_, _| Err(()));
    assert!(matches!(written, Err(WriteError::Description(1001))), "{written:?}");
}

#[test]
fn a_full_disk_is_an_error() {
    let mut room = [0_u8; 60];
    let graph = sticks(9);
    let solved = solve(&graph, 6);
    let best = |node: &usize, _: Question| Ok::<_, Infallible>(solved.best(node).expect("a move"));
    let written = write(&graph, "sticks", &6, Outcome::WIN, room.as_mut_slice(), best);
    assert!(matches!(written, Err(WriteError::Io(_))), "{written:?}");
}

#[test]
fn a_strategy_goes_where_all_has_been_shown_already() {
    // After 1 the prover goes to 3. After 2 he is told to go to 6, where nobody has been.
    let next: [&[usize]; 8] = [&[1, 2], &[3], &[6, 3], &[4], &[5], &[], &[7], &[5]];
    let mut nodes: Vec<Node> = next.into_iter().map(arrows).collect();
    nodes[5] = Node::End(Outcome::LOSS);
    let graph = Graph { nodes };
    let mut bytes = Vec::new();
    let mut asked = Vec::new();
    let first = |node: &usize, _| {
        asked.push(*node);
        Ok::<_, Infallible>(0)
    };
    write(&graph, "", &0, Outcome::LOSS, &mut bytes, first).expect("it is true");
    assert_eq!(asked, [1, 4]);
    let checked = confirm(&graph, 0, &bytes).expect("it is true");
    assert_eq!(checked, Checked { claim: Outcome::LOSS, positions: 5, choices: 3 });
}

#[test]
fn choices_among_many_moves_are_kept() {
    for index in [0, 1, 254, 255, 256, 509, 510, 511, 799] {
        let mut ends = vec![1; 800];
        ends[index] = 2;
        let nodes = vec![arrows(&ends), Node::End(Outcome::WIN), Node::End(Outcome::LOSS)];
        let graph = Graph { nodes };
        confirm(&graph, 0, &certificate(&graph, 0, Outcome::WIN)).expect("one move wins");
    }
}

#[test]
fn a_long_walk_needs_no_stack_and_can_be_stopped() {
    let count = 200_001;
    let next = (1..count).map(|next| arrows(&[next]));
    let graph = Graph { nodes: next.chain([Node::End(Outcome::LOSS)]).collect() };
    let mut bytes = Vec::new();
    let written = write(&graph, "", &0, Outcome::LOSS, &mut bytes, |_, _| Ok::<_, Infallible>(0));
    assert_eq!(written.expect("it is true"), 200_000);
    let mut told = Vec::new();
    let mut read = |last: u64| {
        let certificate = Certificate::read(bytes.as_slice()).expect("a certificate");
        told.clear();
        let checked = check(&graph, &0, certificate, |positions| {
            told.push(positions);
            positions < last
        });
        (checked, told.clone())
    };
    let (checked, told) = read(u64::MAX);
    assert_eq!(checked.expect("it is true").positions, 200_000);
    assert_eq!(told, [65_536, 131_072, 196_608]);
    let (checked, told) = read(131_072);
    assert!(matches!(checked, Err(Refusal::Stopped { positions: 131_072 })), "{checked:?}");
    assert_eq!(told, [65_536, 131_072]);
}

#[test]
fn every_changed_byte_is_refused() {
    for (graph, start, claim) in examples() {
        let whole = certificate(&graph, start, claim);
        let mut confirmed = 0;
        for byte in 0..whole.len() {
            for value in 0..=u8::MAX {
                let mut bytes = whole.clone();
                bytes[byte] = value;
                if bytes == whole {
                    continue;
                }
                confirm(&graph, start, &bytes).expect_err("a byte is wrong");
                // Who knows the format can make the checksums fit, but not the strategy.
                seal(&mut bytes);
                if let Ok(checked) = confirm(&graph, start, &bytes) {
                    let value = solve(&graph, start).value(&start).expect("it is reached");
                    assert!(value.is_within(checked.claim), "byte {byte}");
                    confirmed += 1;
                }
            }
            confirm(&graph, start, &whole[..byte]).expect_err("the end is missing");
        }
        assert!(confirmed > 0, "at least the description may change");
        let mut longer = whole.clone();
        longer.push(0);
        confirm(&graph, start, &longer).expect_err("something is behind the end");
    }
}

#[test]
fn other_files_and_versions_are_refused() {
    let read = |bytes: &[u8]| Certificate::read(bytes).expect_err("it is none");
    assert!(matches!(read(b"something else"), CertificateError::Foreign));
    let mut newer = certificate(&sticks(9), 6, Outcome::WIN);
    newer[7] = 3;
    assert!(matches!(read(&newer), CertificateError::Version { version: 3 }));
}

/// Right checksums, and contents that can't be.
#[test]
fn odd_contents_are_refused_where_they_are() {
    let with = |byte: usize, value: u8| {
        let mut bytes = file(6, Outcome::WIN, &[(&[1, 2, 1, 0], 4, 5)]);
        bytes[byte] = value;
        seal(&mut bytes);
        confirm(&sticks(9), 6, &bytes).expect_err("it is odd").to_string()
    };
    assert_eq!(with(9, 4), "byte 8: the length is 1030, expected at most 1000");
    assert_eq!(with(12, 0xFF), "byte 12: the description is not UTF-8");
    assert_eq!(with(32, 8), "byte 32: 0x08 is no set of outcomes");
    assert_eq!(with(39, 0x20), "byte 37: the length is 2097165, expected at most 1114112");
    let message = with(41, 0);
    assert!(message.starts_with("byte 37: the choices can't be decompressed: "), "{message}");
}

#[test]
fn the_example_of_the_format_is_true() {
    let page = include_str!("../../../../docs/solve/certificate-format.md");
    assert_eq!(certificate(&sticks(9), 6, Outcome::WIN), crate::example::bytes(page));
}

proptest! {
    #[test]
    fn true_claims_are_confirmed_and_false_ones_can_not_be_written(graph in Graph::any()) {
        let value = solve(&graph, 0).value(&0).expect("the start is reached");
        for claim in CLAIMS {
            let mut bytes = Vec::new();
            let solved = solve(&graph, 0);
            let best = |node: &usize, _| Ok::<_, Infallible>(solved.best(node).expect("a move"));
            let written = write(&graph, "graph", &0, claim, &mut bytes, best);
            prop_assert_eq!(written.is_ok(), value.is_within(claim), "{} as {}", value, claim);
            if let Ok(positions) = written {
                let checked = confirm(&graph, 0, &bytes).expect("it is true");
                prop_assert_eq!((checked.claim, checked.positions), (claim, positions));
            }
        }
    }

    /// Whatever is chosen: only true claims are confirmed, and what is confirmed could be written.
    #[test]
    fn a_false_claim_is_never_confirmed(
        graph in Graph::any(),
        picks in prop::collection::vec(any::<usize>(), 24),
    ) {
        let value = solve(&graph, 0).value(&0).expect("the start is reached");
        for claim in CLAIMS {
            let provers: &[bool] = match claim {
                Outcome::WIN | Outcome::WIN_OR_DRAW => &[true],
                Outcome::DRAW => &[true, false],
                _ => &[false],
            };
            let strategies: Vec<_> =
                provers.iter().map(|&mover| Plain::walk(&graph, mover, &picks)).collect();
            let parts: Vec<_> = strategies
                .iter()
                .map(|plain| (&plain.choices[..], plain.choices.len() as u64, plain.positions))
                .collect();
            let confirmed = confirm(&graph, 0, &file(0, claim, &parts)).is_ok();
            prop_assert!(!confirmed || value.is_within(claim), "{} as {}", value, claim);

            let pick = |&node: &usize, _| {
                Ok::<_, Infallible>(picks[node] % graph.arrows(node).len())
            };
            let written = write(&graph, "", &0, claim, Vec::new(), pick);
            // The writer also goes where all has been shown, and so may hold what the picks don't.
            prop_assert!(!confirmed || written.is_ok(), "{} as {}", value, claim);
            prop_assert!(written.is_err() || value.is_within(claim), "{} as {}", value, claim);
        }
    }

    #[test]
    fn noise_proves_nothing_false(
        graph in Graph::any(),
        claim in prop::sample::select(CLAIMS.to_vec()),
        choices in prop::collection::vec(0_u8..4, 0..9),
        positions in 0_u64..12,
    ) {
        let value = solve(&graph, 0).value(&0).expect("the start is reached");
        let part = (&choices[..], choices.len() as u64, positions);
        if confirm(&graph, 0, &file(0, claim, &[part, part])).is_ok()
            || confirm(&graph, 0, &file(0, claim, &[part])).is_ok()
        {
            prop_assert!(value.is_within(claim), "{} as {}", value, claim);
        }
    }
}

/// The walk of a certificate told once more, by recursion, with picks that depend on the node only.
struct Plain<'a> {
    graph: &'a Graph,
    picks: &'a [usize],
    /// Where the opponent was to move.
    seen: HashSet<usize>,
    positions: u64,
    choices: Vec<u8>,
}

impl Plain<'_> {
    fn walk<'a>(graph: &'a Graph, is_mover: bool, picks: &'a [usize]) -> Plain<'a> {
        let (seen, choices) = (HashSet::new(), Vec::new());
        let mut plain = Plain { graph, picks, seen, positions: 0, choices };
        plain.visit(0, is_mover);
        plain
    }

    fn visit(&mut self, node: usize, is_prover: bool) {
        let arrows = self.graph.arrows(node);
        if arrows.is_empty() || !is_prover && !self.seen.insert(node) {
            return;
        }
        self.positions += 1;
        if is_prover {
            let choice = self.picks[node] % arrows.len();
            self.choices.push(choice as u8);
            self.visit(arrows[choice], false);
        } else {
            for &to in arrows {
                self.visit(to, true);
            }
        }
    }
}

/// Who moves takes one, two or three sticks; who takes the last one wins. The nodes are the sticks that are left.
fn sticks(count: usize) -> Graph {
    let more =
        (1..count).map(|left| arrows(&[left - 1, left.max(2) - 2, left.max(3) - 3][..left.min(3)]));
    Graph { nodes: std::iter::once(Node::End(Outcome::LOSS)).chain(more).collect() }
}

fn arrows(to: &[usize]) -> Node {
    Node::Arrows(to.to_vec())
}

fn examples() -> [(Graph, usize, Outcome); 3] {
    let round = vec![arrows(&[2, 1]), arrows(&[0]), Node::End(Outcome::WIN)];
    [
        (sticks(9), 6, Outcome::WIN),
        (sticks(9), 4, Outcome::DRAW_OR_LOSS),
        (Graph { nodes: round }, 0, Outcome::DRAW),
    ]
}

fn solve(graph: &Graph, start: usize) -> Retrograde<'_, Graph> {
    Retrograde::new(graph, &start, 1_000, &AtomicBool::new(false)).expect("it is small")
}

fn certificate(graph: &Graph, start: usize, claim: Outcome) -> Vec<u8> {
    let solved = solve(graph, start);
    let mut bytes = Vec::new();
    let best = |node: &usize, _| Ok::<_, Infallible>(solved.best(node).expect("it isn't over"));
    write(graph, "sticks=6", &start, claim, &mut bytes, best).expect("it is true");
    bytes
}

fn confirm(graph: &Graph, start: usize, bytes: &[u8]) -> Result<Checked, Refusal> {
    let certificate = Certificate::read(bytes)?;
    check(graph, &start, certificate, |_| true)
}

/// The bytes of a certificate with any strategies: choices, and how many choices and positions it says to have.
fn file(start: u128, claim: Outcome, strategies: &[(&[u8], u64, u64)]) -> Vec<u8> {
    let mut bytes = b"HZLCERT\x02".to_vec();
    bytes.extend([6, 0]);
    bytes.extend(b"sticks");
    bytes.extend(start.to_le_bytes());
    bytes.extend([claim.bits(), 0, 0, 0, 0]);
    for &(choices, count, positions) in strategies {
        if !choices.is_empty() {
            let compressed = zstd::bulk::compress(choices, 1).expect("it is short");
            bytes.extend((compressed.len() as u32).to_le_bytes());
            bytes.extend(compressed);
            bytes.extend([0; 4]);
        }
        bytes.extend([0; 4]);
        bytes.extend(count.to_le_bytes());
        bytes.extend(positions.to_le_bytes());
        bytes.extend([0; 4]);
    }
    seal(&mut bytes);
    bytes
}

/// Makes the checksums fit, as far as the lengths do.
fn seal(bytes: &mut [u8]) {
    let mut hasher = crc32fast::Hasher::new();
    let mut at = 0;
    let mut length = 10 + u16::from_le_bytes([bytes[8], bytes[9]]) as usize + 17;
    while let Some(part) = bytes.get(at..at + length) {
        hasher.update(part);
        let Some(checksum) = bytes.get_mut(at + length..at + length + 4) else { break };
        checksum.copy_from_slice(&hasher.clone().finalize().to_le_bytes());
        at += length + 4;
        let Some(next) = bytes.get(at..).and_then(|rest| rest.first_chunk()) else { break };
        length = match u32::from_le_bytes(*next) as usize {
            0 => 20,
            compressed => 4 + compressed,
        };
    }
}
