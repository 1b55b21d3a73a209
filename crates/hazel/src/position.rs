//! Positions on the command line.

use std::ffi::OsString;

use hazel_core::Position;
use hazel_notation::fen::FenErrorKind;
use hazel_notation::{CastlingNotation, FenError, FenField, UciMove, parse_fen};

use crate::report::Failure;

/// A position from `startpos` or a FEN.
pub(crate) fn read(text: &str) -> Result<Position, Failure> {
    read_at("", text)
}

/// The same, for a text that stands somewhere: `place` goes before the message.
pub(crate) fn read_at(place: &str, text: &str) -> Result<Position, Failure> {
    if text.trim() == "startpos" {
        return Ok(Position::initial());
    }
    parse_fen(text).map_err(|error| {
        Failure::input(format!("{place}{error}")).at(text, error.column()).help(advice(&error))
    })
}

/// What can be done about it: what belongs into the field that is wrong, or which rule the position breaks.
fn advice(error: &FenError) -> String {
    if let FenErrorKind::Setup(_) = error.kind() {
        return "the FEN can be read, but nothing can be asked of such a position".to_owned();
    }
    let field = match error.field() {
        FenField::Placement => {
            "the ranks from 8 to 1 with / between, letters for men, digits for empty squares"
        }
        FenField::Turn => "w or b",
        FenField::Castling => "- or some of KQkq, in Chess960 the files of the rooks, such as HAha",
        FenField::EnPassant => "- or the square that a pawn has just passed, such as e3",
        FenField::Halfmoves => "the plies since the last capture or pawn move, such as 0",
        FenField::MoveNumber => "the number of the move, such as 1",
    };
    format!("this field is {field}\n      a FEN looks like this: {EXAMPLE}")
}

const EXAMPLE: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// The FEN that stands among the arguments as several words, if there is one.
pub(crate) fn unquoted(words: &[OsString]) -> Option<String> {
    let words: Vec<&str> = words.iter().filter_map(|word| word.to_str()).collect();
    let start = words
        .windows(2)
        .position(|two| two[0].matches('/').count() == 7 && matches!(two[1], "w" | "b"))?;
    let fen = |count: usize| Some(words.get(start..start + count)?.join(" "));
    // The longest reading that is a position; the depth may follow at once.
    [6, 4, 3, 2].into_iter().filter_map(fen).find(|fen| parse_fen(fen).is_ok())
}

/// A move in UCI.
pub(crate) fn uci(position: &Position, m: hazel_core::Move) -> String {
    UciMove::from_move(position, m, CastlingNotation::of(position)).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(line: &str) -> Option<String> {
        unquoted(&line.split(' ').map(OsString::from).collect::<Vec<_>>())
    }

    #[test]
    fn a_fen_without_quotes_is_recognised() {
        let fen = "8/8/8/8/8/5k2/6q1/7K w - - 0 1";
        assert_eq!(found(&format!("hazel perft {fen} 3")).as_deref(), Some(fen));
        assert_eq!(
            found("hazel perft 8/8/8/8/8/5k2/6q1/7K w - - 3 --divide").as_deref(),
            Some("8/8/8/8/8/5k2/6q1/7K w - -")
        );
        assert_eq!(found("hazel perft startpos w"), None);
        assert_eq!(found("hazel perft /a/b/c/d/e/f/g w 3"), None);
    }
}
