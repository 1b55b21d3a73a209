//! `hazel play`: a game against the solver.

use std::time::Duration;

use clap::{Args, Subcommand, ValueEnum};
use hazel_core::Role;

/// The longest clock and increment, in seconds.
const LONGEST: u64 = 100 * 3600;

pub(super) const PLAY_HELP: &str = "\
You play in the terminal, against a machine that has solved the game. Type a
move, or one of these words:
  help     how moves are written
  moves    all that you can play
  hint     the best move, and what it leads to
  back     take your last move back
  resign   give this game up
  quit     leave

Examples:
  You have a queen and must fork king and rook:
    $ echo quit | hazel play fork --student queen --teacher rook

  Nim, with the machine to move first:
    $ echo quit | hazel play nim --heaps 3,4,5 --role second";

pub(super) const FORK_HELP: &str = "\
The student has one piece and must attack both men of the teacher at once. The
teacher has a king and a piece and wins by capturing the student's. The student
places first, then the teacher places both men, and then they move in turn. The
student's piece captures nothing; a fork counts whoever brings it about.

Games follow each other until you quit or a clock runs out. When the student
wins, the teacher gains --stake seconds on the clock; when the teacher wins, the
teacher loses as many.

Examples:
  You are the student and have a knight:
    $ echo 'N@d4' | hazel play fork --student knight --teacher bishop

  You are the teacher and have two minutes, the student has no clock:
    $ echo quit | hazel play fork --role teacher --teacher-clock 2:00";

pub(super) const PEASANTS_HELP: &str = "\
Each side has two rows of pawns. They move and capture as in chess, en passant
too, and the first to bring one to its last rank wins. Whoever has no move or no
pawns draws. A move is the square that a pawn goes to, as in b4; a capture has
the file before it, as in bxc5.

Examples:
  You are White, on a board of four files:
    $ echo b4 | hazel play peasants --files 4

  You are Black, and the rank before the last wins:
    $ echo quit | hazel play peasants --files 3 --role black --short";

pub(super) const NIM_HELP: &str = "\
Each move takes some objects from one heap. Whoever takes the last one wins, or
loses with --misere. 2:3 takes three from the second heap.

Examples:
  The usual heaps of 3, 5 and 7; you begin:
    $ echo '3:1' | hazel play nim

  The last one loses, five minutes each and two seconds more a move:
    $ echo quit | hazel play nim --misere --clock 5:00 --increment 2";

#[derive(Args, Debug)]
pub(crate) struct Play {
    /// Which game.
    #[command(subcommand)]
    pub(crate) game: PlayCommand,
}

#[derive(Subcommand, Debug)]
pub(crate) enum PlayCommand {
    /// The fork game: attack two men at once
    #[command(after_long_help = FORK_HELP)]
    Fork(PlayFork),
    /// Peasants' Chess: be the first to bring a pawn through
    #[command(after_long_help = PEASANTS_HELP)]
    Peasants(PlayPeasants),
    /// Nim: take some from one heap
    #[command(after_long_help = NIM_HELP)]
    Nim(PlayNim),
}

#[derive(Args, Debug)]
pub(crate) struct PlayFork {
    /// The student's piece
    #[arg(long, value_enum, value_name = "PIECE", default_value_t = Piece::Queen)]
    pub(crate) student: Piece,
    /// The piece that the teacher has beside the king
    #[arg(long, value_enum, value_name = "PIECE", default_value_t = Piece::Rook)]
    pub(crate) teacher: Piece,
    /// Who you are
    #[arg(long, value_enum, default_value_t = ForkRole::Student)]
    pub(crate) role: ForkRole,
    /// The teacher's king must heed check, as in chess
    #[arg(long)]
    pub(crate) check: bool,
    #[command(flatten)]
    pub(crate) clock: ClockOptions,
    /// The student's time instead of --clock
    #[arg(long, value_name = "MM:SS", value_parser = clock)]
    pub(crate) student_clock: Option<Duration>,
    /// The teacher's time instead of --clock
    #[arg(long, value_name = "MM:SS", value_parser = clock)]
    pub(crate) teacher_clock: Option<Duration>,
    /// What the teacher gains or loses on the clock by a game
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    pub(crate) stake: Duration,
    /// Draw with letters instead of chess symbols
    #[arg(long)]
    pub(crate) ascii: bool,
}

#[derive(Args, Debug)]
pub(crate) struct PlayPeasants {
    /// How many files the board has, 1 to 5
    ///
    /// With five, the machine may think for a minute at first; with more it would think for hours.
    #[arg(long, value_name = "N", default_value = "4", value_parser = clap::value_parser!(u8).range(1..=5))]
    pub(crate) files: u8,
    /// How many ranks the board has, 6 to 8
    #[arg(long, value_name = "N", default_value = "8", value_parser = clap::value_parser!(u8).range(6..=8))]
    pub(crate) ranks: u8,
    /// The rank before the last wins
    #[arg(long)]
    pub(crate) short: bool,
    /// Pawns can't be captured en passant
    #[arg(long)]
    pub(crate) no_en_passant: bool,
    /// Which side you are; White begins
    #[arg(long, value_enum, default_value_t = PeasantsRole::White)]
    pub(crate) role: PeasantsRole,
    #[command(flatten)]
    pub(crate) clock: ClockOptions,
    /// Draw with letters instead of chess symbols
    #[arg(long)]
    pub(crate) ascii: bool,
}

#[derive(Args, Debug)]
pub(crate) struct PlayNim {
    /// How many objects each heap has
    #[arg(long, value_name = "N,N,...", value_delimiter = ',', default_value = "3,5,7", value_parser = super::whole::<u8>)]
    pub(crate) heaps: Vec<u8>,
    /// Whoever takes the last object loses
    #[arg(long)]
    pub(crate) misere: bool,
    /// Whether you move first or second
    #[arg(long, value_enum, default_value_t = NimRole::First)]
    pub(crate) role: NimRole,
    #[command(flatten)]
    pub(crate) clock: ClockOptions,
}

#[derive(Args, Debug)]
pub(crate) struct ClockOptions {
    /// The time that each side has [default: no clock]
    #[arg(long, value_name = "MM:SS", value_parser = clock)]
    pub(crate) clock: Option<Duration>,
    /// The time that each move adds to the mover's clock
    #[arg(long, value_name = "SECONDS", default_value = "0", value_parser = seconds)]
    pub(crate) increment: Duration,
}

/// A piece that both sides of the fork game can have.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
#[allow(missing_docs, reason = "the names say it")]
pub(crate) enum Piece {
    Queen,
    Rook,
    Bishop,
    Knight,
}

impl Piece {
    /// The piece as chess knows it.
    pub(crate) const fn role(self) -> Role {
        match self {
            Piece::Queen => Role::Queen,
            Piece::Rook => Role::Rook,
            Piece::Bishop => Role::Bishop,
            Piece::Knight => Role::Knight,
        }
    }
}

/// A side of the fork game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum ForkRole {
    /// One piece, to move first
    Student,
    /// King and piece
    Teacher,
}

/// A side of Peasants' Chess.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum PeasantsRole {
    /// Begins, from below
    White,
    /// From above
    Black,
}

/// A side of Nim.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum NimRole {
    /// You begin
    First,
    /// The machine begins
    Second,
}

/// Minutes and two digits of seconds.
fn clock(text: &str) -> Result<Duration, String> {
    let time = || {
        let (minutes, seconds) = text.split_once(':')?;
        // A sign is no part of a time.
        let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if !digits(minutes) || !digits(seconds) || seconds.len() != 2 {
            return None;
        }
        let seconds = seconds.parse().ok().filter(|seconds| *seconds < 60)?;
        let time = minutes.parse::<u64>().ok()?.checked_mul(60)?.checked_add(seconds)?;
        (1..=LONGEST).contains(&time).then_some(Duration::from_secs(time))
    };
    let expected = "expected minutes and seconds, such as 5:00, at most 100 hours";
    time().ok_or_else(|| expected.to_owned())
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|seconds| (0..=LONGEST).contains(seconds));
    let expected = || format!("expected a whole number of seconds, at most {LONGEST}");
    seconds.map(Duration::from_secs).ok_or_else(expected)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_minutes_and_seconds() {
        for (text, seconds) in [("5:00", 300), ("0:01", 1), ("90:00", 5400), ("6000:00", 360_000)] {
            assert_eq!(clock(text), Ok(Duration::from_secs(seconds)), "{text}");
        }
        for bad in [
            "", "90", "0", "0:00", "5:60", "5:0", "5:000", ":", "-1:00", "+5:00", "1:2:3", "x",
            "6000:01",
        ] {
            assert!(clock(bad).is_err(), "{bad}");
        }
        assert_eq!(seconds("0"), Ok(Duration::ZERO));
        assert!(seconds("-1").is_err() && seconds("1.5").is_err() && seconds("360001").is_err());
    }
}
