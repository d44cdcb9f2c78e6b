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

mod code;
mod context;
mod data;
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

pub use error::Error;
pub use options::{Alignment, Options, Style, Traps};

use unsnarl_low::Module;

use runtime::Runtime;

/// What was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    /// The module.
    pub text: String,
}

/// Writes a module as JavaScript.
///
/// # Errors
/// If something in it is not supported.
pub fn compile(module: &Module, options: &Options) -> Result<Output, Error> {
    let runtime = Runtime::new();
    let context = module::context(module, options, &runtime);
    let text = module::write(&context, &runtime)?;
    Ok(Output { text })
}
