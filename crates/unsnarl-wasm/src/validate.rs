//! Validation: the engine's rules, checked on the bytes that were written.
//!
//! *Needs:* the bytes of a module or an object. *Gives:* nothing, or what is wrong with them.
//! *Cost:* linear in the bytes; the functions are divided among the threads.
//!
//! An object is validated as if it were a module, except for its data: it has a segment for each
//! variable, of which the linker makes the few that an engine sees.

use std::num::NonZeroUsize;
use std::ops::Range;

use wasmparser::{
    BinaryReaderError, DataKind, DataSectionReader, FuncToValidate, FuncValidatorAllocations,
    Operator, Parser, Payload, ValidPayload, Validator, WasmFeatures,
};

use crate::error::CompileError;
use crate::parallel::in_order;

/// Validates a module that was written, so many functions at once.
pub(crate) fn module(bytes: &[u8], jobs: Option<NonZeroUsize>) -> Result<(), CompileError> {
    with_features(bytes, jobs, written()).map_err(not_valid)
}

/// Validates a module that may use some features, so many functions at once.
pub(crate) fn with_features(
    bytes: &[u8],
    jobs: Option<NonZeroUsize>,
    features: WasmFeatures,
) -> Result<(), BinaryReaderError> {
    let treat = |_: &Payload<'_>| Ok(Treatment::Validate);
    sections(bytes, jobs, features, treat, |error| error)
}

/// What may be in a module that is written: those instructions for exceptions that came before the
/// standard ones, too.
fn written() -> WasmFeatures {
    WasmFeatures::default() | WasmFeatures::LEGACY_EXCEPTIONS
}

/// Validates an object, so many functions at once.
pub(crate) fn object(bytes: &[u8], jobs: Option<NonZeroUsize>) -> Result<(), CompileError> {
    let treat = |payload: &Payload<'_>| match payload {
        Payload::DataCountSection { .. } => Ok(Treatment::PassOver),
        Payload::DataSection(section) => {
            data(section.clone())?;
            Ok(Treatment::PassOver)
        }
        _ => Ok(Treatment::Validate),
    };
    sections(bytes, jobs, written(), treat, not_valid)
}

/// What is done with a part of the bytes.
enum Treatment {
    Validate,
    PassOver,
}

/// Validates the sections that `treat` does not pass over, then the functions.
fn sections<E>(
    bytes: &[u8],
    jobs: Option<NonZeroUsize>,
    features: WasmFeatures,
    treat: impl Fn(&Payload<'_>) -> Result<Treatment, E>,
    not_valid: impl Fn(BinaryReaderError) -> E,
) -> Result<(), E> {
    let mut validator = Validator::new_with_features(features);
    let mut functions = Vec::new();
    for payload in Parser::new(0).parse_all(bytes) {
        let payload = payload.map_err(&not_valid)?;
        if let Treatment::PassOver = treat(&payload)? {
            continue;
        }
        let valid = validator.payload(&payload).map_err(&not_valid)?;
        if let ValidPayload::Func(function, body) = valid {
            functions.push((function, body));
        }
    }
    let validate = |range: Range<usize>| {
        let mut allocations = FuncValidatorAllocations::default();
        for (function, body) in &functions[range] {
            let function = FuncToValidate {
                resources: function.resources.clone(),
                ..*function
            };
            let mut function = function.into_validator(allocations);
            function.validate(body)?;
            allocations = function.into_allocations();
        }
        Ok(())
    };
    let batches = functions.len().div_ceil(BATCH);
    let validated = in_order(jobs, batches, |batch| {
        let start = batch * BATCH;
        validate(start..functions.len().min(start + BATCH))
    });
    // The first error is that of the first function, for any number of threads.
    let validated: Result<(), BinaryReaderError> = validated.into_iter().collect();
    validated.map_err(not_valid)
}

/// So many functions share what the validator allocates.
const BATCH: usize = 16;

/// Every segment is put into the only memory, at an address that is a number.
fn data(section: DataSectionReader<'_>) -> Result<(), CompileError> {
    for segment in section {
        let DataKind::Active {
            memory_index: 0,
            offset_expr,
        } = segment.map_err(not_valid)?.kind
        else {
            return Err(odd("a data segment of an object has no memory"));
        };
        let mut reader = offset_expr.get_operators_reader();
        let mut read = || reader.read().map_err(not_valid);
        let (start, end) = (read()?, read()?);
        if !matches!(
            (start, end),
            (
                Operator::I32Const { .. } | Operator::I64Const { .. },
                Operator::End
            )
        ) {
            return Err(odd(
                "the address of a data segment of an object is not a constant",
            ));
        }
    }
    Ok(())
}

fn not_valid(error: BinaryReaderError) -> CompileError {
    CompileError::NotValid(error.to_string())
}

fn odd(what: &str) -> CompileError {
    CompileError::NotValid(what.to_owned())
}
