//! Whether the pseudocode of a function does what the function does.
//!
//! *Needs:* a function, and the statements, decisions, copies and variables that were made of it.
//! *Gives:* [`check`]: every instruction with an effect is there once, in its block and its order;
//! every other one is computed, and a load once, and sees the memory that it did; every part of an
//! expression is the operand of the instruction around it; and whatever is read is
//! [held](held) by its variable then; and no trial refutes that a loop which is said to test first
//! may do so ([`try_entry`]).
//! *Cost:* O(function · log), blocks times variables of several values, and trials of loops.
//! *Limits:* it compares trees, so it does not see what the text of an operator says. It knows
//! nothing of how instructions were folded, moved and joined: it only asks [`effect`] what they do.

mod entered;
mod held;
mod module;
mod subject;
mod walk;

pub use entered::{Trials, try_entry};
use held::Held;
pub use module::{Counts, check_module, text};
use std::collections::BTreeMap;
use subject::Subject;
use unsnarl::Edge;
use unsnarl_ir::pseudocode::{Code, Copy, Expression, Shape, Statement};
use unsnarl_ir::{BlockId, Function, InstId, Module, ValueId};
use walk::Walk;

/// What was made of a function.
#[derive(Clone, Debug)]
pub struct Written {
    /// By block.
    pub blocks: Vec<WrittenBlock>,
    /// By value: one that stands for the variable that it is in.
    pub variables: Vec<ValueId>,
    /// Blocks that repeat a loop whose condition holds also before the first round, with where that
    /// loop begins.
    pub entered: Vec<(BlockId, BlockId)>,
}

/// What was made of a block.
#[derive(Clone, Debug)]
pub struct WrittenBlock {
    /// Its statements.
    pub statements: Vec<Statement>,
    /// What it decides by or returns, if that is not saved.
    pub end: Option<Expression>,
    /// The copies on its edges, by the block that they lead to.
    pub copies: BTreeMap<BlockId, Vec<Copy>>,
}

/// Collects what was made of every block.
pub fn written(function: &Function, code: &Code<'_, '_>) -> Written {
    let blocks = function.blocks.iter();
    let blocks = blocks.map(|(id, block)| {
        let slots = block.terminator.successors().enumerate();
        let copies = slots.map(|(slot, to)| (to, code.copies(Edge::new(id, slot))));
        WrittenBlock {
            statements: code.statements(id).to_vec(),
            end: code.decision(id).or_else(|| code.result(id)),
            copies: copies.collect(),
        }
    });
    Written {
        blocks: blocks.collect(),
        variables: function
            .values
            .keys()
            .map(|value| code.variable(value))
            .collect(),
        entered: function
            .blocks
            .keys()
            .filter_map(|block| Some((block, code.enters(block)?)))
            .collect(),
    }
}

/// Compares a function with what was made of its blocks; `left_out` tells which instructions are
/// said to be left out.
///
/// # Errors
/// The first difference, in words.
pub fn check(
    module: &Module,
    function: &Function,
    written: &Written,
    left_out: impl Fn(InstId) -> bool,
) -> Result<(), String> {
    let subject = Subject::new(module, function, &left_out);
    subject.omissions()?;
    let held = Held::find(function, written)?;
    let mut computed = Vec::new();
    for (id, block) in function.blocks.keys().zip(&written.blocks) {
        let mut walk = Walk::new(&subject, &held, id);
        let shown = walk.block(block);
        shown.map_err(|error| format!("in {id}: {error}"))?;
        subject.ordered(id, &walk.computed)?;
        computed.append(&mut walk.computed);
    }
    subject.complete(computed)?;
    for &(test, header) in &written.entered {
        let trials = try_entry(module, function, written, (test, header))?;
        if trials.refuted > 0 {
            return Err(format!(
                "the condition of {test} need not hold before {header}: {trials:?}"
            ));
        }
    }
    Ok(())
}

/// The values that an expression stands for or is made of, without those inside instructions.
fn inputs(function: &Function, expression: &Expression) -> Vec<ValueId> {
    if let Some(&inst) = expression.made_by.last() {
        return function.insts[inst].result.into_iter().collect();
    }
    match expression.shape {
        Shape::Value(value) | Shape::Kept(_, value) | Shape::Assign(value, _) => vec![value],
        Shape::Variable(inst) => function.insts[inst].result.into_iter().collect(),
        _ => {
            let parts = expression.parts().into_iter();
            parts.flat_map(|part| inputs(function, part)).collect()
        }
    }
}
