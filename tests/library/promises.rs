//! Promises of algorithms: what their programs are held to.

use unsnarl::reduce::REDUCTIONS;
use unsnarl::structure::{Algorithm, Settings};
use unsnarl::{Cfg, text};
use unsnarl_testkit::algorithms::Pipeline;

/// A loop with two entries, which is left from its middle, behind a decision.
const TWO_ENTRIES: &str = "a -> b | c\nb -> c\nc -> b | d\nd -> return";
/// Two decisions that share an arm.
const SHARED_ARM: &str = "a -> b | c\nb -> c | d\nc -> d\nd -> return";
/// A loop that is left from its middle and from its start.
const TWO_EXITS: &str = "a -> b | x\nb -> c | d\nc -> a\nd -> x\nx -> return";
/// A loop in a loop, and a jump that leaves both.
const LEFT_AT_ONCE: &str = "a -> b\nb -> c\nc -> d | e\nd -> b | c\ne -> a | f\nf -> return";
/// A switch in a branch in a loop.
const DEEP: &str =
    "a -> b | z\nb -> c | a\nc -> switch d e | a\nd -> f | a\ne -> a\nf -> a | e\nz -> return";

fn graph(text: &str) -> Cfg {
    let graph = text::read(text, text::Notation::Cfg);
    graph.unwrap_or_else(|error| panic!("{error}: {text}")).cfg
}

fn named(name: &str) -> &'static Algorithm {
    Algorithm::named(name).unwrap_or_else(|| panic!("there is no {name}"))
}

/// Holds the program of one algorithm to the promises of another.
#[track_caller]
fn check(made_by: &str, promised_by: &str, graph_text: &str, expected: &str) {
    let cfg = graph(graph_text);
    let program = named(made_by).structure(&cfg, &Settings::default());
    let program = program.expect("it is small");
    let pipeline = Pipeline {
        algorithm: named(promised_by),
        reduction: &REDUCTIONS[0],
        max_depth: None,
    };
    let broken = pipeline
        .keeps_promises(&cfg, &program)
        .expect_err(promised_by);
    assert!(broken.contains(expected), "{broken}\n{program}");
}

#[test]
fn a_program_is_held_to_every_promise() {
    check("state-machine", "nested", SHARED_ARM, "labels are stored");
    check(
        "nested",
        "goto-elimination",
        TWO_ENTRIES,
        "labels are stored",
    );
    check("stackifier", "relooper", SHARED_ARM, "scopes open");
    check("nested", "guarded", TWO_EXITS, "Break");
    check(
        "nested",
        "regions",
        LEFT_AT_ONCE,
        "is there, and promised are InnermostLoop",
    );
    check("guarded", "nested", SHARED_ARM, "flags");
    check("nested", "state-machine", DEEP, "the depth is");
}

/// What copies blocks must say so.
#[test]
fn copies_are_those_of_a_reduction_that_may_copy() {
    let cfg = graph(TWO_ENTRIES);
    let settings = Settings {
        reduction: &REDUCTIONS[1],
        ..Settings::default()
    };
    let algorithm = named("nested");
    let program = algorithm.structure(&cfg, &settings).expect("it is small");
    let judged = |reduction| {
        let pipeline = Pipeline {
            algorithm,
            reduction,
            max_depth: None,
        };
        pipeline.keeps_promises(&cfg, &program)
    };
    assert!(judged(&REDUCTIONS[0]).is_err_and(|broken| broken.contains("copied")));
    assert_eq!(judged(&REDUCTIONS[1]), Ok(()));
}

#[test]
fn promises_are_shown_as_a_sentence() {
    let shown = named("nested").promises.to_string();
    let expected = "no copy of a block, no label on a reducible graph, no flag, any limit of 16 or \
                    more brackets, a program of every graph";
    assert_eq!(shown, expected);
    let shown = named("guarded").promises.to_string();
    let expected = "no copy of a block, no label on a reducible graph, no scope, no break, a program \
                    of every graph";
    assert_eq!(shown, expected);
    let shown = REDUCTIONS.map(|reduction| reduction.promises.to_string());
    assert_eq!(shown[0], "no copy of a block, total, linear growth");
}
