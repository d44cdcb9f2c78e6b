//! Engines: they run a WebAssembly program.
//!
//! *Needs:* a module with the export `_start` that imports nothing but WASI preview 1, and the
//! [`World`] that the user gives it.
//! *Gives:* the status that the program exits with, or why it did not start or end.
//! *Limits:* what an engine lacks is an error that names an engine that has it.
//!
//! | part | engine |
//! |---|---|
//! | [`inside`] | wasmi, which is part of this command, with WASI of our own: [`wasi`] |
//! | [`outside`] | node, Wasmtime or another program of this machine |

mod inside;
mod outside;
mod trace;
mod wasi;

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// What runs a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Engine {
    /// The one that is part of this command.
    Wasmi,
    /// Node, by the program's name or path.
    Node(PathBuf),
    /// Wasmtime.
    Wasmtime(PathBuf),
    /// A program that takes a module and the arguments of the program.
    Other(PathBuf),
}

impl FromStr for Engine {
    type Err = String;

    fn from_str(text: &str) -> Result<Engine, String> {
        let path = PathBuf::from(text);
        let stem = path.file_stem().and_then(|stem| stem.to_str());
        Ok(match stem {
            None => return Err("expected `wasmi` or a program".to_owned()),
            _ if text == "wasmi" => Engine::Wasmi,
            Some(stem) if stem.starts_with("node") => Engine::Node(path),
            Some(stem) if stem.starts_with("wasmtime") => Engine::Wasmtime(path),
            Some(_) => Engine::Other(path),
        })
    }
}

/// A folder that a program may use.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Mapped {
    pub(crate) host: PathBuf,
    /// The name by which the program knows it.
    pub(crate) guest: String,
}

impl FromStr for Mapped {
    type Err = String;

    fn from_str(text: &str) -> Result<Mapped, String> {
        let (host, guest) = text.split_once("::").unwrap_or((text, text));
        match host.is_empty() || guest.is_empty() {
            true => Err("expected `HOST` or `HOST::GUEST`".to_owned()),
            false => Ok(Mapped {
                host: host.into(),
                guest: guest.to_owned(),
            }),
        }
    }
}

/// What a program is given, and how much it may use.
#[derive(Default)]
pub(crate) struct World {
    /// They begin with the program's name.
    pub(crate) arguments: Vec<String>,
    /// `NAME=VALUE`.
    pub(crate) variables: Vec<String>,
    pub(crate) folders: Vec<Mapped>,
    /// How many steps it may take; an engine counts about one for an instruction.
    pub(crate) fuel: Option<u64>,
    /// How many bytes its memory may have.
    pub(crate) max_memory: Option<usize>,
}

impl World {
    /// The variables as names and values.
    fn pairs(&self) -> impl Iterator<Item = (&str, &str)> {
        let variables = self.variables.iter();
        variables.map(|variable| variable.split_once('=').unwrap_or((variable, "")))
    }
}

/// The module of a program.
pub(crate) struct Program {
    pub(crate) bytes: Vec<u8>,
    /// The file that holds it, if there is one.
    pub(crate) path: Option<PathBuf>,
}

impl From<Vec<u8>> for Program {
    fn from(bytes: Vec<u8>) -> Program {
        Program { bytes, path: None }
    }
}

/// Why a program gave no exit status.
#[derive(Debug)]
pub(crate) enum RunError {
    /// It never began: the engine refused the module, or an import is missing.
    NotStarted(String),
    /// It throws or catches exceptions, and the engine has none.
    Exceptions,
    /// It has exceptions, and node does not read the module.
    ExceptionsInNode(String),
    /// It has nothing that an engine could call.
    NoStart,
    /// A folder that it is given cannot be opened.
    Folder(String, std::io::Error),
    /// The engine has no such option.
    NoOption(&'static str, PathBuf),
    /// The engine cannot be run.
    NoEngine(PathBuf, std::io::Error),
    /// Files for the engine cannot be written.
    Files(std::io::Error),
    /// It began and was ended by a trap, in these functions, the innermost first.
    Trapped(String, Vec<String>),
    /// It used up its fuel.
    OutOfFuel(u64),
}

impl RunError {
    /// Tells whether the program had begun.
    pub(crate) fn has_begun(&self) -> bool {
        matches!(self, RunError::Trapped(..) | RunError::OutOfFuel(_))
    }

    /// What to do next.
    pub(crate) fn help(&self) -> Option<&'static str> {
        match self {
            RunError::Exceptions => Some(
                "use `--engine wasmtime`, or `--engine node` from node 24 on; for older versions of \
                 node, compile with `--eh legacy` (`unsnarl cc`: `-funsnarl-eh=legacy`)",
            ),
            RunError::ExceptionsInNode(_) => Some(
                "the standard exceptions need node 24; for older versions, compile with \
                 `--eh legacy` (`unsnarl cc`: `-funsnarl-eh=legacy`)",
            ),
            RunError::Trapped(_, functions) if functions.is_empty() => {
                Some("`--engine node` shows the functions and lines")
            }
            RunError::NoOption(option, _) => Some(match *option {
                "--fuel" => "use wasmi or wasmtime",
                _ => "use wasmi, node or wasmtime",
            }),
            RunError::NoEngine(..) => {
                Some("give `node`, `wasmtime` or a path; `wasmi` is always available")
            }
            _ => None,
        }
    }
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RunError::NotStarted(cause) | RunError::ExceptionsInNode(cause) => {
                write!(f, "the program cannot start: {cause}")
            }
            RunError::Exceptions => write!(
                f,
                "the program cannot start: it uses exceptions, and wasmi does not support them"
            ),
            RunError::NoStart => write!(f, "the program cannot start: it defines no `_start`"),
            RunError::Folder(folder, cause) => write!(f, "cannot open folder {folder}: {cause}"),
            RunError::NoOption(option, program) => {
                write!(f, "{} does not support {option}", program.display())
            }
            RunError::NoEngine(program, cause) => {
                write!(f, "cannot run {}: {cause}", program.display())
            }
            RunError::Files(cause) => write!(f, "{cause}"),
            RunError::Trapped(cause, functions) => {
                write!(f, "the program trapped: {cause}")?;
                functions.iter().try_for_each(|at| write!(f, "\n  at {at}"))
            }
            RunError::OutOfFuel(fuel) => write!(f, "the program used up its fuel of {fuel} steps"),
        }
    }
}

impl std::error::Error for RunError {}

/// Runs `_start` of a module; gives the program's exit status.
pub(crate) fn run(program: &Program, world: &World, engine: &Engine) -> Result<u8, RunError> {
    match engine {
        Engine::Wasmi => inside::run(&program.bytes, world),
        Engine::Node(node) => outside::node(node, program, world),
        Engine::Wasmtime(wasmtime) => outside::wasmtime(wasmtime, program, world),
        Engine::Other(other) => outside::other(other, program, world),
    }
}

/// Tells whether a module has tags, which are what exceptions have.
fn has_tags(module: &[u8]) -> bool {
    let mut sections = wasmparser::Parser::new(0).parse_all(module);
    sections.any(|section| matches!(section, Ok(wasmparser::Payload::TagSection(_))))
}

/// The file name of a program's first argument, which engines take from a path.
fn base(name: &str) -> &str {
    let name = Path::new(name).file_name().and_then(|name| name.to_str());
    name.unwrap_or("program")
}
