//! Modules as JavaScript and as C, in memory: what `compile` writes and `verify` judges.
//!
//! LLVM IR of a host becomes C that people read; LLVM IR for WebAssembly, and modules of that,
//! become C over linear memory, or JavaScript.

use super::refused::failures;
use crate::args::How;
use crate::diagnostic::{Failure, Fault};
use crate::input::Source;
use crate::output::watched;
use unsnarl::{Cfg, Measures};
use unsnarl_c::{machine, people};
use unsnarl_low::Module;
use unsnarl_wasm::{Options, ReadError};

const BUG: &str = "this is a bug in unsnarl: please report it with the input";

/// What was made of a function.
pub(super) struct Made {
    pub(super) name: String,
    /// Whether its text is proved; if not, the proof was given up.
    pub(super) is_proved: bool,
    pub(super) measures: Measures,
    /// How many bytes V8 makes of it, about, if it is JavaScript.
    pub(super) bytecode: Option<usize>,
}

impl Made {
    /// The verdict and the measures, in a line.
    pub(super) fn shown(&self) -> String {
        let verdict = match self.is_proved {
            true => "proved",
            false => "not proved: the limit of states was reached",
        };
        let bytecode = self
            .bytecode
            .map(|bytes| format!(", about {bytes} bytes of bytecode"));
        format!(
            "{verdict}; {}{}",
            self.measures,
            bytecode.unwrap_or_default()
        )
    }
}

impl From<unsnarl_c::Report> for Made {
    fn from(report: unsnarl_c::Report) -> Made {
        Made {
            name: report.name,
            is_proved: report.is_proved,
            measures: report.measures,
            bytecode: None,
        }
    }
}

impl From<unsnarl_js::Report> for Made {
    fn from(report: unsnarl_js::Report) -> Made {
        Made {
            name: report.name,
            is_proved: report.is_proved,
            measures: report.measures,
            bytecode: Some(report.bytecode),
        }
    }
}

/// Reads a module of WebAssembly.
pub(super) fn read(input: &str, bytes: &[u8]) -> Result<Module, Failure> {
    let read = watched(&format!("reading {input}"), || unsnarl_wasm::read(bytes));
    read.map_err(|error| {
        let failure = Failure::new(Fault::Input, format!("{input}: {error}"));
        match error {
            ReadError::Unsupported { .. } => {
                failure.help("docs/wasm.md lists the supported features")
            }
            _ => failure,
        }
    })
}

/// Compiles LLVM IR for WebAssembly to a module of the machine.
pub(super) fn linked(
    source: &Source,
    module: &unsnarl_ir::Module,
    options: &Options<'_>,
) -> Result<Module, Failure> {
    let what = format!("compiling {}", source.name);
    let linked = watched(&what, || unsnarl_wasm::linked(module, options));
    linked.map_err(|errors| failures(source, module, &errors))
}

/// Writes LLVM IR of a host as C.
pub(super) fn for_people(
    source: &Source,
    module: &unsnarl_ir::Module,
    how: &How,
) -> Result<people::Output, Failure> {
    let structure = |cfg: &Cfg| how.make(cfg);
    let what = format!("compiling {}", source.name);
    let made = watched(&what, || people::compile(module, &structure));
    made.map_err(|refusals| {
        let all = refusals.0.iter().map(|refusal| refused(source, refusal));
        Failure::several(all)
    })
}

/// What C for people refuses, with its place.
fn refused(source: &Source, refusal: &people::Refusal) -> Failure {
    if let people::Cause::NotProved(_) = refusal.cause {
        return Failure::new(Fault::Ours, refusal).help(BUG);
    }
    let place = source.line(refusal.line);
    source
        .failure(refusal.to_string(), place.unwrap_or(0..0))
        .help("docs/c-for-people.md lists the unsupported constructs")
}

/// Writes a module as C over linear memory.
pub(super) fn for_machines(
    module: &Module,
    options: &machine::Options,
    how: &How,
) -> Result<machine::Output, Failure> {
    let structure = |cfg: &Cfg| how.make(cfg);
    let made = watched("writing C", || {
        machine::compile(module, options, &structure)
    });
    made.map_err(|error| match error {
        machine::Error::Name(name) => {
            let message =
                format!("{name} is not a C identifier, and the names of functions begin with it");
            Failure::new(Fault::Usage, message).help("name the output with letters, digits and _")
        }
        error @ machine::Error::NotProved { .. } => Failure::new(Fault::Ours, error).help(BUG),
        error => Failure::new(Fault::Input, error),
    })
}

/// Writes a module as JavaScript.
pub(super) fn javascript(
    module: &Module,
    options: &unsnarl_js::Options,
    how: &How,
) -> Result<unsnarl_js::Output, Failure> {
    let how = how.within(unsnarl_js::DEEPEST);
    let structure = |cfg: &Cfg| how.make(cfg);
    let made = watched("writing JavaScript", || {
        unsnarl_js::compile(module, options, &structure)
    });
    made.map_err(|error| match error {
        unsnarl_js::Error::NotProved { .. } => Failure::new(Fault::Ours, error).help(BUG),
        error => Failure::new(Fault::Input, error),
    })
}

/// Tells whether C of this module is for people.
pub(super) fn is_for_people(module: &unsnarl_ir::Module) -> bool {
    !module.target.starts_with("wasm")
}
