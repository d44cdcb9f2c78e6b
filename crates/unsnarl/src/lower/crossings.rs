//! Jumps out of a bracket that they cannot cross directly.
//!
//! *Needs:* nothing.
//! *Gives:* [`Crossings`]: their targets, and the places where the selector would be set for each.
//! *Cost:* O(log targets) for each jump, and for each time that it moves to a larger collection: so
//! the jumps out of a nest of n loops cost O(n log² n) in total.

use super::list::Spot;
use crate::ids::NodeId;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

/// Jumps with one target.
#[derive(Default)]
pub(super) struct Crossing {
    /// The places of these jumps where the selector is not set yet.
    pub(super) sites: Vec<Spot>,
    /// Whether the selector has been set for some of these jumps.
    pub(super) is_selected: bool,
}

/// Jumps by their targets.
#[derive(Default)]
pub(super) struct Crossings {
    targets: BTreeMap<NodeId, Crossing>,
    /// The targets for which the selector must still be set at some place.
    open: Vec<NodeId>,
}

impl Crossings {
    pub(super) fn is_empty(&self) -> bool {
        self.targets.is_empty()
    }

    pub(super) fn len(&self) -> usize {
        self.targets.len()
    }

    pub(super) fn targets(&self) -> impl Iterator<Item = NodeId> {
        self.targets.keys().copied()
    }

    /// Gives the target if there is only one.
    pub(super) fn only(&self) -> Option<NodeId> {
        let mut targets = self.targets();
        targets.next().filter(|_| targets.next().is_none())
    }

    /// Adds a jump, with the place where the selector can be set.
    pub(super) fn add(&mut self, target: NodeId, site: Spot) {
        self.targets.entry(target).or_default().sites.push(site);
        self.open.push(target);
    }

    pub(super) fn remove(&mut self, target: NodeId) -> Option<Crossing> {
        self.targets.remove(&target)
    }

    /// Takes all places where the selector is not set yet; from now on it counts as set.
    pub(super) fn select(&mut self) -> Vec<(NodeId, Vec<Spot>)> {
        let mut open = core::mem::take(&mut self.open);
        open.sort_unstable();
        open.dedup();
        let sites = open.into_iter().filter_map(|target| {
            let crossing = self.targets.get_mut(&target)?;
            crossing.is_selected = true;
            Some((target, core::mem::take(&mut crossing.sites)))
        });
        sites.collect()
    }

    /// Adds other jumps.
    pub(super) fn append(&mut self, mut other: Crossings) {
        if self.targets.len() < other.targets.len() {
            core::mem::swap(self, &mut other);
        }
        for (target, mut crossing) in other.targets {
            let own = self.targets.entry(target).or_default();
            own.sites.append(&mut crossing.sites);
            own.is_selected |= crossing.is_selected;
        }
        self.open.append(&mut other.open);
    }
}
