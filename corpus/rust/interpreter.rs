//! A small language: read, compiled to instructions of a stack machine, and run; by traits, boxes
//! and enumerations.

use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, Read, Write};

#[derive(Clone, Debug, PartialEq)]
enum Token {
    Number(f64),
    Name(String),
    Sign(char),
    End,
}

#[derive(Debug)]
enum Error {
    Unexpected(Token, usize),
    Unknown(String),
    Empty(&'static str),
    Limit,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Unexpected(token, at) => write!(f, "unexpected {token:?} at {at}"),
            Error::Unknown(name) => write!(f, "unknown name {name}"),
            Error::Empty(what) => write!(f, "the {what} is empty"),
            Error::Limit => f.write_str("too many steps"),
        }
    }
}

impl std::error::Error for Error {}

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

fn tokens(text: &str) -> Vec<(Token, usize)> {
    let mut found = Vec::new();
    let mut rest = text.char_indices().peekable();
    while let Some((at, c)) = rest.next() {
        let token = match c {
            c if c.is_whitespace() => continue,
            '0'..='9' => {
                let mut word = c.to_string();
                while let Some((_, more)) = rest.next_if(|(_, c)| c.is_ascii_digit() || *c == '.') {
                    word.push(more);
                }
                Token::Number(word.parse().unwrap_or(f64::NAN))
            }
            c if c.is_alphabetic() => {
                let mut word = c.to_string();
                while let Some((_, more)) = rest.next_if(|(_, c)| c.is_alphanumeric()) {
                    word.push(more);
                }
                Token::Name(word)
            }
            other => Token::Sign(other),
        };
        found.push((token, at));
    }
    found.push((Token::End, text.len()));
    found
}

#[derive(Clone, Debug, PartialEq)]
enum Op {
    Push(f64),
    Load(usize),
    Store(usize),
    Binary(char),
    Jump(usize),
    JumpIfZero(usize),
    Print,
}

#[derive(Default)]
struct Compiler {
    tokens: Vec<(Token, usize)>,
    at: usize,
    slots: BTreeMap<String, usize>,
    code: Vec<Op>,
}

impl Compiler {
    fn peek(&self) -> &Token {
        &self.tokens[self.at.min(self.tokens.len() - 1)].0
    }

    fn next(&mut self) -> (Token, usize) {
        let token = self.tokens[self.at.min(self.tokens.len() - 1)].clone();
        self.at += 1;
        token
    }

    fn expect(&mut self, sign: char) -> Result<()> {
        match self.next() {
            (Token::Sign(found), _) if found == sign => Ok(()),
            (token, at) => Err(Error::Unexpected(token, at).into()),
        }
    }

    fn statements(&mut self) -> Result<()> {
        while !matches!(self.peek(), Token::End | Token::Sign('}')) {
            self.statement()?;
        }
        Ok(())
    }

    fn statement(&mut self) -> Result<()> {
        let (token, at) = self.next();
        let name = match token {
            Token::Name(name) => name,
            token => return Err(Error::Unexpected(token, at).into()),
        };
        match name.as_str() {
            "while" | "if" => {
                let start = self.code.len();
                self.expression(0)?;
                let exit = self.code.len();
                self.code.push(Op::JumpIfZero(0));
                self.expect('{')?;
                self.statements()?;
                self.expect('}')?;
                if name == "while" {
                    self.code.push(Op::Jump(start));
                }
                self.code[exit] = Op::JumpIfZero(self.code.len());
            }
            "print" => {
                self.expression(0)?;
                self.expect(';')?;
                self.code.push(Op::Print);
            }
            _ => {
                self.expect('=')?;
                self.expression(0)?;
                self.expect(';')?;
                let next = self.slots.len();
                let slot = *self.slots.entry(name).or_insert(next);
                self.code.push(Op::Store(slot));
            }
        }
        Ok(())
    }

    fn expression(&mut self, least: u8) -> Result<()> {
        match self.next() {
            (Token::Number(number), _) => self.code.push(Op::Push(number)),
            (Token::Name(name), _) => match self.slots.get(&name) {
                Some(&slot) => self.code.push(Op::Load(slot)),
                None => return Err(Error::Unknown(name).into()),
            },
            (Token::Sign('('), _) => {
                self.expression(0)?;
                self.expect(')')?;
            }
            (token, at) => return Err(Error::Unexpected(token, at).into()),
        }
        loop {
            let (sign, power) = match self.peek() {
                Token::Sign(sign @ ('<' | '>')) => (*sign, 1),
                Token::Sign(sign @ ('+' | '-')) => (*sign, 2),
                Token::Sign(sign @ ('*' | '/' | '%')) => (*sign, 3),
                _ => return Ok(()),
            };
            if power <= least {
                return Ok(());
            }
            self.at += 1;
            self.expression(power)?;
            self.code.push(Op::Binary(sign));
        }
    }
}

/// Where a program prints.
trait Out {
    fn show(&mut self, value: f64);
    fn total(&self) -> f64;
}

struct Text<'a, W: Write>(&'a mut W, f64);

impl<W: Write> Out for Text<'_, W> {
    fn show(&mut self, value: f64) {
        self.1 += value;
        let _ = writeln!(self.0, "{value}");
    }

    fn total(&self) -> f64 {
        self.1
    }
}

fn run(code: &[Op], slots: usize, out: &mut dyn Out, limit: usize) -> Result<usize> {
    let mut stack: Vec<f64> = Vec::new();
    let mut variables = vec![0.0; slots];
    let (mut at, mut steps) = (0, 0);
    while let Some(op) = code.get(at) {
        at += 1;
        steps += 1;
        if steps > limit {
            return Err(Box::new(Error::Limit));
        }
        let pop = |stack: &mut Vec<f64>| stack.pop().ok_or(Error::Empty("stack"));
        match *op {
            Op::Push(number) => stack.push(number),
            Op::Load(slot) => stack.push(variables[slot]),
            Op::Store(slot) => variables[slot] = pop(&mut stack)?,
            Op::Jump(to) => at = to,
            Op::JumpIfZero(to) => {
                if pop(&mut stack)? == 0.0 {
                    at = to;
                }
            }
            Op::Print => out.show(pop(&mut stack)?),
            Op::Binary(sign) => {
                let (right, left) = (pop(&mut stack)?, pop(&mut stack)?);
                stack.push(match sign {
                    '+' => left + right,
                    '-' => left - right,
                    '*' => left * right,
                    '/' => left / right,
                    '%' => left.rem_euclid(right),
                    '<' => f64::from(u8::from(left < right)),
                    _ => f64::from(u8::from(left > right)),
                });
            }
        }
    }
    Ok(steps)
}

const PROGRAMS: [&str; 6] = [
    "n = 2; while n < 60 { p = 1; d = 2; while d * d < n + 1 { if 1 > n % d { p = 0; } d = d + 1; } \
     if p { print n; } n = n + 1; }",
    "a = 0; b = 1; while b < 1000000 { print b; c = a + b; a = b; b = c; }",
    "x = 1; k = 0; while k < 20 { x = (x + 2 / x) / 2; k = k + 1; } print x; print 1 / 3 - 7 % 4 * (2 - 5);",
    "x = 1; while x { x = x + 1; }",
    "x = y;",
    "print (1 + ;",
];

fn main() {
    let mut input = String::new();
    let _ = io::stdin().read_to_string(&mut input);
    let stdout = io::stdout();
    let mut stdout = stdout.lock();
    for text in PROGRAMS.iter().copied().chain(input.lines()) {
        let mut compiler = Compiler {
            tokens: tokens(text),
            ..Compiler::default()
        };
        let done = compiler.statements().and_then(|()| {
            let mut out = Text(&mut stdout, 0.0);
            let steps = run(&compiler.code, compiler.slots.len(), &mut out, 100_000)?;
            Ok((steps, out.total()))
        });
        let _ = match done {
            Ok((steps, total)) => writeln!(
                stdout,
                "{steps} steps, {} ops, {total:.6}",
                compiler.code.len()
            ),
            Err(error) => writeln!(stdout, "error: {error}"),
        };
    }
}
