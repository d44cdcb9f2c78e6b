//! The parts that the testkit runs itself.

use super::report::Report;
use crate::built::{self, Target};
use crate::corpus::{self, LEVELS, PROGRAMS};
use crate::error::Error;
use crate::{paths, process};
use std::path::PathBuf;
use std::process::Command;

/// Random graphs for the default and the baseline, and for every algorithm after every reduction.
const GRAPHS: [&str; 2] = ["1000000", "15000"];
const FEWER_GRAPHS: [&str; 2] = ["40000", "1500"];
/// How many random graphs are written as skeletons, and all graphs of up to how many blocks.
const SKELETONS: [[&str; 4]; 2] = [
    ["--count", "2000", "--all-graphs", "4"],
    ["--count", "100", "--all-graphs", "2"],
];
/// How many functions of LLVM IR that jump anywhere go through every algorithm and target.
const TANGLES: [&str; 2] = ["400", "40"];
/// All graphs of up to this many blocks with at most two arms each, with the same two sets of
/// algorithms.
const BLOCKS: [&str; 2] = ["5", "4"];
/// How many random graphs are lowered to every profile, and all graphs of up to how many blocks.
const PROFILED: [&str; 2] = ["5000", "5"];
const FEWER_PROFILED: [&str; 2] = ["200", "3"];
/// All profiles.
const NAMES: &str = "a,b,python,shader,if-while";
/// What the larger numbers are for.
const FEW: [&str; 2] = ["--algorithms", "nested,state-machine"];

/// The programs that take a seed.
const SEEDED: [&str; 3] = ["random-graphs", "skeletons", "tangles"];

/// How many changed modules of WebAssembly and as many of bitcode.
const CHANGED: [&str; 2] = ["400000", "100000"];

/// Modules of WebAssembly and of bitcode with changed bytes, in every target.
pub(crate) fn changed(report: &mut Report) -> Result<(), Error> {
    let mut tests = Command::new(built::path(Target::Tests("library"))?);
    tests
        .args(["changed::", "--nocapture"])
        .env("UNSNARL_CHANGED", report.pick(CHANGED[0], CHANGED[1]))
        .env("UNSNARL_SEED", report.seed().to_string());
    process::show(&mut tests)?;
    report.pass();
    Ok(())
}

/// Random graphs, structured and proved.
pub(crate) fn graphs(report: &mut Report) -> Result<(), Error> {
    let [many, fewer] = report
        .pick(GRAPHS, FEWER_GRAPHS)
        .map(|count| ["--count", count]);
    run(report, "random-graphs", &[many, FEW].concat())?;
    run(report, "random-graphs", &fewer)
}

/// Every small graph, structured and proved.
pub(crate) fn small_graphs(report: &mut Report) -> Result<(), Error> {
    let [many, fewer] = BLOCKS.map(|blocks| ["--exhaustive", blocks]);
    run(report, "random-graphs", &[many, FEW].concat())?;
    run(report, "random-graphs", &fewer)
}

/// Every small graph and random ones, structured, lowered to every profile, and proved.
pub(crate) fn profiles(report: &mut Report) -> Result<(), Error> {
    let [count, blocks] = report.pick(PROFILED, FEWER_PROFILED);
    run(
        report,
        "random-graphs",
        &["--exhaustive", blocks, "--profiles", NAMES],
    )?;
    run(
        report,
        "random-graphs",
        &["--count", count, "--profiles", NAMES],
    )
}

/// What `dispatch` saves against leading every edge into an entry by the dispatcher.
pub(crate) fn routing(report: &mut Report) -> Result<(), Error> {
    run(report, "routing", &[])
}

/// The default algorithm against the best layout there is, on small graphs; a short run prints a
/// few of those that are not at the optimum.
pub(crate) fn optimum(report: &mut Report) -> Result<(), Error> {
    let shown: &[&str] = report.pick(&[], &["--shown", "5"]);
    run(report, "optimum", shown)
}

/// Small graphs and random ones, written as programs of six languages that run on tapes of
/// decisions.
pub(crate) fn skeletons(report: &mut Report) -> Result<(), Error> {
    let [all, few] = SKELETONS;
    run(report, "skeletons", &report.pick(all, few))
}

/// Functions of LLVM IR that jump anywhere, compiled to JavaScript and to C of both kinds by every
/// algorithm after every reduction, and run.
pub(crate) fn tangles(report: &mut Report) -> Result<(), Error> {
    let command = built::path(Target::Program("unsnarl"))?;
    let command = command.display().to_string();
    let [all, few] = TANGLES;
    run(
        report,
        "tangles",
        &[&command, "--count", report.pick(all, few)],
    )
}

/// Every function of the examples and the corpora, written in six languages, run on tapes of
/// decisions; a short run takes the examples and one program.
pub(crate) fn written_corpora(report: &mut Report) -> Result<(), Error> {
    let programs = report.pick(PROGRAMS.len(), 1);
    run_on(report, "skeletons", modules(programs)?)
}

/// The pseudocode of every function of the examples and the corpora, compared with the function.
pub(crate) fn pseudocode(report: &mut Report) -> Result<(), Error> {
    let mut files = modules(PROGRAMS.len())?;
    for program in &PROGRAMS {
        files.extend(corpus::with_ending(
            &corpus::debug_ir(program, "-O1")?,
            "ll",
        )?);
    }
    run_on(report, "statements", files)
}

/// Runs a program of the testkit on modules.
fn run_on(report: &mut Report, program: &str, files: Vec<PathBuf>) -> Result<(), Error> {
    let files = files.iter().map(|file| file.display().to_string());
    let files: Vec<String> = files.collect();
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    run(report, program, &files)
}

/// The modules of the examples and of the first so many programs, at all levels.
pub(super) fn modules(programs: usize) -> Result<Vec<PathBuf>, Error> {
    let examples = paths::examples();
    let mut files = corpus::with_ending(&examples, "ll")?;
    files.extend(corpus::with_ending(&examples.join("O0"), "ll")?);
    for program in PROGRAMS.iter().take(programs) {
        for level in LEVELS {
            files.extend(corpus::with_ending(&corpus::ir(program, level)?, "ll")?);
        }
    }
    Ok(files)
}

/// Runs a program of the testkit that prints its own progress and fails if one thing that it checks
/// does not hold.
fn run(report: &mut Report, program: &str, arguments: &[&str]) -> Result<(), Error> {
    let mut command = Command::new(built::path(Target::Program(program))?);
    command.args(arguments);
    if SEEDED.contains(&program) {
        command.args(["--seed", &report.seed().to_string()]);
    }
    process::show(&mut command)?;
    report.pass_many(1);
    Ok(())
}
