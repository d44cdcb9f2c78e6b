//! Legalisation tested by execution, block by block.
//!
//! *Needs:* a module for wasm32.
//! *Gives:* [`test`]: every block of it, run on random states before selection, by the interpreter
//! of `unsnarl-ir`, and after it, by that of `unsnarl-low`; whether all that the code does is among
//! the behaviours that the source has.
//! *Cost:* linear in the instructions times the states.
//! *Source:* \[Lopes21\] for refinement.
//! *Departs:* it tests where that proves; it needs no solver and covers memory and calls.
//! *Limits:* a block at a time: what selection takes for granted at the start of a block (which
//! bits are spare, and how) is compared at the end of others, never for a whole run. The layout of
//! the frame is taken from the code: that variables share bytes only if they may is not tested. In
//! what order plain stores happen between calls is not compared. No exceptions.
//!
//! A state gives values to what the block reads ([`plan`], [`start`]). The source runs first and
//! asks for calls ([`recorder`]); the code runs next, and must ask for the same calls ([`machine`])
//! by the ABI ([`abi`]), with the same memory. Then registers, the edge and its copies, results and
//! memory are compared ([`judge`], [`compare`]). What is poison or undefined in the source may be
//! anything, and undefined behaviour discards the state: another one is made, until there are
//! enough or too many were tried.

pub mod abi;
pub mod compare;
pub mod encoded;
pub mod generate;
pub mod held;
pub mod judge;
pub mod listing;
pub mod machine;
pub mod objects;
pub mod opaque;
pub mod plan;
pub mod random;
pub mod recorder;
pub mod report;
pub mod runtime;
pub mod start;
pub mod subject;
pub mod world;

use std::collections::BTreeMap;

use unsnarl_ir::interpret::{
    Addresses, Alignment, Choices, Interpreter, Settings, Stop, Undefined,
};
use unsnarl_ir::{BlockId, Id, IdMap, Layout, Module, Scalars, Symbol};
use unsnarl_low::interpret::{Interpreter as LowInterpreter, Limits};

use crate::Rng;
use compare::Mismatch;
use generate::Mood;
use judge::{Choice, Engine, Verdict, judge};
use machine::Machine;
use report::{Difference, FEW, Report};
use runtime::{Library, Runtime};
use start::Scene;
use subject::{Source, Stage, Subject};
use world::World;

/// What is tested, and how much.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// The seed of all states.
    pub seed: u64,
    /// How many complete states of each block.
    pub states: usize,
    /// How far functions are compiled.
    pub stage: Stage,
    /// Which functions.
    pub share: Share,
}

/// Some of the functions of a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// The number of the first.
    pub first: usize,
    /// One of how many from there on.
    pub of: usize,
}

impl Share {
    /// All functions.
    pub const ALL: Share = Share { first: 0, of: 1 };
}

/// Where variables are.
const VARIABLES: u64 = 1 << 20;
/// The number of the first function in the table.
const FUNCTIONS: u64 = 0x0006_0000;

/// The most states that are tried for each complete one that is wanted.
const TRIES: usize = 6;

/// Tests the functions of a module.
///
/// # Errors
/// If it is not for wasm32, or its variables cannot be laid out.
pub fn test(module: &Module, plan: Plan) -> Result<Report, String> {
    test_changed(module, plan, |_| {})
}

/// As [`test`], of a module in text form.
///
/// # Errors
/// If the text cannot be read, or as in [`test`].
pub fn test_text(text: &str, plan: Plan) -> Result<Report, String> {
    let module = unsnarl_llvm::read(text).map_err(|error| error.to_string())?;
    test(&module, plan)
}

/// Tests the functions of a module after a change of each, which the test should notice.
///
/// # Errors
/// As [`test`].
pub fn test_changed(
    module: &Module,
    plan: Plan,
    change: impl Fn(&mut Subject<'_>),
) -> Result<Report, String> {
    let module = subject::legal(module);
    let source = Source::new(&module)?;
    let layout = Layout::new(&module.types, &module.data_layout);
    let scalars = Scalars::new(&module, &layout);
    let addresses = addresses(&module, &layout, &scalars)?;
    let settings = Settings {
        choices: Choices::Any,
        alignment: Alignment::Ignored,
    };
    let interpreter = Interpreter::new(&module, &layout, &addresses, settings);
    let interpreter = interpreter.map_err(|error| error.to_string())?;
    let library = Library::new();
    let runtime = Runtime::new(&library);
    let mut world = World::new(&source, &interpreter, &addresses, &scalars, runtime);
    let mut report = Report::default();
    let Share { first, of } = plan.share;
    let chosen = source.definitions().iter().skip(first);
    for &id in chosen.step_by(of.max(1)) {
        match source.subject(id, plan.stage) {
            Err(reason) => *report.refused.entry(cause(&reason)).or_default() += 1,
            Ok(mut subject) => {
                change(&mut subject);
                report += test_function(&mut world, &subject, plan);
            }
        }
    }
    Ok(report)
}

/// A message without its place.
fn cause(message: &str) -> String {
    let line = message.lines().next().unwrap_or_default();
    line.split_once("': ")
        .map_or(line, |(_, cause)| cause)
        .to_owned()
}

/// Lays out variables; functions have numbers in the table that are seldom met by chance.
fn addresses(module: &Module, layout: &Layout, scalars: &Scalars) -> Result<Addresses, String> {
    let assigned = Addresses::assign(module, layout, scalars, VARIABLES);
    let Addresses { mut globals, .. } = assigned.map_err(|error| error.to_string())?;
    let functions: Vec<u64> = (FUNCTIONS..).take(module.functions.len()).collect();
    for id in module.globals.keys() {
        if let Ok((Symbol::Function(function), offset)) = scalars.resolve(Symbol::Global(id)) {
            globals[id] = functions[function.index()].wrapping_add_signed(offset);
        }
    }
    Ok(Addresses::new(globals, IdMap::from_values(functions)))
}

fn test_function<'m>(world: &mut World<'_, 'm>, subject: &Subject<'m>, plan: Plan) -> Report {
    let mut report = Report {
        functions: 1,
        ..Report::default()
    };
    let own = world.passing(subject.function.ty);
    if own.is_none_or(|passing| passing.signature != subject.code.signature) {
        let difference = difference(subject, BlockId::new(0), plan, 0, Mismatch::Signature);
        report.differences.push(difference);
        return report;
    }
    world::prepare(world, &subject.code);
    let order = subject.code.order().to_vec();
    let scenes: Vec<Scene<'_, 'm>> = order
        .iter()
        .map(|&block| Scene::new(subject, block, world))
        .collect();
    let mut machine = Machine::new(world, subject.id);
    let limits = Limits {
        fuel: 1 << 20,
        ..Limits::default()
    };
    let mut engine = LowInterpreter::new(&mut machine, limits);
    for scene in &scenes {
        report += test_block(&mut engine, scene, plan);
    }
    report
}

fn test_block<'f, 'm>(
    engine: &mut Engine<'f, '_, '_, '_, 'm>,
    scene: &Scene<'f, 'm>,
    plan: Plan,
) -> Report {
    let mut report = Report {
        blocks: 1,
        ..Report::default()
    };
    let mut reasons: BTreeMap<String, usize> = BTreeMap::new();
    let mut seeds = Rng::new(plan.seed ^ seed(scene.subject, scene.block));
    for tried in 0..TRIES * plan.states {
        // What half of the tries do not reach is not reached.
        let is_hopeless = report.complete == 0 && tried > TRIES * plan.states / 2;
        if report.complete == plan.states || is_hopeless {
            break;
        }
        let is_calm = tried % 3 == 2 || tried > 2 * plan.states;
        let choice = Choice {
            seed: seeds.next(),
            mood: if is_calm { Mood::Calm } else { Mood::Wild },
        };
        match judge(scene, engine, choice) {
            Verdict::Complete => report.complete += 1,
            Verdict::Discarded(stop) => {
                report.discarded += 1;
                *reasons.entry(stop.to_string()).or_default() += 1;
            }
            Verdict::Unsupported(what) => {
                report.unsupported.insert(what, 1);
                return report;
            }
            Verdict::Different(mismatch) => {
                let found = difference(scene.subject, scene.block, plan, tried, mismatch);
                report.differences.push(found);
                return report;
            }
        }
    }
    if report.complete < FEW.min(plan.states) {
        let all = reasons.values().sum::<usize>();
        let unreachable = Stop::from(Undefined::Unreachable).to_string();
        let is_undefined = reasons.get(&unreachable) == Some(&all) && report.complete == 0;
        report.undefined += usize::from(is_undefined);
        let most = reasons.into_iter().max_by_key(|&(_, count)| count);
        report
            .few
            .insert(most.map(|(reason, _)| reason).unwrap_or_default(), 1);
    }
    report
}

/// A seed for a block.
fn seed(subject: &Subject<'_>, block: BlockId) -> u64 {
    let name = subject.name().bytes();
    let hash = name.fold(0, |hash, byte| Rng::new(hash ^ u64::from(byte)).next());
    hash ^ block.index() as u64
}

fn difference(
    subject: &Subject<'_>,
    block: BlockId,
    plan: Plan,
    state: usize,
    mismatch: Mismatch,
) -> Difference {
    Difference {
        function: subject.name().to_owned(),
        block,
        stage: plan.stage,
        state,
        mismatch,
        text: listing::listing(subject, block),
    }
}
