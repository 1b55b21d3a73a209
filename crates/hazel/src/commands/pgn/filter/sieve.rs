//! The conditions of `hazel pgn filter`.

use std::ops::Range;

use hazel_core::{Color, Ending, Material, Move, Position, Role, Zobrist};
use hazel_notation::OpeningFinder;
use hazel_notation::pgn::{Chunk, Problem, Skip, Spectator, TagValue, Text};
use hazel_tape::tree::{GameResult, Tags};

use crate::arguments::{Comparing, Comparison, End, Filter, Looked};
use crate::games::{Findings, days, hides_start, rating};

/// Watches games and keeps the places of those for which all conditions hold.
pub(super) struct Sieve<'c> {
    conditions: &'c Filter,
    chunk: &'c Chunk,
    pub(super) findings: Findings,
    pub(super) chosen: Vec<Chosen>,
    games: u64,
    /// What is wrong with the game, until it is known who tells it.
    problems: Vec<Problem>,
    begin: usize,
    tags: Tags,
    tags_hold: bool,
    /// The start of the game is known.
    has_start: bool,
    result: GameResult,
    plies: u32,
    hash: Zobrist<Position>,
    finder: OpeningFinder,
    material: Material,
    /// For how many positions up to now the material has been the one that is looked for, and for how many at most.
    held: [u32; 2],
    /// The plies after which a position that is looked for stood on the board.
    matches: Vec<u32>,
    has_position: bool,
}

/// A game for which all conditions hold.
pub(super) struct Chosen {
    /// Its number in the chunk, from 1.
    pub(super) number: u64,
    pub(super) span: Range<usize>,
    pub(super) matches: Vec<u32>,
}

impl<'c> Sieve<'c> {
    pub(super) fn new(conditions: &'c Filter, chunk: &'c Chunk, findings: Findings) -> Sieve<'c> {
        Sieve {
            conditions,
            chunk,
            findings,
            chosen: Vec::new(),
            games: 0,
            problems: Vec::new(),
            begin: 0,
            tags: Tags::new(),
            tags_hold: false,
            has_start: true,
            result: GameResult::Unknown,
            plies: 0,
            hash: Zobrist::of(&Position::initial()),
            finder: OpeningFinder::default(),
            material: Material::EMPTY,
            held: [0; 2],
            matches: Vec::new(),
            has_position: false,
        }
    }

    /// Whether the moves must be played to know whether the conditions hold.
    fn asks_for_moves(&self) -> bool {
        let Filter { min_plies, max_plies, fen, material, ends, .. } = self.conditions;
        min_plies.is_some()
            || max_plies.is_some()
            || self.asks_for_opening()
            || fen.is_some()
            || material.is_some()
            || ends.is_some()
    }

    fn asks_for_opening(&self) -> bool {
        !self.conditions.eco.is_empty() || !self.conditions.opening.is_empty()
    }

    /// The conditions on tags.
    fn do_tags_hold(&self) -> bool {
        let conditions = self.conditions;
        let tag = |name: &str| self.tags.get(name).unwrap_or_default();
        let has = |name: &str, parts: &[String]| has_one(tag(name), parts);
        let has_player = || has("White", &conditions.player) || has("Black", &conditions.player);
        let is_between = || {
            let (from, to) = (conditions.date_from, conditions.date_to);
            let any = from.is_none() && to.is_none();
            any || days(tag("Date")).is_some_and(|(first, last)| {
                from.is_none_or(|from| last >= from) && to.is_none_or(|to| first <= to)
            })
        };
        let is_rated = || {
            let (min, max) = (conditions.min_elo, conditions.max_elo);
            let fits = |name| {
                rating(tag(name)).is_some_and(|rating| {
                    min.is_none_or(|min| rating >= min) && max.is_none_or(|max| rating <= max)
                })
            };
            (min.is_none() && max.is_none()) || (fits("WhiteElo") && fits("BlackElo"))
        };
        has("White", &conditions.white)
            && has("Black", &conditions.black)
            && has_player()
            && has("Event", &conditions.event)
            && has("Site", &conditions.site)
            && is_between()
            && is_rated()
            && conditions.tag.iter().all(|condition| self.compare(condition))
    }

    /// A condition on one tag, which may be there several times and in any spelling.
    fn compare(&self, Comparison { name, value, kind }: &Comparison) -> bool {
        let mut values = self
            .tags
            .iter()
            .filter(|(other, _)| other.eq_ignore_ascii_case(name))
            .map(|(_, value)| value);
        match kind {
            Comparing::Is => values.any(|other| other == value),
            Comparing::IsNot => values.all(|other| other != value),
            Comparing::Has => values.any(|other| contains(other, value)),
        }
    }

    /// The conditions on moves and the result.
    fn do_moves_hold(&self, last: &Position) -> bool {
        let conditions = self.conditions;
        let opening = || self.finder.found();
        (conditions.result.is_empty() || conditions.result.contains(&self.result))
            && (self.has_start || !self.asks_for_moves())
            && conditions.min_plies.is_none_or(|min| self.plies >= min)
            && conditions.max_plies.is_none_or(|max| self.plies <= max)
            && (conditions.eco.is_empty()
                || opening().is_some_and(|opening| {
                    conditions.eco.iter().any(|codes| {
                        codes.start().as_str() <= opening.eco && opening.eco <= codes.end().as_str()
                    })
                }))
            && (conditions.opening.is_empty()
                || opening().is_some_and(|opening| has_one(opening.name, &conditions.opening)))
            && (conditions.fen.is_none() || self.has_position)
            && (conditions.material.is_none() || self.held[1] >= conditions.held)
            && conditions.ends.is_none_or(|end| {
                let ending = match end {
                    End::Checkmate => Ending::Checkmate,
                    End::Stalemate => Ending::Stalemate,
                    End::Insufficient => Ending::InsufficientMaterial,
                };
                last.status(&[]).ending == Some(ending)
            })
    }

    /// The next position of the main line.
    fn see(&mut self, position: &Position) {
        let mut is_match = false;
        if let Some(Looked { board, turn }) = &self.conditions.fen
            && turn.is_none_or(|turn| turn == position.turn())
            && board == position.board()
        {
            self.has_position = true;
            is_match = true;
        }
        if let Some(looked_for) = &self.conditions.material {
            let sides =
                Color::ALL.map(|color| Role::ALL.map(|role| self.material.count(role.of(color))));
            let [now, most] = &mut self.held;
            let is_there = sides == *looked_for || [sides[1], sides[0]] == *looked_for;
            *now = if is_there { *now + 1 } else { 0 };
            *most = (*most).max(*now);
            is_match |= is_there;
        }
        if is_match && self.conditions.matches {
            self.matches.push(self.plies);
        }
    }
}

impl Spectator for Sieve<'_> {
    fn begin_game(&mut self, at: usize) {
        self.games += 1;
        self.begin = at;
        self.tags.clear();
        self.problems.clear();
        self.matches.clear();
        self.has_start = true;
        self.plies = 0;
        self.finder = OpeningFinder::default();
        self.held = [0; 2];
        self.has_position = false;
    }

    fn tag(&mut self, name: &[u8], value: TagValue<'_>, _at: usize) {
        self.tags.push(&Text(name).decode(), &value.decode());
    }

    fn begin_moves(&mut self, start: &Position) -> Skip {
        self.tags_hold = self.do_tags_hold();
        if !self.tags_hold || !self.asks_for_moves() {
            return Skip::Yes;
        }
        self.hash = Zobrist::of(start);
        self.material = Material::of(start);
        self.see(start);
        Skip::No
    }

    #[inline]
    fn play(&mut self, position: &mut Position, m: Move) {
        self.plies += 1;
        let asks_for_opening = self.asks_for_opening() && !self.finder.is_done();
        match (asks_for_opening, self.conditions.material.is_some()) {
            (true, true) => {
                position.play_with(m, &mut (&mut self.hash, &mut self.material));
            }
            (true, false) => position.play_with(m, &mut self.hash),
            (false, true) => position.play_with(m, &mut self.material),
            (false, false) => position.play_unchecked(m),
        }
        if asks_for_opening {
            self.finder.see(self.hash, position);
        }
        self.see(position);
    }

    fn pass(&mut self, position: &mut Position) {
        self.plies += 1;
        // The reader has made sure that nobody is in check.
        let _ = position.try_pass();
        self.hash = Zobrist::of(position);
        self.see(position);
    }

    fn result(&mut self, result: GameResult) {
        self.result = result;
    }

    fn problem(&mut self, problem: Problem) {
        self.has_start &= !hides_start(&problem);
        self.problems.push(problem);
    }

    fn end_game(&mut self, last: &Position, end: usize) {
        let hold = self.tags_hold && self.do_moves_hold(last);
        if hold != self.conditions.invert {
            let matches = std::mem::take(&mut self.matches);
            self.chosen.push(Chosen { number: self.games, span: self.begin..end, matches });
            // A game that is read once more for another form tells its problems then.
            if self.conditions.to.is_some() {
                return;
            }
        }
        for problem in self.problems.drain(..) {
            self.findings.note(self.chunk, self.games, &problem);
        }
    }
}

/// Whether a text has one of the parts, if there are some.
fn has_one(text: &str, parts: &[String]) -> bool {
    parts.is_empty() || parts.iter().any(|part| contains(text, part))
}

/// Whether a text has a part, in capital or small letters.
fn contains(text: &str, part: &str) -> bool {
    // Nearly all names are ASCII, and those are compared where they stand.
    if text.is_ascii() && part.is_ascii() {
        let part = part.as_bytes();
        return part.is_empty()
            || text.as_bytes().windows(part.len()).any(|window| window.eq_ignore_ascii_case(part));
    }
    text.to_lowercase().contains(&part.to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::contains;

    #[test]
    fn parts_are_found_in_capital_and_small_letters() {
        assert!(contains("Morphy, Paul", "morphy") && contains("RÉTI", "éti") && contains("x", ""));
        assert!(!contains("Morphy", "Murphy") && !contains("a", "ab") && !contains("Reti", "é"));
    }
}
