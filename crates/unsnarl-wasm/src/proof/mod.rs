//! The proof that the bytes of a module follow the graphs of its functions.
//!
//! *Needs:* the bytes of a module, and for each function its graph and its [map](crate::map).
//! *Gives:* a [`Verdict`] for each function, or what is wrong with the bytes.
//! *Cost:* linear in the bytes, plus the [simulation](unsnarl::verify::simulation).
//!
//! The bytes are decoded again, and a structured program is rebuilt from them: brackets from
//! `block`, `loop` and `if`, jumps from the depths of `br`, `br_if` and `br_table`, decisions from
//! the comparisons, stores of labels from the constants stored, conditions over flags from the
//! instructions that combine them. The map says only which bytes are the code of which block, edge
//! or operand, and which instructions decide; it does not say where control goes. The rebuilt
//! program is then compared with the graph by the library, independently of how it was written.
//!
//! A label may stay on the operand stack until its dispatcher: it is known there from the constant
//! that pushes it, through results and parameters of brackets, to the decision, and nothing else
//! may happen on the path.
//!
//! A body with the [legacy](legacy) instructions for exceptions is read as one with the standard
//! ones first, for both proofs.
//!
//! What the code of a block computes is the matter of the [proof of data](data), which each
//! function passes as soon as it is written; here nothing in that code may transfer control or
//! write the locals that hold a label, a flag or a saved decision.

mod brackets;
pub(crate) mod data;
mod legacy;
mod open;
mod pieces;
mod rebuild;
mod region;
mod tries;

use std::cmp::Ordering;
use std::num::NonZeroUsize;

use unsnarl::verify::{Verdict, simulation, state_limit};
use wasmparser::{BinaryReader, FunctionBody, Operator, Parser, Payload};

use self::open::Arity;
use crate::compiled::Compiled;
use crate::map::Piece;
use crate::parallel::in_order;

/// An instruction and its place in the function's body.
pub(crate) struct Placed<'a> {
    pub(crate) at: u32,
    pub(crate) op: Operator<'a>,
}

/// Proves every function, so many at once; where a proof fails, says which function and why.
pub(crate) fn prove(
    bytes: &[u8],
    functions: &[Compiled],
    jobs: Option<NonZeroUsize>,
) -> Result<Vec<Verdict>, (usize, String)> {
    let types = arities(bytes).map_err(|reason| (0, reason))?;
    let mut bodies = Vec::with_capacity(functions.len());
    for payload in Parser::new(0).parse_all(bytes) {
        let payload = payload.map_err(|error| (bodies.len(), error.to_string()))?;
        if let Payload::CodeSectionEntry(body) = payload {
            let range = body.range();
            bodies.push(&bytes[range.start as usize..range.end as usize]);
        }
    }
    match bodies.len().cmp(&functions.len()) {
        Ordering::Less => return Err((bodies.len(), "a function body is missing".to_owned())),
        Ordering::Greater => return Err((functions.len(), "a function body too many".to_owned())),
        Ordering::Equal => {}
    }
    let prove = |index: usize| {
        let proved = prove_body(&functions[index], bodies[index], &types);
        proved.map_err(|reason| (index, reason))
    };
    in_order(jobs, functions.len(), prove).into_iter().collect()
}

/// Whether each type of a module takes and gives values.
fn arities(bytes: &[u8]) -> Result<Vec<Arity>, String> {
    let mut types = Vec::new();
    for payload in Parser::new(0).parse_all(bytes) {
        match payload.map_err(|error| error.to_string())? {
            Payload::TypeSection(section) => {
                for ty in section.into_iter_err_on_gc_types() {
                    types.push(Arity::of(&ty.map_err(|error| error.to_string())?));
                }
            }
            Payload::CodeSectionStart { .. } => break,
            _ => {}
        }
    }
    Ok(types)
}

/// Proves that a body follows the graph of a function.
fn prove_body(function: &Compiled, body: &[u8], types: &[Arity]) -> Result<Verdict, String> {
    let pieces = &function.map.pieces;
    let Some(caught) = &function.map.caught else {
        return prove_standard(function, body, pieces, types);
    };
    let read = legacy::read(&legacy::Legacy {
        body,
        pieces,
        hints: &[],
        relocations: &[],
        caught,
        // No local of control has such a number.
        places: u32::MAX / 2,
        address: I32,
    })?;
    prove_standard(function, &read.body, &read.pieces, types)
}

/// The type `i32`. Control has no use for the type of what is caught.
const I32: u8 = 0x7f;

/// Proves that a body in the standard instructions for exceptions follows the graph of a function.
fn prove_standard(
    function: &Compiled,
    body: &[u8],
    pieces: &[Piece],
    types: &[Arity],
) -> Result<Verdict, String> {
    let wrong = |error: wasmparser::BinaryReaderError| error.to_string();
    let body = FunctionBody::new(BinaryReader::new(body, 0));
    let mut reader = body.get_operators_reader().map_err(wrong)?;
    let mut ops = Vec::new();
    while !reader.eof() {
        let (op, at) = reader.read_with_offset().map_err(wrong)?;
        ops.push(Placed { at: at as u32, op });
    }
    verdict(function, pieces, &ops, types)
}

/// Tells whether an instruction opens, closes or leaves a bracket, or the function. A trap does
/// not.
fn transfers_control(op: &Operator<'_>) -> bool {
    matches!(
        op,
        Operator::Block { .. }
            | Operator::Loop { .. }
            | Operator::If { .. }
            | Operator::Else
            | Operator::End
            | Operator::Br { .. }
            | Operator::BrIf { .. }
            | Operator::BrTable { .. }
            | Operator::TryTable { .. }
            | Operator::ThrowRef
            | Operator::Return
            | Operator::ReturnCall { .. }
            | Operator::ReturnCallIndirect { .. }
    )
}

fn verdict(
    function: &Compiled,
    pieces: &[Piece],
    ops: &[Placed],
    types: &[Arity],
) -> Result<Verdict, String> {
    let program = rebuild::rebuild(function, pieces, ops, types)?;
    match simulation(
        &function.cfg,
        &program,
        state_limit(&function.cfg, &program),
    ) {
        Verdict::Failed(counterexample) => Err(counterexample.to_string()),
        verdict => Ok(verdict),
    }
}

#[cfg(test)]
mod mutants;
#[cfg(test)]
mod tests;
