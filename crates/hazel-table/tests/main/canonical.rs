//! One key speaks for all its images.

use std::collections::{BTreeMap, BTreeSet};

use hazel_table::{Family, MaterialKey, Transform};
use proptest::prelude::{Strategy, prop_assert, prop_assert_eq, proptest};

use crate::{book, sample};

/// The counts are published in no book; they were made by another program from the same rules.
#[test]
fn keys_of_three_to_five_men_have_the_known_number_of_canonical_forms() {
    for (men, expected) in [(2, 1), (3, 28), (4, 1_426), (5, 47_336)] {
        let keys = sample::all_keys(men);
        let canonical: BTreeSet<MaterialKey> = keys.iter().map(|key| key.canonical().0).collect();
        assert_eq!(canonical.len(), expected, "{men} men");
        // Each form stands for its images and nothing else.
        let images: usize =
            canonical.iter().map(|key| key.images().collect::<BTreeSet<_>>().len()).sum();
        assert_eq!(images, keys.len(), "{men} men");
    }
}

#[test]
fn families_cover_all_keys_once() {
    let mut families: BTreeMap<String, usize> = BTreeMap::new();
    let canonical: BTreeSet<_> = sample::all_keys(4).iter().map(|k| k.canonical().0).collect();
    for key in &canonical {
        *families.entry(family_of(key)).or_default() += 1;
    }
    for (text, &count) in &families {
        let family: Family = text.parse().unwrap();
        assert_eq!(family.to_string(), *text);
        let keys: Vec<MaterialKey> = family.canonical_keys().collect();
        let distinct: BTreeSet<MaterialKey> = keys.iter().copied().collect();
        assert_eq!((keys.len(), distinct.len()), (count, count), "{text}");
        assert!(distinct.is_subset(&canonical), "{text}");
    }
    assert_eq!(families["KQPvK"], 24);
    assert_eq!(families["KBvKB"], 2);
    assert_eq!(families.values().sum::<usize>(), 1_426);
}

#[test]
fn a_family_spelled_the_other_way_round_has_the_same_keys() {
    for (one, other) in [("KPvK", "KvKP"), ("KBPvKN", "KNvKPB"), ("KRPPvKR", "KRvKRPP")] {
        let keys = |text: &str| {
            text.parse::<Family>().unwrap().canonical_keys().collect::<BTreeSet<MaterialKey>>()
        };
        assert_eq!(keys(one), keys(other));
    }
}

/// The book's examples.
#[test]
fn the_book_tells_the_canonical_keys() {
    let rows = book::rows("canonical key", "by");
    assert!(rows.len() >= 10);
    for row in rows {
        let key: MaterialKey = row[0].parse().unwrap();
        let transform = match row[2] {
            "identity" => Transform::IDENTITY,
            "mirror" => Transform::MIRROR,
            "swap" => Transform::SWAP,
            "both" => Transform::MIRROR.then(Transform::SWAP),
            other => panic!("`{other}` is no transform"),
        };
        assert_eq!(key.canonical().0.to_string(), row[1], "{key}");
        assert_eq!(transform.key(&key), key.canonical().0, "{key}");
    }
}

proptest! {
    #[test]
    fn all_images_have_one_canonical_form(key in sample::key(12)) {
        let (canonical, transform) = key.canonical();
        prop_assert_eq!(transform.key(&key), canonical);
        prop_assert!(canonical.is_canonical());
        prop_assert_eq!(canonical.canonical(), (canonical, Transform::IDENTITY));
        prop_assert_eq!(key.is_canonical(), key == canonical);
        for transform in Transform::of_key(&key) {
            let image = transform.key(&key);
            prop_assert_eq!(image.canonical().0, canonical);
            prop_assert_eq!(transform.inverse().key(&image), key);
        }
    }

    #[test]
    fn transforms_of_keys_compose(
        key in sample::key(8).prop_filter("no pawns", |key| !key.has_pawns()),
        a in 0..16usize,
        b in 0..16usize,
    ) {
        let [a, b] = [a, b].map(|index| Transform::from_index(index).unwrap());
        prop_assert_eq!(a.then(b).key(&key), b.key(&a.key(&key)));
    }

    #[test]
    fn the_stabilizer_is_a_group_that_keeps_the_key(key in sample::key(7)) {
        let stabilizer: Vec<Transform> = key.stabilizer().collect();
        prop_assert!(stabilizer.contains(&Transform::IDENTITY));
        for a in &stabilizer {
            prop_assert_eq!(a.key(&key), key);
            for b in &stabilizer {
                prop_assert!(stabilizer.contains(&a.then(*b)));
            }
        }
    }
}

/// The canonical key's text with `B` for every bishop and `P` for every pawn.
fn family_of(key: &MaterialKey) -> String {
    let sides: Vec<String> = key
        .to_string()
        .split('v')
        .map(|side| {
            let mut text = side.replace("Bd", "B").replace("Bl", "B");
            let pawns = text.chars().filter(char::is_ascii_digit).count();
            text.retain(|c| c.is_ascii_uppercase());
            text + &"P".repeat(pawns)
        })
        .collect();
    sides.join("v")
}
