//! Engines outside of this tree that run WebAssembly commands under WASI.
//!
//! *Needs:* the tools of each engine, and for Wasmtime its package from PyPI, which pip downloads
//! by version and digest.
//! *Gives:* command lines. Arguments and results of the scripts in `xtask/engines` are in their
//! README.
//! *Limits:* Wasmtime is called through its Python package: 10 MB and no build, where the crate is
//! 167 crates and ten minutes of compiling. Its start takes 0.2 s a run.

use crate::downloads;
use crate::error::Error;
use crate::paths;
use crate::process;
use crate::tools::{JS102, NODE, PYTHON};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// What runs a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Engine {
    /// V8, as it comes: a baseline compiler first, the optimising one for what is hot.
    Node,
    /// V8 with its optimising compiler alone.
    NodeOptimizing,
    /// V8 with our WASI, for programs in WebAssembly or in JavaScript.
    NodeText,
    /// SpiderMonkey, as it comes.
    SpiderMonkey,
    /// Wasmtime, whose compiler optimises everything ahead.
    Wasmtime,
    /// V8 in a browser without a window.
    Chromium,
    /// SpiderMonkey in a browser without a window.
    Firefox,
}

/// Node 20 warns that WASI is experimental, and now and then crashes in calls of it that V8 makes
/// without leaving machine code.
const NODE_FLAGS: [&str; 2] = ["--no-warnings", "--no-turbo-fast-api-calls"];

/// V8 takes a megabyte if nothing is said, and functions that are not optimised yet have large
/// frames.
pub(crate) const NODE_STACK: &str = "--stack-size=4000";

const DOWNLOAD_LIMIT: Duration = Duration::from_secs(600);
/// For the start of a browser.
const START_LIMIT: Duration = Duration::from_secs(120);

impl Engine {
    /// The name that tables give it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Node | Self::NodeText => "node",
            Self::NodeOptimizing => "node --no-liftoff",
            Self::SpiderMonkey => "js102",
            Self::Wasmtime => "wasmtime",
            Self::Chromium => "chromium",
            Self::Firefox => "firefox",
        }
    }

    /// A command line that takes `[--times] MODULE [ARGUMENTS…]` and runs it.
    ///
    /// Downloads Wasmtime if it is not there.
    pub(crate) fn script(self) -> Result<Command, Error> {
        let mut command = match self {
            Self::Node | Self::NodeOptimizing | Self::NodeText => NODE.call()?,
            Self::SpiderMonkey => JS102.call()?,
            Self::Wasmtime | Self::Chromium | Self::Firefox => PYTHON.call()?,
        };
        match self {
            Self::Node => command.args(NODE_FLAGS),
            Self::NodeOptimizing => command.args(NODE_FLAGS).arg("--no-liftoff"),
            Self::NodeText => command.arg(NODE_STACK),
            Self::SpiderMonkey | Self::Chromium | Self::Firefox => &mut command,
            Self::Wasmtime => command
                .env("PYTHONPATH", install_wasmtime()?)
                .env("PYTHONDONTWRITEBYTECODE", "1"),
        };
        command.arg(scripts().join(match self {
            Self::Node | Self::NodeOptimizing => "run-node.mjs",
            Self::NodeText => "run-node-text.mjs",
            Self::SpiderMonkey => "run-js102.js",
            Self::Wasmtime => "run-wasmtime.py",
            Self::Chromium | Self::Firefox => "run-browser.py",
        }));
        if matches!(self, Self::Chromium | Self::Firefox) {
            command.arg(self.name());
        }
        Ok(command)
    }

    /// Runs many modules in one process, the name of a module being the path of its file; gives how
    /// each ended, as [`Ending`](process::Ending) has it. What one wrote is in files beside it, of
    /// the same name with `.out` and `.err`. `list` is the path of a file that this writes.
    ///
    /// For node and the browsers, whose start takes longer than most programs.
    pub(crate) fn run_many(
        self,
        list: &Path,
        modules: &[PathBuf],
        seconds: u64,
    ) -> Result<Vec<String>, Error> {
        let lines: Vec<String> = modules
            .iter()
            .map(|one| one.display().to_string())
            .collect();
        paths::write(list, lines.join("\n").as_bytes())?;
        let mut command = match self {
            Self::Node => {
                let mut node = NODE.call()?;
                node.args(NODE_FLAGS);
                node.arg(scripts().join("run-node-many.mjs"));
                node
            }
            _ => {
                let mut script = self.script()?;
                script.arg("--many");
                script
            }
        };
        command.arg(list).arg(seconds.to_string());
        let limit = Duration::from_secs(seconds * (modules.len() as u64 + 1)) + START_LIMIT;
        let output = process::require(&mut command, limit)?;
        let output = String::from_utf8_lossy(&output);
        let endings: Vec<String> = output.lines().map(str::to_owned).collect();
        if endings.len() == modules.len() {
            return Ok(endings);
        }
        Err(Error::Failed {
            command: process::shown(&command),
            ending: format!("{} lines for {} modules", endings.len(), modules.len()),
            output: String::new(),
        })
    }

    /// A command line that runs a module.
    pub(crate) fn run(self, module: &Path, arguments: &[String]) -> Result<Command, Error> {
        let mut command = self.script()?;
        command.arg(module).args(arguments);
        Ok(command)
    }
}

/// A command line that runs a module in node.
pub(crate) fn node(module: &Path, arguments: &[String]) -> Result<Command, Error> {
    Engine::Node.run(module, arguments)
}

fn scripts() -> PathBuf {
    paths::root().join("xtask/engines")
}

/// Has pip download the package, unless that very one is there; gives its folder.
///
/// The list of versions and digests is written last, so that an unfinished installation is
/// repeated.
fn install_wasmtime() -> Result<PathBuf, Error> {
    let list = scripts().join("wasmtime.txt");
    let wanted = paths::read(&list)?;
    let folder = paths::target().join("engines/wasmtime");
    let _installing = paths::lock(&folder)?;
    let installed = folder.join("wasmtime.txt");
    if fs::read(&installed).is_ok_and(|found| found == wanted) {
        return Ok(folder);
    }
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(Error::file("remove", &folder))?;
    }
    let mut pip = PYTHON.call()?;
    pip.args(["-m", "pip", "install", "--quiet", "--no-deps"])
        .args(["--only-binary", ":all:", "--require-hashes"])
        .arg("--requirement")
        .arg(&list)
        .arg("--target")
        .arg(&folder);
    downloads::timed("Wasmtime", || process::require(&mut pip, DOWNLOAD_LIMIT))?;
    paths::write(&installed, &wanted)?;
    Ok(folder)
}
