//! The rules of a pawn game, as data.
//!
//! The known games of pawns differ only in numbers and in what a few endings mean, so there is one game with rules as a
//! value, and not one type a game. The fields are open, because a person changes one of them at a time; whoever builds
//! something on rules [validates](Rules::validate) them first.
//!
//! The text of rules is one line, and each has only one: it stands in the files that a solver writes, where
//! two spellings of the same thing would be two things.

use std::{fmt, ops::RangeInclusive, str::FromStr};

use hazel_solve::Outcome;

/// What game is played: the board, the men and the endings.
///
/// Both sides have the same men, mirrored. Ranks are counted from the mover's own side, from 1. Pawns move and capture
/// as in chess; there are no other men, and no promotion: a pawn that reaches the [goal](Rules::goal) wins.
///
/// Where several endings apply to a position, the first of these counts:
/// 1. a pawn of the side that just moved stands on its goal rank: the side to move has lost;
/// 2. the side to move has [no pawns](Rules::no_pawns);
/// 3. the side to move has pawns and [no move](Rules::no_move).
///
/// ```
/// use hazel_games::pawns::Rules;
///
/// let rules = Rules { en_passant: false, ..Rules::one_row(6, 8) }.validate().unwrap();
/// assert_eq!(
///     rules.to_string(),
///     "pawns files=6 ranks=8 rows=1 double-step=yes en-passant=no no-move=draw no-pawns=loss goal=8",
/// );
/// assert_eq!(rules.to_string().parse(), Ok(rules));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    /// How wide the board is: 1 to 8.
    pub files: u8,
    /// How long the board is: 4 to 8, and at least two more than both sides' rows together.
    pub ranks: u8,
    /// How many rows of pawns a side has, from its second rank on: at least 1.
    pub rows: u8,
    /// Whether a pawn on its second rank may go two squares at once if both are empty. It never goes onto the goal rank
    /// or over it that way.
    pub double_step: bool,
    /// Whether a pawn that made a double step can be captured on the square it went over, by a pawn and at once.
    /// Without double steps this says nothing.
    pub en_passant: bool,
    /// What it means for the side to move that it has pawns but no move.
    pub no_move: Ending,
    /// What it means for the side to move that it has no pawns.
    pub no_pawns: Ending,
    /// The rank on which a pawn wins at once: above the rows, up to the last rank.
    pub goal: u8,
}

impl Rules {
    /// Peasants' Chess: two rows, and nobody wins if the side to move has no move or no pawns.
    pub const fn peasants(files: u8, ranks: u8) -> Rules {
        Rules {
            files,
            ranks,
            rows: 2,
            double_step: true,
            en_passant: true,
            no_move: Ending::Draw,
            no_pawns: Ending::Draw,
            goal: ranks,
        }
    }

    /// The game with one row, in which a side without pawns has lost.
    pub const fn one_row(files: u8, ranks: u8) -> Rules {
        Rules { rows: 1, no_pawns: Ending::Loss, ..Rules::peasants(files, ranks) }
    }

    /// The same game with the rank before the last as the goal.
    pub const fn short(self) -> Rules {
        Rules { goal: self.ranks.saturating_sub(1), ..self }
    }

    /// The same rules, if there is such a game.
    ///
    /// # Errors
    /// Names the first field, from the top, with a value that it can't have.
    pub fn validate(self) -> Result<Rules, RulesError> {
        check("files", self.files, 1..=8)?;
        check("ranks", self.ranks, 4..=8)?;
        check("rows", self.rows, 1..=(self.ranks - 2) / 2)?;
        check("goal", self.goal, self.rows + 2..=self.ranks)?;
        Ok(self)
    }
}

impl fmt::Display for Rules {
    /// One line of `key=value` words that [`FromStr`] reads.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let yes_or_no = |yes| if yes { "yes" } else { "no" };
        write!(f, "{NAME} files={} ranks={} rows={}", self.files, self.ranks, self.rows)?;
        write!(f, " double-step={}", yes_or_no(self.double_step))?;
        write!(f, " en-passant={}", yes_or_no(self.en_passant))?;
        write!(f, " no-move={} no-pawns={} goal={}", self.no_move, self.no_pawns, self.goal)
    }
}

impl FromStr for Rules {
    type Err = ParseRulesError;

    /// Reads exactly what [`Display`](fmt::Display) writes, and [validates](Rules::validate) it.
    fn from_str(text: &str) -> Result<Rules, ParseRulesError> {
        let mut words = Words { words: text.split(' '), number: 0 };
        let name = words.next();
        if name != NAME {
            return Err(words.error(name, NAME));
        }
        let rules = Rules {
            files: words.number("files")?,
            ranks: words.number("ranks")?,
            rows: words.number("rows")?,
            double_step: words.yes_or_no("double-step")?,
            en_passant: words.yes_or_no("en-passant")?,
            no_move: words.ending("no-move")?,
            no_pawns: words.ending("no-pawns")?,
            goal: words.number("goal")?,
        };
        if let Some(word) = words.words.next() {
            words.number += 1;
            return Err(words.error(word, "the end of the line"));
        }
        Ok(rules.validate()?)
    }
}

/// What the end of a game means for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    /// It has lost.
    Loss,
    /// Nobody has won.
    Draw,
    /// It has won.
    Win,
}

impl Ending {
    /// All of them, the worst first.
    pub const ALL: [Ending; 3] = [Ending::Loss, Ending::Draw, Ending::Win];

    /// The value for the side to move.
    pub const fn outcome(self) -> Outcome {
        match self {
            Ending::Loss => Outcome::LOSS,
            Ending::Draw => Outcome::DRAW,
            Ending::Win => Outcome::WIN,
        }
    }
}

impl fmt::Display for Ending {
    /// `loss`, `draw` or `win`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.outcome().fmt(f)
    }
}

/// There is no such game: a field of [`Rules`] has a value that it can't have.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{field} is {value}, expected {} to {}", .expected.start(), .expected.end())]
pub struct RulesError {
    /// The name of the field.
    pub field: &'static str,
    /// Its value.
    pub value: u8,
    /// What it could have been, the fields before it being what they are.
    pub expected: RangeInclusive<u8>,
}

/// A line that isn't the text of [`Rules`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParseRulesError {
    /// A word isn't what belongs in its place.
    #[error("word {number} of the rules is {found:?}, expected {expected}")]
    Word {
        /// Which word, the first being 1.
        number: usize,
        /// The word; empty where the line ends too early.
        found: String,
        /// What belongs there.
        expected: String,
    },
    /// The line is well formed, but there is no such game.
    #[error(transparent)]
    Rules(#[from] RulesError),
}

/// The first word of the line.
const NAME: &str = "pawns";

fn check(field: &'static str, value: u8, expected: RangeInclusive<u8>) -> Result<(), RulesError> {
    if expected.contains(&value) { Ok(()) } else { Err(RulesError { field, value, expected }) }
}

/// The words of a line that are still to be read.
struct Words<'a> {
    words: std::str::Split<'a, char>,
    number: usize,
}

impl<'a> Words<'a> {
    fn number(&mut self, key: &str) -> Result<u8, ParseRulesError> {
        self.value(key, "number", |text| {
            // Only one spelling is read: `+8` and `08` are not.
            text.parse().ok().filter(|number: &u8| number.to_string() == text)
        })
    }

    fn yes_or_no(&mut self, key: &str) -> Result<bool, ParseRulesError> {
        self.value(key, "yes or no", |text| match text {
            "yes" => Some(true),
            "no" => Some(false),
            _ => None,
        })
    }

    fn ending(&mut self, key: &str) -> Result<Ending, ParseRulesError> {
        self.value(key, "loss, draw or win", |text| {
            Ending::ALL.into_iter().find(|ending| ending.to_string() == text)
        })
    }

    /// A word `key=value`.
    fn value<T>(
        &mut self,
        key: &str,
        expected: &str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<T, ParseRulesError> {
        let word = self.next();
        let value = word.strip_prefix(key).and_then(|rest| rest.strip_prefix('='));
        value.and_then(read).ok_or_else(|| self.error(word, &format!("{key}=<{expected}>")))
    }

    /// The next word; empty after the last.
    fn next(&mut self) -> &'a str {
        self.number += 1;
        self.words.next().unwrap_or_default()
    }

    fn error(&self, found: &str, expected: &str) -> ParseRulesError {
        let number = self.number;
        ParseRulesError::Word { number, found: found.into(), expected: expected.into() }
    }
}

#[cfg(test)]
mod tests {
    use hazel_solve::Outcome;
    use proptest::{
        prelude::{Strategy, any},
        prop_assert_eq, proptest,
        sample::select,
    };

    use super::{Ending, ParseRulesError, Rules, RulesError};

    const LINE: &str = "pawns files=5 ranks=8 rows=2 double-step=yes en-passant=yes no-move=draw no-pawns=draw goal=8";

    /// Any rules, most of them of no game.
    fn rules() -> impl Strategy<Value = Rules> {
        let ending = || select(&Ending::ALL[..]);
        (
            0..=10_u8,
            0..=10_u8,
            0..=5_u8,
            0..=10_u8,
            any::<bool>(),
            any::<bool>(),
            ending(),
            ending(),
        )
            .prop_map(
                |(files, ranks, rows, goal, double_step, en_passant, no_move, no_pawns)| Rules {
                    files,
                    ranks,
                    rows,
                    double_step,
                    en_passant,
                    no_move,
                    no_pawns,
                    goal,
                },
            )
    }

    proptest! {
        #[test]
        fn the_text_of_rules_is_read_back_if_and_only_if_there_is_such_a_game(rules in rules()) {
            let there_is = (1..=8).contains(&rules.files)
                && (4..=8).contains(&rules.ranks)
                && rules.rows >= 1
                && rules.ranks >= 2 * rules.rows + 2
                && rules.goal > rules.rows + 1
                && rules.goal <= rules.ranks;
            prop_assert_eq!(rules.validate().is_ok(), there_is);
            let expected = rules.validate().map_err(ParseRulesError::Rules);
            prop_assert_eq!(rules.to_string().parse::<Rules>(), expected);
        }
    }

    #[test]
    fn the_line_is_as_it_stands_in_files() {
        assert_eq!(Rules::peasants(5, 8).to_string(), LINE);
        assert_eq!(
            Rules::one_row(8, 7).short().to_string(),
            "pawns files=8 ranks=7 rows=1 double-step=yes en-passant=yes no-move=draw no-pawns=loss goal=6",
        );
        assert_eq!(LINE.parse(), Ok(Rules::peasants(5, 8)));
    }

    #[test]
    fn an_impossible_field_is_named_with_what_it_could_be() {
        let error = |rules: Rules| rules.validate().expect_err("there is no such game").to_string();
        assert_eq!(error(Rules::peasants(0, 8)), "files is 0, expected 1 to 8");
        assert_eq!(error(Rules::peasants(9, 8)), "files is 9, expected 1 to 8");
        assert_eq!(error(Rules::peasants(8, 3)), "ranks is 3, expected 4 to 8");
        assert_eq!(error(Rules::peasants(8, 5)), "rows is 2, expected 1 to 1");
        assert_eq!(error(Rules { goal: 3, ..Rules::peasants(8, 8) }), "goal is 3, expected 4 to 8");
        assert_eq!(
            LINE.replace("goal=8", "goal=9").parse::<Rules>(),
            Err(RulesError { field: "goal", value: 9, expected: 4..=8 }.into()),
        );
    }

    #[test]
    fn a_wrong_line_is_refused_at_the_word_that_is_wrong() {
        let error = |line: &str| line.parse::<Rules>().expect_err("the line is wrong").to_string();
        let cases = [
            ("", "word 1 of the rules is \"\", expected pawns"),
            ("pawns", "word 2 of the rules is \"\", expected files=<number>"),
            (
                &LINE.replace("rows=2", "rows=02"),
                "word 4 of the rules is \"rows=02\", expected rows=<number>",
            ),
            (
                &LINE.replace("=yes", "=maybe"),
                "word 5 of the rules is \"double-step=maybe\", expected double-step=<yes or no>",
            ),
            (
                &LINE.replace("no-move=draw", "no-move"),
                "word 7 of the rules is \"no-move\", expected no-move=<loss, draw or win>",
            ),
            (
                &format!("{LINE} files=5"),
                "word 10 of the rules is \"files=5\", expected the end of the line",
            ),
            (&format!("{LINE} "), "word 10 of the rules is \"\", expected the end of the line"),
            (&format!("{LINE}\n"), "word 9 of the rules is \"goal=8\\n\", expected goal=<number>"),
        ];
        for (line, expected) in cases {
            assert_eq!(error(line), expected);
        }
    }

    #[test]
    fn endings_are_exact_outcomes() {
        let outcomes = [Outcome::LOSS, Outcome::DRAW, Outcome::WIN];
        assert_eq!(Ending::ALL.map(Ending::outcome), outcomes);
    }
}
