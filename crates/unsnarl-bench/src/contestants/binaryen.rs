//! Binaryen's Relooper, in node.
//!
//! *Needs:* node, and the npm package in a folder. *Gives:* the command that answers graphs.
//! *Limits:* the package is Binaryen compiled to WebAssembly: native code would be faster by a
//! small factor.

use crate::child::Child;
use std::path::{Path, PathBuf};
use std::process::Command;

pub(crate) const NAME: &str = "Binaryen 132 Relooper";

/// The script, which node reads from a file beside the package.
const SCRIPT: &str = include_str!("binaryen.mjs");

/// Prepares the contestant: writes its script into the folder in which `npm ci` has installed the
/// package.
pub(crate) fn child(folder: &Path) -> std::io::Result<Child> {
    let script = folder.join("contestant.mjs");
    std::fs::write(&script, SCRIPT)?;
    let package: PathBuf = folder.join("node_modules/binaryen");
    Ok(Child::new(move || {
        let mut command = Command::new("node");
        command.arg("--stack-size=4000").arg(&script).arg(&package);
        command
    }))
}
