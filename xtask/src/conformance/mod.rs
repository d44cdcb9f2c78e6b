//! `cargo xtask conformance`: the long tests, and those that need tools other than Rust.
//!
//! *Needs:* Debian, or the tools of each part installed by hand.
//! *Gives:* a line as each step ends, a table at the end, and failure if any part failed.
//! *Cost:* the table says it of each part; all of them take hours.
//!
//! A part whose tools are missing, or that checked nothing, fails. Parts run side by side, each in
//! a process of its own ([`queue`]). What a short run samples, and all that is random, follows the
//! [`seed`] of the run, which is another one for each commit.

mod abi;
mod bitcode;
mod blocks;
mod builds;
mod coreutils;
mod coroutines;
mod csmith;
mod damage;
mod debug;
mod differential;
mod documents;
mod driver;
mod exceptions;
mod gcc;
mod gotos;
mod ir;
mod javascript;
mod jumps;
mod large;
mod linking;
mod linktime;
mod machines;
mod mutations;
mod packages;
mod parts;
mod people;
mod pipelines;
mod queue;
mod random;
mod real;
mod refinement;
mod report;
mod restructured;
mod runs;
mod rust;
mod sanitized;
mod seed;
mod shared;
mod streams;
mod suite;
mod table;
mod targets;
mod testkit;
mod texts;
mod threads;
mod torture;
mod turns;
mod versions;
mod wide;

use crate::built;
use crate::error::Error;
use crate::parallel;
use crate::paths::{self, Scratch};
use crate::setup;
use clap::builder::PossibleValuesParser;
use parts::{PARTS, Part};
pub(crate) use report::Plan;
use report::Report;
use std::num::NonZero;
use std::path::Path;
use std::time::{Duration, Instant};

/// The names that `--only` takes.
pub(crate) fn part_names() -> PossibleValuesParser {
    PossibleValuesParser::new(PARTS.iter().map(|part| part.name))
}

/// What is run, and how.
pub(crate) struct Request {
    /// The names of parts; all if there are none.
    pub(crate) only: Vec<String>,
    /// Check a sample.
    pub(crate) is_short: bool,
    /// What chooses; that of the commit if there is none.
    pub(crate) seed: Option<NonZero<u32>>,
    /// How many parts run at once.
    pub(crate) jobs: Option<NonZero<usize>>,
    /// Run the parts again, with the next seed, until so many seconds have passed.
    pub(crate) budget: Option<u64>,
}

/// Runs parts, after installing what they need and building what they run.
pub(crate) fn conformance(request: &Request) -> Result<(), Error> {
    let start = Instant::now();
    let chosen: Vec<&'static Part> = PARTS
        .iter()
        .filter(|part| request.only.is_empty() || request.only.iter().any(|name| name == part.name))
        .collect();
    let mut tools = Vec::new();
    for tool in chosen.iter().flat_map(|part| part.tools) {
        if !tools.contains(tool) {
            tools.push(*tool);
        }
    }
    setup::setup(&tools)?;
    println!("installed in {}", seconds(start.elapsed()));
    let scratch = Scratch::new()?;
    let list = scratch.file("built");
    paths::write(&list, built::all()?.as_bytes())?;
    println!("built in {}", seconds(start.elapsed()));

    let seed = request
        .seed
        .map_or_else(seed::of_commit, |seed| seed.get().into());
    let jobs = request.jobs.map_or_else(parallel::processors, NonZero::get);
    let end = request
        .budget
        .map(|budget| start + Duration::from_secs(budget));
    for seed in seed.. {
        println!("seed {seed}: `--seed {seed}` repeats it");
        let plan = Plan {
            is_short: request.is_short,
            seed,
        };
        let verdicts = queue::run(&chosen, plan, jobs, &list)?;
        table::print(&verdicts);
        println!("total time {}", seconds(start.elapsed()));
        let failed: Vec<&str> = verdicts
            .iter()
            .filter(|verdict| !verdict.passes)
            .map(|verdict| verdict.part.name)
            .collect();
        if !failed.is_empty() {
            return Err(Error::Conformance {
                parts: failed.join(" "),
            });
        }
        if end.is_none_or(|end| Instant::now() >= end) {
            return Ok(());
        }
    }
    Ok(())
}

/// Runs one part in this process, and writes its verdict to a file.
pub(crate) fn part(name: &str, plan: Plan, verdict: &Path) -> Result<(), Error> {
    let part = PARTS.iter().find(|part| part.name == name);
    let part = part.expect("only names of parts are taken");
    let report = run(part, plan);
    paths::write(verdict, queue::written(&report).as_bytes())
}

fn run(part: &Part, plan: Plan) -> Report {
    let mut report = Report::new(plan);
    if let Err(error) = (part.run)(&mut report) {
        report.fail(error.to_string());
    }
    report
}

fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(run: fn(&mut Report) -> Result<(), Error>, passes: bool) {
        let part = Box::leak(Box::new(Part {
            name: "test",
            what: "a test",
            tools: &[],
            run,
        }));
        let plan = Plan {
            is_short: false,
            seed: 1,
        };
        assert_eq!(super::run(part, plan).passes(), passes);
    }

    #[test]
    fn only_a_part_that_checked_something_passes() {
        check(
            |report| {
                report.pass();
                Ok(())
            },
            true,
        );
        check(|_| Ok(()), false);
        check(
            |report| {
                report.pass();
                report.fail("one".to_owned());
                Ok(())
            },
            false,
        );
        check(
            |report| {
                report.pass();
                Err(Error::MissingTool { command: "none" })
            },
            false,
        );
    }
}
