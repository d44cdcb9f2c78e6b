//! The proofs of one function, asked again about changed code.

use std::borrow::Cow;

use wasmparser::{
    BinaryReader, FuncToValidate, FuncValidatorAllocations, FunctionBody, Parser, ValidPayload,
    Validator, ValidatorResources, WasmFeatures,
};

use super::body::Written;
use super::source::{self, compiled};
use crate::compiled::Compiled;
use crate::error::Refusals;
use crate::numbering::Numbering;
use crate::proof::data::{Selected, Subject, check};
use crate::proof::open::Arity;
use crate::proof::{arities, prove_body};
use crate::{DataVerdict, Options, prototypes, target};

/// Judges code of the functions of a module.
pub(in crate::proof) struct Judge<'a> {
    numbering: &'a Numbering<'a>,
    arities: Vec<Arity>,
    /// By function that is defined: what it takes to validate it.
    validators: Vec<(FuncToValidate<ValidatorResources>, u32)>,
}

/// Compiles a module, and hands on its bytes and functions, with what judges changes of these.
pub(in crate::proof) fn with(
    text: &str,
    options: &Options<'_>,
    run: impl FnOnce(&Judge<'_>, &[u8], &mut [Compiled]),
) {
    let (module, bytes, mut functions) = compiled(text, options);
    // The same tables as those with which the module was written.
    let mut completed = Cow::Borrowed(&module);
    prototypes::complete(&mut completed);
    let legalised = target::legalised(&mut completed);
    let mut refusals = Refusals::default();
    let numbering =
        Numbering::for_module(&completed, options, &mut refusals).expect("it compiled before");
    // Brackets get their types when they are written.
    let first = functions.first().map_or(0, |function| function.map.index);
    for (index, &id) in (first..).zip(numbering.definitions.iter()) {
        crate::function::compile(&numbering, &legalised, id, index, options, &mut refusals);
    }
    for function in &mut functions {
        function.body = body(&bytes, function.map.index - first);
    }
    let judge = Judge {
        numbering: &numbering,
        arities: arities(&bytes).expect("it was validated"),
        validators: validators(&bytes),
    };
    run(&judge, &bytes, &mut functions);
}

/// The code of a function that is defined.
fn body(bytes: &[u8], number: u32) -> Vec<u8> {
    let bodies = Parser::new(0).parse_all(bytes);
    let mut bodies = bodies.filter_map(|payload| match payload {
        Ok(wasmparser::Payload::CodeSectionEntry(body)) => Some(body.range()),
        _ => None,
    });
    let range = bodies.nth(number as usize).expect("it has a body");
    bytes[range.start as usize..range.end as usize].to_vec()
}

fn validators(bytes: &[u8]) -> Vec<(FuncToValidate<ValidatorResources>, u32)> {
    let features = WasmFeatures::default() | WasmFeatures::LEGACY_EXCEPTIONS;
    let mut validator = Validator::new_with_features(features);
    let mut all = Vec::new();
    for payload in Parser::new(0).parse_all(bytes) {
        let payload = payload.expect("it was validated");
        if let ValidPayload::Func(function, _) =
            validator.payload(&payload).expect("it was validated")
        {
            let index = function.index;
            all.push((function, index));
        }
    }
    all
}

impl Judge<'_> {
    /// Tells whether a function is one of the compiler's library that only computes.
    pub(super) fn is_pure(&self, function: &Compiled) -> bool {
        let module = self.numbering.context.module;
        source::is_pure(module.function_name(function.id))
    }

    /// Tells whether code is valid as that of a function.
    pub(super) fn is_valid(&self, index: u32, code: &[u8]) -> bool {
        let mut all = self.validators.iter();
        let (own, _) = all.find(|&&(_, own)| own == index).expect("it is defined");
        let own = FuncToValidate {
            resources: own.resources.clone(),
            index: own.index,
            ty: own.ty,
            features: own.features,
        };
        let mut validator = own.into_validator(FuncValidatorAllocations::default());
        let body = FunctionBody::new(BinaryReader::new(code, 0));
        validator.validate(&body).is_ok()
    }

    /// Proves that code is that of a function.
    pub(super) fn judge(&self, function: &mut Compiled, written: Written) -> Result<(), String> {
        let pieces = std::mem::replace(&mut function.map.pieces, written.pieces);
        let hints = std::mem::replace(&mut function.due.hints, written.hints);
        let judged = self.prove(function, &written.bytes);
        function.map.pieces = pieces;
        function.due.hints = hints;
        judged
    }

    /// Proves that code is that of a function, by the map that this has.
    pub(in crate::proof) fn prove(&self, function: &Compiled, body: &[u8]) -> Result<(), String> {
        let subject = Subject {
            meanings: &Selected::new(self.numbering),
            due: &function.due,
            cfg: &function.cfg,
            map: &function.map,
            body,
            relocations: &[],
        };
        match check(&subject)? {
            DataVerdict::Proved => {}
            verdict => return Err(verdict.to_string()),
        }
        prove_body(function, body, &self.arities).map(|_| ())
    }
}
