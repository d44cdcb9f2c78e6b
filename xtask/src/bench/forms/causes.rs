//! Why loops of our pseudocode have no condition.
//!
//! *Needs:* its text, function by function. *Gives:* [`Causes`], by function.
//! *Cost:* O(text).
//! *Limits:* a loop that has none in the source counts like any other.

use std::collections::BTreeMap;
use std::ops::AddAssign;

/// The loops without a condition, by what leaves them to their own ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Causes {
    /// Nothing: they are left for elsewhere, or never.
    pub(super) none: usize,
    /// One `break`, which is all that its `if` holds, with what is done before and after it.
    pub(super) middle: usize,
    /// One `break` at which something else is done, or in more than one bracket.
    pub(super) deep: usize,
    /// Two, of which one is all that its `if` holds.
    pub(super) two_one_alone: usize,
    /// Two others.
    pub(super) two: usize,
    /// More.
    pub(super) more: usize,
}

impl Causes {
    pub(super) const HEAD: &str = "| program | loops without a condition | no `break` to their end | one, alone in its `if` | one other | two, one of them alone | two others | more |\n|---|--:|--:|--:|--:|--:|--:|--:|";

    pub(super) fn cells(&self) -> String {
        let all = [
            self.none,
            self.middle,
            self.deep,
            self.two_one_alone,
            self.two,
            self.more,
        ];
        let cells = std::iter::once(all.iter().sum::<usize>()).chain(all);
        let cells: Vec<String> = cells.map(|cell| cell.to_string()).collect();
        cells.join(" | ")
    }

    fn count(&mut self, open: &Open) {
        let alone = open.breaks.iter().filter(|is_alone| **is_alone).count();
        let cause = match (open.breaks.len(), alone) {
            (0, _) => &mut self.none,
            (1, 1) => &mut self.middle,
            (1, _) => &mut self.deep,
            (2, 0) => &mut self.two,
            (2, _) => &mut self.two_one_alone,
            _ => &mut self.more,
        };
        *cause += 1;
    }
}

impl AddAssign<&Causes> for Causes {
    fn add_assign(&mut self, other: &Causes) {
        self.none += other.none;
        self.middle += other.middle;
        self.deep += other.deep;
        self.two_one_alone += other.two_one_alone;
        self.two += other.two;
        self.more += other.more;
    }
}

/// A bracket that is open.
struct Open {
    is_loop: bool,
    has_condition: bool,
    label: Option<String>,
    /// The jumps to its end: whether each is all that an `if` right inside of it holds.
    breaks: Vec<bool>,
}

/// Counts the loops without a condition of each function. `name_of` gives its name from the line
/// that opens it.
pub(super) fn causes(text: &str, name_of: impl Fn(&str) -> String) -> BTreeMap<String, Causes> {
    let mut functions = BTreeMap::new();
    let mut name = String::new();
    let mut open: Vec<Open> = Vec::new();
    let lines: Vec<&str> = text.lines().collect();
    for (at, line) in lines.iter().enumerate() {
        let code = line.trim();
        if !line.starts_with([' ', '}']) && line.ends_with(" {") {
            name = name_of(line);
            functions.entry(name.clone()).or_insert(Causes::default());
            open.clear();
        } else if code.starts_with('}') {
            let goes_on = code.ends_with('{');
            let closed = open.pop_if(|_| !goes_on);
            if let (Some(closed), Some(causes)) = (closed, functions.get_mut(&name))
                && closed.is_loop
                && !closed.has_condition
            {
                causes.count(&closed);
            }
        } else if code.ends_with('{') {
            open.push(opened(code));
        } else if let Some(target) = jump(code) {
            let around = [at.wrapping_sub(1), at + 1].map(|at| lines.get(at).copied());
            let [before, after] = around.map(|line| line.unwrap_or_default().trim());
            let is_sole = before.contains("if ") && before.ends_with('{') && after == "}";
            let bound = open.iter().rposition(|it| match target {
                Some(label) => it.label.as_deref() == Some(label),
                None => it.is_loop,
            });
            if let Some(bound) = bound {
                let is_near = bound + 2 == open.len();
                open[bound].breaks.push(is_sole && is_near);
            }
        }
    }
    functions
}

/// Reads the line that opens a bracket.
fn opened(code: &str) -> Open {
    let labelled = code.split_once(": ").filter(|(label, _)| {
        let digits = label.strip_prefix('l').unwrap_or_default();
        !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    });
    let (label, head) = match labelled {
        Some((label, head)) => (Some(label.to_owned()), head),
        None => (None, code),
    };
    let word = head.split(' ').next().unwrap_or_default();
    Open {
        is_loop: matches!(word, "loop" | "while" | "for" | "do"),
        has_condition: word != "loop",
        label,
        breaks: Vec::new(),
    }
}

/// Gives the label of a `break`, if it has one; nothing for another line.
fn jump(code: &str) -> Option<Option<&str>> {
    let mut words = code.split(' ');
    let is_break = words.next() == Some("break");
    is_break.then(|| words.next().filter(|word| *word != ";"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loops_are_counted_by_what_leaves_them() {
        let text = "int f(void) {\n  loop {\n    a\n    if p {\n      break\n    }\n    b\n  }\n  \
                    l1: loop {\n    if p {\n      x = 1\n      break\n    }\n    loop {\n      \
                    if q {\n        break l1 ; -> b3\n      }\n    }\n  }\n  \
                    while p {\n    break\n  }\n  do {\n    loop {\n      switch x {\n        \
                    case 1:\n          break\n      }\n    }\n  } while p\n}\n\nint g(void) {\n}\n";
        let functions = causes(text, |line| {
            line.split(['(', ' ']).nth(1).unwrap_or("").to_owned()
        });
        let f = Causes {
            none: 1,
            middle: 1,
            deep: 1,
            two: 1,
            ..Causes::default()
        };
        assert_eq!(functions["f"], f);
        assert_eq!(functions["g"], Causes::default());
        assert_eq!(f.cells(), "4 | 1 | 1 | 1 | 0 | 1 | 0");
    }
}
