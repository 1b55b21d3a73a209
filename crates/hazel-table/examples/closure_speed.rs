//! Builds all tables that a key leads to, as far as they have few pieces and no pawn promotes, and says how long it took.

use std::env;
use std::time::Instant;

use hazel_core::Color;
use hazel_table::{BuildError, MaterialKey, Plan};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = env::args().skip(1);
    let root: MaterialKey = arguments.next().ok_or("expected a key")?.parse()?;
    let pieces: u32 = arguments.next().ok_or("expected the number of pieces")?.parse()?;
    let start = Instant::now();
    let plan =
        Plan::closure([root], |exit| exit.promoted.is_none() && exit.child.pieces() <= pieces);
    println!("{} keys", plan.keys().count());
    let (mut positions, mut exact) = (0, 0);
    plan.build(|table| {
        positions += Color::ALL.into_iter().flat_map(|turn| table.counts(turn)).sum::<u64>();
        exact += u64::from(table.is_exact());
        Ok::<_, BuildError>(())
    })?;
    println!("{positions} legal positions, {exact} tables exact, {:.1?}", start.elapsed());
    Ok(())
}
