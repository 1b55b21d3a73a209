//! `hazel table` with Syzygy's files, of which the smallest are written here.

use std::path::Path;

use serde_json::{Value, json};

use crate::program::{self, run};

/// A folder of tables, and one of Syzygy's files.
struct Folders {
    _folder: tempfile::TempDir,
    tables: String,
    syzygy: String,
}

/// Files of a knight against a bare king that say the same of all positions with White to move, and of all with Black.
fn folders(values: [u8; 2]) -> Folders {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("text").to_owned();
    let (tables, syzygy) = (path("tables"), path("syzygy"));
    std::fs::create_dir(&syzygy).expect("a folder");
    let [white, black] = values;
    let write = |name: &str, mark: [u8; 4], sides: &[u8]| {
        let mut bytes = mark.to_vec();
        // Two sides to move; one group; the men; and for each side the one value that it has.
        bytes.extend([1, 0, 0x66, 0x22, 0xEE, 0]);
        bytes.extend(sides.iter().flat_map(|value| [0x80, *value]));
        bytes.resize(80, 0);
        std::fs::write(Path::new(&syzygy).join(name), bytes).expect("written");
    };
    write("KNvK.rtbw", [0x71, 0xE8, 0x23, 0x5D], &[white, black]);
    write("KNvK.rtbz", [0xD7, 0x66, 0x0C, 0xA5], &[0]);
    Folders { _folder: folder, tables, syzygy }
}

const DRAWN: [u8; 2] = [2, 2];
const WON: [u8; 2] = [4, 0];

fn generate(folders: &Folders, keys: &[&str]) {
    let arguments = [&["table", "generate"], keys, &["--tables", &folders.tables]].concat();
    let made = run(&arguments);
    assert_eq!((made.code, made.stderr.as_str()), (0, ""));
}

#[test]
fn tables_are_compared_and_what_syzygy_lacks_is_named() {
    let folders = folders(DRAWN);
    generate(&folders, &["KNvK", "KRvK"]);
    let arguments =
        ["table", "verify", "--against-syzygy", &folders.syzygy, "--tables", &folders.tables];
    let answer = program::json(&arguments);
    assert_eq!((&answer["tables"], &answer["lacking"]), (&json!(2), &json!(["KRvK"])));
    assert_eq!((&answer["different"], &answer["differences"]), (&json!(0), &json!([])));
    assert!(answer["positions"].as_u64().is_some_and(|positions| positions > 40_000), "{answer}");
    let text = run(&arguments).stdout;
    assert!(text.contains("all the same") && text.contains("1: KRvK"), "{text}");
    let none = run(&[&arguments[..2], &["KRvK"], &arguments[2..]].concat());
    assert_eq!(none.code, 2);
    assert!(none.stderr.contains("none of the tables"), "{}", none.stderr);
}

#[test]
fn differences_are_listed_with_both_values() {
    let folders = folders(WON);
    generate(&folders, &["KNvK"]);
    let arguments = [
        "table",
        "verify",
        "KNvK",
        "--against-syzygy",
        &folders.syzygy,
        "--tables",
        &folders.tables,
        "--format",
        "json",
    ];
    let found = run(&arguments);
    assert_eq!(found.code, 1);
    let answer: Value = serde_json::from_str(&found.stdout).expect("JSON");
    assert!(answer["different"].as_u64().is_some_and(|count| count > 40_000), "{answer}");
    let first = &answer["differences"][0];
    assert_eq!((&first["key"], &first["stored"]), (&json!("KNvK"), &json!("draw")));
    assert_eq!(first["syzygy"], "win in 1 or 2");
    assert!(first["fen"].as_str().is_some_and(|fen| fen.ends_with(" w - - 0 1")), "{first}");
}

#[test]
fn a_table_is_built_and_asked_with_syzygy() {
    let folders = folders(DRAWN);
    let with = ["--syzygy", &folders.syzygy, "--tables", &folders.tables];
    let made = program::json(&[&["table", "generate", "KNNvK"], &with[..]].concat());
    assert_eq!((&made["built"], &made["exact"]), (&json!(1), &json!(1)));
    // One of two knights, and the only one.
    for fen in ["8/8/8/3k4/8/8/1K6/5NN1 w - - 0 1", "8/8/8/3k4/8/8/1K6/6N1 b - - 0 1"] {
        let answer = program::json(&[&["table", "probe", fen], &with[..]].concat());
        assert_eq!((&answer["outcome"], &answer["dtz"]), (&json!("draw"), &json!(0)), "{fen}");
        let solved = program::json(&[&["table", "solve", fen], &with[..]].concat());
        assert_eq!(solved["outcome"], "draw", "{fen}");
    }
    let checked = program::json(&[&["table", "verify", "--every", "9"], &with[..]].concat());
    assert_eq!((&checked["tables"], &checked["mistakes"]), (&json!(1), &json!([])));
}

#[test]
fn folders_without_files_and_files_that_are_none_are_told() {
    let folders = folders(DRAWN);
    generate(&folders, &["KNvK"]);
    let verify = |syzygy: &str| {
        let run =
            run(&["table", "verify", "--against-syzygy", syzygy, "--tables", &folders.tables]);
        (run.code, run.stderr)
    };
    let (code, told) = verify("/nowhere");
    assert!(code == 3 && told.contains("/nowhere"), "{told}");
    let (code, told) = verify(&folders.tables);
    assert!(code == 3 && told.contains("no Syzygy file there"), "{told}");
    std::fs::write(Path::new(&folders.syzygy).join("KRvK.rtbw"), b"no table").expect("written");
    let (code, told) = verify(&folders.syzygy);
    assert!(code == 3 && told.contains("KRvK.rtbw: damaged or no Syzygy file"), "{told}");
}
