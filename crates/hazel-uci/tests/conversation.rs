//! What is said to an engine that behaves.

use hazel_core::Position;
use hazel_notation::parse_fen;
use hazel_uci::{EngineError, OptionError};

use crate::scripted::{Scripted, honest};

#[test]
fn an_engine_introduces_itself() -> Result<(), EngineError> {
    let engine = Scripted::start(honest)?;
    assert_eq!((engine.name(), engine.author()), ("Scripted 1", Some("the tests")));
    let names: Vec<&str> = engine.options().iter().map(|option| option.name.as_str()).collect();
    assert_eq!(names, ["Hash", "UCI_Chess960"]);
    engine.quit()?;
    Ok(())
}

#[test]
fn counts_arrive_with_their_total() -> Result<(), EngineError> {
    let mut engine = Scripted::start(honest)?;
    let counts = engine.perft(&Position::initial(), 3)?;
    assert_eq!((counts.moves.len(), counts.total()), (20, 8_902));
    assert_eq!(engine.perft(&Position::initial(), 0)?.moves, []);
    // Mated: no move, and a total of nothing.
    let mated = parse_fen("4k3/4Q3/4K3/8/8/8/8/8 b - - 0 1").expect("a position");
    assert_eq!(engine.perft(&mated, 2)?.total(), 0);
    Ok(())
}

#[test]
fn options_are_checked_before_they_are_sent() -> Result<(), EngineError> {
    let mut engine = Scripted::start(honest)?;
    engine.set_option("hash", "32")?;
    let error = engine.set_option("Hash", "128").expect_err("too much");
    assert_eq!(
        error.to_string(),
        "Scripted 1: the option Hash does not take \"128\": expected a whole number from 1 to 64"
    );
    let error = engine.set_option("Threads", "2").expect_err("not declared");
    assert_eq!(
        error.to_string(),
        "Scripted 1: there is no option \"Threads\": expected one of Hash, UCI_Chess960"
    );
    assert!(matches!(error, EngineError::Option { source: OptionError::Unknown { .. }, .. }));
    Ok(())
}

/// Positions and their counts: perft of the Chess960 suite of the Ethereal engine, numbers 1 and 2.
#[test]
fn chess960_is_switched_on_where_a_position_needs_it_and_off_again() -> Result<(), EngineError> {
    let mut engine = Scripted::start(honest)?;
    let chess960 = parse_fen("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9")
        .expect("a position");
    assert_eq!(engine.perft(&chess960, 2)?.total(), 528);
    let standard = parse_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").expect("a position");
    let counts = engine.perft(&standard, 1)?;
    let names: Vec<String> = counts.moves.iter().map(|(uci, _)| uci.to_string()).collect();
    assert!(names.contains(&"e1g1".to_owned()) && names.contains(&"e1c1".to_owned()), "{names:?}");
    let sent = engine.into_transport().received;
    let sent: Vec<&str> = sent.iter().map(String::as_str).collect();
    assert_eq!(
        sent,
        [
            "uci",
            "setoption name UCI_Chess960 value true",
            "isready",
            "position fen bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
            "go perft 2",
            "setoption name UCI_Chess960 value false",
            "isready",
            "position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
            "go perft 1",
        ]
    );
    Ok(())
}
