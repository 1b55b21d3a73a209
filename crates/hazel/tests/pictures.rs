//! The SVG picture: well-formed, complete, and the right way round.

use std::collections::{BTreeMap, BTreeSet};

use roxmltree::{Document, Node};

use crate::program::run;

/// The men of a picture by the name of their drawing, with the corner of their square.
fn men(svg: &str) -> BTreeMap<(u32, u32), String> {
    let document = Document::parse(svg).expect("well-formed XML");
    let number = |node: Node<'_, '_>, name| node.attribute(name).and_then(|text| text.parse().ok());
    let drawn: BTreeSet<&str> =
        document.descendants().filter_map(|node| node.attribute("id")).collect();
    document
        .descendants()
        .filter(|node| node.has_tag_name("use"))
        .map(|node| {
            let name = node.attribute("href").and_then(|name| name.strip_prefix('#'));
            let name = name.expect("a reference");
            assert!(drawn.contains(name), "{name} is drawn");
            let corner =
                (number(node, "x").expect("a number"), number(node, "y").expect("a number"));
            (corner, name.to_owned())
        })
        .collect()
}

fn picture(arguments: &[&str]) -> String {
    let run = run(&[&["show", "--svg", "-"], arguments].concat());
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    run.stdout
}

#[test]
fn every_man_is_on_its_square() {
    let initial = men(&picture(&[]));
    assert_eq!(initial.len(), 32);
    // White's king on e1, below; Black's queen on d8, above.
    assert_eq!(initial[&(400, 700)], "wk");
    assert_eq!(initial[&(300, 0)], "bq");
    let flipped = men(&picture(&["--flip"]));
    assert_eq!(flipped.len(), 32);
    assert_eq!(flipped[&(300, 0)], "wk");
    assert_eq!(flipped[&(400, 700)], "bq");
}

#[test]
fn the_picture_names_its_position_and_shows_a_check() {
    let svg = picture(&["4k3/8/8/8/8/8/4r3/4K3 w - - 0 1"]);
    let document = Document::parse(&svg).expect("well-formed XML");
    let title = document.descendants().find(|node| node.has_tag_name("title"));
    assert_eq!(title.and_then(|node| node.text()), Some("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1"));
    let glow = document.descendants().find(|node| node.attribute("fill") == Some("url(#check)"));
    let glow = glow.expect("a red square");
    assert_eq!((glow.attribute("x"), glow.attribute("y")), (Some("400"), Some("700")));
    assert!(!picture(&[]).contains("check"));
    let coordinates: String = document
        .descendants()
        .filter(|node| node.has_tag_name("text"))
        .filter_map(|node| node.text())
        .collect();
    assert_eq!(coordinates, "a8b7c6d5e4f3g2h1");
}

#[test]
fn a_file_is_replaced_as_a_whole() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("board.svg");
    std::fs::write(&path, "old").expect("a file");
    let run = run(&["show", "--svg", path.to_str().expect("a name")]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    assert!(run.stdout.contains("to move"), "the board is drawn too");
    let svg = std::fs::read_to_string(&path).expect("the file");
    assert_eq!(men(&svg).len(), 32);
    assert_eq!(std::fs::read_dir(directory.path()).expect("a directory").count(), 1);
}
