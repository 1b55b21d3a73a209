//! Tags against a plain list of them.

use hazel_tape::tree::Tags;
use proptest::prelude::*;

const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

fn unknown(name: &str) -> &'static str {
    match name {
        "Date" => "????.??.??",
        "Result" => "*",
        _ => "?",
    }
}

#[derive(Clone, Debug)]
enum Step {
    Set(&'static str, &'static str),
    Push(&'static str, &'static str),
    Remove(&'static str),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let name = || prop::sample::select(vec!["Event", "Date", "Result", "ECO", "Élo", ""]);
    let value = || prop::sample::select(vec!["", "?", "????.??.??", "*", "1-0", "Grünfeld"]);
    let step = prop_oneof![
        (name(), value()).prop_map(|(name, value)| Step::Set(name, value)),
        (name(), value()).prop_map(|(name, value)| Step::Push(name, value)),
        name().prop_map(Step::Remove),
    ];
    prop::collection::vec(step, 0..20)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn tags_behave_like_a_list_of_them(steps in steps()) {
        let mut tags = Tags::new();
        let mut list: Vec<_> = ROSTER.map(|name| (name, unknown(name))).to_vec();
        for step in steps {
            match step {
                Step::Set(name, value) => {
                    tags.set(name, value);
                    match list.iter_mut().find(|tag| tag.0 == name) {
                        Some(tag) => tag.1 = value,
                        None => list.push((name, value)),
                    }
                }
                Step::Push(name, value) => {
                    tags.push(name, value);
                    match list[..7].iter_mut().find(|tag| tag.0 == name && tag.1 == unknown(name)) {
                        Some(tag) => tag.1 = value,
                        None => list.push((name, value)),
                    }
                }
                Step::Remove(name) => {
                    let before = list.clone();
                    let others = list.split_off(ROSTER.len());
                    for tag in list.iter_mut().filter(|tag| tag.0 == name) {
                        tag.1 = unknown(name);
                    }
                    list.extend(others.into_iter().filter(|tag| tag.0 != name));
                    prop_assert_eq!(tags.remove(name), list != before);
                }
            }
            prop_assert_eq!(tags.iter().collect::<Vec<_>>(), list.clone());
            for name in ["Event", "Date", "Result", "ECO", "Élo", "", "event"] {
                let value = list.iter().find(|tag| tag.0 == name).map(|tag| tag.1);
                prop_assert_eq!(tags.get(name), value);
                let known = value.is_some_and(|value| !ROSTER.contains(&name) || value != unknown(name));
                prop_assert_eq!(tags.is_unknown(name), !known);
            }
        }
        tags.clear();
        prop_assert_eq!(tags, Tags::default());
    }
}

#[test]
fn tags_are_equal_whatever_way_they_were_made() {
    let (mut edited, mut read) = (Tags::new(), Tags::new());
    edited.set("ECO", "A00");
    edited.set("Event", "Match");
    edited.set("Event", "Return match");
    read.push("Event", "Return match");
    read.push("Site", "?");
    read.push("ECO", "A00");
    assert_eq!(edited, read);
    read.push("ECO", "A01");
    assert_ne!(edited, read);
}

#[test]
fn tags_are_shown_as_a_map() {
    let mut tags = Tags::new();
    tags.push("ECO", "A00");
    assert_eq!(
        format!("{tags:?}"),
        r#"{"Event": "?", "Site": "?", "Date": "????.??.??", "Round": "?", "White": "?", "Black": "?", "Result": "*", "ECO": "A00"}"#
    );
}
