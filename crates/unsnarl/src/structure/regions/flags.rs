//! Allocation of flags to the variables of a group.
//!
//! *Needs:* the pieces of a group, with formulas over the variables that its tests use.
//! *Gives:* [`allot`]: a flag for each of these variables, and the place where it is cleared if a
//! test may find it unset.
//! *Cost:* O(pieces + signs + variables log variables), and for each variable the number of
//! brackets that its range leaves.
//! *Source:* variables share flags by a scan over ranges as in [Poletto99].
//!
//! The parts that set a variable and the tests that read it *touch* it. A variable must be cleared
//! in three cases: it is a selector; or it belongs to a list of classes, where only the variable of
//! the chosen class is set; or a test reads it where the part that decides may not have run, that
//! is, the part is not before the test in the same arm or in an arm around it. The variable is
//! cleared in the innermost arm that contains all pieces that touch it, before the first of them.
//! It has its flag from there, or from its first touch, to its last touch. Variables whose ranges
//! do not overlap share a flag.

use super::conditions::{Variable, is_listed};
use super::formula::Sign;
use super::refine::Piece;
use alloc::collections::BinaryHeap;
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Reverse;

/// The flags of the variables of a group.
pub(super) struct Allotment {
    /// By variable: its flag.
    pub(super) flags: Vec<u32>,
    /// By variable: the piece before which it is cleared.
    pub(super) cleared: Vec<Option<usize>>,
    /// The number of flags.
    pub(super) count: u32,
}

/// The pieces that touch a variable: the first, the last, and whether a test may find it unset.
#[derive(Clone, Copy)]
struct Touched {
    first: usize,
    last: usize,
    unset: bool,
}

/// Chooses flags. `setters` gives, by variable, the pieces that set it; none of these lists is
/// empty.
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

/// Tells whether a variable is only ever set to true, and never to false.
fn is_set_alone(variable: Variable) -> bool {
    match variable {
        Variable::Selector { .. } => true,
        Variable::Level { classes, .. } => classes > 2 && is_listed(classes),
    }
}

/// Gives each range a number that no overlapping range has. Also gives the count of different
/// numbers.
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
    /// By piece: the innermost arm around it.
    around: Vec<usize>,
    /// By arm: its first piece, the piece after its last, and its bracket.
    arms: Vec<(usize, usize, usize)>,
}

impl Arms {
    fn new(pieces: &[Piece]) -> Arms {
        let mut arms = Arms {
            around: Vec::with_capacity(pieces.len()),
            arms: vec![(0, pieces.len(), 0)],
        };
        // The open brackets, and the open arm of each.
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

    /// Adds an arm. It is empty until it is closed.
    fn open(&mut self, first: usize, bracket: usize) -> usize {
        self.arms.push((first, first, bracket));
        self.arms.len() - 1
    }

    /// Tells whether an arm contains a piece.
    fn holds(&self, arm: usize, piece: usize) -> bool {
        let (first, end, _) = self.arms[arm];
        (first..end).contains(&piece)
    }

    /// Gives `first` or the bracket around it that is directly in the innermost arm around both
    /// pieces.
    fn outside(&self, first: usize, last: usize) -> usize {
        let mut at = first;
        while !self.holds(self.around[at], last) {
            (_, _, at) = self.arms[self.around[at]];
        }
        at
    }
}
