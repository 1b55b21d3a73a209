//! Why `hazel table solve` came to an end.

use std::fmt;

use hazel_table::{Ended, MaterialKey};

use crate::output::grouped;

/// Why it ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum End {
    Exact,
    Memory { key: MaterialKey, needed: Option<u64> },
    Structures { most: usize },
    Pieces,
    Time,
    Interrupted,
}

impl From<Ended> for End {
    fn from(ended: Ended) -> End {
        match ended {
            Ended::Exact => End::Exact,
            Ended::Memory { key, needed } => End::Memory { key, needed },
            Ended::Structures { most } => End::Structures { most },
            Ended::Pieces => End::Pieces,
        }
    }
}

impl End {
    /// In one word, for programs.
    pub(super) fn name(self) -> &'static str {
        match self {
            End::Exact => "exact",
            End::Memory { .. } => "memory",
            End::Structures { .. } => "structures",
            End::Pieces => "pieces",
            End::Time => "time",
            End::Interrupted => "interrupted",
        }
    }

    /// Whether it would have gone on by itself.
    pub(super) fn is_stopped(self) -> bool {
        matches!(self, End::Time | End::Interrupted)
    }

    /// The key that has no room, and the bytes that would be enough for it.
    pub(super) fn lacks(self) -> (Option<MaterialKey>, Option<u64>) {
        match self {
            End::Memory { key, needed } => (Some(key), needed),
            _ => (None, None),
        }
    }
}

impl fmt::Display for End {
    /// For people, such as `memory: next is KQNvKQ, --budget 3GB goes on with it`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            End::Exact => "exact",
            End::Memory { key, needed: Some(needed) } => {
                let room = budget(*needed);
                return write!(f, "memory: next is {key}, --budget {room} goes on with it");
            }
            End::Memory { key, needed: None } => {
                return write!(f, "memory: next is {key}, which needs too many tables to count");
            }
            End::Structures { most } => {
                let most = grouped(*most as u64);
                return write!(
                    f,
                    "memory: more than {most} structures of pawns, more --budget has room for more"
                );
            }
            End::Pieces => "what is open has more pieces than a table can have",
            End::Time => "the time was over",
            End::Interrupted => "interrupted",
        })
    }
}

/// Bytes as `--budget` reads them, rounded up.
fn budget(bytes: u64) -> String {
    if bytes >= 4 << 30 {
        format!("{}GB", bytes.div_ceil(1 << 30))
    } else {
        format!("{}MB", bytes.div_ceil(1 << 20))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_that_helps_is_named() {
        let end = |needed| End::Memory { key: MaterialKey::KINGS, needed }.to_string();
        let many = "memory: next is KvK, which needs too many tables to count";
        assert_eq!(end(None), many);
        let gigabytes = "memory: next is KvK, --budget 5GB goes on with it";
        assert_eq!(end(Some((4 << 30) + 1)), gigabytes);
        let megabytes = "memory: next is KvK, --budget 11MB goes on with it";
        assert_eq!(end(Some((10 << 20) + 1)), megabytes);
    }
}
