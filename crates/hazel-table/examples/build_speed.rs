//! Builds the table of each key given, and says how fast: legal positions of both sides on the whole board over CPU time.

#![allow(clippy::cast_precision_loss, reason = "speeds are shown with three digits")]

use std::collections::BTreeMap;
use std::env;

use cpu_time::ThreadTime;
use hazel_core::Color;
use hazel_table::{BuildError, Family, MaterialKey, Plan, RawTable};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut roots = vec![];
    for name in env::args().skip(1) {
        roots.extend(name.parse::<Family>()?.canonical_keys());
    }
    let mut children = BTreeMap::new();
    Plan::closure(roots.iter().flat_map(MaterialKey::child_keys), |_| true).build(|table| {
        children.insert(*table.key(), table.clone());
        Ok::<_, BuildError>(())
    })?;
    let mut logs = 0.0;
    for key in &roots {
        let start = ThreadTime::now();
        let table = RawTable::build(*key, |key: &MaterialKey| children.get(key))?;
        let seconds = start.elapsed().as_secs_f64();
        let positions: u64 = Color::ALL.into_iter().flat_map(|turn| table.counts(turn)).sum();
        let speed = positions as f64 / seconds;
        logs += speed.ln();
        println!(
            "{key}: {positions} positions in {seconds:.3} s, {:.0} M/s, exact {}",
            speed / 1e6,
            table.is_exact()
        );
    }
    println!("geometric mean {:.1} M/s", (logs / roots.len() as f64).exp() / 1e6);
    Ok(())
}
