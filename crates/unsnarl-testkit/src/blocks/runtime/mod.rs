//! The functions of the compiler's library and of the C library that operations become calls of,
//! as LLVM IR that is interpreted.
//!
//! *Needs:* the name of a function, its arguments, memory.
//! *Gives:* [`Runtime`]: its signature and its results. What is [not defined to the last
//! bit](super::opaque) has some result that depends on the arguments.
//! *Source:* the interfaces of compiler-rt and of C; the results are those of the operations of
//! LLVM IR.

mod library;

use std::collections::BTreeMap;

use unsnarl_ir::interpret::{
    Addresses, Alignment, Choices, Fill, Interpreter, Memory, Nothing, Scalar, Settings, State,
    Value,
};
use unsnarl_ir::{FloatKind, FuncId, Layout, Module, ParameterAttributes, Scalars};
use unsnarl_low::interpret::{Completion, LinearMemory, Trap, Value as LowValue};
use unsnarl_low::{Signature, Type as LowType};

use super::abi::{self, Passing, Returned};
use super::held::{self, Vectors, low_bits};
use super::opaque;
use crate::Rng;

/// The functions that are interpreted.
pub struct Library {
    module: Module,
    layout: Layout,
    addresses: Addresses,
}

/// The library, ready to be called.
pub struct Runtime<'l> {
    interpreter: Interpreter<'l>,
    functions: BTreeMap<&'l str, (FuncId, Passing)>,
    others: BTreeMap<&'static str, Signature>,
}

/// The functions on memory.
const MEMORY: [&str; 3] = ["memcpy", "memmove", "memset"];

impl Library {
    /// Reads the library.
    ///
    /// # Panics
    /// If its text is broken.
    pub fn new() -> Self {
        let module =
            unsnarl_llvm::read(&library::text()).expect("the text of the library is LLVM IR");
        let layout = Layout::new(&module.types, &module.data_layout);
        let scalars = Scalars::new(&module, &layout);
        let addresses = Addresses::assign(&module, &layout, &scalars, 1 << 20);
        Self {
            addresses: addresses.expect("it has no variables"),
            module,
            layout,
        }
    }
}

impl Default for Library {
    fn default() -> Self {
        Self::new()
    }
}

impl<'l> Runtime<'l> {
    /// Prepares the library.
    ///
    /// # Panics
    /// If its text is broken.
    pub fn new(library: &'l Library) -> Self {
        let Library {
            module,
            layout,
            addresses,
        } = library;
        let settings = Settings {
            choices: Choices::First,
            alignment: Alignment::Ignored,
        };
        let interpreter = Interpreter::new(module, layout, addresses, settings);
        let functions = module.functions.iter();
        let functions = functions.filter(|(_, function)| function.is_definition());
        let functions = functions.map(|(id, function)| {
            let passing = abi::passing(module, function.ty, Vectors::InElements);
            let passing = passing.expect("the library passes numbers");
            (module.function_name(id), (id, passing))
        });
        Self {
            functions: functions.collect(),
            interpreter: interpreter.expect("it is little-endian"),
            others: MEMORY
                .into_iter()
                .map(|name| (name, memory_signature()))
                .collect(),
        }
    }

    /// The signature of a function; none if it is not here.
    pub fn signature(&mut self, name: &'static str) -> Option<&Signature> {
        if let Some((_, passing)) = self.functions.get(name) {
            return Some(&passing.signature);
        }
        if let Some((base, kind)) = opaque::library(name) {
            self.others
                .entry(name)
                .or_insert_with(|| opaque_signature(base, kind));
        }
        self.known(name)
    }

    /// The signature of a function that was asked for before, or is interpreted.
    pub fn known(&self, name: &str) -> Option<&Signature> {
        match self.functions.get(name) {
            Some((_, passing)) => Some(&passing.signature),
            None => self.others.get(name),
        }
    }

    /// Calls a function.
    pub fn call(
        &self,
        name: &str,
        arguments: &[LowValue],
        memory: &mut dyn LinearMemory,
        rng: &mut Rng,
    ) -> Option<Completion> {
        if MEMORY.contains(&name) {
            return on_memory(name, arguments, memory);
        }
        if let Some((base, kind)) = opaque::library(name) {
            return unknown_to_the_last_bit(base, kind, arguments, memory, rng);
        }
        let (id, passing) = self.functions.get(name)?;
        let function = &self.interpreter.module().functions[*id];
        let parameters = function.parameters.iter().zip(&passing.parameters);
        let mut values = Vec::with_capacity(parameters.len());
        for (parameter, (first, pieces)) in parameters {
            let width = self.interpreter.shapes().get(parameter.ty).ok()?.scalars[0]
                .kind
                .bits();
            let registers = &arguments[*first..][..pieces.len()];
            let bits = joined(registers, width)?;
            if parameter.attributes.zeroext && low_bits(registers[0])? != bits.low() {
                return Some(Completion::Trapped(Trap::Host));
            }
            values.push(Value::One(Scalar::Known(bits)));
        }
        let mut state = State::new(Memory::new(Fill::Undefined), 1 << 20, 1 << 12);
        let result = self.interpreter.run(&mut state, &mut Nothing, *id, &values);
        let Ok(Some(result)) = result else {
            // Such as a division by zero.
            return Some(Completion::Trapped(Trap::Host));
        };
        let attributes = [&function.result_attributes];
        Some(self.returned(passing, &result, &attributes, arguments, memory, rng))
    }

    fn returned(
        &self,
        passing: &Passing,
        result: &Value,
        attributes: &[&ParameterAttributes],
        arguments: &[LowValue],
        memory: &mut dyn LinearMemory,
        rng: &mut Rng,
    ) -> Completion {
        let shape = self.interpreter.shapes().get(passing.result_type);
        let width = shape.map_or(0, |shape| shape.scalars[0].kind.bits());
        let bits = held::chosen(result, &[width], rng);
        match passing.result {
            Returned::Register(piece) => {
                let register = piece.register(&bits, abi::spare(attributes), rng);
                Completion::Returned(vec![register])
            }
            _ => {
                write(
                    memory,
                    arguments[0],
                    &bits[0].to_le_bytes(width.div_ceil(8) as usize),
                );
                Completion::Returned(Vec::new())
            }
        }
    }
}

fn write(memory: &mut dyn LinearMemory, at: LowValue, bytes: &[u8]) {
    let at = low_bits(at).unwrap_or(0) as u64;
    if at + bytes.len() as u64 <= 1 << 32 {
        memory.write(at, bytes);
    }
}

/// The bits of registers one after the other.
fn joined(registers: &[LowValue], width: u32) -> Option<unsnarl_ir::interpret::Bits> {
    let mut bytes = Vec::new();
    for &register in registers {
        let size = register.ty().bytes()? as usize;
        bytes.extend(&low_bits(register)?.to_le_bytes()[..size]);
    }
    Some(unsnarl_ir::interpret::Bits::from_le_bytes(width, &bytes))
}

fn memory_signature() -> Signature {
    Signature {
        parameters: vec![LowType::I32; 3],
        results: vec![LowType::I32],
    }
}

fn on_memory(
    name: &str,
    arguments: &[LowValue],
    memory: &mut dyn LinearMemory,
) -> Option<Completion> {
    let [to, from, count] = arguments else {
        return None;
    };
    let [to_, from, count] = [*to, *from, *count].map(|value| low_bits(value).unwrap_or(0) as u64);
    let is_outside = |at: u64| at + count > 1 << 32;
    if is_outside(to_) || name != "memset" && is_outside(from) {
        return Some(Completion::Trapped(Trap::MemoryOutOfBounds));
    }
    let mut bytes = vec![from as u8; count as usize];
    if name != "memset" {
        memory.read(from, &mut bytes);
    }
    memory.write(to_, &bytes);
    Some(Completion::Returned(vec![*to]))
}

/// The types of the arguments of a function of some format: how many numbers, and whether an
/// integer follows.
fn opaque_signature(base: &str, kind: FloatKind) -> Signature {
    let number: &[LowType] = match kind {
        FloatKind::Float => &[LowType::F32],
        FloatKind::Fp128 => &[LowType::I64; 2],
        _ => &[LowType::F64],
    };
    let count = 1 + usize::from(matches!(base, "pow" | "atan2"));
    let mut parameters = number.repeat(count);
    parameters.extend((base == "powi").then_some(LowType::I32));
    let mut results = number.to_vec();
    if results.len() > 1 {
        parameters.insert(0, LowType::I32);
        results.clear();
    }
    Signature {
        parameters,
        results,
    }
}

fn unknown_to_the_last_bit(
    base: &str,
    kind: FloatKind,
    arguments: &[LowValue],
    memory: &mut dyn LinearMemory,
    rng: &mut Rng,
) -> Option<Completion> {
    let is_quad = kind == FloatKind::Fp128;
    let mut rest = &arguments[usize::from(is_quad)..];
    let mut scalars = Vec::new();
    while let Some(&first) = rest.first() {
        let (registers, width) = match first.ty() {
            LowType::I64 => (2, 128),
            LowType::F64 => (1, 64),
            _ => (1, 32),
        };
        scalars.push(Scalar::Known(joined(rest.get(..registers)?, width)?));
        rest = &rest[registers..];
    }
    let result = Value::One(opaque::value(base, kind, &scalars));
    let bits = &held::chosen(&result, &[kind.bits()], rng)[0];
    if is_quad {
        write(memory, arguments[0], &bits.to_le_bytes(16));
        return Some(Completion::Returned(Vec::new()));
    }
    let ty = opaque_signature(base, kind).results[0];
    Some(Completion::Returned(vec![held::low_value(ty, bits.low())]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use unsnarl_low::interpret::Sparse;

    fn call(name: &'static str, arguments: &[LowValue]) -> (Option<Completion>, Sparse) {
        let library = Library::new();
        let mut runtime = Runtime::new(&library);
        assert!(runtime.signature(name).is_some(), "{name}");
        let mut memory = Sparse::new(1);
        let completion = runtime.call(name, arguments, &mut memory, &mut Rng::new(1));
        (completion, memory)
    }

    #[test]
    fn results_come_back_in_registers_or_memory() {
        let two = [
            LowValue::F64(7.5_f64.to_bits()),
            LowValue::F64(2.0_f64.to_bits()),
        ];
        let result = Completion::Returned(vec![LowValue::F64(1.5_f64.to_bits())]);
        assert_eq!(call("fmod", &two).0, Some(result));
        let wide = [64, 100, 0, 7, 0].map(LowValue::I64);
        let arguments = [&[LowValue::I32(64)], &wide[1..]].concat();
        let (completion, memory) = call("__udivti3", &arguments);
        assert_eq!(completion, Some(Completion::Returned(Vec::new())));
        let mut bytes = [0; 16];
        memory.read(64, &mut bytes);
        assert_eq!(u128::from_le_bytes(bytes), 14);
        assert_eq!(
            call("sinf", &[LowValue::F32(1)]).0,
            call("sinf", &[LowValue::F32(1)]).0
        );
        assert_ne!(
            call("sinf", &[LowValue::F32(1)]).0,
            call("cosf", &[LowValue::F32(1)]).0
        );
    }
}
