//! Games beside pgn-reader, which replays them with shakmaty.
//!
//! Both read the same file from its start to its end, each in its own way: we in chunks that we cut and decompress
//! ourselves, they from a stream. So a game that got lost at the edge of a chunk would be missed.

use std::iter;

use anyhow::{Context as _, Result, ensure};
use hazel_notation::pgn::{Chunks, Input};
use pgn_reader::Reader;
use rayon::prelude::{IntoParallelRefIterator as _, ParallelIterator as _};

use super::differences::{self, PGN_READER};
use super::game;
use super::recorder::Recorder;
use super::{Count, WELL_FORMED};
use crate::data::Data;
use crate::quals::Verdict;

/// Compares all games of all files.
pub(super) fn check(data: &Data) -> Result<Verdict> {
    let files = super::files(data, &WELL_FORMED)?;
    differences::check_table(PGN_READER, &files)?;
    let counts: Vec<Count> = files
        .par_iter()
        .map(|file| compare(data, file).with_context(|| file.clone()))
        .collect::<Result<_>>()?;
    let mut sum = Count::default();
    for count in counts {
        sum += count;
    }
    ensure!(sum.variants == 0, "{} games are of other variants", sum.variants);
    let listed = differences::listed(PGN_READER);
    Ok(Verdict::Passed(format!("{} files, {sum}; {listed} games listed", files.len())))
}

fn compare(data: &Data, file: &str) -> Result<Count> {
    let mut reader = Reader::new(super::stream(data, file)?);
    let theirs = iter::from_fn(|| reader.read_game(&mut Recorder).transpose());
    let theirs = theirs.map(|game| game.map_err(Into::into));
    let ours = Chunks::new(Input::open(data.path(file))?).flat_map(|chunk| match chunk {
        Ok(chunk) => game::read(&chunk.text).into_iter().map(Ok).collect(),
        Err(error) => vec![Err(error.into())],
    });
    differences::compare(file, ours, theirs, PGN_READER)
}
