//! Real programs as LLVM IR, to measure on: zlib, Lua, SQLite.
//!
//! *Needs:* the registry of crates, for crates that carry C sources, and clang 19 with a libc for WebAssembly.
//! *Gives:* a folder of modules for each program, below `target/corpus`; what is there is not made again.
//! *Limits:* the programs are compiled and not linked, so what they only declare may be missing.
//!
//! `bench/corpus/Cargo.lock` holds versions and digests, and cargo checks them. A download or a compilation that
//! fails is an error: a program that is missing is never a row that is missing.

use crate::error::Error;
use crate::paths::{self, names_in};
use crate::process;
use crate::tools::CLANG;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A program and how it is compiled.
struct Program {
    name: &'static str,
    /// The folder of its sources among the vendored crates.
    sources: &'static str,
    /// The files; all of the folder if none is named.
    files: &'static [&'static str],
    options: &'static [&'static str],
}

const PROGRAMS: [Program; 3] = [
    Program {
        name: "zlib",
        sources: "libz-sys-1.1.31/src/zlib",
        files: &[
            "adler32.c",
            "compress.c",
            "crc32.c",
            "deflate.c",
            "infback.c",
            "inffast.c",
            "inflate.c",
            "inftrees.c",
            "trees.c",
            "uncompr.c",
            "zutil.c",
        ],
        options: &[],
    },
    Program {
        name: "lua",
        sources: "lua-src-551.1.0/lua-5.4.9",
        files: &[],
        options: &["-D_WASI_EMULATED_SIGNAL", "-D_WASI_EMULATED_PROCESS_CLOCKS"],
    },
    Program {
        name: "sqlite",
        sources: "libsqlite3-sys-0.39.1/sqlite3",
        files: &["sqlite3.c"],
        options: &[
            "-DSQLITE_OS_OTHER=1",
            "-DSQLITE_THREADSAFE=0",
            "-DSQLITE_OMIT_LOAD_EXTENSION",
            "-DSQLITE_TEMP_STORE=3",
        ],
    },
];

/// How long cargo may take to download, and clang for one file.
const LIMIT: Duration = Duration::from_secs(900);

/// Makes what is not there yet, and gives the folder of each program's modules.
pub(crate) fn make() -> Result<Vec<(String, PathBuf)>, Error> {
    let corpus = paths::target().join("corpus");
    let mut vendored = None;
    let mut folders = Vec::new();
    for program in &PROGRAMS {
        let folder = corpus
            .join(program.name)
            .join(program.sources.replace('/', "-"));
        if !folder.is_dir() {
            let sources = match &vendored {
                Some(sources) => sources,
                None => vendored.insert(vendor(&corpus)?),
            };
            eprintln!("bench: compiling {}", program.name);
            compile(program, &sources.join(program.sources), &folder)?;
        }
        folders.push((program.name.to_owned(), folder));
    }
    Ok(folders)
}

/// Has cargo download the sources and check their digests.
fn vendor(corpus: &Path) -> Result<PathBuf, Error> {
    eprintln!("bench: downloading zlib, Lua, SQLite");
    let folder = corpus.join("vendor");
    let mut cargo = process::cargo();
    cargo.args([
        "vendor",
        "--quiet",
        "--locked",
        "--versioned-dirs",
        "--manifest-path",
    ]);
    cargo
        .arg(paths::root().join("bench/corpus/Cargo.toml"))
        .arg(&folder);
    process::require(&mut cargo, LIMIT)?;
    Ok(folder)
}

/// Compiles a program; its folder appears only when it is complete.
fn compile(program: &Program, sources: &Path, folder: &Path) -> Result<(), Error> {
    let mut files: Vec<String> = program
        .files
        .iter()
        .map(|file| (*file).to_owned())
        .collect();
    if files.is_empty() {
        files = names_in(sources)?;
        files.retain(|file| file.ends_with(".c"));
    }
    let unfinished = folder.with_extension("unfinished");
    fs::create_dir_all(&unfinished).map_err(Error::file("make", &unfinished))?;
    for file in &files {
        let mut clang = CLANG.call()?;
        clang.args(["--target=wasm32-wasi", "-O2", "-w", "-S", "-emit-llvm"]);
        clang
            .arg("-I")
            .arg(paths::root().join("bench/corpus/include"));
        clang.args(program.options).arg(sources.join(file));
        clang
            .arg("-o")
            .arg(unfinished.join(file.replace(".c", ".ll")));
        process::require(&mut clang, LIMIT)?;
    }
    fs::rename(&unfinished, folder).map_err(Error::file("rename", &unfinished))
}
