//! Exceptions of JavaScript that pass frames of C++, exceptions of C++ that pass frames of
//! JavaScript, and modules with both forms of the instructions.
//!
//! *Needs:* the programs in `torture/foreign`, what they print, and the engines that have
//! JavaScript.
//! *Gives:* for each form, program, level, back end and engine a check that the program prints what
//! it should; and for each engine one that it refuses a module with both forms, or runs it right.
//! *Source:* what a program prints is written down, as there is no native program with frames of
//! JavaScript. That LLVM's objects print the same is a check too: cleanups run, `catch (...)` takes
//! exceptions of C++ alone, and what `noexcept` ends is every exception.

use super::super::differential::Behaviour;
use super::super::report::Report;
use super::super::runs::first_difference;
use super::{Form, Maker, Module, Setting, browsers, by_llvm, make_ir, run};
use crate::engines::Engine;
use crate::error::Error;
use crate::parallel;
use crate::paths::{self, Scratch};
use crate::wasi;
use std::path::{Path, PathBuf};

const LEVELS: &[&str] = &["-O0", "-O1", "-O2", "-Oz"];

/// The programs, and the status with which each ends.
const PROGRAMS: [(&str, &str); 2] = [("values", "status 0"), ("frames", "status 3")];

/// The program of two halves, of which each is in another form.
const HALVES: &str = "halves";

fn source(program: &str) -> PathBuf {
    paths::root().join(format!("torture/foreign/{program}.cpp"))
}

fn expected(program: &str, ending: &str) -> Result<Behaviour, Error> {
    Ok(Behaviour {
        ending: ending.to_owned(),
        output: paths::read(&source(program).with_extension("expected"))?,
    })
}

/// Runs the programs.
pub(super) fn foreign(
    report: &mut Report,
    scratch: &Scratch,
    settings: &[Setting<'_>],
) -> Result<(), Error> {
    let levels = report.pick(LEVELS, &["-O1"]);
    let mut cases = Vec::new();
    for (program, ending) in PROGRAMS {
        let expected = expected(program, ending)?;
        cases.extend(
            levels
                .iter()
                .map(|level| (program, *level, expected.clone())),
        );
    }
    let built = parallel::map(&cases, |(program, level, expected)| {
        build(scratch, program, level, settings, expected)
    });
    let mut modules = Vec::new();
    for built in built {
        modules.extend(built?);
    }
    let checks = parallel::map(&modules, |(form, module)| {
        let checks = outside_browsers(*form).iter().map(|engine| {
            let found = run(*engine, &module.path)?;
            let compared = module.expected.compare(&found);
            Ok(compared.map_err(|what| format!("{} in {}: {what}", module.title, engine.name())))
        });
        checks.collect::<Result<Vec<_>, Error>>()
    });
    for checks in checks {
        checks?.into_iter().for_each(|check| report.check(check));
    }
    let modules: Vec<Module> = modules.into_iter().map(|(_, module)| module).collect();
    browsers::check(report, scratch, &modules)?;
    mixed(report, scratch, settings)
}

/// The engines with JavaScript that know a form, browsers aside.
fn outside_browsers(form: Form) -> &'static [Engine] {
    match form {
        Form::Standard => &[],
        Form::Legacy => &[Engine::Node, Engine::SpiderMonkey],
    }
}

/// The modules of a program at a level: in both forms, by both back ends.
fn build(
    scratch: &Scratch,
    program: &str,
    level: &str,
    settings: &[Setting<'_>],
    expected: &Behaviour,
) -> Result<Vec<(Form, Module)>, Error> {
    let stem = format!("foreign-{program}{level}");
    let ir = scratch.file(&format!("{stem}.ll"));
    make_ir(&source(program), level, &[], &ir)?;
    let mut modules = Vec::new();
    for setting in settings {
        for maker in [Maker::Ours, Maker::Llvm] {
            let title = format!("{stem}.{} by {maker:?}", setting.form.name());
            let file = |ending| {
                scratch.file(&format!(
                    "{stem}.{}.{maker:?}.{ending}",
                    setting.form.name()
                ))
            };
            let [object, path] = ["o", "wasm"].map(file);
            make_object(setting, maker, &ir, &object)?;
            let mut objects = vec![object];
            objects.extend_from_slice(setting.runtime.archives(Maker::Ours));
            wasi::link(&objects, &[], &path)?;
            let expected = expected.clone();
            modules.push((
                setting.form,
                Module {
                    title,
                    path,
                    expected,
                },
            ));
        }
    }
    Ok(modules)
}

fn make_object(setting: &Setting<'_>, maker: Maker, ir: &Path, object: &Path) -> Result<(), Error> {
    match maker {
        Maker::Ours => setting.ours.make_object(ir, object).map(drop),
        Maker::Llvm => by_llvm(setting.form, ir, object),
    }
}

/// A program whose halves are in different forms, in every engine.
fn mixed(report: &mut Report, scratch: &Scratch, settings: &[Setting<'_>]) -> Result<(), Error> {
    let mut objects = Vec::new();
    for (half, setting) in settings.iter().enumerate() {
        let file = |ending| scratch.file(&format!("{HALVES}{half}.{ending}"));
        let [ir, object] = ["ll", "o"].map(file);
        make_ir(&source(HALVES), "-O1", &[&format!("-DHALF={half}")], &ir)?;
        make_object(setting, Maker::Ours, &ir, &object)?;
        objects.push(object);
    }
    let path = scratch.file(&format!("{HALVES}.wasm"));
    let runtime = settings
        .iter()
        .find(|setting| setting.form == Form::Standard);
    objects.extend(
        runtime
            .into_iter()
            .flat_map(|one| one.runtime.archives(Maker::Ours))
            .cloned(),
    );
    wasi::link(&objects, &[], &path)?;
    let expected = expected(HALVES, "status 0")?;
    let engines = [Engine::Node, Engine::SpiderMonkey, Engine::Wasmtime];
    for engine in engines.into_iter().chain(browsers::BROWSERS) {
        let mut script = engine.script()?;
        let outcome = crate::process::capture(script.arg(&path), super::RUN_LIMIT)?;
        let name = engine.name();
        if outcome.output.is_empty() && outcome.ending == crate::process::Ending::Status(125) {
            let errors = outcome.error_text();
            println!(
                "both forms in {name}: {}",
                errors.lines().next().unwrap_or_default()
            );
            report.pass();
            continue;
        }
        let difference = first_difference(&expected.output, &outcome.output);
        println!("both forms in {name}: run");
        report
            .check(difference.map_or(Ok(()), |what| Err(format!("both forms in {name}: {what}"))));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_program_prints_is_beside_it() {
        let programs = PROGRAMS.iter().map(|&(program, _)| program).chain([HALVES]);
        for program in programs {
            let expected = expected(program, "status 0").expect("it is there");
            assert!(expected.output.len() > 20, "{program}");
            assert!(source(program).is_file(), "{program}");
        }
    }
}
