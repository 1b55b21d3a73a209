//! What a proof may cost and where it is kept.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use hazel_solve::{Method, Options};

use super::memory;
use crate::arguments::{Effort, Search, SearchMethod};
use crate::report::Failure;

/// How to solve, and what to write down.
pub(super) struct Plan {
    pub(super) options: Options,
    pub(super) all_first_moves: bool,
    pub(super) checkpoint: Option<PathBuf>,
    pub(super) certificate: Option<PathBuf>,
}

impl Plan {
    /// For games in which every line of play ends. A game `is_small` if it is solved in a moment.
    pub(super) fn searching(
        effort: &Effort,
        search: &Search,
        is_small: bool,
    ) -> Result<Plan, Failure> {
        if search.method == SearchMethod::Retrograde {
            if search.checkpoint.is_some() {
                let message = "the retrograde method knows all or nothing and keeps no checkpoint";
                return Err(Failure::input(message).help("leave --checkpoint or --method out"));
            }
            return Plan::backwards(effort);
        }
        let processors = || std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        let asked = search.threads.and_then(|threads| NonZeroUsize::new(threads as usize));
        let (method, threads) = match search.method {
            SearchMethod::ProofNumber => (Method::ProofNumber, NonZeroUsize::MIN),
            _ => (Method::AlphaBeta, asked.unwrap_or_else(processors)),
        };
        let plan = Plan::backwards(effort)?;
        let memory = memory::granted(effort.memory, is_small)?;
        let options = Options { method, threads, memory, ..plan.options };
        Ok(Plan { options, checkpoint: search.checkpoint.clone(), ..plan })
    }

    /// Without an idea of the search, or `all` of them. Names of others change nothing.
    pub(super) fn without(&mut self, name: &str) {
        self.options.looks_ahead &= !["lookahead", "all"].contains(&name);
        self.options.foresees &= !["foresight", "all"].contains(&name);
        self.options.uses_parts &= !["parts", "all"].contains(&name);
    }

    /// For all games that are small enough.
    pub(super) fn backwards(effort: &Effort) -> Result<Plan, Failure> {
        Ok(Plan {
            options: Options {
                method: Method::Retrograde,
                memory: memory::granted(effort.memory, false)?,
                threads: NonZeroUsize::MIN,
                looks_ahead: true,
                foresees: true,
                uses_parts: true,
            },
            all_first_moves: effort.first_moves,
            checkpoint: None,
            certificate: effort.certificate.clone(),
        })
    }
}
