//! The rules of a module, checked.
//!
//! *Needs:* any [`Module`], however broken.
//! *Gives:* every [`Violation`], in the order of constants, globals and functions. If ids are out
//! of range ([`Rule::I1`]) nothing else is checked, because all other checks follow ids.
//! *Cost:* near-linear in the module: one pass over everything, and a dominator tree per function.
//! *Limits:* a well-formed module may still not do what its author intended.
//!
//! The list of rules is at [`verify`], and the rules of debug information are at [`verify_debug`].

mod calls;
mod casts;
mod constants;
mod debug;
mod functions;
mod globals;
mod ids;
mod insts;
mod kinds;
mod pads;
mod terminators;
mod uses;

pub use debug::{
    DebugPlace, DebugRule, DebugViolation, scope_circles, verify_debug, verify_debug_of_functions,
    verify_function_debug,
};

use std::fmt;

use crate::function::Function;
use crate::id::{BlockId, ConstId, FuncId, GlobalId, ValueId};
use crate::layout::Layout;
use crate::module::Module;
use crate::origin::Origin;

/// A rule of the form; the list is in the documentation of [`verify`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rule {
    /// Ids are in range.
    I1,
    /// Constants have their type.
    I2,
    /// Global variables and aliases agree with their contents.
    I3,
    /// Function headers agree with their type.
    I4,
    /// Values are defined once.
    I5,
    /// Operands have valid types.
    I6,
    /// Calls agree with their function type.
    I7,
    /// Phis match predecessors.
    I8,
    /// Terminators have valid operands.
    I9,
    /// Definitions dominate uses.
    I10,
    /// Labels are numbered.
    I11,
    /// Alignments are powers of two.
    I12,
    /// Names are unique.
    I13,
    /// Pads are where exceptions arrive.
    I14,
}

/// A broken rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The rule.
    pub rule: Rule,
    /// The error.
    pub what: &'static str,
    /// The place.
    pub place: Place,
    /// The place where that part was read.
    pub origin: Origin,
    /// The value in question, where a rule concerns one.
    pub value: Option<ValueId>,
}

/// The place where a rule is broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// In the types or in the module itself.
    Module,
    /// In a constant.
    Constant(ConstId),
    /// In a global variable or an alias.
    Global(GlobalId),
    /// In the header of a function.
    Function(FuncId),
    /// In a block of a function.
    Block(FuncId, BlockId),
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (rule {:?}", self.what, self.rule)?;
        match self.place {
            Place::Module => write!(f, ")"),
            Place::Constant(constant) => write!(f, ", constant {constant})"),
            Place::Global(global) => write!(f, ", global {global})"),
            Place::Function(function) => write!(f, ", function {function})"),
            Place::Block(function, block) => write!(f, ", function {function}, block {block})"),
        }
    }
}

impl std::error::Error for Violation {}

/// Checks a module by every rule:
///
/// | rule | what holds |
/// |---|---|
/// | I1 | every id is in range of its arena, and constants use only earlier constants |
/// | I2 | a constant is a value of its type |
/// | I3 | a variable's initialiser has the variable's type, which has a size; an alias refers to a pointer, and an ifunc's resolver is one |
/// | I4 | a function has a function type that its parameters agree with; in a definition every parameter has a value, and the entry block has no phis |
/// | I5 | every value is defined in exactly one place, the one that its definition names, and every instruction of a definition is in exactly one block |
/// | I6 | the operands and the result of an instruction, and the operands of a phi, have valid types |
/// | I7 | a call has the arguments and the result of its function type |
/// | I8 | a phi names each predecessor of its block, once, and nothing else |
/// | I9 | a return has a value of the function's result type, a branch decides on an `i1`, the cases of a switch are distinct integers of the type that it switches on, `catchret` ends a `catchpad` and `cleanupret` a `cleanuppad`, an `invoke` and a `callbr` keep I7, and a `callbr` is inline assembly |
/// | I10 | a value is defined before it is used, on every path from the entry: a phi uses its operands at the end of the predecessors, and the result of an `invoke` is defined on slot 0. Unreachable code may use anything |
/// | I11 | the labels of a function are ascending numbers from 1 and different blocks |
/// | I12 | alignments are powers of two, at most 2^32 |
/// | I13 | variables, aliases and functions have different names |
/// | I14 | a pad is the first instruction of its block, a `catchswitch` the only one; an edge leads to such a block if and only if it unwinds, or is from a `catchswitch` to one of its handlers, which begin with its `catchpad`s; a pad is nested in the function or in another pad, and its function has a personality |
pub fn verify(module: &Module) -> Vec<Violation> {
    let mut violations = Vec::new();
    ids::check(module, &mut violations);
    if !violations.is_empty() {
        return violations;
    }
    let layout = Layout::new(&module.types, &module.data_layout);
    let mut judge = Judge {
        module,
        layout,
        violations,
        place: Place::Module,
        origin: Origin::default(),
    };
    judge.constants();
    judge.globals();
    judge.functions();
    judge.violations
}

/// Checks one function of a module, as if it replaced `id`; the rest is assumed to be well formed.
///
/// Near-linear in the function, and linear in the types of the module.
pub fn verify_function(module: &Module, id: FuncId, function: &Function) -> Vec<Violation> {
    let mut violations = Vec::new();
    ids::check_function(module, id, function, &mut violations);
    if !violations.is_empty() {
        return violations;
    }
    let mut judge = Judge {
        module,
        layout: Layout::new(&module.types, &module.data_layout),
        violations,
        place: Place::Module,
        origin: Origin::default(),
    };
    judge.function(id, function);
    judge.violations
}

/// Collects the violations.
struct Judge<'m> {
    module: &'m Module,
    layout: Layout,
    violations: Vec<Violation>,
    place: Place,
    origin: Origin,
}

impl Judge<'_> {
    fn check(&mut self, rule: Rule, holds: bool, what: &'static str) {
        if !holds {
            self.violations.push(Violation {
                rule,
                what,
                place: self.place,
                origin: self.origin,
                value: None,
            });
        }
    }

    fn align(&mut self, align: Option<u64>) {
        let holds = align.is_none_or(|align| align.is_power_of_two() && align <= 1 << 32);
        self.check(
            Rule::I12,
            holds,
            "an alignment is not a power of two up to 2^32",
        );
    }
}
