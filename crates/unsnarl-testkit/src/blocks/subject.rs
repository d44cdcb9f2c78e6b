//! A function before and after selection: all that the runner knows of how code is selected.
//!
//! *Needs:* a module, and a function of it. *Gives:* [`Subject`]: the code, which values its
//! registers hold, what they say of their spare bits, and where variables are in the frame.

use std::ops::Range;

use unsnarl_ir::{
    BlockId, Constant, Definition, FuncId, Function, GlobalId, Id, IdMap, InstId, Module, Operand,
    ValueId,
};
use unsnarl_low::{Function as Code, Reg, Symbol};
use unsnarl_wasm::inspect::{self, Selected, Selector};

pub use unsnarl_low::select::Meaning;
pub use unsnarl_wasm::inspect::Stage;

use super::held::{Piece, Spare, Vectors, pieces};

/// The module from which code is selected.
pub fn legal(module: &Module) -> Module {
    inspect::legal(module)
}

/// A module whose functions can be selected.
pub struct Source<'m> {
    /// The module.
    pub module: &'m Module,
    /// Where its vectors are.
    pub vectors: Vectors,
    selector: Selector<'m>,
}

impl<'m> Source<'m> {
    /// Prepares a module that is [legal].
    ///
    /// # Errors
    /// If it is not for wasm32.
    pub fn new(module: &'m Module) -> Result<Self, String> {
        let selector = Selector::new(module).map_err(|errors| errors.to_string())?;
        let uses = |name| {
            let mut ids = module.functions.keys();
            ids.any(|id| {
                let features = module.function_attribute(id, "target-features");
                features.is_some_and(|list| list.split(',').any(|feature| feature == name))
            })
        };
        let vectors = match uses("+simd128") || uses("+relaxed-simd") {
            true => Vectors::InRegisters,
            false => Vectors::InElements,
        };
        Ok(Self {
            module,
            vectors,
            selector,
        })
    }

    /// The functions with a body.
    pub fn definitions(&self) -> &[FuncId] {
        self.selector.definitions()
    }

    /// What a symbol stands for.
    pub fn meaning(&self, symbol: Symbol) -> Meaning {
        self.selector.meaning(symbol)
    }

    /// The global that holds the stack pointer.
    pub fn stack_pointer(&self) -> Symbol {
        self.selector.stack_pointer()
    }

    /// Selects the code of a function.
    ///
    /// # Errors
    /// What in it is not supported.
    pub fn subject(&self, id: FuncId, stage: Stage) -> Result<Subject<'m>, String> {
        let selected = self.selector.select(id, stage);
        let selected = selected.map_err(|errors| errors.to_string())?;
        Ok(Subject::new(self, id, selected))
    }
}

/// A function before and after selection.
pub struct Subject<'m> {
    /// The module.
    pub module: &'m Module,
    /// The function.
    pub id: FuncId,
    /// The function.
    pub function: &'m Function,
    /// Its code.
    pub code: Code,
    /// The part of the frame that calls pass values in.
    pub outgoing: Range<u32>,
    /// By instruction: the offset in the frame of the variable that it makes.
    pub variables: IdMap<InstId, Option<u32>>,
    /// By value: its registers.
    registers: Vec<Vec<Option<Reg>>>,
    /// By register: the values that it holds a piece of, and the number of the piece.
    holders: Vec<Vec<(ValueId, usize)>>,
    spares: Vec<Spare>,
    /// By instruction: where it is.
    places: IdMap<InstId, Option<(BlockId, usize)>>,
    vectors: Vectors,
}

impl<'m> Subject<'m> {
    fn new(source: &Source<'m>, id: FuncId, selected: Selected) -> Self {
        let function = &*source.module.functions[id];
        let mut registers = vec![Vec::new(); function.values.len()];
        let mut holders = vec![Vec::new(); selected.code.reg_count()];
        for &(reg, value) in &selected.registers {
            registers[value.index()].push(reg);
        }
        let mut variables: IdMap<InstId, Option<u32>> = IdMap::filled(function.insts.len(), None);
        for &(inst, offset) in &selected.variables {
            variables[inst] = Some(offset);
        }
        let mut places: IdMap<InstId, _> = IdMap::filled(function.insts.len(), None);
        for (block, contents) in function.blocks.iter() {
            for (index, &inst) in contents.insts.iter().enumerate() {
                places[inst] = Some((block, index));
            }
        }
        for value in by_definition(function, &selected.code, &places) {
            for (piece, reg) in registers[value.index()].iter().enumerate() {
                if let Some(reg) = reg {
                    holders[reg.index()].push((value, piece));
                }
            }
        }
        let spares = selected.claims.iter().map(|claim| Spare {
            zero: claim.zero,
            sign: claim.sign,
        });
        Self {
            module: source.module,
            id,
            function,
            spares: spares.collect(),
            code: selected.code,
            outgoing: selected.outgoing,
            variables,
            registers,
            holders,
            places,
            vectors: source.vectors,
        }
    }

    /// The registers of a value, one for each of its pieces; none where a pass has left none.
    pub fn registers(&self, value: ValueId) -> &[Option<Reg>] {
        &self.registers[value.index()]
    }

    /// The values that a register holds a piece of, and the number of the piece: first the one from
    /// which the others are computed.
    pub fn holders(&self, reg: Reg) -> &[(ValueId, usize)] {
        &self.holders[reg.index()]
    }

    /// What the registers of a value say of their spare bits.
    pub fn spare(&self, value: ValueId) -> Spare {
        self.spares[value.index()]
    }

    /// The block and the place in it of an instruction.
    pub fn place(&self, inst: InstId) -> Option<(BlockId, usize)> {
        self.places[inst]
    }

    /// Says otherwise of the spare bits of a value, as a broken selection would.
    pub fn set_spare(&mut self, value: ValueId, spare: Spare) {
        self.spares[value.index()] = spare;
    }

    /// The pieces of a value.
    pub fn pieces(&self, value: ValueId) -> Option<Vec<Piece>> {
        pieces(self.module, self.function.value_type(value), self.vectors)
    }

    /// The name of the function.
    pub fn name(&self) -> &'m str {
        self.module.function_name(self.id)
    }
}

/// The values in an order in which each comes after those that it is computed from: a register that
/// holds several is that of the first.
fn by_definition(
    function: &Function,
    code: &Code,
    places: &IdMap<InstId, Option<(BlockId, usize)>>,
) -> Vec<ValueId> {
    let mut ranks = vec![0; function.blocks.len()];
    for (rank, block) in code.order().iter().enumerate() {
        ranks[block.index()] = rank + 1;
    }
    let rank = |value: &ValueId| match function.values[*value].definition {
        Definition::Parameter(_) => (0, 0),
        Definition::Phi(block, _) => (ranks[block.index()], 0),
        Definition::Terminator(block) => (ranks[block.index()], usize::MAX),
        Definition::Inst(inst) => match places[inst] {
            Some((block, index)) => (ranks[block.index()], 1 + index),
            None => (usize::MAX, 0),
        },
    };
    let mut values: Vec<ValueId> = function.values.keys().collect();
    values.sort_by_key(rank);
    values
}

/// The variables that the instructions of a block name.
pub fn globals(subject: &Subject<'_>, block: BlockId) -> Vec<GlobalId> {
    let mut found = Vec::new();
    let module = subject.module;
    let mut open = Vec::new();
    for &inst in &subject.function.blocks[block].insts {
        let mut op = subject.function.insts[inst].op.clone();
        op.each_operand_mut(|operand| {
            if let Operand::Const(constant) = operand {
                open.push(*constant);
            }
        });
    }
    while let Some(constant) = open.pop() {
        match module.constant(constant) {
            Constant::Global(global) => found.push(*global),
            Constant::Expression { expression, .. } => {
                open.extend(expression.operands());
            }
            _ => {}
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}
