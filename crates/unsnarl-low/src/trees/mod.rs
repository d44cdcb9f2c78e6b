//! Expression trees: which results stay on the operand stack of a stack machine, or inside a larger
//! expression of a language.
//!
//! *Needs:* a [`Function`].
//! *Gives:* [`Trees`]: for each block its instructions in their final order, with reads and writes
//! of the remaining registers.
//! *Cost:* linear in the instructions and their operands.
//! *Departs:* from LLVM's register stackification by visiting an instruction once: to know whether
//! it can move, a fixed number of entries of two stacks of memory accesses are compared, not every
//! instruction in between.
//!
//! A block is built from its end. An operand whose instruction is in the same block moves down to
//! the place where it is used, and so becomes part of the tree of its user, if
//!
//! - this is the first of its uses in the final order (the others read a local, which a `local.tee`
//!   sets), and
//! - no instruction that stays between the two places conflicts with it: a read of memory conflicts
//!   with a write that may touch the same bytes, a write with either. What may trap so that a
//!   program can rely on it counts as a read, and conflicts with every write, because memory must
//!   be what it was there; two traps may change places.
//!
//! Results that are *late* come last of all. Operands are processed from last to first, which is
//! the final order backwards; so whatever has been placed already comes after the place in
//! question, and whatever has not comes before it.

mod late;
mod uses;

use unsnarl::{BlockId, Id};

use self::late::late;
use self::uses::Uses;
use crate::live::Live;
use crate::machine::{Function, Inst, InstId, Reg, Source};
use crate::op::effect::Effect;
use crate::opt::access::Access;

/// The most values on the operand stack within a tree; a tree that needs more is split.
const DEEPEST_STACK: usize = 64;

/// The limit of writes that a read moves past: without it the pass would be quadratic.
const WRITES_PASSED: usize = 16;

/// An instruction, or an access to a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code {
    /// An instruction, on operands that were pushed.
    Inst(InstId),
    /// Drops a result that nothing reads.
    Drop,
    /// Pushes a number or an address in the frame.
    Rematerialise(Reg),
    /// Pushes a register.
    Get(Reg),
    /// Pops into a register.
    Set(Reg),
    /// Sets a register to what is on the stack, and leaves it there.
    Tee(Reg),
}

/// The code of a block.
#[derive(Clone, Debug, Default)]
pub struct BlockCode {
    /// The body of the block.
    pub run: Vec<Code>,
    /// The code that pushes the operands of the exit.
    pub exit: Vec<Code>,
}

impl BlockCode {
    /// Its code in order.
    pub fn all(&self) -> impl DoubleEndedIterator<Item = Code> + '_ {
        self.run.iter().chain(&self.exit).copied()
    }

    /// How much code it has.
    pub fn len(&self) -> usize {
        self.run.len() + self.exit.len()
    }

    /// Tells whether it has none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// The code of a function.
#[derive(Debug)]
pub struct Trees {
    blocks: Vec<BlockCode>,
    live: Vec<bool>,
}

impl Trees {
    /// The code of a block; a block that was added later has none.
    pub fn block(&self, block: BlockId) -> &BlockCode {
        const NONE: &BlockCode = &BlockCode {
            run: Vec::new(),
            exit: Vec::new(),
        };
        self.blocks.get(block.index()).unwrap_or(NONE)
    }

    /// Tells whether something that happens depends on a register. Others are not written.
    pub fn is_live(&self, reg: Reg) -> bool {
        self.live[reg.index()]
    }
}

/// Builds the trees of a function.
pub fn build_trees(function: &Function) -> Trees {
    let live = Live::new(function);
    let uses = Uses::new(function, &live);
    let mut blocks = vec![BlockCode::default(); function.block_count()];
    let mut builder = Builder {
        late: late(function, &live),
        remaining: uses.in_block.clone(),
        function,
        live: &live,
        uses,
        moved: vec![false; function.inst_count()],
        reads: Vec::new(),
        writes: Vec::new(),
        start: None,
        out: Vec::new(),
        todo: Vec::new(),
    };
    for &block in function.order() {
        blocks[block.index()] = builder.block(block);
    }
    Trees {
        blocks,
        live: live.regs,
    }
}

struct Builder<'a> {
    function: &'a Function,
    live: &'a Live,
    /// By instruction: whether it goes last.
    late: Vec<bool>,
    uses: Uses,
    /// Uses in the block that have not been placed.
    remaining: Vec<u32>,
    moved: Vec<bool>,
    /// Instructions of the block that read or write and have not been placed, ascending; moved
    /// reads may be among them.
    reads: Vec<InstId>,
    writes: Vec<InstId>,
    /// The first instruction of the block.
    start: Option<InstId>,
    /// The final code, backwards.
    out: Vec<Code>,
    /// Operands to be placed, the next one last, with the number of values below each on the stack.
    todo: Vec<(Reg, usize)>,
}

impl Builder<'_> {
    fn block(&mut self, id: BlockId) -> BlockCode {
        let function = self.function;
        let block = function.block(id);
        let live = block.insts().filter(|&inst| self.live.has(inst));
        let live: Vec<InstId> = live.collect();
        self.start = block.insts().next();
        self.reads.clear();
        self.writes.clear();
        for &inst in &live {
            match place(function.inst(inst)) {
                Effect::Pure => {}
                Effect::Read => self.reads.push(inst),
                Effect::Write | Effect::Any => self.writes.push(inst),
            }
        }
        self.operands(function.exit_operands(id), 0);
        self.trees();
        let exit = self.take();
        for is_late in [true, false] {
            for &inst in live.iter().rev() {
                if !self.moved[inst.index()] && self.late[inst.index()] == is_late {
                    self.root(inst);
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
    fn root(&mut self, inst: InstId) {
        self.remove(inst);
        for reg in self.function.inst(inst).results() {
            self.out.push(match self.live.regs[reg.index()] {
                true => Code::Set(reg),
                false => Code::Drop,
            });
        }
        self.instruction(inst, 0);
        self.trees();
    }

    fn instruction(&mut self, inst: InstId, below: usize) {
        self.out.push(Code::Inst(inst));
        self.operands(self.function.operands(inst), below);
    }

    fn operands(&mut self, operands: &[Reg], below: usize) {
        let operands = operands.iter().enumerate();
        self.todo
            .extend(operands.map(|(index, &reg)| (reg, below + index)));
    }

    /// Places the pending operands, from last to first.
    fn trees(&mut self) {
        while let Some((reg, below)) = self.todo.pop() {
            if self.function.is_rematerialised(reg) {
                self.out.push(Code::Rematerialise(reg));
                continue;
            }
            match self.movable(reg) {
                Some(inst) if below <= DEEPEST_STACK => {
                    if self.uses.has_others(reg) {
                        self.out.push(Code::Tee(reg));
                    }
                    self.moved[inst.index()] = true;
                    self.remove(inst);
                    self.instruction(inst, below);
                }
                _ => self.out.push(Code::Get(reg)),
            }
        }
    }

    /// The instruction that defines a register, if it can move to the current use.
    fn movable(&mut self, reg: Reg) -> Option<InstId> {
        let Source::Inst(inst) = self.function.source(reg) else {
            return None;
        };
        if Some(inst) < self.start || self.remaining[reg.index()] == 0 {
            return None;
        }
        self.remaining[reg.index()] -= 1;
        let is_first_use = self.remaining[reg.index()] == 0;
        let has_one_result = self.function.inst(inst).results().len() == 1;
        (is_first_use && has_one_result && self.may_pass(inst)).then_some(inst)
    }

    /// Tells whether an instruction may move past everything after it that has not been placed.
    fn may_pass(&mut self, inst: InstId) -> bool {
        let moved = &self.moved;
        while self.reads.last().is_some_and(|read| moved[read.index()]) {
            self.reads.pop();
        }
        let is_above = |stack: &[InstId]| stack.last().is_some_and(|&other| other > inst);
        match place(self.function.inst(inst)) {
            Effect::Pure => true,
            Effect::Read => self.is_apart_from_writes_above(inst),
            Effect::Write | Effect::Any => !is_above(&self.writes) && !is_above(&self.reads),
        }
    }

    /// Tells whether a read has no byte in common with the writes after it that have not been
    /// placed. What may trap has, in effect, all bytes.
    fn is_apart_from_writes_above(&self, inst: InstId) -> bool {
        let above = self.writes.iter().rev().take_while(|&&write| write > inst);
        let mut above = above.enumerate().peekable();
        if above.peek().is_none() {
            return true;
        }
        if self.function.inst(inst).has_observable_trap() {
            return false;
        }
        let Some(read) = Access::of(self.function, inst) else {
            return false;
        };
        above.all(|(passed, &write)| {
            let is_plain = self.function.inst(write).effect == Effect::Write;
            let written = Access::of(self.function, write).filter(|_| is_plain);
            passed < WRITES_PASSED && written.is_some_and(|written| written.is_apart_from(&read))
        })
    }

    /// Removes an instruction that is being placed from the stacks.
    fn remove(&mut self, inst: InstId) {
        match place(self.function.inst(inst)) {
            Effect::Pure => {}
            // A read that is not the last is removed when it becomes the last.
            Effect::Read if self.reads.last() == Some(&inst) => {
                self.reads.pop();
            }
            Effect::Read => self.moved[inst.index()] = true,
            Effect::Write | Effect::Any => {
                let last = self.writes.pop();
                debug_assert_eq!(
                    last,
                    Some(inst),
                    "a write is placed only if it is the last one left"
                );
            }
        }
    }
}

/// The effect by which an instruction keeps its place among others.
fn place(inst: &Inst) -> Effect {
    match inst.effect {
        Effect::Pure if inst.has_observable_trap() => Effect::Read,
        effect => effect,
    }
}
