//! What python-chess reads otherwise in odd files.

use super::{Reason, joined, other, split};

/// All differences, with the reasons.
pub(in super::super) const PYTHON_CHESS: &[Reason] = &[
    Reason {
        why: "a comment between the tags and the moves, with a blank line after it, makes two games for them: tags \
              without moves, and moves without tags",
        games: &[
            split("pgn/odd/pgn-extract_in/barnes-horton.pgn", &[1], 2),
            split("pgn/odd/pgn-extract_in/test-C.pgn", &[1], 2),
            split("pgn/odd/pgn-extract_in/test-F-text.pgn", &[1], 2),
            split("pgn/odd/pgn-extract_in/test-F.pgn", &[1], 2),
            split("pgn/odd/pgn-extract_in/test-L2.pgn", &[1], 2),
            split("pgn/odd/pgn-extract_in/test-N.pgn", &[1], 2),
            split("pgn/odd/pgn-extract_in/test-V.pgn", &[1], 2),
            split("pgn/odd/pgn-extract_in/test-addhashcode.pgn", &[1], 2),
            split("pgn/odd/pgn-extract_in/test-f1.pgn", &[1], 2),
            split("pgn/odd/pgn-extract_in/test-nomovenumbers.pgn", &[1], 2),
            split("pgn/odd/pgn-extract_in/test-notags.pgn", &[1], 2),
            split("pgn/odd/pgn-extract_in/test-plycount.pgn", &[1], 2),
            split("pgn/odd/pgn-extract_in/test-plylimit.pgn", &[1], 2),
            split("pgn/odd/pgn-extract_in/test-ucW.pgn", &[1], 2),
            split("pgn/odd/pgn-extract_out/test-FF-out.pgn", &[1], 2),
            split("pgn/odd/pgn-extract_out/test-FF-text-out.pgn", &[1], 2),
            split("pgn/odd/pgn-extract_out/test-TTa-out.pgn", &[1], 2),
            split("pgn/odd/pgn-extract_out/test-WWelalg-out.pgn", &[1], 2),
            split("pgn/odd/pgn-extract_out/test-WWlalg-out.pgn", &[1], 2),
            split("pgn/odd/pgn-extract_out/test-WWxlalg-out.pgn", &[1], 2),
            split("pgn/odd/pgn-extract_out/test-Welalg-out.pgn", &[1], 2),
            split("pgn/odd/pgn-extract_out/test-Whalg-out.pgn", &[1], 2),
            split("pgn/odd/pgn-extract_out/test-f-out.pgn", &[1], 2),
            split("pgn/odd/pgn-extract_out/test-fencomments-out.pgn", &[1], 2),
            split("pgn/odd/pgn-extract_out/test-linenumbers-out.pgn", ALL_35, 2),
            split("pgn/odd/pgn-extract_out/test-nochecks-out.pgn", &[2], 2),
            split("pgn/odd/pgn-extract_out/test-noresults-out.pgn", &[1], 2),
            split("pgn/odd/pgn-extract_out/test-notags-out.pgn", &[1], 2),
            split("pgn/odd/pgn-extract_out/test-plycount-out.pgn", &[1], 2),
            split("pgn/odd/pgn-extract_out/test-plylimit-out.pgn", &[1], 2),
            split("pgn/odd/pgn-extract_out/test-w1000-out.pgn", &[1], 2),
            split("pgn/odd/pgn-extract_out/test-w60-out.pgn", &[1], 2),
            split("pgn/odd/pgn-extract_out/test-w75-out.pgn", &[1], 2),
            split("pgn/odd/pgn.net/Real_Files__demoGames.pgn", &[1, 2], 2),
        ],
    },
    Reason {
        why: "what follows a nested comment holds `--nestedcomment`, of which they take the first two characters for a null \
              move; for us it is no token",
        games: &[
            other("pgn/odd/pgn-extract_in/nested-comment.pgn", &[1]),
            other("pgn/odd/pgn-extract_out/test-nestedcomments-out.pgn", &[1]),
        ],
    },
    Reason {
        why: "the same, and the moves are in German, of which neither reads anything after the second ply",
        games: &[
            split("pgn/odd/pgn-extract_out/test-WWdeutsch-out.pgn", &[1], 2),
            split("pgn/odd/pgn-extract_out/test-Wdeutsch-out.pgn", &[1], 2),
        ],
    },
    Reason {
        why: "a blank line between moves, or before the result, ends the game for them; the numbers of the moves go on",
        games: &[
            split("pgn/odd/chesslib/ep.pgn", &[1], 2),
            split("pgn/odd/chesslib/err.pgn", &[1], 2),
            split("pgn/odd/chesslib/z0.pgn", &[1], 2),
            split("pgn/odd/kokopu/misc__database.pgn", &[4], 5),
            split("pgn/odd/kokopu/misc__database.pgn", &[6], 14),
            split("pgn/odd/kokopu_games/long-short-comments-variations-1__database.pgn", &[1], 11),
            split("pgn/odd/kokopu_games/long-short-comments-variations-2__database.pgn", &[1], 6),
            split("pgn/odd/kokopu_games/long-short-comments-variations-3__database.pgn", &[1], 5),
        ],
    },
    Reason {
        why: "a blank line between moves ends the game for them, and where a variation comes soon after it, they fail \
              with an exception of their own (an index out of range)",
        games: &[split("pgn/odd/kokopu/misc__database.pgn", &[15], 2)],
    },
    Reason {
        why: "games without a blank line between them are one for them; each has its result, after which nothing can \
              follow but the next game",
        games: &[
            joined("pgn/odd/pgn-extract_in/test-fuzzydepth.pgn", &[1], 4, 1),
            split("pgn/odd/pgn-extract_in/test-stalemate.pgn", &[1], 2),
        ],
    },
    Reason {
        why: "tags and moves in one line are tags alone for them; a bracket ends a tag, wherever the line ends",
        games: &[
            joined("pgn/odd/pgn-extract_in/test-nobadresults.pgn", &[1], 9, 1),
            other("pgn/odd/scid/res_gameLatin1.pgn", &[1]),
        ],
    },
    Reason {
        why: "HTML instead of line breaks is neither game nor error for them; we read no move either, but the result, and \
              tell what is wrong",
        games: &[other("pgn/odd/chess.js/0.pgn", &[1])],
    },
    Reason {
        why: "a comment that isn't closed swallows the next game for them; we end it where after a blank line a line \
              starts with the tag `Event`",
        games: &[joined("pgn/odd/kokopu/syntactic-error-4__database.pgn", &[1], 2, 1)],
    },
    Reason {
        why: "a tag with a quote inside its value, or with something before its bracket, ends the tags for them, and \
              another game begins; the lines after it show that the game goes on",
        games: &[split("pgn/odd/kokopu/syntactic-error-1__database.pgn", &[6, 22], 2)],
    },
    Reason {
        why: "a tag whose value is torn by a line break makes two games for both: for us the second begins with the next \
              tag, which names the result, and for them with the moves; we tell that something is wrong, they don't",
        games: &[other("pgn/odd/kokopu/syntactic-error-1__database.pgn", &[9])],
    },
    Reason {
        why: "a variation that isn't closed is an error for them; all of its moves are there, so we make a remark",
        games: &[other("pgn/odd/kokopu/syntactic-error-1__database.pgn", &[14])],
    },
    Reason {
        why: "`Sf3`, a knight's move in German, is the pawn's move `f3` for them, and no error; we stop there and say so",
        games: &[other("pgn/odd/mliebelt_doc/sampleGameThrow.pgn", &[1])],
    },
    Reason {
        why: "the variants `chess-960` and `Regular` are unknown to them; kokopu, whose files these are, means the ones \
              that we take them for",
        games: &[
            other("pgn/odd/kokopu/chess960__database.pgn", &[3]),
            other("pgn/odd/kokopu/misc__database.pgn", &[10]),
        ],
    },
];

/// Every game of that file.
const ALL_35: &[usize] = &[
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26,
    27, 28, 29, 30, 31, 32, 33, 34, 35,
];
