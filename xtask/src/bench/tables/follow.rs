//! What a position leads to: all tables below a key, and all positions that play can reach.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use cpu_time::ProcessTime;
use hazel_core::Color;
use hazel_notation::parse_fen;
use hazel_solve::Outcome;
use hazel_table::{Answers, BuildError, MaterialKey, Plan, Reachable};

use super::super::contest::print;

/// A key of seven men, and how many keys of six and more it leads to if no pawn promotes.
const ROOT: (&str, usize) = ("KRf4g4vKRg5", 212);

/// A position of kings and pawns.
struct Root {
    name: &'static str,
    fen: &'static str,
    /// How many structures of pawns, with more than five men, another program found that play can reach.
    structures: usize,
    /// Its value, where that was known before.
    value: Option<Outcome>,
    /// How often it is solved.
    times: usize,
}

const ROOTS: [Root; 2] = [
    Root {
        name: "chain of 18 men",
        fen: "8/3k4/4p2p/1p1pPp1P/pPpP1Pp1/P1P3P1/3K4/8 w - - 0 1",
        structures: 1,
        value: Some(Outcome::DRAW),
        times: 20,
    },
    Root {
        name: "f2 g2 h2 v f7 g7 h7",
        fen: "4k3/5ppp/8/8/8/8/5PPP/4K3 w - - 0 1",
        structures: 43_356,
        value: None,
        times: 1,
    },
];

pub(super) fn run() -> Result<()> {
    closure()?;
    reachable()
}

fn closure() -> Result<()> {
    let (root, expected) = ROOT;
    println!(
        "tables: {root} and all that it leads to, of six men and more and without promotions; all cores\n"
    );
    let key: MaterialKey = root.parse()?;
    let (clock, cpu) = (Instant::now(), ProcessTime::now());
    let plan = Plan::closure([key], |exit| exit.promoted.is_none() && exit.child.men() > 5);
    let keys = plan.keys().count();
    ensure!(keys == expected, "{keys} keys below {root}, expected {expected}");
    let mut positions = 0;
    plan.build(|table| {
        positions += Color::ALL.into_iter().flat_map(|turn| table.counts(turn)).sum::<u64>();
        Ok::<_, BuildError>(())
    })?;
    let head = ["key", "keys", "legal positions", "seconds on the clock", "CPU seconds"];
    print(&[
        head.map(str::to_owned).to_vec(),
        vec![
            root.to_owned(),
            keys.to_string(),
            positions.to_string(),
            format!("{:.1}", clock.elapsed().as_secs_f64()),
            format!("{:.1}", cpu.elapsed().as_secs_f64()),
        ],
    ]);
    Ok(())
}

fn reachable() -> Result<()> {
    println!(
        "tables: all that play can reach, solved without any tables; all cores, the best time\n"
    );
    let head = ["position", "structures", "positions", "value", "ms on the clock"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    let (stop, nothing) = (AtomicBool::new(false), BTreeMap::new());
    for Root { name, fen, structures, value, times } in ROOTS {
        let root = parse_fen(fen)?;
        let (mut best, mut row) = (Duration::MAX, Vec::new());
        for _ in 0..times {
            let start = Instant::now();
            let mut reachable = Reachable::explore(&root, usize::MAX, &stop)?;
            reachable.solve(&nothing, &stop)?;
            let bounds = Answers::new(&reachable, &nothing).bounds(&root);
            best = best.min(start.elapsed());
            let outcome = bounds.with_context(|| format!("{fen} has no answer"))?.outcome();
            ensure!(value.is_none_or(|value| value == outcome), "{fen} is {outcome}");
            let found = reachable.keys().filter(|key| key.men() > 5).count();
            ensure!(found == structures, "{fen}: {found} structures, expected {structures}");
            let positions = reachable.positions().to_string();
            let all = reachable.structures().to_string();
            row = vec![name.to_owned(), all, positions, outcome.to_string()];
        }
        row.push(format!("{:.2}", best.as_secs_f64() * 1e3));
        rows.push(row);
    }
    print(&rows);
    Ok(())
}
