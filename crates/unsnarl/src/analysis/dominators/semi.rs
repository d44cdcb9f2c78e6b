//! Dominators of any graph, by semidominators.
//!
//! *Source:* [Georgiadis05] (Semi-NCA): semidominators by path compression as in
//! [LengauerTarjan79], then each immediate dominator by a climb in the tree so far. Vertices are
//! numbered in preorder, which is computed from the reverse postorder.
//! *Departs:* paths are compressed with an explicit stack, so the depth is limited by memory, not
//! by the call stack.

use crate::analysis::order::Tree;
use crate::analysis::{Order, Predecessors};
use crate::cfg::Cfg;
use alloc::vec::Vec;

/// Gives, for each position, the position of the immediate dominator. The entry is its own.
pub(super) fn immediate(cfg: &Cfg, order: &Order, predecessors: &Predecessors) -> Vec<u32> {
    let preorder = Preorder::of(cfg, order);
    let immediate = preorder.immediate(preorder.semidominators(predecessors));
    let position = |vertex: &u32| preorder.position[immediate[*vertex as usize] as usize];
    preorder.vertex.iter().map(position).collect()
}

/// The tree of the depth-first walk that made an order, with its vertices numbered in preorder.
struct Preorder {
    /// By position, the vertex.
    vertex: Vec<u32>,
    /// By vertex, the position.
    position: Vec<u32>,
    /// By vertex, the parent in the tree. The root is its own.
    parent: Vec<u32>,
}

impl Preorder {
    fn of(cfg: &Cfg, order: &Order) -> Preorder {
        let Tree { parents, ends } = Tree::new(cfg, order);
        let mut vertex = alloc::vec![0_u32; parents.len()];
        for at in 1..parents.len() {
            let parent = parents[at] as usize;
            // The walk came here after it had left those siblings that are later in the order.
            vertex[at] = vertex[parent] + 1 + (ends[parent] - ends[at]);
        }
        let mut position = alloc::vec![0; parents.len()];
        let mut parent = alloc::vec![0; parents.len()];
        for (at, &number) in vertex.iter().enumerate() {
            position[number as usize] = at as u32;
            parent[number as usize] = vertex[parents[at] as usize];
        }
        Preorder {
            vertex,
            position,
            parent,
        }
    }

    /// Finds the semidominator of each vertex: the least vertex with a path to this one whose inner
    /// vertices all have higher numbers than this one.
    fn semidominators(&self, predecessors: &Predecessors) -> Vec<u32> {
        let count = self.parent.len();
        let mut semi = self.parent.clone();
        let mut paths = Paths {
            up: self.parent.clone(),
            least: (0..).take(count).collect(),
            climbed: Vec::new(),
        };
        for at in (1..count).rev() {
            let mut best = semi[at];
            for &from in predecessors.of(self.position[at]) {
                let from = self.vertex[from as usize];
                best = best.min(if from as usize <= at {
                    from
                } else {
                    paths.least_above(from, at as u32)
                });
            }
            semi[at] = best;
            paths.least[at] = best;
        }
        semi
    }

    /// Finds the immediate dominator of each vertex: the first one, on the climb from its parent
    /// along immediate dominators, whose number is not higher than that of its semidominator.
    fn immediate(&self, semi: Vec<u32>) -> Vec<u32> {
        let mut immediate = self.parent.clone();
        for at in 1..immediate.len() {
            let mut above = immediate[at];
            while above > semi[at] {
                above = immediate[above as usize];
            }
            immediate[at] = above;
        }
        immediate
    }
}

/// The least semidominators along tree paths. Queries compress the paths.
struct Paths {
    up: Vec<u32>,
    least: Vec<u32>,
    climbed: Vec<u32>,
}

impl Paths {
    /// Gives the least semidominator on the tree path from `from` up to the last vertex above
    /// `bound`.
    fn least_above(&mut self, from: u32, bound: u32) -> u32 {
        let mut at = from;
        while self.up[at as usize] > bound {
            self.climbed.push(at);
            at = self.up[at as usize];
        }
        let top = self.up[at as usize];
        let mut least = self.least[at as usize];
        while let Some(below) = self.climbed.pop() {
            least = least.min(self.least[below as usize]);
            self.least[below as usize] = least;
            self.up[below as usize] = top;
        }
        least
    }
}
