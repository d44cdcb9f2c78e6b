//! The types of C for those of the machine.
//!
//! | machine | C | letter |
//! |---|---|---|
//! | `i32`, `i64` | `uint32_t`, `uint64_t` | `i`, `l` |
//! | `f32`, `f64` | `float`, `double` | `f`, `d` |
//! | `v128` | `unsnarl_v128`, sixteen bytes | `v` |
//! | `funcref` | `const void *`: an `unsnarl_function` | `a` |
//! | `externref` | `const void *`: whatever the host likes | `x` |
//! | `exnref` | `const void *`: an exception of the context | `e` |
//!
//! The type of a function is the letters of its parameters, a colon, and those of its results.

use unsnarl_low::{Signature, Type};

/// The type of a variable.
pub(super) fn c_type(ty: Type) -> &'static str {
    match ty {
        Type::I32 => "uint32_t",
        Type::I64 => "uint64_t",
        Type::F32 => "float",
        Type::F64 => "double",
        Type::V128 => "unsnarl_v128",
        Type::FuncRef | Type::ExternRef | Type::ExnRef => "const void *",
    }
}

/// The type and a name: a declaration without its end.
pub(super) fn declared(ty: Type, name: &str) -> String {
    match c_type(ty) {
        pointer if pointer.ends_with('*') => format!("{pointer}{name}"),
        plain => format!("{plain} {name}"),
    }
}

/// What a variable of a type starts with.
pub(super) fn zero(ty: Type) -> &'static str {
    match ty {
        Type::V128 => "{{0}}",
        Type::F32 | Type::F64 | Type::I32 | Type::I64 => "0",
        Type::FuncRef | Type::ExternRef | Type::ExnRef => "0",
    }
}

/// The letter of a type.
pub(super) fn letter(ty: Type) -> char {
    match ty {
        Type::I32 => 'i',
        Type::I64 => 'l',
        Type::F32 => 'f',
        Type::F64 => 'd',
        Type::V128 => 'v',
        Type::FuncRef => 'a',
        Type::ExternRef => 'x',
        Type::ExnRef => 'e',
    }
}

/// The letters of some types.
pub(super) fn letters(types: &[Type]) -> String {
    types.iter().map(|&ty| letter(ty)).collect()
}

/// The type of a function in letters.
pub(super) fn signature_text(signature: &Signature) -> String {
    let (parameters, results) = (&signature.parameters, &signature.results);
    format!("{}:{}", letters(parameters), letters(results))
}

/// The name of the type of pointers to functions of a signature.
pub(super) fn pointer_name(signature: &Signature) -> String {
    let (parameters, results) = (&signature.parameters, &signature.results);
    format!("unsnarl_f_{}_{}", letters(parameters), letters(results))
}

/// The type that a function returns.
pub(super) fn result_type(results: &[Type]) -> String {
    match results {
        [] => "void".to_owned(),
        [ty] => c_type(*ty).to_owned(),
        several => format!("unsnarl_r_{}", letters(several)),
    }
}

/// The head of a function: what it returns, its name, and its parameters, of which the first is
/// given.
pub(super) fn head(
    signature: &Signature,
    name: &str,
    first: &str,
    parameter: impl Fn(usize) -> String,
) -> String {
    let result = result_type(&signature.results);
    let space = if result.ends_with('*') { "" } else { " " };
    let mut text = format!("{result}{space}{name}({first}");
    for (index, &ty) in signature.parameters.iter().enumerate() {
        text += ", ";
        text += declared(ty, &parameter(index)).trim_end();
    }
    text + ")"
}

/// The declaration of the type of several results, once for all modules that a host includes.
pub(super) fn results_declaration(results: &[Type]) -> String {
    let letters = letters(results);
    let mut text = format!(
        "#ifndef UNSNARL_R_{letters}\n#define UNSNARL_R_{letters}\ntypedef struct unsnarl_r_{letters} {{\n"
    );
    for (index, &ty) in results.iter().enumerate() {
        text += &format!("  {};\n", declared(ty, &format!("r{index}")));
    }
    text + &format!("}} unsnarl_r_{letters};\n#endif\n")
}
