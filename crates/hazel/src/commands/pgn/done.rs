//! What is said after games have been written to a file.

use std::path::Path;

use serde::Serialize;

use crate::games::Reading;
use crate::output::{Answer, facts, grouped, time};

#[derive(Serialize)]
pub(super) struct Done {
    pub(super) output: Option<String>,
    pub(super) games: u64,
    pub(super) written: u64,
    pub(super) errors: u64,
    pub(super) remarks: u64,
    pub(super) seconds: f64,
    pub(super) threads: usize,
    pub(super) trouble: Vec<String>,
}

impl Done {
    pub(super) fn new(output: Option<&Path>, written: u64, read: &Reading) -> Done {
        Done {
            output: output.map(|path| path.display().to_string()),
            games: read.games(),
            written,
            errors: read.errors(),
            remarks: read.remarks(),
            seconds: read.seconds,
            threads: read.threads,
            trouble: read.trouble(),
        }
    }
}

impl Answer for Done {
    fn text(&self, _colors: bool) -> String {
        let mut rows = vec![
            ("games", grouped(self.games)),
            (if self.output.is_some() { "written" } else { "chosen" }, grouped(self.written)),
            ("errors", grouped(self.errors)),
            ("time", time(self.seconds)),
        ];
        rows.extend(self.output.as_ref().map(|output| ("output", output.clone())));
        facts(&rows)
    }

    fn rows(&self) -> impl Iterator<Item = Vec<String>> {
        let row = [
            ("output", self.output.clone().unwrap_or_default()),
            ("games", self.games.to_string()),
            ("written", self.written.to_string()),
            ("errors", self.errors.to_string()),
            ("remarks", self.remarks.to_string()),
            ("seconds", self.seconds.to_string()),
            ("threads", self.threads.to_string()),
        ];
        let (header, values): (Vec<_>, Vec<_>) =
            row.into_iter().map(|(name, value)| (name.to_owned(), value)).unzip();
        [header, values].into_iter()
    }
}
