//! The walk through a text and a graph together.
//!
//! *Needs:* the places of a text, and the tokens that are due. *Gives:* [`walk`].
//! *Cost:* O(states · log states). A state is a place in the text, a place in the graph, and the
//! values of the live variables of control.
//!
//! Between states the text goes on to its next statement or question, and the graph to its next
//! statement or decision. Statements must be equal. A question must be about the due decision, and
//! then both take the same slot. If a decision is not asked for, the walk takes every slot of it.
//!
//! A question may be about the due decision, or about a later decision with the same words if the
//! text never asks for the first. Where a block decides by a number, the text may also mean that
//! number for itself, for example to set a flag. So a state may have several [options], one of
//! which must hold with all that follows.
//!
//! | module | subject |
//! |---|---|
//! | [`options`] | which states hold, once all are known |
//! | `states` | the states seen so far |
//! | `questions` | the questions of conditions and switches |
//! | `steps` | the continuations of a state |
//!
//! [options]: options

mod options;
mod questions;
mod states;
mod steps;

use super::components::components;
use super::constants::Constants;
use super::due::{At, Graph, Source};
use super::flow::{Flow, Place, Step, flow};
use super::live::Live;
use super::parse::{Tree, parse};
use super::passages::Passages;
use super::tokens::{Tokens, Word, Words};
use super::variables::{Kind, Variables};
use super::{Control, Due, TextDifference, TextVerdict};
use crate::cfg::Cfg;
use crate::ids::BlockId;
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;
use options::{Judged, Node, Opt};
use states::{Ends, State, States, Values};
use steps::Found;

struct Walker<'a> {
    tokens: Tokens,
    words: Words,
    flow: Flow,
    passages: Passages,
    live: Live,
    constants: Constants,
    variables: Variables,
    graph: Graph<'a>,
    ends: Ends,
    signs: Signs,
}

struct Signs {
    open: Word,
    equal: [Word; 2],
    unequal: [Word; 2],
    r#return: Word,
    /// Signs that bind less than comparisons.
    loose: [Word; 9],
}

pub(super) fn walk(
    cfg: &Cfg,
    text: &str,
    due: &dyn Due,
    control: &Control,
    limit: usize,
) -> TextVerdict {
    let mut words = Words::default();
    let tokens = words.tokens(text);
    let tree = match parse(&tokens, &mut words) {
        Ok(tree) => tree,
        Err(unexpected) => {
            let at = unexpected.0.min(tokens.words.len());
            let rest = &tokens.words[at..];
            return TextVerdict::Failed(TextDifference {
                line: tokens.lines[at],
                found: words.show(&rest[..rest.len().min(8)]),
                block: None,
                due: String::from("a statement"),
                is_dropped: false,
            });
        }
    };
    Walker::new(cfg, tokens, words, &tree, due, control).all(cfg.entry(), limit)
}

impl<'a> Walker<'a> {
    fn new(
        cfg: &'a Cfg,
        tokens: Tokens,
        mut words: Words,
        tree: &Tree,
        due: &'a dyn Due,
        control: &Control,
    ) -> Walker<'a> {
        let variables = Variables::new(control, &mut words);
        let mut graph = Graph::new(cfg, due, &mut words);
        let asked = graph.numbers(&mut words);
        let flow = flow(tree, &tokens, &mut words, &variables, &asked);
        let passages = Passages::new(&flow, &tokens);
        let components = components(&flow);
        let live = Live::new(&flow, &tokens, &variables, &components);
        let constants = Constants::new(&flow, &tokens, &words, &variables, components);
        let mut word = |text: &str| words.number(text);
        let signs = Signs {
            open: word("("),
            equal: [word("=="), word("===")],
            unequal: [word("!="), word("!==")],
            r#return: word("return"),
            loose: ["&&", "||", "?", "=", ",", "??", "&", "|", "^"].map(&mut word),
        };
        Walker {
            tokens,
            words,
            flow,
            passages,
            live,
            constants,
            variables,
            graph,
            ends: Ends::default(),
            signs,
        }
    }

    /// Visits all states, and judges them.
    fn all(&mut self, entry: BlockId, limit: usize) -> TextVerdict {
        let first = self.variables.first.iter().enumerate();
        let values = first.filter_map(|(variable, value)| Some((variable, (*value)?)));
        let start = self.trimmed(State {
            place: self.flow.start,
            at: At::Text(Source::Block(entry), 0),
            values: values.collect(),
        });
        let mut seen = States::default();
        seen.number(&start);
        let mut nodes: Vec<Node> = vec![Node::default()];
        let mut work = vec![(0, start)];
        while seen.weight() <= limit
            && let Some((number, state)) = work.pop()
        {
            nodes[number] = match self.step(&state) {
                Err(difference) => Node::Fails(difference),
                Ok(options) => {
                    let mut enter = |found: Found| {
                        let next = found.next.into_iter().map(|state| {
                            let state = self.trimmed(state);
                            let (to, is_new) = seen.number(&state);
                            if is_new {
                                work.push((to, state));
                            }
                            to
                        });
                        Opt {
                            next: next.collect(),
                            is_alone: found.is_alone,
                        }
                    };
                    Node::Options(options.into_iter().map(&mut enter).collect())
                }
            };
            nodes.resize_with(seen.len(), Node::default);
        }
        let states = seen.len();
        match options::judge(&nodes) {
            Judged::Holds if work.is_empty() => TextVerdict::Proved { states },
            Judged::Holds => TextVerdict::GivenUp { states },
            Judged::Fails(difference) => TextVerdict::Failed(difference.clone()),
            Judged::GoesRound => TextVerdict::Failed(TextDifference {
                line: 1,
                found: String::from("a statement that some path never reaches"),
                block: None,
                due: String::from("a loop without statements"),
                is_dropped: false,
            }),
        }
    }

    /// The state at the next place where something is due, without values that do not matter.
    fn trimmed(&mut self, mut state: State) -> State {
        state.at = self.graph.closed(&state.at, &mut self.words);
        self.trim(state.place, &mut state.values);
        state
    }

    /// Removes the values of variables that are not read at or after a place, and flags that are
    /// false. All values that the label is not compared with later become one value.
    fn trim(&self, place: Place, values: &mut Values) {
        values.retain(|&variable, value| {
            let kind = self.variables.kinds[variable];
            if kind == Kind::Label {
                *value = self.constants.kept(place, *value);
            }
            (kind != Kind::Flag || *value != 0) && self.live.is_live(place, variable)
        });
    }

    /// The value of a variable; nothing if it has not been set.
    fn value(&self, values: &Values, variable: usize) -> Option<u32> {
        let is_flag = self.variables.kinds[variable] == Kind::Flag;
        values.get(&variable).copied().or(is_flag.then_some(0))
    }

    fn span(&self, place: Place) -> Range<usize> {
        match &self.flow.steps[place] {
            Step::Act { span, .. }
            | Step::Enter { span, .. }
            | Step::Go { span, .. }
            | Step::Ask { span, .. }
            | Step::Choose { span, .. }
            | Step::Save { span, .. }
            | Step::Set { span, .. }
            | Step::Lost { span } => span.clone(),
            Step::End | Step::Never => self.tokens.words.len()..self.tokens.words.len(),
        }
    }

    /// The message where the text and the graph differ.
    fn difference(&mut self, place: Place, at: &At) -> TextDifference {
        let span = self.span(place);
        let found = match &self.flow.steps[place] {
            Step::End => String::from("the end of the text"),
            Step::Never => String::from("code after a return"),
            Step::Lost { .. } => String::from("a jump without a target"),
            _ => self.words.show(&self.tokens.words[span.clone()]),
        };
        let due = match at {
            &At::Text(source, offset) => {
                let text = self.graph.text(source, &mut self.words);
                self.words.show(self.graph.statement(&text, offset))
            }
            At::Decide(block, _) => {
                let patterns = self.graph.patterns(*block, &mut self.words);
                let mut all = patterns.holds.iter().chain(&patterns.operands);
                let operand = all.next().map_or(&[][..], |own| own);
                format!("a decision by {}", self.words.show(operand))
            }
            At::Done(_) => String::from("the end of the function"),
            At::Silent => String::from("an endless loop"),
        };
        TextDifference {
            line: self.tokens.lines[span.start],
            found,
            block: at.block(),
            due,
            is_dropped: false,
        }
    }

    /// The message where a variable of control is read before it is set.
    fn unset(&self, place: Place, at: &At) -> TextDifference {
        let span = self.span(place);
        TextDifference {
            line: self.tokens.lines[span.start],
            found: format!(
                "a read of {} before it is set",
                self.words.show(&self.tokens.words[span])
            ),
            block: at.block(),
            due: String::from("no such read"),
            is_dropped: false,
        }
    }
}
