//! How the answers of `hazel perft` look.

use super::answer::{Agreement, Batch, Counted, FirstDifference};
use crate::output::{Answer, facts, grouped, table, time};

impl Answer for Counted {
    fn text(&self, _colors: bool) -> String {
        let moves = self.moves.as_ref().filter(|moves| !moves.is_empty()).map(|moves| {
            let rows = moves.iter().map(|m| vec![m.uci.clone(), m.san.clone(), grouped(m.nodes)]);
            table(&["uci", "san", "nodes"], rows, &[2])
        });
        let mut rows = vec![
            ("fen", self.fen.clone()),
            ("depth", self.depth.to_string()),
            ("nodes", grouped(self.nodes)),
            ("time", time(self.seconds)),
            ("speed", format!("{} nodes/s", grouped(self.nodes_per_second))),
            ("threads", self.threads.to_string()),
        ];
        if let Some(hash) = &self.hash {
            let (hits, misses) = (grouped(hash.hits), grouped(hash.misses));
            rows.push(("hash", format!("{} MiB, {hits} hits, {misses} misses", hash.mebibytes)));
        }
        let mut text = String::new();
        if let Some(against) = &self.against {
            let verdict = if against.agrees { "agrees" } else { "counts differently" };
            let nodes = grouped(against.nodes);
            let words =
                format!("{} {verdict}: {nodes} nodes in {}", against.engine, time(against.seconds));
            rows.push(("engine", words));
            if let Some(difference) = &against.difference {
                text = difference.text(&against.engine);
            }
        }
        moves.unwrap_or_default() + &facts(&rows) + &text
    }

    fn rows(&self) -> impl Iterator<Item = Vec<String>> {
        rows(std::slice::from_ref(self)).into_iter()
    }
}

impl Answer for Batch {
    /// Against an engine, only the positions that differ are of interest to a person.
    fn text(&self, _colors: bool) -> String {
        let mut text = String::new();
        if self.against.is_some() {
            for counted in self.positions.iter().filter(|counted| counted.differs()) {
                text += &counted.text(false);
                text.push('\n');
            }
        } else {
            let rows = self.positions.iter().map(|counted| {
                vec![counted.fen.clone(), grouped(counted.nodes), time(counted.seconds)]
            });
            text = table(&["fen", "nodes", "time"], rows, &[1, 2]);
        }
        let mut rows = vec![
            ("positions", grouped(self.positions.len() as u64)),
            ("depth", self.depth.to_string()),
            ("nodes", grouped(self.nodes)),
            ("time", time(self.seconds)),
            ("speed", format!("{} nodes/s", grouped(self.nodes_per_second))),
        ];
        if let Some(Agreement { engine, agreeing, differing }) = &self.against {
            let (agreeing, differing) = (grouped(*agreeing as u64), grouped(*differing as u64));
            rows.push(("engine", format!("{engine} agrees on {agreeing}, differs on {differing}")));
        }
        text + &facts(&rows)
    }

    fn rows(&self) -> impl Iterator<Item = Vec<String>> {
        rows(&self.positions).into_iter()
    }
}

impl FirstDifference {
    /// The line, as people and as engines write it.
    fn line(&self) -> String {
        if self.line_san.is_empty() {
            "the position itself".to_owned()
        } else {
            format!("{} ({})", self.line_san.join(" "), self.line_uci.join(" "))
        }
    }

    fn text(&self, engine: &str) -> String {
        let mut rows = vec![
            ("line", self.line()),
            ("fen", self.fen.clone()),
            ("depth", self.depth.to_string()),
            ("hazel counts", grouped(self.nodes)),
            ("engine counts", grouped(self.engine_nodes)),
        ];
        if !self.only_hazel.is_empty() {
            rows.push(("only hazel has", self.only_hazel.join(" ")));
        }
        if !self.only_engine.is_empty() {
            rows.push(("only the engine has", self.only_engine.join(" ")));
        }
        let moves = self
            .moves
            .iter()
            .map(|m| vec![m.uci.clone(), m.san.clone(), grouped(m.nodes), grouped(m.engine_nodes)]);
        let moves = match self.moves.as_slice() {
            [] => String::new(),
            _ => table(&["uci", "san", "hazel", engine], moves, &[2, 3]),
        };
        format!("\nfirst difference\n{}{moves}", facts(&rows))
    }
}

/// A row for each position; or, where they were divided, a row for each move.
fn rows(positions: &[Counted]) -> Vec<Vec<String>> {
    let strings = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
    if positions.iter().any(|counted| counted.moves.is_some()) {
        let moves = positions.iter().flat_map(|counted| {
            let moves = counted.moves.iter().flatten();
            moves.map(|m| {
                vec![counted.fen.clone(), m.uci.clone(), m.san.clone(), m.nodes.to_string()]
            })
        });
        return std::iter::once(strings(&["fen", "uci", "san", "nodes"])).chain(moves).collect();
    }
    let mut header = strings(&["fen", "depth", "nodes", "seconds", "nodes_per_second", "threads"]);
    if positions.iter().any(|counted| counted.against.is_some()) {
        header.extend(strings(&[
            "engine",
            "agrees",
            "engine_nodes",
            "difference_line",
            "difference_fen",
        ]));
    }
    let rows = positions.iter().map(|counted| {
        let mut row = vec![
            counted.fen.clone(),
            counted.depth.to_string(),
            counted.nodes.to_string(),
            counted.seconds.to_string(),
            counted.nodes_per_second.to_string(),
            counted.threads.to_string(),
        ];
        if let Some(against) = &counted.against {
            let place = against.difference.as_ref();
            row.extend([
                against.engine.clone(),
                against.agrees.to_string(),
                against.nodes.to_string(),
                place.map(|place| place.line_uci.join(" ")).unwrap_or_default(),
                place.map(|place| place.fen.clone()).unwrap_or_default(),
            ]);
        }
        row
    });
    std::iter::once(header).chain(rows).collect()
}
