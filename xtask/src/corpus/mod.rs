//! Real programs as LLVM IR: zlib, Lua, SQLite; and [large ones](packages).
//!
//! *Needs:* the registry of crates, for crates that carry C sources, and clang 19 with a libc for
//! WebAssembly; gcc for the native builds.
//! *Gives:* below `target/corpus`, for each program a folder of modules at each level, and one of
//! objects for this machine. Files that the same commands made are kept.
//!
//! `bench/corpus/Cargo.lock` holds versions and digests, and cargo checks them. A download or a
//! compilation that fails is an error, never just a missing row. The drivers, in `corpus/`, are
//! small and recompiled when needed.

mod answers;
mod packages;
mod programs;

pub(crate) use answers::{Answer, answers, ask};
pub(crate) use packages::{LARGE, Large};
pub(crate) use programs::{PROGRAMS, Program, Run};

use crate::downloads;
use crate::error::Error;
use crate::parallel;
use crate::paths::{self, names_in};
use crate::process;
use crate::tools::GCC;
use crate::wasi;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// The levels of optimisation.
pub(crate) const LEVELS: [&str; 2] = ["-O0", "-O2"];

/// How long cargo may take to download, and a compiler for one file.
const LIMIT: Duration = Duration::from_secs(900);

/// Products are not fused with sums, so that doubles come out the same from both compilers.
const COMMON: &[&str] = &["-ffp-contract=off"];

/// Makes everything, and says on standard output where it is.
pub(crate) fn make_all() -> Result<(), Error> {
    for program in &PROGRAMS {
        for level in LEVELS {
            println!("{}", ir(program, level)?.display());
        }
    }
    Ok(())
}

/// The modules of each program at -O2: names and folders.
pub(crate) fn optimized() -> Result<Vec<(String, PathBuf)>, Error> {
    let folder = |program: &Program| Ok((program.name.to_owned(), ir(program, "-O2")?));
    PROGRAMS.iter().map(folder).collect()
}

/// The folder of a program's modules at a level, without its driver.
pub(crate) fn ir(program: &Program, level: &str) -> Result<PathBuf, Error> {
    let options = wasi_options(program);
    let folder = level.trim_start_matches('-');
    make(program, folder, &options, "ll", |source, made| {
        wasi::make_ir(source, level, &options, made)
    })
}

/// The folder of a program's modules at a level with debug information, without its driver.
pub(crate) fn debug_ir(program: &Program, level: &str) -> Result<PathBuf, Error> {
    let mut options = wasi_options(program);
    options.push("-g".to_owned());
    let folder = format!("{}-g", level.trim_start_matches('-'));
    make(program, &folder, &options, "ll", |source, made| {
        wasi::make_ir(source, level, &options, made)
    })
}

/// The folder of a program's modules at a level as position-independent code with every symbol
/// visible, without its driver.
pub(crate) fn pic_ir(program: &Program, level: &str) -> Result<PathBuf, Error> {
    let mut options = wasi_options(program);
    options.extend(strings(&["-fPIC", "-fvisibility=default"]));
    let folder = format!("{}-pic", level.trim_start_matches('-'));
    make(program, &folder, &options, "ll", |source, made| {
        wasi::make_ir(source, level, &options, made)
    })
}

/// A command that prints the syntax tree of the source of a module.
pub(crate) fn syntax(program: &Program, module: &Path) -> Result<Command, Error> {
    let name = module.with_extension("c");
    let source = sources(program)?.join(name.file_name().unwrap_or_default());
    wasi::syntax(&source, &wasi_options(program))
}

/// The sources of a program, with its driver.
pub(crate) fn c_files(program: &Program) -> Result<Vec<PathBuf>, Error> {
    let folder = sources(program)?;
    let files = files(program, &folder)?.into_iter();
    let files = files.map(|file| folder.join(file));
    Ok(files.chain([driver(program)]).collect())
}

/// The options with which clang compiles a program and its driver for WebAssembly.
pub(crate) fn c_options(program: &Program) -> Result<Vec<String>, Error> {
    let mut options = wasi_options(program);
    options.extend(include(program)?);
    Ok(options)
}

/// The options with which a program and its driver are compiled for this machine.
pub(crate) fn native_options(program: &Program) -> Result<Vec<String>, Error> {
    let mut options = strings(&[COMMON, program.options].concat());
    options.extend(include(program)?);
    Ok(options)
}

/// The module of a program's driver at a level, into a folder.
pub(crate) fn driver_ir(program: &Program, level: &str, folder: &Path) -> Result<PathBuf, Error> {
    let made = folder.join(format!("driver-{}.ll", program.name));
    wasi::make_ir(&driver(program), level, &c_options(program)?, &made)?;
    Ok(made)
}

/// Builds a program with its driver for this machine, into a folder.
pub(crate) fn native(program: &Program, folder: &Path) -> Result<PathBuf, Error> {
    let mut options = strings(&["-O2", "-w"]);
    options.extend(strings(&[COMMON, program.options].concat()));
    let objects = make(program, "native", &options, "o", |source, made| {
        let mut gcc = GCC.call()?;
        gcc.args(&options).arg("-c").arg(source).arg("-o").arg(made);
        process::require(&mut gcc, LIMIT).map(drop)
    })?;
    let made = folder.join(program.name);
    let mut gcc = GCC.call()?;
    gcc.args(&options).args(include(program)?);
    gcc.arg(driver(program)).args(with_ending(&objects, "o")?);
    gcc.args(["-lm", "-o"]).arg(&made);
    process::require(&mut gcc, LIMIT)?;
    Ok(made)
}

/// The files of a folder with such an ending, in order.
pub(crate) fn with_ending(folder: &Path, ending: &str) -> Result<Vec<PathBuf>, Error> {
    let paths = names_in(folder)?.into_iter().map(|name| folder.join(name));
    Ok(paths
        .filter(|path| path.extension().is_some_and(|found| found == ending))
        .collect())
}

fn wasi_options(program: &Program) -> Vec<String> {
    strings(&[COMMON, program.options, program.wasi_options].concat())
}

fn strings(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|&text| text.to_owned()).collect()
}

fn driver(program: &Program) -> PathBuf {
    paths::root().join(format!("corpus/{}.c", program.name))
}

/// Where the driver finds the headers.
fn include(program: &Program) -> Result<[String; 2], Error> {
    let folder = sources(program)?.display().to_string();
    Ok(["-I".to_owned(), folder])
}

/// Compiles every file of a program into a folder, unless it is there with the same options.
fn make(
    program: &Program,
    kind: &str,
    options: &[String],
    ending: &str,
    compile: impl Fn(&Path, &Path) -> Result<(), Error> + Sync,
) -> Result<PathBuf, Error> {
    let folder = paths::target()
        .join("corpus")
        .join(program.name)
        .join(program.sources.replace('/', "-"))
        .join(kind);
    let options = options.join("\n");
    fill(&folder, program.name, options.as_bytes(), |unfinished| {
        let sources = sources(program)?;
        let made = parallel::map(&files(program, &sources)?, |file| {
            let made = unfinished.join(file).with_extension(ending);
            compile(&sources.join(file), &made)
        });
        made.into_iter().collect()
    })
}

/// Has a folder filled, which appears only when it is complete and holds what it was made of. Does
/// nothing if that folder is there, made of the same.
fn fill(
    folder: &Path,
    name: &str,
    made_of: &[u8],
    compile: impl FnOnce(&Path) -> Result<(), Error>,
) -> Result<PathBuf, Error> {
    const OPTIONS: &str = "options.txt";
    let _making = paths::lock(folder)?;
    if fs::read(folder.join(OPTIONS)).is_ok_and(|found| found == made_of) {
        return Ok(folder.to_owned());
    }
    let kind = folder.file_name().unwrap_or_default().to_string_lossy();
    eprintln!("corpus: compiling {name} ({kind})");
    let unfinished = folder.with_extension("unfinished");
    for outdated in [folder, &unfinished] {
        if outdated.exists() {
            fs::remove_dir_all(outdated).map_err(Error::file("remove", outdated))?;
        }
    }
    paths::write(&unfinished.join(OPTIONS), made_of)?;
    compile(&unfinished)?;
    fs::rename(&unfinished, folder).map_err(Error::file("rename", &unfinished))?;
    Ok(folder.to_owned())
}

/// The names of the files to compile.
fn files(program: &Program, sources: &Path) -> Result<Vec<String>, Error> {
    if !program.files.is_empty() {
        return Ok(strings(program.files));
    }
    let mut files = names_in(sources)?;
    files.retain(|file| file.ends_with(".c"));
    Ok(files)
}

/// The folder of a program's sources. If they are not there, cargo downloads them and checks their
/// digests.
fn sources(program: &Program) -> Result<PathBuf, Error> {
    let folder = paths::target().join("corpus/vendor");
    let sources = folder.join(program.sources);
    let _downloading = paths::lock(&folder)?;
    if sources.is_dir() {
        return Ok(sources);
    }
    let mut cargo = process::cargo();
    cargo.args(["vendor", "--quiet", "--locked", "--versioned-dirs"]);
    cargo.arg("--manifest-path");
    cargo
        .arg(paths::root().join("bench/corpus/Cargo.toml"))
        .arg(&folder);
    downloads::timed("zlib, Lua, SQLite", || process::require(&mut cargo, LIMIT))?;
    fs::metadata(&sources).map_err(Error::file("find", &sources))?;
    Ok(sources)
}
