//! WebAssembly skeletons, as text.
//!
//! *Needs:* a graph, a program on it, the host's texts.
//! *Gives:* a module that imports `env.block` and `env.decide` and exports `run`; the host's texts
//! become comments.
//! *Cost:* O(steps + text).
//!
//! `Block`, `Loop` and `If` exist in WebAssembly. A loop that a jump leaves is put in a block. A
//! decision between two arms is an `if`, or a `br_if` where one of them only jumps. A decision
//! among more arms is a nest of blocks, one for each arm [that needs it](choice), with a `br_table`
//! inside it:
//!
//! ```text
//! block $l0            ;; the end of the switch
//! block                ;; before arm 1
//! block                ;; before arm 0
//!   <decision>
//!   br_table 0 1 $l7 0 ;; for each slot the number of its arm, or where it jumps to
//! end
//!   …arm 0…
//!   br 1               ;; to the end
//! end
//!   …arm 1…
//! end
//! ```
//!
//! A dispatcher's `br_table` becomes a chain of comparisons where the values of the label are too
//! far apart. If some dispatcher has a default, the label starts with a value that no dispatcher
//! lists; otherwise the label always has one of the listed values. A `br_table` of more than 65,520
//! entries, which engines refuse, is written as several.

mod choice;

use super::flag_names::{FlagNames, LoopEnds};
use super::fresh::{Fresh, block_names};
use super::label;
use super::lines::{Lines, OneLine};
use crate::cfg::{Cfg, Exit};
use crate::forms::{Decision, Decisions, Flow, arms, cases, reached};
use crate::ids::{BlockId, Id, IdMap, LabelId, NodeId};
use crate::program::{Condition, Program, Step, Term};
use crate::text::Bodies;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use choice::{Choice, Facts, Place, Table, Target, Test};
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
    let blocks = block_names(cfg, bodies);
    let is_taken = |name: &str| blocks.contains(name);
    let name = |block| bodies.name(block);
    let fresh = &mut Fresh::new(&is_taken);
    let mut writer = Writer {
        lines: Lines::new(out),
        cfg,
        program,
        bodies,
        flags: FlagNames::find(cfg, program, LoopEnds::Leave, name, fresh),
        decisions: Decisions::find(cfg, program, |_| true),
        left: left_loops(program),
        flow: Flow::new(program),
        reached: reached(program),
        open: Vec::new(),
        written: 0,
    };
    writer.module()
}

/// Gives for each label whether a `Break` binds to it.
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
    /// For each label: whether a `Break` binds to it.
    left: IdMap<LabelId, bool>,
    flow: Flow,
    /// For each `Arm` and `End`: whether control reaches the end of the arm before it.
    reached: IdMap<NodeId, bool>,
    open: Vec<Open>,
    /// All steps before this one have been written.
    written: usize,
}

/// The maximum number of entries of a `br_table` that engines accept, with the default.
const MOST_ENTRIES: usize = 65_520;

/// An open bracket.
enum Open {
    /// A bracket that is closed by this number of `end`s.
    Plain {
        ends: usize,
    },
    /// No bracket is written: the content stands in the bracket around it. An arm that only jumps
    /// is not written if the decision has named its target.
    Inline {
        named: Option<NodeId>,
    },
    /// An `if`, in which an arm may have begun.
    If {
        has_begun: bool,
    },
    Arms(Arms),
}

/// A nest of blocks for the arms of a decision.
struct Arms {
    table: Table,
    /// The number of arms passed so far.
    passed: usize,
    /// The number of these arms that have code.
    begun: usize,
    /// Whether the last of these arms has code.
    is_code: bool,
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
            if node.index() >= self.written {
                self.step(node, step)?;
            } else {
                self.flow.pass(step);
            }
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
        let is_wide = |block| self.cfg.successors(block).len() > MOST_ENTRIES;
        if self.cfg.blocks().any(is_wide) {
            self.lines.line("(local $case i32)")?;
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
            Step::If(block, label) | Step::Switch(block, label) => {
                self.open_decision(node, block, label)
            }
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

    fn choice(&self, node: NodeId, label: Option<LabelId>) -> Choice {
        let facts = Facts {
            program: self.program,
            left: &self.left,
            reached: &self.reached,
        };
        facts.choice(node, label, &|step| self.writes(step))
    }

    /// Tells whether a step writes anything.
    fn writes(&self, step: Step) -> bool {
        match step {
            Step::Take(edge) => self.bodies.edge(edge).is_some(),
            _ => true,
        }
    }

    fn open_decision(
        &mut self,
        node: NodeId,
        block: BlockId,
        label: Option<LabelId>,
    ) -> fmt::Result {
        match self.choice(node, label) {
            Choice::Only => {
                self.open.push(Open::Inline { named: None });
                if self.decisions.is_saved(block) {
                    return Ok(());
                }
                self.decide(block)?;
                self.lines.line("drop")
            }
            Choice::Branch { test, arm, to } => {
                self.operand(block)?;
                self.open_branch(test, arm, to)
            }
            Choice::If { test } => {
                self.operand(block)?;
                self.open_if(test, label)
            }
            Choice::Table(table) => {
                let mut entries = alloc::vec![String::new(); self.cfg.successors(block).len()];
                for (arm, &place) in arms(self.program, node).into_iter().zip(&table.places) {
                    for &slot in cases(self.program, arm) {
                        if let Some(entry) = entries.get_mut(slot as usize) {
                            *entry = table.target(place).to_string();
                        }
                    }
                }
                self.open_arms(table, label)?;
                self.operand(block)?;
                if entries.len() <= MOST_ENTRIES {
                    return self.table(&entries);
                }
                self.lines.line("local.set $case")?;
                self.tables("$case", &entries)
            }
        }
    }

    fn open_test(
        &mut self,
        node: NodeId,
        condition: Condition,
        label: Option<LabelId>,
    ) -> fmt::Result {
        match self.choice(node, label) {
            Choice::Branch { test, arm, to } => {
                self.condition(condition)?;
                self.open_branch(test, arm, to)
            }
            Choice::If { test } => {
                self.condition(condition)?;
                self.open_if(test, label)
            }
            // The values are 0 and 1, so one comparison distinguishes two arms.
            Choice::Only | Choice::Table(_) => {
                self.open.push(Open::Inline { named: None });
                Ok(())
            }
        }
    }

    /// Puts a condition on the stack.
    fn condition(&mut self, condition: Condition) -> fmt::Result {
        // Read from the back, a formula is a program for a stack machine.
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
        Ok(())
    }

    /// Replaces a number on the stack with the outcome of a test; the outcome is not 0 if the test
    /// holds.
    fn test(&mut self, test: Test) -> fmt::Result {
        match test {
            Test::IsNot(0) => Ok(()),
            Test::Is(0) => self.lines.line("i32.eqz"),
            Test::Is(value) => {
                self.constant(value)?;
                self.lines.line("i32.eq")
            }
            Test::IsNot(value) => {
                self.constant(value)?;
                self.lines.line("i32.ne")
            }
        }
    }

    /// Branches by the number on the stack.
    fn open_branch(&mut self, test: Test, arm: NodeId, to: Target) -> fmt::Result {
        self.test(test)?;
        self.open.push(Open::Inline { named: Some(arm) });
        self.lines.line(format_args!("br_if {to}"))
    }

    /// Opens an `if` by the number on the stack.
    fn open_if(&mut self, test: Test, label: Option<LabelId>) -> fmt::Result {
        self.test(test)?;
        match label {
            Some(label) => self.lines.line(format_args!("if ${label}"))?,
            None => self.lines.line("if")?,
        }
        self.lines.indent();
        self.open.push(Open::If { has_begun: false });
        Ok(())
    }

    fn open_dispatch(&mut self, node: NodeId, label: Option<LabelId>) -> fmt::Result {
        match self.choice(node, label) {
            Choice::Only => {
                self.open.push(Open::Inline { named: None });
                Ok(())
            }
            Choice::Branch { test, arm, to } => {
                self.lines.line("local.get $label")?;
                self.open_branch(test, arm, to)
            }
            Choice::If { test } => {
                self.lines.line("local.get $label")?;
                self.open_if(test, label)
            }
            Choice::Table(table) => {
                let arms = arms(self.program, node);
                let mut values = Vec::new();
                // Without an arm for other values there are no other values, so any arm will do.
                let mut default = String::new();
                for (&arm, &place) in arms.iter().zip(&table.places) {
                    let target = table.target(place);
                    let cases = cases(self.program, arm);
                    if default.is_empty() || cases.is_empty() {
                        default = target.to_string();
                    }
                    values.extend(cases.iter().map(|&value| (value, target)));
                }
                self.open_arms(table, label)?;
                self.label_table(&values, default)
            }
        }
    }

    /// Branches by the label.
    fn label_table(&mut self, values: &[(u32, Target)], default: String) -> fmt::Result {
        let span = values.iter().map(|(value, _)| u64::from(*value) + 1).max();
        let most = 4 * values.len() as u64 + 16;
        let Some(span) = span.filter(|&span| span <= most) else {
            for (value, target) in values {
                self.lines.line("local.get $label")?;
                self.test(Test::Is(*value))?;
                self.lines.line(format_args!("br_if {target}"))?;
            }
            return self.lines.line(format_args!("br {default}"));
        };
        let mut entries = alloc::vec![default; span as usize + 1];
        for (value, target) in values {
            entries[*value as usize] = target.to_string();
        }
        if entries.len() > MOST_ENTRIES {
            return self.tables("$label", &entries);
        }
        self.lines.line("local.get $label")?;
        self.table(&entries)
    }

    /// Writes the starts of the blocks for the arms.
    fn open_arms(&mut self, table: Table, label: Option<LabelId>) -> fmt::Result {
        match label.filter(|_| table.has_end) {
            Some(label) => self.lines.line(format_args!("block ${label}"))?,
            None if table.has_end => self.lines.line("block")?,
            None => {}
        }
        for _ in 0..table.blocks {
            self.lines.line("block")?;
        }
        self.lines.indent();
        self.open.push(Open::Arms(Arms {
            table,
            passed: 0,
            begun: 0,
            is_code: false,
        }));
        Ok(())
    }

    fn table(&mut self, entries: &[String]) -> fmt::Result {
        let mut line = String::from("br_table");
        for entry in entries {
            line.push(' ');
            line.push_str(entry);
        }
        self.lines.line(line)
    }

    /// Branches by a local with several tables: each table leads to the next one for values beyond
    /// its own.
    fn tables(&mut self, local: &str, entries: &[String]) -> fmt::Result {
        let Some((default, cases)) = entries.split_last() else {
            return Ok(());
        };
        // A block around the table is one more block to leave.
        let within = |entry: &String| match entry.parse::<usize>() {
            Ok(depth) => (depth + 1).to_string(),
            Err(_) => entry.clone(),
        };
        let mut first = 0;
        for part in cases.chunks(MOST_ENTRIES - 1) {
            let next = core::iter::once(String::from("0"));
            let entries: Vec<String> = part.iter().map(within).chain(next).collect();
            self.lines.line("block")?;
            self.lines.line(format_args!("local.get {local}"))?;
            if first > 0 {
                self.constant(first)?;
                self.lines.line("i32.sub")?;
            }
            self.table(&entries)?;
            self.lines.line("end")?;
            first += part.len() as u32;
        }
        self.lines.line(format_args!("br {default}"))
    }

    /// Starts an arm. An arm that only jumps is skipped where its decision has named the target.
    fn arm(&mut self, node: NodeId, live: bool) -> fmt::Result {
        let is_silent = self.is_silent(node);
        let end = self.program.extent(node).index();
        let Some(inner) = self.open.last_mut() else {
            return Ok(());
        };
        match inner {
            Open::Plain { .. } => Ok(()),
            Open::Inline { named } => {
                if *named == Some(node) {
                    self.written = end;
                }
                Ok(())
            }
            Open::If { .. } if is_silent => Ok(()),
            Open::If { has_begun } => match core::mem::replace(has_begun, true) {
                true => self.outdented("else"),
                false => Ok(()),
            },
            Open::Arms(arms) => {
                let out = arms.table.blocks - arms.begun;
                let leaves = arms.is_code && live && out > 0;
                let place = arms.table.places[arms.passed];
                arms.passed += 1;
                arms.is_code = matches!(place, Place::Code(_));
                arms.begun += usize::from(arms.is_code);
                if leaves {
                    self.lines.line(format_args!("br {out}"))?;
                }
                match place {
                    Place::Code(_) => self.outdented("end")?,
                    Place::Past(_) | Place::Start(_) => self.written = end,
                    Place::End => {}
                }
                Ok(())
            }
        }
    }

    /// Tells whether an arm writes nothing.
    fn is_silent(&self, arm: NodeId) -> bool {
        let inside = arm.index() + 1..self.program.extent(arm).index();
        let mut steps = inside.map(|index| self.program.step(NodeId::new(index)));
        !steps.any(|step| self.writes(step))
    }

    fn outdented(&mut self, word: &str) -> fmt::Result {
        self.lines.outdent();
        self.lines.line(word)?;
        self.lines.indent();
        Ok(())
    }

    fn close(&mut self) -> fmt::Result {
        let ends = match self.open.pop() {
            None | Some(Open::Inline { .. }) => return Ok(()),
            Some(Open::Plain { ends }) => ends,
            Some(Open::If { .. }) => 1,
            Some(Open::Arms(arms)) => usize::from(arms.table.has_end),
        };
        self.lines.outdent();
        (0..ends).try_for_each(|_| self.lines.line("end"))
    }
}
