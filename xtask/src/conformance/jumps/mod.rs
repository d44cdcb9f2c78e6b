//! `setjmp` and `longjmp`: random programs of two files, each half compiled by Unsnarl or by LLVM,
//! in both forms of the instructions for exceptions.
//!
//! *Needs:* clang 19 for the IR; as the peer LLVM 22 for the standard instructions, LLVM 19 for the
//! legacy ones; wasi-libc; gcc. *Gives:* a check for each program, level, form and mixture that its
//! numbers are those of the native program, and for each file that all of its functions are proved,
//! with calls that return to a `setjmp`.
//! *Cost:* a second for a batch of programs at a level.
//!
//! [Lua](lua) is built with its errors, too. The library that the programs need is our own,
//! `runtime/setjmp.c`, by either back end.

mod lua;
mod program;

use super::report::Report;
use crate::engines::Engine;
use crate::error::Error;
use crate::parallel;
use crate::paths::{self, Scratch};
use crate::process;
use crate::runtime;
use crate::tools::{CLANG, GCC, LLC, LLC_22};
use crate::unsnarl::{Choice, Unsnarl};
use crate::wasi::{self, Backend};
use program::{PRELUDE, Program, SHARED, program};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How many programs, for a run of everything, and for a short one.
const COUNTS: [usize; 2] = [1000, 15];
const LEVELS: [&[&str]; 2] = [&["-O0", "-O1", "-O2", "-Os"], &["-O0", "-O2"]];
/// How many programs share two files.
const BATCH: usize = 25;
const LIMIT: Duration = Duration::from_secs(300);

/// Who makes the halves, as bits: of the first file, of the second, of the library.
const MIXTURES: [usize; 4] = [0, 1, 2, 4];

/// In which instructions jumps are thrown, and what runs them.
const FORMS: [(&str, &[Engine]); 2] = [
    ("standard", &[Engine::Wasmtime]),
    ("legacy", &[Engine::Node, Engine::SpiderMonkey]),
];

/// The requested number of programs.
pub(crate) fn jumps(report: &mut Report) -> Result<(), Error> {
    let command = Unsnarl::build()?;
    let scratch = Scratch::new()?;
    let count = report.pick(COUNTS[0], COUNTS[1]);
    let levels = report.pick(LEVELS[0], LEVELS[1]);
    let bench = Bench {
        command: &command,
        scratch: &scratch,
        library: runtime::setjmp_ir(&scratch.file("setjmp.ll"))?,
        levels,
    };
    let lua = lua::checks(&command, &scratch, &bench.library)?;
    println!("Lua with errors: {} checks", lua.len());
    lua.into_iter().for_each(|check| report.check(check));
    let numbers: Vec<u64> = (report.first_case()..).take(count).collect();
    let batches: Vec<&[u64]> = numbers.chunks(BATCH).collect();
    let mut done = 0;
    for some in batches.chunks(4) {
        for (checks, numbers) in parallel::map(some, |batch| bench.judge(batch))
            .into_iter()
            .zip(some)
        {
            checks?.into_iter().for_each(|check| report.check(check));
            done += numbers.len();
        }
        println!("{done} of {count} programs; {} failed", report.failed());
    }
    Ok(())
}

struct Bench<'a> {
    command: &'a Unsnarl,
    scratch: &'a Scratch,
    /// The library as IR.
    library: PathBuf,
    levels: &'a [&'a str],
}

/// What the programs of a batch print, by number.
type Lines = BTreeMap<u64, String>;

impl Bench<'_> {
    fn judge(&self, numbers: &[u64]) -> Result<Vec<Result<(), String>>, Error> {
        let programs: Vec<Program> = numbers.iter().map(|&number| program(number)).collect();
        let stem = format!("from-{}", numbers[0]);
        let sources = self.sources(&stem, &programs)?;
        let native = self.native(&stem, &sources)?;
        let mut checks = Vec::new();
        for level in self.levels {
            let mut irs = Vec::new();
            for source in &sources {
                let ir = source.with_extension(format!("{}.ll", &level[1..]));
                let mut clang = CLANG.call()?;
                clang.arg("--target=wasm32-wasi");
                let options = ["-mllvm", "-wasm-enable-sjlj"].map(str::to_owned);
                clang.arg("-I").arg(runtime::headers());
                wasi::make_ir_by(clang, source, level, &options, &ir)?;
                irs.push(ir);
            }
            // Batches run beside each other, and objects are beside their IR.
            let library = self.scratch.file(&format!("{stem}-setjmp.ll"));
            std::fs::copy(&self.library, &library).map_err(Error::file("write", &library))?;
            irs.push(library);
            for (form, engines) in FORMS {
                let name = format!("{stem}{level} {form}");
                let objects = self.objects(&irs, form)?;
                for (file, proofs) in irs.iter().zip(&objects.proofs) {
                    checks.push(match proofs.has_bounded() || proofs.total() == 0 {
                        true => Err(format!("{name}: {}: {proofs}", file.display())),
                        false => Ok(()),
                    });
                }
                for mixture in MIXTURES {
                    let module = self.scratch.file(&format!("{stem}{level}.{form}.wasm"));
                    wasi::link(&objects.mixed(mixture), &[], &module)?;
                    for &engine in engines {
                        let mut command = engine.script()?;
                        let outcome = process::capture(command.arg(&module), LIMIT)?;
                        let found = lines(&outcome.output);
                        for &number in numbers {
                            let (due, own) = (native.get(&number), found.get(&number));
                            checks.push(match due.is_some() && due == own {
                                true => Ok(()),
                                false => Err(format!(
                                    "program {number}, {name}, LLVM's part {mixture:03b}, {}: \
                                     {own:?}, and native {due:?}; {}",
                                    engine.name(),
                                    outcome.ending
                                )),
                            });
                        }
                    }
                    paths::remove(&module)?;
                }
            }
        }
        Ok(checks)
    }

    /// Writes two files with all programs, and a third one that runs them.
    fn sources(&self, stem: &str, programs: &[Program]) -> Result<[PathBuf; 2], Error> {
        let [mut first, mut second] = [PRELUDE; 2].map(str::to_owned);
        first.push_str(SHARED);
        for program in programs {
            first.push_str(&program.halves[0]);
            second.push_str(&program.halves[1]);
        }
        first.push_str("#include <stdio.h>\nint main(void) {\n");
        for program in programs {
            let number = program.number;
            let _ = writeln!(
                first,
                "  sum = 0; p{number}_run(); printf(\"{number} %llx\\n\", sum); fflush(stdout);"
            );
        }
        first.push_str("}\n");
        let files = ["one", "two"].map(|half| self.scratch.file(&format!("{stem}-{half}.c")));
        paths::write(&files[0], first.as_bytes())?;
        paths::write(&files[1], second.as_bytes())?;
        Ok(files)
    }

    fn native(&self, stem: &str, sources: &[PathBuf]) -> Result<Lines, Error> {
        let binary = self.scratch.file(&format!("{stem}-native"));
        let mut gcc = GCC.call()?;
        gcc.args(["-O0", "-w"]).args(sources).arg("-o").arg(&binary);
        process::require(&mut gcc, LIMIT)?;
        let outcome = process::capture(&mut std::process::Command::new(&binary), LIMIT)?;
        Ok(lines(&outcome.output))
    }

    /// The objects of the files by both back ends.
    fn objects(&self, irs: &[PathBuf], form: &str) -> Result<Objects, Error> {
        let ours = Backend::Unsnarl {
            command: self.command,
            choice: Choice::Exceptions(form),
        };
        let mut objects = Objects::default();
        for ir in irs {
            let file = |maker: &str| {
                let name = ir.file_name().unwrap_or_default().to_string_lossy();
                let folder = ir.parent().unwrap_or(Path::new("."));
                folder.join(format!("{name}.{form}.{maker}.o"))
            };
            let [own, other] = ["ours", "llvm"].map(file);
            objects.proofs.push(ours.make_object(ir, &own)?);
            by_llvm(form, ir, &other)?;
            objects.files.push([own, other]);
        }
        Ok(objects)
    }
}

/// Objects by either back end.
#[derive(Default)]
struct Objects {
    files: Vec<[PathBuf; 2]>,
    proofs: Vec<wasi::Proofs>,
}

impl Objects {
    /// Those of a mixture: LLVM makes the files whose bits are set.
    fn mixed(&self, mixture: usize) -> Vec<PathBuf> {
        let files = self.files.iter().enumerate();
        files
            .map(|(bit, makers)| makers[mixture >> bit & 1].clone())
            .collect()
    }
}

fn by_llvm(form: &str, ir: &Path, object: &Path) -> Result<(), Error> {
    let mut llc = match form {
        "standard" => LLC_22.call()?,
        _ => LLC.call()?,
    };
    llc.args(["-O2", "-filetype=obj", "-wasm-enable-sjlj"]);
    llc.arg("-exception-model=wasm");
    if form == "standard" {
        llc.arg("-wasm-use-legacy-eh=false");
    }
    process::require(llc.arg(ir).arg("-o").arg(object), LIMIT).map(drop)
}

/// The lines of a program's output by their numbers.
fn lines(output: &[u8]) -> Lines {
    let text = String::from_utf8_lossy(output).into_owned();
    let lines = text.lines().filter_map(|line| {
        let (number, rest) = line.split_once(' ')?;
        Some((number.parse().ok()?, rest.to_owned()))
    });
    lines.collect()
}
