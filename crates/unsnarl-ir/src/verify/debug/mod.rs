//! The rules of debug information, checked.
//!
//! *Needs:* any module, however broken its debug information is; its code keeps the rules of
//! [`crate::verify`].
//! *Gives:* every [`DebugViolation`]. If ids are out of range ([`DebugRule::D1`]), nothing else is
//! checked of what has them.
//! *Cost:* near-linear in the debug information.
//! *Limits:* types may be made of each other in a circle, as no type of a program is; whoever
//! follows them has to expect that.
//!
//! The list of rules is at [`verify_debug`].

mod functions;
mod nodes;
mod scopes;

use std::collections::BTreeMap;
use std::fmt;

use crate::debug::{Node, Point, SubprogramId};
use crate::function::Function;
use crate::id::{FuncId, GlobalId};
use crate::module::Module;

use functions::Check;
pub use scopes::scope_circles;

/// A rule of debug information; the list is in the documentation of [`verify_debug`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DebugRule {
    /// Ids are in range.
    D1,
    /// Scopes make no circle.
    D2,
    /// A function has a definition of its own.
    D3,
    /// Locations are in their function.
    D4,
    /// Records are in blocks.
    D5,
    /// Records are about variables of their function.
    D6,
    /// Expressions are well formed.
    D7,
}

/// A broken rule of debug information.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DebugViolation {
    /// The rule.
    pub rule: DebugRule,
    /// What is wrong.
    pub what: &'static str,
    /// Where.
    pub place: DebugPlace,
}

/// Where a rule of debug information is broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DebugPlace {
    /// In what the module has.
    Module,
    /// In a node.
    Node(Node),
    /// In the variables of the source that begin at a variable.
    Global(GlobalId),
    /// In a function.
    Function(FuncId),
    /// In the location of an instruction.
    Location(FuncId, Point),
    /// In what ties a store to records.
    Assignment(FuncId, Point),
    /// In a record: that with this number before an instruction.
    Record(FuncId, Point, usize),
}

impl fmt::Display for DebugViolation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (rule {:?})", self.what, self.rule)
    }
}

impl std::error::Error for DebugViolation {}

/// Checks the debug information of a module by every rule:
///
/// | rule | what holds |
/// |---|---|
/// | D1 | every id is in range of its table, and values are the function's |
/// | D2 | no scope is in itself, and no code was inlined into itself |
/// | D3 | what a function with a body comes from is a definition in a unit, and no other function comes from it |
/// | D4 | the scope of a location leads to a function, and that, or the one into which it was inlined at last, is what the function with the instruction comes from |
/// | D5 | a record is before an instruction or the end of a block |
/// | D6 | a record has a location as in D4, and is about a variable or a label of the function in which that location is |
/// | D7 | an expression is a list of operators and their arguments, a fragment is its end, and the operands that it names are there |
pub fn verify_debug(module: &Module) -> Vec<DebugViolation> {
    let Some(info) = module.debug.as_deref() else {
        return Vec::new();
    };
    let mut violations = nodes::check(module, info);
    if !violations.is_empty() {
        return violations;
    }
    let circles = scope_circles(info).into_iter();
    violations.extend(circles.map(|node| DebugViolation {
        rule: DebugRule::D2,
        what: "a scope contains itself",
        place: DebugPlace::Node(node),
    }));
    violations.extend(verify_debug_of_functions(module));
    violations
}

/// Checks what the functions of a module have of debug information; its nodes are taken to have
/// ids in range.
pub fn verify_debug_of_functions(module: &Module) -> Vec<DebugViolation> {
    let Some(info) = module.debug.as_deref() else {
        return Vec::new();
    };
    let mut check = Check::new(module, info);
    let mut owners: BTreeMap<SubprogramId, FuncId> = BTreeMap::new();
    for (id, function) in module.functions.iter() {
        check.function(id, function);
        let debug = function.debug.as_deref();
        let own = debug.and_then(|debug| debug.subprogram);
        if let Some(own) = own.filter(|_| function.is_definition())
            && owners.insert(own, id).is_some()
        {
            let what = "two functions have the same subprogram";
            check.report(DebugRule::D3, what, DebugPlace::Function(id));
        }
    }
    check.violations
}

/// Checks what one function has of debug information, as if it were in the place of `id`.
///
/// Near-linear in the function and the scopes that it names.
pub fn verify_function_debug(
    module: &Module,
    id: FuncId,
    function: &Function,
) -> Vec<DebugViolation> {
    let Some(info) = module.debug.as_deref() else {
        return Vec::new();
    };
    let mut check = Check::new(module, info);
    check.function(id, function);
    check.violations
}
