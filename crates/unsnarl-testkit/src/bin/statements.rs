//! Compares functions of LLVM IR with their pseudocode.
//!
//! `statements FILE…` reads modules and [checks](check_module) every function. Prints the first
//! difference of each module, then `N passed, M failed`, and exits with 1 if there was one.

use std::process::ExitCode;
use unsnarl_testkit::Rng;
use unsnarl_testkit::statements::{Counts, check_module};

fn main() -> ExitCode {
    let (mut passed, mut failed) = (0, 0);
    for path in std::env::args().skip(1) {
        match functions(&path) {
            Ok(counts) => passed += counts.functions,
            Err(error) => {
                failed += 1;
                println!("{path}: {error}");
            }
        }
    }
    println!("{passed} passed, {failed} failed");
    match (passed, failed) {
        (1.., 0) => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    }
}

fn functions(path: &str) -> Result<Counts, String> {
    let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    let module = unsnarl_llvm::read(&text).map_err(|errors| format!("{errors:?}"))?;
    check_module(&module, &mut Rng::new(1))
}
