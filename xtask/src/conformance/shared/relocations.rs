//! The symbols that objects of zlib, Lua and SQLite refer to, by both back ends.
//!
//! *Needs:* the corpora, compiled with `-fPIC` and with every symbol visible.
//! *Gives:* a check for each module: kinds of relocations and symbols are the same by both back
//! ends. And one for each run of the program of our objects, linked statically: it gives the native
//! answers.
//! *Limits:* how often a symbol is named, and at which distance, depends on how code is selected.

use super::super::report::Report;
use super::LIMIT;
use crate::corpus::{self, LEVELS, PROGRAMS, Program};
use crate::engines::Engine;
use crate::error::Error;
use crate::parallel;
use crate::paths::Scratch;
use crate::process;
use crate::tools::READOBJ;
use crate::wasi::{self, Backend};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Every program at every level.
pub(super) fn real(report: &mut Report, backends: &[Backend<'_>; 2]) -> Result<(), Error> {
    let is_short = report.pick(false, true);
    let programs = &PROGRAMS[..report.pick(PROGRAMS.len(), 2)];
    let levels = &LEVELS[report.pick(0, 1)..];
    for program in programs {
        let scratch = Scratch::new()?;
        let answers = corpus::answers(program, scratch.folder(), is_short)?;
        for level in levels {
            let modules = corpus::with_ending(&corpus::pic_ir(program, level)?, "ll")?;
            let made = parallel::map(&modules, |module| both(&scratch, module, backends));
            let (mut objects, mut all) = (Vec::new(), 0);
            for result in made {
                match result {
                    Ok((object, count)) => {
                        report.pass();
                        objects.push(object);
                        all += count;
                    }
                    Err(what) => report.fail(format!("{} {level}: {what}", program.name)),
                }
            }
            println!("{} {level}: {all} references are the same", program.name);
            let module = linked(&scratch, program, level, objects, &backends[1])?;
            for answer in &answers {
                let run = || answer.require(Engine::Node.script()?.arg(&module));
                report.check(run().map(drop).map_err(|error| {
                    format!("{} {level}, position-independent: {error}", program.name)
                }));
            }
        }
    }
    Ok(())
}

/// The program with its driver, whose code is for one place.
fn linked(
    scratch: &Scratch,
    program: &Program,
    level: &str,
    mut objects: Vec<PathBuf>,
    ours: &Backend<'_>,
) -> Result<PathBuf, Error> {
    let driver = corpus::driver_ir(program, level, scratch.folder())?;
    let object = driver.with_extension("o");
    ours.make_object(&driver, &object)?;
    objects.push(object);
    let module = scratch.file("program.wasm");
    wasi::link(&objects, program.libraries, &module)?;
    Ok(module)
}

/// Compiles a module by both back ends, and compares what they refer to; gives our object, and to
/// how much it refers.
fn both(
    scratch: &Scratch,
    module: &Path,
    backends: &[Backend<'_>; 2],
) -> Result<(PathBuf, usize), String> {
    let stem = module.file_stem().unwrap_or_default().to_string_lossy();
    let shown = |error: Error| format!("{stem}: {error}");
    let mut found = Vec::new();
    let mut objects = Vec::new();
    for (number, backend) in backends.iter().enumerate() {
        let object = scratch.file(&format!("{stem}-{number}.o"));
        backend.make_object(module, &object).map_err(shown)?;
        found.push(references(&object).map_err(shown)?);
        objects.push(object);
    }
    let differences = found[0].symmetric_difference(&found[1]);
    let differences: Vec<&str> = differences.map(String::as_str).collect();
    match (differences.as_slice(), objects.pop()) {
        ([], Some(object)) => Ok((object, found[1].len())),
        (all, _) => Err(format!("{stem}: only by one back end: {}", all.join(", "))),
    }
}

/// Kinds of relocations and the symbols that they name. Private symbols have a longer name by LLVM.
fn references(object: &Path) -> Result<BTreeSet<String>, Error> {
    let mut readobj = READOBJ.call()?;
    let text = process::require(readobj.arg("--relocations").arg(object), LIMIT)?;
    let text = String::from_utf8_lossy(&text);
    let lines = text.lines().filter_map(|line| {
        let mut words = line.split_whitespace().skip(1);
        let kind = words.next().filter(|word| word.starts_with("R_WASM_"))?;
        let symbol = words.next()?;
        let is_plain = matches!(kind, "R_WASM_TYPE_INDEX_LEB" | "R_WASM_TABLE_NUMBER_LEB");
        if is_plain || symbol == "__stack_pointer" {
            return None;
        }
        Some(format!(
            "{kind} {}",
            symbol.strip_prefix(".L").unwrap_or(symbol)
        ))
    });
    Ok(lines.collect())
}
