//! Games in a row, and what they cost.

use std::io::{BufRead, Write};
use std::time::Duration;

use super::clock::Clocks;
use super::dialogue::{Dialogue, End};
use super::lines::Lines;
use super::opponent::Opponent;
use super::table::{Move, Position, Table};
use crate::report::Failure;

/// What is played, by whom, with which clocks.
pub(super) struct Session<'a, 'c, T: Table> {
    pub(super) table: &'a T,
    pub(super) opponent: &'a mut dyn Opponent<Position<T>, Move<T>>,
    pub(super) clocks: Clocks<'c>,
    /// The person's side.
    pub(super) person: usize,
    /// Without a stake one game is played.
    pub(super) stake: Option<Stake>,
}

/// A side's clock gains time by a lost game and loses as much by a won one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stake {
    pub(super) side: usize,
    pub(super) time: Duration,
}

impl<T: Table> Session<'_, '_, T> {
    /// Plays until the person leaves, a flag falls or, without a stake, one game is over.
    pub(super) fn play(
        mut self,
        lines: &mut Lines<impl BufRead, impl Write>,
    ) -> Result<(), Failure> {
        let (mut wins, mut draws) = ([0, 0], 0);
        for game in 0.. {
            let end = Dialogue {
                table: self.table,
                opponent: &mut *self.opponent,
                clocks: &mut self.clocks,
                person: self.person,
                variety: game,
            }
            .play(lines)?;
            match end {
                End::Won(side) => wins[side] += 1,
                End::Flag(side) => {
                    wins[1 - side] += 1;
                    let [loser, winner] = [side, 1 - side].map(|side| self.table.side(side));
                    lines.say(&format!("The {loser}'s time is over: the {winner} wins.\n"))?;
                }
                End::Drawn => draws += 1,
                End::Left => {}
            }
            if let Some(stake) = self.stake {
                lines.say(&self.score(wins, draws))?;
                if let End::Won(winner) = end {
                    self.settle(winner, stake);
                }
            }
            let is_over = matches!(end, End::Won(_) | End::Drawn);
            if !is_over || self.stake.is_none() {
                let farewell = if end == End::Left { "Goodbye.\n" } else { "" };
                return lines.say(farewell);
            }
            if let Some(side) = self.clocks.fallen() {
                let loser = self.table.side(side);
                return lines.say(&format!("The {loser} has no time left for another game.\n"));
            }
            lines.say(&format!("\nGame {}\n", game + 2))?;
        }
        Ok(())
    }

    /// Moves time from or to the clock that is at stake.
    fn settle(&mut self, winner: usize, stake: Stake) {
        if winner == stake.side {
            self.clocks.take(stake.side, stake.time);
        } else {
            self.clocks.add(stake.side, stake.time);
        }
    }

    fn score(&self, wins: [u32; 2], draws: u32) -> String {
        let [first, second] =
            [0, 1].map(|side| format!("{} {}", self.table.side(side), wins[side]));
        format!("Score: {first}, {second}, draws {draws}.\n")
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::super::clock::fake::Ticking;
    use super::super::{fork, nim, peasants};
    use super::Lines;
    use crate::arguments::{Arguments, Command, PlayCommand};

    /// What is shown when this is typed, where every look at the clock takes so many seconds.
    fn dialogue(command: &str, seconds: u64, typed: &str) -> String {
        let words = ["hazel", "play"].into_iter().chain(command.split(' '));
        let arguments = Arguments::try_parse_from(words).expect("arguments");
        let Command::Play(play) = arguments.command else { unreachable!("it is play") };
        let mut output = Vec::new();
        let mut lines = Lines::new(typed.as_bytes(), &mut output, true);
        let time = Ticking::by(seconds);
        match &play.game {
            PlayCommand::Fork(options) => fork::run(options, &time, &mut lines),
            PlayCommand::Peasants(options) => peasants::run(options, &time, &mut lines),
            PlayCommand::Nim(options) => nim::run(options, &time, &mut lines),
        }
        .expect("a dialogue");
        String::from_utf8(output).expect("text")
    }

    fn prompts(shown: &str) -> Vec<&str> {
        shown.lines().filter_map(|line| line.split_once("> ").map(|(prompt, _)| prompt)).collect()
    }

    #[test]
    fn the_teacher_gains_by_a_lost_game() {
        let command = "fork --role teacher --teacher-clock 0:30 --stake 15 --ascii";
        let shown = dialogue(command, 0, "resign\nresign\n");
        assert_eq!(prompts(&shown), ["teacher 0:30", "teacher 0:45", "teacher 1:00"]);
        assert!(
            shown.contains(
                "The teacher resigns.\nScore: student 1, teacher 0, draws 0.\n\nGame 2\n"
            )
        );
        assert!(shown.ends_with("Score: student 2, teacher 0, draws 0.\nGoodbye.\n"), "{shown}");
    }

    #[test]
    fn the_teacher_loses_by_a_won_game_until_no_time_is_left() {
        let command = "fork --clock 1:00 --teacher-clock 0:20 --stake 10 --ascii";
        let shown = dialogue(command, 0, "resign\nresign\nresign\n");
        assert_eq!(prompts(&shown), ["student 1:00 (teacher 0:20)", "student 1:00 (teacher 0:10)"]);
        let end = "Score: student 0, teacher 2, draws 0.\nThe teacher has no time left for another game.\n";
        assert!(shown.ends_with(end), "{shown}");
    }

    #[test]
    fn a_flag_that_falls_ends_the_game_as_a_loss() {
        let shown = dialogue("fork --student-clock 0:09 --ascii", 3, "help\nhelp\nhelp\nQ@d4\n");
        let end = "The student's time is over: the teacher wins.\nScore: student 0, teacher 1, draws 0.\n";
        assert!(shown.ends_with(end), "{shown}");
        let shown = dialogue("nim --clock 0:09", 3, "moves\nmoves\nmoves\n1:1\n");
        assert!(shown.ends_with("The person's time is over: the machine wins.\n"), "{shown}");
    }

    #[test]
    fn a_move_adds_the_increment() {
        let shown = dialogue("nim --heaps 3,5,7 --clock 1:00 --increment 5", 0, "1:1\n2:1\n");
        let shown = prompts(&shown);
        assert_eq!(shown[..2], ["person 1:00 (machine 1:00)", "person 1:05 (machine 1:05)"]);
    }

    #[test]
    fn what_is_typed_besides_moves_takes_time_and_taking_back_gives_none_back() {
        // The clock is looked at for the prompt and once more for each line.
        let shown = dialogue("nim --clock 10:00", 1, "moves\n1:1\nback\nhint\n");
        let shown = prompts(&shown);
        let left = |prompt: &str| prompt[7..].split_once(' ').map(|(time, _)| time.to_owned());
        let left: Vec<String> = shown.into_iter().filter_map(left).collect();
        assert!(left.is_sorted_by(|a, b| a > b), "{left:?}");
    }
}
