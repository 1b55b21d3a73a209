//! Published perft counts, standard and Chess960.
//!
//! The same positions stand in several suites, some of them with the same mistakes, so each distinct position is counted
//! once for each depth and every suite's claim is compared with that. Counts above [`MOST_NODES`] are left out: the
//! rest fills a few minutes of two cores and includes every count to depth 5.

use std::collections::{BTreeSet, HashMap};
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::{Result, bail, ensure};
use hazel_core::{Perft, Position};
use hazel_notation::parse_fen;
use rayon::prelude::*;

use super::suites::{Case, SUITES};
use super::{Tally, Verdict};
use crate::data::{ABSENT, Data};
use crate::positions::without_clocks;

/// The largest count that is made again.
const MOST_NODES: u64 = 300_000_000;

/// Positions in the suites that are none for us: suite, the start of the FEN, and what our validator says.
const REFUSED: [(&str, &str, &str); 1] = [(
    "shakmaty_tricky.perft",
    "kBQQQQQQ/BR5Q/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - -",
    "FEN piece placement, column 1: white has more than 16 men",
)];

/// A suite with its positions; those that we refuse are sorted out.
struct Suite {
    name: &'static str,
    cases: Vec<(Case, Position)>,
}

/// Counts to make: by position, without clocks, and depth.
type Counts = HashMap<(Position, u32), u64>;

pub(super) fn run(tally: &mut Tally, data: Option<&Data>) {
    let Some(data) = data else {
        tally.check("perft-suites", || Ok(Verdict::Skipped(ABSENT.to_owned())));
        return;
    };
    let mut suites = Vec::new();
    tally.check("perft-suites: positions", || {
        let mut refused = BTreeSet::new();
        for (name, reader) in SUITES {
            let cases = reader(&data.read(&format!("perft/{name}"))?)?;
            suites.push(sort_out(name, cases, &mut refused));
        }
        let known = REFUSED.map(|(suite, fen, why)| (suite, fen.to_owned(), why.to_owned()));
        ensure!(refused == known.into(), "refused are {refused:#?}, expected {REFUSED:#?}");
        let positions: usize = suites.iter().map(|suite| suite.cases.len()).sum();
        Ok(Verdict::Passed(format!(
            "{positions} positions in {} suites, {} refused as expected",
            suites.len(),
            refused.len()
        )))
    });

    let mut counts = Counts::new();
    tally.check("perft-suites: counting", || {
        counts = count(&suites);
        let positions: BTreeSet<&Position> = counts.keys().map(|(position, _)| position).collect();
        let nodes: u64 = counts.values().sum();
        Ok(Verdict::Passed(format!(
            "{} distinct positions, {} counts, {nodes} nodes",
            positions.len(),
            counts.len()
        )))
    });
    for suite in &suites {
        tally.check(&format!("perft-suites: {}", suite.name), || compare(suite, &counts));
    }
}

fn sort_out(
    name: &'static str,
    cases: Vec<Case>,
    refused: &mut BTreeSet<(&'static str, String, String)>,
) -> Suite {
    let mut suite = Suite { name, cases: Vec::new() };
    for case in cases {
        match parse_fen(&case.fen) {
            Ok(position) => suite.cases.push((case, without_clocks(&position))),
            Err(error) => drop(refused.insert((name, case.fen, error.to_string()))),
        }
    }
    suite
}

/// Makes every count that a suite claims and that is small enough, on all cores.
fn count(suites: &[Suite]) -> Counts {
    let mut claimed = Counts::new();
    for (case, position) in suites.iter().flat_map(|suite| &suite.cases) {
        for &(depth, nodes) in &case.counts {
            let claim = claimed.entry((*position, depth)).or_insert(nodes);
            *claim = nodes.min(*claim);
        }
    }
    claimed.retain(|_, nodes| *nodes <= MOST_NODES);
    let total: u64 = claimed.values().sum();
    let done = AtomicU64::new(0);
    let mut tasks: Vec<((Position, u32), u64)> = claimed.into_iter().collect();
    // The long ones first, so that no core is left with one at the end; the rest of the key only for a fixed order.
    tasks.sort_unstable_by_key(|&((position, depth), nodes)| {
        (std::cmp::Reverse(nodes), depth, position)
    });
    let counted = tasks.into_par_iter().with_max_len(1).map(|((position, depth), claim)| {
        let nodes = Perft::default().count(&position, depth);
        let before = done.fetch_add(claim, Ordering::Relaxed);
        if before * 10 / total.max(1) < (before + claim) * 10 / total.max(1) {
            println!("        {} % of {total} nodes", (before + claim) * 100 / total.max(1));
        }
        ((position, depth), nodes)
    });
    counted.collect()
}

fn compare(suite: &Suite, counts: &Counts) -> Result<Verdict> {
    let (mut checked, mut too_large, mut nodes) = (0, 0, 0);
    for (case, position) in &suite.cases {
        for &(depth, claim) in &case.counts {
            match counts.get(&(*position, depth)) {
                Some(&counted) if counted == claim => {
                    checked += 1;
                    nodes += claim;
                }
                Some(counted) => bail!(
                    "line {}: {} has {claim} leaves at depth {depth}, we count {counted}",
                    case.line,
                    case.fen
                ),
                None if claim > MOST_NODES => too_large += 1,
                None => bail!("line {}: {} was not counted to depth {depth}", case.line, case.fen),
            }
        }
    }
    Ok(Verdict::Passed(format!(
        "{} positions, {checked} counts, {nodes} nodes; {too_large} counts above {MOST_NODES} left out",
        suite.cases.len()
    )))
}
