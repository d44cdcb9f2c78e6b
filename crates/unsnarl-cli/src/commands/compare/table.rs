//! A table for people.
//!
//! *Needs:* rows. *Gives:* aligned columns; a row that was refused says why. *Cost:* O(text).

use super::row::{Made, Row};
use std::fmt;

/// The rows of one graph, or the sums of all.
pub(super) struct Table<'r>(pub(super) &'r [Row]);

/// The columns: how a count is called in JSON, and in the head of the table.
const COLUMNS: [(&str, &str); 13] = [
    ("label_stores", "stores"),
    ("routed_edges", "routed"),
    ("executed_dispatches", "executed"),
    ("scopes", "scopes"),
    ("loops", "loops"),
    ("ifs", "ifs"),
    ("tests", "tests"),
    ("switches", "switches"),
    ("branches", "branches"),
    ("depth", "depth"),
    ("copies", "copies"),
    ("flags", "flags"),
    ("statements", "steps"),
];

impl fmt::Display for Table<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut lines = vec![head()];
        for row in self.0 {
            lines.push(match &row.made {
                Ok(made) => cells(row.name, made),
                Err(refusal) => vec![row.name.to_string(), format!("refused: {refusal}")],
            });
        }
        let widths: Vec<usize> = (0..lines[0].len())
            .map(|column| {
                let cells = lines.iter().filter(|line| line.len() > 2);
                let names = lines.iter().filter(|_| column == 0);
                let cells = cells.chain(names).filter_map(|line| line.get(column));
                cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
            })
            .collect();
        for line in &lines {
            for (column, cell) in line.iter().enumerate() {
                let width = widths[column];
                match column {
                    0 => write!(f, "  {cell:width$}")?,
                    1 if line.len() == 2 => write!(f, "  {cell}")?,
                    1 => write!(f, "  {cell:width$}")?,
                    _ => write!(f, "  {cell:>width$}")?,
                }
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

fn head() -> Vec<String> {
    let names = COLUMNS.iter().map(|(_, name)| *name);
    let names = ["algorithm", "proof"]
        .into_iter()
        .chain(names)
        .chain(["time"]);
    names.map(String::from).collect()
}

fn cells(name: &str, made: &Made) -> Vec<String> {
    let counts = made.counts();
    let count = |wanted: &str| {
        let found = counts.iter().find(|(name, _)| *name == wanted);
        found.map_or(0, |(_, count)| *count)
    };
    let mut cells = vec![name.to_string(), made.proof()];
    cells.extend(COLUMNS.iter().map(|(name, _)| count(name).to_string()));
    cells.push(duration(count("nanoseconds")));
    if let Some(refusals) = made.refusals() {
        cells[1] += &format!(", {refusals}");
    }
    cells
}

/// Shows a time with three digits or so.
fn duration(nanoseconds: u128) -> String {
    let value = nanoseconds as f64;
    match nanoseconds {
        0..10_000 => format!("{:.1} µs", value / 1e3),
        10_000..10_000_000 => format!("{:.0} µs", value / 1e3),
        10_000_000..10_000_000_000 => format!("{:.0} ms", value / 1e6),
        _ => format!("{:.1} s", value / 1e9),
    }
}
