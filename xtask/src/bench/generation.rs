//! All legal moves into a list, and whether one move is legal, over positions of random games.

use std::hint::black_box;
use std::time::Duration;

use anyhow::{Context as _, Result};
use hazel_core::{Move, MoveKind, Position, Query, Rank, Role, attacks};
use hazel_notation::{CastlingNotation, to_fen, to_uci};
use shakmaty::Position as _;

use super::contest::{Table, best_times, contender};
use super::perft::{Boards, CONTENDERS};
use crate::positions::{Starts, without_clocks};

const POSITIONS: usize = 4_000;
/// How often the positions are gone through in one run.
const ROUNDS: u64 = 25;
const SEED: u64 = 0x6E4E;

/// A position and the moves that are asked about, in everybody's types.
struct Case {
    boards: Boards,
    asked: Vec<Asked>,
}

struct Asked {
    hazel: Move,
    cozy: cozy_chess::Move,
    chess: chess::ChessMove,
    shakmaty: shakmaty::Move,
}

pub(super) fn run() -> Result<()> {
    let cases = cases()?;
    let moves: usize = cases.iter().map(|case| case.boards.hazel.legal_moves().len()).sum();
    let asked: usize = cases.iter().map(|case| case.asked.len()).sum();
    println!(
        "generation and legality: {POSITIONS} positions of random games, {moves} legal moves\n"
    );
    let mut table = Table::new("task", "M/s", &CONTENDERS);

    let times = generate(&cases, moves as u64 * ROUNDS)?;
    let speed = |work: usize| {
        move |time: Duration| {
            format!("{:.1}", (work as u64 * ROUNDS) as f64 / 1e6 / time.as_secs_f64())
        }
    };
    table.add("positions, all moves into a list", &times, speed(cases.len()));

    let legal = cases
        .iter()
        .flat_map(|case| case.asked.iter().filter(|asked| case.boards.hazel.is_legal(asked.hazel)));
    let times = ask(&cases, legal.count() as u64 * ROUNDS)?;
    let share = moves * 100 / asked;
    table.add(&format!("is_legal: moves, {share} % legal"), &times, speed(asked));
    table.print();
    Ok(())
}

fn cases() -> Result<Vec<Case>> {
    let mut cases = Vec::new();
    for game in Starts::standard()?.games(SEED) {
        for (index, (position, _)) in game.iter().enumerate().step_by(3) {
            // No move depends on the clocks, and cozy-chess takes none above 100.
            let position = &without_clocks(position);
            let fen = to_fen(position);
            let boards = Boards::new(&fen)?;
            let mut asked = Vec::new();
            for m in position.legal_moves() {
                asked.push(Asked::new(&boards, m).with_context(|| format!("{m:?} in {fen}"))?);
            }
            // As many that are not, such as a hash table or a killer slot would offer: legal later in the same game.
            let later = game[index..].iter().flat_map(|(later, _)| later.legal_moves());
            let mut illegal: Vec<Move> = later.filter_map(|m| as_here(position, m)).collect();
            illegal.sort_unstable();
            illegal.dedup();
            let step = (illegal.len() / asked.len().max(1)).max(1);
            for &m in illegal.iter().step_by(step).take(asked.len()) {
                asked.push(Asked::new(&boards, m).with_context(|| format!("{m:?} in {fen}"))?);
            }
            cases.push(Case { boards, asked });
            if cases.len() == POSITIONS {
                return Ok(cases);
            }
        }
    }
    Ok(cases)
}

/// The move with the same squares in this position, if it can be asked of everybody: a man of the mover's stands at
/// its start, and it is none of the moves that only some spell with squares alone. Illegal ones only.
fn as_here(position: &Position, m: Move) -> Option<Move> {
    let man = position.piece_at(m.from()).filter(|man| man.color == position.turn())?;
    let own = position.board().color(position.turn()).contains(m.to());
    let special = matches!(m.kind(), MoveKind::Castling | MoveKind::EnPassant);
    let promotes = man.role == Role::Pawn && m.to().rank() == man.color.rank(Rank::Eighth);
    // A king's long step is castling for some of the peers.
    let long_step = man.role == Role::King && !attacks::king(m.from()).contains(m.to());
    if own || special || long_step || promotes != m.promotion().is_some() {
        return None;
    }
    let capture = position.occupied().contains(m.to());
    let kind = match m.promotion() {
        Some(role) => MoveKind::promotion(role, capture)?,
        None if capture => MoveKind::Capture,
        None => MoveKind::Quiet,
    };
    let here = Move::new(m.from(), m.to(), kind);
    let en_passant = man.role == Role::Pawn && position.en_passant_square() == Some(m.to());
    (!position.is_legal(here) && !en_passant).then_some(here)
}

impl Asked {
    fn new(boards: &Boards, m: Move) -> Result<Asked> {
        let position = &boards.hazel;
        let uci = to_uci(position, m, CastlingNotation::KingTwoSquares);
        let king_takes_rook = to_uci(position, m, CastlingNotation::KingTakesRook);
        let square = |square: hazel_core::Square| shakmaty::Square::new(square as u32);
        let role = |role: Role| shakmaty::Role::ALL[role.index()];
        let shakmaty = match m.kind() {
            MoveKind::EnPassant => {
                shakmaty::Move::EnPassant { from: square(m.from()), to: square(m.to()) }
            }
            MoveKind::Castling => {
                let rook = king_takes_rook[2..].parse().context("a rook's square")?;
                shakmaty::Move::Castle { king: square(m.from()), rook }
            }
            _ => shakmaty::Move::Normal {
                role: position.board().role_at(m.from()).map(role).context("no man to move")?,
                from: square(m.from()),
                capture: position.board().role_at(m.to()).map(role),
                to: square(m.to()),
                promotion: m.promotion().map(role),
            },
        };
        Ok(Asked {
            hazel: m,
            cozy: king_takes_rook.parse().ok().context("cozy-chess reads moves")?,
            chess: uci.parse().ok().context("chess reads moves")?,
            shakmaty,
        })
    }
}

/// Goes through the cases as often as one run does, and sums up.
fn rounds(cases: &[Case], mut work: impl FnMut(&Case) -> u64) -> u64 {
    (0..ROUNDS).map(|_| cases.iter().map(&mut work).sum::<u64>()).sum()
}

fn generate(cases: &[Case], expected: u64) -> Result<Vec<Duration>> {
    let contenders = [
        contender(CONTENDERS[0], || {
            rounds(cases, |case| black_box(case.boards.hazel.legal_moves()).len() as u64)
        }),
        contender(CONTENDERS[1], || {
            let mut list = Vec::with_capacity(256);
            rounds(cases, |case| {
                list.clear();
                case.boards.cozy.generate_moves(|moves| {
                    list.extend(moves);
                    false
                });
                black_box(&list).len() as u64
            })
        }),
        contender(CONTENDERS[2], || {
            let mut list = Vec::with_capacity(256);
            rounds(cases, |case| {
                list.clear();
                list.extend(chess::MoveGen::new_legal(&case.boards.chess));
                black_box(&list).len() as u64
            })
        }),
        contender(CONTENDERS[3], || {
            rounds(cases, |case| black_box(case.boards.shakmaty.legal_moves()).len() as u64)
        }),
    ];
    best_times(&contenders, expected).context("generation")
}

fn ask(cases: &[Case], expected: u64) -> Result<Vec<Duration>> {
    let contenders = [
        contender(CONTENDERS[0], || {
            rounds(cases, |Case { boards, asked }| count(asked, |m| boards.hazel.is_legal(m.hazel)))
        }),
        contender(CONTENDERS[1], || {
            rounds(cases, |Case { boards, asked }| count(asked, |m| boards.cozy.is_legal(m.cozy)))
        }),
        contender(CONTENDERS[2], || {
            rounds(cases, |Case { boards, asked }| count(asked, |m| boards.chess.legal(m.chess)))
        }),
        contender(CONTENDERS[3], || {
            rounds(cases, |Case { boards, asked }| {
                count(asked, |m| boards.shakmaty.is_legal(m.shakmaty))
            })
        }),
    ];
    best_times(&contenders, expected).context("is_legal")
}

fn count(asked: &[Asked], is_legal: impl Fn(&Asked) -> bool) -> u64 {
    asked.iter().filter(|asked| is_legal(asked)).count() as u64
}
