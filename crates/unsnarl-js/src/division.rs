//! Functions that V8 would not optimise become several.
//!
//! *Needs:* a module. *Gives:* it with each function whose [bytecode](crate::bytecode) is above a
//! limit [divided](unsnarl_low::opt::divide), if that helps.
//! *Cost:* large functions are written once more to be measured, without a proof, and divided ones
//! once for each [attempt](ATTEMPTS), beside the division and its proof.
//!
//! What a function takes is estimated from its text, and a division wants to know what its pieces
//! take before they have a text. So pieces are weighed in [proportion](Sizes::JAVASCRIPT): the
//! function itself says how much bytecode its weight makes. Where a piece turns out too large all
//! the same, the next attempt allows as much less.
//!
//! A division takes cold code first, and stops as soon as what is left keeps the limit. So the loop
//! of an interpreter stays one function, whose largest arms are calls.
//!
//! *Limits:* where no attempt succeeds, the function stays as it is and is
//! [reported](crate::Output::too_large).

use std::borrow::Cow;

use unsnarl_low::Module;
use unsnarl_low::module::Body;
use unsnarl_low::opt::divide::{Failed, Limits, Sizes, divide_in};

use crate::bytecode;
use crate::error::Error;
use crate::exact;
use crate::function;
use crate::naming;
use crate::options::Means;

/// How often a division is tried.
const ATTEMPTS: usize = 6;

/// What a function weighs at least for each byte of its bytecode, as a fraction: lighter ones are
/// not measured.
const LIGHTEST: (u64, u64) = (1, 4);

/// How much of what would be in proportion the next attempt allows, in percent: what passes in and
/// out of parts comes on top.
const MARGIN: u64 = 97;

/// The most parameters of a part.
const MOST_PARAMETERS: usize = 64;

/// A module without functions of more than [`Options::largest`] bytes, as far as that is possible.
pub(crate) fn divided<'m>(module: &'m Module, means: Means<'_>) -> Result<Cow<'m, Module>, Error> {
    let mut module = Cow::Borrowed(module);
    let (weight, bytes) = LIGHTEST;
    let least = (means.options.largest as u64 / bytes).saturating_mul(weight);
    let heavy = |body: &Body| Sizes::JAVASCRIPT.function(&body.code).bytes > least;
    let functions = module.functions.iter().enumerate();
    let bodies = functions.filter_map(|(number, one)| Some((number, one.body.as_ref()?)));
    let heavy: Vec<usize> = bodies
        .filter(|(_, body)| heavy(body))
        .map(|(number, _)| number)
        .collect();
    let sizes = measured(&module, means, &heavy)?;
    for (number, size) in heavy.into_iter().zip(sizes) {
        if size > means.options.largest {
            divide(module.to_mut(), number, size, means)?;
        }
    }
    Ok(module)
}

/// The bytecode of functions.
fn measured(module: &Module, means: Means<'_>, numbers: &[usize]) -> Result<Vec<usize>, Error> {
    if numbers.is_empty() {
        return Ok(Vec::new());
    }
    let (ready, declared) = exact::prepared(module, means.options.exact_nan);
    let context = naming::context(&ready, means, declared.as_ref());
    let texts = numbers.iter().filter_map(|&number| {
        let body = ready.functions[number].body.as_ref()?;
        Some(function::draft(&context, number, body))
    });
    texts
        .map(|text| Ok(bytecode::estimate(&text?, &context.names)))
        .collect()
}

/// Divides a function of so many bytes.
fn divide(module: &mut Module, number: usize, size: usize, means: Means<'_>) -> Result<(), Error> {
    let body = module.functions[number].body.as_ref();
    let weight = body.map_or(0, |body| Sizes::JAVASCRIPT.function(&body.code).bytes);
    let mut most = weight;
    let mut largest = size;
    for _ in 0..ATTEMPTS {
        most = scaled(most, means.options.largest, largest);
        let limits = Limits {
            bytes: most,
            locals: u64::MAX,
            parameters: MOST_PARAMETERS,
        };
        let undivided = match divide_in(module, number, &Sizes::JAVASCRIPT, &limits) {
            Ok(undivided) => undivided,
            Err(Failed::TooLarge(_)) => break,
            Err(Failed::NotProved(reason)) => {
                let name = module.names.functions.get(&(number as u32));
                return Err(Error::NotProved {
                    function: name.cloned().unwrap_or_else(|| number.to_string()),
                    reason,
                });
            }
        };
        let mut pieces = vec![number];
        pieces.extend(undivided.parts(module));
        let sizes = measured(module, means, &pieces)?;
        largest = sizes.into_iter().max().unwrap_or(0);
        if largest <= means.options.largest {
            return Ok(());
        }
        undivided.restore(module);
    }
    Ok(())
}

/// What may weigh a bit less than so much if it is to take `wanted` bytes in place of `taken`.
fn scaled(weight: u64, wanted: usize, taken: usize) -> u64 {
    let product = u128::from(weight) * wanted as u128 / (taken as u128).max(1);
    (product * u128::from(MARGIN) / 100) as u64
}
