//! What a table stands on, beside what there is now.
//!
//! A file leaves out what captures, promotions and moves out of check tell, and they tell it as they did when the table was built.
//! With another table in the place of a child, or one where there was none, the rest would no longer fit: the upper of two
//! values could come out too low. So a table is asked together with the very tables that it was built from; any other counts
//! as missing until the table is generated again.

use std::collections::{BTreeMap, BTreeSet};

use super::{Entry, ProbeError, Tables};
use crate::MaterialKey;
use crate::closure::needs;
use crate::file::Id;

/// How the tables that there are differ from those that a table was built from. Mostly not at all.
#[derive(Debug)]
pub(super) struct Standing {
    /// Children that are there, and that it was not built from.
    pub(super) strangers: Box<[MaterialKey]>,
    /// One that it was built from, itself or by way of others, and that isn't there any more.
    lost: Option<Lost>,
}

#[derive(Clone, Copy, Debug)]
enum Lost {
    /// There is none.
    Missing(MaterialKey),
    /// There is another one.
    Changed(MaterialKey),
}

impl Standing {
    /// Why distances can't be told, if they can't: those of the moves must be as they were.
    pub(super) fn fault(&self, table: MaterialKey) -> Option<ProbeError> {
        self.lost.map(|lost| match lost {
            Lost::Missing(key) => ProbeError::Missing { key },
            Lost::Changed(key) => ProbeError::Changed { key, table },
        })
    }
}

impl Entry {
    /// What it stands on; found out when it is first needed.
    #[inline]
    pub(super) fn standing(&self, tables: &Tables) -> &Standing {
        self.standing.get_or_init(|| {
            let sources = tables.sources(self);
            let children = needs(&self.key).into_iter().map(|exit| exit.child.canonical().0);
            let children: BTreeSet<MaterialKey> = children.collect();
            let is_stranger = |key: &MaterialKey| {
                tables.answers(key) && sources.get(key).is_none_or(|id| !tables.is_still(key, *id))
            };
            let lost = sources.iter().find_map(|(key, id)| match tables.entry(key) {
                Some(source) if tables.is_still(key, *id) => source.standing(tables).lost,
                Some(_) => Some(Lost::Changed(*key)),
                None => (!tables.is_still(key, *id)).then_some(Lost::Missing(*key)),
            });
            Standing { strangers: children.into_iter().filter(is_stranger).collect(), lost }
        })
    }
}

impl Tables {
    /// The tables that one was built from, with the ids that they had.
    pub(super) fn sources(&self, entry: &Entry) -> BTreeMap<MaterialKey, Id> {
        let sources = self.at(entry).1.sources.iter();
        sources.filter_map(|source| Some((source.key.parse().ok()?, source.id))).collect()
    }

    /// Whether a table is still the one that had this id. Which of Syzygy's files a table was built from isn't asked.
    pub(super) fn is_still(&self, key: &MaterialKey, id: Id) -> bool {
        match self.find(key) {
            Some((_, table)) => table.id == id,
            None => self.syzygy(key).is_some(),
        }
    }
}
