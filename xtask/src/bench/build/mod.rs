//! `cargo xtask bench build`: whole projects from nothing, by `make`.
//!
//! *Needs:* clang 19 with a libc for WebAssembly, `make`, and an engine for the answers.
//! *Gives:* a table in Markdown: for each project, level and number of jobs the time of `clang -c`
//! with its own back end, and as ratios to it, round by round, those of clang's front end alone and
//! of `unsnarl cc`.
//! *Cost:* fifteen minutes on an idle machine.
//! *Limits:* times are only as precise as the machine is quiet; the spread shows it.
//!
//! Before anything is timed, each project is built by `unsnarl cc`, linked and run; a wrong answer
//! ends the benchmark.

mod project;
mod small;

use self::project::{Compiler, Project};
use super::samples::Samples;
use super::usage::measured;
use crate::error::Error;
use crate::paths::Scratch;
use crate::process;
use crate::tools::MAKE;
use crate::unsnarl::Unsnarl;
use std::path::Path;
use std::time::Duration;

pub(super) use self::project::names;

/// For one build.
const LIMIT: Duration = Duration::from_secs(900);

/// With which options of clang.
const LEVELS: [&[&str]; 3] = [&["-O0"], &["-O0", "-g"], &["-O2"]];

/// How many files `make` compiles at once.
const JOBS: [usize; 2] = [1, 2];

/// The compilers in the order of their columns; the others are compared with the first.
const COMPILERS: [Compiler; 4] = [
    Compiler::Clang,
    Compiler::Parser,
    Compiler::FrontEnd,
    Compiler::Unsnarl,
];

/// Measures the projects of these names, or all if there are none, in so many rounds.
pub(super) fn build(rounds: usize, only: &[String]) -> Result<(), Error> {
    let unsnarl = Unsnarl::build()?;
    print_head();
    for name in names() {
        if only.is_empty() || only.iter().any(|wanted| wanted == name) {
            measure(name, rounds, &unsnarl)?;
        }
    }
    Ok(())
}

fn measure(name: &'static str, rounds: usize, unsnarl: &Unsnarl) -> Result<(), Error> {
    let scratch = Scratch::new()?;
    let project = Project::named(name, scratch.folder())?;
    for options in LEVELS {
        let level = options.join(" ");
        let makefile = |compiler: Compiler| {
            let folder = format!("{}{}", compiler.name(), options.concat());
            let folder = scratch.folder().join(folder);
            project.write_makefile(compiler, options, unsnarl, &folder)?;
            Ok::<_, Error>(folder)
        };
        let folders = COMPILERS.map(makefile);
        let folders = folders.into_iter().collect::<Result<Vec<_>, Error>>()?;
        for (compiler, folder) in COMPILERS.iter().zip(&folders) {
            if compiler.makes_objects() {
                make(folder, 1)?;
                project.check(folder)?;
            }
        }
        for jobs in JOBS {
            let mut times = vec![Times::default(); COMPILERS.len()];
            for round in 1..=rounds {
                eprintln!("bench: {name} {level}, {jobs} at once, round {round}");
                for (folder, times) in folders.iter().zip(&mut times) {
                    times.push(time(folder, jobs)?);
                }
            }
            print_row(&project, &level, jobs, &times);
        }
    }
    Ok(())
}

/// What builds took, in seconds.
#[derive(Clone, Default)]
struct Times {
    clock: Samples,
    processors: Samples,
}

impl Times {
    fn push(&mut self, [clock, processors]: [f64; 2]) {
        self.clock.push(clock);
        self.processors.push(processors);
    }
}

/// Builds once.
fn make(folder: &Path, jobs: usize) -> Result<(), Error> {
    let mut make = MAKE.call()?;
    make.arg("-s").arg(format!("-j{jobs}"));
    process::require(make.arg("-C").arg(folder), LIMIT).map(drop)
}

/// Builds from nothing: seconds by the clock, and on processors.
fn time(folder: &Path, jobs: usize) -> Result<[f64; 2], Error> {
    process::require(MAKE.call()?.args(["-s", "clean", "-C"]).arg(folder), LIMIT)?;
    let mut make = MAKE.call()?;
    make.arg("-s")
        .arg(format!("-j{jobs}"))
        .arg("-C")
        .arg(folder);
    let [clock, processors, _memory] = measured(&make, LIMIT)?;
    Ok([clock, processors])
}

fn print_head() {
    let names = COMPILERS.iter().map(|compiler| compiler.title());
    let names: Vec<String> = names.map(|title| format!(" {title} |")).collect();
    println!(
        "| project | level | jobs |{} `unsnarl cc` over the front end | processors |",
        names.concat()
    );
    println!("|---|---|--:|{}--:|--:|", "--:|".repeat(COMPILERS.len()));
}

fn print_row(project: &Project, level: &str, jobs: usize, times: &[Times]) {
    let [clang, others @ ..] = times else { return };
    let [_, front_end, unsnarl] = others else {
        return;
    };
    let ratios = others
        .iter()
        .map(|times| format!(" {} |", times.clock.over(&clang.clock)));
    println!(
        "| {} | `{level}` | {jobs} | {:.2} s |{} {} | {} |",
        project.title(),
        clang.clock.median(),
        ratios.collect::<String>(),
        unsnarl.clock.over(&front_end.clock),
        unsnarl.processors.over(&clang.processors),
    );
}
