//! Variables where they are used: `uint32_t x = …` where `x` is first assigned.
//!
//! *Needs:* the text of a body, and the declarations of its variables.
//! *Gives:* the body with those that can be declared in it, and the others.
//! *Cost:* near-linear in the text, and O(lines · variables / 64) for what is
//! [assigned](assigned).
//!
//! ```text
//! uint32_t i = 0;
//! uint32_t x = 0;
//!                                    for (uint32_t i = 0; i < n; i++) {
//! for (i = 0; i < n; i++) {            uint32_t x = f(i);
//!   x = f(i);                  ->      g(x, x);
//!   g(x, x);                         }
//! }
//! ```
//!
//! A variable can be declared in the smallest block that has all of its uses, unless some path may
//! read it before it is assigned: then it begins with a value, and what it had in the round before
//! may count. It is declared by its first assignment, if that is a statement of this block or
//! begins a `for` that has all uses; else before the statement that has the first use. An arm of a
//! switch is a block, with braces if it declares anything.

mod assigned;
mod lines;

use foldhash::{HashMap, HashSet};

use self::lines::{Line, assignment, names};

/// A variable, and how it is declared.
pub(super) struct Declaration {
    pub(super) name: String,
    /// Its type and name.
    pub(super) text: String,
    /// The value that it begins with, if it is declared before all else.
    pub(super) first: String,
    /// Whether it may be declared where it is used.
    pub(super) is_free: bool,
}

/// A block, or an arm of a switch.
struct Block {
    parent: usize,
    depth: usize,
    /// The line that the statement begins with which it is a part of.
    start: usize,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Plain,
    Switch,
    /// The line that the arm begins after.
    Arm(usize),
}

/// Where a variable is used.
struct Use {
    /// The smallest block that has all uses.
    block: usize,
    first: usize,
    /// The block of the first use.
    first_block: usize,
    last: usize,
}

/// What becomes of a line.
#[derive(Clone, Default)]
struct Change {
    /// What is declared before it.
    before: Vec<String>,
    /// What it is replaced with.
    instead: Option<String>,
}

/// The names that a body has elsewhere than where they are assigned as a whole.
pub(super) fn read(body: &str) -> HashSet<&str> {
    let texts = body
        .lines()
        .flat_map(|line| Line::read(line.trim_start()).texts());
    let values = texts.map(|text| assignment(text).map_or(text, |(_, value)| value));
    values.flat_map(names).collect()
}

/// Moves declarations into a body. Gives the lines of those that stay before it, and the body.
pub(super) fn place(body: &str, declarations: &[Declaration]) -> (Vec<String>, String) {
    let texts: Vec<&str> = body.lines().collect();
    let trimmed = texts.iter().map(|text| text.trim_start());
    let lines: Vec<Line<'_>> = trimmed.map(Line::read).collect();
    let numbers: HashMap<&str, usize> = declarations
        .iter()
        .enumerate()
        .map(|(number, own)| (own.name.as_str(), number))
        .collect();
    let early = assigned::unassigned(&lines, &numbers);
    let blocks = Blocks::find(&lines);
    let uses = blocks.uses(&lines, &numbers, declarations.len());
    let mut changes = vec![Change::default(); texts.len()];
    let mut arms: HashSet<usize> = HashSet::default();
    let mut head = Vec::new();
    for (number, own) in declarations.iter().enumerate() {
        let used = match &uses[number] {
            Some(used) if own.is_free && !early[number] => used,
            // Nothing that is written uses it.
            None if own.is_free => continue,
            _ => {
                head.push(match own.first.is_empty() {
                    true => format!("{};", own.text),
                    false => format!("{} = {};", own.text, own.first),
                });
                continue;
            }
        };
        let mut block = used.block;
        let mut at = blocks.statement(used, block);
        if blocks.all[block].kind == Kind::Switch {
            at = blocks.all[block].start;
            block = blocks.all[block].parent;
        }
        if let Kind::Arm(label) = blocks.all[block].kind {
            arms.insert(label);
        }
        let change = &mut changes[at];
        match lines[at] {
            Line::Statement(text) if at == used.first => match assignment(text) {
                Some((name, value)) if name == own.name && !names(value).contains(&name) => {
                    change.instead = Some(format!("{} = {value}", own.text));
                }
                _ => change.before.push(format!("{};", own.text)),
            },
            Line::For([first, condition, step])
                if at == used.first && blocks.end_of(at) >= used.last =>
            {
                match assignment(first) {
                    Some((name, value)) if name == own.name && !names(value).contains(&name) => {
                        let text = &own.text;
                        change.instead =
                            Some(format!("for ({text} = {value}; {condition}; {step}) {{"));
                    }
                    _ => change.before.push(format!("{};", own.text)),
                }
            }
            _ => change.before.push(format!("{};", own.text)),
        }
    }
    (head, written(&texts, &lines, &changes, &arms))
}

struct Blocks {
    all: Vec<Block>,
    /// By line, the block that it is a statement of.
    of: Vec<usize>,
    /// By line that begins a statement with a block, the last line of that.
    ends: HashMap<usize, usize>,
}

impl Blocks {
    fn find(lines: &[Line<'_>]) -> Blocks {
        let root = Block {
            parent: 0,
            depth: 0,
            start: 0,
            kind: Kind::Plain,
        };
        let mut blocks = Blocks {
            all: vec![root],
            of: Vec::with_capacity(lines.len()),
            ends: HashMap::default(),
        };
        let mut now = 0;
        for (at, line) in lines.iter().enumerate() {
            // What ends a block, and what follows it in the same statement.
            let ends = matches!(
                line,
                Line::End | Line::DoWhile(_) | Line::Else | Line::ElseIf(_)
            );
            let mut start = at;
            if (ends || matches!(line, Line::Case(_)))
                && let Kind::Arm(_) = blocks.all[now].kind
            {
                now = blocks.all[now].parent;
            }
            if ends {
                start = blocks.all[now].start;
                now = blocks.all[now].parent;
                blocks.ends.insert(start, at);
            }
            blocks.of.push(now);
            let kind = match line {
                Line::Switch(_) => Kind::Switch,
                Line::Case(_) => Kind::Arm(at),
                Line::While(_) | Line::For(_) | Line::Do | Line::If(_) => Kind::Plain,
                Line::Else | Line::ElseIf(_) => Kind::Plain,
                _ => continue,
            };
            blocks.all.push(Block {
                parent: now,
                depth: blocks.all[now].depth + 1,
                start,
                kind,
            });
            now = blocks.all.len() - 1;
        }
        blocks
    }

    fn uses(
        &self,
        lines: &[Line<'_>],
        numbers: &HashMap<&str, usize>,
        count: usize,
    ) -> Vec<Option<Use>> {
        let mut uses: Vec<Option<Use>> = (0..count).map(|_| None).collect();
        for (at, line) in lines.iter().enumerate() {
            for name in line.texts().into_iter().flat_map(names) {
                let Some(&number) = numbers.get(name) else {
                    continue;
                };
                let own = self.of[at];
                match &mut uses[number] {
                    Some(known) => {
                        known.block = self.common(known.block, own);
                        known.last = at;
                    }
                    none => {
                        *none = Some(Use {
                            block: own,
                            first: at,
                            first_block: own,
                            last: at,
                        });
                    }
                }
            }
        }
        uses
    }

    /// The smallest block that has two others.
    fn common(&self, mut left: usize, mut right: usize) -> usize {
        while left != right {
            if self.all[left].depth >= self.all[right].depth {
                left = self.all[left].parent;
            } else {
                right = self.all[right].parent;
            }
        }
        left
    }

    /// The line that begins the statement of a block that has the first use.
    fn statement(&self, used: &Use, block: usize) -> usize {
        let (mut at, mut inner) = (used.first, used.first_block);
        while inner != block {
            at = self.all[inner].start;
            inner = self.all[inner].parent;
        }
        at
    }

    /// The last line of the statement that begins with a line.
    fn end_of(&self, start: usize) -> usize {
        self.ends.get(&start).copied().unwrap_or(start)
    }
}

/// The body with its changes. Arms that declare something have braces.
fn written(
    texts: &[&str],
    lines: &[Line<'_>],
    changes: &[Change],
    arms: &HashSet<usize>,
) -> String {
    let mut body = String::new();
    // Of each block that is open, the indentation of its arm that has braces.
    let mut open: Vec<Option<usize>> = Vec::new();
    for (at, (&text, line)) in texts.iter().zip(lines).enumerate() {
        let width = text.len() - text.trim_start().len();
        if matches!(line, Line::Case(_) | Line::FallThrough | Line::End)
            && let Some(width) = open.last_mut().and_then(Option::take)
        {
            body += &format!("{:width$}}}\n", "");
        }
        if matches!(line, Line::End | Line::DoWhile(_)) {
            open.pop();
        }
        for declared in &changes[at].before {
            body += &format!("{:width$}{declared}\n", "");
        }
        match &changes[at].instead {
            Some(instead) => body += &format!("{:width$}{instead}\n", ""),
            None if arms.contains(&at) => {
                body += &format!("{text} {{\n");
                if let Some(own) = open.last_mut() {
                    *own = Some(width);
                }
            }
            None => body += &format!("{text}\n"),
        }
        if let Line::While(_) | Line::For(_) | Line::Do | Line::If(_) | Line::Switch(_) = line {
            open.push(None);
        }
    }
    body
}
