//! Calls.

use crate::machine::Reg;
use crate::op::Op;
use crate::op::effect::Effect;
use crate::op::memory::Table;
use crate::symbol::Signature;
use crate::types::Type;
use unsnarl_ir::{
    Argument, Call, Callee, FuncId, Operand, ParameterAttributes, Scalar, Symbol, Tail, TypeId,
    demand,
};

use crate::select::abi;
use crate::select::call_area::CallArea;
use crate::select::error::SelectError;
use crate::select::error::unsupported;
use crate::select::extend::Extend;
use crate::select::memory::is_packed_within;
use crate::select::parts::Part;
use crate::select::selection::Selection;

impl Selection<'_> {
    pub(super) fn call(
        &mut self,
        call: &Call,
        result: Option<TypeId>,
    ) -> Result<Vec<Reg>, SelectError> {
        if let Callee::Direct(callee) = call.callee
            && let Some(name) = self.module.intrinsic(callee)
        {
            if let Some(thrown) = self.throwing(name, call)? {
                return Ok(thrown);
            }
            return self.intrinsic(name, call, result);
        }
        self.check_call(call)?;
        if call.tail == Tail::MustTail {
            // It replaces the return, which is selected later.
            return self.until_return(call);
        }
        let made = match call.callee {
            Callee::Direct(callee) => self.direct_call(Symbol::Function(callee), callee, call),
            Callee::Indirect(address) => match self.known_callee(address) {
                Some((symbol, callee)) => self.direct_call(symbol, callee, call),
                None => self.indirect_call(address, call),
            },
            Callee::Assembly(assembly) => {
                let names = [assembly.text, assembly.constraints];
                let [text, constraints] = names.map(|name| self.module.name(name));
                return self.assembly(text, constraints, call, result);
            }
        }?;
        self.call_result(call, result, made)
    }

    /// The result of a call that has returned.
    pub(super) fn call_result(
        &mut self,
        call: &Call,
        result: Option<TypeId>,
        made: Vec<Reg>,
    ) -> Result<Vec<Reg>, SelectError> {
        match self.call_area(call)?.result {
            Some(offset) => self.result_in_memory(call, offset),
            None => match result {
                Some(result) => self.received(result, made),
                None => Ok(made),
            },
        }
    }

    /// Refuses a convention or a property that changes the meaning of a call.
    pub(super) fn check_call(&self, call: &Call) -> Result<(), SelectError> {
        abi::check_convention(call.convention)?;
        self.check_bundles(call)
    }

    /// Refuses everything but callee and arguments that changes the meaning of a call.
    fn check_bundles(&self, call: &Call) -> Result<(), SelectError> {
        if call.forwards_variadic {
            return Err(unsupported("a call that passes on '...'"));
        }
        let mut tags = call
            .bundles
            .iter()
            .map(|bundle| self.module.name(bundle.tag));
        match tags.find(|tag| demand::is_bundle(tag)) {
            Some(tag) => Err(unsupported(&format!("operand bundle \"{tag}\""))),
            None => Ok(()),
        }
    }

    pub(super) fn call_area(&self, call: &Call) -> Result<CallArea, SelectError> {
        let context = self.context;
        CallArea::new(context, self.function, call)
    }

    /// Reads the result that a callee wrote to the outgoing area.
    fn result_in_memory(&mut self, call: &Call, offset: u64) -> Result<Vec<Reg>, SelectError> {
        let signature = self.module.signature(call.ty);
        let (result, ..) = signature.ok_or(SelectError::OperandType("a call"))?;
        let place = self.frame_place(
            self.frame.outgoing + offset as u32,
            self.access_align(result, None)?,
        );
        self.load_value(place, result)
    }

    /// The symbol that an address is, and the function that it refers to through aliases.
    pub(super) fn known_callee(&self, address: Operand) -> Option<(Symbol, FuncId)> {
        let Operand::Const(constant) = address else {
            return None;
        };
        match self.context.scalars.get(constant) {
            Ok(Scalar::Address {
                plus,
                minus: None,
                offset: 0,
            }) => Some((plus, self.context.function_of(plus)?)),
            _ => None,
        }
    }

    fn direct_call(
        &mut self,
        symbol: Symbol,
        callee: FuncId,
        call: &Call,
    ) -> Result<Vec<Reg>, SelectError> {
        let context = self.context;
        let called = context.signature(call.ty)?;
        let Some((arguments, signature)) = self.prepare_direct(callee, call)? else {
            return Ok(self.trapping(call));
        };
        let made = self.body.push(
            Op::Call(context.symbol(symbol)),
            Effect::Any,
            &arguments,
            &signature.results,
        );
        if signature.results == called.results {
            return Ok(made);
        }
        Ok(self.zeros(&called.results))
    }

    /// The arguments of a call of a known function, and its types; nothing if the call has
    /// undefined behaviour.
    pub(super) fn prepare_direct(
        &mut self,
        callee: FuncId,
        call: &Call,
    ) -> Result<Option<(Vec<Reg>, Signature)>, SelectError> {
        let context = self.context;
        let function = &self.module.functions[callee];
        let declared = self.declared(callee);
        context.signature(call.ty)?;
        if !context.can_call(callee) {
            // Calling an undefined weak function traps.
            return Ok(None);
        }
        if self.is_in_memory(call.ty)? != self.is_in_memory(function.ty)? {
            // The callee would take an argument of the caller for the address of its result.
            return Ok(None);
        }
        let mut arguments = self.arguments(call, &declared)?;
        let signature = context.signature(function.ty)?;
        let fits = self.adapt(&mut arguments, &signature.parameters);
        Ok(fits.then_some((arguments, signature)))
    }

    /// Tells whether the result of a function type is passed in memory.
    fn is_in_memory(&self, ty: TypeId) -> Result<bool, SelectError> {
        let (result, ..) = self
            .module
            .signature(ty)
            .ok_or(SelectError::OperandType("a call"))?;
        let context = self.context;
        Ok(abi::is_in_memory(&context.parts, &context.target, result))
    }

    /// The parameter attributes of a function.
    pub(super) fn declared(&self, callee: FuncId) -> Vec<ParameterAttributes> {
        let parameters = self.module.functions[callee].parameters.iter();
        parameters.map(|parameter| parameter.attributes).collect()
    }

    /// Adapts arguments to a function whose type differs from that of the call: extra ones are
    /// dropped, missing ones are zero. Tells whether that is possible. C without prototypes needs
    /// this; LLVM calls through a function that does the same.
    fn adapt(&mut self, arguments: &mut Vec<Reg>, parameters: &[Type]) -> bool {
        arguments.truncate(parameters.len());
        for &missing in &parameters[arguments.len()..] {
            let zero = self.zero(missing);
            arguments.push(zero);
        }
        let mut pairs = arguments.iter().zip(parameters);
        pairs.all(|(&argument, &parameter)| self.body.ty(argument) == parameter)
    }

    /// Code for a call with undefined behaviour.
    fn trapping(&mut self, call: &Call) -> Vec<Reg> {
        self.body.push(Op::Trap, Effect::Any, &[], &[]);
        let results = self.context.signature(call.ty).map(|called| called.results);
        self.zeros(&results.unwrap_or_default())
    }

    fn zeros(&mut self, types: &[Type]) -> Vec<Reg> {
        types.iter().map(|&ty| self.zero(ty)).collect()
    }

    fn indirect_call(&mut self, address: Operand, call: &Call) -> Result<Vec<Reg>, SelectError> {
        let (arguments, signature) = self.prepare_indirect(address, call)?;
        let op = Op::CallIndirect(Table(0));
        Ok(self
            .body
            .push(op, Effect::Any, &arguments, &signature.results))
    }

    /// The arguments of a call of an address, which comes last, and its types.
    pub(super) fn prepare_indirect(
        &mut self,
        address: Operand,
        call: &Call,
    ) -> Result<(Vec<Reg>, Signature), SelectError> {
        let signature = self.context.signature(call.ty)?;
        let mut arguments = self.arguments(call, &[])?;
        arguments.push(self.one(address)?);
        Ok((arguments, signature))
    }

    /// The arguments as registers, after those passed in memory have been written.
    pub(super) fn arguments(
        &mut self,
        call: &Call,
        declared: &[ParameterAttributes],
    ) -> Result<Vec<Reg>, SelectError> {
        let area = self.call_area(call)?;
        let (_, parameters, varargs) = self
            .module
            .signature(call.ty)
            .ok_or(SelectError::OperandType("a call"))?;
        let fixed = parameters.len();
        let fits = if varargs {
            call.arguments.len() >= fixed
        } else {
            call.arguments.len() == fixed
        };
        if !fits {
            return Err(SelectError::OperandType("a call"));
        }
        let mut copies = Vec::new();
        for &(index, offset, bytes) in &area.copies {
            let to = self.body.frame_address(self.frame.outgoing + offset as u32);
            let from = self.one(call.arguments[index].value)?;
            self.copy_bytes(to, from, bytes)?;
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
            let ty = self.operand_type(argument.value);
            if is_packed_within(self.parts(ty)?) {
                self.store_value(place, ty, &regs)?;
                continue;
            }
            for (&reg, part) in regs.iter().zip(self.parts(ty)?) {
                self.store_part(place, &self.variable_part(ty, *part), reg, false)?;
            }
        }
        let mut regs = Vec::new();
        if let Some(offset) = area.result {
            // A tail callee writes to where the result of its caller goes.
            regs.push(match self.result_pointer {
                Some(pointer) if call.tail == Tail::MustTail => pointer,
                _ => self.body.frame_address(self.frame.outgoing + offset as u32),
            });
        }
        for (index, argument) in call.arguments.iter().enumerate().take(fixed) {
            abi::check_attributes(&argument.attributes)?;
            if self.operand_type(argument.value) != parameters[index] {
                return Err(SelectError::OperandType("a call"));
            }
            match copy(index) {
                Some(copy) => regs.push(copy),
                None => regs.extend(self.argument(argument, declared.get(index))?),
            }
        }
        if varargs {
            regs.push(if area.variable.is_empty() {
                self.bytes(0)
            } else {
                self.body
                    .frame_address(self.frame.outgoing + area.variable_start as u32)
            });
        }
        Ok(regs)
    }

    /// A part of a variable argument: an integer is passed with all the bits of its register.
    fn variable_part(&self, ty: TypeId, part: Part) -> Part {
        match (self.module.types.int_width(ty), part.ty) {
            (Some(..=64), Type::I32) => Part { width: 32, ..part },
            (Some(..=64), Type::I64) => Part { width: 64, ..part },
            _ => part,
        }
    }

    /// One argument, extended by the attributes of the call or the function.
    fn argument(
        &mut self,
        argument: &Argument,
        declared: Option<&ParameterAttributes>,
    ) -> Result<Vec<Reg>, SelectError> {
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
