//! Programs of several files, linked: zlib, Lua and SQLite, and the examples through the driver.
//!
//! *Gives:* for each module of a program: its object has valid debug information; for each program:
//! so has what `wasm-ld` makes of the objects, where functions that nothing calls are dropped.

use super::{LIMIT, dwarf};
use crate::conformance::report::Report;
use crate::corpus::{self, PROGRAMS};
use crate::error::Error;
use crate::parallel;
use crate::paths::{self, Scratch, names_in};
use crate::process;
use crate::tools::WASM_LD;
use crate::unsnarl::{Choice, Unsnarl};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Checks the programs of the corpus.
pub(super) fn corpus(
    unsnarl: &Unsnarl,
    scratch: &Scratch,
    report: &mut Report,
) -> Result<(), Error> {
    let with_long = report.pick(true, false);
    let programs = PROGRAMS.iter();
    for program in programs.filter(|program| with_long || program.name != "sqlite") {
        for level in ["-O0", "-O1"] {
            let modules = corpus::with_ending(&corpus::debug_ir(program, level)?, "ll")?;
            let made = parallel::map(&modules, |module| {
                let stem = module.file_stem().unwrap_or_default().display();
                let object = scratch.file(&format!("{}-{stem}{level}.o", program.name));
                let checked = compiled(unsnarl, module, &object);
                (object, checked)
            });
            let mut objects = Vec::new();
            for (object, checked) in made {
                report.check(checked?.map_err(|why| format!("{}: {why}", object.display())));
                objects.push(object);
            }
            let linked = scratch.file(&format!("{}{level}.wasm", program.name));
            let mut link = WASM_LD.call()?;
            link.args(["--no-entry", "--allow-undefined", "--export-dynamic"]);
            link.args(&objects).arg("-o").arg(&linked);
            process::require(&mut link, LIMIT)?;
            let checked = dwarf::verify(&linked)?;
            report.check(checked.map_err(|why| format!("{}: {why}", linked.display())));
            println!(
                "{} {level}: {} objects, linked",
                program.name,
                objects.len()
            );
        }
    }
    Ok(())
}

fn compiled(unsnarl: &Unsnarl, module: &Path, object: &Path) -> Result<Result<(), String>, Error> {
    let mut compile = unsnarl.compile(module, object, Choice::Algorithm("nested"));
    process::require(&mut compile, LIMIT)?;
    dwarf::verify(object)
}

/// Builds the examples with the driver, in each version of DWARF, and checks the programs.
pub(super) fn examples(
    unsnarl: &Unsnarl,
    scratch: &Scratch,
    report: &mut Report,
) -> Result<(), Error> {
    let mut cases = Vec::new();
    let names = names_in(&paths::examples())?;
    for name in names.iter().filter(|name| name.ends_with(".c")) {
        for options in [
            ["-O0", "-g"],
            ["-O2", "-gdwarf-5"],
            ["-O2", "-gline-tables-only"],
        ] {
            cases.push((paths::examples().join(name), options));
        }
    }
    let made = parallel::map(&cases, |(source, options)| {
        let stem = source.file_stem().unwrap_or_default().display();
        let program = scratch.file(&format!("{stem}{}.wasm", options.concat()));
        let checked = built(unsnarl, source, options, &program);
        (program, checked)
    });
    for (program, checked) in made {
        report.check(checked?.map_err(|why| format!("{}: {why}", program.display())));
    }
    println!("{} programs by unsnarl cc", cases.len());
    Ok(())
}

fn built(
    unsnarl: &Unsnarl,
    source: &PathBuf,
    options: &[&str],
    program: &Path,
) -> Result<Result<(), String>, Error> {
    let mut cc = Command::new(unsnarl.program());
    // The examples have a start of their own.
    cc.args(["cc", "-w", "-nostartfiles"])
        .args(options)
        .arg(source);
    process::require(cc.arg("-o").arg(program), LIMIT)?;
    dwarf::verify(program)
}
