//! A program that uses files: by `unsnarl run` in each engine, and as JavaScript, equal to native.

use super::LIMIT;
use crate::conformance::report::Report;
use crate::error::Error;
use crate::paths::{self, Scratch};
use crate::process::{self, Outcome};
use crate::tools::{GCC, NODE};
use crate::unsnarl::Unsnarl;
use std::fs::{self, File};
use std::process::{Command, Stdio};

/// What runs the program, and its argument: node hides files of a folder from a program that
/// removes others while it lists them.
const ENGINES: [(&str, &str); 3] = [("wasmi", "hasty"), ("node", "patient"), ("text", "hasty")];

pub(super) fn every_engine(
    report: &mut Report,
    scratch: &Scratch,
    unsnarl: &Unsnarl,
) -> Result<(), Error> {
    let [source, native, module, script] =
        ["files.c", "files.native", "files.wasm", "files.mjs"].map(|name| scratch.file(name));
    paths::write(&source, include_bytes!("files.c"))?;
    process::require(GCC.call()?.arg("-o").arg(&native).arg(&source), LIMIT)?;
    for output in [&module, &script] {
        let mut command = Command::new(unsnarl.program());
        command
            .args(["cc", "-O1"])
            .arg(&source)
            .arg("-o")
            .arg(output);
        process::require(&mut command, LIMIT)?;
    }
    for (engine, argument) in ENGINES {
        let mut command = match engine {
            "text" => NODE.call()?,
            _ => Command::new(unsnarl.program()),
        };
        match engine {
            "text" => command.arg(&script),
            _ => command
                .args(["run", "--engine", engine, "--dir=.", "--env=WORD"])
                .arg(&module),
        };
        let ours = outcome(command, argument, scratch, engine)?;
        let name = format!("{engine}-native");
        let expected = outcome(Command::new(&native), argument, scratch, &name)?;
        let is_right = ours.ending == expected.ending && ours.output == expected.output;
        report.check(match is_right {
            true => Ok(()),
            false => Err(format!(
                "files by {engine}: {:?} {}\n{}\nand natively\n{}",
                ours.ending,
                ours.error_text(),
                String::from_utf8_lossy(&ours.output),
                String::from_utf8_lossy(&expected.output)
            )),
        });
    }
    Ok(())
}

/// A program that opens a file by a relative and by an absolute path.
const PATHS: &str = "\
#include <stdio.h>
int main(int n, char **a) {
    printf(\"%d %d\\n\", !!fopen(\"paths.c\", \"r\"), !!fopen(a[1], \"r\"));
}
";

/// Folders keep their order: the C library looks for every path in the last of `.` and `/`.
pub(super) fn order(
    report: &mut Report,
    scratch: &Scratch,
    unsnarl: &Unsnarl,
) -> Result<(), Error> {
    let source = scratch.file("paths.c");
    paths::write(&source, PATHS.as_bytes())?;
    for engine in ["wasmi", "node"] {
        for (folders, found) in [
            (["--dir=.", "--dir=/"], "0 1\n"),
            (["--dir=/", "--dir=."], "1 0\n"),
        ] {
            let mut command = Command::new(unsnarl.program());
            command.args(["run", "--engine", engine]).args(folders);
            command
                .arg(&source)
                .arg(&source)
                .current_dir(scratch.folder());
            let outcome = process::capture(&mut command, LIMIT)?;
            report.check(match outcome.output == found.as_bytes() {
                true => Ok(()),
                false => Err(format!(
                    "paths by {engine} with {folders:?}: {}{}",
                    String::from_utf8_lossy(&outcome.output),
                    outcome.error_text()
                )),
            });
        }
    }
    Ok(())
}

/// Runs the program in a folder of its own.
fn outcome(
    mut command: Command,
    argument: &str,
    scratch: &Scratch,
    name: &str,
) -> Result<Outcome, Error> {
    let folder = scratch.file(&format!("folder-{name}"));
    fs::create_dir(&folder).map_err(Error::file("make", &folder))?;
    let input = scratch.file(&format!("input-{name}"));
    paths::write(&input, b"a line\nand more")?;
    let input = File::open(&input).map_err(Error::file("read", &input))?;
    command
        .arg(argument)
        .env("WORD", "said")
        .current_dir(&folder);
    process::capture_reading(&mut command, Stdio::from(input), LIMIT)
}
