//! The proof that a function with checks of the stack is the function of the source: without them,
//! it *is* that.
//!
//! *Needs:* both functions, whose instructions and blocks have the same numbers. *Gives:* how many
//! checks there are, or the first [`Violation`]. *Cost:* linear in both functions.
//!
//! | rule | what holds |
//! |---|---|
//! | K1 | instructions, values and properties of the source are unchanged |
//! | K2 | the pieces of a block hold its instructions in their order, but for the variables of fixed size, which the first piece of the entry holds before everything else |
//! | K3 | a piece ends with a check, whose branch leads to a trap and to the next piece, or as the block of the source does |
//! | K4 | phis are those of the source, on edges from last pieces |
//! | K5 | a function with a variable of fixed size begins with a check, and every variable whose size is computed is followed by one |
//! | K6 | all other blocks call `llvm.trap` and end unreachable, and each belongs to one check |
//!
//! *Limits:* locations of debug information are not compared.

use std::collections::BTreeSet;
use std::fmt;

use crate::constant::Constant;
use crate::function::{Definition, Function};
use crate::id::{BlockId, Id, InstId};
use crate::inst::{Callee, Op, Operand};
use crate::int::WideInt;
use crate::intrinsic::base_name;
use crate::module::Module;
use crate::ops::{BinaryOp, CastOp, Flags, IntPredicate};
use crate::terminator::Terminator;

/// Why a function is not that of the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The block, in the function with checks.
    pub block: BlockId,
    /// The rule.
    pub rule: &'static str,
    /// What is wrong.
    pub what: &'static str,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} ({})", self.block, self.what, self.rule)
    }
}

impl std::error::Error for Violation {}

/// Proves that `checked` is the function `source` with checks of the stack, and counts these.
///
/// # Errors
/// The first violation that is met.
pub fn undo(module: &Module, source: &Function, checked: &Function) -> Result<usize, Violation> {
    let mut undoing = Undoing {
        module,
        source,
        checked,
        last: Vec::with_capacity(source.blocks.len()),
        traps: BTreeSet::new(),
        pieces: BTreeSet::new(),
    };
    undoing.tables()?;
    for block in source.blocks.keys() {
        let last = undoing.block(block)?;
        undoing.last.push(last);
    }
    for block in source.blocks.keys() {
        undoing.phis(block)?;
    }
    undoing.values()?;
    undoing.others()?;
    Ok(undoing.traps.len())
}

fn holds(
    holds: bool,
    block: BlockId,
    rule: &'static str,
    what: &'static str,
) -> Result<(), Violation> {
    match holds {
        true => Ok(()),
        false => Err(Violation { block, rule, what }),
    }
}

struct Undoing<'a> {
    module: &'a Module,
    source: &'a Function,
    checked: &'a Function,
    /// The last piece of each block of the source.
    last: Vec<BlockId>,
    traps: BTreeSet<BlockId>,
    /// The pieces but the first ones.
    pieces: BTreeSet<BlockId>,
}

/// How large a variable is, and when that is known.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Size {
    /// It is part of the frame.
    Fixed,
    /// It moves the stack when its instruction runs.
    Computed,
}

impl Undoing<'_> {
    /// Compares what is not code, and the instructions by number (K1).
    fn tables(&self) -> Result<(), Violation> {
        let entry = BlockId::new(0);
        let (source, checked) = (self.source, self.checked);
        let has_all = checked.blocks.len() >= source.blocks.len()
            && checked.insts.len() >= source.insts.len()
            && checked.values.len() >= source.values.len();
        holds(has_all, entry, "K1", "parts of the source are gone")?;
        let mut insts = source.insts.iter();
        let is_same = insts.all(|(id, inst)| checked.insts[id] == *inst);
        holds(
            is_same,
            entry,
            "K1",
            "an instruction is not that of the source",
        )?;
        let bare = |function: &Function| Function {
            values: Default::default(),
            insts: Default::default(),
            blocks: Default::default(),
            debug: None,
            ..function.clone()
        };
        let is_same = bare(source) == bare(checked);
        holds(is_same, entry, "K1", "a property is not that of the source")
    }

    /// Compares the values, once it is known which piece ends a block (K1).
    fn values(&self) -> Result<(), Violation> {
        for (id, value) in self.source.values.iter() {
            let mut due = *value;
            if let Definition::Terminator(block) = &mut due.definition {
                *block = self.last[block.index()];
            }
            let is_same = self.checked.values[id] == due;
            holds(
                is_same,
                BlockId::new(0),
                "K1",
                "a value is not that of the source",
            )?;
        }
        Ok(())
    }

    /// Compares a block with its pieces, and returns the last of them (K2, K3, K5).
    fn block(&mut self, block: BlockId) -> Result<BlockId, Violation> {
        let insts = &self.source.blocks[block].insts;
        let is_fixed = |inst: &InstId| self.variable(block, *inst) == Some(Size::Fixed);
        let (fixed, others): (Vec<_>, Vec<_>) = insts.iter().partition(|inst| is_fixed(inst));
        let is_split = self.ends_with_check(block);
        let mut due: Vec<InstId> = match is_split {
            true => fixed.iter().chain(&others).copied().collect(),
            false => insts.clone(),
        };
        due.reverse();
        holds(
            fixed.is_empty() || is_split,
            block,
            "K5",
            "the frame is not checked",
        )?;
        let mut piece = block;
        loop {
            let is_old = |inst: &InstId| inst.index() < self.source.insts.len();
            let own = &self.checked.blocks[piece].insts;
            let (old, new) = own.split_at(own.iter().take_while(|inst| is_old(inst)).count());
            let is_frame = piece == block && !fixed.is_empty();
            let is_first = !is_frame || old.len() == fixed.len();
            holds(is_first, piece, "K5", "the frame is used before its check")?;
            for (place, &inst) in old.iter().enumerate() {
                let is_next = due.pop() == Some(inst);
                holds(
                    is_next,
                    piece,
                    "K2",
                    "an instruction is not that of the source",
                )?;
                let is_last = place + 1 == old.len() && !new.is_empty();
                let moves = self.variable(block, inst) == Some(Size::Computed);
                holds(!moves || is_last, piece, "K5", "a variable is not checked")?;
            }
            if new.is_empty() {
                holds(due.is_empty(), piece, "K2", "an instruction is gone")?;
                let source = &self.source.blocks[block].terminator;
                let is_same = *source == self.checked.blocks[piece].terminator;
                holds(is_same, piece, "K3", "a block ends otherwise")?;
                return Ok(piece);
            }
            piece = self.check(piece, new)?;
        }
    }

    /// How large an instruction's variable is, if it makes one in a block.
    fn variable(&self, block: BlockId, inst: InstId) -> Option<Size> {
        match self.source.insts[inst].op {
            Op::Alloca {
                count: Operand::Const(_),
                ..
            } if block.index() == 0 => Some(Size::Fixed),
            Op::Alloca { .. } => Some(Size::Computed),
            _ => None,
        }
    }

    /// Tells whether the first piece of a block ends with an instruction that the source has not.
    fn ends_with_check(&self, block: BlockId) -> bool {
        let last = self.checked.blocks[block].insts.last();
        last.is_some_and(|last| last.index() >= self.source.insts.len())
    }

    /// Looks at the check that ends a piece, and returns the next piece (K3).
    fn check(&mut self, piece: BlockId, check: &[InstId]) -> Result<BlockId, Violation> {
        let Terminator::Branch {
            condition,
            then: trap,
            otherwise: rest,
        } = self.checked.blocks[piece].terminator
        else {
            return holds(false, piece, "K3", "a check decides nothing").map(|()| piece);
        };
        let compares = self.compares(check, condition);
        holds(
            compares,
            piece,
            "K3",
            "a check does not compare the top of the stack with its bounds",
        )?;
        let is_new = |block: BlockId| block.index() >= self.source.blocks.len();
        let is_trap = is_new(trap) && self.traps.insert(trap);
        holds(is_trap, piece, "K3", "a check has no trap of its own")?;
        let is_next = is_new(rest) && self.pieces.insert(rest);
        let is_next = is_next && self.checked.blocks[rest].phis.is_empty();
        holds(
            is_next,
            piece,
            "K3",
            "a check does not lead to the next piece",
        )?;
        Ok(rest)
    }

    /// Tells whether instructions compute `top - least > high - least`, where `least` is 128 bytes
    /// above the lower bound, and a branch asks for that.
    fn compares(&self, check: &[InstId], condition: Operand) -> bool {
        let &[top, address, low, high, least, used, all, compared] = check else {
            return false;
        };
        let op = |inst: InstId| &self.checked.insts[inst].op;
        let value = |inst: InstId| self.checked.insts[inst].result.map(Operand::Value);
        let operands = |inst: InstId, wanted: BinaryOp| match *op(inst) {
            Op::Binary {
                op,
                flags,
                left,
                right,
            } if op == wanted && flags == Flags::default() => Some((left, right)),
            _ => None,
        };
        let is_least = operands(least, BinaryOp::Add).is_some_and(|(left, right)| {
            let free = match right {
                Operand::Const(id) => self.module.int(id).and_then(WideInt::as_u64),
                Operand::Value(_) => None,
            };
            Some(left) == value(low) && free == Some(128)
        });
        let differs = |inst: InstId, from: InstId| {
            let operands = operands(inst, BinaryOp::Sub);
            operands.is_some_and(|(left, right)| {
                Some(left) == value(from) && Some(right) == value(least)
            })
        };
        let is_above = |op: &Op| match *op {
            Op::IntCompare {
                predicate: IntPredicate::UnsignedGreater,
                left,
                right,
                ..
            } => Some(left) == value(used) && Some(right) == value(all),
            _ => false,
        };
        self.calls(op(top), "stacksave")
            && self
                .number(address)
                .is_some_and(|of| Some(of) == value(top))
            && self.is_address(self.number(low), "__stack_low")
            && self.is_address(self.number(high), "__stack_high")
            && is_least
            && differs(used, address)
            && differs(all, high)
            && is_above(op(compared))
            && value(compared) == Some(condition)
    }

    /// The pointer that an instruction makes a number of as many bits as addresses have.
    fn number(&self, inst: InstId) -> Option<Operand> {
        let inst = &self.checked.insts[inst];
        let bits = self.module.data_layout.pointer(0).bits;
        let ty = self.checked.value_type(inst.result?);
        match inst.op {
            Op::Cast {
                op: CastOp::PtrToInt,
                value,
                ..
            } if self.module.types.int_width(ty) == Some(bits) => Some(value),
            _ => None,
        }
    }

    /// Tells whether an operand is the address of a variable of this name, defined elsewhere.
    fn is_address(&self, operand: Option<Operand>, name: &str) -> bool {
        let Some(Operand::Const(id)) = operand else {
            return false;
        };
        let &Constant::Global(id) = self.module.constant(id) else {
            return false;
        };
        let global = &self.module.globals[id];
        self.module.name(global.name) == name && !global.is_definition()
    }

    /// Tells whether an instruction calls an intrinsic without arguments.
    fn calls(&self, op: &Op, name: &str) -> bool {
        let Op::Call(call) = op else {
            return false;
        };
        let Callee::Direct(callee) = call.callee else {
            return false;
        };
        let called = self.module.intrinsic(callee);
        call.arguments.is_empty() && called.is_some_and(|own| base_name(own) == name)
    }

    /// Compares the phis of a block (K4).
    fn phis(&self, block: BlockId) -> Result<(), Violation> {
        let mut due = self.source.blocks[block].phis.clone();
        let incoming = due.iter_mut().flat_map(|phi| &mut phi.incoming);
        for (from, _) in incoming {
            *from = self.last[from.index()];
        }
        let is_same = due == self.checked.blocks[block].phis;
        holds(is_same, block, "K4", "the phis are not those of the source")
    }

    /// Looks at the blocks that are no pieces (K6).
    fn others(&self) -> Result<(), Violation> {
        let new = self.checked.blocks.iter().skip(self.source.blocks.len());
        for (id, block) in new.filter(|(id, _)| !self.pieces.contains(id)) {
            let traps = match block.insts[..] {
                [call] => self.calls(&self.checked.insts[call].op, "trap"),
                _ => false,
            };
            let ends = block.terminator == Terminator::Unreachable && block.phis.is_empty();
            let is_trap = traps && ends && self.traps.contains(&id);
            holds(is_trap, id, "K6", "a block is neither a piece nor a trap")?;
        }
        let apart = self.traps.is_disjoint(&self.pieces);
        holds(apart, BlockId::new(0), "K6", "a trap is a piece, too")
    }
}
