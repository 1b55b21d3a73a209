//! FEN: round trips, leniencies, and errors with their places.

use hazel_core::{Alter, Alteration, Board, Color, Piece, Position, Query, Rank, Role, Square};
use hazel_notation::fen::{self, FenErrorKind};
use hazel_notation::{CastlingStyle, Fen, FenError, FenField, parse_fen, parse_fen_strict, to_fen};
use proptest::collection::vec;
use proptest::prelude::{Strategy, any};
use proptest::{option, proptest};

use crate::games::{SPECIAL, reachable, special};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

fn shredder(position: &Position) -> String {
    let mut text = String::new();
    fen::write(position, CastlingStyle::Shredder, &mut text).expect("a string can be written to");
    text
}

/// Boards with any men anywhere, king or no king.
fn boards() -> impl Strategy<Value = Board> {
    vec(option::weighted(0.6, 0..12usize), 64).prop_map(|squares| {
        let pieces: Vec<Piece> = Piece::all().collect();
        let men = Square::all().zip(squares);
        men.filter_map(|(square, code)| code.map(|code| (square, pieces[code]))).collect()
    })
}

/// The placement of a board, written square by square: digits of empty squares, added up or not.
fn placement(board: &Board, add_up: bool) -> String {
    let mut text = String::new();
    for rank in Rank::ALL.into_iter().rev() {
        for square in rank.bitboard() {
            let letter = board.piece_at(square).map(|piece| {
                let letter = ['p', 'n', 'b', 'r', 'q', 'k'][piece.role.index()];
                if piece.color == Color::White { letter.to_ascii_uppercase() } else { letter }
            });
            let digit = text.chars().last().and_then(|c| c.to_digit(10)).filter(|_| add_up);
            match (letter, digit) {
                (Some(letter), _) => text.push(letter),
                (None, Some(digit)) => {
                    text.pop();
                    text.push_str(&(digit + 1).to_string());
                }
                (None, None) => text.push('1'),
            }
        }
        text.push('/');
    }
    text.pop();
    text
}

proptest! {
    #[test]
    fn positions_are_read_as_they_are_written(position in reachable()) {
        for text in [to_fen(&position), shredder(&position)] {
            assert_eq!(parse_fen(&text).as_ref(), Ok(&position), "{text}");
            assert_eq!(parse_fen_strict(&text).as_ref(), Ok(&position), "{text}");
        }
        let fen = Fen::parse(&to_fen(&position)).expect("it was just read");
        assert_eq!(fen.to_string(), to_fen(&position));
        assert_eq!(fen.setup(), position.setup());
    }

    #[test]
    fn boards_that_are_no_positions_are_read_too(board in boards()) {
        let text = placement(&board, true) + " b - - 7 9";
        let fen = Fen::parse_strict(&text).expect(&text);
        assert_eq!(fen.setup().board, board);
        assert_eq!(fen.to_string(), text);
        assert_eq!(Fen::parse(&text), Ok(fen));
        let text = placement(&board, false) + " b";
        assert_eq!(Fen::parse(&text).expect(&text).setup().board, board);
    }

    #[test]
    fn a_pawn_on_a_back_rank_is_named_with_its_column(board in boards(), add_up in any::<bool>()) {
        // Two kings apart, so that pawns are the first thing that can be wrong with at most 16 men a side.
        let mut men: Vec<_> = Square::all().filter_map(|s| Some((s, board.piece_at(s)?))).collect();
        men.retain(|(_, piece)| piece.role != Role::King);
        men.truncate(14);
        men.extend([(Square::A4, Role::King.of(Color::White)), (Square::H5, Role::King.of(Color::Black))]);
        let mut board = Board::EMPTY;
        for (square, piece) in men.into_iter().rev() {
            if board.piece_at(square).is_none() {
                board.alter(Alteration::place(piece, square));
            }
        }
        let text = format!(" \t{} w - -", placement(&board, add_up));
        let fen = Fen::parse(&text).expect(&text);
        if let Err(error) = fen.position()
            && let FenErrorKind::Setup(hazel_core::SetupError::PawnOnBackRank(_)) = error.kind()
        {
            let found = text.chars().nth(error.column() - 1);
            assert!(matches!(found, Some('p' | 'P')), "{text}: {error}");
        }
    }
}

#[test]
fn special_positions_are_read_as_they_are_written() {
    for (fen, position) in SPECIAL.into_iter().zip(special()) {
        assert_eq!(parse_fen_strict(&to_fen(&position)), Ok(position), "{fen}");
        assert_eq!(parse_fen_strict(&shredder(&position)), Ok(position), "{fen}");
    }
}

#[test]
fn castling_rights_are_read_and_written_in_all_spellings() {
    // What is read, then the same in X-FEN and in Shredder-FEN.
    let cases = [
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "KQkq", "HAha"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w qkQK - 0 1", "KQkq", "HAha"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", "KQkq", "HAha"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KAq - 0 1", "KQq", "HAa"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KKHQ - 0 1", "KQ", "HA"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1", "-", "-"),
        // The outermost rook is meant by K and Q wherever it stands, and an inner one needs its file.
        ("1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1", "KQkq", "GBgb"),
        ("rr2k1rr/8/8/8/8/8/8/RR2K1RR w GBgb - 0 1", "GBgb", "GBgb"),
        ("rr2k1rr/8/8/8/8/8/8/RR2K1RR w KBkb - 0 1", "KBkb", "HBhb"),
        ("rr2k1rr/8/8/8/8/8/8/RR2K1RR w KQkq - 0 1", "KQkq", "HAha"),
        // A rook on the other side of the king is not in the way.
        ("7k/8/8/8/8/8/8/RKR5 w KQ - 0 1", "KQ", "CA"),
        ("k7/8/8/8/8/8/8/5RKR w FH - 0 1", "KQ", "HF"),
    ];
    for (text, x_fen, shredder_fen) in cases {
        let position = parse_fen(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(to_fen(&position).split(' ').nth(2), Some(x_fen), "{text}");
        assert_eq!(shredder(&position).split(' ').nth(2), Some(shredder_fen), "{text}");
    }
}

#[test]
fn the_lenient_reader_takes_what_its_module_lists() {
    let cases = [
        ("4k3/8/8/8/8/8/8/4K3", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
        ("4k3/8/8/8/8/8/8/4K3 b", "4k3/8/8/8/8/8/8/4K3 b - - 0 1"),
        ("4k3/8/8/8/8/8/8/4K2R b K", "4k3/8/8/8/8/8/8/4K2R b K - 0 1"),
        ("4k3/8/8/8/8/8/8/4K3 w - -", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 5", "4k3/8/8/8/8/8/8/4K3 w - - 5 1"),
        (" 4k3/8/8/8/8/8/8/4K3\t w  -\r\n- 5 6 \n", "4k3/8/8/8/8/8/8/4K3 w - - 5 6"),
        ("4k3/8/8/8/8/8/8/4K3_w_-_-_5_6", "4k3/8/8/8/8/8/8/4K3 w - - 5 6"),
        ("1111k12/44/8/8/8/8/8/4K3 w - - 5 6", "4k3/8/8/8/8/8/8/4K3 w - - 5 6"),
        ("4k3/8/8/8/8/8/8/4K3 W - - 5 6", "4k3/8/8/8/8/8/8/4K3 w - - 5 6"),
        ("4k3/8/8/8/8/8/8/4K3 B - - 5 6", "4k3/8/8/8/8/8/8/4K3 b - - 5 6"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 5 0", "4k3/8/8/8/8/8/8/4K3 w - - 5 1"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 005 0006", "4k3/8/8/8/8/8/8/4K3 w - - 5 6"),
        ("4k3/8/8/8/8/8/8/4K3 w - - - -", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 4095 65535", "4k3/8/8/8/8/8/8/4K3 w - - 4095 65535"),
        // No pawn can just have passed these squares: wrong rank, no pawn, a man in the way.
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d3 0 1", "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - f6 0 1", "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1"),
        ("4k3/3n4/8/3pP3/8/8/8/4K3 w - d6 0 1", "4k3/3n4/8/3pP3/8/8/8/4K3 w - - 0 1"),
    ];
    for (text, canonical) in cases {
        let position = parse_fen(text).unwrap_or_else(|error| panic!("{text:?}: {error}"));
        assert_eq!(to_fen(&position), canonical, "{text:?}");
        assert!(text == canonical || parse_fen_strict(text).is_err(), "{text:?}");
    }
}

#[test]
fn an_en_passant_square_without_a_legal_capture_is_read_and_dropped() {
    let cases = [
        // Nobody beside the pawn; a taker that is pinned; and one that may take.
        ("4k3/8/8/3p4/8/8/8/4K3 w - d6 0 1", "-"),
        ("4k3/8/8/r2pP2K/8/8/8/8 w - d6 0 1", "-"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "d6"),
    ];
    for (text, square) in cases {
        for read in [parse_fen, parse_fen_strict] {
            let position = read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(to_fen(&position).split(' ').nth(3), Some(square), "{text}");
        }
    }
}

type Reader = fn(&str) -> Result<Position, FenError>;

fn check(read: Reader, cases: &[(&str, FenField, usize, &str)]) {
    for &(text, field, column, problem) in cases {
        let error = read(text).expect_err(text);
        assert_eq!((error.field(), error.column()), (field, column), "{text:?}: {error}");
        let message = format!("FEN {field}, column {column}: {problem}");
        assert_eq!(error.to_string(), message, "{text:?}");
    }
}

#[test]
fn what_neither_reader_takes_is_named_with_field_and_column() {
    use FenField::{Castling, EnPassant, Halfmoves, MoveNumber, Placement, Turn};
    const MAN: &str = "expected a piece, a digit from 1 to 8 or `/`";
    let cases = [
        ("", Placement, 1, "found the end, expected the men"),
        ("x", Placement, 1, &format!("found `x`, {MAN}")),
        ("♔", Placement, 1, &format!("found `♔`, {MAN}")),
        ("4k3/8/é w", Placement, 7, &format!("found `é`, {MAN}")),
        ("8/8/8/8/8/8/8/4K39 w", Placement, 18, &format!("found `9`, {MAN}")),
        ("4k4/8/8/8/8/8/8/4K3 w - - 0 1", Placement, 3, "rank 8 has more than 8 squares"),
        ("4k3/ppppppppp/8/8/8/8/8/K7 w", Placement, 13, "rank 7 has more than 8 squares"),
        // As many characters or squares as with slashes, but without them.
        ("888888887 w - - 0 1", Placement, 2, "rank 8 has more than 8 squares"),
        (&format!("{} w - - 0 1", "p".repeat(71)), Placement, 9, "rank 8 has more than 8 squares"),
        ("4k2/8/8/8/8/8/8/4K3 w - - 0 1", Placement, 4, "rank 8 has 7 squares, expected 8"),
        ("4k3//8/8/8/8/8/4K3 w - - 0 1", Placement, 5, "rank 7 has 0 squares, expected 8"),
        ("4k3/8/8/8/8/8/8/4K2 w - - 0 1", Placement, 20, "rank 1 has 7 squares, expected 8"),
        ("4k3/8/8/8/8/8/8/ w - - 0 1", Placement, 17, "rank 1 has 0 squares, expected 8"),
        ("4k3/8/8/8/8/8/4K3 w - - 0 1", Placement, 18, "the board has 7 ranks, expected 8"),
        ("4k3/8/8/8/8/8/8/8/4K3 w - - 0 1", Placement, 18, "the board has more than 8 ranks"),
        ("4k3/8/8/8/8/8/8/4K3/ w - - 0 1", Placement, 20, "the board has more than 8 ranks"),
        ("4k3/8/8/8/8/8/8/8 w - - 0 1", Placement, 1, "white has no king"),
        ("4k3/8/8/8/8/8/8/K3K3 w - - 0 1", Placement, 19, "white has more than one king"),
        ("k7/8/QQQQQQQQ/8/PPPPPPPP/8/8/K7 w - - 0 1", Placement, 1, "white has more than 16 men"),
        (
            "4k3/8/8/8/8/8/8/1P2K3 w - - 0 1",
            Placement,
            18,
            "a pawn stands on b1, where no pawn can be",
        ),
        (
            "1p2k3/8/8/8/8/8/8/4K3 w - - 0 1",
            Placement,
            2,
            "a pawn stands on b8, where no pawn can be",
        ),
        ("4k3/8/K7/8/8/K7/8/8 w - - 0 1", Placement, 14, "white has more than one king"),
        ("8/8/8/8/8/8/3k4/4K3 w - - 0 1", Placement, 18, "the kings stand next to each other"),
        ("4k3/8/8/8/8/8/8/4K3 x - - 0 1", Turn, 21, "found `x`, expected `w` or `b`"),
        ("4k3/8/8/8/8/8/8/4K3 wb - - 0 1", Turn, 22, "found `b`, expected a blank"),
        ("4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", Turn, 23, "the side that is not to move is in check"),
        (
            "4k3/8/8/8/8/8/8/4K2R w x - 0 1",
            Castling,
            24,
            "found `x`, expected castling rights or `-`",
        ),
        (
            "4k3/8/8/8/8/8/8/4K2R w Kx - 0 1",
            Castling,
            25,
            "found `x`, expected castling rights or `-`",
        ),
        ("4k3/8/8/8/8/8/8/4K2R w -K - 0 1", Castling, 25, "found `K`, expected a blank"),
        (
            "4k3/8/8/8/8/8/8/4K2R w Q - 0 1",
            Castling,
            24,
            "white may castle with a rook on a1, but there is none",
        ),
        (
            "4k3/8/8/8/8/8/8/4K2R w Kk - 0 1",
            Castling,
            24,
            "black may castle with a rook on h8, but there is none",
        ),
        (
            "4k3/8/8/8/8/8/4K3/7R w K - 0 1",
            Castling,
            24,
            "white may castle, but the king is not on its first rank",
        ),
        (
            "4k3/8/8/8/8/8/4K3/1R6 w Q - 0 1",
            Castling,
            25,
            "white may castle, but the king is not on its first rank",
        ),
        (
            "4k3/8/8/8/8/8/8/4K1RR w HG - 0 1",
            Castling,
            25,
            "white has two rights to castle kingside",
        ),
        ("4k3/8/8/8/8/8/8/4K3 w - x 0 1", EnPassant, 25, "found `x`, expected a square or `-`"),
        ("4k3/8/8/8/8/8/8/4K3 w - e9 0 1", EnPassant, 26, "found `9`, expected a rank from 1 to 8"),
        ("4k3/8/8/8/8/8/8/4K3 w - e 0 1", EnPassant, 26, "found ` `, expected a rank from 1 to 8"),
        ("4k3/8/8/8/8/8/8/4K3 w - -- 0 1", EnPassant, 26, "found `-`, expected a blank"),
        ("4k3/8/8/8/8/8/8/4K3 w - - x 1", Halfmoves, 27, "found `x`, expected a number"),
        ("4k3/8/8/8/8/8/8/4K3 w - - -1 1", Halfmoves, 27, "found `-`, expected a number"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 1x 1", Halfmoves, 28, "found `x`, expected a blank"),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 4096 1",
            Halfmoves,
            27,
            "`4096` is too high, expected at most 4095",
        ),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 x", MoveNumber, 29, "found `x`, expected a number"),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 0 65536",
            MoveNumber,
            29,
            "`65536` is too high, expected at most 65535",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 0 99999999999999999999",
            MoveNumber,
            29,
            "`99999999999999999999` is too high, expected at most 65535",
        ),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1é", MoveNumber, 30, "found `é`, expected the end"),
    ];
    check(parse_fen, &cases);
    check(parse_fen_strict, &cases);
}

#[test]
fn the_strict_reader_names_what_is_not_canonical() {
    use FenField::{Castling, EnPassant, Halfmoves, MoveNumber, Placement, Turn};
    let cases = [
        (" 4k3/8/8/8/8/8/8/4K3 w - - 0 1", Placement, 1, "found ` `, expected the men"),
        (
            "44/4k3/8/8/8/8/8/4K3 w - - 0 1",
            Placement,
            2,
            "found `4`, expected a piece or `/` after a digit",
        ),
        ("8/8/8/8/8/8/8/4K12 w", Placement, 18, "found `2`, expected a piece or `/` after a digit"),
        (
            "4k3/8/8/8/8/8/8/4K3_w - - 0 1",
            Placement,
            20,
            "found `_`, expected a piece, a digit from 1 to 8 or `/`",
        ),
        ("4k3/8/8/8/8/8/8/4K3", Turn, 20, "found the end, expected a blank and the field"),
        ("4k3/8/8/8/8/8/8/4K3 ", Turn, 21, "found the end, expected `w` or `b`"),
        ("4k3/8/8/8/8/8/8/4K3  w - - 0 1", Turn, 21, "found ` `, expected `w` or `b`"),
        ("4k3/8/8/8/8/8/8/4K3 W - - 0 1", Turn, 21, "found `W`, expected `w` or `b`"),
        ("4k3/8/8/8/8/8/8/4K3 w\t- - 0 1", Turn, 22, "found `\\t`, expected a blank"),
        ("4k3/8/8/8/8/8/8/4K3 w ", Castling, 23, "found the end, expected castling rights or `-`"),
        ("4k3/8/8/8/8/8/8/R3K2R w QK - 0 1", Castling, 25, "found `QK`, expected `KQ`"),
        ("4k3/8/8/8/8/8/8/R3K2R w KK - 0 1", Castling, 25, "found `KK`, expected `K`"),
        ("4k3/8/8/8/8/8/8/R3K2R w AH - 0 1", Castling, 25, "found `AH`, expected `KQ`"),
        ("4k3/8/8/8/8/8/8/R3K2R w KA - 0 1", Castling, 25, "found `KA`, expected `KQ`"),
        ("4k3/8/8/8/8/8/8/R3K1RR w HQ - 0 1", Castling, 26, "found `HQ`, expected `KQ`"),
        ("4k3/8/8/8/8/8/8/4K3 w - ", EnPassant, 25, "found the end, expected a square or `-`"),
        (
            "4k3/8/8/3pP3/8/8/8/4K3 w - d3 0 1",
            EnPassant,
            28,
            "no pawn can just have moved two squares on the d-file",
        ),
        (
            "4k3/8/3n4/3pP3/8/8/8/4K3 w - d6 0 1",
            EnPassant,
            30,
            "no pawn can just have moved two squares on the d-file",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - -",
            Halfmoves,
            26,
            "found the end, expected a blank and the field",
        ),
        ("4k3/8/8/8/8/8/8/4K3 w - - - 1", Halfmoves, 27, "found `-`, expected a number"),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 05 1",
            Halfmoves,
            27,
            "found `0`, expected a number without leading zeros",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 0",
            MoveNumber,
            28,
            "found the end, expected a blank and the field",
        ),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 0", MoveNumber, 29, "found `0`, expected a number from 1"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 ", MoveNumber, 30, "found ` `, expected the end"),
    ];
    check(parse_fen_strict, &cases);
}

#[test]
fn a_rule_broken_by_a_missing_field_is_named_past_the_text() {
    let error = parse_fen(" 4k3/4R3/8/8/8/8/8/4K3 ").expect_err("white to move takes the king");
    assert_eq!((error.field(), error.column()), (FenField::Turn, 24));
}

#[test]
fn text_after_the_sixth_field_is_an_error() {
    let error = parse_fen(&format!("{START} bm e4;")).expect_err("that is EPD");
    assert_eq!(error.to_string(), "FEN move number, column 58: found `b`, expected the end");
    assert!(matches!(error.kind(), FenErrorKind::Unexpected { found: Some('b'), .. }));
}

#[test]
fn a_king_in_the_corner_has_its_rooks_on_one_side() {
    // Found by fuzzing: no square lies beyond a king on h8.
    let fen = "r6k/8/8/8/8/8/8/4K3 b q - 0 1";
    assert_eq!(to_fen(&parse_fen(fen).expect("a legal position")), fen);
    let error = parse_fen("r6k/8/8/8/8/8/8/4K3 b kq - 0 1").expect_err("there is no such rook");
    assert_eq!(
        error.to_string(),
        "FEN castling, column 23: black may castle with a rook on h8, but there is none"
    );
}
