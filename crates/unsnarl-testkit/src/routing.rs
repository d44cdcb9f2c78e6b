//! How much `reduce::dispatch` saves against dispatchers that all edges into entries go through.
//!
//! *Needs:* any graph. *Gives:* [`everything_routed`], the edges through such dispatchers, and
//! [`saving`], the counts side by side. *Cost:* O((V + E) d), d being how deep multi-entry loops
//! nest.
//!
//! The rule is the one that other compilers follow: in a region (at first the whole graph), each
//! strong component that is entered at several blocks gets a dispatcher; every edge to one of those
//! blocks, from inside or outside, is routed through it. Then the same in the component without
//! these edges; and in a component with one entry, without the edges to that. Written from the
//! definition; of the library it uses only orders and strong components.

pub mod least;

use crate::Rows;
use std::collections::BTreeSet;
use unsnarl::analysis::{Order, Sccs};
use unsnarl::reduce::dispatch;
use unsnarl::{Cfg, Edge, Id, structure, verify};

/// Edges routed through a dispatcher, and how often that happens on a walk.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Routing {
    /// The edges of the graph that are routed.
    pub edges: usize,
    /// Those of them that leave a block of the dispatcher's own loop.
    pub inside: usize,
    /// How often a dispatcher was passed.
    pub executed: u64,
}

impl Routing {
    /// Adds the counts of another graph.
    pub fn add(&mut self, other: &Routing) {
        self.edges += other.edges;
        self.inside += other.inside;
        self.executed += other.executed;
    }
}

/// The cost of a graph by `dispatch`, and if every edge into an entry is routed.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Saving {
    /// By `dispatch`.
    pub ours: Routing,
    /// If all are routed.
    pub all: Routing,
}

/// Compares the two on a graph, on a walk of this many blocks.
///
/// Panics if the program of `nested` has no meaning on the walk.
pub fn saving(cfg: &Cfg, seed: u64, blocks: usize) -> Saving {
    let routed = everything_routed(cfg);
    let side = |edge: Edge| routed[cfg.edge_index(edge)];
    let reduced = dispatch(cfg);
    let program = structure::nested(&reduced);
    let executed = verify::executed_dispatches(cfg, &program, seed, blocks as u64);
    let mut saving = Saving::default();
    saving.ours.executed = executed.expect("the program follows the graph");
    let walk = verify::random_walk(cfg, seed).take(blocks);
    let passed = walk.filter(|&(_, edge)| edge.is_some_and(|edge| side(edge).is_some()));
    saving.all.executed = passed.count() as u64;
    for edge in cfg.blocks().flat_map(|block| cfg.edges(block)) {
        let inside = usize::from(side(edge) == Some(Side::Inside));
        if side(edge).is_some() {
            saving.all.edges += 1;
            saving.all.inside += inside;
        }
        if reduced.stored(edge).is_some() {
            saving.ours.edges += 1;
            saving.ours.inside += inside;
        }
    }
    saving
}

/// The source of a routed edge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// A block of the dispatcher's loop.
    Inside,
    /// Elsewhere.
    Outside,
}

/// Gives for each edge, by its index, whether it is routed if every edge into an entry is.
pub fn everything_routed(cfg: &Cfg) -> Vec<Option<Side>> {
    let order = Order::new(cfg);
    let mut sides = vec![None; cfg.edge_count()];
    let all = || order.blocks().iter().flat_map(|&block| cfg.edges(block));
    // The edges that are left in the regions of this round.
    let mut left: Vec<Edge> = all()
        .filter(|&edge| cfg.target(edge) != cfg.entry())
        .collect();
    while !left.is_empty() {
        let sccs = components(cfg, &left);
        let inside = |edge: &Edge| {
            let [from, to] = [edge.block, cfg.target(*edge)].map(|block| sccs.component(block));
            from == to
        };
        let mut loops = vec![false; sccs.count() as usize];
        for edge in left.iter().filter(|&edge| inside(edge)) {
            loops[sccs.component(edge.block) as usize] = true;
        }
        let mut entries = vec![BTreeSet::new(); sccs.count() as usize];
        for &edge in left.iter().filter(|&edge| !inside(edge)) {
            let to = cfg.target(edge);
            entries[sccs.component(to) as usize].insert(to);
        }
        let enters = |edge: &Edge| {
            let to = cfg.target(*edge);
            entries[sccs.component(to) as usize].contains(&to)
        };
        for edge in left.iter().filter(|&edge| enters(edge)) {
            let component = sccs.component(cfg.target(*edge)) as usize;
            if loops[component] && entries[component].len() > 1 {
                let side = if inside(edge) {
                    Side::Inside
                } else {
                    Side::Outside
                };
                sides[cfg.edge_index(*edge)] = Some(side);
            }
        }
        left.retain(|edge| inside(edge) && !enters(edge));
    }
    sides
}

/// The strong components of the graph that has these edges only.
fn components(cfg: &Cfg, edges: &[Edge]) -> Sccs {
    let mut targets = vec![Vec::new(); cfg.block_count()];
    for &edge in edges {
        targets[edge.block.index()].push(cfg.target(edge).index());
    }
    let mut rows = Rows::of(targets);
    rows.entry = cfg.entry().index();
    Sccs::new(&rows.cfg())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two loops, the second inside what is left of the first: inside 1 2 3 4 (entered at 1 and 2)
    /// lie 3 and 4.
    #[test]
    fn all_edges_into_entries_are_routed() {
        let rows = [
            vec![1, 2],
            vec![2, 3],
            vec![1, 4],
            vec![4, 1],
            vec![3, 4, 2],
        ];
        let cfg = Rows::of(rows.to_vec()).cfg();
        let sides = everything_routed(&cfg);
        let routed = cfg
            .blocks()
            .flat_map(|block| cfg.edges(block))
            .filter_map(|edge| {
                let side = sides[cfg.edge_index(edge)]?;
                Some((edge.block.index(), cfg.target(edge).index(), side))
            });
        use Side::{Inside, Outside};
        let expected = [
            (0, 1, Outside),
            (0, 2, Outside),
            (1, 2, Inside),
            (1, 3, Outside),
            (2, 1, Inside),
            (2, 4, Outside),
            (3, 4, Inside),
            (3, 1, Inside),
            (4, 3, Inside),
            (4, 4, Inside),
            (4, 2, Inside),
        ];
        assert_eq!(routed.collect::<Vec<_>>(), expected);
        let reducible = Rows::of(vec![vec![1], vec![1, 2], vec![0]]).cfg();
        assert!(everything_routed(&reducible).iter().all(Option::is_none));
    }
}
