//! Random reachable positions: everything that both libraries can say must be the same in shakmaty, and what only ours
//! has must obey its laws.

use std::fmt;
use std::ops::Add;

use anyhow::{Context as _, Result, ensure};
use hazel_core::{Ben, Ending, Mailbox, Material, Move, MoveKind, Pawns, Position, Zobrist};
use hazel_notation::{CastlingNotation, parse_fen, parse_san, parse_uci, to_fen, to_san, to_uci};
use rayon::prelude::*;
use shakmaty::san::SanPlus;
use shakmaty::{CastlingMode, Position as _};

use super::{Tally, Verdict};
use crate::data::Data;
use crate::peer;
use crate::positions::Starts;

pub(super) const POSITIONS: usize = 300_000;
/// Asking about all 65,536 values costs as much as a thousand positions.
const POSITIONS_FOR_EVERY_VALUE: usize = 2_000;
pub(super) const SEED: u64 = 0x0007_AC1E;

pub(super) fn run(tally: &mut Tally, data: Option<&Data>) {
    let (mut positions, mut known) = (Vec::new(), Vec::new());
    tally.check("oracle: positions", || {
        let starts = Starts::new(data)?;
        positions = starts.positions(POSITIONS, SEED);
        known = starts.known().to_vec();
        known.sort_unstable();
        known.dedup();
        let suites = if data.is_some() { "and the suites" } else { "(no data: not of the suites)" };
        Ok(Verdict::Passed(format!(
            "{} of random games from the start array, Chess960 {suites}",
            positions.len()
        )))
    });
    tally.check("oracle: moves, SAN, UCI, FEN and status equal shakmaty's", || {
        let seen = positions
            .par_iter()
            .map(|position| agree(position).with_context(|| format!("in {}", to_fen(position))))
            .try_reduce(Seen::default, |a, b| Ok(a + b))?;
        Ok(Verdict::Passed(seen.to_string()))
    });
    tally.check("oracle: streams restore, hashes follow, BEN and FEN round trips", || {
        let moves = positions
            .par_iter()
            .map(|position| obey(position).with_context(|| format!("in {}", to_fen(position))))
            .try_reduce(|| 0, |a, b| Ok(a + b))?;
        Ok(Verdict::Passed(format!("{} positions, {moves} moves", positions.len())))
    });
    tally.check("oracle: is_legal agrees with the generator on all 65,536 values", || {
        let step = (positions.len() / POSITIONS_FOR_EVERY_VALUE).max(1);
        let few: Vec<&Position> = positions.iter().step_by(step).chain(&known).collect();
        few.par_iter().try_for_each(|position| {
            legal_for_every_value(position).with_context(|| format!("in {}", to_fen(position)))
        })?;
        Ok(Verdict::Passed(format!(
            "{} positions, {} of them of the suites",
            few.len(),
            known.len()
        )))
    });
}

/// What the positions contained, as evidence that the comparison reaches everything.
#[derive(Clone, Copy, Default)]
struct Seen {
    positions: u64,
    moves: u64,
    checks: u64,
    mates: u64,
    stalemates: u64,
    dead: u64,
    castlings: u64,
    en_passants: u64,
    promotions: u64,
}

impl Add for Seen {
    type Output = Seen;

    fn add(self, other: Seen) -> Seen {
        Seen {
            positions: self.positions + other.positions,
            moves: self.moves + other.moves,
            checks: self.checks + other.checks,
            mates: self.mates + other.mates,
            stalemates: self.stalemates + other.stalemates,
            dead: self.dead + other.dead,
            castlings: self.castlings + other.castlings,
            en_passants: self.en_passants + other.en_passants,
            promotions: self.promotions + other.promotions,
        }
    }
}

impl fmt::Display for Seen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} positions ({} checks, {} mates, {} stalemates, {} of too little material), \
             {} moves ({} castlings, {} en passant, {} promotions)",
            self.positions,
            self.checks,
            self.mates,
            self.stalemates,
            self.dead,
            self.moves,
            self.castlings,
            self.en_passants,
            self.promotions
        )
    }
}

/// Compares everything that both libraries can say.
fn agree(position: &Position) -> Result<Seen> {
    let fen = to_fen(position);
    let theirs = peer::read(&fen)?;
    ensure!(peer::fen(&theirs) == fen, "shakmaty writes {}", peer::fen(&theirs));

    let status = position.status(&[]);
    let expected = (theirs.is_check(), theirs.is_checkmate(), theirs.is_stalemate());
    let found = (
        status.check,
        status.ending == Some(Ending::Checkmate),
        status.ending == Some(Ending::Stalemate),
    );
    ensure!(found == expected, "check, mate, stalemate are {found:?}, shakmaty has {expected:?}");
    let dead = position.is_insufficient_material();
    ensure!(
        dead == theirs.is_insufficient_material(),
        "too little material: {dead}, shakmaty disagrees"
    );

    let mut moves: Vec<Move> = position.legal_moves().to_vec();
    moves.sort_unstable();
    let mut expected = Vec::new();
    for m in theirs.legal_moves() {
        expected.push((peer::to_move(m)?, m));
    }
    expected.sort_unstable_by_key(|&(m, _)| m);
    let same = moves.iter().copied().eq(expected.iter().map(|&(m, _)| m));
    ensure!(same, "our moves {moves:?}, shakmaty's {expected:?}");
    for (m, theirs_m) in expected {
        agree_on_move(position, m, &theirs, theirs_m).with_context(|| format!("{m:?}"))?;
    }

    let count = |is: fn(MoveKind) -> bool| moves.iter().filter(|m| is(m.kind())).count() as u64;
    Ok(Seen {
        positions: 1,
        moves: moves.len() as u64,
        checks: status.check.into(),
        mates: found.1.into(),
        stalemates: found.2.into(),
        dead: dead.into(),
        castlings: count(|kind| kind == MoveKind::Castling),
        en_passants: count(|kind| kind == MoveKind::EnPassant),
        promotions: count(|kind| kind.promoted().is_some()),
    })
}

fn agree_on_move(
    position: &Position,
    m: Move,
    theirs: &shakmaty::Chess,
    theirs_m: shakmaty::Move,
) -> Result<()> {
    let mut theirs_after = theirs.clone();
    let expected = SanPlus::from_move_and_play_unchecked(&mut theirs_after, theirs_m).to_string();
    let san = to_san(position, m);
    ensure!(san == expected, "SAN {san}, shakmaty writes {expected}");
    ensure!(parse_san(position, &san)? == m, "{san} is read as another move");

    let uci = to_uci(position, m, CastlingNotation::KingTakesRook);
    let expected = theirs_m.to_uci(CastlingMode::Chess960).to_string();
    ensure!(uci == expected, "UCI {uci}, shakmaty writes {expected}");
    ensure!(parse_uci(position, &uci)? == m, "{uci} is read as another move");

    let (after, expected) = (to_fen(&position.after(m)), peer::fen(&theirs_after));
    ensure!(after == expected, "FEN after it {after}, shakmaty writes {expected}");
    Ok(())
}

/// Checks the laws of what only our side has. Returns how many moves were played.
fn obey(position: &Position) -> Result<usize> {
    ensure!(Ben::from(position).position() == Ok(*position), "BEN does not come back");
    ensure!(parse_fen(&to_fen(position))? == *position, "FEN does not come back");
    let (hash, pawns) = (Zobrist::<Position>::of(position), Zobrist::<Pawns>::of(position));
    let (mailbox, material) = (Mailbox::from(position.board()), Material::of(position));
    let moves = position.legal_moves();
    for &m in &moves {
        let mut after = *position;
        let mut followers = ((hash, pawns), (mailbox, material));
        after.play_with(m, &mut followers);
        let ((after_hash, after_pawns), (after_mailbox, after_material)) = followers;
        ensure!(after == position.after(m), "{m:?}: played with followers, it differs");
        ensure!(after.setup().validate() == Ok(after), "{m:?} leads to a position that is none");
        ensure!(after_hash == Zobrist::of(&after), "{m:?}: the hash does not follow");
        ensure!(after_pawns == Zobrist::of(&after), "{m:?}: the pawn hash does not follow");
        ensure!(after_mailbox == Mailbox::from(after.board()), "{m:?}: the boards differ");
        ensure!(after_material == Material::of(&after), "{m:?}: the counts do not follow");
        after.unplay(&position.stream(m));
        ensure!(after == *position, "{m:?} is not taken back");
    }
    Ok(moves.len())
}

fn legal_for_every_value(position: &Position) -> Result<()> {
    let mut legal: Vec<Move> = position.legal_moves().to_vec();
    legal.sort_unstable();
    let said: Vec<Move> = (0..=u16::MAX)
        .filter_map(|bits| Move::from_bits(bits).ok())
        .filter(|&m| position.is_legal(m))
        .collect();
    ensure!(said == legal, "is_legal takes {said:?}, the generator has {legal:?}");
    Ok(())
}
