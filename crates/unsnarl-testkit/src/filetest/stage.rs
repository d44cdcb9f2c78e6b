//! The stages that file tests run.
//!
//! *Needs:* a graph with names.
//! *Gives:* [`Output`]: text to compare, and the facts that claims are about.
//! *Cost:* that of the stage; every program is judged.

use crate::judge;
use std::fmt::{self, Write as _};
use unsnarl::reduce::{Reducible, Reduction, dispatch};
use unsnarl::structure::{ALGORITHMS, Algorithm, Needs, Settings};
use unsnarl::text::{Bodies, Named, pseudocode, write_cfg};
use unsnarl::tidy::tidy;
use unsnarl::{BlockId, Edge, Id, IdMap, Measures, Program, measure};

/// A stage, named as its folder.
#[derive(Clone, Copy, Debug)]
pub(super) enum Stage {
    /// `read`.
    Read,
    /// The name of a reduction.
    Reduce(&'static Reduction),
    /// The name of an algorithm.
    Structure(&'static Algorithm),
    /// `tidy`: what the first algorithm makes, tidied.
    Tidy,
}

/// What comes out of a stage.
pub(super) struct Output {
    pub(super) text: String,
    pub(super) measures: Option<Measures>,
    /// The edges of the graph on which the label is stored, if the stage makes graphs reducible.
    pub(super) routed: Option<Vec<Edge>>,
    pub(super) reducible: bool,
}

impl Stage {
    pub(super) fn named(folder: &str) -> Option<Stage> {
        match folder {
            "read" => Some(Stage::Read),
            "tidy" => Some(Stage::Tidy),
            _ => Reduction::named(folder)
                .map(Stage::Reduce)
                .or_else(|| Algorithm::named(folder).map(Stage::Structure)),
        }
    }

    pub(super) fn run(self, named: &Named) -> Result<Output, String> {
        let cfg = &named.cfg;
        let mut output = Output {
            text: String::new(),
            measures: None,
            routed: None,
            reducible: Reducible::test(cfg).is_ok(),
        };
        let settings = Settings::default();
        let written = match self {
            Stage::Read => write_cfg(&mut output.text, cfg, named),
            Stage::Reduce(reduction) => {
                let reducible = reduction.reduce(cfg, settings.budget(cfg));
                let reducible = reducible.map_err(|error| error.to_string())?;
                output.routed = Some(routed(&reducible));
                write_reducible(&mut output.text, named, &reducible)
            }
            Stage::Structure(algorithm) => {
                if algorithm.needs == Needs::Reducible {
                    output.routed = Some(routed(&dispatch(cfg)));
                }
                let program = algorithm.structure(cfg, &settings);
                let program = program.map_err(|error| error.to_string())?;
                show(&mut output, named, &program)?
            }
            Stage::Tidy => {
                output.routed = Some(routed(&dispatch(cfg)));
                let program = ALGORITHMS[0].structure(cfg, &settings);
                let program = program.map_err(|error| error.to_string())?;
                show(&mut output, named, &tidy(cfg, &program))?
            }
        };
        written.map_err(|error| error.to_string())?;
        Ok(output)
    }
}

/// Gives the edges out of blocks of the input that store the label.
fn routed(reducible: &Reducible) -> Vec<Edge> {
    let cfg = reducible.cfg();
    let edges = cfg.blocks().flat_map(|block| cfg.edges(block));
    edges
        .filter(|&edge| reducible.stored(edge).is_some())
        .collect()
}

/// Writes the dispatchers, the edges that lead to them, and what is stored.
fn write_reducible(out: &mut String, named: &Named, reducible: &Reducible) -> fmt::Result {
    let cfg = reducible.cfg();
    let mut names: IdMap<BlockId, String> = named.names.clone();
    for block in cfg.blocks().filter(|&block| reducible.is_dispatcher(block)) {
        let name = format!("d{}", block.index() - named.cfg.block_count());
        names.push(name);
        let arms = cfg.successors(block).iter().map(|&arm| names.name(arm));
        let arms = arms.collect::<Vec<_>>().join(" ");
        writeln!(out, "{} dispatches to {arms}", names[block])?;
    }
    for edge in routed(reducible) {
        let [from, to] = [edge.block, named.cfg.target(edge)].map(|block| names.name(block));
        let by = names.name(cfg.target(edge));
        let value = reducible.stored(edge).unwrap_or_default();
        writeln!(out, "{from} -> {to} by {by}, label = {value}")?;
    }
    if reducible.cfg() == &named.cfg {
        writeln!(out, "reducible as it stands")?;
    }
    Ok(())
}

/// Writes a program as pseudocode with its measures, if it is a right one.
fn show(output: &mut Output, named: &Named, program: &Program) -> Result<fmt::Result, String> {
    judge(&named.cfg, program)?;
    let measures = measure(program);
    output.measures = Some(measures);
    let out = &mut output.text;
    let written = pseudocode(out, &named.cfg, program, named)
        .and_then(|()| writeln!(out, "\n{}", Counts(&measures)));
    Ok(written)
}

/// The measures on a line: the first four always, others where they are not zero.
struct Counts<'m>(&'m Measures);

impl fmt::Display for Counts<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (name, count)) in counts(self.0).into_iter().enumerate() {
            if index >= 4 && count == 0 {
                continue;
            }
            let between = if index == 0 { "" } else { ", " };
            write!(f, "{between}{name} {count}")?;
        }
        Ok(())
    }
}

/// Gives the measures by name.
pub(super) fn counts(measures: &Measures) -> [(&'static str, usize); 13] {
    [
        ("label_stores", measures.label_stores),
        ("scopes", measures.scopes),
        ("loops", measures.loops),
        ("depth", measures.depth),
        ("routed_edges", measures.routed_edges),
        ("dispatchers", measures.dispatchers),
        ("ifs", measures.ifs),
        ("switches", measures.switches),
        ("branches", measures.branches),
        ("copies", measures.copies),
        ("flags", measures.flags),
        ("flag_stores", measures.flag_stores),
        ("tests", measures.tests),
    ]
}
