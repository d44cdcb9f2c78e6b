//! L2: edges bring what their targets take.

use unsnarl::{BlockId, Edge};

use super::{Place, Rule, Violation, violation, violation_of};
use crate::machine::{Catch, Exit, Function};

pub(super) fn check(function: &Function, block: BlockId, found: &mut Vec<Violation>) {
    let slots = match function.block(block).exit {
        // What else an edge brings depends on its slot.
        Exit::Call(..) => (0..function.block(block).edges().len()).collect(),
        _ => function.different_slots(block),
    };
    for slot in slots {
        check_edge(function, block, slot, found);
    }
}

fn check_edge(function: &Function, block: BlockId, slot: usize, found: &mut Vec<Violation>) {
    let place = Place::Edge(Edge::new(block, slot));
    let edge = function.block(block).edges()[slot];
    let parameters = &function.block(edge.to).parameters;
    let arguments = function.arguments(edge);
    let others = parameters.len().checked_sub(arguments.len());
    let Some(others) = others.filter(|&others| others == 0 || brings_more(function, block, slot))
    else {
        let what = "the number of arguments differs from the number of parameters of the target";
        found.push(violation(Rule::L2, place, what));
        return;
    };
    let pairs = arguments.iter().zip(&parameters[others..]);
    for (index, (&argument, &parameter)) in pairs.enumerate() {
        if function.ty(argument) != function.ty(parameter) {
            let what = "the argument and the parameter have different types";
            found.push(violation_of(Rule::L2, place, index, what));
        }
    }
}

/// Tells whether an edge brings values besides its arguments: results, or what was thrown.
fn brings_more(function: &Function, block: BlockId, slot: usize) -> bool {
    match (&function.block(block).exit, slot.checked_sub(1)) {
        (Exit::Call(..), None) => true,
        (Exit::Call(_, catches), Some(clause)) => {
            matches!(
                catches.get(clause),
                Some(Catch::Tag(_) | Catch::TagRef(_) | Catch::AllRef)
            )
        }
        _ => false,
    }
}
