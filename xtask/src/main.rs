//! The chores of this repository: `cargo xtask NAME`, one file each.
//!
//! A chore prints what it does, stops at the first failure, and exits with 0 only if everything
//! succeeded.

mod bench;
mod built;
mod cache;
mod conformance;
mod coreutils;
mod corpus;
mod debian;
mod difference;
mod downloads;
mod engines;
mod error;
mod examples;
mod manifest;
mod native;
mod packages;
mod parallel;
mod paths;
mod process;
mod runtime;
mod setup;
mod tools;
mod unsnarl;
mod wasi;
mod wide;

use clap::{Parser, Subcommand};
use conformance::{Plan, Request};
use std::num::NonZero;
use std::path::PathBuf;
use std::process::ExitCode;
use tools::{CLANG, CLANGXX, LLVM_AR, WASI_LIBC};

#[derive(Parser)]
#[command(name = "cargo xtask", about = "The chores of this repository")]
struct Arguments {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Subcommand)]
enum Chore {
    /// Installs the Debian packages that the other chores need, if they are missing
    Setup,
    /// Regenerates the IR of the examples and their expected output
    Examples {
        /// Change nothing: fail if a checked-in file is out of date
        #[arg(long)]
        check: bool,
    },
    /// Downloads zlib, Lua and SQLite and compiles them to LLVM IR at -O0 and -O2
    ///
    /// Versions and digests are in bench/corpus/Cargo.lock, the options of the compiler in
    /// xtask/src/corpus/programs.rs. Prints the folders of modules below target/corpus, one a line.
    /// Existing modules are kept.
    Corpus,
    /// Builds libunwind, libc++abi and libc++ with exceptions, by Unsnarl
    ///
    /// Debian's are built without them. Downloads the sources of LLVM 19, and prints the paths of
    /// the archives: `unsnarl c++ -fwasm-exceptions x.cpp -L FOLDER -lunwind` links with them.
    Runtime {
        /// In which instructions exceptions are
        #[arg(long, value_name = "FORM", default_value = "standard", value_parser = ["standard", "legacy"])]
        eh: String,
        /// Where the archives are written [default: target/runtime/FORM]
        #[arg(long, value_name = "FOLDER")]
        output: Option<PathBuf>,
    },
    /// Runs the long tests and those that need other tools, after installing these
    Conformance {
        /// Run only this part (may be repeated)
        #[arg(long, value_name = "PART", value_parser = conformance::part_names())]
        only: Vec<String>,
        /// Check a sample of the large parts
        #[arg(long)]
        short: bool,
        /// Chooses the sample and all that is random [default: by the commit; changed files: 1]
        #[arg(long, value_name = "N")]
        seed: Option<NonZero<u32>>,
        /// How many parts run at once [default: as many as there are processors]
        #[arg(long, value_name = "N")]
        jobs: Option<NonZero<usize>>,
        /// Run the parts again, with the next seed each time, until so much time has passed
        #[arg(long, value_name = "SECONDS")]
        budget: Option<u64>,
    },
    /// Runs one part of the conformance tests, for the chore that runs them all
    #[command(hide = true)]
    Part {
        #[arg(value_parser = conformance::part_names())]
        name: String,
        #[arg(long)]
        short: bool,
        #[arg(long)]
        seed: u64,
        #[arg(long)]
        verdict: PathBuf,
    },
    /// Runs a benchmark
    Bench {
        #[command(subcommand)]
        what: bench::Benchmark,
    },
}

fn main() -> ExitCode {
    let done = match Arguments::parse().chore {
        Chore::Setup => setup::setup(tools::ALL),
        Chore::Examples { check: false } => examples::make(),
        Chore::Examples { check: true } => examples::check(),
        Chore::Corpus => setup::setup(&[CLANG, WASI_LIBC]).and_then(|()| corpus::make_all()),
        Chore::Runtime { eh, output } => setup::setup(&[CLANG, CLANGXX, LLVM_AR, WASI_LIBC])
            .and_then(|()| runtime::make(&eh, output)),
        Chore::Conformance {
            only,
            short,
            seed,
            jobs,
            budget,
        } => conformance::conformance(&Request {
            only,
            is_short: short,
            seed,
            jobs,
            budget,
        }),
        Chore::Part {
            name,
            short,
            seed,
            verdict,
        } => conformance::part(
            &name,
            Plan {
                is_short: short,
                seed,
            },
            &verdict,
        ),
        Chore::Bench { what } => bench::bench(&what),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
