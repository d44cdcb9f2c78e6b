//! Tests that count the blocks and edges that the recursion over multi-entry loops reads, and that
//! check that dividing loops keeps every jump.

use super::dispatch::keeps_every_jump;
use crate::analysis::samples;
use crate::cfg::Cfg;
use crate::ids::{BlockId, Id};
use crate::reduce::dispatch::dispatch_with;
use crate::reduce::effort::Effort;
use crate::reduce::{Budget, Reducible, dispatch, hybrid, outline};
use crate::structure::nested;
use crate::verify;

fn proved(cfg: &Cfg, reduced: &Reducible) {
    let program = nested(reduced);
    let limit = verify::state_limit(cfg, &program);
    assert!(verify::simulation(cfg, &program, limit).is_proved());
}

/// Gives the mean number of times that each block and edge is read.
fn reads(cfg: &Cfg, effort: &mut Effort) -> u64 {
    let reduced = dispatch_with(cfg, effort);
    assert!(
        reduced
            .loops()
            .ids()
            .all(|id| !reduced.loops().is_multi_entry(id))
    );
    proved(cfg, &reduced);
    effort.spent() / (cfg.block_count() + cfg.edge_count()) as u64
}

/// Makes a graph of about this size. For each shape in [`DEEP`], the depth of the plain recursion
/// grows with the size.
type Shape = fn(usize) -> Cfg;
const DEEP: [(&str, Shape); 3] = [
    ("interlocked loops", |n| samples::interlocked(n / 9)),
    ("two-way grid", |n| samples::two_way_grid((n / 5).isqrt())),
    ("two-entry nest", |n| samples::two_entry_nest(n / 7)),
];

#[test]
fn deep_recursion_reads_each_block_and_edge_a_bounded_number_of_times() {
    for (name, make) in DEEP {
        for size in [1_000, 10_000, 100_000] {
            let cfg = make(size);
            let reads = reads(&cfg, &mut Effort::of(&cfg));
            // The limit, the region that exceeds it, and a few more for each time that a loop is
            // divided.
            assert!(reads <= 64 + 1 + 40, "{name} of {size}: {reads}");
        }
        // Plain recursion reads each block more often in a larger graph.
        let [few, many] = [2_000, 20_000].map(|size| reads(&make(size), &mut Effort::unlimited()));
        assert!(many > 2 * few && many > 50, "{name}: {few} and {many}");
    }
}

#[test]
fn a_large_chain_of_interlocked_loops_and_a_large_grid_are_reduced() {
    for (_, make) in DEEP {
        let cfg = make(20_000);
        let copied = hybrid(&cfg, Budget::times(&cfg, 2));
        proved(&cfg, &copied);
        assert!(outline(&cfg).pieces().len() > 1);
    }
}

#[test]
fn below_the_limit_nothing_is_divided() {
    let mut irreducible = 0;
    samples::each_random(5_000, |_, cfg| {
        let plain = dispatch_with(cfg, &mut Effort::unlimited());
        assert_eq!(dispatch(cfg), plain, "{cfg:?}");
        irreducible += usize::from(plain.cfg().block_count() > cfg.block_count());
    });
    assert!(irreducible > 900, "only {irreducible} had dispatchers");
    for cfg in [
        samples::two_entry_nest(60),
        samples::cliques(1_000, 4),
        samples::interlocked(60),
        samples::two_way_grid(20),
    ] {
        let mut effort = Effort::unlimited();
        let plain = dispatch_with(&cfg, &mut effort);
        assert!(effort.spent() <= 64 * (cfg.block_count() + cfg.edge_count()) as u64);
        assert_eq!(dispatch(&cfg), plain);
    }
}

/// Every loop of three layers or more is divided at once.
#[test]
fn loops_that_are_divided_keep_every_jump() {
    let mut other = 0;
    samples::each_random(5_000, |_, cfg| {
        let reduced = dispatch_with(cfg, &mut Effort::eager());
        keeps_every_jump(cfg, &reduced);
        proved(cfg, &reduced);
        other += usize::from(reduced != dispatch(cfg));
    });
    assert!(other > 100, "only {other} graphs had loops to divide");
}

#[test]
fn a_switch_is_no_label_of_a_loop_that_is_divided() {
    // The switch selects only the entries 1 and 2; the loop continues far beyond them.
    let mut rows = alloc::vec![alloc::vec![1, 2, 1], alloc::vec![2], alloc::vec![3, 1]];
    rows.extend((3..30).map(|block| alloc::vec![block + 1, block - 1]));
    rows.push(alloc::vec![29]);
    let cfg = samples::from_rows(0, &rows);
    assert!(dispatch(&cfg).selects(BlockId::new(0)).is_some());
    let reduced = dispatch_with(&cfg, &mut Effort::eager());
    assert_eq!(reduced.selects(BlockId::new(0)), None);
    keeps_every_jump(&cfg, &reduced);
    proved(&cfg, &reduced);
}

#[test]
fn renumbering_changes_names_only_of_loops_that_are_divided() {
    for seed in 0..1_000 {
        let mut numbers = samples::Numbers::new(seed);
        let cfg = samples::random(&mut numbers, 14);
        let (renamed, _) = samples::renumbered(&cfg, seed);
        let [left, right] = [&cfg, &renamed].map(|cfg| {
            let reduced = dispatch_with(cfg, &mut Effort::eager());
            let cfg = reduced.cfg();
            let edges = cfg.blocks().flat_map(|block| cfg.edges(block));
            let routed = edges.filter(|&edge| reduced.stored(edge).is_some()).count();
            (cfg.block_count(), routed)
        });
        assert_eq!(left, right, "{cfg:?}");
    }
}
