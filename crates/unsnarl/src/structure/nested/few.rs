//! The order of few children: the best one.
//!
//! *Needs:* at most [`MOST`] children of one node, as in [`order`](super::order).
//! *Gives:* a legal order of least depth, and the depth.
//! *Cost:* O(k²) for k children where the first order meets the bound, which is nearly always; else
//! up to `k!` placements. No memory beyond the stack.
//!
//! Sets of children are bits of a byte. Lawler's rule gives the order to begin with; if it is
//! deeper than a bound that no order goes below, all orders are tried against the best so far.

/// At most this many children are few.
pub(super) const MOST: usize = 8;

/// Children of one node; the first `count` entries of each table are theirs.
#[derive(Clone, Copy, Default)]
pub(super) struct Few {
    count: usize,
    /// How deep each nests without scopes around it.
    depth: [u32; MOST],
    /// The siblings that jump to each.
    from: [u8; MOST],
    /// The siblings that each jumps to.
    to: [u8; MOST],
    /// The children that the body before them jumps to.
    from_body: u8,
}

/// What a search is for: the least depth after a body.
struct Goal {
    body: u32,
    /// A bound that no order goes below.
    least: u32,
    /// By child, a [twin](Few::twin) before it.
    twins: [Option<usize>; MOST],
}

/// Children in an order, front to back, and the depth of body and children together.
#[derive(Clone, Copy, Default)]
pub(super) struct Placed {
    numbers: [u8; MOST],
    count: usize,
    pub(super) depth: u32,
}

impl Placed {
    /// Gives the numbers of the children, front to back.
    pub(super) fn numbers(&self) -> &[u8] {
        &self.numbers[..self.count]
    }

    fn push(&mut self, number: usize) {
        self.numbers[self.count] = number as u8;
        self.count += 1;
    }
}

impl Few {
    /// Adds a child that nests this deep; its number is the number of children before.
    pub(super) fn push(&mut self, depth: u32) {
        self.depth[self.count] = depth;
        self.count += 1;
    }

    /// Says that the body jumps to the child `to`.
    pub(super) fn jump_from_body(&mut self, to: usize) {
        self.from_body |= 1 << to;
    }

    /// Says that the child `from` jumps to the child `to`.
    pub(super) fn jump(&mut self, from: usize, to: usize) {
        self.from[to] |= 1 << from;
        self.to[from] |= 1 << to;
    }

    /// Gives the order of least depth; ties are broken by number, so the children come in canonical
    /// order.
    pub(super) fn order(&self, body: u32) -> Placed {
        let mut best = self.shallowest_first();
        best.depth = self.depth_placed(&best, body);
        let least = self.least_depth(body);
        if self.count > 2 && best.depth > least {
            let goal = Goal {
                body,
                least,
                twins: core::array::from_fn(|number| self.twin(number)),
            };
            self.search(&goal, Placed::default(), &mut best);
        }
        best
    }

    /// Lawler's rule: of the children whose jumping siblings are all placed, the shallowest.
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

    /// Tells whether a child may come right after those placed.
    fn may_come(&self, number: usize, placed: u8) -> bool {
        placed >> number & 1 == 0 && self.from[number] & !placed == 0
    }

    /// A bound that no order goes below.
    fn least_depth(&self, body: u32) -> u32 {
        let scopes = self.from_body.count_ones().saturating_sub(1);
        let deepest = self.depth[..self.count].iter().copied().max();
        deepest.unwrap_or(0).max(body + scopes)
    }

    /// The depth of the children in an order after a body: that of each, and of the scopes over it.
    ///
    /// A scope ends before each child but the first, and opens at the first child that jumps there,
    /// or at the body. It opens earlier where it would cross one that has ended by then.
    pub(super) fn depth_placed(&self, order: &Placed, body: u32) -> u32 {
        // By place, the body's being 0.
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
        let depths = order.numbers().iter();
        let depths = depths.map(|&number| self.depth[number as usize]);
        let all = core::iter::once(body).chain(depths).zip(over);
        all.map(|(depth, over)| depth + over).max().unwrap_or(body)
    }

    /// A child before this one that may change places with it in any order: as deep, jumped to from
    /// the same places, and neither jumps to any other. Of orders in which only twins have changed
    /// places one is tried.
    fn twin(&self, number: usize) -> Option<usize> {
        let alike = |other: &usize| {
            let facts = |at: usize| {
                let from_body = self.from_body >> at & 1;
                (self.depth[at], self.from[at], self.to[at], from_body)
            };
            self.to[number] == 0 && facts(*other) == facts(number)
        };
        (0..number).rev().find(alike)
    }

    /// Tries every legal order that begins with `prefix`, until one meets the bound; as deep as
    /// there are children.
    fn search(&self, goal: &Goal, prefix: Placed, best: &mut Placed) {
        if prefix.count == self.count {
            let depth = self.depth_placed(&prefix, goal.body);
            if depth < best.depth {
                *best = Placed { depth, ..prefix };
            }
            return;
        }
        let placed = prefix.numbers().iter().fold(0_u8, |all, at| all | 1 << at);
        let reached = prefix.numbers().iter();
        let reached = reached.fold(self.from_body, |all, &at| all | self.to[at as usize]);
        for number in 0..self.count {
            if best.depth == goal.least {
                return;
            }
            let after_twin = goal.twins[number].is_none_or(|twin| placed >> twin & 1 == 1);
            // Over this child certainly lie the scopes of later ones to which something before it
            // jumps.
            let scopes = (reached & !placed & !(1 << number)).count_ones();
            if after_twin
                && self.may_come(number, placed)
                && self.depth[number] + scopes < best.depth
            {
                let mut longer = prefix;
                longer.push(number);
                self.search(goal, longer, best);
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

    fn few(children: &[Child]) -> Few {
        let mut few = Few::default();
        for (number, child) in children.iter().enumerate() {
            few.push(child.depth);
            if child.from_body {
                few.jump_from_body(number);
            }
            child
                .from
                .iter()
                .for_each(|&from| few.jump(from as usize, number));
        }
        few
    }

    /// Children as `depth`, `b` for a jump from the body, and the numbers of jumping siblings.
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
        let placed = few(&children).order(body);
        assert_eq!((placed.numbers(), placed.depth), expected);
        assert_eq!(
            placed.depth,
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
        // The third child is reached from the second only: its scope does not lie over the first.
        check(
            0,
            &[(3, true, &[]), (0, true, &[0]), (0, false, &[1, 1])],
            (&[0, 1, 2], 4),
        );
    }

    #[test]
    fn random_children_come_in_the_best_order() {
        let mut numbers = Numbers::new(1);
        for _ in 0..2_000 {
            let (children, body) = random(&mut numbers, 6);
            let few = few(&children);
            let placed = few.order(body);
            assert_eq!(placed.depth, few.depth_placed(&placed, body));
            assert_eq!(
                placed.depth,
                best_by_trying(&children, body),
                "{children:?}"
            );
        }
    }
}
