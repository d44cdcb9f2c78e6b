//! What a module asks for beside its code.
//!
//! Most metadata, flags and operand bundles help an optimiser or a debugger, and a program without
//! them does the same. Some change what the code means: who leaves them out makes another program.
//! What of these nothing here carries out is a [`Demand`], which readers keep and back ends refuse
//! by name.
//!
//! *Needs:* names of module flags, of attachments and of bundles. *Gives:* which of them
//! are demands. *Cost:* constant.
//! *Source:* LLVM's language reference, all kinds of metadata, module flags and bundles of LLVM 22.
//! What else a header can say (`gc`, `prefix`, `prologue`, `personality`) is in
//! [`Function`](crate::Function).

/// Something without which the code means something else, and which nothing here carries out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Demand {
    /// What it is, as a phrase: `the module flag 'kcfi'`.
    pub what: String,
    /// The line of the text that it is in, 0 if that is not known.
    pub line: u32,
}

/// The flags that say how functions are called or found, if they are not 0.
const FLAGS: [&str; 7] = [
    "Cross-DSO CFI",
    "Objective-C Image Info Section",
    "aarch64-elf-pauthabi-platform",
    "kcfi",
    "ptrauth-elf-got",
    "ptrauth-init-fini",
    "ptrauth-sign-personality",
];

/// What a module flag demands, if it does.
///
/// The features that LLVM notes for a linker are demands, too, but for those that are used: the
/// attributes of functions say these.
pub fn flag(name: &str, value: Option<i64>) -> Option<String> {
    const USED: i64 = b'+' as i64;
    let is_feature = name.starts_with("wasm-feature-") && value != Some(USED);
    let is_set = FLAGS.contains(&name) && value != Some(0);
    (is_feature || is_set).then(|| format!("the module flag '{name}'"))
}

/// What an attachment of a function or variable demands, if it does: its name is without `!`.
///
/// Those of `-fsanitize=kcfi` and `-fsanitize=function` are numbers before the code, which callers
/// in other modules compare.
pub fn attachment(kind: &str) -> Option<String> {
    matches!(kind, "kcfi_type" | "func_sanitize").then(|| format!("the metadata '!{kind}'"))
}

/// What sections for tools demand that are of another form than `!{!"name", !"contents"}`, or too
/// large.
pub fn custom_sections() -> String {
    "this form or size of the metadata '!wasm.custom_sections'".to_owned()
}

/// Tells whether an operand bundle changes what its call does.
///
/// What is not known does. `convergencectrl` says something where several threads share
/// instructions, and `funclet` is part of the pads of exceptions. Bundles of `llvm.assume` are
/// assumptions, whatever they are called.
pub fn is_bundle(tag: &str) -> bool {
    !matches!(tag, "funclet" | "convergencectrl")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_demand_what_they_switch_on() {
        let demand = |name, value| flag(name, value).is_some();
        assert!(demand("kcfi", Some(1)) && !demand("kcfi", Some(0)));
        assert!(demand("wasm-feature-shared-mem", Some(i64::from(b'-'))));
        assert!(!demand("wasm-feature-simd128", Some(i64::from(b'+'))));
        assert!(!demand("wchar_size", Some(4)) && !demand("PIC Level", Some(2)));
        assert_eq!(
            flag("kcfi", Some(1)).as_deref(),
            Some("the module flag 'kcfi'")
        );
    }
}
