//! The chores of this repository: `cargo xtask NAME`, one file each.
//!
//! A chore says what it does, stops at the first thing that it cannot do, and exits with 0 only if all of it was done.

mod bench;
mod conformance;
mod corpus;
mod difference;
mod engines;
mod error;
mod examples;
mod manifest;
mod parallel;
mod paths;
mod process;
mod setup;
mod tools;
mod unsnarl;
mod wasi;

use clap::{Parser, Subcommand};
use std::process::ExitCode;
use tools::{CLANG, WASI_LIBC};

#[derive(Parser)]
#[command(name = "cargo xtask", about = "The chores of this repository")]
struct Arguments {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Subcommand)]
enum Chore {
    /// Installs the Debian packages that the other chores need, and skips those that are there
    Setup,
    /// Makes the IR of the examples and their expected output again
    Examples {
        /// Change nothing: fail if what is checked in is not what comes out
        #[arg(long)]
        check: bool,
    },
    /// Downloads zlib, Lua and SQLite and makes LLVM IR of them at -O0 and -O2
    ///
    /// Versions and digests stand in bench/corpus/Cargo.lock; how each is compiled in xtask/src/corpus/programs.rs. The
    /// folders of modules are printed, one a line; they are below target/corpus. What is there is not made again.
    Corpus,
    /// Runs the long tests and those that need other programs, after installing what they need
    Conformance {
        /// Run this part alone (may be repeated)
        #[arg(long, value_name = "PART", value_parser = conformance::part_names())]
        only: Vec<String>,
        /// Check fewer of what there is plenty of: the whole ends in about half an hour
        #[arg(long)]
        short: bool,
    },
    /// Measures
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
        Chore::Conformance { only, short } => conformance::conformance(&only, short),
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
