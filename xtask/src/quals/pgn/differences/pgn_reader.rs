//! What pgn-reader and shakmaty read otherwise in well-formed files.

use super::{Reason, joined, other, split};

/// All differences, with the reasons.
pub(in super::super) const PGN_READER: &[Reason] = &[
    Reason {
        why: "a promotion without its sign, `d1Q`, is no move for them; many programs write it, and it can mean nothing \
              else",
        games: &[
            other("pgn/annotated/electronic_campfire.pgn", &[3]),
            other("pgn/master/ecc2018_cup_clk.pgn.zst", PROMOTIONS),
        ],
    },
    Reason {
        why: "a capture without its sign, `16. Na4` or `cd5`, is no move for them; one legal move fits, and books have \
              been printed so",
        games: &[
            other("pgn/annotated/chessdoctor.pgn", &[51]),
            other("pgn/annotated/immortal_games.pgn", &[15, 18]),
            other("pgn/annotated/repertoire_White_Slav-Exchange.pgn", &[4]),
            other("pgn/annotated/russian_chess.pgn", &[8]),
        ],
    },
    Reason {
        why: "`g1-f3` is no move for them; it names both squares, so no other move can be meant",
        games: &[other("pgn/annotated/chessdoctor.pgn", &[30, 32, 34, 44])],
    },
    Reason {
        why: "`1/2 - 1/2` is no result for them",
        games: &[other("pgn/annotated/chessdoctor.pgn", &[45])],
    },
    Reason {
        why: "a blank line between moves ends the game for them, and a second one without tags begins; the numbers of \
              the moves go on, so it is one game",
        games: &[
            split("pgn/annotated/chessdoctor.pgn", &[39, 41], 2),
            split("pgn/annotated/human_computer.pgn", &[21], 2),
        ],
    },
    Reason {
        why: "quotes inside the value of a tag, `[Event \"All-play-all \"A\"\"]`, begin another game for them; the \
              bracket shows where the tag ends",
        games: &[
            split("pgn/annotated/perle.pgn", &[11], 2),
            split("pgn/annotated/scca.pgn", &[31], 2),
        ],
    },
    Reason {
        why: "605 games of tags alone are one game for them; each has its tag `Event` after a blank line",
        games: &[joined("pgn/master/FWWRC_broadcast.pgn.zst", &[1], 605, 1)],
    },
];

/// Games in which a pawn is promoted.
const PROMOTIONS: &[usize] = &[
    20, 38, 67, 72, 104, 116, 125, 130, 144, 175, 177, 195, 210, 241, 268, 292, 349, 363, 364, 368,
    371, 377, 397, 420, 427, 468, 476, 477, 478, 495, 530, 531, 540, 549, 551, 571, 577, 600, 628,
    639, 655, 657, 674, 687,
];
