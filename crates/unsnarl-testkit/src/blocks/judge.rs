//! One state of a block: the source is run, then the code, and what both did is compared.
//!
//! *Needs:* a [`Scene`] and the number of a state. *Gives:* a [`Verdict`].

use unsnarl_ir::interpret::{BlockEnd, Frame, Stop, Undefined, Value};
use unsnarl_ir::{Op, Tail, ValueId};
use unsnarl_low::Exit;
use unsnarl_low::interpret::{
    BlockEnd as LowEnd, BlockRun, Interpreter as LowInterpreter, Outcome, Trap,
};

use super::abi::{self, Returned};
use super::compare::{self, End, Mismatch};
use super::encoded::constant_in;
use super::generate::Mood;
use super::machine::{Machine, Setting};
use super::objects;
use super::plan::made_values;
use super::recorder::Recorder;
use super::start::{Scene, Start};
use crate::Rng;

/// What came of a state.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// Both sides came to an end, and the code refines the source.
    Complete,
    /// The source is not defined there, or not determined, or runs too long.
    Discarded(Stop),
    /// Something is not understood.
    Unsupported(String),
    /// The code does what the source does not allow.
    Different(Mismatch),
}

/// Runs the code of one function.
pub type Engine<'f, 'e, 's, 'w, 'm> = LowInterpreter<'f, 'e, Machine<'s, 'w, 'm>>;

/// How a state is made.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// The seed.
    pub seed: u64,
    /// What its values are like.
    pub mood: Mood,
}

/// Runs one state of a block. Where the source is undefined after a call, the program ends in that
/// call instead.
pub fn judge<'f, 'm>(
    scene: &Scene<'f, 'm>,
    engine: &mut Engine<'f, '_, '_, '_, 'm>,
    choice: Choice,
) -> Verdict {
    match source(scene, engine, choice, None) {
        Err((Stop::Undefined(rule), calls @ 1..)) => {
            match source(scene, engine, choice, Some(calls - 1)) {
                Ok(run) => code(scene, engine, run),
                Err(_) => Verdict::Discarded(rule.into()),
            }
        }
        Err((Stop::Unsupported(what), _)) => Verdict::Unsupported(what.to_string()),
        Err((stop, _)) => Verdict::Discarded(stop),
        Ok(run) => code(scene, engine, run),
    }
}

/// What the source did.
struct SourceRun {
    end: End,
    start: Start,
    setting: Setting,
}

/// Runs the source; else why it has no defined end, and the number of calls before that.
fn source<'f, 'm>(
    scene: &Scene<'f, 'm>,
    engine: &mut Engine<'f, '_, '_, '_, 'm>,
    choice: Choice,
    last: Option<usize>,
) -> Result<SourceRun, (Stop, usize)> {
    let world = engine.environment().world();
    let start = scene.start(world, Rng::new(choice.seed), choice.mood);
    let mut start = start.map_err(|stop| (stop, 0))?;
    let mut recorder = Recorder::new(
        scene.subject,
        world.interpreter.shapes(),
        world.addresses,
        &mut start.generator,
        start.place.lowest as u32,
        start.hidden.clone(),
    );
    recorder.last = last;
    let (state, frame) = (&mut start.state, &mut start.frame);
    let run = world
        .interpreter
        .run_block(state, &mut recorder, frame, scene.block);
    let records = recorder.records;
    let end = match run {
        Ok(BlockEnd::Edge(slot)) => End::Edge(slot),
        Ok(BlockEnd::Return(value)) => End::Return(value),
        Ok(BlockEnd::Unwind) => return Err((Stop::Unwind, 0)),
        Err(halt) => match halt.stop {
            stop @ (Stop::Trap | Stop::Exit(_)) => End::Stop(stop),
            stop => return Err((stop, records.len())),
        },
    };
    let insts = &scene.subject.function.blocks[scene.block].insts;
    if touches_hidden(&start)
        || objects::leaves(scene.subject, world, &scene.plan, insts, &start.frame)
    {
        return Err((Undefined::OutOfBounds.into(), 0));
    }
    let setting = Setting {
        memory: start.memory.clone(),
        stack_pointer: start.place.lowest as u32,
        records,
        outgoing: start.outgoing.clone(),
        hidden: start.hidden.clone(),
        rng: Rng::new(start.generator.rng.next()),
    };
    Ok(SourceRun {
        end,
        start,
        setting,
    })
}

/// Tells whether the source has written what is hidden from it.
fn touches_hidden(start: &Start) -> bool {
    let hidden = start.hidden.iter().cloned().flatten();
    hidden
        .into_iter()
        .any(|at| start.state.memory.byte(at).poison != 0xff)
}

/// Runs the code and compares.
fn code<'f, 'm>(
    scene: &Scene<'f, 'm>,
    engine: &mut Engine<'f, '_, '_, '_, 'm>,
    source: SourceRun,
) -> Verdict {
    let SourceRun {
        end,
        mut start,
        setting,
    } = source;
    engine.environment().reset(setting);
    let registers = std::mem::replace(
        &mut start.registers,
        unsnarl_low::interpret::Registers::new(&unsnarl_low::Function::default()),
    );
    let code = &scene.subject.code;
    let run = engine.run_block(code, scene.block, registers, start.place);
    let machine = engine.environment();
    if let Some(name) = machine.missing.get() {
        return Verdict::Unsupported(format!("the library function {name}"));
    }
    if let Some(mismatch) = machine.mismatch.take() {
        return Verdict::Different(mismatch);
    }
    let run = match run {
        Ok(run) => run,
        Err(error) => return Verdict::Different(Mismatch::Broken(error)),
    };
    if let LowEnd::Left(Outcome::OutOfFuel) = run.end {
        return Verdict::Discarded(Stop::OutOfFuel);
    }
    let compared = compare_end(machine, &end, &run)
        .and_then(|()| compare_values(scene, machine, &start, &run))
        .and_then(|()| compare_result(scene, machine, &start, &end, &run))
        .and_then(|()| compare_edge(scene, machine, &mut start, &end, &run))
        .and_then(|()| {
            let changed = compare::memory(&start.state.memory, &machine.memory, machine.hidden());
            changed.map_or(Ok(()), |changed| Err(Mismatch::Memory(changed)))
        });
    match compared {
        Ok(()) => Verdict::Complete,
        Err(mismatch) => Verdict::Different(mismatch),
    }
}

type Compared = Result<(), Mismatch>;

fn compare_end(machine: &Machine<'_, '_, '_>, expected: &End, run: &BlockRun) -> Compared {
    let is_same = match (expected, &run.end) {
        (End::Edge(expected), LowEnd::Edge { slot, .. }) => slot == expected,
        (End::Return(_), LowEnd::Left(Outcome::Returned(_))) => true,
        (End::Stop(Stop::Trap), LowEnd::Left(Outcome::Trapped { trap, .. })) => {
            *trap == Trap::Unreachable
        }
        (End::Stop(_), LowEnd::Left(Outcome::Trapped { trap, .. })) => *trap == Trap::Host,
        _ => false,
    };
    if !is_same {
        return Err(Mismatch::End {
            expected: expected.clone(),
            found: run.end.clone(),
        });
    }
    match machine.is_complete() {
        true => Ok(()),
        false => Err(Mismatch::MissingCall(machine.done())),
    }
}

/// The registers of what the block made.
fn compare_values(
    scene: &Scene<'_, '_>,
    machine: &mut Machine<'_, '_, '_>,
    start: &Start,
    run: &BlockRun,
) -> Compared {
    let subject = scene.subject;
    let leaves_by_call = matches!(subject.code.block(scene.block).exit, Exit::TailCall(_));
    for value in made_values(subject, scene.block) {
        let Some(expected) = &start.frame.values[value] else {
            continue;
        };
        if leaves_by_call && is_tail(scene, value) {
            // Nothing holds it: it goes to the caller of the function.
            continue;
        }
        compare_value(scene, machine, start, run, value, expected)?;
    }
    Ok(())
}

fn is_tail(scene: &Scene<'_, '_>, value: ValueId) -> bool {
    let function = scene.subject.function;
    let unsnarl_ir::Definition::Inst(inst) = function.values[value].definition else {
        return false;
    };
    match &function.insts[inst].op {
        Op::Call(call) => call.tail == Tail::MustTail,
        Op::Cast { .. } => true,
        _ => false,
    }
}

fn compare_value(
    scene: &Scene<'_, '_>,
    machine: &mut Machine<'_, '_, '_>,
    start: &Start,
    run: &BlockRun,
    value: ValueId,
    expected: &Value,
) -> Compared {
    let subject = scene.subject;
    let registers = subject.registers(value);
    if registers.is_empty() {
        return Ok(());
    }
    let Some(pieces) = subject
        .pieces(value)
        .filter(|all| all.len() == registers.len())
    else {
        return Err(Mismatch::Signature);
    };
    for (piece, reg) in pieces.iter().zip(registers) {
        let Some(reg) = *reg else { continue };
        let found = match subject.code.is_rematerialised(reg) {
            true => constant_in(subject, machine.world(), start.place, reg),
            false => run.registers.get(reg),
        };
        let Some(found) = found else { continue };
        let compared = piece.compare(expected, found, subject.spare(value));
        compared.map_err(|wrong| Mismatch::Register {
            reg,
            found,
            value,
            expected: expected.clone(),
            wrong,
        })?;
    }
    Ok(())
}

fn compare_result(
    scene: &Scene<'_, '_>,
    machine: &mut Machine<'_, '_, '_>,
    start: &Start,
    end: &End,
    run: &BlockRun,
) -> Compared {
    let (End::Return(Some(expected)), LowEnd::Left(Outcome::Returned(found))) = (end, &run.end)
    else {
        return Ok(());
    };
    let function = scene.subject.function;
    let world = machine.world();
    let interpreter = world.interpreter;
    let passing = world
        .passing(function.ty)
        .ok_or(Mismatch::Signature)?
        .clone();
    let is_same = match (&passing.result, &found[..]) {
        (Returned::Register(piece), [register]) => {
            let spare = abi::spare(&[&function.result_attributes]);
            piece.compare_passed(expected, *register, spare).is_ok()
        }
        (Returned::Memory, []) => {
            let shape = interpreter.shapes().get(passing.result_type);
            let shape = shape.map_err(|_| Mismatch::Signature)?;
            compare::stored(&machine.memory, start.result.into(), &shape, expected).is_ok()
        }
        (Returned::Nothing, []) => true,
        _ => false,
    };
    match is_same {
        true => Ok(()),
        false => Err(Mismatch::Result(expected.clone(), found.clone())),
    }
}

/// What the edge brings to the phis of its target, and the stack pointer.
fn compare_edge(
    scene: &Scene<'_, '_>,
    machine: &mut Machine<'_, '_, '_>,
    start: &mut Start,
    end: &End,
    run: &BlockRun,
) -> Compared {
    let (End::Edge(slot), LowEnd::Edge { parameters, .. }) = (end, &run.end) else {
        return Ok(());
    };
    let (expected, found) = (start.state.stack, machine.stack());
    if expected != u64::from(found) {
        return Err(Mismatch::Stack { expected, found });
    }
    let interpreter = machine.world().interpreter;
    let frame: &mut Frame = &mut start.frame;
    if interpreter.take_edge(frame, scene.block, *slot).is_err() {
        // A constant that is undefined behaviour.
        return Ok(());
    }
    for &(reg, found) in parameters {
        let Some((value, piece)) = scene.subject.holders(reg).first().copied() else {
            continue;
        };
        let expected = frame.values[value].clone();
        let pieces = scene.subject.pieces(value);
        let (Some(expected), Some(pieces)) = (expected, pieces) else {
            continue;
        };
        let compared = pieces[piece].compare(&expected, found, scene.subject.spare(value));
        compared.map_err(|wrong| Mismatch::Register {
            reg,
            found,
            value,
            expected,
            wrong,
        })?;
    }
    Ok(())
}
