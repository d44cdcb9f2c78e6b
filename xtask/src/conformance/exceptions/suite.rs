//! GCC's own test suite for C++: its programs that run, with exceptions in both forms.
//!
//! *Needs:* the sources of GCC 12, whose licence is why none of its programs is in this repository;
//! what the [part](super) needs.
//! *Gives:* a check for each program and level that our compiler takes it, and one for each form
//! that it ends and prints as the native program does. Where it does not, the same object by LLVM's
//! back end is asked: what differs from the native program there too is clang's, the C library's or
//! the machine's doing, and is listed by name. So is what is left out, with the reason.
//! *Cost:* half an hour with two processors.
//! *Limits:* of the options of a program, those for the language alone count; programs of several
//! files are left out. With `--short` one in two of the two folders about exceptions, at one
//! level.

use super::super::differential::Behaviour;
use super::super::report::Report;
use super::{Form, Maker, Setting, by_llvm};
use crate::debian::GCC_TESTS;
use crate::engines::Engine;
use crate::error::Error;
use crate::parallel;
use crate::paths::{self, Scratch};
use crate::process::{self, Ending};
use crate::tools::{CLANGXX, GXX};
use crate::wasi;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// The folders of a short run.
const SHORT: [&str; 2] = ["g++.dg/eh", "g++.old-deja/g++.eh"];

/// What is not about the language: sanitizers, profiles, transactions, plugins, machines.
const OTHER_FOLDERS: [&str; 13] = [
    "asan",
    "ubsan",
    "tsan",
    "gomp",
    "goacc",
    "tm",
    "gcov",
    "lto",
    "plugin",
    "guality",
    "simulate-thread",
    "bprob",
    "tree-prof",
];

/// Options for the language that both compilers know.
const OPTIONS: [&str; 12] = [
    "-fno-rtti",
    "-fwrapv",
    "-fno-strict-aliasing",
    "-fno-elide-constructors",
    "-fsized-deallocation",
    "-fno-sized-deallocation",
    "-faligned-new",
    "-fno-aligned-new",
    "-fchar8_t",
    "-funsigned-char",
    "-fsigned-char",
    "-fno-threadsafe-statics",
];

/// What our compiler refuses, as [`docs/llvm.md`](../../../../docs/llvm.md#what-is-refused) has it.
const REFUSED: [&str; 3] = ["inline assembly", "assembly outside", "llvm.returnaddress"];

const LEVELS: &[&str] = &["-O0", "-O2"];
/// How many programs are built before they run.
const BATCH: usize = 100;
const COMPILE_LIMIT: Duration = Duration::from_secs(300);
const RUN_LIMIT: Duration = Duration::from_secs(20);
const RUN_SECONDS: u64 = 20;

/// A program of the suite.
struct Test {
    /// Its path in the suite.
    name: String,
    source: PathBuf,
    options: Vec<String>,
}

/// What became of a program at a level before it ran.
enum Made {
    /// Modules in the forms, and what the native program does.
    Modules(Vec<PathBuf>, Behaviour),
    /// Not run, and why.
    LeftOut(String),
    /// Not taken by our compiler.
    Failed(String),
}

/// Runs the programs.
pub(super) fn suite(
    report: &mut Report,
    scratch: &Scratch,
    settings: &[Setting<'_>],
) -> Result<(), Error> {
    let tests = tests(
        &GCC_TESTS.sources()?.join("gcc/testsuite"),
        report.pick(&[], &SHORT),
    )?;
    let tests = report.sample(tests, 2);
    let levels = report.pick(LEVELS, &["-O1"]);
    let (mut left_out, mut as_llvm) = (BTreeMap::<String, Vec<String>>::new(), Vec::new());
    let mut equal = 0;
    for level in levels {
        for batch in tests.chunks(BATCH) {
            let made = parallel::map(batch, |test| make(scratch, test, level, settings));
            let mut built = Vec::new();
            for (test, made) in batch.iter().zip(made) {
                let name = format!("{} {level}", test.name);
                match made? {
                    Made::Modules(modules, native) => built.push((name, modules, native)),
                    Made::LeftOut(why) => left_out.entry(why).or_default().push(name),
                    Made::Failed(why) => report.fail(format!("{name}: {why}")),
                }
            }
            for (number, setting) in settings.iter().enumerate() {
                let runs: Vec<Run<'_>> = built
                    .iter()
                    .map(|(name, modules, native)| Run {
                        name,
                        module: &modules[number],
                        native,
                    })
                    .collect();
                for (run, verdict) in runs.iter().zip(judge(scratch, setting, &runs)?) {
                    let name = format!("{}, {}", run.name, setting.form.name());
                    match verdict {
                        Verdict::Equal => equal += 1,
                        Verdict::AsLlvm(what) => as_llvm.push(format!("{name}: {what}")),
                        Verdict::Differs(what) => {
                            report.fail(format!("{name}: {what}"));
                            continue;
                        }
                    }
                    report.pass();
                }
            }
            for (_, modules, _) in &built {
                for module in modules {
                    for file in [module.clone(), bitcode_of(module)] {
                        if file.exists() {
                            paths::remove(&file)?;
                        }
                    }
                }
            }
        }
    }
    for (why, names) in &left_out {
        println!(
            "left out, {why}: {} of {}",
            names.len(),
            tests.len() * levels.len()
        );
        names.iter().for_each(|name| println!("  {name}"));
    }
    println!(
        "as LLVM's back end has it, not as the native program: {}",
        as_llvm.len()
    );
    as_llvm.iter().for_each(|line| println!("  {line}"));
    println!(
        "{} programs of GCC's suite at {}: {equal} runs equal to native",
        tests.len(),
        levels.join(" ")
    );
    Ok(())
}

/// The programs of the suite that run, below these folders or all of it.
fn tests(suite: &Path, below: &[&str]) -> Result<Vec<Test>, Error> {
    let mut open = vec![PathBuf::from("g++.dg"), PathBuf::from("g++.old-deja")];
    let mut tests = Vec::new();
    while let Some(folder) = open.pop() {
        for entry in paths::names_in(&suite.join(&folder))? {
            let path = folder.join(&entry);
            let source = suite.join(&path);
            if source.is_dir() {
                if !OTHER_FOLDERS.contains(&entry.as_str()) {
                    open.push(path);
                }
            } else if entry.ends_with(".C")
                && (below.is_empty() || below.iter().any(|one| path.starts_with(one)))
            {
                let text = paths::read(&source)?;
                let name = path.display().to_string();
                if let Some(options) = options(&name, &String::from_utf8_lossy(&text)) {
                    tests.push(Test {
                        name,
                        source,
                        options,
                    });
                }
            }
        }
    }
    tests.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(tests)
}

/// The options of a test that runs on every machine; `None` for others.
fn options(name: &str, text: &str) -> Option<Vec<String>> {
    let directive = |line: &'_ str, which: &str| line.contains(which).then(|| line.to_owned());
    let run = text.lines().find_map(|line| directive(line, "dg-do run"))?;
    // Names of machines have hyphens and stars.
    let target = run.split("target").nth(1).unwrap_or_default();
    let is_elsewhere = text.contains("dg-additional-sources")
        || text
            .lines()
            .any(|line| line.contains("dg-skip-if") && line.contains("*-*-*"));
    if target.contains('*') || is_elsewhere {
        return None;
    }
    let mut standard = match () {
        () if target.contains("c++20") || target.contains("c++2a") => "-std=gnu++20",
        () if name.contains("/coroutines/") || name.contains("/cpp2a/") => "-std=gnu++20",
        () if target.contains("c++14_down") || name.starts_with("g++.old-deja") => "-std=gnu++14",
        () => "-std=gnu++17",
    }
    .to_owned();
    let mut options = Vec::new();
    for line in text.lines() {
        let is_plain = line.contains("dg-options") || line.contains("dg-additional-options");
        let Some(listed) = line.split('"').nth(1).filter(|_| is_plain) else {
            continue;
        };
        for option in listed.split_whitespace() {
            if option.starts_with("-std=") {
                standard = option.to_owned();
            } else if OPTIONS.contains(&option) || option.starts_with("-D") {
                options.push(option.to_owned());
            }
        }
    }
    options.push(standard);
    Some(options)
}

/// Builds a test, natively and for WebAssembly.
fn make(
    scratch: &Scratch,
    test: &Test,
    level: &str,
    settings: &[Setting<'_>],
) -> Result<Made, Error> {
    let stem = test.name.replace('/', "-");
    let left_out = |why: &str| Ok(Made::LeftOut(why.to_owned()));
    let native = scratch.file(&format!("{stem}.native"));
    let mut gcc = GXX.call()?;
    gcc.args(&test.options)
        .args(["-O0", "-w"])
        .arg(&test.source);
    gcc.arg("-o").arg(&native);
    if process::require(&mut gcc, COMPILE_LIMIT).is_err() {
        return left_out("it does not build natively without other options");
    }
    let run_native = || process::capture(&mut Command::new(&native), RUN_LIMIT);
    let (outcome, again) = (run_native()?, run_native()?);
    paths::remove(&native)?;
    if outcome.ending != Ending::Status(0) {
        return left_out("natively it does not end with status 0 without other options");
    }
    if outcome.output != again.output {
        return left_out("natively it prints something else each time, such as an address");
    }
    let expected = Behaviour {
        ending: outcome.ending.to_string(),
        output: outcome.output,
    };
    let ir = scratch.file(&format!("{stem}{level}.bc"));
    let mut clang = CLANGXX.call()?;
    clang.args(["--target=wasm32-wasi", "-w", "-c", "-emit-llvm", level]);
    clang
        .args(["-fwasm-exceptions", "-fexceptions"])
        .args(&test.options);
    clang.arg(&test.source).arg("-o").arg(&ir);
    if process::require(&mut clang, COMPILE_LIMIT).is_err() {
        return left_out("clang's front end does not take it for this machine");
    }
    let mut modules = Vec::new();
    for setting in settings {
        let object = scratch.file(&format!("{stem}{level}.o"));
        if let Err(error) = setting.ours.make_object(&ir, &object) {
            let error = error.to_string();
            return match REFUSED.iter().find(|words| error.contains(*words)) {
                Some(words) => left_out(&format!("our compiler refuses it: {words}")),
                None => Ok(Made::Failed(error)),
            };
        }
        let form = setting.form.name();
        let module = scratch.file(&format!("{stem}{level}.{form}.wasm"));
        let linked = link(setting, &object, &module);
        paths::remove(&object)?;
        if linked.is_err() {
            return left_out("it does not link with this C library");
        }
        modules.push(module);
    }
    Ok(Made::Modules(modules, expected))
}

/// The bitcode that a module was made of.
fn bitcode_of(module: &Path) -> PathBuf {
    module.with_extension("").with_extension("bc")
}

fn link(setting: &Setting<'_>, object: &Path, module: &Path) -> Result<(), Error> {
    let mut objects = vec![object.to_owned()];
    objects.extend_from_slice(setting.runtime.archives(Maker::Ours));
    wasi::link(&objects, &["m"], module)
}

/// Runs modules, many in one process.
fn run(scratch: &Scratch, form: Form, modules: &[PathBuf]) -> Result<Vec<Behaviour>, Error> {
    let engine = match form {
        Form::Standard => Engine::Chromium,
        Form::Legacy => Engine::Node,
    };
    if modules.is_empty() {
        return Ok(Vec::new());
    }
    let list = scratch.file(&format!("suite-{}.txt", form.name()));
    let endings = engine.run_many(&list, modules, RUN_SECONDS)?;
    let behaviours = endings.into_iter().zip(modules).map(|(ending, module)| {
        let [out, errors] =
            [".out", ".err"].map(|end| PathBuf::from(format!("{}{end}", module.display())));
        let output = paths::read(&out)?;
        paths::remove(&out)?;
        paths::remove(&errors)?;
        Ok(Behaviour { ending, output })
    });
    behaviours.collect()
}

/// A module to be run.
struct Run<'a> {
    name: &'a str,
    module: &'a Path,
    native: &'a Behaviour,
}

/// How a run ended.
enum Verdict {
    /// As the native program.
    Equal,
    /// As the module that LLVM's back end makes, and not as the native program.
    AsLlvm(String),
    /// As neither.
    Differs(String),
}

/// Runs modules, and compares what they do.
fn judge(
    scratch: &Scratch,
    setting: &Setting<'_>,
    runs: &[Run<'_>],
) -> Result<Vec<Verdict>, Error> {
    let modules: Vec<PathBuf> = runs.iter().map(|run| run.module.to_owned()).collect();
    let found = run(scratch, setting.form, &modules)?;
    let compared: Vec<Result<(), String>> = runs
        .iter()
        .zip(&found)
        .map(|(run, found)| run.native.compare(found))
        .collect();
    let odd: Vec<usize> = (0..runs.len())
        .filter(|&index| compared[index].is_err())
        .collect();
    let theirs: Vec<Option<PathBuf>> =
        parallel::map(&odd, |&index| of_llvm(setting, runs[index].module));
    let modules: Vec<PathBuf> = theirs.iter().flatten().cloned().collect();
    let mut behaviours = run(scratch, setting.form, &modules)?.into_iter();
    modules
        .iter()
        .try_for_each(|module| paths::remove(module))?;
    let mut theirs = odd.iter().zip(theirs);
    let verdicts = compared.into_iter().zip(&found).map(|(compared, found)| {
        let Err(what) = compared else {
            return Verdict::Equal;
        };
        let what = what.replace('\n', " ");
        let (_, module) = theirs.next().expect("each odd one was asked about");
        match module.and_then(|_| behaviours.next()) {
            Some(theirs) if theirs == *found => Verdict::AsLlvm(what),
            _ => Verdict::Differs(what),
        }
    });
    Ok(verdicts.collect())
}

/// The same module with a program by LLVM's back end, if that takes it.
fn of_llvm(setting: &Setting<'_>, module: &Path) -> Option<PathBuf> {
    let [object, other] = ["llvm.o", "llvm.wasm"].map(|ending| module.with_extension(ending));
    by_llvm(setting.form, &bitcode_of(module), &object).ok()?;
    let linked = link(setting, &object, &other);
    paths::remove(&object).ok()?;
    linked.ok().map(|()| other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(name: &str, text: &str, expected: Option<&[&str]>) {
        let expected = expected.map(|list| list.iter().map(|&one| one.to_owned()).collect());
        assert_eq!(options(name, text), expected);
    }

    #[test]
    fn options_are_those_of_the_directives() {
        check("g++.dg/eh/a.C", "int main() {}", None);
        check(
            "g++.dg/eh/a.C",
            "// { dg-do run }\n",
            Some(&["-std=gnu++17"]),
        );
        check(
            "g++.dg/cpp2a/a.C",
            "// { dg-do run }\n",
            Some(&["-std=gnu++20"]),
        );
        check(
            "g++.old-deja/g++.eh/a.C",
            "// { dg-do run  }\n",
            Some(&["-std=gnu++14"]),
        );
        check(
            "g++.dg/eh/a.C",
            "// { dg-do run { target c++20 } }\n// { dg-options \"-O2 -fno-rtti -DX=1\" }\n",
            Some(&["-fno-rtti", "-DX=1", "-std=gnu++20"]),
        );
        check(
            "g++.dg/eh/a.C",
            "// { dg-do run { target i?86-*-* } }\n",
            None,
        );
        check(
            "g++.dg/eh/a.C",
            "// { dg-do run }\n// { dg-additional-sources \"b.C\" }\n",
            None,
        );
    }
}
