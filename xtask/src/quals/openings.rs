//! Codes of openings beside those that lichess publishes (CC0), a list kept by other people.
//!
//! The two need not agree everywhere: where a line leaves one code of the encyclopaedia for another is a matter of
//! judgement, and lists differ. These do in less than two of a hundred positions that both have, and always between the
//! same few pairs of codes. So any other pair fails, as does less agreement than now: names shifted against their lines,
//! moves read wrongly or positions not found would show at once. Names aren't compared; each list has its own.

use anyhow::{Context as _, Result, bail, ensure};
use hazel_core::Position;
use hazel_notation::{opening_of, parse_san};

use super::{Tally, Verdict};
use crate::data::{ABSENT, Data};

const FOLDER: &str = "openings/lichess";

/// Our code, then theirs.
const DISPUTED: [(&str, &str); 7] = [
    // Winawer with 6...Ne7: ours has C19 at once, theirs where White goes on with 7. Nf3 or 7. a4.
    ("C19", "C18"),
    // Four knights: theirs has C47 from the start, ours from 4. d4 on.
    ("C46", "C47"),
    // Giuoco piano with 4. c3 Nf6: theirs has C54 at once, ours from 6. cxd4 on.
    ("C53", "C54"),
    // Two knights that become a giuoco piano by 4. O-O Bc5.
    ("C55", "C54"),
    // Two knights with 4. d4, Max Lange's attack among them: ours has C56 from 5. O-O Nxe4 on.
    ("C55", "C56"),
    // Slav with 4. e3 Bf5 and the exchange after it: ours goes by 4. e3, theirs by the exchange.
    ("D12", "D13"),
    // Slav with 4...g6, which is a Gruenfeld too.
    ("D90", "D15"),
];

/// Positions that both must have: nearly all of our 2,010.
const LEAST_SHARED: u32 = 1_950;
/// Of these, the percentage that must have the same code.
const LEAST_SAME: f64 = 98.5;

pub(super) fn run(tally: &mut Tally, data: Option<&Data>) {
    tally.check("openings", || match data {
        Some(data) => compare(data),
        None => Ok(Verdict::Skipped(ABSENT.to_owned())),
    });
}

fn compare(data: &Data) -> Result<Verdict> {
    let (mut shared, mut same) = (0, 0);
    for path in data.files(FOLDER, ".tsv")? {
        for (number, line) in data.read(&path)?.lines().enumerate().skip(1) {
            let place = || format!("{path}, line {}: {line}", number + 1);
            let (theirs, position) = read(line).with_context(place)?;
            let Some(ours) = opening_of(&position) else { continue };
            shared += 1;
            if ours.eco == theirs {
                same += 1;
            } else if !DISPUTED.contains(&(ours.eco, theirs)) {
                bail!("{}: we have {ours}", place());
            }
        }
    }
    let percentage = 100.0 * f64::from(same) / f64::from(shared.max(1));
    let found = format!("{shared} positions in both lists, {percentage:.1}% with the same code");
    ensure!(
        shared >= LEAST_SHARED && percentage >= LEAST_SAME,
        "{found}; expected {LEAST_SHARED} and {LEAST_SAME}%"
    );
    Ok(Verdict::Passed(found))
}

/// The code of a line, and the position that its moves lead to.
fn read(line: &str) -> Result<(&str, Position)> {
    let fields: Vec<&str> = line.split('\t').collect();
    let &[eco, _, moves] = fields.as_slice() else { bail!("expected a code, a name and moves") };
    let mut position = Position::initial();
    for san in moves.split(' ').filter(|word| !word.ends_with('.')) {
        position.play(parse_san(&position, san)?);
    }
    Ok((eco, position))
}
