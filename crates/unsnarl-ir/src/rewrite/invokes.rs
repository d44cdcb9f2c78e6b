//! Exceptions that nothing handles: an `invoke` becomes a call, and landing pads disappear.
//!
//! ```text
//! a: %r = invoke i32 @g() to label %b unwind label %p      a: %r = call i32 @g()
//! b: ret i32 %r                                        →      br label %b
//! p: %e = landingpad { ptr, i32 } cleanup                  b: ret i32 %r
//!    call void @destroy(ptr %x)
//!    resume { ptr, i32 } %e
//! ```
//! *Needs:* a function of a module for WebAssembly.
//! *Gives:* the changed function, without the blocks that only an exception would reach.
//! *Cost:* linear in the function.
//! *Source:* LLVM's LowerInvoke, which runs where a target has no exception model.
//! *Limits:* handlers are lost, as in LLVM: exceptions that a callee throws do not arrive. Code
//! that throws must end the program; the C++ library built without exceptions has no `__cxa_throw`.
//!
//! WebAssembly's exceptions arrive at funclets (`catchswitch`, `cleanuppad`), never at a
//! `landingpad`: clang writes a `landingpad` for this machine only if no exception model was
//! chosen, and then nothing can be thrown. An `invoke` that unwinds to a funclet stays, and so does
//! every `invoke` of a module for another machine, whose exceptions are real.

use std::collections::BTreeSet;

use crate::function::Function;
use crate::graph::reverse_postorder;
use crate::id::BlockId;
use crate::module::Module;

use super::draft::Draft;
use super::target::Target;

/// Replaces each `invoke` that would unwind to a landing pad by a call.
pub(super) fn replace(module: &Module, draft: &mut Draft<'_>, _: &Target) {
    if !is_for_wasm(module) {
        return;
    }
    let invokes = without_handlers(draft.function());
    if invokes.is_empty() {
        return;
    }
    let builder = draft.builder();
    for block in invokes {
        builder.make_call(block);
    }
    builder.provenance_mut().set_calls();
    let function = builder.function();
    let mut gone: BTreeSet<BlockId> = function.blocks.keys().collect();
    for block in reverse_postorder(function) {
        gone.remove(&block);
    }
    builder.remove_blocks(&gone);
}

/// Tells whether a module is for WebAssembly, or names no machine.
fn is_for_wasm(module: &Module) -> bool {
    let machine = module.target.split('-').next().unwrap_or_default();
    matches!(machine, "" | "wasm32" | "wasm64")
}

/// The blocks that end in an `invoke` which would unwind to a landing pad.
fn without_handlers(function: &Function) -> Vec<BlockId> {
    let blocks = function.blocks.iter();
    let invokes = blocks.filter(|(_, block)| function.lands(&block.terminator).is_some());
    invokes.map(|(id, _)| id).collect()
}
