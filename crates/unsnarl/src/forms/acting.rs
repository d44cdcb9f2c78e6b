//! Blocks whose decision has a side effect but makes no difference.
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
//! A block that only decides prints nothing, and a bracket that holds nothing else is left out.
//! This is right where a shown bracket tests the decision: the block is then in the condition.
//! Where no shown bracket tests it, the side effect of deciding, such as a trap, would be left out
//! too.
//!
//! *Limits:* if any copy of a block drops its decision, or saves it, all copies print something.

use super::Host;
use super::decision::asker;
use crate::cfg::{Cfg, Exit};
use crate::ids::{BlockId, Id, IdMap, NodeId};
use crate::program::{Program, Step};
use alloc::borrow::Cow;
use alloc::vec;

/// A host for which blocks print something if they act and drop their decisions.
pub(super) struct Acting<'h, H> {
    host: &'h H,
    drops: IdMap<BlockId, bool>,
}

impl<'h, H: Host> Acting<'h, H> {
    pub(super) fn find(cfg: &Cfg, program: &Program, host: &'h H) -> Self {
        let mut drops = IdMap::filled(cfg.block_count(), false);
        // By position: the number of steps from there on that print something.
        let mut shown = vec![0_usize; program.len() + 1];
        // The first step from there on that is not a scope.
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

    /// Adds the blocks that act and drop their decisions in another program, made from the first
    /// one.
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
