//! The copies that are left on an edge.

use crate::trees::Trees;
use crate::{Edge, Function, Reg};

use crate::locals::{Locals, Web};

/// The parallel copies on an edge: each web with its source register.
pub fn moves(function: &Function, trees: &Trees, locals: &Locals, edge: Edge) -> Vec<(Web, Reg)> {
    copies_left(function, trees, locals, edge)
        .map(|(parameter, source)| (locals.get(parameter), source))
        .collect()
}

/// The copies on an edge, parameter and source, that are still needed.
pub fn copies_left<'a>(
    function: &'a Function,
    trees: &'a Trees,
    locals: &'a Locals,
    edge: Edge,
) -> impl Iterator<Item = (Reg, Reg)> + 'a {
    let copies = function.copies(edge);
    let live = copies.filter(|&(parameter, _)| trees.is_live(parameter));
    live.filter(|&(parameter, source)| {
        function.is_rematerialised(source) || locals.get(source) != locals.get(parameter)
    })
}
