//! What breaks a rule of debug information is left out, as LLVM leaves it out.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use unsnarl_ir::debug::{DebugInfo, Field, Node, Point};
use unsnarl_ir::{
    DebugPlace, DebugViolation, FuncId, Module, scope_circles, verify_debug_of_functions,
};

use crate::error::Omitted;

/// Leaves out all that breaks a rule, and says what and where.
pub(crate) fn strip_debug(module: &mut Module, mut omit: impl FnMut(Omitted, Option<DebugPlace>)) {
    for _ in 0..cut_circles(module) {
        omit(Omitted::Circle, None);
    }
    let violations = verify_debug_of_functions(module);
    let mut records: BTreeMap<FuncId, BTreeSet<(Point, usize)>> = BTreeMap::new();
    for violation in violations {
        let DebugViolation { rule, what, .. } = violation;
        omit(Omitted::Rule { rule, what }, Some(violation.place));
        match violation.place {
            DebugPlace::Function(id) => module.function_mut(id).debug = None,
            DebugPlace::Location(id, point) => {
                if let Some(debug) = &mut module.function_mut(id).debug {
                    debug.set_location(point, None);
                }
            }
            DebugPlace::Assignment(id, Point::Inst(inst)) => {
                if let Some(debug) = &mut module.function_mut(id).debug {
                    debug.set_assignment(inst, None);
                }
            }
            DebugPlace::Record(id, point, number) => {
                records.entry(id).or_default().insert((point, number));
            }
            // Nodes were not checked: all their ids were made here.
            DebugPlace::Assignment(..)
            | DebugPlace::Module
            | DebugPlace::Node(_)
            | DebugPlace::Global(_) => {}
        }
    }
    for (id, wrong) in records {
        strip_records(module, id, &wrong);
    }
}

fn strip_records(module: &mut Module, id: FuncId, wrong: &BTreeSet<(Point, usize)>) {
    let Some(debug) = &mut module.function_mut(id).debug else {
        return;
    };
    let (mut before, mut number) = (None, 0);
    debug.retain_records(|point, _| {
        number = if before == Some(point) { number + 1 } else { 0 };
        before = Some(point);
        !wrong.contains(&(point, number))
    });
}

/// Takes scopes out of the scopes that are in them, and counts them.
fn cut_circles(module: &mut Module) -> usize {
    let Some(info) = &mut module.debug else {
        return 0;
    };
    let circles = scope_circles(info);
    if !circles.is_empty() {
        let info = Arc::make_mut(info);
        for &node in &circles {
            cut(info, node);
        }
    }
    circles.len()
}

/// Takes a node out of its scope.
fn cut(info: &mut DebugInfo, node: Node) {
    let key = match node {
        Node::Location(_) => "inlinedAt",
        _ => "scope",
    };
    if let Some(class) = info.class_mut(node) {
        let cut = class.set(key, &Field::Null);
        debug_assert_eq!(cut, Ok(()), "what has a scope may have none");
    }
}
