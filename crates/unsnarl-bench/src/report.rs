//! The report, in Markdown.
//!
//! *Needs:* the results of every set. *Gives:* text: a table a set, what failed and why, graphs on
//! which the default is worse than a peer, irreducible functions one by one, and the goals.

mod bought;
mod goals;
mod tables;

use crate::graphs::Set;
use crate::measure::{Results, Row};
use std::fmt::{self, Write};

/// Writes the report of some sets.
pub(crate) fn report(out: &mut impl Write, sets: &[(Set, Results)]) -> fmt::Result {
    for (set, results) in sets {
        tables::set(out, set, results)?;
        tables::failures(out, set, results)?;
    }
    tables::worse(out, sets)?;
    bought::bought(out, sets, tables::DEFAULT)?;
    tables::irreducible(out, sets)?;
    tables::deepest(out, sets)?;
    goals::goals(out, sets)
}

/// Writes a number with as many digits as mean something; a dash for none.
fn shown(number: Option<f64>) -> String {
    match number {
        None => "–".into(),
        Some(number) if number >= 99.95 => format!("{number:.0}"),
        Some(number) if number >= 9.995 => format!("{number:.1}"),
        Some(number) => format!("{number:.2}"),
    }
}

/// Tells whether a contestant is somebody else's: those have a version in their name.
fn is_peer(row: &Row) -> bool {
    row.name.contains(' ')
}
