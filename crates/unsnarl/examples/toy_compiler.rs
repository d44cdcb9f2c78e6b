//! A toy compiler's SSA IR becomes Python. No critical edge is split: copies stand at edges.

use std::{borrow::Cow, error::Error};
use unsnarl::{BlockId, ControlFlow, Edge, Exit, Id, import, lower, reduce, structure};
use unsnarl::{emit, program::Profile, text::Bodies};

type Text = &'static str;
/// Parameters, code, the condition of a branch, and where it goes with which arguments.
type Block = (Text, Text, Text, &'static [(usize, Text)]);
struct Function(Vec<Block>);

impl ControlFlow for Function {
    fn entry(&self) -> BlockId {
        BlockId::new(0)
    }
    fn block_count(&self) -> usize {
        self.0.len()
    }
    fn exit(&self, block: BlockId) -> Exit {
        [Exit::Return, Exit::Jump, Exit::Branch][self.0[block.index()].3.len()]
    }
    fn successors(&self, block: BlockId) -> impl Iterator<Item = BlockId> {
        let targets = self.0[block.index()].3.iter();
        targets.map(|(target, _)| BlockId::new(*target))
    }
}

impl Bodies for Function {
    fn code(&self, block: BlockId) -> Option<Cow<'_, str>> {
        Some(self.0[block.index()].1.into())
    }
    fn decision(&self, block: BlockId) -> Option<Cow<'_, str>> {
        Some(self.0[block.index()].2.into())
    }
    fn edge(&self, edge: Edge) -> Option<Cow<'_, str>> {
        let (target, arguments) = self.0[edge.block.index()].3[edge.slot as usize];
        let copies = || format!("{} = {arguments}", self.0[target].0).into();
        (!arguments.is_empty()).then(copies)
    }
}

/// The greatest common divisor by subtraction: both edges back to its loop carry copies.
#[rustfmt::skip]
fn main() -> Result<(), Box<dyn Error>> {
    let gcd = Function(vec![
        ("", "", "", &[(1, "m, n")]),
        ("a, b", "", "a == b", &[(4, "a"), (2, "")]),
        ("", "", "a < b", &[(1, "a, b - a"), (3, "")]),
        ("", "c = a - b", "", &[(1, "c, b")]),
        ("r", "print(r)", "", &[]),
    ]);
    let (cfg, mut code) = (import(&gcd)?, String::new());
    let program = structure::nested(&reduce::dispatch(&cfg));
    let program = lower::lower(&cfg, &program, &Profile::PYTHON)?.program;
    emit::write(&mut code, &cfg, &program, emit::Python, emit::Texts::Code, &gcd)?;
    let code = format!("def gcd(m, n):\n  {}", code.trim().replace('\n', "\n  "));
    println!("{code}");
    assert_eq!(code, include_str!("toy_compiler.txt").trim());
    Ok(())
}
