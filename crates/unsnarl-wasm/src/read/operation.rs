//! Instructions of WebAssembly as operations of the machine.
//!
//! *Gives:* [`operation`]: what an instruction does that takes its operands from the stack, but for
//! those that refer to a function, global, table, tag or segment.
//! *Cost:* constant; the table of names is made once.
//!
//! An operation has the name of its instruction. So the table is not written down: both lists are
//! compared by name. It is another one than that of the [proof](crate::proof), so that an error
//! would have to be made twice.

use std::sync::LazyLock;

use foldhash::HashMap;
use unsnarl_low::op::memory::{Address, AddressWidths, Memory};
use unsnarl_low::{Op, Type};
use wasmparser::{MemArg, MemArgTarget, Operator};

/// An operation, and what it takes from and leaves on the stack.
#[derive(Clone, Copy, Debug)]
pub(super) struct Operation {
    pub(super) op: Op,
    pub(super) operands: usize,
    pub(super) result: Option<Type>,
}

/// The immediates of an instruction that the machine has, too.
#[derive(Default)]
struct Immediates {
    access: Option<MemArg>,
    lane: u8,
    bytes: [u8; 16],
}

macro_rules! note {
    ($to:ident memarg $found:ident) => {
        $to.access = Some(*$found)
    };
    ($to:ident lane $found:ident) => {
        $to.lane = *$found
    };
    ($to:ident lanes $found:ident) => {
        $to.bytes = *$found
    };
    ($to:ident $other:ident $found:ident) => {
        let _ = $found;
    };
}

macro_rules! tables {
    ($(@$proposal:ident $op:ident $({ $($arg:ident: $ty:ty),* })?
        => $visit:ident ($($arity:tt)*))*) => {
        /// The names of all instructions, without the full stops and bars of the text form.
        const NAMES: &[&str] = &[$(stringify!($op)),*];

        fn name(op: &Operator<'_>) -> &'static str {
            match op {
                $(Operator::$op { .. } => stringify!($op),)*
                _ => "",
            }
        }

        fn immediates(op: &Operator<'_>) -> Immediates {
            let mut found = Immediates::default();
            match op {
                $(Operator::$op $({ $($arg),* })? => {
                    $($(note!(found $arg $arg);)*)?
                })*
                _ => {}
            }
            found
        }
    };
}

wasmparser::for_each_operator!(tables);

/// Operations by the names of instructions.
static OPERATIONS: LazyLock<HashMap<&'static str, Operation>> = LazyLock::new(|| {
    let flat = |name: &str| name.replace(['.', '_'], "").to_lowercase();
    let all = Op::all().into_iter();
    let mut by_name: HashMap<String, Op> = all.map(|op| (flat(&op.name()), op)).collect();
    let found = NAMES.iter().filter_map(|&name| {
        let op = by_name.remove(&flat(name))?;
        let signature = op.signature(&AddressWidths::default())?;
        let operation = Operation {
            op,
            operands: signature.operands.len(),
            result: signature.result,
        };
        Some((name, operation))
    });
    found.collect()
});

/// The operation of an instruction, with its immediates. What refers to something of the module by
/// number refers to the first one here, but for the memory of an access.
pub(super) fn operation(instruction: &Operator<'_>) -> Option<Operation> {
    let mut operation = *OPERATIONS.get(name(instruction))?;
    let found = immediates(instruction);
    if let Some(access) = found.access {
        operation.op = operation.op.with_address(address(access));
    }
    match &mut operation.op {
        Op::ExtractLane(_, _, lane)
        | Op::ReplaceLane(_, lane)
        | Op::LoadLane(_, _, lane)
        | Op::StoreLane(_, _, lane) => *lane = found.lane,
        Op::Shuffle(bytes) => *bytes = found.bytes,
        _ => {}
    }
    Some(operation)
}

fn address(access: MemArg) -> Address {
    let memory = match access.target {
        MemArgTarget::Memory(memory) => memory,
        _ => unreachable!("the validator knows no other accesses"),
    };
    Address {
        memory: Memory(memory),
        symbol: None,
        offset: access.offset,
        align: access.align,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Calls and `throw` have no signature of their own; all else is found.
    #[test]
    fn every_operation_is_an_instruction() {
        let calls = |op: &&Op| matches!(op, Op::Call(_) | Op::CallIndirect(_) | Op::Throw(_));
        let all = Op::all();
        let others = all.len() - all.iter().filter(calls).count();
        assert_eq!(OPERATIONS.len(), others);
    }
}
