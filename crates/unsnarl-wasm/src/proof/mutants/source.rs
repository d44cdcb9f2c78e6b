//! Modules that need no other.

use std::collections::BTreeSet;
use std::fmt::Write;

use unsnarl_ir::Module;

use crate::compiled::Compiled;
use crate::{Cause, CompileError, CompileErrors, Options, write};

/// Functions of the compiler's library and of C's that code may call without declaring them: their
/// results, their parameters, and their names.
const ROUTINES: [(&str, &str, &str); 36] = [
    (
        "double",
        "double %x",
        "acos asin atan cos cosh exp exp10 exp2 log log10 log2 round sin sinh tan tanh",
    ),
    (
        "float",
        "float %x",
        "acosf asinf atanf cosf coshf expf exp10f exp2f logf log10f log2f roundf sinf sinhf tanf tanhf",
    ),
    (
        "fp128",
        "fp128 %x",
        "acosl asinl atanl ceill cosl coshl expl exp10l exp2l floorl logl log10l log2l nearbyintl rintl roundl roundevenl sinl sinhl sqrtl tanl tanhl truncl",
    ),
    ("double", "double %x, double %y", "atan2 fmod pow"),
    ("float", "float %x, float %y", "atan2f fmodf powf"),
    (
        "fp128",
        "fp128 %x, fp128 %y",
        "atan2l fmodl powl fmaxl fminl __addtf3 __subtf3 __multf3 __divtf3",
    ),
    ("double", "double %x, double %y, double %z", "fma"),
    ("float", "float %x, float %y, float %z", "fmaf"),
    ("fp128", "fp128 %x, fp128 %y, fp128 %z", "fmal"),
    ("double", "double %x, i32 %y", "ldexp __powidf2"),
    ("float", "float %x, i32 %y", "ldexpf __powisf2"),
    ("fp128", "fp128 %x, i32 %y", "ldexpl __powitf2"),
    ("double", "double %x, ptr %y", "frexp modf"),
    ("float", "float %x, ptr %y", "frexpf modff"),
    ("fp128", "fp128 %x, ptr %y", "frexpl modfl"),
    (
        "i128",
        "i128 %x, i128 %y",
        "__divti3 __udivti3 __modti3 __umodti3",
    ),
    ("double", "i128 %x", "__floattidf __floatuntidf"),
    ("float", "i128 %x", "__floattisf __floatuntisf"),
    ("fp128", "i128 %x", "__floattitf __floatuntitf"),
    ("i128", "double %x", "__fixdfti __fixunsdfti"),
    ("i128", "float %x", "__fixsfti __fixunssfti"),
    ("i128", "fp128 %x", "__fixtfti __fixunstfti"),
    (
        "i32",
        "fp128 %x, fp128 %y",
        "__eqtf2 __netf2 __lttf2 __letf2 __gttf2 __getf2 __unordtf2",
    ),
    ("fp128", "double %x", "__extenddftf2"),
    ("fp128", "float %x", "__extendsftf2"),
    ("double", "fp128 %x", "__trunctfdf2"),
    ("float", "fp128 %x", "__trunctfsf2"),
    ("i32", "float %x", "__truncsfhf2"),
    ("i32", "double %x", "__truncdfhf2"),
    ("float", "i32 %x", "__extendhfsf2"),
    ("fp128", "i32 %x", "__floatsitf __floatunsitf"),
    ("fp128", "i64 %x", "__floatditf __floatunditf"),
    ("i32", "fp128 %x", "__fixtfsi __fixunstfsi"),
    ("i64", "fp128 %x", "__fixtfdi __fixunstfdi"),
    ("ptr", "ptr %x, ptr %y, i32 %z", "memcpy memmove"),
    ("ptr", "ptr %x, i32 %y, i32 %z", "memset"),
];

/// Tells whether a function of the table only computes.
pub(super) fn is_pure(name: &str) -> bool {
    ROUTINES.iter().any(|(_, parameters, names)| {
        !parameters.contains("ptr") && names.split(' ').any(|own| own == name)
    })
}

/// Reads and compiles a text; what it needs of a library is added, and gives zero.
pub(super) fn compiled(text: &str, options: &Options<'_>) -> (Module, Vec<u8>, Vec<Compiled>) {
    let read = |text: &str| unsnarl_llvm::read(text).expect("the test is well formed");
    let module = read(text);
    match write(&module, options) {
        Ok((bytes, functions)) => (module, bytes, functions),
        Err(errors) => {
            let module = read(&format!("{text}\n{}", routines(&errors)));
            let (bytes, functions) = write(&module, options).expect("the test compiles");
            (module, bytes, functions)
        }
    }
}

/// Definitions of the functions that are missing.
fn routines(errors: &CompileErrors) -> String {
    let missing = errors.iter().map(|error| match error {
        CompileError::Function {
            cause: Cause::Routine(name),
            ..
        } => *name,
        error => panic!("the test compiles: {error}"),
    });
    let missing: BTreeSet<&str> = missing.collect();
    let mut text = String::new();
    for name in missing {
        let mut all = ROUTINES.iter();
        let Some((result, parameters, _)) =
            all.find(|(_, _, names)| names.split(' ').any(|own| own == name))
        else {
            panic!("the table of functions lacks {name}");
        };
        let body = format!("{{\n  ret {result} zeroinitializer\n}}");
        writeln!(text, "define {result} @{name}({parameters}) {body}")
            .expect("a string can be written to");
    }
    text
}

/// A text with definitions of all that it leaves to others: functions come from the host, and
/// variables are zero.
pub(super) fn self_contained(text: &str) -> String {
    let mut all = String::new();
    // Who starts the program calls constructors and destructors.
    let is_list = |line: &&str| {
        line.starts_with("@llvm.global_ctors") || line.starts_with("@llvm.global_dtors")
    };
    for line in text.lines().filter(|line| !is_list(line)) {
        if line.starts_with("declare ") && !line.contains("@llvm.") {
            writeln!(all, "{line} \"wasm-import-module\"=\"env\"")
        } else if line.starts_with('@') && line.contains(" = external ") {
            let line = line.replacen(" = external ", " = ", 1);
            match line.find(", align") {
                Some(place) => {
                    writeln!(all, "{} zeroinitializer{}", &line[..place], &line[place..])
                }
                None => writeln!(all, "{line} zeroinitializer"),
            }
        } else {
            writeln!(all, "{line}")
        }
        .expect("a string can be written to");
    }
    all
}
