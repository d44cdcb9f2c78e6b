//! The order of the siblings below one block.
//!
//! *Needs:* children of one node of the placement tree: the nesting depth of each, the siblings
//! that jump to it, and whether the body before all children jumps to it; for few children also the
//! ending of each before each other.
//! *Gives:* for [few] children, a legal order with the fewest jumps, and of these one of least
//! depth; for more, a legal order of small depth; and the depth.
//! *Cost:* O(k log k + jumps) for k children, if they are not few.
//! *Source:* [Lawler73]: to minimise the greatest of costs that grow with the position, the most
//! expensive position is decided first. Here the child that is placed first lies in the most
//! scopes, so the shallowest of the children that may come first is placed first.
//! *Departs:* Lawler's rule assumes that every scope opens before the first child. Here scopes open
//! as late as possible, so for few children all orders are tried against the bound from Lawler's
//! order.
//!
//! In an order y₁ … yₖ, every child except the first needs a scope that ends before it; jumps
//! to the first child use the end of the body. (A child with jumps from a single sibling only would
//! be dominated by that sibling, and so would not be its sibling.) So every order has the same
//! number of scopes, one less than children. The number of jumps decides, and then the depth: code
//! that ends directly before a child falls through into it, and the nesting of the decision at its
//! end depends on the child that comes next.

use super::few::{Few, MOST, Placed};
use crate::structure::laminar::close_over;
use alloc::collections::BinaryHeap;
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Reverse;

/// Children of one node, by number.
pub(super) enum Siblings<'a> {
    Few(&'a mut Few),
    Many(Vec<Child>, u32),
}

/// Numbers of children, front to back.
pub(super) enum Ordered {
    Few(Placed),
    Many(Vec<u32>),
}

/// One of many children.
#[derive(Clone, Default, Debug)]
pub(super) struct Child {
    /// The nesting depth of the child without scopes around it.
    pub(super) depth: u32,
    /// Whether the body before the children jumps to it.
    pub(super) from_body: bool,
    /// The siblings that jump to it, by number; a number may occur more than once.
    pub(super) from: Vec<u32>,
}

impl Siblings<'_> {
    /// Starts with this number of children after a body of this nesting depth. `few` is working
    /// memory for few children.
    pub(super) fn new(count: usize, body: u32, few: &mut Few) -> Siblings<'_> {
        if count <= MOST {
            few.begin(count, body);
            Siblings::Few(few)
        } else {
            Siblings::Many(Vec::with_capacity(count), body)
        }
    }

    /// Adds a child of this nesting depth.
    pub(super) fn push(&mut self, depth: u32) {
        match self {
            Siblings::Few(few) => few.push(depth),
            Siblings::Many(children, _) => children.push(Child {
                depth,
                ..Child::default()
            }),
        }
    }

    /// Records that a child, or the body before all children, jumps to the child `to`, which has
    /// been added.
    pub(super) fn jump(&mut self, from: Option<u32>, to: usize) {
        match (self, from) {
            (Siblings::Few(few), None) => few.jump_from_body(to),
            (Siblings::Few(few), Some(from)) => few.jump(from as usize, to),
            (Siblings::Many(children, _), None) => children[to].from_body = true,
            (Siblings::Many(children, _), Some(from)) => children[to].from.push(from),
        }
    }

    /// Puts the children in order, and gives the nesting depth of body and children without the
    /// last child.
    pub(super) fn order(self) -> (Ordered, u32) {
        match self {
            Siblings::Few(few) => {
                let (placed, rest) = few.order();
                (Ordered::Few(placed), rest)
            }
            Siblings::Many(children, body) => {
                let order = shallowest_first(&children);
                let rest = placed_depth(&children, &order, body, order.len());
                (Ordered::Many(order), rest)
            }
        }
    }
}

impl Ordered {
    /// Calls `show` for the numbers of the children, front to back.
    pub(super) fn each(&self, mut show: impl FnMut(usize)) {
        match self {
            Ordered::Few(placed) => placed.numbers().iter().for_each(|&at| show(at.into())),
            Ordered::Many(order) => order.iter().for_each(|&at| show(at as usize)),
        }
    }
}

/// Lawler's rule: next comes the shallowest of the children whose jumping siblings are all placed;
/// of equally deep children, the first.
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

/// Gives the depth of the first `count` of body and children in this order if every scope opens as
/// late as possible.
///
/// Position 0 is the body, position i the i-th child. The scope that ends before position i ≥ 2
/// opens at the first position that jumps there, or earlier where it would cross a scope that ends
/// before it.
fn placed_depth(children: &[Child], order: &[u32], body: u32, count: usize) -> u32 {
    let mut position = vec![0; children.len()];
    for (place, &number) in (1..).zip(order) {
        position[number as usize] = place;
    }
    // The number of scopes that open at a position, minus the number of scopes that end before it.
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
    for (change, depth) in opened.into_iter().zip(depths).take(count) {
        open += change;
        deepest = deepest.max(depth + open.unsigned_abs());
    }
    deepest
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::analysis::samples::Numbers;

    pub(in crate::structure::nested) fn best_by_trying(children: &[Child], body: u32) -> u32 {
        let mut best = u32::MAX;
        let mut orders = vec![vec![]];
        while let Some(prefix) = orders.pop() {
            if prefix.len() == children.len() {
                best = best.min(placed_depth(children, &prefix, body, prefix.len() + 1));
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

    /// Up to `most` children that jump to later children, and the depth of the body.
    pub(in crate::structure::nested) fn random(
        numbers: &mut Numbers,
        most: usize,
    ) -> (Vec<Child>, u32) {
        let mut below = |bound: usize| numbers.below(bound) as u32;
        let count = 1 + below(most);
        let children = (0..count).map(|number| {
            let from: Vec<u32> = (0..number).filter(|_| below(3) == 0).collect();
            Child {
                depth: below(6),
                from_body: from.is_empty() || below(2) == 0,
                from,
            }
        });
        (children.collect(), below(5))
    }

    #[test]
    fn many_children_nest_no_deeper_than_if_every_scope_opened_first() {
        let mut numbers = Numbers::new(1);
        let mut best = 0;
        for _ in 0..2_000 {
            let (children, body) = random(&mut numbers, 7);
            let order = shallowest_first(&children);
            let depth = placed_depth(&children, &order, body, order.len() + 1);
            best += u32::from(depth == best_by_trying(&children, body));
            let last = order.len() as u32 - 1;
            let placed = (0..).zip(&order);
            let depths = placed.map(|(at, &number)| children[number as usize].depth + last - at);
            let opened_early = depths.chain([body + last]).max();
            assert!(Some(depth) <= opened_early, "{children:?}");
        }
        assert!(best > 1_500, "{best} of 2000 orders were of least depth");
    }
}
