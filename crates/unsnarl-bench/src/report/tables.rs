//! The tables of measurements.

use super::shown;
use crate::compare::{bytes, pairs, percentile, ratio, scopes, time, totals};
use crate::contestants::llvm;
use crate::graphs::Set;
use crate::measure::{Made, Results, Row};
use crate::timing::{SAMPLES, median};
use std::collections::BTreeMap;
use std::fmt::{self, Write};
use std::time::Duration;
use unsnarl::reduce::Reducible;

/// The rows of the floor and of the default.
const FLOOR: usize = 0;
pub(super) const DEFAULT: usize = 1;
/// How many graphs a list names.
const NAMED: usize = 5;

/// Writes the results of every contestant on a set.
pub(super) fn set(out: &mut impl Write, set: &Set, results: &Results) -> fmt::Result {
    let sum = |of: fn(&unsnarl::Cfg) -> usize| {
        set.graphs.iter().map(|graph| of(&graph.cfg)).sum::<usize>()
    };
    let irreducible = sum(|cfg| usize::from(Reducible::test(cfg).is_err()));
    writeln!(
        out,
        "### {}: {} graphs, {} blocks, {} edges, {irreducible} irreducible\n",
        set.name,
        set.graphs.len(),
        sum(|cfg| cfg.block_count()),
        sum(|cfg| cfg.edge_count()),
    )?;
    let ours = &results.rows[DEFAULT].name;
    writeln!(
        out,
        "| contestant | made | failed | ms | least–most | / walk | / {ours} | bytes | / {ours} | scopes | / {ours} | loops | ifs | depth 50 % | 99 % | most | stores | copies |"
    )?;
    writeln!(out, "|---|{}", "--:|".repeat(17))?;
    for row in &results.rows {
        writeln!(out, "| {} |{}", row.name, cells(set, results, row))?;
    }
    if let Some(samples) = results.skeletons {
        let what = format!("{}, its three passes on these graphs", llvm::NAME);
        passes(out, &what, samples, results)?;
    }
    if let Some(samples) = results.modules {
        let what = format!("{}, its three passes on the modules themselves", llvm::NAME);
        passes(out, &what, samples, results)?;
    }
    writeln!(out)
}

fn cells(set: &Set, results: &Results, row: &Row) -> String {
    let (floor, ours) = (&results.rows[FLOOR], &results.rows[DEFAULT]);
    let totals = totals(row);
    let number = |number: Option<usize>| number.map_or("–".into(), |number| number.to_string());
    let count = |of: fn(&crate::skeleton::Counts) -> usize| number(totals.counts.as_ref().map(of));
    let depth =
        |percent| number((!totals.depths.is_empty()).then(|| percentile(&totals.depths, percent)));
    let samples = totals.samples;
    let cells = [
        totals.made.to_string(),
        totals.failed.to_string(),
        shown(samples.map(|samples| milliseconds(median(samples)))),
        samples.map_or("–".into(), spread),
        shown(ratio(row, floor, time)),
        shown(ratio(row, ours, time)),
        count(|counts| counts.bytes),
        shown(ratio(row, ours, bytes)),
        count(|counts| counts.scopes),
        shown(ratio(row, ours, scopes)),
        count(|counts| counts.loops),
        count(|counts| counts.ifs),
        depth(50),
        depth(99),
        depth(100),
        count(|counts| counts.stores),
        number(totals.counts.map(|_| copies(set, row))),
    ];
    cells.map(|cell| format!(" {cell} |")).concat()
}

/// Counts the runs of blocks beyond one for each block that can be reached.
fn copies(set: &Set, row: &Row) -> usize {
    let graphs = set.graphs.iter().zip(&row.made);
    let copies = graphs.map(|(graph, made)| {
        let runs = made.as_ref().ok().and_then(|made| made.counts);
        let runs = runs.map_or(0, |counts| counts.runs);
        runs.saturating_sub(unsnarl_testkit::walk::walk(&graph.cfg))
    });
    copies.sum()
}

fn passes(
    out: &mut impl Write,
    what: &str,
    samples: [Duration; SAMPLES],
    results: &Results,
) -> fmt::Result {
    let took = median(samples).as_secs_f64();
    let against = |row: usize| {
        let own = totals(&results.rows[row])
            .samples
            .map(|own| median(own).as_secs_f64());
        shown(own.map(|own| took / own))
    };
    writeln!(
        out,
        "| {what} | – | – | {} | {} | {} | {} |{}",
        shown(Some(took * 1e3)),
        spread(samples),
        against(FLOOR),
        against(DEFAULT),
        " – |".repeat(11),
    )
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

fn spread(mut samples: [Duration; SAMPLES]) -> String {
    samples.sort_unstable();
    let [least, most] = [samples[0], samples[SAMPLES - 1]];
    format!(
        "{}–{}",
        shown(Some(milliseconds(least))),
        shown(Some(milliseconds(most)))
    )
}

/// Lists why contestants failed, the same reason once.
pub(super) fn failures(out: &mut impl Write, set: &Set, results: &Results) -> fmt::Result {
    for row in &results.rows {
        let mut reasons: BTreeMap<String, Vec<&str>> = BTreeMap::new();
        for (made, graph) in row.made.iter().zip(&set.graphs) {
            if let Err(reason) = made {
                reasons
                    .entry(in_general(reason))
                    .or_default()
                    .push(&graph.name);
            }
        }
        for (reason, graphs) in reasons {
            let named = graphs[..graphs.len().min(NAMED)].join(", ");
            let more = graphs.len().saturating_sub(NAMED);
            let more = if more > 0 {
                format!(" and {more} more")
            } else {
                String::new()
            };
            writeln!(
                out,
                "- {} failed on {}: {reason} ({named}{more})",
                row.name,
                graphs.len()
            )?;
        }
    }
    writeln!(out)
}

/// Replaces numbers, so that the same reason on two graphs reads the same, and cuts long ones.
fn in_general(reason: &str) -> String {
    let mut general = String::new();
    for c in reason.chars().take(160) {
        let digit = c.is_ascii_digit();
        match digit {
            true if general.ends_with('N') => {}
            true => general.push('N'),
            false => general.push(if c == '|' { '/' } else { c }),
        }
    }
    general
}

/// Tells on how many graphs the default has more scopes than a contestant, and on how many fewer;
/// the same for depth.
pub(super) fn worse(out: &mut impl Write, sets: &[(Set, Results)]) -> fmt::Result {
    let Some((_, first)) = sets.first() else {
        return Ok(());
    };
    let ours = &first.rows[DEFAULT].name;
    writeln!(out, "### The default on the same graphs\n")?;
    writeln!(
        out,
        "| against | graphs | {ours} has more scopes | fewer | deeper | shallower | more bytes | fewer | worst for {ours} in scopes |"
    )?;
    writeln!(out, "|---|--:|--:|--:|--:|--:|--:|--:|---|")?;
    for contestant in DEFAULT + 1..first.rows.len() {
        let (mut graphs, mut counts, mut worst) = (0, [0; 6], Vec::new());
        for (set, results) in sets {
            for (graph, one, other) in pairs(&results.rows[DEFAULT], &results.rows[contestant]) {
                let (Some(own), Some(their)) = (one.counts, other.counts) else {
                    continue;
                };
                graphs += 1;
                let measures = [
                    (own.scopes, their.scopes),
                    (own.depth, their.depth),
                    (own.bytes, their.bytes),
                ];
                for (index, (own, their)) in measures.into_iter().enumerate() {
                    counts[2 * index] += usize::from(own > their);
                    counts[2 * index + 1] += usize::from(own < their);
                }
                if own.scopes > their.scopes {
                    let name = &set.graphs[graph].name;
                    worst.push((
                        own.scopes - their.scopes,
                        format!("{name} {}:{}", own.scopes, their.scopes),
                    ));
                }
            }
        }
        worst.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
        let worst: Vec<String> = worst.into_iter().take(3).map(|(_, name)| name).collect();
        let cells = counts.map(|count| format!(" {count} |")).concat();
        writeln!(
            out,
            "| {} | {graphs} |{cells} {} |",
            first.rows[contestant].name,
            worst.join(", ")
        )?;
    }
    writeln!(out)
}

/// Lists the irreducible functions that are from programs, with the stores, copies and bytes of
/// each contestant.
pub(super) fn irreducible(out: &mut impl Write, sets: &[(Set, Results)]) -> fmt::Result {
    let Some((_, first)) = sets.first() else {
        return Ok(());
    };
    writeln!(out, "### Irreducible graphs: stores / copies / bytes\n")?;
    let names: Vec<&str> = first.rows[DEFAULT..]
        .iter()
        .map(|row| row.name.as_str())
        .collect();
    writeln!(out, "| graph | blocks | {} |", names.join(" | "))?;
    writeln!(out, "|---|--:|{}", "--:|".repeat(names.len()))?;
    for (set, results) in sets {
        for (place, graph) in set.graphs.iter().enumerate() {
            if Reducible::test(&graph.cfg).is_ok() {
                continue;
            }
            let blocks = unsnarl_testkit::walk::walk(&graph.cfg);
            let cells = results.rows[DEFAULT..]
                .iter()
                .map(|row| cell(&row.made[place], blocks));
            let cells: Vec<String> = cells.collect();
            writeln!(
                out,
                "| {} ({}) | {blocks} | {} |",
                graph.name,
                set.name,
                cells.join(" | ")
            )?;
        }
    }
    writeln!(out)
}

fn cell(made: &Result<Made, String>, blocks: usize) -> String {
    match made.as_ref().map(|made| made.counts) {
        Ok(Some(counts)) => {
            format!(
                "{} / {} / {}",
                counts.stores,
                counts.runs.saturating_sub(blocks),
                counts.bytes
            )
        }
        _ => "failed".into(),
    }
}

/// Lists the graphs on which the default nests deepest.
pub(super) fn deepest(out: &mut impl Write, sets: &[(Set, Results)]) -> fmt::Result {
    let mut depths = Vec::new();
    for (set, results) in sets {
        for (graph, made) in set.graphs.iter().zip(&results.rows[DEFAULT].made) {
            if let Ok(Made {
                counts: Some(counts),
                ..
            }) = made
            {
                depths.push((counts.depth, &graph.name, &set.name));
            }
        }
    }
    depths.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(b.1)));
    write!(out, "Deepest under the default:")?;
    for (depth, graph, set) in depths.iter().take(2 * NAMED) {
        write!(out, " {graph} ({set}) {depth};")?;
    }
    writeln!(out, "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_are_told_without_numbers() {
        assert_eq!(
            in_general("no dominator of b12 in 3 loops"),
            "no dominator of bN in N loops"
        );
    }
}
