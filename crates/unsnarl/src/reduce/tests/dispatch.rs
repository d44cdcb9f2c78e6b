//! Tests of the promises of `dispatch`, by definitions and by hand.

use super::follow;
use crate::analysis::{naive, samples};
use crate::cfg::{Cfg, CfgBuilder, Exit};
use crate::ids::{BlockId, Edge, Id};
use crate::reduce::{Reducible, dispatch};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// Checks that every edge leads to its original target, that loops have one entry, and that
/// unreachable blocks are unchanged.
#[track_caller]
pub(super) fn keeps_every_jump(cfg: &Cfg, reduced: &Reducible) {
    let result = reduced.cfg();
    assert_eq!(result.entry(), cfg.entry());
    for block in cfg.blocks() {
        assert_eq!(result.exit(block), cfg.exit(block));
        assert_eq!(result.size(block), cfg.size(block));
        assert!(!reduced.is_dispatcher(block));
        for edge in cfg.edges(block) {
            assert_eq!(follow(reduced, edge), cfg.target(edge), "{edge} in {cfg:?}");
            assert_eq!(result.weight(edge), cfg.weight(edge));
            assert_eq!(result.is_empty_edge(edge), cfg.is_empty_edge(edge));
        }
        if reduced.order().position(block).is_none() {
            assert_eq!(result.successors(block), cfg.successors(block));
        }
    }
    for dispatcher in result.blocks().skip(cfg.block_count()) {
        assert!(reduced.is_dispatcher(dispatcher));
        assert_eq!(result.exit(dispatcher), Exit::Switch);
        assert!(reduced.order().position(dispatcher).is_some());
    }
    assert!(naive::reducible(result), "{cfg:?} became {result:?}");
}

/// Lists the edges on which the label is stored, and the arms of the dispatchers.
fn listed(reduced: &Reducible) -> String {
    let cfg = reduced.cfg();
    let mut words = Vec::new();
    for block in cfg.blocks().filter(|&block| !reduced.is_dispatcher(block)) {
        for edge in cfg
            .edges(block)
            .filter(|&edge| reduced.stored(edge).is_some())
        {
            words.push(format!("{block}>{}", follow(reduced, edge)));
        }
    }
    for block in cfg.blocks().filter(|&block| reduced.is_dispatcher(block)) {
        let arms: Vec<_> = cfg
            .edges(block)
            .map(|edge| format!("{}", follow(reduced, edge)))
            .collect();
        words.push(format!("{block}:{}", arms.join(",")));
    }
    words.join(" ")
}

#[track_caller]
fn check(graph: &str, expected: &str) {
    let cfg = samples::graph(graph);
    let reduced = dispatch(&cfg);
    assert_eq!(listed(&reduced), expected, "{graph}");
    keeps_every_jump(&cfg, &reduced);
}

#[test]
fn only_the_edges_that_need_it_are_routed() {
    // A reducible graph comes back unchanged.
    check("0: 1; 1: 2; 2: 1 0", "");
    // The loop of [Song] (A to F are 0 to 5): C reaches D without the dispatcher.
    check(
        "0: 1 4; 1: 2; 2: 3; 3: 1 5; 4: 3; 5:",
        "b0>b1 b3>b1 b4>b3 b6:b1,b3",
    );
    // The nest of [Song]: of the edges inside, only 1>2 is routed in the outer loop, and 5>4 or 4>6
    // in the inner one.
    check(
        "0: 1 2; 1: 2; 2: 3 6; 3: 1 4; 4: 1 6; 5: 4; 6: 5",
        "b0>b1 b0>b2 b1>b2 b2>b6 b3>b4 b5>b4 b7:b2,b1 b8:b4,b6",
    );
    // Self loops of entries and loops that one entry owns stay, whatever the order.
    check(
        "0: 1 2; 1: 1 2; 2: 3; 3: 2 1 4; 4: 4",
        "b0>b1 b0>b2 b3>b1 b5:b1,b2",
    );
    // A block that two entries own may keep its edges to a third entry after both, but not to the
    // two.
    check(
        "0: 1 2 3; 1: 4; 2: 4; 3: 1 2; 4: 3 3 3 1",
        "b0>b1 b0>b2 b0>b3 b3>b1 b3>b2 b4>b1 b5:b1,b2,b3",
    );
    // An unreachable block is no predecessor of a loop, and does not change.
    check("0: 1 2; 1: 2; 2: 1; 3: 1", "b0>b1 b0>b2 b2>b1 b4:b1,b2");
}

#[test]
fn duffs_device_routes_one_edge_in_the_loop() {
    // With a branch past the switch, stores are needed: the switch is not the only way into the
    // loop.
    check(
        "0: 1 9; 1: 2 3 4 5 6 7 8 9; 2: 3; 3: 4; 4: 5; 5: 6; 6: 7; 7: 8; 8: 9; 9: 2 10; 10:",
        "b0>b9 b1>b2 b1>b3 b1>b4 b1>b5 b1>b6 b1>b7 b1>b8 b1>b9 b9>b2 \
         b11:b2,b3,b4,b5,b6,b7,b8,b9",
    );
}

#[test]
fn a_switch_that_selects_the_entries_is_the_label() {
    let text = "0: 2 1 2 3; 1: 2; 2: 3; 3: 1 4; 4:";
    check(text, "b0>b2 b0>b1 b0>b2 b0>b3 b1>b2 b5:b2,b1,b2,b3");
    let cfg = samples::graph(text);
    let dispatcher = BlockId::new(5);
    assert_eq!(dispatch(&cfg).selects(cfg.entry()), Some(dispatcher));
    assert_eq!(dispatch(&cfg).selects(dispatcher), None);
    // Code on one arm, an arm that leads elsewhere, or a second way in: stores are needed as usual.
    let mut builder = CfgBuilder::new();
    for block in cfg.blocks() {
        builder.block(cfg.exit(block), cfg.successors(block).iter().copied());
    }
    builder.nonempty(Edge::new(cfg.entry(), 1));
    let loaded = builder.build(cfg.entry()).expect("the same arms");
    assert_eq!(dispatch(&loaded).selects(cfg.entry()), None);
    check(
        "0: 2 1 2 3 4; 1: 2; 2: 3; 3: 1 4; 4:",
        "b0>b2 b0>b1 b0>b2 b0>b3 b1>b2 b5:b2,b3,b1",
    );
    check(
        "0: 4 5; 1: 2; 2: 3; 3: 1; 4: 2 1 3; 5: 2",
        "b1>b2 b4>b2 b4>b1 b4>b3 b5>b2 b6:b2,b3,b1",
    );
}

#[test]
fn the_hottest_entry_is_the_first_arm() {
    let mut builder = CfgBuilder::new();
    let [fork, left, right] = [0, 1, 2].map(BlockId::new);
    builder.block(Exit::Branch, [left, right]);
    builder.block(Exit::Jump, [right]);
    builder.block(Exit::Jump, [left]);
    builder.weight(Edge::new(fork, 1), 7);
    let cfg = builder.build(fork).expect("arms lead to blocks");
    assert_eq!(listed(&dispatch(&cfg)), "b0>b1 b0>b2 b2>b1 b3:b2,b1");
    let weights = |edge| dispatch(&cfg).cfg().weight(edge);
    let dispatcher = BlockId::new(3);
    assert_eq!(
        [0, 1].map(|slot| weights(Edge::new(dispatcher, slot))),
        [7, 2]
    );
}

#[test]
fn random_graphs_keep_every_jump() {
    samples::each_random(10_000, |_, cfg| keeps_every_jump(cfg, &dispatch(cfg)));
}

#[test]
fn renumbering_changes_names_only() {
    for seed in 0..3_000 {
        let mut numbers = samples::Numbers::new(seed);
        let plain = samples::random(&mut numbers, 14);
        let cfg = samples::weighted(&plain, &mut numbers);
        let (renamed, names) = samples::renumbered(&cfg, seed);
        let (left, right) = (dispatch(&cfg), dispatch(&renamed));
        let rename = |block: BlockId| names.get(block).copied().unwrap_or(block);
        assert_eq!(left.cfg().block_count(), right.cfg().block_count());
        for block in left.cfg().blocks() {
            for edge in left.cfg().edges(block) {
                let twin = Edge::new(rename(block), edge.slot as usize);
                assert_eq!(
                    rename(left.cfg().target(edge)),
                    right.cfg().target(twin),
                    "{cfg:?}"
                );
                assert_eq!(left.stored(edge), right.stored(twin), "{cfg:?}");
            }
        }
    }
}

/// An edge of a region with its target in the input, and the dispatcher through which it goes, if
/// any.
struct Hop {
    edge: Edge,
    to: BlockId,
    by: Option<BlockId>,
}

/// Checks one region and all regions inside it: edges from outside to entries go through the
/// dispatcher, and the routed edges inside have the least weight that the rule allows under any
/// order of the entries.
#[track_caller]
fn judge(reduced: &Reducible, header: BlockId, blocks: &[BlockId]) {
    let hops: Vec<Hop> = core::iter::once(header)
        .chain(blocks.iter().copied())
        .flat_map(|block| reduced.cfg().edges(block))
        .map(|edge| {
            let first = reduced.cfg().target(edge);
            let by = Some(first).filter(|&first| reduced.is_dispatcher(first));
            let to = if first == header {
                first
            } else {
                follow(reduced, edge)
            };
            Hop { edge, to, by }
        })
        .filter(|hop| hop.to != header && blocks.contains(&hop.to))
        .collect();
    for (members, entries) in multi_entry_loops(header, blocks, &hops) {
        let inside = |hop: &&Hop| members.contains(&hop.edge.block);
        let enters = |hop: &&Hop| entries.contains(&hop.to);
        let mut ways_in = hops.iter().filter(enters).filter(|hop| !inside(hop));
        let dispatcher = ways_in
            .next()
            .and_then(|hop| hop.by)
            .expect("an edge into the loop is routed");
        assert!(ways_in.all(|hop| hop.by == Some(dispatcher)));
        let crossings: Vec<&Hop> = hops.iter().filter(inside).filter(enters).collect();
        let routed = |hop: &&&Hop| hop.by == Some(dispatcher);
        let weight = |hop: &&Hop| u64::from(reduced.cfg().weight(hop.edge));
        let weighs: u64 = crossings.iter().filter(routed).map(weight).sum();
        assert_eq!(
            weighs,
            least(&hops, &members, &entries, &crossings, weight),
            "{entries:?} of {members:?} in {:?}",
            reduced.cfg()
        );
        judge(reduced, dispatcher, &members);
    }
}

/// The outermost multi-entry loops among `blocks`, each with its entries.
fn multi_entry_loops(
    header: BlockId,
    blocks: &[BlockId],
    hops: &[Hop],
) -> Vec<(Vec<BlockId>, Vec<BlockId>)> {
    let mut found = Vec::new();
    let mut work = alloc::vec![(header, blocks.to_vec())];
    while let Some((header, region)) = work.pop() {
        let reach = |from: BlockId| {
            let mut seen: Vec<BlockId> = Vec::new();
            let mut open = alloc::vec![from];
            while let Some(block) = open.pop() {
                for hop in hops.iter().filter(|hop| hop.edge.block == block) {
                    if hop.to != header && region.contains(&hop.to) && !seen.contains(&hop.to) {
                        seen.push(hop.to);
                        open.push(hop.to);
                    }
                }
            }
            seen
        };
        let mut done: Vec<BlockId> = Vec::new();
        for &block in &region {
            let below = reach(block);
            if block == header || done.contains(&block) || !below.contains(&block) {
                continue;
            }
            let together = |&other: &BlockId| reach(other).contains(&block);
            let members: Vec<_> = below.into_iter().filter(together).collect();
            done.extend(&members);
            let entered = |&to: &BlockId| {
                hops.iter()
                    .any(|hop| hop.to == to && !members.contains(&hop.edge.block))
            };
            let entries: Vec<_> = members.iter().copied().filter(entered).collect();
            if let [only] = entries[..] {
                work.push((only, members));
            } else {
                found.push((members, entries));
            }
        }
    }
    found
}

/// The least weight of the crossings that rules (a) and (b) do not keep, over all orders.
fn least(
    hops: &[Hop],
    members: &[BlockId],
    entries: &[BlockId],
    crossings: &[&Hop],
    weight: impl Fn(&&Hop) -> u64,
) -> u64 {
    let owned = |owner: BlockId| {
        let mut blocks = alloc::vec![owner];
        let mut next = 0;
        while let Some(&block) = blocks.get(next) {
            next += 1;
            for hop in hops.iter().filter(|hop| hop.edge.block == block) {
                if members.contains(&hop.to)
                    && !entries.contains(&hop.to)
                    && !blocks.contains(&hop.to)
                {
                    blocks.push(hop.to);
                }
            }
        }
        blocks
    };
    let owned: Vec<_> = entries.iter().map(|&entry| owned(entry)).collect();
    let owners = |block: BlockId| {
        let owns = |index: &usize| owned[*index].contains(&block);
        (0..entries.len()).filter(owns).collect::<Vec<_>>()
    };
    let asked: Vec<(Vec<usize>, usize, u64)> = crossings
        .iter()
        .map(|hop| {
            let to = entries.iter().position(|&entry| entry == hop.to);
            (
                owners(hop.edge.block),
                to.expect("crossings lead to entries"),
                weight(hop),
            )
        })
        .collect();
    let mut best = u64::MAX;
    permute(
        &mut (0..entries.len()).collect::<Vec<_>>(),
        0,
        &mut |ranks| {
            let charged = asked.iter().filter(|(owners, to, _)| {
                let ahead = owners.iter().all(|&owner| ranks[owner] < ranks[*to]);
                owners[..] != [*to] && !ahead
            });
            best = best.min(charged.map(|(_, _, weight)| weight).sum());
        },
    );
    best
}

fn permute(items: &mut [usize], fixed: usize, visit: &mut impl FnMut(&[usize])) {
    if fixed == items.len() {
        visit(items);
    }
    for next in fixed..items.len() {
        items.swap(fixed, next);
        permute(items, fixed + 1, visit);
        items.swap(fixed, next);
    }
}

#[test]
fn no_order_of_the_entries_routes_less() {
    let mut nested = 0;
    for seed in 0..20_000 {
        let mut numbers = samples::Numbers::new(seed);
        let mut cfg = samples::random(&mut numbers, 11);
        if seed % 2 == 0 {
            cfg = samples::weighted(&cfg, &mut numbers);
        }
        let reduced = dispatch(&cfg);
        nested += usize::from(reduced.cfg().block_count() > cfg.block_count() + 1);
        let order = reduced.order().blocks().iter().copied();
        let blocks: Vec<_> = order
            .filter(|&block| !reduced.is_dispatcher(block) && block != cfg.entry())
            .collect();
        judge(&reduced, cfg.entry(), &blocks);
    }
    assert!(
        nested > 100,
        "only {nested} graphs had several multi-entry loops"
    );
}

#[test]
fn many_entries_are_searched_for_a_good_order() {
    // Twenty blocks in a ring, each an entry, numbered against the ring: one edge is routed.
    let mut rows = alloc::vec![(1..=20).chain([21]).collect::<Vec<_>>()];
    rows.extend((1..=20).map(|block| alloc::vec![if block == 1 { 20 } else { block - 1 }, 21]));
    rows.push(Vec::new());
    let cfg = samples::from_rows(0, &rows);
    let reduced = dispatch(&cfg);
    keeps_every_jump(&cfg, &reduced);
    let routed =
        (1..=20).filter(|&block| reduced.stored(Edge::new(BlockId::new(block), 0)).is_some());
    assert_eq!(routed.count(), 1);
}

#[test]
fn large_shapes_are_reduced() {
    let nest = samples::two_entry_nest(300);
    let reduced = dispatch(&nest);
    assert!(reduced.cfg().block_count() > nest.block_count() + 100);
    for cfg in [&nest, &samples::renumbered(&nest, 1).0] {
        let reduced = dispatch(cfg);
        assert!(
            cfg.blocks()
                .flat_map(|block| cfg.edges(block))
                .all(|edge| { follow(&reduced, edge) == cfg.target(edge) })
        );
    }
    assert_eq!(dispatch(&samples::cliques(1, 300)).cfg().block_count(), 302);
    assert_eq!(
        dispatch(&samples::cliques(1_000, 4)).cfg().block_count(),
        5_001
    );
}
