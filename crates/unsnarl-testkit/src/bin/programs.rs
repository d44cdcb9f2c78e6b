//! Prints a random program in LLVM IR.
//!
//! `programs SEED [TRIPLE]` prints the [program] of a seed, for this machine if nothing is said.

use std::process::ExitCode;
use unsnarl_testkit::programs::program;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let Some(Ok(seed)) = arguments.next().map(|seed| seed.parse()) else {
        eprintln!("usage: programs SEED [TRIPLE]");
        return ExitCode::FAILURE;
    };
    let triple = arguments.next();
    let triple = triple.as_deref().unwrap_or("x86_64-unknown-linux-gnu");
    print!("{}", program(seed, triple));
    ExitCode::SUCCESS
}
