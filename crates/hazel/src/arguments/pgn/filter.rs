//! `hazel pgn filter`: conditions on games.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use hazel_core::{Position, Role};
use hazel_tape::tree::GameResult;

use super::{Games, Target};

pub(super) const FILTER_HELP: &str = "\
A game is written if all conditions hold. Names are found as parts of the tags,
in capital or small letters. Conditions on tags are asked first, and the moves
of games that fail them are not played; so errors in those are not seen.

Dates are YYYY, YYYY.MM or YYYY.MM.DD, the last day included. A game whose date
is partly unknown matches if it may have been played then; one without a year
doesn't. Ratings are those of both players, and a game without them doesn't
match. Openings are recognised by position, as in 'hazel pgn stats'; for the tag
ask with --tag ECO=B90.

--fen finds the placement and the side to move in the main line, by any order of
moves; the other fields of the FEN are not compared. --material names the men of
one side, v, and those of the other, in either colour.

Games are written as they stand in the file, to the byte, with an empty line
after each; with --to in another form.

Examples:
  By player:
    $ hazel pgn filter --player morphy examples/games.pgn

  Sicilians and Caro-Kanns that White won:
    $ hazel pgn filter --eco B10-B99 --result 1-0 examples/games.pgn

  Where a position was reached:
    $ hazel pgn filter --fen \"8/8/k1P2K2/8/7p/8/8/8 b\" examples/games.pgn --count

  Endings of pawn against pawn that lasted four plies, as FEN:
    $ hazel pgn filter --material KPvKP --held 4 --to fen examples/games.pgn

  All but the games of one server, into a file:
    $ hazel pgn filter --site server --invert examples/games.pgn -o rest.pgn";

#[derive(Args, Debug)]
pub(crate) struct Filter {
    #[command(flatten)]
    pub(crate) games: Games,
    /// White's name has this in it
    #[arg(long, value_name = "NAME", help_heading = "Conditions on tags")]
    pub(crate) white: Option<String>,
    /// Black's name has this in it
    #[arg(long, value_name = "NAME", help_heading = "Conditions on tags")]
    pub(crate) black: Option<String>,
    /// White's or Black's name has this in it
    #[arg(long, value_name = "NAME", help_heading = "Conditions on tags")]
    pub(crate) player: Option<String>,
    /// The event has this in its name
    #[arg(long, value_name = "NAME", help_heading = "Conditions on tags")]
    pub(crate) event: Option<String>,
    /// The site has this in its name
    #[arg(long, value_name = "NAME", help_heading = "Conditions on tags")]
    pub(crate) site: Option<String>,
    /// Played on this day or later
    #[arg(long, value_name = "DATE", value_parser = first_day, help_heading = "Conditions on tags")]
    pub(crate) date_from: Option<u32>,
    /// Played on this day or earlier
    #[arg(long, value_name = "DATE", value_parser = last_day, help_heading = "Conditions on tags")]
    pub(crate) date_to: Option<u32>,
    /// Both players are rated at least this
    #[arg(long, value_name = "ELO", help_heading = "Conditions on tags")]
    pub(crate) min_elo: Option<u32>,
    /// Both players are rated at most this
    #[arg(long, value_name = "ELO", help_heading = "Conditions on tags")]
    pub(crate) max_elo: Option<u32>,
    /// A tag has this value (NAME=VALUE) or this in it (NAME~TEXT); can be given several times
    #[arg(long, value_name = "NAME=VALUE", value_parser = tag, help_heading = "Conditions on tags")]
    pub(crate) tag: Vec<TagIs>,
    /// The result
    #[arg(long, value_name = "RESULT", value_parser = result, help_heading = "Conditions on moves")]
    pub(crate) result: Option<GameResult>,
    /// The main line has at least so many plies
    #[arg(long, value_name = "N", help_heading = "Conditions on moves")]
    pub(crate) min_plies: Option<u32>,
    /// The main line has at most so many plies
    #[arg(long, value_name = "N", help_heading = "Conditions on moves")]
    pub(crate) max_plies: Option<u32>,
    /// The code of the opening: B90, B9, or from B90 to B99 as B90-B99
    #[arg(long, value_name = "CODES", value_parser = eco, help_heading = "Conditions on moves")]
    pub(crate) eco: Option<RangeInclusive<String>>,
    /// The name of the opening has this in it
    #[arg(long, value_name = "NAME", help_heading = "Conditions on moves")]
    pub(crate) opening: Option<String>,
    /// The main line reaches this position
    #[arg(long, value_name = "FEN", value_parser = fen, help_heading = "Conditions on moves")]
    pub(crate) fen: Option<Position>,
    /// The main line reaches this material, such as KRPvKR
    #[arg(long, value_name = "MEN", value_parser = material, help_heading = "Conditions on moves")]
    pub(crate) material: Option<[[u8; 6]; 2]>,
    /// The material stays on the board for so many positions in a row
    #[arg(
        long,
        value_name = "N",
        requires = "material",
        default_value_t = 1,
        help_heading = "Conditions on moves"
    )]
    pub(crate) held: u32,
    /// How the last position of the main line ends the game
    #[arg(long, value_enum, value_name = "HOW", help_heading = "Conditions on moves")]
    pub(crate) ends: Option<End>,
    /// Choose the other games
    #[arg(long)]
    pub(crate) invert: bool,
    /// Only count the games
    #[arg(long, conflicts_with_all = ["output", "to"])]
    pub(crate) count: bool,
    /// Write the games in another form
    #[arg(long, value_enum)]
    pub(crate) to: Option<Target>,
    /// Write to FILE instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// A condition on one tag.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct TagIs {
    pub(crate) name: String,
    pub(crate) value: String,
    /// The value only has to be a part.
    pub(crate) part: bool,
}

/// How a position ends a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum End {
    /// The king is in check and there is no move
    Checkmate,
    /// The king is not in check and there is no move
    Stalemate,
    /// Nobody has the men to mate
    Insufficient,
}

fn tag(text: &str) -> Result<TagIs, String> {
    let at = text.find(['=', '~']).filter(|&at| at > 0);
    let at = at.ok_or("expected NAME=VALUE or NAME~TEXT, such as ECO=B90")?;
    let (name, value) = (text[..at].to_owned(), text[at + 1..].to_owned());
    Ok(TagIs { name, value, part: text[at..].starts_with('~') })
}

fn result(text: &str) -> Result<GameResult, String> {
    let all = [GameResult::WhiteWins, GameResult::BlackWins, GameResult::Draw, GameResult::Unknown];
    let found = all.into_iter().find(|&result| hazel_notation::pgn::result_text(result) == text);
    found.ok_or_else(|| "expected 1-0, 0-1, 1/2-1/2 or *".to_owned())
}

/// Both ends of a range of codes, as they are compared: `B9` is from `B90` to `B99`.
fn eco(text: &str) -> Result<RangeInclusive<String>, String> {
    let text = text.to_ascii_uppercase();
    let (from, to) = text.split_once('-').unwrap_or((&text, &text));
    let is_code = |code: &str| {
        let mut letters = code.bytes();
        letters.next().is_some_and(|letter| (b'A'..=b'E').contains(&letter))
            && code.len() <= 3
            && letters.all(|digit| digit.is_ascii_digit())
    };
    if !is_code(from) || !is_code(to) {
        return Err(
            "expected a letter from A to E and up to two digits, or two of them as B20-B99"
                .to_owned(),
        );
    }
    Ok(format!("{from:0<3}")..=format!("{to:9<3}"))
}

fn fen(text: &str) -> Result<Position, String> {
    hazel_notation::parse_fen(text).map_err(|error| error.to_string())
}

/// The men of both sides by role.
fn material(text: &str) -> Result<[[u8; 6]; 2], String> {
    let expected =
        || "expected the men of both sides, each with its king, such as KRPvKR".to_owned();
    let (one, other) = text.split_once(['v', 'V']).ok_or_else(expected)?;
    let side = |men: &str| {
        let mut counts = [0u8; 6];
        for man in men.chars() {
            let role = match man.to_ascii_uppercase() {
                'P' => Role::Pawn,
                'N' => Role::Knight,
                'B' => Role::Bishop,
                'R' => Role::Rook,
                'Q' => Role::Queen,
                'K' => Role::King,
                _ => return None,
            };
            counts[role.index()] += 1;
        }
        (counts[Role::King.index()] == 1 && men.len() <= 16).then_some(counts)
    };
    Ok([side(one).ok_or_else(expected)?, side(other).ok_or_else(expected)?])
}

fn first_day(text: &str) -> Result<u32, String> {
    date(text).map(|(first, _)| first)
}

fn last_day(text: &str) -> Result<u32, String> {
    date(text).map(|(_, last)| last)
}

fn date(text: &str) -> Result<(u32, u32), String> {
    let all_known = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    days(text)
        .filter(|_| all_known)
        .ok_or_else(|| "expected YYYY, YYYY.MM or YYYY.MM.DD".to_owned())
}

/// The first and the last day that a date can mean, as numbers that are ordered like days. `None` if the year isn't known.
pub(crate) fn days(text: &str) -> Option<(u32, u32)> {
    let mut fields = text.trim().split(['.', '-', '/']);
    let year = fields.next().filter(|year| year.len() == 4)?.parse::<u32>().ok()?;
    let mut range = |highest: u32| match fields.next() {
        None => Some((0, highest)),
        Some(field) if field.contains('?') => Some((0, highest)),
        Some(field) => {
            field.parse().ok().filter(|number| (1..=highest).contains(number)).map(|n| (n, n))
        }
    };
    let (month, day) = (range(12)?, range(31)?);
    let number = |month, day| year * 10_000 + month * 100 + day;
    fields.next().is_none().then(|| (number(month.0, day.0), number(month.1, day.1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_ranges() {
        let range =
            |text: &str| eco(text).map(|range| format!("{}-{}", range.start(), range.end()));
        assert_eq!(range("B90").as_deref(), Ok("B90-B90"));
        assert_eq!(range("b9").as_deref(), Ok("B90-B99"));
        assert_eq!(range("A-B5").as_deref(), Ok("A00-B59"));
        for bad in ["", "F00", "B900", "B9x", "B90-", "B90-C00-D00", "é"] {
            assert!(eco(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn dates_are_the_days_that_they_may_mean() {
        assert_eq!(days("1992.05.17"), Some((19_920_517, 19_920_517)));
        assert_eq!(days("1992.05.??"), Some((19_920_500, 19_920_531)));
        assert_eq!(days("1992.??.??"), days("1992"));
        assert_eq!(days("1992"), Some((19_920_000, 19_921_231)));
        for unknown in ["????.??.??", "", "?", "92.01.01", "1992.13.01", "1992.00", "1992.1.1.1"] {
            assert_eq!(days(unknown), None, "{unknown}");
        }
        assert!(date("1992.??").is_err() && date("soon").is_err());
    }

    #[test]
    fn material_needs_both_kings() {
        assert_eq!(material("KRPvKR"), Ok([[1, 0, 0, 1, 0, 1], [0, 0, 0, 1, 0, 1]]));
        for bad in ["KRP", "RvK", "KKvK", "KXvK", "v", "KPPPPPPPPPPPPPPPPvK", "KvKvK"] {
            assert!(material(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn tags_are_compared_as_a_whole_or_in_part() {
        assert_eq!(
            tag("ECO=B9~"),
            Ok(TagIs { name: "ECO".into(), value: "B9~".into(), part: false })
        );
        assert_eq!(
            tag("Site~a=b"),
            Ok(TagIs { name: "Site".into(), value: "a=b".into(), part: true })
        );
        assert!(tag("ECO").is_err() && tag("=x").is_err());
    }
}
