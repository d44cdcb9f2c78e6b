//! The command line as the user writes it.

use clap::builder::PossibleValuesParser;
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;
use unsnarl::reduce::{Budget, REDUCTIONS, Reduction};
use unsnarl::structure::{ALGORITHMS, Algorithm, MaxDepth, Refusal, Settings};
use unsnarl::tidy::tidy;
use unsnarl::{Cfg, Program};
use unsnarl_wasm::{BlockParameters, Exports, Options};

/// What stands below the help.
const EXAMPLES: &str = "\
Examples:
  clang --target=wasm32-wasi -O2 -S -emit-llvm x.c     makes LLVM IR of C: x.ll
  unsnarl run x.ll one two                             runs it, with a libc if it needs one
  unsnarl cc -O2 x.c -o x.wasm                         makes a program with its libc
  unsnarl compile x.ll -o x.o                          makes an object, for wasm-ld
  unsnarl compile x.ll --export f                      makes x.wasm of f and what it calls
  unsnarl structure x.ll --function f                  shows its code without jumps
  unsnarl dump x.ll --after cfg | unsnarl verify -     proves a program for each of its graphs
  unsnarl compare x.ll --function f                    sets all algorithms beside each other
  printf 'a -> a | b\\nb -> return' | unsnarl structure -";

/// Turns control-flow graphs into structured code, and proves that every jump is kept.
///
/// Input is LLVM IR (.ll), or a graph as .cfg, DOT (.dot, .gv) or Mermaid (.mmd). The format follows the
/// name of the file, else its first word; --from overrides. `-` reads standard input.
///
/// Exit status: 0 all is well; 1 the input is at fault; 2 the command line is; 3 unsnarl itself is (a
/// proof failed); 4 `verify` gave a proof up at its limit. `run` exits as the program does, with 125 if it
/// never started and 134 after a trap.
#[derive(Parser)]
#[command(
    name = "unsnarl",
    version,
    max_term_width = 100,
    after_help = EXAMPLES,
    subcommand_required = true
)]
pub(crate) struct Cli {
    /// When to colour messages
    #[arg(long, global = true, value_enum, default_value_t = Color::Auto, value_name = "WHEN")]
    pub(crate) color: Color,
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    Always,
    Never,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Runs LLVM IR, C or WebAssembly in the embedded engine
    ///
    /// IN is LLVM IR, which is compiled and, unless it defines `_start` and all that it needs, linked with the
    /// libc of `unsnarl cc`; C (.c), which `unsnarl cc -O2` compiles; or a module (.wasm) that exports `_start`. The
    /// program gets ARGS, standard input and output, and no files. Options of unsnarl stand before IN.
    ///
    /// Exit status: the program's own; 125 if it never started, whatever the reason; 134 after a trap.
    Run(Run),
    /// Compiles LLVM IR to WebAssembly
    ///
    /// Every function is proved: the bytes that are written, read back, take the same jumps as the
    /// function's graph. Nothing is written if anything is wrong. A module (.wasm, .wat) has what its exports
    /// need, and must define all of it; what needs a libc becomes an object (.o) for a linker, or a program by
    /// `unsnarl cc`.
    Compile(Compile),
    /// Stands where clang stands in a build: compiles C to objects, and links them
    ///
    /// Takes the options of clang: `unsnarl cc --help` says which are its own.
    #[command(disable_help_flag = true)]
    Cc(Cc),
    /// Prints a graph, or every function of LLVM IR, as structured code
    ///
    /// For LLVM IR the instructions of each block stand inside the structure.
    Structure(Structure),
    /// Structures and proves, and prints a line for each function
    Verify(Verify),
    /// Structures by every algorithm and prints a table for each function
    ///
    /// Every program is proved. An algorithm that refuses a graph says why in its row.
    Compare(Compare),
    /// Says what makes the default algorithm's code less than simple
    ///
    /// For each loop of several entries: which edges go by its dispatcher, and why. For each scope: the jumps
    /// that force it. With debug information the lines of the source stand beside the blocks.
    Explain(Explain),
    /// Prints what there is after a stage of the pipeline
    Dump(Dump),
}

/// Where the input comes from.
#[derive(Args)]
pub(crate) struct Input {
    /// The file to read; `-` is standard input
    #[arg(value_name = "IN")]
    pub(crate) path: PathBuf,
    /// The format of the input [default: by its name, else by its first word]
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub(crate) from: Option<Format>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Format {
    /// LLVM IR as text
    Ll,
    /// Our own notation of graphs
    Cfg,
    /// Graphviz
    Dot,
    /// Mermaid
    Mermaid,
}

/// How loops of several entries get one.
#[derive(Clone, Args)]
pub(crate) struct Reducing {
    /// How loops of several entries get one, where the algorithm needs that
    #[arg(long, value_name = "NAME", default_value = REDUCTIONS[0].name,
          value_parser = PossibleValuesParser::new(REDUCTIONS.map(|reduction| reduction.name)))]
    reduce: String,
    /// How large a graph may grow by copies of blocks, and a program by moves of jumps, in multiples of the
    /// graph
    #[arg(long, value_name = "N", default_value_t = 32)]
    budget: u64,
}

impl Reducing {
    /// What an algorithm is told of it, for a graph.
    pub(crate) fn settings(&self, cfg: &Cfg) -> Settings {
        let reduction = Reduction::named(&self.reduce);
        Settings {
            reduction: reduction.expect("the parser of the command line takes known names only"),
            budget: Some(Budget::times(cfg, self.budget)),
            ..Settings::default()
        }
    }
}

/// How to structure.
#[derive(Clone, Args)]
pub(crate) struct How {
    /// The algorithm
    #[arg(long, short = 'a', value_name = "NAME", default_value = ALGORITHMS[0].name,
          value_parser = PossibleValuesParser::new(ALGORITHMS.map(|algorithm| algorithm.name)))]
    pub(crate) algorithm: String,
    /// How many brackets may nest (16 or more); deeper parts become state machines [default: no limit]
    #[arg(long, value_name = "N", value_parser = max_depth)]
    pub(crate) max_depth: Option<MaxDepth>,
    #[command(flatten)]
    pub(crate) reduction: Reducing,
    /// Tidy the program: fewer jumps, scopes and steps where there are ways to say the same
    #[arg(long)]
    pub(crate) tidy: bool,
}

impl How {
    /// The algorithm that was named.
    pub(crate) fn algorithm(&self) -> &'static Algorithm {
        Algorithm::named(&self.algorithm)
            .expect("the parser of the command line takes known names only")
    }

    /// Makes the program of a graph.
    pub(crate) fn make(&self, cfg: &Cfg) -> Result<Program, Refusal> {
        let program = self.algorithm().structure(cfg, &self.settings(cfg))?;
        Ok(if self.tidy {
            tidy(cfg, &program)
        } else {
            program
        })
    }

    /// What the algorithm is told for a graph.
    pub(crate) fn settings(&self, cfg: &Cfg) -> Settings {
        Settings {
            max_depth: self.max_depth,
            ..self.reduction.settings(cfg)
        }
    }
}

/// How to make WebAssembly.
#[derive(Clone, Args)]
pub(crate) struct Making {
    #[command(flatten)]
    pub(crate) how: How,
    /// Let `block` and `loop` take parameters where that is shorter; wasm-opt of Binaryen 108 rejects such
    /// modules
    #[arg(long)]
    block_parameters: bool,
}

impl Making {
    /// What the compiler is told: these options, and how to structure a graph.
    pub(crate) fn options<'a>(
        &self,
        structure: &'a dyn Fn(&Cfg) -> Result<Program, Refusal>,
    ) -> Options<'a> {
        Options {
            structure,
            block_parameters: if self.block_parameters {
                BlockParameters::WhereShorter
            } else {
                BlockParameters::Never
            },
            exports: Exports::MarkedOrExternal,
            ..Options::default()
        }
    }
}

fn max_depth(text: &str) -> Result<MaxDepth, String> {
    let depth = text.parse::<u32>().map_err(|error| error.to_string())?;
    MaxDepth::new(depth).map_err(|error| error.to_string())
}

#[derive(Args)]
pub(crate) struct Run {
    #[command(flatten)]
    pub(crate) making: Making,
    /// The format of the input [default: by its name, else by its first word]
    #[arg(long, value_enum, value_name = "FORMAT")]
    from: Option<Format>,
    /// The file to run, `-` for standard input, and behind it what the program gets as its arguments
    #[arg(value_name = "IN [ARGS]", trailing_var_arg = true, required = true)]
    words: Vec<OsString>,
}

impl Run {
    /// What is to be run.
    pub(crate) fn input(&self) -> Input {
        Input {
            path: self.words.first().map(PathBuf::from).unwrap_or_default(),
            from: self.from,
        }
    }

    /// What the program gets as its arguments.
    pub(crate) fn arguments(&self) -> impl Iterator<Item = String> {
        let arguments = self.words.iter().skip(1);
        arguments.map(|word| word.to_string_lossy().into_owned())
    }
}

#[derive(Args)]
pub(crate) struct Compile {
    #[command(flatten)]
    pub(crate) input: Input,
    /// The file to write; `-` is standard output [default: IN with another ending, in this folder]
    #[arg(long, short, value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,
    /// What to write [default: by the ending of OUT, else wasm]
    #[arg(long, value_enum, value_name = "FORM")]
    pub(crate) emit: Option<Module>,
    /// Export this function, beside `_start` and those that the source marks; may be repeated [default: these,
    /// or all that other modules could see if there are none]
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub(crate) export: Vec<String>,
    #[command(flatten)]
    pub(crate) making: Making,
    /// Print the measures of every function to standard error
    #[arg(long)]
    pub(crate) stats: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Module {
    /// A binary module
    Wasm,
    /// A relocatable object, for wasm-ld
    Obj,
    /// A module as text
    Wat,
}

#[derive(Args)]
pub(crate) struct Cc {
    /// Options and inputs of clang
    #[arg(
        value_name = "ARGS",
        trailing_var_arg = true,
        allow_hyphen_values = true
    )]
    pub(crate) arguments: Vec<OsString>,
}

#[derive(Args)]
pub(crate) struct Structure {
    #[command(flatten)]
    pub(crate) input: Input,
    /// Only this function
    #[arg(long, short, value_name = "NAME")]
    pub(crate) function: Option<String>,
    #[command(flatten)]
    pub(crate) how: How,
    /// Divide irreducible graphs into functions that tail-call each other, with no label and no copy
    #[arg(long)]
    pub(crate) outline: bool,
    /// What to print
    #[arg(long, value_enum, default_value_t = Emit::Pseudo, value_name = "FORM")]
    pub(crate) emit: Emit,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Emit {
    /// Pseudocode
    Pseudo,
    /// JavaScript that calls block(i) and decide(i)
    Js,
    /// A WebAssembly module that calls block(i) and decide(i)
    Wat,
    /// The tree of the program for Graphviz
    Dot,
    /// The program, its measures and the verdict: see docs/json.md
    Json,
}

#[derive(Args)]
pub(crate) struct Verify {
    #[command(flatten)]
    pub(crate) input: Input,
    /// Only this function
    #[arg(long, short, value_name = "NAME")]
    pub(crate) function: Option<String>,
    #[command(flatten)]
    pub(crate) how: How,
    /// How many states a proof may visit before it is given up [default: enough for every program seen]
    #[arg(long, value_name = "N")]
    pub(crate) limit: Option<usize>,
    /// Print JSON: see docs/json.md
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct Compare {
    #[command(flatten)]
    pub(crate) input: Input,
    /// Only this function
    #[arg(long, short, value_name = "NAME")]
    pub(crate) function: Option<String>,
    /// Only these algorithms
    #[arg(long, short = 'a', value_name = "NAMES", value_delimiter = ',',
          value_parser = PossibleValuesParser::new(ALGORITHMS.map(|algorithm| algorithm.name)))]
    pub(crate) algorithms: Vec<String>,
    #[command(flatten)]
    pub(crate) reduction: Reducing,
    /// How many states a proof may visit before it is given up [default: enough for every program seen]
    #[arg(long, value_name = "N")]
    pub(crate) limit: Option<usize>,
    /// How many seconds an algorithm may take for a graph, proof included; 0 is no limit. One that is given up
    /// runs on beside the others, whose times are worth less then
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    timeout: u64,
    /// Tidy every program before it is measured; the time is without that
    #[arg(long)]
    pub(crate) tidy: bool,
    /// Only the sums over all functions
    #[arg(long, conflicts_with = "json")]
    pub(crate) totals: bool,
    /// Print JSON: see docs/json.md
    #[arg(long)]
    pub(crate) json: bool,
}

impl Compare {
    /// How long an algorithm may take for a graph, if there is a limit.
    pub(crate) fn timeout(&self) -> Option<Duration> {
        (self.timeout > 0).then(|| Duration::from_secs(self.timeout))
    }
}

#[derive(Args)]
pub(crate) struct Explain {
    #[command(flatten)]
    pub(crate) input: Input,
    /// Only this function
    #[arg(long, short, value_name = "NAME")]
    pub(crate) function: Option<String>,
}

#[derive(Args)]
pub(crate) struct Dump {
    #[command(flatten)]
    pub(crate) input: Input,
    /// The stage
    #[arg(long, value_enum, value_name = "STAGE")]
    pub(crate) after: Stage,
    /// Only this function
    #[arg(long, short, value_name = "NAME")]
    pub(crate) function: Option<String>,
    #[command(flatten)]
    pub(crate) making: Making,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Stage {
    /// The module or graph as it was understood
    Parsed,
    /// The graph of each function, as .cfg
    Cfg,
    /// The same with dispatchers where loops have several entries
    Reduced,
    /// The structured program, step by step
    Structured,
    /// The same, tidied
    Tidied,
    /// The WebAssembly module as text
    Wasm,
}
