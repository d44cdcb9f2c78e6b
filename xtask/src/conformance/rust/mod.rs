//! Rust: programs whose code is Unsnarl's, by two versions of the compiler.
//!
//! *Needs:* Debian's packages of Rust, with LLVM 14 and 22; two linkers, a libc for WebAssembly,
//! gcc and node; the registry of crates for what Rust's library needs.
//! *Gives:* checks that
//! - the programs in `corpus/rust`, with the library that comes with Rust 1.63, do what their
//!   native builds do, at two levels, and that every function of them is proved;
//! - the same with Rust's newest library, all of which is bitcode that Unsnarl compiles;
//! - the tests of the crate `unsnarl`, compiled so, pass in node;
//! - a program whose panics unwind does what its native build does, with exceptions in the standard
//!   instructions in Wasmtime, and in the legacy ones in node and SpiderMonkey 102;
//! - the [command](command) `unsnarl` itself, compiled so, does in node what it does natively.
//!
//! *Limits:* `--short` leaves the newest Rust out, which compiles its library.

mod command;
mod toolchain;

use super::report::Report;
use super::runs::first_difference;
use crate::engines::Engine;
use crate::error::Error;
use crate::paths::{self, Scratch};
use crate::process::{self, Ending, Outcome};
use crate::tools::{WASM_LD_14, WASM_LD_22};
use crate::unsnarl::{Choice, Unsnarl};
use crate::wasi::Backend;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;
use toolchain::Toolchain;

const PROGRAMS: [&str; 3] = ["collections", "interpreter", "layouts"];
const LEVELS: [&str; 2] = ["0", "3"];

const LIMIT: Duration = Duration::from_secs(600);
/// For all of Rust's library and the tests.
const LONG_LIMIT: Duration = Duration::from_secs(3600);

/// What a program reads.
const INPUT: &str = "print 3 * (4 - 1);\nx = 9; while x { print x; x = x - 3; }\n";

pub(crate) fn rust(report: &mut Report) -> Result<(), Error> {
    let unsnarl = Unsnarl::build()?;
    let scratch = Scratch::new()?;
    let linker = toolchain::linker(&unsnarl, &scratch.file("bin"))?;
    let input = scratch.file("input");
    paths::write(&input, INPUT.as_bytes())?;
    with_its_library(report, &unsnarl, &linker, &scratch, &input)?;
    if report.pick(true, false) {
        let newest = Newest::new(&unsnarl, &linker)?;
        unwinding(report, &newest, &input)?;
        command::command(report, &newest, &unsnarl)?;
        with_sources(report, &newest, &input)?;
    }
    Ok(())
}

fn source(program: &str) -> PathBuf {
    paths::root().join(format!("corpus/rust/{program}.rs"))
}

/// The programs with the library of Rust 1.63.
fn with_its_library(
    report: &mut Report,
    unsnarl: &Unsnarl,
    linker: &Path,
    scratch: &Scratch,
    input: &Path,
) -> Result<(), Error> {
    let toolchain = Toolchain::oldest()?;
    let ours = Backend::Unsnarl {
        command: unsnarl,
        choice: Choice::Algorithm("nested"),
    };
    for program in PROGRAMS {
        for level in LEVELS {
            let rustc = || {
                let mut command = Command::new(toolchain.rustc());
                command.args(["--edition=2021", "-Cdebug-assertions=on"]);
                command
                    .arg(format!("-Copt-level={level}"))
                    .arg(source(program));
                command
            };
            let [native, module, bitcode, object] =
                ["native", "wasm", "bc", "o"].map(|end| scratch.file(&format!("{program}.{end}")));
            process::require(rustc().arg("-o").arg(&native), LIMIT)?;
            let to_wasm = || {
                let mut command = rustc();
                command.args(["--target=wasm32-wasi", "-Cpanic=abort"]);
                command
            };
            let mut linked = to_wasm();
            linked.arg("-Clinker-plugin-lto").arg("-o").arg(&module);
            linked.arg(format!("-Clinker={}", linker.display()));
            // Newer linkers want every member of a library to be an object.
            linked.env("UNSNARL_WASM_LD", WASM_LD_14.command);
            process::require(&mut linked, LIMIT)?;
            let name = format!("{program} of Rust 1.63 at {level}");
            report.check(compare(
                &name,
                &native,
                &mut Engine::Node.run(&module, &[])?,
                input,
            )?);
            let mut emit = to_wasm();
            emit.arg("--emit=llvm-bc").arg("-o").arg(&bitcode);
            process::require(&mut emit, LIMIT)?;
            let proofs = ours.make_object(&bitcode, &object)?;
            report.check(match proofs.total() > 0 && !proofs.has_bounded() {
                true => Ok(()),
                false => Err(format!("{name}: {proofs}")),
            });
            let size = paths::read(&object)?.len();
            println!("{name}: {proofs}{size} bytes");
        }
    }
    Ok(())
}

/// The newest Rust, and what its programs are linked with.
struct Newest {
    toolchain: Toolchain,
    linker: PathBuf,
    missing: PathBuf,
    folder: PathBuf,
}

/// What becomes of a panic.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Panic {
    Abort,
    Unwind,
}

const TO_WASM: &str = "--target=wasm32-wasip1";

impl Newest {
    fn new(unsnarl: &Unsnarl, linker: &Path) -> Result<Self, Error> {
        // Its path is among the flags: in the same place always, so that a second build is shorter.
        let missing = paths::target().join("rust/missing.o");
        let mut cc = Command::new(unsnarl.program());
        cc.args(["cc", "-O2", "-c"])
            .arg(source("missing").with_extension("c"));
        process::require(cc.arg("-o").arg(&missing), LIMIT)?;
        Ok(Newest {
            toolchain: Toolchain::newest()?,
            linker: linker.to_owned(),
            missing,
            folder: paths::target().join("rust/build"),
        })
    }

    /// A call of cargo for this machine.
    fn native(&self) -> Command {
        let mut command = process::cargo();
        command.env("RUSTC", self.toolchain.rustc());
        command.env_remove("RUSTFLAGS");
        command.env("CARGO_TARGET_DIR", &self.folder);
        command
    }

    /// A call of cargo for WebAssembly, with its command, which also builds the library.
    fn to_wasm(&self, word: &str, panic: Panic) -> Command {
        let mut command = self.native();
        let mut flags = format!(
            "-Clinker-plugin-lto -Clink-self-contained=no -Clink-arg=-L/usr/lib/wasm32-wasi \
             -Clink-arg=/usr/lib/wasm32-wasi/crt1-command.o -Clink-arg={}",
            self.missing.display()
        );
        let library = match panic {
            Panic::Abort => "-Zbuild-std=std,panic_abort,test",
            Panic::Unwind => {
                // It is not what this target has without options, as cargo believes.
                flags.push_str(" -Cpanic=unwind");
                "-Zbuild-std=std,panic_unwind"
            }
        };
        command
            .env("CARGO_TARGET_WASM32_WASIP1_RUSTFLAGS", flags)
            .env("CARGO_TARGET_WASM32_WASIP1_LINKER", &self.linker)
            .env("UNSNARL_WASM_LD", WASM_LD_22.command)
            .env("RUSTC_BOOTSTRAP", "1");
        command.args([word, TO_WASM, library]);
        command
    }

    /// The path of a module.
    fn module(&self, profile: &str, name: &str) -> PathBuf {
        self.folder
            .join(format!("wasm32-wasip1/{profile}/{name}.wasm"))
    }
}

/// The programs and the tests of the library with the newest Rust, which compiles its own library.
fn with_sources(report: &mut Report, newest: &Newest, input: &Path) -> Result<(), Error> {
    let manifest = source("Cargo").with_extension("toml");
    let mut native = newest.native();
    native.arg("build");
    for mut build in [native, newest.to_wasm("build", Panic::Abort)] {
        build
            .args(["--quiet", "--release", "--manifest-path"])
            .arg(&manifest);
        build.args(PROGRAMS.iter().map(|program| format!("--bin={program}")));
        process::require(&mut build, LONG_LIMIT)?;
    }
    for program in PROGRAMS {
        let native = newest.folder.join("release").join(program);
        let module = newest.module("release", program);
        let name = format!("{program} of the newest Rust");
        report.check(compare(
            &name,
            &native,
            &mut Engine::Node.run(&module, &[])?,
            input,
        )?);
        println!("{name}");
    }
    let mut test = newest.to_wasm("test", Panic::Abort);
    test.args(["--package=unsnarl", "--lib"]);
    let engine = Engine::Node.script()?;
    test.env("CARGO_TARGET_WASM32_WASIP1_RUNNER", process::shown(&engine));
    let outcome = process::capture(test.args(["--", "--test-threads=1"]), LONG_LIMIT)?;
    let printed = String::from_utf8_lossy(&outcome.output).into_owned();
    let passed = printed.lines().filter(|line| line.ends_with(" ok")).count();
    report.check(match outcome.ending {
        Ending::Status(0) if passed > 300 => Ok(()),
        ending => Err(format!(
            "tests of unsnarl: {ending}, {passed} passed: {printed}"
        )),
    });
    println!("{passed} tests of unsnarl");
    Ok(())
}

/// A program whose panics unwind, in both forms of the instructions for exceptions.
fn unwinding(report: &mut Report, newest: &Newest, input: &Path) -> Result<(), Error> {
    let manifest = source("Cargo").with_extension("toml");
    const PROFILE: &str = "unwinding";
    let options = [
        "--quiet",
        "--profile",
        PROFILE,
        "--bin",
        PROFILE,
        "--manifest-path",
    ];
    let mut build = newest.native();
    process::require(build.arg("build").args(options).arg(&manifest), LONG_LIMIT)?;
    let native = newest.folder.join(PROFILE).join(PROFILE);
    // The option goes to the last crate alone, so that the library is compiled once.
    for (form, engines) in [
        ("standard", &[Engine::Wasmtime][..]),
        ("legacy", &[Engine::Node, Engine::SpiderMonkey]),
    ] {
        let mut build = newest.to_wasm("rustc", Panic::Unwind);
        build.args(options).arg(&manifest);
        build
            .arg("--")
            .arg(format!("-Clink-arg=-funsnarl-eh={form}"));
        process::require(&mut build, LONG_LIMIT)?;
        let module = newest.module(PROFILE, PROFILE);
        for engine in engines {
            let name = format!("panics that unwind, {form}, in {}", engine.name());
            let mut command = engine.script()?;
            if *engine == Engine::Node {
                command.arg("--at-once");
            }
            report.check(compare(&name, &native, command.arg(&module), input)?);
            println!("{name}");
        }
    }
    Ok(())
}

/// Compares what a program does with what its native build does.
fn compare(
    name: &str,
    native: &Path,
    module: &mut Command,
    input: &Path,
) -> Result<Result<(), String>, Error> {
    let run = |command: &mut Command| -> Result<Outcome, Error> {
        let file = File::open(input).map_err(Error::file("open", input))?;
        process::capture_reading(command, Stdio::from(file), LIMIT)
    };
    let expected = run(&mut Command::new(native))?;
    let found = run(module)?;
    if expected.output.is_empty() || expected.ending != found.ending {
        let errors = found.error_text();
        return Ok(Err(format!(
            "{name}: ended with {}: {errors}",
            found.ending
        )));
    }
    let difference = first_difference(&expected.output, &found.output);
    Ok(difference.map_or(Ok(()), |what| Err(format!("{name}: {what}"))))
}
