//! Growing regions.
//!
//! *Needs:* the [units](super::regions) of a loop, or of the function, in canonical order of their
//! blocks; what each weighs, and which stay.
//! *Gives:* a partition of these into [`Group`]s that are entered at one block only. None but
//! single units weighs more than is asked for.
//! *Cost:* linear in the units and what they lead to.
//! *Source:* the intervals of [Allen70]: a block joins the region that all edges to it come from.
//! *Departs:* a region stops growing at a weight. A loop with one entry joins as a whole where it
//! fits, so the edges back to its header need not be known when the header joins. A block that an
//! edge leads back to, and that is not such a header, begins a region.
//! *Limits:* the entry, and each block that has to stay in its function, is a group by itself.

use unsnarl::{BlockId, Id, LoopId};

use super::graph::Graph;
use super::interface::Target;
use super::nest::Nest;
use super::regions::{Regions, Unit};
use super::sizes::Weight;

/// Units that may become a region.
#[derive(Clone, Debug)]
pub(super) struct Group {
    /// The blocks of its units; the first is the head.
    pub(super) blocks: Vec<BlockId>,
    pub(super) weight: Weight,
    /// In how many loops that are not all in it the head is.
    pub(super) depth: u32,
    /// Whether it has to stay in its function.
    pub(super) stays: bool,
    /// Its weight with all of the loops that join it.
    reserved: Weight,
}

/// What is known of loops and units now.
pub(super) struct State {
    /// By block: the weight of the unit that it is or stands for.
    pub(super) weights: Vec<Weight>,
    /// By block: whether it stays in the function.
    pub(super) stays: Vec<bool>,
    /// By loop: its weight, with the loops in it.
    pub(super) loops: Vec<Weight>,
    /// By loop: whether it does not join a group as a whole.
    pub(super) is_divided: Vec<bool>,
}

/// Where edges to a block come from that are known so far.
#[derive(Clone, Copy, PartialEq, Eq)]
enum From {
    Nowhere,
    Group(usize),
    Several,
}

/// Grows groups, one time after the other.
pub(super) struct Growth<'a> {
    graph: &'a Graph,
    nest: &'a Nest,
    /// What groups weigh at most.
    most: Weight,
    /// The number of the time, from 1.
    number: u32,
    /// By block: the last time that it was among the units.
    time: Vec<u32>,
    /// By block among the units: whether an edge leads back to it.
    is_repeated: Vec<bool>,
    /// By block among the units.
    from: Vec<From>,
    /// By loop: the group that all of it joins.
    whole: Vec<Option<usize>>,
    groups: Vec<Group>,
}

impl<'a> Growth<'a> {
    pub(super) fn new(graph: &'a Graph, nest: &'a Nest, most: Weight, blocks: usize) -> Self {
        Growth {
            graph,
            nest,
            most,
            number: 0,
            time: vec![0; blocks],
            is_repeated: vec![false; blocks],
            from: vec![From::Nowhere; blocks],
            whole: vec![None; graph.loops.len()],
            groups: Vec::new(),
        }
    }

    /// Makes groups of the units that these blocks are or stand for, which are all of some loops
    /// but for what is in regions. Edges from elsewhere lead only to the first.
    pub(super) fn groups(
        &mut self,
        blocks: &[BlockId],
        loops: &[LoopId],
        regions: &Regions,
        state: &State,
    ) -> Vec<Group> {
        self.number += 1;
        for &block in blocks {
            self.time[block.index()] = self.number;
            self.is_repeated[block.index()] = false;
            self.from[block.index()] = From::Nowhere;
        }
        for id in loops {
            self.whole[id.index()] = None;
        }
        for &block in blocks {
            let successors = Successors::new(block, regions, self.graph);
            for to in successors {
                if self.is_here(to) && self.graph.is_retreating(block, to) {
                    self.is_repeated[to.index()] = true;
                }
            }
        }
        for &block in blocks {
            let group = self.place(block, state);
            self.groups[group].blocks.push(block);
            self.groups[group].weight = self.groups[group].weight.and(state.weights[block.index()]);
            for to in Successors::new(block, regions, self.graph) {
                if self.is_here(to) && !self.graph.is_retreating(block, to) {
                    let from = &mut self.from[to.index()];
                    *from = match *from {
                        From::Nowhere => From::Group(group),
                        From::Group(other) if other == group => From::Group(group),
                        _ => From::Several,
                    };
                }
            }
        }
        std::mem::take(&mut self.groups)
    }

    fn is_here(&self, block: BlockId) -> bool {
        self.time[block.index()] == self.number
    }

    /// Finds or makes the group of a block.
    fn place(&mut self, block: BlockId, state: &State) -> usize {
        if state.stays[block.index()] {
            self.begin(block, true)
        } else if let Some(group) = self.joins_with_loop(block) {
            group
        } else {
            self.grow(block, state)
        }
    }

    /// The group that a loop around the block joins as a whole.
    fn joins_with_loop(&mut self, block: BlockId) -> Option<usize> {
        let innermost = self.nest.innermost(block)?;
        if self.nest.header(innermost) == block {
            let around = self.graph.loops.parent(innermost)?;
            self.whole[innermost.index()] = self.whole[around.index()];
        }
        self.whole[innermost.index()]
    }

    /// Adds a block, or the loop that it is the entry of, to the group that leads to it if there
    /// is room, or else to a new one.
    fn grow(&mut self, block: BlockId, state: &State) -> usize {
        let headed = self.nest.headed_by(block);
        let headed = headed.filter(|&id| !state.is_divided[id.index()]);
        let alone = state.weights[block.index()];
        let weight = headed.map_or(alone, |id| state.loops[id.index()]);
        if let Some(group) = self.leads_to(block, headed.is_some()) {
            let reserved = self.groups[group].reserved.and(weight);
            if reserved.is_within(self.most) {
                self.groups[group].reserved = reserved;
                if let Some(headed) = headed {
                    self.whole[headed.index()] = Some(group);
                }
                return group;
            }
        }
        let group = self.begin(block, false);
        self.groups[group].reserved = alone;
        if let Some(headed) = headed.filter(|_| weight.is_within(self.most)) {
            self.whole[headed.index()] = Some(group);
            self.groups[group].reserved = weight;
            self.groups[group].depth = self.nest.depth_around(headed, self.graph);
        }
        group
    }

    /// The only group with edges to a block, those back to the header of a loop aside.
    fn leads_to(&self, block: BlockId, is_header: bool) -> Option<usize> {
        if self.is_repeated[block.index()] && !is_header {
            return None;
        }
        match self.from[block.index()] {
            From::Group(group) => Some(group).filter(|&group| !self.groups[group].stays),
            From::Nowhere | From::Several => None,
        }
    }

    fn begin(&mut self, head: BlockId, stays: bool) -> usize {
        self.groups.push(Group {
            blocks: Vec::new(),
            weight: Weight::default(),
            depth: self.graph.depth(head),
            stays,
            reserved: Weight::default(),
        });
        self.groups.len() - 1
    }
}

/// Where the unit that a block is or stands for leads.
enum Successors<'a> {
    Block(std::slice::Iter<'a, BlockId>),
    Region(std::slice::Iter<'a, Target>),
}

impl<'a> Successors<'a> {
    fn new(block: BlockId, regions: &'a Regions, graph: &'a Graph) -> Self {
        match regions.unit(block) {
            Unit::Block(_) => Successors::Block(graph.successors(block).iter()),
            Unit::Region(id) => Successors::Region(regions.region(id).interface.targets.iter()),
        }
    }
}

impl Iterator for Successors<'_> {
    type Item = BlockId;

    fn next(&mut self) -> Option<BlockId> {
        match self {
            Successors::Block(blocks) => blocks.next().copied(),
            Successors::Region(targets) => targets.find_map(|target| match target {
                Target::Block(to) => Some(*to),
                Target::Return => None,
            }),
        }
    }
}
