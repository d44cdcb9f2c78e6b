//! Exceptions of C++: the programs in `torture/exceptions`, and [random ones](throwing), in both
//! forms of the instructions.
//!
//! *Needs:* clang 19 for the IR; as the peer LLVM 22 for the standard instructions, which LLVM 19
//! does not write, and LLVM 19 for the legacy ones; the [runtime] from LLVM's source package;
//! Wasmtime for the standard instructions, node and SpiderMonkey 102, which know the legacy ones
//! alone; Chromium and Firefox, which know both.
//! *Gives:* for each form, program and level a check that all functions are proved, that the tables
//! of handlers are those of LLVM byte for byte, and one for each engine and mixture of back ends,
//! for the program and for the runtime, that it prints what the native program prints and ends as
//! that does. Then checks of [exceptions of JavaScript](foreign) that pass frames of C++, of a
//! [library](library) that throws, and of the programs of [GCC's test suite](suite).
//! *Limits:* `--short` takes one in two of the programs and of GCC's, and few random ones, at one
//! level. A mixture of back ends has libc++ by ours, and one program by LLVM's back end would trap;
//! [browsers] run what is ours alone.

mod browsers;
mod foreign;
mod library;
mod runtime;
mod suite;
mod tables;
mod throwing;

use super::differential::Behaviour;
use super::report::Report;
use crate::engines::Engine;
use crate::error::Error;
use crate::parallel;
use crate::paths::{self, Scratch};
use crate::process;
use crate::tools::{CLANGXX, GXX, LLC, LLC_22};
use crate::unsnarl::{Choice, Unsnarl};
use crate::wasi::{self, Backend, Proofs};
use runtime::{Runtime, Sources};
use std::path::{Path, PathBuf};
use std::time::Duration;

const LIMIT: Duration = Duration::from_secs(300);
const RUN_LIMIT: Duration = Duration::from_secs(60);
const LEVELS: &[&str] = &["-O0", "-O1", "-O2", "-Os", "-Oz"];
const STANDARD: &str = "-std=gnu++20";
/// Random programs of a run of everything, and of a short one.
const RANDOM: [usize; 2] = [60, 3];

/// What clang is told.
const OPTIONS: [&str; 5] = [
    "-fwasm-exceptions",
    "-fexceptions",
    STANDARD,
    "-mllvm",
    "-wasm-enable-sjlj",
];

/// Who makes the object of the program, and those of the runtime.
const MIXTURES: [(Maker, Maker); 3] = [
    (Maker::Ours, Maker::Ours),
    (Maker::Ours, Maker::Llvm),
    (Maker::Llvm, Maker::Ours),
];

/// Programs whose modules trap from -O1 on if LLVM's back end makes them, of version 19 and 22, in
/// either form.
const WRONG_BY_LLVM: [&str; 1] = ["async-tasks"];

/// In which instructions exceptions are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    Standard,
    Legacy,
}

impl Form {
    /// Its name, as our command line has it.
    fn name(self) -> &'static str {
        match self {
            Form::Standard => "standard",
            Form::Legacy => "legacy",
        }
    }

    /// What runs a program of which a back end has made both parts.
    fn engines(self, made_by: (Maker, Maker)) -> &'static [Engine] {
        match (self, made_by) {
            (Form::Standard, _) => &[Engine::Wasmtime],
            (Form::Legacy, (Maker::Ours, Maker::Ours)) => &[Engine::Node, Engine::SpiderMonkey],
            (Form::Legacy, _) => &[Engine::Node],
        }
    }
}

/// A back end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Maker {
    Ours,
    Llvm,
}

/// What programs are made with.
struct Setting<'a> {
    form: Form,
    ours: Backend<'a>,
    runtime: Runtime,
}

/// Every program at every level, in both forms.
pub(crate) fn exceptions(report: &mut Report) -> Result<(), Error> {
    let command = Unsnarl::build()?;
    let scratch = Scratch::new()?;
    let sources = Sources::new(&scratch)?;
    let mut settings = Vec::new();
    for form in [Form::Standard, Form::Legacy] {
        let ours = Backend::Unsnarl {
            command: &command,
            choice: Choice::Exceptions(form.name()),
        };
        let runtime = Runtime::new(&scratch, &sources, form, &ours)?;
        report.check(match runtime.proofs.has_bounded() {
            true => Err(format!("the {} runtime: {}", form.name(), runtime.proofs)),
            false => Ok(()),
        });
        settings.push(Setting {
            form,
            ours,
            runtime,
        });
    }
    let levels = report.pick(LEVELS, &["-O1"]);
    let mut programs = report.sample(programs()?, 2);
    let count = report.pick(RANDOM[0], RANDOM[1]);
    for number in (report.first_case()..).take(count) {
        let path = scratch.file(&format!("random-{number}.cpp"));
        paths::write(&path, throwing::program(number).as_bytes())?;
        programs.push(path);
    }
    let cases: Vec<(&PathBuf, &str)> = programs
        .iter()
        .flat_map(|program| levels.iter().map(move |level| (program, *level)))
        .collect();
    let natives = parallel::map(&programs, |program| native(&scratch, program));
    let natives = natives.into_iter().collect::<Result<Vec<_>, Error>>()?;
    let results = parallel::map(&cases, |(program, level)| {
        let at = programs.iter().position(|one| one == *program);
        let native = &natives[at.expect("it is one of them")];
        let checked = checked(&scratch, program, level, &settings, native);
        checked.map_err(|error| format!("{} {level}: {error}", name(program)))
    });
    let mut modules = Vec::new();
    for result in results {
        match result {
            Ok((checks, kept)) => {
                checks.into_iter().for_each(|check| report.check(check));
                modules.extend(kept);
            }
            Err(error) => report.check(Err(error)),
        }
    }
    for setting in &settings {
        println!(
            "{} programs at {}, {}; {}",
            programs.len(),
            levels.join(" "),
            setting.form.name(),
            setting.runtime.proofs
        );
    }
    browsers::check(report, &scratch, &modules)?;
    foreign::foreign(report, &scratch, &settings)?;
    library::library(report, &scratch, &settings)?;
    suite::suite(report, &scratch, &settings)
}

/// The programs, by name.
fn programs() -> Result<Vec<PathBuf>, Error> {
    let folder = paths::root().join("torture/exceptions");
    let names = paths::names_in(&folder)?;
    let names = names.iter().filter(|name| name.ends_with(".cpp"));
    Ok(names.map(|name| folder.join(name)).collect())
}

fn name(program: &Path) -> String {
    let stem = program.file_stem().unwrap_or_default();
    stem.to_string_lossy().into_owned()
}

fn native(scratch: &Scratch, program: &Path) -> Result<Behaviour, Error> {
    let binary = scratch.file(&name(program));
    let mut gcc = GXX.call()?;
    gcc.args([STANDARD, "-O0", "-w"]).arg(program);
    process::require(gcc.arg("-o").arg(&binary), LIMIT)?;
    behaviour(&mut std::process::Command::new(&binary))
}

/// How a command ends, and what it prints on standard output.
fn behaviour(command: &mut std::process::Command) -> Result<Behaviour, Error> {
    let outcome = process::capture(command, RUN_LIMIT)?;
    Ok(Behaviour {
        ending: outcome.ending.to_string(),
        output: outcome.output,
    })
}

/// The checks of a program at a level, and its modules that are ours alone.
fn checked(
    scratch: &Scratch,
    program: &Path,
    level: &str,
    settings: &[Setting<'_>],
    native: &Behaviour,
) -> Result<(Vec<Check>, Vec<Module>), Error> {
    let stem = format!("{}{level}", name(program));
    let ir = scratch.file(&format!("{stem}.ll"));
    make_ir(program, level, &[], &ir)?;
    let (mut checks, mut modules) = (Vec::new(), Vec::new());
    for setting in settings {
        let (more, module) = checked_in_form(scratch, &stem, &ir, setting, native)?;
        checks.extend(more);
        modules.push(module);
    }
    paths::remove(&ir)?;
    Ok((checks, modules))
}

/// Compiles a program to IR, with exceptions.
fn make_ir(program: &Path, level: &str, definitions: &[&str], ir: &Path) -> Result<(), Error> {
    let mut clang = CLANGXX.call()?;
    clang.arg("--target=wasm32-wasi").args(definitions);
    clang.arg("-I").arg(crate::runtime::headers());
    wasi::make_ir_by(clang, program, level, &OPTIONS.map(str::to_owned), ir)
}

/// That something held, or why not.
type Check = Result<(), String>;

/// A linked program, and what it has to do.
struct Module {
    title: String,
    path: PathBuf,
    expected: Behaviour,
}

/// The checks of the IR of a program in one form, and the module that is ours alone.
fn checked_in_form(
    scratch: &Scratch,
    stem: &str,
    ir: &Path,
    setting: &Setting<'_>,
    native: &Behaviour,
) -> Result<(Vec<Check>, Module), Error> {
    let stem = format!("{stem}.{}", setting.form.name());
    let own = scratch.file(&format!("{stem}.ours.o"));
    let other = scratch.file(&format!("{stem}.llvm.o"));
    let proofs = setting.ours.make_object(ir, &own)?;
    by_llvm(setting.form, ir, &other)?;
    let compare = match stem.contains("-O0.") {
        true => tables::contain,
        false => tables::compare,
    };
    let mut checks = vec![
        all_proved(&stem, proofs),
        compare(&paths::read(&own)?, &paths::read(&other)?)
            .map_err(|what| format!("{stem}: {what}")),
    ];
    let ours = scratch.file(&format!("{stem}.wasm"));
    let is_wrong = WRONG_BY_LLVM.iter().any(|name| stem.starts_with(name));
    let mixtures = MIXTURES
        .iter()
        .filter(|(maker, _)| *maker == Maker::Ours || !is_wrong);
    for &(of_program, of_runtime) in mixtures {
        let (object, module) = match (of_program, of_runtime) {
            (Maker::Ours, Maker::Ours) => (&own, ours.clone()),
            (Maker::Ours, Maker::Llvm) => (&own, scratch.file(&format!("{stem}.mixed.wasm"))),
            (Maker::Llvm, _) => (&other, scratch.file(&format!("{stem}.mixed.wasm"))),
        };
        let mut objects = vec![object.clone()];
        objects.extend_from_slice(setting.runtime.archives(of_runtime));
        wasi::link(&objects, &[], &module)?;
        for engine in setting.form.engines((of_program, of_runtime)) {
            let found = run(*engine, &module)?;
            checks.push(native.compare(&found).map_err(|what| {
                format!(
                    "{stem} by {of_program:?}, the runtime by {of_runtime:?}, in {}: {what}",
                    engine.name()
                )
            }));
        }
        if module != ours {
            paths::remove(&module)?;
        }
    }
    paths::remove(&own)?;
    paths::remove(&other)?;
    let module = Module {
        title: stem,
        path: ours,
        expected: native.clone(),
    };
    Ok((checks, module))
}

/// Runs a module in an engine. An exit ends node at once, since a cleanup could catch one that is
/// an exception.
fn run(engine: Engine, module: &Path) -> Result<Behaviour, Error> {
    let mut command = engine.script()?;
    if engine == Engine::Node {
        command.arg("--at-once");
    }
    behaviour(command.arg(module))
}

fn all_proved(stem: &str, proofs: Proofs) -> Result<(), String> {
    match proofs.has_bounded() || proofs.total() == 0 {
        true => Err(format!("{stem}: {proofs}not all proved")),
        false => Ok(()),
    }
}

/// Makes an object by LLVM.
fn by_llvm(form: Form, ir: &Path, object: &Path) -> Result<(), Error> {
    let mut llc = match form {
        Form::Standard => LLC_22.call()?,
        Form::Legacy => LLC.call()?,
    };
    llc.args(["-O2", "-filetype=obj", "-wasm-enable-eh"]);
    llc.arg("-wasm-enable-sjlj");
    llc.arg("-exception-model=wasm");
    if form == Form::Standard {
        llc.arg("-wasm-use-legacy-eh=false");
    }
    process::require(llc.arg(ir).arg("-o").arg(object), LIMIT).map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_many_programs_and_each_says_what_it_is_about() {
        let programs = programs().expect("the folder is there");
        assert!(programs.len() >= 40, "{} programs", programs.len());
        for program in programs {
            let text = paths::read(&program).expect("it can be read");
            let line = text.split(|&byte| byte == b'\n').next().unwrap_or_default();
            let line = String::from_utf8_lossy(line);
            assert!(
                line.starts_with("// ") && line.ends_with('.'),
                "{program:?}"
            );
        }
    }
}
