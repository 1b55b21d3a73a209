//! Random reachable positions, the same in every run: what oracles are asked about and benchmarks run on.

use anyhow::{Context as _, Result};
use fastrand::Rng;
use hazel_core::{Move, Position};
use hazel_notation::parse_fen;

use crate::data::Data;
use crate::quals::suites::SUITES;

/// The test positions of the page "Perft Results" of the Chess Programming Wiki (chessprogramming.org), from the start
/// array on, each with a depth and the count that is published there.
pub(crate) const WELL_KNOWN: [(&str, &str, u32, u64); 6] = [
    ("start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6, 119_060_324),
    (
        "kiwipete",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        5,
        193_690_690,
    ),
    ("position 3", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 6, 11_030_083),
    (
        "position 4",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        5,
        15_833_292,
    ),
    ("position 5", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 5, 89_941_194),
    (
        "position 6",
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        5,
        164_075_551,
    ),
];

/// No game is played on after so many plies.
const LONGEST_GAME: usize = 400;

/// Where random games start: several kinds that take turns.
pub(crate) struct Starts(Vec<Vec<Position>>);

impl Starts {
    /// The start array; all of Chess960; Chess960 with a different array for each side; and the positions of the perft
    /// suites, or the well-known ones where there is no data.
    pub(crate) fn new(data: Option<&Data>) -> Result<Starts> {
        let mut rng = Rng::with_seed(960);
        let chess960 = (0..960).map(|number| start(number, number)).collect::<Result<_>>()?;
        let double =
            (0..960).map(|number| start(number, rng.u32(0..960))).collect::<Result<_>>()?;
        let mut known = well_known()?;
        if let Some(data) = data {
            for (name, reader) in SUITES {
                let cases = reader(&data.read(&format!("perft/{name}"))?)?;
                // What isn't a position for us is the business of the suites' own check.
                known.extend(cases.iter().filter_map(|case| parse_fen(&case.fen).ok()));
            }
        }
        Ok(Starts(vec![vec![Position::initial()], chess960, double, known]))
    }

    /// The positions of the perft suites, or the well-known ones where there is no data.
    pub(crate) fn known(&self) -> &[Position] {
        self.0.last().map_or(&[], Vec::as_slice)
    }

    /// The start array and the well-known positions: ordinary chess only, for peers that know no other.
    pub(crate) fn standard() -> Result<Starts> {
        Ok(Starts(vec![vec![Position::initial()], well_known()?]))
    }

    /// Random games, one after another without end: each is its moves with the positions in which they were played.
    pub(crate) fn games(&self, seed: u64) -> impl Iterator<Item = Vec<(Position, Move)>> {
        let mut rng = Rng::with_seed(seed);
        (0..).map(move |game: usize| {
            let starts = &self.0[game % self.0.len()];
            let mut position = starts[rng.usize(0..starts.len())];
            let mut moves = Vec::new();
            for _ in 0..rng.usize(1..=LONGEST_GAME) {
                // In order, so that games do not depend on how the generator goes about its work.
                let mut legal = position.legal_moves();
                legal.sort_unstable();
                let Some(&m) = rng.choice(&legal) else { break };
                moves.push((position, m));
                position.play(m);
            }
            moves
        })
    }

    /// So many positions from random games, about every third of each; the last ones of games that ended included.
    pub(crate) fn positions(&self, count: usize, seed: u64) -> Vec<Position> {
        let mut rng = Rng::with_seed(!seed);
        let mut positions = Vec::with_capacity(count);
        for game in self.games(seed) {
            for (index, &(position, m)) in game.iter().enumerate() {
                if rng.u8(0..3) == 0 {
                    positions.push(position);
                }
                if index + 1 == game.len() {
                    positions.push(position.after(m));
                }
            }
            if positions.len() >= count {
                break;
            }
        }
        positions.truncate(count);
        positions
    }
}

/// The same position at the start of its clocks.
pub(crate) fn without_clocks(position: &Position) -> Position {
    let mut setup = *position.setup();
    (setup.state.halfmoves, setup.state.number) = (0, 1);
    Position::new_unchecked(setup)
}

fn well_known() -> Result<Vec<Position>> {
    WELL_KNOWN.iter().map(|(_, fen, ..)| Ok(parse_fen(fen)?)).collect()
}

/// The start array of Chess960 with these Scharnagl numbers.
fn start(white: u32, black: u32) -> Result<Position> {
    let fen = format!("{:#}", cozy_chess::Board::double_chess960_startpos(white, black));
    parse_fen(&fen).with_context(|| format!("cannot read the start array {fen}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_the_same_in_every_run_and_varied() {
        let starts = Starts::new(None).expect("the start arrays are positions");
        let positions = starts.positions(1000, 1);
        assert_eq!(positions, starts.positions(1000, 1));
        assert_ne!(positions, starts.positions(1000, 2));
        let distinct: std::collections::HashSet<_> = positions.iter().collect();
        assert!(distinct.len() > 900, "only {} distinct positions", distinct.len());
        assert!(positions.iter().any(|position| position.legal_moves().is_empty()));
    }
}
