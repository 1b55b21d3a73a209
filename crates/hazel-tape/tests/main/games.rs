//! Random games to try tapes on: ordinary ones, Chess960, with passes, with clocks that are about to overflow.

use hazel_core::{
    Castling, Color, File, Move, MoveKind, Position, Rank, Role, Setup, Square, State,
};
use hazel_tape::{Address, Tape};
use proptest::prelude::{Strategy, any};

/// A game with its tape and the position after each ply.
#[derive(Clone, Debug)]
pub(crate) struct Game {
    pub(crate) tape: Tape,
    pub(crate) positions: Vec<Position>,
}

impl Game {
    pub(crate) fn new(start: Position) -> Game {
        Game { tape: Tape::new(start), positions: vec![start] }
    }

    pub(crate) fn position(&self) -> Position {
        *self.positions.last().expect("a game has a start")
    }

    pub(crate) fn play(&mut self, m: Move) {
        let mut position = self.position();
        self.tape.record(&position, m);
        if m == Move::NONE {
            position.try_pass().expect("not in check");
        } else {
            position.play(m);
        }
        self.positions.push(position);
    }

    /// Plays random moves, now and then a pass, until so many plies are added or there is no move.
    pub(crate) fn play_randomly(&mut self, random: &mut Random, plies: usize) {
        for _ in 0..plies {
            let position = self.position();
            let moves = position.legal_moves();
            if moves.is_empty() {
                return;
            }
            let passes = random.below(16) == 0 && !position.is_check();
            let m = if passes { Move::NONE } else { moves[random.below(moves.len())] };
            self.play(m);
        }
    }

    /// A random place on the tape.
    pub(crate) fn address(&self, random: &mut Random) -> Address {
        Address::new(random.below(self.tape.len() as usize + 1) as u64)
    }
}

/// Random games, most of them longer than a segment.
pub(crate) fn game() -> impl Strategy<Value = (Game, Random)> {
    (0..STARTS, any::<u64>(), 0usize..260).prop_map(|(kind, seed, plies)| {
        let mut random = Random(seed | 1);
        let mut game = Game::new(start(kind));
        game.play_randomly(&mut random, plies);
        (game, random)
    })
}

/// A small generator, so that a failing game can be played again.
#[derive(Clone, Debug)]
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 32) as usize * limit) >> 32
    }
}

const STARTS: usize = 6;

/// Ordinary and Chess960 arrays; Black to move with clocks near their ends.
fn start(kind: usize) -> Position {
    match kind {
        0 => array("RNBQKBNR"),
        1 => array("BQNBNRKR"),
        2 => array("RKRNNQBB"),
        3 => array("NRBKNQRB"),
        _ => {
            let mut setup = Setup::initial();
            setup.state.turn = Color::Black;
            setup.state.halfmoves = 4080;
            setup.state.number = 65530;
            setup.validate().expect("a legal position")
        }
    }
}

/// The start array with these men on the first rank, a-file first.
fn array(back_rank: &str) -> Position {
    let mut rooks = Vec::new();
    let mut men = Vec::new();
    for (file, letter) in File::ALL.into_iter().zip(back_rank.chars()) {
        let role = Role::ALL["PNBRQK".find(letter).expect("a man's letter")];
        for color in Color::ALL {
            let square = Square::new(file, color.rank(Rank::First));
            men.push((square, role.of(color)));
            men.push((Square::new(file, color.rank(Rank::Second)), Role::Pawn.of(color)));
            if role == Role::Rook {
                rooks.push(square);
            }
        }
    }
    let castling = Castling::new(rooks.into_iter().collect());
    let state = State { castling, ..State::INITIAL };
    Setup { board: men.into_iter().collect(), state }.validate().expect("a legal array")
}

/// A quiet move.
pub(crate) fn quiet(from: Square, to: Square) -> Move {
    Move::new(from, to, MoveKind::Quiet)
}
