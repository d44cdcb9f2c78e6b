//! Graphs written as `0: 1 2, 1: 0, 2: return` (a colon, then targets or an exit; three targets or
//! more are a switch, and so is `switch` before fewer), and programs as `Display` prints them, on
//! one line.

use crate::cfg::{Cfg, CfgBuilder, Exit};
use crate::ids::{BlockId, Edge, FlagId, Id, LabelId, NodeId};
use crate::program::{Program, ProgramBuilder, Step, Term};
use alloc::string::ToString;
use alloc::vec::Vec;

pub(crate) fn graph(text: &str) -> Cfg {
    let mut builder = CfgBuilder::new();
    for row in text.split(',') {
        let (_, arms) = row.split_once(':').expect("a row has a colon");
        let words: Vec<&str> = arms.split_whitespace().collect();
        let arms: Vec<BlockId> = words
            .iter()
            .filter_map(|word| word.parse().ok().map(BlockId::new))
            .collect();
        let exit = match (words[0], arms.len()) {
            ("return", _) => Exit::Return,
            ("unreachable", _) => Exit::Unreachable,
            ("switch", _) => Exit::Switch,
            (_, 1) => Exit::Jump,
            (_, 2) => Exit::Branch,
            _ => Exit::Switch,
        };
        builder.block(exit, arms);
    }
    builder
        .build(BlockId::new(0))
        .expect("the graph keeps the rules")
}

/// Reads a program; brackets need not match.
pub(crate) fn program(text: &str) -> Program {
    let text = [":", "!", "(", ")"]
        .iter()
        .fold(text.to_string(), |text, sign| {
            text.replace(sign, &alloc::format!(" {sign} "))
        });
    let mut words = text.split_whitespace();
    let (mut steps, mut binds) = (Vec::new(), None);
    let mut tables = ProgramBuilder::new();
    while let Some(word) = words.next() {
        let mut operand = || words.next().expect("the word has an operand");
        steps.push(match word {
            "{" => continue,
            "run" => Step::Run(block(operand())),
            "take" => Step::Take(edge(operand())),
            "leave" => Step::Leave(block(operand())),
            "break" => Step::Break(label(operand())),
            "continue" => Step::Continue(label(operand())),
            "block" => Step::Block(binds.take().expect("a block binds a label")),
            "loop" => Step::Loop(binds.take().expect("a loop binds a label")),
            "if" => {
                let words: Vec<&str> = words.by_ref().take_while(|word| *word != "{").collect();
                match words[..] {
                    [name] if name.starts_with('b') => Step::If(block(name), binds.take()),
                    _ => Step::Test(tables.condition(formula(&words)), binds.take()),
                }
            }
            "switch" => match operand() {
                "label" => Step::Dispatch(binds.take()),
                name => Step::Switch(block(name), binds.take()),
            },
            "label" => Step::Store(words.nth(1).map_or(0, number)),
            "case" => {
                let cases: Vec<&str> = words.by_ref().take_while(|word| *word != ":").collect();
                arm(&mut tables, cases.into_iter().map(number))
            }
            "default" => {
                words.next();
                arm(&mut tables, [].into_iter())
            }
            "}" => Step::End,
            name if name.starts_with('f') => Step::Set(flag(name), words.nth(1) == Some("true")),
            name => {
                binds = Some(label(name));
                words.next();
                continue;
            }
        });
    }
    let tables = tables.finish();
    Program::from_steps(
        steps,
        tables.all_cases().to_vec(),
        tables.all_terms().to_vec(),
    )
}

/// Enters an arm into the table of a program that has no other steps.
fn arm(tables: &mut ProgramBuilder, cases: impl Iterator<Item = u32>) -> Step {
    tables.open_dispatch(None);
    tables.arm(cases);
    tables.close();
    let program = tables.clone().finish();
    program.step(NodeId::new(program.len() - 2))
}

/// Puts the operators of a formula before their operands: splits it at the last `||` outside of
/// parentheses, else at the last `&&`.
fn formula(words: &[&str]) -> Vec<Term> {
    let split = |sign: &str| {
        let mut depth = 0;
        words.iter().rposition(|word| {
            depth += i32::from(*word == ")") - i32::from(*word == "(");
            depth == 0 && *word == sign
        })
    };
    let operator = |term, operands: &[&[&str]]| {
        let operands = operands.iter().flat_map(|words| formula(words));
        [term].into_iter().chain(operands).collect()
    };
    if let Some(at) = split("||") {
        return operator(Term::Or, &[&words[..at], &words[at + 1..]]);
    }
    if let Some(at) = split("&&") {
        return operator(Term::And, &[&words[..at], &words[at + 1..]]);
    }
    match words {
        ["!", rest @ ..] => operator(Term::Not, &[rest]),
        ["(", rest @ .., ")"] => formula(rest),
        [name] => [Term::Flag(flag(name))].to_vec(),
        _ => panic!("{words:?} is no formula"),
    }
}

fn flag(word: &str) -> FlagId {
    FlagId::new(number(word) as usize)
}

fn number(word: &str) -> u32 {
    word.trim_start_matches(['b', 'l', 'f'])
        .parse()
        .expect("a number")
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
