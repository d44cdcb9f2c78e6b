//! Clauses as the legacy instructions have them.
//!
//! *Needs:* a function that was read. *Gives:* [`give_references`]: the same with no clause that
//! catches all exceptions without a reference to them.
//! *Cost:* linear.
//!
//! In the legacy instructions what is caught is held by the bracket that has caught it, whether it
//! is thrown again or not. So the edge of such a clause gets a block of its own, a *pad* that is
//! entered with the exception and does nothing but jump to where the edge led:
//!
//! ```text
//! call f ok, catch_all handler        call f ok, catch_all_ref pad
//!                                     pad(exception): jump handler
//! ```
//! *Limits:* a clause that brings the values of a tag and a reference has no form.

use unsnarl::BlockId;
use unsnarl_low::{Catch, Exit, Function as Code, Type};

/// Why some clauses cannot be written in the legacy instructions.
const TAG_REF: &str = "a clause catches the exceptions of a tag and throws them again";

/// Changes the function.
///
/// # Errors
/// If a clause has no form.
pub(super) fn give_references(code: &mut Code) -> Result<(), &'static str> {
    let mut order = Vec::with_capacity(code.order().len());
    for block in code.order().to_vec() {
        order.push(block);
        let Exit::Call(callee, catches) = &code.block(block).exit else {
            continue;
        };
        if catches
            .iter()
            .any(|catch| matches!(catch, Catch::TagRef(_)))
        {
            return Err(TAG_REF);
        }
        let without: Vec<usize> = (0..catches.len())
            .filter(|&place| catches[place] == Catch::All)
            .collect();
        if without.is_empty() {
            continue;
        }
        let catches = catches.iter().map(|&catch| match catch {
            Catch::All => Catch::AllRef,
            other => other,
        });
        let exit = Exit::Call(*callee, catches.collect());
        let operands = code.exit_operands(block).to_vec();
        code.set_exit(block, exit, &operands);
        // The first edge is that of the return. What a pad dominates comes behind its call, too.
        let pads = without.into_iter();
        order.extend(pads.map(|place| lead_through_pad(code, block, place + 1)));
    }
    code.set_order(order);
    Ok(())
}

/// Puts a block between an edge and its target that is entered with an exception, and gives it.
fn lead_through_pad(code: &mut Code, from: BlockId, slot: usize) -> BlockId {
    let edge = code.block(from).edges()[slot];
    let pad = code.add_jump(edge);
    code.add_parameter(pad, Type::ExnRef);
    code.redirect(from, slot, pad);
    pad
}
