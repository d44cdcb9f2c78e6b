//! What the text says of floating-point numbers to compilers.
//!
//! *Needs:* a module. *Gives:* the lines before all others that hold compilers to IEEE 754, where
//! some function computes with such numbers. *Cost:* linear in its values.
//!
//! A product and a sum are rounded one after the other, which compilers of C may do at once where
//! the machine can (`-ffp-contract=fast` is gcc's default). `-ffast-math` lets them assume that
//! there are no NaNs, and the x87 computes with more bits: both are errors.

use unsnarl_ir::{Module, Type, TypeId};

use super::unit::is_defined;

const HELD: &str = "
#if defined(__FAST_MATH__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__)
#error \"this code needs IEEE 754 floating-point numbers: compile without -ffast-math\"
#endif
#if defined(__FLT_EVAL_METHOD__) && __FLT_EVAL_METHOD__ != 0
#error \"this code needs floating-point numbers without excess precision: compile with -mfpmath=sse\"
#endif
// Each operation is rounded on its own.
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#";

const OF_GCC: &str = "
#pragma GCC optimize(\"fp-contract=off\")
#endif
";

/// Gives the lines; none for a module whose functions have no such numbers.
pub(super) fn held_to_standard(module: &Module) -> String {
    let mut defined = module.functions.iter().filter(|(_, own)| is_defined(own));
    let has_floats = defined.any(|(_, function)| {
        let mut values = function.values.values();
        values.any(|value| is_float(module, value.ty))
    });
    if !has_floats {
        return String::new();
    }
    let keys = module.functions.keys();
    let mut features = keys.filter_map(|id| module.function_attribute(id, "target-features"));
    let fuses = features.any(|list| list.split(',').any(|own| matches!(own, "+fma" | "+fma4")));
    // Which functions have the instruction may be the command line's choice.
    let otherwise = match fuses {
        true => "else",
        false => "elif defined(__FP_FAST_FMA)",
    };
    format!("{HELD}{otherwise}{OF_GCC}")
}

fn is_float(module: &Module, ty: TypeId) -> bool {
    match *module.types.get(ty) {
        Type::Float(_) => true,
        Type::Vector { element, .. } => matches!(module.types.get(element), Type::Float(_)),
        _ => false,
    }
}
