//! The intrinsics without an effect.

pub(super) use crate::intrinsic::{
    base_name, constrained_binary, constrained_cast, constrained_predicate,
};

/// Tells whether an intrinsic only gives information and has no effect.
pub(super) fn is_hint(base: &str) -> bool {
    const HINTS: [&str; 14] = [
        "clear_cache",
        "donothing",
        "sideeffect",
        "var.annotation",
        "codeview.annotation",
        "experimental.noalias.scope.decl",
        "invariant.start",
        "invariant.end",
        "va_end",
        "pcmarker",
        "prefetch",
        "pseudoprobe",
        "fake.use",
        "reset.fpenv",
    ];
    HINTS.contains(&base) || base.starts_with("dbg.")
}
