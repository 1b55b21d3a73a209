//! Positions to test with: starts of ordinary chess and Chess960, what random play makes of them, and some by hand.

use hazel_core::{Board, Castling, Color, File, Position, Rank, Role, Setup, Square, State};
use hazel_notation::parse_fen;
use proptest::prelude::{Strategy, any};
use proptest::{collection, prop_oneof};

/// Positions that random play rarely finds: pins against en passant and disambiguation, promotions, castling that gives
/// check, checks by two men, three queens on one line, rooks inside and outside.
pub(crate) const SPECIAL: [&str; 16] = [
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "8/6bb/8/8/R1pP2k1/4P3/P7/K7 b - d3 0 1",
    "8/8/8/2k5/2pP4/8/B7/4K3 b - d3 0 3",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "5k2/8/8/8/8/8/8/4K2R w K - 0 1",
    "3k4/8/8/8/8/8/8/R3K3 w Q - 0 1",
    "8/7k/8/8/8/Q7/8/Q1Q4K w - - 0 1",
    "7k/8/8/8/N3N3/8/N3N3/7K w - - 0 1",
    "k3r3/8/8/8/4R3/8/4R2R/4K3 w - - 0 1",
    "3kr2r/8/8/8/8/8/8/1RRK1R1R w CFe - 10 20",
    "1r1k2r1/8/8/8/8/8/8/1R1K2R1 b BGbg - 4000 65000",
    "rk5r/8/8/8/8/8/8/RKR5 w CAha - 0 1",
    "8/8/8/1k1pP2Q/8/8/8/3K4 w - d6 0 2",
];

/// The special positions, read.
pub(crate) fn special() -> impl Iterator<Item = Position> {
    SPECIAL.into_iter().map(|fen| parse_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}")))
}

/// The first rank of the start position of Chess960 with this number (0 to 959), as Reinhard Scharnagl numbers them.
pub(crate) fn first_rank(number: u16) -> [Role; 8] {
    let mut rank = [None; 8];
    let number = usize::from(number);
    rank[number % 4 * 2 + 1] = Some(Role::Bishop);
    rank[number / 4 % 4 * 2] = Some(Role::Bishop);
    let put = |rank: &mut [Option<Role>; 8], place: usize, role| {
        let free: Vec<usize> = (0..8).filter(|&file| rank[file].is_none()).collect();
        rank[free[place]] = Some(role);
    };
    put(&mut rank, number / 16 % 6, Role::Queen);
    let pairs = [[0, 1], [0, 2], [0, 3], [0, 4], [1, 2], [1, 3], [1, 4], [2, 3], [2, 4], [3, 4]];
    let [first, second] = pairs[number / 96];
    put(&mut rank, second, Role::Knight);
    put(&mut rank, first, Role::Knight);
    for role in [Role::Rook, Role::King, Role::Rook] {
        put(&mut rank, 0, role);
    }
    rank.map(|role| role.expect("all eight are placed"))
}

/// A start position in which White has one first rank and Black another.
pub(crate) fn start(white: u16, black: u16) -> Position {
    let sides = [(Color::White, first_rank(white)), (Color::Black, first_rank(black))];
    let mut men = Vec::new();
    let mut rooks = Vec::new();
    for (color, first) in sides {
        for file in File::ALL {
            let role = first[file.index()];
            let square = Square::new(file, color.rank(Rank::First));
            men.push((square, role.of(color)));
            men.push((Square::new(file, color.rank(Rank::Second)), Role::Pawn.of(color)));
            rooks.extend((role == Role::Rook).then_some(square));
        }
    }
    let castling = Castling::new(rooks.into_iter().collect());
    let board: Board = men.into_iter().collect();
    let setup = Setup { board, state: State { castling, ..State::INITIAL } };
    setup.validate().expect("every start is a position")
}

/// What becomes of a position after moves chosen by these numbers, or until the game is over.
pub(crate) fn played(mut position: Position, choices: &[u16]) -> Position {
    for &choice in choices {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        position.play(moves[usize::from(choice) % moves.len()]);
    }
    position
}

/// Positions that can arise in ordinary chess, in Chess960, or if the two sides have different starts.
pub(crate) fn reachable() -> impl Strategy<Value = Position> {
    let ordinary = proptest::strategy::Just((518, 518));
    let chess960 = (0..960u16).prop_map(|number| (number, number));
    let starts = prop_oneof![ordinary, chess960, (0..960u16, 0..960u16)];
    let choices = collection::vec(any::<u16>(), 0..160);
    (starts, choices).prop_map(|((white, black), choices)| played(start(white, black), &choices))
}

/// A small generator of random numbers (SplitMix64), so that long comparisons are the same every time.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E3779B97F4A7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58476D1CE4E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D049BB133111EB);
        ((mixed ^ (mixed >> 31)) % sides as u64) as usize
    }
}

#[test]
fn start_518_is_ordinary_chess() {
    assert_eq!(start(518, 518), Position::initial());
}

#[test]
fn all_starts_differ() {
    let ranks: std::collections::HashSet<_> = (0..960).map(first_rank).collect();
    assert_eq!(ranks.len(), 960);
}
