//! C for machines: a module as portable C over linear memory, without `goto`.
//!
//! *Needs:* a [`Module`], of any origin; its functions keep the [rules of the
//! machine](unsnarl_low::machine).
//! *Gives:* [`compile`]: [`Output`], a header with what a host can do, and a file of C or several.
//! *Cost:* near-linear in the module and the text.
//! *Limits:* one thread in the instances of a memory at a time; a call whose result is the
//! function's own takes no stack where the function calls itself, or where the compiler knows
//! `musttail` and the types are the same; exceptions carry at most eight values.
//!
//! What is written is strict C99 with `#if`s around what compilers offer beyond it. There is no
//! state but in instances: an instance is a `struct` that the host has, as many as it likes, and
//! every function has its instance as its first argument. What a module imports are pointers in a
//! `struct`: so two instances of one module can have different hosts, and the export of one
//! instance can be the import of another.
//!
//! ## The stages
//! 1. [`plan`] names everything, and finds which calls may grow a memory or throw.
//! 2. [`body`] writes a function, of its [`graph`]: [`block`] its blocks from
//!    [trees](unsnarl_low::trees) as statements and [expressions](expression), [`edges`] its edges,
//!    and the library its control.
//! 3. [`parts`] puts files together; [`runtime`] adds the functions of C that they call.

mod block;
mod body;
mod copies;
mod early;
mod edges;
mod error;
mod expression;
mod graph;
mod names;
mod operation;
mod parts;
mod plan;
mod runtime;
mod types;
mod variables;
mod vector;

#[cfg(test)]
mod tests;

pub use error::Error;

use crate::structured::Report;
use unsnarl::structure::Structurer;
use unsnarl_low::Module;
use unsnarl_low::module::TagData;

/// The most values of an exception: a context has room for so many.
const MOST_VALUES: usize = 8;

/// How a module becomes C.
#[derive(Clone, Debug)]
pub struct Options {
    /// What the module is called: the beginning of all names that a host sees, and of the files.
    pub name: String,
    /// How many bytes of functions a file has at most, if there are to be several: a file ends
    /// after the function that reaches it.
    pub bytes_per_file: Option<usize>,
}

/// A module as C.
#[derive(Clone, Debug)]
pub struct Output {
    /// The files with their names: the header first, then those to compile.
    pub files: Vec<(String, String)>,
    /// What was made of each function.
    pub reports: Vec<Report>,
}

/// Writes a module as C. Each function is structured by `structure`, and lowered to jumps of one
/// level; the result is proved, and so is its text.
///
/// # Errors
/// If the name is no identifier, the module is broken, a tag has more than eight values, or a graph
/// is refused.
pub fn compile(
    module: &Module,
    options: &Options,
    structure: Structurer<'_>,
) -> Result<Output, Error> {
    if !names::is_identifier(&options.name) {
        return Err(Error::Name(options.name.clone()));
    }
    let is_large = |tag: &TagData| tag.signature.parameters.len() > MOST_VALUES;
    if let Some(tag) = module.tags.iter().position(is_large) {
        return Err(Error::Tag(u32::try_from(tag).unwrap_or(u32::MAX)));
    }
    let prefix = match options.bytes_per_file {
        None => String::new(),
        Some(_) => format!("{}_", options.name),
    };
    let plan = plan::Plan::new(module, &prefix, structure);
    parts::output(&plan, options)
}
