//! Conditions in words.
//!
//! *Needs:* the forks, and a [`Dialect`] that writes the test of each.
//! *Gives:* text, with parentheses where they are needed.
//! *Cost:* O(text).

use super::circuit::Link;
use super::decision::Decisions;
use super::dialect::{Dialect, Signs};
use super::fork::{Asked, Fork};
use crate::program::{Formula, Program, Term};
use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// How the conditions of several forks are joined.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Joined {
    /// All must hold.
    All,
    /// One must not hold.
    AnyNot,
}

/// Says what the forks ask.
pub(super) fn condition(
    program: &Program,
    links: &[Link],
    joined: Joined,
    dialect: &impl Dialect,
    decisions: &Decisions,
) -> String {
    let all = joined == Joined::All;
    let say = |link: &Link| {
        let fork = Fork::at(program, link.node)?;
        let holds = link.holds == all;
        let (text, tight) = match fork.asked {
            Asked::Block(block) => {
                let text = dialect.decided(block, holds, decisions);
                let tight = is_tight(&text);
                (text, tight)
            }
            Asked::Flags(terms) => {
                let terms = required(terms, holds);
                let tight = matches!(terms[..], [Term::Not | Term::Flag(_), ..]);
                (Formula(&terms).to_string(), tight)
            }
            Asked::Label(values) => (labelled(values, holds, dialect.signs()), values.len() == 1),
        };
        let plain = tight || links.len() == 1;
        Some(if plain { text } else { format!("({text})") })
    };
    let parts: Vec<String> = links.iter().filter_map(say).collect();
    parts.join(if all { " && " } else { " || " })
}

/// Says that the label is one of these values, or that it is none of them.
fn labelled(values: &[u32], holds: bool, signs: Signs) -> String {
    let (sign, joint) = match holds {
        true => (signs.equal, " || "),
        false => (signs.unequal, " && "),
    };
    let parts = values.iter().map(|value| format!("label {sign} {value}"));
    parts.collect::<Vec<_>>().join(joint)
}

/// Tells whether a host's words can be joined to others without parentheses.
fn is_tight(text: &str) -> bool {
    !text.contains(['&', '|', '?', ','])
}

/// Gives the condition that holds if `terms` do, or if they do not.
fn required(terms: &[Term], holds: bool) -> Cow<'_, [Term]> {
    match terms {
        _ if holds => Cow::Borrowed(terms),
        [Term::Not, contrary @ ..] => Cow::Borrowed(contrary),
        _ => Cow::Owned([&[Term::Not], terms].concat()),
    }
}
