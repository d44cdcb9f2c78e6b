//! Which loops may be written with a condition.
//!
//! *Needs:* a function and its graph. *Gives:* [`Progress`]. *Cost:* almost linear.
//! *Source:* C11, 6.8.5: a loop whose condition is no constant, and that does nothing which others
//! see, may be taken to end; LLVM's `mustprogress`.
//!
//! In the IR a loop may go on for ever in silence unless its function or the terminators that
//! repeat it say otherwise. Where they do not, it is written as `while (1)`: its condition is a
//! constant, and nothing is assumed of it.

use foldhash::HashSet;
use unsnarl::analysis::{Loops, Order};
use unsnarl::{BlockId, Cfg};
use unsnarl_ir::Function;

/// What is known of the loops of a function.
pub(super) struct Progress {
    /// Whether all of them make progress.
    all: bool,
    /// The headers of those that do, among loops of one entry.
    headers: HashSet<BlockId>,
}

impl Progress {
    pub(super) fn find(function: &Function, cfg: &Cfg) -> Progress {
        let order = Order::new(cfg);
        let loops = Loops::new(cfg, &order);
        let mut progress = Progress {
            all: true,
            headers: loops.ids().map(|id| loops.header(id)).collect(),
        };
        if function.attributes.mustprogress {
            return progress;
        }
        // The header of a loop of several entries says nothing of how it is repeated.
        for id in loops.ids().filter(|&id| loops.is_multi_entry(id)) {
            for entry in loops.entries(id) {
                progress.headers.remove(entry);
            }
        }
        for (place, &block) in order.blocks().iter().enumerate() {
            let says_so = function.blocks[block].mustprogress;
            let repeats = |to: &&BlockId| order.position(**to) <= Some(place as u32);
            for header in cfg.successors(block).iter().filter(repeats) {
                if !says_so {
                    progress.all = false;
                    progress.headers.remove(header);
                }
            }
        }
        progress
    }

    /// Tells whether the loop makes progress whose rounds begin with a block, or with none.
    pub(super) fn has(&self, first: Option<BlockId>) -> bool {
        self.all || first.is_some_and(|first| self.headers.contains(&first))
    }
}
