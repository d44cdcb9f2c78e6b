//! The flow of control in a text.
//!
//! *Needs:* the statements, and the variables of control.
//! *Gives:* [`Flow`]: places with their successors. A condition has one place for the whole and
//! places for its parts, so that it can be tested as a whole or part by part.
//! *Cost:* O(tokens · operands of a condition).

mod conditions;

pub(super) use conditions::bare;

use super::parse::{Node, Shape, Tree};
use super::tokens::{Tokens, Word, Words};
use super::variables::{Kind, Variables};
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

/// The number of a place.
pub(super) type Place = usize;

/// A place in the text. Ranges are ranges of tokens.
pub(super) enum Step {
    /// A statement that control runs through. If it declares the variable that it sets, the host's
    /// statement may also be only the part from the name on; `declares` is where the name stands.
    Act {
        span: Range<usize>,
        declares: Option<usize>,
        next: Place,
    },
    /// A bracket. It is passed as a whole, if it is a host's statement, or entered.
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
        /// The places of the condition's parts.
        parts: Option<Parts>,
    },
    /// A switch: the target for each case, by the case's tokens, and the target for all others.
    Choose {
        span: Range<usize>,
        cases: BTreeMap<Vec<Word>, Place>,
        /// The targets by number, if the tokens of all cases are numbers.
        numbers: Option<BTreeMap<u32, Place>>,
        others: Place,
    },
    /// A variable of control is set.
    Set {
        variable: usize,
        value: u32,
        /// The tokens of the value, if some block decides by that number; empty otherwise.
        span: Range<usize>,
        next: Place,
    },
    /// A decision is saved.
    Save {
        variable: usize,
        /// The saved expression.
        span: Range<usize>,
        /// The whole statement, which may be one of the host's.
        whole: Range<usize>,
        next: Place,
    },
    /// The end of the text.
    End,
    /// The place after a return.
    Never,
    /// A jump without a target.
    Lost { span: Range<usize> },
}

impl Step {
    /// A step that does nothing and goes on.
    fn silent(to: Place) -> Step {
        Step::Go { span: 0..0, to }
    }
}

/// The parts of a condition.
#[derive(Clone, Copy)]
pub(super) struct Parts {
    /// The part that is tested first.
    pub(super) first: Place,
    /// The part that is tested next, if the first one does not decide the condition.
    pub(super) rest: Option<Rest>,
}

/// The operands of a condition without the first.
#[derive(Clone, Copy)]
pub(super) struct Rest {
    pub(super) place: Place,
    /// The first token of these operands.
    pub(super) start: usize,
    /// Whether these operands are tested if the first part holds (`&&`).
    pub(super) is_and: bool,
}

/// The places of a text.
pub(super) struct Flow {
    pub(super) steps: Vec<Step>,
    pub(super) start: Place,
    /// A place that control never reaches.
    pub(super) never: Place,
}

/// The keywords and signs that matter to control.
struct Signs {
    and: Word,
    or: Word,
    not: Word,
    open: Word,
    assign: Word,
    /// Signs that bind less than `&&` and `||`.
    loose: [Word; 4],
    ends: [Word; 2],
    /// The sign of an attribute. An attribute may be all of a statement, which then does nothing.
    attribute: Word,
}

/// The targets of jumps inside a bracket.
#[derive(Clone, Copy)]
struct Around {
    next: Place,
    r#break: Option<Place>,
    r#continue: Option<Place>,
    /// The innermost label.
    label: Option<usize>,
}

struct Label {
    word: Word,
    r#break: Place,
    /// Nothing outside of loops.
    r#continue: Option<Place>,
    outer: Option<usize>,
}

struct Builder<'a> {
    tokens: &'a Tokens,
    words: &'a Words,
    signs: Signs,
    variables: &'a Variables,
    /// The numbers that blocks decide by.
    asked: &'a BTreeSet<Word>,
    steps: Vec<Step>,
    labels: Vec<Label>,
}

/// Finds the places of a text. A statement's place has the statement's number. `asked` has the
/// numbers that blocks decide by.
pub(super) fn flow(
    tree: &Tree,
    tokens: &Tokens,
    words: &mut Words,
    variables: &Variables,
    asked: &BTreeSet<Word>,
) -> Flow {
    let mut word = |text: &str| words.number(text);
    let signs = Signs {
        and: word("&&"),
        or: word("||"),
        not: word("!"),
        open: word("("),
        assign: word("="),
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
        asked,
        steps: Vec::with_capacity(2 * count),
        labels: Vec::new(),
    };
    builder.steps.resize_with(count, || Step::Never);
    let end = builder.add(Step::End);
    let never = builder.add(Step::Never);
    // The places where the rounds of loops begin, for jumps that name a loop's label.
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
            r#break: None,
            r#continue: None,
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
                self.steps[id] = Step::Act {
                    span,
                    declares: None,
                    next,
                };
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
                self.steps[round] = Step::silent(ask);
                self.steps[id] = enter(ask);
                looped(children, around, round)
            }
            Shape::DoWhile(condition) => {
                let body = first(next);
                let ask = self.ask(condition.clone(), body, next);
                let round = rounds[&id];
                self.steps[round] = Step::silent(ask);
                self.steps[id] = enter(body);
                looped(children, around, round)
            }
            Shape::For([init, condition, step]) => {
                let ask = self.ask(condition.clone(), first(next), next);
                let round = rounds[&id];
                self.steps[round] = self.part(step.clone(), ask, never);
                let begin = self.part(init.clone(), ask, never);
                let begin = self.add(begin);
                self.steps[id] = enter(begin);
                looped(children, around, round)
            }
            Shape::Switch(operand, cases) => {
                let mut others = next;
                let mut arms = BTreeMap::new();
                for (case, before) in cases {
                    let to = children.get(*before).copied().unwrap_or(next);
                    if case.is_empty() {
                        others = to;
                        continue;
                    }
                    let case = self.bare(case.clone());
                    arms.insert(self.tokens.words[case].to_vec(), to);
                }
                let numbers = arms.iter().map(|(case, &to)| match case[..] {
                    [word] => Some((number(self.words.text(word))?, to)),
                    _ => None,
                });
                let choose = self.add(Step::Choose {
                    span: self.bare(operand.clone()),
                    numbers: numbers.collect(),
                    cases: arms,
                    others,
                });
                self.steps[id] = enter(choose);
                let inner = Around {
                    r#break: Some(next),
                    ..around
                };
                in_turn(children, inner)
            }
            Shape::Labelled(word) => {
                let child = first(next);
                self.labels.push(Label {
                    word: *word,
                    r#break: next,
                    r#continue: rounds.get(&child).copied(),
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
                let to = match label {
                    Some(word) => self.label(around.label, *word).map(|own| own.r#break),
                    None => around.r#break,
                };
                self.steps[id] = jump(span, to);
                Vec::new()
            }
            Shape::Continue(label) => {
                let to = match label {
                    Some(word) => self
                        .label(around.label, *word)
                        .and_then(|own| own.r#continue),
                    None => around.r#continue,
                };
                self.steps[id] = jump(span, to);
                Vec::new()
            }
        }
    }

    fn label(&self, innermost: Option<usize>, word: Word) -> Option<&Label> {
        let mut at = innermost.filter(|_| self.variables.has_labels);
        while let Some(label) = at {
            let own = &self.labels[label];
            if own.word == word {
                return Some(own);
            }
            at = own.outer;
        }
        None
    }

    /// The first or last part of the head of a `for`, as a step.
    fn part(&mut self, span: Range<usize>, next: Place, never: Place) -> Step {
        match span.is_empty() {
            true => Step::Go { span, to: next },
            false => self.simple(span, next, never),
        }
    }

    fn simple(&mut self, span: Range<usize>, next: Place, never: Place) -> Step {
        let words = &self.tokens.words[span.clone()];
        let Some(&first) = words.first() else {
            return Step::Go { span, to: next };
        };
        let second = words.get(1);
        let calls = second == Some(&self.signs.open);
        let returns = second == Some(&self.signs.ends[0]);
        if self.signs.ends.contains(&first) || self.variables.leaves(first) && (calls || returns) {
            return Step::Act {
                span,
                declares: None,
                next: never,
            };
        }
        let is_attribute = first == self.signs.attribute && calls;
        if is_attribute && self.tokens.partners[span.start + 1] + 1 == span.end
            || self.is_declaration(words)
        {
            return Step::silent(next);
        }
        // In a declaration the type comes before the variable's name.
        let sets = words.iter().position(|&word| word == self.signs.assign);
        let named = sets.and_then(|sets| words[..sets].split_last());
        let Some((sets, (&name, ty))) = sets.zip(named.filter(|(_, ty)| self.words.is_type(ty)))
        else {
            return Step::Act {
                span,
                declares: None,
                next,
            };
        };
        let Some(variable) = self.variables.of(name) else {
            let declares = (!ty.is_empty()).then_some(span.start + ty.len());
            return Step::Act {
                span,
                declares,
                next,
            };
        };
        let value = span.start + sets + 1..span.end;
        let known = self.constant(self.bare(value.clone()));
        match (self.variables.kinds[variable], known) {
            (Kind::Saved(_), _) => Step::Save {
                variable,
                span: self.bare(value),
                whole: span,
                next,
            },
            (_, Some(number)) => Step::Set {
                variable,
                value: number,
                span: self.asking(self.bare(value)),
                next,
            },
            (Kind::Label, None) => Step::Act {
                span,
                declares: None,
                next,
            },
            (Kind::Flag, None) => {
                let [no, yes] = [0, 1].map(|value| {
                    self.add(Step::Set {
                        variable,
                        value,
                        span: 0..0,
                        next,
                    })
                });
                Step::silent(self.ask(value, yes, no))
            }
        }
    }

    /// Tells whether a statement declares a variable and computes nothing.
    fn is_declaration(&self, words: &[Word]) -> bool {
        let [first, second, ..] = words else {
            return false;
        };
        let mut calls = words.windows(2).filter(|pair| {
            let name = self.words.text(pair[0]);
            pair[1] == self.signs.open
                && self.words.is_name(pair[0])
                && !["__attribute__", "aligned", "vector_size"].contains(&name)
        });
        self.words.is_name(*first)
            && self.words.is_type(&[*first, *second])
            && calls.next().is_none()
            && !words.contains(&self.signs.assign)
    }

    fn bare(&self, span: Range<usize>) -> Range<usize> {
        bare(self.tokens, self.signs.open, span)
    }

    /// The token of a number if a block decides by it; otherwise empty.
    fn asking(&self, number: Range<usize>) -> Range<usize> {
        match self.asked.contains(&self.tokens.words[number.start]) {
            true => number,
            false => 0..0,
        }
    }

    /// The number that some tokens express.
    fn constant(&self, span: Range<usize>) -> Option<u32> {
        match self.tokens.words[span] {
            [word] => number(self.words.text(word)),
            _ => None,
        }
    }
}

/// The step of a jump in a text.
fn jump(span: Range<usize>, to: Option<Place>) -> Step {
    match to {
        Some(to) => Step::Go { span, to },
        None => Step::Lost { span },
    }
}

/// The statements in a loop.
fn looped(children: &[usize], around: Around, round: Place) -> Vec<(usize, Around)> {
    let inner = Around {
        next: round,
        r#break: Some(around.next),
        r#continue: Some(round),
        ..around
    };
    children.iter().map(|&child| (child, inner)).collect()
}

/// The number that a token expresses: `false` and `true` are 0 and 1.
pub(super) fn number(text: &str) -> Option<u32> {
    match text {
        "false" => Some(0),
        "true" => Some(1),
        text => text.trim_end_matches(['u', 'U']).parse().ok(),
    }
}

/// Statements in a sequence, where each one continues with the next.
fn in_turn(children: &[usize], around: Around) -> Vec<(usize, Around)> {
    let nexts = children.iter().skip(1).copied().chain([around.next]);
    children
        .iter()
        .zip(nexts)
        .map(|(&child, next)| (child, Around { next, ..around }))
        .collect()
}
