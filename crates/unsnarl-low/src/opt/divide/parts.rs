//! Parts, and the function that calls them.
//!
//! *Needs:* regions that become parts. *Gives:* the parts and the function.
//! *Cost:* linear in the function and what passes in and out of regions.
//!
//! A part begins with a jump to the copy of the head, so that edges inside can lead there. For each
//! target it has a block, with the parameters of the target, that sets the variables and returns.
//! In what calls it, the function or the part of the region around, the head keeps its parameters,
//! and calls, reads, and takes the exit.

use unsnarl::{BlockId, Id};

use super::NewSymbols;
use super::copy::{Copier, Places};
use super::interface::Target;
use super::passing::{Called, Reads, leave, set};
use super::regions::{Region, RegionId, Unit, inner};
use super::round::Round;
use super::variables::Variables;
use crate::machine::{Exit, Function, Reg, Source};
use crate::op::Op;
use crate::op::effect::Effect;
use crate::opt::origins::Origins;
use crate::symbol::{Signature, Symbol};
use crate::types::Type;

/// What a round makes of a function.
pub(super) struct Made {
    pub(super) caller: Function,
    pub(super) origins: Origins,
    pub(super) parts: Vec<(Symbol, Function, Origins)>,
}

/// Makes parts of regions, of which each comes after those in it: gives the function that calls
/// them, and the parts in this order.
pub(super) fn divide(
    round: &Round,
    chosen: &[RegionId],
    symbols: &mut impl NewSymbols,
    variables: &mut Variables,
) -> Made {
    let mut calls = Calls {
        round,
        of: (0..round.regions.len()).map(|_| None).collect(),
    };
    let mut parts = Vec::with_capacity(chosen.len());
    for &id in chosen {
        let called = Called::new(round, id, symbols, variables);
        let (part, origins) = calls.part(&called);
        parts.push((called.symbol, part, origins));
        calls.of[id.index()] = Some(called);
    }
    let (caller, origins) = calls.caller(chosen);
    Made {
        caller,
        origins,
        parts,
    }
}

/// The calls of parts.
struct Calls<'a> {
    round: &'a Round<'a>,
    /// By region, if it is a part.
    of: Vec<Option<Called>>,
}

impl Calls<'_> {
    fn called(&self, id: RegionId) -> &Called {
        let called = self.of[id.index()].as_ref();
        called.expect("regions in a part are parts, which were made before it")
    }

    fn part(&self, called: &Called) -> (Function, Origins) {
        let function = self.round.function;
        let region = self.round.regions.region(called.region);
        let interface = &region.interface;
        let (direct, _) = self.round.incoming(called.region);
        let mut parameters: Vec<Type> = direct.iter().map(|&reg| function.ty(reg)).collect();
        parameters.extend((interface.frame_uses > 0).then_some(function.address_width().int()));
        let signature = Signature {
            parameters,
            results: called.results.clone(),
        };
        let places = self.part_places(region, called);
        let exit = |index: usize| BlockId::new(1 + region.units.len() + index);
        let blocks = exit(called.targets.len()).index();
        let part = Function::with_widths(signature, blocks, function.widths.clone());
        let mut copier = Copier::new(function, part, places);
        enter(&mut copier, region, called);
        for &unit in &region.units {
            match unit {
                Unit::Block(block) => copier.block(block),
                Unit::Region(id) => self.call(&mut copier, id, None),
            }
        }
        for (index, &(target, ref own)) in called.targets.iter().enumerate() {
            copier.to.start(exit(index));
            let types = own.iter().map(|value| value.ty);
            let values = types.map(|ty| copier.to.add_parameter(exit(index), ty));
            let values: Vec<Reg> = values.collect();
            let mut passed = Vec::new();
            for &(reg, value) in &called.outputs {
                let definitions = self.round.definitions;
                if definitions.is_brought(reg, target, self.round.graph) {
                    passed.push((copier.reg(reg), value));
                }
            }
            passed.extend(values.into_iter().zip(own.iter().copied()));
            leave(&mut copier.to, &passed, called, index);
        }
        (copier.to, copier.origins)
    }

    /// Where units of a region, and its targets, are in its part.
    fn part_places(&self, region: &Region, called: &Called) -> Places {
        let mut places = Places::default();
        let mut next = 1;
        for &unit in &region.units {
            let block = self.round.regions.block(unit);
            places.blocks.insert(block, BlockId::new(next));
            next += 1;
        }
        for (target, _) in &called.targets {
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

    /// The function with calls in the places of regions.
    fn caller(&self, chosen: &[RegionId]) -> (Function, Origins) {
        let units = self.caller_units(chosen);
        let mut places = Places::default();
        let mut with_return = 0;
        for (index, &unit) in units.iter().enumerate() {
            let block = self.round.regions.block(unit);
            places.blocks.insert(block, BlockId::new(index));
            if let Unit::Region(id) = unit {
                with_return += usize::from(self.called(id).has_own_return());
            }
        }
        let function = self.round.function;
        let (signature, widths) = (function.signature.clone(), function.widths.clone());
        let mut to = Function::with_widths(signature, units.len() + with_return, widths);
        to.frame = function.frame;
        let mut copier = Copier::new(function, to, places);
        let mut next_return = units.len();
        for unit in units {
            match unit {
                Unit::Block(block) => copier.block(block),
                Unit::Region(id) => {
                    self.call(&mut copier, id, Some(BlockId::new(next_return)));
                    next_return += usize::from(self.called(id).has_own_return());
                }
            }
        }
        (copier.to, copier.origins)
    }

    /// What is left of the function, in its order.
    fn caller_units(&self, chosen: &[RegionId]) -> Vec<Unit> {
        let Round {
            function, regions, ..
        } = *self.round;
        let mut is_inside = vec![false; regions.len()];
        let mut units: Vec<Option<Unit>> = vec![None; function.block_count()];
        for &block in function.order() {
            units[block.index()] = Some(Unit::Block(block));
        }
        for &id in chosen {
            let region = regions.region(id);
            for unit in inner(&region.units) {
                is_inside[unit.index()] = true;
            }
            for &unit in &region.units {
                units[regions.block(unit).index()] = None;
            }
        }
        for &id in chosen {
            if !is_inside[id.index()] {
                units[regions.region(id).head.index()] = Some(Unit::Region(id));
            }
        }
        let order = function.order().iter();
        order.filter_map(|block| units[block.index()]).collect()
    }

    /// Writes the head of a region: the call of its part and all that follows. `returns` is the
    /// block of the function that returns if that is one of several exits; none in a part.
    fn call(&self, copier: &mut Copier, id: RegionId, returns: Option<BlockId>) {
        let called = self.called(id);
        let region = self.round.regions.region(id);
        let block = copier.start(region.head);
        let (direct, _) = self.round.incoming(id);
        let mut arguments = copier.regs(&direct);
        for &(reg, value) in &called.entering {
            let reg = copier.reg(reg);
            set(&mut copier.to, reg, value);
        }
        if region.interface.frame_uses > 0 {
            arguments.push(copier.frame_start());
        }
        let call = Op::Call(called.symbol);
        let results = copier
            .to
            .push(call, Effect::Any, &arguments, &called.results);
        let mut reads = Reads::after(results.first().copied());
        for &(reg, value) in &called.outputs {
            let read = reads.read(&mut copier.to, value);
            copier.bring(reg, read);
        }
        let mut exits = Vec::with_capacity(called.targets.len());
        for (target, own) in &called.targets {
            let own = own.iter().map(|&value| reads.read(&mut copier.to, value));
            exits.push((*target, own.collect()));
        }
        end_call(copier, block, &exits, reads.result(), returns);
    }
}

/// Ends the block of a call.
fn end_call(
    copier: &mut Copier,
    block: BlockId,
    exits: &[(Target, Vec<Reg>)],
    selector: Option<Reg>,
    returns: Option<BlockId>,
) {
    let selector = selector.as_slice();
    let mut slots: Vec<&(Target, Vec<Reg>)> = exits.iter().collect();
    match exits {
        [] => copier.to.finish(Exit::Unreachable, &[]),
        [(Target::Return, values)] if returns.is_some() => {
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
        match (target, returns) {
            (Target::Block(to), _) => {
                let to = copier.place(*to);
                copier.to.add_edge(block, to, values);
            }
            (Target::Return, None) => {
                let to = copier.places.returns;
                let to =
                    to.expect("an edge that leaves a region from an inner one has an exit there");
                copier.to.add_edge(block, to, values);
            }
            (Target::Return, Some(returns)) => {
                copier.to.add_edge(block, returns, &[]);
                copier.to.start(returns);
                copier.to.finish(Exit::Return, values);
            }
        }
    }
}

/// Writes the entry of a part.
fn enter(copier: &mut Copier, region: &Region, called: &Called) {
    let entry = BlockId::new(0);
    copier.to.start(entry);
    let types = copier.to.signature.parameters.clone();
    let add = |(number, ty)| copier.to.add_reg(ty, Source::Parameter(number));
    let mut values: Vec<Reg> = (0..).zip(types).map(add).collect();
    if region.interface.frame_uses > 0 {
        copier.frame = values.pop();
    }
    let mut reads = Reads::default();
    let entering = called.entering.iter();
    values.extend(entering.map(|&(_, value)| reads.read(&mut copier.to, value)));
    let (inputs, of_head) = values.split_at(region.interface.inputs.len());
    for (&reg, &copy) in region.interface.inputs.iter().zip(inputs) {
        copier.bring(reg, copy);
    }
    copier.to.finish(Exit::Jump, &[]);
    let head = copier.place(region.head);
    copier.to.add_edge(entry, head, of_head);
}
