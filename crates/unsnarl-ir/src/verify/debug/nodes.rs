//! Rule D1, for nodes.

use super::{DebugPlace, DebugRule, DebugViolation};
use crate::debug::{DebugInfo, Field, Node};
use crate::module::Module;

/// Checks that everything to which nodes refer exists.
pub(super) fn check(module: &Module, info: &DebugInfo) -> Vec<DebugViolation> {
    let mut violations = Vec::new();
    let mut report = |holds: bool, place: DebugPlace| {
        if !holds {
            violations.push(DebugViolation {
                rule: DebugRule::D1,
                what: "debug information names a node that does not exist",
                place,
            });
        }
    };
    for &unit in &info.module_units {
        report(exists(module, info, unit.into()), DebugPlace::Module);
    }
    for (&global, variables) in &info.variables_of {
        let is_there = module.globals.get(global).is_some();
        let mut variables = variables.iter();
        let are_there = variables.all(|&variable| exists(module, info, variable.into()));
        report(is_there && are_there, DebugPlace::Global(global));
    }
    for node in info.nodes() {
        let mut holds = true;
        if let Node::List(list) = node {
            let mut nodes = info.lists[list].iter().flatten();
            holds = nodes.all(|&node| exists(module, info, node));
        }
        if let Some((_, class)) = info.class(node) {
            class.each_field(&mut |_, field| {
                holds &= match field {
                    Field::Node(node) => exists(module, info, node),
                    Field::Text(Some(text)) => exists(module, info, Node::Text(text)),
                    _ => true,
                };
            });
        }
        report(holds, DebugPlace::Node(node));
    }
    violations
}

/// Tells whether a node is in range.
fn exists(module: &Module, info: &DebugInfo, node: Node) -> bool {
    use crate::id::Id;
    match node {
        Node::Expression(id) => info.expressions.get(id).is_some(),
        Node::List(id) => info.lists.get(id).is_some(),
        Node::Text(id) => id.index() < module.names.len(),
        Node::Constant(id) => id.index() < module.constants().len(),
        _ => info.class(node).is_some(),
    }
}
