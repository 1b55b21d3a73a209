//! Perft of the well-known positions: counted in bulk, without a hash, on one thread. Each peer counts the fastest way
//! that its own interface offers.

use std::time::Duration;

use anyhow::{Context as _, Result, anyhow};
use hazel_core::Perft;
use hazel_notation::parse_fen;
use shakmaty::CastlingMode;

use super::contest::{Table, best_times, contender};
use crate::positions::WELL_KNOWN;

/// Ours first.
pub(super) const CONTENDERS: [&str; 4] = ["hazel", "cozy-chess", "chess", "shakmaty"];

pub(super) fn run() -> Result<()> {
    println!("perft: one thread, CPU time, best of five, bulk counting, no hash\n");
    let mut table = Table::new("position, depth, nodes", "Mnodes/s", &CONTENDERS);
    for (name, fen, depth, nodes) in WELL_KNOWN {
        let Boards { hazel, cozy, chess, shakmaty } = Boards::new(fen)?;
        let contenders = [
            contender(CONTENDERS[0], || Perft::default().count(&hazel, depth)),
            contender(CONTENDERS[1], || cozy_perft(&cozy, depth)),
            contender(CONTENDERS[2], || chess_perft(&chess, depth)),
            contender(CONTENDERS[3], || shakmaty::perft(&shakmaty, depth)),
        ];
        let times = best_times(&contenders, nodes).with_context(|| format!("perft of {name}"))?;
        let speed = |time: Duration| format!("{:.1}", nodes as f64 / 1e6 / time.as_secs_f64());
        table.add(&format!("{name}, {depth}, {nodes}"), &times, speed);
    }
    table.print_with_means();
    Ok(())
}

/// One position in everybody's types.
pub(super) struct Boards {
    pub(super) hazel: hazel_core::Position,
    pub(super) cozy: cozy_chess::Board,
    pub(super) chess: chess::Board,
    pub(super) shakmaty: shakmaty::Chess,
}

impl Boards {
    /// The position with this FEN, of ordinary chess.
    pub(super) fn new(fen: &str) -> Result<Boards> {
        let refused = |who: &str| format!("{who} refuses {fen}");
        Ok(Boards {
            hazel: parse_fen(fen)?,
            cozy: fen
                .parse()
                .map_err(|error| anyhow!("{error:?}"))
                .with_context(|| refused("cozy-chess"))?,
            chess: fen
                .parse()
                .map_err(|error| anyhow!("{error:?}"))
                .with_context(|| refused("chess"))?,
            shakmaty: fen
                .parse::<shakmaty::fen::Fen>()?
                .into_position(CastlingMode::Standard)
                .with_context(|| refused("shakmaty"))?,
        })
    }
}

/// As in the example that comes with the crate.
fn cozy_perft(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut nodes = 0;
    // Two closures rather than one that asks for the depth: that is half as fast again.
    if depth == 1 {
        board.generate_moves(|moves| {
            nodes += moves.len() as u64;
            false
        });
    } else {
        board.generate_moves(|moves| {
            for m in moves {
                let mut next = board.clone();
                next.play_unchecked(m);
                nodes += cozy_perft(&next, depth - 1);
            }
            false
        });
    }
    nodes
}

fn chess_perft(board: &chess::Board, depth: u32) -> u64 {
    let moves = chess::MoveGen::new_legal(board);
    if depth == 1 {
        moves.len() as u64
    } else {
        moves.map(|m| chess_perft(&board.make_move_new(m), depth - 1)).sum()
    }
}
