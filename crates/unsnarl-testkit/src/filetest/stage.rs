//! The stages that file tests run.
//!
//! *Needs:* a graph with names.
//! *Gives:* [`Output`]: text to compare, and the facts that claims are about.
//! *Cost:* that of the stage; every program is judged.

use super::graphs;
use crate::prove;
use std::fmt::{self, Write as _};
use unsnarl::compound::{Compounds, Shown, Words};
use unsnarl::emit::pseudocode;
use unsnarl::lower::lower_for;
use unsnarl::program::Profile;
use unsnarl::reduce::simplify::single_exits;
use unsnarl::reduce::{Edited, Reducible, Reduction, dispatch, loop_simplify};
use unsnarl::structure::{ALGORITHMS, Algorithm, Needs, Settings};
use unsnarl::text::{Bodies, Named};
use unsnarl::tidy::tidy;
use unsnarl::{Cfg, Edge, Measures, Program, Step, measure, verify};

/// A stage, named as its folder.
#[derive(Clone, Copy, Debug)]
pub(super) enum Stage {
    /// `read`.
    Read,
    /// The name of a reduction.
    Reduce(&'static Reduction),
    /// `outline`.
    Outline,
    /// `loop-simplify` or `single-exits`.
    Simplify(fn(&Reducible) -> Edited),
    /// The name of an algorithm.
    Structure(&'static Algorithm),
    /// `compound`: conditions are joined, then as the first algorithm.
    Compound,
    /// `tidy`: what the first algorithm makes, tidied.
    Tidy,
    /// `lower-` and the name of a profile: what the first algorithm makes, lowered.
    Lower(&'static Profile),
}

/// The output of a stage.
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
            "compound" => Some(Stage::Compound),
            "outline" => Some(Stage::Outline),
            "loop-simplify" => Some(Stage::Simplify(loop_simplify)),
            "single-exits" => Some(Stage::Simplify(|graph| single_exits(&Edited::new(graph)))),
            _ => Reduction::named(folder)
                .map(Stage::Reduce)
                .or_else(|| Profile::named(folder.strip_prefix("lower-")?).map(Stage::Lower))
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
            Stage::Read => graphs::whole(&mut output.text, named),
            Stage::Reduce(reduction) => {
                let reducible = reduction.reduce(cfg, settings.budget(cfg));
                let reducible = reducible.map_err(|error| error.to_string())?;
                output.routed = Some(graphs::routed(&reducible));
                graphs::reducible(&mut output.text, named, &reducible)
            }
            Stage::Outline => graphs::outline(&mut output.text, named),
            Stage::Simplify(pass) => {
                let reducible = dispatch(cfg);
                output.routed = Some(graphs::routed(&reducible));
                graphs::edited(&mut output.text, named, &pass(&reducible))
            }
            Stage::Structure(algorithm) => {
                if algorithm.needs == Needs::Reducible {
                    output.routed = Some(graphs::routed(&dispatch(cfg)));
                }
                let program = algorithm.structure(cfg, &settings);
                let program = program.map_err(|error| error.to_string())?;
                show(&mut output, named, &program)?
            }
            Stage::Compound => {
                let compounds = Compounds::find(cfg);
                let program = ALGORITHMS[0].structure(compounds.cfg(), &settings);
                let program = program.map_err(|error| error.to_string())?;
                let expanded = compounds.expand(&program);
                let expanded = expanded.ok_or("a compound is not asked where it runs")?;
                prove(cfg, &expanded)?;
                let shown = Shown::new(&compounds, named, Words::PSEUDOCODE);
                show_with(&mut output, compounds.cfg(), &shown, &program)?
            }
            Stage::Tidy => {
                output.routed = Some(graphs::routed(&dispatch(cfg)));
                let program = ALGORITHMS[0].structure(cfg, &settings);
                let program = program.map_err(|error| error.to_string())?;
                show(&mut output, named, &tidy(cfg, &program))?
            }
            Stage::Lower(profile) => {
                output.routed = Some(graphs::routed(&dispatch(cfg)));
                let program = ALGORITHMS[0].structure(cfg, &settings);
                let program = program.map_err(|error| error.to_string())?;
                let prints = |step| match step {
                    Step::Take(edge) => named.edge(edge).is_some(),
                    _ => true,
                };
                let lowered = lower_for(cfg, &program, profile, &prints);
                let lowered = lowered.map_err(|error| error.to_string())?;
                if let Some(breach) = verify::profile(&lowered.program, profile).first() {
                    return Err(breach.to_string());
                }
                let written = show(&mut output, named, &lowered.program)?;
                written.and_then(|()| writeln!(output.text, "\n{}", lowered.report))
            }
        };
        written.map_err(|error| error.to_string())?;
        Ok(output)
    }
}

/// Writes a program as pseudocode with its measures, if it is a right one.
fn show(output: &mut Output, named: &Named, program: &Program) -> Result<fmt::Result, String> {
    show_with(output, &named.cfg, named, program)
}

/// The same with the texts of a host.
fn show_with(
    output: &mut Output,
    cfg: &Cfg,
    bodies: &impl Bodies,
    program: &Program,
) -> Result<fmt::Result, String> {
    prove(cfg, program)?;
    let measures = measure(program);
    output.measures = Some(measures);
    let out = &mut output.text;
    let written = pseudocode(out, cfg, program, bodies)
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
