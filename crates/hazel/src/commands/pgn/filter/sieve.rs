//! The conditions of `hazel pgn filter`.

use std::ops::Range;

use hazel_core::{Color, Ending, Material, Move, Position, Role, Zobrist};
use hazel_notation::OpeningFinder;
use hazel_notation::pgn::{Chunk, Problem, ProblemKind, Skip, Spectator, TagValue, Text};
use hazel_tape::tree::{GameResult, Tags};

use crate::arguments::{End, Filter, TagIs, days};
use crate::games::Findings;

/// Watches games and keeps the places of those for which all conditions hold.
pub(super) struct Sieve<'c> {
    conditions: &'c Filter,
    chunk: &'c Chunk,
    pub(super) findings: Findings,
    /// Numbers in the chunk, from 1, and places.
    pub(super) chosen: Vec<(u64, Range<usize>)>,
    games: u64,
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
    has_position: bool,
}

impl<'c> Sieve<'c> {
    pub(super) fn new(conditions: &'c Filter, chunk: &'c Chunk, findings: Findings) -> Sieve<'c> {
        Sieve {
            conditions,
            chunk,
            findings,
            chosen: Vec::new(),
            games: 0,
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
            has_position: false,
        }
    }

    /// Whether the moves must be played to know whether the conditions hold.
    fn asks_for_moves(&self) -> bool {
        let Filter { min_plies, max_plies, eco, opening, fen, material, ends, .. } =
            self.conditions;
        min_plies.is_some()
            || max_plies.is_some()
            || eco.is_some()
            || opening.is_some()
            || fen.is_some()
            || material.is_some()
            || ends.is_some()
    }

    /// The conditions on tags.
    fn do_tags_hold(&self) -> bool {
        let conditions = self.conditions;
        let tag = |name: &str| self.tags.get(name).unwrap_or_default();
        let has = |name: &str, part: &Option<String>| {
            part.as_ref().is_none_or(|part| contains(tag(name), part))
        };
        let has_player = conditions
            .player
            .as_ref()
            .is_none_or(|player| contains(tag("White"), player) || contains(tag("Black"), player));
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
                let rating = tag(name).trim().parse::<u32>().ok();
                rating.is_some_and(|rating| {
                    min.is_none_or(|min| rating >= min) && max.is_none_or(|max| rating <= max)
                })
            };
            (min.is_none() && max.is_none()) || (fits("WhiteElo") && fits("BlackElo"))
        };
        has("White", &conditions.white)
            && has("Black", &conditions.black)
            && has_player
            && has("Event", &conditions.event)
            && has("Site", &conditions.site)
            && is_between()
            && is_rated()
            && conditions.tag.iter().all(|condition| {
                self.tags.get(&condition.name).is_some_and(|value| {
                    let TagIs { value: expected, part, .. } = condition;
                    if *part { contains(value, expected) } else { value == expected }
                })
            })
    }

    /// The conditions on moves and the result.
    fn do_moves_hold(&self, last: &Position) -> bool {
        let conditions = self.conditions;
        let opening = || self.finder.found();
        conditions.result.is_none_or(|result| result == self.result)
            && (self.has_start || !self.asks_for_moves())
            && conditions.min_plies.is_none_or(|min| self.plies >= min)
            && conditions.max_plies.is_none_or(|max| self.plies <= max)
            && conditions.eco.as_ref().is_none_or(|codes| {
                opening().is_some_and(|opening| codes.contains(&opening.eco.to_owned()))
            })
            && conditions
                .opening
                .as_ref()
                .is_none_or(|name| opening().is_some_and(|opening| contains(opening.name, name)))
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
        if let Some(looked_for) = &self.conditions.fen
            && looked_for.turn() == position.turn()
            && looked_for.board() == position.board()
        {
            self.has_position = true;
        }
        if let Some(looked_for) = &self.conditions.material {
            let sides =
                Color::ALL.map(|color| Role::ALL.map(|role| self.material.count(role.of(color))));
            let [now, most] = &mut self.held;
            let is_there = sides == *looked_for || [sides[1], sides[0]] == *looked_for;
            *now = if is_there { *now + 1 } else { 0 };
            *most = (*most).max(*now);
        }
    }
}

impl Spectator for Sieve<'_> {
    fn begin_game(&mut self, at: usize) {
        self.games += 1;
        self.begin = at;
        self.tags.clear();
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
        position.play_with(m, &mut (&mut self.hash, &mut self.material));
        self.finder.see(self.hash, position);
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
        if matches!(problem.kind, ProblemKind::Fen(_) | ProblemKind::Variant(_)) {
            self.has_start = false;
        }
        self.findings.note(self.chunk, self.games, &problem);
    }

    fn end_game(&mut self, last: &Position, end: usize) {
        let hold = self.tags_hold && self.do_moves_hold(last);
        if hold != self.conditions.invert {
            self.chosen.push((self.games, self.begin..end));
        }
    }
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
