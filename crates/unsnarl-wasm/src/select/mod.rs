//! Instruction selection: a function of the SSA module becomes code of the [machine](unsnarl_low).
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
mod edges;
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
pub(crate) mod runtime;
mod saturate;
mod simd;
mod soft;
mod tail;
mod vector;
mod wide;

pub(crate) use runtime::is_routine;

use std::collections::HashMap;

use unsnarl_ir::{
    Atomicity, BinaryOp, BlockId, ConstId, FuncId, Function, Id, Module, Op as IrOp, Operand,
    TypeId, UnaryOp, ValueId,
};
use unsnarl_low::{Function as Code, LaneType, Reg, Sign, Source, Type};

use crate::abi;
use crate::error::{Cause, FunctionRefusals};
use crate::features::Features;
use crate::forms::Part;
use crate::frame::Frame;
use crate::limits::Limit;
use crate::link::Link;
use crate::select::facts::Facts;
use memory::{Offset, Ordering};
use simd::{Ahead, Mask};

/// The required bits above the width of an integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Extend {
    Zero,
    Sign,
}

impl Extend {
    /// How the extended number is read.
    fn sign(self) -> Sign {
        match self {
            Extend::Zero => Sign::Unsigned,
            Extend::Sign => Sign::Signed,
        }
    }
}

/// A function as machine code.
#[derive(Debug)]
pub(crate) struct Selected {
    pub(crate) body: Code,
    pub(crate) frame: Frame,
    /// By instruction: the line of what it was selected for.
    pub(crate) lines: Vec<u32>,
    /// The names of registers in the source.
    pub(crate) names: Vec<(Reg, ValueId)>,
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
    let signature = refusals.take(function.origin.line, link.signature(function.ty))?;
    let mut selection = Selection {
        link,
        module: link.module,
        function,
        lines: Vec::new(),
        features: Features::of_function(link, id),
        facts: Facts::new(link.module, function, order),
        frame,
        body: Code::new(signature, function.blocks.len()),
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
    };
    selection.find_leaving();
    for &index in order {
        let block = BlockId::new(index);
        let contents = &function.blocks[block];
        selection.body.start(block);
        if index == 0 {
            refusals.take(function.origin.line, selection.parameters());
        }
        refusals.take(contents.origin.line, selection.phis(block));
        selection.extended.clear();
        for &inst in &contents.insts {
            let inst = &function.insts[inst];
            refusals.take(inst.origin.line, selection.inst(inst));
            selection.set_lines(inst.origin.line);
            let size = selection.check_size();
            if size.is_err() {
                refusals.take(inst.origin.line, size);
                return None;
            }
        }
        let exit = selection
            .leaving_constants(index)
            .and_then(|()| selection.exit(block));
        if let Some((exit, operands)) = refusals.take(contents.terminator_origin.line, exit) {
            selection.body.finish(exit, &operands);
        }
        selection.set_lines(contents.terminator_origin.line);
    }
    selection.edges(order, refusals);
    refusals.is_empty().then(|| selection.finish())
}

/// Whether an access is volatile or atomic.
fn ordering(volatile: bool, atomic: Option<Atomicity>) -> Ordering {
    match volatile || atomic.is_some() {
        true => Ordering::Ordered,
        false => Ordering::Plain,
    }
}

struct Selection<'a> {
    link: &'a Link<'a>,
    module: &'a Module,
    function: &'a Function,
    /// By instruction of the machine: the line of what it was selected for.
    lines: Vec<u32>,
    features: Features,
    facts: Facts,
    frame: Frame,
    body: Code,
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
}

impl<'a> Selection<'a> {
    /// A short type may consist of a thousand numbers: selection stops when the function becomes
    /// too large.
    fn check_size(&self) -> Result<(), Cause> {
        let size = self.body.inst_count().max(self.pool.len() / 8);
        Limit::Instructions.check(size).map_err(Cause::Limit)
    }

    /// Gives a line to what was selected since the last call.
    fn set_lines(&mut self, line: u32) {
        self.lines.resize(self.body.inst_count(), line);
    }

    fn parameters(&mut self) -> Result<(), Cause> {
        let mut number = 0;
        if abi::is_in_memory(&self.link.forms, self.result_type()?) {
            self.result_pointer = Some(self.body.add_reg(Type::I32, Source::Parameter(number)));
            number += 1;
        }
        for parameter in &self.function.parameters {
            let mut regs = Vec::new();
            for part in self.parts(parameter.ty)? {
                regs.push(self.body.add_reg(part.ty, Source::Parameter(number)));
                number += 1;
            }
            if let Some(value) = parameter.value {
                let regs = self.received(parameter.ty, regs)?;
                self.define(value, &regs);
            }
        }
        let signature = self.module.signature(self.function.ty);
        if let Some((_, _, true)) = signature {
            self.variable_arguments = Some(self.body.add_reg(Type::I32, Source::Parameter(number)));
        }
        Ok(())
    }

    fn phis(&mut self, block: BlockId) -> Result<(), Cause> {
        for phi in &self.function.blocks[block].phis {
            let parts = self.parts(self.function.value_type(phi.result))?;
            let add = |part: &Part| self.body.add_parameter(block, part.ty);
            let regs: Vec<Reg> = parts.iter().map(add).collect();
            self.define(phi.result, &regs);
        }
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
            lines: self.lines,
            body: self.body,
            frame: self.frame,
            names,
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
            IrOp::Unary {
                op: UnaryOp::FloatNegate,
                value,
                ..
            } => self.negate(*value),
            IrOp::Binary {
                op, left, right, ..
            } => self.binary(*op, *left, *right),
            IrOp::IntCompare {
                predicate,
                left,
                right,
                ..
            } => self.int_compare(*predicate, *left, *right),
            IrOp::FloatCompare {
                predicate,
                left,
                right,
                ..
            } => self.float_compare(*predicate, *left, *right),
            IrOp::Cast { op, value, .. } => self.cast(*op, *value, result()?),
            IrOp::Alloca {
                ty, count, align, ..
            } => self.alloca(inst, *ty, *count, *align),
            IrOp::Load {
                pointer,
                align,
                volatile,
                atomic,
            } => {
                let ordering = ordering(*volatile, *atomic);
                self.load(*pointer, result()?, *align, ordering)
            }
            IrOp::Store {
                value,
                pointer,
                align,
                volatile,
                atomic,
            } => {
                let ordering = ordering(*volatile, *atomic);
                self.store(*value, *pointer, *align, ordering)
            }
            IrOp::Gep {
                source,
                base,
                indices,
                flags,
            } => self.gep(inst.result, *source, *base, indices, *flags),
            IrOp::Select {
                condition,
                then,
                otherwise,
                ..
            } => self.select(*condition, *then, *otherwise),
            IrOp::Call(call) => self.call(call, ty),
            IrOp::Freeze(value) => self.operand(*value),
            IrOp::ExtractValue { aggregate, path } => self.extract_value(*aggregate, path),
            IrOp::InsertValue {
                aggregate,
                value,
                path,
            } => self.insert_value(*aggregate, *value, path),
            IrOp::VaArg { list } => self.variable_argument(*list, result()?),
            IrOp::AtomicRmw {
                op,
                pointer,
                value,
                align,
                ..
            } => self.read_modify_write(*op, *pointer, *value, *align),
            IrOp::CompareExchange {
                pointer,
                expected,
                replacement,
                align,
                ..
            } => self.compare_exchange(*pointer, *expected, *replacement, *align),
            IrOp::Fence(_) => Ok(Vec::new()),
            IrOp::ExtractElement { vector, index } => self.extract_element(*vector, *index),
            IrOp::InsertElement {
                vector,
                element,
                index,
            } => self.insert_element(*vector, *element, *index),
            IrOp::ShuffleVector { left, right, mask } => self.shuffle(*left, *right, mask),
            IrOp::LandingPad { .. } => Err(unsupported("landingpad")),
            IrOp::CatchPad { .. } => Err(unsupported("catchpad")),
            IrOp::CleanupPad { .. } => Err(unsupported("cleanuppad")),
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
