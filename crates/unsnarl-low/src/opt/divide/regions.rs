//! Regions: sets of blocks that are entered at one of them only, the head.
//!
//! *Gives:* [`Regions`], each of which consists of [units](Unit): blocks, and regions that it calls
//! the parts of. Inside a region its head stands for all of it.

use unsnarl::{BlockId, Id};

use super::interface::Interface;
use super::sizes::Weight;

/// A region.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct RegionId(u32);

impl RegionId {
    pub(super) fn new(index: usize) -> RegionId {
        RegionId(u32::try_from(index).expect("each has a block or two regions of its own"))
    }

    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a region, or the function, consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    Block(BlockId),
    /// The call of the part of a region.
    Region(RegionId),
}

/// A region that would be worth a part.
#[derive(Clone, Debug)]
pub(super) struct Region {
    /// The block that all edges from outside lead to.
    pub(super) head: BlockId,
    /// What it consists of, in the order of the function; the head is the first, or that of the
    /// first.
    pub(super) units: Vec<Unit>,
    pub(super) interface: Interface,
    /// What it weighs, with the calls in it.
    pub(super) weight: Weight,
    /// What the call of its part weighs.
    pub(super) call: Weight,
    /// How many values pass in and out.
    pub(super) values: u64,
    /// In how many loops that are not all in it the head is; or that of a region in it, if in more.
    pub(super) depth: u32,
}

impl Region {
    /// What is left of this weight around it, with a call of its part.
    pub(super) fn saved_from(&self, around: Weight) -> Weight {
        let left = |around: u64, own: u64, call: u64| around - own.saturating_sub(call).min(around);
        Weight {
            bytes: left(around.bytes, self.weight.bytes, self.call.bytes),
            locals: left(around.locals, self.weight.locals, self.call.locals),
        }
    }
}

/// The regions among units.
pub(super) fn inner(units: &[Unit]) -> impl Iterator<Item = RegionId> + '_ {
    units.iter().filter_map(|unit| match unit {
        Unit::Block(_) => None,
        Unit::Region(id) => Some(*id),
    })
}

/// All regions, each after those in it.
pub(super) struct Regions {
    all: Vec<Region>,
    /// By block: the region that it stands for.
    at: Vec<Option<RegionId>>,
}

impl Regions {
    pub(super) fn new(blocks: usize) -> Regions {
        Regions {
            all: Vec::new(),
            at: vec![None; blocks],
        }
    }

    pub(super) fn region(&self, id: RegionId) -> &Region {
        &self.all[id.index()]
    }

    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    /// All regions, each after those in it.
    pub(super) fn ids(&self) -> impl DoubleEndedIterator<Item = RegionId> + use<> {
        (0..self.all.len()).map(RegionId::new)
    }

    /// What a block is now, or stands for.
    pub(super) fn unit(&self, block: BlockId) -> Unit {
        self.at[block.index()].map_or(Unit::Block(block), Unit::Region)
    }

    /// The block that a unit is, or the head of the region.
    pub(super) fn block(&self, unit: Unit) -> BlockId {
        match unit {
            Unit::Block(block) => block,
            Unit::Region(id) => self.region(id).head,
        }
    }

    pub(super) fn add(&mut self, region: Region) -> RegionId {
        let id = RegionId::new(self.all.len());
        self.all.push(region);
        id
    }

    /// Lets the head of a region stand for it.
    pub(super) fn contract(&mut self, id: RegionId) {
        let head = self.region(id).head;
        self.at[head.index()] = Some(id);
    }
}
