//! C to WebAssembly commands under WASI: clang to IR, a back end to objects, `wasm-ld` to a module.
//!
//! *Needs:* clang 19, lld 19, wasi-libc, and llc 19 or the command `unsnarl`.
//! *Gives:* files at the requested paths; a file exists only if every step ended with status 0.
//! *Limits:* this wasi-libc has neither setjmp nor threads.

use crate::cache::{self, Key};
use crate::error::Error;
use crate::paths;
use crate::process;
use crate::tools::{CLANG, LLC, LLC_22, WASM_LD};
use crate::unsnarl::{Choice, Unsnarl};
use std::fmt;
use std::ops::AddAssign;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// For one step: SQLite at -O2 takes clang a minute on a slow machine.
const LIMIT: Duration = Duration::from_secs(900);

/// As large as the native stack, and below the data, so that overflowing it traps.
const STACK: [&str; 3] = ["-z", "stack-size=8388608", "--stack-first"];

const LIBRARIES: &str = "/usr/lib/wasm32-wasi";
const BUILTINS: &str = "/usr/lib/llvm-19/lib/clang/19/lib/wasi/libclang_rt.builtins-wasm32.a";

/// Who makes an object of IR.
#[derive(Clone, Copy)]
pub(crate) enum Backend<'a> {
    /// LLVM's own.
    Llvm,
    /// The same, with code that can be loaded anywhere, and with exceptions if the IR has some.
    /// Ours finds both in the IR.
    LlvmPic,
    /// The same of LLVM 22.
    Llvm22,
    /// The same of LLVM 22, with several results where a value is several numbers.
    LlvmMultiValue,
    /// Ours.
    Unsnarl {
        /// The command.
        command: &'a Unsnarl,
        /// Its options.
        choice: Choice<'a>,
    },
}

impl Backend<'_> {
    /// The name that tables give it.
    pub(crate) fn name(&self) -> &str {
        match self {
            Self::Llvm => "llc -O2",
            Self::LlvmPic => "llc -O2 -relocation-model=pic",
            Self::Llvm22 => "llc-22 -O2",
            Self::LlvmMultiValue => "llc -O2 -target-abi=experimental-mv",
            Self::Unsnarl {
                choice:
                    Choice::Algorithm(name)
                    | Choice::Reduction(name)
                    | Choice::FunctionLimit(name)
                    | Choice::Prove(name)
                    | Choice::Exceptions(name)
                    | Choice::Abi(name),
                ..
            } => name,
        }
    }

    /// A command line that makes an object of IR.
    pub(crate) fn compile(&self, ir: &Path, object: &Path) -> Result<Command, Error> {
        match self {
            Self::Llvm | Self::LlvmPic => {
                let mut llc = LLC.call()?;
                llc.args(["-O2", "-filetype=obj"]).arg(ir);
                if let Self::LlvmPic = self {
                    llc.args(["-relocation-model=pic", "-wasm-enable-eh"]);
                    llc.arg("-exception-model=wasm");
                }
                llc.arg("-o").arg(object);
                Ok(llc)
            }
            Self::Llvm22 | Self::LlvmMultiValue => {
                let mut llc = LLC_22.call()?;
                llc.args(["-O2", "-filetype=obj"]);
                if let Self::LlvmMultiValue = self {
                    llc.arg("-target-abi=experimental-mv");
                }
                llc.arg(ir).arg("-o").arg(object);
                Ok(llc)
            }
            Self::Unsnarl { command, choice } => Ok(command.compile(ir, object, *choice)),
        }
    }

    /// Makes an object of IR, and gives the compiler's report of its proofs.
    pub(crate) fn make_object(&self, ir: &Path, object: &Path) -> Result<Proofs, Error> {
        Ok(Proofs::count(&self.make_and_tell(ir, object)?))
    }

    /// Makes an object of IR, and gives what `--stats` prints: a line for each function, from our
    /// compiler alone.
    pub(crate) fn make_and_tell(&self, ir: &Path, object: &Path) -> Result<String, Error> {
        let mut command = self.compile(ir, object)?;
        if let Self::Unsnarl { .. } = self {
            command.arg("--stats");
        }
        let outcome = process::complete(&mut command, LIMIT)?;
        Ok(match self {
            Self::Llvm | Self::LlvmPic | Self::Llvm22 | Self::LlvmMultiValue => String::new(),
            Self::Unsnarl { .. } => outcome.error_text(),
        })
    }
}

/// How many functions were proved, and how many only up to a bound. One that is not proved is not
/// compiled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Proofs {
    proved: usize,
    bounded: usize,
}

impl Proofs {
    /// How many functions there was a verdict on.
    pub(crate) fn total(self) -> usize {
        self.proved + self.bounded
    }

    /// Tells whether some function was proved only up to a bound.
    pub(crate) fn has_bounded(self) -> bool {
        self.bounded > 0
    }

    /// Counts the lines that `--stats` prints: `NAME: VERDICT; DATA; MEASURES`. A function whose
    /// data is not proved counts as one up to a bound.
    pub(crate) fn count(lines: &str) -> Self {
        let lines = || lines.lines().filter(|line| line.contains("; data "));
        let proved = |line: &&str| line.contains(": proved in ") && line.contains("; data proved;");
        let proved = lines().filter(proved).count();
        Self {
            proved,
            bounded: lines().count() - proved,
        }
    }
}

impl AddAssign for Proofs {
    fn add_assign(&mut self, other: Self) {
        self.proved += other.proved;
        self.bounded += other.bounded;
    }
}

impl fmt::Display for Proofs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { proved, bounded } = self;
        match (proved, bounded) {
            (0, 0) => Ok(()),
            (_, 0) => write!(f, "{proved} functions proved; "),
            _ => write!(f, "{proved} functions proved, {bounded} up to a bound; "),
        }
    }
}

/// Compiles a C source to textual IR. Warnings are not shown: other people's sources have them.
pub(crate) fn make_ir(
    source: &Path,
    level: &str,
    options: &[String],
    ir: &Path,
) -> Result<(), Error> {
    let mut clang = CLANG.call()?;
    clang.arg("--target=wasm32-wasi");
    make_ir_by(clang, source, level, options, ir)
}

/// The same by a clang that knows its target already.
pub(crate) fn make_ir_by(
    mut clang: Command,
    source: &Path,
    level: &str,
    options: &[String],
    ir: &Path,
) -> Result<(), Error> {
    clang.args([level, "-w", "-S", "-emit-llvm"]);
    // Before the headers of this machine, on which clang would fall back.
    clang.arg("-I").arg(stub_headers());
    clang.args(options).arg(source).arg("-o").arg(ir);
    process::require(&mut clang, LIMIT).map(drop)
}

/// The same for a source that includes nothing but what comes with the compiler: the IR is kept,
/// and not made again.
pub(crate) fn keep_ir_by(
    clang: Command,
    source: &Path,
    level: &str,
    options: &[String],
    ir: &Path,
) -> Result<(), Error> {
    let mut key = Command::new(clang.get_program());
    key.args(clang.get_args()).arg(level).args(options);
    let key = Key::new("IR", &paths::read(source)?).and(&key);
    if let Some(kept) = cache::kept(&key) {
        return paths::write(ir, &kept);
    }
    make_ir_by(clang, source, level, options, ir)?;
    cache::keep(&key, &paths::read(ir)?)
}

/// A command that prints the syntax tree of a file as text.
pub(crate) fn syntax(source: &Path, options: &[String]) -> Result<Command, Error> {
    let mut clang = CLANG.call()?;
    clang.args(["--target=wasm32-wasi", "-w", "-fsyntax-only"]);
    clang.args(["-Xclang", "-ast-dump", "-fno-color-diagnostics"]);
    clang.arg("-I").arg(stub_headers());
    clang.args(options).arg(source);
    Ok(clang)
}

/// How many functions a module defines.
pub(crate) fn defined_functions(ir: &Path) -> Result<usize, Error> {
    let text = paths::read(ir)?;
    let lines = text.split(|&byte| byte == b'\n');
    Ok(lines.filter(|line| line.starts_with(b"define ")).count())
}

/// Links objects with the libc to a command; `libraries` are names as after `-l`.
///
/// A warning is an error: it tells of functions that are called with other types than they have.
pub(crate) fn link(objects: &[PathBuf], libraries: &[&str], module: &Path) -> Result<(), Error> {
    link_by(WASM_LD.call()?, objects, libraries, module)
}

/// The same by a linker that is called like `wasm-ld`.
pub(crate) fn link_by(
    mut linker: Command,
    objects: &[PathBuf],
    libraries: &[&str],
    module: &Path,
) -> Result<(), Error> {
    linker.arg("--fatal-warnings");
    link_command(linker, objects, libraries, module)
}

/// The same, and functions may be called with other types than they have.
pub(crate) fn link_loosely(objects: &[PathBuf], module: &Path) -> Result<(), Error> {
    link_command(WASM_LD.call()?, objects, &["m"], module)
}

fn link_command(
    mut linker: Command,
    objects: &[PathBuf],
    libraries: &[&str],
    module: &Path,
) -> Result<(), Error> {
    linker.args(STACK).arg(format!("-L{LIBRARIES}"));
    linker.arg(format!("{LIBRARIES}/crt1.o")).args(objects);
    linker.args(libraries.iter().map(|name| format!("-l{name}")));
    linker.args(["-lc", BUILTINS, "-o"]).arg(module);
    process::require(&mut linker, LIMIT).map(drop)
}

/// Links objects that have an entry of their own and need no libc, as the examples do.
pub(crate) fn link_alone(objects: &[PathBuf], module: &Path) -> Result<(), Error> {
    let mut linker = WASM_LD.call()?;
    linker.args(["--no-entry", "--allow-undefined"]);
    linker.args(objects).arg("-o").arg(module);
    process::require(&mut linker, LIMIT).map(drop)
}

/// Links objects with what they need of the libc and the compiler's library to a module that
/// exports these functions and imports nothing.
pub(crate) fn link_library(
    objects: &[PathBuf],
    exports: &[&str],
    module: &Path,
) -> Result<(), Error> {
    let mut linker = WASM_LD.call()?;
    linker.arg("--no-entry").args(STACK).args(objects);
    linker.args(exports.iter().map(|name| format!("--export={name}")));
    linker.arg(format!("-L{LIBRARIES}"));
    linker.args(["-lc", "-lm", BUILTINS, "-o"]).arg(module);
    process::require(&mut linker, LIMIT).map(drop)
}

/// The folder of headers that this wasi-libc has not.
pub(crate) fn stub_headers() -> PathBuf {
    paths::root().join("bench/corpus/include")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proofs_are_counted_by_the_lines_that_tell_of_them() {
        let lines = "\
f: proved in 3 states; data proved; 3 blocks
g: not proved: the limit was reached after 9 states; no difference up to 4 decisions or on 64 random strings; data proved; 9 blocks
h: proved in 1 state; data not proved: the limit of steps was reached; 1 block
proved: proved in 1 state; data proved; 1 block
a remark";
        let (proved, bounded) = (2, 2);
        assert_eq!(Proofs::count(lines), Proofs { proved, bounded });
        assert_eq!(Proofs::count(""), Proofs::default());
    }
}
