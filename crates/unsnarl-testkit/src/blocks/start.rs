//! A random state of a block, for the source and for the code.
//!
//! *Needs:* a [`Plan`], a seed. *Gives:* [`Start`]: values and registers that belong to each other,
//! and memory that both see.
//!
//! | addresses | what is there |
//! |---|---|
//! | 1 MiB and above | the variables of the module |
//! | [`ARENA`] | what most pointers lead to |
//! | [`RESULT`] | where the result of the function goes; hidden from the source |
//! | one of [`STACKS`] | the frame, in which the part for calls is hidden |
//!
//! All other memory is there, too, and random. What is hidden is poison in the source: its pointers
//! lead there only by chance, and then the state is one that no program is in.

use std::ops::Range;

use unsnarl_ir::interpret::{
    Bits, Byte, Fill, Frame, Kind, Memory, Nothing, Scalar, Shape, State, Stop, Undefined, Value,
};
use unsnarl_ir::{BlockId, GlobalId, InstId, Op, TypeId, ValueId};
use unsnarl_low::interpret::{
    FrameAt, LinearMemory, Registers, Sparse, Value as LowValue, canonical_nan, evaluate,
};

use super::abi::{Passing, Returned};
use super::encoded::{Encoded, Places, constant_in};
use super::generate::{Generator, Mood};
use super::held;
use super::plan::{Plan, RegisterStep, Step};
use super::subject::{Subject, globals};
use super::world::World;
use crate::Rng;

/// What most pointers lead to.
const ARENA: u32 = 0x2000_0000;
/// Where the result of the function goes, if it is returned in memory.
const RESULT: u32 = 0x6000_0000;
/// Where the frame may be.
const STACKS: [u32; 4] = [0x0700_0000, 0x4000_0000, 0x8000_0000, 0xc000_0000];
/// The largest variable that gets a random value.
const LARGEST: u64 = 256;
/// The most steps of the source.
const FUEL: u64 = 6000;

/// What is the same in all states of a block.
pub struct Scene<'a, 'm> {
    /// The function.
    pub subject: &'a Subject<'m>,
    /// The block.
    pub block: BlockId,
    /// How a state is made.
    pub plan: Plan,
    /// The variables of the module that the block names.
    globals: Vec<GlobalId>,
    /// The variables in the frame: offset, size, type.
    variables: Vec<(u32, u64, TypeId)>,
}

/// A state.
pub struct Start {
    /// Memory and stack of the source.
    pub state: State,
    /// The values of the source.
    pub frame: Frame,
    /// Memory of the code.
    pub memory: Sparse,
    /// Its registers.
    pub registers: Registers,
    /// Its frame.
    pub place: FrameAt,
    /// Where values may be passed.
    pub outgoing: Range<u64>,
    /// What the source does not see.
    pub hidden: Vec<Range<u64>>,
    /// Where the result of the function goes.
    pub result: u32,
    /// Makes all other values.
    pub generator: Generator,
}

impl<'a, 'm> Scene<'a, 'm> {
    /// Plans a block.
    pub fn new(subject: &'a Subject<'m>, block: BlockId, world: &World<'_, 'm>) -> Self {
        let layout = world.interpreter.layout();
        let variables = subject.variables.iter().filter_map(|(inst, offset)| {
            let ty = variable_type(subject, inst)?;
            let count = variable_count(subject, inst);
            Some(((*offset)?, layout.size(ty)?.saturating_mul(count), ty))
        });
        Self {
            variables: variables.collect(),
            globals: globals(subject, block),
            plan: Plan::new(subject, block),
            subject,
            block,
        }
    }

    /// Makes a state.
    ///
    /// # Errors
    /// If computing a value is undefined, or is not understood.
    pub fn start(
        &self,
        world: &mut World<'_, 'm>,
        mut rng: Rng,
        mood: Mood,
    ) -> Result<Start, Stop> {
        let subject = self.subject;
        let passing = world.passing(subject.function.ty).cloned();
        let size = subject.code.frame.map_or(0, |frame| frame.size);
        let align = subject.code.frame.map_or(16, |frame| frame.align.max(16));
        let lowest = STACKS[rng.below(STACKS.len())] - size / 2 + 16 * rng.below(64) as u32;
        let lowest = lowest & align.wrapping_neg();
        let arena = ARENA + 4 * rng.below(64) as u32;
        let mut generator = Generator::new(
            Rng::new(rng.next()),
            mood,
            self.pool(world, arena, lowest, &mut rng),
        );
        let fill = rng.next();
        let mut memory = Memory::new(Fill::Random(fill));
        self.fill_memory(world, &mut memory, arena, lowest, &mut generator);
        let mut code_memory = Sparse::new(fill);
        copy(&memory, &mut code_memory);
        let result = RESULT + 16 * rng.below(64) as u32;
        let outgoing = shifted(&subject.outgoing, lowest);
        let mut hidden = vec![outgoing.clone()];
        if let Some(passing) = &passing
            && passing.result == Returned::Memory
        {
            let size = world.interpreter.layout().size(passing.result_type);
            hidden.push(shifted(&(0..size.unwrap_or(0) as u32), result));
        }
        for range in &hidden {
            let poison = Byte {
                poison: 0xff,
                ..Byte::known(0)
            };
            memory.fill(range.start, range.end - range.start, poison);
        }
        let mut start = Start {
            state: State::new(memory, lowest.into(), FUEL + 4 * self.length()),
            frame: Frame::new(subject.id, subject.function),
            memory: code_memory,
            registers: Registers::new(&subject.code),
            place: FrameAt {
                lowest: lowest.into(),
                restored: lowest.wrapping_add(size).into(),
            },
            outgoing,
            hidden,
            result,
            generator,
        };
        let places = self.variables.iter();
        start.frame.variables = places
            .map(|&(offset, size, _)| (u64::from(lowest) + u64::from(offset), size))
            .collect();
        let variable = start.generator.address() & !15;
        start.frame.variable_arguments = Some(variable.into());
        self.set_values(world, &mut start)?;
        let places = Places { result, variable };
        self.set_registers(world, &mut start, passing.as_ref(), places)?;
        Ok(start)
    }

    fn length(&self) -> u64 {
        self.subject.function.blocks[self.block].insts.len() as u64
    }

    /// Where pointers lead.
    fn pool(&self, world: &World<'_, '_>, arena: u32, lowest: u32, rng: &mut Rng) -> Vec<u32> {
        let mut pool = vec![arena, arena + 64, arena + 128];
        let globals = self.globals.iter().take(6);
        pool.extend(globals.map(|&id| world.addresses.globals[id] as u32));
        for _ in 0..self.variables.len().min(6) {
            let (offset, ..) = self.variables[rng.below(self.variables.len())];
            pool.push(lowest.wrapping_add(offset));
        }
        pool.retain(|&address| address > 0);
        pool
    }

    /// Writes what pointers lead to: pointers and numbers, by their types where those are known.
    fn fill_memory(
        &self,
        world: &World<'_, '_>,
        memory: &mut Memory,
        arena: u32,
        lowest: u32,
        generator: &mut Generator,
    ) {
        for word in 0..16 {
            let kind = match generator.rng.chance(40) {
                true => Kind::Pointer(32),
                false => Kind::Int(32),
            };
            let at = arena + 16 * (word / 2) + 4 * (word % 2);
            write(memory, at.into(), 0, kind, generator);
        }
        let globals = self.globals.iter().take(6).map(|&id| {
            let ty = world.source.module.globals[id].ty;
            (world.addresses.globals[id], ty)
        });
        let variables = self.variables.iter();
        let variables =
            variables.map(|&(offset, _, ty)| (u64::from(lowest) + u64::from(offset), ty));
        for (at, ty) in globals.chain(variables.take(40)) {
            let size = world.interpreter.layout().size(ty);
            if size.is_some_and(|size| size <= LARGEST)
                && let Ok(shape) = world.interpreter.shapes().get(ty)
            {
                write_all(memory, at, &shape, generator);
            }
        }
    }

    fn set_values(&self, world: &World<'_, '_>, start: &mut Start) -> Result<(), Stop> {
        for &step in &self.plan.values {
            match step {
                Step::Chosen(value) => {
                    let chosen = self.choose(world, start, value)?;
                    start.frame.values[value] = Some(chosen);
                }
                Step::Constant(value) => {
                    let constant = self.constant(world, start.place, value)?;
                    start.frame.values[value] = Some(constant);
                }
                Step::Variable(value, offset) => {
                    let address = start.place.lowest.wrapping_add(offset.into());
                    let address = Scalar::int(32, address.into());
                    start.frame.values[value] = Some(Value::One(address));
                }
                Step::Computed(at) => {
                    let (state, frame) = (&mut start.state, &mut start.frame);
                    let run = world.interpreter.run_inst(state, &mut Nothing, frame, at);
                    run.map_err(|halt| halt.stop)?;
                }
            }
        }
        Ok(())
    }

    fn choose(
        &self,
        world: &World<'_, '_>,
        start: &mut Start,
        value: ValueId,
    ) -> Result<Value, Stop> {
        let ty = self.subject.function.value_type(value);
        let shape = world.interpreter.shapes().get(ty)?;
        let chosen = start.generator.value(&shape);
        let spare = self.subject.spare(value);
        if !(spare.zero && spare.sign) {
            return Ok(chosen);
        }
        // What is extended both ways is not negative.
        let scalars = chosen.scalars().iter().zip(&shape.scalars);
        let scalars = scalars.map(|(scalar, slot)| match slot.kind {
            Kind::Int(width) if !width.is_multiple_of(32) => {
                scalar.moved(|bits| bits.and(&Bits::single(width, width - 1).not()))
            }
            _ => scalar.clone(),
        });
        Ok(Value::new(scalars.collect()))
    }

    /// The value that the code has as a constant.
    fn constant(
        &self,
        world: &World<'_, '_>,
        place: FrameAt,
        value: ValueId,
    ) -> Result<Value, Stop> {
        let ty = self.subject.function.value_type(value);
        let shape = world.interpreter.shapes().get(ty)?;
        let widths: Vec<u32> = shape.scalars.iter().map(|slot| slot.kind.bits()).collect();
        let registers = self.subject.registers(value).iter();
        let registers: Option<Vec<LowValue>> = registers
            .map(|reg| constant_in(self.subject, world, place, (*reg)?))
            .collect();
        let pieces = self.subject.pieces(value);
        let found = pieces.zip(registers);
        let found = found.and_then(|(pieces, regs)| held::value_of(&pieces, &regs, &widths));
        found.ok_or(Undefined::Unknown.into())
    }

    fn set_registers(
        &self,
        world: &World<'_, '_>,
        start: &mut Start,
        passing: Option<&Passing>,
        places: Places,
    ) -> Result<(), Stop> {
        let code = &self.subject.code;
        let mut encoded = Encoded::new(self.subject, world, passing, places);
        let (frame, rng) = (&start.frame, &mut start.generator.rng);
        for &step in &self.plan.registers {
            let (reg, found) = match step {
                RegisterStep::Held(reg) => (reg, encoded.held(frame, rng, reg)?),
                RegisterStep::Parameter(reg, number) => {
                    (reg, encoded.parameter(frame, rng, number as usize)?)
                }
                RegisterStep::Computed(reg, inst) => {
                    let operands = code.operands(inst).iter();
                    let operands = operands.map(|&operand| match code.is_rematerialised(operand) {
                        true => constant_in(self.subject, world, start.place, operand),
                        false => start.registers.get(operand),
                    });
                    let operands: Option<Vec<LowValue>> = operands.collect();
                    let op = &code.inst(inst).op;
                    let computed =
                        operands.and_then(|operands| evaluate(op, &operands, &mut canonical_nan));
                    match computed {
                        Some(Ok(found)) => (reg, found),
                        _ => return Err(Stop::Undetermined(Undefined::Unknown)),
                    }
                }
            };
            start.registers.set(reg, found);
        }
        Ok(())
    }
}

fn variable_type(subject: &Subject<'_>, inst: InstId) -> Option<TypeId> {
    match subject.function.insts[inst].op {
        Op::Alloca { ty, .. } => Some(ty),
        _ => None,
    }
}

fn variable_count(subject: &Subject<'_>, inst: InstId) -> u64 {
    match subject.function.insts[inst].op {
        Op::Alloca {
            count: unsnarl_ir::Operand::Const(count),
            ..
        } => subject
            .module
            .int(count)
            .and_then(|count| count.as_u64())
            .unwrap_or(1),
        _ => 1,
    }
}

fn shifted(range: &Range<u32>, by: u32) -> Range<u64> {
    let by = u64::from(by);
    by + u64::from(range.start)..by + u64::from(range.end)
}

/// Writes a random scalar, whose bits are all known.
fn write(memory: &mut Memory, at: u64, bit: u64, kind: Kind, generator: &mut Generator) {
    let scalar = generator.scalar(kind);
    if scalar.known().is_some() {
        memory.store(at, bit, kind.bits(), &scalar);
    }
}

fn write_all(memory: &mut Memory, at: u64, shape: &Shape, generator: &mut Generator) {
    for slot in &shape.scalars {
        write(memory, at, slot.bit, slot.kind, generator);
        if slot.padding > 0 {
            let above = slot.bit + u64::from(slot.kind.bits());
            memory.store(at, above, slot.padding, &Scalar::int(slot.padding, 0));
        }
    }
}

/// Copies what was written.
fn copy(from: &Memory, to: &mut Sparse) {
    let mut run: (u64, Vec<u8>) = (0, Vec::new());
    for (at, byte) in from.written() {
        if at != run.0 + run.1.len() as u64 {
            to.write(run.0, &run.1);
            run = (at, Vec::new());
        }
        run.1.push(byte.value);
    }
    to.write(run.0, &run.1);
}
