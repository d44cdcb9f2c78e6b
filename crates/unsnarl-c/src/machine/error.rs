//! Why a module does not become C.

use thiserror::Error;
use unsnarl::CfgError;

/// Why a module does not become C.
#[derive(Debug, Error)]
pub enum Error {
    /// The name that was asked for is no identifier.
    #[error("'{0}' is not a C identifier: use letters, digits and '_', and a letter first")]
    Name(String),
    /// A rule of modules is broken.
    #[error("the module is broken: {0}")]
    Broken(&'static str),
    /// An address of something that has none.
    #[error("function {0} is called by its index in table 0, but no segment puts it there")]
    NoElement(u32),
    /// A tag with more values than a context has room for.
    #[error("tag {0} has more than eight values: its exceptions are not supported")]
    Tag(u32),
    /// The graph of a function is broken.
    #[error("function {function}: {error}")]
    Graph {
        /// The number of the function.
        function: u32,
        /// What is wrong.
        error: CfgError,
    },
    /// A function could not be structured.
    #[error("function {function}: {what}")]
    Structure {
        /// The number of the function.
        function: u32,
        /// Why.
        what: String,
    },
    /// A bug: what was written of a function is not the function.
    #[error("the C of function {function} differs from the function: {what}")]
    NotProved {
        /// The number of the function.
        function: u32,
        /// What is wrong.
        what: String,
    },
}
