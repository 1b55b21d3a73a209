//! What breaks parsers.

use super::{Log, compact, only, trees};

#[test]
fn latin1_and_utf8_are_told_apart_by_themselves() {
    let text = b"\n[White \"R\xE9ti\"]\n[Black \"Gr\xC3\xBCnfeld\"]\n\n1. e4 {\x93caf\xE9\x94} *";
    let (trees, problems) = trees(text);
    assert!(problems.is_empty());
    assert_eq!(trees[0].tags.get("White"), Some("Réti"));
    assert_eq!(trees[0].tags.get("Black"), Some("Grünfeld"));
    assert!(compact(&trees[0]).ends_with("1.e4 {“café”} *"));
}

#[test]
fn lines_may_end_as_on_any_system_and_escaped_ones_are_skipped() {
    let text =
        "% escaped [Event \"no\"]\r\n[White \"A\"]\r\n\r\n1. e4\r\n% no move\r\ne5 {a\r\nb} *\r\n";
    let (tree, problems) = only(text);
    assert_eq!(problems, [""; 0]);
    assert_eq!(compact(&tree), "[White \"A\"]\n\n1.e4 e5 {a b} *");
}

#[test]
fn tags_are_read_as_far_as_they_go() {
    let malformed = |text: &str| {
        let log = Log::of(text);
        let remarks: Vec<&str> =
            log.iter().filter_map(|line| line.split("malformed tag, ").nth(1)).collect();
        let tag = log.iter().find(|line| line.starts_with("A = ")).cloned();
        (tag.unwrap_or_default(), remarks.join("; "))
    };
    for (text, tag, remark) in [
        (r#"[A "b"] *"#, "A = b", ""),
        (r#"[ A   "b"  ] *"#, "A = b", ""),
        (r#"[A "b \"c\" \\"] *"#, r#"A = b "c" \"#, ""),
        (
            r#"[A "b "c" d"] *"#,
            r#"A = b "c" d"#,
            "expected a backslash before a quote inside a value",
        ),
        ("[A \"b\"\n*", "A = b", "expected `]`"),
        ("[A \"b\" *", "A = b", "expected `]`"),
        ("[A \"b]\n*", "A = b", "expected `\"` and `]`"),
        ("[A \"C:\\\"]\n*", "A = C:\\", "expected `\"` and `]`"),
    ] {
        assert_eq!(malformed(text), (tag.to_owned(), remark.to_owned()), "{text}");
    }
    let log = Log::of("[]\n[A]\n[B b]\n[C \"d\"] [E \"f\"]\n*");
    assert_eq!(
        log[1..6],
        [
            "remark at 1: a malformed tag, expected a name",
            "remark at 5: a malformed tag, expected a value in quotes",
            "remark at 10: a malformed tag, expected a value in quotes",
            "C = d",
            "E = f"
        ]
    );
}

#[test]
fn games_end_where_the_next_one_starts() {
    // With tags, with or without a result or a blank line; and after a blank line with the first move.
    for text in [
        "[White \"A\"]\n\n1. e4 *\n\n[White \"B\"]\n\n1. d4 *",
        "[White \"A\"]\n1. e4 *\n[White \"B\"]\n1. d4 *",
        "[White \"A\"]\n\n1. e4\n\n[White \"B\"]\n\n1. d4",
        "[White \"A\"]\n\n1. e4\n[White \"B\"]\n\n1. d4",
        "1. e4 * 1. d4 *",
        "1. e4\n\n1. d4",
        "1. e4 (1. c4\n[White \"B\"]\n1. d4 *",
        "[White \"A\"]\n\n\n[White \"B\"]\n\n",
    ] {
        assert_eq!(trees(text.as_bytes()).0.len(), 2, "{text}");
    }
    // A blank line alone ends nothing.
    for text in [
        "1. e4\n\n1... e5\n\n2. Nf3 *",
        "[White \"A\"]\n\n[Black \"B\"]\n\n1. e4 *",
        "1. e4 (1. d4\n\n1. c4) *",
        "1. e4 {a\n\nb} *",
        // Nor does the first move after it, where only a variation came before.
        "(1. d4)\n\n1. e4 *",
    ] {
        assert_eq!(trees(text.as_bytes()).0.len(), 1, "{text}");
    }
}

#[test]
fn a_comment_that_is_not_closed_ends_with_its_game() {
    let text = "[Event \"A\"]\n\n1. e4 {never\nclosed 1. d4\n\n[Event \"B\"]\n\n1. c4 *\n";
    let (trees, problems) = trees(text.as_bytes());
    assert_eq!(trees.len(), 2);
    assert_eq!(compact(&trees[0]), "[Event \"A\"]\n\n1.e4 {never closed 1. d4} *");
    assert_eq!(compact(&trees[1]), "[Event \"B\"]\n\n1.c4 *");
    let kinds: Vec<String> = problems.iter().map(|problem| problem.kind.to_string()).collect();
    assert_eq!(kinds[0], "a comment is not closed before the game ends, expected `}`");
    assert_eq!(problems[0].at, 19);
    // Another tag, or one that no blank line precedes, may stand in a comment.
    let (tree, problems) = only("1. e4 {a\n[Event \"B\"]\n\n[White \"C\"]} *");
    assert_eq!(problems, [""; 0]);
    assert_eq!(tree.text(tree.main_line().next().unwrap()), "a [Event \"B\"]\n\n[White \"C\"]");
}

#[test]
fn what_cannot_be_played_ends_its_line_and_nothing_else() {
    let (tree, problems) =
        only("1. e4 e5 (1... e6 2. Ke3 d5) 2. Nf3 (2. Qh5 Ke7) Nc6 3. Nd3 Bb4 1-0");
    assert_eq!(compact(&tree), "1.e4 e5 (1...e6) 2.Nf3 (2.Qh5 Ke7) 2...Nc6 1-0");
    assert_eq!(
        problems,
        [
            "illegal move `Ke3`: the king can play Ke2",
            "illegal move `Nd3`: a knight can play Na3, Nc3, Nd4, Ng1, Ng5, Nh4, Nxe5"
        ]
    );
    let (tree, problems) = only("1. Nf3 d5 2. Nc3 Nf6 3. Nb5 e6 4. Nd4 Be7 *");
    assert_eq!(problems, ["ambiguous move `Nd4`: it can be Nbd4, Nfd4"]);
    assert_eq!(tree.main_line().count(), 6);
}

#[test]
fn what_is_no_token_is_told_and_skipped_until_it_is_too_much() {
    let (tree, problems) = only("1. e4 what e5 } 2. Nf3 $ $999 2... Nc6 ) *");
    assert_eq!(compact(&tree), "1.e4 e5 2.Nf3 Nc6 *");
    assert_eq!(
        problems,
        [
            "found `what`, expected a move",
            "found `}`, expected a move",
            "found `$`, expected `$` and a number up to 255",
            "found `$999`, expected `$` and a number up to 255",
            "a `)` that closes no variation"
        ]
    );
    let (_, problems) = only(&"this is prose ".repeat(1000));
    assert_eq!(problems.len(), 11 + 1 + 1, "{problems:?}");
    assert_eq!(problems[11], "this is no game: too much in it is no move");
}

#[test]
fn moves_in_another_language_end_their_line() {
    let (tree, problems) = only("1. d4 Nf6 (1... d5 2. Lf4 c5) 2. Sf3 d5 (2... c5) 3. c4 1-0");
    assert_eq!(compact(&tree), "1.d4 Nf6 (1...d5) 1-0");
    assert_eq!(problems, ["found `Lf4`, expected a move", "found `Sf3`, expected a move"]);
}

#[test]
fn variations_without_a_move_leave_their_comments() {
    let (tree, problems) = only("( {a} ) 1. e4 ( {b} $1 ) e5 ((1... c5) {c}) *");
    assert_eq!(compact(&tree), "1.e4 $1 {b} 1...e5 {c} *");
    assert_eq!(problems, ["a variation before any move that it could replace"; 2]);
}

#[test]
fn results_that_are_missing_or_contradict_are_remarked() {
    let (tree, problems) = only("[Result \"1-0\"]\n\n1. e4\n");
    assert_eq!(compact(&tree), "[Result \"1-0\"]\n\n1.e4 1-0");
    assert_eq!(problems, ["no result after the moves"]);
    let (tree, problems) = only("[Result \"1-0\"]\n\n1. e4 (1. d4 0-1) 0-1\n");
    assert_eq!(compact(&tree), "[Result \"1-0\"]\n\n1.e4 (1.d4) 0-1");
    assert_eq!(
        problems,
        ["a result inside a variation", "the result after the moves isn't that of the tag Result"]
    );
}

#[test]
fn games_start_where_their_tags_say() {
    let chess960 = "[Variant \"Chess960\"]\n[FEN \"nrk1brnb/pp1ppppp/2p5/3q4/5P2/PQ6/1PPPP1PP/NRK1BRNB w KQkq - 2 3\"]";
    let (tree, problems) = only(&format!("{chess960}\n\n3. O-O *"));
    assert_eq!(problems, ["illegal move `O-O`: the king can play Kd1, O-O-O"]);
    assert!(tree.is_empty());
    let (tree, problems) = only(&format!("{chess960}\n\n3. O-O-O Qxb3 4. e4 *"));
    assert_eq!(problems, [""; 0]);
    assert_eq!(tree.main_line().count(), 3);
    let (tree, problems) = only("[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. O-O Kd7 *");
    assert_eq!(problems, [""; 0]);
    assert_eq!(tree.main_line().count(), 2);
    // The other start is told not to be used.
    let (tree, _) = only("[SetUp \"0\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. e4 *");
    assert_eq!(tree.main_line().count(), 1);
}

#[test]
fn games_that_cannot_be_started_keep_their_tags_and_result() {
    for (tags, problem) in [
        (
            "[Variant \"Atomic\"]",
            "the variant `Atomic` is not played here, only chess and Chess960",
        ),
        (
            "[FEN \"nonsense\"]",
            "the tag FEN: FEN piece placement, column 2: found `o`, expected a piece, a digit from 1 to 8 or `/`",
        ),
    ] {
        let (tree, problems) = only(&format!("{tags}\n\n1. e4 Nc6 (1... x) 1-0"));
        assert_eq!(problems, [problem]);
        assert_eq!(compact(&tree), format!("{tags}\n\n1-0"));
    }
}

#[test]
fn null_moves_are_played_unless_there_is_check() {
    let (tree, problems) = only("1. e4 -- 2. d4 Z0 3. Bb5 c6 4. Bxc6 @@@@ 5. Bxd7+ -- *");
    assert_eq!(problems, ["a null move while the king is in check"]);
    assert_eq!(compact(&tree), "1.e4 -- 2.d4 -- 3.Bb5 c6 4.Bxc6 -- 5.Bxd7+ *");
}

#[test]
fn a_comment_never_becomes_a_game_by_being_written() {
    for text in [
        "1. e4 {a\n\n[\nEvent \"b\"} *",
        "1. e4 {a\n\n[Event\n\"b\"} *",
        "1. e4 {\n\n[\nEvent\n\"} *",
    ] {
        let (tree, problems) = only(text);
        assert_eq!(problems, [""; 0]);
        assert_eq!(only(&compact(&tree)), (tree, vec![]), "{text}");
    }
}

#[test]
fn moves_behind_a_malformed_tag_are_read() {
    for text in
        ["[White Kasparov] 1. e4 e5 1-0", "[White \"Kasparov\" 1. e4 e5 1-0", "[] 1. e4 e5 1-0"]
    {
        let (tree, problems) = only(text);
        assert_eq!((tree.main_line().count(), problems.len()), (2, 1), "{problems:?}");
    }
}

#[test]
fn lines_may_end_with_carriage_returns_alone() {
    let text = "% no\r[White \"A\"]\r\r1. e4 ; good\r1... e5 {a\rb} *\r\r[White \"B\"]\r\r1. d4\r\r[White \"C\"]\r";
    let (trees, problems) = trees(text.as_bytes());
    let games: Vec<String> = trees.iter().map(compact).collect();
    assert_eq!(
        games,
        [
            "[White \"A\"]\n\n1.e4 {good} 1...e5 {a b} *",
            "[White \"B\"]\n\n1.d4 *",
            "[White \"C\"]\n\n*"
        ]
    );
    assert_eq!(problems.len(), 2, "two games have no result");
}

#[test]
fn byte_order_marks_are_skipped_also_between_files() {
    let text = "\u{FEFF}[White \"A\"]\n\n1. e4\n\u{FEFF}[White \"B\"]\n\n1. d4 *\n\n\u{FEFF}[Event \"C\"]\n\n*";
    let (trees, _) = trees(text.as_bytes());
    let tags: Vec<_> = trees.iter().map(|tree| tree.tags.get("White").unwrap()).collect();
    assert_eq!(tags, ["A", "B", "?"]);
}

#[test]
fn results_are_read_in_many_spellings() {
    for (text, result) in [
        (&b"1. e4 1/2\xE2\x80\x931/2"[..], "1/2-1/2"),
        (b"1. e4 \xBD-\xBD", "1/2-1/2"),
        (b"1. e4 1\x960", "1-0"),
        (b"1. e4 0 - 1", "0-1"),
    ] {
        let (trees, problems) = trees(text);
        assert_eq!((trees.len(), problems.len()), (1, 0), "{problems:?}");
        assert_eq!(compact(&trees[0]), format!("1.e4 {result}"));
    }
    let (tree, problems) = only("1. e4 e5 --+ 2. Nf3 ------ *");
    assert_eq!(problems, ["found `------`, expected a move"]);
    assert_eq!(compact(&tree), "1.e4 e5 $21 2.Nf3 *");
}
