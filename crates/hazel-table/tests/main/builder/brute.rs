//! One ply with the ordinary move generator: is every value of a table what its moves are worth?
//!
//! A table of which that is true everywhere is right: distances fall along the moves of wins and losses, so both follow
//! from mates and exits, and what is neither is drawn.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use hazel_core::{Color, MoveKind, Position, Role};
use hazel_table::{MaterialKey, Placement, PositionIndexer, RawTable, Value, Wdl};

/// Tables by their canonical keys.
pub(crate) type Tables = BTreeMap<MaterialKey, RawTable>;

/// Checks each `every`th position of a table, with what is unknown turned against White and against Black. Returns how many
/// were checked.
pub(crate) fn check(table: &RawTable, tables: &Tables, every: usize) -> u64 {
    let indexer = PositionIndexer::new(*table.key()).expect("a canonical key");
    let mut checked = 0;
    for index in (0..indexer.len()).step_by(every) {
        let Some(placement) = indexer.position(index) else { continue };
        let Ok(position) = placement.position() else { continue };
        for against in Color::ALL {
            let stored = stored(table, &placement, against);
            let worth = by_moves(&position, tables, against);
            assert_eq!(stored, worth, "{} {position:?} against {against}", table.key());
        }
        checked += 1;
    }
    checked
}

/// The value of a position with its en-passant right, if it is known at all.
pub(crate) fn probe(position: &Position, tables: &Tables, against: Color) -> Option<Value> {
    let moves = position.legal_moves();
    let (captures, others): (Vec<_>, Vec<_>) =
        moves.iter().partition(|m| m.kind() == MoveKind::EnPassant);
    let captures = captures.iter().map(|&&m| after_zeroing(&position.after(m), tables, against));
    // If there is nothing but en passant, the table has a mate or a stalemate that isn't one.
    if others.is_empty() && !moves.is_empty() {
        return captures.max_by_key(|value| rank(*value));
    }
    let (canonical, transform) = MaterialKey::from_position(position).canonical();
    let image = Placement::from(position).image(transform);
    let without = stored(tables.get(&canonical)?, &image, transform.color(against));
    captures.chain([without]).max_by_key(|value| rank(*value))
}

fn stored(table: &RawTable, placement: &Placement, against: Color) -> Value {
    let bounds = table.bounds(placement).expect("a position of the key");
    if placement.turn == against { bounds.lower } else { bounds.upper }
}

/// The best that moves lead to.
fn by_moves(position: &Position, tables: &Tables, against: Color) -> Value {
    let values = position.legal_moves().into_iter().map(|m| {
        let after = position.after(m);
        let pawn = position.board().role_at(m.from()) == Some(Role::Pawn);
        if pawn || m.is_capture() {
            return after_zeroing(&after, tables, against);
        }
        let value = probe(&after, tables, against).expect("the move stays in the key");
        match value.wdl() {
            Wdl::Draw => Value::DRAW,
            Wdl::Loss | Wdl::BlessedLoss => Value::win(value.distance() + 1),
            Wdl::Win | Wdl::CursedWin => Value::loss(value.distance() + 1),
        }
    });
    let stuck = if position.is_check() { Value::loss(0) } else { Value::DRAW };
    values.max_by_key(|value| rank(*value)).unwrap_or(stuck)
}

/// What a capture or a pawn's move is worth that leads to this position.
fn after_zeroing(after: &Position, tables: &Tables, against: Color) -> Value {
    let bare = |color: Color| after.board().color(color).len() == 1;
    let unknown = || {
        // The move's maker is not to move any more.
        let maker = !after.turn();
        match maker == against {
            true if bare(!maker) => Wdl::Draw,
            true => Wdl::Win,
            false if bare(maker) => Wdl::Draw,
            false => Wdl::Loss,
        }
    };
    match probe(after, tables, against).map_or_else(unknown, Value::wdl) {
        Wdl::Loss => Value::win(1),
        Wdl::BlessedLoss => Value::win(101),
        Wdl::Draw => Value::DRAW,
        Wdl::CursedWin => Value::loss(101),
        Wdl::Win => Value::loss(1),
    }
}

/// Quick wins are better than slow ones, slow losses better than quick ones.
fn rank(value: Value) -> (i8, Reverse<u16>, u16) {
    match value.wdl() {
        Wdl::Draw => (0, Reverse(0), 0),
        Wdl::Win | Wdl::CursedWin => (1, Reverse(value.distance()), 0),
        Wdl::Loss | Wdl::BlessedLoss => (-1, Reverse(0), value.distance()),
    }
}
