//! The functions of the compiler's library and of the C library that operations call, with their
//! results.
//!
//! Which function an operation calls is decided where the operation is selected; this table has the
//! type of each result that is no address, which with the arguments makes the signature.

use crate::types::Type::{self, F32, F64, I32, I64};

/// Tells whether some operation may become a call of a function of this name.
pub fn is_routine(name: &str) -> bool {
    routine(name).is_some()
}

/// The number of a function in the table.
pub(super) fn number(name: &str) -> Option<usize> {
    names().position(|known| known == name)
}

/// The name of the function with a number.
///
/// # Panics
/// If there is none.
pub(super) fn name(number: usize) -> &'static str {
    let mut names = names();
    names
        .nth(number)
        .expect("symbols are made of numbers of the table")
}

/// How many there are.
pub(super) fn count() -> usize {
    names().count()
}

fn names() -> impl Iterator<Item = &'static str> {
    TABLE.iter().flat_map(|(_, names)| names.iter().copied())
}

/// The name of a function, and the types of its result.
pub(super) fn routine(name: &str) -> Option<(&'static str, &'static [Type])> {
    TABLE.iter().find_map(|&(results, names)| {
        let name = names.iter().find(|&&known| known == name)?;
        Some((*name, results))
    })
}

/// A number of 128 bits, integer or floating.
const WIDE: &[Type] = &[I64, I64];

const TABLE: &[(&[Type], &[&str])] = &[
    (
        WIDE,
        &[
            "__divti3",
            "__udivti3",
            "__modti3",
            "__umodti3",
            "__fixsfti",
            "__fixunssfti",
            "__fixdfti",
            "__fixunsdfti",
            "__fixtfti",
            "__fixunstfti",
        ],
    ),
    (
        WIDE,
        &[
            "__addtf3",
            "__subtf3",
            "__multf3",
            "__divtf3",
            "__extendsftf2",
            "__extenddftf2",
            "__floatsitf",
            "__floatunsitf",
            "__floatditf",
            "__floatunditf",
            "__floattitf",
            "__floatuntitf",
            "__powitf2",
        ],
    ),
    (
        &[I32],
        &[
            "__eqtf2",
            "__netf2",
            "__lttf2",
            "__letf2",
            "__gttf2",
            "__getf2",
            "__unordtf2",
            "__fixtfsi",
            "__fixunstfsi",
            "__truncsfhf2",
            "__truncdfhf2",
        ],
    ),
    (&[I64], &["__fixtfdi", "__fixunstfdi"]),
    // These write memory as well, and are called where that is handled. Their results are
    // addresses, whose type the target says.
    (&[], &["memcpy", "memmove", "memset"]),
    (&[F32], &["frexpf", "modff"]),
    (&[F64], &["frexp", "modf"]),
    (WIDE, &["frexpl", "modfl"]),
    (
        &[F32],
        &[
            "__extendhfsf2",
            "__trunctfsf2",
            "__floattisf",
            "__floatuntisf",
            "__powisf2",
            "ldexpf",
        ],
    ),
    (
        &[F64],
        &[
            "__trunctfdf2",
            "__floattidf",
            "__floatuntidf",
            "__powidf2",
            "ldexp",
        ],
    ),
    (
        &[F32],
        &[
            "acosf", "asinf", "atanf", "atan2f", "cosf", "coshf", "expf", "exp10f", "exp2f",
            "fmaf", "fmodf", "logf", "log10f", "log2f", "powf", "roundf", "sinf", "sinhf", "tanf",
            "tanhf",
        ],
    ),
    (
        &[F64],
        &[
            "acos", "asin", "atan", "atan2", "cos", "cosh", "exp", "exp10", "exp2", "fma", "fmod",
            "log", "log10", "log2", "pow", "round", "sin", "sinh", "tan", "tanh",
        ],
    ),
    (
        WIDE,
        &[
            "acosl",
            "asinl",
            "atanl",
            "atan2l",
            "ceill",
            "cosl",
            "coshl",
            "expl",
            "exp10l",
            "exp2l",
            "floorl",
            "fmal",
            "fmaxl",
            "fminl",
            "fmodl",
            "ldexpl",
            "logl",
            "log10l",
            "log2l",
            "nearbyintl",
            "powl",
            "rintl",
            "roundl",
            "roundevenl",
            "sinl",
            "sinhl",
            "sqrtl",
            "tanl",
            "tanhl",
            "truncl",
        ],
    ),
];

#[cfg(test)]
mod tests {
    use super::{TABLE, routine};

    #[test]
    fn each_function_is_in_the_table_once() {
        let mut names: Vec<&str> = TABLE
            .iter()
            .flat_map(|(_, names)| names.iter().copied())
            .collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
        assert!(names.into_iter().all(|name| routine(name).is_some()));
        assert_eq!(routine("abs"), None);
    }
}
