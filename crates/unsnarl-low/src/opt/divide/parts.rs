//! Parts, and the function that calls them.
//!
//! *Needs:* regions that become parts, and their interfaces. *Gives:* the parts and the function.
//! *Cost:* linear in the function.
//!
//! A part begins with a jump to the copy of the head, so that edges inside can lead there. For each
//! target it has a block, with the parameters of the target, that sets the variables and returns.
//! In the function, the head keeps its parameters, and calls, reads, and takes the exit.

use foldhash::HashMap;

use unsnarl::{BlockId, Id};

use super::copy::{Copier, Places};
use super::graph::Graph;
use super::interface::{Definitions, Interface, Target};
use super::regions::{RegionId, Regions};
use super::sizes::SELECTOR;
use super::variables::{Taken, Variables};
use super::{NewSymbols, regions::Region};
use crate::machine::{Exit, Function, Number, Reg, Source};
use crate::op::Op;
use crate::op::effect::Effect;
use crate::opt::origins::Origins;
use crate::symbol::{Signature, Symbol};
use crate::types::{LaneType, Sign, Type};

/// How a value passes out of a part.
#[derive(Clone, Copy, Debug)]
enum Way {
    Result,
    Variable(Symbol),
    /// The lanes of a vector, each in a variable.
    Lanes([Symbol; 2]),
}

/// A value that passes out.
#[derive(Clone, Copy, Debug)]
struct Value {
    ty: Type,
    way: Way,
}

/// A part that was made, as its caller needs to know it.
struct Called {
    symbol: Symbol,
    region: RegionId,
    results: Vec<Type>,
    /// The values that enter through variables, since there are too many for parameters.
    entering: Vec<(Reg, Value)>,
    /// The outputs, and how they pass.
    outputs: Vec<(Reg, Value)>,
    /// For each target the values that it takes.
    targets: Vec<(Target, Vec<Value>)>,
}

/// What a round makes of a function.
pub(super) struct Made {
    pub(super) caller: Function,
    pub(super) origins: Origins,
    pub(super) parts: Vec<(Symbol, Function, Origins)>,
}

/// What a round knows.
pub(super) struct Round<'a> {
    pub(super) function: &'a Function,
    pub(super) graph: &'a Graph,
    pub(super) definitions: &'a Definitions,
    pub(super) regions: &'a Regions,
    pub(super) interfaces: &'a [Interface],
    /// The most parameters of a function.
    pub(super) parameters: usize,
}

impl Round<'_> {
    fn region(&self, id: RegionId) -> (&Region, &Interface) {
        (self.regions.region(id), &self.interfaces[id.index()])
    }

    /// Makes parts of regions: gives the function that calls them, and the parts.
    pub(super) fn divide(
        &self,
        chosen: &[RegionId],
        symbols: &mut impl NewSymbols,
        variables: &mut Variables,
    ) -> Made {
        let mut calls = HashMap::default();
        let mut parts = Vec::with_capacity(chosen.len());
        for &region in chosen {
            let called = self.called(region, symbols, variables);
            let (part, origins) = self.part(&called);
            parts.push((called.symbol, part, origins));
            calls.insert(region, called);
        }
        let (caller, origins) = self.caller(&calls);
        Made {
            caller,
            origins,
            parts,
        }
    }

    /// Decides how values pass out of a region.
    fn called(
        &self,
        id: RegionId,
        symbols: &mut impl NewSymbols,
        variables: &mut Variables,
    ) -> Called {
        let (_, interface) = self.region(id);
        let symbol = symbols.function();
        let mut taken = Taken::default();
        let (_, beyond) = self.incoming(id);
        let entering = beyond.into_iter().map(|reg| {
            let ty = self.function.ty(reg);
            let way = way(ty, variables, &mut taken, symbols);
            (reg, Value { ty, way })
        });
        let entering: Vec<(Reg, Value)> = entering.collect();
        // They are read before anything else is set.
        taken = Taken::default();
        // The first value of the only exit is the result.
        let mut is_result = interface.targets.len() == 1;
        let mut value = |ty, taken: &mut Taken| Value {
            ty,
            way: match std::mem::take(&mut is_result) {
                true => Way::Result,
                false => way(ty, variables, taken, symbols),
            },
        };
        let outputs = interface.outputs.iter();
        let outputs = outputs.map(|&reg| (reg, value(self.function.ty(reg), &mut taken)));
        let outputs: Vec<(Reg, Value)> = outputs.collect();
        let targets = interface.targets.iter().map(|&target| {
            let mut own = taken.clone();
            let types = self.types(target).into_iter();
            (target, types.map(|ty| value(ty, &mut own)).collect())
        });
        let targets: Vec<(Target, Vec<Value>)> = targets.collect();
        let results = match &targets[..] {
            [] => Vec::new(),
            [(_, own)] => {
                let first = outputs.first().map(|(_, value)| value).or(own.first());
                first.map(|value| value.ty).into_iter().collect()
            }
            _ => vec![SELECTOR],
        };
        Called {
            symbol,
            region: id,
            results,
            entering,
            outputs,
            targets,
        }
    }

    /// The types of what a target takes.
    fn types(&self, target: Target) -> Vec<Type> {
        match target {
            Target::Block(to) => {
                let parameters = self.function.block(to).parameters.iter();
                parameters.map(|&reg| self.function.ty(reg)).collect()
            }
            Target::Return => self.function.signature.results.clone(),
        }
    }

    /// What enters a region, its inputs and then the parameters of its head: as parameters of the
    /// part, and what there are too many of for that.
    pub(super) fn incoming(&self, id: RegionId) -> (Vec<Reg>, Vec<Reg>) {
        let (region, interface) = self.region(id);
        let head = &self.function.block(region.head).parameters;
        let mut direct = [&interface.inputs[..], head].concat();
        let frame = usize::from(interface.frame_uses > 0);
        let room = self.parameters.saturating_sub(frame).min(direct.len());
        let beyond = direct.split_off(room);
        (direct, beyond)
    }

    fn part(&self, called: &Called) -> (Function, Origins) {
        let (region, interface) = self.region(called.region);
        let (direct, _) = self.incoming(called.region);
        let mut parameters: Vec<Type> = direct.iter().map(|&reg| self.function.ty(reg)).collect();
        parameters
            .extend((interface.frame_uses > 0).then_some(self.function.address_width().int()));
        let signature = Signature {
            parameters,
            results: called.results.clone(),
        };
        let places = part_places(region, &called.targets);
        let exit = |index: usize| BlockId::new(1 + region.blocks.len() + index);
        let blocks = exit(called.targets.len()).index();
        let part = Function::with_widths(signature, blocks, self.function.widths.clone());
        let mut copier = Copier::new(self.function, part, places);
        enter(&mut copier, region, interface, called);
        for &block in &region.blocks {
            copier.block(block);
        }
        for (index, &(target, ref own)) in called.targets.iter().enumerate() {
            copier.to.start(exit(index));
            let add = |value: &Value| copier.to.add_parameter(exit(index), value.ty);
            let values: Vec<Reg> = own.iter().map(add).collect();
            let mut passed: Vec<(Reg, Value)> = Vec::new();
            for &(reg, value) in &called.outputs {
                if self.definitions.is_brought(reg, target, self.graph) {
                    passed.push((copier.reg(reg), value));
                }
            }
            passed.extend(values.into_iter().zip(own.iter().copied()));
            leave(&mut copier.to, &passed, called, index);
        }
        (copier.to, copier.origins)
    }

    /// The function with calls in the places of regions.
    fn caller(&self, calls: &HashMap<RegionId, Called>) -> (Function, Origins) {
        let mut places = Places::default();
        let mut count = 0;
        for &block in self.function.order() {
            let region = self.regions.of(block);
            if calls.contains_key(&region) && self.regions.region(region).head != block {
                continue;
            }
            places.blocks.insert(block, BlockId::new(count));
            count += 1;
        }
        let with_return = calls.values().filter(|called| has_own_return(called));
        let mut next_return = count;
        let (signature, widths) = (
            self.function.signature.clone(),
            self.function.widths.clone(),
        );
        let mut to = Function::with_widths(signature, count + with_return.count(), widths);
        to.frame = self.function.frame;
        let mut copier = Copier::new(self.function, to, places);
        for &block in self.function.order() {
            let region = self.regions.of(block);
            match calls.get(&region) {
                None => copier.block(block),
                Some(called) if self.regions.region(region).head == block => {
                    self.call(&mut copier, called, BlockId::new(next_return));
                    next_return += usize::from(has_own_return(called));
                }
                Some(_) => {}
            }
        }
        (copier.to, copier.origins)
    }

    /// Writes the head of a region: the call of its part and all that follows. `returns` is the
    /// block that returns if that is one of several exits.
    fn call(&self, copier: &mut Copier, called: &Called, returns: BlockId) {
        let (region, interface) = self.region(called.region);
        let block = copier.start(region.head);
        let (direct, _) = self.incoming(called.region);
        let mut arguments = copier.regs(&direct);
        for &(reg, value) in &called.entering {
            let reg = copier.reg(reg);
            set(&mut copier.to, reg, value);
        }
        if interface.frame_uses > 0 {
            arguments.push(copier.frame_start());
        }
        let call = Op::Call(called.symbol);
        let results = copier
            .to
            .push(call, Effect::Any, &arguments, &called.results);
        let mut reads = Reads {
            result: results.first().copied(),
            ..Reads::default()
        };
        for &(reg, value) in &called.outputs {
            let read = reads.read(&mut copier.to, value);
            copier.bring(reg, read);
        }
        let mut exits = Vec::with_capacity(called.targets.len());
        for (target, own) in &called.targets {
            let own = own.iter().map(|&value| reads.read(&mut copier.to, value));
            exits.push((*target, own.collect()));
        }
        self.exits(copier, block, &exits, reads.result, returns);
    }

    /// Ends the block of a call.
    fn exits(
        &self,
        copier: &mut Copier,
        block: BlockId,
        exits: &[(Target, Vec<Reg>)],
        selector: Option<Reg>,
        returns: BlockId,
    ) {
        let selector = selector.as_slice();
        let mut slots: Vec<&(Target, Vec<Reg>)> = exits.iter().collect();
        match exits {
            [] => copier.to.finish(Exit::Unreachable, &[]),
            [(Target::Return, values)] => {
                copier.to.finish(Exit::Return, values);
                slots.clear();
            }
            [_] => copier.to.finish(Exit::Jump, &[]),
            [_, _] => {
                // Exit 1 is the first edge of a branch.
                slots.reverse();
                copier.to.finish(Exit::Branch, selector);
            }
            _ => {
                let values = (0..exits.len() as i64 - 1).collect();
                copier.to.finish(Exit::Switch(values), selector);
            }
        }
        for (target, values) in slots {
            match target {
                Target::Block(to) => {
                    let to = copier.place(*to);
                    copier.to.add_edge(block, to, values);
                }
                Target::Return => {
                    copier.to.add_edge(block, returns, &[]);
                    copier.to.start(returns);
                    copier.to.finish(Exit::Return, values);
                }
            }
        }
    }
}

/// Decides through which variables a value passes. Linkers know none of 128 bits.
fn way(
    ty: Type,
    variables: &mut Variables,
    taken: &mut Taken,
    symbols: &mut impl NewSymbols,
) -> Way {
    match ty {
        Type::V128 => Way::Lanes([Type::I64; 2].map(|half| variables.take(half, taken, symbols))),
        _ => Way::Variable(variables.take(ty, taken, symbols)),
    }
}

/// Where blocks of a region, and its targets, are in its part.
fn part_places(region: &Region, targets: &[(Target, Vec<Value>)]) -> Places {
    let mut places = Places::default();
    let mut next = 1;
    for &block in &region.blocks {
        places.blocks.insert(block, BlockId::new(next));
        next += 1;
    }
    for (target, _) in targets {
        match *target {
            Target::Block(to) => {
                places.blocks.insert(to, BlockId::new(next));
            }
            Target::Return => places.returns = Some(BlockId::new(next)),
        }
        next += 1;
    }
    places
}

/// Writes the entry of a part.
fn enter(copier: &mut Copier, region: &Region, interface: &Interface, called: &Called) {
    let entry = BlockId::new(0);
    copier.to.start(entry);
    let types = copier.to.signature.parameters.clone();
    let add = |(number, ty)| copier.to.add_reg(ty, Source::Parameter(number));
    let mut values: Vec<Reg> = (0..).zip(types).map(add).collect();
    if interface.frame_uses > 0 {
        copier.frame = values.pop();
    }
    let mut reads = Reads::default();
    let entering = called.entering.iter();
    values.extend(entering.map(|&(_, value)| reads.read(&mut copier.to, value)));
    let (inputs, of_head) = values.split_at(interface.inputs.len());
    for (&reg, &copy) in interface.inputs.iter().zip(inputs) {
        copier.bring(reg, copy);
    }
    copier.to.finish(Exit::Jump, &[]);
    let head = copier.place(region.head);
    copier.to.add_edge(entry, head, of_head);
}

/// Sets the variable of a value; gives it back if it is the result.
fn set(to: &mut Function, reg: Reg, value: Value) -> Option<Reg> {
    match value.way {
        Way::Result => Some(reg),
        Way::Variable(symbol) => {
            to.push(Op::GlobalSet(symbol, value.ty), Effect::Any, &[reg], &[]);
            None
        }
        Way::Lanes(symbols) => {
            for (lane, symbol) in (0..).zip(symbols) {
                let extract = Op::ExtractLane(LaneType::I64, Sign::Signed, lane);
                let half = to.push(extract, Effect::Pure, &[reg], &[Type::I64]);
                to.push(Op::GlobalSet(symbol, Type::I64), Effect::Any, &half, &[]);
            }
            None
        }
    }
}

/// Ends an exit of a part: sets the variables and returns.
fn leave(to: &mut Function, passed: &[(Reg, Value)], called: &Called, index: usize) {
    let mut results = Vec::new();
    for &(reg, value) in passed {
        results.extend(set(to, reg, value));
    }
    if called.targets.len() > 1 {
        results.push(to.number(Number::I32(index as i32)));
    }
    to.finish(Exit::Return, &results);
}

/// Tells whether a call needs a block that returns, since that is one of several exits.
fn has_own_return(called: &Called) -> bool {
    let mut targets = called.targets.iter();
    called.targets.len() > 1 && targets.any(|&(target, _)| target == Target::Return)
}

/// What a call has brought, or the begin of a part has read.
#[derive(Default)]
struct Reads {
    result: Option<Reg>,
    /// The registers of the variables that were read.
    variables: HashMap<Symbol, Reg>,
}

impl Reads {
    /// The register of a value.
    fn read(&mut self, to: &mut Function, value: Value) -> Reg {
        match value.way {
            Way::Result => self.result.expect("the part has a result"),
            Way::Variable(symbol) => self.variable(to, symbol, value.ty),
            Way::Lanes(symbols) => {
                let [low, high] = symbols.map(|symbol| self.variable(to, symbol, Type::I64));
                let vector = [Type::V128];
                let both = to.push(Op::Splat(LaneType::I64), Effect::Pure, &[low], &vector)[0];
                let replace = Op::ReplaceLane(LaneType::I64, 1);
                to.push(replace, Effect::Pure, &[both, high], &vector)[0]
            }
        }
    }

    /// The register of a variable.
    fn variable(&mut self, to: &mut Function, symbol: Symbol, ty: Type) -> Reg {
        *self.variables.entry(symbol).or_insert_with(|| {
            let get = Op::GlobalGet(symbol, ty);
            to.push(get, Effect::Any, &[], &[ty])[0]
        })
    }
}
