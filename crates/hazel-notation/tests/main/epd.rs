//! EPD: operations, clocks, what is tolerated, and errors.

use hazel_notation::{Epd, EpdError, Operand, Operation, to_fen, to_san};
use proptest::collection::vec;
use proptest::prelude::Strategy;
use proptest::{prop_oneof, proptest};

use crate::games::reachable;

const WAC: &str = "8/7p/5k2/5p2/p1p2P2/Pr1pPK2/1P1R3P/8 b - -";

fn parse(text: &str) -> Epd {
    Epd::parse(text).unwrap_or_else(|error| panic!("{text:?}: {error}"))
}

fn operation(opcode: &str, operands: &[Operand]) -> Operation {
    Operation { opcode: opcode.to_owned(), operands: operands.to_vec() }
}

fn bare(text: &str) -> Operand {
    Operand::Bare(text.to_owned())
}

fn quoted(text: &str) -> Operand {
    Operand::Quoted(text.to_owned())
}

/// Operations as they can be written.
fn operations() -> impl Strategy<Value = Vec<Operation>> {
    let operand = prop_oneof![
        "[!-:<-~é♞]{1,8}"
            .prop_filter("quotes make a string", |s| !s.starts_with('"'))
            .prop_map(Operand::Bare),
        "[ -!#-~é♞]{0,12}".prop_map(Operand::Quoted),
    ];
    let opcode = "[A-Za-z][A-Za-z0-9_]{0,14}"
        .prop_filter("the clocks are not listed", |s| s != "hmvc" && s != "fmvn");
    let operation =
        (opcode, vec(operand, 0..4)).prop_map(|(opcode, operands)| Operation { opcode, operands });
    vec(operation, 0..5)
}

proptest! {
    #[test]
    fn records_are_read_as_they_are_written(position in reachable(), operations in operations()) {
        let epd = Epd { position, operations };
        let text = epd.to_string();
        assert_eq!(Epd::parse(&text), Ok(epd), "{text}");
    }

    #[test]
    fn all_legal_moves_can_be_operands(position in reachable()) {
        let moves = position.legal_moves();
        let operands: Vec<Operand> = moves.iter().map(|&m| bare(&to_san(&position, m))).collect();
        let epd = parse(&Epd { position, operations: vec![operation("bm", &operands)] }.to_string());
        assert_eq!(epd.moves("bm"), Ok(Some(moves.to_vec())));
    }
}

#[test]
fn operations_have_opcodes_and_operands() {
    let epd = parse(&format!(
        "{WAC} acd 12; bm Rxb2 Rb6; ce -123; c0 \"a; b\" \"\"; draw_offer; id \"WAC.002\";"
    ));
    let expected = [
        operation("acd", &[bare("12")]),
        operation("bm", &[bare("Rxb2"), bare("Rb6")]),
        operation("ce", &[bare("-123")]),
        operation("c0", &[quoted("a; b"), quoted("")]),
        operation("draw_offer", &[]),
        operation("id", &[quoted("WAC.002")]),
    ];
    assert_eq!(epd.operations, expected);
    assert_eq!(epd.text("id"), Some("WAC.002"));
    assert_eq!(epd.text("draw_offer"), None);
    assert_eq!(epd.text("c9"), None);
    assert_eq!(epd.operation("ce").and_then(|ce| ce.operands[0].integer()), Some(-123));
    assert_eq!(to_fen(&epd.position), format!("{WAC} 0 1"));
}

#[test]
fn operands_are_numbers_where_they_look_like_some() {
    let cases = [
        ("12", Some(12), Some(12.0)),
        ("+12", Some(12), Some(12.0)),
        ("-12", Some(-12), Some(-12.0)),
        ("+4.54", None, Some(4.54)),
        ("-0.5", None, Some(-0.5)),
        ("1e5", None, None),
        ("inf", None, None),
        ("NaN", None, None),
        ("+M8", None, None),
        ("", None, None),
        ("--1", None, None),
    ];
    for (text, integer, number) in cases {
        assert_eq!(bare(text).integer(), integer, "{text}");
        assert_eq!(quoted(text).number(), number, "{text}");
    }
}

#[test]
fn clocks_are_part_of_the_position() {
    for text in [
        format!("{WAC} hmvc 7; fmvn 31; bm Rxb2;"),
        format!("{WAC} bm Rxb2; fmvn 31; hmvc 7;"),
        format!("{WAC} 7 31 bm Rxb2;"),
        format!("{WAC} 0 31 ; hmvc 7; bm Rxb2"),
    ] {
        let epd = parse(&text);
        assert_eq!(to_fen(&epd.position), format!("{WAC} 7 31"), "{text}");
        assert_eq!(epd.to_string(), format!("{WAC} hmvc 7; fmvn 31; bm Rxb2;"), "{text}");
    }
    assert_eq!(to_fen(&parse(&format!("{WAC} 9 bm Rxb2;")).position), format!("{WAC} 9 1"));
    assert_eq!(parse(&format!("{WAC} hmvc 0; fmvn 1;")).to_string(), WAC);
}

#[test]
fn what_the_module_lists_is_taken() {
    let canonical = format!("{WAC} bm Rxb2; id \"x\";");
    for text in [
        format!("{WAC} bm Rxb2; id \"x\""),
        format!("{WAC}; bm Rxb2; id \"x\";"),
        format!("{WAC} ; ;bm  Rxb2  ;;id \"x\" ; "),
        format!("{WAC}\tbm\0Rxb2;\r\nid \"x\";"),
        format!("{WAC} - - bm Rxb2; id \"x\""),
        format!("{WAC} 0 1 bm Rxb2; id \"x\";"),
    ] {
        assert_eq!(parse(&text).to_string(), canonical, "{text:?}");
    }
    // An opcode that looks like a clock is set apart from the four fields.
    let clock_like = parse(&format!("{WAC}; 0 1;"));
    assert_eq!(clock_like.operations, [operation("0", &[bare("1")])]);
    assert_eq!(clock_like.to_string(), format!("{WAC}; 0 1;"));
    // Odd opcodes and strings without a blank after them, as they occur.
    let odd = parse(&format!("{WAC} v=-385; 00:00; PV: b3b2; c0 \"\"lc=10\";"));
    let opcodes: Vec<&str> = odd.operations.iter().map(|op| op.opcode.as_str()).collect();
    assert_eq!(opcodes, ["v=-385", "00:00", "PV:", "c0"]);
    assert_eq!(odd.operations[3].operands, [quoted(""), bare("lc=10\"")]);
    assert_eq!(Epd::parse(&odd.to_string()), Ok(odd));
}

#[test]
fn moves_are_resolved_in_the_position_and_lines_one_after_another() {
    let epd =
        parse(&format!("{WAC} bm Rxb2 +, a4a4; sm b3xb2!; am Rb6, Rb7; pv Rxb2 Rxb2 c3 Rh1;"));
    let names = |moves: Option<Vec<hazel_core::Move>>| {
        let moves = moves.expect("the operation is there");
        moves.into_iter().map(|m| to_san(&epd.position, m)).collect::<Vec<_>>()
    };
    assert_eq!(epd.moves("sm").map(names), Ok(vec!["Rxb2".to_owned()]));
    assert_eq!(epd.moves("am").map(names), Ok(vec!["Rb6".to_owned(), "Rb7".to_owned()]));
    assert_eq!(epd.moves("pm"), Ok(None));
    assert_eq!(
        epd.moves("bm").map_err(|error| error.to_string()),
        Err("EPD operation `bm`, operand `+,`: SAN, column 1: found `+`, expected a move"
            .to_owned()),
    );
    let error = epd.line("pv").expect_err("the rook can't go there").to_string();
    let expected =
        "EPD operation `pv`, operand `Rh1`: illegal move `Rh1`: a rook can play Ra2, Rb1,";
    assert!(error.starts_with(expected), "{error}");
    let marked = parse(&format!("{WAC} bm Rxb2 + !; pv Rxb2 ! Rxb2 c3 Rb6+;"));
    assert_eq!(marked.moves("bm").map(|moves| moves.map(|m| m.len())), Ok(Some(1)));
    assert_eq!(marked.line("pv").map(|moves| moves.map(|m| m.len())), Ok(Some(4)));
}

#[test]
fn errors_name_the_place() {
    let cases = [
        ("", "FEN piece placement, column 1: found the end, expected the men"),
        (
            "8/7p/5k2/5p2/p1p2P2/Pr1pPK2/1P1R3P/8 b - bm Rxb2;",
            "FEN en passant, column 43: found `m`, expected a rank from 1 to 8",
        ),
        (
            "8/7p/5k2/5p2/p1p2P2/Pr1pPK2/1P1R3P/8 b - -1 2 bm Rxb2;",
            "FEN en passant, column 43: found `1`, expected a blank",
        ),
        (
            "8/7p/5k2/5p2/p1p2P2/Pr1pPK2/1P1R3P/8 b - - -1 2 bm Rxb2;",
            "FEN halfmove clock, column 44: found `-`, expected a number",
        ),
        (
            "8/7p/5k2/5p2/p1p2P2/Pr1pPK2/1P1R3P/8 b - - 1 2x bm Rxb2;",
            "FEN move number, column 47: found `x`, expected a blank",
        ),
        (
            "8/7p/5k2/5p2/p1p2P2/Pr1pPK2/1P1R3P/8 b - - 5000 2 bm Rxb2;",
            "FEN halfmove clock, column 44: `5000` is too high, expected at most 4095",
        ),
        (
            "8/7p/5k2/5p2/p1p2P2/Pr1pP3/1P1R3P/8 b - - bm Rxb2;",
            "FEN piece placement, column 1: white has no king",
        ),
        (
            "8/7p/5k2/5p2/p1p2P2/Pr1pPK2/1P1R3P/8 b - - \"x\";",
            "EPD operation, column 44: found `\"`, expected an opcode",
        ),
        (
            "8/7p/5k2/5p2/p1p2P2/Pr1pPK2/1P1R3P/8 b - - id \"é",
            "EPD operation, column 49: found the end, expected `\"` after a string",
        ),
        (
            "8/7p/5k2/5p2/p1p2P2/Pr1pPK2/1P1R3P/8 b - - id \"é\"; hmvc 4096;",
            "EPD operation `hmvc`, column 57: found `4096`, expected a number from 0 to 4095",
        ),
        (
            "8/7p/5k2/5p2/p1p2P2/Pr1pPK2/1P1R3P/8 b - - hmvc;",
            "EPD operation `hmvc`, column 48: found ``, expected a number from 0 to 4095",
        ),
        (
            "8/7p/5k2/5p2/p1p2P2/Pr1pPK2/1P1R3P/8 b - - fmvn 0;",
            "EPD operation `fmvn`, column 49: found `0`, expected a number from 1 to 65535",
        ),
        (
            "8/7p/5k2/5p2/p1p2P2/Pr1pPK2/1P1R3P/8 b - - fmvn 1 2;",
            "EPD operation `fmvn`, column 49: found `1 2`, expected a number from 1 to 65535",
        ),
    ];
    for (text, message) in cases {
        let error = Epd::parse(text).expect_err(text);
        assert_eq!(error.to_string(), message, "{text}");
    }
    assert!(matches!(Epd::parse("x"), Err(EpdError::Position(_))));
}

#[test]
fn an_opcode_that_begins_with_an_underscore_is_no_clock() {
    // Found by fuzzing: in a FEN, underscores may stand for blanks.
    let epd = parse("4k3/8/8/8/8/8/8/4K3 w - - _00_ x;");
    assert_eq!(epd.operations, [operation("_00_", &[bare("x")])]);
    assert_eq!(parse(&epd.to_string()), epd);
}
