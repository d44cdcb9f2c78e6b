//! Decisions: a number selects one of several targets.
//!
//! *Needs:* the values of the cases, each with the frame to jump to, and the frame for all other
//! values.
//! *Gives:* a decision tree over [clusters](super::clusters), whose leaves are comparisons and at
//! most one `br_table`.
//! *Cost:* linear in the cases and the entries of tables, which are fewer than twenty for each
//! range of cases.
//!
//! ```text
//! local.tee $t; i32.const 5000; i32.lt_s
//! if                                          ;; the lower half never gets to the end
//!   local.get $t; i32.const 1000; i32.eq; br_if 2
//!   local.get $t; br_table 3 1 4 2
//! end
//! local.get $t; i32.const 5000; i32.sub; i32.const 99; i32.gt_u; br_if 5
//! ```
//! Values are extended to the register and compared as signed numbers. `br_table` and the test of a
//! range use the unsigned difference to the least value, so that anything below wraps around and is
//! out of range too. The last jump is left out if its target is the end that follows; the last test
//! is then inverted.

use unsnarl::{Id, NodeId, Step};
use unsnarl_low::trees::Code;
use unsnarl_low::{Exit, Reg, Type};
use wasm_encoder::{BlockType, Instruction};

use super::clusters::{Cluster, Range, clusters, ranges};
use super::emitter::Emitter;
use crate::item::Item;
use crate::locals::Web;
use crate::map::PieceKind;

/// Tables start with the value itself if at most this many entries are wasted on the values below.
const SPARE_ENTRIES: i64 = 4;
/// At most this many clusters are tested one after another.
const FEW: usize = 3;

/// The target of an arm of a decision.
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

/// The rest of a tree, still to be written.
enum Work {
    /// A subtree over some of the clusters.
    Tree(usize, usize),
    /// The end of a lower half.
    End,
}

/// The place of the number to decide on.
#[derive(Clone, Copy)]
struct Value {
    ty: Type,
    /// The local that holds it, if there is one.
    local: Option<Web>,
    /// Whether it is on the stack for the next test.
    is_waiting: bool,
}

/// The target of numbers in no cluster of a leaf.
#[derive(Clone, Copy)]
struct Others {
    frame: usize,
    /// The frame whose end follows the leaf.
    fall: Option<usize>,
}

impl Emitter<'_, '_> {
    /// Jumps to one of the targets, by the operand on the stack (`Switch`) or the label
    /// (`Dispatch`). What follows is the end of the frame `fall`, if there is one.
    pub(super) fn decide(&mut self, step: Step, targets: &[Target], fall: Option<usize>) {
        let (mut cases, default) = self.cases(step, targets);
        let value = match step {
            Step::Switch(block, _) => {
                self.items.push(Item::Open(PieceKind::Decision(block)));
                let operand = self.source.function.exit_operands(block)[0];
                Value {
                    ty: self.source.function.ty(operand),
                    local: self.operand_local(block, operand),
                    is_waiting: true,
                }
            }
            _ => {
                let label = self.label_local();
                self.items.push(Item::Open(PieceKind::Dispatch));
                self.items.push(Item::Get(label));
                Value {
                    ty: Type::I32,
                    local: Some(label),
                    is_waiting: true,
                }
            }
        };
        cases.retain(|case| case.frame != default);
        cases.sort_by_key(|case| case.value);
        let ranges = ranges(cases.iter().map(|case| (case.value, case.frame)));
        let others = Others {
            frame: default,
            fall,
        };
        self.tree(value, &ranges, others);
        self.items.push(Item::Close);
    }

    /// The local that was just read for the operand of a switch, if any.
    fn operand_local(&self, block: unsnarl::BlockId, operand: Reg) -> Option<Web> {
        if !self.is_folded[block.index()] {
            return self.saved[block.index()].first().copied();
        }
        match self.source.trees.block(block).exit[..] {
            // A value in the frame is not read again in the middle of a decision.
            [Code::Get(reg)] if reg == operand => {
                let web = self.locals.get(reg);
                self.locals.slot(web).is_none().then_some(web)
            }
            _ => None,
        }
    }

    /// The cases, and the frame for all other values: of a dispatch without an arm for them one of
    /// its arms, since the label has no others.
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
                    Step::Switch(block, _) => match &source.function.block(block).exit {
                        Exit::Switch(values) => values.get(slot as usize).copied(),
                        _ => None,
                    },
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

    fn tree(&mut self, value: Value, ranges: &[Range], others: Others) {
        let clusters = clusters(ranges);
        let is_asked_once = clusters.len() <= 1;
        let mut value = if is_asked_once || value.local.is_some() {
            value
        } else {
            self.kept(value)
        };
        let mut work = vec![Work::Tree(0, clusters.len())];
        while let Some(item) = work.pop() {
            let (start, end) = match item {
                Work::Tree(start, end) => (start, end),
                Work::End => {
                    self.close_tree_frame();
                    continue;
                }
            };
            let own = &clusters[start..end];
            if is_leaf(own) {
                let is_last = work.is_empty();
                let fall = others.fall.filter(|_| is_last);
                self.leaf(&mut value, own, ranges, Others { fall, ..others });
                continue;
            }
            let middle = start + own.len() / 2;
            self.push_value(&mut value);
            self.constant(value.ty, ranges[clusters[middle].start()].low);
            self.numeric(value.ty, Instruction::I32LtS, Instruction::I64LtS);
            self.open(Instruction::If(BlockType::Empty), None);
            work.push(Work::Tree(middle, end));
            work.push(Work::End);
            work.push(Work::Tree(start, middle));
        }
    }

    fn close_tree_frame(&mut self) {
        self.op(Instruction::End);
        self.frames.pop();
    }

    /// Puts the value into a local, and leaves it on the stack.
    fn kept(&mut self, value: Value) -> Value {
        let local = self.scratch_local(usize::from(value.ty == Type::I64), value.ty);
        self.items.push(Item::Tee(local));
        Value {
            local: Some(local),
            ..value
        }
    }

    fn scratch_local(&mut self, which: usize, ty: Type) -> Web {
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
            self.items.push(Item::Get(local));
        }
    }

    pub(super) fn constant(&mut self, ty: Type, value: i64) {
        self.op(match ty {
            Type::I64 => Instruction::I64Const(value),
            _ => Instruction::I32Const(value as i32),
        });
    }

    /// An instruction on a number, by the width of the number.
    pub(super) fn numeric(
        &mut self,
        ty: Type,
        narrow: Instruction<'static>,
        wide: Instruction<'static>,
    ) {
        self.op(if ty == Type::I64 { wide } else { narrow });
    }

    /// Tests for ranges one by one, and then decides for all other values.
    fn leaf(&mut self, value: &mut Value, clusters: &[Cluster], ranges: &[Range], others: Others) {
        let mut table = None;
        let mut tested = Vec::new();
        for cluster in clusters {
            match *cluster {
                Cluster::One(one) => tested.push(ranges[one]),
                Cluster::Table(start, end) => table = Some(&ranges[start..end]),
            }
        }
        let falls = others.fall == Some(others.frame);
        // The range whose target is the fall-through comes last, and needs no test.
        let is_left_over = |range: &Range| table.is_none() && others.fall == Some(range.frame);
        let left_over = tested.iter().position(is_left_over).filter(|_| !falls);
        let left_over = left_over.map(|position| tested.remove(position));
        for range in tested {
            self.test(value, range, true);
            self.op(Instruction::BrIf(self.depth(range.frame)));
        }
        match (table, left_over) {
            (Some(table), _) => self.table(value, table, others.frame),
            (None, Some(range)) => {
                self.test(value, range, false);
                self.op(Instruction::BrIf(self.depth(others.frame)));
            }
            (None, None) => {
                if value.is_waiting {
                    value.is_waiting = false;
                    self.op(Instruction::Drop);
                }
                if !falls {
                    self.op(Instruction::Br(self.depth(others.frame)));
                }
            }
        }
    }

    /// Pushes whether the value is in a range, or is not.
    fn test(&mut self, value: &mut Value, range: Range, holds: bool) {
        use Instruction as I;
        self.push_value(value);
        if (range.low, range.high) == (0, 0) && (holds || value.ty == Type::I32) {
            // A test jumps if its operand is not 0.
            if holds {
                self.numeric(value.ty, I::I32Eqz, I::I64Eqz);
            }
            return;
        }
        self.constant(value.ty, range.low);
        if range.low == range.high {
            match holds {
                true => self.numeric(value.ty, I::I32Eq, I::I64Eq),
                false => self.numeric(value.ty, I::I32Ne, I::I64Ne),
            }
            return;
        }
        self.numeric(value.ty, I::I32Sub, I::I64Sub);
        self.constant(value.ty, range.high.wrapping_sub(range.low));
        match holds {
            true => self.numeric(value.ty, I::I32LeU, I::I64LeU),
            false => self.numeric(value.ty, I::I32GtU, I::I64GtU),
        }
    }

    fn table(&mut self, value: &mut Value, ranges: &[Range], default: usize) {
        let (least, most) = (ranges[0].low, ranges[ranges.len() - 1].high);
        let base = if (0..=SPARE_ENTRIES).contains(&least) {
            0
        } else {
            least
        };
        self.push_value(value);
        if base != 0 {
            self.constant(value.ty, base);
            self.numeric(value.ty, Instruction::I32Sub, Instruction::I64Sub);
        }
        let index = |value: i64| value.wrapping_sub(base) as usize;
        let count = index(most) + 1;
        if value.ty == Type::I64 {
            self.narrow(count, default);
        }
        let mut entries = vec![self.depth(default); count];
        for range in ranges {
            entries[index(range.low)..=index(range.high)].fill(self.depth(range.frame));
        }
        self.op(Instruction::BrTable(entries.into(), self.depth(default)));
    }

    /// Truncates an index of 64 bits to 32, after large ones have jumped to the default.
    fn narrow(&mut self, count: usize, default: usize) {
        let index = self.scratch_local(2, Type::I64);
        self.items.push(Item::Tee(index));
        self.op(Instruction::I64Const(count as i64));
        self.op(Instruction::I64GeU);
        self.op(Instruction::BrIf(self.depth(default)));
        self.items.push(Item::Get(index));
        self.op(Instruction::I32WrapI64);
    }
}

/// Tells whether clusters need no tree: they are few, with at most one table.
fn is_leaf(clusters: &[Cluster]) -> bool {
    let tables = clusters
        .iter()
        .filter(|cluster| matches!(cluster, Cluster::Table(..)));
    clusters.len() <= FEW && tables.count() <= 1
}
