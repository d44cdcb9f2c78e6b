//! Tests of the promises of the passes of `simplify`.

use crate::analysis::samples;
use crate::cfg::{Cfg, Exit};
use crate::ids::{BlockId, Edge, Id, LoopId};
use crate::reduce::simplify::{dedicated_exits, pre_headers, single_exits, single_latches};
use crate::reduce::{Budget, Edited, Kind, REDUCTIONS, Reducible, dispatch, loop_simplify};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// Follows an edge to a block of the input, through inserted blocks by the label.
fn follow(edited: &Edited, mut edge: Edge) -> BlockId {
    let mut label = None;
    loop {
        label = edited.stored(edge).or(label);
        let to = edited.graph().cfg().target(edge);
        let slot = match edited.kind(to) {
            Kind::Block(origin) => return origin,
            Kind::Empty => 0,
            Kind::Dispatcher => label.expect("E3: the label was stored"),
        };
        edge = Edge { block: to, slot };
    }
}

#[track_caller]
fn keeps_every_jump(cfg: &Cfg, edited: &Edited) {
    let result = edited.graph().cfg();
    for block in result.blocks() {
        let arms = result.successors(block).len();
        match edited.kind(block) {
            Kind::Empty => assert_eq!((result.exit(block), arms), (Exit::Jump, 1)),
            Kind::Dispatcher => assert_eq!(result.exit(block), Exit::Switch),
            Kind::Block(origin) => {
                assert_eq!(result.exit(block), cfg.exit(origin));
                for edge in result.edges(block) {
                    let given = Edge {
                        block: origin,
                        ..edge
                    };
                    assert_eq!(follow(edited, edge), cfg.target(given), "{edge} in {cfg:?}");
                }
            }
        }
    }
}

/// The edges from reachable blocks to blocks for which `to` holds.
fn edges(edited: &Edited, to: impl Fn(BlockId) -> bool) -> Vec<Edge> {
    let graph = edited.graph();
    let all = graph
        .order()
        .blocks()
        .iter()
        .flat_map(|&block| graph.cfg().edges(block));
    all.filter(|&edge| to(graph.cfg().target(edge))).collect()
}

fn has_pre_header(edited: &Edited, id: LoopId) -> bool {
    let (cfg, loops) = (edited.graph().cfg(), edited.graph().loops());
    let mut into = edges(edited, |to| to == loops.header(id));
    into.retain(|edge| !loops.contains(id, edge.block));
    let [only] = into[..] else {
        return false;
    };
    cfg.successors(only.block).len() == 1 && cfg.entry() != loops.header(id)
}

fn has_single_latch(edited: &Edited, id: LoopId) -> bool {
    let loops = edited.graph().loops();
    let mut into = edges(edited, |to| to == loops.header(id));
    into.retain(|edge| loops.contains(id, edge.block));
    into.len() == 1
}

/// The targets of the edges out of the loop.
fn exits(edited: &Edited, id: LoopId) -> Vec<BlockId> {
    let loops = edited.graph().loops();
    let mut out = edges(edited, |to| !loops.contains(id, to));
    out.retain(|edge| loops.contains(id, edge.block));
    let targets = out.iter().map(|&edge| edited.graph().cfg().target(edge));
    let mut targets: Vec<_> = targets.collect();
    targets.sort_unstable();
    targets.dedup();
    targets
}

fn has_dedicated_exits(edited: &Edited, id: LoopId) -> bool {
    let graph = edited.graph();
    exits(edited, id).into_iter().all(|exit| {
        let into = edges(edited, |to| to == exit);
        exit != graph.cfg().entry()
            && (into.iter()).all(|edge| graph.loops().contains(id, edge.block))
    })
}

fn all(edited: &Edited, holds: impl Fn(&Edited, LoopId) -> bool) -> bool {
    edited.graph().loops().ids().all(|id| holds(edited, id))
}

/// Lists the inserted blocks with their arms and stores, and the edges with stores.
fn listed(edited: &Edited) -> String {
    let cfg = edited.graph().cfg();
    let stored = |edge| {
        edited
            .stored(edge)
            .map_or(String::new(), |value| format!("({value})"))
    };
    let mut words = Vec::new();
    for block in cfg.blocks() {
        let put_in = !matches!(edited.kind(block), Kind::Block(_));
        for edge in cfg.edges(block) {
            if put_in || !matches!(edited.kind(cfg.target(edge)), Kind::Block(_)) {
                let (from, to) = (block.index(), cfg.target(edge).index());
                words.push(format!("{from}>{to}{}", stored(edge)));
            }
        }
    }
    words.join(" ")
}

#[track_caller]
fn check(graph: &str, pass: fn(&Edited) -> Edited, expected: &str) {
    let cfg = samples::graph(graph);
    let edited = pass(&Edited::new(&dispatch(&cfg)));
    keeps_every_jump(&cfg, &edited);
    assert_eq!(listed(&edited), expected, "{graph}");
    // A second run of the pass changes nothing.
    assert_eq!(pass(&edited), edited, "{graph}");
}

#[test]
fn headers_get_a_block_before_them() {
    check("0: 1; 1: 2 3; 2: 1; 3:", pre_headers, "");
    check("0: 1 3; 1: 2 3; 2: 1; 3:", pre_headers, "0>4 4>1");
    check("0: 1 2; 1: 3; 2: 3; 3: 3 4; 4:", pre_headers, "1>5 2>5 5>3");
    check("0: 0 1; 1:", pre_headers, "2>0");
    // The label passes through unchanged.
    check(
        "0: 1 2; 1: 2; 2: 1 3; 3:",
        pre_headers,
        "0>5(0) 0>5(1) 2>4(0) 4>1 4>2 5>4",
    );
}

#[test]
fn latches_are_joined() {
    check("0: 1; 1: 2 3; 2: 1; 3:", single_latches, "");
    check(
        "0: 1; 1: 2 3; 2: 1 3; 3: 1 4; 4:",
        single_latches,
        "2>5 3>5 5>1",
    );
    check("0: 0 0 1; 1:", single_latches, "0>2 0>2 2>0");
}

#[test]
fn exits_are_parted_from_what_else_leads_there() {
    check("0: 1; 1: 2 3; 2: 1; 3:", dedicated_exits, "");
    check("0: 1 3; 1: 2 3; 2: 1 3; 3:", dedicated_exits, "1>4 2>4 4>3");
    // An edge from the inner loop to after the outer one: the exit is dedicated to the inner loop,
    // and so to the outer one.
    check(
        "0: 1; 1: 2; 2: 2 3 4; 3: 1 4; 4:",
        dedicated_exits,
        "2>5 3>6 5>4 6>4",
    );
}

#[test]
fn exits_are_funnelled() {
    check("0: 1; 1: 2 3; 2: 1 3; 3:", single_exits, "");
    check(
        "0: 1; 1: 2 3; 2: 1 4; 3:; 4:",
        single_exits,
        "1>5(0) 2>5(1) 5>3 5>4",
    );
    // An edge out of two loops at once goes through the selectors of both.
    check(
        "0: 1; 1: 2; 2: 2 3 4; 3: 1 5; 4:; 5:",
        single_exits,
        "2>6(0) 2>6(1) 3>7(0) 6>3 6>7(1) 7>5 7>4",
    );
}

#[test]
fn random_graphs_are_simplified() {
    let mut with_stores = 0;
    samples::each_random(600, |seed, cfg| {
        let reduction = REDUCTIONS[seed as usize % REDUCTIONS.len()];
        let Ok(graph) = reduction.reduce(cfg, Budget::times(cfg, 32)) else {
            return;
        };
        let edited = loop_simplify(&graph);
        let funnelled = single_exits(&edited);
        for edited in [&edited, &funnelled] {
            keeps_every_jump(cfg, edited);
            assert!(all(edited, has_pre_header), "{cfg:?}");
            assert!(all(edited, has_single_latch), "{cfg:?}");
            assert!(all(edited, has_dedicated_exits), "{cfg:?}");
        }
        assert!(
            all(&funnelled, |edited, id| exits(edited, id).len() <= 1),
            "{cfg:?}"
        );
        assert_eq!(edited.graph().loops().len(), graph.loops().len());
        // Each pass alone, on a graph that no other pass has changed.
        let plain = Edited::new(&graph);
        let passes: [fn(&Edited) -> Edited; 4] =
            [pre_headers, single_latches, dedicated_exits, single_exits];
        let by_itself = passes.map(|pass| pass(&plain));
        by_itself
            .iter()
            .for_each(|edited| keeps_every_jump(cfg, edited));
        assert!(all(&by_itself[0], has_pre_header));
        assert!(all(&by_itself[1], has_single_latch));
        assert!(all(&by_itself[2], has_dedicated_exits));
        assert!(all(&by_itself[3], |edited, id| exits(edited, id).len() <= 1));
        with_stores += usize::from(listed(&funnelled).contains('('));
    });
    assert!(with_stores > 100, "only {with_stores} graphs had stores");
}

#[test]
fn a_deep_nest_is_simplified() {
    let nest = samples::nest(2_000);
    let graph = Reducible::test(&nest).expect("a nest of loops is reducible");
    let edited = loop_simplify(&graph);
    assert_eq!(edited.graph().loops().len(), 2_000);
    keeps_every_jump(&nest, &single_exits(&edited));
}
