//! The `Display` form of a program: one line for each step.
//!
//! *Needs:* any program, well bracketed or not.
//! *Gives:* one step on each line, brackets as braces, two spaces for each level.
//! *Cost:* O(text); the indentation stops at forty levels.

use super::{Formula, Program, Step};
use core::fmt;

/// Levels of indentation after which deeper lines start at the same column.
const DEEPEST_INDENT: usize = 40;

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut depth: usize = 0;
        for (_, step) in self.steps() {
            let outdent = usize::from(matches!(step, Step::Arm(_) | Step::End));
            for _ in 0..depth.saturating_sub(outdent).min(DEEPEST_INDENT) {
                f.write_str("  ")?;
            }
            self.write_step(f, step)?;
            depth = match step {
                Step::End => depth.saturating_sub(1),
                step => depth + usize::from(step.opens()),
            };
        }
        Ok(())
    }
}

impl Program {
    fn write_step(&self, f: &mut fmt::Formatter<'_>, step: Step) -> fmt::Result {
        if let Some(label) = step.bound_label() {
            write!(f, "{label}: ")?;
        }
        match step {
            Step::Run(block) => writeln!(f, "run {block}"),
            Step::Take(edge) => writeln!(f, "take {edge}"),
            Step::Leave(block) => writeln!(f, "leave {block}"),
            Step::Store(value) => writeln!(f, "label = {value}"),
            Step::Set(flag, value) => writeln!(f, "{flag} = {value}"),
            Step::Break(label) => writeln!(f, "break {label}"),
            Step::Continue(label) => writeln!(f, "continue {label}"),
            Step::Block(_) => writeln!(f, "block {{"),
            Step::Loop(_) => writeln!(f, "loop {{"),
            Step::If(block, _) => writeln!(f, "if {block} {{"),
            Step::Switch(block, _) => writeln!(f, "switch {block} {{"),
            Step::Dispatch(_) => writeln!(f, "switch label {{"),
            Step::Test(condition, _) => {
                writeln!(f, "if {} {{", Formula(self.condition(condition)))
            }
            Step::Arm(arm) if self.cases(arm).is_empty() => writeln!(f, "default:"),
            Step::Arm(arm) => {
                f.write_str("case")?;
                self.cases(arm)
                    .iter()
                    .try_for_each(|case| write!(f, " {case}"))?;
                writeln!(f, ":")
            }
            Step::End => writeln!(f, "}}"),
        }
    }
}

impl fmt::Debug for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.steps()).finish()
    }
}
