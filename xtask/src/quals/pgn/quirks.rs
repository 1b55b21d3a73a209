//! Where pgn-reader and shakmaty read less of a well-formed file than is there.
//!
//! Every game that they read otherwise stands here with the reason. Up to the place of the difference both agree, which
//! the check sees to: their moves are always the beginning of ours.

/// Games of a file that they read otherwise.
pub(super) struct Quirk {
    pub(super) file: &'static str,
    /// The numbers of the games, from 1, as we count them.
    pub(super) games: &'static [usize],
    /// How many of our games ...
    pub(super) ours: usize,
    /// ... stand against how many of theirs.
    pub(super) theirs: usize,
}

/// All of them, with the reasons.
pub(super) const QUIRKS: &[Quirk] = &[
    // A promotion without its sign (`d1Q`), which the standard forbids and many programs write: there is no other way
    // to understand it.
    quirk("pgn/annotated/electronic_campfire.pgn", &[3]),
    quirk("pgn/master/ecc2018_cup_clk.pgn.zst", PROMOTIONS),
    // A capture without its sign: `16. Na4` and `21... Raf8`, where only one move fits.
    quirk("pgn/annotated/immortal_games.pgn", &[15, 18]),
    quirk("pgn/annotated/repertoire_White_Slav-Exchange.pgn", &[4]),
    // Captures by pawns as `cd5`, as chess has been written for a century.
    quirk("pgn/annotated/chessdoctor.pgn", &[51]),
    quirk("pgn/annotated/russian_chess.pgn", &[8]),
    // Moves as `g1-f3` and `d6xe5`, without the letters of the men.
    quirk("pgn/annotated/chessdoctor.pgn", &[30, 32, 34, 44]),
    // A result as `1/2 - 1/2`, which they don't see.
    quirk("pgn/annotated/chessdoctor.pgn", &[45]),
    // A blank line between moves, where they end the game and begin another one without tags.
    Quirk { theirs: 2, ..quirk("pgn/annotated/chessdoctor.pgn", &[39, 41]) },
    Quirk { theirs: 2, ..quirk("pgn/annotated/human_computer.pgn", &[21]) },
    // Quotes inside the value of a tag, as in `[Event "006.Torneo "Pribaltic""]`, where they begin another game.
    Quirk { theirs: 2, ..quirk("pgn/annotated/perle.pgn", &[11]) },
    Quirk { theirs: 2, ..quirk("pgn/annotated/scca.pgn", &[31]) },
    // Games of tags alone: a blank line and a tag `Event` begin the next one, but they go on with the first.
    Quirk { ours: 604, theirs: 0, ..quirk("pgn/master/FWWRC_broadcast.pgn.zst", &[2]) },
];

const PROMOTIONS: &[usize] = &[
    20, 38, 67, 72, 104, 116, 125, 130, 144, 175, 177, 195, 210, 241, 268, 292, 349, 363, 364, 368,
    371, 377, 397, 420, 427, 468, 476, 477, 478, 495, 530, 531, 540, 549, 551, 571, 577, 600, 628,
    639, 655, 657, 674, 687,
];

const fn quirk(file: &'static str, games: &'static [usize]) -> Quirk {
    Quirk { file, games, ours: 1, theirs: 1 }
}
