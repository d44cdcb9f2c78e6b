//! The crate `relooper`, version 0.1.0.
//!
//! *Needs:* a graph. *Gives:* its tree of shapes, read as a [`Program`].
//!
//! The crate does not define the meaning of its tree. It is interpreted here as follows:
//!
//! - a `Simple` runs its block; an arm whose target its branches list does what is listed, any
//!   other goes to the `immediate`; the `next` follows both;
//! - a merged branch goes to the `next` around it, with the label set if that is a `Multiple`;
//! - a `Multiple` enters the block that handles the target or the label, if one does; that one goes
//!   on to the one below it unless it breaks after;
//! - to set the label and break leaves the innermost `Multiple`.
//!
//! *Limits:* recursion on the depth of the tree, as in the crate itself.

use super::{Peer, answer, skeleton};
use crate::timing;
use crate::wire::Answer;
use relooper::{BranchMode, HandledBlock, ShapedBlock, SimpleBlock, reloop};
use std::collections::BTreeMap;
use unsnarl::{BlockId, Cfg, Edge, Exit, Id, LabelId, Program, ProgramBuilder, verify};

pub(super) const PEER: Peer = ("relooper 0.1.0", run);

fn run(cfg: &Cfg) -> Answer {
    let number = |block: &BlockId| block.index() as u32;
    let row = |block| {
        let arms = cfg.successors(block).iter().map(number).collect();
        (number(&block), arms)
    };
    let blocks: Vec<(u32, Vec<u32>)> = cfg.blocks().map(row).collect();
    let entry = number(&cfg.entry());
    // The copy is timed as well: the crate consumes its input.
    let shape = || Ok(reloop(blocks.clone(), entry));
    answer(timing::sample(shape), |shape| {
        let program = read(cfg, &shape)?;
        skeleton(cfg, &program, verify::state_limit(cfg, &program))
    })
}

fn read(cfg: &Cfg, shape: &ShapedBlock<u32>) -> Result<Program, String> {
    let mut reader = Reader {
        cfg,
        builder: ProgramBuilder::new(),
        loops: BTreeMap::new(),
        multiples: Vec::new(),
    };
    if entered_by_label(shape, cfg.entry().index() as u32) {
        reader.builder.store(cfg.entry().index() as u32);
    }
    reader.shape(shape)?;
    Ok(reader.builder.finish())
}

struct Reader<'a> {
    cfg: &'a Cfg,
    builder: ProgramBuilder,
    /// For each loop around the current point, the labels of its break and its continue.
    loops: BTreeMap<u16, (LabelId, LabelId)>,
    /// What leaves each `Multiple` around the current point.
    multiples: Vec<LabelId>,
}

type Read = Result<(), String>;

impl Reader<'_> {
    fn shape(&mut self, shape: &ShapedBlock<u32>) -> Read {
        match shape {
            ShapedBlock::Simple(simple) => self.simple(simple),
            ShapedBlock::Loop(shape) => {
                let (past, back) = (self.builder.label(), self.builder.label());
                self.builder.open_block(past);
                self.builder.open_loop(back);
                self.loops.insert(shape.loop_id, (past, back));
                self.shape(&shape.inner)?;
                self.loops.remove(&shape.loop_id);
                self.builder.close();
                self.builder.close();
                shape
                    .next
                    .as_deref()
                    .map_or(Ok(()), |next| self.shape(next))
            }
            ShapedBlock::Multiple(multiple) => {
                self.multiple(&multiple.handled, |reader, entries| {
                    reader.builder.open_dispatch(None);
                    for (block, label) in multiple.handled.iter().zip(entries) {
                        reader.builder.arm(block.labels.iter().copied());
                        reader.builder.go_past(*label);
                    }
                    // It ignores other labels: they are handled further below.
                    reader.builder.arm([]);
                    let out = *reader.multiples.last().expect("it was just entered");
                    reader.builder.go_past(out);
                    reader.builder.close();
                    Ok(())
                })
            }
        }
    }

    /// Writes handled blocks one below the other, each in a scope that ends before it; `enter` goes
    /// past one.
    fn multiple(
        &mut self,
        handled: &[HandledBlock<u32>],
        enter: impl FnOnce(&mut Self, &[LabelId]) -> Read,
    ) -> Read {
        let out = self.builder.label();
        self.builder.open_block(out);
        self.multiples.push(out);
        let entries: Vec<LabelId> = handled.iter().map(|_| self.builder.label()).collect();
        for &entry in entries.iter().rev() {
            self.builder.open_block(entry);
        }
        enter(self, &entries)?;
        for block in handled {
            self.builder.close();
            self.shape(&block.inner)?;
            if block.break_after {
                self.builder.go_past(out);
            }
        }
        self.multiples.pop();
        self.builder.close();
        Ok(())
    }

    fn simple(&mut self, simple: &SimpleBlock<u32>) -> Read {
        let next = self.builder.label();
        self.builder.open_block(next);
        self.builder.run(BlockId::new(simple.label as usize));
        match simple.immediate.as_deref() {
            Some(ShapedBlock::Multiple(multiple)) => {
                let handled = &multiple.handled;
                self.multiple(handled, |reader, entries| {
                    reader.arms(simple, next, |reader, target| {
                        let listed = |block: &&HandledBlock<u32>| block.labels.contains(&target);
                        let place = handled.iter().position(|block| listed(&block));
                        let place = place.ok_or_else(|| missing(target))?;
                        if entered_by_label(&handled[place].inner, target) {
                            reader.builder.store(target);
                        }
                        reader.builder.go_past(entries[place]);
                        Ok(())
                    })
                })?;
            }
            immediate => {
                let inside = self.builder.label();
                self.builder.open_block(inside);
                self.arms(simple, next, |reader, target| {
                    let shape = immediate.ok_or_else(|| missing(target))?;
                    if entered_by_label(shape, target) {
                        reader.builder.store(target);
                    }
                    reader.builder.go_past(inside);
                    Ok(())
                })?;
                self.builder.close();
                immediate.map_or(Ok(()), |shape| self.shape(shape))?;
            }
        }
        self.builder.close();
        let next = simple.next.as_deref();
        next.map_or(Ok(()), |shape| self.shape(shape))
    }

    /// Writes the exit of a block; `enter` goes to a target that no branch lists.
    fn arms(
        &mut self,
        simple: &SimpleBlock<u32>,
        next: LabelId,
        mut enter: impl FnMut(&mut Self, u32) -> Read,
    ) -> Read {
        let block = BlockId::new(simple.label as usize);
        let arms = self.cfg.successors(block).to_vec();
        match self.cfg.exit(block) {
            Exit::Return | Exit::Unreachable => {
                self.builder.leave(block);
                return Ok(());
            }
            Exit::Jump => {}
            Exit::Branch => self.builder.open_if(block, None),
            Exit::Switch => self.builder.open_switch(block, None),
        }
        let divided = self.cfg.exit(block) != Exit::Jump;
        for (slot, target) in arms.iter().map(|arm| arm.index() as u32).enumerate() {
            if divided {
                self.builder.arm([slot as u32]);
            }
            self.builder.take(Edge::new(block, slot));
            match simple.branches.get(&target) {
                Some(&mode) => self.branch(mode, target, next)?,
                None => enter(self, target)?,
            }
        }
        if divided {
            self.builder.close();
        }
        Ok(())
    }

    fn branch(&mut self, mode: BranchMode, target: u32, next: LabelId) -> Read {
        use BranchMode::*;
        let labelled = !matches!(mode, LoopBreak(_) | LoopContinue(_) | MergedBranch);
        if labelled {
            self.builder.store(target);
        }
        let around = |id| {
            let around = self.loops.get(&id).copied();
            around.ok_or_else(|| format!("wrong: a jump to loop {id} from outside of it"))
        };
        match mode {
            LoopBreak(id) | LoopBreakIntoMulti(id) => self.builder.go_past(around(id)?.0),
            LoopContinue(id) | LoopContinueIntoMulti(id) => self.builder.go_back(around(id)?.1),
            MergedBranch | MergedBranchIntoMulti => self.builder.go_past(next),
            SetLabelAndBreak => {
                let multiple = self.multiples.last();
                let multiple = multiple.ok_or("wrong: a break outside of every multiple")?;
                self.builder.go_past(*multiple);
            }
        }
        Ok(())
    }
}

/// Tells whether a shape begins by asking for the label.
fn entered_by_label(shape: &ShapedBlock<u32>, target: u32) -> bool {
    match shape {
        ShapedBlock::Simple(_) => false,
        ShapedBlock::Multiple(multiple) => {
            let listed = |block: &HandledBlock<u32>| block.labels.contains(&target);
            multiple.handled.iter().any(listed)
        }
        ShapedBlock::Loop(shape) => entered_by_label(&shape.inner, target),
    }
}

fn missing(target: u32) -> String {
    format!("wrong: nothing handles block {target}")
}
