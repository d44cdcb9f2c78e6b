//! The types of the functions in an object.

use unsnarl_ir::FuncId;
use unsnarl_low::Signature;
use unsnarl_object::FunctionType;

use crate::error::{CompileError, in_function};
use crate::numbering::Numbering;
use crate::types::val_types;

/// The types of an object: those of the module's functions, calls and brackets, and those of the
/// runtime library's.
pub(super) struct Types {
    signatures: Vec<Signature>,
}

impl Types {
    pub(super) fn new(numbering: &Numbering) -> Self {
        Types {
            signatures: numbering.types(),
        }
    }

    pub(super) fn of(&self, numbering: &Numbering, function: FuncId) -> Result<u32, CompileError> {
        let ty = numbering.context.module.functions[function].ty;
        let number = numbering
            .context
            .signature(ty)
            .and_then(|signature| numbering.signature_number(&signature));
        let number = number.map_err(|error| {
            let line = numbering.context.module.functions[function].origin.line;
            in_function(numbering.context.module, function, line, error.into())
        })?;
        Ok(number)
    }

    pub(super) fn add(&mut self, signature: &Signature) -> u32 {
        let found = self.signatures.iter().position(|other| other == signature);
        let place = found.unwrap_or_else(|| {
            self.signatures.push(signature.clone());
            self.signatures.len() - 1
        });
        place as u32
    }

    pub(super) fn types(&self) -> Vec<FunctionType> {
        self.signatures
            .iter()
            .map(|signature| FunctionType {
                parameters: val_types(&signature.parameters),
                results: val_types(&signature.results),
            })
            .collect()
    }
}
