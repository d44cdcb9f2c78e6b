//! `unsnarl cc` compared with clang: the same command lines in two folders.
//!
//! *Needs:* clang, its linker and libc.
//! *Gives:* for each row checks that both ended with the same status, wrote the same to standard
//! output and error, and left the same files. Objects and programs must be WebAssembly in both; all
//! other files have the same bytes. Also checks that options without effect are reported; that the
//! newest clang does not warn; and programs with a libc by `unsnarl run`.
//! *Limits:* messages are compared without the name of the program that begins them.

use super::report::Report;
use crate::error::Error;
use crate::paths::{self, Scratch};
use crate::process::{self, Ending};
use crate::tools::{CLANG, CLANG_22_LINK};
use crate::unsnarl::Unsnarl;
use std::collections::BTreeMap;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, SystemTime};

const LIMIT: Duration = Duration::from_secs(120);

/// When all of [`FILES`] were changed last.
const LAST_CHANGE: SystemTime = SystemTime::UNIX_EPOCH;

/// The files in both folders.
const FILES: &[(&str, &str)] = &[
    (
        "x.c",
        "#include \"inc.h\"\nint twice(int x) { return N * x; }\n",
    ),
    (
        "y.c",
        "extern int twice(int);\nint main(void) { return twice(0); }\n",
    ),
    ("inc.h", "#define N 2\n"),
    ("sub/x.c", "int thrice(int x) { return 3 * x; }\n"),
    ("sub/inner.h", "#define M 3\n"),
    (
        "macros.c",
        "#include \"inner.h\"\nint m(void) { return M + W + EXTRA; }\n",
    ),
    ("extra.h", "#define EXTRA 1\n"),
    ("warn.c", "int f(void) { int unused; return 0; }\n"),
    ("bad.c", "int f(void) { return undeclared; }\n"),
    (
        "undefined.c",
        "extern int nobody(void);\nint main(void) { return nobody(); }\n",
    ),
    ("two words.c", "int words(void) { return 2; }\n"),
    ("noending", "int noending(void) { return 1; }\n"),
    ("x.s", ".globaltype __stack_pointer, i32\n"),
    ("arguments", "-c -DW=1 @more\n"),
    ("more", "'two words.c' -o \"t w.o\"\n"),
];

/// Command lines; those separated by `;` run in order in one folder.
const ROWS: &[&str] = &[
    // Compiling.
    "-c x.c",
    "-c x.c -o o.o",
    "-O2 -c x.c y.c sub/x.c",
    "-c x.c y.c -o o.o",
    "-c macros.c -Isub -D W=2 -include extra.h",
    "-c -x c noending",
    "-x c -c - -o stdin.o",
    "-c @arguments",
    "@none -c x.c",
    "-S -emit-llvm x.c; -c x.ll -o from-ir.o",
    "-c -emit-llvm x.c; -c x.bc -o from-ir.o",
    "-E x.c -o x.i; -c x.i -o o.o",
    // Messages and statuses.
    "-c warn.c -Wall",
    "-c warn.c -Wall -Werror",
    "-c bad.c",
    "-c bad.c x.c",
    "-c bad.c -ferror-limit=1 -fno-caret-diagnostics",
    "-c none.c",
    "-c x.c none.c",
    "-c",
    "",
    "-c x.c -lm -L. -Wl,--gc-sections",
    "-c x.c extra.o",
    "-c x.c -fno-such-option",
    "-c x.c --no-such-option",
    "none.o -c none.c",
    // Dependencies.
    "-MMD -c x.c",
    "-MD -MP -c macros.c -Isub -DW=1 -include extra.h -o sub/m.lo",
    "-MMD -MF d -MT 'target' -c x.c",
    "-MD -MFd -MQ$(X) -c x.c -o x.o",
    "-Wp,-MMD,d -c x.c",
    "-Wp,-MD,d,-MT,t -c x.c",
    "-MMD x.c y.c -o prog",
    "-M x.c",
    "-MM -MG x.c y.c",
    "-c -MM x.c -MF d",
    // Clang's part alone.
    "-E x.c -P",
    "-E x.c -o x.i",
    "-fsyntax-only warn.c -Wall",
    "-dumpmachine",
    "-print-libgcc-file-name",
    "-print-search-dirs",
    "-c extra.h -o extra.pch",
    // Linking.
    "x.c y.c -o prog",
    "-O2 x.c y.c; y.c -c; x.c y.o -o prog",
    "-c x.c sub/x.c; x.o -shared -nostdlib -Wl,--no-entry -o s.so",
    "-c x.c y.c; -r -nostdlib x.o y.o -o both.o; both.o -o prog",
    "-nostdlib -Wl,--no-entry,--export=twice x.c -o lib.wasm",
    "-c undefined.c; undefined.o -o prog",
    "-c y.c; y.o -L. -lnone -o prog",
    "none.o -o prog",
    "bad.c y.c -o prog",
    "-fuse-ld=lld x.c y.c -o prog",
    "-mexec-model=reactor x.c -o reactor.wasm",
];

/// Command lines with warnings that clang does not give: the options reported as not supported.
const WARNED: &[(&str, &str)] = &[
    (
        "-std=c99 -pedantic -Wall -Wextra -Os -g -fPIC -fno-strict-aliasing -c x.c",
        "-fPIC",
    ),
    (
        "-nostdlib -Xlinker --no-entry -Xlinker --export=twice -g -gpubnames x.c -o lib.wasm",
        "-gpubnames",
    ),
    ("-c x.c -gz -gz=none -fno-stack-protector", ""),
    (
        "-c x.c y.c -fstack-protector-strong -pg",
        "-fstack-protector-strong -pg",
    ),
    ("-c x.c -femulated-tls", "-femulated-tls"),
    ("-c x.c -mllvm -wasm-enable-sjlj", "-mllvm"),
    ("-c x.c -gz -pg -w", ""),
];

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
    let ours = || {
        let mut command = Command::new(unsnarl.program());
        command.arg("cc");
        Ok(command)
    };
    let clang = || {
        let mut command = CLANG.call()?;
        command.arg("--target=wasm32-wasi");
        Ok(command)
    };
    let rows = ROWS.iter().map(|row| (*row, ""));
    for (row, warned) in rows.chain(WARNED.iter().copied()) {
        let expected = Trace::of(&scratch, "clang", row, &clang)?;
        let mut found = Trace::of(&scratch, "unsnarl", row, &ours)?;
        report.check(said(row, &mut found, warned));
        report.check(compare(row, &expected, &found));
    }
    println!("{} command lines", ROWS.len() + WARNED.len());
    newest(report, &scratch, &unsnarl)?;
    programs(report, &scratch, &unsnarl)
}

/// Removes unsnarl's own warnings from the messages; they must name these options.
fn said(row: &str, found: &mut Trace, warned: &str) -> Result<(), String> {
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
    Err(format!(
        "unsnarl cc {row}: warned of '{named}', not of '{warned}'"
    ))
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
        row: &str,
        driver: &dyn Fn() -> Result<Command, Error>,
    ) -> Result<Trace, Error> {
        // Of one length and in one place, so that no output depends on where it is.
        let folder = scratch.file("work");
        for (file, text) in FILES {
            write_old(&folder.join(file), text)?;
        }
        let temporary = scratch.file("temporary");
        std::fs::create_dir_all(&temporary).map_err(Error::file("make", &temporary))?;
        let mut trace = Trace::default();
        for line in row.split(';') {
            let source = folder.join("noending");
            let input = File::open(&source).map_err(Error::file("open", &source))?;
            let mut command = driver()?;
            command
                .args(line.split_whitespace())
                .current_dir(&folder)
                .env("TMPDIR", &temporary);
            let outcome = process::capture_reading(&mut command, Stdio::from(input), LIMIT)?;
            trace.endings.push(outcome.ending);
            trace.output.extend(&outcome.output);
            trace.errors += &without_name(&outcome.error_text());
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

/// Messages without the program that they begin with.
fn without_name(errors: &str) -> String {
    let lines = errors.lines().map(|line| {
        let mut names = ["unsnarl cc: ", "clang-19: ", "wasm-ld: ", "wasm-ld-19: "].into_iter();
        let rest = names.find_map(|name| line.strip_prefix(name));
        format!("{}\n", rest.unwrap_or(line))
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

fn compare(row: &str, expected: &Trace, found: &Trace) -> Result<(), String> {
    let fail = |what: String| Err(format!("unsnarl cc {row}: {what}"));
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
