//! Legal moves against shakmaty's, and one by one against the generator's.

use hazel_core::Move;

use crate::{oracle, walk};

#[test]
fn moves_and_what_they_lead_to_are_shakmatys() {
    for (index, fen) in walk::fens().enumerate() {
        let (mut ours, mut theirs) = (oracle::position(fen), oracle::read(fen));
        let mut random = walk::Random(0x5EED + index as u64);
        for _ in 0..80 {
            let children = oracle::compare(&ours, &theirs);
            if children.is_empty() {
                break;
            }
            let (m, next) = children[random.below(children.len())].clone();
            ours.play(m);
            theirs = next;
        }
    }
}

#[test]
fn every_16_bits_are_legal_exactly_if_they_are_generated() {
    for fen in walk::fens() {
        let position = oracle::position(fen);
        let mut generated = position.legal_moves().to_vec();
        generated.sort_unstable();
        let legal: Vec<Move> = (0..=u16::MAX)
            .filter_map(|bits| Move::from_bits(bits).ok())
            .filter(|&m| position.is_legal(m))
            .collect();
        assert_eq!(legal, generated, "{fen}");
    }
}
