//! What happens on an edge.

use unsnarl::{BlockId, Id};

use crate::code::{Body, Reg};
use crate::locals::{Locals, Web};
use crate::stackify::StackCode;

/// The webs that an edge sets, each with the register whose number it gets. All happen at once.
pub(crate) fn moves(
    body: &Body,
    code: &StackCode,
    locals: &Locals,
    from: BlockId,
    to: BlockId,
) -> Vec<(Web, Reg)> {
    let copies = body.copies(from.index(), to.index()).iter();
    copies
        .filter(|(phi, _)| code.is_live[phi.index()])
        .filter_map(|&(phi, source)| {
            let target = locals.get(phi);
            let is_there = !body.is_remade(source) && locals.get(source) == target;
            (!is_there).then_some((target, source))
        })
        .collect()
}
