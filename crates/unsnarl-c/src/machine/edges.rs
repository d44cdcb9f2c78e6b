//! What is done on edges, and where a function is left.
//!
//! *Needs:* a function with its variables, and what its blocks have left on the stack.
//! *Gives:* lines. *Cost:* near-linear in the copies.

use unsnarl::{BlockId, Id};
use unsnarl_low::trees::Trees;
use unsnarl_low::{Catch, Exit, Function, Reg};

use super::block::{BlockText, Writer};
use super::copies::{Side, in_order};
use super::error::Error;
use super::plan::Plan;
use super::types;
use super::variables::{Variables, parameter};

/// The lines that leave a function at the end of a block.
pub(super) fn leave(
    plan: &Plan<'_>,
    function: &Function,
    exit: &Exit,
    text: &mut BlockText,
    variables: &mut Variables,
) -> Vec<String> {
    let mut lines = Vec::new();
    match exit {
        Exit::Return => {
            let operands = std::mem::take(&mut text.operands);
            let mut texts: Vec<String> = operands
                .iter()
                .map(|operand| operand.text.clone())
                .collect();
            if function.frame.is_some() {
                // What is returned may read the stack pointer, or trap before that is restored.
                for (text, operand) in texts.iter_mut().zip(&operands) {
                    if operand.reads || !operand.traps.is_none() {
                        let name = variables.temporary(operand.ty);
                        lines.push(format!("{name} = {text};"));
                        *text = name;
                    }
                }
                lines.push(plan.restore());
            }
            match texts.as_slice() {
                [] => lines.push(String::from("return;")),
                [one] => lines.push(format!("return {one};")),
                several => {
                    variables.uses_result = true;
                    for (index, text) in several.iter().enumerate() {
                        lines.push(format!("result.r{index} = {text};"));
                    }
                    lines.push(String::from("return result;"));
                }
            }
        }
        Exit::Unreachable => lines.push(String::from("trap(self, UNSNARL_UNREACHABLE);")),
        _ => {}
    }
    lines
}

/// The lines of an edge that begins a function again: its parameters become what it calls itself
/// with.
pub(super) fn again(
    function: &Function,
    text: &mut BlockText,
    variables: &mut Variables,
) -> Vec<String> {
    let operands = std::mem::take(&mut text.operands);
    let mut lines = Vec::new();
    let mut values = Vec::new();
    for (index, operand) in operands.into_iter().enumerate() {
        let own = parameter(index);
        if operand.text == own {
            values.push(None);
        } else {
            let name = variables.temporary(operand.ty);
            lines.push(format!("{name} = {};", operand.text));
            values.push(Some(name));
        }
    }
    for (index, value) in values.into_iter().enumerate() {
        lines.extend(value.map(|value| format!("{} = {value};", parameter(index))));
    }
    for &reg in &function.block(BlockId::new(0)).parameters {
        debug_assert!(false, "the first block has no parameters, but {reg}");
    }
    lines
}

/// The lines of an edge: what it brings, and its copies in order.
pub(super) fn edge_lines(
    plan: &Plan<'_>,
    function: &Function,
    trees: &Trees,
    from: BlockId,
    slot: usize,
    variables: &mut Variables,
) -> Result<Vec<String>, Error> {
    let edge = function.block(from).edges()[slot];
    let mut lines = Vec::new();
    let copies: Vec<(Reg, Reg)> = function
        .copies(edge)
        .filter(|&(to, _)| trees.is_live(to))
        .collect();
    let mut later = Vec::new();
    for (index, &to) in function.brought(edge).iter().enumerate() {
        let value = brought(function, from, slot, index, to, variables);
        // A parameter that is set may still be read by the copies.
        if trees.is_live(to) {
            let name = variables.set(function, to);
            let is_read = copies.iter().any(|&(_, source)| source == to);
            match is_read {
                true => {
                    let kept = variables.temporary(function.ty(to));
                    lines.push(format!("{kept} = {value};"));
                    later.push(format!("{name} = {kept};"));
                }
                false => later.push(format!("{name} = {value};")),
            }
        }
    }
    if slot > 0 && matches!(function.block(from).exit, Exit::Call(..)) {
        later.push(String::from("THROWN = 0;"));
    }
    let (constants, registers): (Vec<_>, Vec<_>) = copies
        .into_iter()
        .partition(|&(_, source)| function.is_rematerialised(source));
    let mut temporary = String::new();
    for (to, source) in in_order(&registers) {
        let mut name = |side: Side<Reg>, variables: &mut Variables| match side {
            Side::Own(reg) => variables.name(function, reg),
            Side::Temporary(reg) => {
                if temporary.is_empty() {
                    temporary = variables.temporary(function.ty(reg));
                }
                temporary.clone()
            }
        };
        let source_name = name(source, variables);
        let to_name = name(to, variables);
        if matches!(source, Side::Temporary(_)) {
            temporary.clear();
        }
        lines.push(format!("{to_name} = {source_name};"));
    }
    let writer = Writer::new(plan, function, variables);
    let mut numbers = Vec::new();
    for (to, source) in constants {
        numbers.push((to, writer.rematerialised(source)?.text));
    }
    for (to, text) in numbers {
        let name = variables.set(function, to);
        lines.push(format!("{name} = {text};"));
    }
    lines.extend(later);
    Ok(lines)
}

/// What an edge out of a call brings in its target's parameter of this number.
fn brought(
    function: &Function,
    from: BlockId,
    slot: usize,
    index: usize,
    to: Reg,
    variables: &mut Variables,
) -> String {
    if slot == 0 {
        let made = variables
            .brought
            .get(&from)
            .and_then(|names| names.get(index));
        return made.cloned().unwrap_or_else(|| String::from("0"));
    }
    let is_last = index + 1 == function.brought(function.block(from).edges()[slot]).len();
    let refers = match &function.block(from).exit {
        Exit::Call(_, catches) => {
            matches!(
                catches.get(slot - 1),
                Some(Catch::AllRef | Catch::TagRef(_))
            ) && is_last
        }
        _ => false,
    };
    match refers {
        true => String::from("exception_reference(self)"),
        false => format!("VALUES[{index}].{}", types::letter(function.ty(to))),
    }
}
