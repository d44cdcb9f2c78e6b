//! Linking: the addresses of symbols become numbers, and the frame becomes operations.
//!
//! ```text
//! frame 32                       b0:
//! b0:                              %1 = global.get @sp
//!   %1 = i32.load @x+4(%0)         %2 = i32.sub %1, 32
//!   i32.store [frame 8], %1   →    global.set @sp, %2
//!   return                         %3 = i32.load 1028(%0)
//!                                  i32.store 8(%2), %3
//!                                  %4 = i32.add %2, 32
//!                                  global.set @sp, %4
//!                                  return
//! ```
//! *Needs:* a [`Function`] that keeps the rules of the machine, and whose entry has no predecessors
//! if it has a frame; the addresses of the variables and functions that it refers to.
//! *Gives:* it without [`Number::Address`], without symbols in accesses, without a frame, and
//! [swept](crate::opt::dead): as code of a program whose memory is laid out. Symbols of functions,
//! globals and tags stay. Registers and instructions are numbered anew; blocks and edges stay.
//! *Cost:* linear in the function, beside the sweep.
//! *Source:* the prologue and epilogue of WebAssembly's C ABI, with a stack that grows down.
//! *Limits:* an exception that leaves the function does not restore the stack pointer; who catches
//! it does.

use std::collections::HashMap;

use foldhash::fast::FixedState;
use unsnarl::{BlockId, Id};

use crate::machine::{Copied, Exit, Function, InstId, Number, Reg, Source};
use crate::op::Op;
use crate::op::effect::Effect;
use crate::op::int::IntBinary;
use crate::op::memory::Address;
use crate::opt::dead::swept;
use crate::opt::origins::Origins;
use crate::symbol::Symbol;
use crate::types::{Type, Width};

/// The alignment that a stack pointer has between calls, in bytes.
const STACK_ALIGN: u32 = 16;

/// Where what a function refers to lies.
pub trait Addresses {
    /// The address of a variable in memory 0, or the number of a function in table 0.
    fn address(&self, symbol: Symbol) -> u64;

    /// The global that holds the stack pointer, which is as wide as addresses of memory 0 are.
    fn stack_pointer(&self) -> Symbol;
}

/// A function that was linked.
#[derive(Clone, Debug)]
pub struct Linked {
    /// The function.
    pub function: Function,
    /// Where its blocks, instructions and registers come from.
    pub origins: Origins,
}

/// Links a function.
pub fn link(function: &Function, addresses: &impl Addresses) -> Linked {
    let (swept, origins) = swept(function);
    let (signature, widths) = (swept.signature.clone(), swept.widths.clone());
    let mut linker = Linker {
        from: &swept,
        addresses,
        width: swept.address_width(),
        to: Function::with_widths(signature, swept.block_count(), widths),
        regs: vec![None; swept.reg_count()],
        was: origins,
        origins: Origins::default(),
        frame: None,
        sums: HashMap::default(),
    };
    for &block in swept.order() {
        linker.block(block);
    }
    Linked {
        function: linker.to,
        origins: linker.origins,
    }
}

/// The registers of a frame.
#[derive(Clone, Copy)]
struct Pointers {
    /// The lowest address of the frame.
    frame: Reg,
    /// The stack pointer of the caller, if it is no fixed distance away.
    caller: Option<Reg>,
}

struct Linker<'f, A> {
    from: &'f Function,
    addresses: &'f A,
    width: Width,
    to: Function,
    /// The new register of each that was copied.
    regs: Vec<Option<Reg>>,
    /// Where what is copied comes from.
    was: Origins,
    origins: Origins,
    frame: Option<Pointers>,
    /// Addresses in the frame that were computed in this block.
    sums: HashMap<u32, Reg, FixedState>,
}

impl<A: Addresses> Linker<'_, A> {
    fn block(&mut self, id: BlockId) {
        let block = self.from.block(id);
        self.to.start(id);
        self.origins.set_block(id, self.was.block(id));
        self.sums.clear();
        for &parameter in &block.parameters {
            let to = self.to.add_parameter(id, self.from.ty(parameter));
            self.bring(parameter, to);
        }
        if id.index() == 0 {
            self.prologue();
        }
        for inst in block.insts() {
            self.inst(inst);
        }
        let operands = self.copied(self.from.exit_operands(id));
        // What edges bring is computed before the block ends.
        let mut edges = Vec::with_capacity(block.edges().len());
        let mut known = Copied::default();
        for &edge in block.edges() {
            if known.get(edge).is_none() {
                let arguments = self.copied(self.from.arguments(edge));
                edges.push((edge, Some(arguments)));
                known.insert(edge, edge);
            } else {
                edges.push((edge, None));
            }
        }
        if matches!(block.exit, Exit::Return | Exit::TailCall(_)) {
            self.epilogue();
        }
        self.to.finish(block.exit.clone(), &operands);
        let mut copied = Copied::default();
        for (edge, arguments) in edges {
            match (copied.get(edge), arguments) {
                (Some(parallel), _) => {
                    self.to.add_parallel_edge(id, parallel);
                }
                (None, arguments) => {
                    let arguments = arguments.unwrap_or_default();
                    copied.insert(edge, self.to.add_edge(id, edge.to, &arguments));
                }
            }
        }
    }

    fn prologue(&mut self) {
        let Some(frame) = self.from.frame else { return };
        let pointer = self.addresses.stack_pointer();
        let ty = self.width.int();
        let caller = self.push(Op::GlobalGet(pointer, ty), &[]);
        if frame.size == 0 {
            self.frame = Some(Pointers {
                frame: caller,
                caller: None,
            });
            return;
        }
        let mut low = self.sum(IntBinary::Sub, caller, frame.size.into());
        let is_aligned = frame.align > STACK_ALIGN;
        if is_aligned {
            low = self.sum(IntBinary::And, low, -i64::from(frame.align));
        }
        self.add(Op::GlobalSet(pointer, ty), Effect::Any, &[low], &[]);
        self.frame = Some(Pointers {
            frame: low,
            caller: is_aligned.then_some(caller),
        });
    }

    fn epilogue(&mut self) {
        let (Some(frame), Some(pointers)) = (self.from.frame, self.frame) else {
            return;
        };
        let caller = match pointers.caller {
            Some(caller) => caller,
            None if frame.size == 0 => pointers.frame,
            None => self.sum(IntBinary::Add, pointers.frame, frame.size.into()),
        };
        let set = Op::GlobalSet(self.addresses.stack_pointer(), self.width.int());
        self.add(set, Effect::Any, &[caller], &[]);
    }

    fn inst(&mut self, id: InstId) {
        let inst = *self.from.inst(id);
        let mut operands = Vec::new();
        let mut op = inst.op;
        if let Some(address) = op.address() {
            let (address, base) = self.address(address, self.from.operands(id)[0]);
            op = op.with_address(address);
            operands.push(base);
            let others = self.copied(&self.from.operands(id)[1..]);
            operands.extend(others);
        } else {
            operands = self.copied(self.from.operands(id));
        }
        let types: Vec<Type> = inst.results().map(|reg| self.from.ty(reg)).collect();
        let copy = self.to.next_inst();
        let results = self.to.push(op, inst.effect, &operands, &types);
        self.to.set_effect(copy, inst.effect, inst.traps);
        if let Some(was) = self.was.inst(id) {
            self.origins.set_inst(copy, was);
        }
        for (reg, result) in inst.results().zip(results) {
            self.bring(reg, result);
        }
    }

    /// Says that a new register holds what another one held.
    fn bring(&mut self, reg: Reg, copy: Reg) {
        self.regs[reg.index()] = Some(copy);
        if let Some(was) = self.was.reg(reg) {
            self.origins.set_reg(copy, was);
        }
    }

    /// What an access adds to its operand, and the operand. The place of a variable in the frame is
    /// a distance from the start of the frame, which lies in memory.
    fn address(&mut self, address: Address, operand: Reg) -> (Address, Reg) {
        let start = match address.symbol {
            Some(symbol) => self.addresses.address(symbol),
            None => 0,
        };
        let (mut start, mut base) = (start, None);
        if let (Source::Frame(distance), Some(pointers)) = (self.from.source(operand), self.frame)
            && address.memory.0 == 0
        {
            start = start.saturating_add(distance.into());
            base = Some(pointers.frame);
        }
        let offset = start.saturating_add(address.offset);
        let widest = self.from.widths.memory(address.memory).wrap(u64::MAX);
        let address = Address {
            symbol: None,
            // What wraps around is outside of memory, and so is the end of the address space.
            offset: offset.min(widest),
            ..address
        };
        (address, base.unwrap_or_else(|| self.reg(operand)))
    }

    fn copied(&mut self, regs: &[Reg]) -> Vec<Reg> {
        regs.iter().map(|&reg| self.reg(reg)).collect()
    }

    fn reg(&mut self, reg: Reg) -> Reg {
        if let Some(copy) = self.regs[reg.index()] {
            return copy;
        }
        let data = self.from.reg(reg);
        let copy = match data.source {
            Source::Frame(distance) => return self.frame_address(distance),
            Source::Number(Number::Address(symbol, addend)) => {
                let address = self.addresses.address(symbol);
                let address = self.width.wrap(address.wrapping_add_signed(addend));
                self.to.number(Number::bytes(address as i64, self.width))
            }
            Source::Number(number) => self.to.number(number),
            source => self.to.add_reg(data.ty, source),
        };
        self.bring(reg, copy);
        copy
    }

    fn frame_address(&mut self, distance: u32) -> Reg {
        let Some(pointers) = self.frame else {
            unreachable!("L9: a function without a frame has no address in one");
        };
        if distance == 0 {
            return pointers.frame;
        }
        if let Some(&sum) = self.sums.get(&distance) {
            return sum;
        }
        let sum = self.sum(IntBinary::Add, pointers.frame, distance.into());
        self.sums.insert(distance, sum);
        sum
    }

    fn sum(&mut self, op: IntBinary, reg: Reg, number: i64) -> Reg {
        let number = self.to.number(Number::bytes(number, self.width));
        self.push(Op::IntBinary(self.width, op), &[reg, number])
    }

    /// Adds an operation that has an address as its result.
    fn push(&mut self, op: Op, operands: &[Reg]) -> Reg {
        self.add(op, op.effect(), operands, &[self.width.int()])[0]
    }

    fn add(&mut self, op: Op, effect: Effect, operands: &[Reg], results: &[Type]) -> Vec<Reg> {
        self.to.push(op, effect, operands, results)
    }
}

#[cfg(test)]
mod tests;
