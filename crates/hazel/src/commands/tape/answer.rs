//! What `hazel tape` shows.

use hazel_core::{Alteration, Color, Position, Query, Rank, Setup, Square};
use hazel_notation::{to_fen, to_san};
use hazel_tape::{Address, Familiar, Tape};
use serde::Serialize;

use super::load::Loaded;
use super::words::words;
use crate::board::terminal::{Symbols, draw_men, letter};
use crate::output::{Answer, facts, grouped, table};

#[derive(Serialize)]
pub(super) struct Shown {
    game: Option<String>,
    start: String,
    plies: u64,
    /// How many entries the whole tape has.
    length: u64,
    hash: String,
    /// What stands at the address that was asked for.
    at: Option<There>,
    entries: Vec<Entry>,
}

#[derive(Serialize)]
struct Entry {
    address: u64,
    /// The ply that the entry belongs to, from 1.
    ply: u64,
    /// Its move, with the first entry of a ply that is shown.
    #[serde(rename = "move")]
    san: Option<String>,
    alteration: String,
    bits: u16,
    /// After the entry.
    hash: String,
}

/// A place on the tape.
#[derive(Serialize)]
struct There {
    address: u64,
    /// How many plies have been played.
    ply: u64,
    hash: String,
    /// None in the middle of a move.
    fen: Option<String>,
    /// The ranks from 8 to 1, with dots for empty squares.
    board: Vec<String>,
    #[serde(skip)]
    setup: Setup,
    #[serde(skip)]
    in_check: Option<Square>,
}

impl Shown {
    /// The tape from an address on, at most so many entries.
    pub(super) fn new(loaded: &Loaded, from: Option<Address>, count: Option<usize>) -> Shown {
        let tape = &loaded.tape;
        Shown {
            game: loaded.title.clone(),
            start: to_fen(tape.start()),
            plies: tape.plies(),
            length: steps_from(tape, Address::START).count() as u64,
            hash: hexadecimal(tape.head_hash()),
            at: from.and_then(|address| There::new(tape, address)),
            entries: entries(tape, from.unwrap_or(Address::START), count.unwrap_or(usize::MAX)),
        }
    }
}

impl There {
    fn new(tape: &Tape, address: Address) -> Option<There> {
        let mut familiar = Familiar::<Setup>::new(tape);
        familiar.to_address(address).ok()?;
        let (setup, position) = (*familiar.state(), familiar.position());
        let man = |square| setup.board.piece_at(square).map_or('.', letter);
        let rank =
            |rank: Rank| Square::all().filter(|square| square.rank() == rank).map(man).collect();
        Some(There {
            address: address.get(),
            ply: familiar.ply(),
            hash: hexadecimal(familiar.hash()),
            fen: position.as_ref().map(to_fen),
            board: Rank::ALL.into_iter().rev().map(rank).collect(),
            setup,
            in_check: position
                .filter(Position::is_check)
                .map(|position| position.king(position.turn())),
        })
    }

    fn draw(&self, colors: bool) -> String {
        let symbols = if colors { Symbols::Colored } else { Symbols::Figures };
        let beside = facts(&[
            ("address", Address::new(self.address).to_string()),
            ("ply", self.ply.to_string()),
            ("hash", self.hash.clone()),
            ("fen", self.fen.clone().unwrap_or_else(|| "none in the middle of a move".to_owned())),
        ]);
        let mut beside = beside.lines();
        let mut text = String::new();
        for line in draw_men(&self.setup.board, self.in_check, Color::White, symbols) {
            text.push_str(&line);
            if let Some(fact) = beside.next() {
                text.push_str("    ");
                text.push_str(fact);
            }
            text.push('\n');
        }
        text
    }
}

fn entries(tape: &Tape, from: Address, count: usize) -> Vec<Entry> {
    let mut moves = Moves { familiar: Familiar::new(tape), named: None };
    steps_from(tape, from)
        .take(count)
        .map(|(address, alteration)| {
            let ply = tape.ply_at(address).unwrap_or_default() + 1;
            let after = tape.hash_at(Address::new(address.get() + 1));
            Entry {
                address: address.get(),
                ply,
                san: moves.name(ply),
                alteration: words(alteration),
                bits: alteration.bits(),
                hash: hexadecimal(after.unwrap_or_default()),
            }
        })
        .collect()
}

/// The entries without the no-ops that fill up files, which are no part of the game.
fn steps_from(tape: &Tape, from: Address) -> impl Iterator<Item = (Address, Alteration)> {
    tape.entries_from(from).filter(|&(_, alteration)| alteration != Alteration::NOOP)
}

/// Names the moves of a tape, which itself knows only what they do.
struct Moves {
    familiar: Familiar<Setup>,
    /// The last ply that was named.
    named: Option<u64>,
}

impl Moves {
    /// The move of a ply, the first time that it is asked for: the one that leads from the position before it to the one
    /// after it.
    fn name(&mut self, ply: u64) -> Option<String> {
        if self.named.replace(ply) == Some(ply) {
            return None;
        }
        let before = self.position(ply - 1)?;
        let number = before.move_number();
        let dots = if before.turn() == Color::White { "." } else { "..." };
        let name = self.position(ply).and_then(|after| {
            let moves = before.legal_moves();
            let played = moves.iter().copied().find(|&m| before.after(m) == after);
            played.map(|m| to_san(&before, m)).or_else(|| {
                let mut passed = before;
                (passed.try_pass().is_ok() && passed == after).then(|| "--".to_owned())
            })
        });
        Some(format!("{number}{dots} {}", name.unwrap_or_else(|| "?".to_owned())))
    }

    fn position(&mut self, ply: u64) -> Option<Position> {
        self.familiar.to_ply(ply).ok()?;
        self.familiar.position()
    }
}

fn hexadecimal(hash: u64) -> String {
    format!("{hash:016x}")
}

impl Answer for Shown {
    fn text(&self, colors: bool) -> String {
        let mut rows = vec![
            ("start", self.start.clone()),
            ("plies", grouped(self.plies)),
            ("entries", grouped(self.length)),
            ("hash", self.hash.clone()),
        ];
        if let Some(game) = &self.game {
            rows.insert(0, ("game", game.clone()));
        }
        let mut text = facts(&rows);
        if let Some(there) = &self.at {
            text.push('\n');
            text.push_str(&there.draw(colors));
        }
        if self.entries.is_empty() {
            return text;
        }
        let rows = self.entries.iter().map(|entry| {
            vec![
                Address::new(entry.address).to_string(),
                entry.san.clone().unwrap_or_default(),
                entry.alteration.clone(),
                entry.hash.clone(),
            ]
        });
        text + "\n" + &table(&["address", "move", "alteration", "hash"], rows, &[0])
    }

    fn rows(&self) -> Vec<Vec<String>> {
        let header = ["address", "ply", "move", "alteration", "bits", "hash"];
        let rows = self.entries.iter().map(|entry| {
            vec![
                entry.address.to_string(),
                entry.ply.to_string(),
                entry.san.clone().unwrap_or_default(),
                entry.alteration.clone(),
                entry.bits.to_string(),
                entry.hash.clone(),
            ]
        });
        std::iter::once(header.map(str::to_owned).to_vec()).chain(rows).collect()
    }
}
