//! The graphs on which the default has more scopes than a peer, and what it has less of instead.

use super::is_peer;
use crate::compare::pairs;
use crate::graphs::Set;
use crate::measure::Results;
use crate::skeleton::Counts;
use std::fmt::{self, Write};

/// Something that is counted: its name in the plural, and how many there are.
type Measure = (&'static str, fn(&Counts) -> usize);

/// What is counted besides scopes.
const MEASURES: [Measure; 6] = [
    ("copies", |counts| counts.runs),
    ("stores", |counts| counts.stores),
    ("loops", |counts| counts.loops),
    ("ifs", |counts| counts.ifs),
    ("levels", |counts| counts.depth),
    ("bytes", |counts| counts.bytes),
];

/// Writes a line for each such graph and peer.
pub(super) fn bought(out: &mut impl Write, sets: &[(Set, Results)], ours: usize) -> fmt::Result {
    writeln!(
        out,
        "### Scopes more than a peer's, and what they bought\n\n\
         | graph | peer | scopes | more | less of | more of |\n|---|---|--:|--:|---|---|"
    )?;
    for (set, results) in sets {
        let peers = results.rows.iter().filter(|row| is_peer(row));
        for peer in peers {
            for (graph, one, other) in pairs(&results.rows[ours], peer) {
                let (Some(own), Some(theirs)) = (one.counts, other.counts) else {
                    continue;
                };
                if own.scopes <= theirs.scopes {
                    continue;
                }
                writeln!(
                    out,
                    "| {} ({}) | {} | {} : {} | {} | {} | {} |",
                    set.graphs[graph].name,
                    set.name,
                    peer.name,
                    own.scopes,
                    theirs.scopes,
                    own.scopes - theirs.scopes,
                    excess(&theirs, &own),
                    excess(&own, &theirs),
                )?;
            }
        }
    }
    writeln!(out)
}

/// What one has more of than the other, besides scopes.
fn excess(one: &Counts, other: &Counts) -> String {
    let more = MEASURES.iter().filter_map(|(name, of)| {
        let more = of(one).checked_sub(of(other)).filter(|&more| more > 0)?;
        Some(format!("{more} {name}"))
    });
    let more: Vec<String> = more.collect();
    match more.is_empty() {
        true => "–".into(),
        false => more.join(", "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_one_has_more_of_is_named() {
        let one = Counts {
            runs: 5,
            bytes: 10,
            depth: 2,
            ..Counts::default()
        };
        let other = Counts {
            runs: 3,
            bytes: 11,
            depth: 2,
            scopes: 9,
            ..Counts::default()
        };
        assert_eq!(excess(&one, &other), "2 copies");
        assert_eq!(excess(&other, &one), "1 bytes");
        assert_eq!(excess(&one, &one), "–");
    }
}
