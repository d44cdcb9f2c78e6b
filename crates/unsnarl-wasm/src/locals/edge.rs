//! The copies that are left on an edge.

use unsnarl::{BlockId, Id};

use crate::code::stackify::StackCode;
use crate::code::{Body, Reg};
use crate::locals::{Locals, Web};

/// The parallel copies on an edge: each web with its source register.
pub(crate) fn moves(
    body: &Body,
    code: &StackCode,
    locals: &Locals,
    from: BlockId,
    to: BlockId,
) -> Vec<(Web, Reg)> {
    let copies = body.copies(from.index(), to.index());
    copies_left(body, code, locals, copies)
        .map(|(phi, source)| (locals.get(phi), source))
        .collect()
}

/// The copies on an edge, phi and source, that are still needed.
pub(crate) fn copies_left<'a>(
    body: &'a Body,
    code: &'a StackCode,
    locals: &'a Locals,
    copies: &'a [(Reg, Reg)],
) -> impl Iterator<Item = (Reg, Reg)> + 'a {
    let live = copies.iter().copied();
    let live = live.filter(|(phi, _)| code.is_live[phi.index()]);
    live.filter(|&(phi, source)| body.is_remade(source) || locals.get(source) != locals.get(phi))
}
