//! All functions of a module.

use super::{Written, check, written};
use crate::Rng;
use unsnarl::Id;
use unsnarl_ir::pseudocode::{Code, Context};
use unsnarl_ir::{Function, Module};

/// What was compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// The functions.
    pub functions: usize,
    /// Their instructions.
    pub insts: usize,
    /// The statements that were made of these.
    pub statements: usize,
}

/// Checks the pseudocode of every function of a module, with the decisions of some blocks saved;
/// and again with what some blocks do in their conditions, where it may be.
///
/// # Errors
/// The first difference, with the function and its statements.
pub fn check_module(module: &Module, rng: &mut Rng) -> Result<Counts, String> {
    let context = Context::new(module);
    let mut counts = Counts::default();
    let functions = module.functions.values();
    for function in functions.filter(|function| function.is_definition()) {
        let saves: Vec<bool> = function.blocks.values().map(|_| rng.chance(20)).collect();
        let mut code = Code::new(&context, function, |block| saves[block.index()]);
        let written = compared(module, function, &code)?;
        for block in function.blocks.keys().filter(|_| rng.chance(50)) {
            code.assign_in_condition(block);
        }
        compared(module, function, &code)?;
        counts.functions += 1;
        counts.insts += function.insts.len();
        let blocks = written.blocks.iter();
        counts.statements += blocks.map(|block| block.statements.len()).sum::<usize>();
    }
    Ok(counts)
}

fn compared(module: &Module, function: &Function, code: &Code<'_, '_>) -> Result<Written, String> {
    let written = written(function, code);
    let verdict = check(module, function, &written, |inst| code.is_left_out(inst));
    verdict.map_err(|error| {
        let shown = module.show_function(function);
        format!("{error}\n{shown}\n{}", text(function, code))
    })?;
    Ok(written)
}

/// The statements of a function, block by block.
pub fn text(function: &Function, code: &Code<'_, '_>) -> String {
    let blocks = function.blocks.keys();
    let lines = blocks.flat_map(|block| {
        let statements = code.statements(block).iter();
        let lines = statements.map(|statement| code.show_statement(statement));
        std::iter::once(format!("{block}:")).chain(lines)
    });
    lines.collect::<Vec<_>>().join("\n")
}
