//! The names of intrinsics: which ones have no effect on code.

pub(super) use unsnarl_ir::{
    base_name, constrained_binary, constrained_cast, constrained_predicate,
};

/// Intrinsics that are only hints for the optimiser or the debugger.
pub(super) fn is_dropped(base: &str) -> bool {
    const DROPPED: [&str; 16] = [
        "assume",
        "clear_cache",
        "donothing",
        "sideeffect",
        "var.annotation",
        "codeview.annotation",
        "experimental.noalias.scope.decl",
        "invariant.end",
        "lifetime.start",
        "lifetime.end",
        "va_end",
        "pcmarker",
        "prefetch",
        "pseudoprobe",
        "fake.use",
        "reset.fpenv",
    ];
    DROPPED.contains(&base) || base.starts_with("dbg.")
}
