//! Bitcode of several versions of LLVM against its text.
//!
//! *Needs:* clang and `llvm-dis` 14, 16, 19 and 22, `llvm-as` 19 and 22, and the headers of a libc
//! for WebAssembly.
//! *Gives:* a check for each example and torture program × version of clang × level, and for each
//! module of zlib, Lua and SQLite × `llvm-as` 19 and 22 × level: what `dump --after parsed` prints
//! of the bitcode is what it prints of the text that `llvm-dis` of the same version writes, but for
//! the order of types with names; and the object has the same bytes.
//! *Limits:* `--short` takes every eighth file. `llvm-as` 14 and 16 do not read the text of the
//! corpora, which is newer.

use super::report::Report;
use crate::corpus::{self, PROGRAMS};
use crate::error::Error;
use crate::parallel;
use crate::paths::{self, Scratch, names_in};
use crate::process;
use crate::tools::{
    CLANG, CLANG_14, CLANG_16, CLANG_22, LLVM_AS, LLVM_AS_22, LLVM_DIS, LLVM_DIS_14, LLVM_DIS_16,
    LLVM_DIS_22, Tool,
};
use crate::unsnarl::{Choice, Unsnarl};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// Compilers of C, each with what writes its bitcode as text.
const COMPILERS: [(Tool, Tool); 4] = [
    (CLANG_14, LLVM_DIS_14),
    (CLANG_16, LLVM_DIS_16),
    (CLANG, LLVM_DIS),
    (CLANG_22, LLVM_DIS_22),
];

/// What writes text as bitcode, and the other way round.
const ASSEMBLERS: [(Tool, Tool); 2] = [(LLVM_AS, LLVM_DIS), (LLVM_AS_22, LLVM_DIS_22)];

const LIMIT: Duration = Duration::from_secs(300);

/// A way to make bitcode of a file.
#[derive(Clone, Copy)]
enum Way {
    /// A compiler at a level.
    Compile(Tool, &'static str),
    /// An assembler.
    Assemble(Tool),
}

pub(crate) fn bitcode(report: &mut Report) -> Result<(), Error> {
    let unsnarl = Unsnarl::build()?;
    let scratch = Scratch::new()?;
    let every = report.pick(1, 8);
    let sources: Vec<PathBuf> = sources()?.into_iter().step_by(every).collect();
    for (clang, dis) in COMPILERS {
        for level in corpus::LEVELS {
            let way = Way::Compile(clang, level);
            check_all(report, &unsnarl, &scratch, &sources, way, dis);
        }
    }
    for level in corpus::LEVELS {
        let mut modules = Vec::new();
        for program in &PROGRAMS {
            modules.extend(corpus::with_ending(&corpus::ir(program, level)?, "ll")?);
        }
        let modules: Vec<PathBuf> = modules.into_iter().step_by(every).collect();
        for (assembler, dis) in ASSEMBLERS {
            let way = Way::Assemble(assembler);
            check_all(report, &unsnarl, &scratch, &modules, way, dis);
        }
    }
    Ok(())
}

/// The programs in C.
fn sources() -> Result<Vec<PathBuf>, Error> {
    let mut sources = Vec::new();
    for folder in [paths::examples(), paths::root().join("torture")] {
        let names = names_in(&folder)?;
        let names = names.into_iter().filter(|name| name.ends_with(".c"));
        sources.extend(names.map(|name| folder.join(name)));
    }
    Ok(sources)
}

fn check_all(
    report: &mut Report,
    unsnarl: &Unsnarl,
    scratch: &Scratch,
    files: &[PathBuf],
    way: Way,
    dis: Tool,
) {
    let (tool, level) = match way {
        Way::Compile(clang, level) => (clang, level),
        Way::Assemble(assembler) => (assembler, "of text"),
    };
    let check = |file: &PathBuf| {
        let stem = file.file_stem().unwrap_or_default().display();
        let name = format!("{stem}-{}{level}", tool.command).replace(' ', "-");
        let checked = check(unsnarl, scratch, file, &name, way, dis);
        checked.map_err(|why| format!("{name}: {why}"))
    };
    for result in parallel::map(files, check) {
        report.check(result);
    }
    println!("{} {level}: {} files", tool.command, files.len());
}

fn check(
    unsnarl: &Unsnarl,
    scratch: &Scratch,
    file: &Path,
    name: &str,
    way: Way,
    dis: Tool,
) -> Result<(), String> {
    let [bitcode, text] = ["bc", "ll"].map(|end| scratch.file(&format!("{name}.{end}")));
    let made = || -> Result<(), Error> {
        let mut command = match way {
            Way::Compile(clang, level) => {
                let mut command = clang.call()?;
                command.args([
                    "--target=wasm32-wasi",
                    "-isystem",
                    "/usr/include/wasm32-wasi",
                ]);
                command.args(["-w", "-c", "-emit-llvm", level]);
                command
            }
            Way::Assemble(assembler) => assembler.call()?,
        };
        process::require(command.arg(file).arg("-o").arg(&bitcode), LIMIT)?;
        process::require(dis.call()?.arg(&bitcode).arg("-o").arg(&text), LIMIT)?;
        // `llvm-dis` brings old data layouts up to date, so that the bitcode is made of its text.
        if let Way::Assemble(assembler) = way {
            process::require(assembler.call()?.arg(&text).arg("-o").arg(&bitcode), LIMIT)?;
        }
        Ok(())
    };
    made().map_err(|error| error.to_string())?;
    let parsed = |input: &Path| {
        let mut command = Command::new(unsnarl.program());
        command.args(["dump", "--after", "parsed"]).arg(input);
        let printed = process::require(&mut command, LIMIT).map_err(|error| error.to_string())?;
        Ok::<_, String>(types_sorted(&String::from_utf8_lossy(&printed)))
    };
    if parsed(&bitcode)? != parsed(&text)? {
        return Err("the modules are different".into());
    }
    let object = |input: &Path, end: &str| {
        let output = scratch.file(&format!("{name}.{end}"));
        let mut command = unsnarl.compile(input, &output, Choice::Algorithm("nested"));
        process::require(&mut command, LIMIT).map_err(|error| error.to_string())?;
        paths::read(&output).map_err(|error| error.to_string())
    };
    match object(&bitcode, "bc.o")? == object(&text, "ll.o")? {
        true => Ok(()),
        false => Err("the objects are different".into()),
    }
}

/// The lines of a module, with the types that have names sorted.
fn types_sorted(text: &str) -> (Vec<String>, Vec<String>) {
    let lines = text.lines().map(str::to_owned);
    let (mut types, rest): (Vec<String>, Vec<String>) =
        lines.partition(|line| line.starts_with('%') && line.contains(" = type "));
    types.sort();
    (types, rest)
}
