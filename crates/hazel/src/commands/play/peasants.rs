//! Peasants' Chess on a table.

use std::io::{BufRead, Write};

use hazel_games::pawns::{Board, PawnMove, Pawns, Rules, Side};

use super::clock::{Clocks, Time};
use super::lines::Lines;
use super::opponent::Forwards;
use super::session::Session;
use super::table::{Table, legal};
use crate::arguments::{PeasantsRole, PlayPeasants};
use crate::report::Failure;

/// Plays one game of Peasants' Chess.
pub(super) fn run(
    options: &PlayPeasants,
    time: &dyn Time,
    lines: &mut Lines<impl BufRead, impl Write>,
) -> Result<(), Failure> {
    let rules = Rules::peasants(options.files, options.ranks);
    let rules = if options.short { rules.short() } else { rules };
    let rules = Rules { en_passant: !options.no_en_passant, ..rules };
    let pawns = Pawns::new(rules).map_err(|error| Failure::input(error.to_string()))?;
    let mut opponent = Forwards::new(&pawns)?;
    let person = match options.role {
        PeasantsRole::White => 0,
        PeasantsRole::Black => 1,
    };
    let table = PeasantsTable { pawns: &pawns, ascii: options.ascii };
    lines.say(&format!(
        "The first pawn to reach its {} rank wins; who has no move or no pawns draws.\n\
         You are {}. Type a move, or help.\n\n",
        if options.short { "last but one" } else { "last" },
        ["White", "Black"][person]
    ))?;
    let session = Session {
        table: &table,
        opponent: &mut opponent,
        clocks: Clocks::new(time, [options.clock.clock; 2], options.clock.increment),
        person,
        stake: None,
    };
    session.play(lines)
}

struct PeasantsTable<'a> {
    pawns: &'a Pawns,
    ascii: bool,
}

/// The sides in the order in which they move.
const SIDES: [Side; 2] = [Side::White, Side::Black];

impl Table for PeasantsTable<'_> {
    type Rules = Pawns;

    fn rules(&self) -> &Pawns {
        self.pawns
    }

    fn side(&self, side: usize) -> &'static str {
        ["white player", "black player"][side]
    }

    fn draw(&self, board: &Board, side: usize) -> String {
        let letters = self.pawns.draw(board, SIDES[side]);
        if self.ascii {
            return letters;
        }
        let figure = |letter| match letter {
            'P' => '♙',
            'p' => '♟',
            '.' => '·',
            other => other,
        };
        letters.chars().map(figure).collect()
    }

    fn grammar(&self, board: &Board, side: usize) -> String {
        let example = legal(self.pawns, board).first().map(|mv| self.name(*mv, side));
        let example = example.unwrap_or_default();
        format!(
            "A move is the square that a pawn goes to, after its file and an x if it captures, as in {example}."
        )
    }

    fn name(&self, mv: PawnMove, side: usize) -> String {
        self.pawns.name(mv, SIDES[side])
    }

    fn read(&self, board: &Board, side: usize, text: &str) -> Result<PawnMove, String> {
        self.pawns.read_move(board, SIDES[side], text).map_err(|error| error.to_string())
    }

    fn ending(&self, board: &Board, side: usize) -> String {
        let rules = self.pawns.rules();
        let who = ["White", "Black"];
        // The side to move plays up the board, so the other one's goal is counted from the top.
        let goal = 0xFF << (8 * (rules.ranks - rules.goal));
        if board.theirs() & goal != 0 {
            format!("A pawn of {} has reached its goal", who[1 - side])
        } else if board.mine() == 0 {
            format!("{} has no pawns", who[side])
        } else {
            format!("{} has no move", who[side])
        }
    }
}
