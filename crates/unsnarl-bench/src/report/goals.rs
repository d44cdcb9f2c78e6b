//! The goals of the design, each with what was measured of it.

use super::{is_peer, shown};
use crate::compare::{ratio, scopes, time, totals};
use crate::graphs::Set;
use crate::measure::{Results, Row};
use crate::timing::median;
use std::fmt::{self, Write};
use unsnarl::reduce::Reducible;

/// How many times as fast as each peer structuring is to be, and at most how many walks long.
const FASTER: f64 = 10.0;
const WALKS: f64 = 5.0;

type Sets = [(Set, Results)];

/// Writes a line for each goal that these measurements can judge.
pub(super) fn goals(out: &mut impl Write, sets: &Sets) -> fmt::Result {
    let Some((_, first)) = sets.first() else {
        return Ok(());
    };
    writeln!(out, "### Goals\n\n| goal | measured | |\n|---|---|---|")?;
    let walks = each(sets, |results| {
        ratio(&results.rows[1], &results.rows[0], time)
    });
    let most = walks.iter().map(|(_, ratio)| *ratio).fold(0.0, f64::max);
    line(out, "at most 5 walks", &listed(&walks), most <= WALKS)?;
    let modules = each(sets, |results| {
        Some(median(results.modules?).as_secs_f64() / own(results)?)
    });
    faster(
        out,
        "LLVM's three passes on the modules, 10 times",
        &modules,
    )?;
    let skeletons = each(sets, |results| {
        Some(median(results.skeletons?).as_secs_f64() / own(results)?)
    });
    faster(
        out,
        "LLVM's three passes on the same graphs, 10 times",
        &skeletons,
    )?;
    for (place, row) in first.rows.iter().enumerate().skip(1) {
        if is_peer(row) && row.made.iter().flatten().any(|made| made.samples.is_some()) {
            let ratios = each(sets, |results| {
                ratio(&results.rows[place], &results.rows[1], time)
            });
            faster(out, &format!("{}, 10 times", row.name), &ratios)?;
        }
    }
    let stores = stores_on_reducible(sets);
    line(
        out,
        "no label on a reducible graph",
        &format!("{stores} stores"),
        stores == 0,
    )?;
    for (place, row) in first
        .rows
        .iter()
        .enumerate()
        .skip(1)
        .filter(|(_, row)| is_peer(row))
    {
        let (graphs, more) = more_scopes(sets, place);
        let goal = format!("never more scopes than {}", row.name);
        line(
            out,
            &goal,
            &format!("more on {more} of {graphs}"),
            more == 0,
        )?;
    }
    let failed: usize = sets
        .iter()
        .map(|(_, results)| failed(&results.rows[1]))
        .sum();
    line(
        out,
        "every graph structured and proved",
        &format!("{failed} not"),
        failed == 0,
    )?;
    writeln!(out)
}

fn line(out: &mut impl Write, goal: &str, measured: &str, met: bool) -> fmt::Result {
    let met = if met { "met" } else { "**missed**" };
    writeln!(out, "| {goal} | {measured} | {met} |")
}

fn faster(out: &mut impl Write, goal: &str, ratios: &[(&str, f64)]) -> fmt::Result {
    if ratios.is_empty() {
        return Ok(());
    }
    let least = ratios
        .iter()
        .map(|(_, ratio)| *ratio)
        .fold(f64::INFINITY, f64::min);
    let goal = format!("faster than {goal}");
    line(out, &goal, &listed(ratios), least >= FASTER)
}

fn each(sets: &Sets, of: impl Fn(&Results) -> Option<f64>) -> Vec<(&str, f64)> {
    let ratios = sets
        .iter()
        .map(|(set, results)| Some((set.name.as_str(), of(results)?)));
    ratios.flatten().collect()
}

fn listed(ratios: &[(&str, f64)]) -> String {
    let words = ratios
        .iter()
        .map(|(set, ratio)| format!("{set} {}", shown(Some(*ratio))));
    words.collect::<Vec<_>>().join(", ")
}

/// The time of the default on all graphs of a set.
fn own(results: &Results) -> Option<f64> {
    Some(median(totals(&results.rows[1]).samples?).as_secs_f64())
}

fn failed(row: &Row) -> usize {
    row.made.iter().filter(|made| made.is_err()).count()
}

fn stores_on_reducible(sets: &Sets) -> usize {
    let mut stores = 0;
    for (set, results) in sets {
        for (graph, made) in set.graphs.iter().zip(&results.rows[1].made) {
            let counts = made.as_ref().ok().and_then(|made| made.counts);
            if Reducible::test(&graph.cfg).is_ok() {
                stores += counts.map_or(0, |counts| counts.stores);
            }
        }
    }
    stores
}

fn more_scopes(sets: &Sets, place: usize) -> (usize, usize) {
    let (mut graphs, mut more) = (0, 0);
    for (_, results) in sets {
        for (_, one, other) in crate::compare::pairs(&results.rows[1], &results.rows[place]) {
            if let (Some(own), Some(their)) = (scopes(one), scopes(other)) {
                graphs += 1;
                more += usize::from(own > their);
            }
        }
    }
    (graphs, more)
}
