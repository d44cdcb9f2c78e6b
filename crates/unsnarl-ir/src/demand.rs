//! The demands of a module beside its code.
//!
//! Most metadata, flags and operand bundles only help an optimiser or a debugger, and a program
//! without them behaves the same. Some change the meaning of the code, so a program without them is
//! another program. Such an item that nothing here supports is a [`Demand`]: readers keep it, and
//! back ends refuse it by name.
//!
//! *Needs:* names of module flags, of attachments and of bundles. *Gives:* which of them are
//! demands. *Cost:* constant.
//! *Source:* LLVM's language reference, all kinds of metadata, module flags and bundles of LLVM 22.
//! The other properties in a function's header (`gc`, `prefix`, `prologue`, `personality`) are in
//! [`Function`](crate::Function).

/// A property without which the code has another meaning, and which nothing here supports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Demand {
    /// A phrase that names it: `the module flag 'kcfi'`.
    pub what: String,
    /// Its line in the text, 0 if unknown.
    pub line: u32,
}

/// Flags that change how functions are called or found, if they are not 0.
const FLAGS: [&str; 7] = [
    "Cross-DSO CFI",
    "Objective-C Image Info Section",
    "aarch64-elf-pauthabi-platform",
    "kcfi",
    "ptrauth-elf-got",
    "ptrauth-init-fini",
    "ptrauth-sign-personality",
];

/// The demand of a module flag, if it has one.
///
/// The features that LLVM records for a linker are demands, too, except used features: the
/// attributes of functions give these.
pub fn flag(name: &str, value: Option<i64>) -> Option<String> {
    const USED: i64 = b'+' as i64;
    let is_feature = name.starts_with("wasm-feature-") && value != Some(USED);
    let is_set = FLAGS.contains(&name) && value != Some(0);
    (is_feature || is_set).then(|| format!("the module flag '{name}'"))
}

/// The demand of an attachment of a function or variable, if it has one; its name has no `!`.
///
/// The attachments of `-fsanitize=kcfi` and `-fsanitize=function` are numbers before the code,
/// which callers in other modules compare.
pub fn attachment(kind: &str) -> Option<String> {
    matches!(kind, "kcfi_type" | "func_sanitize").then(|| format!("the metadata '!{kind}'"))
}

/// The demand of sections for tools that do not have the form `!{!"name", !"contents"}`, or are too
/// large.
pub fn custom_sections() -> String {
    "this form or size of the metadata '!wasm.custom_sections'".to_owned()
}

/// Tells whether an operand bundle changes the behaviour of its call.
///
/// An unknown bundle does. `convergencectrl` matters only where several threads share instructions,
/// and `funclet` is part of the pads of exceptions. Bundles of `llvm.assume` are assumptions,
/// whatever their names.
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
