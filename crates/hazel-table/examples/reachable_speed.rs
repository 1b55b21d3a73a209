//! What a position reaches, and how long it takes to solve it: `cargo run --release --example reachable_speed -- FEN`.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use hazel_table::{Answers, Reachable};

fn main() {
    let fen = std::env::args().nth(1).expect("a FEN");
    let root = hazel_notation::parse_fen(&fen).expect("a FEN");
    let stop = AtomicBool::new(false);
    let started = Instant::now();
    let mut reachable = Reachable::explore(&root, usize::MAX, &stop).expect("kings and pawns");
    let explored = started.elapsed();
    reachable.solve(&BTreeMap::new(), &stop).expect("nobody stops it");
    let solved = started.elapsed();
    let bounds = Answers::new(&reachable, &BTreeMap::new()).bounds(&root).expect("it was solved");
    let answered = started.elapsed();
    println!("{} structures, {} positions", reachable.structures(), reachable.positions());
    println!("explored after {explored:?}, solved after {solved:?}, answered after {answered:?}");
    println!("{}, fortress: {}", bounds.outcome(), reachable.is_closed());
}
