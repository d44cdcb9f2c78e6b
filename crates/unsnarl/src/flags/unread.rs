//! Variables that no test reads.
//!
//! *Needs:* a program that keeps its rules.
//! *Gives:* [`without_unread`]: an equivalent program that has no stores to flags that no test
//! reads, no stores to the label if there is no dispatcher, and no test whose arms are empty.
//! *Cost:* O(steps + terms).
//!
//! A plan sets flags before it is known which tests read them. For instance, the target of a jump
//! that shares its test with others needs a flag of its own only if they separate later. The flags
//! that are left are renumbered.
//!
//! ```text
//! f0 = true; f1 = true        f0 = true
//! break l1                    break l1
//! …                      ->   …
//! if f1 { }                   if f0 { break l0 }
//! if f0 { break l0 }
//! ```

use crate::ids::{FlagId, Id, IdMap, NodeId, following};
use crate::program::{Condition, Program, Step, Term};
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

/// A program, and the number of tests that were removed from it.
pub(crate) struct Swept {
    pub(crate) program: Program,
    pub(crate) tests: usize,
}

/// Removes stores to variables that no test reads, and tests whose arms are empty.
pub(crate) fn without_unread(program: Program) -> Swept {
    let empty = empty_tests(&program);
    let asked = Asked::find(&program, &empty);
    let tests = empty.len();
    if tests == 0 && asked.flags.values().all(|asked| *asked) && asked.label {
        return Swept { program, tests };
    }
    let mut flags = IdMap::filled(program.flag_count(), FlagId::new(0));
    let kept = asked.flags.iter().filter(|(_, asked)| **asked);
    for (number, (flag, _)) in kept.enumerate() {
        flags[flag] = FlagId::new(number);
    }
    let mut writer = Writer {
        program: &program,
        flags,
        terms: Vec::new(),
        conditions: BTreeMap::new(),
    };
    let mut steps = Vec::with_capacity(program.len());
    let mut empty = empty.into_iter().peekable();
    let mut at = NodeId::new(0);
    while at.index() < program.len() {
        if empty.next_if_eq(&at).is_some() {
            at = following(program.extent(at));
            continue;
        }
        match program.step(at) {
            Step::Set(flag, _) if !asked.flags[flag] => {}
            Step::Store(_) if !asked.label => {}
            step => steps.push(writer.step(step)),
        }
        at = following(at);
    }
    let terms = writer.terms;
    let program = Program::from_steps(steps, program.all_cases().to_vec(), terms);
    Swept { program, tests }
}

/// Lists, in order, the outermost tests of variables whose arms are all empty or contain only such
/// tests.
fn empty_tests(program: &Program) -> Vec<NodeId> {
    let mut found: Vec<NodeId> = Vec::new();
    // For each open bracket: whether everything in it so far is empty.
    let mut open: Vec<(NodeId, bool)> = Vec::new();
    for (node, step) in program.steps() {
        match step {
            Step::Arm(_) => {}
            Step::End => {
                let Some((bracket, is_empty)) = open.pop() else {
                    continue;
                };
                if is_empty {
                    while found.pop_if(|inner| *inner > bracket).is_some() {}
                    found.push(bracket);
                } else if let Some((_, around)) = open.last_mut() {
                    *around = false;
                }
            }
            step if step.opens() => {
                let tests = matches!(step, Step::Test(_, None) | Step::Dispatch(None));
                open.push((node, tests));
            }
            _ => {
                if let Some((_, around)) = open.last_mut() {
                    *around = false;
                }
            }
        }
    }
    found
}

/// The variables that tests read.
struct Asked {
    flags: IdMap<FlagId, bool>,
    label: bool,
}

impl Asked {
    fn find(program: &Program, empty: &[NodeId]) -> Asked {
        let mut asked = Asked {
            flags: IdMap::filled(program.flag_count(), false),
            label: false,
        };
        let stores = |(_, step): (_, Step)| matches!(step, Step::Store(_));
        asked.label = !program.steps().any(stores);
        let mut empty = empty.iter().copied().peekable();
        let mut past = NodeId::new(0);
        for (node, step) in program.steps() {
            if empty.next_if_eq(&node).is_some() {
                past = program.extent(node);
            }
            if node < past {
                continue;
            }
            match step {
                Step::Dispatch(_) => asked.label = true,
                Step::Test(condition, _) => {
                    for term in program.condition(condition) {
                        if let Term::Flag(flag) = term {
                            asked.flags[*flag] = true;
                        }
                    }
                }
                _ => {}
            }
        }
        asked
    }
}

struct Writer<'p> {
    program: &'p Program,
    /// The new numbers of the flags that are kept.
    flags: IdMap<FlagId, FlagId>,
    terms: Vec<Term>,
    conditions: BTreeMap<Condition, Condition>,
}

impl Writer<'_> {
    fn step(&mut self, step: Step) -> Step {
        match step {
            Step::Set(flag, value) => Step::Set(self.flags[flag], value),
            Step::Test(condition, label) => Step::Test(self.condition(condition), label),
            step => step,
        }
    }

    fn condition(&mut self, condition: Condition) -> Condition {
        let (program, flags, terms) = (self.program, &self.flags, &mut self.terms);
        *self.conditions.entry(condition).or_insert_with(|| {
            let own = program.condition(condition).iter();
            let renamed = own.map(|term| match term {
                Term::Flag(flag) => Term::Flag(flags[*flag]),
                term => *term,
            });
            Condition::append(terms, renamed)
        })
    }
}
