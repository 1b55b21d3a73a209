//! Alterations in words.

use hazel_core::{Alteration, CastlingRight, Change, File, Piece, Side};

/// What an alteration does, for people.
pub(super) fn words(alteration: Alteration) -> String {
    let man = |Piece { color, role }| format!("{color} {role}");
    match alteration.change() {
        Change::Noop => "nothing".to_owned(),
        Change::Place(piece, square) => format!("place {} on {square}", man(piece)),
        Change::Remove(piece, square) => format!("remove {} from {square}", man(piece)),
        Change::Turn => "turn".to_owned(),
        Change::Unturn => "turn back".to_owned(),
        Change::Tick => "clock ticks".to_owned(),
        Change::Untick => "clock ticks back".to_owned(),
        Change::Reset(old) => format!("clock from {old} to 0"),
        Change::Restore(old) => format!("clock from 0 to {old}"),
        Change::EnPassant { old, new } => format!("en passant {} to {}", file(old), file(new)),
        Change::Grant(right) => format!("grant {}", castling(right)),
        Change::Revoke(right) => format!("revoke {}", castling(right)),
    }
}

fn file(file: Option<File>) -> String {
    file.map_or_else(|| "-".to_owned(), |file| file.to_string())
}

fn castling(right: CastlingRight) -> String {
    let side = match right.side {
        Side::King => "kingside",
        Side::Queen => "queenside",
    };
    format!("{} castling {side} (rook on {})", right.color, right.rook_file)
}

#[cfg(test)]
mod tests {
    use hazel_core::{Color, Role, Square};

    use super::*;

    #[test]
    fn an_alteration_and_its_inverse_have_their_own_words() {
        let right = CastlingRight { color: Color::White, side: Side::Queen, rook_file: File::A };
        let knight = Role::Knight.of(Color::Black);
        let cases = [
            (
                Alteration::place(knight, Square::C6),
                "place black knight on c6",
                "remove black knight from c6",
            ),
            (Alteration::TURN, "turn", "turn back"),
            (Alteration::TICK, "clock ticks", "clock ticks back"),
            (Alteration::reset(7), "clock from 7 to 0", "clock from 0 to 7"),
            (Alteration::en_passant(None, Some(File::E)), "en passant - to e", "en passant e to -"),
            (
                Alteration::revoke(right),
                "revoke white castling queenside (rook on a)",
                "grant white castling queenside (rook on a)",
            ),
        ];
        for (alteration, forward, back) in cases {
            assert_eq!((words(alteration).as_str(), words(!alteration).as_str()), (forward, back));
        }
    }
}
