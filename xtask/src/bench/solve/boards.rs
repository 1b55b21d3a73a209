//! Boards of several sizes, on one thread; and one of them on two.

use std::num::NonZeroUsize;
use std::time::Duration;

use anyhow::Result;
use hazel_games::pawns::Rules;

use super::super::contest::print;
use super::{Cost, LARGE_MEMORY, Means, Task, cells, ratio};

/// Bytes for boards that are done in a moment: zeroing more would take longer than the proof.
const SMALL_MEMORY: usize = 16 << 20;
/// How often one and two threads take turns.
const TURNS: usize = 3;

/// Boards that are done in a moment, and what a quick prototype took for some of them. It had 0.8 million nodes/s.
const SMALL: [(Task, Option<u64>); 4] = [
    (Task::PEASANTS_4X8_SHORT, Some(222_000)),
    (Task::drawn("peasants 4x8", Rules::peasants(4, 8)), None),
    (Task::PEASANTS_5X7_SHORT, None),
    (Task::drawn("peasants 5x7", Rules::peasants(5, 7)), None),
];
/// Larger ones.
const LARGE: [(Task, Option<u64>); 4] = [
    (Task::PEASANTS_6X7_SHORT, None),
    (Task::drawn("peasants 6x7", Rules::peasants(6, 7)), None),
    (Task::drawn("peasants 5x8 short", Rules::peasants(5, 8).short()), Some(13_700_000)),
    (Task::drawn("peasants 5x8", Rules::peasants(5, 8)), None),
];

/// Nodes, seconds and speed of each board on one thread.
pub(super) fn costs() -> Result<()> {
    println!("solve: the value of the game, one thread; CPU time\n");
    let head = ["board", "nodes", "prototype's nodes", "/ prototype", "seconds", "Mnodes/s"];
    let mut rows = vec![cells(head)];
    let small = SMALL.map(|(task, prototype)| (task, prototype, SMALL_MEMORY));
    let large = LARGE.map(|(task, prototype)| (task, prototype, LARGE_MEMORY));
    for (task, prototype, memory) in small.into_iter().chain(large) {
        let Cost { nodes, cpu, .. } = Means::usual(memory).solve(&task)?;
        let seconds = cpu.as_secs_f64();
        rows.push(vec![
            task.name.to_owned(),
            nodes.to_string(),
            prototype.map_or_else(String::new, |theirs| theirs.to_string()),
            prototype.map_or_else(String::new, |theirs| ratio(nodes, theirs)),
            format!("{seconds:.2}"),
            format!("{:.2}", nodes as f64 / 1e6 / seconds),
        ]);
    }
    print(&rows);
    Ok(())
}

/// One thread and two, on the clock. The best of some runs counts: with two, the nodes differ from run to run.
pub(super) fn threads() -> Result<()> {
    const THREADS: [usize; 2] = [1, 2];
    let task = Task::PEASANTS_6X7_SHORT;
    println!("solve: {} on two threads; time on the clock, the best of {TURNS}\n", task.name);
    let mut best = [Cost { nodes: 0, cpu: Duration::MAX, clock: Duration::MAX }; THREADS.len()];
    for _ in 0..TURNS {
        for (threads, best) in THREADS.into_iter().zip(&mut best) {
            let mut means = Means::usual(LARGE_MEMORY);
            means.options.threads = NonZeroUsize::new(threads).expect("some threads");
            let cost = means.solve(&task)?;
            if cost.clock < best.clock {
                *best = cost;
            }
        }
    }
    let one = best[0];
    let rows = THREADS.into_iter().zip(best).map(|(threads, cost)| {
        let seconds = cost.clock.as_secs_f64();
        vec![
            threads.to_string(),
            cost.nodes.to_string(),
            ratio(cost.nodes, one.nodes),
            format!("{seconds:.2}"),
            format!("{:.2}", one.clock.as_secs_f64() / seconds),
        ]
    });
    let head = cells(["threads", "nodes", "of one's nodes", "seconds", "times one"]);
    print(&[head].into_iter().chain(rows).collect::<Vec<_>>());
    Ok(())
}
