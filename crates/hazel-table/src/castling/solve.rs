//! The values of all positions of a slice, backwards from its exits.

use hazel_core::{Color, Position};
use rayon::prelude::{IntoParallelIterator as _, ParallelIterator as _};

use super::Slices;
use super::slice::{Numbering, Slice};
use crate::{Bounds, ProbeError, Value, Wdl};

/// A solved slice.
#[derive(Debug)]
pub(super) struct Solved {
    numbering: Numbering,
    /// By number.
    values: Vec<Bounds>,
}

/// A place with a legal position, before it is solved.
#[derive(Clone, Copy)]
struct Open {
    /// The best of the moves out of the slice; `None` if there is none.
    exit: Option<Bounds>,
    /// How many moves stay in it.
    inside: u8,
}

impl Solved {
    /// Solves a slice when all that it leads to are solved.
    pub(super) fn new(slices: &Slices<'_>, slice: Slice) -> Result<Solved, ProbeError> {
        let numbering = Numbering::new(slice);
        let open = |number| {
            let Some(position) = numbering.position(number) else { return Ok(None) };
            slices.exits(&position).map(|(exit, inside)| Some(Open { exit, inside }))
        };
        let places: Result<Vec<Option<Open>>, ProbeError> =
            (0..numbering.len()).into_par_iter().map(open).collect();
        let places = places?;
        let is_exact = |open: &Open| open.exit.is_none_or(|exit| exit.exact().is_some());
        let white = against(Color::White, &numbering, &places);
        let values = if places.iter().flatten().all(is_exact) {
            white.into_iter().map(Bounds::from).collect()
        } else {
            let black = against(Color::Black, &numbering, &places);
            // Even numbers have White to move.
            let bounds =
                white.into_iter().zip(black).enumerate().map(|(number, (white, black))| {
                    let [lower, upper] =
                        if number & 1 == 0 { [white, black] } else { [black, white] };
                    Bounds { lower, upper }
                });
            bounds.collect()
        };
        Ok(Solved { numbering, values })
    }

    /// How many places it has.
    pub(super) fn len(&self) -> usize {
        self.values.len()
    }

    /// What is known of a position of the slice, if nobody may take en passant.
    pub(super) fn bounds(&self, position: &Position) -> Bounds {
        self.values[self.numbering.number(position)]
    }
}

/// The values with everything unknown turned against one side. Those that nothing decides are draws.
fn against(side: Color, numbering: &Numbering, places: &[Option<Open>]) -> Vec<Value> {
    let exit = |number: usize, open: &Open| {
        let is_lower = (number & 1 == 0) == (side == Color::White);
        open.exit.map(|exit| if is_lower { exit.lower } else { exit.upper })
    };
    let mut values: Vec<Option<Value>> = vec![None; places.len()];
    let mut inside: Vec<u8> =
        places.iter().map(|open| open.map_or(0, |open| open.inside)).collect();
    let mut due = Due::default();
    // 1. What is won by leaving, and what is lost since there is nothing else.
    for (number, open) in places.iter().enumerate() {
        let Some(value) = open.as_ref().and_then(|open| exit(number, open)) else { continue };
        if value.wdl() > Wdl::Draw || value.wdl() < Wdl::Draw && inside[number] == 0 {
            due.add(number, value);
        }
    }
    // 2. In the order of distance: before a lost position is a won one, and before won ones alone a lost one.
    while let Some((number, value)) = due.next() {
        if values[number].is_some() {
            continue;
        }
        values[number] = Some(value);
        let position = numbering.position(number).expect("only legal positions are decided");
        numbering.each_before(&position, |before| {
            let Some(open) = &places[before] else { return };
            if values[before].is_some() {
                return;
            }
            let worth = value.before(false);
            if worth.wdl() > Wdl::Draw {
                return due.add(before, worth);
            }
            inside[before] -= 1;
            let exit = exit(before, open);
            if inside[before] == 0 && exit.is_none_or(|exit| exit.wdl() < Wdl::Draw) {
                due.add(before, exit.map_or(worth, |exit| exit.max(worth)));
            }
        });
    }
    values.into_iter().map(|value| value.unwrap_or(Value::DRAW)).collect()
}

/// Values that will be decided, by distance.
#[derive(Default)]
struct Due {
    by_distance: Vec<Vec<(usize, Value)>>,
    distance: usize,
}

impl Due {
    fn add(&mut self, number: usize, value: Value) {
        let distance = usize::from(value.distance());
        if self.by_distance.len() <= distance {
            self.by_distance.resize_with(distance + 1, Vec::new);
        }
        self.by_distance[distance].push((number, value));
    }

    /// One with the smallest distance.
    fn next(&mut self) -> Option<(usize, Value)> {
        while self.distance < self.by_distance.len() {
            if let Some(next) = self.by_distance[self.distance].pop() {
                return Some(next);
            }
            self.distance += 1;
        }
        None
    }
}
