//! Questions as text in a language.
//!
//! *Needs:* a question, and a [`Language`] that gives the text of each test.
//! *Gives:* text, with parentheses where they are needed.
//! *Cost:* O(text).

use super::control_names::ControlNames;
use super::language::{Language, Signs};
use super::precedence::joins;
use crate::cfg::{Cfg, Exit};
use crate::forms::{Formed, Joined, Literal, Question, Test};
use crate::ids::Edge;
use crate::program::Term;
use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// The program and the names to which questions refer.
#[derive(Clone, Copy)]
pub(super) struct About<'a> {
    pub(super) cfg: &'a Cfg,
    pub(super) formed: &'a Formed,
    pub(super) names: &'a ControlNames,
}

/// Gives the text of a question.
pub(super) fn condition(about: About<'_>, question: Question, language: &impl Language) -> String {
    worded(about, question, true, language)
}

/// Gives the text of a question's negation.
pub(super) fn contrary(about: About<'_>, question: Question, language: &impl Language) -> String {
    worded(about, question, false, language)
}

fn worded(about: About<'_>, question: Question, holds: bool, language: &impl Language) -> String {
    let literals = about.formed.literals(question);
    let signs = language.signs();
    let [joint, other] = match (question.joined, holds) {
        (Joined::All, true) | (Joined::Any, false) => [signs.and, signs.or],
        (Joined::Any, true) | (Joined::All, false) => [signs.or, signs.and],
    };
    let say = |literal: &Literal| {
        let mut literal = *literal;
        literal.holds = literal.holds == holds;
        let (text, tight) = literal_text(about, literal, language, [joint, other]);
        let plain = tight || literals.len() == 1;
        if plain { text } else { format!("({text})") }
    };
    let parts: Vec<String> = literals.iter().map(say).collect();
    parts.join(joint)
}

/// Gives the text of a literal, and tells whether it can be joined to others without parentheses.
fn literal_text(
    About { cfg, formed, names }: About<'_>,
    literal: Literal,
    language: &impl Language,
    [joint, other]: [&str; 2],
) -> (String, bool) {
    let (signs, program) = (language.signs(), formed.program());
    let said = |text: String| {
        let tight = joins(&text, joint, other);
        (text, tight)
    };
    match literal.test {
        Test::Decided(block) => said(language.decided(block, literal.holds, names)),
        Test::Slots(block, slots, _) => {
            let slots = program.cases(slots);
            let say = |&slot: &u32| match cfg.exit(block) {
                Exit::Branch => language.decided(block, literal.holds == (slot == 0), names),
                _ => language.chosen(Edge { block, slot }, literal.holds, names),
            };
            let parts: Vec<String> = slots.iter().map(say).collect();
            said(parts.join(if literal.holds { signs.or } else { signs.and }))
        }
        Test::Flags(condition) => {
            let terms = required(program.condition(condition), literal.holds);
            let tight = matches!(terms[..], [Term::Not | Term::Flag(_), ..]);
            (formula(names, &terms, language), tight)
        }
        Test::Label(values) => {
            let values = program.cases(values);
            (
                labelled(names.label(), values, literal.holds, signs),
                values.len() == 1,
            )
        }
    }
}

/// Gives a test for whether the label has one of these values, or none of them.
fn labelled(label: &str, values: &[u32], holds: bool, signs: &Signs) -> String {
    let [equal, unequal] = signs.equal;
    let (sign, joint) = match holds {
        true => (equal, signs.or),
        false => (unequal, signs.and),
    };
    let parts = values.iter().map(|value| format!("{label} {sign} {value}"));
    parts.collect::<Vec<_>>().join(joint)
}

/// Gives the condition that holds if `terms` do, or if they do not.
fn required(terms: &[Term], holds: bool) -> Cow<'_, [Term]> {
    match terms {
        _ if holds => Cow::Borrowed(terms),
        [Term::Not, contrary @ ..] => Cow::Borrowed(contrary),
        _ => Cow::Owned([&[Term::Not], terms].concat()),
    }
}

/// Shows a formula over flags in the signs of a language.
fn formula(names: &ControlNames, terms: &[Term], language: &impl Language) -> String {
    let signs = language.signs();
    let text = names.formula(terms, language.marks_conjunctions());
    // Flag names contain none of these characters.
    let text = text.replace(" && ", signs.and).replace(" || ", signs.or);
    text.replace('!', signs.not)
}
