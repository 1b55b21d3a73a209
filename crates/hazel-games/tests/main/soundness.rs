//! The solvers of the library held against plain minimax, position by position.
//!
//! A [`Case`] is a position as the library sees it, with the value that the [reference](super::reference) found on
//! squares. Every [`Setting`], a solver with some shortcuts switched off, has to find the same value for all of them.
//! One prover is asked about all positions, so that what it keeps of one is used for the next, as in a long proof.

use std::fmt;
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;

use hazel_games::pawns::{Board, Pawns, Rules, Shortcuts, Side};
use hazel_solve::{Control, Method, Options, Outcome, Prover, ProverError};

use super::naive::{Colour, Position, Square};
use super::reference::Reference;

/// A position, seen by the side to move, and its value.
pub(crate) type Case = (Board, Outcome);

/// What doesn't hold, in words, with the position drawn.
pub(crate) struct Failure(pub(crate) String);

impl fmt::Debug for Failure {
    /// As it is, so that a test that fails with it shows the drawing.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<ProverError> for Failure {
    fn from(error: ProverError) -> Failure {
        Failure(error.to_string())
    }
}

/// A board that is looked at as a whole.
pub(crate) struct Whole {
    pub(crate) rules: Rules,
    /// How many positions can be reached.
    positions: usize,
    /// The most plies that a game can last.
    longest: u8,
    most_moves: usize,
}

impl Whole {
    pub(crate) const ONE_ROW_4X6: Whole = Whole::new(Rules::one_row(4, 6), 74_781, 22, 9);
    pub(crate) const ONE_ROW_4X7: Whole = Whole::new(Rules::one_row(4, 7), 355_090, 30, 10);
    pub(crate) const PEASANTS_4X6: Whole = Whole::new(Rules::peasants(4, 6), 3_792_438, 29, 12);
    pub(crate) const PEASANTS_3X8: Whole = Whole::new(Rules::peasants(3, 8), 4_975_226, 46, 12);
    pub(crate) const SHORT_3X8: Whole =
        Whole::new(Rules::peasants(3, 8).short(), 1_959_022, 40, 12);

    const fn new(rules: Rules, positions: usize, longest: u8, most_moves: usize) -> Whole {
        Whole { rules, positions, longest, most_moves }
    }

    /// Every position with its value.
    ///
    /// # Errors
    /// If the board isn't as large as it should be.
    pub(crate) fn solve(&self) -> Result<Reference, Failure> {
        let reference = Reference::new(self.rules);
        let (start, most_moves) = (reference.start(), reference.most_moves);
        let found = (reference.values.len(), start.longest, most_moves, start.outcome);
        let expected = (self.positions, self.longest, self.most_moves, Outcome::DRAW);
        if found == expected {
            return Ok(reference);
        }
        let what = "positions, longest game, most moves and value";
        Err(Failure(format!("{what}: {found:?}, not {expected:?}")))
    }
}

/// The least memory that every method works with: what was found is replaced all the time.
const LITTLE_MEMORY: usize = 1 << 17;

/// A solver and what it may use.
#[derive(Clone, Debug)]
pub(crate) struct Setting {
    name: String,
    shortcuts: Shortcuts,
    options: Options,
}

impl Setting {
    fn new(name: String, shortcuts: Shortcuts, options: Options) -> Setting {
        Setting { name, shortcuts, options }
    }

    /// The solver that goes backwards, which knows no shortcuts and needs memory for all positions.
    pub(crate) fn backwards() -> Setting {
        let method = Method::Retrograde;
        let options = Options { method, memory: usize::MAX, ..Options::default() };
        Setting::new("Retrograde".to_owned(), Shortcuts::NONE, options)
    }

    /// Both searching solvers with all shortcuts, without each by itself and with none, with little memory and without
    /// parts; alpha-beta also on two threads and without looking ahead or foreseeing.
    pub(crate) fn searching(memory: usize) -> Vec<Setting> {
        let mut settings = Vec::new();
        for method in [Method::AlphaBeta, Method::ProofNumber] {
            let options = Options { method, memory, ..Options::default() };
            for (name, shortcuts) in shortcuts() {
                settings.push(Setting::new(format!("{method:?}, {name}"), shortcuts, options));
            }
            for (name, options) in [
                ("little memory", Options { memory: LITTLE_MEMORY, ..options }),
                ("without parts", Options { uses_parts: false, ..options }),
            ] {
                settings.push(Setting::new(format!("{method:?}, {name}"), Shortcuts::ALL, options));
            }
        }
        let options = Options { memory, ..Options::default() };
        let threads = Options { threads: NonZeroUsize::MIN.saturating_add(1), ..options };
        let blind = Options { looks_ahead: false, ..options };
        let short_sighted = Options { foresees: false, ..options };
        for (name, shortcuts) in [("all", Shortcuts::ALL), ("none", Shortcuts::NONE)] {
            settings.push(Setting::new(format!("two threads, {name}"), shortcuts, threads));
            settings.push(Setting::new(format!("not looking ahead, {name}"), shortcuts, blind));
            settings.push(Setting::new(
                format!("not foreseeing, {name}"),
                shortcuts,
                short_sighted,
            ));
        }
        settings
    }

    /// Asks one prover for the value of every position.
    ///
    /// # Errors
    /// At the first value that is another one.
    pub(crate) fn check(&self, rules: Rules, cases: &[Case]) -> Result<(), Failure> {
        let game = game(rules, self.shortcuts);
        let prover = Prover::new(&game, &self.options)?;
        for (board, expected) in cases {
            let found = value(&prover, board)?;
            if found != *expected {
                let name = &self.name;
                return Err(differs(&game, board, &format!("{name}: {found}, not {expected}")));
            }
        }
        Ok(())
    }
}

/// The game of rules that are those of a game.
pub(crate) fn game(rules: Rules, shortcuts: Shortcuts) -> Pawns {
    Pawns::new(rules).expect("rules of a game").with_shortcuts(shortcuts)
}

/// All shortcuts, all but one, and none, with their names.
pub(crate) fn shortcuts() -> Vec<(String, Shortcuts)> {
    let mut list = vec![("all".to_owned(), Shortcuts::ALL), ("none".to_owned(), Shortcuts::NONE)];
    for name in Shortcuts::NAMES {
        let others = Shortcuts::ALL.without(name).expect("a name of a shortcut");
        list.push((format!("without {name}"), others));
    }
    list
}

/// Every position that can be reached, the start first. Those that differ only in who is who are one.
///
/// # Errors
/// If two such positions have different values.
pub(crate) fn cases(reference: &Reference) -> Result<Vec<Case>, Failure> {
    let start = board(&Position::start(reference.rules));
    let mut cases: Vec<Case> =
        reference.positions().map(|(position, outcome)| (board(&position), outcome)).collect();
    cases.sort_unstable_by_key(|&(board, outcome)| (board != start, board, outcome));
    cases.dedup();
    match cases.windows(2).find(|pair| pair[0].0 == pair[1].0) {
        Some(pair) => Err(Failure(format!("{:?} has two values", pair[0].0))),
        None => Ok(cases),
    }
}

/// A position of the reference as the library sees it.
pub(crate) fn board(position: &Position) -> Board {
    let set = |colour| {
        let pawns = position.pawns(colour).map(|square| 1 << seen_by_mover(position, square));
        pawns.fold(0, |set: u64, pawn| set | pawn)
    };
    let (mine, theirs) = (set(position.turn), set(position.turn.other()));
    let en_passant = position.en_passant.map(|file| file as u8 - 1);
    Board::new(&position.rules, mine, theirs, en_passant).expect("a position of the game")
}

/// The number of a square for the library: from the first file and the mover's first rank, eight to a rank.
pub(crate) fn seen_by_mover(position: &Position, (file, rank): Square) -> u8 {
    let ranks_before = match position.turn {
        Colour::White => rank - 1,
        Colour::Black => usize::from(position.rules.ranks) - rank,
    };
    (8 * ranks_before + file - 1) as u8
}

/// The value that a prover finds, with nobody watching.
pub(crate) fn value(prover: &Prover<'_, Pawns>, board: &Board) -> Result<Outcome, Failure> {
    let mut control = Control { stop: &AtomicBool::new(false), report: &mut |_| {} };
    Ok(prover.value(board, &mut control)?)
}

/// A failure with its position.
pub(crate) fn differs(game: &Pawns, board: &Board, what: &str) -> Failure {
    let drawing = game.draw(board, Side::White);
    let en_passant = board.en_passant();
    let rules = game.rules();
    Failure(format!("{what}\n{drawing}P to move, en passant {en_passant:?}, {rules}"))
}
