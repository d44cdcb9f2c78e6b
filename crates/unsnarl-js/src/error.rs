//! What cannot be written.

/// Why a module cannot be written as JavaScript.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// Something in a function is not supported.
    #[error("function {function}: {what} is not supported in JavaScript")]
    Function {
        /// The name of the function, or its number.
        function: String,
        /// What it is.
        what: String,
    },
    /// Something of the module is not supported.
    #[error("{what} is not supported in JavaScript")]
    Module {
        /// What it is.
        what: String,
    },
    /// A graph is refused.
    #[error("function {function}: {source}")]
    Graph {
        /// The name of the function, or its number.
        function: String,
        /// Why.
        source: unsnarl::CfgError,
    },
    /// A graph is not structured.
    #[error("function {function}: {what}")]
    Structure {
        /// The name of the function, or its number.
        function: String,
        /// Why.
        what: String,
    },
    /// The division of a function, its structured program or its text is wrong. This is a bug of
    /// Unsnarl.
    #[error("function {function}: {reason}")]
    NotProved {
        /// The name of the function, or its number.
        function: String,
        /// What is wrong.
        reason: String,
    },
}

/// Something of a module that is not supported.
pub(crate) fn refused(what: impl Into<String>) -> Error {
    Error::Module { what: what.into() }
}
