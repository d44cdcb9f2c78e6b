//! What the symbols of a function are called in its bytes.
//!
//! *Gives:* [`Meanings`], with one implementation for code that was [selected](Selected), and one
//! for code that was [read](Kept). They share nothing with [the writer's](crate::linkage).

mod kept;
mod selected;

pub(crate) use kept::Kept;
pub(crate) use selected::Selected;

use unsnarl_low::{Op, Type};

pub(crate) use crate::meanings::{Global, Meanings};

/// An operation without the types of operands that the bytes do not say.
pub(super) fn untyped(op: Op) -> Op {
    match op {
        Op::Select(_) => Op::Select(Type::I32),
        Op::IsNull(_) => Op::IsNull(Type::ExnRef),
        Op::TableGet(table, _) => Op::TableGet(table, Type::FuncRef),
        Op::TableSet(table, _) => Op::TableSet(table, Type::FuncRef),
        Op::TableGrow(table, _) => Op::TableGrow(table, Type::FuncRef),
        Op::TableFill(table, _) => Op::TableFill(table, Type::FuncRef),
        other => other,
    }
}
