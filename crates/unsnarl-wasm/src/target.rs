//! What the rewrites of `unsnarl-ir` are told about WebAssembly.

use std::borrow::Cow;

use unsnarl_ir::Module;
use unsnarl_ir::rewrite::{Rewrites, Target, legalise, may_need_legalisation};

/// WebAssembly, as far as [rewrites](unsnarl_ir::rewrite) ask: numbers of 64 bits, and a runtime
/// library for those of 128.
pub const TARGET: Target = Target {
    division: 128,
    product: 256,
    switch: 64,
    intrinsics: 128,
    result: 64,
};

/// Legalises the functions of a module, if it has integers that wide.
pub(crate) fn legalised(module: &mut Cow<'_, Module>) -> Rewrites {
    match may_need_legalisation(module, &TARGET) {
        true => legalise(module.to_mut(), &TARGET),
        false => Rewrites::default(),
    }
}
