//! Functions that are too large for engines.
//!
//! *Needs:* the code of a function. *Gives:* [`length`], whether it may fit as it is; [`divide`],
//! the functions that are called in place of it; and [`check`], the
//! [proof](unsnarl_low::check::division) that they do the same.
//! *Cost:* linear; that of [dividing](unsnarl_low::opt::divide), and of its proof.
//!
//! How long code will be is [estimated](Sizes::WEBASSEMBLY) from above, so parts that are estimated
//! to fit do. What fits as it is must not change, whatever is estimated, so it is written as a
//! whole first, unless what it takes [at least](least) is beyond the limit, or the estimate is a
//! multiple of that.
//!
//! Parts are new functions, and variables that values pass through new globals. Globals are shared
//! by all functions of what is written: nothing runs between setting and reading one.

mod least;

use std::collections::BTreeMap;

use unsnarl_ir::FuncId;
use unsnarl_low::opt::dead;
use unsnarl_low::opt::divide::{self, Divided, Limits, NewSymbols, Quantity, Sizes, TooLarge};
use unsnarl_low::select::Meaning;
use unsnarl_low::trees::build_trees;
use unsnarl_low::{Exit, Function, Symbol, Type};

use crate::limits::Limit;
use crate::numbering::Numbering;
use crate::options::Options;
use crate::symbols::Key;

/// Code that is estimated at more than this multiple of the limit is not written as a whole first.
/// No body of the examples that has more than [`SHORT`] bytes is estimated at as much.
const CERTAIN: u64 = 12;

/// Bodies of fewer bytes consist of what every function has.
#[cfg(test)]
const SHORT: u64 = 300;

/// How many times the limit, and which share of it, bodies may be estimated at in the last attempt.
const SLACK: u64 = 8;

/// What is known of the length of a function's body before it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Length {
    /// It may be within the limit.
    MayFit,
    /// It is beyond the limit, or the estimate is a multiple of that.
    TooLong,
}

/// Tells whether a function may fit, so that it is written as a whole before it is divided.
pub(crate) fn length(numbering: &Numbering, code: &Function, options: &Options<'_>) -> Length {
    let most = options.function_bytes;
    let estimate = |code: &Function| Sizes::WEBASSEMBLY.function(code).bytes;
    let bytes = estimate(code);
    if bytes <= most {
        return Length::MayFit;
    }
    if least::bytes(code, &build_trees(code), numbering) > most {
        return Length::TooLong;
    }
    let may_fit = bytes / CERTAIN <= most || {
        let mut needed = code.clone();
        dead::sweep(&mut needed);
        estimate(&needed) / CERTAIN <= most
    };
    match may_fit {
        true => Length::MayFit,
        false => Length::TooLong,
    }
}

/// The divisions that are tried. How long code will be is only estimated, so where the estimate can
/// not be kept, more is allowed; and where bodies turn out too long all the same, such as those
/// whose locals are kept in the frame, less.
pub(crate) struct Attempts {
    most: u64,
    /// What bodies may be estimated at next, if anything is tried next.
    next: Option<u64>,
    /// Whether an estimate could not be kept.
    was_refused: bool,
    /// Whether bodies were too long.
    was_too_long: bool,
    /// Why the first attempt failed.
    first: Option<TooLarge>,
}

impl Attempts {
    pub(crate) fn new(options: &Options<'_>) -> Self {
        Attempts {
            most: options.function_bytes,
            next: Some(options.function_bytes),
            was_refused: false,
            was_too_long: false,
            first: None,
        }
    }

    /// The limits of the next attempt. Locals beyond theirs are kept in frames.
    pub(crate) fn limits(&mut self) -> Option<Limits> {
        Some(Limits {
            bytes: self.next?,
            locals: u64::MAX,
            parameters: Limit::Parameters.most() as usize,
        })
    }

    /// The estimate could not be kept.
    pub(crate) fn refused(&mut self, why: TooLarge) {
        self.was_refused = true;
        let next = self.next.map(|bytes| bytes.saturating_mul(2));
        let is_tried = |bytes: &u64| !self.was_too_long && *bytes / SLACK <= self.most;
        self.next = next.filter(is_tried);
        self.first.get_or_insert(why);
    }

    /// A body takes so many bytes.
    pub(crate) fn too_long(&mut self, bytes: usize) {
        self.was_too_long = true;
        let next = self.next.map(|bytes| bytes / 2);
        let is_tried = |bytes: &u64| !self.was_refused && *bytes > self.most / SLACK / 2;
        self.next = next.filter(is_tried);
        self.first.get_or_insert(TooLarge {
            quantity: Quantity::Bytes,
            count: bytes as u64,
            most: self.most,
        });
    }

    /// Why the first attempt failed, with the limit that it had.
    pub(crate) fn first(&self) -> TooLarge {
        self.first.expect("an attempt has failed")
    }
}

/// Says how long a function is whose calls may throw, if it has some: no part catches for another.
pub(crate) fn undivided(numbering: &Numbering, code: &Function, most: u64) -> Option<TooLarge> {
    let mut blocks = code.order().iter().map(|&block| code.block(block));
    let throws = blocks.any(|block| matches!(block.exit, Exit::Call(..)));
    throws.then(|| TooLarge {
        quantity: Quantity::Bytes,
        count: least::bytes(code, &build_trees(code), numbering).max(most + 1),
        most,
    })
}

/// Divides a function.
///
/// # Errors
/// Says what is too much in it when nothing helps.
pub(crate) fn divide(
    numbering: &Numbering,
    id: FuncId,
    code: &Function,
    limits: &Limits,
) -> Result<Divided, TooLarge> {
    let mut symbols = New {
        numbering,
        id,
        parts: 0,
        variables: BTreeMap::new(),
    };
    divide::divide(code, &Sizes::WEBASSEMBLY, limits, &mut symbols)
}

/// Proves that a function does the same after its division, and that all that it consists of keeps
/// the rules of the machine.
///
/// # Errors
/// Says what is wrong.
pub(crate) fn check(
    numbering: &Numbering,
    before: &Function,
    after: &Divided,
) -> Result<(), String> {
    after.prove(before, Some(numbering.context.stack_pointer()))
}

/// The number of a part among those of its function.
pub(crate) fn part_number(numbering: &Numbering, symbol: Symbol) -> Option<u32> {
    let Meaning::New(number) = numbering.context.meaning(symbol) else {
        return None;
    };
    match numbering.made(number)? {
        Key::Part(_, number) => Some(number),
        _ => None,
    }
}

/// The symbols of what a function is divided into.
struct New<'a> {
    numbering: &'a Numbering<'a>,
    id: FuncId,
    parts: u32,
    variables: BTreeMap<Type, u32>,
}

impl NewSymbols for New<'_> {
    fn function(&mut self) -> Symbol {
        self.parts += 1;
        self.numbering.make(Key::Part(self.id, self.parts - 1))
    }

    fn variable(&mut self, ty: Type) -> Symbol {
        let count = self.variables.entry(ty).or_default();
        *count += 1;
        self.numbering.make(Key::Variable(ty, *count - 1))
    }

    fn is_stack_pointer(&self, symbol: Symbol) -> bool {
        symbol == self.numbering.context.stack_pointer()
    }
}

#[cfg(test)]
mod tests;
