//! What a round of division knows of a function.

use super::graph::Graph;
use super::interface::Target;
use super::interfaces::Definitions;
use super::regions::{RegionId, Regions};
use crate::machine::{Function, Reg};
use crate::types::Type;

/// A function, and the regions that it has.
pub(super) struct Round<'a> {
    pub(super) function: &'a Function,
    pub(super) graph: &'a Graph,
    pub(super) definitions: &'a Definitions,
    pub(super) regions: &'a Regions,
    /// The most parameters of a function.
    pub(super) parameters: usize,
}

impl Round<'_> {
    /// The types of what a target takes.
    pub(super) fn types(&self, target: Target) -> Vec<Type> {
        match target {
            Target::Block(to) => {
                let parameters = self.function.block(to).parameters.iter();
                parameters.map(|&reg| self.function.ty(reg)).collect()
            }
            Target::Return => self.function.signature.results.clone(),
        }
    }

    /// What enters a region: as parameters of the part, and what there are too many of for that.
    pub(super) fn incoming(&self, id: RegionId) -> (Vec<Reg>, Vec<Reg>) {
        let region = self.regions.region(id);
        let interface = &region.interface;
        interface.incoming(region.head, self.function, self.parameters)
    }
}
