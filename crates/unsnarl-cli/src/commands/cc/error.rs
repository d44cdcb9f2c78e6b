//! Errors of the driver.

use std::ffi::OsString;
use std::io;
use std::path::PathBuf;

/// Why a command line was not carried out, or not completely.
#[derive(Debug, thiserror::Error)]
pub(in crate::commands) enum Error {
    #[error("cannot read the response file {}: {cause}", path.display())]
    ResponseFile { path: PathBuf, cause: io::Error },
    #[error("the response file {} includes itself", .0.display())]
    ResponseFileInItself(PathBuf),
    #[error("{option}: {message}")]
    Option { option: String, message: String },
    #[error(
        "{}: assembly is not supported: unsnarl compiles C, C++ and LLVM IR; assemble it with clang and give the object", .0.display()
    )]
    Assembly(OsString),
    #[error("{}: precompile headers in a separate command", .0.display())]
    Header(OsString),
    #[error(
        "{0}: split debug information is not supported: drop the option, and the object has all \
         debug information"
    )]
    SplitDebugInfo(String),
    #[error(
        "{0}: objects of both code and LLVM IR are not supported for WebAssembly: drop the \
         option; objects are LLVM IR with -flto, and code without it"
    )]
    FatObjects(String),
    #[error("cannot specify -o when generating multiple output files")]
    OutputOfSeveral,
    #[error("no such file or directory: '{}'", .0.display())]
    NoInput(OsString),
    #[error("no input files")]
    NoInputs,
    #[error(
        "no clang: looked for {looked_for} on PATH; install one (Debian: apt-get install clang-19 lld-19 wasi-libc \
         libclang-rt-19-dev-wasm32, for C++ libc++-19-dev-wasm32 libc++abi-19-dev-wasm32 as well), or give its path with --unsnarl-clang=PATH or the environment variable UNSNARL_CLANG"
    )]
    NoClang { looked_for: String },
    #[error(
        "no linker for WebAssembly: looked for {looked_for} beside clang and on PATH; install one (Debian: apt-get install \
         lld-19), or give its path with --unsnarl-wasm-ld=PATH or the environment variable UNSNARL_WASM_LD"
    )]
    NoLinker { looked_for: String },
    #[error(
        "no C library for WebAssembly: clang does not find its start code, crt1.o; install one \
         (Debian: apt-get install wasi-libc libclang-rt-19-dev-wasm32; replace 19 by the version of clang)"
    )]
    NoLibc,
    #[error("{origin} names '{}', which is not an executable program", name.display())]
    NoSuchTool {
        origin: &'static str,
        name: OsString,
    },
    #[error("cannot run {}: {cause}", program.display())]
    Start { program: PathBuf, cause: io::Error },
    #[error("{0}")]
    Temporary(io::Error),
    #[error("cannot watch for signals: {0}")]
    Signals(io::Error),
    #[error("{0}")]
    Write(String),
    #[error("cannot print the object: {0}")]
    Text(unsnarl_wasm::WatError),
}

impl Error {
    /// The exit status: as clang's, 1.
    pub(in crate::commands) fn status(&self) -> u8 {
        1
    }
}
