//! All functions of a module, on as many processors as may be used.
//!
//! *Needs:* the numbering of the module. *Gives:* the functions as bytes, in their order, and then
//! the parts of those that were divided.
//! *Cost:* that of each [function](crate::function), divided among the threads.
//!
//! The bytes, and the errors, are the same for any number of threads. In a module (not an object),
//! how long the number of a bracket's type is depends on how many there are before it, so functions
//! whose brackets may have parameters are compiled one after another.

use unsnarl_ir::FuncId;
use unsnarl_ir::rewrite::Rewrites;

use crate::compiled::Compiled;
use crate::error::Refusals;
use crate::function;
use crate::lower::lowered;
use crate::numbering::{Numbering, Target};
use crate::options::{BlockParameters, Options};
use crate::parallel::in_order;

/// Compiles the functions with a body, the first of which has the index `first`.
pub(crate) fn compile(
    numbering: &Numbering,
    legalised: &Rewrites,
    first: u32,
    options: &Options<'_>,
    refusals: &mut Refusals,
) -> Vec<Compiled> {
    let definitions = &numbering.definitions;
    let index = |place: usize| first + place as u32;
    if is_sequential(numbering, options) {
        let mut functions = Vec::with_capacity(definitions.len());
        for (place, &id) in definitions.iter().enumerate() {
            let index = index(place);
            functions.extend(function::compile(
                numbering, legalised, id, index, options, refusals,
            ));
        }
        return ordered(functions, first);
    }
    let shared = numbering.shared();
    let made = in_order(options.jobs, definitions.len(), |place| {
        let own = shared.numbering();
        let mut refusals = Refusals::default();
        let id = definitions[place];
        let made = function::compile(&own, legalised, id, index(place), options, &mut refusals);
        (made, own, refusals)
    });
    let mut functions = Vec::with_capacity(definitions.len());
    for (made, own, refused) in made {
        refusals.append(refused);
        let Some(mut bodies) = made else { continue };
        let adopted = numbering.adopt(&own);
        for body in &mut bodies {
            adopted.renumber(&mut body.relocations);
        }
        functions.push(bodies);
    }
    ordered(functions, first)
}

/// Selects the code of functions for what is refused in them, and drops it.
pub(crate) fn check(
    numbering: &Numbering,
    legalised: &Rewrites,
    functions: &[FuncId],
    options: &Options<'_>,
    refusals: &mut Refusals,
) {
    let shared = numbering.shared();
    let refused = in_order(options.jobs, functions.len(), |place| {
        let mut refusals = Refusals::default();
        lowered(
            &shared.numbering(),
            legalised,
            functions[place],
            &mut refusals,
        );
        refusals
    });
    for refused in refused {
        refusals.append(refused);
    }
}

/// Puts parts behind all functions, in the order of their functions, and gives them their indices.
fn ordered(functions: Vec<Vec<Compiled>>, first: u32) -> Vec<Compiled> {
    let mut all = Vec::with_capacity(functions.len());
    let mut parts = Vec::new();
    for bodies in functions {
        for body in bodies {
            match body.part {
                None => all.push(body),
                Some(_) => parts.push(body),
            }
        }
    }
    for (index, part) in (first + all.len() as u32..).zip(&mut parts) {
        part.map.index = index;
    }
    all.extend(parts);
    all
}

/// Tells whether the code of a function may depend on those before it.
fn is_sequential(numbering: &Numbering, options: &Options<'_>) -> bool {
    matches!(numbering.target, Target::Module(_))
        && options.block_parameters == BlockParameters::WhereShorter
}
