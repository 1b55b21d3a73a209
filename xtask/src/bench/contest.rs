//! How contenders are timed, and how the outcome is printed.

use std::time::Duration;

use anyhow::{Result, ensure};
use cpu_time::ThreadTime;

/// How often each contender runs; the best counts.
const REPETITIONS: usize = 5;

/// A contender: whose it is, and the work, which ends with an answer.
pub(super) type Contender<'a> = (&'static str, Box<dyn Fn() -> u64 + 'a>);

/// A contender from its name and its work.
pub(super) fn contender<'a>(name: &'static str, work: impl Fn() -> u64 + 'a) -> Contender<'a> {
    (name, Box::new(work))
}

/// The best CPU time of each contender, who take turns.
pub(super) fn best_times(contenders: &[Contender<'_>], expected: u64) -> Result<Vec<Duration>> {
    let mut best = vec![Duration::MAX; contenders.len()];
    for _ in 0..REPETITIONS {
        for ((name, work), best) in contenders.iter().zip(&mut best) {
            let start = ThreadTime::now();
            let answer = work();
            *best = start.elapsed().min(*best);
            ensure!(answer == expected, "{name} answers {answer}, expected {expected}");
        }
    }
    Ok(best)
}

/// A table with one line per task: what was done, each contender's figure, and our ratio to each of the others.
pub(super) struct Table {
    rows: Vec<Vec<String>>,
    ratios: Vec<Vec<f64>>,
}

impl Table {
    /// A table for these contenders, ours first; `task` and `unit` head the columns.
    pub(super) fn new(task: &str, unit: &str, contenders: &[&str]) -> Table {
        let figures = contenders.iter().map(|name| format!("{name} {unit}"));
        let ratios = contenders[1..].iter().map(|name| format!("/ {name}"));
        let header = [task.to_owned()].into_iter().chain(figures).chain(ratios).collect();
        Table { rows: vec![header], ratios: Vec::new() }
    }

    /// Adds a task with the time that each contender took, and how to show a time.
    pub(super) fn add(
        &mut self,
        task: &str,
        times: &[Duration],
        show: impl Fn(Duration) -> String,
    ) {
        let ours = times[0].as_secs_f64();
        let ratios: Vec<f64> = times[1..].iter().map(|time| time.as_secs_f64() / ours).collect();
        let figures = times.iter().map(|&time| show(time));
        let row =
            [task.to_owned()].into_iter().chain(figures).chain(ratios.iter().copied().map(ratio));
        self.rows.push(row.collect());
        self.ratios.push(ratios);
    }

    /// Prints the table as Markdown.
    pub(super) fn print(self) {
        print(&self.rows);
    }

    /// Prints the table as Markdown, with a last line for the geometric means of the ratios.
    pub(super) fn print_with_means(mut self) {
        let peers = self.ratios.first().map_or(0, Vec::len);
        let means = (0..peers)
            .map(|peer| ratio(geometric_mean(self.ratios.iter().map(|ratios| ratios[peer]))));
        let row = ["geometric mean".to_owned()].into_iter().chain(vec![String::new(); peers + 1]);
        let row = row.chain(means).collect();
        self.rows.push(row);
        self.print();
    }
}

/// Prints rows as a Markdown table; the first one is its head, the first column is text.
pub(super) fn print(rows: &[Vec<String>]) {
    let widths: Vec<usize> = (0..rows[0].len())
        .map(|column| rows.iter().map(|row| row[column].len()).max().unwrap_or(0))
        .collect();
    for (index, row) in rows.iter().enumerate() {
        let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| {
            if column == 0 { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
        });
        println!("| {} |", cells.collect::<Vec<_>>().join(" | "));
        if index == 0 {
            let rules = widths.iter().enumerate().map(|(column, &width)| {
                if column == 0 { "-".repeat(width) } else { "-".repeat(width - 1) + ":" }
            });
            println!("| {} |", rules.collect::<Vec<_>>().join(" | "));
        }
    }
    println!();
}

fn ratio(ratio: f64) -> String {
    format!("{ratio:.2}")
}

/// The root of the product of so many values.
pub(super) fn geometric_mean(values: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) =
        values.fold((0.0, 0.0), |(sum, count), value| (sum + value.ln(), count + 1.0));
    (sum / count).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_are_geometric() {
        assert!((geometric_mean([2.0, 8.0].into_iter()) - 4.0).abs() < 1e-12);
    }

    #[test]
    fn a_wrong_answer_is_no_time() {
        let contenders = [contender("right", || 4), contender("wrong", || 5)];
        let error = best_times(&contenders, 4).expect_err("five is not four");
        assert_eq!(error.to_string(), "wrong answers 5, expected 4");
    }
}
