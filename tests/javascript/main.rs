//! JavaScript, in the engines. These need node, js102 and clang:
//! `cargo xtask conformance --only javascript`.

mod bytecode;
mod instances;
mod nan;
mod operations;
mod random;
mod source_maps;
