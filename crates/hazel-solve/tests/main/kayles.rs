//! Sums of impartial parts, by a game whose parts fall into parts again.

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;

use hazel_solve::{Control, Game, Method, Options, Outcome, Prover};

/// Kayles: rows of pins. A ball hits one pin or two that stand side by side, and what is left of the row on both sides are
/// rows from now on. Whoever hits the last pin wins.
///
/// Beside the rows there is a heap of Nim, from which any number may be taken: a row and a heap are lost for the side to
/// move exactly if the size of the heap is the Grundy number of the row.
struct Kayles(Place);

/// The size of the heap, and then the rows, the empty ones last once it is in canonical form.
type Place = [u8; 16];

/// Where it hits, what is left of it, and what stands apart from now on, or nothing.
type Hit = (usize, u8, u8);

impl Game for Kayles {
    type Position = Place;
    type Move = Hit;
    type Undo = Place;
    type Transform = ();

    fn start(&self) -> Place {
        self.0
    }

    fn finished(&self, place: &Place) -> Option<Outcome> {
        (*place == [0; 16]).then_some(Outcome::LOSS)
    }

    fn moves(&self, place: &Place, moves: &mut Vec<Hit>) {
        moves.extend((0..place[0]).map(|left| (0, left, 0)));
        for (index, &row) in place.iter().enumerate().skip(1) {
            for pins in 1..=row.min(2) {
                moves.extend((0..=row - pins).map(|left| (index, left, row - pins - left)));
            }
        }
    }

    fn play(&self, place: &mut Place, (index, left, apart): Hit) -> Place {
        let before = *place;
        place[index] = left;
        if apart > 0 {
            let free = (1..16).find(|&row| before[row] == 0).expect("there are few rows");
            place[free] = apart;
        }
        before
    }

    fn unplay(&self, place: &mut Place, _: Hit, before: Place) {
        *place = before;
    }

    fn key(&self, place: &Place) -> u128 {
        u128::from_le_bytes(*place)
    }

    fn position(&self, key: u128) -> Option<Place> {
        Some(key.to_le_bytes())
    }

    /// The longest row first. Moves of it are never asked back here.
    fn canonical(&self, place: &Place) -> (Place, ()) {
        let mut sorted = *place;
        sorted[1..].sort_unstable_by(|a, b| b.cmp(a));
        (sorted, ())
    }

    fn restore(&self, (): &(), hit: Hit) -> Hit {
        hit
    }

    fn parts(&self, place: &Place) -> Vec<Place> {
        let part = |(index, size): (usize, &u8)| {
            let mut part = [0; 16];
            part[index] = *size;
            part
        };
        place.iter().enumerate().filter(|(_, size)| **size > 0).map(part).collect()
    }
}

/// The Grundy number of a row, as published: E. R. Berlekamp, J. H. Conway, R. K. Guy, "Winning Ways", chapter 4, and OEIS
/// A002186. The period is 12, with 14 exceptions, the last at 70.
fn published(row: u8) -> u8 {
    match row {
        0 => 0,
        3 | 6 | 18 | 39 => 3,
        9 | 21 | 57 => 4,
        28 => 5,
        11 | 22 | 34 | 70 => 6,
        15 => 7,
        _ => [4, 1, 2, 8, 1, 4, 7, 2, 1, 8, 2, 7][row as usize % 12],
    }
}

fn place(heap: u8, rows: &[u8]) -> Place {
    let mut place = [0; 16];
    place[0] = heap;
    place[1..=rows.len()].copy_from_slice(rows);
    place
}

fn value(prover: &Prover<'_, Kayles>, place: &Place) -> Outcome {
    let mut control = Control { stop: &AtomicBool::new(false), report: &mut |_| () };
    prover.value(place, &mut control).expect("nobody stops it")
}

/// The value by the rules alone.
fn minimax(game: &Kayles, place: &Place, known: &mut HashMap<Place, Outcome>) -> Outcome {
    if let Some(value) = game.finished(place).or_else(|| known.get(place).copied()) {
        return value;
    }
    let mut moves = Vec::new();
    game.moves(place, &mut moves);
    let value = moves.into_iter().fold(Outcome::LOSS, |best, hit| {
        let mut after = *place;
        game.play(&mut after, hit);
        best.join(minimax(game, &after, known).flip())
    });
    known.insert(*place, value);
    value
}

#[test]
fn rows_of_up_to_100_pins_have_their_published_numbers() {
    let game = Kayles(place(9, &[100]));
    let prover = Prover::new(&game, &Options { memory: 1 << 20, ..Options::default() });
    let prover = prover.expect("memory");
    for row in 1..=100 {
        for heap in 1..=9 {
            let lost = value(&prover, &place(heap, &[row])) == Outcome::LOSS;
            assert_eq!(lost, heap == published(row), "{heap} beside {row}");
        }
    }
    // Each row and each heap once, and nothing.
    assert_eq!(prover.nodes(), 100 + 9 + 1);
}

#[test]
fn small_sums_are_worth_what_minimax_says() {
    let game = Kayles(place(3, &[7, 5, 4]));
    let mut known = HashMap::new();
    let options = Options { memory: 1 << 20, ..Options::default() };
    let two = NonZeroUsize::MIN.saturating_add(1);
    let options = [
        options,
        Options { uses_parts: false, ..options },
        Options { method: Method::ProofNumber, ..options },
        Options { method: Method::ProofNumber, uses_parts: false, ..options },
        Options { threads: two, ..options },
    ];
    let provers = options.map(|options| Prover::new(&game, &options).expect("memory"));
    for heap in 0..=3 {
        for rows in (0..=7).flat_map(|a| (0..=5).flat_map(move |b| [[a, b, 0], [a, b, 4]])) {
            let place = place(heap, &rows);
            let expected = minimax(&game, &place, &mut known);
            for (prover, options) in provers.iter().zip(&options) {
                assert_eq!(value(prover, &place), expected, "{place:?} {options:?}");
            }
        }
    }
    let [with, without, ..] = provers.map(|prover| prover.nodes());
    assert!(10 * with < without, "{with} nodes with parts, {without} without");
}

/// A line of moves and a strategy are found by asking about children, which fall into parts, too.
#[test]
fn a_line_keeps_the_value_to_its_end() {
    let game = Kayles(place(0, &[20, 20]));
    let options = Options { memory: 1 << 20, ..Options::default() };
    let prover = Prover::new(&game, &options).expect("memory");
    let mut control = Control { stop: &AtomicBool::new(false), report: &mut |_| () };
    let solution = prover.solve(&game.start(), false, &mut control).expect("nobody stops it");
    assert_eq!(solution.value, Outcome::LOSS);
    assert!(solution.first_moves.iter().all(|(_, value)| *value == Outcome::LOSS));
    assert_eq!(solution.line.len() % 2, 0, "the other side makes the last move");
    let mut place = game.start();
    for hit in solution.line {
        assert_eq!(game.finished(&place), None);
        game.play(&mut place, hit);
    }
    assert_eq!(game.finished(&place), Some(Outcome::LOSS));
}
