//! `unsnarl cc` compared with clang, and `unsnarl c++` with clang++: the same command lines in two
//! folders.
//!
//! *Needs:* clang, its linker, libc and library of C++.
//! *Gives:* for each row checks that both ended with the same status, wrote the same to standard
//! output and error, and left the same files. Objects and programs must be WebAssembly in both; all
//! other files have the same bytes. Also checks that options without effect are reported; that the
//! newest clang does not warn; programs with a libc by `unsnarl run`; one that uses files, by each
//! engine; and one that leaves its stack.
//! *Limits:* messages are compared without the name of the program that begins them.

mod c;
mod cpp;
mod files;
mod stack;

use super::report::Report;
use crate::error::Error;
use crate::paths::{self, Scratch};
use crate::process::{self, Ending};
use crate::tools::{CLANG, CLANG_22_LINK, Tool};
use crate::unsnarl::Unsnarl;
use std::collections::BTreeMap;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, SystemTime};

const LIMIT: Duration = Duration::from_secs(120);

/// The file that every command reads as its standard input.
const STDIN: &str = "noending";

/// When all files were changed last.
const LAST_CHANGE: SystemTime = SystemTime::UNIX_EPOCH;

/// A driver of clang, and what is run with it.
struct Dialect {
    /// Ours.
    subcommand: &'static str,
    /// Clang's.
    peer: Tool,
    /// The files in both folders.
    files: &'static [(&'static str, &'static str)],
    /// Command lines; those separated by `;` run in order in one folder.
    rows: &'static [&'static str],
    /// Command lines with warnings that clang does not give: the options reported as not supported.
    warned: &'static [(&'static str, &'static str)],
}

/// Programs in C and their expected output and status in the embedded engine.
const PROGRAMS: &[(&str, &str, u8)] = &[
    (
        "#include <stdio.h>\nint main(int n, char **a) { printf(\"%d %s\\n\", n, a[1]); return 40 + n; }\n",
        "2 one\n",
        42,
    ),
    (
        "#include <stdio.h>\nint main(void) { return fopen(\"x\", \"r\") ? 1 : 0; }\n",
        "",
        0,
    ),
    (
        "#include <stdlib.h>\nint main(void) { abort(); }\n",
        "",
        134,
    ),
];

/// Runs every row with both, and programs by `unsnarl run`.
pub(crate) fn driver(report: &mut Report) -> Result<(), Error> {
    let scratch = Scratch::new()?;
    let unsnarl = Unsnarl::build()?;
    for dialect in [c::C, cpp::CPP] {
        every_row(report, &scratch, &unsnarl, &dialect)?;
    }
    newest(report, &scratch, &unsnarl)?;
    programs(report, &scratch, &unsnarl)?;
    files::every_engine(report, &scratch, &unsnarl)?;
    files::order(report, &scratch, &unsnarl)?;
    stack::overflow(report, &scratch, &unsnarl)
}

/// Runs every row of a driver with both.
fn every_row(
    report: &mut Report,
    scratch: &Scratch,
    unsnarl: &Unsnarl,
    dialect: &Dialect,
) -> Result<(), Error> {
    let ours = || {
        let mut command = Command::new(unsnarl.program());
        command.arg(dialect.subcommand);
        Ok(command)
    };
    let clang = || {
        let mut command = dialect.peer.call()?;
        command.arg("--target=wasm32-wasi");
        Ok(command)
    };
    let rows = dialect.rows.iter().map(|row| (*row, ""));
    for (row, warned) in rows.chain(dialect.warned.iter().copied()) {
        let expected = Trace::of(scratch, "clang", dialect, row, &clang)?;
        let mut found = Trace::of(scratch, "unsnarl", dialect, row, &ours)?;
        let shown = format!("unsnarl {} {row}", dialect.subcommand);
        report.check(said(&shown, &mut found, warned));
        report.check(compare(&shown, &expected, &found));
    }
    let count = dialect.rows.len() + dialect.warned.len();
    println!("{count} command lines of {}", dialect.peer.command);
    Ok(())
}

/// Removes unsnarl's own warnings from the messages; they must name these options.
fn said(shown: &str, found: &mut Trace, warned: &str) -> Result<(), String> {
    let errors = std::mem::take(&mut found.errors);
    let (own, others): (Vec<&str>, Vec<&str>) = errors
        .lines()
        .partition(|line| line.contains("[-Wunsnarl-"));
    found.errors = others.iter().map(|line| format!("{line}\n")).collect();
    let options = own
        .iter()
        .filter_map(|line| line.split('\'').nth(1)?.split(' ').next());
    let named = options.collect::<Vec<_>>().join(" ");
    if named == warned {
        return Ok(());
    }
    Err(format!("{shown}: warned of '{named}', not of '{warned}'"))
}

/// The newest clang, of which a warning would be an error: it compiles and links with the libc of
/// the older name.
fn newest(report: &mut Report, scratch: &Scratch, unsnarl: &Unsnarl) -> Result<(), Error> {
    CLANG_22_LINK.call()?;
    let source = scratch.file("newest.c");
    paths::write(&source, PROGRAMS[0].0.as_bytes())?;
    for end in [&["-c", "-o", "newest.o"][..], &["-O2", "-o", "newest.wasm"]] {
        let mut command = Command::new(unsnarl.program());
        command
            .args(["cc", "--unsnarl-clang=clang-22", "-Werror"])
            .args(end)
            .arg(&source);
        let outcome = process::capture(command.current_dir(scratch.folder()), LIMIT)?;
        let is_right = outcome.ending == Ending::Status(0) && outcome.errors.is_empty();
        report.check(if is_right {
            Ok(())
        } else {
            Err(format!(
                "clang-22 {}: {}",
                end.join(" "),
                outcome.error_text()
            ))
        });
    }
    Ok(())
}

/// Programs as C and as the IR of two clangs.
fn programs(report: &mut Report, scratch: &Scratch, unsnarl: &Unsnarl) -> Result<(), Error> {
    for (number, &(text, printed, status)) in PROGRAMS.iter().enumerate() {
        let source = scratch.file(&format!("program{number}.c"));
        paths::write(&source, text.as_bytes())?;
        let mut inputs = vec![source.clone()];
        for clang in [CLANG, CLANG_22_LINK] {
            let ir = scratch.file(&format!("program{number}-{}.ll", clang.command));
            let mut command = clang.call()?;
            command.args([
                "--target=wasm32-wasi",
                "-Wno-deprecated",
                "-O1",
                "-S",
                "-emit-llvm",
                "-o",
            ]);
            process::require(command.arg(&ir).arg(&source), LIMIT)?;
            inputs.push(ir);
        }
        for input in inputs {
            let mut command = Command::new(unsnarl.program());
            let outcome = process::capture(command.arg("run").arg(&input).arg("one"), LIMIT)?;
            let is_right = outcome.ending == Ending::Status(status.into())
                && outcome.output == printed.as_bytes();
            report.check(if is_right {
                Ok(())
            } else {
                let errors = outcome.error_text();
                Err(format!(
                    "unsnarl run {}: {:?} {errors}",
                    input.display(),
                    outcome.ending
                ))
            });
        }
    }
    Ok(())
}

/// What the commands of a row did.
#[derive(Default)]
struct Trace {
    endings: Vec<Ending>,
    output: Vec<u8>,
    errors: String,
    /// What is in the folder, by its path in it, and what was left among the temporary files.
    files: BTreeMap<String, Vec<u8>>,
}

impl Trace {
    /// Runs a row in a fresh folder of this name.
    fn of(
        scratch: &Scratch,
        name: &str,
        dialect: &Dialect,
        row: &str,
        driver: &dyn Fn() -> Result<Command, Error>,
    ) -> Result<Trace, Error> {
        // Of one length and in one place, so that no output depends on where it is.
        let folder = scratch.file("work");
        for (file, text) in dialect.files {
            write_old(&folder.join(file), text)?;
        }
        let temporary = scratch.file("temporary");
        std::fs::create_dir_all(&temporary).map_err(Error::file("make", &temporary))?;
        let mut trace = Trace::default();
        for line in row.split(';') {
            let source = folder.join(STDIN);
            let input = File::open(&source).map_err(Error::file("open", &source))?;
            let mut command = driver()?;
            command
                .args(line.split_whitespace())
                .current_dir(&folder)
                .env("TMPDIR", &temporary);
            let outcome = process::capture_reading(&mut command, Stdio::from(input), LIMIT)?;
            trace.endings.push(outcome.ending);
            trace.output.extend(&outcome.output);
            trace.errors += &without_names(&outcome.error_text(), &temporary);
        }
        trace.files = contents(&folder)?;
        for left in paths::names_in(&temporary)? {
            trace
                .files
                .insert(format!("temporary/{left} of {name}"), Vec::new());
        }
        for used in [folder, temporary] {
            std::fs::remove_dir_all(&used).map_err(Error::file("remove", &used))?;
        }
        Ok(trace)
    }
}

/// Writes a file that was changed last at the same time in every folder, because clang writes this
/// time into a `.pch`.
fn write_old(path: &Path, text: &str) -> Result<(), Error> {
    paths::write(path, text.as_bytes())?;
    let file = File::options().append(true).open(path);
    file.and_then(|file| file.set_modified(LAST_CHANGE))
        .map_err(Error::file("set the time of", path))
}

/// What messages of a program begin with.
const NAMES: &[&str] = &[
    "unsnarl cc: ",
    "unsnarl c++: ",
    "clang-19: ",
    "clang++-19: ",
    "wasm-ld: ",
    "wasm-ld-19: ",
];

/// Messages without the program that they begin with, and with one name for the temporary objects
/// that they name next.
fn without_names(errors: &str, temporary: &Path) -> String {
    let start = format!("error: {}/", temporary.display());
    let lines = errors.lines().map(|line| {
        let rest = NAMES.iter().find_map(|name| line.strip_prefix(name));
        let rest = rest.unwrap_or(line);
        let behind = rest
            .strip_prefix(&start)
            .and_then(|rest| rest.split_once(": "));
        match behind {
            Some((_, message)) => format!("error: OBJECT: {message}\n"),
            None => format!("{rest}\n"),
        }
    });
    lines.collect()
}

/// The files below a folder, by their paths in it.
fn contents(folder: &Path) -> Result<BTreeMap<String, Vec<u8>>, Error> {
    let mut files = BTreeMap::new();
    let mut left = vec![PathBuf::new()];
    while let Some(inner) = left.pop() {
        for name in paths::names_in(&folder.join(&inner))? {
            let path = inner.join(name);
            let full = folder.join(&path);
            if full.is_dir() {
                left.push(path);
            } else {
                files.insert(path.display().to_string(), paths::read(&full)?);
            }
        }
    }
    Ok(files)
}

fn compare(shown: &str, expected: &Trace, found: &Trace) -> Result<(), String> {
    let fail = |what: String| Err(format!("{shown}: {what}"));
    if expected.endings != found.endings {
        return fail(format!(
            "ended with {:?}, not {:?}\n{}",
            found.endings, expected.endings, found.errors
        ));
    }
    if expected.errors != found.errors {
        return fail(format!(
            "said\n{}and clang\n{}",
            found.errors, expected.errors
        ));
    }
    if expected.output != found.output {
        return fail("wrote something else to standard output".to_owned());
    }
    let names = |trace: &Trace| trace.files.keys().cloned().collect::<Vec<_>>().join(" ");
    if names(expected) != names(found) {
        return fail(format!("left {}, not {}", names(found), names(expected)));
    }
    for ((name, expected), found) in expected.files.iter().zip(found.files.values()) {
        let is_right = if expected.starts_with(b"\0asm") {
            found.starts_with(b"\0asm")
        } else {
            expected == found
        };
        if !is_right {
            return fail(format!("{name} is not what clang wrote"));
        }
    }
    Ok(())
}
