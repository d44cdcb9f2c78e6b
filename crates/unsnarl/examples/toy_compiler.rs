//! A toy compiler's SSA IR, whose blocks have parameters, becomes structured code:
//! `cargo run --example toy_compiler`.
//!
//! The library never sees an instruction. It gives the place of each block and each edge, and the
//! copies from
//! arguments to parameters are written where an edge is taken; no critical edge is split.

use unsnarl::{BlockId, ControlFlow, Edge, Exit, Id, Step};
use unsnarl::{import, reduce, structure, verify};

/// Where a terminator goes, and what the parameters of that block become.
type Target = (usize, &'static [&'static str]);

struct Block {
    parameters: &'static [&'static str],
    code: &'static [&'static str],
    /// The condition of a branch; empty of a block that jumps or returns.
    condition: &'static str,
    targets: &'static [Target],
}

struct Function(Vec<Block>);

impl ControlFlow for Function {
    fn entry(&self) -> BlockId {
        BlockId::new(0)
    }
    fn block_count(&self) -> usize {
        self.0.len()
    }
    fn exit(&self, block: BlockId) -> Exit {
        [Exit::Return, Exit::Jump, Exit::Branch][self.0[block.index()].targets.len()]
    }
    fn successors(&self, block: BlockId) -> impl Iterator<Item = BlockId> {
        let targets = self.0[block.index()].targets;
        targets.iter().map(|target| BlockId::new(target.0))
    }
    fn is_empty_edge(&self, edge: Edge) -> bool {
        let arguments = self.0[edge.block.index()].targets[edge.slot as usize].1;
        arguments.is_empty()
    }
}

/// Writes the structured code of a function, as a language with labelled jumps would have it.
fn compile(function: &Function) -> Result<String, Box<dyn std::error::Error>> {
    let cfg = import(function)?;
    let program = structure::nested(&reduce::dispatch(&cfg));
    let limit = verify::state_limit(&cfg, &program);
    assert!(verify::simulation(&cfg, &program, limit).is_proved());

    let (mut text, mut depth) = (String::new(), 0);
    for (_, step) in program.steps() {
        if matches!(step, Step::Arm(_) | Step::End) {
            depth -= 1;
        }
        let lines = match step {
            Step::Run(block) => function.0[block.index()].code.join("\n"),
            Step::Take(edge) => copies(function, edge),
            Step::Leave(_) => "return".into(),
            Step::Break(label) => format!("break {label}"),
            Step::Continue(label) => format!("continue {label}"),
            Step::Block(label) => format!("{label}: {{"),
            Step::Loop(label) => format!("{label}: loop {{"),
            Step::If(block, _) => format!("if {} {{", function.0[block.index()].condition),
            Step::Arm(slots) if program.cases(slots) == [0] => "then:".into(),
            Step::Arm(_) => "else:".into(),
            Step::End => "}".into(),
            // This function is reducible and has no switch.
            other => return Err(format!("{other:?} is more than this toy can say").into()),
        };
        for line in lines.lines() {
            text += &format!("{:1$}{line}\n", "", 2 * depth);
        }
        if step.opens() || matches!(step, Step::Arm(_)) {
            depth += 1;
        }
    }
    Ok(text)
}

/// The parallel copies of an edge; a host would order them, and break cycles.
fn copies(function: &Function, edge: Edge) -> String {
    let (target, arguments) = function.0[edge.block.index()].targets[edge.slot as usize];
    let copies = function.0[target].parameters.iter().zip(arguments);
    let copies = copies.map(|(parameter, argument)| format!("{parameter} := {argument}\n"));
    copies.collect()
}

/// The greatest common divisor by subtraction: the loop has two latches, and both of its edges back
/// carry copies.
#[rustfmt::skip]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let gcd = Function(vec![
        Block { parameters: &[], code: &[], condition: "", targets: &[(1, &["m", "n"])] },
        Block { parameters: &["a", "b"], code: &["done = a == b"], condition: "done", targets: &[(4, &["a"]), (2, &[])] },
        Block { parameters: &[], code: &["less = a < b"], condition: "less", targets: &[(1, &["a", "b - a"]), (3, &[])] },
        Block { parameters: &[], code: &["c = a - b"], condition: "", targets: &[(1, &["c", "b"])] },
        Block { parameters: &["r"], code: &["print r"], condition: "", targets: &[] },
    ]);
    let code = compile(&gcd)?;
    print!("{code}");
    assert_eq!(code, include_str!("toy_compiler.txt"), "the result has changed");
    Ok(())
}
