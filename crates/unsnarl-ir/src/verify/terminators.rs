//! Rule I9: terminators have valid operands.

use super::pads::made_by;
use super::{Judge, Rule};
use crate::constant::Constant;
use crate::function::Function;
use crate::inst::{Callee, Op, Operand};
use crate::int::WideInt;
use crate::terminator::{Case, Terminator};
use crate::types::Type;

impl Judge<'_> {
    pub(super) fn terminator(&mut self, function: &Function, terminator: &Terminator) {
        match terminator {
            Terminator::Return(value) => {
                let returned = value.map(|value| self.ty(function, value));
                let wanted = self
                    .module
                    .signature(function.ty)
                    .map(|(result, ..)| result);
                let wanted = wanted.filter(|&ty| *self.module.types.get(ty) != Type::Void);
                self.check(
                    Rule::I9,
                    returned == wanted,
                    "the type of a return differs from the function's result type",
                );
            }
            Terminator::Branch { condition, .. } => {
                let is_bit = self.is_bit(self.ty(function, *condition));
                self.check(Rule::I9, is_bit, "the condition of a branch is not an i1");
            }
            Terminator::Switch { value, cases, .. } => self.switch(function, *value, cases),
            Terminator::Invoke(invoke) => {
                let result = invoke.result.map(|value| function.value_type(value));
                self.call(function, &invoke.call, result);
            }
            Terminator::CallBranch(branch) => {
                let result = branch.result.map(|value| function.value_type(value));
                self.call(function, &branch.call, result);
                let is_assembly = matches!(branch.call.callee, Callee::Assembly(_));
                self.check(
                    Rule::I9,
                    is_assembly,
                    "the callee of a callbr is not inline assembly",
                );
            }
            Terminator::Resume(value) => {
                let is_value = self.is_value_type(self.ty(function, *value));
                self.check(Rule::I9, is_value, "a resume has no value");
            }
            Terminator::CatchReturn { pad, .. } => {
                let fits = matches!(made_by(function, *pad), Some(Op::CatchPad { .. }));
                self.check(
                    Rule::I9,
                    fits,
                    "the operand of a catchret is not a catchpad",
                );
            }
            Terminator::CleanupReturn { pad, .. } => {
                let fits = matches!(made_by(function, *pad), Some(Op::CleanupPad { .. }));
                self.check(
                    Rule::I9,
                    fits,
                    "the operand of a cleanupret is not a cleanuppad",
                );
            }
            Terminator::CatchSwitch(switch) => {
                let ty = function.value_type(switch.result);
                let is_token = *self.module.types.get(ty) == Type::Token;
                self.check(
                    Rule::I9,
                    is_token,
                    "the result of a catchswitch is not a token",
                );
            }
            Terminator::Jump(_) | Terminator::Unreachable => {}
        }
    }

    fn switch(&mut self, function: &Function, value: Operand, cases: &[Case]) {
        let ty = self.ty(function, value);
        let is_int = self.module.types.int_width(ty).is_some();
        self.check(
            Rule::I9,
            is_int,
            "the operand of a switch is not an integer",
        );
        let module = self.module;
        let mut values: Vec<&WideInt> = Vec::with_capacity(cases.len());
        for case in cases {
            match module.constant(case.value) {
                Constant::Int { ty: case, value } if *case == ty => values.push(value),
                _ => self.check(
                    Rule::I9,
                    false,
                    "a case does not have the type of the switch",
                ),
            }
        }
        values.sort_unstable();
        let distinct = values.windows(2).all(|pair| pair[0] != pair[1]);
        self.check(Rule::I9, distinct, "two cases have the same value");
    }
}
