//! The `unsnarl` command.
fn main() {}
