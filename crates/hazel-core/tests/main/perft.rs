//! The published counts of `perft.epd`.

use hazel_core::Perft;

use crate::{oracle, walk};

#[test]
fn published_counts_hold() {
    let mut positions = 0;
    for line in walk::suite() {
        let mut parts = line.split(" ;D");
        let fen = parts.next().expect("a line begins with its FEN");
        let position = oracle::position(fen);
        let perft = Perft { threads: 2, ..Perft::default() };
        for count in parts {
            let (depth, expected) = count.trim().split_once(' ').expect("depth and count");
            let depth = depth.parse().expect("a depth");
            let expected: u64 = expected.parse().expect("a count");
            assert_eq!(perft.count(&position, depth), expected, "{fen} at depth {depth}");
        }
        positions += 1;
    }
    assert!(positions >= 60, "the suite has only {positions} positions");
}

#[test]
fn a_forced_line_is_followed_to_any_depth() {
    // White's bishop and Black's are locked in: one move each, for ever. From shakmaty's tests/tricky.perft ("prison").
    let prison = oracle::position("2b5/kpPp4/1p1P4/1P6/6p1/4p1P1/4PpPK/5B2 w - - 0 1");
    assert_eq!(Perft::default().count(&prison, 32), 1);
}
