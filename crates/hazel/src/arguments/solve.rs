//! `hazel solve`: who wins a game.

mod effort;
mod rules;

use std::path::PathBuf;

use clap::{Args, Subcommand};

pub(crate) use effort::{Effort, Search, SearchMethod};
pub(crate) use rules::{ForkRules, NimRules, PawnRules, TicTacToeRules, Worth};

use super::whole;

pub(super) const SOLVE_HELP: &str = "\
Nothing is estimated: the answer is a proof. The value is that of the side to
move if both play as well as can be.

Peasants' Chess on a whole board is beyond what has been solved; each file more
takes 20 to 70 times as long. Begin with four files. Long work shows what it has
found, can be stopped with Ctrl-C, and goes on from its --checkpoint.

Examples:
  Peasants' Chess on a board of four files, with the value of each first move:
    $ hazel solve peasants --files 4 --short --first-moves

  One row of pawns a side:
    $ hazel solve pawns --files 4

  Nim with heaps of 3, 4 and 5:
    $ hazel solve nim 3 4 5

  Write a proof that others can check, and check it:
    $ hazel solve peasants --files 3 --certificate proof.hzc
    $ hazel solve check proof.hzc

  Count the lines of five moves:
    $ hazel solve perft peasants 5";

const PEASANTS_HELP: &str = "\
Each side has two rows of pawns, which move and capture as in chess. There are
no other men: the first side to bring a pawn to its goal, which is the last rank
unless --short or --goal says otherwise, wins. It is a draw if the side to move
has no move or no pawns.

Without --first-moves, moves that the proof didn't need are not searched, and
what is known of them may be no more than 'win or draw'.

Examples:
  Three files:
    $ hazel solve peasants --files 3

  The position after some moves, for a program:
    $ hazel solve peasants --files 3 --moves \"a4 b5\" --format json

  How much work does the order of moves save?
    $ hazel solve peasants --files 3 --without order

  Stop at any time, and run the same again to go on:
    $ hazel solve peasants --files 3 --checkpoint three.hzj";

const PAWNS_HELP: &str = "\
Each side has one row of pawns, which move and capture as in chess. There are no
other men: the first side to bring a pawn to its goal, which is the last rank
unless --short or --goal says otherwise, wins. A side without pawns has lost; it
is a draw if the side to move has no move.

Examples:
  What is each first move worth on a board of 3 x 8?
    $ hazel solve pawns --files 3 --first-moves

  Another method, which must find the same:
    $ hazel solve pawns --files 4 --ranks 6 --method proof-number";

const NIM_HELP: &str = "\
Each move takes some objects from one heap. Whoever takes the last one wins, or
loses with --misere. 2:3 takes three from the second heap.

Examples:
  Who wins, and by which first moves?
    $ hazel solve nim 3 4 5 --first-moves

  The last one loses:
    $ hazel solve nim 2 2 --misere";

const FORK_HELP: &str = "\
The student has one piece and must attack both men of the teacher at once. The
teacher has a king and a piece and wins by capturing the student's. The student
places first, then the teacher places both men, and then they move in turn.
Endless play is a draw.

Examples:
  A queen against king and knight:
    $ hazel solve fork --student queen --teacher knight

  All pairs of pieces:
    $ hazel solve fork --all";

const TICTACTOE_HELP: &str = "\
Examples:
  The game that everybody knows:
    $ hazel solve tictactoe

  Three in a row on a board of 4 x 3, after a first mark in the corner:
    $ hazel solve tictactoe --files 4 --moves a1";

const CHECK_HELP: &str = "\
A certificate holds strategies, and this plays them against every reply, to the
end of every line. It shares no search and no shortcut with what has written the
certificate: it knows the rules of the game and nothing else. The exit code is 1
if the certificate doesn't prove what it claims.

Examples:
  Write one and check it:
    $ hazel solve pawns --files 3 --certificate three.hzc
    $ hazel solve check three.hzc";

const PERFT_HELP: &str = "\
Perft counts the lines of DEPTH moves. From the start of Peasants' Chess they
are 8, 64, 582, 5368, 54360, 558208, 6146460, ... Lines that end before that
depth are not counted.

Examples:
  Lines of five moves, for each first move:
    $ hazel solve perft peasants 5 --divide

  Nim with heaps of 3, 4 and 5, to depth 4:
    $ hazel solve perft nim 3 4 5 4";

#[derive(Args, Debug)]
pub(crate) struct Solve {
    /// What to solve, or what to do instead.
    #[command(subcommand)]
    pub(crate) command: SolveCommand,
}

#[derive(Subcommand, Debug)]
pub(crate) enum SolveCommand {
    /// Peasants' Chess: two rows of pawns a side
    #[command(after_long_help = PEASANTS_HELP)]
    Peasants(SolvePawns),
    /// Pawns Only: one row of pawns a side
    #[command(after_long_help = PAWNS_HELP)]
    Pawns(SolvePawns),
    /// Nim: take some from one heap
    #[command(after_long_help = NIM_HELP)]
    Nim(SolveNim),
    /// The fork game: attack two men at once
    #[command(after_long_help = FORK_HELP)]
    Fork(SolveFork),
    /// Tic-tac-toe on boards up to 5 x 5
    #[command(name = "tictactoe", after_long_help = TICTACTOE_HELP)]
    TicTacToe(SolveTicTacToe),
    /// Confirm a certificate by playing through it
    #[command(after_long_help = CHECK_HELP)]
    Check(SolveCheck),
    /// Count the lines of moves of a game
    #[command(after_long_help = PERFT_HELP, arg_required_else_help = true)]
    Perft(SolvePerft),
}

#[derive(Args, Debug)]
pub(crate) struct SolvePawns {
    #[command(flatten)]
    pub(crate) rules: PawnRules,
    #[command(flatten)]
    pub(crate) effort: Effort,
    #[command(flatten)]
    pub(crate) search: Search,
    /// Don't use this idea, to see what it saves; can be given several times
    #[arg(long, value_name = "SHORTCUT", value_delimiter = ',', value_parser = rules::shortcuts())]
    pub(crate) without: Vec<String>,
}

#[derive(Args, Debug)]
pub(crate) struct SolveNim {
    #[command(flatten)]
    pub(crate) rules: NimRules,
    #[command(flatten)]
    pub(crate) effort: Effort,
    #[command(flatten)]
    pub(crate) search: Search,
    /// Don't use this idea, to see what it saves; can be given several times
    #[arg(long, value_name = "SHORTCUT", value_delimiter = ',', value_parser = ["parts", "lookahead", "foresight", "all"])]
    pub(crate) without: Vec<String>,
}

#[derive(Args, Debug)]
pub(crate) struct SolveFork {
    #[command(flatten)]
    pub(crate) rules: ForkRules,
    /// A table of all pairs of pieces instead
    #[arg(long, conflicts_with_all = ["student", "teacher", "certificate", "first_moves", "memory"])]
    pub(crate) all: bool,
    #[command(flatten)]
    pub(crate) effort: Effort,
}

#[derive(Args, Debug)]
pub(crate) struct SolveTicTacToe {
    #[command(flatten)]
    pub(crate) rules: TicTacToeRules,
    #[command(flatten)]
    pub(crate) effort: Effort,
    #[command(flatten)]
    pub(crate) search: Search,
}

#[derive(Args, Debug)]
pub(crate) struct SolveCheck {
    /// The certificate
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
}

#[derive(Args, Debug)]
pub(crate) struct SolvePerft {
    /// Which game.
    #[command(subcommand)]
    pub(crate) game: PerftGame,
}

#[derive(Subcommand, Debug)]
pub(crate) enum PerftGame {
    /// Peasants' Chess
    Peasants(PerftOf<PawnRules>),
    /// Pawns Only
    Pawns(PerftOf<PawnRules>),
    /// Nim
    Nim(PerftOf<NimRules>),
    /// The fork game
    Fork(PerftOf<ForkRules>),
    /// Tic-tac-toe
    #[command(name = "tictactoe")]
    TicTacToe(PerftOf<TicTacToeRules>),
}

#[derive(Args, Debug)]
pub(crate) struct PerftOf<R: Args> {
    #[command(flatten)]
    pub(crate) rules: R,
    #[command(flatten)]
    pub(crate) count: Count,
}

/// What to count.
#[derive(Args, Debug)]
pub(crate) struct Count {
    /// How many moves deep to count
    #[arg(value_name = "DEPTH", required = true, value_parser = whole::<u32>)]
    pub(crate) depth: u32,
    /// Count for each move separately
    #[arg(long)]
    pub(crate) divide: bool,
}
