//! Conditions over flags.
//!
//! *Needs:* only the ids of flags.
//! *Gives:* [`Term`], the element of formulas; [`Condition`], which names a formula in the table of
//! a program; and [`Formula`], which displays a formula in infix notation.
//! *Cost:* eight bytes a term; each operation is linear in the terms of the formula.
//!
//! A formula is a row of terms in prefix notation: `f0 && !(f1 || f2)` is `And f0 Not Or f1 f2`. So
//! a formula needs no tree, and its terms determine its end: the first place where no operand is
//! missing. Read from the back, a formula is a program for a stack of booleans.

use crate::ids::FlagId;
use alloc::vec::Vec;
use core::fmt;

/// One element of a formula.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Term {
    /// The value of a flag.
    Flag(FlagId),
    /// The negation of the formula that follows.
    Not,
    /// The conjunction of the two formulas that follow.
    And,
    /// The disjunction of the two formulas that follow.
    Or,
}

/// A formula in the table of terms of a program: the position of its first term.
///
/// [`Program::condition`](super::Program::condition) reads it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Condition(u32);

impl Condition {
    /// Appends a formula to a table.
    pub(crate) fn append(
        table: &mut Vec<Term>,
        terms: impl IntoIterator<Item = Term>,
    ) -> Condition {
        let first = table.len();
        table.extend(terms);
        Condition(u32::try_from(first).expect("a program has fewer than 2³² terms"))
    }

    /// Gives the terms of the formula. There are none if the table ends before the formula.
    pub(super) fn within(self, table: &[Term]) -> &[Term] {
        let rest = table.get(self.0 as usize..).unwrap_or_default();
        let mut wanted = 1_usize;
        for (at, term) in rest.iter().enumerate() {
            match term {
                Term::Flag(_) => wanted -= 1,
                Term::Not => {}
                Term::And | Term::Or => wanted += 1,
            }
            if wanted == 0 {
                return &rest[..=at];
            }
        }
        &[]
    }
}

/// The part of an operator that is still to be written after its first operand has begun.
#[derive(Clone, Copy)]
enum Rest {
    /// The operator itself, and then its second operand.
    Middle(Term),
    /// A closing parenthesis.
    Close,
}

/// Displays a formula as most languages write it, with parentheses only where they are needed.
///
/// Of an incomplete formula, it writes only the terms that are there.
///
/// ```
/// use unsnarl::program::{Formula, Term};
/// use unsnarl::{FlagId, Id};
///
/// let [a, b, c] = [0, 1, 2].map(|index| Term::Flag(FlagId::new(index)));
/// let terms = [Term::And, a, Term::Not, Term::Or, b, c];
/// assert_eq!(Formula(&terms).to_string(), "f0 && !(f1 || f2)");
/// ```
///
/// `{:#}` puts parentheses around every conjunction in a disjunction, as some compilers demand.
#[derive(Clone, Copy, Debug)]
pub struct Formula<'t>(pub &'t [Term]);

impl fmt::Display for Formula<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut open: Vec<Rest> = Vec::new();
        // The operator of which the next term is an operand.
        let mut around = None;
        for &term in self.0 {
            let is_marked = f.alternate() && (around, term) == (Some(Term::Or), Term::And);
            if is_marked || needs_parentheses(around, term) {
                f.write_str("(")?;
                open.push(Rest::Close);
            }
            around = Some(term);
            match term {
                Term::Not => f.write_str("!")?,
                Term::And | Term::Or => open.push(Rest::Middle(term)),
                Term::Flag(flag) => {
                    write!(f, "{flag}")?;
                    around = close(f, &mut open)?;
                }
            }
        }
        Ok(())
    }
}

/// Tells whether an operator is an operand of an operator that binds tighter.
fn needs_parentheses(around: Option<Term>, term: Term) -> bool {
    matches!(
        (around, term),
        (Some(Term::Not), Term::And | Term::Or) | (Some(Term::And), Term::Or)
    )
}

/// Closes the operators that end with the latest operand, up to an operator that still has another
/// operand, and gives that operator.
fn close(f: &mut fmt::Formatter<'_>, open: &mut Vec<Rest>) -> Result<Option<Term>, fmt::Error> {
    while let Some(rest) = open.pop() {
        if let Rest::Middle(operator) = rest {
            let is_and = operator == Term::And;
            f.write_str(if is_and { " && " } else { " || " })?;
            return Ok(Some(operator));
        }
        f.write_str(")")?;
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::Id;
    use alloc::string::ToString;

    fn terms(text: &str) -> Vec<Term> {
        let term = |word: &str| match word {
            "and" => Term::And,
            "or" => Term::Or,
            "not" => Term::Not,
            flag => Term::Flag(FlagId::new(flag.parse().expect("a number names a flag"))),
        };
        text.split(' ').map(term).collect()
    }

    #[track_caller]
    fn check(prefix: &str, expected: &str) {
        assert_eq!(Formula(&terms(prefix)).to_string(), expected);
    }

    #[test]
    fn a_formula_has_parentheses_where_it_needs_them() {
        check("0", "f0");
        check("not 0", "!f0");
        let marked = alloc::format!("{:#}", Formula(&terms("or and 0 1 and 2 or 3 and 4 5")));
        assert_eq!(marked, "(f0 && f1) || (f2 && (f3 || (f4 && f5)))");
        check("not not 0", "!!f0");
        check("and 0 1", "f0 && f1");
        check("and and 0 1 2", "f0 && f1 && f2");
        check("and 0 and 1 2", "f0 && f1 && f2");
        check("or and 0 1 and 2 3", "f0 && f1 || f2 && f3");
        check("and or 0 1 or 2 3", "(f0 || f1) && (f2 || f3)");
        check("not and 0 1", "!(f0 && f1)");
        check("and not or 0 and 1 2 3", "!(f0 || f1 && f2) && f3");
        check("or not 0 not and 1 not 2", "!f0 || !(f1 && !f2)");
    }

    #[test]
    fn a_formula_ends_where_nothing_more_is_asked_for() {
        let table = terms("and 0 1 not 2 or 3");
        let length = |first| Condition(first).within(&table).len();
        assert_eq!([0, 1, 3, 5, 6, 7, 99].map(length), [3, 1, 2, 0, 1, 0, 0]);
    }
}
