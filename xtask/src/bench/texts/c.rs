//! Modules as C: sizes and times beside `wasm2c` and `w2c2`; and [native](super::native) builds of
//! the source, some by way of C.
//!
//! *Needs:* a linked module and the runs of its program; for w2c2 and llvm-cbe, which no registry
//! has, where they were built. *Gives:* a table of what writing and building takes, of sizes, jumps
//! and of times.
//! *Limits:* `wasm2c` gets its calls of WASI from `xtask/engines/wasm2c-wasi.c`, which has no
//! files.

use super::building::{Build, Text, build, gcc, written};
use super::{Request, native, size};
use crate::bench::samples::Samples;
use crate::bench::subject::Subject;
use crate::bench::usage::{measuring, numbers};
use crate::corpus::Program;
use crate::error::Error;
use crate::paths::{self, Scratch};
use crate::tools::WASM2C;
use crate::unsnarl::{Choice, Unsnarl};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Where Debian's wabt has the runtime of what it writes.
const WASM2C_RUNTIME: &str = "/usr/share/wabt/wasm2c";

pub(super) fn c(
    unsnarl: &Unsnarl,
    program: &'static Program,
    subject: &Subject,
    module: &Path,
    request: &Request<'_>,
) -> Result<(), Error> {
    let scratch = Scratch::new()?;
    let folder = |name: &str| {
        let folder = scratch.file(name);
        fs::create_dir(&folder).map_err(Error::file("make", &folder))?;
        Ok::<PathBuf, Error>(folder)
    };
    let mut builds = vec![
        native::source(program, &folder("native")?)?,
        ours("ours", 2, unsnarl, module, &folder("compared")?)?,
        ours("ours by pages", 1, unsnarl, module, &folder("pages")?)?,
        wasm2c(module, &folder("wasm2c")?)?,
    ];
    if let Some(checkout) = request.w2c2 {
        builds.push(w2c2(checkout, module, &folder("w2c2")?)?);
    }
    builds.push(native::people(unsnarl, program, &folder("people")?)?);
    let mut failed = None;
    if let Some(tool) = request.llvm_cbe {
        match native::llvm_cbe(tool, program, &folder("cbe")?) {
            Ok(build) => builds.push(build),
            Err(error) => failed = Some(error.to_string()),
        }
    }
    println!("\n| C | seconds | bytes | `goto` | gcc -O2, seconds | program, bytes |");
    println!("|---|--:|--:|--:|--:|--:|");
    for build in &builds {
        let text = match &build.text {
            Some(Text {
                bytes,
                jumps,
                seconds,
            }) => format!("{seconds:.2} | {bytes} | {jumps}"),
            None => "| |".to_owned(),
        };
        println!(
            "| `{}` | {text} | {:.1} | {} |",
            build.name,
            build.seconds,
            size(&build.binary)?
        );
    }
    if let Some(error) = failed {
        // The first line has the command.
        println!(
            "| `llvm-cbe` | {} |",
            error.lines().nth(1).unwrap_or(&error)
        );
    }
    let names = builds.iter().map(|build| format!(" `{}` |", build.name));
    println!("\n| run on processors |{}", names.collect::<String>());
    println!("|---|{}", "--:|".repeat(builds.len()));
    let report = scratch.file("usage.txt");
    for answer in &subject.answers {
        let name = answer.run.name(subject.name);
        eprintln!("bench: {name} as C");
        let mut times = vec![Samples::default(); builds.len()];
        for _ in 0..request.rounds {
            for (build, times) in builds.iter().zip(&mut times) {
                answer.require(&mut measuring(&Command::new(&build.binary), &report)?)?;
                let [_clock, seconds, _kilobytes] = numbers(&paths::read(&report)?);
                times.push(seconds);
            }
        }
        let Some((first, others)) = times.split_first() else {
            continue;
        };
        let ratios = others.iter().map(|own| format!(" {} |", own.over(first)));
        println!(
            "| {name} | {:.2} s |{}",
            first.median(),
            ratios.collect::<String>()
        );
    }
    Ok(())
}

/// What we write, with a way to notice accesses out of bounds: 2 by comparisons, which is the
/// default, 1 by pages that nothing may touch, as in what wasm2c writes.
fn ours(
    name: &'static str,
    checks: u32,
    unsnarl: &Unsnarl,
    module: &Path,
    folder: &Path,
) -> Result<Build, Error> {
    let text = folder.join("program.c");
    let command = unsnarl.compile(module, &text, Choice::Algorithm("nested"));
    let written = written(&text, &command)?;
    let runtime = paths::root().join("runtime/c");
    let mut gcc = gcc()?;
    gcc.args(["-std=gnu99", "-DUNSNARL_WASI_MAIN"]);
    gcc.arg("-DUNSNARL_WASI_TYPES=\"program.h\"");
    gcc.arg("-I").arg(folder).arg("-I").arg(&runtime);
    gcc.arg(&text).arg(runtime.join("unsnarl-wasi.c"));
    gcc.arg(format!("-DUNSNARL_CHECKS={checks}"));
    build(name, Some(written), gcc, folder.join("program"))
}

fn wasm2c(module: &Path, folder: &Path) -> Result<Build, Error> {
    let text = folder.join("program.c");
    let mut command = WASM2C.call()?;
    command.args(["-n", "program"]).arg(module);
    command.arg("-o").arg(&text);
    let written = written(&text, &command)?;
    let runtime = Path::new(WASM2C_RUNTIME);
    let mut gcc = gcc()?;
    gcc.arg("-I").arg(folder).arg("-I").arg(runtime).arg(&text);
    gcc.arg(paths::root().join("xtask/engines/wasm2c-wasi.c"));
    gcc.arg(runtime.join("wasm-rt-impl.c"));
    build("wasm2c", Some(written), gcc, folder.join("program"))
}

/// What w2c2 writes, which was built in a checkout by cmake as it says.
fn w2c2(checkout: &Path, module: &Path, folder: &Path) -> Result<Build, Error> {
    let text = folder.join("program.c");
    // It names what it writes after the file.
    let named = folder.join("program.wasm");
    fs::copy(module, &named).map_err(Error::file("copy", &named))?;
    let mut command = Command::new(checkout.join("w2c2/build/w2c2"));
    command.arg(&named).arg(&text);
    let written = written(&text, &command)?;
    let mut gcc = gcc()?;
    for folder in [folder, &checkout.join("w2c2"), &checkout.join("wasi")] {
        gcc.arg("-I").arg(folder);
    }
    gcc.arg(&text);
    gcc.arg(paths::root().join("xtask/engines/w2c2-main.c"));
    gcc.arg(checkout.join("wasi/build/libw2c2wasi.a"));
    build("w2c2", Some(written), gcc, folder.join("program"))
}
