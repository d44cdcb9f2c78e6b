//! The programs in `torture/` and `torture/cpp/`, each about one corner of C or C++ and of LLVM IR:
//! native against WebAssembly, those in C at five levels, and at two with SIMD.
//!
//! Those in C++ are compiled as clang does without more options, where calls that may throw have
//! handlers which nothing reaches, and without exceptions, where the language has no such calls.
//!
//! A failure in [`through_llvm`] is a fault of the programs or of LLVM.

use super::differential::{Behaviour, Case, Language, Setting};
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

/// The levels of programs in C++.
const CPP_LEVELS: &[&str] = &["-O0", "-O1", "-O2", "-Oz"];

pub(super) const SANITIZERS: &str = "-fsanitize=undefined,address";

/// Every program by Unsnarl.
pub(crate) fn through_unsnarl(report: &mut Report) -> Result<(), Error> {
    let command = Unsnarl::build()?;
    let backend = Backend::Unsnarl {
        command: &command,
        choice: Choice::Algorithm(ALGORITHMS[0].name),
    };
    let setting = Setting::new("torture", Vec::new(), backend)?;
    in_turn(report, &setting, &programs()?, LEVELS)
}

/// Every program in C++ by Unsnarl, with and without exceptions.
pub(crate) fn cpp_through_unsnarl(report: &mut Report) -> Result<(), Error> {
    let command = Unsnarl::build()?;
    let backend = Backend::Unsnarl {
        command: &command,
        choice: Choice::Algorithm(ALGORITHMS[0].name),
    };
    let without = report.pick(CPP_LEVELS, &["-O1"]);
    cpp(report, backend, CPP_LEVELS, without)
}

/// Every program in C++ by LLVM's own back end, at one level.
pub(crate) fn cpp_through_llvm(report: &mut Report) -> Result<(), Error> {
    cpp(report, Backend::Llvm, &["-O2"], report.pick(&["-O2"], &[]))
}

/// Every program at these levels as clang compiles it, and at those without exceptions. A short
/// run takes one program in two, each at one level, in turn.
fn cpp(
    report: &mut Report,
    backend: Backend<'_>,
    with: &[&str],
    without: &[&str],
) -> Result<(), Error> {
    let programs = report.sample(cpp_programs()?, 2);
    // Two parts that may run at once have a folder each.
    let folder = match backend {
        Backend::Unsnarl { .. } => "torture-cpp",
        _ => "torture-cpp-peer",
    };
    let setting = Setting::of(Language::Cpp, folder, Vec::new(), backend)?;
    in_turn(report, &setting, &programs, with)?;
    if without.is_empty() {
        return Ok(());
    }
    let mut plain = Vec::new();
    for program in programs {
        if !has_exceptions(&paths::read(&program.source)?) {
            plain.push(program);
        }
    }
    let folder = format!("{folder}-no-exceptions");
    let setting = Setting::of(Language::Cpp, &folder, Vec::new(), backend)?;
    let setting = setting.with_clang_options(&["-fno-exceptions"]);
    every_program(report, &setting, &plain, without)
}

/// Tells whether a program says what only a compiler with exceptions takes.
fn has_exceptions(source: &[u8]) -> bool {
    let text = String::from_utf8_lossy(source);
    let mut words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    words.any(|word| matches!(word, "try" | "throw" | "catch"))
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
    let levels = report.pick(SIMD_LEVELS, &["-O3"]);
    every_program(report, &setting, &programs()?, levels)
}

/// Every program by LLVM's own back end, and natively with the sanitizers, which must find nothing.
/// A short run takes one level only.
pub(crate) fn through_llvm(report: &mut Report) -> Result<(), Error> {
    let setting = Setting::new("torture-peer", Vec::new(), Backend::Llvm)?;
    let levels = report.pick(LEVELS, &["-O2"]);
    every_program(report, &setting, &programs()?, levels)?;
    if report.pick(true, false) {
        sanitize(report, &setting)?;
    }
    Ok(())
}

/// Every program at all of these levels; in a short run at one of them, in turn.
fn in_turn(
    report: &mut Report,
    setting: &Setting<'_>,
    programs: &[Program],
    levels: &[&str],
) -> Result<(), Error> {
    for level in levels {
        let numbered = programs.iter().enumerate();
        let share = numbered.filter(|&(number, _)| report.levels(levels, number).contains(level));
        let share: Vec<Program> = share.map(|(_, program)| program.clone()).collect();
        every_program(report, setting, &share, &[level])?;
    }
    Ok(())
}

fn every_program(
    report: &mut Report,
    setting: &Setting<'_>,
    programs: &[Program],
    levels: &[&str],
) -> Result<(), Error> {
    let mut done = 0;
    let mut all_proofs = Proofs::default();
    for batch in programs.chunks(BATCH) {
        let proofs = one_batch(report, setting, levels, batch)?;
        if setting.proves() {
            report.check(all_proved(proofs));
        }
        all_proofs += proofs;
        done += batch.len();
        let (all, failed) = (programs.len(), report.failed());
        println!(
            "{done} of {all} programs at {}; {all_proofs}{failed} failed",
            levels.join(" ")
        );
    }
    Ok(())
}

/// Our compiler must have proved control and data of every function.
fn all_proved(proofs: Proofs) -> Result<(), String> {
    match proofs.has_bounded() || proofs.total() == 0 {
        true => Err(format!("not all functions were proved: {proofs}")),
        false => Ok(()),
    }
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
#[derive(Clone)]
pub(super) struct Program {
    pub(super) name: String,
    pub(super) source: PathBuf,
}

/// The programs in C, by name.
pub(super) fn programs() -> Result<Vec<Program>, Error> {
    programs_in("torture", ".c")
}

/// The programs in C++, by name.
fn cpp_programs() -> Result<Vec<Program>, Error> {
    programs_in("torture/cpp", ".cpp")
}

fn programs_in(folder: &str, ending: &str) -> Result<Vec<Program>, Error> {
    let folder = paths::root().join(folder);
    let names = paths::names_in(&folder)?;
    let programs = names.iter().filter_map(|name| {
        Some(Program {
            source: folder.join(name),
            name: name.strip_suffix(ending)?.to_owned(),
        })
    });
    Ok(programs.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_proved_is_no_proof() {
        assert!(all_proved(Proofs::default()).is_err());
    }

    #[test]
    fn there_are_many_programs_and_each_says_what_it_is_about() {
        let programs = programs().expect("the folder is there");
        assert!(programs.len() >= 150, "{} programs", programs.len());
        let cpp = cpp_programs().expect("the folder is there");
        assert!(cpp.len() >= 70, "{} programs in C++", cpp.len());
        for Program { source, name } in programs.into_iter().chain(cpp) {
            let text = paths::read(&source).expect("it can be read");
            let line = text.split(|&byte| byte == b'\n').next().unwrap_or_default();
            let line = String::from_utf8_lossy(line);
            assert!(line.starts_with("// ") && line.ends_with('.'), "{name}");
        }
    }

    #[test]
    fn a_program_with_exceptions_says_so() {
        assert!(has_exceptions(b"void f() { try { g(); } catch (...) {} }"));
        assert!(has_exceptions(b"void f() { throw 1; }"));
        assert!(!has_exceptions(b"void try_it() noexcept { rethrow(); }"));
    }
}
