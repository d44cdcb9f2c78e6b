//! Calls.
//!
//! *Gives:* the effect of a call: the result of an intrinsic, the answer of the host, or a new
//! frame.
//! *Source:* variable arguments lie in memory as in the C ABI of WebAssembly [WasmABI]: each at the
//! next address with its type's alignment, and `va_list` is a pointer to the next one.
//! *Limits:* a call of type `T (…)` may enter a function that is not variadic, as in C before
//! prototypes, if the types of the arguments are those of the parameters. A `musttail` call takes a
//! new frame.

use super::frame::{BlockEnd, Entry, Frame, Step, World};
use super::host::{Answer, Callee, HostCall};
use super::interpreter::Interpreter;
use super::scalar::Scalar;
use super::stop::{Stop, Undefined, Unsupported};
use super::value::Value;
use crate::function::Function;
use crate::id::{FuncId, TypeId};
use crate::inst::{self, Call};
use crate::types::Type;

impl<'m> Interpreter<'m> {
    /// Runs a call that is an instruction.
    pub(super) fn call_inst(
        &self,
        world: &mut World<'_>,
        frame: &mut Frame,
        call: &'m Call,
        result: Option<TypeId>,
    ) -> Result<Step, Stop> {
        match self.call(world, frame, call, result)? {
            Entry::Enter(callee) => Ok(Step::Enter(callee)),
            Entry::Return(value) => self.after_call(frame, BlockEnd::Return(value)),
            Entry::Unwind => Ok(Step::End(BlockEnd::Unwind)),
        }
    }

    /// Makes a call whose result, if it is used, has the given type.
    pub(super) fn call(
        &self,
        world: &mut World<'_>,
        frame: &mut Frame,
        call: &'m Call,
        result: Option<TypeId>,
    ) -> Result<Entry, Stop> {
        let arguments = self.arguments(frame, call)?;
        if let inst::Callee::Direct(function) = call.callee
            && let Some(name) = self.module.intrinsic(function)
            && let Some(value) = self.intrinsic(world, frame, name, call, &arguments, result)?
        {
            return Ok(Entry::Return(value.filter(|_| result.is_some())));
        }
        let address;
        let callee = match call.callee {
            inst::Callee::Direct(function) => Callee::Function(function),
            inst::Callee::Assembly(_) => Callee::Assembly,
            inst::Callee::Indirect(pointer) => {
                address = self.operand(frame, pointer)?;
                let bits = address.scalars()[0].decided()?;
                let function = bits.as_u64().and_then(|at| self.addresses.function_at(at));
                function.map_or(Callee::Address(bits), Callee::Function)
            }
        };
        let question = HostCall {
            callee,
            call,
            arguments: &arguments,
        };
        match world.host.call(&question, &mut world.state.memory) {
            Answer::Return(_) if call.attributes.noreturn => Err(Undefined::Returned.into()),
            Answer::Return(value) => Ok(Entry::Return(value)),
            Answer::Unwind => Ok(Entry::Unwind),
            Answer::Stop(stop) => Err(stop),
            Answer::Enter => match callee {
                Callee::Function(function) => {
                    self.enter(world, function, frame.function, call, arguments)
                }
                Callee::Address(_) => Err(Undefined::Call.into()),
                Callee::Assembly => Err(Unsupported::Assembly.into()),
            },
        }
    }

    /// The arguments; an argument that is metadata has no scalars.
    fn arguments(&self, frame: &Frame, call: &Call) -> Result<Vec<Value>, Stop> {
        let function = &self.module.functions[frame.function];
        let arguments = call.arguments.iter().map(|argument| {
            let ty = self.module.operand_type(function, argument.value);
            match self.module.types.get(ty) {
                Type::Metadata | Type::Token => Ok(Value::new(Vec::new())),
                _ => self.operand(frame, argument.value),
            }
        });
        arguments.collect()
    }

    fn enter(
        &self,
        world: &mut World<'_>,
        function: FuncId,
        caller: FuncId,
        call: &Call,
        mut arguments: Vec<Value>,
    ) -> Result<Entry, Stop> {
        let callee = &self.module.functions[function];
        if let Some(name) = self.module.intrinsic(function) {
            return Err(Unsupported::Intrinsic(name.to_owned()).into());
        }
        if !callee.is_definition() {
            return Err(Unsupported::External(function).into());
        }
        let stack = (world.state.stack, world.state.stack_space);
        let types = self.argument_types(caller, call, callee)?;
        let fixed = callee.parameters.len();
        for (argument, parameter) in arguments.iter_mut().zip(&callee.parameters) {
            if let Some(ty) = parameter.attributes.byval {
                let align = parameter.attributes.align;
                *argument = self.copy_argument(world, ty, align, argument)?;
            }
        }
        let is_variadic = matches!(self.module.signature(callee.ty), Some((_, _, true)));
        let variable = match is_variadic {
            true => Some(self.pass_variable(world, &types[fixed..], &arguments[fixed..])?),
            false => None,
        };
        let mut frame = self.frame_of(world, function, &arguments[..fixed])?;
        (frame.variable_arguments, frame.stack) = (variable, stack);
        Ok(Entry::Enter(frame.into()))
    }

    /// Makes the frame of a call with these arguments.
    pub(super) fn frame_of(
        &self,
        world: &mut World<'_>,
        function: FuncId,
        arguments: &[Value],
    ) -> Result<Frame, Stop> {
        let callee = &self.module.functions[function];
        if !callee.is_definition() {
            return Err(Unsupported::External(function).into());
        }
        if callee.parameters.len() != arguments.len() {
            return Err(Undefined::Call.into());
        }
        world.spend(callee.values.len() as u64 / 16)?;
        let mut frame = Frame::new(function, callee);
        frame.stack = (world.state.stack, world.state.stack_space);
        for (parameter, argument) in callee.parameters.iter().zip(arguments) {
            if let Some(value) = parameter.value {
                frame.values[value] = Some(argument.clone());
            }
        }
        Ok(frame)
    }

    /// The types of the arguments, which must be those of the parameters.
    fn argument_types(
        &self,
        caller: FuncId,
        call: &Call,
        callee: &Function,
    ) -> Result<Vec<TypeId>, Stop> {
        let signature = |ty| self.module.signature(ty).ok_or(Undefined::Call);
        let (result, _, is_written_variadic) = signature(call.ty)?;
        let (returned, parameters, is_variadic) = signature(callee.ty)?;
        let is_void = *self.module.types.get(result) == Type::Void;
        let caller = &self.module.functions[caller];
        let types = call.arguments.iter();
        let types = types.map(|argument| self.module.operand_type(caller, argument.value));
        let types: Vec<TypeId> = types.collect();
        let fits = types.starts_with(parameters)
            && (is_variadic || types.len() == parameters.len())
            && (!is_variadic || is_written_variadic);
        if !fits || !is_void && result != returned || call.forwards_variadic {
            return Err(Undefined::Call.into());
        }
        Ok(types)
    }

    /// Makes the copy that a `byval` argument points to.
    fn copy_argument(
        &self,
        world: &mut World<'_>,
        ty: TypeId,
        align: Option<u64>,
        pointer: &Value,
    ) -> Result<Value, Stop> {
        let layout = self.layout.get(ty).ok_or(Unsupported::Type(ty))?;
        let (size, align) = (layout.size, align.unwrap_or(1).max(layout.align));
        let pointer = &pointer.scalars()[0];
        let from = self.address(pointer, size, 1)?;
        world.spend(size / 8)?;
        let to = world.state.allocate(size, align)?;
        for offset in 0..size {
            let byte = world.state.memory.byte(from.wrapping_add(offset));
            world.state.memory.set_byte(to.wrapping_add(offset), byte);
        }
        let width = pointer.known().map_or(64, |bits| bits.width());
        Ok(Value::One(Scalar::int(width, to.into())))
    }

    /// Writes variable arguments to the stack; gives the address of the first.
    fn pass_variable(
        &self,
        world: &mut World<'_>,
        types: &[TypeId],
        arguments: &[Value],
    ) -> Result<u64, Stop> {
        let mut places = Vec::with_capacity(types.len());
        let mut end = 0_u64;
        for &ty in types {
            let layout = self.layout.get(ty).ok_or(Unsupported::Type(ty))?;
            let place = end.next_multiple_of(layout.align);
            places.push(place);
            end = place.checked_add(layout.size).ok_or(Stop::OutOfSpace)?;
        }
        world.spend(end / 16)?;
        let start = world.state.allocate(end, 16)?;
        for ((place, &ty), argument) in places.iter().zip(types).zip(arguments) {
            let pointer = Scalar::int(64, (start + place).into());
            self.store(world, ty, argument, &pointer, None)?;
        }
        Ok(start)
    }

    /// `va_arg`: reads the next variable argument of a list and advances the list.
    pub(super) fn next_variable(
        &self,
        world: &mut World<'_>,
        ty: TypeId,
        list: &Scalar,
    ) -> Result<Value, Stop> {
        let layout = self.layout.get(ty).ok_or(Unsupported::Type(ty))?;
        let width = self.module.data_layout.pointer(0).bits;
        let at = self.address(list, u64::from(width / 8), 1)?;
        let next = world.state.memory.load(at, 0, width);
        let next = next.decided()?.as_u64().ok_or(Undefined::OutOfBounds)?;
        let place = next
            .checked_next_multiple_of(layout.align)
            .ok_or(Undefined::OutOfBounds)?;
        let after = Scalar::int(width, place.wrapping_add(layout.size).into());
        world.state.memory.store(at, 0, width, &after);
        self.load(world, ty, &Scalar::int(width, place.into()), None)
    }
}
