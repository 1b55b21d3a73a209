//! What each idea saves, and one method beside the other.

use anyhow::{Context as _, Result};
use hazel_games::pawns::Shortcuts;
use hazel_solve::Method;

use super::super::contest::print;
use super::{MEMORY, Means, Task, ratio};

const TASKS: [Task; 3] = [Task::PEASANTS_4X8_SHORT, Task::PEASANTS_5X7_SHORT, Task::ONE_ROW_6X8];

/// A proof that takes more nodes is stopped.
const MOST: u64 = 20_000_000;

/// Nodes without an idea, as a multiple of the nodes with all of them.
pub(super) fn shortcuts() -> Result<()> {
    println!("solve: nodes without an idea, as a multiple of those with all; one thread\n");
    let mut rows = vec![head("without")];
    let nodes = TASKS.iter().map(|task| Means::usual(MEMORY).solve(task).map(|cost| cost.nodes));
    let nodes: Vec<u64> = nodes.collect::<Result<_>>()?;
    let all = ["none (nodes)".to_owned()].into_iter().chain(nodes.iter().map(u64::to_string));
    rows.push(all.collect());
    for (name, means) in variants()? {
        let mut row = vec![name];
        for (task, &with_all) in TASKS.iter().zip(&nodes) {
            row.push(match means.solve_within(task, MOST)? {
                Ok(cost) => ratio(cost.nodes, with_all),
                Err(stopped) => format!("> {}", ratio(stopped, with_all)),
            });
        }
        rows.push(row);
    }
    print(&rows);
    Ok(())
}

/// Alpha-beta and proof numbers: nodes and seconds.
pub(super) fn methods() -> Result<()> {
    println!("solve: alpha-beta beside proof numbers, one thread; nodes, and CPU time\n");
    let mut rows = vec![head("method")];
    for (name, method) in
        [("alpha-beta", Method::AlphaBeta), ("proof numbers", Method::ProofNumber)]
    {
        let mut means = Means::usual(MEMORY);
        means.options.method = method;
        let (mut nodes, mut seconds) = (vec![name.to_owned()], vec![format!("{name}, s")]);
        for task in &TASKS {
            let cost = means.solve(task)?;
            nodes.push(cost.nodes.to_string());
            seconds.push(format!("{:.2}", cost.cpu.as_secs_f64()));
        }
        rows.extend([nodes, seconds]);
    }
    print(&rows);
    Ok(())
}

fn head(first: &str) -> Vec<String> {
    [first].into_iter().chain(TASKS.map(|task| task.name)).map(str::to_owned).collect()
}

/// Each idea switched off by itself, and all of them.
fn variants() -> Result<Vec<(String, Means)>> {
    let mut variants = Vec::new();
    for name in Shortcuts::NAMES {
        let shortcuts = Shortcuts::ALL.without(name).context("a name switches nothing off")?;
        variants.push((name.to_owned(), Means { shortcuts, ..Means::usual(MEMORY) }));
    }
    let mut means = Means::usual(MEMORY);
    means.options.foresees = false;
    variants.push(("foresight".to_owned(), means));
    let mut means = Means::usual(MEMORY);
    means.options.looks_ahead = false;
    variants.push(("lookahead".to_owned(), means));
    means.options.foresees = false;
    variants.push(("all".to_owned(), Means { shortcuts: Shortcuts::NONE, ..means }));
    Ok(variants)
}
