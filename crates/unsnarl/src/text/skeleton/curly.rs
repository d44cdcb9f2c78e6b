//! Writing a program in a language with curly brackets.
//!
//! *Needs:* a program and a [`Dialect`].
//! *Gives:* lines.
//! *Cost:* O(steps + text).
//!
//! Arms that say nothing are left out, and with them brackets that hold nothing else; scopes that no
//! jump leaves lose their brackets; labels are written where a jump must name them; what is left of an `if`
//! whose first arm never gets to its end stands behind it, without an `else`.

use super::decision::{Decision, Decisions};
use super::flow::Flow;
use super::lines::Lines;
use super::outline::{Outline, bracket};
use super::repeat::repeating;
use super::{arms, cases, next, taken_first};
use crate::cfg::Cfg;
use crate::ids::{BlockId, Edge, FlagId, Id, LabelId, NodeId};
use crate::program::{Bracket, Program, Step, Term};
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Jump {
    Break,
    Continue,
}

/// Which arms of an `If` or a `Test` are shown.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Test {
    /// The first one that is shown runs when the decision is slot 0, or the condition holds.
    Taken,
    /// The first one that is shown runs when the decision is slot 1, or the condition does not hold.
    NotTaken,
}

/// The words of a language.
pub(super) trait Dialect {
    /// Tells whether a jump without a label binds to the innermost bracket of this kind.
    fn catches(&self, jump: Jump, bracket: Bracket) -> bool;
    /// Tells whether the arms of a switch run on into the next unless they break.
    fn arms_run_on(&self) -> bool;
    /// Tells whether a `Run` or a `Take` writes anything.
    fn speaks(&self, step: Step) -> bool;
    fn start(&self, lines: &mut Lines<'_>, program: &Program, decisions: &Decisions)
    -> fmt::Result;
    fn finish(&self, lines: &mut Lines<'_>) -> fmt::Result;
    fn run(&self, lines: &mut Lines<'_>, block: BlockId, decision: Decision) -> fmt::Result;
    fn edge(&self, lines: &mut Lines<'_>, edge: Edge) -> fmt::Result;
    fn leave(&self, lines: &mut Lines<'_>, block: BlockId) -> fmt::Result;
    /// Writes a store; `target` is where the edge leads on which it happens.
    fn store(&self, lines: &mut Lines<'_>, value: u32, target: Option<BlockId>) -> fmt::Result;
    fn set(&self, lines: &mut Lines<'_>, flag: FlagId, value: bool) -> fmt::Result;
    /// Gives what opens a `Test` of a condition, without its label.
    fn head_of_test(&self, terms: &[Term]) -> String;
    /// Gives what opens any other bracket, without its label.
    fn head(&self, bracket: Bracket, test: Test, decisions: &Decisions) -> String;
    /// Gives what closes a bracket.
    fn foot(&self, bracket: Bracket) -> &'static str;
    /// Writes what begins an arm of `bracket`, a switch; `default` is the slot of the default.
    fn case(
        &self,
        lines: &mut Lines<'_>,
        bracket: Bracket,
        cases: &[u32],
        default: Option<u32>,
    ) -> fmt::Result;
    /// Writes a jump; `target` is where the edge leads that is taken by it.
    fn jump(
        &self,
        lines: &mut Lines<'_>,
        jump: Jump,
        label: Option<LabelId>,
        target: Option<BlockId>,
    ) -> fmt::Result;
}

pub(super) fn write<D: Dialect>(
    lines: Lines<'_>,
    cfg: &Cfg,
    program: &Program,
    dialect: &D,
) -> fmt::Result {
    let program = &repeating(program);
    let outline = Outline::find(program, dialect, |step| dialect.speaks(step));
    let decisions = Decisions::find(cfg, program, |node| outline.is_shown(program, node));
    let mut writer = Writer {
        lines,
        cfg,
        program,
        dialect,
        outline,
        decisions,
        flow: Flow::new(program),
        open: Vec::new(),
        taken: None,
    };
    writer.program()
}

struct Writer<'p, 'w, D> {
    lines: Lines<'w>,
    cfg: &'p Cfg,
    program: &'p Program,
    dialect: &'p D,
    outline: Outline,
    decisions: Decisions,
    flow: Flow,
    open: Vec<Open>,
    /// The edge that was taken by the step before, stores apart.
    taken: Option<Edge>,
}

/// A bracket that is open.
struct Open {
    bracket: Bracket,
    /// Whether the brackets themselves are written and have yet to be closed.
    written: bool,
    /// Whether a jump names the label.
    named: bool,
    /// Whether arms that say nothing are written too, since a default would catch their cases.
    all_arms: bool,
    arms_written: usize,
    /// Whether an arm of a switch is being written.
    in_case: bool,
}

impl<D: Dialect> Writer<'_, '_, D> {
    fn program(&mut self) -> fmt::Result {
        self.dialect
            .start(&mut self.lines, self.program, &self.decisions)?;
        let mut at = NodeId::new(0);
        while at.index() < self.program.len() {
            at = self.step(at)?;
        }
        self.dialect.finish(&mut self.lines)
    }

    /// Writes the step at `node` and gives the next one to write.
    fn step(&mut self, node: NodeId) -> Result<NodeId, fmt::Error> {
        let step = self.program.step(node);
        if matches!(step, Step::Arm(_) | Step::End) {
            self.end_of_arm(step)?;
        }
        let skipped = match step {
            Step::Arm(_) => !self.shows_arm(node),
            step => step.opens() && self.is_silent(node, step),
        };
        if skipped {
            return Ok(self.skip(node, step));
        }
        let live = self.flow.is_live();
        self.flow.pass(step);
        let target = self.taken.map(|edge| self.cfg.target(edge));
        if !matches!(step, Step::Store(_) | Step::Set(..)) {
            self.taken = None;
        }
        match step {
            Step::Run(block) => self.run(node, block)?,
            Step::Take(edge) => {
                self.taken = Some(edge);
                self.dialect.edge(&mut self.lines, edge)?;
            }
            Step::Leave(block) => self.dialect.leave(&mut self.lines, block)?,
            Step::Store(value) => self.dialect.store(&mut self.lines, value, target)?,
            Step::Set(flag, value) => self.dialect.set(&mut self.lines, flag, value)?,
            Step::Break(label) => self.jump(node, Jump::Break, label, target)?,
            Step::Continue(label) => self.jump(node, Jump::Continue, label, target)?,
            Step::Arm(_) => self.arm(node, live)?,
            Step::End => self.close()?,
            _ => self.open(node, step)?,
        }
        Ok(next(node))
    }

    /// Tells whether nothing of a bracket is written.
    fn is_silent(&self, node: NodeId, step: Step) -> bool {
        !matches!(step, Step::Loop(_)) && !self.outline.is_shown(self.program, node)
    }

    /// Passes an arm or a bracket that says nothing.
    fn skip(&mut self, node: NodeId, step: Step) -> NodeId {
        let extent = self.program.extent(node);
        let end = match step {
            Step::Arm(_) => extent,
            _ => next(extent),
        };
        for index in node.index()..end.index() {
            self.flow.pass(self.program.step(NodeId::new(index)));
        }
        end
    }

    fn run(&mut self, node: NodeId, block: BlockId) -> fmt::Result {
        let (cfg, program) = (self.cfg, self.program);
        let shown = |node| self.outline.is_shown(program, node);
        let decision = self.decisions.of_run(cfg, program, node, block, shown);
        self.dialect.run(&mut self.lines, block, decision)
    }

    fn jump(
        &mut self,
        node: NodeId,
        jump: Jump,
        label: LabelId,
        target: Option<BlockId>,
    ) -> fmt::Result {
        let label = self.outline.names[node].then_some(label);
        self.dialect.jump(&mut self.lines, jump, label, target)
    }

    fn open(&mut self, node: NodeId, step: Step) -> fmt::Result {
        let bracket = bracket(step);
        let written = self.outline.has_brackets(self.program, node);
        let shown = arms(self.program, node)
            .into_iter()
            .filter(|&arm| self.outline.is_shown(self.program, arm))
            .collect::<Vec<_>>();
        let label = step.bound_label();
        let label = label.filter(|&label| self.outline.named[label]);
        let default = self.default_slot(bracket);
        let all_arms = shown
            .iter()
            .flat_map(|&arm| cases(self.program, arm))
            .any(|&case| Some(case) == default);
        self.open.push(Open {
            bracket,
            written,
            named: label.is_some(),
            all_arms,
            arms_written: 0,
            in_case: false,
        });
        if !written {
            return Ok(());
        }
        let first = shown.first().map(|&arm| cases(self.program, arm));
        let test = match (bracket, first) {
            (Bracket::If(_), Some([1])) | (Bracket::Test(_), Some([0])) => Test::NotTaken,
            _ => Test::Taken,
        };
        debug_assert!(
            !matches!(step, Step::If(..)) || taken_first(self.program, node).is_some(),
            "other Ifs have become Switches"
        );
        let head = match bracket {
            Bracket::Test(condition) => {
                let terms = self.program.condition(condition);
                self.dialect.head_of_test(&required(terms, test))
            }
            _ => self.dialect.head(bracket, test, &self.decisions),
        };
        match label {
            Some(label) => self.lines.line(format_args!("{label}: {head}"))?,
            None => self.lines.line(head)?,
        }
        self.lines.indent();
        Ok(())
    }

    /// Gives the slot of a switch's default.
    fn default_slot(&self, bracket: Bracket) -> Option<u32> {
        let Bracket::Switch(block) = bracket else {
            return None;
        };
        self.cfg.edges(block).next_back().map(|edge| edge.slot)
    }

    fn shows_arm(&self, arm: NodeId) -> bool {
        let all = self.open.last().is_some_and(|inner| inner.all_arms);
        all || self.outline.is_shown(self.program, arm)
    }

    fn arm(&mut self, node: NodeId, live: bool) -> fmt::Result {
        let Some(inner) = self.open.last_mut() else {
            return Ok(());
        };
        inner.arms_written += 1;
        let (bracket, first) = (inner.bracket, inner.arms_written == 1);
        if let Bracket::If(_) | Bracket::Test(_) = bracket {
            let leaves = !live && !inner.named;
            inner.written &= first || !leaves;
            return if first {
                Ok(())
            } else {
                self.otherwise(leaves)
            };
        }
        inner.in_case = true;
        let cases = cases(self.program, node);
        let default = self.default_slot(bracket);
        self.dialect
            .case(&mut self.lines, bracket, cases, default)?;
        self.lines.indent();
        Ok(())
    }

    /// Goes from the first arm of an `if` to the second; behind it if the first one `leaves`.
    fn otherwise(&mut self, leaves: bool) -> fmt::Result {
        self.lines.outdent();
        if leaves {
            return self.lines.line("}");
        }
        self.lines.line("} else {")?;
        self.lines.indent();
        Ok(())
    }

    /// Ends the arm of a switch that is open, if one is.
    fn end_of_arm(&mut self, step: Step) -> fmt::Result {
        let Some(inner) = self.open.last_mut() else {
            return Ok(());
        };
        if !core::mem::take(&mut inner.in_case) {
            return Ok(());
        }
        let last = step == Step::End;
        if self.dialect.arms_run_on() && !last && self.flow.is_live() {
            self.dialect
                .jump(&mut self.lines, Jump::Break, None, None)?;
        }
        self.lines.outdent();
        Ok(())
    }

    fn close(&mut self) -> fmt::Result {
        let Some(inner) = self.open.pop().filter(|inner| inner.written) else {
            return Ok(());
        };
        self.lines.outdent();
        self.lines.line(self.dialect.foot(inner.bracket))
    }
}

/// Gives the condition on which the first arm that is shown runs.
fn required(terms: &[Term], test: Test) -> Vec<Term> {
    match (test, terms) {
        (Test::Taken, _) => terms.to_vec(),
        (Test::NotTaken, [Term::Not, contrary @ ..]) => contrary.to_vec(),
        (Test::NotTaken, _) => [&[Term::Not], terms].concat(),
    }
}
