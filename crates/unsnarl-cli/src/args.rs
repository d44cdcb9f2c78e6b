//! The command line as the user writes it.

mod compile;
mod making;
mod run;

use clap::builder::PossibleValuesParser;
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;
use unsnarl::program::{PROFILES, Profile};
use unsnarl::reduce::{Budget, REDUCTIONS, Reduction};
use unsnarl::structure::{ALGORITHMS, Algorithm, MaxDepth, Refusal, Settings};
use unsnarl::tidy::tidy;
use unsnarl::{Cfg, Program};

pub(crate) use compile::{Compile, Module};
pub(crate) use making::{Abi, Eh, Making, RelocationModel, Size};
pub(crate) use run::Run;

/// The text below the help.
const EXAMPLES: &str = "\
Examples:
  clang --target=wasm32-wasi -O2 -S -emit-llvm x.c     compiles C to LLVM IR: x.ll
  unsnarl run x.ll one two                             runs it, with a libc if it needs one
  unsnarl cc -O2 x.c -o x.wasm                         makes a program with its libc
  unsnarl compile x.wasm -o x.mjs                      makes JavaScript of it, or of any module
  unsnarl compile x.wasm -o portable.c                 makes C without goto, and a header
  unsnarl compile x.ll -o x.o                          makes an object, for wasm-ld
  unsnarl compile x.ll --export f                      makes x.wasm with f and what it calls
  unsnarl structure x.ll --function f                  shows f as code without jumps
  unsnarl dump x.ll --after cfg | unsnarl verify -     structures its graphs and proves the results
  unsnarl compare x.ll --function f                    compares all algorithms on it
  printf 'a -> a | b\\nb -> return' | unsnarl structure -";

/// Turns control-flow graphs into structured code, and proves that every jump is kept.
///
/// Input is LLVM IR (.ll, or bitcode), a module of WebAssembly (.wasm), or a graph as .cfg, DOT
/// (.dot, .gv) or Mermaid (.mmd). Output is WebAssembly, JavaScript or C without goto (`compile`),
/// or pseudocode and skeletons in six languages (`structure`). Bitcode and modules are recognized
/// by their first bytes, other formats by the name of the file, else by its first lines; --from
/// overrides all. `-` reads standard input.
///
/// Exit status: 0 success; 1 an error in the input; 2 an error in the command line; 3 a bug in
/// unsnarl, such as a failed proof; 4 a proof of `verify` that reached its limit undecided; 124
/// after --timeout. `run` exits with the status of the program, with 125 if it never started and
/// with 134 after a trap.
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

impl Command {
    /// How long it may take, if there is a limit.
    pub(crate) fn time_limit(&self) -> Option<Duration> {
        let time = match self {
            Command::Run(run) => run.time,
            Command::Compile(compile) => compile.time,
            Command::Structure(structure) => structure.time,
            Command::Verify(verify) => verify.time,
            Command::Explain(explain) => explain.time,
            Command::Dump(dump) => dump.time,
            // That of `compare` is for each algorithm; builds have limits of their own.
            Command::Compare(_) | Command::Cc(_) | Command::Cpp(_) | Command::Ld(_) => return None,
        };
        time.timeout
    }
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Runs LLVM IR, C or WebAssembly, in the embedded engine or another one
    ///
    /// IN is LLVM IR, which is compiled and linked with the libc that `unsnarl cc` uses (not linked
    /// if it defines `_start` and everything that it calls); C (.c), which is compiled as by
    /// `unsnarl cc -O2`; or a module (.wasm) that exports `_start`. The program gets ARGS, the
    /// standard streams, and what --dir and --env give it. Options of unsnarl go before IN.
    ///
    /// Exit status: the program's own; 124 after --timeout; 125 if it never started, for whatever
    /// reason; 134 after a trap.
    Run(Run),
    /// Compiles LLVM IR or a module of WebAssembly to WebAssembly, JavaScript or C
    ///
    /// For WebAssembly, every function is proved: its bytes, read back, take the same jumps as the
    /// function's graph and, unless --prove control is given, compute the same values. For
    /// JavaScript and C, the jumps of the text are proved. Nothing is written if there is any
    /// error. A module (.wasm, .wat) contains the functions and variables that its exports need,
    /// and must define all of them. If the code needs a libc, write an object (.o) for a linker, or
    /// let `unsnarl cc` link a program.
    ///
    /// An option that does not apply to the form of the output is an error: --block-parameters,
    /// --eh, --prove and --relocation-model are for WebAssembly, --function-limit is for
    /// WebAssembly and JavaScript, --split is for C.
    Compile(Compile),
    /// Compiles and links C: a drop-in replacement for clang in a build
    ///
    /// Takes the options of clang. `unsnarl cc --help` lists its own.
    #[command(disable_help_flag = true)]
    Cc(Cc),
    /// Compiles and links C++: a drop-in replacement for clang++ in a build
    ///
    /// Takes the options of clang++. `unsnarl c++ --help` lists its own.
    #[command(name = "c++", disable_help_flag = true)]
    Cpp(Cc),
    /// Links objects and LLVM bitcode: a drop-in replacement for wasm-ld
    ///
    /// Takes the options of wasm-ld. `unsnarl ld --help` lists its own.
    #[command(disable_help_flag = true)]
    Ld(Cc),
    /// Prints a graph, or every function of LLVM IR or of a module, as structured code
    ///
    /// For LLVM IR, each block is shown as statements and expressions; with --raw, as instructions.
    Structure(Structure),
    /// Structures every function, proves the result, and prints a line for each
    Verify(Verify),
    /// Structures every function with every algorithm and prints a table for each
    ///
    /// Every result is proved. If an algorithm refuses a graph, its row says why.
    Compare(Compare),
    /// Explains each dispatcher and scope in the default algorithm's code
    ///
    /// For each loop with several entries: the edges through its dispatcher, and the reasons. For
    /// each scope: the jumps that need it. With debug information, blocks are shown with their
    /// files and lines.
    Explain(Explain),
    /// Prints the result of a stage of the pipeline
    Dump(Dump),
}

/// The input and its format.
#[derive(Args)]
pub(crate) struct Input {
    /// The file to read; `-` is standard input
    #[arg(value_name = "IN")]
    pub(crate) path: PathBuf,
    /// The format of the input [default: from its first bytes, its name, or its first lines]
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub(crate) from: Option<Format>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Format {
    /// LLVM IR as text
    Ll,
    /// LLVM IR as bitcode
    Bitcode,
    /// A module of WebAssembly: see docs/wasm.md
    Wasm,
    /// Unsnarl's notation for graphs: see docs/notation.md
    Cfg,
    /// Graphviz
    Dot,
    /// Mermaid
    Mermaid,
}

/// Which graph of LLVM IR.
#[derive(Clone, Copy, Args)]
pub(crate) struct Before {
    /// Use each function of LLVM IR as it is in the source [default: after the rewrites of
    /// `compile`, which `dump --after rewritten` shows]
    #[arg(long)]
    pub(crate) source: bool,
}

/// Which graph of a function is meant.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Graph {
    /// That of the source.
    Source,
    /// The one that is compiled.
    Rewritten,
}

impl Before {
    /// The graph that the user wants.
    pub(crate) fn graph(self) -> Graph {
        match self.source {
            true => Graph::Source,
            false => Graph::Rewritten,
        }
    }
}

/// How large a result may grow unless the user says otherwise, in multiples of the graph's size.
const BUDGET: u64 = 32;

/// The first of these options that the user gave.
pub(crate) fn first_given<'a>(options: &[(&'a str, bool)]) -> Option<&'a str> {
    let mut given = options.iter().filter(|(_, is_given)| *is_given);
    given.next().map(|(option, _)| *option)
}

/// How loops with several entries are made reducible.
#[derive(Clone, Args)]
pub(crate) struct Reducing {
    /// How to make loops with several entries reducible, if the algorithm needs it
    #[arg(long, value_name = "NAME", default_value = REDUCTIONS[0].name,
          value_parser = PossibleValuesParser::new(REDUCTIONS.map(|reduction| reduction.name)))]
    reduce: String,
    /// How large the result may grow where blocks are copied or jumps moved, in multiples of the
    /// graph's size
    #[arg(long, value_name = "N", default_value_t = BUDGET)]
    budget: u64,
}

impl Reducing {
    /// The settings of an algorithm, for a graph.
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
          value_parser = PossibleValuesParser::new(ALGORITHMS.iter().map(|algorithm| algorithm.name)))]
    pub(crate) algorithm: String,
    /// How deep loops, scopes and branches may nest (16 or more); only `nested`, whose deeper parts
    /// become state machines, and `state-machine` take a limit [default: no limit]
    #[arg(long, value_name = "N", value_parser = max_depth)]
    pub(crate) max_depth: Option<MaxDepth>,
    #[command(flatten)]
    pub(crate) reduction: Reducing,
    /// Simplify the result: fewer jumps, scopes and steps, the same behaviour
    #[arg(long)]
    pub(crate) tidy: bool,
}

impl How {
    /// Its options, and which of them differ from their defaults.
    pub(crate) fn changed(&self) -> [(&'static str, bool); 5] {
        let reducing = &self.reduction;
        [
            ("--algorithm", self.algorithm != ALGORITHMS[0].name),
            ("--budget", reducing.budget != BUDGET),
            ("--max-depth", self.max_depth.is_some()),
            ("--reduce", reducing.reduce != REDUCTIONS[0].name),
            ("--tidy", self.tidy),
        ]
    }

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

    /// The same, but not deeper than `depth`, if the algorithm can keep that.
    pub(crate) fn within(&self, depth: u32) -> How {
        let max_depth = match self.algorithm().promises.keeps_depth() {
            true => self
                .max_depth
                .into_iter()
                .chain(MaxDepth::new(depth).ok())
                .min(),
            false => self.max_depth,
        };
        How {
            max_depth,
            ..self.clone()
        }
    }

    /// The settings of the algorithm, for a graph.
    pub(crate) fn settings(&self, cfg: &Cfg) -> Settings {
        Settings {
            max_depth: self.max_depth,
            ..self.reduction.settings(cfg)
        }
    }
}

/// For which targets to lower.
#[derive(Clone, Args)]
pub(crate) struct Target {
    /// Lower the result to the jumps that a kind of target has: a (multi-level, as in WebAssembly
    /// and JavaScript), rust (multi-level, to loops and scopes), b (single-level, and a switch
    /// catches break, as in C), python (single-level), shader (b with named merges, as in WGSL),
    /// if-while (none). See docs/profiles.md [default: as structured]
    #[arg(long, value_name = "NAME", hide_possible_values = true,
          value_parser = PossibleValuesParser::new(PROFILES.map(|profile| profile.name)))]
    profile: Option<String>,
}

impl Target {
    /// The profile that was named, with the maximal depth.
    pub(crate) fn profile(&self, how: &How) -> Option<Profile> {
        Some(Profile {
            max_depth: how.max_depth.map(MaxDepth::get),
            ..*self.named()?
        })
    }

    /// The profile that was named.
    pub(crate) fn named(&self) -> Option<&'static Profile> {
        let profile = Profile::named(self.profile.as_deref()?);
        Some(profile.expect("the parser of the command line takes known names only"))
    }
}

fn max_depth(text: &str) -> Result<MaxDepth, String> {
    let depth = text.parse::<u32>().map_err(|error| error.to_string())?;
    MaxDepth::new(depth).map_err(|error| error.to_string())
}

/// How long a command may take.
#[derive(Clone, Copy, Args)]
pub(crate) struct Time {
    /// End the command after this many seconds, with status 124
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    timeout: Option<Duration>,
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse::<f64>().map_err(|error| error.to_string())?;
    Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string())
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
    pub(crate) before: Before,
    #[command(flatten)]
    pub(crate) how: How,
    #[command(flatten)]
    pub(crate) target: Target,
    /// Divide irreducible graphs into functions that tail-call each other: no label variable, no
    /// copied blocks
    #[arg(long)]
    pub(crate) outline: bool,
    /// Show the instructions of LLVM IR in pseudocode and JSON [default: statements and
    /// expressions, with the names and lines of the source if it has debug information]
    #[arg(long)]
    pub(crate) raw: bool,
    /// What to print
    #[arg(long, value_enum, default_value_t = Emit::Pseudo, value_name = "FORM")]
    pub(crate) emit: Emit,
    #[command(flatten)]
    pub(crate) time: Time,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Emit {
    /// Pseudocode
    Pseudo,
    /// JavaScript that calls block(i) and decide(i)
    Js,
    /// C without goto that calls block(i) and decide(i), lowered to profile b
    C,
    /// Rust that calls block(i) and decide(i), lowered to profile rust
    Rust,
    /// Python that calls block(i) and decide(i), lowered to profile python
    Python,
    /// WGSL that calls block(i) and decide(i), lowered to profile shader
    Wgsl,
    /// A WebAssembly module that calls block(i) and decide(i)
    Wat,
    /// The tree of the program, for Graphviz
    Dot,
    /// The program, its measures and the verdict, as described in docs/json.md
    Json,
}

impl Emit {
    /// The profile that the language needs, if it cannot say every program.
    pub(crate) fn profile(self) -> Option<&'static Profile> {
        match self {
            Emit::C => Some(&Profile::SINGLE_LEVEL),
            Emit::Rust => Some(&Profile::RUST),
            Emit::Python => Some(&Profile::PYTHON),
            Emit::Wgsl => Some(&Profile::SHADER),
            Emit::Pseudo | Emit::Js | Emit::Wat | Emit::Dot | Emit::Json => None,
        }
    }
}

#[derive(Args)]
pub(crate) struct Verify {
    #[command(flatten)]
    pub(crate) input: Input,
    /// Only this function
    #[arg(long, short, value_name = "NAME")]
    pub(crate) function: Option<String>,
    #[command(flatten)]
    pub(crate) before: Before,
    #[command(flatten)]
    pub(crate) how: How,
    #[command(flatten)]
    pub(crate) target: Target,
    #[command(flatten)]
    pub(crate) size: Size,
    /// How many states a proof may visit before it is given up [default: from the size of the
    /// program]
    #[arg(long, value_name = "N")]
    pub(crate) limit: Option<usize>,
    /// Prove the text of JavaScript or C that `compile` would write, in place of the bytes of an
    /// object
    #[arg(long, value_enum, value_name = "LANGUAGE")]
    pub(crate) emit: Option<Language>,
    /// Print JSON, as described in docs/json.md
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) time: Time,
}

/// A language whose text is proved.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Language {
    /// JavaScript
    Js,
    /// C (for people if the input is LLVM IR for a host)
    C,
}

#[derive(Args)]
pub(crate) struct Compare {
    #[command(flatten)]
    pub(crate) input: Input,
    /// Only this function
    #[arg(long, short, value_name = "NAME")]
    pub(crate) function: Option<String>,
    #[command(flatten)]
    pub(crate) before: Before,
    /// Only these algorithms
    #[arg(long, short = 'a', value_name = "NAMES", value_delimiter = ',',
          value_parser = PossibleValuesParser::new(ALGORITHMS.iter().map(|algorithm| algorithm.name)))]
    pub(crate) algorithms: Vec<String>,
    #[command(flatten)]
    pub(crate) reduction: Reducing,
    /// How many states a proof may visit before it is given up [default: from the size of the
    /// program]
    #[arg(long, value_name = "N")]
    pub(crate) limit: Option<usize>,
    /// How many seconds an algorithm may take for a graph, proof included; 0 means no limit. An
    /// algorithm that exceeds it keeps running in the background and disturbs the times of the
    /// others
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    timeout: u64,
    /// Simplify every program before it is measured; the time does not include this
    #[arg(long)]
    pub(crate) tidy: bool,
    #[command(flatten)]
    pub(crate) target: Target,
    /// Print only the sums over all functions
    #[arg(long, conflicts_with = "json")]
    pub(crate) totals: bool,
    /// Print JSON, as described in docs/json.md
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
    #[command(flatten)]
    pub(crate) before: Before,
    #[command(flatten)]
    pub(crate) time: Time,
}

#[derive(Args)]
pub(crate) struct Dump {
    #[command(flatten)]
    pub(crate) input: Input,
    /// The stage to print
    #[arg(long, value_enum, value_name = "STAGE")]
    pub(crate) after: Stage,
    /// Only this function
    #[arg(long, short, value_name = "NAME")]
    pub(crate) function: Option<String>,
    #[command(flatten)]
    pub(crate) before: Before,
    #[command(flatten)]
    pub(crate) making: Making,
    #[command(flatten)]
    pub(crate) time: Time,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Stage {
    /// The module or graph as it was read
    Parsed,
    /// The module after the rewrites for WebAssembly (of wide values, returns and latches, among
    /// others)
    Rewritten,
    /// The graph of each function, as .cfg
    Cfg,
    /// The graph, made reducible
    Reduced,
    /// The structured program, step by step
    Structured,
    /// The structured program, simplified as by --tidy
    Tidied,
    /// The functions of LLVM IR as code of the low-level machine: see docs/low.md
    Low,
    /// The low-level code after its passes
    Opt,
    /// The low-level code as expression trees
    Trees,
    /// The WebAssembly module as text
    Wasm,
}
