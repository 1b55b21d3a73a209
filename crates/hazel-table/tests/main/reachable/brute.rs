//! Positions one by one, with the ordinary move generator and nothing else.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

use hazel_core::{Color, Position, Role, Setup, State};
use hazel_table::{Bounds, MaterialKey, Value, Wdl};

/// A move: where it leads if that was followed, else what is known there, and whether it takes a man or moves a pawn.
struct Edge {
    to: Result<usize, Bounds>,
    zeroing: bool,
}

/// Everything that can come from a position until a pawn is promoted, with the values of all positions.
pub(crate) struct Brute {
    positions: Vec<Position>,
    edges: Vec<Vec<Edge>>,
}

impl Brute {
    /// Follows the play. `promoted` tells what is known of positions after promotions.
    pub(crate) fn new(root: &Position, promoted: impl Fn(&Position) -> Bounds) -> Brute {
        let mut brute = Brute { positions: vec![plain(root)], edges: vec![] };
        let mut numbers = HashMap::from([(brute.positions[0], 0)]);
        while let Some(position) = brute.positions.get(brute.edges.len()).copied() {
            let edges = position.legal_moves().into_iter().map(|m| {
                let zeroing =
                    m.is_capture() || position.board().role_at(m.from()) == Some(Role::Pawn);
                let after = plain(&position.after(m));
                if m.promotion().is_some() {
                    return Edge { to: Err(promoted(&after)), zeroing };
                }
                let number = *numbers.entry(after).or_insert_with(|| {
                    brute.positions.push(after);
                    brute.positions.len() - 1
                });
                Edge { to: Ok(number), zeroing }
            });
            let edges = edges.collect();
            brute.edges.push(edges);
        }
        brute
    }

    /// All positions.
    pub(crate) fn positions(&self) -> impl Iterator<Item = &Position> {
        self.positions.iter()
    }

    /// All positions, with the bounds of their values.
    pub(crate) fn solve(&self) -> impl Iterator<Item = (&Position, Bounds)> {
        let [white, black] = Color::ALL.map(|against| self.against(against));
        self.positions.iter().zip(white.into_iter().zip(black)).map(|(position, (white, black))| {
            let [lower, upper] = match position.turn() {
                Color::White => [white, black],
                Color::Black => [black, white],
            };
            (position, Bounds { lower, upper })
        })
    }

    /// The values with everything unknown turned against a side.
    fn against(&self, against: Color) -> Vec<Value> {
        // Quiet moves stay among positions of equal potential, others lead to lower ones.
        let mut groups = BTreeMap::<_, Vec<_>>::new();
        for (number, position) in self.positions.iter().enumerate() {
            let key = MaterialKey::from_position(position);
            groups.entry(key.potential()).or_default().push(number);
        }
        let mut values = vec![None; self.positions.len()];
        for group in groups.values() {
            let mut distance = 0;
            loop {
                let undecided = group.iter().filter(|number| values[**number].is_none());
                let decided = undecided.filter_map(|&number| {
                    Some((number, self.decided(number, distance, against, &values)?))
                });
                let new: Vec<_> = decided.collect();
                for (number, value) in &new {
                    values[*number] = Some(*value);
                }
                // After a gap only moves into cursed wins and losses begin something new.
                distance = match distance {
                    2..=100 if new.is_empty() => 101,
                    102.. if new.is_empty() => break,
                    _ => distance + 1,
                };
            }
            for &number in group {
                values[number].get_or_insert(Value::DRAW);
            }
        }
        values.into_iter().map(|value| value.expect("every position has a group")).collect()
    }

    /// The value of a position if it is won or lost at just this distance.
    fn decided(
        &self,
        number: usize,
        distance: u16,
        against: Color,
        values: &[Option<Value>],
    ) -> Option<Value> {
        let edges = &self.edges[number];
        let position = &self.positions[number];
        if edges.is_empty() {
            return (position.is_check() && distance == 0).then_some(Value::loss(0));
        }
        let worth = edges.iter().map(|edge| {
            let after = match edge.to {
                Ok(to) => values[to],
                // The other side is to move there.
                Err(bounds) if position.turn() == against => Some(bounds.upper),
                Err(bounds) => Some(bounds.lower),
            };
            after.map_or(Value::DRAW, |after| match (edge.zeroing, after.wdl()) {
                (_, Wdl::Draw) => Value::DRAW,
                (true, Wdl::Loss) => Value::win(1),
                (true, Wdl::BlessedLoss) => Value::win(101),
                (true, Wdl::CursedWin) => Value::loss(101),
                (true, Wdl::Win) => Value::loss(1),
                (false, Wdl::Loss | Wdl::BlessedLoss) => Value::win(after.distance() + 1),
                (false, Wdl::Win | Wdl::CursedWin) => Value::loss(after.distance() + 1),
            })
        });
        let best = worth.max_by_key(|value| rank(*value))?;
        (best.wdl() != Wdl::Draw && best.distance() == distance).then_some(best)
    }
}

/// The position with its clocks at the start, so that equal ones are equal.
fn plain(position: &Position) -> Position {
    let state = State { halfmoves: 0, number: 1, ..*position.state() };
    Position::new_unchecked(Setup { board: *position.board(), state })
}

/// Quick wins are better than slow ones, slow losses better than quick ones.
fn rank(value: Value) -> (i8, Reverse<u16>, u16) {
    match value.wdl() {
        Wdl::Draw => (0, Reverse(0), 0),
        Wdl::Win | Wdl::CursedWin => (1, Reverse(value.distance()), 0),
        Wdl::Loss | Wdl::BlessedLoss => (-1, Reverse(0), value.distance()),
    }
}
