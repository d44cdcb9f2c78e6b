//! The choice of regions that become parts.
//!
//! *Needs:* regions with their interfaces. *Gives:* those that become parts, in order: first those
//! outside of loops, then those with the least values in and out per byte, until what is left keeps
//! the limits.
//! *Cost:* a sort of the regions. What an exit brings is looked at only while that is no more than
//! the code of the region, since more would not be worth it.

use std::cmp::Ordering;

use super::Limits;
use super::interface::Target;
use super::parts::Round;
use super::regions::RegionId;
use super::sizes::{Sizes, Weight};
use crate::machine::Reg;

/// A region that would be a part.
struct Candidate {
    region: RegionId,
    /// In how many loops its call is.
    depth: u32,
    /// How many values pass in and out.
    values: u64,
    /// What it weighs now.
    weight: Weight,
    /// What its function gets less.
    saved: Weight,
}

/// Chooses regions, and gives them in the canonical order of their heads.
pub(super) fn choose(round: &Round, sizes: &Sizes, limits: &Limits) -> Vec<RegionId> {
    let mut left = sizes.function(round.function);
    let judge = Judge {
        round,
        sizes,
        limits,
    };
    let ids = round.regions.ids();
    let mut candidates: Vec<Candidate> = ids.filter_map(|id| judge.candidate(id, left)).collect();
    candidates.sort_by(Candidate::order);
    let mut chosen = Vec::new();
    for candidate in candidates {
        if limits.exceeded_by(left).is_none() {
            break;
        }
        left.bytes -= candidate.saved.bytes.min(left.bytes);
        left.locals -= candidate.saved.locals.min(left.locals);
        chosen.push(candidate.region);
    }
    chosen.sort_unstable();
    chosen
}

impl Candidate {
    /// Cold ones first, then those with few values per byte.
    fn order(&self, other: &Candidate) -> Ordering {
        let product = |values: u64, weight: Weight| u128::from(values) * u128::from(weight.bytes);
        let own = product(self.values, other.weight);
        let others = product(other.values, self.weight);
        let depths = self.depth.cmp(&other.depth);
        depths
            .then(own.cmp(&others))
            .then(self.region.cmp(&other.region))
    }
}

/// How many values enter a part, the address of the frame among them.
#[derive(Clone, Copy)]
struct Entering {
    parameters: u64,
    variables: u64,
}

/// Judges regions.
struct Judge<'a> {
    round: &'a Round<'a>,
    sizes: &'a Sizes,
    limits: &'a Limits,
}

impl Judge<'_> {
    /// A region as a candidate, if its part keeps the limits and it saves half of what is too much
    /// of it in a function of this weight.
    fn candidate(&self, id: RegionId, of: Weight) -> Option<Candidate> {
        let region = self.round.regions.region(id);
        let interface = &self.round.interfaces[id.index()];
        if region.stays {
            return None;
        }
        let passed_on = interface.outputs.len() as u64 * interface.targets.len() as u64;
        if passed_on > region.weight.bytes {
            return None;
        }
        let (direct, beyond) = self.round.incoming(id);
        let beyond = self.variables(beyond.into_iter());
        let frame = usize::from(interface.frame_uses > 0);
        let entering = Entering {
            parameters: (direct.len() + frame) as u64,
            variables: beyond,
        };
        let part = self.part(id, entering);
        let call = self.call(id, entering);
        let saved = Weight {
            bytes: region.weight.bytes.saturating_sub(call.bytes),
            locals: region.weight.locals.saturating_sub(call.locals),
        };
        let is_worth = match of.bytes > self.limits.bytes {
            true => saved.bytes > region.weight.bytes / 2,
            false => saved.locals > region.weight.locals / 2,
        };
        let has_room = frame <= self.limits.parameters;
        let fits = has_room && self.limits.exceeded_by(part).is_none();
        (is_worth && fits).then(|| Candidate {
            region: id,
            depth: region.depth,
            values: entering.parameters + entering.variables + interface.outputs.len() as u64,
            weight: region.weight,
            saved,
        })
    }

    /// What the part of a region weighs at most.
    fn part(&self, id: RegionId, entering: Entering) -> Weight {
        let region = self.round.regions.region(id);
        let interface = &self.round.interfaces[id.index()];
        let Entering {
            parameters,
            variables,
        } = entering;
        let entry = self.sizes.end(1, parameters + variables) + self.sizes.get() * variables;
        let mut bytes = self.sizes.function + entry + region.weight.bytes;
        let mut locals = parameters + variables + region.weight.locals;
        let address = self.sizes.frame_address(self.round.function);
        bytes += interface.frame_uses * address.bytes;
        locals += interface.frame_uses * address.locals;
        for &target in &interface.targets {
            let outputs = interface.outputs.iter();
            let is_brought = |reg| {
                let definitions = self.round.definitions;
                definitions.is_brought(reg, target, self.round.graph)
            };
            let brought = self.variables(outputs.copied().filter(|&reg| is_brought(reg)));
            let values = self.own_values(target);
            bytes += self.sizes.end(0, 0) + self.sizes.set() * (brought + values);
            locals += values;
        }
        Weight { bytes, locals }
    }

    /// What the call of the part of a region weighs at most, with what reads its values.
    fn call(&self, id: RegionId, entering: Entering) -> Weight {
        let interface = &self.round.interfaces[id.index()];
        let targets = interface.targets.iter();
        let values: u64 = targets.map(|&target| self.own_values(target)).sum();
        let read = self.variables(interface.outputs.iter().copied()) + values;
        let head = self
            .round
            .function
            .block(self.round.regions.region(id).head);
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
        let function = self.round.function;
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
        regs.map(|reg| Sizes::variables(self.round.function.ty(reg)))
            .sum()
    }
}
