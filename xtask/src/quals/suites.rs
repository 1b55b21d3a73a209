//! Readers for the spellings in which perft suites are published: text in, positions with their counts out.
//!
//! Each takes one format and refuses anything else with its line, so that a suite is never read in part.

use anyhow::{Result, bail, ensure};

/// A position of a suite, and how many leaves it has at which depths.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct Case {
    /// The line on which it stands, from 1.
    pub(crate) line: usize,
    /// A FEN, or the first four fields of one.
    pub(crate) fen: String,
    /// Depths and counts.
    pub(crate) counts: Vec<(u32, u64)>,
}

/// A reader of one format.
pub(crate) type Reader = fn(&str) -> Result<Vec<Case>>;

/// Every suite: its file in the folder `perft` of the data, and its format.
pub(crate) const SUITES: [(&str, Reader); 13] = [
    ("ethereal_standard.epd", labelled),
    ("ethereal_fischer960.epd", labelled),
    ("minimalchess_perft.txt", labelled),
    ("pychess_perftsuite.epd", labelled),
    ("pychess_perftsuite2_sedlak.epd", labelled),
    ("frankwalter_perftsuite.epd", operations),
    ("leorik_perft_test.txt", deepest),
    ("leorik_qbb.txt", deepest),
    ("minic_perft_6depths.csv", columns),
    ("vajolet_fischer_d6only.csv", sixth_column),
    ("shakmaty_chess960.perft", blocks),
    ("shakmaty_random.perft", blocks),
    ("shakmaty_tricky.perft", blocks),
];

/// `FEN ;D1 20 ;D2 400`
fn labelled(text: &str) -> Result<Vec<Case>> {
    lines(text, |line| {
        let mut parts = line.split(';');
        let fen = parts.next()?;
        let counts = parts.map(|part| pair(part.trim().strip_prefix('D')?.split_once(' ')?));
        Some((fen, counts.collect::<Option<_>>()?))
    })
}

/// `EPD perft1 20; perft2 400;`
fn operations(text: &str) -> Result<Vec<Case>> {
    lines(text, |line| {
        let (fen, operations) = line.split_at(line.find("perft")?);
        let operations = operations.strip_suffix(';')?.split(';');
        let counts =
            operations.map(|part| pair(part.trim().strip_prefix("perft")?.split_once(' ')?));
        Some((fen, counts.collect::<Option<_>>()?))
    })
}

/// `FEN ; 6; 119060324`, with or without a semicolon at the end.
fn deepest(text: &str) -> Result<Vec<Case>> {
    lines(text, |line| {
        let mut parts = line.trim_end_matches(';').split(';');
        let (fen, depth, nodes) = (parts.next()?, parts.next()?, parts.next()?);
        parts.next().is_none().then_some((fen, vec![pair((depth, nodes))?]))
    })
}

/// `EPD,20,400,8902`, from depth 1 on.
fn columns(text: &str) -> Result<Vec<Case>> {
    lines(text, |line| {
        let mut parts = line.split(',');
        let fen = parts.next()?;
        let counts = (1..).zip(parts).map(|(depth, nodes)| Some((depth, nodes.parse().ok()?)));
        Some((fen, counts.collect::<Option<_>>()?))
    })
}

/// `FEN,227689589`, the count at depth 6. Where nobody may castle, the castling field is empty instead of `-`.
fn sixth_column(text: &str) -> Result<Vec<Case>> {
    let mut cases = lines(text, |line| {
        let (fen, nodes) = line.split_once(',')?;
        Some((fen, vec![(6, nodes.parse().ok()?)]))
    })?;
    for case in &mut cases {
        case.fen = case.fen.replace("  ", " - ");
    }
    Ok(cases)
}

/// Blocks of lines: `id NAME`, `epd EPD`, then `perft DEPTH COUNT` for each depth.
fn blocks(text: &str) -> Result<Vec<Case>> {
    let mut cases: Vec<Case> = Vec::new();
    for (line, content) in content(text) {
        let (word, rest) = content.split_once(' ').unwrap_or((content, ""));
        match (word, cases.last_mut()) {
            ("id", _) => {}
            ("epd", _) => cases.push(Case { line, fen: rest.to_owned(), counts: vec![] }),
            ("perft", Some(case)) => match rest.split_once(' ').and_then(pair) {
                Some(count) => case.counts.push(count),
                None => bail!("line {line}: `{content}` is no count"),
            },
            _ => bail!("line {line}: `{content}` is neither id, epd nor perft"),
        }
    }
    whole(cases)
}

/// Reads suites with one position a line.
fn lines(text: &str, read: impl Fn(&str) -> Option<(&str, Vec<(u32, u64)>)>) -> Result<Vec<Case>> {
    let mut cases = Vec::new();
    for (line, content) in content(text) {
        let Some((fen, counts)) = read(content) else {
            bail!("line {line}: `{content}` is not of the suite's format");
        };
        cases.push(Case { line, fen: fen.trim().to_owned(), counts });
    }
    whole(cases)
}

/// The lines that are neither empty nor comments, numbered.
fn content(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let numbered = (1..).zip(text.lines().map(str::trim));
    numbered.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
}

fn pair((depth, nodes): (&str, &str)) -> Option<(u32, u64)> {
    Some((depth.trim().parse().ok()?, nodes.trim().parse().ok()?))
}

fn whole(cases: Vec<Case>) -> Result<Vec<Case>> {
    ensure!(!cases.is_empty(), "the suite is empty");
    for Case { line, fen, counts } in &cases {
        ensure!(!counts.is_empty(), "line {line}: `{fen}` has no count");
    }
    Ok(cases)
}

#[cfg(test)]
mod tests {
    use super::*;

    const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -";

    fn read(reader: Reader, text: &str) -> (usize, Vec<(u32, u64)>) {
        let cases = reader(&text.replace("FEN", KIWIPETE)).expect("the format is right");
        let [Case { line, fen, counts }] = &cases[..] else { panic!("one case expected") };
        assert_eq!(fen, KIWIPETE);
        (*line, counts.clone())
    }

    #[test]
    fn each_format_is_read() {
        let counts = vec![(1, 48), (2, 2039)];
        assert_eq!(read(labelled, "# comment\nFEN\t;D1 48 ;D2 2039\n"), (2, counts.clone()));
        assert_eq!(read(operations, "FEN perft1 48; perft2 2039;\r\n"), (1, counts.clone()));
        assert_eq!(read(deepest, "FEN ; 2; 2039"), (1, vec![(2, 2039)]));
        assert_eq!(read(deepest, "FEN; 2; 2039;"), (1, vec![(2, 2039)]));
        assert_eq!(read(columns, "FEN,48,2039"), (1, counts.clone()));
        assert_eq!(read(sixth_column, "FEN,8031647685"), (1, vec![(6, 8031647685)]));
        let bare = sixth_column("8/8/8/8/8/8/8/K1k5 w  - 0 9,5").expect("the format is right");
        assert_eq!(bare[0].fen, "8/8/8/8/8/8/8/K1k5 w - - 0 9");
        assert_eq!(read(blocks, "\nid pos-2\nepd FEN\nperft 1 48\nperft 2 2039\n"), (3, counts));
    }

    #[test]
    fn what_is_not_of_the_format_is_refused_with_its_line() {
        let error = |reader: Reader, text| reader(text).expect_err("refused").to_string();
        assert_eq!(
            error(labelled, "8/8 ;D1 x"),
            "line 1: `8/8 ;D1 x` is not of the suite's format"
        );
        assert_eq!(error(columns, "\n8/8"), "line 2: `8/8` has no count");
        assert_eq!(
            error(blocks, "perft 1 20"),
            "line 1: `perft 1 20` is neither id, epd nor perft"
        );
        assert_eq!(error(blocks, "epd 8/8\nperft 1"), "line 2: `perft 1` is no count");
        assert_eq!(error(operations, ""), "the suite is empty");
    }
}
