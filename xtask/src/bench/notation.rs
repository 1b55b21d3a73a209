//! FEN and SAN, read and written, over the moves of real games beside shakmaty.

use std::fmt::Write as _;
use std::hint::black_box;
use std::io::Cursor;
use std::ops::ControlFlow;
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use hazel_core::{Move, Position};
use hazel_notation::{CastlingStyle, fen, parse_fen, parse_san, san, to_fen, to_san};
use pgn_reader::{RawTag, Reader, SanPlus, Visitor};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, EnPassantMode};

use super::contest::{Table, best_times, contender};
use crate::data::{ABSENT, Data};
use crate::peer;
use crate::positions::Starts;

const PLIES: usize = 100_000;
const SEED: u64 = 0x5A4;
const CONTENDERS: [&str; 2] = ["hazel", "shakmaty"];

/// One ply in both sides' types and as text.
struct Ply {
    position: Position,
    m: Move,
    theirs: Chess,
    theirs_m: shakmaty::Move,
    fen: String,
    san: String,
}

pub(super) fn run() -> Result<()> {
    let data = Data::find()?;
    let (plies, source) = match &data {
        Some(data) => (real_plies(data)?, "real games (pgn/master)".to_owned()),
        None => (random_plies()?, format!("random games ({ABSENT})")),
    };
    println!("notation: {} plies of {source}\n", plies.len());
    let mut table = Table::new("task", "ns", &CONTENDERS);
    let per_op = |time: Duration| format!("{:.1}", time.as_secs_f64() * 1e9 / plies.len() as f64);
    for (task, times) in [
        ("FEN to position", read_fen(&plies)?),
        ("position to FEN", write_fen(&plies)?),
        ("SAN to move", read_san(&plies)?),
        ("move to SAN", write_san(&plies)?),
    ] {
        table.add(task, &times, per_op);
    }
    table.print_with_means();
    Ok(())
}

fn read_fen(plies: &[Ply]) -> Result<Vec<Duration>> {
    let legal: u64 = plies.iter().map(|ply| u64::from(ply.position.halfmove_clock())).sum();
    let contenders = [
        contender(CONTENDERS[0], || {
            let clock = |ply: &Ply| parse_fen(&ply.fen).map(|read| read.halfmove_clock());
            plies.iter().map(|ply| u64::from(clock(black_box(ply)).unwrap_or(u16::MAX))).sum()
        }),
        contender(CONTENDERS[1], || {
            let clock = |ply: &Ply| {
                let parsed = Fen::from_ascii(ply.fen.as_bytes()).ok()?;
                let position: Chess = parsed.into_position(CastlingMode::Standard).ok()?;
                Some(shakmaty::Position::halfmoves(&position))
            };
            plies.iter().map(|ply| u64::from(clock(black_box(ply)).unwrap_or(u32::MAX))).sum()
        }),
    ];
    best_times(&contenders, legal).context("reading FEN")
}

fn write_fen(plies: &[Ply]) -> Result<Vec<Duration>> {
    let bytes: usize = plies.iter().map(|ply| ply.fen.len()).sum();
    let contenders = [
        contender(CONTENDERS[0], || {
            written(plies, |ply, text| fen::write(&ply.position, CastlingStyle::XFen, text).is_ok())
        }),
        contender(CONTENDERS[1], || {
            written(plies, |ply, text| {
                Fen::from_position(&ply.theirs, EnPassantMode::Legal).append_to_string(text);
                true
            })
        }),
    ];
    best_times(&contenders, bytes as u64).context("writing FEN")
}

fn read_san(plies: &[Ply]) -> Result<Vec<Duration>> {
    let contenders = [
        contender(CONTENDERS[0], || {
            let right = |ply: &&Ply| parse_san(&ply.position, &ply.san) == Ok(ply.m);
            plies.iter().filter(right).count() as u64
        }),
        contender(CONTENDERS[1], || {
            let right = |ply: &&Ply| {
                SanPlus::from_ascii(ply.san.as_bytes())
                    .is_ok_and(|read| read.san.to_move(&ply.theirs) == Ok(ply.theirs_m))
            };
            plies.iter().filter(right).count() as u64
        }),
    ];
    best_times(&contenders, plies.len() as u64).context("reading SAN")
}

fn write_san(plies: &[Ply]) -> Result<Vec<Duration>> {
    let bytes: usize = plies.iter().map(|ply| ply.san.len()).sum();
    let contenders = [
        contender(CONTENDERS[0], || {
            written(plies, |ply, text| san::write(&ply.position, ply.m, text).is_ok())
        }),
        contender(CONTENDERS[1], || {
            written(plies, |ply, text| {
                write!(text, "{}", SanPlus::from_move(ply.theirs.clone(), ply.theirs_m)).is_ok()
            })
        }),
    ];
    best_times(&contenders, bytes as u64).context("writing SAN")
}

/// Writes every ply into one buffer, which is reused, and sums up the bytes.
fn written(plies: &[Ply], write: impl Fn(&Ply, &mut String) -> bool) -> u64 {
    let mut text = String::with_capacity(128);
    let bytes = plies.iter().map(|ply| {
        text.clear();
        let complete = write(ply, &mut text);
        if complete { black_box(&text).len() as u64 } else { 0 }
    });
    bytes.sum()
}

impl Ply {
    fn new(position: Position, m: Move, san: String) -> Result<Ply> {
        let fen = to_fen(&position);
        let theirs = peer::read(&fen)?;
        let theirs_m = SanPlus::from_ascii(san.as_bytes())?.san.to_move(&theirs)?;
        ensure!(peer::to_move(theirs_m)? == m, "{san} is another move for shakmaty in {fen}");
        Ok(Ply { position, m, theirs, theirs_m, fen, san })
    }
}

fn random_plies() -> Result<Vec<Ply>> {
    let mut plies = Vec::new();
    for game in Starts::standard()?.games(SEED) {
        for (position, m) in game {
            plies.push(Ply::new(position, m, to_san(&position, m))?);
            if plies.len() == PLIES {
                return Ok(plies);
            }
        }
    }
    Ok(plies)
}

/// The first plies of the first games of every file, so that no single event or era dominates.
fn real_plies(data: &Data) -> Result<Vec<Ply>> {
    let files = data.files("pgn/master", ".pgn")?;
    ensure!(!files.is_empty(), "no game in pgn/master");
    let share = PLIES.div_ceil(files.len());
    let mut plies = Vec::new();
    for path in files {
        let text = data.read(&path)?;
        let mut reader = Reader::new(Cursor::new(text.as_bytes()));
        let before = plies.len();
        while let Some(moves) = reader.read_game(&mut Moves).with_context(|| path.clone())? {
            let mut position = Position::initial();
            for san in moves {
                // Games with errors are followed up to there: what is measured is the notation, not the games.
                let Ok(m) = parse_san(&position, &san) else { break };
                plies.push(Ply::new(position, m, san)?);
                position.play(m);
            }
            if plies.len() - before >= share {
                break;
            }
        }
    }
    Ok(plies)
}

/// Takes the moves of the main line; none of a game that starts elsewhere.
struct Moves;

impl Visitor for Moves {
    type Tags = bool;
    type Movetext = Vec<String>;
    type Output = Vec<String>;

    fn begin_tags(&mut self) -> ControlFlow<Self::Output, Self::Tags> {
        ControlFlow::Continue(false)
    }

    fn tag(
        &mut self,
        elsewhere: &mut bool,
        name: &[u8],
        _: RawTag<'_>,
    ) -> ControlFlow<Self::Output> {
        *elsewhere |= name == b"FEN";
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, elsewhere: bool) -> ControlFlow<Self::Output, Self::Movetext> {
        if elsewhere { ControlFlow::Break(vec![]) } else { ControlFlow::Continue(vec![]) }
    }

    fn begin_variation(
        &mut self,
        _: &mut Self::Movetext,
    ) -> ControlFlow<Self::Output, pgn_reader::Skip> {
        ControlFlow::Continue(pgn_reader::Skip(true))
    }

    fn san(&mut self, moves: &mut Self::Movetext, san: SanPlus) -> ControlFlow<Self::Output> {
        moves.push(san.to_string());
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, moves: Self::Movetext) -> Self::Output {
        moves
    }
}
