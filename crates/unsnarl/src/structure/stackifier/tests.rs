//! Tests of the row, the scopes, and the promises of `stackifier`.

extern crate std;

use super::*;
use crate::analysis::samples;
use crate::cfg::Cfg;
use crate::program::{Step, measure};
use crate::reduce::dispatch;
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

/// Shows the row as `0 1 2`, with `(` before the header of a loop and `)` after its last block.
fn shown(graph: &Reducible, row: &Row) -> String {
    let mut text = String::new();
    let loops = graph.loops();
    for (at, &block) in row.blocks.iter().enumerate() {
        let inner = loops.innermost(block);
        if inner.is_some_and(|inner| loops.header(inner) == block) {
            text += "(";
        }
        text += &format!("{}", crate::Id::index(block));
        let next = row.blocks.get(at + 1).copied();
        let ends = core::iter::successors(inner, |&id| loops.parent(id))
            .take_while(|&id| next.is_none_or(|next| !loops.contains(id, next)));
        ends.for_each(|_| text += ")");
        text += " ";
    }
    String::from(text.trim_end())
}

#[track_caller]
fn check_row(graph: &str, expected: &str) {
    let graph = dispatch(&samples::graph(graph));
    assert_eq!(shown(&graph, &order::sort(&graph)), expected);
}

#[test]
fn loops_are_contiguous_and_all_else_keeps_to_canonical_order() {
    check_row("0: 1 2; 1: 3; 2: 3; 3:", "0 1 2 3");
    check_row("0: 2 1; 1: 3; 2: 3; 3:", "0 2 1 3");
    check_row("0: 0", "(0)");
    // The exit of a loop waits for the end of the loop, although the header dominates the exit.
    check_row("0: 1; 1: 3 2; 2: 1; 3:", "0 (1 2) 3");
    check_row("0: 1; 1: 4 2; 2: 5 3; 3: 2 1; 4:; 5:", "0 (1 (2 3)) 5 4");
    // A sibling of a loop comes before or after the loop.
    check_row("0: 1 3; 1: 2; 2: 1 4; 3: 4; 4:", "0 (1 2) 3 4");
}

#[test]
fn a_row_is_topological_and_its_loops_are_contiguous() {
    samples::each_random(2_000, |_, cfg| {
        let graph = dispatch(cfg);
        let row = order::sort(&graph);
        let loops = graph.loops();
        let reachable = graph.order().blocks();
        assert_eq!(row.blocks.len(), reachable.len(), "{cfg:?}");
        for &block in reachable {
            for &target in graph.cfg().successors(block) {
                let forward = graph.order().position(target) > graph.order().position(block);
                assert_eq!(row.place[target] > row.place[block], forward, "{cfg:?}");
            }
        }
        for id in loops.ids() {
            let held = row.blocks.iter().map(|&block| loops.contains(id, block));
            let held: Vec<bool> = held.collect();
            let changes = held.windows(2).filter(|pair| pair[0] != pair[1]).count();
            assert!(changes <= 1 + usize::from(!held[0]), "{cfg:?}");
        }
    });
}

/// No scope could open later: given the loops, the least starts are the least fixed point of
/// "not after the first jump" and "not inside a bracket that has ended where the scope ends".
#[test]
fn scopes_open_as_late_as_they_can() {
    samples::each_random(2_000, |_, cfg| {
        let graph = dispatch(cfg);
        let row = order::sort(&graph);
        let count = row.blocks.len();
        let mut brackets: Vec<(u32, u32)> = Vec::new();
        for id in graph.loops().ids() {
            let within = (0..).zip(&row.blocks);
            let places = within.filter(|(_, block)| graph.loops().contains(id, **block));
            let places: Vec<u32> = places.map(|(at, _)| at).collect();
            brackets.push((places[0], places[places.len() - 1] + 1));
        }
        for (at, &target) in (0..).zip(&row.blocks) {
            let jumps = |block: &BlockId| graph.cfg().successors(*block).contains(&target);
            let first = row.blocks.iter().position(jumps).unwrap_or(count) as u32;
            if first + 1 < at {
                brackets.push((first, at));
            }
        }
        // Each scope is moved out of the scopes that it crosses, until no scope crosses another.
        let loops = graph.loops().len();
        let mut moved = true;
        while moved {
            moved = false;
            for outer in loops..brackets.len() {
                for inner in 0..brackets.len() {
                    let ((start, end), (from, to)) = (brackets[outer], brackets[inner]);
                    if from < start && start < to && to <= end {
                        brackets[outer].0 = from;
                        moved = true;
                    }
                }
            }
        }
        brackets.sort_unstable();
        assert_eq!(found_brackets(&graph, &row), brackets, "{cfg:?}");
    });
}

/// The brackets that the scopes of the row become, by their places.
fn found_brackets(graph: &Reducible, row: &Row) -> Vec<(u32, u32)> {
    let scopes = Scopes::new(graph, row);
    let mut open = Vec::new();
    let mut found = Vec::new();
    for at in 0..=row.blocks.len() as u32 {
        for _ in 0..scopes.ends(at) {
            found.push((open.pop().expect("a bracket that ends is open"), at));
        }
        if (at as usize) < row.blocks.len() {
            scopes.opening(at).for_each(|_| open.push(at));
        }
    }
    assert!(open.is_empty());
    found.sort_unstable();
    found
}

fn structured(cfg: &Cfg) -> Program {
    stackifier(&dispatch(cfg))
}

/// An arm contains only the edge, the label store and the jump.
#[test]
fn decisions_are_flat() {
    samples::each_random(1_000, |_, cfg| {
        let program = structured(cfg);
        for (node, step) in program.steps() {
            if !matches!(step, Step::Arm(_)) {
                continue;
            }
            let inside = program.steps().skip(crate::Id::index(node) + 1);
            let steps = inside.take_while(|&(inner, _)| inner < program.extent(node));
            let steps: Vec<Step> = steps.map(|(_, step)| step).collect();
            let plain = |step: &Step| {
                matches!(
                    step,
                    Step::Take(_) | Step::Store(_) | Step::Break(_) | Step::Continue(_)
                )
            };
            assert!(steps.iter().all(plain), "{cfg:?}\n{program}");
        }
    });
}

#[test]
fn a_reducible_graph_costs_no_label_and_no_copy() {
    samples::each_random(1_000, |_, cfg| {
        let measures = measure(&structured(cfg));
        assert_eq!(measures.copies, 0, "{cfg:?}");
        if Reducible::test(cfg).is_ok() {
            assert_eq!(
                (measures.label_stores, measures.dispatchers),
                (0, 0),
                "{cfg:?}"
            );
        }
    });
}

#[test]
fn renumbering_renames_the_program() {
    samples::each_random(500, |seed, cfg| {
        let (renamed, names) = samples::renumbered(cfg, seed);
        let program = structured(cfg);
        let expected = program.renamed(|block| names[block]);
        assert!(expected == structured(&renamed), "{cfg:?}");
    });
}

#[test]
fn places_without_brackets_are_empty() {
    let graph = dispatch(&samples::graph("0: 1; 1:"));
    let row = order::sort(&graph);
    assert_eq!(found_brackets(&graph, &row), vec![]);
}
