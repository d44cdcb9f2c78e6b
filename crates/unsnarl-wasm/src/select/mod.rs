//! Instruction selection: a function of the SSA module becomes [machine code](crate::code).
//!
//! *Needs:* a function, and the order of its blocks in which definitions come before uses.
//! *Gives:* [`Selected`].
//! *Cost:* linear in the instructions and the parts of their values.
//! *Limits:* no vectors, no exceptions, no `fmod`, no division of 128-bit integers: each is an error that names it.

mod aggregate;
mod bits;
mod call;
mod cast;
mod compare;
mod float;
mod int;
mod intrinsic;
mod memory;
mod overflow;
mod wide;

use std::collections::HashMap;

use unsnarl_ir::{
    BinaryOp, BlockId, ConstId, Constant, Definition, FuncId, Function, Id, Module, Name, Op,
    Operand, Scalar, Terminator, TypeId, UnaryOp, ValueId,
};
use wasm_encoder::{Instruction, ValType};

use crate::code::{Body, Effect, Incoming, Number, Reg, Source};
use crate::error::{Cause, CompileError};
use crate::facts::{Extension, Facts};
use crate::forms::{Part, describe};
use crate::frame::Frame;
use crate::link::{Link, in_function};

/// Which bits are wanted above the width of an integer.
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
    /// What registers are called in the source.
    pub(crate) names: Vec<(Reg, ValueId)>,
    /// By block: how the value of its switch is extended.
    pub(crate) switches: Vec<Option<Extend>>,
}

/// Selects the code of a function.
pub(crate) fn select(link: &Link, id: FuncId, order: &[usize]) -> Result<Selected, CompileError> {
    let function = &link.module.functions[id];
    let place = |line: u32| move |cause: Cause| in_function(link.module, id, line, cause);
    let frame =
        Frame::new(link.module, &link.layout, function).map_err(place(function.origin.line))?;
    let mut selection = Selection {
        link,
        module: link.module,
        function,
        facts: Facts::new(link.module, function, order),
        frame,
        body: Body::new(function.blocks.len()),
        values: vec![None; function.values.len()],
        pool: Vec::new(),
        addresses: HashMap::new(),
        extended: HashMap::new(),
        variable_arguments: None,
        switches: vec![None; function.blocks.len()],
    };
    selection
        .parameters()
        .map_err(place(function.origin.line))?;
    for &block in order {
        let contents = &function.blocks[BlockId::new(block)];
        selection.phis(block).map_err(place(contents.origin.line))?;
        selection.extended.clear();
        let start = selection.body.insts.len();
        for &inst in &contents.insts {
            let inst = &function.insts[inst];
            selection.inst(inst).map_err(place(inst.origin.line))?;
        }
        let exit = selection
            .exit(block)
            .map_err(place(contents.terminator_origin.line))?;
        let end = selection.body.insts.len();
        selection.body.blocks[block].insts = start..end;
        selection.body.blocks[block].exit = exit;
    }
    let predecessors = predecessors(function, order);
    for &block in order {
        let line = function.blocks[BlockId::new(block)].origin.line;
        selection
            .incoming(block, &predecessors[block])
            .map_err(place(line))?;
    }
    selection.body.order = order.to_vec();
    Ok(selection.finish())
}

/// By block: the blocks that lead to it and can be reached, ascending, each once.
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
    facts: Facts,
    frame: Frame,
    body: Body,
    /// By value: where its registers stand in `pool`.
    values: Vec<Option<(u32, u32)>>,
    pool: Vec<Reg>,
    /// Pointers that are another pointer and so many bytes, added without wrapping.
    addresses: HashMap<ValueId, (Reg, u32)>,
    /// What has been extended in this block.
    extended: HashMap<(Reg, u32, Extend), Reg>,
    variable_arguments: Option<Reg>,
    switches: Vec<Option<Extend>>,
}

impl<'a> Selection<'a> {
    fn parameters(&mut self) -> Result<(), Cause> {
        let mut number = 0;
        for parameter in &self.function.parameters {
            let mut regs = Vec::new();
            for part in self.parts(parameter.ty)? {
                regs.push(self.body.reg(part.ty, Source::Parameter(number)));
                number += 1;
            }
            if let Some(value) = parameter.value {
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

    /// What the edges into a block set, once all values have registers.
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
                let source = self.operand(operand)?;
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
        }
    }

    fn inst(&mut self, inst: &'a unsnarl_ir::Inst) -> Result<(), Cause> {
        let regs = self.op(inst)?;
        let Some(result) = inst.result else {
            return Ok(());
        };
        let parts = self.parts(self.function.value_type(result))?;
        let fits = regs.len() == parts.len()
            && regs
                .iter()
                .zip(parts)
                .all(|(&reg, part)| self.body.ty(reg) == part.ty);
        if !fits {
            return Err(Cause::OperandType("an instruction"));
        }
        self.define(result, &regs);
        Ok(())
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
                ..
            } => self.store(*value, *pointer, *align),
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
            Op::ExtractElement { .. } => Err(unsupported("extractelement")),
            Op::InsertElement { .. } => Err(unsupported("insertelement")),
            Op::ShuffleVector { .. } => Err(unsupported("shufflevector")),
        }
    }

    fn binary(&mut self, op: BinaryOp, left: Operand, right: Operand) -> Result<Vec<Reg>, Cause> {
        if op.is_float() {
            return self.float_binary(op, left, right);
        }
        match self.int_width(left)? {
            65.. => self.wide_binary(op, left, right),
            width => Ok(vec![self.int_binary(op, width, left, right)?]),
        }
    }

    fn select(
        &mut self,
        condition: Operand,
        then: Operand,
        otherwise: Operand,
    ) -> Result<Vec<Reg>, Cause> {
        if self.int_width(condition)? != 1 {
            return Err(Cause::OperandType("select"));
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

    /// What the exit of a block reads.
    fn exit(&mut self, block: usize) -> Result<Vec<Reg>, Cause> {
        match &self.function.blocks[BlockId::new(block)].terminator {
            Terminator::Return(None) | Terminator::Jump(_) | Terminator::Unreachable => {
                Ok(Vec::new())
            }
            Terminator::Return(Some(value)) => self.returned(*value),
            Terminator::Branch { condition, .. } => {
                Ok(vec![self.extended(*condition, Extend::Zero)?])
            }
            Terminator::Switch { value, .. } => {
                if self.int_width(*value)? > 64 {
                    return Err(Cause::Instruction(
                        "a switch on more than 64 bits".to_owned(),
                    ));
                }
                let known = self.known(*value);
                let extend = if known.sign && !known.zero {
                    Extend::Sign
                } else {
                    Extend::Zero
                };
                self.switches[block] = Some(extend);
                Ok(vec![self.extended(*value, extend)?])
            }
        }
    }

    fn returned(&mut self, value: Operand) -> Result<Vec<Reg>, Cause> {
        let attributes = &self.function.result_attributes;
        let regs = match (attributes.zeroext, attributes.signext) {
            (true, _) => vec![self.extended(value, Extend::Zero)?],
            (_, true) => vec![self.extended(value, Extend::Sign)?],
            _ => self.operand(value)?,
        };
        let result = self
            .module
            .signature(self.function.ty)
            .map(|(result, ..)| result);
        let wanted = self.parts(result.ok_or(Cause::OperandType("ret"))?)?;
        let fits = regs.len() == wanted.len()
            && regs
                .iter()
                .zip(wanted)
                .all(|(&reg, part)| self.body.ty(reg) == part.ty);
        if fits {
            Ok(regs)
        } else {
            Err(Cause::OperandType("ret"))
        }
    }
}

/// Operands and constants.
impl<'a> Selection<'a> {
    fn parts(&self, ty: TypeId) -> Result<&'a [Part], Cause> {
        self.link
            .forms
            .get(ty)
            .ok_or_else(|| Cause::Type(describe(self.module, ty)))
    }

    fn operand_type(&self, operand: Operand) -> TypeId {
        self.module.operand_type(self.function, operand)
    }

    /// The width of an integer or pointer.
    fn int_width(&self, operand: Operand) -> Result<u32, Cause> {
        self.type_width(self.operand_type(operand))
    }

    fn type_width(&self, ty: TypeId) -> Result<u32, Cause> {
        match self.module.types.int_width(ty) {
            Some(width) if width <= 128 => Ok(width),
            None if self.module.types.is_pointer(ty) => self.parts(ty).map(|_| 32),
            _ => Err(Cause::Type(describe(self.module, ty))),
        }
    }

    fn define(&mut self, value: ValueId, regs: &[Reg]) {
        let at = |pool: &[Reg]| {
            u32::try_from(pool.len()).expect("an input below 4 GiB has fewer values")
        };
        let start = at(&self.pool);
        self.pool.extend_from_slice(regs);
        self.values[value.index()] = Some((start, at(&self.pool)));
    }

    /// The registers of a value.
    fn value(&self, value: ValueId) -> Result<Vec<Reg>, Cause> {
        match self.values[value.index()] {
            Some((start, end)) => Ok(self.pool[start as usize..end as usize].to_vec()),
            None => Err(Cause::Undominated(self.value_name(value))),
        }
    }

    /// The registers of an operand.
    fn operand(&mut self, operand: Operand) -> Result<Vec<Reg>, Cause> {
        match operand {
            Operand::Value(value) => self.value(value),
            Operand::Const(constant) => self.constant(constant),
        }
    }

    /// The register of an operand of one part.
    fn one(&mut self, operand: Operand) -> Result<Reg, Cause> {
        match self.operand(operand)?[..] {
            [reg] => Ok(reg),
            _ => Err(Cause::Type(describe(
                self.module,
                self.operand_type(operand),
            ))),
        }
    }

    /// The two registers of an integer of more than 64 bits.
    fn two(&mut self, operand: Operand) -> Result<[Reg; 2], Cause> {
        match self.operand(operand)?[..] {
            [low, high] => Ok([low, high]),
            _ => Err(Cause::Type(describe(
                self.module,
                self.operand_type(operand),
            ))),
        }
    }

    fn constant(&mut self, constant: ConstId) -> Result<Vec<Reg>, Cause> {
        let mut regs = Vec::new();
        let mut stack = vec![constant];
        self.parts(self.module.constant_type(constant))?;
        while let Some(id) = stack.pop() {
            let ty = self.module.constant_type(id);
            match self.module.constant(id) {
                Constant::Aggregate { elements, .. } => stack.extend(elements.iter().rev()),
                Constant::Bytes { bytes, .. } => {
                    let bytes = bytes.iter().map(|&byte| Number::I32(byte.into()));
                    regs.extend(bytes.map(|byte| self.body.number(byte)));
                }
                Constant::Zero(_)
                | Constant::Undef(_)
                | Constant::Poison(_)
                | Constant::Null(_) => {
                    for part in self.parts(ty)? {
                        regs.push(self.zero(part.ty));
                    }
                }
                _ => self.scalar(id, ty, &mut regs)?,
            }
        }
        Ok(regs)
    }

    fn scalar(&mut self, id: ConstId, ty: TypeId, regs: &mut Vec<Reg>) -> Result<(), Cause> {
        let bits = match self.link.scalars.get(id)? {
            Scalar::Bits(bits) => bits,
            Scalar::Address {
                plus,
                minus,
                offset,
            } => {
                let minus = minus.map_or(Ok(0), |symbol| self.link.address(symbol))?;
                let address = self.link.address(plus)?.wrapping_sub(minus);
                u128::from(address.wrapping_add(offset as u32))
            }
        };
        for (index, part) in self.parts(ty)?.iter().enumerate() {
            let bits = bits >> (64 * index);
            let number = match part.ty {
                ValType::I64 => Number::I64(bits as i64),
                ValType::F32 => Number::F32(bits as u32),
                ValType::F64 => Number::F64(bits as u64),
                _ => Number::I32(bits as i32),
            };
            regs.push(self.body.number(number));
        }
        Ok(())
    }

    fn known(&self, operand: Operand) -> Extension {
        match operand {
            Operand::Value(value) => self.facts.get(value),
            Operand::Const(_) => Extension {
                zero: true,
                sign: false,
            },
        }
    }

    /// What makes the value that an operand is.
    fn definition(&self, operand: Operand) -> Option<&'a Op> {
        let Operand::Value(value) = operand else {
            return None;
        };
        match self.function.values[value].definition {
            Definition::Inst(inst) => Some(&self.function.insts[inst].op),
            _ => None,
        }
    }

    fn value_name(&self, value: ValueId) -> String {
        self.name(self.function.values[value].name)
    }

    fn block_name(&self, block: usize) -> String {
        self.name(self.function.blocks[BlockId::new(block)].name)
    }

    fn name(&self, name: Name) -> String {
        match name {
            Name::Number(number) => format!("%{number}"),
            Name::Text(id) => format!("%{}", self.module.name(id)),
        }
    }
}

/// Small pieces of code.
impl Selection<'_> {
    /// Adds an instruction that only computes.
    fn pure(&mut self, op: Instruction<'static>, args: &[Reg], ty: ValType) -> Reg {
        self.body.push(op, Effect::Pure, args, &[ty])[0]
    }

    fn i32(&mut self, value: i32) -> Reg {
        self.body.number(Number::I32(value))
    }

    fn i64(&mut self, value: i64) -> Reg {
        self.body.number(Number::I64(value))
    }

    fn zero(&mut self, ty: ValType) -> Reg {
        self.body.number(match ty {
            ValType::I64 => Number::I64(0),
            ValType::F32 => Number::F32(0),
            ValType::F64 => Number::F64(0),
            _ => Number::I32(0),
        })
    }

    fn known_number(&self, reg: Reg) -> Option<i64> {
        match self.body.source(reg) {
            Source::Number(Number::I32(value)) => Some(value.into()),
            Source::Number(Number::I64(value)) => Some(value),
            _ => None,
        }
    }

    fn choose(&mut self, condition: Reg, then: Reg, otherwise: Reg) -> Reg {
        if then == otherwise {
            return then;
        }
        let ty = self.body.ty(then);
        self.pure(Instruction::Select, &[then, otherwise, condition], ty)
    }
}

fn unsupported(what: &str) -> Cause {
    Cause::Instruction(what.to_owned())
}
