//! Claims in file tests, checked by measures and not by comparing text.
//!
//! *Needs:* the words of a claim; the output of a stage.
//! *Gives:* nothing, or why the claim does not hold.
//! *Cost:* O(edges) a claim.

use super::stage::{Output, counts};
use unsnarl::text::Named;

/// One claim.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Claim {
    /// `reducible` or `irreducible`.
    Reducible(bool),
    /// `scopes 2`: a measure is a number.
    Measure(String, usize),
    /// `depth at most 2`.
    AtMost(String, usize),
    /// `routes only A->B C->D`: the label is stored on these edges and no others.
    RoutesOnly(Vec<Arrow>),
    /// `routes A->B`: the label is stored on all of these edges.
    Routes(Vec<Arrow>),
    /// `routes one of A->B C->D`: the label is stored on exactly one of these edges.
    RoutesOneOf(Vec<Arrow>),
    /// `keeps A->B`: the label is stored on none of these edges.
    Keeps(Vec<Arrow>),
}

/// An edge by the names of its ends.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Arrow {
    from: String,
    to: String,
}

impl Claim {
    pub(super) fn parse(text: &str) -> Result<Claim, String> {
        let words = text.split_whitespace().collect::<Vec<_>>();
        match words.as_slice() {
            ["reducible"] => Ok(Claim::Reducible(true)),
            ["irreducible"] => Ok(Claim::Reducible(false)),
            ["routes", "only", arrows @ ..] => Ok(Claim::RoutesOnly(parse_arrows(arrows)?)),
            ["routes", "one", "of", arrows @ ..] => Ok(Claim::RoutesOneOf(parse_arrows(arrows)?)),
            ["routes", arrows @ ..] => Ok(Claim::Routes(parse_arrows(arrows)?)),
            ["keeps", arrows @ ..] => Ok(Claim::Keeps(parse_arrows(arrows)?)),
            [measure, "at", "most", number] => {
                Ok(Claim::AtMost(String::from(*measure), parse_number(number)?))
            }
            [measure, number] => Ok(Claim::Measure(
                String::from(*measure),
                parse_number(number)?,
            )),
            _ => Err(format!("`{}` is not a claim", text.trim())),
        }
    }

    /// Checks a claim about counts alone.
    pub(super) fn check_count(&self, counts: &[(&str, usize)]) -> Result<(), String> {
        let (Claim::Measure(name, claimed) | Claim::AtMost(name, claimed)) = self else {
            return Err(String::from("a rewrite has no such claims"));
        };
        let found = counts.iter().find(|(known, _)| known == name);
        let &(_, count) = found.ok_or_else(|| format!("`{name}` is not counted"))?;
        let is_exact = matches!(self, Claim::Measure(..));
        let holds = count == *claimed || !is_exact && count < *claimed;
        hold(holds, || format!("{name} is {count}, not {claimed}"))
    }

    pub(super) fn check(&self, named: &Named, output: &Output) -> Result<(), String> {
        match self {
            Claim::Reducible(claimed) => match output.reducible {
                true if !claimed => Err(String::from("the graph is reducible")),
                false if *claimed => Err(String::from("the graph is irreducible")),
                _ => Ok(()),
            },
            Claim::Measure(name, claimed) => {
                let count = measure(output, name)?;
                hold(count == *claimed, || {
                    format!("{name} is {count}, not {claimed}")
                })
            }
            Claim::AtMost(name, claimed) => {
                let count = measure(output, name)?;
                hold(count <= *claimed, || {
                    format!("{name} is {count}, above {claimed}")
                })
            }
            Claim::RoutesOnly(arrows) => {
                check_arrows(named, arrows)?;
                let routed = routed(named, output)?;
                let mut arrows = arrows.clone();
                arrows.sort();
                hold(routed == arrows, || {
                    format!("the routed edges are {}", show(&routed))
                })
            }
            Claim::Routes(arrows) => {
                count_routed(named, output, arrows, arrows.len(), "all of these edges")
            }
            Claim::RoutesOneOf(arrows) => {
                count_routed(named, output, arrows, 1, "one of these edges")
            }
            Claim::Keeps(arrows) => count_routed(named, output, arrows, 0, "none of these edges"),
        }
    }
}

fn hold(holds: bool, broken: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(broken()) }
}

fn parse_number(word: &str) -> Result<usize, String> {
    word.parse()
        .map_err(|_| format!("`{word}` is not a number"))
}

fn parse_arrows(words: &[&str]) -> Result<Vec<Arrow>, String> {
    let arrow = |word: &&str| match word.split_once("->") {
        Some((from, to)) => Ok(Arrow {
            from: String::from(from),
            to: String::from(to),
        }),
        None => Err(format!("`{word}` is not an edge such as `A->B`")),
    };
    words.iter().map(arrow).collect()
}

fn measure(output: &Output, name: &str) -> Result<usize, String> {
    let measures = output
        .measures
        .ok_or("this stage makes no program to measure")?;
    let known = counts(&measures);
    let found = known.into_iter().find(|(known, _)| *known == name);
    found
        .map(|(_, count)| count)
        .ok_or_else(|| format!("`{name}` is not a measure"))
}

/// Gives the routed edges, in the order of their names.
fn routed(named: &Named, output: &Output) -> Result<Vec<Arrow>, String> {
    let routed = output.routed.as_ref().ok_or("this stage routes no edges")?;
    let mut arrows = routed
        .iter()
        .map(|&edge| Arrow {
            from: named.names[edge.block].clone(),
            to: named.names[named.cfg.target(edge)].clone(),
        })
        .collect::<Vec<_>>();
    arrows.sort();
    Ok(arrows)
}

/// Demands that this many edges are routed, and that all of them exist.
fn count_routed(
    named: &Named,
    output: &Output,
    arrows: &[Arrow],
    claimed: usize,
    which: &str,
) -> Result<(), String> {
    check_arrows(named, arrows)?;
    let routed = routed(named, output)?;
    let count = arrows.iter().filter(|arrow| routed.contains(arrow)).count();
    hold(count == claimed, || {
        let [claimed, routed] = [arrows, &routed].map(show);
        format!("{which} should be routed: {claimed}; the routed edges are {routed}")
    })
}

/// Demands that the edges are the graph's, so that a slip of the pen is no claim that holds.
fn check_arrows(named: &Named, arrows: &[Arrow]) -> Result<(), String> {
    let cfg = &named.cfg;
    let exists = |arrow: &Arrow| {
        let mut edges = cfg.blocks().flat_map(|block| cfg.edges(block));
        edges.any(|edge| {
            named.names[edge.block] == arrow.from && named.names[cfg.target(edge)] == arrow.to
        })
    };
    match arrows.iter().find(|arrow| !exists(arrow)) {
        Some(arrow) => Err(format!("{}->{} is not an edge", arrow.from, arrow.to)),
        None => Ok(()),
    }
}

fn show(arrows: &[Arrow]) -> String {
    let arrows = arrows
        .iter()
        .map(|arrow| format!("{}->{}", arrow.from, arrow.to));
    arrows.collect::<Vec<_>>().join(" ")
}
