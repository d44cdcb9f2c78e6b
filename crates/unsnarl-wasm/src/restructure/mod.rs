//! A WebAssembly module is written again, with the control flow of its functions structured anew.
//!
//! *Needs:* the bytes of a module. *Gives:* [`restructure`]: the bytes of a module that does the
//! same, validated, with the proof of control and of data for each function, as for the IR.
//! *Cost:* near-linear but for the structurer.
//! *Limits:* relocatable objects are refused. What tools say by places in the code, such as DWARF,
//! is left out, and [`Restructured::dropped`] says so. Locals are not kept in memory if there are
//! too many, and functions are not divided: a module has no stack that the compiler may use.
//!
//! Everything else is kept: imports, exports and all that has a number in their order, types with
//! their numbers, sections for tools in their places, names. The section `producers` names Unsnarl,
//! too. Types of brackets follow those of the module. The output uses no feature that the input
//! does not, but for those that the options ask for.

mod constant;
mod error;
mod linkage;
mod names;
mod pads;
mod sections;
mod tools;

pub use error::RestructureError;

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use unsnarl_ir::rewrite::quotient::Folded;
use unsnarl_ir::{FuncId, Id};
use unsnarl_low::module::{Body as ReadBody, Module};
use unsnarl_low::select::{Features as Operations, FrameLayout};
use unsnarl_low::{Catch, Exit, Function as Code};

use self::linkage::{Base, Brings, Clause, Numbers};
use crate::body::{Context, Failure, Laid, case_values, ends};
use crate::compiled::Compiled;
use crate::error::Cause;
use crate::features::Features;
use crate::options::{BlockParameters, Exceptions, Options};
use crate::parallel::in_order;
use crate::read;
use crate::report::{Output, PartReport, Report};
use crate::{Exceeded, Limit, proof, validate};

/// A module that was written again.
#[derive(Clone, Debug)]
pub struct Restructured {
    /// The bytes, and what is known of each function that is not imported, by its number.
    pub output: Output,
    /// The sections for tools that were left out, because they name places in the code.
    pub dropped: Vec<String>,
}

/// Reads a module and writes it again.
///
/// ```
/// # let bytes = b"\0asm\x01\0\0\0\x01\x05\x01\x60\0\x01\x7f\x03\x02\x01\0\x0a\x06\x01\x04\0\x41\x07\x0b";
/// let restructured = unsnarl_wasm::restructure(bytes, &unsnarl_wasm::Options::default())?;
/// assert!(restructured.output.reports[0].verdict.is_proved());
/// // Behind what was there, a section names Unsnarl.
/// assert!(restructured.output.bytes.starts_with(bytes));
/// # Ok::<(), unsnarl_wasm::RestructureError>(())
/// ```
///
/// # Errors
/// If the module cannot be read, or what is written is beyond the limits of engines.
pub fn restructure(bytes: &[u8], options: &Options<'_>) -> Result<Restructured, RestructureError> {
    let (mut module, mut environment) = read::read_with(bytes, options.jobs)?;
    let dropped = tools::keep(&mut module, &mut environment.layout)?;
    tools::sign(&mut module, &environment.layout);
    // Nothing may be kept in memory that the program does not know of.
    let options = Options {
        locals: u32::MAX,
        ..*options
    };
    let codes = codes(&mut module);
    let base = Arc::new(Base::new(&module, &environment, &clauses(&codes)));
    let numbers = Numbers::new(&module, Arc::clone(&base));
    let write = |place: usize, numbers: &Numbers<'_>| function(&codes[place], numbers, &options);
    let functions: Vec<_> = match options.block_parameters {
        // A function may need a type that one before it has added.
        BlockParameters::WhereShorter => (0..codes.len())
            .map(|place| write(place, &numbers))
            .collect(),
        BlockParameters::Never => in_order(options.jobs, codes.len(), |place| {
            write(place, &Numbers::new(&module, Arc::clone(&base)))
        }),
    };
    let functions: Vec<Compiled> = functions.into_iter().collect::<Result<_, _>>()?;
    let written = sections::write(&module, &environment, &numbers, &functions);
    let size = Limit::ModuleBytes.check(written.len());
    size.map_err(RestructureError::Limit)?;
    validate::module(&written, options.jobs)
        .map_err(|error| RestructureError::NotValid(error.to_string()))?;
    let verdicts = proof::prove(&written, &functions, options.jobs);
    let verdicts = verdicts.map_err(|(place, reason)| RestructureError::NotProved {
        function: codes
            .get(place)
            .map_or_else(String::new, |own| own.name(&module)),
        reason,
    })?;
    let reports = functions.into_iter().zip(verdicts);
    let reports = reports.map(|(function, verdict)| {
        let whole = PartReport {
            measures: function.measures,
            verdict,
            data: function.data,
            map: function.map,
        };
        Report::new(function.id, function.folded, whole)
    });
    Ok(Restructured {
        output: Output {
            bytes: written,
            reports: reports.collect(),
        },
        dropped,
    })
}

/// A function with a body, which is written once.
struct Own {
    number: u32,
    body: ReadBody,
    code: Mutex<Option<Code>>,
}

impl Own {
    /// What it is called in messages.
    fn name(&self, module: &Module) -> String {
        match module.names.functions.get(&self.number) {
            Some(name) => name.clone(),
            None => self.number.to_string(),
        }
    }
}

/// Takes the bodies out of a module.
fn codes(module: &mut Module) -> Vec<Own> {
    let functions = (0..).zip(&mut module.functions);
    let bodies = functions.filter_map(|(number, function)| Some((number, function.body.take()?)));
    let codes = bodies.map(|(number, mut body)| Own {
        number,
        code: Mutex::new(Some(std::mem::take(&mut body.code))),
        body,
    });
    codes.collect()
}

/// The clauses for tags in all functions.
fn clauses(codes: &[Own]) -> BTreeSet<Clause> {
    let mut clauses = BTreeSet::new();
    for own in codes {
        let code = own.code.lock().unwrap_or_else(|poison| poison.into_inner());
        let Some(code) = &*code else {
            continue;
        };
        for &block in code.order() {
            let Exit::Call(_, catches) = &code.block(block).exit else {
                continue;
            };
            clauses.extend(catches.iter().filter_map(|&catch| match catch {
                Catch::Tag(tag) => Some(Clause {
                    tag,
                    brings: Brings::Values,
                }),
                Catch::TagRef(tag) => Some(Clause {
                    tag,
                    brings: Brings::ValuesAndReference,
                }),
                Catch::All | Catch::AllRef => None,
            }));
        }
    }
    clauses
}

/// Writes a function.
fn function(
    own: &Own,
    numbers: &Numbers<'_>,
    options: &Options<'_>,
) -> Result<Compiled, RestructureError> {
    let refused = |place: Option<u32>, cause: Cause| RestructureError::Function {
        function: own.name(numbers.module()),
        offset: place.or(own.body.places.first().copied()).map(u64::from),
        cause,
    };
    let mut code = own.code.lock().unwrap_or_else(|poison| poison.into_inner());
    let mut code = code.take().expect("each function is written once");
    if options.exceptions == Exceptions::Legacy {
        pads::give_references(&mut code)
            .map_err(|reason| refused(None, Cause::Exceptions(reason)))?;
    }
    let id = FuncId::new(own.number as usize);
    let context = Context {
        linkage: numbers,
        options,
        features: Features {
            operations: Operations::ALL,
            block_parameters: options.block_parameters == BlockParameters::WhereShorter,
        },
        id,
    };
    let laid = Laid::new(options, code, FrameLayout::without_variables());
    let laid = laid.map_err(|cause| refused(None, cause))?;
    let body = laid
        .write(&context, own.number)
        .map_err(|failure| match failure {
            Failure::Refused(causes) => {
                let mut causes = causes.into_iter();
                let (inst, cause) = causes.next().expect("something is refused");
                let place = inst.and_then(|inst| own.body.places.get(inst.index()).copied());
                refused(place, cause)
            }
            Failure::TooLong(bytes) => {
                let exceeded = Exceeded {
                    limit: Limit::FunctionBytes,
                    count: bytes as u64,
                };
                refused(None, Cause::Limit(exceeded))
            }
            Failure::NotProved(reason) => RestructureError::NotProved {
                function: own.name(numbers.module()),
                reason,
            },
        })?;
    let code = &body.due.function;
    Ok(Compiled {
        id,
        part: None,
        relocations: body.relocations,
        map: body.map,
        cases: case_values(code, &body.view.cfg),
        tail_calls: ends(code, |exit| matches!(exit, Exit::TailCall(_))),
        calls: ends(code, |exit| matches!(exit, Exit::Call(..))),
        local_names: names::of_locals(&own.body.registers, code, &body.locals, &body.written),
        label_names: Vec::new(),
        debug: None,
        cfg: body.view.cfg,
        body: body.bytes,
        measures: body.measures,
        data: body.data,
        folded: Folded::default(),
        #[cfg(test)]
        due: body.due,
    })
}
