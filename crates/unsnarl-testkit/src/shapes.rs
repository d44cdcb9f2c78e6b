//! Families of graphs, each with a parameter for its size.
//!
//! *Needs:* a number n. *Gives:* [`SHAPES`], a named table of functions from n to a graph whose
//! blocks and edges together are about n. *Cost:* O(n).
//!
//! Each family is hard for something: long chains for recursion, ladders for dominators, guards for
//! nesting, cliques for dispatchers, switches for scopes.

use crate::random::{Knobs, graph};
use crate::{Rng, Rows};
use unsnarl::Cfg;

/// A family of graphs.
#[derive(Clone, Copy)]
pub struct Shape {
    /// Its name in tables.
    pub name: &'static str,
    /// Makes the member with about this many blocks and edges.
    pub make: fn(usize) -> Cfg,
}

/// All families.
pub const SHAPES: &[Shape] = &[
    shape("chain", chain),
    shape("diamonds", diamonds),
    shape("ladder", ladder),
    shape("comb", comb),
    shape("loop-nest", loop_nest),
    shape("if-nest", if_nest),
    shape("sequential-loops", sequential_loops),
    shape("guards", guards),
    shape("crossings", crossings),
    shape("star", star),
    shape("many-cliques", many_cliques),
    shape("one-clique", one_clique),
    shape("irreducible-nests", irreducible_nests),
    shape("interlocked-loops", interlocked_loops),
    shape("two-way-grid", two_way_grid),
    shape("huge-switch", huge_switch),
    shape("fall-through", fall_through),
    shape("threaded", threaded),
    shape("duff", duff),
    shape("random", random),
];

const fn shape(name: &'static str, make: fn(usize) -> Cfg) -> Shape {
    Shape { name, make }
}

/// Makes a graph of equal units in a row and a block that returns. A unit gets the number of its
/// first block and that of the next unit's.
fn units(
    n: usize,
    cost: usize,
    blocks: usize,
    unit: impl Fn(usize, usize) -> Vec<Vec<usize>>,
) -> Cfg {
    let count = (n / cost).max(1);
    let mut rows = Vec::with_capacity(count * blocks + 1);
    for first in (0..count).map(|index| index * blocks) {
        rows.extend(unit(first, first + blocks));
    }
    rows.push(Vec::new());
    Rows::of(rows).cfg()
}

/// Blocks in a row.
pub fn chain(n: usize) -> Cfg {
    units(n, 2, 1, |_, next| vec![vec![next]])
}

/// `if`s with two arms in a row.
pub fn diamonds(n: usize) -> Cfg {
    units(n, 7, 3, |a, next| {
        vec![vec![a + 1, a + 2], vec![next], vec![next]]
    })
}

/// Two rails with rungs from one to the other: every block of the right rail is a merge.
pub fn ladder(n: usize) -> Cfg {
    let rungs = (n / 5).max(1);
    let mut rows = Vec::new();
    for left in (0..rungs).map(|rung| 2 * rung) {
        rows.push(vec![left + 2, left + 1]);
        rows.push(vec![left + 3]);
    }
    rows.push(vec![2 * rungs + 1]);
    rows.push(Vec::new());
    Rows::of(rows).cfg()
}

/// Early returns that all lead to one exit.
pub fn comb(n: usize) -> Cfg {
    let teeth = (n / 3).max(1);
    let mut rows: Vec<Vec<usize>> = (0..teeth).map(|tooth| vec![teeth, tooth + 1]).collect();
    rows.push(Vec::new());
    Rows::of(rows).cfg()
}

/// Loops in loops, each with its header before and its latch after the inner one.
pub fn loop_nest(n: usize) -> Cfg {
    let depth = (n / 5).max(1);
    let mut rows: Vec<Vec<usize>> = (0..depth).map(|header| vec![header + 1]).collect();
    rows.extend((0..depth).map(|out| vec![depth - 1 - out, depth + out + 1]));
    rows.push(Vec::new());
    Rows::of(rows).cfg()
}

/// `if`s without `else` in `if`s.
pub fn if_nest(n: usize) -> Cfg {
    let depth = (n / 5).max(1);
    let end = 2 * depth - 1;
    let mut rows: Vec<Vec<usize>> = (0..depth)
        .map(|outer| vec![outer + 1, end + 1 - outer])
        .collect();
    rows.extend((depth..=end).map(|join| vec![join + 1]));
    rows.push(Vec::new());
    Rows::of(rows).cfg()
}

/// Loops in a row.
pub fn sequential_loops(n: usize) -> Cfg {
    units(n, 5, 2, |a, next| vec![vec![a + 1, next], vec![a]])
}

/// Guards that clean up and share an error exit: `if (f) { clean; goto error }`.
pub fn guards(n: usize) -> Cfg {
    let count = (n / 5).max(1);
    let mut rows = Vec::new();
    for guard in (0..count).map(|index| 2 * index) {
        rows.push(vec![guard + 1, guard + 2]);
        rows.push(vec![2 * count + 1]);
    }
    rows.extend([vec![], vec![]]);
    Rows::of(rows).cfg()
}

/// Forward edges of which each crosses its neighbours: from every block to the next and some
/// further on.
pub fn crossings(n: usize) -> Cfg {
    let last = (n / 3).max(1);
    let far = |block: usize| block + [2, 5, 3][block % 3];
    let mut rows: Vec<Vec<usize>> = (0..last)
        .map(|block| vec![block + 1, far(block).min(last)])
        .collect();
    rows.push(Vec::new());
    Rows::of(rows).cfg()
}

/// One loop with many latches.
pub fn star(n: usize) -> Cfg {
    let latches = (n / 3).max(1);
    let mut rows = vec![(1..=latches + 1).collect()];
    rows.extend((0..latches).map(|_| vec![0]));
    rows.push(Vec::new());
    Rows::of(rows).cfg()
}

/// Loops of three blocks in a row, each with three entries that all lead to each other.
pub fn many_cliques(n: usize) -> Cfg {
    units(n, 16, 4, |a, next| {
        let entries = [a + 1, a + 2, a + 3];
        let others = |me: usize| {
            let mut arms: Vec<usize> = entries.iter().copied().filter(|&e| e != me).collect();
            arms.push(next);
            arms
        };
        let mut rows = vec![entries.to_vec()];
        rows.extend(entries.map(others));
        rows
    })
}

/// One loop whose blocks all are entries and all lead to each other.
pub fn one_clique(n: usize) -> Cfg {
    let size = n.isqrt().max(3);
    let mut rows = vec![(1..=size).collect::<Vec<usize>>()];
    rows.extend((1..=size).map(|me| (1..=size + 1).filter(|&to| to != me).collect()));
    rows.push(Vec::new());
    Rows::of(rows).cfg()
}

/// Loops of two entries nested eight deep, in a row.
pub fn irreducible_nests(n: usize) -> Cfg {
    const DEPTH: usize = 8;
    units(n, 8 * DEPTH + 3, 3 * DEPTH + 1, |a, next| {
        let left = |level: usize| a + 1 + 3 * level;
        let latch = |level: usize| left(level) + 2;
        let mut rows = vec![vec![left(0), left(0) + 1]];
        for level in 0..DEPTH {
            let inner = level + 1 < DEPTH;
            let into = |side| {
                if inner {
                    left(level + 1) + side
                } else {
                    latch(level)
                }
            };
            rows.push(vec![left(level) + 1, into(0)]);
            rows.push(vec![left(level), into(1)]);
            let out = if level == 0 { next } else { latch(level - 1) };
            rows.push(vec![left(level), out]);
        }
        rows
    })
}

/// Loops of two entries in a chain, each of which leads into the next and back into the one before:
/// the loops that remain without the entries of the first are the same chain, shorter by one.
pub fn interlocked_loops(n: usize) -> Cfg {
    let links = (n / 9).max(1);
    let mut rows = Vec::new();
    for a in (0..links).map(|link| 3 * link) {
        let back = a.checked_sub(2);
        rows.push(vec![a + 1, a + 2]);
        rows.push(vec![a + 2, a + 3]);
        rows.push([a + 1].into_iter().chain(back).collect());
    }
    rows.push(Vec::new());
    Rows::of(rows).cfg()
}

/// A square grid with edges in both directions between neighbours. All of it is one loop; without
/// its entries the rest is one loop again, and so on from one corner to the other.
pub fn two_way_grid(n: usize) -> Cfg {
    let side = (n / 5).isqrt().max(2);
    let end = side * side;
    let mut rows = Vec::with_capacity(end + 1);
    for at in 0..end {
        let (row, column) = (at / side, at % side);
        let right = (column + 1 < side).then_some(at + 1);
        let down = (row + 1 < side).then_some(at + side);
        let left = (column > 0).then(|| at - 1);
        let up = (row > 0).then(|| at - side);
        let leaves = (at + 1 == end).then_some(end);
        rows.push(
            [right, down, left, up, leaves]
                .into_iter()
                .flatten()
                .collect(),
        );
    }
    rows.push(Vec::new());
    Rows::of(rows).cfg()
}

/// One switch whose cases merge after it.
pub fn huge_switch(n: usize) -> Cfg {
    let cases = (n / 3).max(1);
    let mut rows = vec![(1..=cases).collect::<Vec<usize>>()];
    rows.extend((0..cases).map(|_| vec![cases + 1]));
    rows.push(Vec::new());
    Rows::of(rows).cfg()
}

/// One switch in which each case falls into the next.
pub fn fall_through(n: usize) -> Cfg {
    let cases = (n / 3).max(1);
    let mut rows = vec![(1..=cases).collect::<Vec<usize>>()];
    rows.extend((1..=cases).map(|case| vec![case + 1]));
    rows.push(Vec::new());
    Rows::of(rows).cfg()
}

/// Interpreters in a row, each of eight operations that all dispatch to all.
pub fn threaded(n: usize) -> Cfg {
    units(n, 89, 9, |a, next| {
        let operations: Vec<usize> = (a + 1..=a + 8).collect();
        let mut rows = vec![operations.clone()];
        rows.extend((0..8).map(|_| operations.iter().copied().chain([next]).collect()));
        rows
    })
}

/// Duff's devices in a row: a switch into the middle of a loop.
pub fn duff(n: usize) -> Cfg {
    units(n, 26, 9, |a, next| {
        let mut rows = vec![(a + 1..=a + 8).collect::<Vec<usize>>()];
        rows.extend((a + 1..a + 8).map(|case| vec![case + 1]));
        rows.push(vec![a + 1, next]);
        rows
    })
}

/// A random graph with a few wild edges, the same every time.
pub fn random(n: usize) -> Cfg {
    let knobs = Knobs {
        blocks: (n * 2 / 5).max(1),
        unreachable: 0,
        widest: 3,
        loops: 15,
        merges: 25,
        wild: 0,
        duplicates: 0,
        endless: 0,
        odd_exits: 0,
    };
    graph(&mut Rng::new(0x5eed), &knobs)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::is_reducible;

    #[test]
    fn every_shape_has_about_the_size_that_was_asked_for() {
        for shape in SHAPES {
            for n in [1_000, 20_000] {
                let cfg = (shape.make)(n);
                let size = cfg.block_count() + cfg.edge_count();
                assert!(
                    (n * 3 / 4..n * 5 / 4).contains(&size),
                    "{} of {n} has {size}",
                    shape.name
                );
            }
        }
    }

    #[test]
    fn every_shape_has_a_smallest_member() {
        for shape in SHAPES {
            assert!((shape.make)(0).block_count() > 0, "{}", shape.name);
        }
    }

    #[test]
    fn the_shapes_that_are_irreducible_are_known() {
        let irreducible: Vec<&str> = SHAPES
            .iter()
            .filter(|shape| !is_reducible(&(shape.make)(120)))
            .map(|shape| shape.name)
            .collect();
        let expected = [
            "many-cliques",
            "one-clique",
            "irreducible-nests",
            "interlocked-loops",
            "two-way-grid",
            "threaded",
            "duff",
        ];
        assert_eq!(irreducible, expected);
    }
}
