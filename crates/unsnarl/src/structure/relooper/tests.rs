//! Tests of the shapes of small graphs, of the groups against their definition, and of the
//! programs.

extern crate std;

use super::groups::Groups;
use super::shapes::{Kind, Shapes};
use super::*;
use crate::analysis::{Order, samples};
use crate::ids::{BlockId, Id};
use crate::program::{Measures, Step, measure};
use crate::verify;
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

/// Shows shapes in sequence: a Simple as its block, a Loop as `(…)`, a Multiple as `[… | …]`,
/// a fused Multiple as `{… | …}`.
///
/// Recursive, so only for small graphs.
fn shown(shapes: &Shapes, number: u32) -> String {
    let shape = &shapes.shapes[number as usize];
    let text = match &shape.kind {
        Kind::Simple(block) => format!("{}", block.index()),
        Kind::Loop => format!("({})", shown(shapes, number + 1)),
        Kind::Multiple { entries, fused } => {
            let bodies = entries.iter().map(|&entry| {
                let handled = shapes.handled[entry].expect("an entry of a Multiple is handled");
                shown(shapes, handled.body.expect("it begins a shape"))
            });
            let bodies = bodies.collect::<Vec<_>>().join(" | ");
            if *fused {
                format!("{{{bodies}}}")
            } else {
                format!("[{bodies}]")
            }
        }
    };
    match shape.next {
        Some(next) => format!("{text} {}", shown(shapes, next)),
        None => text,
    }
}

#[track_caller]
fn check(graph: &str, expected: &str) {
    let cfg = samples::graph(graph);
    assert_eq!(shown(&shapes::find(&cfg), 0), expected, "{graph}");
    prove(&cfg);
}

#[track_caller]
fn prove(cfg: &Cfg) -> Measures {
    let program = relooper(cfg);
    let verdict = verify::simulation(cfg, &program, verify::state_limit(cfg, &program));
    assert!(verdict.is_proved(), "{cfg:?}\n{program}\n{verdict}");
    measure(&program)
}

#[test]
fn the_figures_of_the_articles() {
    check("0: 1 2; 1: 3; 2: 4; 3: 1 4; 4:", "0 {(1 3) | 2} 4");
    check("0: 1 2 3 4; 1: 2; 2: 3; 3: 4; 4:", "0 {1} [2] [3] 4");
    check("0: 1; 1: 2 3; 2: 1; 3:", "0 (1 2) 3");
    // Two entries, and every entry is repeated.
    check(
        "0: 1 4; 1: 2; 2: 3; 3: 1 5; 4: 3; 5:",
        "0 {4} ([3 | 1 2]) 5",
    );
}

#[test]
fn each_rule_has_its_turn() {
    check("0:", "0");
    check("0: 0", "(0)");
    check("0: 1; 1: 0", "(0 1)");
    check("0: 1 1; 1:", "0 1");
    // Both arms lead to themselves: the second rule comes before the third, so this is one loop.
    check("0: 1 2; 1: 1 3; 2: 2 3; 3:", "0 ([1 | 2]) 3");
    // Only one arm does.
    check("0: 1 2; 1: 1 3; 2: 3; 3:", "0 {(1) | 2} 3");
    // Loops in sequence, and a loop with two exits.
    check("0: 1 0; 1: 2 1; 2:", "(0) (1) 2");
    check("0: 1 2; 1: 0 3; 2:; 3:", "(0 1) [3 | 2]");
    // Unreachable blocks are omitted.
    check("0: 2; 1: 2; 2:", "0 2");
}

/// The group of each entry, directly from the definition.
fn groups_by_definition(
    cfg: &Cfg,
    entries: &[BlockId],
    live: &[BlockId],
) -> Vec<BTreeSet<BlockId>> {
    let reached = entries.iter().map(|&entry| {
        let mut reached = BTreeSet::from([entry]);
        let mut open = vec![entry];
        while let Some(block) = open.pop() {
            let next = cfg.successors(block).iter();
            open.extend(next.filter(|next| live.contains(next) && reached.insert(**next)));
        }
        reached
    });
    let reached: Vec<BTreeSet<BlockId>> = reached.collect();
    let alone = |at: usize| {
        let others = |block: &BlockId| {
            let mut others = reached.iter().enumerate();
            others.all(|(other, reached)| other == at || !reached.contains(block))
        };
        reached[at].iter().copied().filter(others).collect()
    };
    (0..entries.len()).map(alone).collect()
}

/// The tested sets are those that remain after a block is removed; its successors are the entries.
#[test]
fn groups_are_what_one_entry_alone_reaches() {
    samples::each_random(3_000, |_, cfg| {
        let order = Order::new(cfg);
        let mut groups = Groups::new(cfg, &order);
        let first = cfg.entry();
        let live: Vec<BlockId> = order.blocks()[1..].to_vec();
        let mut entries: Vec<BlockId> = cfg.successors(first).to_vec();
        entries.retain(|&entry| entry != first);
        entries.sort_unstable_by_key(|&entry| order.position(entry));
        entries.dedup();
        groups.flood(cfg, &order, &entries, |block| block != first);
        let mut found = vec![BTreeSet::new(); entries.len()];
        for (block, owner) in groups.take_members() {
            found[owner as usize].insert(block);
        }
        assert_eq!(found, groups_by_definition(cfg, &entries, &live), "{cfg:?}");
    });
}

#[test]
fn every_program_is_proved_and_has_neither_scopes_nor_copies() {
    samples::each_random(3_000, |_, cfg| {
        let measures = prove(cfg);
        assert_eq!((measures.scopes, measures.copies), (0, 0), "{cfg:?}");
        // Labels that are stored are tested.
        assert_eq!(
            measures.label_stores > 0,
            measures.dispatchers > 0,
            "{cfg:?}"
        );
    });
}

/// The label is reset to 0 in every arm of a dispatch in a loop, and nowhere else.
#[test]
fn the_label_is_reset_in_loops_only() {
    samples::each_random(1_000, |_, cfg| {
        let program = relooper(cfg);
        let mut open = Vec::new();
        let mut before = None;
        for (_, step) in program.steps() {
            let in_loop = open.iter().any(|step| matches!(step, Step::Loop(_)));
            if let Some(Step::Arm(cases)) = before {
                let asks = matches!(open.last(), Some(Step::Dispatch(_)));
                let begins = asks && !program.cases(cases).is_empty();
                assert_eq!(
                    step == Step::Store(0),
                    begins && in_loop,
                    "{cfg:?}\n{program}"
                );
            } else {
                assert_ne!(step, Step::Store(0), "{cfg:?}\n{program}");
            }
            match step {
                step if step.opens() => open.push(step),
                Step::End => drop(open.pop()),
                _ => {}
            }
            before = Some(step);
        }
    });
}

#[test]
fn renumbering_renames_the_program() {
    samples::each_random(500, |seed, cfg| {
        let (renamed, names) = samples::renumbered(cfg, seed);
        let program = relooper(cfg);
        let expected = program.renamed(|block| names[block]);
        assert!(expected == relooper(&renamed), "{cfg:?}");
    });
}
