//! The IR of several versions of clang, from 14 with its typed pointers on.
//!
//! *Needs:* clang 14, 16, 19 and 22, and the headers of a libc for WebAssembly.
//! *Gives:* a check for each example and torture program × version × level: its IR is read, keeps
//! its rules, and becomes an object without a refusal. The examples also run, and must print what
//! their native builds do.
//! *Limits:* `--short` takes one level of six for each version, in turn.

use super::report::Report;
use super::runs::compare;
use crate::error::Error;
use crate::manifest::{self, Run};
use crate::parallel;
use crate::paths::{self, Scratch, names_in};
use crate::process;
use crate::tools::{CLANG, CLANG_14, CLANG_16, CLANG_22, Tool};
use crate::unsnarl::{Choice, Unsnarl};
use std::path::{Path, PathBuf};
use std::time::Duration;

const VERSIONS: [Tool; 4] = [CLANG_14, CLANG_16, CLANG, CLANG_22];

const ALL_LEVELS: &[&str] = &["-O0", "-O1", "-O2", "-O3", "-Os", "-Oz"];

const LIMIT: Duration = Duration::from_secs(120);

/// Options for all versions. Doubles must come out as in the native builds of the examples.
const TO_IR: &[&str] = &[
    "--target=wasm32-wasi",
    "-isystem",
    "/usr/include/wasm32-wasi",
    "-w",
    "-ffp-contract=off",
    "-S",
    "-emit-llvm",
];

/// One program of one version at one level.
struct Case<'a> {
    source: &'a Path,
    clang: Tool,
    level: &'static str,
    /// The runs of an example.
    runs: &'a [Run],
}

pub(crate) fn versions(report: &mut Report) -> Result<(), Error> {
    let unsnarl = Unsnarl::build()?;
    let scratch = Scratch::new()?;
    let sources = sources()?;
    for (number, clang) in VERSIONS.into_iter().enumerate() {
        for &level in report.levels(ALL_LEVELS, number) {
            let cases: Vec<Case<'_>> = sources
                .iter()
                .map(|(source, runs)| Case {
                    source,
                    clang,
                    level,
                    runs,
                })
                .collect();
            let results = parallel::map(&cases, |case| case.check(&unsnarl, &scratch));
            for result in results.into_iter().flatten() {
                report.check(result);
            }
            println!("{} {level}: {} programs", clang.command, cases.len());
        }
    }
    Ok(())
}

/// The programs, and the runs of those that are examples.
fn sources() -> Result<Vec<(PathBuf, Vec<Run>)>, Error> {
    let runs = manifest::runs()?;
    let mut sources = Vec::new();
    for folder in [paths::examples(), paths::root().join("torture")] {
        for name in names_in(&folder)? {
            let Some(program) = name.strip_suffix(".c") else {
                continue;
            };
            let is_example = folder == paths::examples();
            let own = runs
                .iter()
                .filter(|run| is_example && run.program == program);
            sources.push((folder.join(&name), own.cloned().collect()));
        }
    }
    Ok(sources)
}

impl Case<'_> {
    /// A result for the object, and one for each run.
    fn check(&self, unsnarl: &Unsnarl, scratch: &Scratch) -> Vec<Result<(), String>> {
        let name = format!(
            "{}-{}{}",
            self.source.file_stem().unwrap_or_default().display(),
            self.clang.command,
            self.level
        );
        let ir = scratch.file(&format!("{name}.ll"));
        let object = scratch.file(&format!("{name}.o"));
        let compiled = self
            .make_ir(&ir)
            .and_then(|()| {
                let mut compile = unsnarl.compile(&ir, &object, Choice::Algorithm("nested"));
                process::require(&mut compile, LIMIT)
            })
            .map(drop)
            .map_err(|error| error.to_string());
        let mut results = vec![compiled];
        for run in self.runs {
            let mut command = unsnarl.run(&ir, "nested", &run.arguments);
            results.push(compare(run, &mut command));
        }
        results
    }

    fn make_ir(&self, ir: &Path) -> Result<(), Error> {
        let mut clang = self.clang.call()?;
        clang.args(TO_IR).args([self.level, "-o"]).arg(ir);
        if !self.runs.is_empty() {
            // The examples have no libc, and clang 22 makes a call of `strlen` of a loop.
            clang.args(["-std=gnu17", "-fno-math-errno", "-fno-builtin-strlen"]);
        }
        process::require(clang.arg(self.source), LIMIT).map(drop)
    }
}
