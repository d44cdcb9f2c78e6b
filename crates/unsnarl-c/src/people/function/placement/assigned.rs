//! Which variables are always assigned before they are read.
//!
//! *Needs:* the lines of a body.
//! *Gives:* [`unassigned`]: those that some path may read first.
//! *Cost:* O(lines · variables / 64).
//! *Source:* definite assignment, as Java's language specification has it (chapter 16).
//! *Limits:* what conditions say is not used but for `1` and an empty one; functions that do not
//! return are taken to return.

use foldhash::HashMap;

use super::lines::{Line, assignment, names};

/// A set of variables by number; all of them where nothing gets to.
type Set = Vec<u64>;

/// A bracket that is open.
enum Open {
    Loop {
        /// What is assigned where it is left.
        after: Set,
        /// What is assigned where the next round begins.
        next: Set,
        /// What is done after each round.
        step: String,
    },
    If {
        /// What is assigned before it.
        before: Set,
        /// What is assigned after the arms so far.
        after: Set,
        has_else: bool,
    },
    Switch {
        before: Set,
        after: Set,
        has_default: bool,
    },
}

struct Walk<'v> {
    variables: &'v HashMap<&'v str, usize>,
    assigned: Set,
    everything: Set,
    early: Vec<bool>,
    open: Vec<Open>,
}

/// Tells of each variable, by its number, whether it may be read before it is assigned.
pub(super) fn unassigned(lines: &[Line<'_>], variables: &HashMap<&str, usize>) -> Vec<bool> {
    let words = variables.len().div_ceil(64);
    let mut walk = Walk {
        variables,
        assigned: vec![0; words],
        everything: vec![u64::MAX; words],
        early: vec![false; variables.len()],
        open: Vec::new(),
    };
    for &line in lines {
        walk.line(line);
    }
    walk.early
}

impl Walk<'_> {
    fn line(&mut self, line: Line<'_>) {
        match line {
            Line::Statement(text) => self.run(text),
            Line::Leave(text) => {
                self.run(text);
                self.assigned = self.everything.clone();
            }
            Line::While(condition) => {
                self.run(condition);
                self.begin_loop(condition == "1", "");
            }
            Line::For([first, condition, step]) => {
                self.run(first);
                self.run(condition);
                self.begin_loop(condition.is_empty(), step);
            }
            // Its condition says whether it is left, at its end.
            Line::Do => self.begin_loop(true, ""),
            Line::If(condition) => {
                self.run(condition);
                self.open.push(Open::If {
                    before: self.assigned.clone(),
                    after: self.everything.clone(),
                    has_else: false,
                });
            }
            Line::ElseIf(condition) => {
                self.arm(false);
                self.run(condition);
            }
            Line::Else => self.arm(true),
            Line::Switch(operand) => {
                self.run(operand);
                self.open.push(Open::Switch {
                    before: self.assigned.clone(),
                    after: self.everything.clone(),
                    has_default: false,
                });
                self.assigned = self.everything.clone();
            }
            Line::Case(is_default) => {
                if let Some(Open::Switch {
                    before,
                    has_default,
                    ..
                }) = self.open.last_mut()
                {
                    meet(&mut self.assigned, before);
                    *has_default |= is_default;
                }
            }
            Line::Break => self.jump(true),
            Line::Continue => self.jump(false),
            Line::DoWhile(condition) => {
                if let Some(Open::Loop { after, next, .. }) = self.open.pop() {
                    meet(&mut self.assigned, &next);
                    self.run(condition);
                    meet(&mut self.assigned, &after);
                }
            }
            Line::End => self.end(),
            Line::FallThrough => {}
        }
    }

    fn begin_loop(&mut self, is_endless: bool, step: &str) {
        self.open.push(Open::Loop {
            after: match is_endless {
                true => self.everything.clone(),
                false => self.assigned.clone(),
            },
            next: self.everything.clone(),
            step: step.to_owned(),
        });
    }

    /// Ends an arm of an `if` and begins the next one.
    fn arm(&mut self, is_last: bool) {
        if let Some(Open::If {
            before,
            after,
            has_else,
        }) = self.open.last_mut()
        {
            meet(after, &self.assigned);
            self.assigned.clone_from(before);
            *has_else = is_last;
        }
    }

    fn jump(&mut self, is_break: bool) {
        let target = self.open.iter_mut().rev().find_map(|open| match open {
            Open::Loop { after, .. } if is_break => Some(after),
            Open::Loop { next, .. } => Some(next),
            Open::Switch { after, .. } if is_break => Some(after),
            _ => None,
        });
        if let Some(target) = target {
            meet(target, &self.assigned);
        }
        self.assigned.clone_from(&self.everything);
    }

    fn end(&mut self) {
        match self.open.pop() {
            Some(Open::Loop { after, next, step }) => {
                meet(&mut self.assigned, &next);
                self.run(&step);
                self.assigned = after;
            }
            Some(Open::If {
                before,
                after,
                has_else,
            }) => {
                meet(&mut self.assigned, &after);
                if !has_else {
                    meet(&mut self.assigned, &before);
                }
            }
            Some(Open::Switch {
                before,
                after,
                has_default,
            }) => {
                meet(&mut self.assigned, &after);
                if !has_default {
                    meet(&mut self.assigned, &before);
                }
            }
            None => {}
        }
    }

    /// Reads what a text reads, and then assigns what it assigns.
    fn run(&mut self, text: &str) {
        let (target, value) = match assignment(text) {
            Some((name, value)) => (self.variables.get(name), value),
            None => (None, text),
        };
        for name in names(value) {
            if let Some(&number) = self.variables.get(name)
                && self.assigned[number / 64] >> (number % 64) & 1 == 0
            {
                self.early[number] = true;
            }
        }
        if let Some(&number) = target {
            self.assigned[number / 64] |= 1 << (number % 64);
        }
    }
}

fn meet(set: &mut Set, other: &Set) {
    for (word, other) in set.iter_mut().zip(other) {
        *word &= other;
    }
}
