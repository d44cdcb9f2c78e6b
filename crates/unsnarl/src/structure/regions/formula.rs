//! Writing of boolean functions as formulas.
//!
//! *Needs:* a function of few variables.
//! *Gives:* the terms of a small formula for it, in prefix notation.
//! *Cost:* O(length) operations on diagrams.
//!
//! A necessary literal is written first and joined by `&&`; a sufficient literal is written first
//! and joined by `||`. The rest is split by its first variable; if one half implies the other, the
//! half that implies needs no guard:
//!
//! ```text
//! f -> a              a && rest
//! a -> f              a || rest
//! low -> high         low || a && high
//! high -> low         high || !a && low
//! else                a && high || !a && low
//! ```
//!
//! The negation is written in the same way, and the shorter of the two is used.

use super::bdd::{Bdd, Function};
use alloc::vec;
use alloc::vec::Vec;

/// An element of a formula over the variables of a diagram.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sign {
    Variable(u32),
    Not,
    And,
    Or,
}

/// Writes a function that is not constant. Gives `None` if the formula would be longer than `most`
/// signs.
pub(super) fn formula(bdd: &mut Bdd, function: Function, most: usize) -> Option<Vec<Sign>> {
    let plain = write(bdd, function, most);
    let length = plain.as_ref().map_or(most + 1, Vec::len);
    // The negation needs one more sign.
    let shorter = write(bdd, function.not(), length.saturating_sub(2));
    match shorter {
        Some(mut contrary) => {
            contrary.insert(0, Sign::Not);
            Some(contrary)
        }
        None => plain,
    }
}

enum Part {
    Sign(Sign),
    Of(Function),
}

fn write(bdd: &mut Bdd, function: Function, most: usize) -> Option<Vec<Sign>> {
    let mut signs = Vec::new();
    let mut parts = vec![Part::Of(function)];
    while let Some(part) = parts.pop() {
        match part {
            Part::Sign(sign) => signs.push(sign),
            Part::Of(function) => {
                let split = split(bdd, function);
                parts.extend(split.into_iter().rev());
            }
        }
        if signs.len() + parts.len() > most {
            return None;
        }
    }
    Some(signs)
}

/// Splits a function once.
fn split(bdd: &mut Bdd, function: Function) -> Vec<Part> {
    let (first, high, low) = bdd
        .split(function)
        .expect("a function that is no constant asks a variable");
    match (high, low) {
        (Function::TRUE, Function::FALSE) => literal(first, true),
        (Function::FALSE, Function::TRUE) => literal(first, false),
        // A value of the first variable is necessary or sufficient.
        (rest, Function::FALSE) => factor_of(Sign::And, first, true, rest),
        (Function::TRUE, rest) => factor_of(Sign::Or, first, true, rest),
        (Function::FALSE, rest) => factor_of(Sign::And, first, false, rest),
        (rest, Function::TRUE) => factor_of(Sign::Or, first, false, rest),
        _ => match factor(bdd, function, first) {
            Some(parts) => parts,
            None => halves(bdd, first, high, low),
        },
    }
}

/// Splits a function by its first variable.
fn halves(bdd: &mut Bdd, first: u32, high: Function, low: Function) -> Vec<Part> {
    let own = |holds: bool| literal(first, holds);
    let [on, off] = [true, false].map(|holds| {
        let half = if holds { high } else { low };
        let mut parts = vec![Part::Sign(Sign::And)];
        parts.extend(own(holds));
        parts.push(Part::Of(half));
        parts
    });
    let (one, other) = if bdd.implies(low, high) {
        (vec![Part::Of(low)], on)
    } else if bdd.implies(high, low) {
        (vec![Part::Of(high)], off)
    } else {
        (on, off)
    };
    let mut parts = vec![Part::Sign(Sign::Or)];
    parts.extend(one);
    parts.extend(other);
    parts
}

/// Finds the first variable after `first` with a value that is necessary or sufficient.
fn factor(bdd: &mut Bdd, function: Function, first: u32) -> Option<Vec<Part>> {
    let (variables, _) = bdd.support(function, usize::MAX)?;
    for variable in variables.into_iter().filter(|&variable| variable != first) {
        for holds in [true, false] {
            let value = bdd.variable(variable);
            let value = if holds { value } else { value.not() };
            let (operator, rest) = if bdd.implies(function, value) {
                (Sign::And, bdd.constrain(function, value))
            } else if bdd.implies(value, function) {
                (Sign::Or, bdd.constrain(function, value.not()))
            } else {
                continue;
            };
            return Some(factor_of(operator, variable, holds, rest));
        }
    }
    None
}

fn factor_of(operator: Sign, variable: u32, holds: bool, rest: Function) -> Vec<Part> {
    let mut parts = vec![Part::Sign(operator)];
    parts.extend(literal(variable, holds));
    parts.push(Part::Of(rest));
    parts
}

fn literal(variable: u32, holds: bool) -> Vec<Part> {
    let variable = Part::Sign(Sign::Variable(variable));
    if holds {
        vec![variable]
    } else {
        vec![Part::Sign(Sign::Not), variable]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::samples::Numbers;
    use alloc::format;
    use alloc::string::String;

    fn show(signs: &[Sign]) -> String {
        let spell = |sign: &Sign| match sign {
            Sign::Variable(variable) => format!("{variable}"),
            Sign::Not => String::from("not"),
            Sign::And => String::from("and"),
            Sign::Or => String::from("or"),
        };
        signs.iter().map(spell).collect::<Vec<_>>().join(" ")
    }

    /// Reads a formula from the back.
    fn read(bdd: &mut Bdd, signs: &[Sign]) -> Function {
        let mut stack: Vec<Function> = Vec::new();
        for sign in signs.iter().rev() {
            let mut pop = || stack.pop().expect("every operator has its operands");
            let value = match sign {
                Sign::Variable(variable) => bdd.variable(*variable),
                Sign::Not => pop().not(),
                Sign::And => {
                    let one = pop();
                    bdd.and(one, pop())
                }
                Sign::Or => {
                    let one = pop();
                    bdd.or(one, pop())
                }
            };
            stack.push(value);
        }
        assert_eq!(stack.len(), 1, "{signs:?}");
        stack[0]
    }

    /// Reads `text`, a formula in prefix notation, and checks that it is written as `expected`.
    #[track_caller]
    fn check(text: &str, expected: &str) {
        let sign = |word: &str| match word {
            "not" => Sign::Not,
            "and" => Sign::And,
            "or" => Sign::Or,
            variable => Sign::Variable(variable.parse().expect("a number names a variable")),
        };
        let signs: Vec<Sign> = text.split(' ').map(sign).collect();
        let mut bdd = Bdd::new();
        let function = read(&mut bdd, &signs);
        let written = formula(&mut bdd, function, 100).expect("it is short");
        assert_eq!(show(&written), expected);
    }

    #[test]
    fn formulas_are_short() {
        check("0", "0");
        check("not 0", "not 0");
        check("and 1 0", "and 0 1");
        check("not and 0 1", "not and 0 1");
        check("or not 0 not 1", "not and 0 1");
        check("or and 0 1 and 0 2", "and 0 or 1 2");
        check("and or 0 1 or 0 2", "or 0 and 1 2");
        check("or and 0 1 and not 0 2", "or and 0 1 and not 0 2");
        check("or and 0 1 or and 0 2 and 1 2", "or and 1 2 and 0 or 1 2");
        check("or and 0 not 1 and not 0 1", "or and 0 not 1 and not 0 1");
    }

    #[test]
    fn a_formula_means_its_function() {
        let mut bdd = Bdd::new();
        for seed in 0..300 {
            bdd.clear();
            let mut numbers = Numbers::new(seed);
            let mut functions: Vec<Function> = (0..6).map(|at| bdd.variable(at)).collect();
            for _ in 0..20 {
                let [one, other] = [(); 2].map(|()| functions[numbers.below(functions.len())]);
                let [one, other] =
                    [one, other].map(|f| if numbers.below(2) == 0 { f } else { f.not() });
                functions.push(bdd.and(one, other));
            }
            for function in functions.into_iter().filter(|f| !f.is_constant()) {
                let signs = formula(&mut bdd, function, 1_000).expect("it is short");
                assert_eq!(read(&mut bdd, &signs), function);
                assert_eq!(formula(&mut bdd, function, signs.len() - 1), None);
            }
        }
    }
}
