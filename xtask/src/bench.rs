//! `cargo xtask bench NAME`: measures. Each benchmark checks its answers before it times anything.

use crate::error::Error;
use crate::process;
use clap::Subcommand;

/// What can be measured.
#[derive(Subcommand)]
pub(crate) enum Benchmark {
    /// How the time of structuring grows with the graph, on every family of shapes, beside a bare depth-first walk
    Structure {
        /// Passed on to the benchmark
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
}

/// Runs a benchmark, which prints its own report.
pub(crate) fn bench(benchmark: &Benchmark) -> Result<(), Error> {
    match benchmark {
        Benchmark::Structure { arguments } => {
            let mut cargo = process::cargo();
            cargo.args([
                "run",
                "--quiet",
                "--release",
                "--package",
                "unsnarl-testkit",
                "--bin",
                "scale",
                "--",
            ]);
            process::show(cargo.args(arguments))
        }
    }
}
