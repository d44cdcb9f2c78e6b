//! Linked programs that are written again: zlib, Lua and SQLite, as clang's own back end and as
//! ours made them.
//!
//! *Needs:* what downloads and compiles them, both back ends, `wasm-ld` and node.
//! *Gives:* one check for each program, level and back end, whose module is proved to do the same,
//! is written again to as many bytes, and gives the native build's answers. WebAssembly's
//! own test suite is among the tests of `unsnarl-wasm`.

use super::report::Report;
use crate::corpus::{self, PROGRAMS};
use crate::engines::Engine;
use crate::error::Error;
use crate::paths::Scratch;
use crate::process;
use crate::unsnarl::{Choice, Unsnarl};
use crate::wasi::{self, Backend};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How long one module may take.
const LONGEST: Duration = Duration::from_secs(600);

/// Every program × both levels × both back ends.
pub(crate) fn restructured(report: &mut Report) -> Result<(), Error> {
    let unsnarl = Unsnarl::build()?;
    let is_short = report.pick(false, true);
    for program in &PROGRAMS {
        let scratch = Scratch::new()?;
        let answers = corpus::answers(program, scratch.folder(), is_short)?;
        for level in corpus::LEVELS {
            let mut modules = corpus::with_ending(&corpus::ir(program, level)?, "ll")?;
            modules.push(corpus::driver_ir(program, level, scratch.folder())?);
            let ours = Backend::Unsnarl {
                command: &unsnarl,
                choice: Choice::Algorithm("nested"),
            };
            for backend in [Backend::Llvm, ours] {
                let name = format!("{} {level} {}", program.name, backend.name());
                let linked = scratch.file("linked.wasm");
                let objects = objects(&backend, &modules, scratch.folder())?;
                wasi::link(&objects, program.libraries, &linked)?;
                let (once, twice) = (scratch.file("once.wasm"), scratch.file("twice.wasm"));
                let start = Instant::now();
                write_again(&unsnarl, &linked, &once)?;
                let taken = start.elapsed();
                write_again(&unsnarl, &once, &twice)?;
                let sizes = [&linked, &once, &twice].map(|path| size(path));
                let [before, after, last] = sizes;
                report.check(shrinks(&name, after?, last?));
                for answer in &answers {
                    let answered = answer.require(Engine::Node.script()?.arg(&once));
                    let run = answer.run.name(program.name);
                    let answered = answered.map(drop);
                    report.check(answered.map_err(|error| format!("{name}, {run}: {error}")));
                }
                println!(
                    "{name}: {} to {} bytes in {:.1} s",
                    before?,
                    size(&once)?,
                    taken.as_secs_f64()
                );
            }
        }
    }
    Ok(())
}

fn objects(
    backend: &Backend<'_>,
    modules: &[PathBuf],
    folder: &Path,
) -> Result<Vec<PathBuf>, Error> {
    let made = modules.iter().map(|module| {
        let name = module.with_extension("o");
        let object = folder.join(name.file_name().unwrap_or_default());
        backend.make_object(module, &object)?;
        Ok(object)
    });
    made.collect()
}

/// Writes a module again; a function that is not proved is an error of the command.
fn write_again(unsnarl: &Unsnarl, from: &Path, to: &Path) -> Result<(), Error> {
    let mut command = unsnarl.compile(from, to, Choice::Algorithm("nested"));
    process::require(&mut command, LONGEST).map(drop)
}

fn size(path: &Path) -> Result<u64, Error> {
    let data = fs::metadata(path).map_err(Error::file("find", path))?;
    Ok(data.len())
}

/// What is written once more grows by a thousandth at most: orders of blocks and locals that are
/// as good as others may be longer by a few bytes.
fn shrinks(name: &str, once: u64, twice: u64) -> Result<(), String> {
    match twice <= once + once / 1000 {
        true => Ok(()),
        false => Err(format!("{name}: {once} bytes, and then {twice}")),
    }
}
