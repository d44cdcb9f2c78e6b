//! Which regions are worth a part.
//!
//! *Needs:* a region with its interface. *Gives:* what it saves around it, if its part keeps the
//! limits and that is more than half of it.
//! *Cost:* linear in what passes in and out. What an exit brings is looked at only while that is no
//! more than the code of the region, since more would not be worth it.
//!
//! So what passes in and out of a region is at most half of it, and what passes in and out of
//! regions in regions is no more than the function.

use unsnarl::BlockId;

use super::graph::Graph;
use super::interface::{Interface, Target};
use super::interfaces::Definitions;
use super::regions::{Region, Unit};
use super::sizes::{Sizes, Weight};
use super::{Limits, Quantity};
use crate::machine::{Function, Reg};

/// How many values enter a part, the address of the frame among them.
#[derive(Clone, Copy)]
struct Entering {
    parameters: u64,
    variables: u64,
}

/// Judges regions.
pub(super) struct Judge<'a> {
    pub(super) function: &'a Function,
    pub(super) graph: &'a Graph,
    pub(super) definitions: &'a Definitions,
    pub(super) sizes: &'a Sizes,
    pub(super) limits: &'a Limits,
}

/// What would be a region.
pub(super) struct Draft {
    pub(super) head: BlockId,
    pub(super) units: Vec<Unit>,
    pub(super) weight: Weight,
    pub(super) depth: u32,
    pub(super) interface: Interface,
}

impl Judge<'_> {
    /// Gives a region if its part keeps the limits and saves more than half of what there is too
    /// much of.
    pub(super) fn region(&self, draft: Draft, too_much: Quantity) -> Option<Region> {
        let Draft {
            interface, weight, ..
        } = &draft;
        let passed_on = interface.outputs.len() as u64 * interface.targets.len() as u64;
        if passed_on > weight.bytes {
            return None;
        }
        let most = self.limits.parameters;
        let (direct, beyond) = interface.incoming(draft.head, self.function, most);
        let frame = usize::from(interface.frame_uses > 0);
        let entering = Entering {
            parameters: (direct.len() + frame) as u64,
            variables: self.variables(beyond.into_iter()),
        };
        let call = self.call(&draft, entering);
        let saved = Weight {
            bytes: weight.bytes.saturating_sub(call.bytes),
            locals: weight.locals.saturating_sub(call.locals),
        };
        let is_worth = match too_much {
            Quantity::Locals => saved.locals > weight.locals / 2,
            Quantity::Bytes | Quantity::Parameters => saved.bytes > weight.bytes / 2,
        };
        let part = self.part(&draft, entering);
        let fits = frame <= most && self.limits.exceeded_by(part).is_none();
        let outputs = interface.outputs.len() as u64;
        (is_worth && fits).then(|| Region {
            values: entering.parameters + entering.variables + outputs,
            head: draft.head,
            units: draft.units,
            interface: draft.interface,
            weight: draft.weight,
            call,
            depth: draft.depth,
        })
    }

    /// What the part of a region weighs at most.
    fn part(&self, draft: &Draft, entering: Entering) -> Weight {
        let interface = &draft.interface;
        let Entering {
            parameters,
            variables,
        } = entering;
        let entry = self.sizes.end(1, parameters + variables) + self.sizes.get() * variables;
        let mut bytes = self.sizes.function + entry + draft.weight.bytes;
        let mut locals = parameters + variables + draft.weight.locals;
        let address = self.sizes.frame_address(self.function);
        bytes += interface.frame_uses * address.bytes;
        locals += interface.frame_uses * address.locals;
        for &target in &interface.targets {
            let outputs = interface.outputs.iter();
            let is_brought = |reg| self.definitions.is_brought(reg, target, self.graph);
            let brought = self.variables(outputs.copied().filter(|&reg| is_brought(reg)));
            let values = self.own_values(target);
            bytes += self.sizes.end(0, 0) + self.sizes.set() * (brought + values);
            locals += values;
        }
        Weight { bytes, locals }
    }

    /// What the call of the part of a region weighs at most, with what reads its values.
    fn call(&self, draft: &Draft, entering: Entering) -> Weight {
        let interface = &draft.interface;
        let targets = interface.targets.iter();
        let values: u64 = targets.map(|&target| self.own_values(target)).sum();
        let read = self.variables(interface.outputs.iter().copied()) + values;
        let head = self.function.block(draft.head);
        let ends = self.sizes.end(interface.targets.len() as u64, values) + self.sizes.end(0, 0);
        let sets = self.sizes.set() * entering.variables;
        let enters = self.sizes.call(entering.parameters) + sets;
        Weight {
            bytes: enters + self.sizes.get() * read + ends,
            locals: head.parameters.len() as u64 + read + 1,
        }
    }

    /// How many values besides outputs pass to a target: its parameters, or results.
    fn own_values(&self, target: Target) -> u64 {
        let function = self.function;
        match target {
            Target::Block(to) => self.variables(function.block(to).parameters.iter().copied()),
            Target::Return => {
                let results = function.signature.results.iter();
                results.map(|&ty| Sizes::variables(ty)).sum()
            }
        }
    }

    /// How many variables set and read these registers take at most.
    fn variables(&self, regs: impl Iterator<Item = Reg>) -> u64 {
        regs.map(|reg| Sizes::variables(self.function.ty(reg)))
            .sum()
    }
}
