//! The questions that conditions and switches ask.
//!
//! *Needs:* a place of the text, and the due decision or the values of variables of control.
//! *Gives:* how it [asks](Walker::asks) for the due decision, or where it [goes](Walker::answer)
//! without asking.
//! *Cost:* linear in the tokens of the condition.

use super::super::due::{At, Patterns};
use super::super::flow::{Parts, Place, Step, bare, number};
use super::super::tokens::Word;
use super::super::variables::Kind;
use super::Walker;
use super::states::Values;
use crate::cfg::Exit;
use crate::verify::text::TextDifference;
use core::ops::Range;

/// How a condition asks for a decision.
pub(super) enum Question {
    /// The targets of slots 0 and 1.
    Slots(Place, Place),
    /// A slot, its target, and the target of all other slots.
    Case(u32, Place, Place),
}

impl Walker<'_> {
    /// Gives how a condition asks for the due decision, if it does.
    pub(super) fn asks(&mut self, place: Place, at: &At) -> Option<Question> {
        let At::Decide(block, slots) = at else {
            return None;
        };
        let patterns = self.graph.patterns(*block, &mut self.words);
        let Step::Ask {
            span,
            yes,
            no,
            parts,
        } = &self.flow.steps[place]
        else {
            return None;
        };
        let both = [*yes, *no];
        let begins = |pattern| self.begins(span, pattern, both, *parts);
        if let Some([yes, no]) = patterns.holds.iter().find_map(|own| begins(own)) {
            return Some(Question::Slots(yes, no));
        }
        if let Some([yes, no]) = patterns.fails.iter().find_map(|own| begins(own)) {
            return Some(Question::Slots(no, yes));
        }
        let (slot, is_equal) = self.compared(span, &patterns)?;
        let [same, other] = if is_equal { [*yes, *no] } else { [*no, *yes] };
        // A slot that was compared before is no longer possible, so the question is for the next
        // decision.
        slots
            .contains(&slot)
            .then_some(Question::Case(slot, same, other))
    }

    /// If a condition begins with a pattern, which may span several of its operands: the targets if
    /// the pattern holds and if it does not.
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
            // An operand of the other operator (`&&` or `||`) no longer belongs to this condition.
            rest = rest.filter(|next| next.is_and == own.is_and);
        }
        let rest = rest.filter(|own| own.start == end + 1)?;
        Some(match rest.is_and {
            true => [rest.place, no],
            false => [yes, rest.place],
        })
    }

    /// The slot whose case the operand is compared with, and whether the comparison is for
    /// equality.
    fn compared(&self, span: &Range<usize>, patterns: &Patterns) -> Option<(u32, bool)> {
        let (left, sign, right) = self.comparison(span)?;
        let slot = *patterns.slots.get(right)?;
        let is_operand = patterns.operands.iter().any(|own| own == left);
        is_operand.then(|| (slot, self.signs.equal.contains(&sign)))
    }

    /// The operands and the sign of a comparison for equality or inequality, without parentheses
    /// around them.
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
        let sides = [span.start..sign, sign + 1..span.end];
        let [left, right] = sides.map(|side| bare(&self.tokens, self.signs.open, side));
        let words = &self.tokens.words;
        Some((&words[left], words[sign], &words[right]))
    }

    /// The target of a condition or a switch that is constant, or tests variables of control;
    /// nothing if it asks for a decision, or for something unknown.
    pub(super) fn answer(
        &mut self,
        place: Place,
        values: &Values,
        at: &At,
    ) -> Result<Option<Place>, TextDifference> {
        match &self.flow.steps[place] {
            Step::Ask { .. } => self.outcome(place, values, at),
            Step::Choose { .. } => self.chosen(place, values, at),
            _ => Ok(None),
        }
    }

    /// The next place after a condition: its target if the outcome is known, or its first part if
    /// that asks for the due decision or is known.
    fn outcome(
        &mut self,
        whole: Place,
        values: &Values,
        at: &At,
    ) -> Result<Option<Place>, TextDifference> {
        let mut first = None;
        let mut next = Some(whole);
        while let Some(place) = next {
            let Step::Ask { yes, no, parts, .. } = &self.flow.steps[place] else {
                break;
            };
            let (yes, no) = (*yes, *no);
            next = parts.map(|parts| parts.first);
            if self.asks(place, at).is_some() {
                return Ok(first);
            }
            if let Some(holds) = self.known(place, values, at)? {
                let outcome = if holds { yes } else { no };
                return Ok(first.or(Some(outcome)));
            }
            first = first.or(next);
        }
        Ok(None)
    }

    /// The outcome of a condition that is constant, or tests a variable of control.
    fn known(
        &mut self,
        place: Place,
        values: &Values,
        at: &At,
    ) -> Result<Option<bool>, TextDifference> {
        let Step::Ask { span, .. } = &self.flow.steps[place] else {
            return Ok(None);
        };
        let span = span.clone();
        if let [word] = self.tokens.words[span.clone()] {
            let Some(variable) = self.variables.of(word) else {
                let constant = number(self.words.text(word));
                return Ok(constant.map(|value| value != 0));
            };
            let value = self.value(values, variable);
            let value = value.ok_or_else(|| self.unset(place, at))?;
            return Ok(match self.variables.kinds[variable] {
                Kind::Flag => Some(value != 0),
                // Slot 0 is taken if the condition holds.
                Kind::Saved(block) if self.graph.cfg.exit(block) == Exit::Branch => {
                    Some(value == 0)
                }
                Kind::Saved(_) | Kind::Label => None,
            });
        }
        let Some(([word], sign, other)) = self.comparison(&span) else {
            return Ok(None);
        };
        let Some(variable) = self.variables.of(*word) else {
            return Ok(None);
        };
        let is_equal = self.signs.equal.contains(&sign);
        let other = other.to_vec();
        let value = self.value(values, variable);
        let value = value.ok_or_else(|| self.unset(place, at))?;
        let holds = match self.variables.kinds[variable] {
            Kind::Label | Kind::Flag => match other[..] {
                [word] => number(self.words.text(word)).map(|other| other == value),
                _ => None,
            },
            Kind::Saved(block) => {
                let patterns = self.graph.patterns(block, &mut self.words);
                patterns.slots.get(&other).map(|&slot| slot == value)
            }
        };
        Ok(holds.map(|holds| holds == is_equal))
    }

    /// The target of a switch on a variable of control.
    fn chosen(
        &mut self,
        place: Place,
        values: &Values,
        at: &At,
    ) -> Result<Option<Place>, TextDifference> {
        let Step::Choose { span, .. } = &self.flow.steps[place] else {
            return Ok(None);
        };
        let [word] = self.tokens.words[span.clone()] else {
            return Ok(None);
        };
        let Some(variable) = self.variables.of(word) else {
            return Ok(None);
        };
        if let At::Decide(block, _) = *at {
            // It may be the variable in which the statements of a block left the decision.
            let patterns = self.graph.patterns(block, &mut self.words);
            if patterns.operands.iter().any(|own| own[..] == [word]) {
                return Ok(None);
            }
        }
        let value = self.value(values, variable);
        let value = value.ok_or_else(|| self.unset(place, at))?;
        Ok(match self.variables.kinds[variable] {
            Kind::Saved(block) => {
                let patterns = self.graph.patterns(block, &mut self.words);
                self.arm(place, value, &patterns)
            }
            Kind::Label | Kind::Flag => match &self.flow.steps[place] {
                Step::Choose {
                    numbers, others, ..
                } => numbers
                    .as_ref()
                    .map(|numbers| numbers.get(&value).copied().unwrap_or(*others)),
                _ => None,
            },
        })
    }

    /// The target of a switch for a slot of a decision.
    pub(super) fn arm(&self, place: Place, slot: u32, patterns: &Patterns) -> Option<Place> {
        let Step::Choose { cases, others, .. } = &self.flow.steps[place] else {
            return None;
        };
        let own = patterns.cases.get(slot as usize)?.as_ref();
        let arm = own.and_then(|own| cases.get(own));
        Some(arm.copied().unwrap_or(*others))
    }
}
