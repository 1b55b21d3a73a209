//! Solving one position of one game.

use std::path::Path;
use std::process::ExitCode;

use hazel_solve::journal::JournalFault;
use hazel_solve::{Control, Journal, JournalError, Method, Proven, Prover, ProverError};

use super::answer::Solved;
use super::certify;
use super::named::Named;
use super::plan::Plan;
use super::subject::Place;
use super::watch::Watch;
use crate::arguments::Format;
use crate::interrupt::Interrupt;
use crate::report::{Failure, note};
use crate::{file, output};

/// Solves the position after these moves, prints the answer and writes what is asked for.
pub(super) fn prove<G: Named>(
    game: &G,
    moves: &str,
    plan: &Plan,
    format: Format,
) -> Result<ExitCode, Failure> {
    let place = Place::after(game, moves)?;
    if let Some(path) = &plan.certificate {
        certify::can_write(path)?;
    }
    let interrupt = Interrupt::install()?;
    let trouble = |error| trouble(error, &interrupt);
    let mut prover = Prover::new(game, &plan.options).map_err(trouble)?;
    let mut continued = None;
    if let Some(path) = &plan.checkpoint {
        let (journal, proven) = checkpoint(path, &game.description())?;
        continued = Some(proven.len());
        prover = prover.with_journal(journal, &proven);
        interrupt.be_patient();
    }
    let mut watch = Watch::new(game, place.side(), plan.checkpoint.clone());
    interrupt.tell_from(watch.done());
    let mut control =
        Control { stop: interrupt.flag(), report: &mut |progress| watch.show(progress) };
    // Whoever has all positions has all first moves.
    let all_first_moves = plan.all_first_moves || plan.options.method == Method::Retrograde;
    let solution = prover.solve(&place.position, all_first_moves, &mut control).map_err(trouble)?;
    let seconds = watch.done().seconds();
    drop(watch);
    let mut answer = Solved::new(&prover, &place, &solution, &plan.options, seconds, continued);

    let certificate = plan.certificate.as_deref();
    let certified =
        certificate.map(|path| certify::write(&prover, &place, solution.value, path, &interrupt));
    // A certificate that can't be written takes nothing from the answer.
    let failure = match certified {
        Some(Ok(certified)) => {
            answer.certificate = Some(certified);
            None
        }
        Some(Err(failure)) => Some(failure),
        None => None,
    };
    output::print(&answer, format)?;
    failure.map_or(Ok(ExitCode::SUCCESS), Err)
}

/// Opens the file from which the proof goes on, or makes it.
fn checkpoint(path: &Path, description: &str) -> Result<(Journal, Vec<Proven>), Failure> {
    // Reading a device might never end.
    if file::is_standard(path) || path.metadata().is_ok_and(|about| !about.is_file()) {
        let message = format!("{} can't be a checkpoint: expected a file", path.display());
        return Err(Failure::input(message));
    }
    let (journal, proven) = Journal::open(path, description).map_err(|error| spoiled(&error))?;
    if let Some(cut) = journal.cut() {
        note(&format!("{}: {cut}, the rest is whole", path.display()));
    }
    Ok((journal, proven))
}

/// What an error of the prover means to the user.
pub(super) fn trouble(error: ProverError, interrupt: &Interrupt) -> Failure {
    let failure = Failure::outside(error.to_string());
    match error {
        ProverError::Stopped => interrupt.failure(),
        ProverError::Memory { .. } => failure.help("give --memory another number"),
        ProverError::Positions(_) => {
            failure.help("give it more with --memory, or take another --method where there is one")
        }
        ProverError::Circles => Failure::input(error.to_string()),
        ProverError::Journal(error) => spoiled(&error),
    }
}

/// What an error of the checkpoint means to the user.
fn spoiled(error: &JournalError) -> Failure {
    let failure = Failure::outside(format!("the checkpoint {error}"));
    match error {
        JournalError::Format { fault: JournalFault::Other { .. }, .. } => {
            Failure::input(format!("the checkpoint {error}"))
                .help("give another file, or the rules that it is about")
        }
        JournalError::Format { .. } => {
            failure.help("nothing was changed; give another file to begin anew")
        }
        JournalError::Io { .. } | JournalError::Failed { .. } => {
            failure.help("what it holds is whole; the same command goes on from there")
        }
        JournalError::InUse { .. } | JournalError::Description { .. } => failure,
    }
}
