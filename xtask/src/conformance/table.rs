//! How the parts ended, as a table.

use super::queue::Verdict;
use super::seconds;

/// Prints a row for each part, and then again what the parts found: a log of hours may be kept only
/// by its end.
pub(super) fn print(verdicts: &[Verdict]) {
    let names = verdicts.iter().map(|verdict| verdict.part.name.len());
    let width = names.max().unwrap_or_default().max("part".len());
    let row = |cells: [&str; 7], what: &str| {
        let [name, result, numbers @ ..] = cells;
        let numbers = numbers.map(|number| format!("{number:>9}")).join(" ");
        println!("{name:<width$} {result:<6} {numbers}  {what}");
    };
    println!();
    row(
        [
            "part",
            "result",
            "passed",
            "failed",
            "time",
            "CPU",
            "downloads",
        ],
        "what",
    );
    for verdict in verdicts {
        row(
            [
                verdict.part.name,
                if verdict.passes { "ok" } else { "FAILED" },
                &verdict.passed.to_string(),
                &verdict.failed.to_string(),
                &seconds(verdict.time),
                &seconds(verdict.cpu),
                &seconds(verdict.downloads),
            ],
            verdict.part.what,
        );
    }
    for verdict in verdicts {
        for why in &verdict.reasons {
            println!("FAILED in {}: {why}", verdict.part.name);
        }
    }
}
