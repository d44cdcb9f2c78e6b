//! Writes the compounds in a program as their blocks again.
//!
//! *Needs:* a program on the graph of the compounds. *Gives:* a program on the first graph.
//! *Cost:* O(steps + conditions in them).
//!
//! ```text
//! run x                                 l0: block {
//! if x {              x = a && b          l1: block {
//! case 0:                                   l2: block {
//!   take x.0               ->                 l3: block {
//!   c                                           run a
//! case 1:                                       if a { case 0: take a.0 break l3
//!   take x.1                                           case 1: take a.1 break l1 }
//!   d                                         }
//! }                                           run b
//!                                             if b { case 0: take b.0 break l2
//!                                                    case 1: take b.1 break l1 }
//!                                           }
//!                                           c
//!                                           break l0
//!                                         }
//!                                         d
//!                                       }
//! ```

use super::{Asked, Compounds};
use crate::forms::Flow;
use crate::ids::{BlockId, Edge, Id, LabelId};
use crate::program::{Program, ProgramBuilder, Step};
use alloc::vec::Vec;

impl Compounds {
    /// Writes a program on the graph of the compounds as a program on the first graph. Gives
    /// nothing if a compound is not tested right where it runs. O(steps + conditions in them).
    pub fn expand(&self, program: &Program) -> Option<Program> {
        let tables = (program.all_cases().to_vec(), program.all_terms().to_vec());
        let new_labels = program.steps().filter_map(|(_, step)| match step {
            Step::If(block, _) => Some(3 + self.conditions(block)),
            _ => None,
        });
        let mut writer = Writer {
            compounds: self,
            builder: ProgramBuilder::with_tables(tables.0, tables.1),
            flow: Flow::with_labels(program.label_count() + new_labels.sum::<usize>()),
            labels: program.label_count(),
            running: None,
            open: Vec::new(),
        };
        for (_, step) in program.steps() {
            writer.step(program, step)?;
        }
        Some(writer.builder.finish())
    }

    /// Gives the number of pairs in the condition of a block.
    fn conditions(&self, block: BlockId) -> usize {
        let mut count = 0;
        let mut waiting: Vec<Asked> = self.asked.get(block).copied().into_iter().collect();
        while let Some(asked) = waiting.pop() {
            if let Asked::Pair(pair) = asked {
                count += 1;
                let pair = self.pairs[pair as usize];
                waiting.extend([pair.first, pair.second]);
            }
        }
        count
    }
}

struct Writer<'c> {
    compounds: &'c Compounds,
    builder: ProgramBuilder,
    /// Tracks which of the written places can be reached.
    flow: Flow,
    /// The number of labels in use.
    labels: usize,
    /// The compound that has run and has not been tested yet.
    running: Option<BlockId>,
    open: Vec<Open>,
}

/// An open bracket.
enum Open {
    Plain,
    /// The scopes that replace the `if` of a compound, before its first arm; the label is that of
    /// the outer scope.
    Scopes(BlockId, LabelId),
    /// The same scopes, from the first arm on.
    InScopes(LabelId),
}

/// A task of a condition.
enum Task {
    Ask(Asked, [LabelId; 2]),
    End,
}

impl Writer<'_> {
    fn push(&mut self, step: Step) {
        self.flow.pass(step);
        self.builder.push(step);
    }

    fn fresh(&mut self) -> LabelId {
        self.labels += 1;
        LabelId::new(self.labels - 1)
    }

    fn step(&mut self, program: &Program, step: Step) -> Option<()> {
        let may_wait = match step {
            Step::Block(_) => true,
            Step::If(block, _) => self.running == Some(block),
            _ => false,
        };
        if self.running.is_some() && !may_wait {
            return None;
        }
        match step {
            Step::Run(block) => match self.compounds.origin(block) {
                Some(origin) => self.push(Step::Run(origin)),
                None => self.running = Some(block),
            },
            // The edges of a compound are taken where its blocks decide.
            Step::Take(edge) => {
                let origin = self.compounds.origin(edge.block);
                if let Some(block) = origin {
                    self.push(Step::Take(Edge { block, ..edge }));
                }
            }
            Step::Leave(block) => self.push(Step::Leave(self.compounds.origin(block)?)),
            Step::Switch(block, label) => {
                let step = Step::Switch(self.compounds.origin(block)?, label);
                self.open_plain(step);
            }
            Step::If(block, label) => match self.compounds.origin(block) {
                Some(origin) => self.open_plain(Step::If(origin, label)),
                None => self.open_scopes(block, label)?,
            },
            Step::Arm(cases) => self.arm(step, program.cases(cases))?,
            Step::End => self.end(),
            step if step.opens() => self.open_plain(step),
            step => self.push(step),
        }
        Some(())
    }

    fn open_plain(&mut self, step: Step) {
        self.push(step);
        self.open.push(Open::Plain);
    }

    /// Opens the outer scope; the first arm opens the other scopes.
    fn open_scopes(&mut self, block: BlockId, label: Option<LabelId>) -> Option<()> {
        self.running.take()?;
        let around = label.unwrap_or_else(|| self.fresh());
        self.push(Step::Block(around));
        self.open.push(Open::Scopes(block, around));
        Some(())
    }

    fn arm(&mut self, step: Step, cases: &[u32]) -> Option<()> {
        let (block, around) = match self.open.last() {
            Some(&Open::Scopes(block, around)) => (block, around),
            Some(&Open::InScopes(around)) => {
                if self.flow.is_live() {
                    self.push(Step::Break(around));
                }
                self.push(Step::End);
                return Some(());
            }
            _ => {
                self.push(step);
                return Some(());
            }
        };
        self.open.pop();
        self.open.push(Open::InScopes(around));
        let [first, second] = [self.fresh(), self.fresh()];
        self.push(Step::Block(second));
        self.push(Step::Block(first));
        let targets = match cases {
            [0] => [first, second],
            [1] => [second, first],
            _ => return None,
        };
        self.ask(*self.compounds.asked.get(block)?, targets);
        self.push(Step::End);
        Some(())
    }

    /// Tests a condition, and goes past the end of the first target's scope for slot 0, of the
    /// second target's scope for slot 1.
    fn ask(&mut self, asked: Asked, targets: [LabelId; 2]) {
        let mut tasks = alloc::vec![Task::Ask(asked, targets)];
        while let Some(task) = tasks.pop() {
            match task {
                Task::End => self.push(Step::End),
                Task::Ask(Asked::Block(block), targets) => self.ask_block(block, targets),
                Task::Ask(Asked::Pair(pair), targets) => {
                    let pair = self.compounds.pairs[pair as usize];
                    let on = self.fresh();
                    self.push(Step::Block(on));
                    let otherwise = targets[usize::from(!pair.otherwise)];
                    let of_first = match pair.goes_on {
                        true => [on, otherwise],
                        false => [otherwise, on],
                    };
                    tasks.push(Task::Ask(pair.second, targets));
                    tasks.push(Task::End);
                    tasks.push(Task::Ask(pair.first, of_first));
                }
            }
        }
    }

    fn ask_block(&mut self, block: BlockId, targets: [LabelId; 2]) {
        self.push(Step::Run(block));
        self.push(Step::If(block, None));
        for (slot, target) in targets.into_iter().enumerate() {
            let arm = match slot {
                0 => self.builder.make_arm([0]),
                _ => self.builder.make_arm([1]),
            };
            self.push(arm);
            self.push(Step::Take(Edge::new(block, slot)));
            self.push(Step::Break(target));
        }
        self.push(Step::End);
    }

    fn end(&mut self) {
        self.push(Step::End);
        self.open.pop();
    }
}
