//! `unsnarl compare`: all algorithms on the same graphs.
//!
//! *Needs:* the graphs of the input, or of each module of an archive.
//! *Gives:* a table for each function and one of sums, or JSON.
//! *Cost:* each algorithm runs several times on each graph, and each program is proved once; none
//! of it for longer than `--timeout` allows. Each row is printed as soon as it is known.

mod row;
mod table;

use super::json;
use crate::args::Compare;
use crate::diagnostic::{Failure, Fault};
use crate::input::{Parsed, Source, Subject};
use crate::output::{self, count, watched};
use row::{Made, Row};
use serde_json::{Map, Value, json};
use table::Table;
use unsnarl::Cfg;
use unsnarl::reduce::Reducible;
use unsnarl::structure::{ALGORITHMS, Algorithm};

/// Compares the algorithms on every graph of the input.
///
/// A failed proof is shown in its row, and the command then exits with status 3.
pub(crate) fn compare(arguments: &Compare) -> Result<(), Failure> {
    let only = arguments.function.as_deref();
    let sources = Source::read_all(&arguments.input, only)?;
    let parse = |source: &Source| source.parse(arguments.before.graph());
    let parsed: Vec<Parsed> = sources.iter().map(parse).collect::<Result<_, _>>()?;
    let mut subjects = Vec::new();
    for (parsed, source) in parsed.iter().zip(&sources) {
        let of_source = parsed.subjects(source, only)?;
        subjects.extend(of_source.into_iter().map(|subject| (source, subject)));
    }
    let has_several = sources.len() > 1;
    let wanted = |algorithm: &&Algorithm| {
        let names = &arguments.algorithms;
        names.is_empty() || names.iter().any(|name| name == algorithm.name)
    };
    let algorithms: Vec<&Algorithm> = ALGORITHMS.iter().filter(wanted).collect();
    let print = |text: &str| match arguments.json {
        true => Ok(()),
        false => output::print_part(text.as_bytes()),
    };
    let shows_each = !arguments.totals;
    let columns = output::columns();
    let names = || algorithms.iter().map(|algorithm| algorithm.name);
    let mut functions = Vec::new();
    let mut totals: Vec<Row> = Vec::new();
    let mut failed = None;
    for (at, (source, subject)) in subjects.iter().enumerate() {
        let table = Table::new(names(), digits(&subject.cfg), columns);
        if shows_each {
            let of = if has_several {
                format!("{}: ", source.name)
            } else {
                String::new()
            };
            print(&format!("{of}{}\n{}", heading(subject), table.head()))?;
        }
        let mut rows = Vec::with_capacity(algorithms.len());
        for algorithm in &algorithms {
            let what = format!("{} of {}: {}", at + 1, subjects.len(), algorithm.name);
            let row = watched(&what, || Row::of(algorithm, subject, arguments));
            if shows_each {
                print(&table.row(&row))?;
            }
            rows.push(row);
        }
        if shows_each {
            print("\n")?;
        }
        failed = failed.or_else(|| failure(subject, &rows));
        if arguments.json {
            let mut function = document(subject, &rows);
            if has_several {
                function["source"] = source.name.as_str().into();
            }
            functions.push(function);
        }
        row::add_up(&mut totals, &rows);
    }
    let table = Table::new(names(), 8, columns);
    if subjects.len() != 1 || arguments.totals {
        let all = count(subjects.len(), "function", "functions");
        let rows: String = totals.iter().map(|row| table.row(row)).collect();
        print(&format!("all {all}\n{}{rows}\n", table.head()))?;
    }
    print(&table.legend())?;
    if arguments.json {
        output::print(json::document("functions", functions).as_bytes())?;
    }
    failed.map_or(Ok(()), Err)?;
    let mut parsed = parsed.iter().zip(&sources);
    parsed.try_for_each(|(parsed, source)| parsed.complete(source, only))
}

/// How many digits a count of a graph may have: some algorithms make programs several times as
/// large.
fn digits(cfg: &Cfg) -> usize {
    (cfg.block_count() + cfg.edge_count()).max(1).ilog10() as usize + 2
}

fn heading(subject: &Subject<'_>) -> String {
    let cfg = &subject.cfg;
    let kind = match Reducible::test(cfg) {
        Ok(_) => "reducible",
        Err(_) => "irreducible",
    };
    let blocks = count(cfg.block_count(), "block", "blocks");
    let edges = count(cfg.edge_count(), "edge", "edges");
    format!("{}: {blocks}, {edges}, {kind}", subject.name)
}

fn failure(subject: &Subject<'_>, rows: &[Row]) -> Option<Failure> {
    rows.iter().find_map(|row| {
        let reason = row.made.as_ref().ok()?.failure.as_ref()?;
        let message = format!("{}: {}: the proof failed: {reason}", subject.name, row.name);
        let help = "this is a bug in unsnarl: please report it with the input";
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
