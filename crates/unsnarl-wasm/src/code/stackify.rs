//! Expression trees: which results stay on the operand stack.
//!
//! *Needs:* [`Body`], machine code on registers.
//! *Gives:* [`StackCode`]: for each block its instructions in their final order, with reads and
//! writes of the remaining registers; and the [liveness](Live) of registers, because unused ones
//! are not written.
//! *Cost:* linear in the instructions and their arguments.
//! *Departs:* from LLVM's pass of that name by visiting an instruction once: to know whether it can
//! move, a fixed number of entries of two stacks of memory accesses are compared, not every
//! instruction in between.
//!
//! A block is built from its end. An argument whose instruction is in the same block moves down to
//! the place where it is used, and so becomes part of the tree of its user, if
//!
//! - this is the first of its uses in the final order (the others read a local, which a `local.tee`
//!   sets), and
//! - no instruction that stays between the two places conflicts with it: a read of memory conflicts
//!   with a write that may touch the same bytes, a write with either.
//!
//! [Late](crate::code::late) results come last of all. Arguments are processed from last to first,
//! which is the final order backwards; so whatever has been placed already comes after the place in
//! question, and whatever has not comes before it.

use unsnarl_ir::Symbol;
use wasm_encoder::Instruction;

use crate::code::access::Access;
use crate::code::late::late;
use crate::code::{Body, Effect, Reg, Source};

/// The most values on the operand stack within a tree; a tree that needs more is split.
const DEEPEST_STACK: usize = 64;

/// The limit of writes that a read moves past: without it the pass would be quadratic.
const WRITES_PASSED: usize = 16;

/// An instruction, or an access to a register.
#[derive(Clone, Debug)]
pub(crate) enum Code {
    Op(Instruction<'static>),
    /// An instruction whose immediate is relative to the address of a symbol.
    From(Symbol, Instruction<'static>),
    /// Pushes a number or an address in the frame.
    Remake(Reg),
    Get(Reg),
    Set(Reg),
    Tee(Reg),
}

/// The code of a block.
#[derive(Clone, Debug, Default)]
pub(crate) struct BlockCode {
    /// The body of the block.
    pub(crate) run: Vec<Code>,
    /// The code that pushes the operands of the exit.
    pub(crate) exit: Vec<Code>,
}

/// The code of a function.
#[derive(Debug)]
pub(crate) struct StackCode {
    pub(crate) blocks: Vec<BlockCode>,
    /// By register: whether it is live.
    pub(crate) is_live: Vec<bool>,
}

/// Builds the blocks.
pub(crate) fn stackify(body: &Body) -> StackCode {
    let live = Live::new(body);
    let uses = Uses::new(body, &live);
    let late = late(body, &live.insts, &live.regs);
    let mut blocks = vec![BlockCode::default(); body.blocks.len()];
    let mut state = State {
        remaining: uses.in_block.clone(),
        body,
        live: &live,
        late,
        uses,
        moved: vec![false; body.insts.len()],
        reads: Vec::new(),
        writes: Vec::new(),
        start: 0,
        out: Vec::new(),
        todo: Vec::new(),
    };
    for &block in &body.order {
        blocks[block] = state.block(block);
    }
    StackCode {
        blocks,
        is_live: live.regs,
    }
}

/// The live instructions and registers.
struct Live {
    regs: Vec<bool>,
    insts: Vec<bool>,
}

impl Live {
    fn new(body: &Body) -> Self {
        let mut phi_sources: Vec<(Reg, Reg)> = Vec::new();
        let mut stack: Vec<Reg> = Vec::new();
        let mut insts = vec![false; body.insts.len()];
        for &block in &body.order {
            let block = &body.blocks[block];
            block
                .incoming
                .iter()
                .for_each(|incoming| phi_sources.extend(&incoming.copies));
            stack.extend(&block.exit);
            for index in block.insts.clone() {
                if body.insts[index].effect == Effect::Write {
                    insts[index] = true;
                    stack.extend(body.args(&body.insts[index]));
                }
            }
        }
        phi_sources.sort_unstable();
        let mut regs = vec![false; body.regs.len()];
        while let Some(reg) = stack.pop() {
            if std::mem::replace(&mut regs[reg.index()], true) {
                continue;
            }
            match body.source(reg) {
                Source::Inst(inst) if !std::mem::replace(&mut insts[inst as usize], true) => {
                    stack.extend(body.args(&body.insts[inst as usize]));
                }
                Source::Phi => {
                    let start = phi_sources.partition_point(|&(phi, _)| phi < reg);
                    let own = phi_sources[start..]
                        .iter()
                        .take_while(|&&(phi, _)| phi == reg);
                    stack.extend(own.map(|&(_, source)| source));
                }
                _ => {}
            }
        }
        Live { regs, insts }
    }
}

/// Where registers are used.
struct Uses {
    /// How often in the block of their instruction.
    in_block: Vec<u32>,
    /// Whether they are used elsewhere.
    elsewhere: Vec<bool>,
}

impl Uses {
    fn new(body: &Body, live: &Live) -> Self {
        let mut uses = Uses {
            in_block: vec![0; body.regs.len()],
            elsewhere: vec![false; body.regs.len()],
        };
        for &block in &body.order {
            let block = &body.blocks[block];
            let range = block.insts.clone();
            for index in range.clone().filter(|&index| live.insts[index]) {
                body.args(&body.insts[index])
                    .iter()
                    .for_each(|&reg| uses.add(body, &range, reg));
            }
            block
                .exit
                .iter()
                .for_each(|&reg| uses.add(body, &range, reg));
            for &(phi, source) in block.incoming.iter().flat_map(|incoming| &incoming.copies) {
                uses.elsewhere[source.index()] |= live.regs[phi.index()];
            }
        }
        uses
    }

    fn add(&mut self, body: &Body, range: &std::ops::Range<usize>, reg: Reg) {
        match body.source(reg) {
            Source::Inst(inst) if range.contains(&(inst as usize)) => {
                self.in_block[reg.index()] += 1
            }
            _ => self.elsewhere[reg.index()] = true,
        }
    }
}

struct State<'a> {
    body: &'a Body,
    live: &'a Live,
    /// By instruction: whether it goes last.
    late: Vec<bool>,
    uses: Uses,
    /// Uses in the block that have not been placed.
    remaining: Vec<u32>,
    moved: Vec<bool>,
    /// Instructions of the block that read or write and have not been placed, ascending; moved
    /// reads may be among them.
    reads: Vec<usize>,
    writes: Vec<usize>,
    start: usize,
    /// The final code, backwards.
    out: Vec<Code>,
    /// Arguments to be placed, the next one last, with the number of values below each on the
    /// stack.
    todo: Vec<(Reg, usize)>,
}

impl State<'_> {
    fn block(&mut self, block: usize) -> BlockCode {
        let body = self.body;
        let block = &body.blocks[block];
        self.start = block.insts.start;
        self.reads.clear();
        self.writes.clear();
        for index in block.insts.clone().filter(|&index| self.live.insts[index]) {
            match body.insts[index].effect {
                Effect::Pure => {}
                Effect::Read => self.reads.push(index),
                Effect::Write => self.writes.push(index),
            }
        }
        self.arguments(&block.exit, 0);
        self.trees();
        let exit = self.take();
        for is_late in [true, false] {
            for index in block.insts.clone().rev() {
                if self.live.insts[index] && !self.moved[index] && self.late[index] == is_late {
                    self.root(index);
                }
            }
        }
        BlockCode {
            run: self.take(),
            exit,
        }
    }

    fn take(&mut self) -> Vec<Code> {
        self.out.reverse();
        std::mem::take(&mut self.out)
    }

    /// Places an instruction that stays where it is, and sets its results.
    fn root(&mut self, index: usize) {
        self.remove(index);
        let inst = &self.body.insts[index];
        for reg in inst.results() {
            self.out.push(if self.live.regs[reg.index()] {
                Code::Set(reg)
            } else {
                Code::Op(Instruction::Drop)
            });
        }
        self.instruction(index, 0);
        self.trees();
    }

    fn instruction(&mut self, index: usize, below: usize) {
        let inst = &self.body.insts[index];
        self.out.push(match inst.symbol {
            None => Code::Op(inst.op.clone()),
            Some(symbol) => Code::From(symbol, inst.op.clone()),
        });
        self.arguments(self.body.args(inst), below);
    }

    fn arguments(&mut self, args: &[Reg], below: usize) {
        self.todo.extend(
            args.iter()
                .enumerate()
                .map(|(index, &reg)| (reg, below + index)),
        );
    }

    /// Places the pending arguments, from last to first.
    fn trees(&mut self) {
        while let Some((reg, below)) = self.todo.pop() {
            if self.body.is_remade(reg) {
                self.out.push(Code::Remake(reg));
                continue;
            }
            match self.movable(reg) {
                Some(index) if below <= DEEPEST_STACK => {
                    let has_other_uses =
                        self.uses.in_block[reg.index()] > 1 || self.uses.elsewhere[reg.index()];
                    if has_other_uses {
                        self.out.push(Code::Tee(reg));
                    }
                    self.moved[index] = true;
                    self.remove(index);
                    self.instruction(index, below);
                }
                _ => self.out.push(Code::Get(reg)),
            }
        }
    }

    /// The instruction that defines a register, if it can move to the current use.
    fn movable(&mut self, reg: Reg) -> Option<usize> {
        let Source::Inst(inst) = self.body.source(reg) else {
            return None;
        };
        let index = inst as usize;
        if index < self.start || self.remaining[reg.index()] == 0 {
            return None;
        }
        self.remaining[reg.index()] -= 1;
        let inst = &self.body.insts[index];
        let is_first_use = self.remaining[reg.index()] == 0;
        (is_first_use && inst.results().len() == 1 && self.may_pass(index)).then_some(index)
    }

    /// Tells whether an instruction may move past everything after it that has not been placed.
    fn may_pass(&mut self, index: usize) -> bool {
        while self.reads.last().is_some_and(|&read| self.moved[read]) {
            self.reads.pop();
        }
        let is_above = |stack: &[usize]| stack.last().is_some_and(|&other| other > index);
        match self.body.insts[index].effect {
            Effect::Pure => true,
            Effect::Read => self.is_apart_from_writes_above(index),
            Effect::Write => !is_above(&self.writes) && !is_above(&self.reads),
        }
    }

    /// Tells whether a read has no byte in common with the writes after it that have not been
    /// placed.
    fn is_apart_from_writes_above(&self, index: usize) -> bool {
        let above = self.writes.iter().rev().take_while(|&&write| write > index);
        let mut above = above.enumerate().peekable();
        if above.peek().is_none() {
            return true;
        }
        let Some(read) = Access::of(self.body, index) else {
            return false;
        };
        above.all(|(passed, &write)| {
            let write = self.body.plain_store(write);
            passed < WRITES_PASSED && write.is_some_and(|write| write.is_apart_from(&read))
        })
    }

    /// Removes an instruction that is being placed from the stacks.
    fn remove(&mut self, index: usize) {
        match self.body.insts[index].effect {
            Effect::Pure => {}
            // A read that is not the last is removed when it becomes the last.
            Effect::Read if self.reads.last() == Some(&index) => {
                self.reads.pop();
            }
            Effect::Read => self.moved[index] = true,
            Effect::Write => {
                let last = self.writes.pop();
                debug_assert_eq!(
                    last,
                    Some(index),
                    "a write is placed only if it is the last one left"
                );
            }
        }
    }
}
