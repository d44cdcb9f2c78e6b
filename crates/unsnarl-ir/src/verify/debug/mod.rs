//! The rules of debug information, checked.
//!
//! *Needs:* any module, however broken its debug information is; its code keeps the rules of
//! [`crate::verify`].
//! *Gives:* every [`DebugViolation`]. If ids are out of range ([`DebugRule::D1`]), nothing else is
//! checked for the items that have them.
//! *Cost:* near-linear in the debug information.
//! *Limits:* types may contain each other in a cycle, unlike the types of any program; code that
//! follows them must expect this.
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
    /// Scopes form no cycle.
    D2,
    /// A function has its own definition.
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
    /// The error.
    pub what: &'static str,
    /// The place.
    pub place: DebugPlace,
}

/// The place where a rule of debug information is broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DebugPlace {
    /// In the module itself.
    Module,
    /// In a node.
    Node(Node),
    /// In the variables of the source that begin at a variable's address.
    Global(GlobalId),
    /// In a function.
    Function(FuncId),
    /// In the location of an instruction.
    Location(FuncId, Point),
    /// In the link from a store to records.
    Assignment(FuncId, Point),
    /// In a record: the one with this number before an instruction.
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
/// | rule | condition |
/// |---|---|
/// | D1 | every id is in range of its table, and values are the function's |
/// | D2 | no scope contains itself, and no code was inlined into itself |
/// | D3 | the subprogram of a function with a body is a definition in a unit, and no other function has the same one |
/// | D4 | the scope of a location leads to a subprogram, and that, or the one into which it was finally inlined, is the subprogram of the function with the instruction |
/// | D5 | a record is before an instruction or the end of a block |
/// | D6 | a record has a location as in D4, and its variable or label belongs to the subprogram of that location |
/// | D7 | an expression is a list of operators and their arguments, a fragment is only at its end, and the operands to which it refers exist |
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

/// Checks the debug information of a module's functions; the ids in its nodes are assumed to be in
/// range.
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

/// Checks the debug information of one function, as if it replaced `id`.
///
/// Near-linear in the function and the scopes to which it refers.
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
