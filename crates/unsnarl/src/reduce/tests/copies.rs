//! Tests of the promises of `split` and `hybrid`.

use super::follow;
use crate::analysis::{naive, samples};
use crate::cfg::{Cfg, CfgBuilder};
use crate::ids::{BlockId, Edge, Id};
use crate::reduce::{Budget, REDUCTIONS, Reducible, Reduction, budget, dispatch, hybrid, split};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// Checks that every block and copy has the targets of the original block, that loops have one
/// entry, and that no block is lost.
#[track_caller]
fn keeps_every_jump(cfg: &Cfg, reduced: &Reducible) {
    let result = reduced.cfg();
    assert_eq!(result.entry(), cfg.entry());
    let reach = naive::reachability(cfg);
    for block in result.blocks() {
        let Some(origin) = reduced.origin(block) else {
            continue;
        };
        assert_eq!(origin == block, block.index() < cfg.block_count());
        assert_eq!(result.exit(block), cfg.exit(origin));
        assert_eq!(result.size(block), cfg.size(origin));
        for edge in result.edges(block) {
            let given = Edge {
                block: origin,
                ..edge
            };
            let to = reduced.origin(follow(reduced, edge));
            assert_eq!(to, Some(cfg.target(given)), "{edge} in {cfg:?}");
            assert_eq!(result.weight(edge), cfg.weight(given));
            assert_eq!(result.is_empty_edge(edge), cfg.is_empty_edge(given));
        }
        let reached = origin == cfg.entry() || reach[cfg.entry().index()][origin.index()];
        assert_eq!(
            reduced.order().position(block).is_some(),
            reached,
            "{cfg:?}"
        );
    }
    assert!(naive::reducible(result), "{cfg:?} became {result:?}");
}

/// Lists the copies, each with its original block and its arms, and the dispatchers with their
/// arms.
fn listed(reduced: &Reducible, cfg: &Cfg) -> String {
    let words = reduced.cfg().blocks().skip(cfg.block_count()).map(|block| {
        let arms = reduced.cfg().successors(block).iter();
        let arms: Vec<_> = arms.map(|arm| format!("{arm}")).collect();
        match reduced.origin(block) {
            Some(origin) => format!("{block}={origin}:{}", arms.join(",")),
            None => format!("{block}:{}", arms.join(",")),
        }
    });
    words.collect::<Vec<_>>().join(" ")
}

fn reduced_by(name: &str, cfg: &Cfg, budget: Budget) -> String {
    let reduction = Reduction::named(name).expect("the table has it");
    match reduction.reduce(cfg, budget) {
        Ok(reduced) => {
            keeps_every_jump(cfg, &reduced);
            listed(&reduced, cfg)
        }
        Err(error) => format!("{error}"),
    }
}

#[track_caller]
fn check(graph: &str, by_split: &str, by_hybrid: &str) {
    let cfg = samples::graph(graph);
    let budget = Budget::times(&cfg, 32);
    assert_eq!(reduced_by("split", &cfg, budget), by_split, "{graph}");
    assert_eq!(reduced_by("hybrid", &cfg, budget), by_hybrid, "{graph}");
}

#[test]
fn all_but_the_heaviest_domain_is_copied() {
    check("0: 1; 1: 2; 2: 1 0", "", "");
    // The loop of [Gaster08]: the block with fewer arms is copied.
    check("0: 1 2; 1: 2; 2: 1 3; 3:", "b4=b1:b2", "b4=b1:b2");
    // The loop of [Song]: B owns C, so D is copied.
    check(
        "0: 1 4; 1: 2; 2: 3; 3: 1 5; 4: 3; 5:",
        "b6=b3:b1,b5",
        "b6=b3:b1,b5",
    );
    // The nest of [Song]: in the outer loop 1 is copied, in the inner one 4 or 6.
    check(
        "0: 1 2; 1: 2; 2: 3 6; 3: 1 4; 4: 1 6; 5: 4; 6: 5",
        "b7=b1:b2 b8=b4:b1,b6",
        "b7=b1:b2 b8=b4:b1,b6",
    );
    // A head need not be an entry: 3 is where the paths from 1 and 2 meet, and dominates the rest
    // of the loop.
    check(
        "0: 1 2; 1: 3; 2: 3; 3: 4; 4: 5; 5: 1 2 6; 6:",
        "b7=b2:b3 b8=b1:b3",
        "b7=b2:b3 b8=b1:b3",
    );
    // The copies form a loop of their own, and the edges that leave it lead to copies as well.
    check(
        "0: 1 2 3; 1: 2; 2: 1 3; 3: 1 3",
        "b4=b1:b5 b5=b2:b4,b3 b6=b1:b5",
        "b4=b1:b5 b5=b2:b4,b3 b6=b1:b5",
    );
    // An unreachable block is no predecessor of a loop, and does not change.
    check("0: 1 2; 1: 2; 2: 1; 3: 1", "b4=b1:b2", "b4=b1:b2");
}

#[test]
fn loops_that_lead_to_loops_lead_to_their_copies() {
    // Two loops one after the other: the second is finished first.
    check(
        "0: 1 2; 1: 2; 2: 1 3 4; 3: 4; 4: 3 5; 5: 3 4 6; 6:",
        "b7=b3:b4 b8=b1:b2",
        "b7=b3:b4 b8=b1:b2",
    );
}

#[test]
fn what_is_large_and_cold_gets_a_dispatcher() {
    let check = |sizes: u32, weight: u32, expected: &str| {
        let plain = samples::graph("0: 1 2; 1: 2; 2: 1 3; 3: 3 4; 4:");
        let mut builder = CfgBuilder::new();
        for block in plain.blocks() {
            builder.block(plain.exit(block), plain.successors(block).iter().copied());
        }
        builder.size(BlockId::new(1), sizes);
        builder.size(BlockId::new(2), sizes);
        builder.weight(Edge::new(BlockId::new(3), 0), weight);
        let cfg = builder.build(plain.entry()).expect("the same arms");
        assert_eq!(reduced_by("hybrid", &cfg, Budget::times(&cfg, 9)), expected);
    };
    // Three of seven edges are routed: 1 + 2 + 2·3 + 8·3 = 33. The copy of 1 costs its size and an
    // arm.
    check(32, 1, "b5=b1:b2");
    check(33, 1, "b5:b1,b2");
    // The other edges are taken more often: 1 + 2 + 2·3 + 8·3·7/13.
    check(20, 7, "b5=b1:b2");
    check(21, 7, "b5:b1,b2");
}

#[test]
fn the_budget_is_kept() {
    let cfg = samples::graph("0: 1 2; 1: 2; 2: 1 3; 3:");
    // Four blocks and five edges, and a copy of 1 with its arm. A dispatcher would have been
    // larger.
    assert_eq!(reduced_by("split", &cfg, Budget::total(11)), "b4=b1:b2");
    let refusal = "the result is larger than the 10 units allowed";
    assert_eq!(reduced_by("split", &cfg, Budget::total(10)), refusal);
    assert_eq!(reduced_by("hybrid", &cfg, Budget::total(11)), "b4:b1,b2");
    // No budget is too small for a graph that is reducible, nor for dispatchers.
    let reducible = samples::graph("0: 0 1; 1:");
    assert_eq!(reduced_by("split", &reducible, Budget::total(0)), "");
    for (_, cfg) in randoms() {
        for times in 0..4 {
            let budget = Budget::total(budget::size(&cfg) * times);
            if let Ok(reduced) = split(&cfg, budget) {
                let free = Reducible::test(&cfg).is_ok();
                assert!(free || budget::size(reduced.cfg()) <= budget.get());
            }
            let reduced = hybrid(&cfg, budget);
            let least = budget::size(dispatch(&cfg).cfg());
            assert!(
                budget::size(reduced.cfg()) <= least.max(budget.get()),
                "{cfg:?}"
            );
        }
    }
}

fn randoms() -> impl Iterator<Item = (u64, Cfg)> {
    (0..800).map(|seed| {
        let mut numbers = samples::Numbers::new(seed);
        let cfg = samples::random(&mut numbers, 14);
        (seed, samples::weighted(&cfg, &mut numbers))
    })
}

#[test]
fn random_graphs_keep_every_jump() {
    let (mut copied, mut both, mut refused) = (0, 0, 0);
    for (_, cfg) in randoms() {
        let budget = Budget::times(&cfg, 32);
        match split(&cfg, budget) {
            Ok(reduced) => {
                keeps_every_jump(&cfg, &reduced);
                let mut blocks = reduced.cfg().blocks();
                assert!(blocks.all(|block| !reduced.is_dispatcher(block)));
                copied += usize::from(reduced.has_copies());
            }
            Err(_) => refused += 1,
        }
        let reduced = hybrid(&cfg, budget);
        keeps_every_jump(&cfg, &reduced);
        let mut blocks = reduced.cfg().blocks();
        let dispatches = blocks.any(|block| reduced.is_dispatcher(block));
        both += usize::from(dispatches && reduced.has_copies());
        // Without room for copies the same edges are routed; dispatchers may have other numbers.
        let (frugal, plain) = (hybrid(&cfg, Budget::total(0)), dispatch(&cfg));
        assert!(!frugal.has_copies());
        for edge in cfg.blocks().flat_map(|block| cfg.edges(block)) {
            assert_eq!(frugal.stored(edge), plain.stored(edge), "{cfg:?}");
        }
    }
    assert!(
        copied > 100 && both > 2 && refused < 20,
        "{copied} {both} {refused}"
    );
}

#[test]
fn renumbering_changes_names_only() {
    for (seed, cfg) in randoms() {
        let (renamed, names) = samples::renumbered(&cfg, seed);
        let rename = |block: BlockId| names.get(block).copied().unwrap_or(block);
        for reduction in REDUCTIONS {
            let [left, right] =
                [&cfg, &renamed].map(|cfg| reduction.reduce(cfg, Budget::times(cfg, 8)));
            let (Ok(left), Ok(right)) = (&left, &right) else {
                assert_eq!(left.is_err(), right.is_err());
                continue;
            };
            assert_eq!(left.cfg().block_count(), right.cfg().block_count());
            for block in left.cfg().blocks() {
                let origin = left.origin(block).map(rename);
                assert_eq!(origin, right.origin(rename(block)), "{cfg:?}");
                for edge in left.cfg().edges(block) {
                    let twin = Edge::new(rename(block), edge.slot as usize);
                    let to = rename(left.cfg().target(edge));
                    assert_eq!(to, right.cfg().target(twin), "{cfg:?}");
                    assert_eq!(left.stored(edge), right.stored(twin), "{cfg:?}");
                }
            }
        }
    }
}

#[test]
fn a_clique_is_refused_before_it_is_copied() {
    let cfg = samples::cliques(1, 64);
    // Few machines have memory for even the first round of copies: the answer comes from the bound.
    assert!(split(&cfg, Budget::total(u64::MAX >> 2)).is_err());
    let reduced = hybrid(&cfg, Budget::total(u64::MAX));
    assert!(!reduced.has_copies());
    assert_eq!(reduced, dispatch(&cfg));
    // Many small cliques cost little each.
    let cfg = samples::cliques(1_000, 4);
    let reduced = split(&cfg, Budget::times(&cfg, 32));
    let reduced = reduced.expect("eleven copies for four blocks");
    assert_eq!(reduced.cfg().block_count(), 1 + 1_000 * 15);
}

#[test]
fn nests_within_a_budget() {
    // Each depth doubles what is below it.
    let nest = samples::two_entry_nest(300);
    assert!(split(&nest, Budget::times(&nest, 32)).is_err());
    let reduced = hybrid(&nest, Budget::times(&nest, 32));
    for block in reduced.cfg().blocks() {
        let Some(origin) = reduced.origin(block) else {
            continue;
        };
        for edge in reduced.cfg().edges(block) {
            let to = reduced.origin(follow(&reduced, edge));
            assert_eq!(
                to,
                Some(nest.target(Edge {
                    block: origin,
                    ..edge
                }))
            );
        }
    }
}
