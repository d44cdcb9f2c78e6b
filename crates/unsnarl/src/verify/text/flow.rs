//! Where control goes in a text.
//!
//! *Needs:* the statements, and the variables of control.
//! *Gives:* [`Flow`]: places with their successors. A condition is a place for itself and places
//! for its parts, so that it can be asked as a whole or part by part.
//! *Cost:* O(tokens · operands of a condition).

use super::Control;
use super::parse::{Node, Shape, Tree};
use super::tokens::{Tokens, Word, Words};
use crate::ids::BlockId;
use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

/// The number of a place.
pub(super) type Place = usize;

/// A place in the text. Ranges are of tokens.
pub(super) enum Step {
    /// A statement that control runs through.
    Act { span: Range<usize>, next: Place },
    /// A bracket, which may be all of a host's statement, or be entered.
    Enter {
        span: Range<usize>,
        into: Place,
        next: Place,
    },
    /// A jump.
    Go { span: Range<usize>, to: Place },
    /// A condition.
    Ask {
        span: Range<usize>,
        yes: Place,
        no: Place,
        /// The condition by its parts.
        parts: Option<Parts>,
    },
    /// A switch: the case of each arm with its place, and where all others go.
    Choose {
        span: Range<usize>,
        cases: Vec<(Range<usize>, Place)>,
        others: Place,
    },
    /// A variable of control is set.
    Set {
        variable: usize,
        value: u32,
        next: Place,
    },
    /// A decision is saved.
    Save {
        variable: usize,
        /// What is saved.
        span: Range<usize>,
        /// The statement, which may be one of the host's.
        whole: Range<usize>,
        next: Place,
    },
    /// The end of the text.
    End,
    /// What comes after a return.
    Never,
}

/// The parts of a condition.
#[derive(Clone, Copy)]
pub(super) struct Parts {
    /// What is asked first.
    pub(super) first: Place,
    /// What is asked next, if the first part does not settle it.
    pub(super) rest: Option<Rest>,
}

/// The operands of a condition without the first.
#[derive(Clone, Copy)]
pub(super) struct Rest {
    pub(super) place: Place,
    /// Where its tokens begin.
    pub(super) start: usize,
    /// Whether it is asked if the first part holds.
    pub(super) is_and: bool,
}

/// What a variable of control holds.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Label,
    Flag,
    /// The slot for which a block has decided.
    Saved(BlockId),
}

/// The variables of control.
pub(super) struct Variables {
    numbers: BTreeMap<Word, usize>,
    pub(super) kinds: Vec<Kind>,
    /// What they hold at first, if that is known.
    pub(super) first: Vec<Option<u32>>,
    /// The functions that never return.
    never_return: Vec<Word>,
}

impl Variables {
    pub(super) fn new(control: &Control, words: &mut Words) -> Variables {
        let mut variables = Variables {
            numbers: BTreeMap::new(),
            kinds: Vec::new(),
            first: Vec::new(),
            never_return: control
                .never_return
                .iter()
                .map(|name| words.number(name))
                .collect(),
        };
        let mut add = |name: &str, kind: Kind, first: Option<u32>| {
            variables
                .numbers
                .insert(words.number(name), variables.kinds.len());
            variables.kinds.push(kind);
            variables.first.push(first);
        };
        if let Some((name, first)) = &control.label {
            add(name, Kind::Label, *first);
        }
        for name in &control.flags {
            add(name, Kind::Flag, Some(0));
        }
        for (name, block) in &control.saved {
            add(name, Kind::Saved(*block), None);
        }
        variables
    }

    /// Gives the variable of a name.
    pub(super) fn of(&self, word: Word) -> Option<usize> {
        self.numbers.get(&word).copied()
    }
}

/// The places of a text.
pub(super) struct Flow {
    pub(super) steps: Vec<Step>,
    pub(super) start: Place,
    /// A place of what control never gets to.
    pub(super) never: Place,
}

/// The words that matter to control.
struct Signs {
    and: Word,
    or: Word,
    not: Word,
    open: Word,
    assign: Word,
    star: Word,
    /// Signs that bind less than `&&` and `||`.
    loose: [Word; 4],
    ends: [Word; 2],
    /// An attribute may be all of a statement, which then does nothing.
    attribute: Word,
}

/// Where jumps lead that stand in a bracket.
#[derive(Clone, Copy)]
struct Around {
    next: Place,
    r#break: Place,
    r#continue: Place,
    /// The innermost label.
    label: Option<usize>,
}

struct Label {
    word: Word,
    r#break: Place,
    r#continue: Place,
    outer: Option<usize>,
}

struct Builder<'a> {
    tokens: &'a Tokens,
    words: &'a Words,
    signs: Signs,
    variables: &'a Variables,
    steps: Vec<Step>,
    labels: Vec<Label>,
}

/// Finds the places of a text. The places of statements have their numbers.
pub(super) fn flow(tree: &Tree, tokens: &Tokens, words: &mut Words, variables: &Variables) -> Flow {
    let mut word = |text: &str| words.number(text);
    let signs = Signs {
        and: word("&&"),
        or: word("||"),
        not: word("!"),
        open: word("("),
        assign: word("="),
        star: word("*"),
        loose: [word("?"), word("="), word(","), word("??")],
        ends: [word("return"), word("throw")],
        attribute: word("__attribute__"),
    };
    let count = tree.0.len();
    let mut builder = Builder {
        tokens,
        words,
        signs,
        variables,
        steps: Vec::with_capacity(2 * count),
        labels: Vec::new(),
    };
    builder.steps.resize_with(count, || Step::Never);
    let end = builder.add(Step::End);
    let never = builder.add(Step::Never);
    // Where the rounds of a loop begin, for jumps to it by its label.
    let rounds: BTreeMap<usize, Place> = tree
        .0
        .iter()
        .enumerate()
        .filter(|(_, node)| {
            matches!(
                node.shape,
                Shape::While(_) | Shape::DoWhile(_) | Shape::For(_)
            )
        })
        .map(|(id, _)| (id, builder.add(Step::Never)))
        .collect();
    let mut work = vec![(
        0,
        Around {
            next: end,
            r#break: never,
            r#continue: never,
            label: None,
        },
    )];
    while let Some((id, around)) = work.pop() {
        let inner = builder.place(id, &tree.0[id], around, never, &rounds);
        work.extend(inner);
    }
    Flow {
        steps: builder.steps,
        start: 0,
        never,
    }
}

impl Builder<'_> {
    fn add(&mut self, step: Step) -> Place {
        self.steps.push(step);
        self.steps.len() - 1
    }

    /// Fills in the place of a statement, and gives the statements in it.
    fn place(
        &mut self,
        id: usize,
        node: &Node,
        around: Around,
        never: Place,
        rounds: &BTreeMap<usize, Place>,
    ) -> Vec<(usize, Around)> {
        let span = node.span.clone();
        let children = &node.children;
        let next = around.next;
        let within = |next: Place| Around { next, ..around };
        let enter = |into: Place| Step::Enter {
            span: span.clone(),
            into,
            next,
        };
        let first = |next: Place| children.first().copied().unwrap_or(next);
        match &node.shape {
            Shape::Simple => {
                self.steps[id] = self.simple(span, next, never);
                Vec::new()
            }
            Shape::Opaque => {
                self.steps[id] = Step::Act { span, next };
                Vec::new()
            }
            Shape::List => {
                self.steps[id] = enter(first(next));
                in_turn(children, around)
            }
            Shape::If(condition) => {
                let otherwise = children.get(1).copied().unwrap_or(next);
                let ask = self.ask(condition.clone(), first(next), otherwise);
                self.steps[id] = enter(ask);
                children.iter().map(|&child| (child, around)).collect()
            }
            Shape::While(condition) => {
                let ask = self.ask(condition.clone(), first(next), next);
                let round = rounds[&id];
                self.steps[round] = Step::Go {
                    span: 0..0,
                    to: ask,
                };
                self.steps[id] = enter(ask);
                let inner = Around {
                    next: round,
                    r#break: next,
                    r#continue: round,
                    ..around
                };
                children.iter().map(|&child| (child, inner)).collect()
            }
            Shape::DoWhile(condition) => {
                let body = first(next);
                let ask = self.ask(condition.clone(), body, next);
                let round = rounds[&id];
                self.steps[round] = Step::Go {
                    span: 0..0,
                    to: ask,
                };
                self.steps[id] = enter(body);
                let inner = Around {
                    next: round,
                    r#break: next,
                    r#continue: round,
                    ..around
                };
                children.iter().map(|&child| (child, inner)).collect()
            }
            Shape::For([init, condition, step]) => {
                let ask = self.ask(condition.clone(), first(next), next);
                let round = rounds[&id];
                self.steps[round] = self.part(step.clone(), ask, never);
                let begin = self.part(init.clone(), ask, never);
                let begin = self.add(begin);
                self.steps[id] = enter(begin);
                let inner = Around {
                    next: round,
                    r#break: next,
                    r#continue: round,
                    ..around
                };
                children.iter().map(|&child| (child, inner)).collect()
            }
            Shape::Switch(operand, cases) => {
                let mut others = next;
                let mut arms = Vec::with_capacity(cases.len());
                for (case, before) in cases {
                    let to = children.get(*before).copied().unwrap_or(next);
                    match case.is_empty() {
                        true => others = to,
                        false => arms.push((case.clone(), to)),
                    }
                }
                let choose = self.add(Step::Choose {
                    span: operand.clone(),
                    cases: arms,
                    others,
                });
                self.steps[id] = enter(choose);
                let inner = Around {
                    r#break: next,
                    ..around
                };
                in_turn(children, inner)
            }
            Shape::Labelled(word) => {
                let child = first(next);
                self.labels.push(Label {
                    word: *word,
                    r#break: next,
                    r#continue: rounds.get(&child).copied().unwrap_or(never),
                    outer: around.label,
                });
                self.steps[id] = enter(child);
                let label = Some(self.labels.len() - 1);
                let inner = Around {
                    label,
                    ..within(next)
                };
                children.iter().map(|&child| (child, inner)).collect()
            }
            Shape::Break(label) => {
                let named = label.map(|word| self.label(around.label, word));
                let to = named.map_or(around.r#break, |own| {
                    own.map_or(never, |own| self.labels[own].r#break)
                });
                self.steps[id] = Step::Go { span, to };
                Vec::new()
            }
            Shape::Continue(label) => {
                let named = label.map(|word| self.label(around.label, word));
                let to = named.map_or(around.r#continue, |own| {
                    own.map_or(never, |own| self.labels[own].r#continue)
                });
                self.steps[id] = Step::Go { span, to };
                Vec::new()
            }
        }
    }

    fn label(&self, innermost: Option<usize>, word: Word) -> Option<usize> {
        let mut at = innermost;
        while let Some(label) = at {
            if self.labels[label].word == word {
                return at;
            }
            at = self.labels[label].outer;
        }
        None
    }

    /// The first or last part of the head of a `for`.
    fn part(&mut self, span: Range<usize>, next: Place, never: Place) -> Step {
        match span.is_empty() {
            true => Step::Go { span, to: next },
            false => self.simple(span, next, never),
        }
    }

    fn simple(&mut self, span: Range<usize>, next: Place, never: Place) -> Step {
        let words = &self.tokens.words[span.clone()];
        let &[first, _, ..] = words else {
            let leaves = words.iter().any(|word| self.signs.ends.contains(word));
            let next = if leaves { never } else { next };
            return match words.is_empty() {
                true => Step::Go { span, to: next },
                false => Step::Act { span, next },
            };
        };
        let leaves = self.signs.ends.contains(&first)
            || self.variables.never_return.contains(&first) && words[1] == self.signs.open;
        if leaves {
            return Step::Act { span, next: never };
        }
        if first == self.signs.attribute && self.tokens.partners[span.start + 1] + 1 == span.end {
            return Step::Go {
                span: 0..0,
                to: next,
            };
        }
        if self.is_declaration(words) {
            return Step::Go {
                span: 0..0,
                to: next,
            };
        }
        // The type of a variable that is declared here comes before its name.
        let sets = words.iter().position(|&word| word == self.signs.assign);
        let target = sets.filter(|&sets| {
            let before = &words[..sets];
            let is_type = |&word: &Word| word == self.signs.star || self.words.is_name(word);
            sets > 0 && before.iter().all(is_type)
        });
        let variable = target.and_then(|sets| self.variables.of(words[sets - 1]));
        let (Some(variable), Some(sets)) = (variable, target) else {
            return Step::Act { span, next };
        };
        let value = span.start + sets + 1..span.end;
        let known = self.constant(value.clone());
        match (self.variables.kinds[variable], known) {
            (Kind::Saved(_), _) => Step::Save {
                variable,
                span: value,
                whole: span,
                next,
            },
            (_, Some(value)) => Step::Set {
                variable,
                value,
                next,
            },
            (Kind::Label, None) => Step::Act { span, next },
            (Kind::Flag, None) => {
                let [no, yes] = [0, 1].map(|value| {
                    self.add(Step::Set {
                        variable,
                        value,
                        next,
                    })
                });
                let to = self.ask(value.clone(), yes, no);
                Step::Go { span: 0..0, to }
            }
        }
    }

    /// Tells whether a statement declares a variable and computes nothing.
    fn is_declaration(&self, words: &[Word]) -> bool {
        let [first, second, ..] = words else {
            return false;
        };
        let names = self.words.is_name(*first)
            && (self.words.is_name(*second) || *second == self.signs.star);
        let mut calls = words.windows(2).filter(|pair| {
            let name = self.words.text(pair[0]);
            pair[1] == self.signs.open
                && self.words.is_name(pair[0])
                && !["__attribute__", "aligned", "vector_size"].contains(&name)
        });
        names && calls.next().is_none() && !words.contains(&self.signs.assign)
    }

    /// The number that some tokens say.
    fn constant(&self, span: Range<usize>) -> Option<u32> {
        match self.tokens.words[span] {
            [word] => number(self.words.text(word)),
            _ => None,
        }
    }

    /// Adds a condition.
    fn ask(&mut self, span: Range<usize>, yes: Place, no: Place) -> Place {
        let asked = self.add(Step::Never);
        let mut work = vec![(asked, span, yes, no)];
        while let Some((place, span, yes, no)) = work.pop() {
            let span = self.bare(span);
            let words = &self.tokens.words[span.clone()];
            if span.is_empty() {
                self.steps[place] = Step::Go { span, to: yes };
                continue;
            }
            let or = self.joint(&span, self.signs.or);
            let joint = or.or_else(|| self.joint(&span, self.signs.and));
            let is_not = words[0] == self.signs.not && self.is_single(span.start + 1..span.end);
            let parts = if let Some(middle) = joint {
                let is_and = or.is_none();
                let [first, rest] = [self.add(Step::Never), self.add(Step::Never)];
                let start = middle + 1;
                work.push(match is_and {
                    true => (first, span.start..middle, rest, no),
                    false => (first, span.start..middle, yes, rest),
                });
                work.push((rest, start..span.end, yes, no));
                let rest = Rest {
                    place: rest,
                    start,
                    is_and,
                };
                let rest = Some(rest);
                Some(Parts { first, rest })
            } else if is_not {
                let first = self.add(Step::Never);
                work.push((first, span.start + 1..span.end, no, yes));
                Some(Parts { first, rest: None })
            } else {
                None
            };
            self.steps[place] = Step::Ask {
                span,
                yes,
                no,
                parts,
            };
        }
        asked
    }

    /// An expression without the parentheses around it.
    fn bare(&self, span: Range<usize>) -> Range<usize> {
        bare(self.tokens, self.signs.open, span)
    }

    /// Tells whether some tokens are one operand: a token, or what is in parentheses, negated or
    /// not.
    fn is_single(&self, span: Range<usize>) -> bool {
        let words = &self.tokens.words[span.clone()];
        let negated = words.iter().take_while(|&&word| word == self.signs.not);
        let start = span.start + negated.count();
        let is_group = self.tokens.words.get(start) == Some(&self.signs.open)
            && self.tokens.partners[start] + 1 == span.end;
        span.end - start == 1 || is_group
    }

    /// The first of such signs that is in no bracket, if nothing there binds less.
    fn joint(&self, span: &Range<usize>, sign: Word) -> Option<usize> {
        let mut first = None;
        let mut at = span.start;
        while at < span.end {
            let word = self.tokens.words[at];
            if self.signs.loose.contains(&word) {
                return None;
            }
            if word == sign {
                first = first.or(Some(at));
            }
            at = self.tokens.partners[at].max(at) + 1;
        }
        first
    }
}

/// An expression without the parentheses around it.
pub(super) fn bare(tokens: &Tokens, open: Word, mut span: Range<usize>) -> Range<usize> {
    while span.len() >= 2
        && tokens.words[span.start] == open
        && tokens.partners[span.start] + 1 == span.end
    {
        span = span.start + 1..span.end - 1;
    }
    span
}

/// The number that a token says: `false` and `true` are 0 and 1.
pub(super) fn number(text: &str) -> Option<u32> {
    match text {
        "false" => Some(0),
        "true" => Some(1),
        text => text.trim_end_matches(['u', 'U']).parse().ok(),
    }
}

/// Statements of which each goes on with the next.
fn in_turn(children: &[usize], around: Around) -> Vec<(usize, Around)> {
    let nexts = children.iter().skip(1).copied().chain([around.next]);
    children
        .iter()
        .zip(nexts)
        .map(|(&child, next)| (child, Around { next, ..around }))
        .collect()
}
