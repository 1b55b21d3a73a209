//! `hazel solve check`: confirming a certificate.

use std::fs::File;
use std::io::{BufReader, Read};
use std::process::ExitCode;
use std::time::Instant;

use hazel_solve::certificate::{Certificate, CertificateError};
use hazel_solve::{Checked, Outcome, Refusal};
use serde::Serialize;

use super::answer::{numbered, verdict};
use super::named::Named;
use super::subject::{AnyGame, Place, parts};
use crate::arguments::{Format, SolveCheck};
use crate::interrupt::Interrupt;
use crate::meter::Line;
use crate::output::{Answer, facts, grouped, time};
use crate::report::Failure;
use crate::{output, report};

/// What a certificate proves.
#[derive(Serialize)]
struct Confirmed {
    game: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    moves: Vec<String>,
    turn: &'static str,
    /// For the side to move.
    value: String,
    winner: Option<&'static str>,
    positions: u64,
    choices: u64,
    seconds: f64,
}

/// Plays through a certificate.
pub(super) fn run(options: &SolveCheck, format: Format) -> Result<ExitCode, Failure> {
    let path = options.file.display();
    let outside = |error| Failure::outside(format!("{path} can't be read: {error}"));
    let file = File::open(&options.file).map_err(outside)?;
    let interrupt = Interrupt::install()?;
    let named = |error: CertificateError| refused(&error.into(), &path.to_string());
    let certificate = Certificate::read(BufReader::new(file)).map_err(named)?;
    let about = certificate.header().description.clone();
    let (description, moves) = parts(&about);
    let game = description.parse::<AnyGame>().map_err(|error| {
        Failure::no(format!("{path}: the certificate is about no game: {error}"))
    })?;
    let name = path.to_string();
    let confirmed = match game {
        AnyGame::Pawns(game) => confirm(&game, &moves, certificate, &name, &interrupt),
        AnyGame::Nim(game) => confirm(&game, &moves, certificate, &name, &interrupt),
        AnyGame::Fork(game) => confirm(&game, &moves, certificate, &name, &interrupt),
        AnyGame::TicTacToe(game) => confirm(&game, &moves, certificate, &name, &interrupt),
    };
    output::print(&confirmed?, format)?;
    Ok(ExitCode::from(report::DONE))
}

fn confirm<G: Named>(
    game: &G,
    moves: &str,
    certificate: Certificate<impl Read>,
    path: &str,
    interrupt: &Interrupt,
) -> Result<Confirmed, Failure> {
    let place = Place::after(game, moves).map_err(|_| {
        Failure::no(format!("{path}: the moves of the certificate can't be played"))
    })?;
    let started = Instant::now();
    let mut line = Line::new();
    let checked = hazel_solve::check(game, &place.position, certificate, |positions| {
        line.show(|| format!("{} positions", grouped(positions)));
        !interrupt.is_asked()
    });
    let Checked { claim, positions, choices } = checked.map_err(|error| refused(&error, path))?;
    let side = place.side();
    Ok(Confirmed {
        game: game.description(),
        turn: game.side(side),
        value: claim.to_string(),
        winner: match claim {
            Outcome::WIN => Some(game.side(side)),
            Outcome::LOSS => Some(game.side(1 - side)),
            _ => None,
        },
        moves: place.moves,
        positions,
        choices,
        seconds: started.elapsed().as_secs_f64(),
    })
}

/// What a refusal means to the user.
fn refused(refusal: &Refusal, path: &str) -> Failure {
    let message = format!("{path}: {refusal}");
    match refusal {
        Refusal::Stopped { .. } => Failure::interrupted(message),
        Refusal::Certificate(CertificateError::Io { .. }) => Failure::outside(message),
        Refusal::Certificate(CertificateError::Foreign | CertificateError::Version { .. }) => {
            Failure::input(message)
        }
        _ => Failure::no(message).help("this certificate proves nothing"),
    }
}

impl Answer for Confirmed {
    fn text(&self, _colors: bool) -> String {
        let mut rows = vec![("game", self.game.clone())];
        if !self.moves.is_empty() {
            rows.push(("after", numbered(&self.moves, 0)));
        }
        rows.extend([
            ("proven", verdict(&self.value, self.winner, self.turn)),
            ("positions", grouped(self.positions)),
            ("choices", grouped(self.choices)),
            ("time", time(self.seconds)),
        ]);
        facts(&rows)
    }

    fn rows(&self) -> impl Iterator<Item = Vec<String>> {
        let header = ["game", "moves", "turn", "value", "positions", "choices", "seconds"];
        let row = [
            self.game.clone(),
            self.moves.join(" "),
            self.turn.to_owned(),
            self.value.clone(),
            self.positions.to_string(),
            self.choices.to_string(),
            self.seconds.to_string(),
        ];
        [header.map(str::to_owned).to_vec(), row.to_vec()].into_iter()
    }
}
