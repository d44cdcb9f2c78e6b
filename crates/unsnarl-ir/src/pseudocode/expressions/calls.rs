//! Calls as expressions.
//!
//! *Needs:* a builder for the operands.
//! *Gives:* [`call`]. Intrinsics have plain names: `memcpy(p, q, 8)`, `umin(a, b)`; arguments that
//! only state assumptions of the instruction are left out.
//! *Limits:* attributes and operand bundles are not shown.

use super::super::constants::symbol;
use super::super::effect::intrinsic;
use super::super::operators::is_text;
use super::super::tree::{Expression, Shape};
use super::Builder;
use crate::inst::{Call, Callee};

pub(super) fn call(builder: &Builder<'_, '_>, call: &Call) -> Expression {
    let module = builder.context.module;
    let arguments = call.arguments.iter();
    let mut arguments: Vec<Expression> = arguments
        .map(|argument| builder.operand(argument.value))
        .collect();
    if let Some(base) = intrinsic(module, call) {
        match base {
            "expect" | "expect.with.probability" | "threadlocal.address"
                if !arguments.is_empty() =>
            {
                return arguments.swap_remove(0);
            }
            "memcpy" | "memmove" | "memset" | "memcpy.inline" | "memset.inline" => {
                let is_plain = arguments.last().is_some_and(|last| is_text(last, "false"));
                arguments.pop();
                if !is_plain {
                    arguments.push(Expression::text("volatile"));
                }
            }
            "abs" | "ctlz" | "cttz" => arguments.truncate(1),
            _ => {}
        }
        return Expression::call(base.replace('.', "_"), arguments);
    }
    let callee = match call.callee {
        Callee::Direct(callee) => Expression::text(symbol(module.function_name(callee))),
        Callee::Indirect(operand) => builder.operand(operand),
        Callee::Assembly(assembly) => {
            let text = Expression::text(format!("{:?}", module.name(assembly.text)));
            let constraints = Expression::text(format!("{:?}", module.name(assembly.constraints)));
            arguments.splice(0..0, [text, constraints]);
            Expression::text("asm")
        }
    };
    let shape = Shape::Call(Box::new(callee), arguments);
    Expression::new(shape)
}
