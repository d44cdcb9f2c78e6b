//! WebAssembly skeletons, as text.
//!
//! *Needs:* a graph, a program on it, the host's texts.
//! *Gives:* a module that imports `env.block` and `env.decide` and exports `run`; the host's texts
//! become comments.
//! *Cost:* O(steps + text).
//! *Limits:* validators refuse a `br_table` of more than 65,520 entries.
//!
//! `Block`, `Loop` and `If` are WebAssembly's own. A loop that a jump leaves is put in a block; a
//! switch
//! is a nest of blocks, one for each arm, with a `br_table` inside it:
//!
//! ```text
//! block $l0            ;; the end of the switch
//! block                ;; before arm 1
//! block                ;; before arm 0
//!   <decision>
//!   br_table 0 1 0     ;; for each slot the number of its arm
//! end
//!   …arm 0…
//!   br 1               ;; to the end
//! end
//!   …arm 1…
//! end
//! ```
//!
//! A dispatcher's `br_table` becomes a chain of comparisons where the values of the label lie too
//! far apart, and a value that has no arm traps unless one arm lists nothing. Where one does, the
//! label starts with a value that no dispatcher lists.

use super::flag_names::{FlagNames, LoopEnds};
use super::label;
use super::lines::{Lines, OneLine};
use crate::cfg::{Cfg, Exit};
use crate::forms::{Decision, Decisions, Flow, arms, cases, taken_first};
use crate::ids::{BlockId, Id, IdMap, LabelId, NodeId};
use crate::program::{Condition, Program, Step, Term};
use crate::text::Bodies;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

/// Writes `program` as a WebAssembly module in text form.
///
/// `run` returns where the graph does, and traps at an unreachable block. The program must keep
/// rules P1 to P6 on `cfg`. O(steps + text).
pub fn wat(
    out: &mut impl fmt::Write,
    cfg: &Cfg,
    program: &Program,
    bodies: &impl Bodies,
) -> fmt::Result {
    let mut writer = Writer {
        lines: Lines::new(out),
        cfg,
        program,
        bodies,
        flags: FlagNames::find(cfg, program, LoopEnds::Leave, |block| bodies.name(block)),
        decisions: Decisions::find(cfg, program, |_| true),
        left: left_loops(program),
        flow: Flow::new(program),
        open: Vec::new(),
    };
    writer.module()
}

/// Gives the labels that a `Break` binds to.
fn left_loops(program: &Program) -> IdMap<LabelId, bool> {
    let mut left = IdMap::filled(program.label_count(), false);
    for (_, step) in program.steps() {
        if let Step::Break(label) = step {
            left[label] = true;
        }
    }
    left
}

struct Writer<'p, 'w, B> {
    lines: Lines<'w>,
    cfg: &'p Cfg,
    program: &'p Program,
    bodies: &'p B,
    flags: FlagNames,
    decisions: Decisions,
    /// Labels that a `Break` binds to.
    left: IdMap<LabelId, bool>,
    flow: Flow,
    open: Vec<Open>,
}

/// A bracket that is open.
#[derive(Clone, Copy)]
enum Open {
    /// One that ends by so many `end`s.
    Plain { ends: usize },
    /// An `if`, of which so many arms have begun.
    If { begun: usize },
    /// A nest of blocks for so many arms, of which some have begun.
    Arms {
        arms: usize,
        begun: usize,
        traps: bool,
    },
}

impl<B: Bodies> Writer<'_, '_, B> {
    fn module(&mut self) -> fmt::Result {
        self.lines.line("(module")?;
        self.lines.indent();
        self.lines
            .line("(import \"env\" \"block\" (func $block (param i32)))")?;
        self.lines
            .line("(import \"env\" \"decide\" (func $decide (param i32) (result i32)))")?;
        self.lines.line("(func (export \"run\")")?;
        self.lines.indent();
        self.locals()?;
        for (node, step) in self.program.steps() {
            self.step(node, step)?;
        }
        self.lines.outdent();
        self.lines.line(")")?;
        self.lines.outdent();
        self.lines.line(")")
    }

    fn locals(&mut self) -> fmt::Result {
        let label = |(_, step)| matches!(step, Step::Store(_) | Step::Dispatch(_));
        if self.program.steps().any(label) {
            self.lines.line("(local $label i32)")?;
        }
        for flag in self.flags.all() {
            self.lines.line(format_args!("(local ${flag} i32)"))?;
        }
        for block in self.decisions.saved() {
            self.lines
                .line(format_args!("(local $d{} i32)", block.index()))?;
        }
        if let Some(value) = label::unset(self.program) {
            self.constant(value)?;
            self.lines.line("local.set $label")?;
        }
        Ok(())
    }

    fn step(&mut self, node: NodeId, step: Step) -> fmt::Result {
        let live = self.flow.is_live();
        self.flow.pass(step);
        match step {
            Step::Run(block) => self.run(node, block),
            Step::Take(edge) => match self.bodies.edge(edge) {
                Some(text) => self.lines.text(";; ", &text),
                None => Ok(()),
            },
            Step::Leave(block) => self.leave(block),
            Step::Store(value) => {
                self.constant(value)?;
                self.lines.line("local.set $label")
            }
            Step::Set(flag, value) => {
                self.constant(u32::from(value))?;
                let flag = self.flags.of(flag);
                self.lines.line(format_args!("local.set ${flag}"))
            }
            Step::Break(label) => self.lines.line(format_args!("br ${label}")),
            Step::Continue(label) => self.lines.line(format_args!("br ${label}.next")),
            Step::Block(label) => self.open_plain(&format!("block ${label}"), 1),
            Step::Loop(label) => self.open_loop(label),
            Step::If(block, label) => match taken_first(self.program, node) {
                Some(taken_first) => self.open_if(block, label, taken_first),
                None => self.open_switch(node, block, label),
            },
            Step::Switch(block, label) => self.open_switch(node, block, label),
            Step::Dispatch(label) => self.open_dispatch(node, label),
            Step::Test(condition, label) => self.open_test(node, condition, label),
            Step::Arm(_) => self.arm(node, live),
            Step::End => self.close(),
        }
    }

    fn constant(&mut self, value: u32) -> fmt::Result {
        self.lines.line(format_args!("i32.const {value}"))
    }

    fn run(&mut self, node: NodeId, block: BlockId) -> fmt::Result {
        if let Some(code) = self.bodies.code(block) {
            self.lines.text(";; ", &code)?;
        }
        let name = self.bodies.name(block);
        let index = block.index();
        self.lines
            .line(format_args!("i32.const {index} ;; {}", OneLine(&name)))?;
        self.lines.line("call $block")?;
        let decision = self
            .decisions
            .of_run(self.cfg, self.program, node, block, |_| true);
        match decision {
            Decision::None | Decision::Asked => Ok(()),
            Decision::Saved => {
                self.decide(block)?;
                self.lines.line(format_args!("local.set $d{index}"))
            }
            Decision::Dropped => {
                self.decide(block)?;
                self.lines.line("drop")
            }
        }
    }

    fn decide(&mut self, block: BlockId) -> fmt::Result {
        self.lines
            .line(format_args!("i32.const {}", block.index()))?;
        self.lines.line("call $decide")
    }

    /// Puts the decision of a block on the stack.
    fn operand(&mut self, block: BlockId) -> fmt::Result {
        if self.decisions.is_saved(block) {
            let index = block.index();
            return self.lines.line(format_args!("local.get $d{index}"));
        }
        self.decide(block)
    }

    fn leave(&mut self, block: BlockId) -> fmt::Result {
        if let Some(text) = self.bodies.leave(block) {
            self.lines.text(";; ", &text)?;
        }
        self.lines.line(match self.cfg.exit(block) {
            Exit::Unreachable => "unreachable",
            _ => "return",
        })
    }

    fn open_plain(&mut self, head: &str, ends: usize) -> fmt::Result {
        self.lines.line(head)?;
        self.lines.indent();
        self.open.push(Open::Plain { ends });
        Ok(())
    }

    fn open_loop(&mut self, label: LabelId) -> fmt::Result {
        let head = format!("loop ${label}.next");
        if !self.left[label] {
            return self.open_plain(&head, 1);
        }
        self.lines.line(format_args!("block ${label}"))?;
        self.open_plain(&head, 2)
    }

    fn open_if(
        &mut self,
        block: BlockId,
        label: Option<LabelId>,
        taken_first: bool,
    ) -> fmt::Result {
        self.operand(block)?;
        if taken_first {
            self.lines.line("i32.eqz")?;
        }
        self.open_two(label)
    }

    fn open_test(
        &mut self,
        node: NodeId,
        condition: Condition,
        label: Option<LabelId>,
    ) -> fmt::Result {
        // From the back a formula is a program for a stack.
        for term in self.program.condition(condition).iter().rev() {
            match term {
                Term::Flag(flag) => {
                    let flag = self.flags.of(*flag);
                    self.lines.line(format_args!("local.get ${flag}"))?;
                }
                Term::Not => self.lines.line("i32.eqz")?,
                Term::And => self.lines.line("i32.and")?,
                Term::Or => self.lines.line("i32.or")?,
            }
        }
        let holds_first = cases(self.program, crate::ids::following(node)) == [1];
        if !holds_first {
            self.lines.line("i32.eqz")?;
        }
        self.open_two(label)
    }

    /// Opens an `if` whose operand is on the stack.
    fn open_two(&mut self, label: Option<LabelId>) -> fmt::Result {
        match label {
            Some(label) => self.lines.line(format_args!("if ${label}"))?,
            None => self.lines.line("if")?,
        }
        self.lines.indent();
        self.open.push(Open::If { begun: 0 });
        Ok(())
    }

    fn open_switch(&mut self, node: NodeId, block: BlockId, label: Option<LabelId>) -> fmt::Result {
        let arms = arms(self.program, node);
        let slots = self.cfg.successors(block).len();
        let mut table = alloc::vec![0; slots];
        for (index, &arm) in arms.iter().enumerate() {
            for &slot in cases(self.program, arm) {
                if let Some(entry) = table.get_mut(slot as usize) {
                    *entry = index;
                }
            }
        }
        self.open_arms(arms.len(), label, false)?;
        self.operand(block)?;
        self.table(&table)
    }

    fn open_dispatch(&mut self, node: NodeId, label: Option<LabelId>) -> fmt::Result {
        let arms = arms(self.program, node);
        self.open_arms(arms.len(), label, true)?;
        let mut values = Vec::new();
        // The block that the label leaves if no arm lists it: the innermost, which traps.
        let mut default = 0;
        for (index, &arm) in arms.iter().enumerate() {
            if cases(self.program, arm).is_empty() {
                default = index + 1;
            }
            let cases = cases(self.program, arm).iter();
            values.extend(cases.map(|&value| (value, index + 1)));
        }
        let span = values.iter().map(|(value, _)| *value as usize + 1).max();
        match span.filter(|&span| span <= 4 * values.len() + 16) {
            Some(span) => {
                let mut table = alloc::vec![default; span + 1];
                values
                    .iter()
                    .for_each(|&(value, arm)| table[value as usize] = arm);
                self.lines.line("local.get $label")?;
                self.table(&table)
            }
            None => self.chain(&values, default),
        }
    }

    /// Writes a nest of blocks, the innermost one without an arm if other values are to trap.
    fn open_arms(&mut self, arms: usize, label: Option<LabelId>, traps: bool) -> fmt::Result {
        match label {
            Some(label) => self.lines.line(format_args!("block ${label}"))?,
            None => self.lines.line("block")?,
        }
        for _ in 0..arms + usize::from(traps) {
            self.lines.line("block")?;
        }
        self.lines.indent();
        self.open.push(Open::Arms {
            arms,
            begun: 0,
            traps,
        });
        Ok(())
    }

    fn table(&mut self, entries: &[usize]) -> fmt::Result {
        let mut line = String::from("br_table");
        for entry in entries {
            fmt::Write::write_fmt(&mut line, format_args!(" {entry}"))?;
        }
        self.lines.line(line)
    }

    fn chain(&mut self, values: &[(u32, usize)], default: usize) -> fmt::Result {
        for &(value, arm) in values {
            self.lines.line("local.get $label")?;
            self.constant(value)?;
            self.lines.line("i32.eq")?;
            self.lines.line(format_args!("br_if {arm}"))?;
        }
        self.lines.line(format_args!("br {default}"))
    }

    /// Tells whether an arm writes nothing.
    fn is_silent(&self, arm: NodeId) -> bool {
        let end = self.program.extent(arm).index();
        (arm.index() + 1..end)
            .all(|index| matches!(self.program.step(NodeId::new(index)), Step::Take(_)))
    }

    fn arm(&mut self, node: NodeId, live: bool) -> fmt::Result {
        let silent = self.is_silent(node);
        let Some(inner) = self.open.last_mut() else {
            return Ok(());
        };
        match inner {
            Open::Plain { .. } => Ok(()),
            Open::If { begun } => {
                *begun += 1;
                if *begun == 1 || silent {
                    return Ok(());
                }
                self.outdented("else")
            }
            Open::Arms { arms, begun, traps } => {
                let (first, out, traps) = (*begun == 0, *arms - *begun, *traps);
                *begun += 1;
                if first && traps {
                    self.outdented("end")?;
                    self.lines.line("unreachable")?;
                } else if !first && live {
                    self.lines.line(format_args!("br {out}"))?;
                }
                self.outdented("end")
            }
        }
    }

    fn outdented(&mut self, word: &str) -> fmt::Result {
        self.lines.outdent();
        self.lines.line(word)?;
        self.lines.indent();
        Ok(())
    }

    fn close(&mut self) -> fmt::Result {
        let ends = match self.open.pop() {
            Some(Open::Plain { ends }) => ends,
            Some(Open::If { .. }) => 1,
            // Blocks of arms that have not begun end here, too.
            Some(Open::Arms { arms, begun, traps }) => {
                1 + arms - begun + usize::from(traps && begun == 0)
            }
            None => 0,
        };
        self.lines.outdent();
        (0..ends).try_for_each(|_| self.lines.line("end"))
    }
}
