//! Validation: the engine's rules, checked on the bytes that were written.
//!
//! *Needs:* the bytes of a module or an object. *Gives:* nothing, or what is wrong with them.
//! *Cost:* linear in the bytes.
//!
//! An object is validated as if it were a module, except for its data: it has a segment for each
//! variable, of which the linker makes the few that an engine sees.

use wasmparser::{
    BinaryReaderError, DataKind, DataSectionReader, FuncValidatorAllocations, Operator, Parser,
    Payload, ValidPayload, Validator,
};

use crate::error::CompileError;

/// Validates a module.
pub(crate) fn module(bytes: &[u8]) -> Result<(), CompileError> {
    wasmparser::validate(bytes).map(|_| ()).map_err(not_valid)
}

/// Validates an object.
pub(crate) fn object(bytes: &[u8]) -> Result<(), CompileError> {
    let mut validator = Validator::new();
    let mut allocations = FuncValidatorAllocations::default();
    for payload in Parser::new(0).parse_all(bytes) {
        let payload = payload.map_err(not_valid)?;
        match &payload {
            Payload::DataCountSection { .. } => continue,
            Payload::DataSection(section) => {
                data(section.clone())?;
                continue;
            }
            _ => {}
        }
        if let ValidPayload::Func(function, body) =
            validator.payload(&payload).map_err(not_valid)?
        {
            let mut function = function.into_validator(allocations);
            function.validate(&body).map_err(not_valid)?;
            allocations = function.into_allocations();
        }
    }
    Ok(())
}

/// Every segment is put into the only memory, at an address that is a number.
fn data(section: DataSectionReader<'_>) -> Result<(), CompileError> {
    for segment in section {
        let DataKind::Active {
            memory_index: 0,
            offset_expr,
        } = segment.map_err(not_valid)?.kind
        else {
            return Err(odd("a segment of an object is put into no memory"));
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
            return Err(odd("a segment of an object is put where no number says"));
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
