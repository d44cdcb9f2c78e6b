//! Exceptions that a `catchswitch` does not handle, where [exceptions are
//! places](crate::select::Exceptions::Places).
//!
//! *Needs:* code whose edges are there. *Gives:* for each `catchswitch` with a cleanup behind it
//! two blocks: its own, which goes to its handler with the address of an exception of C++, and a
//! copy, which goes on with the reference to any other one. So no reference is ever null, and
//! nothing depends on which of the two came.
//! *Cost:* linear in the code for each register that the block of a `catchswitch` defines and that
//! is read behind both blocks.
//! *Source:* tail duplication; the registers are those of static single assignment again after the
//! construction by data flow: where paths from both blocks meet, the block gets a parameter.
//!
//! ```text
//! invoke ─ @__cpp_exception ─► switch(pointer, …) ──────► handler
//!        └ catch_all_ref ────► its copy(reference, …) ──► cleanup
//! ```

use foldhash::{HashMap, HashSet};

use unsnarl::{BlockId as Block, Id};
use unsnarl_ir::{BlockId, Terminator};

use crate::machine::{Exit, Function as Code, Reg};
use crate::select::pads::{Other, Passing, is_switch};
use crate::select::selection::Selection;
use crate::select::target::Exceptions;
use crate::types::Type;

impl Selection<'_> {
    /// Tells whether exceptions are places.
    pub(super) fn are_places(&self) -> bool {
        self.context.target.exceptions == Exceptions::Places
    }

    /// Tells whether a `catchswitch` is entered from others such as this only, which pass on what
    /// they do not handle: nothing that it could.
    pub(super) fn is_passed_by(&self, from: BlockId, pad: BlockId) -> bool {
        is_switch(self.function, pad)
            && !self.unwinding.thrown_to.contains(&pad)
            && !self.takes_what_passes(from, pad)
    }

    /// Tells whether what a `catchswitch` passes on is what the next one handles.
    pub(super) fn takes_what_passes(&self, from: BlockId, pad: BlockId) -> bool {
        let passed_on = self.unwinding.other(self.function, from);
        passed_on == Some(Other::Tagged(self.unwinding.tag(pad)))
    }

    /// Writes the copy of the block of a `catchswitch` that was written last, if other exceptions
    /// get to a cleanup behind it.
    pub(super) fn pass_on(&mut self, switch: BlockId) {
        let Some(passed_on) = self.unwinding.other(self.function, switch) else {
            return;
        };
        let block = self.body.add_block();
        let reference = self.body.add_parameter(block, self.type_of(passed_on));
        // The first parameter is the address of what is handled.
        let parameters = self.body.block(switch).parameters[1..].to_vec();
        let mut copies = Vec::new();
        for own in parameters {
            let copy = self.body.add_parameter(block, self.body.ty(own));
            copies.push((own, copy));
        }
        let insts = self.body.block(switch).insts();
        self.body.start(block);
        for id in insts {
            let inst = *self.body.inst(id);
            let operands: Vec<Reg> = self.body.operands(id).to_vec();
            let operands = renamed(&operands, &copies);
            let types: Vec<Type> = inst.results().map(|reg| self.body.ty(reg)).collect();
            let made = self.body.push(inst.op, inst.effect, &operands, &types);
            copies.extend(inst.results().zip(made));
        }
        self.body.finish(Exit::Jump, &[]);
        let passing = Passing {
            block,
            reference,
            copies,
        };
        self.unwinding.passing.insert(switch, passing);
    }

    /// The edges out of the two blocks of a `catchswitch`.
    pub(super) fn passing_edges(&mut self, from: BlockId, row: &dyn Fn(BlockId) -> Vec<Reg>) {
        let Terminator::CatchSwitch(switch) = &self.function.blocks[from].terminator else {
            return;
        };
        for &handler in &switch.handlers {
            self.body.add_edge(from, handler, &row(handler));
        }
        let Some(next) = switch.unwind else {
            return;
        };
        if self.is_passed_by(from, next) {
            self.dead_edge(from, next, None, row);
        }
        if let Some(passing) = self.unwinding.passing.get(&from).cloned() {
            let to = self.unwinding.passing.get(&next);
            let to = to.map_or(next, |next| next.block);
            let mut passed = vec![passing.reference];
            passed.extend(renamed(&row(next), &passing.copies));
            self.body.add_edge(passing.block, to, &passed);
        }
    }

    /// Makes each register that a `catchswitch` and its copy define one that is defined once.
    pub(in crate::select) fn join_passing(&mut self) {
        let mut switches: Vec<(BlockId, Passing)> = self.unwinding.passing.drain().collect();
        if switches.is_empty() {
            return;
        }
        switches.sort_unstable_by_key(|&(switch, _)| switch);
        for (switch, passing) in &switches {
            for &(own, copy) in &passing.copies {
                Join::new(&self.body, (*switch, own), (passing.block, copy)).apply(&mut self.body);
            }
        }
        let order = reverse_postorder(&self.body);
        self.body.set_order(order);
        let copies = switches.into_iter();
        self.copies = copies.map(|(switch, own)| (own.block, switch)).collect();
    }
}

/// The copies of registers, or those that have none.
fn renamed(regs: &[Reg], copies: &[(Reg, Reg)]) -> Vec<Reg> {
    let copies: HashMap<Reg, Reg> = copies.iter().copied().collect();
    let regs = regs.iter();
    regs.map(|reg| copies.get(reg).copied().unwrap_or(*reg))
        .collect()
}

/// Which of two definitions is there.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Version {
    Reg(Reg),
    /// The parameter that this block gets.
    Parameter(Block),
}

/// A register with two definitions.
struct Join {
    reg: Reg,
    /// By block that needs it where it is entered: what is there.
    versions: HashMap<Block, Version>,
    /// The blocks that define it, with what they define.
    defined: [(Block, Reg); 2],
}

impl Join {
    fn new(body: &Code, own: (Block, Reg), copy: (Block, Reg)) -> Self {
        let mut join = Join {
            reg: own.1,
            versions: HashMap::default(),
            defined: [own, copy],
        };
        let predecessors = predecessors(body);
        let live = join.live(body, &predecessors);
        let mut changes = !live.is_empty();
        while std::mem::take(&mut changes) {
            for &block in body.order().iter().filter(|block| live.contains(block)) {
                let own = Version::Parameter(block);
                if join.versions.get(&block) == Some(&own) {
                    continue;
                }
                let before = predecessors[block.index()].iter();
                let mut before = before.filter_map(|&from| join.behind(from));
                let Some(first) = before.next() else {
                    continue;
                };
                let is_same = before.all(|other| other == first);
                let version = if is_same { first } else { own };
                changes |= join.versions.insert(block, version) != Some(version);
            }
        }
        join
    }

    /// What is there where a block ends.
    fn behind(&self, block: Block) -> Option<Version> {
        let defined = self.defined.iter().find(|own| own.0 == block);
        let defined = defined.map(|own| Version::Reg(own.1));
        defined.or_else(|| self.versions.get(&block).copied())
    }

    /// The blocks that need the register where they are entered.
    fn live(&self, body: &Code, predecessors: &[Vec<Block>]) -> HashSet<Block> {
        let defines = |block: Block| self.defined.iter().any(|own| own.0 == block);
        let order = body.order().iter().copied();
        let mut left: Vec<Block> = order
            .filter(|&block| !defines(block) && reads(body, block, self.reg))
            .collect();
        let mut live = HashSet::default();
        while let Some(block) = left.pop() {
            if live.insert(block) {
                let before = predecessors[block.index()].iter().copied();
                left.extend(before.filter(|&from| !defines(from)));
            }
        }
        live
    }

    /// Adds the parameters, passes what they hold, and reads them.
    fn apply(&self, body: &mut Code) {
        let order = body.order().to_vec();
        let mut parameters: HashMap<Block, Reg> = HashMap::default();
        for &block in &order {
            if self.versions.get(&block) == Some(&Version::Parameter(block)) {
                let ty = body.ty(self.reg);
                parameters.insert(block, body.add_parameter(block, ty));
            }
        }
        let reg = |version| match version {
            Version::Reg(reg) => reg,
            Version::Parameter(block) => parameters[&block],
        };
        for &block in &order {
            if let Some(&version) = self.versions.get(&block)
                && reg(version) != self.reg
            {
                body.rename(block, self.reg, reg(version));
            }
        }
        for &from in &order {
            let Some(version) = self.behind(from) else {
                continue;
            };
            body.add_arguments(from, |to| {
                parameters.contains_key(&to).then(|| reg(version))
            });
        }
    }
}

/// Tells whether a block reads a register.
fn reads(body: &Code, block: Block, reg: Reg) -> bool {
    let mut insts = body.block(block).insts();
    insts.any(|inst| body.operands(inst).contains(&reg))
        || body.exit_operands(block).contains(&reg)
        || {
            let mut edges = body.block(block).edges().iter();
            edges.any(|&edge| body.arguments(edge).contains(&reg))
        }
}

fn predecessors(body: &Code) -> Vec<Vec<Block>> {
    let mut predecessors = vec![Vec::new(); body.block_count()];
    for &from in body.order() {
        for edge in body.block(from).edges() {
            let list: &mut Vec<Block> = &mut predecessors[edge.to.index()];
            if list.last() != Some(&from) {
                list.push(from);
            }
        }
    }
    predecessors
}

/// The blocks that can be reached, each after its dominators.
fn reverse_postorder(body: &Code) -> Vec<Block> {
    let mut seen = vec![false; body.block_count()];
    let mut order = Vec::with_capacity(body.order().len());
    let mut open = vec![(Block::new(0), 0)];
    seen[0] = true;
    while let Some((block, slot)) = open.last_mut() {
        // The last successor first, so that the first one comes first in the reverse.
        let edges = body.block(*block).edges();
        match edges.iter().rev().nth(*slot) {
            Some(edge) => {
                *slot += 1;
                if !std::mem::replace(&mut seen[edge.to.index()], true) {
                    open.push((edge.to, 0));
                }
            }
            None => {
                order.push(*block);
                open.pop();
            }
        }
    }
    order.reverse();
    order
}
