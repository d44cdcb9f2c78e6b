//! Position-independent code: programs and libraries that are loaded together.
//!
//! *Needs:* clang, both back ends, `wasm-ld` with `-pie` and `-shared`, gcc, and node with the
//! loader `xtask/engines/run-shared.mjs`; the corpora.
//! *Gives:* a check for each mixture of back ends of the programs in `corpus/shared`, of which one
//! is for one thread and for a shared memory with variables of threads, and one has exceptions that
//! pass through libraries, and of [random] programs: it prints what it prints natively, where
//! `ld.so` loads it. And for each module of the corpora that its objects [refer](relocations) to
//! the same symbols in the same ways by both back ends, and that the program, linked statically,
//! still gives the native answers.
//! *Limits:* `--short` takes two levels, one linker, fewer random programs, and not SQLite.

mod random;
mod relocations;

use super::report::Report;
use super::runs::first_difference;
use crate::error::Error;
use crate::parallel;
use crate::paths::{self, Scratch};
use crate::process;
use crate::tools::{CLANG, GCC, GXX, NODE, Tool, WASM_LD, WASM_LD_22};
use crate::unsnarl::{Choice, Unsnarl};
use crate::wasi::{self, Backend};
use std::path::{Path, PathBuf};
use std::time::Duration;

const LIMIT: Duration = Duration::from_secs(120);

/// A program of people.
struct Program {
    /// The program, the libraries in the order in which they are loaded, and the one with what
    /// compilers call.
    parts: [&'static str; 4],
    options: &'static [&'static str],
    builds: &'static [Build],
}

/// What compilers call, as a library.
const SUPPORT: &str = "support.c";

const PEOPLE: [Program; 2] = [
    Program {
        parts: ["main.cpp", "left.c", "right.cpp", SUPPORT],
        options: &["-fno-exceptions"],
        builds: &BUILDS,
    },
    Program {
        parts: ["catching.cpp", "throwing.cpp", "between.cpp", SUPPORT],
        options: &["-fwasm-exceptions"],
        builds: &[BUILDS[0]],
    },
];

const LEVELS: [&str; 4] = ["-O0", "-O2", "-O1", "-Os"];

/// How many random programs there are.
const PROGRAMS: [u64; 2] = [150, 16];

/// For which target, and for how many threads, code is made.
#[derive(Clone, Copy)]
struct Build {
    name: &'static str,
    options: &'static [&'static str],
    link: &'static [&'static str],
    load: &'static [&'static str],
}

/// Only a loader of Emscripten finds variables of threads.
const BUILDS: [Build; 2] = [
    Build {
        name: "one thread",
        options: &["--target=wasm32-unknown-unknown"],
        link: &[],
        load: &[],
    },
    Build {
        name: "a shared memory",
        options: &[
            "--target=wasm32-unknown-emscripten",
            "-matomics",
            "-mbulk-memory",
        ],
        link: &[
            "--shared-memory",
            "--max-memory=1048576",
            "--export-if-defined=__wasm_init_tls",
            "--export-if-defined=__tls_size",
            "--export-if-defined=__tls_align",
        ],
        load: &["--shared-memory"],
    },
];

/// What clang is told of every part. What may be replaced is not looked into.
const OPTIONS: [&str; 7] = [
    "-ffreestanding",
    "-fPIC",
    "-fvisibility=default",
    "-fsemantic-interposition",
    "-fwrapv",
    "-fno-rtti",
    "-fno-threadsafe-statics",
];

/// All programs.
pub(crate) fn shared(report: &mut Report) -> Result<(), Error> {
    let command = Unsnarl::build()?;
    let ours = Backend::Unsnarl {
        command: &command,
        // As LLVM writes them, and as node 20 knows them.
        choice: Choice::Exceptions("legacy"),
    };
    let backends = [Backend::LlvmPic, ours];
    for program in &PEOPLE {
        mixtures(report, program, &backends)?;
    }
    programs(report, &backends)?;
    relocations::real(report, &backends)
}

/// A program of people: every mixture at every level, by every linker.
fn mixtures(
    report: &mut Report,
    program: &Program,
    backends: &[Backend<'_>; 2],
) -> Result<(), Error> {
    let scratch = Scratch::new()?;
    let sources = program.parts.map(|part| folder().join(part));
    let expected = native(&scratch, &sources[..3])?;
    let linkers = [WASM_LD, WASM_LD_22];
    for build in program.builds {
        for level in &LEVELS[..report.pick(LEVELS.len(), 2)] {
            let objects = objects(
                &scratch,
                &sources,
                (build, level, program.options),
                backends,
            )?;
            let all = 1_usize << sources.len();
            // Whose the library for compilers is, matters little.
            let mixtures: Vec<usize> = (0..all).step_by(report.pick(1, 3)).collect();
            for linker in &linkers[..report.pick(linkers.len(), 1)] {
                for result in parallel::map(&mixtures, |&mixture| {
                    let chosen = chosen(&objects, mixture);
                    let folder = Scratch::new().map_err(|error| error.to_string())?;
                    compare(&folder, &chosen, build, linker, &expected).map_err(|what| {
                        let (part, name) = (program.parts[0], build.name);
                        format!("{part}, mixture {mixture:04b} at {level} for {name}: {what}")
                    })
                }) {
                    report.check(result);
                }
            }
        }
    }
    Ok(())
}

/// Random programs, each at one level in one mixture.
fn programs(report: &mut Report, backends: &[Backend<'_>; 2]) -> Result<(), Error> {
    let count = report.pick(PROGRAMS[0], PROGRAMS[1]);
    let seeds: Vec<u64> = (report.first_case()..).take(count as usize).collect();
    for result in parallel::map(&seeds, |&seed| {
        program(seed, backends).map_err(|error| format!("the program of seed {seed}: {error}"))
    }) {
        report.check(result);
    }
    Ok(())
}

fn program(seed: u64, backends: &[Backend<'_>; 2]) -> Result<(), String> {
    let shown = |error: Error| error.to_string();
    let scratch = Scratch::new().map_err(shown)?;
    let texts = random::parts(seed);
    let mut sources = Vec::new();
    for (part, text) in random::PARTS.iter().zip(&texts) {
        let source = scratch.file(&format!("{part}.c"));
        paths::write(&source, text.as_bytes()).map_err(shown)?;
        sources.push(source);
    }
    let expected = native(&scratch, &sources).map_err(shown)?;
    sources.push(folder().join(SUPPORT));
    let build = &BUILDS[seed as usize / 2 % 2];
    let level = LEVELS[seed as usize % LEVELS.len()];
    let how = (build, level, PEOPLE[0].options);
    let objects = objects(&scratch, &sources, how, backends).map_err(shown)?;
    // All are ours, or some are.
    for mixture in [0b1111, seed as usize % 8 + 8] {
        let chosen = chosen(&objects, mixture);
        compare(&scratch, &chosen, build, &WASM_LD, &expected).map_err(|what| {
            format!(
                "mixture {mixture:04b} at {level} for {}: {what}",
                build.name
            )
        })?;
    }
    Ok(())
}

/// The objects of a mixture: a bit says whose that of a part is.
fn chosen(objects: &[Vec<PathBuf>; 2], mixture: usize) -> Vec<PathBuf> {
    let parts = 0..objects[0].len();
    let of = |part: usize| objects[mixture >> part & 1][part].clone();
    parts.map(of).collect()
}

/// The objects of all parts by both back ends.
fn objects(
    scratch: &Scratch,
    sources: &[PathBuf],
    (build, level, options): (&Build, &str, &[&str]),
    backends: &[Backend<'_>; 2],
) -> Result<[Vec<PathBuf>; 2], Error> {
    let mut objects = [Vec::new(), Vec::new()];
    for source in sources {
        let stem = source.file_stem().unwrap_or_default().to_string_lossy();
        let ir = scratch.file(&format!("{stem}.ll"));
        let mut clang = CLANG.call()?;
        clang.args(build.options).args(OPTIONS).args(options);
        let include = ["-I".to_owned(), folder().display().to_string()];
        wasi::make_ir_by(clang, source, level, &include, &ir)?;
        for (number, (backend, made)) in backends.iter().zip(&mut objects).enumerate() {
            let object = scratch.file(&format!("{stem}-{number}.o"));
            let proofs = backend.make_object(&ir, &object)?;
            if proofs.has_bounded() {
                return Err(Error::WrongOutput {
                    command: format!("unsnarl compile {}", source.display()),
                    difference: proofs.to_string(),
                });
            }
            made.push(object);
        }
    }
    Ok(objects)
}

/// Links and loads objects, and says how what they print differs.
fn compare(
    scratch: &Scratch,
    objects: &[PathBuf],
    build: &Build,
    linker: &Tool,
    expected: &[u8],
) -> Result<(), String> {
    let run = || -> Result<Vec<u8>, Error> {
        let mut modules = Vec::new();
        for (place, object) in objects.iter().enumerate() {
            let module = scratch.file(&format!("{place}.wasm"));
            link(linker, object, place == 0, build, &module)?;
            modules.push(module);
        }
        let mut node = NODE.call()?;
        node.arg(paths::root().join("xtask/engines/run-shared.mjs"));
        process::require(node.args(build.load).args(&modules), LIMIT)
    };
    let found = run().map_err(|error| error.to_string())?;
    first_difference(expected, &found).map_or(Ok(()), Err)
}

/// Links the program, or a library.
fn link(
    linker: &Tool,
    object: &Path,
    is_program: bool,
    build: &Build,
    module: &Path,
) -> Result<(), Error> {
    let mut linker = linker.call()?;
    linker.args(["--experimental-pic", "--export-dynamic"]);
    linker.arg("--unresolved-symbols=import-dynamic");
    linker.args(match is_program {
        true => &["-pie", "--no-entry", "--import-memory"][..],
        false => &["-shared"],
    });
    linker.args(build.link).arg(object).arg("-o").arg(module);
    process::require(&mut linker, LIMIT).map(drop)
}

/// What the parts print where they are a program of this machine and its libraries.
fn native(scratch: &Scratch, sources: &[PathBuf]) -> Result<Vec<u8>, Error> {
    let place = scratch.folder();
    let compiler = |source: &Path| -> Result<_, Error> {
        let is_c = source.extension().is_some_and(|ending| ending == "c");
        let mut gcc = if is_c { GCC.call()? } else { GXX.call()? };
        gcc.args(["-O1", "-w", "-fPIC", "-fwrapv", "-I"])
            .arg(folder());
        Ok(gcc)
    };
    for (source, name) in sources[1..].iter().zip(random::PARTS[1..].iter()) {
        let mut gcc = compiler(source)?;
        gcc.arg("-shared").arg(source);
        gcc.arg("-o").arg(place.join(format!("lib{name}.so")));
        process::require(&mut gcc, LIMIT)?;
    }
    let mut objects = Vec::new();
    for source in [&sources[0], &folder().join("native.c")] {
        let stem = source.file_stem().unwrap_or_default().to_string_lossy();
        let object = place.join(format!("native-{stem}.o"));
        let mut gcc = compiler(source)?;
        process::require(gcc.arg("-c").arg(source).arg("-o").arg(&object), LIMIT)?;
        objects.push(object);
    }
    let program = place.join("native");
    let mut gcc = GXX.call()?;
    gcc.args(objects)
        .arg("-Wl,--export-dynamic")
        .arg("-L")
        .arg(place);
    gcc.arg(format!("-Wl,-rpath,{}", place.display()));
    gcc.args(["-lleft", "-lright", "-o"]).arg(&program);
    process::require(&mut gcc, LIMIT)?;
    process::require(&mut std::process::Command::new(&program), LIMIT)
}

fn folder() -> PathBuf {
    paths::root().join("corpus/shared")
}
