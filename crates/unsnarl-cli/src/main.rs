//! The `unsnarl` command.
mod engine;
fn main() {}
