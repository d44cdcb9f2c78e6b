//! Which variables of a group become which flags.
//!
//! *Needs:* the pieces of a group, with formulas over the variables that its tests use.
//! *Gives:* [`allot`]: a flag for each of these variables; and where each that a test may find
//! unset is cleared.
//! *Cost:* O(pieces + signs + variables log variables), and for each variable the brackets that it
//! climbs out of.
//! *Source:* flags are shared by a scan over ranges as in [Poletto99].
//!
//! What touches a variable are the parts that set it and the tests of it. It has to be cleared if
//! it is a selector, or one of a list of classes of which only the chosen one is set, or if a test
//! reads it where the part that decides may not have run: that is, not before the test in the same
//! arm or in one around it. It is cleared in the innermost arm that
//! holds all that touches it, before the first of that. From there, or from its first touch, to its
//! last one it has its flag; variables whose ranges do not overlap share one.

use super::conditions::{Variable, is_listed};
use super::formula::Sign;
use super::refine::Piece;
use alloc::collections::BinaryHeap;
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Reverse;

/// What became of a group's variables.
pub(super) struct Allotment {
    /// By variable, its flag.
    pub(super) flags: Vec<u32>,
    /// By variable, the piece before which it is cleared.
    pub(super) cleared: Vec<Option<usize>>,
    /// The number of flags.
    pub(super) count: u32,
}

/// The pieces that touch a variable: the first, the last, and whether one may find it unset.
#[derive(Clone, Copy)]
struct Touched {
    first: usize,
    last: usize,
    unset: bool,
}

/// Chooses flags. `setters` gives, by variable, the pieces that set it; none of these is empty.
pub(super) fn allot(
    pieces: &[Piece],
    signs: &[Sign],
    variables: &[Variable],
    setters: &[Vec<usize>],
) -> Allotment {
    let arms = Arms::new(pieces);
    let mut touched: Vec<Touched> = variables
        .iter()
        .zip(setters)
        .map(|(variable, setters)| Touched {
            first: setters.iter().copied().min().unwrap_or(0),
            last: setters.iter().copied().max().unwrap_or(0),
            unset: is_set_alone(*variable),
        })
        .collect();
    for (at, piece) in pieces.iter().enumerate() {
        let Piece::Test(formula) = piece else {
            continue;
        };
        for sign in &signs[formula.clone()] {
            if let Sign::Variable(variable) = *sign {
                let touched = &mut touched[variable as usize];
                let setter = touched.first;
                touched.last = touched.last.max(at);
                touched.unset |= !arms.holds(arms.around[setter], at);
            }
        }
    }
    let cleared: Vec<Option<usize>> = touched
        .iter()
        .map(|touched| {
            let before = || arms.outside(touched.first, touched.last);
            touched.unset.then(before)
        })
        .collect();
    let starts = touched.iter().zip(&cleared);
    let ranges: Vec<(usize, usize)> = starts
        .map(|(touched, cleared)| (cleared.unwrap_or(touched.first), touched.last))
        .collect();
    let (flags, count) = share(&ranges);
    Allotment {
        flags,
        cleared,
        count,
    }
}

/// Tells whether a variable is set where it holds, and not where it does not.
fn is_set_alone(variable: Variable) -> bool {
    match variable {
        Variable::Selector { .. } => true,
        Variable::Level { classes, .. } => classes > 2 && is_listed(classes),
    }
}

/// Gives each range a number that no range has which it overlaps, and tells how many there are.
fn share(ranges: &[(usize, usize)]) -> (Vec<u32>, u32) {
    let mut order: Vec<usize> = (0..ranges.len()).collect();
    order.sort_by_key(|&at| ranges[at]);
    let mut numbers = vec![0; ranges.len()];
    let mut count = 0;
    let mut free: BinaryHeap<Reverse<u32>> = BinaryHeap::new();
    let mut busy: BinaryHeap<Reverse<(usize, u32)>> = BinaryHeap::new();
    for at in order {
        let (start, end) = ranges[at];
        while let Some(&Reverse((last, number))) = busy.peek()
            && last < start
        {
            busy.pop();
            free.push(Reverse(number));
        }
        let number = free.pop().map_or(count, |Reverse(number)| number);
        count = count.max(number + 1);
        numbers[at] = number;
        busy.push(Reverse((end, number)));
    }
    (numbers, count)
}

/// The arms of the brackets of a group; arm 0 is the group itself.
struct Arms {
    /// By piece, the innermost arm around it.
    around: Vec<usize>,
    /// By arm: its first piece, the one after its last, the bracket.
    arms: Vec<(usize, usize, usize)>,
}

impl Arms {
    fn new(pieces: &[Piece]) -> Arms {
        let mut arms = Arms {
            around: Vec::with_capacity(pieces.len()),
            arms: vec![(0, pieces.len(), 0)],
        };
        // The brackets that are open, and the arm that is open in each.
        let mut open: Vec<(usize, usize)> = Vec::new();
        for (at, piece) in pieces.iter().enumerate() {
            let bracket = open.last().map(|&(bracket, _)| bracket);
            if let Piece::Arm(_) | Piece::Else | Piece::Close = piece
                && let Some((_, arm)) = open.pop()
            {
                arms.arms[arm].1 = at;
            }
            if let (Piece::Arm(_) | Piece::Else, Some(bracket)) = (piece, bracket) {
                open.push((bracket, arms.open(at, bracket)));
            }
            arms.around.push(open.last().map_or(0, |&(_, arm)| arm));
            if let Piece::Test(_) | Piece::Decide(_) = piece {
                open.push((at, arms.open(at + 1, at)));
            }
        }
        arms
    }

    /// Adds an arm, which is empty until it is closed.
    fn open(&mut self, first: usize, bracket: usize) -> usize {
        self.arms.push((first, first, bracket));
        self.arms.len() - 1
    }

    /// Tells whether an arm holds a piece.
    fn holds(&self, arm: usize, piece: usize) -> bool {
        let (first, end, _) = self.arms[arm];
        (first..end).contains(&piece)
    }

    /// Gives the piece or bracket around `first` that is directly in the innermost arm around both
    /// pieces.
    fn outside(&self, first: usize, last: usize) -> usize {
        let mut at = first;
        while !self.holds(self.around[at], last) {
            (_, _, at) = self.arms[self.around[at]];
        }
        at
    }
}
