//! The best order of few children.
//!
//! *Needs:* at most [`MOST`] children of one node, as in [`order`](super::order).
//! *Gives:* for up to four children, a legal order with the fewest jumps, and of these one of least
//! depth; for more children, the best of the orders that are tried.
//! *Cost:* O(k²) for k children if the first order meets the bound; otherwise at most [`TRIES`]
//! prefixes of orders. No memory except the stack.
//!
//! Sets of children are the bits of a byte. Lawler's rule gives the first order. If this order is
//! deeper than the lower bound, all orders are tried against the best so far.

use super::plan::Ending;
use core::cell::Cell;
use core::cmp::Reverse;

/// The number of prefixes of orders that are tried: as many as four children have.
const TRIES: u32 = 65;

/// The greatest number of children that are few.
pub(super) const MOST: usize = 8;

/// The children of one node, and the body before them. The first `count` entries of each table
/// belong to the children.
#[derive(Clone, Copy, Default)]
pub(super) struct Few {
    count: usize,
    /// The nesting depth of each child without scopes around it.
    depth: [u32; MOST],
    /// The siblings that jump to each child.
    from: [u8; MOST],
    /// The siblings to which each child jumps.
    to: [u8; MOST],
    /// The children to which the body jumps.
    from_body: u8,
    /// The nesting depth of the body without scopes around it.
    body: u32,
    /// The ending of each child, and at [`BODY`] of the body, before each child to which it jumps.
    ends: [[Ending; MOST]; MOST + 1],
}

/// The number of the body in the table of endings.
const BODY: usize = MOST;

/// The cost of an order: jumps are worse than depth.
type Cost = (Reverse<u32>, u32);

/// The goal of a search: the least cost.
struct Goal {
    /// A lower bound on the cost of every order.
    least: Cost,
    /// The number of prefixes that may still be tried.
    tries: Cell<u32>,
    /// By child: the greatest number of edges that need no jump if the child comes next, after any
    /// other.
    falls: [u32; MOST],
    /// By child: a [twin](Few::twin) before it.
    twins: [Option<usize>; MOST],
}

/// Children in an order, front to back.
#[derive(Clone, Copy, Default)]
pub(super) struct Placed {
    numbers: [u8; MOST],
    count: usize,
}

impl Placed {
    /// Gives the numbers of the children, front to back.
    pub(super) fn numbers(&self) -> &[u8] {
        &self.numbers[..self.count]
    }

    /// Gives the order of two children that begins with `first`.
    fn of_two(first: usize) -> Placed {
        let mut placed = Placed::default();
        placed.push(first);
        placed.push(1 - first);
        placed
    }

    fn push(&mut self, number: usize) {
        self.numbers[self.count] = number as u8;
        self.count += 1;
    }
}

impl Few {
    /// Starts again with a body of this nesting depth that jumps to no child. At most `most`
    /// children will be added.
    pub(super) fn begin(&mut self, most: usize, body: u32) {
        (self.count, self.from_body, self.body) = (0, 0, body);
        self.from[..most].fill(0);
        self.to[..most].fill(0);
        for from in (0..most).chain([BODY]) {
            self.ends[from][..most].fill(Ending::default());
        }
    }

    /// Adds a child of this nesting depth. Its number is the number of children before it.
    pub(super) fn push(&mut self, depth: u32) {
        self.depth[self.count] = depth;
        self.count += 1;
    }

    /// Records that the body jumps to the child `to`.
    pub(super) fn jump_from_body(&mut self, to: usize) {
        self.from_body |= 1 << to;
    }

    /// Records that the child `from` jumps to the child `to`.
    pub(super) fn jump(&mut self, from: usize, to: usize) {
        self.from[to] |= 1 << from;
        self.to[from] |= 1 << to;
    }

    /// Records the ending of the child `from`, or of the body, if the child `to` comes next.
    pub(super) fn ends(&mut self, from: Option<usize>, to: usize, ending: Ending) {
        self.ends[from.unwrap_or(BODY)][to] = ending;
    }

    /// Gives an order of least cost, and the nesting depth of body and children without the last
    /// child. Ties are broken by number; the children are numbered in canonical order.
    pub(super) fn order(&self) -> (Placed, u32) {
        if self.count == 2 {
            return self.order_of_two();
        }
        let mut best = self.shallowest_first();
        let falls = self.most_falls();
        let least = (Reverse(falls.iter().sum()), self.least_depth());
        let mut cost = self.cost(&best);
        if cost > least {
            let goal = Goal {
                least,
                tries: Cell::new(TRIES),
                falls,
                twins: core::array::from_fn(|number| self.twin(number)),
            };
            self.search(&goal, Placed::default(), 0, (&mut best, &mut cost));
        }
        let rest = self.depth_placed(&best, best.count);
        (best, rest)
    }

    /// Gives, by child, the greatest number of edges that need no jump if the child comes next,
    /// after any other.
    fn most_falls(&self) -> [u32; MOST] {
        let mut most = self.ends[BODY].map(|ending| ending.falls);
        most[self.count..].fill(0);
        for row in &self.ends[..self.count] {
            for (most, ending) in most.iter_mut().zip(row).take(self.count) {
                *most = ending.falls.max(*most);
            }
        }
        most
    }

    /// Gives the same as `order` for two children, without a search.
    fn order_of_two(&self) -> (Placed, u32) {
        let first = match [0, 1].map(|number| self.from[number] == 0) {
            [true, true] => usize::from(self.depth[1] < self.depth[0]),
            [is_first, _] => usize::from(!is_first),
        };
        let (cost, rest) = self.cost_of_two(first);
        if self.from[1 - first] == 0 {
            let (other, other_rest) = self.cost_of_two(1 - first);
            if other < cost {
                return (Placed::of_two(1 - first), other_rest);
            }
        }
        (Placed::of_two(first), rest)
    }

    /// The cost of two children in the order that begins with `first`, and the depth without the
    /// last child. The scope that ends before the last child opens at the body, or after it.
    fn cost_of_two(&self, first: usize) -> (Cost, u32) {
        let last = 1 - first;
        let over_body = u32::from(self.from_body >> last & 1 == 1 || self.from[last] == 0);
        let body = self.depth_before(BODY, Some(&(first as u8))) + over_body;
        let rest = body.max(self.depth_before(first, Some(&(last as u8))) + 1);
        let falls = self.ends[BODY][first].falls + self.ends[first][last].falls;
        ((Reverse(falls), rest.max(self.depth[last])), rest)
    }

    /// The cost of the children in an order.
    fn cost(&self, order: &Placed) -> Cost {
        let mut from = BODY;
        let mut falls = 0;
        for &number in order.numbers() {
            falls += self.ends[from][number as usize].falls;
            from = number as usize;
        }
        (Reverse(falls), self.depth_placed(order, order.count + 1))
    }

    /// The children to which a child, or the body, jumps.
    fn jumps(&self, from: usize) -> u8 {
        match from {
            BODY => self.from_body,
            _ => self.to[from],
        }
    }

    /// The nesting depth of a child, or of the body, without scopes around it, if `next` comes
    /// next.
    fn depth_before(&self, from: usize, next: Option<&u8>) -> u32 {
        match next {
            Some(&next) if self.jumps(from) >> next & 1 == 1 => {
                self.ends[from][next as usize].depth
            }
            _ if from == BODY => self.body,
            _ => self.depth[from],
        }
    }

    /// Lawler's rule: next comes the shallowest of the children whose jumping siblings are all
    /// placed.
    fn shallowest_first(&self) -> Placed {
        let mut order = Placed::default();
        let mut placed = 0;
        for _ in 0..self.count {
            let ready = (0..self.count).filter(|&number| self.may_come(number, placed));
            let next = ready.min_by_key(|&number| self.depth[number]);
            let next = next.expect("children do not wait for each other in a circle");
            order.push(next);
            placed |= 1 << next;
        }
        order
    }

    /// Tells whether a child may come directly after the placed children.
    fn may_come(&self, number: usize, placed: u8) -> bool {
        placed >> number & 1 == 0 && self.from[number] & !placed == 0
    }

    /// A lower bound on the depth of every order.
    fn least_depth(&self) -> u32 {
        let scopes = self.from_body.count_ones().saturating_sub(1);
        let deepest = self.depth[..self.count].iter().copied().max();
        deepest.unwrap_or(0).max(self.body + scopes)
    }

    /// The depth of the first `count` of the body and the children in an order: for each, its own
    /// depth and the scopes over it.
    ///
    /// A scope ends before each child except the first, and opens at the first child that jumps
    /// there, or at the body. It opens earlier where it would cross a scope that ends before it.
    pub(super) fn depth_placed(&self, order: &Placed, count: usize) -> u32 {
        // By place; the body has place 0.
        let mut over = [0; MOST + 1];
        let mut starts = [0; MOST + 1];
        for (place, &number) in (1..).zip(order.numbers()).skip(1) {
            let jumps = |from: &u8| self.from[number as usize] >> from & 1 == 1;
            let mut start = if self.from_body >> number & 1 == 1 {
                0
            } else {
                let first = order.numbers().iter().position(jumps);
                first.map_or(0, |first| first + 1)
            };
            for end in (2..place).rev() {
                if end > start {
                    start = start.min(starts[end]);
                }
            }
            starts[place] = start;
            over[start..place].iter_mut().for_each(|over| *over += 1);
        }
        let all = core::iter::once(BODY).chain(order.numbers().iter().map(|&it| it.into()));
        let depths = all
            .enumerate()
            .take(count)
            .map(|(place, from)| self.depth_before(from, order.numbers().get(place)) + over[place]);
        depths.max().unwrap_or(0)
    }

    /// A child before this one that may change places with it in any order: both have the same
    /// depth, the same siblings jump to both, and neither jumps to a sibling. Of the orders that
    /// differ only in the places of twins, one is tried.
    fn twin(&self, number: usize) -> Option<usize> {
        let alike = |other: &usize| {
            let facts = |at: usize| {
                let from_body = self.from_body >> at & 1;
                (self.depth[at], self.from[at], self.to[at], from_body)
            };
            self.to[number] == 0
                && facts(*other) == facts(number)
                && self.ends.iter().all(|ends| ends[*other] == ends[number])
        };
        (0..number).rev().find(alike)
    }

    /// Tries the legal orders that begin with `prefix`, in which `falls` edges need no jump, until
    /// one meets the bound. Recursion is at most as deep as the number of children.
    fn search(&self, goal: &Goal, prefix: Placed, falls: u32, best: (&mut Placed, &mut Cost)) {
        let (order, least) = best;
        let Some(tries) = goal.tries.get().checked_sub(1) else {
            return;
        };
        goal.tries.set(tries);
        if prefix.count == self.count {
            let cost = self.cost(&prefix);
            if cost < *least {
                (*order, *least) = (prefix, cost);
            }
            return;
        }
        let placed = prefix.numbers().iter().fold(0_u8, |all, at| all | 1 << at);
        let reached = prefix.numbers().iter();
        let reached = reached.fold(self.from_body, |all, &at| all | self.to[at as usize]);
        let last = prefix.numbers().last().map_or(BODY, |&at| at.into());
        let left: u32 = (0..self.count)
            .filter(|number| placed >> number & 1 == 0)
            .map(|number| goal.falls[number])
            .sum();
        for number in 0..self.count {
            if *least == goal.least {
                return;
            }
            let after_twin = goal.twins[number].is_none_or(|twin| placed >> twin & 1 == 1);
            if !after_twin || !self.may_come(number, placed) {
                continue;
            }
            // Scopes of later children to which the body or an earlier child jumps certainly lie
            // over this child.
            let scopes = (reached & !placed & !(1 << number)).count_ones();
            let falls = falls + self.ends[last][number].falls;
            let most = Reverse(falls + left - goal.falls[number]);
            if (most, self.depth[number] + scopes) < *least {
                let mut longer = prefix;
                longer.push(number);
                self.search(goal, longer, falls, (order, least));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::samples::Numbers;
    use crate::structure::nested::order::Child;
    use crate::structure::nested::order::tests::{best_by_trying, random};
    use alloc::vec::Vec;

    fn few(body: u32, children: &[Child]) -> Few {
        let mut few = Few::default();
        few.begin(children.len(), body);
        for (number, child) in children.iter().enumerate() {
            few.push(child.depth);
            if child.from_body {
                few.jump_from_body(number);
                few.ends(
                    None,
                    number,
                    Ending {
                        falls: 0,
                        depth: body,
                    },
                );
            }
            for &from in &child.from {
                few.jump(from as usize, number);
                let depth = children[from as usize].depth;
                few.ends(Some(from as usize), number, Ending { falls: 0, depth });
            }
        }
        few
    }

    /// Each child is given by its depth, whether the body jumps to it, and the numbers of the
    /// siblings that jump to it.
    #[track_caller]
    fn check(body: u32, children: &[(u32, bool, &[u32])], expected: (&[u8], u32)) {
        let children: Vec<Child> = children
            .iter()
            .map(|&(depth, from_body, from)| Child {
                depth,
                from_body,
                from: from.to_vec(),
            })
            .collect();
        let few = few(body, &children);
        let (placed, _) = few.order();
        let depth = few.depth_placed(&placed, MOST + 1);
        assert_eq!((placed.numbers(), depth), expected);
        assert_eq!(
            depth,
            best_by_trying(&children, body),
            "not the least depth"
        );
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
        // Only the second child jumps to the third: the scope of the third does not lie over the
        // first.
        check(
            0,
            &[(3, true, &[]), (0, true, &[0]), (0, false, &[1, 1])],
            (&[0, 1, 2], 4),
        );
    }

    #[test]
    fn a_child_comes_first_to_which_more_edges_need_no_jump() {
        let child = || Child {
            depth: 0,
            from_body: true,
            from: Vec::new(),
        };
        let mut few = few(1, &[child(), child()]);
        few.ends(None, 1, Ending { falls: 2, depth: 3 });
        assert_eq!(few.order().0.numbers(), [1, 0]);
        few.ends(None, 0, Ending { falls: 2, depth: 2 });
        assert_eq!(few.order().0.numbers(), [0, 1]);
    }

    /// The least cost of all orders that begin with `prefix`.
    fn least_by_trying(few: &Few, prefix: Placed) -> Cost {
        let placed = prefix.numbers().iter().fold(0_u8, |all, at| all | 1 << at);
        let ready = (0..few.count).filter(|&number| few.may_come(number, placed));
        let costs = ready.map(|number| {
            let mut longer = prefix;
            longer.push(number);
            least_by_trying(few, longer)
        });
        costs.min().unwrap_or_else(|| few.cost(&prefix))
    }

    #[test]
    fn random_children_come_in_the_best_order() {
        let mut numbers = Numbers::new(1);
        for _ in 0..2_000 {
            let (children, body) = random(&mut numbers, 4);
            let mut few = few(body, &children);
            let depth = few.depth_placed(&few.order().0, MOST + 1);
            assert_eq!(depth, best_by_trying(&children, body), "{children:?}");
            for to in 0..children.len() {
                for from in (0..children.len()).chain([BODY]) {
                    if few.jumps(from) >> to & 1 == 1 {
                        let before = if from == BODY { body } else { few.depth[from] };
                        let falls = numbers.below(3) as u32;
                        let depth = before + numbers.below(2) as u32;
                        few.ends[from][to] = Ending { falls, depth };
                    }
                }
            }
            let (placed, rest) = few.order();
            assert_eq!(rest, few.depth_placed(&placed, placed.count));
            let cost = few.cost(&placed);
            assert_eq!(
                cost,
                least_by_trying(&few, Placed::default()),
                "{children:?}"
            );
        }
    }
}
