//! Expressions.
//!
//! *Needs:* the words of a text, from where an expression begins. *Gives:* its instructions, to a
//! [`Meter`], and where it ends. *Cost:* linear in the words.
//! *Source:* operators wait on a stack for what binds stronger: the shunting yard of Dijkstra.

use super::meter::{Meter, Operand};

/// What waits for an operand.
enum Waiting<'t> {
    Binary(&'t str, Operand<'t>),
    Unary(&'t str),
    /// `&&` or `||`, whose left side is decided.
    Decided,
    /// `? `: what comes up to the colon.
    Chosen,
    /// `: `: the other choice.
    Otherwise,
    Set(Operand<'t>),
    /// `+=` and the like.
    Changed(&'t str, Operand<'t>),
    /// Brackets around an expression.
    Group,
    Call(Operand<'t>, Vec<Operand<'t>>),
    /// An element of an object that is in a register; whether that is a far one.
    Element(bool),
    /// A list that is made.
    List,
}

impl Waiting<'_> {
    /// How strongly it binds what comes after it.
    fn strength(&self) -> u32 {
        match self {
            Waiting::Unary(_) => 20,
            Waiting::Binary(op, _) => strength(op).unwrap_or(0),
            Waiting::Decided => 4,
            Waiting::Otherwise => 3,
            Waiting::Set(_) | Waiting::Changed(..) => 2,
            Waiting::Chosen
            | Waiting::Group
            | Waiting::Call(..)
            | Waiting::Element(_)
            | Waiting::List => 0,
        }
    }
}

/// How strongly a binary operator binds.
fn strength(op: &str) -> Option<u32> {
    Some(match op {
        "*" | "/" | "%" => 14,
        "+" | "-" => 13,
        "<<" | ">>" | ">>>" => 12,
        "<" | ">" | "<=" | ">=" | "in" | "instanceof" => 11,
        "===" | "!==" => 10,
        "&" => 9,
        "^" => 8,
        "|" => 7,
        "&&" => 5,
        "||" => 4,
        _ => return None,
    })
}

/// Reads the expression that begins at `at`, and gives where it ends and what it leaves behind.
pub(super) fn expression<'t>(
    meter: &mut Meter<'t>,
    words: &[&'t str],
    mut at: usize,
) -> (usize, Operand<'t>) {
    let mut stack = Stack {
        meter,
        waiting: Vec::new(),
        operands: Vec::new(),
    };
    let mut wants_operand = true;
    while let Some(&word) = words.get(at) {
        let goes_on = match wants_operand {
            true => stack.begin(word, words.get(at + 1).copied().unwrap_or_default()),
            false => stack.go_on(word, words, at),
        };
        let Some(next) = goes_on else {
            break;
        };
        wants_operand = next == Next::Operand;
        at += 1;
    }
    stack.reduce(1);
    (at, stack.operands.pop().unwrap_or(Operand::Computed))
}

/// What comes after a word.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    Operand,
    Operator,
}

struct Stack<'m, 't> {
    meter: &'m mut Meter<'t>,
    waiting: Vec<Waiting<'t>>,
    operands: Vec<Operand<'t>>,
}

impl<'t> Stack<'_, 't> {
    /// Takes a word where an operand begins; nothing if none does.
    fn begin(&mut self, word: &'t str, next: &'t str) -> Option<Next> {
        let operand = match word {
            "(" => {
                self.waiting.push(Waiting::Group);
                return Some(Next::Operand);
            }
            "[" => {
                self.waiting.push(Waiting::List);
                return Some(Next::Operand);
            }
            // A call without arguments, or an empty list.
            ")" | "]" => return self.close(None, next),
            "-" | "~" | "!" | "+" | "new" | "typeof" | "void" => {
                self.waiting.push(Waiting::Unary(word));
                return Some(Next::Operand);
            }
            "true" | "false" | "null" => Operand::Truth,
            _ if word.starts_with(|c: char| c.is_ascii_digit()) => number(word),
            _ if word.starts_with(['"', '\'', '/', '`']) => Operand::Constant,
            _ if word.starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '_' | '$')) => {
                self.meter.named(word)
            }
            _ => return None,
        };
        self.operands.push(operand);
        Some(Next::Operator)
    }

    /// Takes a word behind an operand; nothing if the expression ends there.
    fn go_on(&mut self, word: &'t str, words: &[&'t str], at: usize) -> Option<Next> {
        let next = words.get(at + 1).copied().unwrap_or_default();
        match word {
            "." => return Some(Next::Operator),
            "(" => {
                self.reduce(30);
                let callee = self.pop();
                if callee != Operand::Method {
                    let others = self.waiting.len();
                    self.meter.load(callee);
                    self.meter.keep(others);
                }
                self.waiting.push(Waiting::Call(callee, Vec::new()));
            }
            "[" => {
                let object = self.pop();
                let is_far = self.meter.in_register(object, self.waiting.len());
                self.waiting.push(Waiting::Element(is_far));
            }
            ")" | "]" => {
                self.reduce(1);
                let last = self.pop();
                let closed = self.close(Some(last), next);
                if closed.is_none() {
                    self.operands.push(last);
                }
                return closed;
            }
            "," => {
                self.reduce(1);
                let last = self.pop();
                let others = self.waiting.len();
                match self.waiting.last_mut()? {
                    Waiting::Call(_, arguments) => {
                        arguments.push(last);
                        let others = others + arguments.len();
                        self.meter.in_register(last, others);
                    }
                    Waiting::List => {
                        self.meter.load(last);
                        self.meter.with_slot(2, false);
                    }
                    _ => {}
                }
            }
            "?" => {
                self.reduce(4);
                self.test();
                self.waiting.push(Waiting::Chosen);
            }
            ":" => {
                self.reduce(1);
                let Some(Waiting::Chosen) = self.waiting.last() else {
                    return None;
                };
                self.waiting.pop();
                let chosen = self.pop();
                self.meter.load(chosen);
                self.meter.jump();
                self.waiting.push(Waiting::Otherwise);
            }
            "&&" | "||" => {
                self.reduce(if word == "&&" { 5 } else { 4 });
                self.test();
                self.waiting.push(Waiting::Decided);
            }
            "=" => {
                let target = self.pop();
                self.waiting.push(Waiting::Set(target));
            }
            "++" | "--" => {
                let variable = self.pop();
                self.meter.load(variable);
                self.meter.with_slot(0, false);
                self.store(variable, Operand::Computed);
                self.operands.push(Operand::Computed);
                return Some(Next::Operator);
            }
            _ if is_compound(word) => {
                let variable = self.pop();
                let op = &word[..word.len() - 1];
                self.waiting.push(Waiting::Changed(op, variable));
            }
            _ => match strength(word) {
                Some(own) => {
                    self.reduce(own);
                    let left = self.pop();
                    self.waiting.push(Waiting::Binary(word, left));
                }
                None => return self.property(word, words, at),
            },
        }
        Some(Next::Operand)
    }

    /// Takes a word behind a point.
    fn property(&mut self, word: &'t str, words: &[&'t str], at: usize) -> Option<Next> {
        if at == 0 || words[at - 1] != "." {
            return None;
        }
        let object = self.pop();
        let name = match object {
            Operand::Outer(name) => name,
            _ => "",
        };
        let others = self.waiting.len();
        let is_far = self.meter.in_register(object, others);
        let next = words.get(at + 1).copied().unwrap_or_default();
        if next == "=" {
            self.operands.push(Operand::Place(is_far));
            return Some(Next::Operator);
        }
        self.meter.property(name, word, is_far);
        self.operands.push(match next {
            "(" => {
                self.meter.keep(others + 1);
                Operand::Method
            }
            _ => Operand::Computed,
        });
        Some(Next::Operator)
    }

    /// Takes a bracket that closes, behind an operand unless it is empty; nothing if it is none of
    /// this expression.
    fn close(&mut self, last: Option<Operand<'t>>, next: &str) -> Option<Next> {
        let others = self.waiting.len();
        let made = match (self.waiting.pop()?, last) {
            (Waiting::Call(callee, mut arguments), last) => {
                if let Some(last) = last {
                    arguments.push(last);
                    self.meter.in_register(last, others + arguments.len());
                }
                self.meter
                    .call(callee, &arguments, others + arguments.len());
                Operand::Computed
            }
            (Waiting::Element(is_far), Some(key)) if next == "=" => {
                let is_far = is_far | self.meter.in_register(key, others);
                Operand::Place(is_far)
            }
            (Waiting::Element(is_far), Some(key)) => {
                self.meter.load(key);
                self.meter.with_slots(1, is_far);
                Operand::Computed
            }
            (Waiting::List, last) => {
                if let Some(last) = last {
                    self.meter.load(last);
                    self.meter.with_slot(2, false);
                }
                self.meter.add(5);
                Operand::Computed
            }
            (_, last) => last.unwrap_or(Operand::Computed),
        };
        self.operands.push(made);
        Some(Next::Operator)
    }

    /// Does what waits for an operand and binds at least so strongly.
    fn reduce(&mut self, strength: u32) {
        while let Some(waiting) = self.waiting.pop_if(|last| last.strength() >= strength) {
            let operand = self.pop();
            let others = self.waiting.len();
            let made = match waiting {
                Waiting::Binary(op, left) => match folded(op, left, operand) {
                    Some(number) => Operand::Integer(number),
                    None => {
                        self.meter.binary(op, left, operand, others);
                        Operand::Computed
                    }
                },
                Waiting::Unary("-") => match operand {
                    Operand::Integer(number) => Operand::Integer(-number),
                    Operand::Constant => Operand::Constant,
                    _ => self.unary(operand),
                },
                Waiting::Unary("!") if operand == Operand::Negated => Operand::Computed,
                Waiting::Unary("!") => {
                    self.meter.load(operand);
                    Operand::Negated
                }
                Waiting::Unary("new") => operand,
                Waiting::Unary(_) => self.unary(operand),
                Waiting::Set(target) => {
                    self.store(target, operand);
                    Operand::Computed
                }
                Waiting::Changed(op, variable) => {
                    self.meter.binary(op, variable, operand, others);
                    self.store(variable, Operand::Computed);
                    Operand::Computed
                }
                // A test of both jumps by the second one.
                Waiting::Decided if operand == Operand::Negated => operand,
                _ => {
                    self.meter.load(operand);
                    Operand::Computed
                }
            };
            self.operands.push(made);
        }
    }

    fn unary(&mut self, operand: Operand<'t>) -> Operand<'t> {
        self.meter.load(operand);
        self.meter.with_slot(0, false);
        Operand::Computed
    }

    fn store(&mut self, target: Operand<'t>, operand: Operand<'t>) {
        match target {
            Operand::Local(register) => self.meter.set(register, operand),
            Operand::Place(is_far) => {
                self.meter.load(operand);
                self.meter.with_slots(2, is_far);
            }
            _ => {
                self.meter.load(operand);
                self.meter.add(2);
            }
        }
    }

    /// Decides by the last operand.
    fn test(&mut self) {
        let operand = self.pop();
        test(self.meter, operand);
    }

    fn pop(&mut self) -> Operand<'t> {
        self.operands.pop().unwrap_or(Operand::Computed)
    }
}

/// A jump by what an expression leaves behind.
pub(super) fn test<'t>(meter: &mut Meter<'t>, operand: Operand<'t>) {
    if operand != Operand::Negated {
        meter.load(operand);
    }
    meter.jump();
}

/// What an operation on two integers gives, which V8 computes as it reads them.
fn folded(op: &str, left: Operand<'_>, right: Operand<'_>) -> Option<i64> {
    let (Operand::Integer(left), Operand::Integer(right)) = (left, right) else {
        return None;
    };
    let [signed, other] = [left as i32, right as i32];
    let amount = right as u32 & 31;
    let result = match op {
        "+" => left + right,
        "-" => left - right,
        "*" => left * right,
        "&" => (signed & other).into(),
        "|" => (signed | other).into(),
        "^" => (signed ^ other).into(),
        "<<" => (signed << amount).into(),
        ">>" => (signed >> amount).into(),
        ">>>" => (signed as u32 >> amount).into(),
        _ => return None,
    };
    i32::try_from(result).ok().map(i64::from)
}

fn is_compound(word: &str) -> bool {
    word.len() > 1 && word.ends_with('=') && !matches!(word, "===" | "!==" | "<=" | ">=")
}

fn number<'t>(word: &str) -> Operand<'t> {
    let hexadecimal = word.strip_prefix("0x");
    let integer = match hexadecimal {
        Some(digits) => i64::from_str_radix(digits, 16).ok(),
        None => word.parse().ok(),
    };
    let small = integer.filter(|number| (-(1 << 31)..1 << 31).contains(number));
    small.map_or(Operand::Constant, Operand::Integer)
}
