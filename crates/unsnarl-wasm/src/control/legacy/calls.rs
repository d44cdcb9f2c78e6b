//! Calls that may throw, and throws, in the legacy instructions.
//!
//! *Needs:* a block that ends with a call or a throw, and the brackets around it. *Gives:* the call
//! in as few brackets of its own as lead its exceptions to where its edges do.
//! *Cost:* linear in the edges, and in the brackets around the call.

use unsnarl::{BlockId, Edge, Id, LabelId, NodeId, Step};
use unsnarl_low::trees::Code;
use unsnarl_low::{Callee, Catch, Exit, Op, Symbol};
use wasm_encoder::{BlockType, Instruction};

use super::NO_TRY;
use crate::control::emitter::Emitter;
use crate::control::open::{Arm, Bracket, CodeArms, Contents};
use crate::item::Item;
use crate::map::PieceKind;

/// Where exceptions go that are none of C++, or all.
#[derive(Clone, Copy)]
struct Others {
    /// The frame of the pad's `try`.
    frame: usize,
    /// The class of the exception.
    class: u32,
    /// The edge, if its copies are made at the call.
    copied: Option<Edge>,
}

/// How an edge leads to a pad.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Unwinds {
    /// The pad begins the arm of the edge.
    Here,
    /// The arm jumps to it.
    Away,
}

/// What is thrown and called.
impl Emitter<'_, '_> {
    /// Tells whether code calls anything.
    pub(in crate::control) fn calls(&self, code: &[Code]) -> bool {
        let is_call = |code: &Code| match code {
            Code::Inst(inst) => matches!(
                self.source.function.inst(*inst).op,
                Op::Call(_) | Op::CallIndirect(_) | Op::Throw(_)
            ),
            _ => false,
        };
        code.iter().any(is_call)
    }

    /// Tells whether a block leaves the function by an exception.
    pub(in crate::control) fn leaves_thrown(&self, block: BlockId) -> bool {
        let exit = &self.source.function.block(block).exit;
        matches!(exit, Exit::TailCall(Callee::Throw(_) | Callee::ThrowRef))
    }

    /// Throws what the operand of an exit refers to; tells whether the exit does so.
    pub(in crate::control) fn throws_again(&mut self, block: BlockId) -> bool {
        let function = self.source.function;
        let (Exit::TailCall(Callee::ThrowRef) | Exit::Call(Callee::ThrowRef, _)) =
            function.block(block).exit
        else {
            return false;
        };
        let Some(places) = self.source.places else {
            return false;
        };
        let class = function.exit_operands(block).first();
        match class.and_then(|&reg| places.class(reg)) {
            Some(class) => self.rethrow(class, Some(block)),
            None => self.fail("a rethrow of an exception that was not caught"),
        }
        true
    }

    /// How an arm of a call unwinds, and its edge, if it is that of all other exceptions.
    fn unwinds(&mut self, block: BlockId, arm: NodeId) -> Option<(Unwinds, Edge)> {
        let program = self.source.program;
        let Exit::Call(_, catches) = &self.source.function.block(block).exit else {
            return None;
        };
        let Step::Arm(slots) = program.step(arm) else {
            return None;
        };
        let &slot = program.cases(slots).first()?;
        let catch = catches.get((slot as usize).checked_sub(1)?)?;
        if *catch != Catch::AllRef {
            return None;
        }
        let edge = Edge::new(block, slot as usize);
        for index in arm.index() + 1..program.extent(arm).index() {
            match program.step(NodeId::new(index)) {
                Step::Take(_) | Step::Block(_) => {}
                Step::Run(pad) if pad == self.source.cfg().target(edge) => {
                    return Some((Unwinds::Here, edge));
                }
                Step::Break(_) => break,
                _ => {
                    self.fail(NO_TRY);
                    break;
                }
            }
        }
        Some((Unwinds::Away, edge))
    }

    /// Opens the decision of a call that may throw.
    pub(in crate::control) fn open_call(
        &mut self,
        node: NodeId,
        block: BlockId,
        label: Option<LabelId>,
    ) {
        let mut arms = self.arms(node);
        let mut away = None;
        let mut here = None;
        for arm in &mut arms {
            match self.unwinds(block, arm.node) {
                None => {}
                Some((Unwinds::Here, edge)) => {
                    arm.contents = Contents::Code;
                    here = Some((arm.node, edge));
                }
                Some((Unwinds::Away, edge)) => {
                    let has_copies = !self.source.view.copies(edge).is_empty();
                    arm.contents = Contents::Thrown(Some(edge).filter(|_| !has_copies));
                    away = Some((edge, has_copies));
                }
            }
        }
        let with_code = CodeArms::new(&arms);
        let is_used = label.is_some_and(|label| self.is_used[label.index()]);
        let is_empty = |arm: &Arm| matches!(arm.contents, Contents::Nothing(_));
        let has_end = is_used || arms.iter().any(is_empty) || with_code.nodes.len() > 1;
        if has_end {
            self.bind_frame(label, node);
        }
        let end = self.frames.len().wrapping_sub(1);
        let mut others = None;
        let mut frames: Vec<Option<usize>> = vec![None; self.source.cfg().successors(block).len()];
        for &arm in with_code.nodes.iter().rev() {
            match here.filter(|&(own, _)| own == arm) {
                Some((_, edge)) => {
                    let frame = self.open_try(self.source.cfg().target(edge));
                    others = self.others(edge, Some(frame), None);
                }
                None => self.open(Instruction::Block(BlockType::Empty), self.run_after(arm)),
            }
        }
        let opens = has_end || !with_code.nodes.is_empty();
        let fall = opens.then_some(self.frames.len().wrapping_sub(1));
        let mut next = self.frames.len();
        for arm in &arms {
            let frame = match arm.contents {
                Contents::Nothing(_) => Some(end),
                Contents::Jump(_, jump) => Some(self.target(jump)),
                Contents::Thrown(_) => None,
                Contents::Code => {
                    next -= 1;
                    Some(next)
                }
            };
            if let Step::Arm(slots) = self.source.program.step(arm.node) {
                for &slot in self.source.program.cases(slots) {
                    frames[slot as usize] = frame;
                }
            }
        }
        if let Some((edge, has_copies)) = away {
            let frame = self.try_of(self.source.cfg().target(edge));
            others = self.others(edge, frame, Some(edge).filter(|_| has_copies));
        }
        self.mark_arms(&arms);
        self.call_in_try(block, &frames, others, fall);
        self.is_reachable = false;
        self.brackets.push(Bracket::Switch {
            arms: with_code,
            has_end,
        });
    }

    fn others(&mut self, edge: Edge, frame: Option<usize>, copied: Option<Edge>) -> Option<Others> {
        let target = self.source.cfg().target(edge);
        let class = self.source.places.and_then(|places| places.pad(target));
        let (Some(frame), Some(class)) = (frame, class) else {
            self.fail(NO_TRY);
            return None;
        };
        self.frames[frame].is_left = true;
        Some(Others {
            frame,
            class,
            copied,
        })
    }

    /// Calls. By slot there is the frame to which its edge leads, but for that of `others`.
    fn call_in_try(
        &mut self,
        block: BlockId,
        frames: &[Option<usize>],
        others: Option<Others>,
        fall: Option<usize>,
    ) {
        let Exit::Call(_, catches) = &self.source.function.block(block).exit else {
            return;
        };
        let tag = |(place, catch): (usize, &Catch)| match catch {
            Catch::Tag(symbol) => Some((place, *symbol)),
            Catch::TagRef(_) | Catch::All | Catch::AllRef => None,
        };
        let tags: Vec<(usize, Symbol)> = catches.iter().enumerate().filter_map(tag).collect();
        let copied = others.filter(|others| others.copied.is_some());
        let outward = others.map(|others| others.frame);
        let is_elsewhere = copied.is_none() && self.trying() != outward;
        if is_elsewhere {
            self.open_plain_try();
        }
        let has_own = !tags.is_empty() || copied.is_some();
        if has_own {
            self.open_plain_try();
        }
        self.operand(block);
        self.items.push(Item::Open(PieceKind::Call(block)));
        if !self.throws_again(block) {
            self.items.push(Item::ExitCall(block));
        }
        self.keep(Edge::new(block, 0));
        self.items.push(Item::Close);
        self.jump_past(fall, frames[0]);
        for (place, symbol) in tags {
            let edge = Edge::new(block, place + 1);
            self.items.push(Item::Catch(symbol));
            self.items.push(Item::Open(PieceKind::Caught(edge)));
            self.keep(edge);
            self.items.push(Item::Close);
            self.jump_past(fall, frames[place + 1]);
        }
        if let Some(Others {
            frame,
            class,
            copied: Some(edge),
        }) = copied
        {
            self.catch_all(class);
            self.take(edge);
            self.pass_on(frame, class);
        }
        if has_own {
            self.op(Instruction::End);
            self.frames.pop();
        }
        if is_elsewhere {
            self.delegate(outward);
        }
    }

    /// Jumps to a frame, unless that is where control falls to from the end of a `try` here.
    fn jump_past(&mut self, fall: Option<usize>, frame: Option<usize>) {
        let Some(frame) = frame else {
            return;
        };
        self.leave_frame(frame);
        if fall != Some(frame) {
            self.op(Instruction::Br(self.depth(frame)));
        }
    }
}
