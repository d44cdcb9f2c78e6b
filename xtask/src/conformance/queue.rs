//! Parts of the conformance tests, several at once.
//!
//! *Needs:* the programs that parts run, built.
//! *Gives:* a verdict for each part, in the order of the parts; meanwhile each line that a part
//! prints, with its name.
//! *Departs:* each part is a process of its own, so that what it takes of the processors can be
//! told. A part may use all of them: those that run at once share them, and at the end none is
//! idle.

use super::parts::Part;
use super::report::{Plan, Report};
use crate::built;
use crate::downloads;
use crate::error::Error;
use crate::paths::{self, Scratch};
use serde_json::{Value, json};
use std::fs;
use std::io::{BufRead, BufReader, pipe};
use std::path::Path;
use std::process::Command;
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

/// How a part ended.
pub(super) struct Verdict {
    pub(super) part: &'static Part,
    pub(super) passes: bool,
    pub(super) passed: u64,
    pub(super) failed: u64,
    /// Why the first checks that did not hold did not, in the order in which they were found.
    pub(super) reasons: Vec<String>,
    /// From its start to its end.
    pub(super) time: Duration,
    /// What it and the programs that it ran took of the processors.
    pub(super) cpu: Duration,
    /// What its downloads took, from their starts to their ends.
    pub(super) downloads: Duration,
}

/// Runs parts, so many at once. `list` is what [`built::LIST`] names.
pub(super) fn run(
    parts: &[&'static Part],
    plan: Plan,
    jobs: usize,
    list: &Path,
) -> Result<Vec<Verdict>, Error> {
    let scratch = Scratch::new()?;
    let left = Mutex::new(parts.iter().enumerate());
    let done = Mutex::new(Vec::new());
    let worker = || {
        loop {
            let next = left.lock().expect("no worker panics").next();
            let Some((number, part)) = next else { return };
            let verdict = one(part, plan, list, &scratch.file(part.name));
            done.lock()
                .expect("no worker panics")
                .push((number, verdict));
        }
    };
    thread::scope(|scope| {
        for _ in 0..jobs {
            scope.spawn(worker);
        }
    });
    let mut done = done.into_inner().expect("no worker panics");
    done.sort_by_key(|&(number, _)| number);
    done.into_iter().map(|(_, verdict)| verdict).collect()
}

/// Runs a part in a process of its own, which leaves its verdict in a file.
fn one(part: &'static Part, plan: Plan, list: &Path, file: &Path) -> Result<Verdict, Error> {
    let name = part.name;
    println!("{name} | {}", part.what);
    let start = Instant::now();
    let this = std::env::current_exe().map_err(Error::file("find", Path::new("this program")))?;
    let mut command = Command::new(this);
    command
        .args(["part", name, "--seed", &plan.seed.to_string(), "--verdict"])
        .arg(file);
    command.args(plan.is_short.then_some("--short"));
    command
        .env(built::LIST, list)
        .stdin(std::process::Stdio::null());
    let started = |cause| Error::Start {
        command: name.to_owned(),
        cause,
    };
    let (reader, writer) = pipe().map_err(started)?;
    command
        .stderr(writer.try_clone().map_err(started)?)
        .stdout(writer);
    let mut child = command.spawn().map_err(started)?;
    // It holds the ends that are written to; what is read would never end.
    drop(command);
    for line in BufReader::new(reader).split(b'\n').map_while(Result::ok) {
        println!("{name} | {}", String::from_utf8_lossy(&line));
    }
    let status = child.wait().map_err(started)?;
    let time = start.elapsed();
    println!("{name} | ended after {:.1} s", time.as_secs_f64());
    let died = || Verdict {
        part,
        passes: false,
        passed: 0,
        failed: 1,
        reasons: vec![format!("it left no verdict: {status}")],
        time,
        cpu: Duration::ZERO,
        downloads: Duration::ZERO,
    };
    let verdict = fs::read(file).ok().and_then(|text| read(part, time, &text));
    Ok(verdict.unwrap_or_else(died))
}

/// The verdict of a part as its process leaves it.
pub(super) fn written(report: &Report) -> String {
    let verdict = json!({
        "passes": report.passes(),
        "passed": report.passed(),
        "failed": report.failed(),
        "reasons": report.reasons(),
        "cpu": cpu().as_millis() as u64,
        "downloads": downloads::total().as_millis() as u64,
    });
    verdict.to_string()
}

fn read(part: &'static Part, time: Duration, text: &[u8]) -> Option<Verdict> {
    let verdict: Value = serde_json::from_slice(text).ok()?;
    let reasons = verdict["reasons"].as_array()?.iter();
    let time_of = |name: &str| verdict[name].as_u64().map(Duration::from_millis);
    Some(Verdict {
        part,
        passes: verdict["passes"].as_bool()?,
        passed: verdict["passed"].as_u64()?,
        failed: verdict["failed"].as_u64()?,
        reasons: reasons
            .filter_map(Value::as_str)
            .map(str::to_owned)
            .collect(),
        time,
        cpu: time_of("cpu")?,
        downloads: time_of("downloads")?,
    })
}

/// What this process and those that it has waited for took of the processors; nothing where the
/// system does not tell as Linux does.
fn cpu() -> Duration {
    /// Linux counts in hundredths of a second here, whatever its own clock is.
    const TICK: Duration = Duration::from_millis(10);
    let text = paths::read(Path::new("/proc/self/stat")).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    // The name of the program, in brackets, may hold anything; its state is the first field after.
    let fields = text.rsplit_once(')').map_or("", |(_, fields)| fields);
    let times = fields.split_whitespace().skip(11).take(4);
    let ticks: u32 = times.filter_map(|time| time.parse::<u32>().ok()).sum();
    TICK * ticks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_verdict_is_read_as_it_was_written() {
        let part = &super::super::parts::PARTS[0];
        let mut report = Report::new(Plan {
            is_short: true,
            seed: 1,
        });
        report.pass_many(3);
        report.fail("a \"reason\"\nof two lines".to_owned());
        let text = written(&report);
        let verdict = read(part, Duration::ZERO, text.as_bytes()).expect("it was just written");
        assert_eq!(
            (verdict.passes, verdict.passed, verdict.failed),
            (false, 3, 1)
        );
        assert_eq!(verdict.reasons, ["a \"reason\"\nof two lines"]);
        assert!(read(part, Duration::ZERO, b"{}").is_none());
    }

    #[test]
    fn what_was_computed_is_counted() {
        let before = cpu();
        let end = Instant::now() + Duration::from_secs(60);
        while cpu() == before && Instant::now() < end {}
        assert!(cpu() > before);
    }
}
