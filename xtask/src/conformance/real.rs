//! Real programs: zlib, Lua and SQLite, with the drivers in `corpus`, against their native builds.
//!
//! *Needs:* what downloads and compiles them, both back ends, `wasm-ld` and three engines.
//! *Gives:* one check for each module that is compiled, one for each link and one for each run: the
//! output and the status are what the native build's are. A function that is not proved is an error
//! of the compiler; one that is proved only up to a bound is counted.
//! *Limits:* with `--short` every run is small, and algorithms but the default, and functions that
//! are divided, run at -O2 in node alone.

use super::report::Report;
use crate::corpus::{self, Answer, PROGRAMS, Program};
use crate::engines::Engine;
use crate::error::Error;
use crate::parallel;
use crate::paths::Scratch;
use crate::unsnarl::{Choice, Unsnarl};
use crate::wasi::{self, Backend, Proofs};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// The default and its three baselines.
const ALGORITHMS: [&str; 4] = ["nested", "stackifier", "relooper", "state-machine"];

const ENGINES: [Engine; 3] = [Engine::Node, Engine::SpiderMonkey, Engine::Wasmtime];

/// Every program × both levels × LLVM's back end, every algorithm of Unsnarl, and functions divided
/// at a small limit × every engine.
pub(crate) fn real(report: &mut Report) -> Result<(), Error> {
    let unsnarl = Unsnarl::build()?;
    let is_short = report.pick(false, true);
    for program in &PROGRAMS {
        let scratch = Scratch::new()?;
        let answers = corpus::answers(program, scratch.folder(), is_short)?;
        for level in corpus::LEVELS {
            let mut modules = corpus::with_ending(&corpus::ir(program, level)?, "ll")?;
            // The largest is compiled the longest: SQLite before its driver.
            modules.push(corpus::driver_ir(program, level, scratch.folder())?);
            for backend in backends(&unsnarl, program) {
                let engines = engines(&backend, level, is_short);
                if engines.is_empty() {
                    continue;
                }
                let build = Build {
                    program,
                    level,
                    backend,
                };
                build.check(&modules, &answers, engines, report)?;
            }
        }
    }
    Ok(())
}

fn backends<'a>(unsnarl: &'a Unsnarl, program: &Program) -> Vec<Backend<'a>> {
    let ours = |choice| Backend::Unsnarl {
        command: unsnarl,
        choice,
    };
    let mut backends = vec![Backend::Llvm];
    backends.extend(ALGORITHMS.map(|algorithm| ours(Choice::Algorithm(algorithm))));
    backends.push(ours(Choice::FunctionLimit(function_limit(program))));
    backends
}

/// How many bytes of code a function may have, so that many are divided and none is refused: the
/// largest switches of SQLite, whose cases are too small to be worth a call, take nearly that.
fn function_limit(program: &Program) -> &'static str {
    match program.name {
        "sqlite" => "10000",
        _ => "4000",
    }
}

/// Where a build is run. LLVM's shows that the programs and the engines are in order, for which one
/// engine is enough if time is short.
fn engines(backend: &Backend<'_>, level: &str, is_short: bool) -> &'static [Engine] {
    let is_default = backend.name() == ALGORITHMS[0];
    match is_short {
        false => &ENGINES,
        true if is_default => &ENGINES,
        true if level == "-O2" => &ENGINES[..1],
        true => &[],
    }
}

/// A program as one back end makes it at one level.
struct Build<'a> {
    program: &'static Program,
    level: &'a str,
    backend: Backend<'a>,
}

impl Build<'_> {
    fn name(&self) -> String {
        let (program, backend) = (self.program.name, self.backend.name());
        format!("{program} {} {backend}", self.level)
    }

    /// Compiles, links and runs; says on a line what came of it.
    fn check(
        &self,
        modules: &[PathBuf],
        answers: &[Answer],
        engines: &[Engine],
        report: &mut Report,
    ) -> Result<(), Error> {
        let start = Instant::now();
        let scratch = Scratch::new()?;
        let Some((objects, proofs)) = self.objects(modules, scratch.folder(), report) else {
            println!("{}: not linked", self.name());
            return Ok(());
        };
        let module = scratch.file(&format!("{}.wasm", self.program.name));
        if let Err(error) = wasi::link(&objects, self.program.libraries, &module) {
            report.fail(format!("{}: {error}", self.name()));
            return Ok(());
        }
        report.pass();
        let compiled = start.elapsed();
        let pairs: Vec<(&Answer, Engine)> = engines
            .iter()
            .flat_map(|&engine| answers.iter().map(move |answer| (answer, engine)))
            .collect();
        let results = parallel::map(&pairs, |&(answer, engine)| {
            self.compare(answer, engine, &module)
        });
        results.into_iter().for_each(|result| report.check(result));
        println!(
            "{}: {proofs}{} bytes; compiled in {:.1} s; {} runs in {:.1} s",
            self.name(),
            fs::metadata(&module)
                .map_err(Error::file("find", &module))?
                .len(),
            compiled.as_secs_f64(),
            pairs.len(),
            (start.elapsed() - compiled).as_secs_f64()
        );
        Ok(())
    }

    /// Compiles every module; nothing if one of them cannot be.
    fn objects(
        &self,
        modules: &[PathBuf],
        folder: &Path,
        report: &mut Report,
    ) -> Option<(Vec<PathBuf>, Proofs)> {
        let made = parallel::map(modules, |module| {
            let name = module.with_extension("o");
            let object = folder.join(name.file_name().unwrap_or_default());
            let proofs = self.backend.make_object(module, &object)?;
            let defined = wasi::defined_functions(module)?;
            Ok((object, proofs, defined))
        });
        let mut objects = Vec::new();
        let mut all = Proofs::default();
        for result in made {
            match result {
                Ok((object, proofs, defined)) => {
                    report.check(self.all_told(&object, proofs, defined));
                    objects.push(object);
                    all += proofs;
                }
                Err(error) => {
                    let error: Error = error;
                    report.fail(format!("{}: {error}", self.name()));
                }
            }
        }
        (objects.len() == modules.len()).then_some((objects, all))
    }

    /// Checks that the compiler reports a verdict on every function of a module.
    fn all_told(&self, object: &Path, proofs: Proofs, defined: usize) -> Result<(), String> {
        let told = proofs.total();
        if matches!(self.backend, Backend::Llvm) || told == defined {
            return Ok(());
        }
        let (name, object) = (self.name(), object.display());
        Err(format!(
            "{name}: {object}: {told} verdicts on {defined} functions"
        ))
    }

    /// Runs it, and says where it differs from the native build.
    fn compare(&self, answer: &Answer, engine: Engine, module: &Path) -> Result<(), String> {
        let run = || answer.require(engine.script()?.arg(module));
        run().map(drop).map_err(|error| {
            let run = answer.run.name(self.program.name);
            format!("{}, {run} in {}: {error}", self.name(), engine.name())
        })
    }
}
