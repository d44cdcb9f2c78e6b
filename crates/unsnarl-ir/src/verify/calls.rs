//! Rule I7: calls agree with their function type.

use super::{Judge, Rule};
use crate::function::Function;
use crate::id::TypeId;
use crate::inst::{Call, Callee};
use crate::types::Type;

impl Judge<'_> {
    pub(super) fn call(&mut self, function: &Function, call: &Call, result: Option<TypeId>) {
        let module = self.module;
        let Some((returned, parameters, varargs)) = module.signature(call.ty) else {
            return self.check(Rule::I7, false, "the type of a call is not a function type");
        };
        if let Callee::Indirect(callee) = call.callee {
            let is_pointer = self.is_pointer(self.ty(function, callee));
            self.check(Rule::I7, is_pointer, "the callee is not a pointer");
        }
        let fixed = call
            .arguments
            .iter()
            .take(parameters.len())
            .map(|argument| self.ty(function, argument.value));
        let fits = fixed.eq(parameters.iter().copied());
        let more = call.arguments.len() > parameters.len();
        self.check(
            Rule::I7,
            fits && (varargs || !more),
            "the arguments of a call do not match its function type",
        );
        let returned = Some(returned).filter(|&ty| *module.types.get(ty) != Type::Void);
        self.check(
            Rule::I7,
            result == returned,
            "the result of a call does not match its function type",
        );
        for argument in &call.arguments {
            self.align(argument.attributes.align);
        }
    }
}
