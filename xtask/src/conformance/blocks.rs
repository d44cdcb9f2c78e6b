//! Legalisation by execution: the blocks of real, odd and random programs on random states, before
//! selection and after it.
//!
//! *Needs:* clang 19, what downloads zlib, Lua and SQLite, csmith, `opt` for random functions.
//! *Gives:* one check for each block: in no state the code does what the source does not allow; and
//! one for each group of programs, random ones aside: fewer than 2 in 100 blocks have fewer than
//! four complete states.
//! *Cost:* most of it is SQLite's.
//! *Limits:* with `--short` one in some functions of the large programs, one in some of the others.

use super::csmith;
use super::report::Report;
use super::torture;
use crate::corpus::{self, PROGRAMS};
use crate::error::Error;
use crate::paths::{self, Scratch};
use crate::tools::OPT;
use crate::{parallel, process, wasi};
use std::path::{Path, PathBuf};
use std::time::Duration;
use unsnarl_testkit::Rng;
use unsnarl_testkit::blocks::report::Report as Found;
use unsnarl_testkit::blocks::subject::Stage;
use unsnarl_testkit::blocks::{Plan, Share, random, test_text};
use unsnarl_testkit::straight;

/// Complete states of each block.
const STATES: usize = 16;
/// The most blocks, in 100, with fewer than four complete states.
const FEW_PERCENT: f64 = 2.0;
/// Into how many pieces the functions of a large module are divided.
const PIECES: usize = 8;
/// A text of more bytes is one of a large module.
const LARGE: usize = 4_000_000;
const LEVELS: [&str; 5] = ["-O0", "-O1", "-O2", "-O3", "-Oz"];
const CSMITH: [usize; 2] = [100, 4];
/// Modules of random arithmetic.
const RANDOM: [usize; 2] = [12, 1];
const FUNCTIONS: usize = 500;
const RANDOM_FUNCTIONS: &str = "random arithmetic";
/// Modules of random accesses, calls and edges.
const ODD: [usize; 2] = [200, 10];
const ODD_FUNCTIONS: usize = 50;
const RANDOM_MODULES: &str = "random accesses and calls";
const LIMIT: Duration = Duration::from_secs(600);
const LAYOUT: &str = "target datalayout = \"e-m:e-p:32:32-p10:8:8-p20:8:8-i64:64-n32:64-S128-ni:1:10:20\"\ntarget triple = \"wasm32-unknown-wasi\"\n";

/// Every group of programs.
pub(crate) fn blocks(report: &mut Report) -> Result<(), Error> {
    let scratch = Scratch::new()?;
    for program in &PROGRAMS {
        for level in corpus::LEVELS {
            let modules = corpus::with_ending(&corpus::ir(program, level)?, "ll")?;
            judge(report, &format!("{} {level}", program.name), &modules)?;
        }
    }
    let examples = paths::examples();
    let examples = [examples.clone(), examples.join("O0")];
    let examples: Result<Vec<_>, Error> = examples
        .iter()
        .map(|folder| corpus::with_ending(folder, "ll"))
        .collect();
    judge(report, "examples", &examples?.concat())?;
    for level in report.pick(&LEVELS[..], &LEVELS[2..3]) {
        let modules = compiled_torture(report, &scratch, level, &[])?;
        judge(report, &format!("torture {level}"), &modules)?;
    }
    let modules = compiled_torture(report, &scratch, "-O3", &["-msimd128"])?;
    judge(report, "torture -O3 -msimd128", &modules)?;
    for level in report.pick(&["-O0", "-O2"][..], &["-O2"]) {
        let modules = compiled_csmith(report, &scratch, level)?;
        judge(report, &format!("csmith {level}"), &modules)?;
    }
    let modules = random_functions(report, &scratch)?;
    judge(report, RANDOM_FUNCTIONS, &modules)?;
    let modules = random_modules(report, &scratch)?;
    judge(report, RANDOM_MODULES, &modules)
}

/// Tests modules, and says on a line what was found.
fn judge(report: &mut Report, name: &str, modules: &[PathBuf]) -> Result<(), Error> {
    let is_short = report.pick(false, true);
    let mut work = Vec::new();
    for module in modules {
        let text = String::from_utf8_lossy(&paths::read(module)?).into_owned();
        let of = if text.len() > LARGE { PIECES } else { 1 };
        let firsts = if is_short { 0..1 } else { 0..of };
        let text = std::sync::Arc::new(text);
        for first in firsts {
            for stage in [Stage::Selected, Stage::Optimised] {
                // Of a short run the passes are a smaller part.
                let more = if is_short { 3 } else { 1 };
                let more = more * if stage == Stage::Optimised { more } else { 1 };
                let of = of * more;
                let share = Share { first, of };
                work.push((module.clone(), text.clone(), stage, share));
            }
        }
    }
    let found = parallel::map(&work, |(module, text, stage, share)| {
        let plan = Plan {
            seed: 1,
            states: STATES,
            stage: *stage,
            share: *share,
        };
        test_text(text, plan).map_err(|error| format!("{}: {error}", module.display()))
    });
    let mut all = Found::default();
    for found in found {
        match found {
            Ok(found) => all += found,
            Err(error) => report.fail(format!("{name}: {error}")),
        }
    }
    println!("{name}: {all}");
    for (reason, count) in &all.unsupported {
        println!("  not understood: {count} × {reason}");
    }
    let wrong = all.differences.len();
    for difference in &all.differences {
        report.fail(format!("{name}: {difference}"));
    }
    report.pass_many(all.blocks.saturating_sub(wrong));
    if [RANDOM_FUNCTIONS, RANDOM_MODULES].contains(&name) {
        // They often divide by a constant zero, or read at address zero.
        return Ok(());
    }
    let percent = 100.0 * all.share_of_few();
    report.check(match percent < FEW_PERCENT {
        true => Ok(()),
        false => Err(format!(
            "{name}: {percent:.2} % of blocks have few complete states: {:?}",
            all.few
        )),
    });
    Ok(())
}

/// The programs of the torture folder as IR; a short run takes one in four.
fn compiled_torture(
    report: &Report,
    scratch: &Scratch,
    level: &str,
    options: &[&str],
) -> Result<Vec<PathBuf>, Error> {
    let programs = report.sample(torture::programs()?, 4).into_iter();
    let sources: Vec<PathBuf> = programs.map(|program| program.source).collect();
    compiled(scratch, "torture", &sources, level, options)
}

/// The seeds of random cases: so many in a run of everything, so many in a short one.
fn cases(report: &Report, counts: [usize; 2]) -> impl Iterator<Item = u64> {
    (report.first_case()..).take(report.pick(counts[0], counts[1]))
}

fn compiled_csmith(report: &Report, scratch: &Scratch, level: &str) -> Result<Vec<PathBuf>, Error> {
    let mut sources = Vec::new();
    for seed in cases(report, CSMITH) {
        let source = scratch.file(&format!("csmith-{seed}.c"));
        let text = csmith::program(scratch.folder(), seed)?;
        paths::write(&source, text.as_bytes())?;
        sources.push(source);
    }
    let options = csmith::options();
    let options: Vec<&str> = options.iter().map(String::as_str).collect();
    compiled(scratch, "csmith", &sources, level, &options)
}

fn compiled(
    scratch: &Scratch,
    kind: &str,
    sources: &[PathBuf],
    level: &str,
    options: &[&str],
) -> Result<Vec<PathBuf>, Error> {
    let options: Vec<String> = options.iter().map(|&option| option.to_owned()).collect();
    let made = parallel::map(sources, |source| {
        let name = source.file_stem().unwrap_or_default().to_string_lossy();
        let ir = scratch.file(&format!("{kind}-{name}{level}{}.ll", options.len()));
        wasi::make_ir(source, level, &options, &ir)?;
        Ok(ir)
    });
    made.into_iter().collect()
}

/// Modules of odd accesses, calls and edges.
fn random_modules(report: &Report, scratch: &Scratch) -> Result<Vec<PathBuf>, Error> {
    let write = |seed| {
        let module = scratch.file(&format!("odd-{seed}.ll"));
        let text = random::module(&mut Rng::new(seed), ODD_FUNCTIONS);
        paths::write(&module, text.as_bytes())?;
        Ok(module)
    };
    cases(report, ODD).map(write).collect()
}

/// Modules of random arithmetic, each with vectors in lanes and in registers.
fn random_functions(report: &Report, scratch: &Scratch) -> Result<Vec<PathBuf>, Error> {
    let mut modules = Vec::new();
    for seed in cases(report, RANDOM) {
        let mut rng = Rng::new(seed);
        let functions = (0..FUNCTIONS).map(|index| {
            let length = 2 + rng.below(10);
            straight::function(&mut rng, &format!("f{index}"), length)
        });
        let text = functions.fold(LAYOUT.to_owned(), |text, function| text + &function);
        let lanes = scratch.file(&format!("random-{seed}.ll"));
        declared(&text, &scratch.file("source.ll"), &lanes)?;
        let text = String::from_utf8_lossy(&paths::read(&lanes)?).into_owned();
        let registers = scratch.file(&format!("random-{seed}-simd.ll"));
        paths::write(&registers, with_simd(&text).as_bytes())?;
        modules.extend([lanes, registers]);
    }
    Ok(modules)
}

/// Declares the intrinsics that a module calls.
fn declared(text: &str, source: &Path, made: &Path) -> Result<(), Error> {
    paths::write(source, text.as_bytes())?;
    let mut opt = OPT.call()?;
    opt.args(["-passes=verify", "-S"]).arg(source);
    process::require(opt.arg("-o").arg(made), LIMIT).map(drop)
}

/// The same functions, which may use SIMD.
fn with_simd(text: &str) -> String {
    let line = |line: &str| match line.strip_suffix(" {") {
        Some(head) if line.starts_with("define ") => {
            format!("{head} \"target-features\"=\"+simd128,+sign-ext,+bulk-memory\" {{\n")
        }
        _ => format!("{line}\n"),
    };
    text.lines().map(line).collect()
}
