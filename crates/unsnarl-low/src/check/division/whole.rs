//! A function and its parts, as one graph.
//!
//! *Needs:* a [`Division`]. *Gives:* [`Whole`]: which block calls which part, and one numbering of
//! all blocks; or the first rule that is broken.
//! *Cost:* linear.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use foldhash::fast::FixedState;
use unsnarl::{BlockId, Id};

use super::Division;
use super::broken::{Broken, Place, Rule};
use crate::machine::{Callee, Exit, Function, InstId, Reg};
use crate::op::Op;
use crate::symbol::Symbol;
use crate::types::{LaneType, Type};

/// Where a part is called. Functions have numbers: 0 is the function, the parts follow.
#[derive(Clone, Copy, Debug)]
pub(super) struct Call {
    /// The function that calls, and the block.
    pub(super) function: usize,
    pub(super) block: BlockId,
    pub(super) inst: InstId,
}

/// A function and its parts.
pub(super) struct Whole<'a> {
    pub(super) functions: Vec<&'a Function>,
    /// By function: where it is called. The function itself is not.
    pub(super) calls: Vec<Option<Call>>,
    /// By block of all: the part that it calls.
    called: Vec<Option<usize>>,
    /// By function: the number of its first block among those of all.
    bases: Vec<usize>,
    symbols: HashMap<Symbol, Named, FixedState>,
    division: &'a Division<'a>,
}

/// What a symbol of a division is.
#[derive(Clone, Copy)]
enum Named {
    /// The function with a number.
    Part(usize),
    Variable(Type),
}

impl<'a> Whole<'a> {
    /// Finds the calls, and checks all that can be said without following values.
    pub(super) fn new(before: &Function, division: &'a Division<'a>) -> Result<Self, Broken> {
        let parts = division.parts.iter();
        let functions: Vec<&Function> = [division.function]
            .into_iter()
            .chain(parts.map(|(_, part)| part))
            .collect();
        let mut bases = vec![0];
        for function in &functions {
            bases.push(bases[bases.len() - 1] + function.block_count());
        }
        let mut whole = Whole {
            calls: vec![None; functions.len()],
            called: vec![None; bases[functions.len()]],
            symbols: HashMap::default(),
            functions,
            bases,
            division,
        };
        whole.name()?;
        whole.is_not_in(before)?;
        for function in 0..whole.functions.len() {
            whole.header(function)?;
            let all: &'a Function = whole.functions[function];
            for &block in all.order() {
                whole.block(function, block)?;
            }
        }
        match whole.calls[1..].iter().position(Option::is_none) {
            Some(part) => whole.broken(1 + part, None, Rule::NotCalled),
            None => Ok(whole),
        }
    }

    fn name(&mut self) -> Result<(), Broken> {
        let parts = self.division.parts.iter().enumerate();
        let parts = parts.map(|(index, (symbol, _))| (*symbol, Named::Part(1 + index)));
        let variables = self.division.variables.iter();
        let variables = variables.map(|&(symbol, ty)| (symbol, Named::Variable(ty)));
        for (symbol, named) in parts.chain(variables) {
            match self.symbols.entry(symbol) {
                Entry::Vacant(place) => place.insert(named),
                Entry::Occupied(_) => return self.broken(0, None, Rule::Twice),
            };
        }
        Ok(())
    }

    fn is_not_in(&self, before: &Function) -> Result<(), Broken> {
        for &block in before.order() {
            let data = before.block(block);
            let mut ops = data.insts().map(|inst| before.inst(inst).op);
            let is_named = |symbol| self.symbols.contains_key(&symbol);
            if ops.any(|op| symbol_of(op).is_some_and(is_named)) || self.exit_names(&data.exit) {
                return self.broken(0, Some(block), Rule::Mentioned);
            }
        }
        match self.has_address(before) {
            true => self.broken(0, None, Rule::Mentioned),
            false => Ok(()),
        }
    }

    /// Tells whether an exit calls a part.
    fn exit_names(&self, exit: &Exit) -> bool {
        match exit {
            Exit::Call(Callee::Symbol(symbol) | Callee::Throw(symbol), _)
            | Exit::TailCall(Callee::Symbol(symbol) | Callee::Throw(symbol)) => {
                self.symbols.contains_key(symbol)
            }
            _ => false,
        }
    }

    /// Tells whether a function knows an address of a part or variable.
    fn has_address(&self, function: &Function) -> bool {
        let numbers = function.regs().filter_map(|reg| function.number_in(reg));
        let mut symbols = numbers.filter_map(|number| number.symbol());
        symbols.any(|symbol| self.symbols.contains_key(&symbol))
    }

    fn header(&self, function: usize) -> Result<(), Broken> {
        let own = self.functions[function];
        if self.has_address(own) {
            return self.broken(function, None, Rule::Reference);
        }
        if function > 0 && own.frame.is_some() {
            return self.broken(function, None, Rule::Frame);
        }
        if own.widths != self.functions[0].widths {
            return self.broken(function, None, Rule::Widths);
        }
        Ok(())
    }

    fn block(&mut self, number: usize, block: BlockId) -> Result<(), Broken> {
        let function = self.functions[number];
        let data = function.block(block);
        let is_part = number > 0;
        if self.exit_names(&data.exit) {
            return self.broken(number, Some(block), Rule::Reference);
        }
        if is_part && matches!(data.exit, Exit::TailCall(_)) {
            return self.broken(number, Some(block), Rule::TailCall);
        }
        for id in data.insts() {
            let inst = function.inst(id);
            let symbol = symbol_of(inst.op);
            let named = symbol.and_then(|symbol| self.symbols.get(&symbol).copied());
            let broken = match (inst.op, named) {
                (Op::GlobalSet(..), None) if is_part && symbol == self.division.stack_pointer => {
                    Some(Rule::StackPointer)
                }
                (_, None) => None,
                (Op::GlobalGet(_, ty) | Op::GlobalSet(_, ty), Some(Named::Variable(own))) => {
                    (ty != own).then_some(Rule::VariableType)
                }
                (Op::Call(_), Some(Named::Part(part))) => self.call(number, block, id, part).err(),
                _ => Some(Rule::Reference),
            };
            if let Some(rule) = broken {
                return self.broken(number, Some(block), rule);
            }
        }
        match self.part_called_in(number, block) {
            Some(part) => self.end_of_call(part),
            None => Ok(()),
        }
    }

    fn call(&mut self, number: usize, block: BlockId, id: InstId, part: usize) -> Result<(), Rule> {
        let function = self.functions[number];
        let inst = function.inst(id);
        let signature = &self.functions[part].signature;
        let types = |regs: &mut dyn Iterator<Item = Reg>| -> Vec<Type> {
            regs.map(|reg| function.ty(reg)).collect()
        };
        if types(&mut function.operands(id).iter().copied()) != signature.parameters
            || types(&mut inst.results()) != signature.results
        {
            return Err(Rule::Signature);
        }
        if !inst.effect.is_kept() {
            return Err(Rule::NotKept);
        }
        let place = self.bases[number] + block.index();
        if self.called[place].replace(part).is_some() {
            return Err(Rule::TwoCalls);
        }
        let call = Call {
            function: number,
            block,
            inst: id,
        };
        match self.calls[part].replace(call) {
            Some(_) => Err(Rule::CalledTwice),
            None => Ok(()),
        }
    }

    /// Checks what follows a call in its block, but for values.
    fn end_of_call(&self, part: usize) -> Result<(), Broken> {
        let call = self.calls[part].expect("it was just found");
        let function = self.functions[call.function];
        let data = function.block(call.block);
        let broken = |rule| self.broken(call.function, Some(call.block), rule);
        for id in data.insts().filter(|&id| id > call.inst) {
            match function.inst(id).op {
                Op::GlobalGet(symbol, _) if self.variable(symbol).is_some() => {}
                Op::Splat(LaneType::I64) | Op::ReplaceLane(LaneType::I64, 1) => {}
                _ => return broken(Rule::AfterCall),
            }
        }
        let result = function.inst(call.inst).results().next();
        match data.exit {
            Exit::Return if call.function == 0 => Ok(()),
            Exit::Unreachable | Exit::Jump => Ok(()),
            Exit::Branch | Exit::Switch(_)
                if result.as_slice() == function.exit_operands(call.block) =>
            {
                Ok(())
            }
            _ => broken(Rule::Decision),
        }
    }

    /// The part that a block calls.
    pub(super) fn part_called_in(&self, function: usize, block: BlockId) -> Option<usize> {
        self.called[self.bases[function] + block.index()]
    }

    /// The type of a variable that values pass through.
    pub(super) fn variable(&self, symbol: Symbol) -> Option<Type> {
        match self.symbols.get(&symbol)? {
            Named::Variable(ty) => Some(*ty),
            Named::Part(_) => None,
        }
    }

    /// Tells whether a block, among those of all, does nothing but set variables.
    pub(super) fn only_sets(&self, block: BlockId) -> bool {
        let (function, block) = self.own(block);
        let function = self.functions[function];
        let mut insts = function.block(block).insts();
        insts.all(|inst| match function.inst(inst).op {
            Op::GlobalSet(symbol, _) => self.variable(symbol).is_some(),
            Op::ExtractLane(..) => true,
            _ => false,
        })
    }

    /// The number of blocks of all.
    pub(super) fn block_count(&self) -> usize {
        self.called.len()
    }

    /// The number of a block among those of all.
    pub(super) fn id(&self, function: usize, block: BlockId) -> BlockId {
        BlockId::new(self.bases[function] + block.index())
    }

    /// The function of a block among those of all, and its number there.
    pub(super) fn own(&self, block: BlockId) -> (usize, BlockId) {
        let after = self.bases.partition_point(|&base| base <= block.index());
        let function = after - 1;
        (function, BlockId::new(block.index() - self.bases[function]))
    }

    /// The first block of a function among those of all.
    pub(super) fn entry(&self, function: usize) -> BlockId {
        self.id(function, BlockId::new(0))
    }

    /// Says that a rule is broken.
    pub(super) fn broken<T>(
        &self,
        function: usize,
        block: Option<BlockId>,
        rule: Rule,
    ) -> Result<T, Broken> {
        let part = function.checked_sub(1);
        let part = part.map(|index| self.division.parts[index].0);
        Err(Broken::Rule(Place { part, block }, rule))
    }
}

/// The function or global that an operation names.
fn symbol_of(op: Op) -> Option<Symbol> {
    match op {
        Op::Call(symbol)
        | Op::FunctionReference(symbol)
        | Op::GlobalGet(symbol, _)
        | Op::GlobalSet(symbol, _) => Some(symbol),
        _ => None,
    }
}
