//! Names of arms: the texts on edges.
//!
//! *Needs:* the edges out of a block in the order of the text, each with its text.
//! *Gives:* the order of the arms, and their names.
//! *Cost:* O(text), and sorting.
//!
//! A text says two things about its edge. First, the words `default`, `def`, `else` and
//! `otherwise`, alone or in a list (`7, default`), make the edge the default of a switch, which is
//! the last arm. If a block has two edges, one with a text for a condition that holds (`yes`) and
//! the other with a text for one that does not hold, or with no text, then the first one is the
//! taken arm. Second, the rest of the text names the arm. `case` before a value is dropped. `T`,
//! `F`, `true` and `false` are no names where the block has one or two edges, because they say no
//! more than the arm itself.
//!
//! The frequencies that LLVM and GCC write (`62.50%`, `[11%]`, `W:12`) are not texts of arms.

use super::elements::DraftEdge;
use alloc::string::String;
use alloc::vec::Vec;

const DEFAULTS: [&str; 4] = ["default", "def", "else", "otherwise"];
const HOLDS: [&str; 4] = ["t", "true", "y", "yes"];
const FAILS: [&str; 4] = ["f", "false", "n", "no"];

/// The meaning of the text at an edge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Says {
    Nothing,
    Holds,
    Fails,
    Default,
    Other,
}

/// Sorts the edges out of a block into the order of the arms.
pub(super) fn sort(arms: &mut [DraftEdge]) {
    arms.sort_by_key(|arm| arm.rank);
    let says = |arm: &DraftEdge| arm.label.as_deref().map_or(Says::Nothing, says);
    if let [first, second] = arms {
        use Says::{Fails, Holds, Nothing};
        let swapped = matches!(
            (says(first), says(second)),
            (Fails, Holds | Nothing) | (Nothing, Holds)
        );
        if swapped {
            arms.swap(0, 1);
        }
    }
    arms.sort_by_key(|arm| says(arm) == Says::Default);
}

/// Tells whether some arms of a block differ in nothing but their order in the text.
pub(super) fn are_alike(arms: &[DraftEdge]) -> bool {
    let is_plain = |arm: &&DraftEdge| arm.label.is_none() && arm.rank == 0;
    arms.iter().filter(is_plain).count() > 1
}

/// Gives the names of the arms of a block, in their order.
pub(super) fn names(arms: &[DraftEdge]) -> impl Iterator<Item = Option<String>> {
    let drops = arms.len() <= 2;
    arms.iter().map(move |arm| {
        let name = name(arm.label.as_deref()?)?;
        let is_plain = ["t", "f", "true", "false"]
            .iter()
            .any(|word| is(&name, word));
        (!is_plain || !drops).then_some(name)
    })
}

/// Gives the name in the text of an arm.
fn name(text: &str) -> Option<String> {
    let parts = parts(text).filter(|part| !DEFAULTS.iter().any(|word| is(part, word)));
    let name = parts.collect::<Vec<_>>().join(", ");
    (!name.is_empty()).then_some(name)
}

/// Tells whether a text marks a default.
pub(super) fn is_default(text: &str) -> bool {
    says(text) == Says::Default
}

/// Tells whether the arm's name says only that a condition holds or does not hold.
pub(super) fn says_whether(name: &str) -> bool {
    matches!(says(name), Says::Holds | Says::Fails)
}

/// Tells whether a text gives only the frequency of an edge.
pub(super) fn is_frequency(text: &str) -> bool {
    let text = text.trim();
    let inner = text
        .strip_prefix('[')
        .and_then(|text| text.strip_suffix(']'));
    let text = inner.unwrap_or(text);
    let digits = match (text.strip_suffix('%'), text.strip_prefix("W:")) {
        (Some(share), _) => share,
        (None, Some(weight)) => weight,
        (None, None) => return false,
    };
    !digits.is_empty() && digits.chars().all(|c| c.is_ascii_digit() || c == '.')
}

fn says(text: &str) -> Says {
    let one_of = |words: [&str; 4]| words.iter().any(|word| is(text.trim(), word));
    if parts(text).any(|part| DEFAULTS.iter().any(|word| is(part, word))) {
        Says::Default
    } else if one_of(HOLDS) {
        Says::Holds
    } else if one_of(FAILS) {
        Says::Fails
    } else if text.trim().is_empty() {
        Says::Nothing
    } else {
        Says::Other
    }
}

/// Lists the values in a text, without the word `case`.
fn parts(text: &str) -> impl Iterator<Item = &str> {
    text.split(',').map(|part| {
        let part = part.trim().trim_end_matches(':').trim_end();
        match part.split_once(char::is_whitespace) {
            Some((word, value)) if is(word, "case") => value.trim_start(),
            _ => part,
        }
    })
}

fn is(text: &str, word: &str) -> bool {
    text.eq_ignore_ascii_case(word)
}

/// Makes a text one line without quotes around it: each run of blanks and control characters
/// becomes one blank.
pub(super) fn one_line(text: &str) -> String {
    let is_blank = |c: char| c.is_whitespace() || c.is_control();
    let words = text.split(is_blank).filter(|word| !word.is_empty());
    unquoted(&words.collect::<Vec<_>>().join(" ")).trim().into()
}

/// Gives the text inside quotes, as petgraph writes them around strings.
pub(super) fn unquoted(text: &str) -> &str {
    let inner = text
        .strip_prefix('"')
        .and_then(|text| text.strip_suffix('"'));
    inner.unwrap_or(text)
}
