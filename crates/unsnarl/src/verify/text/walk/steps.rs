//! The continuations of a state.
//!
//! *Needs:* a state. *Gives:* its options, or where the text and the graph differ.
//! *Cost:* linear in the tokens passed and the slots of a decision.

use super::super::due::{At, Slots, Source};
use super::super::flow::{Place, Step, number};
use super::super::tokens::Word;
use super::super::variables::Kind;
use super::Walker;
use super::questions::Question;
use super::states::{State, Values, Waits};
use crate::ids::{BlockId, Edge};
use crate::verify::text::TextDifference;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

/// One continuation of a state: all of these states must hold.
#[derive(Default)]
pub(super) struct Found {
    pub(super) next: Vec<State>,
    /// Whether only one of the graph and the text moves.
    pub(super) is_alone: bool,
}

impl Found {
    fn all(next: Vec<State>) -> Found {
        Found {
            next,
            is_alone: false,
        }
    }
}

/// The number of places passed before the walk looks for cycles.
const PATIENCE: usize = 64;

impl Walker<'_> {
    /// Finds the continuations of a state.
    pub(super) fn step(&mut self, state: &State) -> Result<Vec<Found>, TextDifference> {
        let at = state.at.clone();
        if matches!(at, At::Done(block) if self.graph.is_unreachable(block)) {
            // Control never gets here, so the rest of the text does not matter.
            return Ok(vec![Found::default()]);
        }
        let (waits, values) = self.waits(state, &at)?;
        let (place, is_silent) = match waits {
            Waits::At(place) => (place, false),
            Waits::Silent(place) => (place, true),
        };
        if matches!(self.flow.steps[place], Step::Never) {
            // The statement that left the function was the host's.
            return Ok(vec![Found::default()]);
        }
        let found = match &at {
            At::Silent => is_silent.then(Found::default),
            At::Decide(block, slots) => {
                let (block, slots) = (*block, slots.clone());
                return self.decision(state, (place, is_silent), &values, (block, &slots));
            }
            _ if is_silent => None,
            At::Text(source, offset) => self.statement(place, &values, *source, *offset),
            At::Done(_) => self.is_over(place).then(Found::default),
        };
        match found {
            Some(found) => Ok(vec![found]),
            None => Err(self.difference(place, &at)),
        }
    }

    /// Goes on with the text to the next place where it does something, or asks something unknown.
    ///
    /// A text that runs in a cycle comes back to the same place with the same values. One such pair
    /// is kept, and replaced after twice as many steps each time [Brent80].
    fn waits(&mut self, state: &State, at: &At) -> Result<(Waits, Values), TextDifference> {
        let is_plain = self.is_plain(at);
        let mut place = state.place;
        let mut values = state.values.clone();
        let mut kept: Option<(Place, Values)> = None;
        let mut path = Vec::new();
        let mut passed = 0_usize;
        let waits = loop {
            let ahead = self.passages.ahead(place);
            place = match is_plain && ahead != place {
                true => ahead,
                false => match self.pass(place, &mut values, at)? {
                    Some(next) => next,
                    None => break Waits::At(place),
                },
            };
            passed += 1;
            if passed < PATIENCE {
                continue;
            }
            let is_kept = |own: &(Place, Values)| own.0 == place && own.1 == values;
            if kept.as_ref().is_some_and(is_kept) {
                break Waits::Silent(place);
            }
            if passed.is_power_of_two() {
                kept = Some((place, values.clone()));
            }
            if is_plain {
                let own = self.ends.passed(place, at, &values);
                if let Some(end) = self.ends.of(own) {
                    self.ends.remember(path, &end);
                    return Ok((*end).clone());
                }
                path.push(own);
            }
        };
        let end = (waits, values);
        self.ends.remember(path, &end);
        Ok(end)
    }

    /// The next place, if this step is neither due nor asks something unknown.
    fn pass(
        &mut self,
        place: Place,
        values: &mut Values,
        at: &At,
    ) -> Result<Option<Place>, TextDifference> {
        Ok(match &self.flow.steps[place] {
            Step::Go { span, to } => {
                let (span, to) = (span.clone(), *to);
                let is_due = !span.is_empty() && self.matches(&span, at).is_some();
                (!is_due).then_some(to)
            }
            Step::Enter { span, into, .. } => {
                let (span, into) = (span.clone(), *into);
                self.matches(&span, at).is_none().then_some(into)
            }
            &Step::Set {
                variable,
                value,
                next,
                ..
            } => {
                if let At::Decide(block, _) = *at
                    && self.set_by(place, block).is_some()
                {
                    return Ok(None);
                }
                values.insert(variable, value);
                self.trim(next, values);
                Some(next)
            }
            _ => self.answer(place, values, at)?,
        })
    }

    /// Tells whether no bracket and no jump of the text can be the statement that is due.
    fn is_plain(&mut self, at: &At) -> bool {
        let &At::Text(source, offset) = at else {
            return true;
        };
        let due = self.graph.text(source, &mut self.words);
        let first = due.get(offset);
        first.is_none_or(|&first| !self.passages.may_begin(first))
    }

    /// The number of due tokens that a statement of the text matches, if it is the next due
    /// statement.
    fn matches(&mut self, span: &Range<usize>, at: &At) -> Option<usize> {
        let &At::Text(source, offset) = at else {
            return None;
        };
        let due = self.graph.text(source, &mut self.words);
        let own = &self.tokens.words[span.clone()];
        let end = offset + own.len();
        let is_same = due.get(offset..end) == Some(own);
        let last = own.last().map(|&word| self.words.text(word));
        let closes = matches!(last, Some("}" | ";"));
        (is_same && (closes || self.graph.ends_at(&due, end))).then_some(own.len())
    }

    /// The continuation where a statement is due.
    fn statement(
        &mut self,
        place: Place,
        values: &Values,
        source: Source,
        offset: usize,
    ) -> Option<Found> {
        let at = At::Text(source, offset);
        let (span, declares, next) = match &self.flow.steps[place] {
            Step::Act {
                span,
                declares,
                next,
            } => (span.clone(), *declares, *next),
            Step::Enter { span, next, .. }
            | Step::Save {
                whole: span, next, ..
            } => (span.clone(), None, *next),
            // A jump that is the host's own statement leads where the host says.
            Step::Go { span, .. } | Step::Lost { span } => (span.clone(), None, self.flow.never),
            _ => return None,
        };
        let whole = self.matches(&span, &at);
        let taken = match declares {
            Some(name) => whole.or_else(|| self.matches(&(name..span.end), &at)),
            None => whole,
        };
        Some(Found::all(vec![State {
            place: next,
            at: At::Text(source, offset + taken?),
            values: values.clone(),
        }]))
    }

    /// The continuations where a decision is due: the text asks for it, or does not.
    fn decision(
        &mut self,
        state: &State,
        (place, is_silent): (Place, bool),
        values: &Values,
        (block, slots): (BlockId, &Slots),
    ) -> Result<Vec<Found>, TextDifference> {
        let at = At::Decide(block, slots.clone());
        let patterns = self.graph.patterns(block, &mut self.words);
        let may_ask = !is_silent && self.may_ask(place, block, slots);
        // Many places may lead to one decision of many slots, so the question is a state of its
        // own.
        if may_ask && (place != state.place || *values != state.values) {
            let asking = State {
                place,
                at,
                values: values.clone(),
            };
            return Ok(vec![Found {
                next: vec![asking],
                is_alone: true,
            }]);
        }
        let asked = may_ask.then(|| self.asked(place, values, block, slots));
        let asked = asked.flatten();
        // A number has a known outcome, even if it is not meant as the decision.
        let own = asked.as_ref().and_then(|_| self.settled(place, values));
        let own = own.map(|(place, values)| Found {
            next: vec![State {
                place,
                at: at.clone(),
                values,
            }],
            is_alone: true,
        });
        // If the decision has been compared with some cases, only the other slots are left.
        let was_asked = slots.len() < self.graph.cfg.successors(block).len();
        if patterns.acts && !was_asked {
            return asked
                .map(|asked| [asked].into_iter().chain(own).collect())
                .ok_or_else(|| TextDifference {
                    is_dropped: true,
                    ..self.difference(place, &at)
                });
        }
        // A decision that acts does so each time it is asked, so it must not be asked again.
        let asked = asked.filter(|_| !patterns.acts);
        // The next step of the text matches the graph after the decision.
        let passed = |walker: &mut Self| match is_silent {
            true => Found::all(walker.taken(place, block, slots, values)),
            false => Found {
                next: walker.taken(state.place, block, slots, &state.values),
                is_alone: true,
            },
        };
        let mut options: Vec<Found> = asked.into_iter().chain(own).collect();
        if options.is_empty() || self.may_be_passed(block, slots) {
            options.push(passed(self));
        }
        Ok(options)
    }

    /// The next place and the values there, if the text sets or tests a number.
    fn settled(&self, place: Place, values: &Values) -> Option<(Place, Values)> {
        let mut values = values.clone();
        let next = match &self.flow.steps[place] {
            Step::Set {
                variable,
                value,
                next,
                ..
            } => {
                values.insert(*variable, *value);
                *next
            }
            Step::Ask { span, yes, no, .. } => match self.tokens.words[span.clone()] {
                [word] if number(self.words.text(word))? != 0 => *yes,
                [_] => *no,
                _ => return None,
            },
            _ => return None,
        };
        Some((next, values))
    }

    /// The values that a flag gets for slots 0 and 1 of a decision, if it is set to a number by
    /// which the block decides.
    fn set_by(&mut self, place: Place, block: BlockId) -> Option<[u32; 2]> {
        let Step::Set { variable, span, .. } = &self.flow.steps[place] else {
            return None;
        };
        if span.is_empty() || self.variables.kinds[*variable] != Kind::Flag {
            return None;
        }
        let own = &self.tokens.words[span.clone()];
        let patterns = self.graph.patterns(block, &mut self.words);
        let is_one_of = |patterns: &[Vec<Word>]| patterns.iter().any(|pattern| pattern == own);
        match is_one_of(&patterns.holds) {
            true => Some([1, 0]),
            false => is_one_of(&patterns.fails).then_some([0, 1]),
        }
    }

    /// Tells whether a question for a decision may be meant for a later one: no slot leads straight
    /// to a statement, and another block decides by the same words.
    fn may_be_passed(&mut self, block: BlockId, slots: &[u32]) -> bool {
        self.graph.shares_words(block, &mut self.words)
            && slots.iter().all(|&slot| {
                let edge = At::Text(Source::Edge(Edge { block, slot }), 0);
                let end = self.graph.closed(&edge, &mut self.words);
                !matches!(end, At::Text(..))
            })
    }

    /// Tells whether the text may ask for a decision, drop it by a statement, or save it. Does not
    /// inspect each slot.
    fn may_ask(&mut self, place: Place, block: BlockId, slots: &Slots) -> bool {
        let patterns = self.graph.patterns(block, &mut self.words);
        let is_one_of = |patterns: &[Vec<Word>], span: &Range<usize>| {
            let own = &self.tokens.words[span.clone()];
            patterns.iter().any(|pattern| pattern == own)
        };
        match &self.flow.steps[place] {
            Step::Ask { .. } => self
                .asks(place, &At::Decide(block, slots.clone()))
                .is_some(),
            Step::Choose { span, .. } => is_one_of(&patterns.operands, span),
            Step::Act { span, .. } => is_one_of(&patterns.dropped, span),
            Step::Save { variable, .. } => self.variables.kinds[*variable] == Kind::Saved(block),
            Step::Set { .. } => self.set_by(place, block).is_some(),
            _ => false,
        }
    }

    /// The continuation if the text asks for a decision, drops it by a statement, or saves it.
    fn asked(
        &mut self,
        place: Place,
        values: &Values,
        block: BlockId,
        slots: &Slots,
    ) -> Option<Found> {
        let patterns = self.graph.patterns(block, &mut self.words);
        let on = |place: Place, slot: u32, values: Values| State {
            place,
            at: At::Text(Source::Edge(Edge { block, slot }), 0),
            values,
        };
        let each = |to: &dyn Fn(u32) -> Place| {
            let next = slots.iter();
            Found::all(
                next.map(|&slot| on(to(slot), slot, values.clone()))
                    .collect(),
            )
        };
        match self.asks(place, &At::Decide(block, slots.clone())) {
            Some(Question::Slots(slot_0, slot_1)) => {
                return Some(each(&|slot| if slot == 0 { slot_0 } else { slot_1 }));
            }
            Some(Question::Case(slot, same, other)) => {
                let others: Slots = slots.iter().copied().filter(|&own| own != slot).collect();
                let mut next = vec![on(same, slot, values.clone())];
                match others[..] {
                    [] => {}
                    [last] => next.push(on(other, last, values.clone())),
                    _ => next.push(State {
                        place: other,
                        at: At::Decide(block, others),
                        values: values.clone(),
                    }),
                }
                return Some(Found::all(next));
            }
            None => {}
        }
        match &self.flow.steps[place] {
            Step::Choose { span, cases, .. } => {
                let operand = &self.tokens.words[span.clone()];
                let is_operand = patterns.operands.iter().any(|own| own == operand);
                let is_known = cases.keys().all(|case| patterns.slots.contains_key(case));
                if !is_operand || !is_known {
                    return None;
                }
                let arms = slots.iter().map(|&slot| {
                    let arm = self.arm(place, slot, &patterns)?;
                    Some(on(arm, slot, values.clone()))
                });
                Some(Found::all(arms.collect::<Option<Vec<State>>>()?))
            }
            Step::Save {
                variable,
                span,
                next,
                ..
            } if self.variables.kinds[*variable] == Kind::Saved(block) => {
                let own = &self.tokens.words[span.clone()];
                let mut all = patterns.holds.iter().chain(&patterns.operands);
                let saved = slots.iter().map(|&slot| {
                    let mut values = values.clone();
                    values.insert(*variable, slot);
                    on(*next, slot, values)
                });
                let saved = Found::all(saved.collect());
                all.any(|pattern| pattern == own).then_some(saved)
            }
            &Step::Set { variable, next, .. } => {
                let set = self.set_by(place, block)?;
                let set = slots.iter().map(|&slot| {
                    let mut values = values.clone();
                    values.insert(variable, set[usize::from(slot != 0)]);
                    on(next, slot, values)
                });
                Some(Found::all(set.collect()))
            }
            Step::Act { span, next, .. } => {
                let own = &self.tokens.words[span.clone()];
                let is_dropped = patterns.dropped.iter().any(|pattern| pattern == own);
                is_dropped.then(|| each(&|_| *next))
            }
            _ => None,
        }
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
        let variable = self.variables.saved(block).filter(|_| patterns.is_set);
        let all = slots.iter().map(|&slot| {
            let mut values = values.clone();
            values.extend(variable.map(|variable| (variable, slot)));
            State {
                place,
                at: At::Text(Source::Edge(Edge { block, slot }), 0),
                values,
            }
        });
        all.collect()
    }

    /// Tells whether the text may end where the graph has left the function.
    fn is_over(&self, place: Place) -> bool {
        match &self.flow.steps[place] {
            Step::End => true,
            Step::Act { span, .. } => self.tokens.words[span.clone()] == [self.signs.r#return],
            _ => false,
        }
    }
}
