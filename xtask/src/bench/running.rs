//! Running times of programs, compared.

use super::samples::Samples;
use super::usage::numbers;
use crate::corpus::Answer;
use crate::engines::Engine;
use crate::error::Error;
use std::path::PathBuf;

/// What runs: a name, and a file for the scripts of engines.
pub(super) struct Runnable<'a> {
    pub(super) name: &'a str,
    pub(super) file: PathBuf,
}

/// A row of the table of runs: what ran where, and the milliseconds of each contestant.
pub(super) struct Row {
    what: String,
    engine: Engine,
    times: Vec<Samples>,
}

/// Runs every contestant in turn, in rounds; gives a row for the engine's compiler and a row for
/// what comes after.
///
/// An error if one of them prints something else than the native build does.
pub(super) fn time_running(
    name: &str,
    answer: &Answer,
    engine: Engine,
    rounds: usize,
    contestants: &[Runnable<'_>],
) -> Result<[Row; 2], Error> {
    eprintln!("bench: {name} in {}", engine.name());
    let row = |what: String| Row {
        what,
        engine,
        times: vec![Samples::default(); contestants.len()],
    };
    let mut rows = [row(format!("{name}: loading")), row(name.to_owned())];
    for _ in 0..rounds {
        for (index, contestant) in contestants.iter().enumerate() {
            let mut command = engine.script()?;
            command.arg("--times").arg(&contestant.file);
            let outcome = answer.require(&mut command)?;
            let [loading, running] = numbers(&outcome.errors);
            rows[0].times[index].push(loading);
            rows[1].times[index].push(running);
        }
    }
    Ok(rows)
}

/// Begins the table of runs.
pub(super) fn print_head(contestants: &[Runnable<'_>]) {
    let names = contestants.iter().map(|one| format!(" `{}` |", one.name));
    println!("\n| run | engine |{}", names.collect::<String>());
    println!("|---|---|{}", "--:|".repeat(contestants.len()));
}

/// Prints the milliseconds of the first contestant, and of each other how many times as long it
/// took.
pub(super) fn print_row(row: &Row) {
    let Some((first, others)) = row.times.split_first() else {
        return;
    };
    let ratios = others
        .iter()
        .map(|times| format!(" {} |", times.over(first)));
    println!(
        "| {} | {} | {:.1} ms |{}",
        row.what,
        row.engine.name(),
        first.median(),
        ratios.collect::<String>()
    );
}
