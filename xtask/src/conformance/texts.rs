//! Whole programs as JavaScript and as portable C: the examples, zlib, Lua and SQLite, those in
//! `torture/`, and random ones.
//!
//! *Needs:* what downloads and compiles them, our back end, `wasm-ld`, node, SpiderMonkey's shell
//! and gcc.
//! *Gives:* one check for each program, level, text and run: the output and the status are what the
//! native build's are.
//! *Limits:* with `--short` each program of `torture/` and each random one, of which there are 15,
//! has one level in turn, and of `torture/` one program in four is taken, in turn as well; real
//! programs are there at -O2 only, every run of them is small, and gcc does not optimise them.

use super::differential::{Behaviour, Case, Setting};
use super::report::Report;
use super::{csmith, runs, torture};
use crate::corpus::{self, Answer, PROGRAMS, Program};
use crate::engines::NODE_STACK;
use crate::error::Error;
use crate::examples::LEVELS;
use crate::manifest;
use crate::parallel;
use crate::paths::{self, Scratch};
use crate::process;
use crate::tools::{GCC, JS102, NODE};
use crate::unsnarl::{Choice, Unsnarl};
use crate::wasi::{self, Backend};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

/// How long one text may take, with gcc.
const LONGEST: Duration = Duration::from_secs(900);
/// Far above what a program in `torture/` takes.
const LIMIT: Duration = Duration::from_secs(60);
const SPIDERMONKEY: &str = "JavaScript in js102";
/// Programs in `torture/` that need more stack than SpiderMonkey's shell gives: it ends them.
const TOO_DEEP: [&str; 1] = ["recursion-deep"];
/// How many programs are built before a line is printed.
const BATCH: usize = 25;
/// How many random programs, in a run of everything and in a short one.
const RANDOM: [usize; 2] = [500, 15];

const UNCHECKED: &str = "unchecked JavaScript in node";
/// What csmith writes before a struct without padding. It takes addresses of their fields, which
/// are not aligned as the type of the pointer says; unchecked JavaScript believes that.
const PACKED: &str = "#pragma pack(";

/// A program as texts.
struct Texts {
    javascript: PathBuf,
    /// JavaScript that believes what the module says.
    unchecked: PathBuf,
    native: PathBuf,
}

impl Texts {
    /// Writes a module, or IR, as JavaScript and C, and builds the C; the files are beside each
    /// other in a folder of their own.
    fn new(
        unsnarl: &Unsnarl,
        source: &Path,
        folder: &Path,
        optimization: &str,
    ) -> Result<Self, Error> {
        let [javascript, unchecked] =
            ["program.mjs", "unchecked.mjs"].map(|name| folder.join(name));
        write(unsnarl, source, &javascript, &[])?;
        write(unsnarl, source, &unchecked, &["--unchecked"])?;
        let native = portable(unsnarl, source, folder, &[optimization])?;
        Ok(Self {
            javascript,
            unchecked,
            native,
        })
    }

    /// What runs it, with a name for each.
    fn commands(&self) -> Result<[(&'static str, Command); 4], Error> {
        let node = |text| {
            let mut node = NODE.call()?;
            node.arg(NODE_STACK).arg(text);
            Ok::<Command, Error>(node)
        };
        let mut shell = JS102.call()?;
        shell.arg(paths::root().join("xtask/engines/run-text-js102.js"));
        shell.arg(&self.javascript);
        Ok([
            ("JavaScript in node", node(&self.javascript)?),
            (UNCHECKED, node(&self.unchecked)?),
            (SPIDERMONKEY, shell),
            ("C by gcc", Command::new(&self.native)),
        ])
    }
}

/// Writes a module, or IR, as what the text's name ends in.
fn write(unsnarl: &Unsnarl, source: &Path, text: &Path, options: &[&str]) -> Result<(), Error> {
    let mut command = unsnarl.compile(source, text, Choice::Algorithm("nested"));
    command.args(options);
    process::require(&mut command, LONGEST).map(drop)
}

/// Writes a module, or IR, as portable C in a folder, and has gcc build it with these options.
pub(super) fn portable(
    unsnarl: &Unsnarl,
    source: &Path,
    folder: &Path,
    options: &[&str],
) -> Result<PathBuf, Error> {
    let [c, native] = ["program.c", "program"].map(|name| folder.join(name));
    write(unsnarl, source, &c, &[])?;
    let runtime = paths::root().join("runtime/c");
    let mut gcc = GCC.call()?;
    // gcc 12 has no `musttail`: without this, calls in tail position take stack at -O1.
    let calls = "-foptimize-sibling-calls";
    gcc.args(["-std=gnu99", "-w", calls, "-DUNSNARL_WASI_MAIN"]);
    gcc.arg("-DUNSNARL_WASI_TYPES=\"program.h\"").args(options);
    gcc.arg("-I").arg(folder).arg("-I").arg(&runtime).arg(&c);
    gcc.arg(runtime.join("unsnarl-wasi.c"));
    process::require(gcc.args(["-lm", "-o"]).arg(&native), LONGEST)?;
    Ok(native)
}

/// The examples, and zlib, Lua and SQLite.
pub(super) fn programs(report: &mut Report) -> Result<(), Error> {
    let unsnarl = Unsnarl::build()?;
    let optimization = report.pick("-O1", "-O0");
    examples(report, &unsnarl, optimization)?;
    let is_short = report.pick(false, true);
    let levels: &[&str] = report.pick(&corpus::LEVELS, &["-O2"]);
    for program in &PROGRAMS {
        let scratch = Scratch::new()?;
        let answers = corpus::answers(program, scratch.folder(), is_short)?;
        for level in levels {
            real(report, &unsnarl, program, level, &answers)?;
        }
    }
    Ok(())
}

fn examples(report: &mut Report, unsnarl: &Unsnarl, optimization: &str) -> Result<(), Error> {
    let all = manifest::runs()?;
    for program in manifest::programs(&all) {
        for (level, folder) in LEVELS {
            let scratch = Scratch::new()?;
            let source = paths::examples().join(format!("{folder}{program}.ll"));
            let texts = Texts::new(unsnarl, &source, scratch.folder(), optimization)?;
            let mut count = 0;
            for run in all.iter().filter(|run| run.program == program) {
                for (_, mut command) in texts.commands()? {
                    report.check(runs::compare(run, command.args(&run.arguments)));
                    count += 1;
                }
            }
            println!("{program} {level}: {count} runs of texts");
        }
    }
    Ok(())
}

/// Compiles and links a real program in a folder.
pub(super) fn linked(
    unsnarl: &Unsnarl,
    program: &'static Program,
    level: &str,
    folder: &Path,
) -> Result<PathBuf, Error> {
    let mut modules = corpus::with_ending(&corpus::ir(program, level)?, "ll")?;
    modules.push(corpus::driver_ir(program, level, folder)?);
    let backend = ours(unsnarl);
    let objects = parallel::map(&modules, |module| {
        let name = module.with_extension("o");
        let object = folder.join(name.file_name().unwrap_or_default());
        backend.make_object(module, &object)?;
        Ok(object)
    });
    let objects: Result<Vec<PathBuf>, Error> = objects.into_iter().collect();
    let module = folder.join("linked.wasm");
    wasi::link(&objects?, program.libraries, &module)?;
    Ok(module)
}

/// A real program at a level.
fn real(
    report: &mut Report,
    unsnarl: &Unsnarl,
    program: &'static Program,
    level: &str,
    answers: &[Answer],
) -> Result<(), Error> {
    let start = Instant::now();
    let scratch = Scratch::new()?;
    let module = linked(unsnarl, program, level, scratch.folder())?;
    let optimization = report.pick("-O2", "-O0");
    let texts = Texts::new(unsnarl, &module, scratch.folder(), optimization)?;
    let built = start.elapsed();
    let pairs = answers.iter().map(|answer| Ok((answer, texts.commands()?)));
    let pairs: Result<Vec<_>, Error> = pairs.collect();
    let mut count = 0;
    for (answer, commands) in pairs? {
        for (what, mut command) in commands {
            let answered = answer.require(&mut command).map(drop);
            let (name, run) = (program.name, answer.run.name(program.name));
            report.check(
                answered.map_err(|error| format!("{name} {level}, {run} as {what}: {error}")),
            );
            count += 1;
        }
    }
    println!(
        "{} {level}: built in {:.1} s; {count} runs in {:.1} s",
        program.name,
        built.as_secs_f64(),
        (start.elapsed() - built).as_secs_f64()
    );
    Ok(())
}

/// The programs in `torture/`.
pub(super) fn torture(report: &mut Report) -> Result<(), Error> {
    let unsnarl = Unsnarl::build()?;
    let setting = Setting::new("torture-texts", Vec::new(), ours(&unsnarl))?;
    let programs = report.sample(torture::programs()?, 4);
    batches(report, &unsnarl, &setting, programs.len(), |index| {
        let program = &programs[index];
        let (name, source) = (program.name.clone(), program.source.clone());
        let native = setting.native(&source, &name, &["-O0"], LIMIT)?;
        Ok(Some(csmith::Program {
            name,
            source,
            native,
        }))
    })
}

/// Random programs of csmith.
pub(super) fn random(report: &mut Report) -> Result<(), Error> {
    let unsnarl = Unsnarl::build()?;
    let setting = Setting::new("random-texts", csmith::options(), ours(&unsnarl))?;
    csmith::prepare(&setting)?;
    let (first, count) = (report.first_case(), report.pick(RANDOM[0], RANDOM[1]));
    batches(report, &unsnarl, &setting, count, |index| {
        csmith::generate(&setting, first + index as u64)
    })
}

pub(super) fn ours(unsnarl: &Unsnarl) -> Backend<'_> {
    Backend::Unsnarl {
        command: unsnarl,
        choice: Choice::Algorithm("nested"),
    }
}

/// So many programs; a program that is none takes too long natively.
fn batches(
    report: &mut Report,
    unsnarl: &Unsnarl,
    setting: &Setting<'_>,
    count: usize,
    program: impl Fn(usize) -> Result<Option<csmith::Program>, Error> + Sync,
) -> Result<(), Error> {
    let indices: Vec<usize> = (0..count).collect();
    // gcc makes calls in tail position jumps from -O1 on.
    let optimization = "-O1";
    let (mut done, mut without) = (0, 0);
    for batch in indices.chunks(BATCH) {
        let results = parallel::map(batch, |&index| {
            let Some(program) = program(index)? else {
                return Ok(None);
            };
            let mut checks = Vec::new();
            for level in report.levels(&corpus::LEVELS, index) {
                let case = Case {
                    name: format!("{}{level}", program.name),
                    source: &program.source,
                    level,
                    expected: &program.native,
                };
                checks.extend(one(unsnarl, setting, &case, optimization)?);
            }
            Ok(Some(checks))
        });
        for checks in results {
            let checks: Result<Option<Vec<Result<(), String>>>, Error> = checks;
            let checks = checks?;
            without += usize::from(checks.is_none());
            let checks = checks.into_iter().flatten();
            checks.for_each(|check| report.check(check));
        }
        done += batch.len();
        println!(
            "{done} of {count} programs; {without} left out, which take long natively; {} failed",
            report.failed()
        );
    }
    Ok(())
}

/// A program at a level: whether each text behaves as the native build.
fn one(
    unsnarl: &Unsnarl,
    setting: &Setting<'_>,
    case: &Case<'_>,
    optimization: &str,
) -> Result<Vec<Result<(), String>>, Error> {
    setting.build(case)?;
    let scratch = Scratch::new()?;
    let module = setting.file(&case.name, "wasm");
    let texts = Texts::new(unsnarl, &module, scratch.folder(), optimization)?;
    let source = fs::read(case.source).map_err(Error::file("read", case.source))?;
    let is_packed = String::from_utf8_lossy(&source).contains(PACKED);
    let mut checks = Vec::new();
    for (what, mut command) in texts.commands()? {
        if is_packed && what == UNCHECKED {
            continue;
        }
        let outcome = process::capture(&mut command, LIMIT)?;
        let found = Behaviour {
            ending: outcome.ending.to_string(),
            output: outcome.output,
        };
        let is_too_deep = TOO_DEEP.iter().any(|name| case.name.starts_with(name));
        let check = match is_too_deep && what == SPIDERMONKEY {
            true if found.ending == "status 125" => Ok(()),
            true => Err(String::from(
                "the stack is not too deep: take it off the list",
            )),
            false => case.expected.compare(&found),
        };
        let name = setting.shown(case);
        checks.push(check.map_err(|difference| format!("{name} as {what}: {difference}")));
    }
    if checks.iter().all(Result::is_ok) {
        setting.remove(&case.name, &["ll", "o", "wasm"])?;
    }
    Ok(checks)
}
