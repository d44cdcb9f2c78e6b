//! A text and a graph, both together.
//!
//! *Needs:* the places of a text, and what is due. *Gives:* [`walk`].
//! *Cost:* O(states · log states), each a place in the text and one in the graph with what the live
//! variables of control hold.
//!
//! Between states the text goes on to its next statement or question, and the graph to its next
//! statement or decision. Statements must be equal; a question must be about the decision that is
//! due, and both take the same slot. A decision that is not asked for is taken both ways.

use super::due::{At, Graph, Patterns, Source};
use super::flow::{Flow, Kind, Parts, Place, Step, Variables, flow, number};
use super::live::Live;
use super::parse::{Tree, parse};
use super::tokens::{Tokens, Word, Words};
use super::{Control, Due, TextDifference, TextVerdict};
use crate::cfg::Cfg;
use crate::ids::{BlockId, Edge};
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

/// What the live variables hold, by their numbers.
type Values = BTreeMap<usize, u32>;

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct State {
    place: Place,
    at: At,
    values: Values,
}

/// Where a text waits.
enum Waits {
    At(Place),
    /// It goes round without doing anything.
    Silent(Place),
}

struct Walker<'a> {
    tokens: Tokens,
    words: Words,
    flow: Flow,
    live: Live,
    variables: Variables,
    graph: Graph<'a>,
    signs: Signs,
}

struct Signs {
    equal: [Word; 2],
    unequal: [Word; 2],
    assign: Word,
    star: Word,
    r#return: Word,
    /// Signs that bind less than comparisons.
    loose: [Word; 9],
}

/// How a condition asks for a decision.
enum Question {
    /// Where slots 0 and 1 lead.
    Slots(Place, Place),
    /// A slot, where it leads, and where all others do.
    Case(u32, Place, Place),
}

/// What a state leads to.
#[derive(Default)]
struct Found {
    /// Both have gone on, or the text has.
    next: Vec<State>,
    /// Only the graph has.
    alone: Vec<State>,
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
    let mut walker = Walker::new(cfg, tokens, words, &tree, due, control);
    match walker.all(cfg.entry(), limit) {
        Ok(verdict) => verdict,
        // It may be the other of two decisions that was asked for.
        Err(difference) if !difference.is_dropped && walker.has_twins() => {
            TextVerdict::GivenUp { states: 0 }
        }
        Err(difference) => TextVerdict::Failed(difference),
    }
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
        let flow = flow(tree, &tokens, &mut words, &variables);
        let live = Live::new(&flow, &tokens, &variables);
        let graph = Graph::new(cfg, due, &mut words);
        let mut word = |text: &str| words.number(text);
        let signs = Signs {
            equal: [word("=="), word("===")],
            unequal: [word("!="), word("!==")],
            assign: word("="),
            star: word("*"),
            r#return: word("return"),
            loose: ["&&", "||", "?", "=", ",", "??", "&", "|", "^"].map(&mut word),
        };
        Walker {
            tokens,
            words,
            flow,
            live,
            variables,
            graph,
            signs,
        }
    }

    fn all(&mut self, entry: BlockId, limit: usize) -> Result<TextVerdict, TextDifference> {
        let first = self.variables.first.iter().enumerate();
        let values = first.filter_map(|(variable, value)| Some((variable, (*value)?)));
        let start = State {
            place: self.flow.start,
            at: At::Text(Source::Block(entry), 0),
            values: values.collect(),
        };
        let start = self.trimmed(start);
        let mut seen: BTreeMap<State, usize> = BTreeMap::from([(start.clone(), 0)]);
        let mut alone: Vec<Vec<usize>> = vec![Vec::new()];
        let mut work = vec![start];
        while let Some(state) = work.pop() {
            let number = seen[&state];
            let found = self.step(&state)?;
            let next = found.next.into_iter().map(|state| (state, false));
            for (state, is_alone) in next.chain(found.alone.into_iter().map(|own| (own, true))) {
                let state = self.trimmed(state);
                let count = seen.len();
                if count > limit {
                    return Ok(TextVerdict::GivenUp { states: count });
                }
                let is_new = !seen.contains_key(&state);
                let to = *seen.entry(state.clone()).or_insert(count);
                if is_new {
                    alone.push(Vec::new());
                    work.push(state);
                }
                if is_alone {
                    alone[number].push(to);
                }
            }
        }
        match has_circle(&alone) {
            false => Ok(TextVerdict::Proved { states: seen.len() }),
            true => Err(TextDifference {
                line: 1,
                found: String::from("a statement that some path never gets to"),
                block: None,
                due: String::from("a loop that does nothing"),
                is_dropped: false,
            }),
        }
    }

    /// Tells whether two decisions are asked for by the same words.
    fn has_twins(&mut self) -> bool {
        let cfg = self.graph.cfg;
        let mut seen: BTreeSet<Vec<Word>> = BTreeSet::new();
        let mut deciding = cfg.blocks().filter(|&block| cfg.edges(block).count() > 1);
        deciding.any(|block| {
            let patterns = self.graph.patterns(block, &mut self.words);
            let own: BTreeSet<&Vec<Word>> =
                patterns.holds.iter().chain(&patterns.operands).collect();
            own.into_iter().any(|words| !seen.insert(words.clone()))
        })
    }

    /// The state without what variables hold that nothing reads.
    fn trimmed(&self, mut state: State) -> State {
        let place = state.place;
        state
            .values
            .retain(|&variable, _| self.live.is_live(place, variable));
        state
    }

    /// Finds what a state leads to.
    fn step(&mut self, state: &State) -> Result<Found, TextDifference> {
        let at = self.graph.closed(&state.at, &mut self.words);
        let (waits, values) = self.waits(state, &at)?;
        let place = match waits {
            Waits::At(place) => place,
            Waits::Silent(place) => {
                return match at {
                    At::Silent => Ok(Found::default()),
                    At::Decide(block, ref slots) => match self.acts(block) {
                        true => Err(self.dropped(place, &at)),
                        false => Ok(Found {
                            next: self.taken(place, block, slots, &values),
                            ..Found::default()
                        }),
                    },
                    at => Err(self.difference(place, &at)),
                };
            }
        };
        if matches!(self.flow.steps[place], Step::Never) {
            // The statement that left the function was the host's.
            return Ok(Found::default());
        }
        let found = match &at {
            At::Text(source, offset) => self.statement(place, &values, *source, *offset),
            At::Decide(block, slots) => {
                let asked = self.decision(place, &values, *block, slots);
                if asked.is_none() && self.acts(*block) {
                    return Err(self.dropped(place, &at));
                }
                // What the text does next is for what follows the decision.
                Some(asked.unwrap_or_else(|| Found {
                    alone: self.taken(state.place, *block, slots, &state.values),
                    ..Found::default()
                }))
            }
            At::Done(block) => self.is_over(place, *block).then(Found::default),
            At::Silent => None,
        };
        found.ok_or_else(|| self.difference(place, &at))
    }

    /// Tells whether to ask for a decision does something.
    fn acts(&mut self, block: BlockId) -> bool {
        self.graph.patterns(block, &mut self.words).acts
    }

    /// A decision that acts, and that the text does not ask for.
    fn dropped(&mut self, place: Place, at: &At) -> TextDifference {
        TextDifference {
            is_dropped: true,
            ..self.difference(place, at)
        }
    }

    /// Goes on with the text to where it does something, or asks what it cannot know.
    fn waits(&mut self, state: &State, at: &At) -> Result<(Waits, Values), TextDifference> {
        let mut place = state.place;
        let mut values = state.values.clone();
        let mut seen: BTreeSet<(Place, Values)> = BTreeSet::new();
        loop {
            if !seen.insert((place, values.clone())) {
                return Ok((Waits::Silent(place), values));
            }
            let next = match &self.flow.steps[place] {
                Step::Go { span, to } => {
                    let (span, to) = (span.clone(), *to);
                    match !span.is_empty() && self.matches(&span, at).is_some() {
                        true => None,
                        false => Some(to),
                    }
                }
                Step::Enter { span, into, .. } => {
                    let (span, into) = (span.clone(), *into);
                    match self.matches(&span, at) {
                        Some(_) => None,
                        None => Some(into),
                    }
                }
                Step::Set {
                    variable,
                    value,
                    next,
                } => {
                    values.insert(*variable, *value);
                    Some(*next)
                }
                Step::Ask { span, yes, no, .. } => {
                    let (span, yes, no) = (span.clone(), *yes, *no);
                    match self.known(&span, &values, place, at)? {
                        Some(true) => Some(yes),
                        Some(false) => Some(no),
                        None => self.parts(place, &values, at)?,
                    }
                }
                Step::Choose { .. } => self.chosen(place, &values, at)?,
                Step::Act { .. } | Step::Save { .. } | Step::End | Step::Never => None,
            };
            match next {
                Some(next) => place = next,
                None => return Ok((Waits::At(place), values)),
            }
        }
    }

    /// The first part of a condition, if that or what it begins with is known or due.
    fn parts(
        &mut self,
        place: Place,
        values: &Values,
        at: &At,
    ) -> Result<Option<Place>, TextDifference> {
        if self.asks(place, at).is_some() {
            return Ok(None);
        }
        let part = |flow: &Flow, place: Place| match &flow.steps[place] {
            Step::Ask { parts, .. } => parts.map(|parts| parts.first),
            _ => None,
        };
        let first = part(&self.flow, place);
        let mut next = first;
        while let Some(place) = next {
            if self.asks(place, at).is_some() {
                return Ok(first);
            }
            if let Step::Ask { span, .. } = &self.flow.steps[place] {
                let span = span.clone();
                if self.known(&span, values, place, at)?.is_some() {
                    return Ok(first);
                }
            }
            next = part(&self.flow, place);
        }
        Ok(None)
    }

    /// Tells whether a question that a decision could be asked by is for a later one, which is
    /// asked by the same words: those before it make no difference, so nothing asks for them.
    fn is_for_later(&mut self, place: Place, block: BlockId, slots: &Rc<[u32]>) -> bool {
        /// How many decisions are looked at.
        const FAR: usize = 32;
        let (mut block, mut slots) = (block, slots.clone());
        for _ in 0..FAR {
            if self.acts(block) {
                return false;
            }
            let mut ends = slots.iter().map(|&slot| {
                let edge = At::Text(Source::Edge(Edge { block, slot }), 0);
                self.graph.closed(&edge, &mut self.words)
            });
            let Some(At::Decide(next, own)) = ends.next() else {
                return false;
            };
            let first = At::Decide(next, own.clone());
            if next == block || ends.any(|end| end != first) {
                return false;
            }
            if self.asks(place, &first).is_some() {
                return true;
            }
            (block, slots) = (next, own);
        }
        false
    }

    /// How a place asks for the decision that is due, if it does.
    fn asks(&mut self, place: Place, at: &At) -> Option<Question> {
        let At::Decide(block, slots) = at else {
            return None;
        };
        let Step::Ask {
            span,
            yes,
            no,
            parts,
        } = &self.flow.steps[place]
        else {
            return None;
        };
        let (span, yes, no, parts) = (span.clone(), *yes, *no, *parts);
        let patterns = self.graph.patterns(*block, &mut self.words);
        let [holds, fails] = [(&patterns.holds, true), (&patterns.fails, false)];
        for (pattern, holds) in [holds, fails]
            .into_iter()
            .flat_map(|(all, holds)| all.iter().map(move |pattern| (pattern, holds)))
        {
            if let Some([yes, no]) = self.begins(&span, pattern, [yes, no], parts) {
                let [slot_0, slot_1] = if holds { [yes, no] } else { [no, yes] };
                return Some(Question::Slots(slot_0, slot_1));
            }
        }
        // What has been asked already is asked of the next decision.
        let asked = self.compared(&span, &patterns);
        let (slot, is_equal) = asked.filter(|(slot, _)| slots.contains(slot))?;
        let [same, other] = if is_equal { [yes, no] } else { [no, yes] };
        Some(Question::Case(slot, same, other))
    }

    /// Where a condition leads if what it begins with holds, and if not, if it begins with a
    /// pattern, which may be several of its operands.
    fn begins(
        &self,
        span: &Range<usize>,
        pattern: &[Word],
        [yes, no]: [Place; 2],
        parts: Option<Parts>,
    ) -> Option<[Place; 2]> {
        let own = &self.tokens.words[span.clone()];
        if own == pattern {
            return Some([yes, no]);
        }
        let end = span.start + pattern.len();
        if pattern.is_empty() || !own.starts_with(pattern) {
            return None;
        }
        let mut rest = parts.and_then(|parts| parts.rest);
        while let Some(own) = rest.filter(|own| own.start <= end) {
            let Step::Ask { parts, .. } = &self.flow.steps[own.place] else {
                return None;
            };
            rest = parts.and_then(|parts| parts.rest);
            // Operands of the other kind of condition are no more of this one.
            rest = rest.filter(|next| next.is_and == own.is_and);
        }
        let rest = rest.filter(|own| own.start == end + 1)?;
        Some(match rest.is_and {
            true => [rest.place, no],
            false => [yes, rest.place],
        })
    }

    /// Tells whether a condition asks for the decision that is due, as a whole.
    fn is_due(&mut self, place: Place, at: &At) -> bool {
        self.asks(place, at).is_some()
    }

    /// The slot whose case a comparison is with, and whether it asks for equality.
    fn compared(&self, span: &Range<usize>, patterns: &Patterns) -> Option<(u32, bool)> {
        let (left, sign, right) = self.comparison(span)?;
        let is_operand = patterns.operands.iter().any(|own| own == left);
        let slot = patterns
            .cases
            .iter()
            .position(|case| case.as_deref() == Some(right))?;
        let is_equal = self.signs.equal.contains(&sign);
        is_operand.then_some((slot as u32, is_equal))
    }

    /// The operands of a comparison for equality, without parentheses around them.
    fn comparison(&self, span: &Range<usize>) -> Option<(&[Word], Word, &[Word])> {
        let mut sign = None;
        let mut at = span.start;
        while at < span.end {
            let word = self.tokens.words[at];
            if self.signs.loose.contains(&word) {
                return None;
            }
            if self.signs.equal.contains(&word) || self.signs.unequal.contains(&word) {
                sign = Some(at);
            }
            at = self.tokens.partners[at].max(at) + 1;
        }
        let sign = sign?;
        let [left, right] = [span.start..sign, sign + 1..span.end].map(|side| self.bare(side));
        let words = &self.tokens.words;
        Some((&words[left], words[sign], &words[right]))
    }

    fn bare(&self, span: Range<usize>) -> Range<usize> {
        let words = &self.tokens.words;
        let mut span = span;
        while span.len() >= 2
            && self.tokens.partners[span.start] + 1 == span.end
            && self.words.text(words[span.start]) == "("
        {
            span = span.start + 1..span.end - 1;
        }
        span
    }

    /// The outcome of a condition that says it itself, or that is about variables of control.
    fn known(
        &mut self,
        span: &Range<usize>,
        values: &Values,
        place: Place,
        at: &At,
    ) -> Result<Option<bool>, TextDifference> {
        if self.is_due(place, at) {
            return Ok(None);
        }
        let words = &self.tokens.words[span.clone()];
        if let [word] = words {
            let Some(variable) = self.variables.of(*word) else {
                let constant = number(self.words.text(*word));
                return Ok(constant.map(|value| value != 0));
            };
            let value = values.get(&variable).copied();
            let value = value.ok_or_else(|| self.unset(place, at))?;
            return Ok(match self.variables.kinds[variable] {
                Kind::Flag => Some(value != 0),
                // Slot 0 is that of the condition that holds.
                Kind::Saved(_) => Some(value == 0),
                Kind::Label => None,
            });
        }
        let Some(([word], sign, other)) = self.comparison(span) else {
            return Ok(None);
        };
        let Some(variable) = self.variables.of(*word) else {
            return Ok(None);
        };
        let is_equal = self.signs.equal.contains(&sign);
        let other = other.to_vec();
        let value = values.get(&variable).copied();
        let value = value.ok_or_else(|| self.unset(place, at))?;
        Ok(self
            .holds(variable, value, &other)
            .map(|holds| holds == is_equal))
    }

    /// Tells whether the value of a variable of control is the one that some tokens say.
    fn holds(&mut self, variable: usize, value: u32, tokens: &[Word]) -> Option<bool> {
        match self.variables.kinds[variable] {
            Kind::Label | Kind::Flag => {
                let [word] = tokens else { return None };
                Some(number(self.words.text(*word))? == value)
            }
            Kind::Saved(block) => {
                let patterns = self.graph.patterns(block, &mut self.words);
                let case = patterns.cases.get(value as usize)?;
                Some(case.as_deref() == Some(tokens))
            }
        }
    }

    /// Where a switch on a variable of control goes.
    fn chosen(
        &mut self,
        place: Place,
        values: &Values,
        at: &At,
    ) -> Result<Option<Place>, TextDifference> {
        let Step::Choose {
            span,
            cases,
            others,
        } = &self.flow.steps[place]
        else {
            return Ok(None);
        };
        let [word] = self.tokens.words[self.bare(span.clone())] else {
            return Ok(None);
        };
        let Some(variable) = self.variables.of(word) else {
            return Ok(None);
        };
        if let At::Decide(block, _) = at {
            // It may be the variable in which the statements of a block left the decision.
            let block = *block;
            let patterns = self.graph.patterns(block, &mut self.words);
            if patterns.operands.iter().any(|own| own[..] == [word]) {
                return Ok(None);
            }
        }
        let value = values.get(&variable).copied();
        let value = value.ok_or_else(|| self.unset(place, at))?;
        let (cases, others) = (cases.clone(), *others);
        for (case, to) in cases {
            let case = self.tokens.words[case].to_vec();
            if self.holds(variable, value, &case) == Some(true) {
                return Ok(Some(to));
            }
        }
        Ok(Some(others))
    }

    /// How many tokens are taken of what is due, if a statement of the text is the next there.
    fn matches(&mut self, span: &Range<usize>, at: &At) -> Option<usize> {
        let &At::Text(source, offset) = at else {
            return None;
        };
        let due = self.graph.text(source, &mut self.words);
        let own = &self.tokens.words[span.clone()];
        let is_same = due.get(offset..offset + own.len()) == Some(own);
        let end = offset + own.len();
        let last = own.last().map(|&word| self.words.text(word));
        let closes = matches!(last, Some("}" | ";"));
        (is_same && (closes || self.graph.ends_at(&due, end))).then_some(own.len())
    }

    /// What follows where a statement is due.
    fn statement(
        &mut self,
        place: Place,
        values: &Values,
        source: Source,
        offset: usize,
    ) -> Option<Found> {
        let at = At::Text(source, offset);
        let after = |next: Place, taken: usize| Found {
            next: vec![State {
                place: next,
                at: At::Text(source, offset + taken),
                values: values.clone(),
            }],
            ..Found::default()
        };
        match &self.flow.steps[place] {
            Step::Act { span, next } => {
                let (span, next) = (span.clone(), *next);
                if let Some(taken) = self.matches(&span, &at) {
                    return Some(after(next, taken));
                }
                let due = self.graph.text(source, &mut self.words);
                let taken = self.declared(&span, &due, offset)?;
                Some(after(next, taken))
            }
            Step::Enter { span, next, .. }
            | Step::Save {
                whole: span, next, ..
            } => {
                let (span, next) = (span.clone(), *next);
                self.matches(&span, &at).map(|taken| after(next, taken))
            }
            // A jump of the host's own leads where the host says.
            Step::Go { span, .. } => {
                let span = span.clone();
                let taken = self.matches(&span, &at)?;
                Some(after(self.flow.never, taken))
            }
            _ => None,
        }
    }

    /// How many tokens are taken of what is due, if the text declares the variable that is set.
    fn declared(&self, span: &Range<usize>, due: &[Word], offset: usize) -> Option<usize> {
        let own = &self.tokens.words[span.clone()];
        let sets = own.iter().position(|&word| word == self.signs.assign)?;
        let (ty, own) = own.split_at(sets.checked_sub(1).filter(|&name| name > 0)?);
        let is_type = |&word: &Word| word == self.signs.star || self.words.is_name(word);
        let is_same = due.get(offset..offset + own.len()) == Some(own);
        let is_declared = ty.iter().all(is_type) && self.words.is_name(own[0]);
        let end = offset + own.len();
        (is_declared && is_same && self.graph.ends_at(due, end)).then_some(own.len())
    }

    /// What follows where a decision is due, if the text asks for it.
    fn decision(
        &mut self,
        place: Place,
        values: &Values,
        block: BlockId,
        slots: &Rc<[u32]>,
    ) -> Option<Found> {
        let patterns = self.graph.patterns(block, &mut self.words);
        let on = |place: Place, slot: u32, values: Values| State {
            place,
            at: At::Text(Source::Edge(Edge { block, slot }), 0),
            values,
        };
        let found = |next: Vec<State>| {
            Some(Found {
                next,
                ..Found::default()
            })
        };
        match self.asks(place, &At::Decide(block, slots.clone())) {
            Some(_) if self.is_for_later(place, block, slots) => return None,
            Some(Question::Slots(slot_0, slot_1)) => {
                let to = |slot: u32| if slot == 0 { slot_0 } else { slot_1 };
                let next = slots.iter();
                return found(
                    next.map(|&slot| on(to(slot), slot, values.clone()))
                        .collect(),
                );
            }
            Some(Question::Case(slot, same, other)) => {
                let mut next = Vec::new();
                let others: Rc<[u32]> = slots.iter().copied().filter(|&own| own != slot).collect();
                next.push(on(same, slot, values.clone()));
                match others[..] {
                    [] => {}
                    [last] => next.push(on(other, last, values.clone())),
                    _ => next.push(State {
                        place: other,
                        at: At::Decide(block, others),
                        values: values.clone(),
                    }),
                }
                return found(next);
            }
            None => {}
        }
        match &self.flow.steps[place] {
            Step::Choose {
                span,
                cases,
                others,
            } => {
                let operand = &self.tokens.words[self.bare(span.clone())];
                if patterns.operands.iter().any(|own| own == operand) {
                    let to = |slot: u32| {
                        let case = patterns.cases.get(slot as usize);
                        let case = case.and_then(|case| case.as_deref());
                        let arm = cases
                            .iter()
                            .find(|(own, _)| Some(&self.tokens.words[own.clone()]) == case);
                        arm.map_or(*others, |(_, to)| *to)
                    };
                    let next = slots.iter();
                    return found(
                        next.map(|&slot| on(to(slot), slot, values.clone()))
                            .collect(),
                    );
                }
            }
            Step::Save {
                variable,
                span,
                next,
                ..
            } if self.variables.kinds[*variable] == Kind::Saved(block) => {
                let own = &self.tokens.words[self.bare(span.clone())];
                let mut all = patterns.holds.iter().chain(&patterns.operands);
                if all.any(|pattern| pattern == own) {
                    let saved = slots.iter().map(|&slot| {
                        let mut values = values.clone();
                        values.insert(*variable, slot);
                        on(*next, slot, values)
                    });
                    return found(saved.collect());
                }
            }
            Step::Act { span, next } => {
                let own = &self.tokens.words[self.bare(span.clone())];
                if patterns.dropped.iter().any(|pattern| pattern == own) {
                    let next = *next;
                    let taken = slots.iter();
                    return found(taken.map(|&slot| on(next, slot, values.clone())).collect());
                }
            }
            _ => {}
        }
        None
    }

    /// The states after each slot of a decision that is not asked for.
    fn taken(
        &mut self,
        place: Place,
        block: BlockId,
        slots: &[u32],
        values: &Values,
    ) -> Vec<State> {
        let patterns = self.graph.patterns(block, &mut self.words);
        let kinds = &self.variables.kinds;
        let variable = kinds.iter().position(|&kind| kind == Kind::Saved(block));
        let variable = variable.filter(|_| patterns.is_set);
        let all = slots.iter().map(|&slot| {
            let mut values = values.clone();
            if let Some(variable) = variable {
                values.insert(variable, slot);
            }
            State {
                place,
                at: At::Text(Source::Edge(Edge { block, slot }), 0),
                values,
            }
        });
        all.collect()
    }

    /// Tells whether the text may end where the graph has left the function.
    fn is_over(&self, place: Place, block: BlockId) -> bool {
        match &self.flow.steps[place] {
            Step::End => true,
            Step::Act { span, .. } => {
                self.tokens.words[span.clone()] == [self.signs.r#return]
                    || self.graph.is_unreachable(block)
            }
            _ => self.graph.is_unreachable(block),
        }
    }

    fn span(&self, place: Place) -> Range<usize> {
        match &self.flow.steps[place] {
            Step::Act { span, .. }
            | Step::Enter { span, .. }
            | Step::Go { span, .. }
            | Step::Ask { span, .. }
            | Step::Choose { span, .. }
            | Step::Save { span, .. } => span.clone(),
            _ => self.tokens.words.len()..self.tokens.words.len(),
        }
    }

    fn unset(&self, place: Place, at: &At) -> TextDifference {
        let span = self.span(place);
        TextDifference {
            line: self.tokens.lines[span.start],
            found: format!(
                "{} is read before it is set",
                self.words.show(&self.tokens.words[span])
            ),
            block: at.block(),
            due: String::from("no such variable"),
            is_dropped: false,
        }
    }

    fn difference(&mut self, place: Place, at: &At) -> TextDifference {
        let span = self.span(place);
        let found = match &self.flow.steps[place] {
            Step::End => String::from("the end"),
            Step::Never => String::from("what comes after a return"),
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
                format!("to decide by {}", self.words.show(operand))
            }
            At::Done(_) => String::from("left the function"),
            At::Silent => String::from("to loop without an end"),
        };
        TextDifference {
            line: self.tokens.lines[span.start],
            found,
            block: at.block(),
            due,
            is_dropped: false,
        }
    }
}

/// Tells whether some states lead back to themselves.
fn has_circle(next: &[Vec<usize>]) -> bool {
    let mut before = vec![0_usize; next.len()];
    next.iter().flatten().for_each(|&to| before[to] += 1);
    let mut work: Vec<usize> = (0..next.len()).filter(|&at| before[at] == 0).collect();
    let mut left = next.len();
    while let Some(at) = work.pop() {
        left -= 1;
        for &to in &next[at] {
            before[to] -= 1;
            if before[to] == 0 {
                work.push(to);
            }
        }
    }
    left > 0
}
