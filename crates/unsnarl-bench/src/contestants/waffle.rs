//! The crate `waffle`, version 0.3.3.
//!
//! *Needs:* a graph. *Gives:* the output of `FunctionBody::compile` for a function with the same
//! blocks and edges, whose blocks call `block` and `decide`.
//! *Limits:* its stages are private, so the time is that of its whole back end: its validation, its
//! reduction by duplication, trees, stackify, locals, encoding.

use super::{Peer, answer};
use crate::timing;
use crate::wire::Answer;
use unsnarl::{BlockId, Cfg, Exit, Id};
use waffle::entity::EntityRef;
use waffle::wasm_encoder as encoder;
use waffle::{BlockTarget, FunctionBody, Module, Operator, SignatureData, Terminator, Type, Value};

pub(super) const PEER: Peer = ("waffle 0.3.3", run);

fn run(cfg: &Cfg) -> Answer {
    let body = import(cfg);
    let compile = || body.compile().map_err(|error| format!("refused: {error}"));
    answer(timing::sample(compile), |function| Ok(module(&function)))
}

fn import(cfg: &Cfg) -> FunctionBody {
    let mut module = Module::empty();
    let signature = module.signatures.push(SignatureData {
        params: Vec::new(),
        returns: Vec::new(),
    });
    let mut body = FunctionBody::new(&module, signature);
    let blocks: Vec<waffle::Block> = cfg.blocks().map(|_| body.add_block()).collect();
    let target = |block: BlockId| BlockTarget {
        block: blocks[block.index()],
        args: Vec::new(),
    };
    let entry = body.entry;
    let start = Terminator::Br {
        target: target(cfg.entry()),
    };
    body.set_terminator(entry, start);
    for block in cfg.blocks() {
        let at = blocks[block.index()];
        call(&mut body, at, block, Callee::Block);
        let arms = cfg.successors(block);
        let decides = matches!(cfg.exit(block), Exit::Branch | Exit::Switch);
        let decision = decides.then(|| call(&mut body, at, block, Callee::Decide));
        let decision = decision.unwrap_or_else(Value::invalid);
        let terminator = match cfg.exit(block) {
            Exit::Return => Terminator::Return { values: Vec::new() },
            Exit::Unreachable => Terminator::Unreachable,
            Exit::Jump => Terminator::Br {
                target: target(arms[0]),
            },
            // The number of the slot: not zero is the second arm.
            Exit::Branch => Terminator::CondBr {
                cond: decision,
                if_true: target(arms[1]),
                if_false: target(arms[0]),
            },
            Exit::Switch => {
                let (default, cases) = arms.split_last().expect("a switch has a default");
                Terminator::Select {
                    value: decision,
                    targets: cases.iter().map(|&arm| target(arm)).collect(),
                    default: target(*default),
                }
            }
        };
        body.set_terminator(at, terminator);
    }
    body
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Callee {
    Block,
    Decide,
}

/// Appends a call with the number of a block, and gives its value.
fn call(body: &mut FunctionBody, at: waffle::Block, block: BlockId, callee: Callee) -> Value {
    let value = block.index() as u32;
    let number = body.add_op(at, Operator::I32Const { value }, &[], &[Type::I32]);
    let function_index = waffle::Func::new(callee as usize);
    let results: &[Type] = match callee {
        Callee::Block => &[],
        Callee::Decide => &[Type::I32],
    };
    body.add_op(at, Operator::Call { function_index }, &[number], results)
}

/// Puts a function into a module that imports what it calls.
fn module(function: &encoder::Function) -> Vec<u8> {
    let mut types = encoder::TypeSection::new();
    types.ty().function([encoder::ValType::I32], []);
    types
        .ty()
        .function([encoder::ValType::I32], [encoder::ValType::I32]);
    types.ty().function([], []);
    let mut imports = encoder::ImportSection::new();
    imports.import("env", "block", encoder::EntityType::Function(0));
    imports.import("env", "decide", encoder::EntityType::Function(1));
    let mut functions = encoder::FunctionSection::new();
    functions.function(2);
    let mut exports = encoder::ExportSection::new();
    exports.export("run", encoder::ExportKind::Func, 2);
    let mut code = encoder::CodeSection::new();
    code.function(function);
    let mut module = encoder::Module::new();
    module
        .section(&types)
        .section(&imports)
        .section(&functions)
        .section(&exports)
        .section(&code);
    module.finish()
}
