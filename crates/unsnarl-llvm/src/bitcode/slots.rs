//! What the numbers of values stand for, and names that are still to come.

use unsnarl_ir::{Name, NameId, TypeId, ValueId};

/// What a number stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Slot {
    /// A symbol by its place among their records.
    Symbol(usize),
    /// A constant by its place among their records.
    Constant(usize),
    /// A value of the function.
    Value(ValueId),
}

/// An operand of an instruction, before it is asked for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Used {
    pub(super) number: u64,
    pub(super) ty: TypeId,
}

/// The name of what may still get one.
pub(super) const UNNAMED: Name = Name::Number(u32::MAX);

/// The names of blocks by their numbers.
pub(super) type NamedBlocks = Vec<(u64, NameId)>;
