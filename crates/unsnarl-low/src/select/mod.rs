//! Instruction selection: a function of the SSA module becomes code of the
//! [machine](crate::machine).
//!
//! *Needs:* a function of a module, [what its module has](ModuleContext), and the
//! [operations](Features) that it may use.
//! *Gives:* [`Selected`]: the code, its frame, and where the values of the source are. Its graph is
//! the function's: nothing here adds, removes or duplicates a block or an edge, but for `unwind`,
//! where blocks stand on edges.
//! *Cost:* linear in the instructions and the parts of their values.
//! *Limits:* no scalable vectors, no inline assembly with a text, no 80-bit floats:
//! each is an error that names it. Operations without an instruction of the machine become calls of
//! the [runtime library](routines).
//!
//! | part | what it says |
//! |---|---|
//! | [`target`], [`context`] | what is selected for; what all functions of a module share |
//! | [`parts`], [`shape`] | how values of each type are held |
//! | `abi`, `call_area` | how arguments and results are passed, in numbers and in memory |
//! | [`frame`] | where local variables in memory lie, and which share bytes |
//! | [`facts`] | which integers are known to be extended to the whole of their register |
//! | `selection` | the code so far, and the registers that hold each value |
//! | `trace` | where the code comes from, for debug information |
//! | `inst`, `exit`, `edges` | the code of each instruction, of the end of each block, of phis |
//! | `unwind` | exceptions |
//! | `simd` | instructions on vectors in registers of 128 bits |

mod abi;
mod address;
mod aggregate;
mod arrange;
mod assembly;
mod atomic;
mod big;
mod bits;
mod block;
mod call;
mod call_area;
mod cast;
mod compare;
pub mod context;
mod edges;
pub mod error;
mod exit;
mod expression;
mod extend;
pub mod facts;
mod float;
pub mod frame;
mod inst;
mod int;
mod intrinsic;
mod lane;
mod library;
mod masked;
mod math;
mod memory;
mod operand;
mod overflow;
mod pads;
pub mod parts;
mod place;
mod recut;
pub mod routines;
mod saturate;
mod selection;
pub mod shape;
mod simd;
mod soft;
pub mod tag;
mod tail;
pub mod target;
mod trace;
mod unwind;
mod vector;
mod vectors;
mod wide;

pub use context::{Callable, Meaning, ModuleContext};
pub use error::{Refusal, SelectError};
pub use frame::{FrameLayout, RED_ZONE};
pub use tag::{TAGS, Tag};
pub use target::{Addressing, Atomics, Exceptions, Features, Relocation, Results, Target, Vectors};
pub use trace::{Placed, Trace};

use unsnarl_ir::debug::Point;
use unsnarl_ir::{BlockId, Function, Id, ValueId, reverse_postorder};

use crate::machine::{Function as Code, Reg};
use error::Refusals;
use facts::Facts;
use selection::Selection;

/// A function as code of the machine.
#[derive(Debug)]
pub struct Selected {
    /// The code. Its blocks have the numbers of the source; those on edges of exceptions follow.
    pub function: Code,
    /// The frame of the function.
    pub frame: FrameLayout,
    /// By instruction: the line of what it was selected for.
    pub lines: Vec<u32>,
    /// Where it comes from in the source, if the function has debug information.
    pub trace: Trace,
    /// Which integers are extended to the whole of their register.
    pub facts: Facts,
    /// The registers that hold values of the source. Those of one value stand together, its lowest
    /// part first.
    pub values: Vec<(Reg, ValueId)>,
    /// Blocks that are copies of blocks of the source: those of a `catchswitch`, where
    /// [exceptions are places](Exceptions::Places).
    pub copies: Vec<(BlockId, BlockId)>,
}

/// Selects the code of a function.
///
/// # Errors
/// Lists everything in the function that is not supported, each with its line.
pub fn select<'a>(
    context: &'a ModuleContext<'a>,
    function: &'a Function,
    features: Features,
) -> Result<Selected, Vec<Refusal>> {
    let mut refusals = Refusals::default();
    let line = function.origin.line;
    let order: Vec<usize> = reverse_postorder(function)
        .into_iter()
        .map(Id::index)
        .collect();
    // The search for other errors goes on without a frame.
    let frame = refusals.take(line, FrameLayout::new(context, function, &order));
    let frame = frame.unwrap_or_else(|| FrameLayout::empty(function));
    let Some(signature) = refusals.take(line, context.signature(function.ty)) else {
        return Err(refusals.into_list());
    };
    let mut selection = Selection::new(context, function, features, frame, signature, &order);
    selection.find_leaving();
    for &index in &order {
        if block(&mut selection, BlockId::new(index), &mut refusals).is_none() {
            return Err(refusals.into_list());
        }
    }
    selection.edges(&order, &mut refusals);
    selection.join_passing();
    refusals.finish(finish(selection))
}

/// Selects the code of a block; nothing if the function becomes too large.
fn block(selection: &mut Selection, block: BlockId, refusals: &mut Refusals) -> Option<()> {
    let function = selection.function;
    let contents = &function.blocks[block];
    selection.body.start(block);
    if block.index() == 0 {
        refusals.take(function.origin.line, selection.parameters());
    }
    selection.pad(block);
    refusals.take(contents.origin.line, selection.phis(block));
    selection.extended.clear();
    refusals.take(contents.origin.line, selection.receive(block));
    for &id in &contents.insts {
        let inst = &function.insts[id];
        refusals.take(inst.origin.line, selection.inst(inst));
        selection.set_origin(inst.origin.line, block, Point::Inst(id));
        refusals.take(inst.origin.line, selection.check_size())?;
    }
    let exit = selection
        .leaving_constants(block.index())
        .and_then(|()| selection.exit(block));
    if let Some((exit, operands)) = refusals.take(contents.terminator_origin.line, exit) {
        selection.body.finish(exit, &operands);
        let between = selection.between(block);
        refusals.take(contents.terminator_origin.line, between);
    }
    selection.set_origin(contents.terminator_origin.line, block, Point::End(block));
    Some(())
}

fn finish(mut selection: Selection) -> Selected {
    selection.body.frame = selection.frame.finished();
    let mut values = Vec::new();
    for (index, range) in selection.values.iter().enumerate() {
        let Some((start, end)) = *range else { continue };
        let regs = &selection.pool[start as usize..end as usize];
        values.extend(regs.iter().map(|&reg| (reg, ValueId::new(index))));
    }
    Selected {
        function: selection.body,
        frame: selection.frame,
        facts: selection.facts,
        lines: selection.lines,
        trace: selection.trace,
        copies: selection.copies,
        values,
    }
}
