//! Modules of the machine as JavaScript.
//!
//! *Needs:* an [`unsnarl_low::Module`], which a reader of WebAssembly or a selector fills.
//! *Gives:* [`Output`]: the text of a module of JavaScript with the interface of an instance of
//! WebAssembly, and declarations for TypeScript.
//!
//! ```
//! use unsnarl_js::{Options, compile};
//! use unsnarl_low::Module;
//!
//! let output = compile(&Module::default(), &Options::default())?;
//! assert!(output.text.contains("export function instantiate(imports = {})"));
//! # Ok::<(), unsnarl_js::Error>(())
//! ```

mod bytecode;
mod code;
mod compact;
mod context;
mod data;
mod declarations;
mod error;
mod function;
mod graph;
mod host;
mod lanes;
mod module;
mod names;
mod options;
mod piece;
mod runtime;
mod tokens;
mod variables;
mod words;

pub use bytecode::LARGEST;
pub use error::Error;
pub use options::{Alignment, Options, Style, Traps};

use unsnarl_low::Module;

use runtime::Runtime;

/// What was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    /// The module.
    pub text: String,
    /// Its declarations for TypeScript.
    pub declarations: String,
    /// Its functions, in order.
    pub reports: Vec<Report>,
}

/// What was written of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Its name in the source, or its number.
    pub name: String,
    /// An estimate of the bytecode that V8 makes of it, in bytes.
    pub bytecode: usize,
}

impl Output {
    /// The functions that V8 may never optimise, because their bytecode is above [`LARGEST`] bytes.
    pub fn too_large(&self) -> impl Iterator<Item = &Report> {
        self.reports
            .iter()
            .filter(|report| report.bytecode > LARGEST)
    }
}

/// Writes a module as JavaScript.
///
/// # Errors
/// If something in it is not supported.
pub fn compile(module: &Module, options: &Options) -> Result<Output, Error> {
    let runtime = Runtime::new();
    let context = module::context(module, options, &runtime);
    let written = module::write(&context, &runtime)?;
    let reports = written
        .functions
        .iter()
        .map(|(_, number, bytecode)| Report {
            name: context.function_name(*number),
            bytecode: *bytecode,
        });
    Ok(Output {
        reports: reports.collect(),
        declarations: declarations::declarations(module, written.is_program),
        text: written.text,
    })
}
