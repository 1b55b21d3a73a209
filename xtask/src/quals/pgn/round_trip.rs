//! Files beside themselves: what is written is read again as the same trees, and written again as the same bytes.

use crate::data::Data;
use crate::quals::Verdict;
use anyhow::{Context as _, Result, ensure};
use hazel_notation::pgn::{Chunk, Chunks, Input, Style, read_trees, write_game};
use hazel_tape::tree::GameTree;
use rayon::prelude::{ParallelBridge as _, ParallelIterator as _};

/// The most characters in a line of moves, where it isn't one word.
const WIDTH: usize = 79;

/// Takes every file there and back, in both styles.
pub(super) fn check(data: &Data) -> Result<Verdict> {
    let files = super::files(data, &["pgn/"])?;
    let games: Vec<usize> = files
        .iter()
        .flat_map(|file| chunks(data, file))
        .par_bridge()
        .map(|chunk| {
            let (file, chunk) = chunk?;
            there_and_back(&chunk.text)
                .with_context(|| format!("{file}, from line {} on", chunk.line))
        })
        .collect::<Result<_>>()?;
    let games: usize = games.into_iter().sum();
    Ok(Verdict::Passed(format!("{} files, {games} games, two styles", files.len())))
}

/// The chunks of a file, with its name. Files differ much in size, so it is chunks that the cores share.
fn chunks<'a>(
    data: &Data,
    file: &'a str,
) -> impl Iterator<Item = Result<(&'a str, Chunk)>> + use<'a> {
    let chunks = Input::open(data.path(file)).map(Chunks::new);
    let (chunks, error) = match chunks {
        Ok(chunks) => (Some(chunks), None),
        Err(error) => (None, Some(Err(error))),
    };
    let items = chunks.into_iter().flatten().chain(error);
    items.map(move |item| Ok((file, item.with_context(|| file.to_owned())?)))
}

/// Takes the games of a text there and back, and returns how many there are.
fn there_and_back(text: &[u8]) -> Result<usize> {
    let mut trees = Vec::new();
    read_trees(text, |game| trees.push(game.tree.clone()));
    for style in [Style::Export, Style::Compact] {
        let written = write(&trees, style);
        let (mut again, mut equal) = (String::new(), 0);
        let games = read_trees(written.as_bytes(), |game| {
            // Only as many as are equal from the first on, so that the number tells where they differ.
            equal += usize::from(trees.get(equal).is_some_and(|tree| tree == game.tree));
            write_game(game.tree, style, &mut again);
        });
        ensure!(games == trees.len(), "{} games became {games} as {style:?}", trees.len());
        ensure!(equal == games, "game {} is another one as {style:?}", equal + 1);
        ensure!(again == written, "the second {style:?} differs from the first");
        if style == Style::Export {
            check_width(&written)?;
        }
    }
    Ok(trees.len())
}

fn write(trees: &[GameTree], style: Style) -> String {
    let mut text = String::new();
    for tree in trees {
        write_game(tree, style, &mut text);
    }
    text
}

/// Lines of moves are short. A comment that must go to the end of its line is as long as it is.
fn check_width(text: &str) -> Result<()> {
    for line in text.lines().filter(|line| !line.starts_with('[')) {
        let breaks = line.contains(' ') && !line.contains(';');
        ensure!(line.chars().count() <= WIDTH || !breaks, "a line is too long: {line}");
    }
    Ok(())
}
