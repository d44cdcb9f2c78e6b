//! The torture programs and random ones, compiled by four versions of clang, with and without
//! unusual pipelines of `opt`: native against WebAssembly.
//!
//! *Needs:* clang and `opt` 14, 16, 19 and 22, csmith, and a libc for WebAssembly.
//! *Gives:* a check for each IR file, which must become an object with a proof, and one for each
//! object that differs from the program's others, which must do what the native build does.
//! *Cost:* about 50 ms of a processor for each of some 20,000 files, and 50 ms for each object that
//! is run.
//! *Limits:* `--short` takes, of each program, one version at one level: its IR, and that IR after
//! one pipeline. Every version, level and pipeline has its turn, in all combinations.
//!
//! At -O0 variables become values first (`mem2reg`), because most pipelines do nothing to code that
//! lives in memory. What `opt` itself cannot do is counted by pipeline and printed. Where a result
//! is wrong, LLVM's own back end of that version makes objects too, at two levels, or, where it
//! cannot, the same pipeline is compiled for this machine: if one of these is wrong as
//! well, the IR is wrong, which is printed and counted as LLVM's bug.

use super::csmith::{self, Program as RandomProgram};
use super::differential::{Behaviour, Case, Setting};
use super::report::Report;
use super::torture;
use crate::error::Error;
use crate::parallel;
use crate::paths;
use crate::process;
use crate::tools::{
    CLANG, CLANG_14, CLANG_16, CLANG_22, LLC, LLC_14, LLC_16, LLC_22, OPT, OPT_14, OPT_16, OPT_22,
    Tool,
};
use crate::unsnarl::{Choice, Unsnarl};
use crate::wasi::{self, Backend, Proofs};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use unsnarl::structure::ALGORITHMS;

/// A version of LLVM.
struct Version {
    clang: Tool,
    opt: Tool,
    llc: Tool,
    target: &'static str,
    /// What `opt` calls the pass that turns switches into branches.
    lower_switch: &'static str,
}

const VERSIONS: [Version; 4] = [
    version([CLANG_14, OPT_14, LLC_14], "wasm32-wasi", "lowerswitch"),
    version([CLANG_16, OPT_16, LLC_16], "wasm32-wasi", "lowerswitch"),
    version([CLANG, OPT, LLC], "wasm32-wasi", "lower-switch"),
    version([CLANG_22, OPT_22, LLC_22], "wasm32-wasip1", "lower-switch"),
];

const fn version(
    [clang, opt, llc]: [Tool; 3],
    target: &'static str,
    lower_switch: &'static str,
) -> Version {
    Version {
        clang,
        opt,
        llc,
        target,
        lower_switch,
    }
}

impl Version {
    /// Writes what passes make of IR.
    fn opt(&self, passes: Passes, level: &str, ir: &Path, changed: &Path) -> Result<(), Error> {
        let mut opt = self.opt.call()?;
        let passes = passes.text(self, level);
        opt.args(["-S", &format!("-passes={passes}"), "-o"]);
        process::require(opt.arg(changed).arg(ir), LIMIT).map(drop)
    }
}

/// The names of the pipelines, and the passes of each after those that a level needs.
const PIPELINES: [(&str, Passes); 10] = [
    ("jump-threading", Passes::Function("jump-threading")),
    // Only without switches does it change anything.
    ("structurizecfg", Passes::AfterLowerSwitch("structurizecfg")),
    (
        "fix-irreducible",
        Passes::AfterLowerSwitch("fix-irreducible"),
    ),
    ("reg2mem", Passes::Function("reg2mem")),
    ("lower-switch", Passes::AfterLowerSwitch("verify")),
    ("loop-rotate", Passes::Function("loop(loop-rotate)")),
    (
        "simplifycfg<switch-to-lookup>",
        Passes::Function("simplifycfg<switch-to-lookup>"),
    ),
    ("scalarizer", Passes::Function("scalarizer")),
    ("slp-vectorizer", Passes::Function("slp-vectorizer")),
    ("attributor", Passes::Module("attributor")),
];

/// One of them.
type Pipeline = &'static (&'static str, Passes);

/// The argument of `-passes` for `opt`.
#[derive(Clone, Copy)]
enum Passes {
    Function(&'static str),
    AfterLowerSwitch(&'static str),
    Module(&'static str),
}

impl Passes {
    fn text(self, version: &Version, level: &str) -> String {
        let lower_switch = version.lower_switch;
        let ready = match level {
            "-O0" => "mem2reg",
            _ => "verify",
        };
        match self {
            Self::Function(passes) => format!("function({ready},{passes})"),
            Self::AfterLowerSwitch(passes) => format!("function({ready},{lower_switch},{passes})"),
            Self::Module(passes) => format!("function({ready}),{passes}"),
        }
    }
}

/// Without `optnone`, which would hold the pipelines off, and without the name of the version, so
/// that objects of several versions may be the same.
const EVERYWHERE: &[&str] = &["-std=gnu17", "-Qn", "-Xclang", "-disable-O0-optnone"];
/// With registers for vectors, which two pipelines are about, and with calls that take the place of
/// a return, which clang 22 forgets without this option.
const TO_IR: &[&str] = &[
    "-isystem",
    "/usr/include/wasm32-wasi",
    "-msimd128",
    "-mtail-call",
];
const LEVELS: [&str; 2] = ["-O0", "-O2"];
/// Random programs, for a run of everything and for a short one.
const COUNTS: [usize; 2] = [100, 8];
/// How many programs are handled at once, with a line printed after each batch.
const BATCH: usize = 10;
/// For a step, and for a native run.
const LIMIT: Duration = Duration::from_secs(120);
/// For a program that may never end because LLVM made wrong code of it.
const NATIVE_LIMIT: Duration = Duration::from_secs(20);

/// A program, and its native behaviour.
struct Program {
    name: String,
    source: PathBuf,
    native: Behaviour,
}

/// A program as a version makes IR of it at a level, plain and by these pipelines.
struct Start<'a> {
    program: usize,
    name: &'a str,
    source: &'a Path,
    version: &'static Version,
    level: &'static str,
    pipelines: Vec<Pipeline>,
}

/// An IR file, and what became of it.
struct Made {
    program: usize,
    /// The name of its files.
    name: String,
    /// What a failure says.
    what: String,
    version: &'static Version,
    level: &'static str,
    pipeline: Option<Pipeline>,
    object: Result<Proofs, Error>,
}

/// What is wrong, and what happened.
type Fault = (String, String);

/// What is wrong with LLVM: by version, pipeline and fault, how many files, and what happened to
/// the first.
#[derive(Default)]
struct Faults(BTreeMap<String, (usize, String)>);

impl Faults {
    fn add(&mut self, fault: String, what: String) {
        self.0.entry(fault).or_insert((0, what)).0 += 1;
    }
}

pub(crate) fn pipelines(report: &mut Report) -> Result<(), Error> {
    let command = Unsnarl::build()?;
    let backend = Backend::Unsnarl {
        command: &command,
        choice: Choice::Algorithm(ALGORITHMS[0].name),
    };
    let setting = Setting::new("pipelines", csmith::options(), backend)?;
    let every = report.pick(true, false);
    let mut programs = torture_programs(&setting)?;
    let count = report.pick(COUNTS[0], COUNTS[1]);
    programs.extend(random_programs(&setting, report.first_case(), count)?);
    let (mut done, mut files, mut modules) = (0, 0, 0);
    let mut proofs = Proofs::default();
    let mut faults = Faults::default();
    for batch in programs.chunks(BATCH) {
        let starts: Vec<Start<'_>> = (batch.iter().enumerate())
            .flat_map(|(index, program)| program.starts(index, done + index, every))
            .collect();
        let mut made = Vec::new();
        for result in parallel::map(&starts, |start| start.make(&setting, backend)) {
            let (files, opts) = result?;
            made.extend(files);
            for (fault, why) in opts {
                faults.add(fault, why);
            }
        }
        done += batch.len();
        files += made.len();
        for one in &made {
            proofs += *one.object.as_ref().unwrap_or(&Proofs::default());
        }
        modules += judge(report, &mut faults, &setting, batch, made)?;
        println!(
            "{done} of {} programs: {files} files of IR, {modules} different objects; {proofs}{} failed",
            programs.len(),
            report.failed()
        );
    }
    for (fault, (count, what)) in faults.0 {
        println!("{fault}: {count} times; {what}");
    }
    Ok(())
}

/// Counts what was compiled, and runs each object that is not the same as another one of its
/// program; gives how many.
fn judge(
    report: &mut Report,
    faults: &mut Faults,
    setting: &Setting<'_>,
    programs: &[Program],
    made: Vec<Made>,
) -> Result<usize, Error> {
    let mut seen = BTreeSet::new();
    let mut kept = Vec::new();
    for one in made {
        if let Err(error) = one.object {
            report.fail(format!("{}: {error}", one.what));
            continue;
        }
        report.pass();
        let object = paths::read(&setting.file(&one.name, "o"))?;
        if seen.insert((one.program, object)) {
            kept.push(one);
        } else {
            setting.remove(&one.name, &["ll", "o"])?;
        }
    }
    let run = |kept: &[Made]| {
        let built = parallel::map(kept, |one| {
            setting.link(&one.name).map(|()| Proofs::default())
        });
        let cases: Vec<Case<'_>> = (kept.iter())
            .map(|one| Case {
                name: one.name.clone(),
                source: &programs[one.program].source,
                level: &one.what,
                expected: &programs[one.program].native,
            })
            .collect();
        setting.judge_built(&cases, built)
    };
    let count = kept.len();
    let (verdicts, _) = run(&kept)?;
    for (one, verdict) in kept.into_iter().zip(verdicts) {
        let Err(what) = verdict else {
            report.pass();
            continue;
        };
        let mut llvms = None;
        for level in ["-O2", "-O0"] {
            if llvms.is_none() {
                llvms = match one.by_llvm(setting, level) {
                    Ok(by_llvm) => run(&[by_llvm])?.0.pop().and_then(Result::err),
                    Err(_) => one.natively(setting, &programs[one.program])?,
                };
            }
        }
        match llvms {
            Some(llvms) => faults.add(
                format!("LLVM's own wrong code ({})", one.what_made()),
                llvms,
            ),
            None => report.fail(what),
        }
    }
    Ok(count)
}

fn torture_programs(setting: &Setting<'_>) -> Result<Vec<Program>, Error> {
    let programs = torture::programs()?;
    let natives = parallel::map(&programs, |program| {
        setting.native(&program.source, &program.name, &["-O0"], LIMIT)
    });
    let pairs = programs.into_iter().zip(natives);
    pairs
        .map(|(torture::Program { name, source }, native)| {
            Ok(Program {
                name,
                source,
                native: native?,
            })
        })
        .collect()
}

/// This number of csmith's programs, from this seed on, without those that take long.
fn random_programs(setting: &Setting<'_>, first: u64, count: usize) -> Result<Vec<Program>, Error> {
    csmith::prepare(setting)?;
    let mut programs = Vec::new();
    let mut seed = first;
    while programs.len() < count {
        let seeds: Vec<u64> = (seed..).take(count - programs.len()).collect();
        seed += seeds.len() as u64;
        for made in parallel::map(&seeds, |&seed| csmith::generate(setting, seed)) {
            programs.extend(made?.map(
                |RandomProgram {
                     name,
                     source,
                     native,
                 }| Program {
                    name,
                    source,
                    native,
                },
            ));
        }
    }
    Ok(programs)
}

impl Program {
    /// All versions, levels and pipelines; or, in their turn, one of each.
    fn starts(&self, index: usize, turn: usize, every: bool) -> Vec<Start<'_>> {
        let start = |version, level, pipelines| Start {
            program: index,
            name: &self.name,
            source: &self.source,
            version,
            level,
            pipelines,
        };
        if !every {
            let (version, level, pipeline) = combination(turn);
            return vec![start(version, level, vec![pipeline])];
        }
        (VERSIONS.iter())
            .flat_map(|version| {
                LEVELS.map(|level| start(version, level, PIPELINES.iter().collect()))
            })
            .collect()
    }
}

/// What a program of a short run is taken through: all combinations come, one after another.
fn combination(turn: usize) -> (&'static Version, &'static str, Pipeline) {
    let (level, pipeline) = (turn / VERSIONS.len(), turn / VERSIONS.len() / LEVELS.len());
    (
        &VERSIONS[turn % VERSIONS.len()],
        LEVELS[level % LEVELS.len()],
        &PIPELINES[pipeline % PIPELINES.len()],
    )
}

impl Made {
    /// The version and the pipeline.
    fn what_made(&self) -> String {
        let (pipeline, _) = self
            .pipeline
            .unwrap_or(&("clang alone", Passes::Function("")));
        format!("{}, {pipeline}", self.version.opt.command)
    }

    /// The same by LLVM's own back end; an error if that cannot make a module of it, as of computed
    /// gotos.
    fn by_llvm(&self, setting: &Setting<'_>, level: &str) -> Result<Self, Error> {
        let name = format!("{}-llvm{level}", self.name);
        let [ir, object] = ["ll", "o"].map(|ending| setting.file(&name, ending));
        paths::write(&ir, &paths::read(&setting.file(&self.name, "ll"))?)?;
        let mut llc = self.version.llc.call()?;
        llc.args([level, "-filetype=obj"]).arg(&ir);
        process::require(llc.arg("-o").arg(&object), LIMIT)?;
        setting.link(&name)?;
        Ok(Self {
            what: format!("{}, by {} {level}", self.what, self.version.llc.command),
            object: Ok(Proofs::default()),
            name,
            ..*self
        })
    }

    /// The fault if the same pipeline, compiled for this machine by LLVM, is wrong, too.
    fn natively(&self, setting: &Setting<'_>, program: &Program) -> Result<Option<String>, Error> {
        let Some((_, passes)) = self.pipeline else {
            return Ok(None);
        };
        let [plain, changed, native] =
            ["native.ll", "changed.ll", "native"].map(|ending| setting.file(&self.name, ending));
        let (version, level) = (self.version, self.level);
        let mut clang = version.clang.call()?;
        clang.args(EVERYWHERE).args(csmith::options());
        wasi::make_ir_by(clang, &program.source, level, &[], &plain)?;
        version.opt(*passes, level, &plain, &changed)?;
        let mut clang = version.clang.call()?;
        clang
            .args(["-w", "-O0"])
            .arg(&changed)
            .arg("-o")
            .arg(&native);
        process::require(clang.arg("-lm"), LIMIT)?;
        let outcome = process::capture(&mut Command::new(&native), NATIVE_LIMIT)?;
        let found = Behaviour {
            ending: outcome.ending.to_string(),
            output: [outcome.output, outcome.errors].concat(),
        };
        let what = program.native.compare(&found).err();
        Ok(what.map(|what| format!("{} {}, natively: {what}", program.name, self.what)))
    }
}

impl Start<'_> {
    /// The files of IR that differ, each with what became of it, and what `opt` could not do, with
    /// its last words.
    fn make(
        &self,
        setting: &Setting<'_>,
        backend: Backend<'_>,
    ) -> Result<(Vec<Made>, Vec<Fault>), Error> {
        let plain = format!("{}-{}{}", self.name, self.version.clang.command, self.level);
        let ir = setting.file(&plain, "ll");
        let mut clang = self.version.clang.call()?;
        clang.arg(format!("--target={}", self.version.target));
        clang.args(EVERYWHERE).args(TO_IR).args(csmith::options());
        wasi::make_ir_by(clang, self.source, self.level, &[], &ir)?;
        let mut texts = BTreeSet::from([body(&ir)?]);
        let mut made = vec![self.compile(setting, backend, plain.clone(), None)];
        let mut crashes = Vec::new();
        for &pipeline in &self.pipelines {
            let (title, passes) = pipeline;
            let name = format!("{plain}-{}", title.replace(['<', '>'], "-"));
            let changed = setting.file(&name, "ll");
            if let Err(error) = self.version.opt(*passes, self.level, &ir, &changed) {
                let fault = format!("{} fails ({title})", self.version.opt.command);
                crashes.push((fault, error.to_string()));
            } else if texts.insert(body(&changed)?) {
                made.push(self.compile(setting, backend, name, Some(pipeline)));
            } else {
                setting.remove(&name, &["ll"])?;
            }
        }
        Ok((made, crashes))
    }

    fn compile(
        &self,
        setting: &Setting<'_>,
        backend: Backend<'_>,
        name: String,
        pipeline: Option<Pipeline>,
    ) -> Made {
        let [ir, object] = ["ll", "o"].map(|ending| setting.file(&name, ending));
        let (clang, level) = (self.version.clang.command, self.level);
        let through = match pipeline {
            None => String::new(),
            Some((title, _)) => format!(" through {title}"),
        };
        Made {
            program: self.program,
            what: format!("{level} of {clang}{through}"),
            version: self.version,
            level: self.level,
            pipeline,
            object: backend.make_object(&ir, &object),
            name,
        }
    }
}

/// A file of IR without its first line, which names the file.
fn body(ir: &Path) -> Result<Vec<u8>, Error> {
    let text = paths::read(ir)?;
    let first = text.split_inclusive(|&byte| byte == b'\n').next();
    let end = first.map_or(0, <[u8]>::len);
    Ok(text[end..].to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_run_has_every_combination() {
        let programs = torture::programs().expect("the folder is there").len();
        let mut seen = BTreeSet::new();
        for turn in 0..programs {
            let (version, level, (pipeline, _)) = combination(turn);
            seen.insert((version.opt.command, level, pipeline));
        }
        assert_eq!(seen.len(), VERSIONS.len() * LEVELS.len() * PIPELINES.len());
    }
}
