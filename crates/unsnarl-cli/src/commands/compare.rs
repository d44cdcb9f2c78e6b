//! `unsnarl compare`: every algorithm beside the others.
//!
//! *Needs:* the graphs of the input.
//! *Gives:* a table for each function and one of sums, or JSON.
//! *Cost:* each algorithm runs several times on each graph, and each program is proved once.

mod row;
mod table;

use super::json;
use crate::args::Compare;
use crate::diagnostic::{Failure, Fault};
use crate::input::{Source, Subject};
use crate::output;
use row::{Made, Row};
use serde_json::{Map, Value, json};
use table::Table;
use unsnarl::reduce::Reducible;
use unsnarl::structure::{ALGORITHMS, Algorithm};

/// Compares the algorithms on every graph of the input.
///
/// A proof that fails stands in its row; the command then ends with our fault.
pub(crate) fn compare(arguments: &Compare) -> Result<(), Failure> {
    let source = Source::read(&arguments.input)?;
    let parsed = source.parse()?;
    let subjects = parsed.subjects(&source, arguments.function.as_deref())?;
    let wanted = |algorithm: &&Algorithm| {
        let names = &arguments.algorithms;
        names.is_empty() || names.iter().any(|name| name == algorithm.name)
    };
    let algorithms: Vec<&Algorithm> = ALGORITHMS.iter().filter(wanted).collect();
    let mut progress = output::Progress::start("functions", subjects.len());
    let mut text = String::new();
    let mut functions = Vec::new();
    let mut totals: Vec<Row> = Vec::new();
    let mut failed = None;
    for subject in &subjects {
        let rows: Vec<Row> = algorithms
            .iter()
            .map(|algorithm| Row::of(algorithm, &subject.cfg, arguments))
            .collect();
        failed = failed.or_else(|| failure(subject, &rows));
        if arguments.json {
            functions.push(document(subject, &rows));
        } else if !arguments.totals {
            text += &format!("{}\n{}\n", heading(subject), Table(&rows));
        }
        row::add_up(&mut totals, &rows);
        progress.step();
    }
    progress.end();
    if arguments.json {
        text = json::document("functions", functions);
    } else if subjects.len() != 1 || arguments.totals {
        text += &format!("all {} functions\n{}", subjects.len(), Table(&totals));
    }
    output::print(text.as_bytes())?;
    failed.map_or(Ok(()), Err)?;
    parsed.complete(&source, arguments.function.as_deref())
}

fn heading(subject: &Subject<'_>) -> String {
    let cfg = &subject.cfg;
    let kind = match Reducible::test(cfg) {
        Ok(_) => "reducible",
        Err(_) => "irreducible",
    };
    let (blocks, edges) = (cfg.block_count(), cfg.edge_count());
    format!("{}: {blocks} blocks, {edges} edges, {kind}", subject.name)
}

fn failure(subject: &Subject<'_>, rows: &[Row]) -> Option<Failure> {
    rows.iter().find_map(|row| {
        let reason = row.made.as_ref().ok()?.failure.as_ref()?;
        let message = format!("{}: {}: the proof failed: {reason}", subject.name, row.name);
        let help = "this is a bug of unsnarl: please report it with the input";
        Some(Failure::new(Fault::Ours, message).help(help))
    })
}

fn document(subject: &Subject<'_>, rows: &[Row]) -> Value {
    let algorithms = rows.iter().map(|row| {
        let value = match &row.made {
            Ok(made) => made.to_json(),
            Err(refusal) => json!({ "error": refusal }),
        };
        (row.name.to_string(), value)
    });
    json!({
        "name": subject.name,
        "blocks": subject.cfg.block_count(),
        "edges": subject.cfg.edge_count(),
        "irreducible": Reducible::test(&subject.cfg).is_err(),
        "algorithms": algorithms.collect::<Map<String, Value>>(),
    })
}

impl Made {
    fn to_json(&self) -> Value {
        let mut object = Map::new();
        object.insert("proof".into(), json!(self.proof()));
        for (name, count) in self.counts() {
            object.insert(name.into(), json!(count));
        }
        Value::Object(object)
    }
}
