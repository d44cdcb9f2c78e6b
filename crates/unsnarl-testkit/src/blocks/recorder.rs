//! The world around the source: it answers calls, and notes them.
//!
//! *Gives:* [`Recorder`]: a host whose answers are random, with random changes of memory; and what
//! was asked, so that the code can be asked for the same.

use std::ops::Range;

use unsnarl_ir::interpret::{
    Addresses, Answer, Byte, Callee, Freedom, Host, HostCall, Kind, Memory, Scalar, Shapes, Stop,
    Undefined, Unsupported, Value, Variable,
};
use unsnarl_ir::{Call, FuncId, Module, TypeId, base_name};

use super::generate::Generator;
use super::opaque;
use super::subject::Subject;

/// A call of the source, and its answer.
#[derive(Clone, Debug)]
pub struct Record {
    /// What was called.
    pub target: Target,
    /// The call as it is written.
    pub call: Call,
    /// Its arguments.
    pub arguments: Vec<Value>,
    /// Memory before it.
    pub memory: Memory,
    /// The result.
    pub result: Option<Value>,
    /// What it writes.
    pub writes: Vec<(u64, Vec<u8>)>,
    /// Whether the program ends in it.
    pub ends: bool,
}

/// What was called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target {
    /// Its address.
    pub address: u64,
    /// The function, if the call names it.
    pub function: Option<FuncId>,
}

/// Answers and notes calls.
pub struct Recorder<'a, 'm> {
    /// The calls so far.
    pub records: Vec<Record>,
    /// The call in which the program ends, counted from zero, if it is to.
    pub last: Option<usize>,
    subject: &'a Subject<'m>,
    shapes: &'a Shapes<'m>,
    addresses: &'a Addresses,
    generator: &'a mut Generator,
    /// The lowest address of the frame.
    lowest: u32,
    /// What the source does not see.
    hidden: Vec<Range<u64>>,
}

impl<'a, 'm> Recorder<'a, 'm> {
    /// Makes one that has noted nothing.
    pub fn new(
        subject: &'a Subject<'m>,
        shapes: &'a Shapes<'m>,
        addresses: &'a Addresses,
        generator: &'a mut Generator,
        lowest: u32,
        hidden: Vec<Range<u64>>,
    ) -> Self {
        Self {
            records: Vec::new(),
            last: None,
            subject,
            shapes,
            addresses,
            generator,
            lowest,
            hidden,
        }
    }

    /// What a function may do to memory.
    fn writes(&mut self) -> Vec<(u64, Vec<u8>)> {
        let count = self.generator.rng.below(4);
        let write = |_| {
            let (at, count) = (self.generator.address(), 1 + self.generator.rng.below(8));
            let bytes = (0..count).map(|_| self.generator.rng.next() as u8);
            (u64::from(at), bytes.collect())
        };
        let writes: Vec<(u64, Vec<u8>)> = (0..count).map(write).collect();
        let fits = |(at, bytes): &(u64, Vec<u8>)| *at > 0 && at + bytes.len() as u64 <= 1 << 32;
        writes.into_iter().filter(fits).collect()
    }

    fn result(&mut self, ty: TypeId) -> Result<Option<Value>, Unsupported> {
        let module = self.subject.module;
        if *module.types.get(ty) == unsnarl_ir::Type::Void {
            return Ok(None);
        }
        let shape = self.shapes.get(ty)?;
        Ok(Some(self.generator.value(&shape)))
    }
}

/// Tells whether a function or a call of it never returns.
fn never_returns(module: &Module, target: Target, call: &Call) -> bool {
    let is_declared = |id: FuncId| module.functions[id].attributes.noreturn;
    target.function.is_some_and(is_declared) || call.attributes.noreturn
}

impl Host for Recorder<'_, '_> {
    fn call(&mut self, call: &HostCall<'_>, memory: &mut Memory) -> Answer {
        let module = self.subject.module;
        let direct = match call.callee {
            Callee::Function(id) => Some(id),
            _ => None,
        };
        if let Some(id) = direct
            && let Some(name) = module.intrinsic(id)
        {
            return match call.call.callee {
                unsnarl_ir::Callee::Direct(_) => intrinsic(name, call, self.shapes, module),
                // It has no address.
                _ => Answer::Stop(Undefined::Call.into()),
            };
        }
        let address = match call.callee {
            Callee::Function(id) => Some(self.addresses.functions[id]),
            Callee::Address(bits) => bits.as_u64(),
            Callee::Assembly => return Answer::Enter,
        };
        let Some(address) = address else {
            return Answer::Stop(Undefined::Call.into());
        };
        if direct.is_some_and(|id| module.functions[id].ty != call.call.ty) {
            return Answer::Stop(Undefined::Call.into());
        }
        let target = Target {
            address,
            function: direct.filter(|_| is_named(call.call)),
        };
        let Some((ty, ..)) = module.signature(call.call.ty) else {
            return Answer::Stop(Undefined::Call.into());
        };
        let ends = self.last == Some(self.records.len())
            || never_returns(module, target, call.call)
            || self.generator.rng.chance(2);
        let result = match self.result(ty) {
            Ok(result) => result,
            Err(unsupported) => return Answer::Stop(unsupported.into()),
        };
        let writes = self.writes();
        self.records.push(Record {
            target,
            call: call.call.clone(),
            arguments: call.arguments.to_vec(),
            memory: memory.clone(),
            result: result.clone(),
            writes: writes.clone(),
            ends,
        });
        if ends {
            return Answer::Stop(Stop::Exit(0));
        }
        for (at, bytes) in writes {
            for (offset, byte) in bytes.into_iter().enumerate() {
                let at = at + offset as u64;
                if !self.hidden.iter().any(|range| range.contains(&at)) {
                    memory.set_byte(at, Byte::known(byte));
                }
            }
        }
        Answer::Return(result)
    }

    fn place(&mut self, variable: &Variable) -> Option<u64> {
        if let Some(offset) = self.subject.variables[variable.alloca] {
            return Some(u64::from(self.lowest) + u64::from(offset));
        }
        let size = variable.size.checked_next_multiple_of(16)?;
        let place = variable.stack.checked_sub(size)?;
        Some(place - place % variable.align.max(16))
    }
}

/// Tells whether what is called is known before the program runs.
fn is_named(call: &Call) -> bool {
    use unsnarl_ir::{Callee, Operand};
    matches!(
        call.callee,
        Callee::Direct(_) | Callee::Indirect(Operand::Const(_))
    )
}

/// The answer of an intrinsic that the interpreter does not know.
fn intrinsic(name: &str, call: &HostCall<'_>, shapes: &Shapes<'_>, module: &Module) -> Answer {
    let unsupported = || Answer::Stop(Unsupported::Intrinsic(name.to_owned()).into());
    let Some(base) = opaque::named(base_name(name)) else {
        return unsupported();
    };
    let shape = module
        .signature(call.call.ty)
        .map(|(ty, ..)| shapes.get(ty));
    let Some(Ok(shape)) = shape else {
        return unsupported();
    };
    let lanes = shape.scalars.iter().enumerate().map(|(index, slot)| {
        let arguments: Vec<Scalar> = call
            .arguments
            .iter()
            .filter_map(|value| {
                let scalars = value.scalars();
                scalars.get(index).or(scalars.first()).cloned()
            })
            .collect();
        match slot.kind {
            Kind::Float(kind) => opaque::value(base, kind, &arguments),
            other => Scalar::unknown(other.bits(), Freedom::Undefined),
        }
    });
    Answer::Return(Some(Value::new(lanes.collect())))
}
