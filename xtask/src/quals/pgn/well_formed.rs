//! Games beside pgn-reader, which replays them with shakmaty.
//!
//! Both read the same file from its start to its end, each in its own way: we in chunks that we cut and decompress
//! ourselves, they from a stream. So a game that gets lost at the edge of a chunk would be missed.

use std::fs::File;
use std::io::Read;
use std::iter;

use anyhow::{Context as _, Result, bail, ensure};
use hazel_notation::pgn::{Chunks, Input};
use pgn_reader::Reader;
use rayon::prelude::{IntoParallelRefIterator as _, ParallelIterator as _};

use super::game;
use super::quirks::{QUIRKS, Quirk};
use super::recorder::Recorder;
use super::{Count, WELL_FORMED};
use crate::data::Data;
use crate::quals::Verdict;

/// Compares all games of all files.
pub(super) fn check(data: &Data) -> Result<Verdict> {
    let files = super::files(data, &WELL_FORMED)?;
    for quirk in QUIRKS {
        ensure!(
            files.iter().any(|file| file == quirk.file),
            "{} is listed and not there",
            quirk.file
        );
    }
    let counts: Vec<Count> = files
        .par_iter()
        .map(|file| compare(data, file).with_context(|| file.clone()))
        .collect::<Result<_>>()?;
    let Count { games, plies } = counts.into_iter().sum();
    let listed: usize = QUIRKS.iter().map(|quirk| quirk.games.len()).sum();
    let text = format!("{} files, {games} games, {plies} plies; {listed} listed", files.len());
    Ok(Verdict::Passed(text))
}

fn compare(data: &Data, file: &str) -> Result<Count> {
    let path = data.path(file);
    let stream = File::open(&path)?;
    let stream: Box<dyn Read> = match file.ends_with(".zst") {
        true => Box::new(zstd::Decoder::new(stream)?),
        false => Box::new(stream),
    };
    let mut reader = Reader::new(stream);
    let mut theirs = iter::from_fn(|| reader.read_game(&mut Recorder).transpose());
    let (mut count, mut skipped) = (Count::default(), 0);
    let mut listed = 0;
    for chunk in Chunks::new(Input::open(&path)?) {
        for ours in game::read(&chunk?.text) {
            count += &ours;
            if skipped > 0 {
                skipped -= 1;
                continue;
            }
            let their = theirs.next().transpose()?;
            if their.as_ref().is_some_and(|their| ours.is_same(their)) {
                continue;
            }
            let number = count.games;
            let Some(quirk) = find(file, number) else {
                let their = their.map_or_else(|| "nothing".to_owned(), |their| their.to_string());
                bail!("game {number}:\n  ours   {ours}\n  theirs {their}");
            };
            ensure!(their.is_some() == (quirk.theirs > 0), "game {number}: listed otherwise");
            let moves = their.map_or_else(String::new, |their| their.moves);
            ensure!(ours.moves.starts_with(&moves), "game {number}: they read other moves");
            listed += 1;
            skipped = quirk.ours - 1;
            for _ in 1..quirk.theirs {
                theirs.next().context("they have fewer games")??;
            }
        }
    }
    ensure!(theirs.next().is_none(), "they have more than {} games", count.games);
    let expected: usize =
        QUIRKS.iter().filter(|quirk| quirk.file == file).map(|quirk| quirk.games.len()).sum();
    ensure!(listed == expected, "{expected} games are listed, but {listed} differ");
    Ok(count)
}

fn find(file: &str, game: usize) -> Option<&'static Quirk> {
    QUIRKS.iter().find(|quirk| quirk.file == file && quirk.games.contains(&game))
}
