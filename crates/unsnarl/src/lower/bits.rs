//! The label variable, replaced by flags.
//!
//! *Needs:* a program that keeps its rules. *Gives:* [`without_label`]: an equivalent program with
//! flags, one for each binary digit of the label, and tests of these flags. *Cost:* O(v log v)
//! terms for each `Dispatch` over v values, O(log v) steps for each `Store`.
//!
//! ```text
//! label = 7                     f0 = true; f1 = false
//! switch label {                if f1 {
//! case 3: A                       case 1: C
//! case 7: B               ->      case 0: if f0 { case 1: B case 0: A }
//! case 9: C                     }
//! }
//! ```
//!
//! Values are numbered in the order in which they occur, and the flags are the digits of these
//! numbers. The last arm of a `Dispatch` without a default runs for all numbers that no other arm
//! lists. If some `Dispatch` has a default, the number zero stands for a label that is not set.

use crate::ids::{FlagId, Id, LabelId, NodeId, following};
use crate::program::{Program, ProgramBuilder, Step, Term};
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

/// Replaces the label by flags. Gives `None` if the program has no label.
pub(super) fn without_label(program: &Program) -> Option<Program> {
    let digits = Digits::new(program)?;
    let mut builder =
        ProgramBuilder::with_tables(program.all_cases().to_vec(), program.all_terms().to_vec());
    if digits.has_default {
        digits.set(&mut builder, 0);
    }
    let mut work = alloc::vec![Piece::Part(NodeId::new(0), NodeId::new(program.len()))];
    while let Some(piece) = work.pop() {
        match piece {
            Piece::Arm(value) => builder.arm([value]),
            Piece::End => builder.close(),
            Piece::Tree(arms, label) => digits.open(&mut builder, &mut work, arms, label),
            Piece::Part(at, end) if at == end => {}
            Piece::Part(at, end) => {
                let step = program.step(at);
                let mut rest = following(at);
                match step {
                    Step::Store(value) => digits.store(&mut builder, value),
                    Step::Dispatch(label) => {
                        rest = following(program.extent(at));
                        work.push(Piece::Part(rest, end));
                        work.push(Piece::Tree(arms(program, at, &digits), label));
                        continue;
                    }
                    step => builder.push(step),
                }
                work.push(Piece::Part(rest, end));
            }
        }
    }
    Some(builder.finish())
}

/// An arm of a `Dispatch`: its inside, and the numbers of the values that it lists; there are none
/// if it is the default.
#[derive(Clone)]
struct Arm {
    from: NodeId,
    to: NodeId,
    numbers: Vec<u32>,
}

enum Piece {
    Part(NodeId, NodeId),
    /// A decision tree over the arms that are still possible.
    Tree(Vec<Arm>, Option<LabelId>),
    Arm(u32),
    End,
}

/// Gives the arms of a `Dispatch`, the default last.
fn arms(program: &Program, dispatch: NodeId, digits: &Digits) -> Vec<Arm> {
    let end = program.extent(dispatch);
    let mut arms = Vec::new();
    let mut node = following(dispatch);
    while node != end {
        let Step::Arm(cases) = program.step(node) else {
            break;
        };
        let to = program.extent(node);
        let numbers = program.cases(cases).iter().map(|case| digits.numbers[case]);
        arms.push(Arm {
            from: following(node),
            to,
            numbers: numbers.collect(),
        });
        node = to;
    }
    arms.sort_by_key(|arm| (arm.numbers.is_empty(), arm.numbers.iter().min().copied()));
    arms
}

/// The numbers of all values, and a flag for each digit.
struct Digits {
    numbers: BTreeMap<u32, u32>,
    first: FlagId,
    count: u32,
    /// Whether some `Dispatch` has a default arm, which also runs if the label is not set.
    has_default: bool,
}

impl Digits {
    fn new(program: &Program) -> Option<Digits> {
        let mut values = Vec::new();
        let mut has_label = false;
        for (_, step) in program.steps() {
            match step {
                Step::Store(value) => values.push(value),
                Step::Dispatch(_) => {}
                _ => continue,
            }
            has_label = true;
        }
        let lists = program.steps().filter_map(|(node, step)| match step {
            Step::Dispatch(_) => Some(node),
            _ => None,
        });
        let mut has_default = false;
        for dispatch in lists {
            let mut node = following(dispatch);
            while let Step::Arm(cases) = program.step(node) {
                values.extend(program.cases(cases));
                has_default |= program.cases(cases).is_empty();
                node = program.extent(node);
            }
        }
        let mut numbers = BTreeMap::new();
        for value in values {
            let next = numbers.len() as u32 + u32::from(has_default);
            numbers.entry(value).or_insert(next);
        }
        let last = (numbers.len() as u32 + u32::from(has_default)).saturating_sub(1);
        has_label.then(|| Digits {
            numbers,
            first: FlagId::new(program.flag_count()),
            has_default,
            count: (u32::BITS - last.leading_zeros()).max(1),
        })
    }

    fn flag(&self, digit: u32) -> FlagId {
        FlagId::new(self.first.index() + digit as usize)
    }

    fn store(&self, builder: &mut ProgramBuilder, value: u32) {
        self.set(builder, self.numbers[&value]);
    }

    fn set(&self, builder: &mut ProgramBuilder, number: u32) {
        for digit in 0..self.count {
            builder.set(self.flag(digit), number >> digit & 1 == 1);
        }
    }

    /// Writes the test that halves the arms. The contents of its arms are added to `work`.
    fn open(
        &self,
        builder: &mut ProgramBuilder,
        work: &mut Vec<Piece>,
        mut arms: Vec<Arm>,
        label: Option<LabelId>,
    ) {
        if let [arm] = arms.as_slice() {
            if let Some(label) = label {
                builder.open_block(label);
                work.push(Piece::End);
            }
            work.push(Piece::Part(arm.from, arm.to));
            return;
        }
        let has_rest = arms.last().is_some_and(|arm| arm.numbers.is_empty());
        let half = if has_rest {
            arms.len() - 1
        } else {
            arms.len() / 2
        };
        let rest = arms.split_off(half);
        let listed = arms.iter().flat_map(|arm| arm.numbers.iter().copied());
        let terms = self.one_of(listed.collect());
        let condition = builder.condition(terms);
        builder.open_test(condition, label);
        work.push(Piece::End);
        work.push(Piece::Tree(rest, None));
        work.push(Piece::Arm(0));
        work.push(Piece::Tree(arms, None));
        work.push(Piece::Arm(1));
    }

    /// Gives the condition that the number of the label is one of these.
    fn one_of(&self, mut numbers: Vec<u32>) -> Vec<Term> {
        numbers.sort_unstable();
        numbers.dedup();
        let mut ranges: Vec<(u32, u32)> = Vec::new();
        for number in numbers {
            ranges.push((number, 0));
            while let [.., (low, size), (high, other)] = *ranges.as_slice()
                && size == other
                && low >> size & 1 == 0
                && low + (1 << size) == high
                && size + 1 < self.count
            {
                ranges.truncate(ranges.len() - 2);
                ranges.push((low, size + 1));
            }
        }
        let mut terms = Vec::new();
        for (index, &(low, size)) in ranges.iter().enumerate() {
            if index + 1 < ranges.len() {
                terms.push(Term::Or);
            }
            for digit in size..self.count {
                if digit + 1 < self.count {
                    terms.push(Term::And);
                }
                if low >> digit & 1 == 0 {
                    terms.push(Term::Not);
                }
                terms.push(Term::Flag(self.flag(digit)));
            }
        }
        terms
    }
}
