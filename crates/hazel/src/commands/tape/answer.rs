//! What `hazel tape` shows.

use std::fmt::Write as _;

use hazel_core::{Alteration, Color, Position, Query, Rank, Setup, Square};
use hazel_notation::{to_fen, to_san};
use hazel_tape::{Address, Familiar, Tape};
use serde::Serialize;

use super::load::Loaded;
use super::words::words;
use crate::board::terminal::{Symbols, draw_men, letter};
use crate::output::{Answer, facts, grouped, table};

#[derive(Serialize)]
pub(super) struct Shown<'a> {
    game: Option<String>,
    start: String,
    plies: u64,
    /// How many entries the whole tape has.
    length: u64,
    hash: String,
    /// How many bytes of the file are left out.
    torn: u64,
    /// What stands at the address that was asked for.
    at: Option<There>,
    entries: Entries<'a>,
    /// So many entries were asked for, and nobody has to be told that there are more.
    #[serde(skip)]
    is_asked: bool,
}

/// The entries that are shown. They are made one by one, since there may be millions.
struct Entries<'a> {
    tape: &'a Tape,
    from: Address,
    count: usize,
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

impl<'a> Shown<'a> {
    /// The tape from an address on, so many entries as are asked for, else at most so many.
    pub(super) fn new(
        loaded: &'a Loaded,
        from: Option<Address>,
        count: Option<usize>,
        most: usize,
    ) -> Shown<'a> {
        let tape = &loaded.tape;
        Shown {
            game: loaded.title.clone(),
            start: to_fen(tape.start()),
            plies: tape.plies(),
            length: steps_from(tape, Address::START).count() as u64,
            hash: hexadecimal(tape.head_hash()),
            torn: loaded.torn,
            at: from.and_then(|address| There::new(tape, address)),
            entries: Entries {
                tape,
                from: from.unwrap_or(Address::START),
                count: count.unwrap_or(most),
            },
            is_asked: count.is_some(),
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

impl Entries<'_> {
    fn iter(&self) -> impl Iterator<Item = Entry> {
        let tape = self.tape;
        let mut moves = Moves { familiar: Familiar::new(tape), named: None };
        steps_from(tape, self.from).take(self.count).map(move |(address, alteration)| {
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
    }

    /// How many there are after those that are shown.
    fn beyond(&self) -> u64 {
        steps_from(self.tape, self.from).skip(self.count).count() as u64
    }
}

impl Serialize for Entries<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
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

impl Answer for Shown<'_> {
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
        let rows: Vec<Vec<String>> = self
            .entries
            .iter()
            .map(|entry| {
                let address = Address::new(entry.address).to_string();
                vec![address, entry.san.unwrap_or_default(), entry.alteration, entry.hash]
            })
            .collect();
        if !rows.is_empty() {
            text.push('\n');
            text.push_str(&table(&["address", "move", "alteration", "hash"], rows, &[0]));
        }
        let more = self.entries.beyond();
        if more > 0 && !self.is_asked {
            // Writing to a `String` does not fail.
            let _ = writeln!(text, "{} more entries; --count N shows N", grouped(more));
        }
        text
    }

    fn rows(&self) -> impl Iterator<Item = Vec<String>> {
        let header = ["address", "ply", "move", "alteration", "bits", "hash"];
        let rows = self.entries.iter().map(|entry| {
            vec![
                entry.address.to_string(),
                entry.ply.to_string(),
                entry.san.unwrap_or_default(),
                entry.alteration,
                entry.bits.to_string(),
                entry.hash,
            ]
        });
        std::iter::once(header.map(str::to_owned).to_vec()).chain(rows)
    }
}
