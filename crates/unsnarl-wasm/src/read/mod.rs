//! A WebAssembly module becomes a module of the machine.
//!
//! *Needs:* the bytes of a module, as text has to be assembled first.
//! *Gives:* [`read`]: all of it but the numbers of types, as [`unsnarl_low::Module`], or
//! [what is wrong](ReadError) with the byte where it is.
//! *Cost:* near-linear in the bytes, and in the values that functions pass along edges, of which
//! there may be [so many](body::MOST_ARGUMENTS).
//! *Limits:* what [`Unsupported`] names: all of WebAssembly 3.0 is read but types of the garbage
//! collector and typed references to functions.
//!
//! All of the module is validated first, so that nothing after that is wrong in the bytes.
//! Then [`sections`] fills the module, and [`body`] reads its functions, on several processors:
//!
//! | part | what it does |
//! |---|---|
//! | `operation` | instructions as operations of the machine |
//! | `body` | brackets to a graph, the stack to values |
//! | `body/places` | where locals need a parameter of a block |
//! | `body/rename` | reads of locals to what was written |
//! | `body/trivial` | parameters that always have one other value |
//! | `body/emit` | what is left, as a function of the machine |
//!
//! Every instruction that may trap does so [observably](unsnarl_low::Traps::Observable), as
//! programs can rely on traps. A global that does not change is no effect to read; one that does is
//! a [read](unsnarl_low::Effect::Read) of something apart from all bytes of memory.

mod body;
mod bottom;
mod constant;
mod error;
mod names;
mod operation;
mod positions;
mod sections;
mod types;

pub use error::{ReadError, Unsupported};
pub use positions::{PositionsError, read_positions};
pub(crate) use sections::{Environment, Layout, Section};

use std::num::NonZeroUsize;

use unsnarl_low::Module;
use wasmparser::{Parser, WasmFeatures};

use crate::parallel::in_order;
use crate::validate;

/// The features that modules may have which are read.
const SUPPORTED: WasmFeatures = WasmFeatures::WASM2
    .union(WasmFeatures::EXTENDED_CONST)
    .union(WasmFeatures::TAIL_CALL)
    .union(WasmFeatures::THREADS)
    .union(WasmFeatures::MULTI_MEMORY)
    .union(WasmFeatures::MEMORY64)
    .union(WasmFeatures::RELAXED_SIMD)
    .union(WasmFeatures::COMPACT_IMPORTS)
    .union(WasmFeatures::EXCEPTIONS)
    .union(WasmFeatures::LEGACY_EXCEPTIONS);

/// Reads a module.
///
/// ```
/// let bytes = b"\0asm\x01\0\0\0\x01\x05\x01\x60\0\x01\x7f\x03\x02\x01\0\x0a\x06\x01\x04\0\x41\x07\x0b";
/// let module = unsnarl_wasm::read(bytes)?;
/// let body = module.functions[0].body.as_ref().expect("it is not imported");
/// assert_eq!(body.code.block_count(), 1);
/// # Ok::<(), unsnarl_wasm::ReadError>(())
/// ```
///
/// # Errors
/// Says what is not valid or not supported, and where.
pub fn read(bytes: &[u8]) -> Result<Module, ReadError> {
    Ok(read_with(bytes, None)?.0)
}

/// Reads a module on so many processors, with what the machine has no place for.
///
/// # Errors
/// Says what is not valid or not supported, and where.
pub(crate) fn read_with(
    bytes: &[u8],
    jobs: Option<NonZeroUsize>,
) -> Result<(Module, Environment), ReadError> {
    if Parser::is_component(bytes) {
        return Err(ReadError::Component);
    }
    validate::with_features(bytes, jobs, SUPPORTED).map_err(|error| {
        ReadError::of_validator(&error, |feature| {
            validate::with_features(bytes, jobs, SUPPORTED.union(feature)).is_ok()
        })
    })?;
    bottom::refuse(bytes)?;
    let read = sections::read(bytes)?;
    let (mut module, environment) = (read.module, read.environment);
    let bodies = in_order(jobs, read.bodies.len(), |place| {
        let (function, body) = &read.bodies[place];
        body::read(&environment, *function, body)
    });
    for ((function, _), body) in read.bodies.iter().zip(bodies) {
        module.functions[*function as usize].body = Some(body?);
    }
    Ok((module, environment))
}
