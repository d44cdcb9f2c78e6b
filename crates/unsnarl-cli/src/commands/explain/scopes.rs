//! The jumps that need each scope.
//!
//! *Needs:* a program of the default algorithm.
//! *Gives:* a paragraph for each scope: where it ends, and the edges that jump there past other
//! blocks.
//! *Cost:* O(steps · scopes around them).

use super::View;
use std::fmt::{self, Write};
use unsnarl::text::Bodies;
use unsnarl::{BlockId, Edge, IdMap, LabelId, NodeId, Program, Step};

/// An edge that jumps to the end of a scope.
struct Jump {
    /// The edge, unless a dispatcher decides there.
    edge: Option<Edge>,
    node: NodeId,
}

pub(super) fn write(out: &mut String, view: &View<'_>, program: &Program) -> fmt::Result {
    let jumps = jumps(program);
    let runs: Vec<(NodeId, BlockId)> = program
        .steps()
        .filter_map(|(node, step)| match step {
            Step::Run(block) => Some((node, block)),
            _ => None,
        })
        .collect();
    for (node, step) in program.steps() {
        let Step::Block(label) = step else { continue };
        let end = program.extent(node);
        let after = runs.partition_point(|(run, _)| *run < end);
        let target = runs
            .get(after)
            .map_or("the end".to_string(), |run| view.name(run.1));
        writeln!(
            out,
            "  scope {label} ends before {target}; the jumps to its end are"
        )?;
        for jump in &jumps[label] {
            let source = match jump.edge {
                Some(edge) => view.edge(edge),
                None => "a dispatcher".to_string(),
            };
            let first = runs.partition_point(|(run, _)| *run < jump.node);
            writeln!(
                out,
                "    {source}, past {}",
                passed(view, &runs[first..after])
            )?;
        }
    }
    Ok(())
}

/// Names the blocks between a jump and its target.
fn passed(view: &View<'_>, runs: &[(NodeId, BlockId)]) -> String {
    let name = |run: &(NodeId, BlockId)| view.subject.bodies.name(run.1);
    match runs {
        [] => "no block".to_string(),
        [only] => name(only).into_owned(),
        [first, second] => format!("{} and {}", name(first), name(second)),
        [first, .., last] => {
            format!(
                "{} blocks from {} to {}",
                runs.len(),
                name(first),
                name(last)
            )
        }
    }
}

/// Lists the jumps to the end of each bracket that binds a label.
fn jumps(program: &Program) -> IdMap<LabelId, Vec<Jump>> {
    let mut jumps: IdMap<LabelId, Vec<Jump>> =
        (0..program.label_count()).map(|_| Vec::new()).collect();
    let mut taken = None;
    for (node, step) in program.steps() {
        match step {
            Step::Take(edge) => taken = Some(edge),
            Step::Break(label) => jumps[label].push(Jump { edge: taken, node }),
            Step::Store(_) => {}
            _ => taken = None,
        }
    }
    jumps
}
