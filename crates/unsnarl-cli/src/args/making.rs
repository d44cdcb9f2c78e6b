//! Options about how WebAssembly is made.

use clap::{Args, ValueEnum};
use std::num::NonZeroUsize;
use unsnarl::structure::Refusal;
use unsnarl::{Cfg, Program};
use unsnarl_wasm::{BlockParameters, Exports, Options};

use super::How;

/// How to make WebAssembly.
#[derive(Clone, Args)]
pub(crate) struct Making {
    #[command(flatten)]
    pub(crate) how: How,
    /// Give `block` and `loop` parameters where that is shorter; wasm-opt of Binaryen 108 rejects
    /// such modules
    #[arg(long)]
    pub(crate) block_parameters: bool,
    /// Trap where a function would use memory beyond the end of the stack, instead of overwriting
    /// data
    #[arg(long)]
    pub(crate) stack_check: bool,
    /// The instructions for exceptions [default: standard]
    #[arg(long, value_enum, value_name = "FORM")]
    pub(crate) eh: Option<Eh>,
    /// The relocation model of an object; shared libraries need pic [default: pic if the module has
    /// the flag `PIC Level`, else static]
    #[arg(long, value_enum, value_name = "MODEL")]
    pub(crate) relocation_model: Option<RelocationModel>,
    /// How functions return results of several numbers [default: default]
    #[arg(long, value_enum, value_name = "ABI")]
    pub(crate) abi: Option<Abi>,
    #[command(flatten)]
    pub(crate) size: Size,
    /// What to prove of every function [default: all]
    #[arg(long, value_enum, value_name = "WHAT")]
    pub(crate) prove: Option<Prove>,
    /// How many functions to compile at once; the output does not depend on it [default: one for
    /// each processor; modules with --block-parameters: one]
    #[arg(long, short, value_name = "N")]
    pub(crate) jobs: Option<NonZeroUsize>,
}

/// What to prove.
#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Prove {
    /// Control and data
    #[default]
    All,
    /// Control alone, which takes a fifth less time
    Control,
}

/// In which instructions to write exceptions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Eh {
    /// The instructions of WebAssembly 3.0: `try_table`, `throw_ref`
    #[default]
    Standard,
    /// The older instructions: `try`, `catch`, `rethrow`, `delegate`
    Legacy,
}

impl Eh {
    /// Its name on the command line.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Eh::Standard => "standard",
            Eh::Legacy => "legacy",
        }
    }
}

/// Where the code of an object may be loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum RelocationModel {
    /// Code for the address that the linker chooses
    Static,
    /// Position-independent code, for any place in memory and in the table
    Pic,
}

impl RelocationModel {
    /// Its name on the command line.
    pub(crate) fn name(self) -> &'static str {
        match self {
            RelocationModel::Static => "static",
            RelocationModel::Pic => "pic",
        }
    }
}

/// How functions return results of several numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Abi {
    /// Through memory of the caller
    #[default]
    Default,
    /// As several results, which objects of the default ABI do not expect
    ExperimentalMv,
}

impl Abi {
    /// Its name on the command line.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Abi::Default => "default",
            Abi::ExperimentalMv => "experimental-mv",
        }
    }
}

/// How large a function may be.
#[derive(Clone, Args)]
pub(crate) struct Size {
    /// How many bytes of code a function may have; a larger function is divided. For WebAssembly
    /// the default is the limit of engines; for JavaScript bytes are those of V8's bytecode, and
    /// the default is the size above which V8 does not optimise [default: 7654321; 59500 for
    /// JavaScript]
    #[arg(long, value_name = "BYTES", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) function_limit: Option<u64>,
}

impl Size {
    /// How many bytes a function of WebAssembly may have.
    pub(crate) fn function_bytes(&self) -> u64 {
        let default = || Options::default().function_bytes;
        self.function_limit.unwrap_or_else(default)
    }

    /// How many bytes of V8's bytecode a function of JavaScript may have.
    pub(crate) fn bytecode(&self) -> usize {
        let wanted = self.function_limit.map(usize::try_from);
        wanted.map_or(unsnarl_js::LARGEST, |bytes| bytes.unwrap_or(usize::MAX))
    }
}

impl Making {
    /// The options of the compiler: these, and how to structure a graph.
    pub(crate) fn options<'a>(
        &self,
        structure: &'a (dyn Fn(&Cfg) -> Result<Program, Refusal> + Sync),
    ) -> Options<'a> {
        let options = Options::default();
        Options {
            structure,
            function_bytes: self.size.function_bytes(),
            block_parameters: if self.block_parameters {
                BlockParameters::WhereShorter
            } else {
                BlockParameters::Never
            },
            exports: Exports::MarkedOrExternal,
            stack: match self.stack_check {
                true => unsnarl_wasm::Stack::Checked,
                false => unsnarl_wasm::Stack::Unchecked,
            },
            exceptions: match self.eh.unwrap_or_default() {
                Eh::Standard => unsnarl_wasm::Exceptions::Standard,
                Eh::Legacy => unsnarl_wasm::Exceptions::Legacy,
            },
            relocation: match self.relocation_model {
                None => unsnarl_wasm::Relocation::OfModule,
                Some(RelocationModel::Static) => unsnarl_wasm::Relocation::Static,
                Some(RelocationModel::Pic) => unsnarl_wasm::Relocation::PositionIndependent,
            },
            abi: match self.abi.unwrap_or_default() {
                Abi::Default => unsnarl_wasm::Abi::Default,
                Abi::ExperimentalMv => unsnarl_wasm::Abi::MultiValue,
            },
            prove: match self.prove.unwrap_or_default() {
                Prove::All => unsnarl_wasm::Prove::ControlAndData,
                Prove::Control => unsnarl_wasm::Prove::Control,
            },
            jobs: self.jobs,
            ..options
        }
    }
}
