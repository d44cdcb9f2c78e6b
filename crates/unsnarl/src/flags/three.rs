//! Evaluation of conditions in which the values of some flags are known.
//!
//! *Needs:* a formula, and the values of some flags.
//! *Gives:* [`value`], and [`simplified`]: the formula over the other flags.
//! *Cost:* O(terms).
//!
//! A formula is read from the back, as a program for a stack machine.

use crate::ids::FlagId;
use crate::program::Term;
use alloc::vec::Vec;

/// The stack of operands while a formula is read. It is kept so that its memory is not allocated
/// again.
pub(super) type Scratch = Vec<Option<bool>>;

/// Gives the value of a condition if it follows from the known flags, operator by operator.
pub(super) fn value(
    terms: &[Term],
    stack: &mut Scratch,
    known: impl Fn(FlagId) -> Option<bool>,
) -> Option<bool> {
    if let [Term::Flag(flag)] = terms {
        return known(*flag);
    }
    stack.clear();
    for &term in terms.iter().rev() {
        let mut pop = || stack.pop().expect("every operator has its operands");
        let value = match term {
            Term::Flag(flag) => known(flag),
            Term::Not => pop().map(|value| !value),
            Term::And => decided([pop(), pop()], false),
            Term::Or => decided([pop(), pop()], true),
        };
        stack.push(value);
    }
    stack.pop().expect("a formula has a term")
}

/// Joins two operands by an operator that has the value `decides` if one operand does.
fn decided(operands: [Option<bool>; 2], decides: bool) -> Option<bool> {
    match operands {
        [Some(one), other] | [other, Some(one)] if one != decides => other,
        [Some(_), _] | [_, Some(_)] => Some(decides),
        [None, None] => None,
    }
}

/// Gives the value of a condition, or the formula that is left of it.
pub(super) fn simplified(
    terms: &[Term],
    known: impl Fn(FlagId) -> Option<bool>,
) -> Result<bool, Vec<Term>> {
    let mut stack: Vec<Result<bool, Vec<Term>>> = Vec::new();
    for &term in terms.iter().rev() {
        let mut pop = || stack.pop().expect("every operator has its operands");
        let value = match term {
            Term::Flag(flag) => known(flag).ok_or_else(|| alloc::vec![term]),
            Term::Not => negated(pop()),
            Term::And => joined(term, false, [pop(), pop()]),
            Term::Or => joined(term, true, [pop(), pop()]),
        };
        stack.push(value);
    }
    let value = stack.pop();
    // Terms are kept from the last to the first, so that joining them is cheap.
    value.expect("a formula has a term").map_err(|mut terms| {
        terms.reverse();
        terms
    })
}

fn negated(value: Result<bool, Vec<Term>>) -> Result<bool, Vec<Term>> {
    match value {
        Ok(value) => Ok(!value),
        Err(mut terms) if terms.last() == Some(&Term::Not) => {
            terms.pop();
            Err(terms)
        }
        Err(mut terms) => {
            terms.push(Term::Not);
            Err(terms)
        }
    }
}

/// Joins two operands by an operator that has the value `decides` if one operand does.
fn joined(
    operator: Term,
    decides: bool,
    operands: [Result<bool, Vec<Term>>; 2],
) -> Result<bool, Vec<Term>> {
    match operands {
        [Ok(one), other] | [other, Ok(one)] if one != decides => other,
        [Ok(_), _] | [_, Ok(_)] => Ok(decides),
        [Err(first), Err(mut terms)] => {
            terms.extend(first);
            terms.push(operator);
            Err(terms)
        }
    }
}
