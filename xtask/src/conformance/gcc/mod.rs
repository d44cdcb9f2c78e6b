//! GCC's own programs for C (`gcc.c-torture/execute`) as WebAssembly, JavaScript, portable C and C
//! for people.
//!
//! *Needs:* the sources of GCC 12, whose licence is why none of its programs is in this repository;
//! clang 19 and llc 19, gcc, `wasm-ld`, wasi-libc, node.
//! *Gives:* a check for each program, level and target: it ends and prints as the native program by
//! clang does, which ends with status 0. What differs so through LLVM's own back end, too, is its
//! doing or that of the C library. What differs through ours alone is [listed](KNOWN) with the
//! reason, and an entry of the list that is not needed is a failure of a run of everything.
//! *Cost:* an hour with two processors.
//! *Limits:* of the options of a program, those for the language alone count. Left out, and
//! counted, is what clang does not take, such as functions in functions, and what does not end with
//! status 0 natively. `--short` takes a sample of 40 programs by the seed, each at one level.

use super::differential::Behaviour;
use super::random::Random;
use super::report::Report;
use super::texts;
use super::turns;
use crate::debian::GCC_TESTS;
use crate::engines::{self, NODE_STACK};
use crate::error::Error;
use crate::native;
use crate::parallel;
use crate::paths::{self, Scratch};
use crate::process::{self, Ending};
use crate::tools::{CLANG, LLC, NODE};
use crate::unsnarl::{Choice, Unsnarl};
use crate::wasi;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use unsnarl::structure::ALGORITHMS;

/// What our compiler makes of programs and LLVM's does not: lines of a program, a target and the
/// reason.
const KNOWN: &str = include_str!("known.txt");

const LEVELS: [&str; 2] = ["-O0", "-O2"];
/// How many programs a short run has.
const SAMPLE: usize = 40;
/// How many programs are judged before a line is printed.
const BATCH: usize = 50;
const LIMIT: Duration = Duration::from_secs(120);
const RUN_LIMIT: Duration = Duration::from_secs(20);

/// Options for the language.
const OPTIONS: [&str; 5] = [
    "-fgnu89-inline",
    "-fwrapv",
    "-fno-common",
    "-fno-strict-aliasing",
    "-fno-strict-overflow",
];

/// What clang takes for errors and GCC 12 for warnings.
const LENIENT: [&str; 6] = [
    "-Wno-error=implicit-function-declaration",
    "-Wno-error=implicit-int",
    "-Wno-error=int-conversion",
    "-Wno-error=incompatible-pointer-types",
    "-Wno-error=return-type",
    "-w",
];

/// A program of the suite.
struct Test {
    /// Its path in the folder.
    name: String,
    source: PathBuf,
    options: Vec<String>,
}

/// What a program becomes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Target {
    WebAssembly,
    JavaScript,
    PortableC,
    People,
}

impl fmt::Display for Target {
    /// As the list has it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Target::WebAssembly => "wasm",
            Target::JavaScript => "js",
            Target::PortableC => "c",
            Target::People => "people",
        })
    }
}

/// What became of a program for a target.
enum Verdict {
    Equal,
    /// It could not be judged, and why.
    LeftOut(String),
    Differs(String),
}

/// Runs the programs.
pub(super) fn gcc(report: &mut Report) -> Result<(), Error> {
    let folder = GCC_TESTS.sources()?;
    let tests = tests(&folder.join("gcc/testsuite/gcc.c-torture/execute"))?;
    let scratch = Scratch::new()?;
    let bench = Bench {
        command: Unsnarl::build()?,
        common: stack_protector(&scratch)?,
        scratch: &scratch,
    };
    let jobs = report.pick(all(&tests), sample(&tests, report.seed()));
    let mut judged = Judged {
        known: known(),
        needed: BTreeSet::new(),
        left_out: BTreeMap::new(),
    };
    for (number, batch) in jobs.chunks(BATCH).enumerate() {
        let verdicts = parallel::map(batch, |(test, level)| bench.judge(test, level));
        for ((test, level), verdicts) in batch.iter().zip(verdicts) {
            for (target, verdict) in verdicts? {
                judged.note(report, test, level, target, verdict);
            }
        }
        let (done, failed) = (number * BATCH + batch.len(), report.failed());
        println!(
            "{done} of {} programs and levels; {failed} failed",
            jobs.len()
        );
    }
    for (why, count) in &judged.left_out {
        println!("left out, {why}: {count}");
    }
    if report.pick(true, false) {
        judged.check_list(report);
    }
    Ok(())
}

/// What is known, and what was found.
struct Judged {
    known: BTreeMap<(String, String), &'static str>,
    /// The entries of the list that were needed.
    needed: BTreeSet<(String, String)>,
    /// How much could not be judged, by the reason.
    left_out: BTreeMap<String, usize>,
}

impl Judged {
    fn note(
        &mut self,
        report: &mut Report,
        test: &Test,
        level: &str,
        target: Target,
        verdict: Verdict,
    ) {
        let entry = (test.name.clone(), target.to_string());
        match verdict {
            Verdict::Equal => report.pass(),
            Verdict::LeftOut(why) => *self.left_out.entry(why).or_default() += 1,
            Verdict::Differs(_) if self.known.contains_key(&entry) => {
                self.needed.insert(entry);
                report.pass();
            }
            Verdict::Differs(what) => {
                report.fail(format!("{} {level} as {target}: {what}", test.name));
            }
        }
    }

    /// Nothing is listed that is right.
    fn check_list(&self, report: &mut Report) {
        let is_unneeded = |entry: &&(String, String)| !self.needed.contains(*entry);
        for (name, target) in self.known.keys().filter(is_unneeded) {
            report.fail(format!("{name} as {target} is right: take it off the list"));
        }
    }
}

/// The list of what is known, by program and target.
fn known() -> BTreeMap<(String, String), &'static str> {
    let lines = KNOWN
        .lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty());
    let entries = lines.filter_map(|line| {
        let (name, rest) = line.split_once(' ')?;
        let (target, reason) = rest.split_once(' ')?;
        Some(((name.to_owned(), target.to_owned()), reason))
    });
    entries.collect()
}

type Job<'a> = (&'a Test, &'static str);

/// Every program at every level.
fn all(tests: &[Test]) -> Vec<Job<'_>> {
    let at = |test| LEVELS.into_iter().map(move |level| (test, level));
    tests.iter().flat_map(at).collect()
}

/// Some programs, each at a level.
fn sample(tests: &[Test], seed: u64) -> Vec<Job<'_>> {
    let mut random = Random::new(seed);
    let one = |_| {
        let test = &tests[random.below(tests.len())];
        (test, LEVELS[random.below(LEVELS.len())])
    };
    (0..SAMPLE).map(one).collect()
}

/// The programs of the folder that run on this machine.
fn tests(folder: &Path) -> Result<Vec<Test>, Error> {
    let mut tests = Vec::new();
    for below in ["", "ieee/"] {
        for entry in paths::names_in(&folder.join(below))? {
            if !entry.ends_with(".c") {
                continue;
            }
            let name = format!("{below}{entry}");
            let source = folder.join(&name);
            let text = paths::read(&source)?;
            let options = options(&String::from_utf8_lossy(&text));
            tests.push(Test {
                name,
                source,
                options,
            });
        }
    }
    Ok(tests)
}

/// The options of a program for the language.
fn options(text: &str) -> Vec<String> {
    let mut options = Vec::new();
    for line in text.lines() {
        let is_listed = line.contains("dg-options") || line.contains("dg-additional-options");
        let mut parts = line.split('"');
        let (Some(listed), rest) = (parts.nth(1), parts.next().unwrap_or_default()) else {
            continue;
        };
        // Options of other machines have a target.
        if is_listed && !rest.contains("target") {
            let all = listed.split_whitespace();
            let ours = all.filter(|option| {
                OPTIONS.contains(option) || option.starts_with("-std=") || option.starts_with("-D")
            });
            options.extend(ours.map(str::to_owned));
        }
    }
    options
}

/// What programs are linked with that use Debian's build of the compiler's library.
fn stack_protector(scratch: &Scratch) -> Result<PathBuf, Error> {
    let object = scratch.file("stack-protector.o");
    let mut clang = CLANG.call()?;
    clang.args(["--target=wasm32-wasi", "-O2", "-c"]);
    clang.arg(paths::root().join("xtask/engines/stack-protector.c"));
    process::require(clang.arg("-o").arg(&object), LIMIT)?;
    Ok(object)
}

/// What programs are judged with.
struct Bench<'a> {
    command: Unsnarl,
    common: PathBuf,
    scratch: &'a Scratch,
}

impl Bench<'_> {
    /// What becomes of a program at a level.
    fn judge(&self, test: &Test, level: &str) -> Result<Vec<(Target, Verdict)>, Error> {
        let folder = self
            .scratch
            .file(&format!("{}{level}", test.name.replace('/', "-")));
        std::fs::create_dir_all(&folder).map_err(Error::file("make", &folder))?;
        let verdicts = self.verdicts(test, level, &folder);
        std::fs::remove_dir_all(&folder).map_err(Error::file("remove", &folder))?;
        verdicts
    }

    fn verdicts(
        &self,
        test: &Test,
        level: &str,
        folder: &Path,
    ) -> Result<Vec<(Target, Verdict)>, Error> {
        let all = [Target::People, Target::WebAssembly];
        let left_out = |why: &str| all.map(|target| (target, Verdict::LeftOut(why.to_owned())));
        let binary = folder.join("native");
        let mut clang = clang(test, level)?;
        if turns::require(clang.arg(&test.source).args(["-lm", "-o"]).arg(&binary)).is_err() {
            return Ok(left_out("clang does not take it").into());
        }
        let expected = behaviour(&mut Command::new(&binary))?;
        if expected.ending != Ending::Status(0).to_string() {
            return Ok(left_out("natively by clang it does not end with status 0").into());
        }
        // It prints addresses of its stack, which are others in each run.
        if expected != behaviour(&mut Command::new(&binary))? {
            return Ok(left_out("natively by clang no two runs print the same").into());
        }
        let people = self.people(test, level, folder, &expected)?;
        let mut verdicts = vec![(Target::People, people)];
        verdicts.extend(self.wasm(test, level, folder, &expected)?);
        Ok(verdicts)
    }

    fn people(
        &self,
        test: &Test,
        level: &str,
        folder: &Path,
        expected: &Behaviour,
    ) -> Result<Verdict, Error> {
        let [ir, text, binary] = ["host.ll", "people.c", "people"].map(|name| folder.join(name));
        let mut clang = clang(test, level)?;
        clang.args(["-S", "-emit-llvm"]).arg(&test.source);
        process::require(clang.arg("-o").arg(&ir), LIMIT)?;
        if let Err(what) = native::write_c(&self.command, &ir, &text)? {
            return Ok(Verdict::Differs(beginning(&what)));
        }
        if let Err(what) = native::compile_c(&text, &["-w", level, "-lm"], &binary)? {
            return Ok(Verdict::Differs(beginning(&what)));
        }
        Ok(compared(expected, &behaviour(&mut Command::new(&binary))?))
    }

    fn wasm(
        &self,
        test: &Test,
        level: &str,
        folder: &Path,
        expected: &Behaviour,
    ) -> Result<Vec<(Target, Verdict)>, Error> {
        let only = |verdict| Ok(vec![(Target::WebAssembly, verdict)]);
        let ir = folder.join("wasm.ll");
        let mut clang = clang(test, level)?;
        clang.args(["--target=wasm32-wasi", "-S", "-emit-llvm", "-I"]);
        clang.arg(wasi::stub_headers()).arg(&test.source);
        if turns::require(clang.arg("-o").arg(&ir)).is_err() {
            return only(Verdict::LeftOut(
                "clang does not take it for WebAssembly".to_owned(),
            ));
        }
        let module = folder.join("ours.wasm");
        if let Err(what) = self.module(&ir, &module) {
            return only(match self.of_llvm(&ir)? {
                Some(_) => Verdict::Differs(what),
                None => Verdict::LeftOut("LLVM's back end makes no program, either".to_owned()),
            });
        }
        let found = behaviour(&mut engines::node(&module, &[])?)?;
        if found != *expected {
            let theirs = match self.of_llvm(&ir)? {
                Some(module) => Some(behaviour(&mut engines::node(&module, &[])?)?),
                None => None,
            };
            return only(match theirs {
                Some(theirs) if theirs == found => {
                    Verdict::LeftOut("LLVM's back end has it as ours, not as native".to_owned())
                }
                _ => compared(expected, &found),
            });
        }
        Ok(vec![
            (Target::WebAssembly, Verdict::Equal),
            (
                Target::JavaScript,
                self.javascript(&module, folder, expected)?,
            ),
            (Target::PortableC, self.portable(&module, folder, expected)?),
        ])
    }

    /// Makes the module of IR, or says why there is none.
    fn module(&self, ir: &Path, module: &Path) -> Result<(), String> {
        let object = module.with_extension("o");
        let choice = Choice::Algorithm(ALGORITHMS[0].name);
        turns::require(&mut self.command.compile(ir, &object, choice))?;
        let linked = self.link(&object, module);
        linked.map_err(|error| beginning(&error.to_string()))
    }

    fn javascript(
        &self,
        module: &Path,
        folder: &Path,
        expected: &Behaviour,
    ) -> Result<Verdict, Error> {
        let text = folder.join("program.mjs");
        let choice = Choice::Algorithm(ALGORITHMS[0].name);
        if let Err(what) = turns::require(&mut self.command.compile(module, &text, choice)) {
            return Ok(Verdict::Differs(what));
        }
        let found = behaviour(NODE.call()?.arg(NODE_STACK).arg(&text))?;
        Ok(compared(expected, &found))
    }

    fn portable(
        &self,
        module: &Path,
        folder: &Path,
        expected: &Behaviour,
    ) -> Result<Verdict, Error> {
        match texts::portable(&self.command, module, folder, &["-O0"]) {
            Ok(binary) => Ok(compared(expected, &behaviour(&mut Command::new(binary))?)),
            Err(error) => Ok(Verdict::Differs(beginning(&error.to_string()))),
        }
    }

    /// The program by LLVM's back end, if it takes it.
    fn of_llvm(&self, ir: &Path) -> Result<Option<PathBuf>, Error> {
        let [object, module] = ["llvm.o", "llvm.wasm"].map(|name| ir.with_file_name(name));
        let mut llc = LLC.call()?;
        llc.args(["-O2", "-filetype=obj"])
            .arg(ir)
            .arg("-o")
            .arg(&object);
        let made = turns::require(&mut llc).is_ok() && self.link(&object, &module).is_ok();
        Ok(made.then_some(module))
    }

    /// As programs are linked, but that functions may be declared with other types than they have.
    fn link(&self, object: &Path, module: &Path) -> Result<(), Error> {
        wasi::link_loosely(&[object.to_owned(), self.common.clone()], module)
    }
}

/// A clang with the options of a test.
fn clang(test: &Test, level: &str) -> Result<Command, Error> {
    let mut clang = CLANG.call()?;
    clang.arg(level).args(LENIENT).args(&test.options);
    Ok(clang)
}

fn behaviour(command: &mut Command) -> Result<Behaviour, Error> {
    let outcome = process::capture(command, RUN_LIMIT)?;
    Ok(Behaviour {
        ending: outcome.ending.to_string(),
        output: outcome.output,
    })
}

fn compared(expected: &Behaviour, found: &Behaviour) -> Verdict {
    match expected.compare(found) {
        Ok(()) => Verdict::Equal,
        Err(what) => Verdict::Differs(what),
    }
}

/// The first lines of what a tool says.
fn beginning(text: &str) -> String {
    text.lines().take(5).collect::<Vec<_>>().join("\n  ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        assert_eq!(options(text), expected);
    }

    #[test]
    fn options_are_those_of_the_language() {
        check("/* { dg-options \"-fwrapv -O2\" } */", &["-fwrapv"]);
        check(
            "/* { dg-additional-options \"-std=gnu89 -DX=1\" } */\nint x;",
            &["-std=gnu89", "-DX=1"],
        );
        check(
            "/* { dg-options \"-fwrapv\" { target { i?86-*-* } } } */",
            &[],
        );
        check("char *text = \"-fwrapv\";", &[]);
    }

    #[test]
    fn the_list_names_a_target_and_a_reason() {
        let targets = ["wasm", "js", "c", "people"];
        for ((name, target), reason) in known() {
            let is_known = name.ends_with(".c") && targets.contains(&target.as_str());
            assert!(is_known && reason.len() > 10, "{name} {target} {reason}");
        }
    }
}
