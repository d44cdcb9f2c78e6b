//! Instruction selection: a function of the SSA module becomes [machine code](crate::code).
//!
//! *Needs:* a function, and an order of its blocks in which definitions come before uses.
//! *Gives:* [`Selected`].
//! *Cost:* linear in the instructions and the parts of their values.
//! *Limits:* no exceptions, no scalable vectors, no inline assembly with a text, no 80-bit floats:
//! each is an error that names it. Operations without an instruction of WebAssembly become calls of
//! the [runtime library](runtime).
//!
//! Vectors are a number for each lane, or are kept in registers of 128 bits ([`simd`]).

mod address;
mod aggregate;
mod arrange;
mod assembly;
mod atomic;
mod big;
mod bits;
mod block;
mod call;
mod cast;
mod compare;
mod exit;
mod expression;
pub(crate) mod facts;
mod float;
mod int;
mod intrinsic;
mod lane;
mod library;
mod masked;
mod math;
mod memory;
mod operand;
mod overflow;
mod recut;
mod runtime;
mod saturate;
mod simd;
mod soft;
mod tail;
mod vector;
mod wide;

pub(crate) use runtime::is_routine;
pub(crate) use tail::TailCalls;

use std::collections::HashMap;

use unsnarl_ir::{
    BinaryOp, BlockId, ConstId, FuncId, Function, Id, Module, Op, Operand, TypeId, UnaryOp, ValueId,
};
use wasm_encoder::ValType;

use crate::abi;
use crate::code::{Body, Incoming, Reg, Source};
use crate::error::{Cause, FunctionRefusals};
use crate::features::Features;
use crate::frame::Frame;
use crate::limits::Limit;
use crate::link::Link;
use crate::select::facts::Facts;
use crate::shape::LaneType;
use memory::Offset;
use simd::{Ahead, Mask};

/// The required bits above the width of an integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Extend {
    Zero,
    Sign,
}

/// A function as machine code.
#[derive(Debug)]
pub(crate) struct Selected {
    pub(crate) body: Body,
    pub(crate) frame: Frame,
    /// The names of registers in the source.
    pub(crate) names: Vec<(Reg, ValueId)>,
    /// By block: how the value of its switch is extended.
    pub(crate) switches: Vec<Option<Extend>>,
    /// By block: the tail call that replaces its return.
    pub(crate) tail_calls: TailCalls,
}

/// Selects the code of a function; nothing if something in it is refused.
pub(crate) fn select<'a>(
    link: &'a Link<'a>,
    id: FuncId,
    function: &'a Function,
    frame: Frame,
    order: &[usize],
    refusals: &mut FunctionRefusals<'_>,
) -> Option<Selected> {
    let mut selection = Selection {
        link,
        module: link.module,
        function,
        features: Features::of_function(link, id),
        facts: Facts::new(link.module, function, order),
        frame,
        body: Body::new(function.blocks.len()),
        values: vec![None; function.values.len()],
        pool: Vec::new(),
        addresses: HashMap::new(),
        extended: HashMap::new(),
        computed: HashMap::new(),
        leaving_from: HashMap::new(),
        leaving: HashMap::new(),
        masks: HashMap::new(),
        counted: HashMap::new(),
        ahead: Ahead::new(link.module, &link.forms, function),
        variable_arguments: None,
        result_pointer: None,
        switches: vec![None; function.blocks.len()],
        tail_calls: TailCalls::default(),
    };
    selection.find_leaving();
    refusals.take(function.origin.line, selection.parameters());
    for &block in order {
        let contents = &function.blocks[BlockId::new(block)];
        refusals.take(contents.origin.line, selection.phis(block));
        selection.extended.clear();
        let start = selection.body.insts.len();
        for &inst in &contents.insts {
            let inst = &function.insts[inst];
            refusals.take(inst.origin.line, selection.inst(inst));
            let size = selection.check_size();
            if size.is_err() {
                refusals.take(inst.origin.line, size);
                return None;
            }
        }
        let exit = selection
            .leaving_constants(block)
            .and_then(|()| selection.exit(block));
        let exit = refusals.take(contents.terminator_origin.line, exit);
        let end = selection.body.insts.len();
        selection.body.blocks[block].insts = start..end;
        selection.body.blocks[block].exit = exit.unwrap_or_default();
    }
    let predecessors = predecessors(function, order);
    for &block in order {
        let line = function.blocks[BlockId::new(block)].origin.line;
        refusals.take(line, selection.incoming(block, &predecessors[block]));
    }
    selection.body.order = order.to_vec();
    refusals.is_empty().then(|| selection.finish())
}

/// By block: its reachable predecessors, ascending, each once.
fn predecessors(function: &Function, order: &[usize]) -> Vec<Vec<usize>> {
    let mut predecessors = vec![Vec::new(); function.blocks.len()];
    let mut sorted = order.to_vec();
    sorted.sort_unstable();
    for from in sorted {
        for to in function.blocks[BlockId::new(from)].terminator.successors() {
            let list: &mut Vec<usize> = &mut predecessors[to.index()];
            if list.last() != Some(&from) {
                list.push(from);
            }
        }
    }
    predecessors
}

struct Selection<'a> {
    link: &'a Link<'a>,
    module: &'a Module,
    function: &'a Function,
    features: Features,
    facts: Facts,
    frame: Frame,
    body: Body,
    /// By value: the place of its registers in `pool`.
    values: Vec<Option<(u32, u32)>>,
    pool: Vec<Reg>,
    /// Pointers that are a register and an offset, added without wrapping.
    addresses: HashMap<ValueId, (Reg, Offset)>,
    /// What has been extended in this block.
    extended: HashMap<(Reg, u32, Extend), Reg>,
    /// The parts of the constant expression that is being computed.
    computed: HashMap<ConstId, Vec<Reg>>,
    /// By block: the constants that phis use on its edges and that are still to be computed.
    leaving_from: HashMap<usize, Vec<ConstId>>,
    /// By block and constant: the registers that phis use on its edges.
    leaving: HashMap<(usize, ConstId), Vec<Reg>>,
    /// Vectors of bits as they were made.
    masks: HashMap<ValueId, Mask>,
    /// Registers whose lanes are 1 where those of a mask are set, with the mask.
    counted: HashMap<Reg, (LaneType, Reg)>,
    ahead: Ahead,
    variable_arguments: Option<Reg>,
    /// The address of the result, if it is returned in memory.
    result_pointer: Option<Reg>,
    switches: Vec<Option<Extend>>,
    tail_calls: TailCalls,
}

impl<'a> Selection<'a> {
    /// A short type may consist of a thousand numbers: selection stops when the function becomes
    /// too large.
    fn check_size(&self) -> Result<(), Cause> {
        let size = self.body.insts.len().max(self.pool.len() / 8);
        Limit::Instructions.check(size).map_err(Cause::Limit)
    }

    fn parameters(&mut self) -> Result<(), Cause> {
        let mut number = 0;
        if abi::is_in_memory(&self.link.forms, self.result_type()?) {
            self.result_pointer = Some(self.body.reg(ValType::I32, Source::Parameter(number)));
            number += 1;
        }
        for parameter in &self.function.parameters {
            let mut regs = Vec::new();
            for part in self.parts(parameter.ty)? {
                regs.push(self.body.reg(part.ty, Source::Parameter(number)));
                number += 1;
            }
            if let Some(value) = parameter.value {
                let regs = self.received(parameter.ty, regs);
                self.define(value, &regs);
            }
        }
        let signature = self.module.signature(self.function.ty);
        if let Some((_, _, true)) = signature {
            self.variable_arguments = Some(self.body.reg(ValType::I32, Source::Parameter(number)));
        }
        Ok(())
    }

    fn phis(&mut self, block: usize) -> Result<(), Cause> {
        for phi in &self.function.blocks[BlockId::new(block)].phis {
            let parts = self.parts(self.function.value_type(phi.result))?;
            let regs: Vec<Reg> = parts
                .iter()
                .map(|part| self.body.reg(part.ty, Source::Phi))
                .collect();
            self.define(phi.result, &regs);
            self.body.blocks[block].phis.extend(regs);
        }
        Ok(())
    }

    /// The copies on the edges into a block, once all values have registers.
    fn incoming(&mut self, block: usize, from: &[usize]) -> Result<(), Cause> {
        let contents = &self.function.blocks[BlockId::new(block)];
        if contents.phis.is_empty() {
            return Ok(());
        }
        let mut incoming: Vec<Incoming> = from
            .iter()
            .map(|&from| Incoming {
                from,
                copies: Vec::new(),
            })
            .collect();
        for phi in &contents.phis {
            let to = self.value(phi.result)?;
            let mut found = 0;
            for &(other, operand) in &phi.incoming {
                let Ok(edge) = from.binary_search(&other.index()) else {
                    continue;
                };
                let source = self.incoming_value(other.index(), operand)?;
                let fits = to.len() == source.len()
                    && to
                        .iter()
                        .zip(&source)
                        .all(|(&to, &from)| self.body.ty(to) == self.body.ty(from));
                if !fits {
                    return Err(Cause::OperandType("phi"));
                }
                incoming[edge].copies.extend(to.iter().copied().zip(source));
                found += 1;
            }
            if found != from.len() {
                return Err(Cause::MissingPhi(self.block_name(block)));
            }
        }
        self.body.blocks[block].incoming = incoming;
        Ok(())
    }

    fn finish(self) -> Selected {
        let mut names = Vec::new();
        for (index, range) in self.values.iter().enumerate() {
            let Some((start, end)) = *range else { continue };
            let value = ValueId::new(index);
            names.extend(
                self.pool[start as usize..end as usize]
                    .iter()
                    .map(|&reg| (reg, value)),
            );
        }
        Selected {
            body: self.body,
            frame: self.frame,
            names,
            switches: self.switches,
            tail_calls: self.tail_calls,
        }
    }

    fn inst(&mut self, inst: &'a unsnarl_ir::Inst) -> Result<(), Cause> {
        let ty = inst.result.map(|result| self.function.value_type(result));
        let regs = match self.simd(inst, ty)? {
            Some(regs) => regs,
            None => self.op(inst)?,
        };
        let (Some(result), Some(ty)) = (inst.result, ty) else {
            return Ok(());
        };
        let regs = self.formed(ty, regs)?;
        if !self.fits(ty, &regs)? {
            return Err(Cause::OperandType("an instruction"));
        }
        self.define(result, &regs);
        Ok(())
    }

    /// Tells whether registers are the parts of a value of this type.
    fn fits(&self, ty: TypeId, regs: &[Reg]) -> Result<bool, Cause> {
        let parts = self.parts(ty)?;
        let mut pairs = regs.iter().zip(parts);
        Ok(regs.len() == parts.len() && pairs.all(|(&reg, part)| self.body.ty(reg) == part.ty))
    }

    fn op(&mut self, inst: &'a unsnarl_ir::Inst) -> Result<Vec<Reg>, Cause> {
        let ty = inst.result.map(|result| self.function.value_type(result));
        let result = || ty.ok_or(Cause::OperandType("an instruction without result"));
        match &inst.op {
            Op::Unary {
                op: UnaryOp::FloatNegate,
                value,
                ..
            } => self.negate(*value),
            Op::Binary {
                op, left, right, ..
            } => self.binary(*op, *left, *right),
            Op::IntCompare {
                predicate,
                left,
                right,
                ..
            } => self.int_compare(*predicate, *left, *right),
            Op::FloatCompare {
                predicate,
                left,
                right,
                ..
            } => self.float_compare(*predicate, *left, *right),
            Op::Cast { op, value, .. } => self.cast(*op, *value, result()?),
            Op::Alloca {
                ty, count, align, ..
            } => self.alloca(inst, *ty, *count, *align),
            Op::Load {
                pointer,
                align,
                volatile,
                atomic,
            } => {
                let ordered = *volatile || atomic.is_some();
                self.load(*pointer, result()?, *align, ordered)
            }
            Op::Store {
                value,
                pointer,
                align,
                volatile,
                atomic,
            } => {
                let first = self.body.insts.len();
                let regs = self.store(*value, *pointer, *align)?;
                if !*volatile && atomic.is_none() {
                    self.body.plain_stores.extend(first..self.body.insts.len());
                }
                Ok(regs)
            }
            Op::Gep {
                source,
                base,
                indices,
                flags,
            } => self.gep(inst.result, *source, *base, indices, *flags),
            Op::Select {
                condition,
                then,
                otherwise,
                ..
            } => self.select(*condition, *then, *otherwise),
            Op::Call(call) => self.call(call, ty),
            Op::Freeze(value) => self.operand(*value),
            Op::ExtractValue { aggregate, path } => self.extract_value(*aggregate, path),
            Op::InsertValue {
                aggregate,
                value,
                path,
            } => self.insert_value(*aggregate, *value, path),
            Op::VaArg { list } => self.variable_argument(*list, result()?),
            Op::AtomicRmw {
                op,
                pointer,
                value,
                align,
                ..
            } => self.read_modify_write(*op, *pointer, *value, *align),
            Op::CompareExchange {
                pointer,
                expected,
                replacement,
                align,
                ..
            } => self.compare_exchange(*pointer, *expected, *replacement, *align),
            Op::Fence(_) => Ok(Vec::new()),
            Op::ExtractElement { vector, index } => self.extract_element(*vector, *index),
            Op::InsertElement {
                vector,
                element,
                index,
            } => self.insert_element(*vector, *element, *index),
            Op::ShuffleVector { left, right, mask } => self.shuffle(*left, *right, mask),
            Op::LandingPad { .. } => Err(unsupported("landingpad")),
            Op::CatchPad { .. } => Err(unsupported("catchpad")),
            Op::CleanupPad { .. } => Err(unsupported("cleanuppad")),
        }
    }

    fn binary(&mut self, op: BinaryOp, left: Operand, right: Operand) -> Result<Vec<Reg>, Cause> {
        if let Some(width) = self.big_width(self.operand_type(left)) {
            return self.big_binary(op, width, left, right);
        }
        self.zip(left, right, "arithmetic", |selection, left, right| {
            selection.lane_binary(op, left, right)
        })
    }

    fn select(
        &mut self,
        condition: Operand,
        then: Operand,
        otherwise: Operand,
    ) -> Result<Vec<Reg>, Cause> {
        if self
            .module
            .types
            .int_width(self.operand_type(condition))
            .is_none()
        {
            return self.select_lanes(condition, then, otherwise);
        }
        let condition = self.extended(condition, Extend::Zero)?;
        let (then, otherwise) = (self.operand(then)?, self.operand(otherwise)?);
        if then.len() != otherwise.len() {
            return Err(Cause::OperandType("select"));
        }
        Ok(then
            .into_iter()
            .zip(otherwise)
            .map(|(then, otherwise)| self.choose(condition, then, otherwise))
            .collect())
    }
}

fn unsupported(what: &str) -> Cause {
    Cause::Instruction(what.to_owned())
}
