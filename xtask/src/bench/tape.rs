//! Familiars: what seeking costs beside replaying, what interest spares, and what leaping spares.

use std::hint::black_box;
use std::time::Duration;

use anyhow::{Context as _, Result};
use fastrand::Rng;
use hazel_core::{Alteration, Board, Move, Position, Role, Setup, State, Zobrist};
use hazel_tape::{
    Address, Familiar, Follower, Interest, Leaper, PawnStructure, PieceSquareStatistics, Tape,
};

use super::contest::{Table, best_times, contender, print};

const PLIES: u64 = 200;
const SEEKS: usize = 5_000;
const PASSES: u64 = 500;
const SEED: u64 = 0x7A9E;

pub(super) fn run() -> Result<()> {
    let game = random_game()?;
    seeking(&game)?;
    filtering(&game)?;
    leaping(&game)
}

/// Random plies of one game, from wherever the last one left off. For comparison, the distance is replayed step by step
/// on the tape; by hand from a bare list of alterations, with a list of where each ply ends, which is the least that it
/// can cost; and from the start each time, the same way.
fn seeking(game: &Tape) -> Result<()> {
    let mut rng = Rng::with_seed(SEED);
    let targets: Vec<u64> = (0..SEEKS).map(|_| rng.u64(0..=game.plies())).collect();
    let distance = distance(game, &targets)?;
    println!(
        "tape: {SEEKS} seeks to random plies of a random game of {PLIES} plies, {} alterations; ns for each alteration \
         of the distance\n",
        game.len()
    );
    let mut table = Table::new("state", "ns", &["seek", "stepped", "bare list", "from the start"]);
    let each = |time: Duration| format!("{:.2}", time.as_secs_f64() * 1e9 / distance as f64);
    table.add("board", &seek::<Board>(game, &targets, |b| b.role(Role::Pawn).0)?, each);
    table.add("position", &seek::<Setup>(game, &targets, |s| s.board.role(Role::Pawn).0)?, each);
    table.add("hash", &seek::<Zobrist<Position>>(game, &targets, |hash| hash.bits())?, each);
    table.add("metadata", &seek::<State>(game, &targets, |s| u64::from(s.number))?, each);
    let pawns = seek::<PawnStructure>(game, &targets, |pawns| pawns.hash().bits())?;
    table.add("pawn structure", &pawns, each);
    let statistics = |s: &PieceSquareStatistics| s.plies();
    table.add("statistics", &seek::<PieceSquareStatistics>(game, &targets, statistics)?, each);
    table.print_with_means();
    Ok(())
}

fn seek<S: Follower + Clone>(
    game: &Tape,
    targets: &[u64],
    digest: impl Fn(&S) -> u64,
) -> Result<Vec<Duration>> {
    let entries: Vec<Alteration> = game.entries_from(Address::START).map(|(_, a)| a).collect();
    let plies: Vec<usize> = (0..=game.plies())
        .map(|ply| game.address_of_ply(ply).map(|address| address.get() as usize))
        .collect::<Option<_>>()
        .context("a ply has no address")?;
    let start = S::at_start(game.start());
    // A state that someone holds, as a familiar does: behind a pointer, not in registers over the whole loop.
    let held = || black_box(Box::new(start.clone()));
    let add = |sum: u64, state: &S| sum.wrapping_mul(31).wrapping_add(digest(state));
    let contenders = [
        contender("seek", || {
            let mut familiar = Familiar::<S>::new(game);
            targets.iter().fold(0, |sum, &ply| {
                familiar.to_ply(black_box(ply)).expect("the ply is on the tape");
                add(sum, familiar.state())
            })
        }),
        contender("stepped", || {
            let mut familiar = Familiar::<S>::new(game);
            targets.iter().fold(0, |sum, &ply| {
                let to = Address::new(plies[black_box(ply) as usize] as u64);
                while familiar.address() < to {
                    familiar.forward();
                }
                while familiar.address() > to {
                    familiar.back();
                }
                add(sum, familiar.state())
            })
        }),
        contender("bare list", || {
            let (mut state, mut at) = (held(), 0);
            targets.iter().fold(0, |sum, &ply| {
                let to = plies[black_box(ply) as usize];
                if at <= to {
                    entries[at..to].iter().for_each(|&a| state.alter(a));
                } else {
                    entries[to..at].iter().rev().for_each(|&a| state.alter(!a));
                }
                at = to;
                add(sum, &state)
            })
        }),
        contender("from the start", || {
            targets.iter().fold(0, |sum, &ply| {
                let mut state = held();
                entries[..plies[black_box(ply) as usize]].iter().for_each(|&a| state.alter(a));
                add(sum, &state)
            })
        }),
    ];
    let expected = contenders[2].1();
    best_times(&contenders, expected)
}

/// The whole game there and back, told only what is of interest and told everything.
fn filtering(game: &Tape) -> Result<()> {
    println!(
        "tape: the same game there and back, {} alterations each way; µs, and alterations told\n",
        game.len()
    );
    let mut table = Table::new("state", "µs", &["filtered", "unfiltered"]);
    let mut told = vec![["state", "filtered", "unfiltered"].map(str::to_owned).to_vec()];
    let each = |time: Duration| format!("{:.2}", time.as_secs_f64() * 1e6 / PASSES as f64);
    for (name, (times, [filtered, unfiltered])) in [
        ("pawn structure", filter::<PawnStructure>(game)?),
        ("metadata", filter::<State>(game)?),
        ("board", filter::<Board>(game)?),
    ] {
        table.add(name, &times, each);
        told.push(vec![name.to_owned(), filtered.to_string(), unfiltered.to_string()]);
    }
    table.print();
    print(&told);
    Ok(())
}

/// The times of both, and how many alterations one pass there and back told each.
fn filter<S: Follower + PartialEq>(game: &Tape) -> Result<(Vec<Duration>, [u64; 2])> {
    let passes = |interest: Interest, passes: u64| {
        let mut familiar = Familiar::<S>::with_interest(game, interest);
        for _ in 0..passes {
            familiar.to_end();
            black_box(familiar.state());
            familiar.to_start();
        }
        (familiar.woken(), u64::from(*familiar.state() == S::at_start(game.start())))
    };
    let contenders = [
        contender("filtered", || passes(S::INTEREST, PASSES).1),
        contender("unfiltered", || passes(Interest::ALL, PASSES).1),
    ];
    let told = [S::INTEREST, Interest::ALL].map(|interest| passes(interest, 1).0);
    Ok((best_times(&contenders, 1)?, told))
}

/// A few places of tapes of several lengths, visited again and again.
fn leaping(game: &Tape) -> Result<()> {
    println!("tape: {SEEKS} seeks of a position to 64 plies, again and again; µs for each seek\n");
    let mut table = Table::new("tape", "µs", &["leaper", "familiar"]);
    let each = |time: Duration| format!("{:.3}", time.as_secs_f64() * 1e6 / SEEKS as f64);
    table.add(&format!("{PLIES} plies"), &leap(game)?, each);
    for plies in [2_000, 20_000] {
        let long = quiet_game(plies);
        table.add(&format!("{plies} plies"), &leap(&long)?, each);
        let (stored, _) = Tape::from_bytes(long.to_bytes())?;
        table.add(&format!("{plies} plies, in a file"), &leap(&stored)?, each);
    }
    table.print();
    Ok(())
}

fn leap(tape: &Tape) -> Result<Vec<Duration>> {
    let mut rng = Rng::with_seed(SEED);
    let places: Vec<u64> = (0..64).map(|_| rng.u64(0..=tape.plies())).collect();
    let targets: Vec<u64> = (0..SEEKS).map(|_| places[rng.usize(0..64)]).collect();
    let digest = |sum: u64, setup: &Setup| {
        let clocks = u64::from(setup.state.number) << 16 | u64::from(setup.state.halfmoves);
        sum.wrapping_mul(31).wrapping_add(setup.board.role(Role::King).0 ^ clocks)
    };
    let contenders = [
        contender("leaper", || {
            let mut leaper = Leaper::new(Familiar::<Setup>::new(tape), 1024);
            targets.iter().fold(0, |sum, &ply| {
                leaper.to_ply(black_box(ply)).expect("the ply is on the tape");
                digest(sum, leaper.familiar().state())
            })
        }),
        contender("familiar", || {
            let mut familiar = Familiar::<Setup>::new(tape);
            targets.iter().fold(0, |sum, &ply| {
                familiar.to_ply(black_box(ply)).expect("the ply is on the tape");
                digest(sum, familiar.state())
            })
        }),
    ];
    let expected = contenders[1].1();
    best_times(&contenders, expected)
}

/// How many alterations lie between the targets, one after the other, beginning with the start.
fn distance(tape: &Tape, targets: &[u64]) -> Result<u64> {
    let (mut sum, mut at) = (0, 0);
    for &ply in targets {
        let to = tape.address_of_ply(ply).context("a ply has no address")?.get();
        sum += to.abs_diff(at);
        at = to;
    }
    Ok(sum)
}

/// The first of the random games from the start array that lasts long enough.
fn random_game() -> Result<Tape> {
    let mut games = (0..).map(|seed| {
        let mut rng = Rng::with_seed(seed);
        play(PLIES, |moves, _| moves.get(rng.usize(0..moves.len().max(1))).copied())
    });
    games.find(|tape| tape.plies() == PLIES).context("no game is long enough")
}

/// A game in which men move and are neither taken nor pawns, wherever that is possible, so that it can go on for long.
fn quiet_game(plies: u64) -> Tape {
    let mut rng = Rng::with_seed(SEED);
    play(plies, |moves, position| {
        let pawns = position.board().role(Role::Pawn);
        let quiet: Vec<Move> = moves
            .iter()
            .copied()
            .filter(|m| !m.kind().is_capture() && !pawns.contains(m.from()))
            .filter(|&m| position.after(m).has_legal_move())
            .collect();
        let from = if quiet.is_empty() { moves } else { &quiet };
        from.get(rng.usize(0..from.len().max(1))).copied()
    })
}

fn play(plies: u64, mut choose: impl FnMut(&[Move], &Position) -> Option<Move>) -> Tape {
    let mut position = Position::initial();
    let mut tape = Tape::new(position);
    for _ in 0..plies {
        let Some(m) = choose(&position.legal_moves(), &position) else { break };
        position.play_with(m, &mut tape);
    }
    tape
}
