//! Refinement of functions, tested by execution.
//!
//! *Needs:* two modules with the same functions: before and after an optimiser.
//! *Gives:* [`compare`]: whether, on random arguments, what the second makes is among the
//! behaviours that the first has. Arguments are often special, and sometimes poison.
//!
//! The interpreter knows of unknown numbers which of their bits are unknown. An optimiser may know
//! more, such as that `llvm.scmp` gives one of three numbers, and add a flag that holds for these;
//! the interpreter then finds poison. So where the second module gives poison or has undefined
//! behaviour and the first does not, it runs again with numbers for `undef`, each number in turn.
//! *Limits:* functions whose parameters and results are integers and floating-point numbers, or
//! vectors and structs of them; memory is empty, and nothing outside is called.

use std::fmt;

use unsnarl_ir::interpret::{
    Addresses, Alignment, Bits, Choices, Fill, Interpreter, Kind, LoadError, Memory, Nothing,
    Scalar, Settings, State, Stop, Unsupported, Value,
};
use unsnarl_ir::{Constant, FuncId, Layout, Module, Scalars, WideInt};

use crate::Rng;

/// How many runs ended how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Runs {
    /// Both returned, and the second refines the first.
    pub refined: usize,
    /// The first has undefined behaviour, so that everything refines it.
    pub undefined: usize,
    /// An open choice decided what the first does.
    pub undetermined: usize,
}

/// A run whose result is not among the behaviours.
#[derive(Clone, Debug)]
pub struct Difference {
    /// The name of the function.
    pub function: String,
    /// Its arguments.
    pub arguments: Vec<Value>,
    /// What the first module does.
    pub expected: Result<Option<Value>, Stop>,
    /// What the second module does.
    pub found: Result<Option<Value>, Stop>,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            function,
            arguments,
            expected,
            found,
        } = self;
        write!(
            f,
            "@{function} of {arguments:?} is {found:?}, which is not in {expected:?}"
        )
    }
}

/// Why modules cannot be compared.
#[derive(Clone, Debug)]
pub enum Error {
    /// The initial values of variables cannot be written.
    Load(LoadError),
    /// A function is not understood.
    Unsupported(Unsupported),
    /// The second module lacks a function of the first.
    Missing(String),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Load(error) => error.fmt(f),
            Self::Unsupported(what) => what.fmt(f),
            Self::Missing(name) => write!(f, "the second module has no function @{name}"),
        }
    }
}

impl std::error::Error for Error {}

/// As [`compare`], of modules in text form.
///
/// # Errors
/// If a text cannot be read, or as in [`compare`].
pub fn compare_texts(
    before: &str,
    after: &str,
    rng: &mut Rng,
    states: usize,
) -> Result<(Runs, Vec<Difference>), String> {
    let read = |text| unsnarl_llvm::read(text).map_err(|error| error.to_string());
    let compared = compare(&read(before)?, &read(after)?, rng, states);
    compared.map_err(|error| error.to_string())
}

/// Runs every function of the first module on `states` random arguments.
///
/// # Errors
/// If a function is not understood or missing.
pub fn compare(
    before: &Module,
    after: &Module,
    rng: &mut Rng,
    states: usize,
) -> Result<(Runs, Vec<Difference>), Error> {
    let (before, after) = (Loaded::new(before)?, Loaded::new(after)?);
    let (first, second) = (
        before.interpreter(Choices::Any)?,
        after.interpreter(Choices::First)?,
    );
    let (mut runs, mut differences) = (Runs::default(), Vec::new());
    for (id, function) in first.module().functions.iter() {
        if !function.is_definition() {
            continue;
        }
        let name = first.module().function_name(id);
        let mut others = second.module().functions.keys();
        let other = others.find(|&other| second.module().function_name(other) == name);
        let other = other.ok_or_else(|| Error::Missing(name.to_owned()))?;
        for _ in 0..states {
            let arguments = arguments(&first, id, rng)?;
            let expected = run(&first, id, &arguments)?;
            match &expected {
                Err(Stop::Undefined(_)) => runs.undefined += 1,
                Err(Stop::Undetermined(_)) => runs.undetermined += 1,
                _ => {
                    let found = run(&second, other, &arguments)?;
                    if refines(&expected, &found)
                        || is_undefined(&found)
                            && refines_with_numbers(&expected, second.module(), other, &arguments)?
                    {
                        runs.refined += 1;
                        continue;
                    }
                    let function = name.to_owned();
                    differences.push(Difference {
                        function,
                        arguments,
                        expected,
                        found,
                    });
                }
            }
        }
    }
    Ok((runs, differences))
}

/// Numbers of a width that stand for `undef`: 0, 1, -1, the least and the greatest signed one.
const NUMBERS: [fn(u32) -> u128; 5] = [
    |_| 0,
    |_| 1,
    |_| u128::MAX,
    |width| 1 << (width.min(128) - 1),
    |width| !(1 << (width.min(128) - 1)),
];

/// A copy of a module where an `undef` integer is this number, and others are zero.
fn with_number_for_undef(module: &Module, number: fn(u32) -> u128) -> Module {
    let mut copy = module.clone();
    for (id, constant) in module.constants() {
        let Constant::Undef(ty) = *constant else {
            continue;
        };
        let chosen = match module.types.int_width(ty) {
            Some(width) => Constant::Int {
                ty,
                value: WideInt::new(width, number(width)),
            },
            None => Constant::Zero(ty),
        };
        copy.fill_constant(id, chosen);
    }
    copy
}

type Outcome = Result<Option<Value>, Stop>;

fn is_undefined(found: &Outcome) -> bool {
    match found {
        Ok(value) => {
            let scalars = value.iter().flat_map(Value::scalars);
            scalars.into_iter().any(Scalar::is_poison)
        }
        Err(stop) => matches!(stop, Stop::Undefined(_)),
    }
}

fn refines(expected: &Outcome, found: &Outcome) -> bool {
    match (expected, found) {
        (Ok(Some(expected)), Ok(Some(found))) => expected.admits_all(found),
        _ => expected == found,
    }
}

/// Tells whether `after`, with numbers for `undef`, also refines what is expected, for each number.
fn refines_with_numbers(
    expected: &Outcome,
    after: &Module,
    id: FuncId,
    arguments: &[Value],
) -> Result<bool, Error> {
    for number in NUMBERS {
        let chosen = with_number_for_undef(after, number);
        let chosen = Loaded::new(&chosen)?;
        let found = run(&chosen.interpreter(Choices::First)?, id, arguments)?;
        if !refines(expected, &found) {
            return Ok(false);
        }
    }
    Ok(true)
}

fn run(interpreter: &Interpreter<'_>, id: FuncId, arguments: &[Value]) -> Result<Outcome, Error> {
    let mut state = State::new(Memory::new(Fill::Undefined), 1 << 20, 1 << 24);
    match interpreter.run(&mut state, &mut Nothing, id, arguments) {
        Ok(value) => Ok(Ok(value)),
        Err(halt) => match halt.stop {
            Stop::Unsupported(what) => Err(Error::Unsupported(what)),
            stop => Ok(Err(stop)),
        },
    }
}

/// A module with what its interpreter needs.
struct Loaded<'m> {
    module: &'m Module,
    layout: Layout,
    addresses: Addresses,
}

impl<'m> Loaded<'m> {
    fn new(module: &'m Module) -> Result<Self, Error> {
        let layout = Layout::new(&module.types, &module.data_layout);
        let scalars = Scalars::new(module, &layout);
        let addresses = Addresses::assign(module, &layout, &scalars, 1 << 20);
        Ok(Self {
            module,
            addresses: addresses.map_err(Error::Load)?,
            layout,
        })
    }

    fn interpreter(&self, choices: Choices) -> Result<Interpreter<'_>, Error> {
        let settings = Settings {
            choices,
            alignment: Alignment::Required,
        };
        let interpreter = Interpreter::new(self.module, &self.layout, &self.addresses, settings);
        interpreter.map_err(Error::Unsupported)
    }
}

fn arguments(
    interpreter: &Interpreter<'_>,
    id: FuncId,
    rng: &mut Rng,
) -> Result<Vec<Value>, Error> {
    let parameters = interpreter.module().functions[id].parameters.iter();
    let values = parameters.map(|parameter| {
        let shape = interpreter
            .shapes()
            .get(parameter.ty)
            .map_err(Error::Unsupported)?;
        let scalars = shape.scalars.iter().map(|slot| scalar(slot.kind, rng));
        Ok(Value::new(scalars.collect()))
    });
    values.collect()
}

/// A scalar that is often special: small, all ones, a single bit; rarely poison.
pub fn scalar(kind: Kind, rng: &mut Rng) -> Scalar {
    let width = kind.bits();
    let bytes: Vec<u8> = (0..width.div_ceil(8)).map(|_| rng.next() as u8).collect();
    let random = Bits::from_le_bytes(width, &bytes);
    let small = Bits::new(width, rng.below(4) as u128);
    let special = match (rng.below(24), kind) {
        (0, _) => return Scalar::Poison,
        (1..=3, _) => small,
        (4..=6, _) => small.not(),
        (7..=9, _) => Bits::single(width, rng.below(width as usize) as u32),
        // Numbers near one: the upper half of the exponent's bits, but the first.
        (10..=15, Kind::Float(_)) => {
            let keep = random.shifted_right(width - width / 2 + 1);
            let exponent = Bits::ones(width).shifted_right(2);
            exponent
                .xor(&keep)
                .and(&Bits::single(width, width - 1).not())
        }
        // Zeros and infinities of both signs, and NaNs without payload.
        (16, Kind::Float(_)) => random.shifted_right(width - 6).shifted_left(width - 6),
        (10..=14, _) => random.shifted_right(rng.below(width as usize) as u32),
        _ => random,
    };
    Scalar::Known(special)
}
