//! Loops whose condition holds when they are entered.
//!
//! *Needs:* a function, the folded instructions in it, and which values are one variable.
//! *Gives:* [`Entered`]: for a block that decides at the end of each round whether to repeat a
//! loop, whether its condition, as it is written, also holds before the first round. Such a loop
//! may be written as one that tests first.
//! *Cost:* O([`LARGEST`] · ([`FACTS`] + blocks before the loop)) for each such block.
//! *Source:* the reverse of LLVM's `loop-rotate`, which guards a loop by its own condition with the
//! values of the first round.
//! *Limits:* a loop with one block that repeats it and one that enters it. Facts come from the
//! branches above that block, as long as each has a single way to the next.
//!
//! The condition is written with variables. Before the first round the variable of a phi holds the
//! value that it gets from the block that enters the loop, so the condition becomes one on these
//! values. It holds if it consists of constants and is true, or if a branch above has tested the
//! same condition or a stronger one: if `0 < n` holds and `i` is 0, then `i != n` holds. Values
//! read from memory stay the same as long as nothing acts.
//!
//! ```text
//! if 0 < n {                    if 0 < n {
//!   i = 0                         i = 0
//!   do {                 ->       while i != n {
//!     i = i + 1                     i = i + 1
//!   } while i != n                }
//! }                             }
//! ```

use super::comparison::{Bits, implies, inverse, swapped};
use super::first_round::{Entry, FirstRound, LARGEST, Seen, spend};
use super::guards::{FACTS, Fact, Given};
use crate::id::{BlockId, IdMap};
use crate::inst::Op;
use crate::ops::{BinaryOp, IntPredicate};
use crate::terminator::Terminator;

/// By block that repeats a loop: the header of the loop, if its condition holds when it is entered.
pub(super) struct Entered(IdMap<BlockId, Option<BlockId>>);

impl Entered {
    /// Finds these loops. The decisions of blocks for which `saves` is true are not written where
    /// the blocks decide.
    pub(super) fn find(given: &Given<'_>, saves: &IdMap<BlockId, bool>) -> Self {
        let mut found = IdMap::filled(given.function.blocks.len(), None);
        for &test in given.flow.order() {
            let terminator = &given.function.blocks[test].terminator;
            let mut back = terminator
                .successors()
                .filter(|&to| given.flow.goes_back(test, to));
            if let Some(header) = back.next()
                && !saves[test]
                && is_entered(given, header, test)
            {
                found[test] = Some(header);
            }
        }
        Entered(found)
    }

    /// Gives the header of the loop that a block repeats, if its condition holds when it is
    /// entered.
    pub(super) fn get(&self, test: BlockId) -> Option<BlockId> {
        self.0[test]
    }
}

/// Tells whether the condition of `test` for repeating the loop at `header` also holds before the
/// first round.
fn is_entered(given: &Given<'_>, header: BlockId, test: BlockId) -> bool {
    let Terminator::Branch {
        condition,
        then,
        otherwise,
    } = given.function.blocks[test].terminator
    else {
        return false;
    };
    let repeats = match (then == header, otherwise == header) {
        (true, false) => true,
        (false, true) => false,
        _ => return false,
    };
    let from = match *given.flow.predecessors(header) {
        [one, other] if one == test => other,
        [other, one] if one == test => other,
        _ => return false,
    };
    if given.flow.goes_back(from, header) || !given.flow.dominates(header, test) {
        return false;
    }
    let prover = FirstRound {
        of: given,
        entry: Entry { header, from },
        facts: given.facts(from, header),
    };
    let mut parts = LARGEST;
    let condition = Seen::written(condition);
    prover.is_there(condition) && prover.holds(condition, repeats, &mut parts)
}

impl FirstRound<'_> {
    /// Tells whether a condition is known to hold, or known not to hold.
    fn holds(&self, condition: Seen, wanted: bool, parts: &mut usize) -> bool {
        let Some(seen) = self.resolved(condition) else {
            return false;
        };
        if !spend(parts) {
            return false;
        }
        if let Some(bits) = self.constant(seen) {
            return bits.is_true() == wanted;
        }
        let Some((_, op)) = self.inst(seen) else {
            return self.is_asked(seen, wanted, parts);
        };
        let by_parts = match *op {
            Op::Binary {
                op, left, right, ..
            } => {
                let [left, right] = [left, right].map(|operand| seen.with(operand));
                self.by_parts(op, left, right, wanted, parts)
            }
            Op::Select {
                condition,
                then,
                otherwise,
                ..
            } => {
                let [condition, then, otherwise] =
                    [condition, then, otherwise].map(|operand| seen.with(operand));
                match (self.truth(then), self.truth(otherwise)) {
                    (_, Some(false)) => {
                        self.by_parts(BinaryOp::And, condition, then, wanted, parts)
                    }
                    (Some(true), _) => {
                        self.by_parts(BinaryOp::Or, condition, otherwise, wanted, parts)
                    }
                    _ => false,
                }
            }
            Op::IntCompare {
                predicate,
                left,
                right,
                ..
            } => {
                let predicate = if wanted {
                    predicate
                } else {
                    inverse(predicate)
                };
                let [left, right] = [left, right].map(|operand| seen.with(operand));
                self.compares(predicate, left, right, parts)
            }
            _ => false,
        };
        by_parts || self.is_asked(seen, wanted, parts)
    }

    fn by_parts(
        &self,
        op: BinaryOp,
        left: Seen,
        right: Seen,
        wanted: bool,
        parts: &mut usize,
    ) -> bool {
        match (op, wanted) {
            (BinaryOp::And, true) | (BinaryOp::Or, false) => {
                self.holds(left, wanted, parts) && self.holds(right, wanted, parts)
            }
            (BinaryOp::And, false) | (BinaryOp::Or, true) => {
                self.holds(left, wanted, parts) || self.holds(right, wanted, parts)
            }
            (BinaryOp::Xor, _) if self.truth(right) == Some(true) => {
                self.holds(left, !wanted, parts)
            }
            _ => false,
        }
    }

    /// Tells whether a comparison is known to hold.
    fn compares(
        &self,
        predicate: IntPredicate,
        left: Seen,
        right: Seen,
        parts: &mut usize,
    ) -> bool {
        let (Some(left), Some(right)) = (self.resolved(left), self.resolved(right)) else {
            return false;
        };
        if let (Some(one), Some(other)) = (self.constant(left), self.constant(right)) {
            return one.compares(predicate, other);
        }
        let facts = self.facts.iter();
        let mut facts = facts.flat_map(|fact| self.comparisons(fact));
        facts.any(|(fact, asked, one, other)| {
            let same =
                |asked: Seen, seen: Seen, parts: &mut usize| self.is_same(fact, asked, seen, parts);
            implies(asked, predicate) && same(one, left, parts) && same(other, right, parts)
                || implies(swapped(asked), predicate)
                    && same(one, right, parts)
                    && same(other, left, parts)
                || self.again(asked, other).is_some_and(|(asked, bound)| {
                    let is_bound = |seen| self.constant(seen) == Some(bound);
                    implies(asked, predicate) && is_bound(right) && same(one, left, parts)
                        || implies(swapped(asked), predicate)
                            && is_bound(left)
                            && same(one, right, parts)
                })
        })
    }

    /// The comparisons that hold because of a branch's test.
    fn comparisons<'f>(&self, fact: &'f Fact) -> Vec<(&'f Fact, IntPredicate, Seen, Seen)> {
        let mut found = Vec::new();
        let mut work = vec![(fact.condition, fact.holds)];
        while let Some((condition, holds)) = work.pop().filter(|_| found.len() < FACTS) {
            match self.inst(Seen::known(condition)).map(|(_, op)| op) {
                Some(&Op::IntCompare {
                    predicate,
                    left,
                    right,
                    ..
                }) => {
                    let predicate = if holds { predicate } else { inverse(predicate) };
                    let [left, right] = [left, right].map(Seen::known);
                    found.push((fact, predicate, left, right));
                }
                Some(&Op::Binary {
                    op, left, right, ..
                }) => match (op, holds) {
                    (BinaryOp::And, true) | (BinaryOp::Or, false) => {
                        work.extend([(left, holds), (right, holds)]);
                    }
                    (BinaryOp::Xor, _) if self.truth(Seen::known(right)) == Some(true) => {
                        work.push((left, !holds));
                    }
                    _ => {}
                },
                Some(&Op::Select {
                    condition,
                    then,
                    otherwise,
                    ..
                }) => {
                    let [first, last] = [then, otherwise].map(|one| self.truth(Seen::known(one)));
                    match (first, last, holds) {
                        (_, Some(false), true) => work.extend([(condition, true), (then, true)]),
                        (Some(true), _, false) => {
                            work.extend([(condition, false), (otherwise, false)]);
                        }
                        _ => {}
                    }
                }
                _ => {}
            }
        }
        found
    }

    /// A comparison with a constant, expressed with another constant.
    fn again(&self, predicate: IntPredicate, right: Seen) -> Option<(IntPredicate, Bits)> {
        self.constant(right)?.again(predicate)
    }

    /// Tells whether a branch has tested this condition itself.
    fn is_asked(&self, seen: Seen, wanted: bool, parts: &mut usize) -> bool {
        let mut facts = self.facts.iter().filter(|fact| fact.holds == wanted);
        facts.any(|fact| self.is_same(fact, Seen::known(fact.condition), seen, parts))
    }
}
