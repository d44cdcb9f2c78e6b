//! Graphs as `0: 1 2, 1: 0, 2: return` (a colon, then targets or an exit; three and more are a switch, and
//! so is `switch` before fewer), and programs as `Display` prints them, on one line.

use crate::cfg::{Cfg, CfgBuilder, Exit};
use crate::ids::{BlockId, Edge, Id, LabelId, NodeId};
use crate::program::{Program, ProgramBuilder, Step};
use alloc::vec::Vec;

pub(super) fn graph(text: &str) -> Cfg {
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
pub(super) fn program(text: &str) -> Program {
    let text = text.replace(" {", "").replace(':', " : ");
    let mut words = text.split_whitespace();
    let (mut steps, mut binds) = (Vec::new(), None);
    let mut arms = ProgramBuilder::new();
    while let Some(word) = words.next() {
        let mut operand = || words.next().expect("the word has an operand");
        steps.push(match word {
            "run" => Step::Run(block(operand())),
            "take" => Step::Take(edge(operand())),
            "leave" => Step::Leave(block(operand())),
            "break" => Step::Break(label(operand())),
            "continue" => Step::Continue(label(operand())),
            "block" => Step::Block(binds.take().expect("a block binds a label")),
            "loop" => Step::Loop(binds.take().expect("a loop binds a label")),
            "if" => Step::If(block(operand()), binds.take()),
            "switch" => match operand() {
                "label" => Step::Dispatch(binds.take()),
                name => Step::Switch(block(name), binds.take()),
            },
            "label" => Step::Store(words.nth(1).map_or(0, number)),
            "case" => {
                let cases: Vec<&str> = words.by_ref().take_while(|word| *word != ":").collect();
                arm(&mut arms, cases.into_iter().map(number))
            }
            "}" => Step::End,
            name => {
                binds = Some(label(name));
                words.next();
                continue;
            }
        });
    }
    Program::from_steps(steps, arms.finish().all_cases().to_vec(), Vec::new())
}

/// Enters an arm into the table of a program that has nothing else.
fn arm(arms: &mut ProgramBuilder, cases: impl Iterator<Item = u32>) -> Step {
    arms.open_dispatch(None);
    arms.arm(cases);
    arms.close();
    let program = arms.clone().finish();
    program.step(NodeId::new(program.len() - 2))
}

fn number(word: &str) -> u32 {
    word.trim_start_matches(['b', 'l'])
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
