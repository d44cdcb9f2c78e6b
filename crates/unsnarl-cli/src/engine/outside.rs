//! Engines that are programs of this machine.
//!
//! *Needs:* the program, which gets the module in its own file, or in a temporary one.
//! *Gives:* its exit status, which is that of the module's program, or what it reports of a trap.
//! *Limits:* what Wasmtime and others print of a trap, and of a module that they refuse, goes to
//! standard error as it is, and the status is theirs.

use super::{Program, RunError, World, base, has_tags, trace};
use crate::cleanup::{self, Temporary, code, watch_signals};
use serde_json::{Map, Value, json};
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What node runs.
const SCRIPT: &str = include_str!("node.mjs");

/// Node says so of WASI at every start, and version 20 now and then crashes in calls of it that V8
/// makes without leaving machine code.
const FLAGS: [&str; 2] = ["--no-warnings", "--no-turbo-fast-api-calls"];

/// Switches the standard form of exceptions on, in versions that have it and do not by themselves.
const EXCEPTIONS: &str = "--experimental-wasm-exnref";

/// The bytes of a page of memory.
const PAGE: usize = 65536;

/// A module in a file, and a folder for other files.
struct Placed {
    folder: Temporary,
    module: OsString,
}

impl Placed {
    fn new(program: &Program, name: &str) -> Result<Placed, RunError> {
        let placed = || -> io::Result<Placed> {
            watch_signals()?;
            let folder = Temporary::new()?;
            let module = match &program.path {
                Some(path) => path.clone().into_os_string(),
                None => {
                    let path = folder.file(name);
                    fs::write(&path, &program.bytes)?;
                    path
                }
            };
            Ok(Placed { folder, module })
        };
        placed().map_err(RunError::Files)
    }
}

fn status(program: &Path, command: &mut Command) -> Result<u8, RunError> {
    let ended = cleanup::run(command);
    let ended = ended.map_err(|cause| RunError::NoEngine(program.to_owned(), cause))?;
    Ok(code(ended))
}

/// Fails if the user asks for what an engine does not have.
fn refuse(program: &Path, options: &[(&'static str, bool)]) -> Result<(), RunError> {
    match options.iter().find(|(_, is_given)| *is_given) {
        Some((option, _)) => Err(RunError::NoOption(option, program.to_owned())),
        None => Ok(()),
    }
}

/// Tells whether node has an option of V8.
fn knows(program: &Path, option: &str) -> bool {
    let listed = Command::new(program).arg("--v8-options").output();
    listed.is_ok_and(|listed| String::from_utf8_lossy(&listed.stdout).contains(option))
}

/// Tells whether an older node refuses a module for its standard exceptions: it does not know the
/// instruction `try_table`, or the type `exnref`, whose number another type had.
fn is_of_exceptions(refused: &str) -> bool {
    let parts = ["0x1f", "exnref", "noexternref"];
    parts.iter().any(|part| refused.contains(part))
}

/// Runs a module in node.
pub(super) fn node(node: &Path, program: &Program, world: &World) -> Result<u8, RunError> {
    refuse(node, &[("--fuel", world.fuel.is_some())])?;
    for folder in &world.folders {
        fs::read_dir(&folder.host)
            .map_err(|cause| RunError::Folder(folder.host.display().to_string(), cause))?;
    }
    let placed = Placed::new(program, "program.wasm")?;
    let report = placed.folder.file("report.json");
    let env: Map<String, Value> = world
        .pairs()
        .map(|(name, value)| (name.to_owned(), value.into()))
        .collect();
    // In their order, which a map would not keep.
    let folders = world.folders.iter();
    let folders = folders.map(|folder| json!([folder.guest, folder.host.to_string_lossy()]));
    let folders: Vec<Value> = folders.collect();
    let what = json!({
        "module": placed.module.to_string_lossy(),
        "report": report.to_string_lossy(),
        "args": world.arguments,
        "env": env,
        "folders": folders,
    });
    let has_tags = has_tags(&program.bytes);
    let mut command = Command::new(node);
    command.args(FLAGS);
    if let Some(bytes) = world.max_memory {
        command.arg(format!("--wasm-max-mem-pages={}", bytes / PAGE));
    }
    if has_tags && knows(node, EXCEPTIONS) {
        command.arg(EXCEPTIONS);
    }
    command.args(["--input-type=module", "-e", SCRIPT, "--"]);
    command.arg(what.to_string());
    let status = status(node, &mut command)?;
    let Some(why) = fs::read(&report)
        .ok()
        .and_then(|bytes| serde_json::from_slice::<Value>(&bytes).ok())
    else {
        return Ok(status);
    };
    Err(match (why["refused"].as_str(), why["trapped"].as_str()) {
        (Some(refused), _) if has_tags && is_of_exceptions(refused) => {
            RunError::ExceptionsInNode(refused.to_owned())
        }
        (Some(refused), _) => RunError::NotStarted(refused.to_owned()),
        (None, cause) => RunError::Trapped(
            cause.unwrap_or_default().to_owned(),
            trace::shown(
                &program.bytes,
                why["frames"].as_array().map_or(&[], Vec::as_slice),
            ),
        ),
    })
}

/// Runs a module in Wasmtime.
pub(super) fn wasmtime(wasmtime: &Path, program: &Program, world: &World) -> Result<u8, RunError> {
    let placed = Placed::new(program, "program.wasm")?;
    let mut command = Command::new(wasmtime);
    command.arg("run");
    for folder in &world.folders {
        let mut pair = folder.host.clone().into_os_string();
        pair.push(format!("::{}", folder.guest));
        command.arg("--dir").arg(pair);
    }
    for variable in &world.variables {
        command.args(["--env", variable]);
    }
    if let Some(fuel) = world.fuel {
        command.arg(format!("-Wfuel={fuel}"));
    }
    if let Some(bytes) = world.max_memory {
        command.arg(format!("-Wmax-memory-size={bytes}"));
    }
    if has_tags(&program.bytes) {
        command.arg("-Wexceptions=y");
    }
    let (name, arguments) = world.arguments.split_first().expect("a program has a name");
    command.args(["--argv0", name]);
    command.arg(&placed.module).args(arguments);
    status(wasmtime, &mut command)
}

/// Runs a module in a program that takes its path and its arguments.
pub(super) fn other(other: &Path, program: &Program, world: &World) -> Result<u8, RunError> {
    let asked = [
        ("--dir", !world.folders.is_empty()),
        ("--env", !world.variables.is_empty()),
        ("--fuel", world.fuel.is_some()),
        ("--max-memory", world.max_memory.is_some()),
    ];
    refuse(other, &asked)?;
    let (name, arguments) = world.arguments.split_first().expect("a program has a name");
    let placed = Placed::new(program, base(name))?;
    let mut command = Command::new(other);
    command.arg(PathBuf::from(&placed.module)).args(arguments);
    status(other, &mut command)
}

#[cfg(test)]
mod tests {
    use super::is_of_exceptions;

    #[test]
    fn what_older_nodes_say_of_exceptions_is_known() {
        for (said, expected) in [
            (
                "Compiling function #1 failed: Invalid opcode 0x1f, enable with ...",
                true,
            ),
            (
                "invalid value type 'exnref', enable with --experimental-wasm-exnref",
                true,
            ),
            ("invalid value type 'noexternref'", true),
            ("expected magic word 00 61 73 6d", false),
        ] {
            assert_eq!(is_of_exceptions(said), expected, "{said}");
        }
    }
}
