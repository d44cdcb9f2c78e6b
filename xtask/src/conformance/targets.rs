//! Programs of many functions for all targets: WebAssembly, JavaScript, portable C and C for
//! people.
//!
//! *Needs:* the sources of a program that exports `run`, for this machine and for WebAssembly;
//! clang 16, 19 and 22, gcc, `wasm-ld`, node, wasi-libc.
//! *Gives:* for each target one check: `run(n)` gives for each `n` what it gives natively, as clang
//! 19 has it at -O0. Each target takes a [`Turn`] of its own. What is refused by name is counted.
//! *Cost:* a second or two of a processor for a program of 25 functions.
//!
//! The files of a failing program are kept.

use super::turns::{self, Turn, is_refusal};
use crate::difference::first_difference;
use crate::engines::NODE_STACK;
use crate::error::Error;
use crate::paths;
use crate::process;
use crate::tools::{CLANG, NODE};
use crate::unsnarl::Unsnarl;
use crate::wasi;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

const LIMIT: Duration = Duration::from_secs(120);

/// What this machine is called.
pub(super) const HOST: &str = "x86_64-unknown-linux-gnu";
/// What the machine is called for which WebAssembly is made.
pub(super) const WASI: &str = "wasm32-unknown-wasi";

/// What a program becomes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Target {
    WebAssembly,
    JavaScript,
    PortableC,
    People,
}

/// All of them.
pub(super) const TARGETS: [Target; 4] = [
    Target::WebAssembly,
    Target::JavaScript,
    Target::PortableC,
    Target::People,
];

/// A program, in a folder of its own.
pub(super) struct Program<'a> {
    /// Its name in failures.
    pub(super) name: String,
    pub(super) seed: u64,
    pub(super) folder: PathBuf,
    /// Its sources, for this machine and for WebAssembly.
    pub(super) sources: [PathBuf; 2],
    /// Options for clang.
    pub(super) options: &'a [&'a str],
    /// How many functions it has.
    pub(super) functions: usize,
}

/// What programs are judged with.
pub(super) struct Bench {
    command: Unsnarl,
    folder: PathBuf,
    /// What modules are linked with.
    host: [PathBuf; 2],
    refused: AtomicUsize,
}

impl Bench {
    /// Empties the folder of this name.
    pub(super) fn new(name: &str) -> Result<Bench, Error> {
        let folder = paths::target().join("conformance").join(name);
        if folder.exists() {
            fs::remove_dir_all(&folder).map_err(Error::file("remove", &folder))?;
        }
        fs::create_dir_all(&folder).map_err(Error::file("make", &folder))?;
        let names = ["programs", "stack-protector"];
        for name in names {
            let mut clang = CLANG.call()?;
            clang.args(["--target=wasm32-wasi", "-O1", "-c"]);
            clang.arg(engines().join(format!("{name}.c")));
            process::require(clang.arg("-o").arg(folder.join(format!("{name}.o"))), LIMIT)?;
        }
        Ok(Bench {
            command: Unsnarl::build()?,
            host: names.map(|name| folder.join(format!("{name}.o"))),
            folder,
            refused: AtomicUsize::new(0),
        })
    }

    /// The folder of the programs.
    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// How many programs were refused for some target, by name.
    pub(super) fn refused(&self) -> usize {
        self.refused.load(Ordering::Relaxed)
    }

    /// A check of a program for each target that does not refuse it.
    pub(super) fn judge(&self, program: &Program<'_>) -> Result<Vec<Result<(), String>>, Error> {
        let expected = native(program, "-O0")?;
        let mut checks = Vec::new();
        for target in TARGETS {
            let turn = turn(program.seed, target);
            let found = self.found(program, target, &turn);
            let compared = found.and_then(|found| {
                first_difference(expected.as_bytes(), found.as_bytes()).map_or(Ok(()), Err)
            });
            checks.push(match compared {
                Ok(()) => Ok(()),
                Err(what) if is_refusal(&what) => {
                    self.refused.fetch_add(1, Ordering::Relaxed);
                    continue;
                }
                Err(what) => {
                    let told = match native(program, "-O2")? == expected {
                        true => "",
                        false => "; LLVM at -O2 is wrong, or the generator",
                    };
                    let turn = shown(target, &turn);
                    Err(format!(
                        "{}, {target:?}, {turn}: {what}{told}",
                        program.name
                    ))
                }
            });
        }
        if checks.iter().all(Result::is_ok) {
            let folder = &program.folder;
            fs::remove_dir_all(folder).map_err(Error::file("remove", folder))?;
        }
        Ok(checks)
    }

    /// What a program prints, or what is wrong before it does.
    fn found(&self, program: &Program<'_>, target: Target, turn: &Turn) -> Result<String, String> {
        let [host, wasm] = &program.sources;
        let (source, triple) = match target {
            Target::People => (host, HOST),
            _ => (wasm, WASI),
        };
        let file = |ending: &str| program.folder.join(format!("{target:?}.{ending}"));
        let ir = file("ll");
        let triple = format!("--target={triple}");
        turn.make_ir(source, &[program.options, &[&triple]].concat(), &ir)?;
        if target == Target::People {
            let text = file("c");
            turn.write(&self.command, &ir, &text)?;
            return compiled(program, turn, &text, &[]);
        }
        let [object, module] = ["o", "wasm"].map(file);
        turn.write(&self.command, &ir, &object)?;
        self.link(&object, &module)?;
        match target {
            Target::JavaScript => {
                let text = file("mjs");
                turn.write(&self.command, &module, &text)?;
                in_node(program, &text)
            }
            Target::PortableC => {
                let text = program.folder.join("portable.c");
                turn.write(&self.command, &module, &text)?;
                let names = [
                    "-DPORTABLE=\"portable.h\"",
                    "-DNAME(x)=portable_##x",
                    "-DMODULE=portable",
                ];
                compiled(program, turn, &text, &names)
            }
            Target::WebAssembly | Target::People => in_node(program, &module),
        }
    }

    fn link(&self, object: &Path, module: &Path) -> Result<(), String> {
        let objects = [&[object.to_owned()], &self.host[..]].concat();
        wasi::link_library(&objects, &["run"], module).map_err(|error| error.to_string())
    }
}

/// The turn of a seed for a target.
pub(super) fn turn(seed: u64, target: Target) -> Turn {
    let levels = match target {
        Target::People => ["-O0", "-O2"],
        _ => ["-O0", "-O1"],
    };
    Turn::of(seed, target as u64, levels)
}

/// A turn as a failure names it.
fn shown(target: Target, turn: &Turn) -> String {
    match target {
        Target::WebAssembly | Target::JavaScript => turn.name(),
        Target::PortableC | Target::People => turn.name_with_compiler(),
    }
}

fn engines() -> PathBuf {
    paths::root().join("xtask/engines")
}

/// What the native program prints, at a level.
fn native(program: &Program<'_>, level: &str) -> Result<String, Error> {
    let [object, binary] = ["native.o", "native"].map(|name| program.folder.join(name));
    let mut clang = CLANG.call()?;
    clang.args(["-w", "-c", level]).args(program.options);
    clang.arg(&program.sources[0]).arg("-o").arg(&object);
    process::require(&mut clang, LIMIT)?;
    let mut clang = CLANG.call()?;
    clang.arg(count(program)).arg(engines().join("programs.c"));
    clang.arg(&object).args(["-lm", "-o"]).arg(&binary);
    process::require(&mut clang, LIMIT)?;
    turns::run(&mut Command::new(&binary)).map_err(Error::Wrong)
}

/// How many functions `programs.c` calls.
fn count(program: &Program<'_>) -> String {
    format!("-DFUNCTIONS={}", program.functions)
}

/// What a program prints that a compiler makes of C, with `programs.c`.
fn compiled(
    program: &Program<'_>,
    turn: &Turn,
    c: &Path,
    options: &[&str],
) -> Result<String, String> {
    let binary = c.with_extension("native");
    let include = format!("-I{}", program.folder.display());
    let count = count(program);
    let options = [options, &[&include, &count, "-lm"]].concat();
    turn.compile(&[c, &engines().join("programs.c")], &options, &binary)?;
    turns::run(&mut Command::new(&binary))
}

fn in_node(program: &Program<'_>, module: &Path) -> Result<String, String> {
    let mut node = NODE.call().map_err(|error| error.to_string())?;
    node.arg(NODE_STACK)
        .arg(engines().join("run-checksums.mjs"));
    turns::run(node.arg(module).arg(program.functions.to_string()))
}
