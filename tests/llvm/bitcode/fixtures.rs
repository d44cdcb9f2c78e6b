//! Bitcode and its text.

macro_rules! fixtures {
    ($($name:literal)*) => {
        &[$((
            $name,
            include_bytes!(concat!("../fixtures/bitcode/", $name, ".bc")),
            include_str!(concat!("../fixtures/bitcode/", $name, ".ll")),
        )),*]
    };
}

/// Name, bitcode and text.
pub(crate) const FIXTURES: &[(&str, &[u8], &str)] = fixtures! {
    "attributes-22" "constants-19" "constants-22" "demands-22" "exceptions-19" "exceptions-22"
    "instructions-19" "instructions-22" "typed-14"
};

/// The same with debug information: of clang 14, whose records are calls, and of clang 22.
pub(crate) const WITH_DEBUG: &[(&str, &[u8], &str)] = fixtures! { "debug-14" "debug-22" };
