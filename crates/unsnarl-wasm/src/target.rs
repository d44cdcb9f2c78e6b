//! What the rewrites of `unsnarl-ir` are told about WebAssembly.

use std::borrow::Cow;

use unsnarl_ir::Module;
use unsnarl_ir::rewrite::{Atomics, Rewrites, Target, legalise, may_need_legalisation};

use crate::features;

/// WebAssembly without threads, as far as [rewrites](unsnarl_ir::rewrite) ask: numbers of 64 bits,
/// and a runtime library for those of 128.
pub const TARGET: Target = Target {
    division: 128,
    product: 256,
    switch: 64,
    intrinsics: 128,
    odd_intrinsics: true,
    result: 64,
    atomics: Atomics::Accesses,
    jumps: false,
};

/// WebAssembly as the source of a module wants it: with [threads](features::threads) or without.
pub fn target(module: &Module) -> Target {
    Target {
        atomics: match features::threads(module) {
            true => Atomics::Operations,
            false => Atomics::Accesses,
        },
        jumps: features::jumps(module),
        ..TARGET
    }
}

/// Legalises the functions of a module, if it has integers that wide.
pub(crate) fn legalised(module: &mut Cow<'_, Module>) -> Rewrites {
    let target = target(module);
    match may_need_legalisation(module, &target) {
        true => legalise(module.to_mut(), &target),
        false => Rewrites::default(),
    }
}
