//! To be filled below.
fn main() {}
