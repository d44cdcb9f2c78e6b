//! The walk over the program, step by step.

use unsnarl::{BlockId, FlagId, Id, NodeId, Step};
use wasm_encoder::{BlockType, Instruction};

use super::Written;
use super::emitter::Emitter;
use super::fork::Asked;
use super::open::Bracket;
use crate::item::Item;

impl Emitter<'_, '_> {
    /// Writes the program.
    pub(super) fn write(mut self) -> Written {
        self.prologue();
        self.unset_label();
        let mut node = 0;
        while node < self.source.program.len() {
            node = self.step(NodeId::new(node));
        }
        self.close_caught();
        self.end();
        let saved = self.saved.iter().enumerate();
        let saved = saved.flat_map(|(block, locals)| {
            locals
                .iter()
                .map(move |&local| (BlockId::new(block), local))
        });
        let flags = self.flags.iter().enumerate();
        let flags = flags.filter_map(|(flag, local)| Some((FlagId::new(flag), (*local)?)));
        Written {
            label: self.label,
            saved: saved.collect(),
            flags: flags.collect(),
            frame_pointer: self.frame_pointer,
            caller_pointer: self.caller_pointer,
            on_stack: Vec::new(),
            labels: self.labels,
            caught: self.caught,
            failed: self.failed,
            items: self.items,
        }
    }

    /// Writes one step and gives the next.
    fn step(&mut self, node: NodeId) -> usize {
        let program = self.source.program;
        let step = program.step(node);
        let next = node.index() + 1;
        if !self.is_reachable && !matches!(step, Step::Arm(_) | Step::End) {
            return if step.opens() {
                program.extent(node).index() + 1
            } else {
                next
            };
        }
        if step.opens() {
            self.open_scope(node);
        }
        match step {
            Step::Run(block) => self.run(block),
            Step::Take(edge) => {
                self.take(edge);
                self.pass_to_pad(node, edge);
            }
            Step::Leave(block) => self.leave(block),
            Step::Store(value) => {
                let label = self.label_local();
                self.op(Instruction::I32Const(value as i32));
                self.items.push(Item::Set(label));
            }
            Step::Break(label) => {
                if !self.is_tail(node, label) {
                    self.jump(step);
                }
            }
            Step::Continue(_) => self.jump(step),
            Step::Block(label) => {
                let frames = usize::from(self.is_used[label.index()]);
                if frames > 0 {
                    self.open(
                        Instruction::Block(BlockType::Empty),
                        self.run_after(program.extent(node)),
                    );
                    self.bound[label.index()].0 = Some(self.frames.len() - 1);
                }
                self.brackets.push(Bracket::Frames(frames));
            }
            Step::Loop(label) => self.open_loop(node, label),
            Step::Set(flag, value) => {
                let flag = self.flag_local(flag);
                self.op(Instruction::I32Const(i32::from(value)));
                self.items.push(Item::Set(flag));
            }
            Step::If(block, label) => self.open_fork(node, Asked::Block(block), label),
            Step::Test(condition, label) => self.open_fork(node, Asked::Flags(condition), label),
            Step::Switch(_, label) | Step::Dispatch(label) => self.open_switch(node, step, label),
            Step::Arm(_) => {
                self.close_caught();
                return self.arm(node);
            }
            Step::End => {
                self.close_caught();
                self.close();
                self.close_scope();
            }
        }
        next
    }
}
