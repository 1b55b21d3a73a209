//! Where another reader reads otherwise, and how games are compared in spite of it.
//!
//! Every difference stands in a table with the reason why ours is right. One that isn't there fails, and so does one that
//! is there and does not occur. Differences can be of any kind; what must hold even there is that both read the same
//! moves as far as the one goes that stops first.

mod pgn_reader;
mod python_chess;

pub(super) use pgn_reader::PGN_READER;
pub(super) use python_chess::PYTHON_CHESS;

use anyhow::{Context as _, Result, bail, ensure};

use super::Count;
use super::game::Game;

/// Differences with one cause.
pub(super) struct Reason {
    /// What they do, and why we don't.
    pub(super) why: &'static str,
    /// Where.
    pub(super) games: &'static [Difference],
}

/// Games of a file that are read otherwise.
#[derive(Clone, Copy)]
pub(super) struct Difference {
    /// Named from the folder with the data.
    file: &'static str,
    /// The numbers of the games, from 1, as we count them.
    numbers: &'static [usize],
    /// How many of our games ...
    ours: usize,
    /// ... stand against how many of theirs.
    theirs: usize,
}

/// These games are other ones for them.
const fn other(file: &'static str, numbers: &'static [usize]) -> Difference {
    Difference { file, numbers, ours: 1, theirs: 1 }
}

/// So many games of theirs stand against each of these.
const fn split(file: &'static str, numbers: &'static [usize], theirs: usize) -> Difference {
    Difference { file, numbers, ours: 1, theirs }
}

/// So many of our games, from this one on, stand against so many of theirs.
const fn joined(
    file: &'static str,
    number: &'static [usize],
    ours: usize,
    theirs: usize,
) -> Difference {
    Difference { file, numbers: number, ours, theirs }
}

/// How many games are listed.
pub(super) fn listed(reasons: &[Reason]) -> usize {
    let differences = reasons.iter().flat_map(|reason| reason.games);
    differences.map(|difference| difference.numbers.len()).sum()
}

/// Makes sure that every reason has been given and every listed file is among these.
pub(super) fn check_table(reasons: &[Reason], files: &[String]) -> Result<()> {
    for reason in reasons {
        ensure!(!reason.why.is_empty(), "a reason is missing");
        for difference in reason.games {
            let file = difference.file;
            ensure!(files.iter().any(|name| name == file), "{file} is listed, but isn't there");
        }
    }
    Ok(())
}

/// Compares all games of a file, and counts ours.
pub(super) fn compare(
    file: &str,
    ours: impl IntoIterator<Item = Result<Game>>,
    theirs: impl IntoIterator<Item = Result<Game>>,
    reasons: &[Reason],
) -> Result<Count> {
    let differences: Vec<Difference> = reasons
        .iter()
        .flat_map(|reason| reason.games)
        .filter(|difference| difference.file == file)
        .copied()
        .collect();
    let expected: usize = differences.iter().map(|difference| difference.numbers.len()).sum();
    let mut theirs = theirs.into_iter();
    let (mut count, mut found, mut skipped) = (Count::default(), 0, 0);
    for ours in ours {
        let ours = ours?;
        count += ours.count();
        if skipped > 0 {
            skipped -= 1;
            continue;
        }
        let number = count.games;
        let Some(listed) = differences.iter().find(|d| d.numbers.contains(&number)) else {
            let their = theirs.next().transpose()?.context("they have fewer games")?;
            if !ours.is_same(&their) {
                bail!("game {number}:\n  ours   {ours}\n  theirs {their}");
            }
            continue;
        };
        let games: Vec<Game> = theirs.by_ref().take(listed.theirs).collect::<Result<_>>()?;
        ensure!(games.len() == listed.theirs, "game {number}: they have fewer games");
        if let [their] = games.as_slice() {
            ensure!(
                listed.ours > 1 || !ours.is_same(their),
                "game {number} is listed, but the same"
            );
        }
        let moves = games.first().map_or("", |game| &game.moves);
        let agree = ours.moves.starts_with(moves) || moves.starts_with(&ours.moves);
        ensure!(agree, "game {number}:\n  ours   {ours}\n  theirs {}", games[0]);
        found += 1;
        skipped = listed.ours - 1;
    }
    ensure!(theirs.next().is_none(), "they have more games than our {}", count.games);
    ensure!(found == expected, "{expected} games are listed, but only {found} are there");
    Ok(count)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &[Reason] = &[Reason {
        why: "for a test",
        games: &[other("a", &[1]), split("b", &[1], 2), joined("c", &[1], 2, 1)],
    }];

    fn games(moves: &[&str]) -> Vec<Result<Game>> {
        let game = |moves: &&str| Ok(Game { moves: (*moves).to_owned(), ..Game::default() });
        moves.iter().map(game).collect()
    }

    fn answer(file: &str, ours: &[&str], theirs: &[&str]) -> String {
        let answer = compare(file, games(ours), games(theirs), TABLE);
        answer.map_or_else(|error| error.to_string(), |count| count.to_string())
    }

    #[test]
    fn listed_differences_are_passed_over() {
        assert_eq!(answer("a", &["e4 e5", "d4"], &["e4", "d4"]), "2 games, 3 plies");
        assert_eq!(answer("b", &["e4 e5", "d4"], &["e4", "e5", "d4"]), "2 games, 3 plies");
        assert_eq!(answer("c", &["e4", "e5", "d4"], &["e4 e5", "d4"]), "3 games, 3 plies");
    }

    #[test]
    fn other_differences_fail() {
        assert!(answer("d", &["e4"], &["d4"]).starts_with("game 1:"));
        assert!(answer("a", &["e4", "e4"], &["", "d4"]).starts_with("game 2:"));
        assert!(answer("d", &["e4"], &[]).contains("fewer games"));
        assert!(answer("d", &[], &["e4"]).contains("more games"));
        assert!(answer("b", &["e4"], &["e4"]).contains("fewer games"));
    }

    #[test]
    fn listed_differences_must_occur_and_agree_up_to_their_place() {
        assert!(answer("a", &["e4"], &["e4"]).contains("but the same"));
        assert!(answer("a", &[], &[]).contains("1 games are listed, but only 0"));
        assert!(answer("a", &["e4"], &["d4"]).starts_with("game 1:"));
        assert!(check_table(TABLE, &["a".to_owned()]).is_err());
    }

    #[test]
    fn errors_of_theirs_must_be_ours_too() {
        let bad = Game { errors: 1, ..Game::default() };
        assert!(!Game::default().is_same(&bad));
        assert!(bad.is_same(&Game::default()) && bad.is_same(&bad));
    }
}
