//! The picture of a program.
//!
//! *Needs:* a program and the host's texts.
//! *Gives:* DOT: a tree of the steps in their order, with dashed edges for jumps.
//! *Cost:* O(text).

use super::Label;
use crate::ids::{BlockId, IdMap, LabelId, NodeId};
use crate::program::{Formula, Program, Step};
use crate::text::Bodies;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::{self, Write};

/// Writes `program` as a tree in DOT.
///
/// A node is named by its step's id. Steps that take edges and the ends of brackets are not shown.
/// A jump points to the bracket that it binds to. The program must keep rules P1 and P2. O(text).
pub fn dot_program(out: &mut impl Write, program: &Program, bodies: &impl Bodies) -> fmt::Result {
    out.write_str("digraph {\n  graph [ordering=out]\n  node [shape=box, fontname=monospace]\n")?;
    out.write_str("  program [shape=plaintext]\n")?;
    let binders = binders(program);
    let mut open: Vec<NodeId> = Vec::new();
    for (node, step) in program.steps() {
        if matches!(step, Step::Arm(_) | Step::End)
            && open.last().is_some_and(|&inner| is_arm(program, inner))
        {
            open.pop();
        }
        match step {
            Step::Take(_) => continue,
            Step::End => {
                open.pop();
                continue;
            }
            _ => write_node(out, program, bodies, node, open.last().copied())?,
        }
        if let Step::Break(label) | Step::Continue(label) = step
            && let Some(bracket) = binders[label]
        {
            writeln!(
                out,
                "  {node} -> {bracket} [style=dashed, constraint=false]"
            )?;
        }
        if step.opens() || matches!(step, Step::Arm(_)) {
            open.push(node);
        }
    }
    out.write_str("}\n")
}

fn is_arm(program: &Program, node: NodeId) -> bool {
    matches!(program.step(node), Step::Arm(_))
}

/// Gives the bracket that binds each label.
fn binders(program: &Program) -> IdMap<LabelId, Option<NodeId>> {
    let mut binders = IdMap::filled(program.label_count(), None);
    for (node, step) in program.steps() {
        if let Some(label) = step.bound_label() {
            binders[label] = Some(node);
        }
    }
    binders
}

fn write_node(
    out: &mut impl Write,
    program: &Program,
    bodies: &impl Bodies,
    node: NodeId,
    parent: Option<NodeId>,
) -> fmt::Result {
    let step = program.step(node);
    let text = text(program, bodies, step);
    let style = if step.opens() { ", style=rounded" } else { "" };
    writeln!(out, "  {node} [label=\"{}\"{style}]", Label(&text))?;
    match parent {
        Some(parent) => writeln!(out, "  {parent} -> {node}"),
        None => writeln!(out, "  program -> {node}"),
    }
}

fn text(program: &Program, bodies: &impl Bodies, step: Step) -> String {
    let decision = |block: BlockId| match bodies.decision(block) {
        Some(text) => text.into_owned(),
        None => bodies.name(block).into_owned(),
    };
    let text = match step {
        Step::Run(block) => match bodies.code(block) {
            Some(code) if !code.is_empty() => {
                alloc::format!("{}:\n{}\n", bodies.name(block), code.trim_end())
            }
            _ => bodies.name(block).into_owned(),
        },
        Step::Leave(block) => alloc::format!("leave {}", bodies.name(block)),
        Step::Store(value) => alloc::format!("label = {value}"),
        Step::Set(flag, value) => alloc::format!("{flag} = {value}"),
        Step::Break(label) => alloc::format!("break {label}"),
        Step::Continue(label) => alloc::format!("continue {label}"),
        Step::Block(_) => String::from("block"),
        Step::Loop(_) => String::from("loop"),
        Step::If(block, _) => alloc::format!("if {}", decision(block)),
        Step::Switch(block, _) => alloc::format!("switch {}", decision(block)),
        Step::Dispatch(_) => String::from("switch label"),
        Step::Test(condition, _) => {
            alloc::format!("if {}", Formula(program.condition(condition)))
        }
        Step::Arm(cases) if program.cases(cases).is_empty() => String::from("default"),
        Step::Arm(cases) => {
            let cases = program.cases(cases).iter().map(ToString::to_string);
            alloc::format!("case {}", cases.collect::<Vec<_>>().join(", "))
        }
        Step::Take(edge) => edge.to_string(),
        Step::End => String::new(),
    };
    match step.bound_label() {
        Some(label) => alloc::format!("{label}: {text}"),
        None => text,
    }
}
