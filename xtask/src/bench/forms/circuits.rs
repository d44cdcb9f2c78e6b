//! Short circuits of the source that are there after optimisation.
//!
//! *Needs:* LLVM IR as text with debug information, and the sources that it names.
//! *Gives:* [`survivors`]: for each function at how many `&&` and `||` there are branches or
//! selections still, and how many of them are short circuits.
//! *Cost:* O(IR · log + sources).
//!
//! clang gives the branch that it makes of `a && b` the place of the operator, and an optimiser
//! that makes a selection of it keeps that. So a conditional branch, or a `select` of an `i1`, at
//! whose line and column the source says `&&` or `||`, is what is left of a short circuit; two at
//! one place, inlined at the same one, are one.
//!
//! That may be one of the two conditions alone: the other one is known, or leads elsewhere since
//! jumps were threaded. A branch is half of a short circuit still if one of its arms leads to a
//! block that decides, and its other arm is one of that block's, with the same values for phis.
//!
//! *Limits:* operators in macros have the place of the macro, and are not counted.

use super::notes::{Notes, Place, Sources, label_of, name_of, number};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::Path;

/// What is left in a function.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Survivors {
    /// The operators at which something decides.
    pub(super) operators: usize,
    /// Those that are short circuits.
    pub(super) circuits: usize,
}

/// Counts the short circuits that are left in each function.
pub(super) fn survivors(ir: &str) -> BTreeMap<String, Survivors> {
    let mut sources = Sources::default();
    count(ir, |path, place| {
        let text = sources.at(path, place.line, place.column);
        text.starts_with("&&") || text.starts_with("||")
    })
}

fn count(
    ir: &str,
    mut is_circuit: impl FnMut(&Path, &Place) -> bool,
) -> BTreeMap<String, Survivors> {
    let notes = Notes::read(ir);
    let mut found = BTreeMap::new();
    let mut lines = ir.lines();
    while let Some(line) = lines.next() {
        let Some(rest) = line.strip_prefix("define ") else {
            continue;
        };
        let body = lines.by_ref().take_while(|line| *line != "}");
        let function = Function::read(body, |note| {
            let place = notes.places.get(note)?;
            let path = notes.path(&place.scope)?;
            is_circuit(&path, place).then_some(place)
        });
        let survivors = function.survivors();
        if survivors != Survivors::default() {
            found.insert(name_of(rest).to_owned(), survivors);
        }
    }
    found
}

/// The graph of a function.
struct Function<'n, 't> {
    blocks: Vec<Block<'n, 't>>,
    numbers: HashMap<&'t str, usize>,
}

#[derive(Default)]
struct Block<'n, 't> {
    /// The operator that its branch is at.
    branch: Option<&'n Place>,
    /// The operators that selections are at.
    selections: Vec<&'n Place>,
    successors: Vec<&'t str>,
    /// For each phi the blocks that it takes values from, with these.
    phis: Vec<Vec<(&'t str, &'t str)>>,
}

impl<'n, 't> Function<'n, 't> {
    /// Reads the lines of a body; `operator` finds the operator that a note is about.
    fn read(
        lines: impl Iterator<Item = &'t str>,
        mut operator: impl FnMut(&str) -> Option<&'n Place>,
    ) -> Self {
        let mut function = Function {
            blocks: vec![Block::default()],
            numbers: HashMap::new(),
        };
        for line in lines {
            if let Some(label) = label_of(line) {
                function.numbers.insert(label, function.blocks.len());
                function.blocks.push(Block::default());
                continue;
            }
            let block = function.blocks.last_mut().expect("there is the entry");
            let text = line.trim_start();
            let targets = text.split("label %").skip(1);
            block
                .successors
                .extend(targets.map(|rest| rest.split([',', ' ', ']']).next().unwrap_or(rest)));
            if text.contains(" = phi ") {
                block.phis.push(incoming(text).collect());
            }
            let note = line.split_once("!dbg !");
            let mut place = || note.and_then(|(_, note)| operator(number(note)));
            if text.starts_with("br i1 ") {
                block.branch = place();
            } else if text.contains(" = select i1 ") && is_bit(text) {
                block.selections.extend(place());
            }
        }
        function
    }

    fn survivors(&self) -> Survivors {
        let mut operators: BTreeSet<&Place> = BTreeSet::new();
        let mut circuits: BTreeSet<&Place> = BTreeSet::new();
        for (number, block) in self.blocks.iter().enumerate() {
            operators.extend(block.selections.iter().chain(&block.branch));
            circuits.extend(&block.selections);
            if self.is_half(number) {
                circuits.extend(block.branch);
            }
        }
        Survivors {
            operators: operators.len(),
            circuits: circuits.len(),
        }
    }

    /// Tells whether another block decides behind one arm of a block, and leads to its other arm.
    fn is_half(&self, number: usize) -> bool {
        let [first, second] = self.blocks[number].successors[..] else {
            return false;
        };
        [(first, second), (second, first)]
            .into_iter()
            .any(|(next, shared)| {
                let Some(&next) = self.numbers.get(next) else {
                    return false;
                };
                let successors = &self.blocks[next].successors;
                let decides = successors.iter().any(|&target| target != shared);
                decides
                    && successors.contains(&shared)
                    && self.values(shared, number).eq(self.values(shared, next))
            })
    }

    /// What the phis of a block take from another one.
    fn values(&self, to: &str, from: usize) -> impl Iterator<Item = Option<&'t str>> {
        let phis = self
            .numbers
            .get(to)
            .map_or(&[][..], |&to| &self.blocks[to].phis);
        // The first block has no label before it.
        let is_from = move |label: &str| self.numbers.get(label).copied().unwrap_or(0) == from;
        phis.iter().map(move |phi| {
            let taken = phi.iter().find(|(label, _)| is_from(label));
            taken.map(|&(_, value)| value)
        })
    }
}

/// The blocks that a phi takes values from, with these: `[ 0, %a ], [ %x, %b ]`.
fn incoming(phi: &str) -> impl Iterator<Item = (&str, &str)> {
    phi.split("[ ").skip(1).filter_map(|pair| {
        let (pair, _) = pair.split_once(" ]")?;
        let (value, label) = pair.rsplit_once(", %")?;
        Some((label, value))
    })
}

/// Tells whether a `select` gives an `i1`.
fn is_bit(text: &str) -> bool {
    text.matches(", i1 ").count() == 2
}

#[cfg(test)]
mod tests {
    use super::*;

    const IR: &str = "\
define i32 @f(i32 %0) !dbg !3 {
  br i1 %2, label %4, label %5, !dbg !10

4:                                                ; preds = %1
  br i1 %2, label %5, label %6, !dbg !11

5:                                                ; preds = %4, %1
  %7 = select i1 %2, i1 %3, i1 false, !dbg !12
  %8 = select i1 %2, i32 %3, i32 0, !dbg !13
  br i1 %2, label %6, label %9, !dbg !13, !prof !9

6:
  %10 = phi i32 [ 1, %4 ], [ %8, %5 ]
  ret i32 %10

9:
  br label %6
}
define internal void @\"g\"(ptr %0) !dbg !3 {
  br i1 %2, label %4, label %5, !dbg !14

4:
  br label %5, !dbg !12

5:
  ret void
}
!1 = !DIFile(filename: \"a.c\", directory: \"/b\", checksumkind: CSK_MD5)
!3 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, line: 1)
!4 = distinct !DILexicalBlock(scope: !3, file: !1, line: 2, column: 3)
!10 = !DILocation(line: 2, column: 9, scope: !4)
!11 = !DILocation(line: 2, column: 9, scope: !4)
!12 = !DILocation(line: 3, column: 9, scope: !4, inlinedAt: !10)
!13 = !DILocation(line: 4, column: 9, scope: !4)
!14 = !DILocation(line: 9, column: 1, scope: !4)
";

    /// Counts what is left in each function, where the operators are above a line.
    #[track_caller]
    fn check(ir: &str, below: usize, expected: &[(&str, usize, usize)]) {
        let counts = count(ir, |path, place| {
            assert_eq!(path, Path::new("/b/a.c"));
            place.line < below
        });
        let counts: Vec<(&str, usize, usize)> = counts
            .iter()
            .map(|(name, left)| (name.as_str(), left.operators, left.circuits))
            .collect();
        assert_eq!(counts, expected);
    }

    #[test]
    fn branches_and_selections_at_operators_are_counted_once_a_place() {
        check(IR, 4, &[("f", 2, 2)]);
    }

    #[test]
    fn a_branch_is_half_of_a_circuit_if_another_one_shares_its_target() {
        // The one at line 4 brings another value to what it shares with the jump behind it, and
        // that at line 9 has none behind it.
        check(IR, 5, &[("f", 3, 2)]);
        check(IR, 10, &[("f", 3, 2), ("g", 1, 0)]);
        // Another value from one of the two.
        let phi = "5:                                                ; preds = %4, %1\n";
        let other = IR.replace(phi, &format!("{phi}  %11 = phi i32 [ 0, %1 ], [ 1, %4 ]\n"));
        check(&other, 4, &[("f", 2, 1)]);
    }
}
