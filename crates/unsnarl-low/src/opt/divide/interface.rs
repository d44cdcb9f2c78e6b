//! What passes in and out of regions.
//!
//! *Needs:* a function and a partition of its blocks. *Gives:* the [`Interface`] of each region.
//! *Cost:* one pass over all uses for all regions, and sorts of what passes.
//!
//! A register has one definition, which dominates its uses, so what passes out is what is used
//! elsewhere, and an exit brings what is defined in a block that dominates its target. Elsewhere
//! nothing can read it before another exit, or another call, brings it.

use unsnarl::BlockId;

use super::graph::Graph;
use super::regions::{RegionId, Regions};
use crate::machine::{Exit, Function, Reg, Source};

/// Where an exit of a region leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Target {
    /// To a block elsewhere.
    Block(BlockId),
    /// Out of the function.
    Return,
}

/// What passes in and out of a region.
#[derive(Clone, Debug, Default)]
pub(super) struct Interface {
    /// The registers that it reads and does not define.
    pub(super) inputs: Vec<Reg>,
    /// The registers that it defines and that are read elsewhere.
    pub(super) outputs: Vec<Reg>,
    /// Where it leads.
    pub(super) targets: Vec<Target>,
    /// How often it uses an address in the frame.
    pub(super) frame_uses: u64,
    /// Whether an edge inside leads to its head, whose parameters then change.
    pub(super) repeats: bool,
}

/// By register: the block that defines it.
#[derive(Clone, Debug)]
pub(super) struct Definitions(Vec<Option<BlockId>>);

impl Definitions {
    pub(super) fn new(function: &Function) -> Definitions {
        let mut blocks = vec![None; function.reg_count()];
        for &block in function.order() {
            let data = function.block(block);
            let results = data.insts().flat_map(|inst| function.inst(inst).results());
            for reg in results.chain(data.parameters.iter().copied()) {
                blocks[reg.index()] = Some(block);
            }
        }
        Definitions(blocks)
    }

    /// The block that defines a register; none if it is a parameter of the function or
    /// rematerialised.
    pub(super) fn block(&self, reg: Reg) -> Option<BlockId> {
        self.0[reg.index()]
    }

    /// Tells whether the exit of its region to a target brings a register.
    pub(super) fn is_brought(&self, reg: Reg, target: Target, graph: &Graph) -> bool {
        match (target, self.block(reg)) {
            (Target::Block(to), Some(from)) => graph.dominators.dominates(from, to),
            _ => false,
        }
    }
}

/// Finds what passes in and out of each region.
pub(super) fn interfaces(
    function: &Function,
    definitions: &Definitions,
    regions: &Regions,
) -> Vec<Interface> {
    let mut search = Search {
        function,
        definitions,
        regions,
        found: vec![Interface::default(); regions.ids().len()],
        inputs: Vec::new(),
        outputs: Vec::new(),
        targets: Vec::new(),
    };
    for &block in function.order() {
        search.edges(block);
    }
    for &block in function.order() {
        search.uses(block);
    }
    search.finish()
}

struct Search<'a> {
    function: &'a Function,
    definitions: &'a Definitions,
    regions: &'a Regions,
    found: Vec<Interface>,
    inputs: Vec<(RegionId, Reg)>,
    outputs: Vec<(RegionId, Reg)>,
    targets: Vec<(RegionId, Target)>,
}

impl Search<'_> {
    /// Notes where a block leads.
    fn edges(&mut self, block: BlockId) {
        let region = self.regions.of(block);
        let data = self.function.block(block);
        if data.exit == Exit::Return {
            self.targets.push((region, Target::Return));
        }
        for edge in self.function.different_edges(block) {
            if self.regions.of(edge.to) != region {
                self.targets.push((region, Target::Block(edge.to)));
            } else if self.regions.region(region).head == edge.to {
                self.found[region.index()].repeats = true;
            }
        }
    }

    /// Notes what a block reads.
    fn uses(&mut self, block: BlockId) {
        let region = self.regions.of(block);
        let function = self.function;
        for inst in function.block(block).insts() {
            self.reads(region, function.operands(inst));
        }
        self.reads(region, function.exit_operands(block));
        for edge in function.different_edges(block) {
            self.reads(region, function.arguments(edge));
        }
    }

    fn reads(&mut self, region: RegionId, regs: &[Reg]) {
        for &reg in regs {
            match self.function.source(reg) {
                Source::Number(_) => {}
                Source::Frame(_) => self.found[region.index()].frame_uses += 1,
                Source::Parameter(_) => self.inputs.push((region, reg)),
                Source::BlockParameter | Source::Inst(_) => self.read(region, reg),
            }
        }
    }

    fn read(&mut self, region: RegionId, reg: Reg) {
        let block = self.definitions.block(reg);
        let block = block.expect("L4: its definition dominates its use");
        let home = self.regions.of(block);
        if home == region {
            return;
        }
        self.inputs.push((region, reg));
        // The head's parameters are those of the call, too, unless they change in the region.
        let is_of_call = self.regions.region(home).head == block
            && self.function.source(reg) == Source::BlockParameter
            && !self.found[home.index()].repeats;
        if !is_of_call {
            self.outputs.push((home, reg));
        }
    }

    fn finish(mut self) -> Vec<Interface> {
        for pairs in [&mut self.inputs, &mut self.outputs] {
            pairs.sort_unstable();
            pairs.dedup();
        }
        self.targets.sort_unstable();
        self.targets.dedup();
        for (region, reg) in self.inputs {
            self.found[region.index()].inputs.push(reg);
        }
        for (region, reg) in self.outputs {
            self.found[region.index()].outputs.push(reg);
        }
        for (region, target) in self.targets {
            self.found[region.index()].targets.push(target);
        }
        self.found
    }
}
