//! What a table stands on, beside what there is now.
//!
//! A file leaves out what captures, promotions and moves out of check tell, and they tell it as they did when the table was
//! built. An exact table was built from exact values alone, and whatever is exact has the same ones: it may be asked together with
//! any other tables, and its distances with exact ones. Bounds are as wide as those below them were. With narrower ones in the
//! place of a child, or with one where there was none, the rest would no longer fit: the upper of two values could come
//! out too low. So bounds are asked together with the very tables that they were built from; any other counts as missing
//! until they are generated again.

use std::collections::BTreeSet;

use super::{Entry, ProbeError, Tables};
use crate::MaterialKey;
use crate::closure::children;
use crate::file::{Content, Id, Table};

/// How the tables that there are differ from those that a table was built from. Mostly not at all.
#[derive(Debug)]
pub(super) struct Standing {
    /// Of bounds, the children that are there and that they were not built from.
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
    /// Whether all that it was built from is there.
    pub(super) fn is_whole(&self) -> bool {
        self.lost.is_none()
    }

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
            let is_exact = self.is_exact;
            let is_stranger = |key: &MaterialKey| {
                let stands = |id: &Id| tables.stands_for(key, *id, false);
                tables.answers(key) && !self.sources.get(key).is_some_and(stands)
            };
            let children = if is_exact { BTreeSet::new() } else { children(&self.key) };
            let lost = self.sources.iter().find_map(|(key, id)| {
                let stands = tables.stands_for(key, *id, is_exact);
                match tables.entry(key) {
                    Some(source) if stands => source.standing(tables).lost,
                    Some(_) => Some(Lost::Changed(*key)),
                    None => (!stands).then_some(Lost::Missing(*key)),
                }
            });
            Standing { strangers: children.into_iter().filter(is_stranger).collect(), lost }
        })
    }
}

impl Table {
    /// Whether nothing was missing when it was built.
    pub fn is_exact(&self) -> bool {
        self.parts().all(|part| part.content != Content::LowerWdl)
    }
}

impl Tables {
    /// Why the distances of the table of a canonical key can't be told, if there is one and they can't: a table that it was
    /// built from is gone, or another one.
    pub fn fault(&self, key: &MaterialKey) -> Option<ProbeError> {
        let entry = self.entry(key)?;
        entry.standing(self).fault(entry.key)
    }

    /// Whether distances can be told of the positions of a canonical key, by its table or by Syzygy's files.
    pub(crate) fn measures(&self, key: &MaterialKey) -> bool {
        let measures = |entry: &Entry| entry.standing(self).fault(entry.key).is_none();
        self.entry(key).is_some_and(measures)
            || self.syzygy.as_ref().is_some_and(|syzygy| syzygy.measures(key))
    }

    /// Whether there is something now that the table of a canonical key was not built from, or something gone that it was.
    pub(crate) fn is_stale(&self, key: &MaterialKey) -> bool {
        let standing = self.entry(key).map(|entry| entry.standing(self));
        standing.is_some_and(|standing| standing.lost.is_some() || !standing.strangers.is_empty())
    }

    /// Whether what there is of a key may stand for the table that had this id: if it is the same, or if all that matters is that
    /// it is exact. Nobody needs a table to know of two bare kings.
    pub(super) fn stands_for(&self, key: &MaterialKey, id: Id, exact_is_enough: bool) -> bool {
        match self.find(key) {
            None if *key == MaterialKey::KINGS => true,
            Some((_, table)) => table.id == id || exact_is_enough && table.is_exact(),
            None => {
                self.syzygy(key).is_some_and(|syzygy| exact_is_enough || syzygy.id(key) == Some(id))
            }
        }
    }
}
