//! `hazel table plan`: which tables to build next.

mod answer;

use std::process::ExitCode;

use hazel_table::{Known, Planner};

use self::answer::Advice;
use super::planning::Planning;
use super::{counts, directory};
use crate::arguments::{Format, TablePlan};
use crate::interrupt::Interrupt;
use crate::output;
use crate::report::Failure;

/// Proposes tables.
pub(crate) fn run(arguments: &TablePlan, format: Format) -> Result<ExitCode, Failure> {
    let folder = directory(arguments.place.tables.as_deref())?;
    let counts = counts::read(arguments.counts.as_deref(), &folder)?;
    let tables = super::open(&folder)?;
    let planner = Planner {
        memory: arguments.budget.unwrap_or(u64::MAX),
        keys: arguments.keys,
        ..Planner::default()
    };
    let interrupt = Interrupt::install()?;
    let planning = Planning::new(&interrupt, None);
    let known = |key: &_| Known::of(&tables, key);
    let follow = |exit: &_| arguments.closure.follows(exit);
    let proposal = planner.propose(&counts, known, follow, arguments.limit, &planning);
    drop(planning);
    let proposal = proposal.map_err(|stopped| Failure::interrupted(stopped.to_string()))?;
    output::print(&Advice::new(&proposal, tables.len()), format)?;
    Ok(ExitCode::SUCCESS)
}
