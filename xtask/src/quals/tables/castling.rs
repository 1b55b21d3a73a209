//! Positions in which White may castle, beside other people's moves and tables.
//!
//! The moves are shakmaty's, and what they lead to is looked up in Syzygy's files by shakmaty-syzygy once nobody may castle.
//! In between, a position is won if a move leads to a lost one and lost if all lead to won ones, again and again until
//! nothing changes: no numbers of positions, no distances, nothing of ours.

use std::collections::HashMap;

use anyhow::{Context as _, Result, bail, ensure};
use hazel_core::{Bitboard, Castling, Color, Position, Role, Setup, Square, State};
use hazel_notation::parse_fen;
use hazel_solve::Outcome;
use hazel_table::{Slices, Tables};
use shakmaty::fen::Fen;
use shakmaty::{Chess, EnPassantMode, Position as _};
use shakmaty_syzygy::{AmbiguousWdl, Tablebase};

use super::Verdict;
use crate::syzygy;

/// The other man, and the rook that may castle.
const OTHERS: [(Color, Role, Square); 6] = [
    (Color::Black, Role::Knight, Square::H1),
    (Color::Black, Role::Bishop, Square::A1),
    (Color::Black, Role::Rook, Square::A1),
    (Color::Black, Role::Queen, Square::H1),
    (Color::Black, Role::Pawn, Square::A1),
    (Color::White, Role::Pawn, Square::H1),
];

/// Compares all positions of these men, and all that they lead to while White may castle.
pub(super) fn beside(tables: &Tables, theirs: &Tablebase<Chess>) -> Result<Verdict> {
    let mut slices = Slices::new(tables);
    let mut positions = 0;
    for (color, role, rook) in OTHERS {
        let roots = placements(color, role, rook);
        let graph = Graph::follow(&roots, theirs)?;
        let values = graph.solve();
        for (text, value) in graph.texts.iter().zip(values) {
            let position = parse_fen(text).with_context(|| text.clone())?;
            slices.prepare(&position)?;
            let found = slices.probe(&position)?;
            let is_same = found.exact().is_some() && found.outcome() == value;
            ensure!(is_same, "{text}: {found:?}, but by their moves {value}");
        }
        positions += graph.texts.len();
    }
    Ok(Verdict::Passed(format!("{positions} positions")))
}

/// All legal positions of king and rook at home, the other king and another man.
fn placements(color: Color, role: Role, rook: Square) -> Vec<Position> {
    let mut positions = vec![];
    for (king, man) in Square::all().flat_map(|a| Square::all().map(move |b| (a, b))) {
        let [king, man, rook] = [king, man, rook].map(Square::bitboard);
        let mut roles = [Bitboard::EMPTY; 6];
        roles[Role::King.index()] = Square::E1.bitboard() | king;
        roles[Role::Rook.index()] |= rook;
        roles[role.index()] |= man;
        let black = if color == Color::Black { king | man } else { king };
        let Some(board) = hazel_core::Board::from_sets(roles, black) else { continue };
        for turn in Color::ALL {
            let state = State { turn, castling: Castling::new(rook), ..State::INITIAL };
            positions.extend(Setup { board, state }.validate());
        }
    }
    positions
}

/// Positions in which White may castle, and what their moves lead to.
#[derive(Default)]
struct Graph {
    texts: Vec<String>,
    positions: Vec<Chess>,
    numbers: HashMap<String, usize>,
    edges: Vec<Vec<Edge>>,
}

enum Edge {
    To(usize),
    /// The outcome for the side to move then.
    Known(Outcome),
}

impl Graph {
    fn follow(roots: &[Position], theirs: &Tablebase<Chess>) -> Result<Graph> {
        let mut graph = Graph::default();
        for root in roots {
            graph.number(syzygy::position(root)?);
        }
        while let Some(position) = graph.positions.get(graph.edges.len()).cloned() {
            let mut edges = vec![];
            for m in position.legal_moves() {
                let after = position.clone().play(m)?;
                edges.push(if after.castles().castling_rights().any() {
                    Edge::To(graph.number(after))
                } else {
                    Edge::Known(outcome(theirs.probe_wdl(&after)?)?)
                });
            }
            graph.edges.push(edges);
        }
        Ok(graph)
    }

    fn number(&mut self, position: Chess) -> usize {
        let fen = Fen::from_position(&position, EnPassantMode::Legal);
        let placed = fen.to_string();
        // The clocks tell positions apart that are the same.
        let text = placed.rsplitn(3, ' ').last().unwrap_or_default().to_owned() + " 0 1";
        *self.numbers.entry(text.clone()).or_insert_with(|| {
            self.texts.push(text);
            self.positions.push(position);
            self.positions.len() - 1
        })
    }

    fn solve(&self) -> Vec<Outcome> {
        let mut values = vec![Outcome::DRAW; self.positions.len()];
        loop {
            let mut is_done = true;
            for (number, edges) in self.edges.iter().enumerate() {
                let after = edges.iter().map(|edge| match edge {
                    Edge::To(number) => values[*number],
                    Edge::Known(outcome) => *outcome,
                });
                let is_mate = edges.is_empty() && self.positions[number].is_check();
                let value = if after.clone().any(|after| after == Outcome::LOSS) {
                    Outcome::WIN
                } else if is_mate || !edges.is_empty() && after.clone().all(|a| a == Outcome::WIN) {
                    Outcome::LOSS
                } else {
                    Outcome::DRAW
                };
                is_done &= value == values[number];
                values[number] = value;
            }
            if is_done {
                return values;
            }
        }
    }
}

/// What shakmaty-syzygy says, as long as the 50-move rule doesn't matter.
fn outcome(wdl: AmbiguousWdl) -> Result<Outcome> {
    Ok(match wdl {
        AmbiguousWdl::Win => Outcome::WIN,
        AmbiguousWdl::Draw => Outcome::DRAW,
        AmbiguousWdl::Loss => Outcome::LOSS,
        other => bail!("{other:?}, but rooks win soon enough"),
    })
}
