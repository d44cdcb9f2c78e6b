//! Conditions as operations.
//!
//! *Needs:* a condition: variables, numbers, decisions, `!`, `==`, `!=`, `&&`, `||`, parentheses.
//! *Gives:* [`compile`]: operations that leave its value on the stack. *Cost:* O(text).
//!
//! Operators wait on a stack until what comes next binds no tighter. Before the right side of `&&`
//! and `||` there is a jump past it, which is taken if the left side decides.

use super::machine::Operation;

/// An operator that waits for its right side.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Waiting {
    Parenthesis,
    /// With the place of the jump past the right side.
    Or(usize),
    And(usize),
    Equal(bool),
    Not,
}

impl Waiting {
    fn binds(self) -> usize {
        match self {
            Waiting::Parenthesis => 0,
            Waiting::Or(_) => 1,
            Waiting::And(_) => 2,
            Waiting::Equal(_) => 3,
            Waiting::Not => 4,
        }
    }
}

/// Adds the operations of a condition; `names` are the variables so far.
pub(super) fn compile(
    text: &str,
    names: &mut Vec<String>,
    code: &mut Vec<Operation>,
) -> Result<(), String> {
    let wrong = || format!("{text} is no condition");
    let mut waiting: Vec<Waiting> = Vec::new();
    let mut wants_operand = true;
    let words = words(text)?;
    let mut words = words.iter().map(String::as_str);
    while let Some(word) = words.next() {
        match word {
            "!" if wants_operand => waiting.push(Waiting::Not),
            "(" if wants_operand => waiting.push(Waiting::Parenthesis),
            ")" if !wants_operand => {
                finish(&mut waiting, code, 1);
                waiting.pop().ok_or_else(wrong)?;
            }
            "&&" | "||" if !wants_operand => {
                let is_and = word == "&&";
                finish(&mut waiting, code, if is_and { 2 } else { 1 });
                let jump = code.len();
                code.push(Operation::JumpUnless(usize::MAX));
                waiting.push(if is_and {
                    Waiting::And(jump)
                } else {
                    Waiting::Or(jump)
                });
                wants_operand = true;
            }
            "==" | "!=" if !wants_operand => {
                finish(&mut waiting, code, 3);
                waiting.push(Waiting::Equal(word == "=="));
                wants_operand = true;
            }
            "decide" if wants_operand => {
                let rest = [words.next(), words.next(), words.next()];
                let [Some("("), Some(index), Some(")")] = rest else {
                    return Err(wrong());
                };
                code.push(Operation::Decide(index.parse().map_err(|_| wrong())?));
                wants_operand = false;
            }
            _ if wants_operand && word.chars().all(is_letter) => {
                code.push(operand(word, names));
                wants_operand = false;
            }
            _ => return Err(wrong()),
        }
    }
    finish(&mut waiting, code, 1);
    match wants_operand || !waiting.is_empty() {
        true => Err(wrong()),
        false => Ok(()),
    }
}

fn operand(word: &str, names: &mut Vec<String>) -> Operation {
    match word {
        "true" | "false" => Operation::Push(i64::from(word == "true")),
        _ => match word.parse() {
            Ok(number) => Operation::Push(number),
            Err(_) => Operation::Load(variable(word, names)),
        },
    }
}

/// Gives the number of a variable.
pub(super) fn variable(name: &str, names: &mut Vec<String>) -> usize {
    names.iter().position(|it| it == name).unwrap_or_else(|| {
        names.push(name.to_owned());
        names.len() - 1
    })
}

/// Writes the operators that bind at least so tightly, up to a parenthesis.
fn finish(waiting: &mut Vec<Waiting>, code: &mut Vec<Operation>, binds: usize) {
    while let Some(operator) = waiting.pop_if(|operator| operator.binds() >= binds) {
        match operator {
            Waiting::Parenthesis => {}
            Waiting::Not => code.push(Operation::Not),
            Waiting::Equal(is_equal) => {
                code.push(Operation::Equal);
                code.extend((!is_equal).then_some(Operation::Not));
            }
            Waiting::And(jump) => code[jump] = Operation::PassIf(false, code.len()),
            Waiting::Or(jump) => code[jump] = Operation::PassIf(true, code.len()),
        }
    }
}

/// Tells whether a character is one of a word.
fn is_letter(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

fn words(text: &str) -> Result<Vec<String>, String> {
    let mut words: Vec<String> = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = match first {
            _ if ["&&", "||", "==", "!="]
                .iter()
                .any(|sign| rest.starts_with(sign)) =>
            {
                2
            }
            '(' | ')' | '!' => 1,
            _ if is_letter(first) => rest.find(|c: char| !is_letter(c)).unwrap_or(rest.len()),
            _ => return Err(format!("{first} is no part of a condition")),
        };
        words.push(rest[..length].to_owned());
        rest = rest[length..].trim_start();
    }
    Ok(words)
}
