//! C for people: LLVM IR of this machine as C without `goto`, compiled by gcc, against native
//! builds.
//!
//! *Needs:* clang 19, gcc, csmith.
//! *Gives:* for each program at each level one check: nothing is refused but what is
//! [listed](REFUSED), there is no `goto`, gcc has no warning (but for random programs, whose
//! sources have some), and the program behaves as its native build does. The programs are those of
//! `torture/`, random ones of csmith, pairs of files that call each other of which either may be by
//! way of C, and zlib, Lua and SQLite.
//! *Cost:* a second of a processor for a program and level.
//! *Limits:* `--short` takes 12 random programs, one in two of `torture/`, and the corpora at `-O2`
//! alone.

use super::abi::{self, Platform};
use super::csmith;
use super::differential::{Behaviour, Setting};
use super::report::Report;
use super::torture;
use crate::corpus::{self, LEVELS, PROGRAMS, Program};
use crate::error::Error;
use crate::native;
use crate::parallel;
use crate::paths::{self, Scratch};
use crate::process;
use crate::tools::GCC;
use crate::unsnarl::{Choice, Unsnarl};
use crate::wasi::Backend;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use unsnarl::structure::ALGORITHMS;

/// The programs of `torture/` with something that has no C, and what it is.
pub(super) const REFUSED: [(&str, &str); 1] = [("struct-return-sizes", "the type <4 x i56>")];

/// Vectors of 32 bytes are passed otherwise than gcc says, and it warns whatever it is told.
const WARNED: [&str; 1] = ["simd-calls"];

/// For one compilation or run.
const LIMIT: Duration = Duration::from_secs(300);

/// How many random programs, in a run of everything and in a short one.
const RANDOM: [usize; 2] = [500, 12];

/// How many programs whose halves call each other, in a run of everything and in a short one.
const CALLS: [usize; 2] = [2000, 100];

/// What gcc must not warn of.
pub(super) const STRICT: [&str; 3] = ["-Wall", "-Wextra", "-Werror"];

/// All programs.
pub(crate) fn people(report: &mut Report) -> Result<(), Error> {
    let unsnarl = Unsnarl::build()?;
    let setting = Setting::new("c-for-people", csmith::options(), Backend::Llvm)?;
    torture_programs(report, &unsnarl, &setting)?;
    random_programs(report, &unsnarl, &setting)?;
    let count = report.pick(CALLS[0], CALLS[1]);
    let folder = paths::target().join("conformance/c-for-people-calls");
    let ours = Backend::Unsnarl {
        command: &unsnarl,
        choice: Choice::Algorithm(ALGORITHMS[0].name),
    };
    abi::mixtures(report, count, folder, ours, &Platform::Native)?;
    for program in &PROGRAMS {
        for level in levels(report) {
            let is_short = report.pick(false, true);
            report.check(real(program, level, &unsnarl, is_short, &STRICT)?);
            println!("{} {level}: {} failed", program.name, report.failed());
        }
    }
    Ok(())
}

/// The levels of what is not random.
fn levels(report: &Report) -> &'static [&'static str] {
    report.pick(&LEVELS, &LEVELS[1..])
}

fn torture_programs(
    report: &mut Report,
    unsnarl: &Unsnarl,
    setting: &Setting<'_>,
) -> Result<(), Error> {
    let programs = torture::programs()?;
    let programs: Vec<(usize, torture::Program)> = programs.into_iter().enumerate().collect();
    let programs = report.sample(programs, 2);
    let judged = parallel::map(&programs, |(index, program)| {
        let native = setting.native(&program.source, &program.name, &["-O0"], LIMIT)?;
        let mut verdicts = Vec::new();
        for level in report.levels(&LEVELS, *index) {
            let name = format!("{}{level}", program.name);
            let refused = REFUSED.iter().find(|(refused, _)| *refused == program.name);
            let strict: &[&str] = match WARNED.contains(&program.name.as_str()) {
                true => &["-w"],
                false => &STRICT,
            };
            let made = made(unsnarl, &program.source, level, &name, setting, strict);
            verdicts.push(match (made?, refused) {
                (Err(what), Some((_, refused))) if what.contains(refused) => Ok(()),
                (Err(what), _) => Err(format!("{name}: {what}")),
                (Ok(binary), _) => same(&native, &binary, &name)?,
            });
        }
        Ok::<_, Error>(verdicts)
    });
    for verdicts in judged {
        verdicts?.into_iter().for_each(|own| report.check(own));
    }
    println!("{} programs; {} failed", programs.len(), report.failed());
    Ok(())
}

fn random_programs(
    report: &mut Report,
    unsnarl: &Unsnarl,
    setting: &Setting<'_>,
) -> Result<(), Error> {
    csmith::prepare(setting)?;
    let count = report.pick(RANDOM[0], RANDOM[1]);
    let seeds: Vec<u64> = (report.first_case()..).take(count).collect();
    let judged = parallel::map(&seeds, |&seed| {
        let Some(program) = csmith::generate(setting, seed)? else {
            return Ok(Vec::new());
        };
        let mut verdicts = Vec::new();
        for level in report.levels(&LEVELS, seed as usize) {
            let name = format!("{}{level}", program.name);
            let made = made(unsnarl, &program.source, level, &name, setting, &["-w"]);
            verdicts.push(match made? {
                Err(what) => Err(format!("{name}: {what}")),
                Ok(binary) => same(&program.native, &binary, &name)?,
            });
        }
        paths::remove(&program.source)?;
        Ok::<_, Error>(verdicts)
    });
    for verdicts in judged {
        verdicts?.into_iter().for_each(|own| report.check(own));
    }
    println!("{count} random programs; {} failed", report.failed());
    Ok(())
}

/// Compares how a program behaves.
pub(super) fn same(
    native: &Behaviour,
    binary: &Path,
    name: &str,
) -> Result<Result<(), String>, Error> {
    let outcome = process::capture(&mut Command::new(binary), LIMIT)?;
    let found = Behaviour {
        ending: outcome.ending.to_string(),
        output: [outcome.output, outcome.errors].concat(),
    };
    paths::remove(binary)?;
    let compared = native.compare(&found);
    Ok(compared.map_err(|what| format!("{name}: {what}")))
}

/// Makes a program by way of C, with these options of gcc, or says what is wrong.
pub(super) fn made(
    unsnarl: &Unsnarl,
    source: &Path,
    level: &str,
    name: &str,
    setting: &Setting<'_>,
    gcc: &[&str],
) -> Result<Result<PathBuf, String>, Error> {
    let [ir, text] = ["ll", "people.c"].map(|ending| setting.file(name, ending));
    let binary = setting.file(name, "people");
    if let Err(what) = written(unsnarl, source, level, &csmith::options(), &ir, &text)? {
        return Ok(Err(what));
    }
    if let Err(what) = native::compile_c(&text, &[gcc, &["-lm"]].concat(), &binary)? {
        return Ok(Err(what));
    }
    paths::remove(&ir)?;
    paths::remove(&text)?;
    Ok(Ok(binary))
}

/// Writes the C of a source at a level, or says what is wrong with it.
fn written(
    unsnarl: &Unsnarl,
    source: &Path,
    level: &str,
    options: &[String],
    ir: &Path,
    text: &Path,
) -> Result<Result<(), String>, Error> {
    native::make_ir(source, level, options, ir)?;
    native::write_c(unsnarl, ir, text)
}

/// A real program by way of C, with these options of gcc: its answers are those of the native
/// build.
pub(super) fn real(
    program: &'static Program,
    level: &str,
    unsnarl: &Unsnarl,
    is_short: bool,
    options: &[&str],
) -> Result<Result<(), String>, Error> {
    let scratch = Scratch::new()?;
    let answers = corpus::answers(program, scratch.folder(), is_short)?;
    let defines = corpus::native_options(program)?;
    let files: Vec<(usize, PathBuf)> = corpus::c_files(program)?.into_iter().enumerate().collect();
    let objects = parallel::map(&files, |(number, file)| {
        let [ir, text, object] =
            ["ll", "c", "o"].map(|ending| scratch.file(&format!("{number}.{ending}")));
        if let Err(what) = written(unsnarl, file, level, &defines, &ir, &text)? {
            return Ok(Err(format!("{}: {what}", file.display())));
        }
        let compiled = native::compile_c(&text, &[options, &["-c"]].concat(), &object)?;
        let compiled = compiled.map(|()| object);
        Ok::<_, Error>(compiled.map_err(|what| format!("{}: {what}", file.display())))
    });
    let binary = scratch.file("program");
    let mut gcc = GCC.call()?;
    for object in objects {
        match object? {
            Ok(object) => {
                gcc.arg(object);
            }
            Err(what) => return Ok(Err(what)),
        }
    }
    gcc.args(options).args(["-lm", "-o"]).arg(&binary);
    process::require(&mut gcc, LIMIT)?;
    for answer in &answers {
        let answered = answer.require(&mut Command::new(&binary));
        if let Err(error) = answered {
            let run = answer.run.name(program.name);
            return Ok(Err(format!("{run} {level}: {error}")));
        }
    }
    Ok(Ok(()))
}
