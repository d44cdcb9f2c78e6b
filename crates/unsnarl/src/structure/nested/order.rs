//! The order of the blocks that follow one block side by side.
//!
//! *Needs:* children of one node of the placement tree: how deep each nests, which of its siblings jump
//! to it, and whether the body before them all does.
//! *Gives:* a legal order of least depth, exact up to [`EXACT`] children, and the depth.
//! *Cost:* O(k log k + jumps) for k children; up to `EXACT`! placements for few children whose bounds
//! do not meet, which is rare.
//! *Source:* [Lawler73]: to minimise the largest of costs that grow with the position, decide
//! the easiest position first. Here the child placed first lies in the most scopes, so the shallowest of
//! the children that may come first goes first.
//! *Departs:* Lawler's rule assumes that every scope opens before the first child. Scopes open as late as
//! they can, so for few children all orders are tried against the bound that his order gives.
//!
//! In the order y₁ … yₖ every child but the first needs a scope that ends before it: the first is served by
//! the end of the body. (A child whose only jumps came from one sibling would be dominated by it and would
//! not stand beside it.) So the number of scopes is k − 1 whatever the order, and depth decides.

use crate::structure::laminar::close_over;
use alloc::collections::BinaryHeap;
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Reverse;

/// Up to this many children the order is the best one.
pub(super) const EXACT: usize = 8;

/// One of the children.
#[derive(Clone, Default, Debug)]
pub(super) struct Child {
    /// How deep it nests by itself.
    pub(super) depth: u32,
    /// Whether the body before the children jumps to it.
    pub(super) from_body: bool,
    /// The siblings that jump to it, by number; a number may stand there more than once.
    pub(super) from: Vec<u32>,
}

/// Gives the order, as numbers of children, and the depth of body and children together.
///
/// Ties are broken by number, so the children come in canonical order. `body` is the depth of the body.
pub(super) fn order(children: &[Child], body: u32) -> (Vec<u32>, u32) {
    let mut best = shallowest_first(children);
    let mut depth = placed_depth(children, &best, body);
    if (3..=EXACT).contains(&children.len()) && depth > least_depth(children, body) {
        Search {
            children,
            body,
            best: &mut best,
            depth: &mut depth,
            prefix: Vec::new(),
            twins: twins(children),
        }
        .run();
    }
    (best, depth)
}

/// Gives the depth of children that stand in the order of their numbers.
pub(super) fn depth_as_given(children: &[Child], body: u32) -> u32 {
    let numbers: Vec<u32> = (0..children.len() as u32).collect();
    placed_depth(children, &numbers, body)
}

/// Lawler's rule: of the children whose jumping siblings are all placed, the shallowest.
fn shallowest_first(children: &[Child]) -> Vec<u32> {
    let mut waiting: Vec<usize> = children.iter().map(|child| child.from.len()).collect();
    let mut first = vec![0; children.len() + 1];
    for &from in children.iter().flat_map(|child| &child.from) {
        first[from as usize + 1] += 1;
    }
    for number in 0..children.len() {
        first[number + 1] += first[number];
    }
    let mut targets = vec![0; first[children.len()]];
    let mut end = first.clone();
    for (number, child) in (0..).zip(children) {
        for &from in &child.from {
            targets[end[from as usize]] = number;
            end[from as usize] += 1;
        }
    }
    let key = |number: u32| Reverse((children[number as usize].depth, number));
    let numbers = 0..children.len() as u32;
    let mut ready: BinaryHeap<_> = numbers
        .filter(|&number| waiting[number as usize] == 0)
        .map(key)
        .collect();
    let mut order = Vec::with_capacity(children.len());
    while let Some(Reverse((_, number))) = ready.pop() {
        order.push(number);
        for &target in &targets[first[number as usize]..first[number as usize + 1]] {
            waiting[target as usize] -= 1;
            if waiting[target as usize] == 0 {
                ready.push(key(target));
            }
        }
    }
    order
}

/// A bound that no order goes below.
fn least_depth(children: &[Child], body: u32) -> u32 {
    let scopes = children
        .iter()
        .filter(|child| child.from_body)
        .count()
        .saturating_sub(1);
    let deepest = children.iter().map(|child| child.depth).max().unwrap_or(0);
    deepest.max(body + scopes as u32)
}

/// The depth when the children stand in this order and every scope opens as late as it can.
///
/// Position 0 is the body, position i the i-th child. The scope that ends before position i ≥ 2 opens at
/// the first position that jumps there, or earlier where it would cross one that is closed by then.
fn placed_depth(children: &[Child], order: &[u32], body: u32) -> u32 {
    let mut position = vec![0; children.len()];
    for (place, &number) in (1..).zip(order) {
        position[number as usize] = place;
    }
    // How many scopes open at a position, less how many have closed before it.
    let mut opened = vec![0_i32; order.len() + 2];
    let mut closed: Vec<(u32, u32)> = Vec::new();
    for (place, &number) in (1_u32..).zip(order).skip(1) {
        let child = &children[number as usize];
        let from = child.from.iter().map(|&from| position[from as usize]);
        let first = if child.from_body {
            0
        } else {
            from.min().unwrap_or(0)
        };
        let start = close_over(&mut closed, first, place);
        opened[start as usize] += 1;
        opened[place as usize] -= 1;
    }
    let depths = [body]
        .into_iter()
        .chain(order.iter().map(|&number| children[number as usize].depth));
    let mut open = 0;
    let mut deepest = 0;
    for (change, depth) in opened.into_iter().zip(depths) {
        open += change;
        deepest = deepest.max(depth + open.unsigned_abs());
    }
    deepest
}

/// Tries every legal order of few children, front to back. Of orders in which only twins have changed places, one
/// is tried.
struct Search<'a> {
    children: &'a [Child],
    body: u32,
    best: &'a mut Vec<u32>,
    depth: &'a mut u32,
    prefix: Vec<u32>,
    /// Of each child one before it that may change places with it in any order, if there is one.
    twins: Vec<Option<u32>>,
}

/// Finds children that are alike: as deep, jumped to from the same places, and jumping to none of the others.
fn twins(children: &[Child]) -> Vec<Option<u32>> {
    let jumps = |number: usize| {
        let mut from = children.iter().flat_map(|child| &child.from);
        from.any(|&from| from as usize == number)
    };
    let alike = |one: usize, other: usize| {
        let [one, other] = [&children[one], &children[other]];
        (one.depth, one.from_body, &one.from) == (other.depth, other.from_body, &other.from)
    };
    let before = |number: usize| {
        let mut earlier = (0..number).rev().filter(|_| !jumps(number));
        earlier.find(|&other| alike(other, number) && !jumps(other))
    };
    let twins = (0..children.len()).map(|number| Some(before(number)? as u32));
    twins.collect()
}

impl Search<'_> {
    /// Depth-first over orders; as deep as there are children, at most [`EXACT`].
    fn run(&mut self) {
        if self.prefix.len() == self.children.len() {
            let depth = placed_depth(self.children, &self.prefix, self.body);
            if depth < *self.depth {
                *self.depth = depth;
                self.best.clone_from(&self.prefix);
            }
            return;
        }
        for number in 0..self.children.len() as u32 {
            if self.may_come(number) && self.bound(number) < *self.depth {
                self.prefix.push(number);
                self.run();
                self.prefix.pop();
            }
        }
    }

    fn may_come(&self, number: u32) -> bool {
        let from = &self.children[number as usize].from;
        let twin = self.twins[number as usize];
        !self.prefix.contains(&number)
            && from.iter().all(|from| self.prefix.contains(from))
            && twin.is_none_or(|twin| self.prefix.contains(&twin))
    }

    /// The depth of this child if only the scopes lie over it that certainly do: those of later children
    /// to which something before it jumps.
    fn bound(&self, number: u32) -> u32 {
        let later = (0..self.children.len() as u32)
            .filter(|&later| later != number && !self.prefix.contains(&later))
            .filter(|&later| {
                let child = &self.children[later as usize];
                child.from_body || child.from.iter().any(|from| self.prefix.contains(from))
            });
        self.children[number as usize].depth + later.count() as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Children as `depth`, `b` for a jump from the body, and the numbers of jumping siblings.
    #[track_caller]
    fn check(body: u32, children: &[(u32, bool, &[u32])], expected: (&[u32], u32)) {
        let children: Vec<Child> = children
            .iter()
            .map(|&(depth, from_body, from)| Child {
                depth,
                from_body,
                from: from.to_vec(),
            })
            .collect();
        let (numbers, depth) = order(&children, body);
        assert_eq!((&numbers[..], depth), expected);
        assert_eq!(
            depth,
            best_by_trying(&children, body),
            "not the least depth"
        );
    }

    fn best_by_trying(children: &[Child], body: u32) -> u32 {
        let mut best = u32::MAX;
        let mut orders = vec![vec![]];
        while let Some(prefix) = orders.pop() {
            if prefix.len() == children.len() {
                best = best.min(placed_depth(children, &prefix, body));
            }
            for number in 0..children.len() as u32 {
                let from = &children[number as usize].from;
                if !prefix.contains(&number) && from.iter().all(|from| prefix.contains(from)) {
                    orders.push([&prefix[..], &[number]].concat());
                }
            }
        }
        best
    }

    #[test]
    fn the_deepest_child_comes_last() {
        check(1, &[(5, true, &[]), (0, true, &[])], (&[1, 0], 5));
        check(1, &[(0, true, &[]), (0, true, &[])], (&[0, 1], 2));
        check(1, &[], (&[], 1));
    }

    #[test]
    fn a_child_waits_for_the_siblings_that_jump_to_it() {
        check(1, &[(5, true, &[]), (0, true, &[0])], (&[0, 1], 6));
    }

    #[test]
    fn a_scope_that_opens_late_spares_the_children_before_it() {
        // The third child is reached from the second only: its scope does not lie over the first.
        check(
            0,
            &[(3, true, &[]), (0, true, &[0]), (0, false, &[1, 1])],
            (&[0, 1, 2], 4),
        );
    }

    #[test]
    fn random_children_come_in_the_best_order() {
        let mut state = 1_u64;
        let mut next = |below: u64| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state % below
        };
        for _ in 0..2_000 {
            let count = 1 + next(6) as u32;
            let children: Vec<Child> = (0..count)
                .map(|number| {
                    let from: Vec<u32> = (0..number).filter(|_| next(3) == 0).collect();
                    Child {
                        depth: next(6) as u32,
                        from_body: from.is_empty() || next(2) == 0,
                        from,
                    }
                })
                .collect();
            let body = next(5) as u32;
            let (numbers, depth) = order(&children, body);
            assert_eq!(depth, best_by_trying(&children, body), "{children:?}");
            // No deeper than if every scope opened before the first child.
            let last = numbers.len() as u32 - 1;
            let placed = (0..).zip(&numbers);
            let depths = placed.map(|(at, &number)| children[number as usize].depth + last - at);
            let opened_early = depths.chain([body + last]).max();
            assert!(Some(depth) <= opened_early, "{children:?}");
        }
    }
}
