//! Calls in C.
//!
//! *Gives:* [`Values::call`].
//!
//! A call names its function where the types agree; else it goes through a pointer of the call's
//! own type. Functions that compilers [know](super::library) are declared with C's types, and what
//! they return is converted to the type that it has everywhere else.

use unsnarl_ir::{
    Argument, Call, Callee, FloatKind, FuncId, Operand, ParameterAttributes, Type, TypeId, ValueId,
    demand,
};

use super::expression::{Expression, Level};
use super::fields::TargetId;
use super::refusal::Cause;
use super::types::holder;
use super::unit::untyped;
use super::values::{Values, masked};

type Made = Result<Expression, Cause>;

impl Values<'_, '_> {
    /// # Errors
    /// If an operand bundle changes what a call does. Those of `llvm.assume` are assumptions.
    fn check_bundles(&self, call: &Call) -> Result<(), Cause> {
        let module = self.unit.module;
        let is_assumption = matches!(call.callee, Callee::Direct(id)
            if module.intrinsic(id) == Some("llvm.assume"));
        let mut tags = call.bundles.iter().map(|bundle| module.name(bundle.tag));
        let changes = |tag: &&str| !is_assumption && demand::is_bundle(tag);
        match tags.find(changes) {
            Some(tag) => Err(Cause::Construct(format!("the operand bundle \"{tag}\""))),
            None => Ok(()),
        }
    }

    /// A call as an expression; one without a result is a statement.
    pub(super) fn call(&self, call: &Call, result: Option<ValueId>) -> Made {
        self.check_bundles(call)?;
        match call.callee {
            Callee::Direct(id) => match self.unit.module.intrinsic(id) {
                Some(name) => self.intrinsic(name, call, result),
                None => self.direct(id, call),
            },
            Callee::Indirect(callee) => {
                let is_known = matches!(callee, Operand::Const(_));
                let callee = self.operand(callee)?;
                self.through(&callee, is_known, call)
            }
            Callee::Assembly(ref assembly) => self.assembly(assembly, call, result),
        }
    }

    fn direct(&self, id: FuncId, call: &Call) -> Made {
        let unit = self.unit;
        let function = &unit.module.functions[id];
        if call.convention != 0 && call.convention != 8 || function.convention != call.convention {
            return Err(Cause::Construct(format!(
                "the calling convention {}",
                call.convention
            )));
        }
        if function.ty != call.ty || unit.takes_nothing_named(function) {
            let callee = unit.address_of_function(id);
            return self.through(&callee, true, call);
        }
        if let Some(known) = unit.known(id) {
            unit.used_functions.borrow_mut().insert(id);
            let mut arguments = self.arguments(call)?;
            for (place, argument) in arguments.iter_mut().enumerate() {
                // What C's types point to is not what is there.
                let is_bytes =
                    argument.points_to == Some(TargetId::BYTES) || argument.text.starts_with('"');
                if argument.is_typed_pointer && !(is_bytes && known.takes_bytes(place)) {
                    *argument = untyped(argument);
                }
            }
            let called = Expression::call(unit.function_name(id), &arguments);
            let (result, ..) = unit
                .module
                .signature(call.ty)
                .unwrap_or((call.ty, &[], false));
            let is_int = unit.module.types.int_width(result).is_some();
            let mut called = match known.is_signed() && is_int {
                true => Expression::retyped(unit.value_type(result)?, &called),
                false => called,
            };
            called.is_typed_pointer = known.is_typed_pointer();
            return Ok(called);
        }
        unit.used_functions.borrow_mut().insert(id);
        let mut arguments = self.arguments(call)?;
        for (place, argument) in arguments.iter_mut().enumerate() {
            *argument = self.assigned(argument.clone(), unit.fields.parameter(id, place));
        }
        let called = Expression::call(unit.function_name(id), &arguments);
        self.returned(called, call.ty, function.result_attributes.signext)
    }

    /// What a call returns, as the IR has it: without a sign, and zeros above its bits, where other
    /// compilers leave anything.
    fn returned(&self, called: Expression, ty: TypeId, is_signed: bool) -> Made {
        let unit = self.unit;
        let (result, ..) = unit.module.signature(ty).unwrap_or((ty, &[], false));
        let called = match is_signed {
            true => Expression::retyped(unit.value_type(result)?, &called),
            false => called,
        };
        Ok(match unit.module.types.int_width(result) {
            Some(bits) => masked(called, bits),
            None => match unit.types.borrow_mut().returned(result)? {
                Some(returned) => Expression::call(returned.from, &[called]),
                None => called,
            },
        })
    }

    /// A call through a pointer. Where compilers know which function that is, they see to it that a
    /// call by another type than the function's traps, unless the pointer is a variable.
    fn through(&self, callee: &Expression, is_known: bool, call: &Call) -> Made {
        if call.convention != 0 && call.convention != 8 {
            return Err(Cause::Construct(format!(
                "the calling convention {}",
                call.convention
            )));
        }
        let unit = self.unit;
        unit.refuse_wide(call.ty)?;
        let prototype = unit.prototype(call.ty, &call.result_attributes, |place| {
            let argument = call.arguments.get(place);
            argument.map_or_else(ParameterAttributes::default, |own| own.attributes)
        })?;
        let mut parameters = prototype.parameters.join(", ");
        if prototype.is_variadic && !prototype.parameters.is_empty() {
            parameters += ", ...";
        } else if parameters.is_empty() && !prototype.is_variadic {
            parameters += "void";
        }
        let result = prototype.result;
        let callee = match is_known {
            true => Expression::atom(format!(
                "__extension__({{ {result} (*ir_f)({parameters}) = {}; ir_f; }})",
                untyped(callee).text
            )),
            false => Expression::cast(format!("{result} (*)({parameters})"), &untyped(callee)),
        };
        let called = Expression::call(callee.at(Level::Postfix), &self.arguments(call)?);
        self.returned(called, call.ty, call.result_attributes.signext)
    }

    fn arguments(&self, call: &Call) -> Result<Vec<Expression>, Cause> {
        let fixed = self.unit.module.signature(call.ty);
        let fixed = fixed.map_or(0, |(_, parameters, _)| parameters.len());
        let arguments = call.arguments.iter().enumerate();
        arguments
            .map(|(place, argument)| self.argument(argument, place < fixed))
            .collect()
    }

    fn argument(&self, argument: &Argument, is_fixed: bool) -> Made {
        if let Some(ty) = argument.attributes.byval {
            let align = argument.attributes.align;
            let name = self.unit.types.borrow_mut().in_memory(ty, align);
            if let Some(name) = name {
                return Ok(Expression::access(name, &self.operand(argument.value)?));
            }
            return self.place(argument.value, ty, argument.attributes.align, false);
        }
        let value = self.operand(argument.value)?;
        if is_fixed {
            let is_number = value.is_untyped || self.known_int(argument.value).is_some();
            if is_number && argument.attributes.signext {
                return self.signed(argument.value);
            }
            return Ok(value.converted().clone());
        }
        // Nothing says the type of an argument behind the others but itself.
        let ty = self.ty(argument.value);
        if self.unit.is_wide(ty) {
            return Err(self.unit.types.borrow().unsupported(ty));
        }
        Ok(match self.unit.module.types.resolve(ty) {
            Type::Int(_) => value.typed(self.unit.value_type(ty)?),
            // C would convert a float to a double; the IR has one where a struct of it is passed.
            Type::Float(FloatKind::Float) => Expression::new(
                format!("(struct {{ float f0; }}){{ {} }}", value.converted().text),
                Level::Postfix,
            ),
            _ => value,
        })
    }

    pub(super) fn width(&self, ty: TypeId) -> Result<u32, Cause> {
        let bits = self.unit.module.types.int_width(ty);
        let lane = self.lanes_of(ty).and_then(|(lane, _)| match lane {
            Type::Int(bits) => Some(*bits),
            _ => None,
        });
        let known = bits.or(lane);
        let known = known.filter(|&bits| holder(bits) == Some(bits) && bits > 1);
        known.ok_or_else(|| self.unit.types.borrow().no_operation(ty))
    }
}
