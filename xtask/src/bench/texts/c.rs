//! Modules as C: sizes and times beside `wasm2c`, and native builds of the source.
//!
//! *Needs:* a linked module and the runs of its program. *Gives:* a table of what writing and
//! building takes, of sizes, jumps and of times.
//! *Limits:* `wasm2c` gets its calls of WASI from `xtask/engines/wasm2c-wasi.c`, which has no
//! files.

use super::{LIMIT, size};
use crate::bench::samples::Samples;
use crate::bench::subject::Subject;
use crate::bench::usage::{measured, measuring, numbers};
use crate::corpus::{self, Program};
use crate::error::Error;
use crate::paths::{self, Scratch};
use crate::tools::{GCC, WASM2C};
use crate::unsnarl::{Choice, Unsnarl};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Where Debian's wabt has the runtime of what it writes.
const WASM2C_RUNTIME: &str = "/usr/share/wabt/wasm2c";

/// A build, and what it took.
struct Build {
    name: &'static str,
    /// Bytes and jumps of the text, and the seconds that writing it took.
    text: Option<(u64, usize, f64)>,
    seconds: f64,
    binary: PathBuf,
}

pub(super) fn c(
    unsnarl: &Unsnarl,
    program: &'static Program,
    subject: &Subject,
    module: &Path,
    rounds: usize,
) -> Result<(), Error> {
    let scratch = Scratch::new()?;
    let folder = |name: &str| {
        let folder = scratch.file(name);
        fs::create_dir(&folder).map_err(Error::file("make", &folder))?;
        Ok::<PathBuf, Error>(folder)
    };
    let builds = [
        native(program, &folder("native")?)?,
        ours("ours", 2, unsnarl, module, &folder("compared")?)?,
        ours("ours by pages", 1, unsnarl, module, &folder("pages")?)?,
        theirs(module, &folder("wasm2c")?)?,
    ];
    println!("\n| C | seconds | bytes | `goto` | gcc -O2, seconds | program, bytes |");
    println!("|---|--:|--:|--:|--:|--:|");
    for build in &builds {
        let text = match build.text {
            Some((bytes, jumps, seconds)) => format!("{seconds:.2} | {bytes} | {jumps}"),
            None => "| |".to_owned(),
        };
        println!(
            "| `{}` | {text} | {:.1} | {} |",
            build.name,
            build.seconds,
            size(&build.binary)?
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
        for _ in 0..rounds {
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

/// The source, compiled for this machine.
fn native(program: &'static Program, folder: &Path) -> Result<Build, Error> {
    let binary = folder.join("program");
    let mut gcc = gcc()?;
    gcc.args(corpus::native_options(program)?);
    gcc.args(corpus::c_files(program)?);
    build("native", None, gcc, binary)
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

fn theirs(module: &Path, folder: &Path) -> Result<Build, Error> {
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

fn gcc() -> Result<Command, Error> {
    let mut gcc = GCC.call()?;
    gcc.args(["-O2", "-w"]);
    Ok(gcc)
}

/// Writes a text, and measures that.
fn written(text: &Path, command: &Command) -> Result<(u64, usize, f64), Error> {
    let [_clock, seconds, _kilobytes] = measured(command, LIMIT)?;
    let own = paths::read(text)?;
    let own = String::from_utf8_lossy(&own);
    let words = own.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
    let jumps = words.filter(|&word| word == "goto").count();
    Ok((size(text)?, jumps, seconds))
}

/// Builds a program, without its symbols.
fn build(
    name: &'static str,
    text: Option<(u64, usize, f64)>,
    mut gcc: Command,
    binary: PathBuf,
) -> Result<Build, Error> {
    gcc.args(["-s", "-lm", "-o"]).arg(&binary);
    let [_clock, seconds, _kilobytes] = measured(&gcc, LIMIT)?;
    Ok(Build {
        name,
        text,
        seconds,
        binary,
    })
}
