//! The data that quals and benchmarks read: suites and games of others, which are no part of this repository.

use std::env;
use std::fs;
use std::path::PathBuf;

use anyhow::{Context as _, Result, ensure};

use crate::project;

/// A folder with the data.
pub(crate) struct Data(PathBuf);

impl Data {
    /// The folder that `HAZEL_DATA` names, else `../shared/data` beside the workspace; `None` where that isn't there.
    pub(crate) fn find() -> Result<Option<Data>> {
        if let Some(folder) = env::var_os("HAZEL_DATA") {
            let folder = PathBuf::from(folder);
            let place = folder.display();
            ensure!(folder.is_dir(), "HAZEL_DATA names {place}, which is no folder");
            return Ok(Some(Data(folder)));
        }
        let beside = project::root().join("../shared/data");
        Ok(beside.is_dir().then_some(Data(beside)))
    }

    /// Where a file is, named from the folder.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// The text of a file, named from the folder.
    pub(crate) fn read(&self, path: &str) -> Result<String> {
        let path = self.path(path);
        let bytes = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
        // Games from elsewhere may be Latin-1; what is read here is ASCII, or only counted.
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// The files in a folder and below whose names end so, in order of their paths, named from the folder.
    pub(crate) fn files(&self, folder: &str, ending: &str) -> Result<Vec<String>> {
        let mut found = Vec::new();
        let mut open = vec![folder.to_owned()];
        while let Some(folder) = open.pop() {
            let path = self.0.join(&folder);
            let entries =
                fs::read_dir(&path).with_context(|| format!("cannot list {}", path.display()))?;
            for entry in entries {
                let entry = entry?;
                let name = format!("{folder}/{}", entry.file_name().to_string_lossy());
                if entry.file_type()?.is_dir() {
                    open.push(name);
                } else if name.ends_with(ending) {
                    found.push(name);
                }
            }
        }
        found.sort();
        Ok(found)
    }
}

/// What is said where a check needs the data and there is none.
pub(crate) const ABSENT: &str = "no data: set HAZEL_DATA, or put it in ../shared/data";
