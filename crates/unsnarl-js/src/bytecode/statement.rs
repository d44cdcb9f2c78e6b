//! Statements.
//!
//! *Needs:* the words of functions. *Gives:* the bytes of their bytecode. *Cost:* linear in the
//! words.

use std::collections::HashMap;

use super::expression::{expression, test};
use super::meter::{Meter, Operand};
use crate::context::ModuleNames;

/// A switch has a table from so many cases on.
const TABLE_CASES: i64 = 6;
/// … if its table has no more than so many places for each case.
const TABLE_SPREAD: i64 = 3;

/// A bracket that is open.
enum Open {
    /// What a jump leads past that is at this place.
    Arm(f64),
    Loop(f64),
    /// A loop that tests last.
    LastTested(f64),
    /// A switch; whether its cases are compared one by one.
    Switch(bool),
    /// An arm whose condition always holds.
    Always,
    Other,
}

/// Walks functions.
pub(super) fn bytes(words: &[&str], names: &ModuleNames) -> usize {
    let mut meter = Meter::new(names);
    let tables = tables(words);
    let mut open: Vec<Open> = Vec::new();
    let mut at = 0;
    let mut ends_by_return = false;
    while let Some(&word) = words.get(at) {
        let next = words.get(at + 1).copied().unwrap_or_default();
        at += 1;
        ends_by_return = word == "return" || ends_by_return && word == "}";
        match word {
            "function" => {
                while let Some(&name) = words.get(at).filter(|&&word| word != "{") {
                    meter.parameter(name);
                    at += 1;
                }
                at += 1;
                open.push(Open::Other);
            }
            "let" | "const" => at = declared(&mut meter, words, at),
            "if" => {
                let (begin, holds) = condition(&mut meter, words, at);
                at = begin;
                match holds {
                    None => open.push(Open::Arm(meter.bytes)),
                    Some(true) => open.push(Open::Always),
                    Some(false) => {
                        at = past_block(words, at);
                        if let Some(["else", "{"]) = words.get(at..at + 2) {
                            at += 2;
                            open.push(Open::Other);
                        }
                    }
                }
            }
            "while" => {
                let start = meter.bytes;
                at = condition(&mut meter, words, at).0;
                open.push(Open::Loop(start));
            }
            "for" => at = head(&mut meter, words, at, &mut open),
            "do" => {
                at += 1;
                open.push(Open::LastTested(meter.bytes));
            }
            "switch" => {
                let (end, operand) = expression(&mut meter, words, at + 1);
                meter.in_register(operand, 0);
                at = end + 2;
                let table = tables.get(&at);
                if let Some(&places) = table {
                    meter.table(places);
                }
                open.push(Open::Switch(table.is_none()));
            }
            "case" => {
                let (end, value) = expression(&mut meter, words, at);
                at = end + 1;
                if let Some(Open::Switch(true)) = open.last() {
                    meter.load(value);
                    meter.with_slot(1, false);
                    meter.jump();
                }
            }
            "default" => {
                at += 1;
                meter.jump();
            }
            "break" | "continue" => {
                meter.jump();
                at += usize::from(next != ";") + 1;
            }
            "return" | "throw" => {
                let (end, value) = match next {
                    ";" => (at, Operand::Truth),
                    _ => expression(&mut meter, words, at),
                };
                meter.load(value);
                meter.add(1);
                at = end + 1;
            }
            "try" => {
                meter.add(3);
                open.push(Open::Other);
                at += 1;
            }
            "catch" => {
                // The context of what is caught.
                meter.add(25);
                if let Some(&name) = words.get(at + 1) {
                    meter.parameter(name);
                }
                at += 4;
                open.push(Open::Other);
            }
            "{" => open.push(Open::Other),
            "}" => at = close(&mut meter, words, at, &mut open),
            ";" => {}
            _ if next == ":" => at += 1,
            _ => {
                let (end, value) = expression(&mut meter, words, at - 1);
                // A value that nothing wants is loaded where it is a name.
                if let Operand::Outer(_) = value {
                    meter.load(value);
                }
                at = end.max(at);
            }
        }
    }
    if !ends_by_return {
        // What is undefined is returned.
        meter.add(2);
    }
    meter.bytes.max(0.0) as usize
}

/// Reads `x, y = 1;`.
fn declared<'t>(meter: &mut Meter<'t>, words: &[&'t str], mut at: usize) -> usize {
    while let Some(&name) = words.get(at).filter(|&&word| word != ";") {
        let has_value = words.get(at + 1) == Some(&"=");
        meter.variable(name, has_value);
        at += 1;
        if has_value {
            let (end, value) = expression(meter, words, at + 1);
            let Operand::Local(register) = meter.named(name) else {
                return end;
            };
            meter.set(register, value);
            at = end;
        }
        at += usize::from(words.get(at) == Some(&","));
    }
    at + 1
}

/// Reads `(q) {`, and decides; says whether `q` holds if that is a number.
fn condition<'t>(meter: &mut Meter<'t>, words: &[&'t str], at: usize) -> (usize, Option<bool>) {
    let (end, value) = expression(meter, words, at + 1);
    let holds = match value {
        Operand::Integer(number) => Some(number != 0),
        Operand::Truth => Some(true),
        _ => {
            test(meter, value);
            None
        }
    };
    (
        end + 1 + usize::from(words.get(end + 1) == Some(&"{")),
        holds,
    )
}

/// Gives where the block ends that began before `at`.
fn past_block(words: &[&str], mut at: usize) -> usize {
    let mut depth = 1;
    while let Some(&word) = words.get(at).filter(|_| depth > 0) {
        match word {
            "{" => depth += 1,
            "}" => depth -= 1,
            _ => {}
        }
        at += 1;
    }
    at
}

/// Reads `(x = 1; q; x = y) {`.
fn head<'t>(meter: &mut Meter<'t>, words: &[&'t str], at: usize, open: &mut Vec<Open>) -> usize {
    let mut at = at + 1;
    if matches!(words.get(at), Some(&("let" | "const"))) {
        at = declared(meter, words, at + 1);
    } else {
        at = expression(meter, words, at).0 + 1;
    }
    let start = meter.bytes;
    if words.get(at) == Some(&";") {
        at += 1;
    } else {
        let (end, value) = expression(meter, words, at);
        test(meter, value);
        at = end + 1;
    }
    if words.get(at) != Some(&")") {
        at = expression(meter, words, at).0;
    }
    open.push(Open::Loop(start));
    at + 1 + usize::from(words.get(at + 1) == Some(&"{"))
}

/// Closes what was opened last, and reads what follows of it.
fn close<'t>(
    meter: &mut Meter<'t>,
    words: &[&'t str],
    mut at: usize,
    open: &mut Vec<Open>,
) -> usize {
    match open.pop() {
        Some(Open::Arm(start)) => {
            if words.get(at) == Some(&"else") {
                meter.jump();
                at += 1;
                if words.get(at) == Some(&"{") {
                    at += 1;
                    open.push(Open::Arm(meter.bytes));
                }
            }
            meter.arrive(start);
        }
        Some(Open::Loop(start)) => {
            meter.repeat(start);
            meter.arrive(start);
        }
        Some(Open::LastTested(start)) => {
            // `while (q);`
            at = condition(meter, words, at + 1).0;
            meter.repeat(start);
        }
        Some(Open::Always) => {
            if let Some(["else", "{"]) = words.get(at..at + 2) {
                at = past_block(words, at + 2);
            }
        }
        Some(Open::Switch(_) | Open::Other) | None => {}
    }
    at
}

/// Gives for each switch that has a table how many places that has, by where its cases begin.
fn tables(words: &[&str]) -> HashMap<usize, usize> {
    let mut found = HashMap::new();
    let mut open: Vec<(usize, Cases)> = Vec::new();
    for (at, &word) in words.iter().enumerate() {
        match word {
            "{" => open.push((at + 1, Cases::default())),
            "}" => {
                let closed = open.pop();
                let places = closed.and_then(|(at, cases)| Some((at, cases.places()?)));
                found.extend(places);
            }
            "case" => {
                if let Some((_, cases)) = open.last_mut() {
                    cases.add(&words[at + 1..]);
                }
            }
            _ => {}
        }
    }
    found
}

/// The cases of a switch.
#[derive(Default)]
struct Cases {
    count: i64,
    /// The least and the greatest one.
    bounds: Option<(i64, i64)>,
    /// Whether one is no integer.
    is_mixed: bool,
}

impl Cases {
    fn add(&mut self, words: &[&str]) {
        let (sign, number) = match words {
            ["-", number, ..] => (-1, number),
            [number, ..] => (1, number),
            [] => return,
        };
        let Ok(number) = number.parse::<i64>() else {
            self.is_mixed = true;
            return;
        };
        let number = sign * number;
        let (least, most) = self.bounds.unwrap_or((number, number));
        self.bounds = Some((least.min(number), most.max(number)));
        self.count += 1;
    }

    /// How many places a table of them has, if there is one.
    fn places(&self) -> Option<usize> {
        let (least, most) = self.bounds.filter(|_| !self.is_mixed)?;
        let spread = most.checked_sub(least)?;
        let is_dense = spread <= TABLE_SPREAD * self.count;
        (self.count >= TABLE_CASES && is_dense).then_some(spread as usize + 1)
    }
}
