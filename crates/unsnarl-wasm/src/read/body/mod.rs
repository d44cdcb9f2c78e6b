//! The body of a function: from code for a stack to a graph of values.
//!
//! *Needs:* a valid body. *Gives:* [`read`]: a function of the machine that keeps its rules.
//! *Cost:* near-linear in the instructions and in the arguments of edges.
//! *Source:* the order of the stages is that of [CytronEtAl91]; each says what it departs in.
//!
//! The operand stack disappears: what an instruction pops are values that others pushed. A label
//! that is jumped to is a block, whose parameters are the values that jumps bring. Locals disappear
//! next: [`places`] says which blocks need a parameter for one, [`rename`] what each read gives,
//! and [`trivial`] leaves out what is always the same. What cannot be reached is not read.

mod draft;
mod emit;
mod frames;
mod instructions;
mod places;
mod rename;
mod trivial;

use unsnarl_low::module::Body;
use wasmparser::FunctionBody;

use super::error::ReadError;
use super::sections::Environment;

/// The most values that a function passes along its edges.
pub(super) const MOST_ARGUMENTS: usize = 1 << 26;

/// Reads the body of a function with a number.
pub(super) fn read(
    environment: &Environment,
    function: u32,
    body: &FunctionBody<'_>,
) -> Result<Body, ReadError> {
    let mut draft = instructions::read(environment, function, body)?;
    let graph = places::Graph::new(&draft);
    places::place(&mut draft, &graph).map_err(|most| ReadError::TooLarge {
        offset: body.range().start,
        most,
    })?;
    let renamed = rename::rename(&draft, &graph);
    let resolved = trivial::resolve(&draft, &graph, renamed);
    Ok(emit::emit(&draft, &resolved, environment, function))
}
