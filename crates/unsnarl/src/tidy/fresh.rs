//! A program whose labels and tables hold only what it uses.
//!
//! *Needs:* a program that keeps its rules. *Gives:* the same program, with labels numbered in the
//! order in which they are bound, and with cases and conditions in the order of the steps. *Cost:*
//! O(steps + cases + terms of the tests).

use crate::ids::{IdMap, LabelId};
use crate::program::{Program, ProgramBuilder, Step};

pub(super) fn numbered(program: &Program) -> Program {
    let mut builder = ProgramBuilder::new();
    let mut names: IdMap<LabelId, Option<LabelId>> = IdMap::filled(program.label_count(), None);
    for (_, step) in program.steps() {
        if let Some(label) = step.bound_label() {
            names[label] = Some(builder.label());
        }
        let name = |label: LabelId| names[label].unwrap_or(label);
        match step {
            Step::Arm(cases) => builder.arm(program.cases(cases).iter().copied()),
            Step::Test(condition, label) => {
                let terms = program.condition(condition).iter().copied();
                let condition = builder.condition(terms);
                builder.open_test(condition, label.map(name));
            }
            Step::Break(label) => builder.go_past(name(label)),
            Step::Continue(label) => builder.go_back(name(label)),
            step => builder.push(step.labelled(step.bound_label().map(name))),
        }
    }
    builder.finish()
}
