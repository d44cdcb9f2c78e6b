//! Calls.

use unsnarl_ir::{
    Argument, Call, Callee, ConstId, FuncId, Id, Operand, ParameterAttributes, Scalar, Tail, TypeId,
};
use wasm_encoder::{Instruction, ValType};

use super::{Extend, Selection, unsupported};
use crate::abi;
use crate::code::{Effect, Reg};
use crate::error::Cause;
use crate::frame::CallArea;

impl Selection<'_> {
    pub(super) fn call(&mut self, call: &Call, result: Option<TypeId>) -> Result<Vec<Reg>, Cause> {
        if let Callee::Direct(callee) = call.callee
            && let Some(name) = self.module.intrinsic(callee)
        {
            return self.intrinsic(name, call, result);
        }
        if call.tail == Tail::MustTail {
            return Err(unsupported("musttail"));
        }
        abi::check_convention(call.convention)?;
        match call.callee {
            Callee::Direct(callee) => self.direct_call(callee, call),
            Callee::Indirect(address) => match self.known_callee(address) {
                Some(callee) => self.direct_call(callee, call),
                None => self.indirect_call(address, call),
            },
            Callee::Assembly { text, .. }
                if self.module.name(text).trim().is_empty() && result.is_none() =>
            {
                Ok(Vec::new())
            }
            Callee::Assembly { .. } => Err(unsupported("inline assembly")),
        }
    }

    /// The function that an address is, through aliases.
    fn known_callee(&self, address: Operand) -> Option<FuncId> {
        let Operand::Const(constant) = address else {
            return None;
        };
        self.symbol_of(constant)
    }

    fn symbol_of(&self, constant: ConstId) -> Option<FuncId> {
        match self.link.scalars.get(constant) {
            Ok(Scalar::Address {
                plus,
                minus: None,
                offset: 0,
            }) => self.link.function_of(plus),
            _ => None,
        }
    }

    fn direct_call(&mut self, callee: FuncId, call: &Call) -> Result<Vec<Reg>, Cause> {
        let (number, signature) = self.link.signature(call.ty)?;
        let results: Vec<ValType> = signature.results.iter().map(|&ty| ty.into()).collect();
        let function = &self.module.functions[callee];
        if self.link.signature(function.ty)?.0 != number {
            return Err(Cause::Signature(
                self.module.function_name(callee).to_owned(),
            ));
        }
        let Some(index) = self.link.indices[callee.index()] else {
            // A weak function that nobody defines: whoever calls it has lost.
            self.body
                .push(Instruction::Unreachable, Effect::Write, &[], &[]);
            return Ok(results.iter().map(|&ty| self.zero(ty)).collect());
        };
        let declared: Vec<ParameterAttributes> = function
            .parameters
            .iter()
            .map(|parameter| parameter.attributes)
            .collect();
        let arguments = self.arguments(call, &declared)?;
        Ok(self.body.push(
            Instruction::Call(index),
            Effect::Write,
            &arguments,
            &results,
        ))
    }

    fn indirect_call(&mut self, address: Operand, call: &Call) -> Result<Vec<Reg>, Cause> {
        let (type_index, signature) = self.link.signature(call.ty)?;
        let results: Vec<ValType> = signature.results.iter().map(|&ty| ty.into()).collect();
        let mut arguments = self.arguments(call, &[])?;
        arguments.push(self.one(address)?);
        let op = Instruction::CallIndirect {
            type_index,
            table_index: 0,
        };
        Ok(self.body.push(op, Effect::Write, &arguments, &results))
    }

    /// The arguments as registers, after what travels in memory has been written.
    fn arguments(
        &mut self,
        call: &Call,
        declared: &[ParameterAttributes],
    ) -> Result<Vec<Reg>, Cause> {
        let area = CallArea::new(self.module, &self.link.layout, self.function, call)?;
        let (_, parameters, varargs) = self
            .module
            .signature(call.ty)
            .ok_or(Cause::OperandType("a call"))?;
        let fixed = parameters.len();
        let fits = if varargs {
            call.arguments.len() >= fixed
        } else {
            call.arguments.len() == fixed
        };
        if !fits {
            return Err(Cause::OperandType("a call"));
        }
        let mut copies = Vec::new();
        for &(index, offset, bytes) in &area.copies {
            let to = self.body.frame(self.frame.outgoing + offset as u32);
            let from = self.one(call.arguments[index].value)?;
            self.copy_bytes(to, from, bytes);
            copies.push((index, to));
        }
        let copy = |index: usize| {
            copies
                .binary_search_by_key(&index, |&(index, _)| index)
                .ok()
                .map(|found| copies[found].1)
        };
        for &(index, offset) in &area.variable {
            let argument = call.arguments[index];
            let regs = match copy(index) {
                Some(copy) => vec![copy],
                None => self.argument(&argument, None)?,
            };
            let place = self.frame_place(
                self.frame.outgoing + offset as u32,
                1 << offset.trailing_zeros().min(4),
            );
            for (&reg, part) in regs
                .iter()
                .zip(self.parts(self.operand_type(argument.value))?)
            {
                self.store_part(place, part, reg, false)?;
            }
        }
        let mut regs = Vec::new();
        for (index, argument) in call.arguments.iter().enumerate().take(fixed) {
            abi::check_attributes(&argument.attributes)?;
            if self.operand_type(argument.value) != parameters[index] {
                return Err(Cause::OperandType("a call"));
            }
            match copy(index) {
                Some(copy) => regs.push(copy),
                None => regs.extend(self.argument(argument, declared.get(index))?),
            }
        }
        if varargs {
            regs.push(if area.variable.is_empty() {
                self.i32(0)
            } else {
                self.body
                    .frame(self.frame.outgoing + area.variable_start as u32)
            });
        }
        Ok(regs)
    }

    /// One argument, extended as the call or the function says.
    fn argument(
        &mut self,
        argument: &Argument,
        declared: Option<&ParameterAttributes>,
    ) -> Result<Vec<Reg>, Cause> {
        let is = |attribute: fn(&ParameterAttributes) -> bool| {
            attribute(&argument.attributes) || declared.is_some_and(attribute)
        };
        if is(|attributes| attributes.zeroext) {
            return self.argument_extended(argument.value, Extend::Zero);
        }
        if is(|attributes| attributes.signext) {
            return self.argument_extended(argument.value, Extend::Sign);
        }
        self.operand(argument.value)
    }
}
