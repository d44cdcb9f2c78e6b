//! Blocks that do something to decide, and whose decision makes no difference.
//!
//! ```text
//! if a {                              if a {
//!   b1                                  b1, which drops its decision
//!   if b1 {} else {}            →     }
//! }
//! ```
//! *Needs:* a program, and its [host](Host). *Gives:* [`Acting`], a host for which such blocks
//! print something.
//! *Cost:* O(steps + blocks).
//!
//! A block that only decides prints nothing, and a bracket around nothing but that is left out.
//! This is right where a bracket that is shown tests the decision: there it is in the condition.
//! Where none does, what the block does to decide, such as a trap, would be left out with it.
//!
//! *Limits:* a block of which any copy drops its decision, or saves it, prints something in all.

use super::Host;
use super::decision::asker;
use crate::cfg::{Cfg, Exit};
use crate::ids::{BlockId, Id, IdMap, NodeId};
use crate::program::{Program, Step};
use alloc::borrow::Cow;
use alloc::vec;

/// A host for which blocks print something that act and drop their decisions.
pub(super) struct Acting<'h, H> {
    host: &'h H,
    drops: IdMap<BlockId, bool>,
}

impl<'h, H: Host> Acting<'h, H> {
    pub(super) fn find(cfg: &Cfg, program: &Program, host: &'h H) -> Self {
        let mut drops = IdMap::filled(cfg.block_count(), false);
        // By position, how many of the steps from there on print something.
        let mut shown = vec![0_usize; program.len() + 1];
        // The first step from there on that is no scope.
        let mut behind = program.len();
        for at in (0..program.len()).rev() {
            let step = program.step(NodeId::new(at));
            let prints = match step {
                Step::Run(block) => {
                    let is_asked = behind < program.len() && {
                        let end = program.extent(NodeId::new(behind)).index();
                        asker(program.step(NodeId::new(behind))) == Some(block)
                            && shown[behind] > shown[end]
                    };
                    let decides = matches!(cfg.exit(block), Exit::Branch | Exit::Switch);
                    drops[block] |= decides && !is_asked && host.acts(block);
                    host.prints(step) || drops[block]
                }
                Step::Take(_) => host.prints(step),
                Step::Loop(_) | Step::Store(_) | Step::Set(..) => true,
                step => step.diverts(),
            };
            shown[at] = shown[at + 1] + usize::from(prints);
            if !matches!(step, Step::Block(_)) {
                behind = at;
            }
        }
        Self { host, drops }
    }

    /// The same, with what another program adds that was made of the first.
    pub(super) fn and(mut self, cfg: &Cfg, program: &Program) -> Self {
        let more = Self::find(cfg, program, self.host);
        for (block, drops) in more.drops.iter() {
            self.drops[block] |= *drops;
        }
        self
    }

    fn drops(&self, step: Step) -> bool {
        matches!(step, Step::Run(block) if self.drops[block])
    }
}

impl<H: Host> Host for Acting<'_, H> {
    fn prints(&self, step: Step) -> bool {
        self.drops(step) || self.host.prints(step)
    }

    fn lines(&self, step: Step) -> usize {
        self.host.lines(step) + usize::from(self.drops(step))
    }

    fn acts(&self, block: BlockId) -> bool {
        self.host.acts(block)
    }

    fn may_step(&self, step: Step) -> bool {
        !self.drops(step) && self.host.may_step(step)
    }

    fn sets(&self, step: Step) -> Option<Cow<'_, str>> {
        match self.drops(step) {
            true => None,
            false => self.host.sets(step),
        }
    }

    fn is_entered(&self, first: BlockId, test: BlockId) -> bool {
        self.host.is_entered(first, test)
    }

    fn progresses(&self, first: Option<BlockId>) -> bool {
        self.host.progresses(first)
    }

    fn sets_last(&self, block: BlockId) -> Option<Cow<'_, str>> {
        match self.drops[block] {
            true => None,
            false => self.host.sets_last(block),
        }
    }

    fn may_decide_last(&self, block: BlockId) -> bool {
        self.host.may_decide_last(block)
    }

    fn may_repeat(&self, block: BlockId) -> bool {
        self.host.may_repeat(block)
    }

    fn tests_last(&self) -> bool {
        self.host.tests_last()
    }

    fn falls_through(&self) -> bool {
        self.host.falls_through()
    }

    fn crosses_loops(&self) -> bool {
        self.host.crosses_loops()
    }

    fn leaves_ifs(&self) -> bool {
        self.host.leaves_ifs()
    }
}
