//! Control: a structured program becomes the instructions of a WebAssembly function.
//!
//! *Needs:* the program of a function, the code of its blocks, its locals.
//! *Gives:* [`Written`]: instructions, and the [pieces](crate::map) of the graph that they are for.
//! *Cost:* linear in the steps of the program and the code of its blocks.
//!
//! | program | WebAssembly |
//! |---|---|
//! | `Block` | `block`, or nothing if no jump leads to its end |
//! | `Loop` | `loop`, in a `block` if a jump leads to its end |
//! | `If`, `Test` | `if`; with an arm that only jumps, `br_if` and no bracket |
//! | `Switch`, `Dispatch` | a `block` for each arm with contents, the [decision](decision) innermost |
//! | `Switch` on a call that may throw | as `Switch`, and [the call](calls) in a `try_table` innermost |
//! | in the [legacy](legacy) instructions for exceptions | the call in a `try`, and a `try` around a bracket that a pad follows |
//! | `Break`, `Continue` | `br`, or nothing where control falls through to the target |
//! | `Store`, `Set` | `local.set` |
//!
//! A label that may be unset at a dispatcher starts with a value that no dispatcher lists, -1 if
//! possible.
//!
//! Code behind a jump in its bracket is unreachable and not written. At the end, values that are
//! set on every path to their reads [stay on the stack](results).

mod blocks;
mod brackets;
mod calls;
mod clusters;
mod condition;
mod decision;
mod emitter;
mod fork;
mod joining;
mod legacy;
mod open;
mod results;
mod threading;
mod walk;

use unsnarl::{BlockId, Cfg, FlagId, Program, Step};
use unsnarl_low::trees::Trees;
use unsnarl_low::{Exit, Function};

use crate::features::Features;
use crate::item::Item;
use crate::linkage::Linkage;
use crate::locals::{Locals, Web};
use crate::places::Places;
use crate::view::View;
use unsnarl_low::select::FrameLayout;

/// The input for writing a function.
pub(crate) struct Source<'a> {
    pub(crate) linkage: &'a dyn Linkage,
    pub(crate) features: Features,
    pub(crate) view: &'a View,
    pub(crate) program: &'a Program,
    pub(crate) function: &'a Function,
    pub(crate) trees: &'a Trees,
    pub(crate) frame: &'a FrameLayout,
    /// Whether the frame lies below the stack pointer, which stays.
    pub(crate) is_leaf: bool,
    /// Where exceptions are, if the legacy instructions are to be used.
    pub(crate) places: Option<&'a Places>,
}

impl Source<'_> {
    pub(crate) fn cfg(&self) -> &Cfg {
        &self.view.cfg
    }

    /// Tells whether a block ends with a call that may throw.
    pub(crate) fn is_call(&self, block: BlockId) -> bool {
        let own = unsnarl::Id::index(block) < self.function.block_count();
        own && matches!(self.function.block(block).exit, Exit::Call(..))
    }
}

/// A function as instructions.
#[derive(Debug)]
pub(crate) struct Written {
    pub(crate) items: Vec<Item>,
    pub(crate) label: Option<Web>,
    pub(crate) saved: Vec<(BlockId, Web)>,
    pub(crate) flags: Vec<(FlagId, Web)>,
    pub(crate) frame_pointer: Option<Web>,
    /// The former stack pointer, if it does not follow from the frame pointer.
    pub(crate) caller_pointer: Option<Web>,
    /// The webs whose values are on the stack, and not in their locals, until they are first read.
    pub(crate) on_stack: Vec<Web>,
    /// By `block`, `loop` and `if` in order: the block of the graph that a jump to it leads to, if
    /// that is known.
    pub(crate) labels: Vec<Option<BlockId>>,
    /// By `catch_all` in order: the class of what it catches.
    pub(crate) caught: Vec<u32>,
    /// Why exceptions could not be written in the legacy instructions.
    pub(crate) failed: Option<&'static str>,
}

/// Writes a function.
pub(crate) fn write(source: &Source, locals: &mut Locals) -> Written {
    let mut written = emitter::Emitter::new(source, locals).write();
    let catches = |item: &Item| matches!(item, Item::TryTable(_));
    if written.items.iter().any(catches) {
        let threaded = threading::thread(written.items, &mut written.labels);
        written.items = joining::join(threaded, &mut written.labels, source.function);
    }
    let saved = written.saved.iter().map(|&(_, web)| web);
    let flags = written.flags.iter().map(|&(_, web)| web);
    let rules = results::Rules {
        linkage: source.linkage,
        has_parameters: source.features.block_parameters,
        kept: saved.chain(flags).collect(),
        label: written.label,
    };
    (written.items, written.on_stack) = results::leave_on_stack(written.items, locals, &rules);
    let mut is_used = vec![false; locals.all().len()];
    for item in &written.items {
        if let Item::Get(web) | Item::Set(web) | Item::Tee(web) = item {
            is_used[web.index()] = true;
        }
    }
    locals.retain(&is_used);
    written
}

/// Tells for each block whether its decision or result can be computed where it is used: only
/// scopes open between the block and the use. If the decision makes no difference and is unused, it
/// is computed with the block: it may call a function.
fn is_folded(cfg: &Cfg, program: &Program) -> Vec<bool> {
    let mut folded = vec![true; cfg.block_count()];
    let mut last_run: Option<BlockId> = None;
    for (_, step) in program.steps() {
        let (asked, runs) = match step {
            Step::Block(_) => continue,
            Step::If(block, _) | Step::Switch(block, _) | Step::Leave(block) => (Some(block), None),
            Step::Run(block) => (None, Some(block)),
            _ => (None, None),
        };
        let unanswered = std::mem::replace(&mut last_run, runs);
        if unanswered != asked {
            for block in [unanswered, asked].into_iter().flatten() {
                folded[unsnarl::Id::index(block)] = false;
            }
        }
    }
    folded
}
