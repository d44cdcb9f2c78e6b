//! Blocks whose addresses are taken, and the branches to them.

use std::hash::Hash;

use foldhash::HashMap;
use unsnarl_ir::{
    BlockId, Case, CastOp, ConstId, Flags, Function, Module, Name, Op, Operand, Origin, Terminator,
};

/// Address-taken blocks, numbered per function from 1 in the order in which they are named.
pub(crate) struct Labels<F, B, P> {
    numbers: HashMap<(F, B), u32>,
    /// In the order in which they are named first.
    pub(crate) list: Vec<Label<F, B, P>>,
    counts: HashMap<F, u32>,
}

/// An address-taken block.
pub(crate) struct Label<F, B, P> {
    pub(crate) function: F,
    pub(crate) block: B,
    pub(crate) number: u32,
    /// Where it is named first.
    pub(crate) used: P,
}

impl<F, B, P> Default for Labels<F, B, P> {
    fn default() -> Self {
        Labels {
            numbers: HashMap::default(),
            list: Vec::new(),
            counts: HashMap::default(),
        }
    }
}

impl<F: Clone + Eq + Hash, B: Clone + Eq + Hash, P> Labels<F, B, P> {
    /// Returns the number of a block of a function, a new one if it has none.
    pub(crate) fn number(&mut self, function: &F, block: &B, used: P) -> u32 {
        let key = (function.clone(), block.clone());
        if let Some(&number) = self.numbers.get(&key) {
            return number;
        }
        let count = self.counts.entry(function.clone()).or_default();
        *count += 1;
        let number = *count;
        self.numbers.insert(key, number);
        self.list.push(Label {
            function: function.clone(),
            block: block.clone(),
            number,
            used,
        });
        number
    }
}

/// The number of an address-taken block as an integer as wide as a pointer.
pub(crate) fn label_number(module: &mut Module, number: u32) -> ConstId {
    let width = module.data_layout.pointer(0).bits;
    module.add_int(width, u128::from(number))
}

/// Ends in a switch over the numbers of blocks, the last one the default. `value` makes the number
/// of the address that is branched to, if it is needed.
pub(crate) fn address_switch(
    module: &mut Module,
    mut targets: Vec<(u32, BlockId)>,
    value: impl FnOnce(&mut Module) -> Operand,
) -> Terminator {
    let Some((_, default)) = targets.pop() else {
        return Terminator::Unreachable;
    };
    if targets.is_empty() {
        return Terminator::Jump(default);
    }
    let value = value(module);
    let case = |(number, to)| Case {
        value: label_number(module, number),
        to,
    };
    let cases = targets.into_iter().map(case).collect();
    Terminator::Switch {
        value,
        cases,
        default,
    }
}

/// Adds the conversion of a block address to its number at the end of `block`. The new value is
/// named after the instruction.
pub(crate) fn number_of_address(
    module: &mut Module,
    function: &mut Function,
    block: Option<BlockId>,
    value: Operand,
    origin: Origin,
) -> Operand {
    let width = module.data_layout.pointer(0).bits;
    let ty = module.types.int(width);
    let id = function.insts.next_key();
    let name = Name::Text(module.names.add(&format!("indirectbr.{id}")));
    let definition = function.next_definition();
    let result = function.add_value(ty, name, definition);
    let op = Op::Cast {
        op: CastOp::PtrToInt,
        flags: Flags::default(),
        value,
    };
    if let Some(block) = block {
        function.add_inst(block, op, Some(result), origin);
    }
    Operand::Value(result)
}
