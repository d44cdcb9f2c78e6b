//! Regions: sets of blocks that are entered at one of them only, its head.
//!
//! *Needs:* a graph, how much each block weighs, and which stay.
//! *Gives:* [`Regions`]: each reachable block is in one, and none but single blocks weighs more
//! than is asked for.
//! *Cost:* linear in blocks and edges.
//! *Source:* the intervals of [Allen70]: a block joins the region that all edges to it come from.
//! *Departs:* a region stops growing at a weight. A loop with one entry joins as a whole where it
//! fits, so the edges back to its header need not be known when the header joins. A block that an
//! edge leads back to, and that is not such a header, begins a region.
//! *Limits:* the entry, and each block that has to stay in its function, is a region by itself.

use unsnarl::{BlockId, Id};

use super::graph::Graph;
use super::sizes::Weight;
use crate::machine::Function;

/// A region.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct RegionId(u32);

impl RegionId {
    pub(super) fn new(index: usize) -> RegionId {
        RegionId(u32::try_from(index).expect("there are no more regions than blocks"))
    }

    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

/// The blocks of a region.
#[derive(Clone, Debug)]
pub(super) struct Region {
    /// The block that all edges from outside lead to.
    pub(super) head: BlockId,
    /// All its blocks in the order of the function; the first is the head.
    pub(super) blocks: Vec<BlockId>,
    pub(super) weight: Weight,
    /// In how many loops that are not all in it the head is.
    pub(super) depth: u32,
    /// Whether it has to stay in its function.
    pub(super) stays: bool,
}

/// A partition of the reachable blocks.
#[derive(Clone, Debug)]
pub(super) struct Regions {
    all: Vec<Region>,
    /// By block.
    of: Vec<Option<RegionId>>,
}

impl Regions {
    /// Makes regions that weigh at most `most` where more than one block is in them.
    pub(super) fn new(
        function: &Function,
        graph: &Graph,
        weights: &[Weight],
        stays: &[bool],
        most: Weight,
    ) -> Regions {
        let mut growth = Growth {
            graph,
            weights,
            most,
            loops: loop_weights(graph, weights),
            is_divided: with_blocks(graph, stays),
            whole: vec![None; graph.loops.len()],
            reserved: Vec::new(),
            regions: Regions {
                all: Vec::new(),
                of: vec![None; function.block_count()],
            },
        };
        for &block in graph.order.blocks() {
            let is_entry = growth.regions.all.is_empty();
            growth.place(block, is_entry || stays[block.index()]);
        }
        growth.regions.in_order_of(function)
    }

    /// The region of a block that can be reached.
    pub(super) fn of(&self, block: BlockId) -> RegionId {
        self.of[block.index()].expect("it can be reached")
    }

    pub(super) fn region(&self, id: RegionId) -> &Region {
        &self.all[id.index()]
    }

    /// All regions in the canonical order of their heads.
    pub(super) fn ids(&self) -> impl ExactSizeIterator<Item = RegionId> + use<> {
        (0..self.all.len()).map(RegionId::new)
    }

    /// Puts the blocks of each region in the order of the function.
    fn in_order_of(mut self, function: &Function) -> Regions {
        for &block in function.order() {
            let id = self.of(block);
            self.all[id.index()].blocks.push(block);
        }
        self
    }
}

/// The weight of each loop, with the loops inside.
fn loop_weights(graph: &Graph, weights: &[Weight]) -> Vec<Weight> {
    let mut sums = vec![Weight::default(); graph.loops.len()];
    for &block in graph.order.blocks() {
        if let Some(id) = graph.loops.innermost(block) {
            sums[id.index()] = sums[id.index()].and(weights[block.index()]);
        }
    }
    // A loop follows the one around it.
    for id in graph.loops.ids().rev() {
        if let Some(around) = graph.loops.parent(id) {
            sums[around.index()] = sums[around.index()].and(sums[id.index()]);
        }
    }
    sums
}

/// By loop: whether one of these blocks is in it.
fn with_blocks(graph: &Graph, these: &[bool]) -> Vec<bool> {
    let mut found = vec![false; graph.loops.len()];
    for &block in graph.order.blocks() {
        if let Some(id) = graph.loops.innermost(block) {
            found[id.index()] |= these[block.index()];
        }
    }
    for id in graph.loops.ids().rev() {
        if let Some(around) = graph.loops.parent(id) {
            found[around.index()] |= found[id.index()];
        }
    }
    found
}

/// Regions that grow in canonical order.
struct Growth<'a> {
    graph: &'a Graph,
    weights: &'a [Weight],
    most: Weight,
    /// The weights of loops.
    loops: Vec<Weight>,
    /// By loop: whether a block in it stays, so that it joins no region as a whole.
    is_divided: Vec<bool>,
    /// By loop: the region that all of it joins.
    whole: Vec<Option<RegionId>>,
    /// By region: its weight with all of the loops that join it.
    reserved: Vec<Weight>,
    regions: Regions,
}

impl Growth<'_> {
    fn place(&mut self, block: BlockId, stays: bool) {
        let id = if stays {
            self.begin(block, true)
        } else if let Some(region) = self.joins_with_loop(block) {
            region
        } else {
            self.grow(block)
        };
        self.regions.of[block.index()] = Some(id);
        let region = &mut self.regions.all[id.index()];
        region.weight = region.weight.and(self.weights[block.index()]);
    }

    /// The region that a loop around the block joins as a whole.
    fn joins_with_loop(&mut self, block: BlockId) -> Option<RegionId> {
        let innermost = self.graph.loops.innermost(block)?;
        if self.graph.loops.header(innermost) == block {
            let around = self.graph.loops.parent(innermost)?;
            self.whole[innermost.index()] = self.whole[around.index()];
        }
        self.whole[innermost.index()]
    }

    /// Adds a block, or the loop that it is the entry of, to the region that leads to it if there
    /// is room, or else to a new one.
    fn grow(&mut self, block: BlockId) -> RegionId {
        let headed = self.graph.loops.innermost(block).filter(|&id| {
            let is_entry = self.graph.loops.header(id) == block;
            is_entry && !self.graph.loops.is_multi_entry(id) && !self.is_divided[id.index()]
        });
        let alone = self.weights[block.index()];
        let weight = headed.map_or(alone, |id| self.loops[id.index()]);
        if let Some(region) = self.leads_to(block, headed.is_some()) {
            let reserved = self.reserved[region.index()].and(weight);
            if reserved.is_within(self.most) {
                self.reserved[region.index()] = reserved;
                if let Some(headed) = headed {
                    self.whole[headed.index()] = Some(region);
                }
                return region;
            }
        }
        let region = self.begin(block, false);
        match headed {
            Some(headed) if weight.is_within(self.most) => {
                self.whole[headed.index()] = Some(region);
                self.reserved[region.index()] = weight;
                self.regions.all[region.index()].depth -= 1;
            }
            _ => self.reserved[region.index()] = alone,
        }
        region
    }

    /// The only region with edges to a block, those back to the header of a loop aside.
    fn leads_to(&self, block: BlockId, is_header: bool) -> Option<RegionId> {
        let mut only = None;
        for &from in self.graph.predecessors(block) {
            if self.graph.is_retreating(from, block) {
                if is_header {
                    continue;
                }
                return None;
            }
            let region = self.regions.of(from);
            if *only.get_or_insert(region) != region {
                return None;
            }
        }
        only.filter(|&region| !self.regions.region(region).stays)
    }

    fn begin(&mut self, head: BlockId, stays: bool) -> RegionId {
        let id = RegionId::new(self.regions.all.len());
        self.regions.all.push(Region {
            head,
            blocks: Vec::new(),
            weight: Weight::default(),
            depth: self.graph.depth(head),
            stays,
        });
        self.reserved.push(Weight::default());
        id
    }
}
