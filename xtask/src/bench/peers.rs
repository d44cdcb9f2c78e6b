//! Peers that registries of packages have, in the versions and with the digests that files in
//! `bench/peers` list.
//!
//! *Needs:* npm, or a CPython with pip. *Gives:* folders below `target`.

use crate::error::Error;
use crate::paths;
use crate::process;
use crate::tools::NPM;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

const LIMIT: Duration = Duration::from_secs(600);

/// Has npm install the peers of `bench/peers`, whose lock file holds their digests; gives the
/// folder.
pub(super) fn of_npm() -> Result<PathBuf, Error> {
    let folder = paths::target().join("bench-peers");
    for name in ["package.json", "package-lock.json"] {
        let text = paths::read(&paths::root().join("bench/peers").join(name))?;
        paths::write(&folder.join(name), &text)?;
    }
    let mut npm = NPM.call()?;
    npm.current_dir(&folder)
        .args(["ci", "--no-audit", "--no-fund"]);
    process::require(&mut npm, LIMIT)?;
    // A package that npm did not lay down would only show as a contestant that always fails.
    let package = folder.join("node_modules/binaryen/index.js");
    fs::metadata(&package).map_err(Error::file("find", &package))?;
    Ok(folder)
}

/// Has pip install the peers in Python; gives the interpreter that has them.
pub(super) fn of_pip(python: &Path) -> Result<PathBuf, Error> {
    let folder = paths::target().join("bench-peers/python");
    let inner = folder.join("bin/python");
    let mut make = Command::new(python);
    process::require(make.args(["-m", "venv"]).arg(&folder), LIMIT)?;
    let mut pip = Command::new(&inner);
    pip.args(["-m", "pip", "install", "--quiet", "--require-hashes", "-r"]);
    pip.arg(paths::root().join("bench/peers/requirements.txt"));
    process::require(&mut pip, LIMIT)?;
    Ok(inner)
}
