//! The programs in `torture/`, each about one corner of C and of LLVM IR: native against
//! WebAssembly, at five levels, and at two with SIMD.
//!
//! A failure in [`through_llvm`] is a fault of the programs or of LLVM.

use super::differential::{Behaviour, Case, Setting};
use super::report::Report;
use crate::error::Error;
use crate::parallel;
use crate::paths;
use crate::unsnarl::{Choice, Unsnarl};
use crate::wasi::{Backend, Proofs};
use std::path::PathBuf;
use std::time::Duration;
use unsnarl::structure::ALGORITHMS;

const LEVELS: &[&str] = &["-O0", "-O1", "-O2", "-O3", "-Os"];
/// The levels at which compilers make vectors.
const SIMD_LEVELS: &[&str] = &["-O2", "-O3"];
/// How many programs are built before their modules run, with a line printed after each batch.
const BATCH: usize = 25;
/// Far above what any of them takes, with sanitizers as well.
const LIMIT: Duration = Duration::from_secs(60);

const SANITIZERS: &str = "-fsanitize=undefined,address";

/// Every program by Unsnarl.
pub(crate) fn through_unsnarl(report: &mut Report) -> Result<(), Error> {
    let command = Unsnarl::build()?;
    let backend = Backend::Unsnarl {
        command: &command,
        choice: Choice::Algorithm(ALGORITHMS[0].name),
    };
    let setting = Setting::new("torture", Vec::new(), backend)?;
    every_program(report, &setting, LEVELS)
}

/// Every program by Unsnarl with vectors in `v128`. A short run takes one level only.
pub(crate) fn with_simd(report: &mut Report) -> Result<(), Error> {
    let command = Unsnarl::build()?;
    let backend = Backend::Unsnarl {
        command: &command,
        choice: Choice::Algorithm(ALGORITHMS[0].name),
    };
    let setting = Setting::new("torture-simd", Vec::new(), backend)?;
    let setting = setting.with_clang_options(&["-msimd128"]);
    every_program(report, &setting, report.pick(SIMD_LEVELS, &["-O3"]))
}

/// Every program by LLVM's own back end, and natively with the sanitizers, which must find nothing.
/// A short run takes one level only.
pub(crate) fn through_llvm(report: &mut Report) -> Result<(), Error> {
    let setting = Setting::new("torture-peer", Vec::new(), Backend::Llvm)?;
    every_program(report, &setting, report.pick(LEVELS, &["-O2"]))?;
    if report.pick(true, false) {
        sanitize(report, &setting)?;
    }
    Ok(())
}

fn every_program(report: &mut Report, setting: &Setting<'_>, levels: &[&str]) -> Result<(), Error> {
    let programs = programs()?;
    let mut done = 0;
    let mut proofs = Proofs::default();
    for batch in programs.chunks(BATCH) {
        proofs += one_batch(report, setting, levels, batch)?;
        done += batch.len();
        let (all, failed) = (programs.len(), report.failed());
        println!(
            "{done} of {all} programs at {}; {proofs}{failed} failed",
            levels.join(" ")
        );
    }
    Ok(())
}

fn one_batch(
    report: &mut Report,
    setting: &Setting<'_>,
    levels: &[&str],
    batch: &[Program],
) -> Result<Proofs, Error> {
    let native =
        |program: &Program| setting.native(&program.source, &program.name, &["-O0"], LIMIT);
    let natives: Result<Vec<Behaviour>, Error> = parallel::map(batch, native).into_iter().collect();
    let natives = natives?;
    let mut cases = Vec::new();
    for (program, expected) in batch.iter().zip(&natives) {
        cases.extend(levels.iter().map(|level| Case {
            name: format!("{}{level}", program.name),
            source: &program.source,
            level,
            expected,
        }));
    }
    let (verdicts, proofs) = setting.judge(&cases)?;
    verdicts
        .into_iter()
        .for_each(|verdict| report.check(verdict));
    Ok(proofs)
}

/// Checks that each program is defined by C: it behaves the same with and without optimization, and
/// under sanitizers, which report nothing.
fn sanitize(report: &mut Report, setting: &Setting<'_>) -> Result<(), Error> {
    let programs = programs()?;
    let checks = parallel::map(&programs, |program| {
        let native =
            |options: &[&str]| setting.native(&program.source, &program.name, options, LIMIT);
        let plain = native(&["-O0"])?;
        for options in [
            &["-O2"] as &[&str],
            &["-O0", SANITIZERS],
            &["-O2", SANITIZERS],
        ] {
            let verdict = plain.compare(&native(options)?);
            if let Err(what) = verdict {
                let (name, options) = (&program.name, options.join(" "));
                return Ok(Err(format!("{name} with gcc {options}: {what}")));
            }
        }
        Ok(Ok(()))
    });
    for check in checks {
        report.check(check?);
    }
    println!(
        "{} programs natively, optimised and watched",
        programs.len()
    );
    Ok(())
}

/// A program of the folder.
pub(super) struct Program {
    pub(super) name: String,
    pub(super) source: PathBuf,
}

/// The programs, by name.
pub(super) fn programs() -> Result<Vec<Program>, Error> {
    let folder = paths::root().join("torture");
    let mut names = paths::names_in(&folder)?;
    names.retain(|name| name.ends_with(".c"));
    Ok(names
        .into_iter()
        .map(|name| Program {
            source: folder.join(&name),
            name: name.trim_end_matches(".c").to_owned(),
        })
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_many_programs_and_each_says_what_it_is_about() {
        let programs = programs().expect("the folder is there");
        assert!(programs.len() >= 150, "{} programs", programs.len());
        for Program { source, name } in programs {
            let text = paths::read(&source).expect("it can be read");
            let line = text.split(|&byte| byte == b'\n').next().unwrap_or_default();
            let line = String::from_utf8_lossy(line);
            assert!(line.starts_with("// ") && line.ends_with('.'), "{name}");
        }
    }
}
