//! Operations that need blocks of their own, because they are wider than any number of WebAssembly.
//!
//! *Needs:* a module. *Gives:* the changed module, if something in it is that wide.
//! *Cost:* linear in the instructions and cases, plus a copy of the module.
//! *Limits:* not for vectors.
//!
//! [Divisions](division) of more than 128 bits become loops, and [products](product) of more than
//! 256; [intrinsics and conversions](intrinsics) of more than 128 become arithmetic, and
//! [switches](switch) on more than 64 become several. The proof is about the changed graph.

mod division;
mod floats;
mod intrinsics;
mod product;
mod switch;
mod writer;

use std::collections::HashMap;

use unsnarl_ir::{
    BlockId, ConstId, Definition, FuncId, Function, Id, Inst, InstId, Module, Name, NameId, Op,
    Operand, Origin, Phi, Terminator, Type, TypeId, Value, ValueId,
};

/// The module without operations that are too wide; nothing if there are none.
pub(crate) fn expand(module: &Module) -> Option<Module> {
    let mut types = module.types.ids();
    if !types.any(|ty| matches!(module.types.get(ty), Type::Int(65..))) {
        return None;
    }
    let mut changed: Option<Module> = None;
    let mut declared = HashMap::new();
    for (id, function) in module.functions.pairs() {
        let has_intrinsics = intrinsics::is_in(module, function);
        let is_in = [division::is_in, product::is_in, switch::is_in];
        if !has_intrinsics && !is_in.iter().any(|is_in| is_in(module, function)) {
            continue;
        }
        let mut draft = Draft {
            module: changed.get_or_insert_with(|| module.clone()),
            function: function.clone(),
            declared: &mut declared,
        };
        // First: some of them divide.
        if has_intrinsics {
            intrinsics::expand(&mut draft);
        }
        division::expand(&mut draft);
        product::expand(&mut draft);
        switch::expand(&mut draft);
        let function = draft.function;
        draft.module.functions[id] = function;
    }
    changed
}

/// Replaces the instructions of which `find` gives something, in all blocks that the function has
/// now.
///
/// From the last to the first of each block, so that each instruction is moved to a new block once.
fn replace<T>(
    draft: &mut Draft<'_>,
    find: fn(&Module, &Function, &Op) -> Option<T>,
    write: fn(&mut Draft<'_>, BlockId, usize, InstId, &T),
) {
    for index in 0..draft.function.blocks.len() {
        let block = BlockId::new(index);
        while let Some((place, inst, found)) = last(draft, block, find) {
            write(draft, block, place, inst, &found);
        }
    }
}

/// The last instruction of a block of which `find` gives something: its place, itself, and that.
fn last<T>(
    draft: &Draft<'_>,
    block: BlockId,
    find: fn(&Module, &Function, &Op) -> Option<T>,
) -> Option<(usize, InstId, T)> {
    let insts = &draft.function.blocks[block].insts;
    insts.iter().enumerate().rev().find_map(|(place, &inst)| {
        let op = &draft.function.insts[inst].op;
        Some((place, inst, find(draft.module, &draft.function, op)?))
    })
}

/// A function under change.
struct Draft<'a> {
    module: &'a mut Module,
    function: Function,
    /// The intrinsics that are called here, by name.
    declared: &'a mut HashMap<NameId, FuncId>,
}

impl Draft<'_> {
    /// A new block like another one, without contents.
    fn block_like(&mut self, other: BlockId) -> BlockId {
        let block = self.function.blocks[other].bare(Terminator::Unreachable);
        self.function.blocks.push(block)
    }

    /// Adds an instruction to the end of a block, and gives its result.
    fn add(&mut self, block: BlockId, ty: TypeId, op: Op) -> Operand {
        let inst = self.function.insts.next_id();
        let result = self.value(ty, Definition::Inst(inst));
        self.function.insts.push(Inst {
            op,
            result: Some(result),
            origin: self.origin(block),
        });
        self.function.blocks[block].insts.push(inst);
        Operand::Value(result)
    }

    /// Adds a phi to a block; its operands are filled in later.
    fn add_phi(&mut self, block: BlockId, ty: TypeId) -> Operand {
        let number = self.function.blocks[block].phis.len() as u32;
        let result = self.value(ty, Definition::Phi(block, number));
        let origin = self.origin(block);
        self.function.blocks[block].phis.push(Phi {
            result,
            incoming: Vec::new(),
            origin,
        });
        Operand::Value(result)
    }

    fn value(&mut self, ty: TypeId, definition: Definition) -> ValueId {
        let name = Name::Number(unsnarl_ir::Id::index(self.function.values.next_id()) as u32);
        self.function.values.push(Value {
            ty,
            name,
            definition,
        })
    }

    fn origin(&self, block: BlockId) -> Origin {
        self.function.blocks[block].terminator_origin
    }

    fn number(&mut self, width: u32, value: u128) -> ConstId {
        self.module.add_int(width, value)
    }

    /// The width of an integer that is no element of a vector.
    fn width(&self, operand: Operand) -> Option<u32> {
        width(self.module, &self.function, operand)
    }
}

fn width(module: &Module, function: &Function, operand: Operand) -> Option<u32> {
    module
        .types
        .int_width(module.operand_type(function, operand))
}
