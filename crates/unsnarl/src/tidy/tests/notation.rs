//! Reads and shows programs as `Display` prints them, but on one line, and formulas without
//! parentheses.

use crate::ids::{BlockId, Edge, FlagId, Id, LabelId};
use crate::program::{Program, ProgramBuilder, Step, Term};
use alloc::string::String;
use alloc::vec::Vec;

/// Reads a program whose brackets match.
pub(super) fn program(text: &str) -> Program {
    let text = text.replace(':', " : ");
    let mut words = text.split_whitespace();
    let (mut builder, mut binds) = (ProgramBuilder::new(), None);
    while let Some(word) = words.next() {
        let mut until = |end: &str| -> Vec<&str> {
            let row = words.by_ref().take_while(|word| *word != end);
            row.collect()
        };
        match word {
            "}" => builder.close(),
            "block" => builder.open_block(bound(until("{"), &mut binds)),
            "loop" => builder.open_loop(bound(until("{"), &mut binds)),
            "switch" => match *until("{") {
                ["label"] => builder.open_dispatch(binds.take()),
                ref row => builder.open_switch(block(row[0]), binds.take()),
            },
            "if" => match *until("{") {
                [name] if name.starts_with('b') => builder.open_if(block(name), binds.take()),
                ref row => {
                    let condition = builder.condition(formula(row));
                    builder.open_test(condition, binds.take());
                }
            },
            "case" => builder.arm(until(":").into_iter().map(number)),
            "default" => builder.arm(until(":").into_iter().map(number)),
            _ => {
                let operand = words.next().expect("the word has an operand");
                let mut value = || words.next().expect("a value is set");
                builder.push(match word {
                    "run" => Step::Run(block(operand)),
                    "take" => Step::Take(edge(operand)),
                    "leave" => Step::Leave(block(operand)),
                    "break" => Step::Break(label(operand)),
                    "continue" => Step::Continue(label(operand)),
                    "label" => Step::Store(number(value())),
                    name if operand == ":" => {
                        binds = Some(label(name));
                        continue;
                    }
                    name => Step::Set(FlagId::new(number(name) as usize), value() == "true"),
                });
            }
        }
    }
    builder.finish()
}

/// Gives the label that stood before the bracket.
fn bound(between: Vec<&str>, binds: &mut Option<LabelId>) -> LabelId {
    assert!(between.is_empty(), "a scope and a loop have no operand");
    binds.take().expect("a scope and a loop bind a label")
}

/// Reads a formula of flags, `!`, `&&` and, weaker, `||`.
fn formula(words: &[&str]) -> Vec<Term> {
    for (sign, term) in [("||", Term::Or), ("&&", Term::And)] {
        if let Some(at) = words.iter().rposition(|word| *word == sign) {
            let [left, right] = [&words[..at], &words[at + 1..]].map(formula);
            return [&[term][..], &left, &right].concat();
        }
    }
    let flag = words[0].trim_start_matches('!');
    let signs = words[0].len() - flag.len();
    let mut terms = alloc::vec![Term::Not; signs];
    terms.push(Term::Flag(FlagId::new(number(flag) as usize)));
    terms
}

/// Shows a program on one line.
pub(super) fn show(program: &Program) -> String {
    let text = alloc::format!("{program}");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn number(word: &str) -> u32 {
    let digits = word.trim_start_matches(['b', 'l', 'f']);
    digits.parse().expect("a number")
}

fn block(word: &str) -> BlockId {
    BlockId::new(number(word) as usize)
}

fn label(word: &str) -> LabelId {
    LabelId::new(number(word) as usize)
}

fn edge(word: &str) -> Edge {
    let (block, slot) = word.split_once('.').expect("an edge has a slot");
    Edge::new(self::block(block), number(slot) as usize)
}
