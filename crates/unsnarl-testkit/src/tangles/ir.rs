//! Functions as LLVM IR.

use super::Tangle;
use super::model::{By, Function, Value};
use std::fmt::Write as _;
use unsnarl::{BlockId, Edge, Exit, Id};

/// Shows one function.
pub(super) fn shown(tangle: &Tangle) -> String {
    let mut text = format!("define i32 @f{}(i32 %x) {{\n", tangle.number);
    let function = &tangle.function;
    for bit in 0..3 {
        let _ = writeln!(
            text,
            "  %bit{bit} = and i32 %x, {}\n  %c{bit} = icmp ne i32 %bit{bit}, 0",
            1 << bit
        );
    }
    let entry = function.cfg.entry();
    let _ = writeln!(text, "  br label %b{}", entry.index());
    let mut edges: Vec<Vec<Edge>> = vec![Vec::new(); function.cfg.block_count()];
    for edge in function
        .cfg
        .blocks()
        .flat_map(|block| function.cfg.edges(block))
    {
        edges[function.cfg.target(edge).index()].push(edge);
    }
    for block in function.cfg.blocks() {
        let _ = writeln!(text, "b{}:", block.index());
        phi(function, block, &edges[block.index()], &mut text);
        code(function, block, &mut text);
        exit(function, block, &mut text);
    }
    text + "}\n"
}

/// A value, as the name that it has at the end of a block.
fn name(value: Value, block: BlockId) -> String {
    match value {
        Value::Argument => String::from("%x"),
        Value::Phi => format!("%p{}", block.index()),
        Value::Sum(number) => format!("%s{}.{number}", block.index()),
        Value::Number(number) => number.to_string(),
    }
}

fn phi(function: &Function, block: BlockId, edges: &[Edge], text: &mut String) {
    if !function.blocks[block.index()].has_phi {
        return;
    }
    let mut incoming = Vec::new();
    if block == function.cfg.entry() {
        incoming.push(String::from("[ 0, %0 ]"));
    }
    for &edge in edges {
        let value = name(function.carried(edge), edge.block);
        incoming.push(format!("[ {value}, %b{} ]", edge.block.index()));
    }
    let index = block.index();
    let _ = writeln!(text, "  %p{index} = phi i32 {}", incoming.join(", "));
    for number in 0..8 {
        let _ = writeln!(
            text,
            "  %t{index}.{number} = add i32 %p{index}, {number}\n  \
             %s{index}.{number} = urem i32 %t{index}.{number}, 8"
        );
    }
}

fn code(function: &Function, block: BlockId, text: &mut String) {
    let index = block.index();
    let own = &function.blocks[index];
    if let Some(value) = own.tells {
        let value = name(value, block);
        let _ = writeln!(text, "  call void @block(i32 {index}, i32 {value})");
    }
    if function.cfg.exit(block) == Exit::Unreachable && own.is_ended {
        let _ = writeln!(text, "  call void @ended(i32 {index})");
    }
    if !matches!(function.cfg.exit(block), Exit::Branch | Exit::Switch) {
        return;
    }
    if let By::Host = own.by {
        let _ = writeln!(text, "  %d{index} = call i32 @decide(i32 {index})");
    }
    if let (Exit::Branch, By::Host | By::Value(_)) = (function.cfg.exit(block), own.by) {
        let by = operand(function, block);
        let _ = writeln!(text, "  %e{index} = icmp ult i32 {by}, 4");
    }
}

/// The number that a block decides by.
fn operand(function: &Function, block: BlockId) -> String {
    match function.blocks[block.index()].by {
        By::Host => format!("%d{}", block.index()),
        By::Value(value) => name(value, block),
        By::Bit(bit) => format!("%bit{bit}"),
    }
}

fn exit(function: &Function, block: BlockId, text: &mut String) {
    let own = &function.blocks[block.index()];
    let targets = function.cfg.successors(block).iter();
    let targets: Vec<String> = targets
        .map(|to| format!("label %b{}", to.index()))
        .collect();
    let _ = match function.cfg.exit(block) {
        Exit::Return => writeln!(text, "  ret i32 {}", name(own.result, block)),
        Exit::Unreachable => writeln!(text, "  unreachable"),
        Exit::Jump => writeln!(text, "  br {}", targets[0]),
        Exit::Branch => {
            let condition = match own.by {
                By::Bit(bit) => format!("%c{bit}"),
                By::Host | By::Value(_) => format!("%e{}", block.index()),
            };
            writeln!(text, "  br i1 {condition}, {}, {}", targets[0], targets[1])
        }
        Exit::Switch => {
            let by = operand(function, block);
            let cases = own.cases.iter().zip(&targets);
            let cases = cases.map(|(case, to)| format!("i32 {case}, {to}"));
            let cases = cases.collect::<Vec<_>>().join(" ");
            let last = targets.last().map_or("", String::as_str);
            writeln!(text, "  switch i32 {by}, {last} [ {cases} ]")
        }
    };
}
