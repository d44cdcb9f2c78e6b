//! Division: a function that is too large for a target becomes several.
//!
//! ```text
//! b1(%1: i32):                          b1(%1: i32):
//!   …                                     %9: i32 = call @part(%0, %1, frame+0)
//!   %2 = i32.mul %1, %0                   %2 = global.get @v0 i32
//!   i32.store frame+8, %2                 br %9, b4, b3(%2)
//!   br %2, b2, b3(%2)              →
//! b2:                                   func @part(%0: i32, %1: i32, %2: i32) -> i32
//!   …                                     writes @v0, and returns the number of the exit
//!   br %5, b3(%5), b4
//! ```
//! *Needs:* a [`Function`] that keeps [the rules](crate::machine#rules), and what code takes in the
//! target: [`Sizes`].
//! *Gives:* [`Divided`]: the function, and parts that it and other parts call; all keep the rules
//! and the [`Limits`].
//! *Cost:* near-linear. A round is linear but for sorting, and the next one gets a function that is
//! smaller by a sixteenth or more. What passes in and out of parts is no more than the function,
//! since a part is made only where its call is less than half of it.
//! *Source:* the intervals of [Allen70], bounded in size; code extractors of compilers.
//!
//! What becomes a part is a [region](regions): blocks that are entered at one of them only, so that
//! one call replaces them. What nothing needs is [swept](dead) first, and blocks too large for a
//! region are [cut](cut). In a round regions are [planned](plan), from the inner loops to the outer
//! ones, where a region may call the parts of regions in it: so one round takes a whole nest of
//! loops apart. Then they are [chosen](choose): first those outside of loops, then by the values
//! that pass in and out per byte. Regions of the next round may contain calls of parts, too. In a
//! nest, parts call each other about once for each eighth of a limit that it is long.
//!
//! # How values pass
//! - *In:* as parameters. That is what the region reads and does not define, the parameters of its
//!   head, and the address of the frame, since a part has no frame and uses that of its caller.
//!   What there are too many of is set in variables right before the call, and read when the part
//!   begins.
//! - *Control:* the result of a part is the number of the exit that it took. If there is only one
//!   exit, it is the first value that passes out.
//! - *Out:* in variables of the module, which the part sets after all else it does, and which the
//!   caller reads right after the call. In between nothing runs that could set them: the part only
//!   returns. So they need not be saved where the function calls itself, in a part or after it, and
//!   all calls of all parts share them. No [cut](cut) separates a call from its reads, since blocks
//!   are cut before there are calls of parts; nor a part's writes from its return, since parts are
//!   not divided. A vector passes in two variables, since linkers know none of 128 bits.
//! - *Exceptions:* one that a call in the part catches takes an edge like any other, in the part or
//!   to one of its exits. One that it does not catch leaves the part and then the caller, whose
//!   call does not catch either; nobody reads what the part did not write.
//!
//! *Departs:* from extractors in that a region may have many exits, and that nothing is written to
//! memory, so that a part cannot be observed but by its time and its depth of calls.
//! *Limits:* a block that ends with a tail call stays where it is, since the frame of the function
//! goes before that call; so does one that moves the stack pointer, which belongs to that frame.
//! The entry stays. A switch over more small blocks than fit is not divided,
//! nor a function with too many parameters, nor code across which so many values live everywhere
//! that passing them takes more than it. These are [`TooLarge`].

mod choose;
mod copy;
mod cut;
mod graph;
mod growth;
mod in_module;
mod interface;
mod interfaces;
mod judge;
mod nest;
mod parts;
mod passing;
mod plan;
mod regions;
mod round;
mod sizes;
mod variables;

use std::fmt;

use unsnarl::{BlockId, Id};

use super::dead;
use super::origins::Origins;
use crate::check::division::{self as proof, Division as Claim};
use crate::machine::{Exit, Function};
use crate::op::Op;
use crate::symbol::Symbol;
use crate::types::Type;
use crate::verify::verify;

use choose::choose;
use graph::Graph;
use interfaces::Definitions;
use judge::Judge;
use plan::plan;
use round::Round;
use variables::Variables;

pub use in_module::{Failed, Undivided, divide_in};
pub use sizes::{Sizes, Weight};

/// The most that a function may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of code, as [`Sizes`] count them.
    pub bytes: u64,
    /// Registers that are not rematerialised.
    pub locals: u64,
    /// Parameters.
    pub parameters: usize,
}

/// Where symbols of new functions and variables come from.
pub trait NewSymbols {
    /// A new function of the module.
    fn function(&mut self) -> Symbol;

    /// A new variable of the module, a global that only parts and their callers use.
    fn variable(&mut self, ty: Type) -> Symbol;

    /// Tells whether a variable is what functions with a frame restore when they return. Only the
    /// function itself may set it, not a part.
    fn is_stack_pointer(&self, symbol: Symbol) -> bool;
}

/// A divided function.
#[derive(Clone, Debug)]
pub struct Divided {
    /// The function, with calls of parts.
    pub function: Function,
    /// The parts. Each calls only those before it, and what the function calls.
    pub parts: Vec<(Symbol, Function)>,
    /// Where the contents of these come from: of the function, then of each part.
    pub origins: Vec<Origins>,
    /// The variables that values pass through.
    pub variables: Vec<(Symbol, Type)>,
}

impl Divided {
    /// [Proves](proof) that the function and its parts do what the function did before, and that
    /// all keep the rules of the machine. Functions with a frame restore the stack pointer.
    ///
    /// # Errors
    /// Says what is wrong.
    pub fn prove(&self, before: &Function, stack_pointer: Option<Symbol>) -> Result<(), String> {
        let parts = self.parts.iter().map(|(_, part)| part);
        for function in [&self.function].into_iter().chain(parts) {
            if let Some(violation) = verify(function).first() {
                return Err(format!("after division, {violation}"));
            }
        }
        let claim = Claim {
            function: &self.function,
            parts: &self.parts,
            variables: &self.variables,
            stack_pointer,
        };
        let proved = proof::check(before, &claim);
        proved.map_err(|broken| format!("after division, {broken}"))
    }
}

/// What a function may have too much of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// [`Limits::bytes`].
    Bytes,
    /// [`Limits::locals`].
    Locals,
    /// [`Limits::parameters`].
    Parameters,
}

/// A function that cannot be divided far enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge {
    /// What is beyond its limit.
    pub quantity: Quantity,
    /// How much is left in the function.
    pub count: u64,
    /// The limit.
    pub most: u64,
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.quantity {
            Quantity::Bytes => "bytes of code",
            Quantity::Locals => "local variables",
            Quantity::Parameters => "parameters",
        };
        let TooLarge { count, most, .. } = self;
        write!(
            f,
            "{count} {what} are left after division, but at most {most} are possible"
        )
    }
}

impl std::error::Error for TooLarge {}

impl Limits {
    /// What of a function is beyond them.
    fn exceeded_by(&self, weight: Weight) -> Option<TooLarge> {
        let pairs = [
            (Quantity::Bytes, weight.bytes, self.bytes),
            (Quantity::Locals, weight.locals, self.locals),
        ];
        let mut exceeded = pairs.into_iter().filter(|&(_, count, most)| count > most);
        let (quantity, count, most) = exceeded.next()?;
        Some(TooLarge {
            quantity,
            count,
            most,
        })
    }

    /// The bytes and locals.
    fn weight(&self) -> Weight {
        Weight {
            bytes: self.bytes,
            locals: self.locals,
        }
    }
}

/// The quarters of the limits that regions may have. Small ones leave more choice; where they do
/// not help, a larger one saves more beside its call.
const QUARTERS: [u64; 3] = [1, 2, 3];

/// By which share of it a round must make a function smaller, or it is the last of its kind.
const PROGRESS: u64 = 16;

/// Tells whether a round has changed so little, from so much to so much, that it is the last.
fn is_stuck(before: u64, after: u64) -> bool {
    after > before.saturating_sub((before / PROGRESS).max(1))
}

/// Divides a function until all keep the limits. One that keeps them is given as it is.
///
/// # Errors
/// Names what is still too much when nothing helps any more.
pub fn divide(
    function: &Function,
    sizes: &Sizes,
    limits: &Limits,
    symbols: &mut impl NewSymbols,
) -> Result<Divided, TooLarge> {
    let parameters = function.signature.parameters.len();
    if parameters > limits.parameters {
        return Err(TooLarge {
            quantity: Quantity::Parameters,
            count: parameters as u64,
            most: limits.parameters as u64,
        });
    }
    let Some(left) = limits.exceeded_by(sizes.function(function)) else {
        return Ok(Divided {
            function: function.clone(),
            parts: Vec::new(),
            origins: vec![Origins::same(function)],
            variables: Vec::new(),
        });
    };
    let (function, origins) = dead::swept(function);
    let mut division = Division {
        sizes,
        limits,
        symbols,
        origins: vec![origins],
        function,
        parts: Vec::new(),
        variables: Variables::default(),
    };
    division.run(left)?;
    Ok(Divided {
        function: division.function,
        parts: division.parts,
        origins: division.origins,
        variables: division.variables.all,
    })
}

/// A function that is being divided.
struct Division<'a, S> {
    sizes: &'a Sizes,
    limits: &'a Limits,
    symbols: &'a mut S,
    function: Function,
    parts: Vec<(Symbol, Function)>,
    /// Of the function, then of the parts.
    origins: Vec<Origins>,
    variables: Variables,
}

impl<S: NewSymbols> Division<'_, S> {
    /// Divides the function, which has this too much of something, or had before it was swept.
    fn run(&mut self, mut left: TooLarge) -> Result<(), TooLarge> {
        let origins = &mut self.origins[0];
        cut::cut_blocks(&mut self.function, origins, self.sizes, self.limits);
        for quarters in QUARTERS {
            loop {
                self.round(self.limits.weight().quarters(quarters));
                let Some(now) = self.exceeded() else {
                    return Ok(());
                };
                let is_same = now.quantity == left.quantity;
                let stuck = is_same && is_stuck(left.count, now.count);
                left = now;
                if stuck {
                    break;
                }
            }
        }
        Err(left)
    }

    fn exceeded(&self) -> Option<TooLarge> {
        self.limits.exceeded_by(self.sizes.function(&self.function))
    }

    /// Makes parts of regions that weigh at most this.
    fn round(&mut self, most: Weight) {
        let Some(exceeded) = self.exceeded() else {
            return;
        };
        let function = &self.function;
        let graph = Graph::new(function);
        let definitions = Definitions::new(function);
        let judge = Judge {
            function,
            graph: &graph,
            definitions: &definitions,
            sizes: self.sizes,
            limits: self.limits,
        };
        let weights = self.sizes.blocks(function);
        let regions = plan(&judge, weights, self.stays(), most, exceeded.quantity);
        let chosen = choose(&regions, self.sizes.function(function), self.limits);
        if chosen.is_empty() {
            return;
        }
        let round = Round {
            function,
            graph: &graph,
            definitions: &definitions,
            regions: &regions,
            parameters: self.limits.parameters,
        };
        let made = parts::divide(&round, &chosen, self.symbols, &mut self.variables);
        for (symbol, part, origins) in made.parts {
            self.parts.push((symbol, part));
            self.origins.push(origins.after(&self.origins[0]));
        }
        self.origins[0] = made.origins.after(&self.origins[0]);
        self.function = made.caller;
    }

    /// By block: whether it has to stay in the function.
    fn stays(&self) -> Vec<bool> {
        let function = &self.function;
        let moves = |inst| match function.inst(inst).op {
            Op::GlobalSet(symbol, _) => self.symbols.is_stack_pointer(symbol),
            _ => false,
        };
        let blocks = (0..function.block_count()).map(|index| function.block(BlockId::new(index)));
        let stays =
            blocks.map(|block| matches!(block.exit, Exit::TailCall(_)) || block.insts().any(moves));
        stays.collect()
    }
}

#[cfg(test)]
mod tests;
