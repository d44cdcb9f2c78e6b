//! Joining parts to the function that calls them.
//!
//! *Needs:* a [`Whole`]. *Gives:* one function without calls of parts and without their variables;
//! or the rule that is broken.
//! *Cost:* linear, but for [readings](super::reads).
//!
//! Blocks are copied in an order in which each comes after its dominators. Parameters of a part
//! are the arguments of its call; what is set and read becomes one register; a return takes the
//! edge of the call's block that it decides on.

use std::collections::HashMap;

use foldhash::fast::FixedState;
use unsnarl::{BlockId, Id};

use super::broken::{Broken, Rule};
use super::graph::{End, Graph};
use super::reads::{Joined, Key, Reads, Set};
use super::whole::{Call, Whole};
use crate::machine::{Copied, Exit, Function, InstId, Reg, Source};
use crate::op::Op;
use crate::symbol::Symbol;

/// Joins parts to the function.
pub(super) fn join(whole: &Whole<'_>) -> Result<Function, Broken> {
    let graph = Graph::new(whole)?;
    let caller = whole.functions[0];
    let (signature, widths) = (caller.signature.clone(), caller.widths.clone());
    let mut function = Function::with_widths(signature, whole.block_count(), widths);
    function.frame = caller.frame;
    let held = whole.functions.iter();
    let held = held.map(|function| vec![Held::Nothing; function.reg_count()]);
    let mut joiner = Joiner {
        whole,
        graph: &graph,
        held: held.collect(),
        parameters: vec![Vec::new(); whole.functions.len()],
        entering: vec![Set::default(); whole.functions.len()],
        joined: Joined::new(function),
        reads: Reads::new(whole.functions.len()),
        at: (0, BlockId::new(0)),
    };
    for &block in graph.order.blocks() {
        joiner.block(block)?;
    }
    match joiner.reads.stale(&joiner.joined, &graph) {
        None => Ok(joiner.joined.function),
        Some(read) => whole.broken(read.place.0, Some(read.place.1), Rule::Stale),
    }
}

/// What a register of a function or a part is in what is joined.
#[derive(Clone, Copy, Debug)]
enum Held {
    Nothing,
    Reg(Reg),
    /// A reading, by number.
    Read(usize),
}

struct Joiner<'a> {
    whole: &'a Whole<'a>,
    graph: &'a Graph,
    /// By function and register.
    held: Vec<Vec<Held>>,
    /// By part: what its parameters are.
    parameters: Vec<Vec<Reg>>,
    /// By part: what was set before its call.
    entering: Vec<Set>,
    joined: Joined,
    reads: Reads,
    /// The function and block that is copied.
    at: (usize, BlockId),
}

impl<'a> Joiner<'a> {
    fn function(&self) -> &'a Function {
        self.whole.functions[self.at.0]
    }

    fn broken<T>(&self, rule: Rule) -> Result<T, Broken> {
        self.whole.broken(self.at.0, Some(self.at.1), rule)
    }

    fn block(&mut self, id: BlockId) -> Result<(), Broken> {
        self.at = self.whole.own(id);
        let function = self.function();
        let data = function.block(self.at.1);
        self.joined.function.start(id);
        for &parameter in &data.parameters {
            let ty = function.ty(parameter);
            let copy = self.joined.function.add_parameter(id, ty);
            self.bring(id, parameter, copy);
        }
        let mut set = match id == self.whole.entry(self.at.0) {
            true => std::mem::take(&mut self.entering[self.at.0]),
            false => Set::default(),
        };
        let end = self.graph.end(id);
        let call = match end {
            End::Enters(part) => self.whole.calls[part],
            _ => None,
        };
        let is_before = |inst: &InstId| call.is_none_or(|call| *inst < call.inst);
        for inst in data.insts().take_while(is_before) {
            self.inst(id, inst, &mut set)?;
        }
        match (end, call) {
            (End::Enters(part), Some(call)) => self.enter(id, part, call, set),
            (End::Leaves(part, slot), _) => self.leave(id, part, slot, set),
            _ => self.own_end(id),
        }
    }

    fn inst(&mut self, block: BlockId, id: InstId, set: &mut Set) -> Result<(), Broken> {
        let function = self.function();
        let inst = *function.inst(id);
        let used = function.operands(id);
        match inst.op {
            Op::GlobalSet(symbol, _) if self.whole.variable(symbol).is_some() => {
                // What is not known here is not read where it leads.
                match self.look(block, self.at.0, used[0]) {
                    Some(reg) => set.variables.insert(symbol, reg),
                    None => set.variables.remove(&symbol),
                };
                return Ok(());
            }
            Op::GlobalGet(symbol, _) if self.whole.variable(symbol).is_some() => {
                let Some(&reg) = set.variables.get(&symbol) else {
                    return self.broken(Rule::Unset);
                };
                for result in inst.results() {
                    self.held[self.at.0][result.index()] = Held::Reg(reg);
                }
                return Ok(());
            }
            // So is a lane of it.
            Op::ExtractLane(..) if self.look(block, self.at.0, used[0]).is_none() => return Ok(()),
            _ => {}
        }
        let operands = self.regs(used)?;
        if inst.effect.is_kept() {
            set.variables.clear();
        }
        let types: Vec<_> = inst.results().map(|reg| function.ty(reg)).collect();
        let to = &mut self.joined.function;
        let copy = to.next_inst();
        let results = to.push(inst.op, inst.effect, &operands, &types);
        to.set_effect(copy, inst.effect, inst.traps);
        for (reg, result) in inst.results().zip(results) {
            self.bring(block, reg, result);
        }
        Ok(())
    }

    /// Ends a block that calls a part.
    fn enter(&mut self, id: BlockId, part: usize, call: Call, set: Set) -> Result<(), Broken> {
        let function = self.function();
        self.parameters[part] = self.regs(function.operands(call.inst))?;
        self.entering[part] = set;
        for result in function.inst(call.inst).results() {
            self.read(part, Key::Result, result);
        }
        let mut variables: HashMap<Reg, Symbol, FixedState> = HashMap::default();
        let mut splats: HashMap<Reg, Symbol, FixedState> = HashMap::default();
        let insts = function.block(call.block).insts();
        for id in insts.filter(|&id| id > call.inst) {
            let inst = function.inst(id);
            let result = inst.results().next().expect("L3: each of these has one");
            match (inst.op, function.operands(id)) {
                (Op::GlobalGet(symbol, _), _) => {
                    variables.insert(result, symbol);
                    self.read(part, Key::Variable(symbol), result);
                }
                (Op::Splat(_), [low]) if let Some(&symbol) = variables.get(low) => {
                    splats.insert(result, symbol);
                }
                (Op::ReplaceLane(..), [vector, high])
                    if let Some(&low) = splats.get(vector)
                        && let Some(&high) = variables.get(high) =>
                {
                    self.read(part, Key::Lanes(low, high), result);
                }
                _ => return self.broken(Rule::AfterCall),
            }
        }
        let to = &mut self.joined.function;
        to.finish(Exit::Jump, &[]);
        to.add_edge(id, self.whole.entry(part), &[]);
        Ok(())
    }

    fn read(&mut self, part: usize, key: Key, result: Reg) {
        let number = self.reads.add(part, key, self.at);
        self.held[self.at.0][result.index()] = Held::Read(number);
    }

    /// Ends a block that returns from a part.
    fn leave(
        &mut self,
        id: BlockId,
        part: usize,
        slot: Option<usize>,
        mut set: Set,
    ) -> Result<(), Broken> {
        let results = self.function().exit_operands(self.at.1);
        set.result = results
            .first()
            .and_then(|&reg| self.look(id, self.at.0, reg));
        let call = self.whole.calls[part].expect("each part is called");
        let caller = self.whole.functions[call.function];
        let edge = slot.map(|slot| caller.block(call.block).edges()[slot]);
        let to = edge.map(|edge| self.whole.id(call.function, edge.to));
        let lead = to.map(|to| self.graph.lead(to));
        self.reads.returned(part, lead, &set);
        let (passed, exit) = match edge {
            Some(edge) => (caller.arguments(edge), Exit::Jump),
            None => {
                let exit = caller.block(call.block).exit.clone();
                (caller.exit_operands(call.block), exit)
            }
        };
        let passed = self.passed(id, part, call, &set, passed)?;
        match to {
            Some(to) => {
                self.joined.function.finish(Exit::Jump, &[]);
                self.joined.function.add_edge(id, to, &passed);
            }
            None => self.joined.function.finish(exit, &passed),
        }
        Ok(())
    }

    /// What the block of a call passes on when its part returns.
    fn passed(
        &mut self,
        id: BlockId,
        part: usize,
        call: Call,
        set: &Set,
        regs: &[Reg],
    ) -> Result<Vec<Reg>, Broken> {
        let pass = |&reg: &Reg| match self.held[call.function][reg.index()] {
            Held::Read(number) if self.reads.get(number).part == part => {
                let key = self.reads.get(number).key;
                match set.get(&self.joined.function, key) {
                    Some(reg) => Ok(reg),
                    None => self.broken(Rule::NotBrought),
                }
            }
            _ => self.reg_of(id, call.function, reg),
        };
        regs.iter().map(pass).collect()
    }

    /// Ends a block as it ends by itself. Parallel edges go on to share their arguments.
    fn own_end(&mut self, id: BlockId) -> Result<(), Broken> {
        let function = self.function();
        let (number, block) = self.at;
        let operands = self.regs(function.exit_operands(block))?;
        let exit = function.block(block).exit.clone();
        self.joined.function.finish(exit, &operands);
        let mut copied = Copied::default();
        for &edge in function.block(block).edges() {
            if let Some(parallel) = copied.get(edge) {
                self.joined.function.add_parallel_edge(id, parallel);
                continue;
            }
            let arguments = self.regs(function.arguments(edge))?;
            let to = self.whole.id(number, edge.to);
            let copy = self.joined.function.add_edge(id, to, &arguments);
            copied.insert(edge, copy);
        }
        Ok(())
    }

    /// Says that a register of the function that is copied is another one, which a block defines.
    fn bring(&mut self, block: BlockId, reg: Reg, copy: Reg) {
        self.held[self.at.0][reg.index()] = Held::Reg(copy);
        self.joined.set_home(copy, block);
    }

    fn regs(&mut self, regs: &[Reg]) -> Result<Vec<Reg>, Broken> {
        let (number, block) = self.at;
        let id = self.whole.id(number, block);
        let reg = |&reg: &Reg| self.reg_of(id, number, reg);
        regs.iter().map(reg).collect()
    }

    /// What a register of a function is in a block.
    fn reg_of(&mut self, block: BlockId, function: usize, reg: Reg) -> Result<Reg, Broken> {
        match self.look(block, function, reg) {
            Some(reg) => Ok(reg),
            None => self.broken(Rule::Stale),
        }
    }

    /// What a register of a function is in a block, if that is known.
    fn look(&mut self, block: BlockId, function: usize, reg: Reg) -> Option<Reg> {
        let from = self.whole.functions[function];
        let to = &mut self.joined.function;
        match (from.source(reg), self.held[function][reg.index()]) {
            (_, Held::Reg(reg)) => Some(reg),
            (Source::Number(number), _) => {
                let copy = to.number(number);
                self.held[function][reg.index()] = Held::Reg(copy);
                Some(copy)
            }
            (Source::Frame(offset), _) => Some(to.frame_address(offset)),
            (_, Held::Read(number)) => self.reads.take(number, block, &self.joined, self.graph),
            (Source::Parameter(number), Held::Nothing) if function > 0 => {
                Some(self.parameters[function][number as usize])
            }
            (source @ Source::Parameter(_), Held::Nothing) => {
                let copy = to.add_reg(from.ty(reg), source);
                self.held[function][reg.index()] = Held::Reg(copy);
                Some(copy)
            }
            // Of a vector one lane was read, or is not known.
            (Source::BlockParameter | Source::Inst(_), Held::Nothing) => None,
        }
    }
}
