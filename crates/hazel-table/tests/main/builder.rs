//! Tables against known counts and against brute force.

use std::collections::BTreeMap;

use hazel_core::Color;
use hazel_table::{BuildError, MaterialKey, Plan, RawTable};

/// The tables of keys and of all that they lead to.
pub(crate) fn closure(keys: &[&str]) -> BTreeMap<MaterialKey, RawTable> {
    let roots = keys.iter().map(|key| key.parse::<MaterialKey>().unwrap());
    let mut tables = BTreeMap::new();
    let result = Plan::closure(roots, |_| true).build(|table| {
        tables.insert(*table.key(), table.clone());
        Ok::<_, BuildError>(())
    });
    result.unwrap();
    tables
}

/// How many positions are won, drawn and lost for the side to move, both sides taken together.
fn wins_draws_losses(table: &RawTable) -> [u64; 3] {
    let [white, black] = Color::ALL.map(|turn| table.counts(turn));
    let both: Vec<u64> = white.iter().zip(black).map(|(a, b)| a + b).collect();
    [both[4], both[2], both[0]]
}

#[test]
fn three_men_have_the_known_numbers_of_wins_draws_and_losses() {
    for (key, expected) in [("KQvK", [144508, 23048, 200896]), ("KRvK", [175168, 22244, 201700])] {
        let tables = closure(&[key]);
        assert_eq!(wins_draws_losses(&tables[&key.parse().unwrap()]), expected, "{key}");
    }
}
