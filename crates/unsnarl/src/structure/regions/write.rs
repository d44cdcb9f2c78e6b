//! Writing the program from the plan.
//!
//! *Needs:* a [`Graph`], its [`Nest`], its [`Plan`].
//! *Gives:* the [`Program`].
//! *Cost:* O(steps).
//!
//! An edge is written as follows, in this order: its `Take`, the store of the label, the flags of
//! the decision of its block, the selector of the part to which it leads, and a jump if it needs
//! one. An edge out of a loop instead sets the flags of the node of the loop, which distinguish its
//! targets.

use super::conditions::path;
use super::formula::Sign;
use super::graph::{Graph, Kind, Node};
use super::nest::Nest;
use super::plan::Plan;
use super::refine::Piece;
use crate::cfg::Exit;
use crate::ids::{BlockId, FlagId, Id, LabelId, LoopId};
use crate::program::{Program, ProgramBuilder, Term};
use alloc::vec::Vec;

pub(super) fn write(graph: &Graph, nest: &Nest, plan: &Plan) -> Program {
    let writer = Writer {
        graph,
        nest,
        plan,
        builder: ProgramBuilder::new(),
        tasks: Vec::new(),
        loops: Vec::new(),
    };
    let entry = graph.reducible.cfg().entry();
    writer.write(entry)
}

/// The pieces of a region that have not been written yet, and the first number of its flags.
#[derive(Clone, Copy)]
struct Region {
    head: Node,
    at: usize,
    end: usize,
    base: u32,
    /// The first number of the flags of the code inside its parts.
    inner: u32,
}

#[derive(Clone, Copy)]
enum Task {
    Region(Region),
    /// Sets a selector after a region.
    Set(FlagId),
    EndLoop,
}

/// An open loop, and the region around it.
struct Open {
    id: LoopId,
    label: LabelId,
    around: Region,
}

struct Writer<'a> {
    graph: &'a Graph<'a>,
    nest: &'a Nest,
    plan: &'a Plan,
    builder: ProgramBuilder,
    tasks: Vec<Task>,
    loops: Vec<Open>,
}

impl Writer<'_> {
    fn write(mut self, entry: BlockId) -> Program {
        // The entry may be the header of a loop, and the loop the head of a region.
        let first = match self.graph.homes.of(entry) {
            Some(id) => self.graph.node_of_loop(id),
            None => entry.index() as Node,
        };
        self.enter(first, 0);
        while let Some(task) = self.tasks.pop() {
            match task {
                Task::Set(flag) => self.builder.set(flag, true),
                Task::EndLoop => {
                    self.builder.close();
                    self.loops.pop();
                }
                Task::Region(mut region) => {
                    let piece = self.plan.piece(region.at);
                    region.at += 1;
                    if let Piece::Group(flags) = piece {
                        region.inner = region.base + flags;
                    }
                    // A finished region leaves the stack before the content of its last part
                    // begins.
                    if region.at < region.end {
                        self.tasks.push(Task::Region(region));
                    }
                    self.piece(region, piece);
                }
            }
        }
        self.builder.finish()
    }

    /// Begins the region with this head.
    fn enter(&mut self, head: Node, base: u32) {
        let pieces = self.plan.region(head);
        self.tasks.push(Task::Region(Region {
            head,
            at: pieces.start,
            end: pieces.end,
            base,
            inner: base,
        }));
    }

    fn piece(&mut self, region: Region, piece: &Piece) {
        match *piece {
            Piece::Group(_) => {}
            Piece::Clear(flag) => self.builder.set(flag_of(region, flag), false),
            Piece::Part(node) => self.part(region, node),
            Piece::Region(node) => {
                let follow = self.nest.follow(node);
                let selector = follow.and_then(|follow| self.selector(region, follow));
                self.tasks.extend(selector.map(Task::Set));
                self.enter(node, region.inner);
            }
            Piece::Decide(node) => {
                if let Kind::Block(block) = self.graph.kind(node) {
                    self.run(block);
                    self.open(block);
                }
            }
            Piece::Arm(way) => self.arm(region, way),
            Piece::Test(ref formula) => {
                let terms = self.plan.signs(formula).iter();
                let term = |sign: &Sign| match *sign {
                    Sign::Variable(flag) => Term::Flag(flag_of(region, flag)),
                    Sign::Not => Term::Not,
                    Sign::And => Term::And,
                    Sign::Or => Term::Or,
                };
                let condition = self.builder.condition(terms.map(term));
                self.builder.open_test(condition, None);
                self.builder.arm([1]);
            }
            Piece::Else => self.builder.arm([0]),
            Piece::Close => self.builder.close(),
        }
    }

    fn part(&mut self, region: Region, node: Node) {
        match self.graph.kind(node) {
            Kind::Loop(id) => {
                let label = self.builder.label();
                self.builder.open_loop(label);
                let around = region;
                self.loops.push(Open { id, label, around });
                self.tasks.push(Task::EndLoop);
                let header = self.graph.reducible.loops().header(id);
                self.enter(header.index() as Node, region.inner);
            }
            Kind::Jump(target) => self.jump(target),
            Kind::Block(block) => {
                self.run(block);
                let ways = self.graph.ways(block);
                match ways.len() {
                    0 => self.builder.leave(block),
                    1 => self.way(region, ways.start),
                    _ => {
                        self.open(block);
                        for way in ways {
                            self.arm(region, way);
                        }
                        self.builder.close();
                    }
                }
            }
        }
    }

    fn run(&mut self, block: BlockId) {
        if !self.graph.reducible.is_dispatcher(block) {
            self.builder.run(block);
        }
    }

    /// Opens the decision of a block.
    fn open(&mut self, block: BlockId) {
        let reducible = self.graph.reducible;
        if reducible.is_dispatcher(block) {
            self.builder.open_dispatch(None);
        } else if reducible.cfg().exit(block) == Exit::Branch {
            self.builder.open_if(block, None);
        } else {
            self.builder.open_switch(block, None);
        }
    }

    fn arm(&mut self, region: Region, way: usize) {
        let slots = self.graph.slots(way).iter().copied();
        self.builder.arm(slots);
        self.way(region, way);
    }

    /// Writes a way, which may end in a jump.
    fn way(&mut self, region: Region, way: usize) {
        let way = self.graph.way(way);
        if !self.graph.reducible.is_dispatcher(way.edge.block) {
            self.builder.take(way.edge);
        }
        if let Some(value) = way.store {
            self.builder.store(value);
        }
        match way.class {
            Some(class) => self.decide(region, way.edge.block.index() as Node, class),
            None => self.jump(way.target),
        }
    }

    /// Saves that a node of a region has decided for a class.
    fn decide(&mut self, region: Region, node: Node, class: u32) {
        let targets = self.graph.classes(node);
        let mut path = path(targets.len() as u32, class);
        let saves = match self.graph.kind(node) {
            Kind::Block(block) => targets.len() == 2 && self.graph.ways(block).len() == 2,
            Kind::Loop(_) | Kind::Jump(_) => false,
        };
        for flag in self.plan.flags_of(node) {
            let value = path.next().unwrap_or(false);
            // A flag that was cleared is still false, because the node runs once. But a branch
            // stores both values, because that saves its decision in one line.
            if let Some(flag) = flag.filter(|flag| value || saves || !flag.cleared) {
                self.builder.set(flag_of(region, flag.number), value);
            }
        }
        let selector = self.selector(region, targets[class as usize]);
        if let Some(flag) = selector {
            self.builder.set(flag, true);
        }
    }

    /// Gives the selector of a node if it is a part of the region.
    fn selector(&self, region: Region, node: Node) -> Option<FlagId> {
        let flag = self.plan.selector(node)?;
        (self.nest.around(node) == Some(region.head)).then(|| flag_of(region, flag))
    }

    /// Jumps back to the header of the innermost loop, or out of the loop to a target.
    fn jump(&mut self, target: BlockId) {
        let open = self.loops.last().expect("there are jumps in loops only");
        let Open { id, label, around } = *open;
        if self.graph.reducible.loops().header(id) == target {
            return self.builder.go_back(label);
        }
        let order = self.graph.reducible.order();
        let position = |block: BlockId| order.position(block);
        let targets = self.graph.homes.targets(id);
        let class = targets.binary_search_by_key(&position(target), |&target| position(target));
        let class = class.expect("a jump out of a loop leads to one of its targets");
        self.decide(around, self.graph.node_of_loop(id), class as u32);
        self.builder.go_past(label);
    }
}

fn flag_of(region: Region, flag: u32) -> FlagId {
    FlagId::new((region.base + flag) as usize)
}
