//! Decisions: a number picks one of several targets.
//!
//! *Needs:* the values of the cases, each with the frame to jump to, and the frame for all other values.
//! *Gives:* a decision tree whose leaves are `br_table`s over dense ranges and single tests.
//! *Cost:* linear in the cases and the entries of tables, which are at most six for each case.
//!
//! ```text
//! local.set $t
//! local.get $t; i32.const 100; i32.lt_s
//! if                                          ;; the lower half never gets to the end
//!   local.get $t; br_table 3 1 4 2
//! end
//! local.get $t; i32.const 1000; i32.eq; br_if 2
//! br 5
//! ```
//! Values are compared as signed numbers of the register, into which the value was extended; `br_table` takes the
//! difference to the least value without sign, so that whatever lies below wraps and is out of range too.

use unsnarl::{Edge, Id, NodeId, Step};
use wasm_encoder::{BlockType, Instruction, ValType};

use super::writer::Writer;
use crate::map::PieceKind;

/// Entries of a table for each case that it serves, at most: little more bytes than testing for each.
const ENTRIES_PER_CASE: u64 = 8;
/// Tables start with the value itself if no more than so many entries are wasted on the values below.
const SPARE_ENTRIES: i64 = 4;
/// Entries of a table at most: engines refuse tables of 65,521 and more.
const MOST_ENTRIES: u64 = 60_000;
/// So few cases are tested one by one.
const FEW: usize = 3;
/// So many cases make a table, if they are dense.
const LEAST_TABLE: usize = 2;

/// Where an arm of a decision goes.
pub(super) struct Target {
    /// The `Arm`.
    pub(super) node: NodeId,
    /// The frame to jump to.
    pub(super) frame: usize,
}

/// A value and the frame to jump to.
#[derive(Clone, Copy)]
struct Case {
    value: i64,
    frame: usize,
}

/// What is left to write of a tree.
enum Work {
    /// A subtree over a range of the cases.
    Tree(usize, usize),
    /// The end of a lower half.
    End,
}

/// Where the number is that is decided on.
#[derive(Clone, Copy)]
struct Value {
    ty: ValType,
    /// The local that holds it, if it is asked for more than once.
    local: Option<u32>,
    /// Whether it is on the stack for the next who asks.
    is_waiting: bool,
}

impl Writer<'_, '_> {
    /// Jumps to one of the targets, by the operand on the stack (`Switch`) or the label (`Dispatch`).
    pub(super) fn decide(&mut self, step: Step, targets: &[Target]) {
        let (mut cases, default) = self.cases(step, targets);
        let value = match step {
            Step::Switch(block, _) => {
                self.items
                    .push(super::Item::Open(PieceKind::Decision(block)));
                let operand = self.source.body.blocks[block.index()].exit[0];
                Value {
                    ty: self.source.body.ty(operand),
                    local: None,
                    is_waiting: true,
                }
            }
            _ => {
                let label = self.label_local();
                self.items.push(super::Item::Open(PieceKind::Dispatch));
                self.op(Instruction::LocalGet(label));
                Value {
                    ty: ValType::I32,
                    local: None,
                    is_waiting: true,
                }
            }
        };
        cases.retain(|case| case.frame != default);
        cases.sort_by_key(|case| case.value);
        self.tree(value, &cases, default);
        self.items.push(super::Item::Close);
    }

    /// The cases, and the frame for all other values: of a dispatch without an arm for them one of its arms, since the
    /// label has no others.
    fn cases(&mut self, step: Step, targets: &[Target]) -> (Vec<Case>, usize) {
        let source = self.source;
        let mut cases = Vec::new();
        let mut default = targets.last().map_or(0, |target| target.frame);
        for target in targets {
            let Step::Arm(slots) = source.program.step(target.node) else {
                continue;
            };
            if source.program.cases(slots).is_empty() {
                default = target.frame;
            }
            for &slot in source.program.cases(slots) {
                let value = match step {
                    Step::Switch(block, _) => {
                        let edge = Edge::new(block, slot as usize);
                        source.cases[source.cfg.edge_index(edge)]
                    }
                    _ => Some(i64::from(slot)),
                };
                match value {
                    Some(value) => cases.push(Case {
                        value,
                        frame: target.frame,
                    }),
                    None => default = target.frame,
                }
            }
        }
        self.leave_frame(default);
        cases.iter().for_each(|case| self.leave_frame(case.frame));
        (cases, default)
    }

    fn tree(&mut self, value: Value, cases: &[Case], default: usize) {
        let single = is_table(cases) || cases.len() <= 1;
        let mut value = if single { value } else { self.kept(value) };
        let mut work = vec![Work::Tree(0, cases.len())];
        while let Some(item) = work.pop() {
            match item {
                Work::End => self.close_tree_frame(),
                Work::Tree(start, end) => {
                    let own = &cases[start..end];
                    if is_table(own) {
                        self.table(&mut value, own, default);
                    } else if own.len() <= FEW {
                        self.tests(&mut value, own, default);
                    } else {
                        let middle = own.len() / 2;
                        self.push_value(&mut value);
                        self.constant(value.ty, own[middle].value);
                        self.op(if value.ty == ValType::I64 {
                            Instruction::I64LtS
                        } else {
                            Instruction::I32LtS
                        });
                        self.open(Instruction::If(BlockType::Empty), None);
                        work.push(Work::Tree(start + middle, end));
                        work.push(Work::End);
                        work.push(Work::Tree(start, start + middle));
                    }
                }
            }
        }
    }

    fn close_tree_frame(&mut self) {
        self.op(Instruction::End);
        self.frames.pop();
    }

    /// Puts the value into a local, and leaves it on the stack.
    fn kept(&mut self, value: Value) -> Value {
        let local = self.scratch_local(usize::from(value.ty == ValType::I64), value.ty);
        self.op(Instruction::LocalTee(local));
        Value {
            local: Some(local),
            ..value
        }
    }

    fn scratch_local(&mut self, which: usize, ty: ValType) -> u32 {
        match self.scratch[which] {
            Some(local) => local,
            None => {
                let local = self.locals.add(ty);
                self.scratch[which] = Some(local);
                local
            }
        }
    }

    fn push_value(&mut self, value: &mut Value) {
        let is_waiting = std::mem::take(&mut value.is_waiting);
        if let Some(local) = value.local.filter(|_| !is_waiting) {
            self.op(Instruction::LocalGet(local));
        }
    }

    fn constant(&mut self, ty: ValType, value: i64) {
        self.op(match ty {
            ValType::I64 => Instruction::I64Const(value),
            _ => Instruction::I32Const(value as i32),
        });
    }

    fn tests(&mut self, value: &mut Value, cases: &[Case], default: usize) {
        if cases.is_empty() && value.is_waiting {
            self.op(Instruction::Drop);
        }
        for case in cases {
            self.push_value(value);
            self.constant(value.ty, case.value);
            self.op(if value.ty == ValType::I64 {
                Instruction::I64Eq
            } else {
                Instruction::I32Eq
            });
            self.op(Instruction::BrIf(self.depth(case.frame)));
        }
        self.op(Instruction::Br(self.depth(default)));
    }

    fn table(&mut self, value: &mut Value, cases: &[Case], default: usize) {
        let (least, most) = (cases[0].value, cases[cases.len() - 1].value);
        let base = if (0..=SPARE_ENTRIES).contains(&least) {
            0
        } else {
            least
        };
        self.push_value(value);
        if base != 0 {
            self.constant(value.ty, base);
            self.op(if value.ty == ValType::I64 {
                Instruction::I64Sub
            } else {
                Instruction::I32Sub
            });
        }
        let count = most.wrapping_sub(base) as usize + 1;
        if value.ty == ValType::I64 {
            self.narrow(count, default);
        }
        let mut entries = vec![self.depth(default); count];
        for case in cases {
            entries[case.value.wrapping_sub(base) as usize] = self.depth(case.frame);
        }
        self.op(Instruction::BrTable(entries.into(), self.depth(default)));
    }

    /// Cuts an index of 64 bits to 32, after the large ones have gone to the default.
    fn narrow(&mut self, count: usize, default: usize) {
        let index = self.scratch_local(2, ValType::I64);
        self.op(Instruction::LocalTee(index));
        self.op(Instruction::I64Const(count as i64));
        self.op(Instruction::I64GeU);
        self.op(Instruction::BrIf(self.depth(default)));
        self.op(Instruction::LocalGet(index));
        self.op(Instruction::I32WrapI64);
    }
}

/// Tells whether a table is as short as single tests.
fn is_table(cases: &[Case]) -> bool {
    let [first, .., last] = cases else {
        return false;
    };
    let span = last.value.wrapping_sub(first.value) as u64;
    cases.len() >= LEAST_TABLE && span < MOST_ENTRIES.min(ENTRIES_PER_CASE * cases.len() as u64)
}
