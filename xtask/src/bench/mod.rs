//! `cargo xtask bench NAME`: measures. Each benchmark checks its answers before it times anything.

mod build;
mod compile;
mod contestant;
mod decompilers;
mod forms;
mod growth;
mod packages;
mod peers;
mod reductions;
mod running;
mod samples;
mod seed;
mod subject;
mod texts;
mod usage;

use crate::corpus;
use crate::error::Error;
use crate::paths;
use crate::process;
use crate::setup;
use crate::tools::{
    CHROMIUM, CLANG, CLANG_22, CLANGXX, EMCC, FIREFOX, GCC, GXX, JS102, LLC, LLVM_AR, MAKE, NODE,
    NPM, OPT, PERL, PYTHON, PYTHON_3_11, WASI_LIBC, WASM_LD, WASM_OPT, WASM2C,
};
use clap::Subcommand;
use clap::builder::PossibleValuesParser;
use std::iter;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

/// What can be measured.
#[derive(Subcommand)]
pub(crate) enum Benchmark {
    /// Structuring, compared with peers on the same graphs, and how its time grows with the graph
    Structure {
        /// Passed on to the benchmark: `--only SET`, `--largest N`
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Lowering to profiles of targets: how long it takes, in walks, and how that grows
    Profiles {
        /// The largest size of the table of growth, in blocks and edges
        #[arg(long, value_name = "N", default_value_t = 1_000_000)]
        largest: usize,
    },
    /// What it costs to leave loops one at a time: ours beside LLVM's StructurizeCFG
    Structurize,
    /// Dispatchers against copies: every irreducible function of the examples and of the downloaded
    /// programs, as a skeleton and in its program, in node
    Reductions {
        /// The number of rounds
        #[arg(long, value_name = "N", default_value_t = 5)]
        rounds: usize,
        /// Measure only this program, or the skeletons (may be repeated)
        #[arg(long, value_name = "PROGRAM", value_parser = names_of_reductions())]
        only: Vec<String>,
    },
    /// The same IR of real programs compiled by Unsnarl and by LLVM's back end: time, memory,
    /// sizes, and speed in each engine
    Compile {
        /// The number of rounds
        #[arg(long, value_name = "N", default_value_t = 5)]
        rounds: usize,
        /// Measure only this program (may be repeated) [default: zlib, lua, sqlite]
        #[arg(long, value_name = "PROGRAM", value_parser = PossibleValuesParser::new(subject::names()))]
        only: Vec<String>,
        /// Measure this other build of the command `unsnarl` beside the one of this tree
        #[arg(long, value_name = "PATH")]
        before: Option<PathBuf>,
        /// Measure compiling alone, and do not run the programs
        #[arg(long)]
        compiling_alone: bool,
    },
    /// zlib, Box2D, Bullet and CPython by the Relooper, the stackifier, our default and LLVM's back
    /// end: sizes, and speed in node, SpiderMonkey's shell, Chromium and Firefox
    Seed {
        /// The number of rounds
        #[arg(long, value_name = "N", default_value_t = 5)]
        rounds: usize,
        /// Measure only this program (may be repeated)
        #[arg(long, value_name = "PROGRAM", value_parser = PossibleValuesParser::new(seed::PROGRAMS))]
        only: Vec<String>,
    },
    /// Whole projects built from nothing by `make`: clang, its front end alone, and `unsnarl cc`
    Build {
        /// The number of rounds
        #[arg(long, value_name = "N", default_value_t = 5)]
        rounds: usize,
        /// Measure only this project (may be repeated)
        #[arg(long, value_name = "PROJECT", value_parser = PossibleValuesParser::new(build::names()))]
        only: Vec<String>,
    },
    /// Loops with conditions, short circuits and jumps: those of the source, and those of the
    /// pseudocode of its LLVM IR
    Forms {
        /// Compare only this program (may be repeated)
        #[arg(long, value_name = "PROGRAM", value_parser = PossibleValuesParser::new(forms::names()))]
        only: Vec<String>,
    },
    /// Modules in packages of npm, written again: sizes, also after `wasm-opt -Oz`, and what
    /// compiling takes
    Packages {
        /// Measure only this package (may be repeated)
        #[arg(long, value_name = "PACKAGE", value_parser = PossibleValuesParser::new(packages::names()))]
        only: Vec<String>,
        /// Leave out the modules after `wasm-opt`, which takes most of the time
        #[arg(long)]
        without_wasm_opt: bool,
    },
    /// zlib, Lua and SQLite from WebAssembly to JavaScript and to C: sizes, and how long they run,
    /// beside wasm2js, Emscripten, wasm2c and native builds
    Texts {
        /// The number of rounds
        #[arg(long, value_name = "N", default_value_t = 5)]
        rounds: usize,
        /// Measure only this program (may be repeated)
        #[arg(long, value_name = "PROGRAM", value_parser = PossibleValuesParser::new(texts::names()))]
        only: Vec<String>,
        /// Measure only this target
        #[arg(long)]
        target: Option<texts::Target>,
        /// Measure w2c2 too, of a checkout in which its README's two builds were made
        #[arg(long, value_name = "FOLDER")]
        w2c2: Option<PathBuf>,
        /// Measure llvm-cbe too
        #[arg(long, value_name = "PATH")]
        llvm_cbe: Option<PathBuf>,
    },
    /// Our C of dd, ls and sort beside its source and what angr and Ghidra decompile: jumps,
    /// labels, short circuits, casts, lines and complexity
    Decompilers {
        /// Compare only this program (may be repeated)
        #[arg(long, value_name = "PROGRAM", value_parser = PossibleValuesParser::new(decompilers::names()))]
        only: Vec<String>,
        /// The interpreter for the decompilers, which need CPython 3.13
        #[arg(long, value_name = "PATH", default_value = "python3.13")]
        python: PathBuf,
        /// Leave the texts of all functions in this folder
        #[arg(long, value_name = "FOLDER")]
        texts: Option<PathBuf>,
    },
    /// How time and memory of compiling grow with the size of a module, compared with LLVM's back
    /// end
    Growth {
        /// The sizes
        #[arg(long, value_name = "N", value_delimiter = ',', default_values_t = [10_000, 100_000, 1_000_000])]
        sizes: Vec<usize>,
        /// Measure only this shape (may be repeated)
        #[arg(long, value_name = "SHAPE", value_parser = PossibleValuesParser::new(growth::names()))]
        only: Vec<String>,
        /// Stop a compiler after this number of seconds on processors
        #[arg(long, value_name = "SECONDS", default_value_t = 30)]
        limit: u64,
        /// Limit the memory of a compiler to this number of megabytes
        #[arg(long, value_name = "MB", default_value_t = 8192)]
        memory: u64,
        /// Measure Unsnarl alone
        #[arg(long)]
        alone: bool,
        /// Measure JavaScript and C, in place of LLVM's back end
        #[arg(long, conflicts_with = "alone")]
        texts: bool,
    },
}

/// Runs a benchmark, which prints its own report.
pub(crate) fn bench(benchmark: &Benchmark) -> Result<(), Error> {
    match benchmark {
        Benchmark::Structure { arguments } => structure(arguments),
        Benchmark::Profiles { largest } => {
            setup::setup(&[CLANG, WASI_LIBC])?;
            on_modules("profiles", &[format!("--largest={largest}")])
        }
        Benchmark::Structurize => {
            setup::setup(&[CLANG, WASI_LIBC, OPT])?;
            on_modules("structurize", &[])
        }
        Benchmark::Reductions { rounds, only } => reductions(*rounds, only),
        Benchmark::Compile {
            rounds,
            only,
            before,
            compiling_alone,
        } => {
            setup::setup(&[CLANG, WASI_LIBC, LLC, WASM_LD, GCC, NODE, JS102, PYTHON])?;
            compile::compile(&compile::Request {
                rounds: *rounds,
                only,
                before: before.as_deref(),
                programs: match compiling_alone {
                    true => compile::Programs::Left,
                    false => compile::Programs::Timed,
                },
            })
        }
        Benchmark::Seed { rounds, only } => {
            setup::setup(&[
                CLANG,
                CLANGXX,
                WASI_LIBC,
                LLC,
                LLVM_AR,
                WASM_LD,
                GCC,
                GXX,
                MAKE,
                PYTHON_3_11,
                PYTHON,
                NODE,
                JS102,
                CHROMIUM,
                FIREFOX,
            ])?;
            seed::seed(*rounds, only)
        }
        Benchmark::Build { rounds, only } => {
            setup::setup(&[CLANG, WASI_LIBC, WASM_LD, GCC, NODE, MAKE, PYTHON])?;
            build::build(*rounds, only)
        }
        Benchmark::Forms { only } => {
            setup::setup(&[CLANG, WASI_LIBC])?;
            forms::forms(only)
        }
        Benchmark::Packages {
            only,
            without_wasm_opt,
        } => {
            setup::setup(&[NPM, PYTHON, WASM_OPT])?;
            packages::packages(&packages::Request {
                only,
                optimizer: match without_wasm_opt {
                    true => packages::Optimizer::None,
                    false => packages::Optimizer::Binaryen,
                },
            })
        }
        Benchmark::Texts {
            rounds,
            only,
            target,
            w2c2,
            llvm_cbe,
        } => {
            setup::setup(&[
                CLANG, CLANG_22, WASI_LIBC, WASM_LD, GCC, NODE, NPM, JS102, PYTHON, CHROMIUM,
                FIREFOX, WASM2C, EMCC,
            ])?;
            texts::texts(&texts::Request {
                rounds: *rounds,
                only,
                target: *target,
                w2c2: w2c2.as_deref(),
                llvm_cbe: llvm_cbe.as_deref(),
            })
        }
        Benchmark::Decompilers {
            only,
            python,
            texts,
        } => {
            setup::setup(&[CLANG, GCC, MAKE, PERL])?;
            decompilers::decompilers(&decompilers::Request {
                only,
                python,
                texts: texts.as_deref(),
            })
        }
        Benchmark::Growth {
            sizes,
            only,
            limit,
            memory,
            alone,
            texts,
        } => {
            let (beside, needed): (_, &[_]) = match (alone, texts) {
                (true, _) => (growth::Beside::Nothing, &[PYTHON]),
                (_, true) => (growth::Beside::Texts, &[PYTHON]),
                _ => (growth::Beside::Llvm, &[LLC, PYTHON]),
            };
            setup::setup(needed)?;
            growth::growth(&growth::Request {
                sizes,
                only,
                limit: Duration::from_secs(*limit),
                memory: *memory,
                beside,
            })
        }
    }
}

/// Fetches programs and peers, and measures. Progress goes to standard error, the report to
/// standard output.
fn structure(arguments: &[String]) -> Result<(), Error> {
    setup::setup(&[CLANG, WASI_LIBC, LLC, WASM_LD, NODE, NPM])?;
    let programs = corpus::optimized()?;
    let peers = peers::of_npm()?;
    let mut cargo = process::cargo();
    cargo.args(["run", "--quiet", "--release", "--package", "unsnarl-bench"]);
    cargo.args(["--features", "peers", "--", "structure"]);
    add_modules(&mut cargo, programs);
    cargo.arg("--peers").arg(peers);
    process::show(cargo.args(arguments))
}

/// The parts of `bench reductions` that are not programs.
const SKELETONS: &str = "skeletons";

/// The names that `--only` of `bench reductions` takes.
fn names_of_reductions() -> PossibleValuesParser {
    PossibleValuesParser::new(iter::once(SKELETONS).chain(reductions::names()))
}

/// Measures the reductions in skeletons, and then in programs. The tables go to standard output.
fn reductions(rounds: usize, only: &[String]) -> Result<(), Error> {
    setup::setup(&[CLANG, WASI_LIBC, LLC, WASM_LD, GCC, NODE])?;
    let is_skeletons = |name: &String| name == SKELETONS;
    if only.is_empty() || only.iter().any(is_skeletons) {
        on_modules("reductions", &[])?;
    }
    let programs: Vec<String> = only
        .iter()
        .filter(|name| !is_skeletons(name))
        .cloned()
        .collect();
    if only.is_empty() || !programs.is_empty() {
        reductions::reductions(rounds, &programs)?;
    }
    Ok(())
}

/// Fetches the programs, and runs a part of the benchmark on all of their functions.
fn on_modules(part: &str, arguments: &[String]) -> Result<(), Error> {
    let programs = corpus::optimized()?;
    let mut cargo = process::cargo();
    cargo.args(["run", "--quiet", "--release", "--package", "unsnarl-bench"]);
    cargo.args(["--", part]).args(arguments);
    add_modules(&mut cargo, programs);
    process::show(&mut cargo)
}

/// Names the examples and these programs on the command line of the benchmark.
fn add_modules(cargo: &mut Command, programs: Vec<(String, PathBuf)>) {
    let mut modules = vec![
        ("examples-O2".to_owned(), paths::examples()),
        ("examples-O0".to_owned(), paths::examples().join("O0")),
    ];
    modules.extend(programs);
    for (name, folder) in modules {
        cargo.arg(format!("--modules={name}={}", folder.display()));
    }
}
