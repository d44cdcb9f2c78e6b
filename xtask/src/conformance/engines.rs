//! Engines outside of this tree that run WebAssembly.

use crate::error::Error;
use crate::tools::NODE;
use std::path::Path;
use std::process::Command;

/// A command line that runs a module in node, with its WASI.
pub(crate) fn node(module: &Path, arguments: &[String]) -> Result<Command, Error> {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/src/run-wasi.mjs");
    let mut node = NODE.call()?;
    node.args(["--no-warnings", script])
        .arg(module)
        .args(arguments);
    Ok(node)
}
