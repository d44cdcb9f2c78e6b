//! Rule I14: pads are where exceptions arrive.

use super::{Judge, Place, Rule};
use crate::constant::Constant;
use crate::function::{Block, Definition, Function};
use crate::id::{BlockId, FuncId, Id, ValueId};
use crate::inst::{Op, Operand};
use crate::terminator::Terminator;

/// The pad at the start of a block, if an exception can arrive there.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pad {
    Landing,
    Catch,
    Cleanup,
    Switch,
}

/// The kind of an edge.
#[derive(Clone, Copy, PartialEq, Eq)]
enum EdgeKind {
    Normal,
    Unwind,
    /// From a `catchswitch` with this token to a handler.
    Handler(ValueId),
}

impl Judge<'_> {
    pub(super) fn pads(&mut self, id: FuncId, function: &Function) {
        let pads: Vec<Option<Pad>> = function
            .blocks
            .values()
            .map(|block| pad_of(function, block))
            .collect();
        for (block_id, block) in function.blocks.iter() {
            self.place = Place::Block(id, block_id);
            self.pads_come_first(function, block);
            self.origin = block.terminator_origin;
            for (slot, to) in block.terminator.successors().enumerate() {
                let kind = edge_kind(&block.terminator, slot);
                let holds = self.arrives(function, kind, to, pads[to.index()]);
                self.check(Rule::I14, holds, wrong_arrival(kind));
            }
            if let Terminator::CatchSwitch(switch) = &block.terminator {
                let holds = self.is_scope(function, switch.parent);
                self.check(
                    Rule::I14,
                    holds,
                    "a pad is nested in something that is not a pad",
                );
            }
        }
        (self.place, self.origin) = (Place::Function(id), function.origin);
        let handles = pads.iter().any(Option::is_some);
        self.check(
            Rule::I14,
            !handles || function.personality.is_some(),
            "a function with pads has no personality",
        );
    }

    fn pads_come_first(&mut self, function: &Function, block: &Block) {
        for (index, &inst) in block.insts.iter().enumerate() {
            let inst = &function.insts[inst];
            self.origin = inst.origin;
            let first = index == 0 || !inst.op.is_pad();
            self.check(
                Rule::I14,
                first,
                "a pad is not the first instruction of its block",
            );
            if let Op::CleanupPad { parent, .. } = inst.op {
                let holds = self.is_scope(function, parent);
                self.check(
                    Rule::I14,
                    holds,
                    "a pad is nested in something that is not a pad",
                );
            }
            if let Op::CatchPad { switch, .. } = inst.op {
                let holds = switch_of(function, switch).is_some();
                self.check(
                    Rule::I14,
                    holds,
                    "a catchpad does not belong to a catchswitch",
                );
            }
        }
        if let Terminator::CatchSwitch(_) = block.terminator {
            self.origin = block.terminator_origin;
            let alone = block.insts.is_empty();
            self.check(
                Rule::I14,
                alone,
                "a catchswitch is not the first instruction of its block",
            );
        }
    }

    /// Tells whether an operand may enclose a pad: the function, or another pad.
    fn is_scope(&self, function: &Function, operand: Operand) -> bool {
        match operand {
            Operand::Const(id) => matches!(self.module.constant(id), Constant::Zero(_)),
            Operand::Value(_) => matches!(
                made_by(function, operand),
                Some(Op::CatchPad { .. } | Op::CleanupPad { .. })
            ),
        }
    }

    fn arrives(&self, function: &Function, kind: EdgeKind, to: BlockId, pad: Option<Pad>) -> bool {
        match (kind, pad) {
            (EdgeKind::Normal, pad) => pad.is_none(),
            (EdgeKind::Unwind, pad) => {
                matches!(pad, Some(Pad::Landing | Pad::Cleanup | Pad::Switch))
            }
            (EdgeKind::Handler(switch), Some(Pad::Catch)) => {
                let first = function.blocks[to].insts[0];
                matches!(function.insts[first].op, Op::CatchPad { switch: of, .. } if of == Operand::Value(switch))
            }
            (EdgeKind::Handler(_), _) => false,
        }
    }
}

fn wrong_arrival(kind: EdgeKind) -> &'static str {
    match kind {
        EdgeKind::Normal => {
            "a block that begins with a pad is entered by an edge that does not unwind"
        }
        EdgeKind::Unwind => "an unwind edge leads to a block that does not begin with a pad",
        EdgeKind::Handler(_) => "a handler does not begin with a catchpad of its catchswitch",
    }
}

fn pad_of(function: &Function, block: &Block) -> Option<Pad> {
    match block.insts.first().map(|&first| &function.insts[first].op) {
        Some(Op::LandingPad { .. }) => Some(Pad::Landing),
        Some(Op::CatchPad { .. }) => Some(Pad::Catch),
        Some(Op::CleanupPad { .. }) => Some(Pad::Cleanup),
        None if matches!(block.terminator, Terminator::CatchSwitch(_)) => Some(Pad::Switch),
        _ => None,
    }
}

fn edge_kind(terminator: &Terminator, slot: usize) -> EdgeKind {
    match terminator {
        Terminator::Invoke(_) if slot == 1 => EdgeKind::Unwind,
        Terminator::CleanupReturn { .. } => EdgeKind::Unwind,
        Terminator::CatchSwitch(switch) if slot < switch.handlers.len() => {
            EdgeKind::Handler(switch.result)
        }
        Terminator::CatchSwitch(_) => EdgeKind::Unwind,
        _ => EdgeKind::Normal,
    }
}

/// The instruction that makes an operand.
pub(super) fn made_by(function: &Function, operand: Operand) -> Option<&Op> {
    let Operand::Value(value) = operand else {
        return None;
    };
    match function.values[value].definition {
        Definition::Inst(inst) => Some(&function.insts[inst].op),
        _ => None,
    }
}

/// The block of the `catchswitch` that makes an operand.
fn switch_of(function: &Function, operand: Operand) -> Option<BlockId> {
    let Operand::Value(value) = operand else {
        return None;
    };
    match function.values[value].definition {
        Definition::Terminator(block) => {
            let is_switch = matches!(
                function.blocks[block].terminator,
                Terminator::CatchSwitch(_)
            );
            is_switch.then_some(block)
        }
        _ => None,
    }
}
