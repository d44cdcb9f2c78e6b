//! Tests of each rewrite, by rows, and of the properties of the table as a whole.

mod notation;
mod rows;

use super::{REWRITES, Rewrite, tidy};
use crate::cfg::Cfg;
use crate::ids::{BlockId, Edge, Id, NodeId};
use crate::program::{Program, ProgramBuilder, Step, measure};
use crate::text::{Notation, read};
use crate::verify;

/// Reads a graph of rows such as `a -> b | c, b -> return`; blocks are numbered by rows.
fn graph(rows: &str) -> Cfg {
    let read = read(&rows.replace(", ", "\n"), Notation::Cfg);
    read.expect("the graph can be read").cfg
}

fn rewrite(name: &str) -> Rewrite {
    let found = REWRITES.into_iter().find(|rewrite| rewrite.name == name);
    found.expect("the rewrite is in the table")
}

/// Checks that a program follows its graph.
#[track_caller]
fn right(cfg: &Cfg, program: &Program) {
    let verdict = verify::simulation(cfg, program, verify::state_limit(cfg, program));
    assert!(verdict.is_proved(), "{verdict}\n{program}");
}

/// Runs one rewrite once. `same` as the result means that it changes nothing.
#[track_caller]
fn check(name: &str, rows: &str, before: &str, after: &str) {
    let (cfg, before) = (graph(rows), notation::program(before));
    right(&cfg, &before);
    let changed = rewrite(name).apply(&cfg, &before);
    if after == "same" {
        let shown = changed.as_ref().map(notation::show);
        assert_eq!(shown, None);
        return;
    }
    let changed = changed.expect("the rewrite changes something");
    assert_eq!(
        notation::show(&changed),
        notation::show(&notation::program(after))
    );
    right(&cfg, &changed);
}

#[test]
fn names_are_told_apart() {
    for (index, one) in REWRITES.iter().enumerate() {
        assert!(REWRITES[..index].iter().all(|other| other.name != one.name));
    }
}

/// The example of [Iozzelli19], as its Stackifier leaves it.
#[test]
fn scopes_and_jumps_become_what_a_person_would_write() {
    let cfg = graph("a -> b | c, b -> d, c -> e, d -> b | e, e -> return");
    let flat = "l0: block { l1: block { run b0 if b0 { case 0: take b0.0 case 1: take b0.1 break l1 } \
                l2: loop { run b1 take b1.0 run b3 if b3 { case 0: take b3.0 continue l2 \
                case 1: take b3.1 break l0 } } } run b2 take b2.0 } run b4 leave b4";
    let flat = notation::program(flat);
    right(&cfg, &flat);
    let tidied = tidy(&cfg, &flat);
    right(&cfg, &tidied);
    assert_eq!(
        notation::show(&tidied),
        "run b0 if b0 { case 0: take b0.0 l0: loop { run b1 take b1.0 run b3 \
         if b3 { case 0: take b3.0 continue l0 case 1: take b3.1 } } \
         case 1: take b0.1 run b2 take b2.0 } run b4 leave b4"
    );
    assert_eq!(tidy(&cfg, &tidied), tidied);
}

/// Programs that break the rules come back unchanged.
#[test]
fn broken_programs_are_left_alone() {
    let cfg = graph("a -> b | c, b -> return, c -> return");
    let [a, l] = [
        Step::Run(BlockId::new(0)),
        Step::Break(crate::ids::LabelId::new(0)),
    ];
    let block = Step::Block(crate::ids::LabelId::new(0));
    let take = Step::Take(Edge::new(BlockId::new(7), 0));
    let decide = Step::If(BlockId::new(0), None);
    for steps in [
        &[a, Step::End][..],
        &[block],
        &[block, block, Step::End, Step::End],
        &[l],
        &[block, Step::End, l],
        &[block, l, a, Step::End],
        &[
            block,
            Step::Continue(crate::ids::LabelId::new(0)),
            Step::End,
        ],
        &[take],
        &[decide, a, Step::End],
    ] {
        let program = Program::from_steps(steps.iter().copied(), [].into(), [].into());
        assert_eq!(tidy(&cfg, &program), program);
        for rewrite in REWRITES {
            assert_eq!(rewrite.apply(&cfg, &program), None);
        }
    }
    let empty = Program::default();
    assert_eq!(tidy(&cfg, &empty), empty);
}

/// A nest of scopes, each left from the innermost place, and a long sequence of guards.
#[test]
fn deep_programs_need_no_stack() {
    const DEEP: usize = 100_000;
    let cfg = graph("a -> a");
    let block = cfg.entry();
    let mut program = ProgramBuilder::new();
    let labels: alloc::vec::Vec<_> = (0..DEEP).map(|_| program.label()).collect();
    let again = program.label();
    program.open_loop(again);
    labels.iter().for_each(|&label| program.open_block(label));
    program.run(block);
    program.take(Edge::new(block, 0));
    program.go_past(labels[0]);
    labels.iter().for_each(|_| program.close());
    program.go_back(again);
    program.close();
    let tidied = tidy(&cfg, &program.finish());
    right(&cfg, &tidied);
    assert_eq!(
        notation::show(&tidied),
        "l0: loop { run b0 take b0.0 continue l0 }"
    );
    assert_eq!(measure(&tidied).depth, 1);
}

#[test]
fn arms_that_could_fall_are_told() {
    let cfg = graph("a -> switch b c | d, b -> c, c -> return, d -> return");
    let program = notation::program(
        "l0: block { run b0 switch b0 { case 0: take b0.0 run b1 take b1.0 case 1: take b0.1 \
         case 2: take b0.2 break l0 } run b2 leave b2 } run b3 leave b3",
    );
    let falls = |node| super::falls_into(&cfg, &program, NodeId::new(node)).map(Id::index);
    assert_eq!([2, 3, 7, 9].map(falls), [None, Some(7), None, None]);
    // The edge of the next arm has code, so the arm cannot fall through.
    let cfg = graph("a -> switch b c+ | d, b -> c, c -> return, d -> return");
    assert_eq!(super::falls_into(&cfg, &program, NodeId::new(3)), None);
}
