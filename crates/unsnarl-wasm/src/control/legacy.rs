//! Exceptions in the legacy instructions: `try`, `catch`, `catch_all`, `rethrow` and `delegate`.
//!
//! *Needs:* a program for a function in which exceptions are [places](crate::places). *Gives:* its
//! brackets, or the reason why an exception is not where it is thrown again.
//! *Cost:* linear in the steps; for each call in the brackets around it.
//!
//! `rethrow` stands within its `catch_all`. A block that is entered with an exception, a *pad*, is
//! entered in no other way, so that all that follows it as far as the end of the bracket around it
//! runs with that exception caught:
//!
//! ```text
//! block                       try
//!   …a call unwinds to p…       …the call…
//! end                         catch_all
//! p; …                          p; …
//!                             end
//! ```
//! The same holds of an arm of a call that begins with a pad.
//!
//! | exceptions of a call go to | instructions |
//! |---|---|
//! | the pad of the innermost `try` | the call |
//! | another pad, or the caller | `try`, the call, `delegate` |
//! | a handler | `try`, the call, `catch $tag`, a jump; others go to the pad or the caller, as above |
//! | a pad, with copies on the edge | `try`, the call, `catch_all`, the copies, and a `rethrow` to the pad |
//! | the caller, as those of all other calls of a block | `try`, the code of the block, `delegate` |
//!
//! Where no `try` is open, exceptions go to the caller by themselves.
//! *Source:* the phase 3 text of the proposal, in the revision that engines implement; what is
//! delegated to a label that is not one of a `try` goes on outwards, and what is delegated to the
//! label of the function leaves it.
//! *Limits:* a pad that begins a loop, or is entered through a dispatcher, has no `try` of its own:
//! this is refused.

use unsnarl::{BlockId, Edge, Id, LabelId, NodeId, Step};
use unsnarl_low::trees::Code;
use unsnarl_low::{Callee, Catch, Exit, Op};
use wasm_encoder::{BlockType, Instruction};

use super::emitter::Emitter;
use super::open::{Arm, Bracket, CodeArms, Contents, Opened, Role};
use crate::item::Item;
use crate::map::PieceKind;

/// Why something cannot be written.
const NO_TRY: &str = "a cleanup that is entered from several places, which no bracket holds";

/// A bracket of the program, while it is open.
pub(super) struct Scope {
    /// How many frames were open around it.
    base: usize,
    /// The `try` around it, whose pad follows it.
    guard: Option<usize>,
}

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

/// Brackets.
impl Emitter<'_, '_> {
    /// Begins a bracket of the program, with a `try` around it if a pad follows it.
    pub(super) fn open_scope(&mut self, node: NodeId) {
        let Some(places) = self.source.places.filter(|places| !places.is_empty()) else {
            return;
        };
        let base = self.frames.len();
        let pad = self.follows(self.source.program.extent(node));
        let pad = pad.filter(|&pad| places.pad(pad).is_some());
        let guard = pad.map(|pad| self.open_try(pad));
        self.scopes.push(Scope { base, guard });
    }

    /// Ends what was caught in a bracket of the program, or in an arm of it.
    pub(super) fn close_caught(&mut self) {
        let base = self.scopes.last().map_or(0, |scope| scope.base);
        let is_caught = |opened: &Opened| matches!(opened.role, Role::Caught(_));
        while self.frames.len() > base && self.frames.last().is_some_and(is_caught) {
            self.close_frame();
        }
    }

    /// Goes on behind the end of a bracket of the program: with its pad, if there is one.
    pub(super) fn close_scope(&mut self) {
        if let Some(scope) = self.scopes.pop()
            && scope.guard.is_some()
        {
            self.begin_caught();
        }
    }

    /// Opens a `try`, and gives its frame.
    pub(super) fn open_try(&mut self, pad: BlockId) -> usize {
        self.items.push(Item::Try);
        self.labels.push(None);
        self.frames.push(Opened {
            is_left: false,
            is_loop: false,
            role: Role::Trying(pad),
        });
        self.frames.len() - 1
    }

    /// Ends the innermost `try`, whose pad follows.
    pub(super) fn begin_caught(&mut self) {
        if self.is_reachable {
            self.fail(NO_TRY);
        }
        let Some(frame) = self.frames.last_mut() else {
            return;
        };
        let Role::Trying(pad) = frame.role else {
            return;
        };
        let class = self.source.places.and_then(|places| places.pad(pad));
        match (std::mem::take(&mut frame.is_left), class) {
            (true, Some(class)) => {
                self.catch_all(class);
                self.is_reachable = true;
            }
            // Nothing unwinds to it.
            _ => self.close_frame(),
        }
    }

    /// Begins what is caught by the innermost `try`.
    fn catch_all(&mut self, class: u32) {
        let mut around = self.frames.iter();
        if around.any(|opened| opened.role == Role::Caught(class)) {
            self.fail("a cleanup within a copy of itself");
        }
        self.items.push(Item::CatchAll);
        self.caught.push(class);
        if let Some(own) = self.frames.last_mut() {
            own.role = Role::Caught(class);
        }
    }

    fn fail(&mut self, reason: &'static str) {
        self.failed.get_or_insert(reason);
    }

    /// The block that runs first after a place, if nothing ends before.
    fn follows(&self, node: NodeId) -> Option<BlockId> {
        let program = self.source.program;
        for index in node.index() + 1..program.len() {
            match program.step(NodeId::new(index)) {
                Step::Run(block) => return Some(block),
                Step::Take(_) | Step::Block(_) | Step::Loop(_) => {}
                _ => return None,
            }
        }
        None
    }

    /// The frame of the innermost `try` that still catches.
    fn trying(&self) -> Option<usize> {
        let is_trying = |opened: &Opened| matches!(opened.role, Role::Trying(_));
        self.frames.iter().rposition(is_trying)
    }

    /// The frame of the innermost `try` of a pad.
    fn try_of(&self, pad: BlockId) -> Option<usize> {
        let mut frames = self.frames.iter();
        frames.rposition(|opened| opened.role == Role::Trying(pad))
    }

    fn open_plain_try(&mut self) {
        self.items.push(Item::Try);
        self.labels.push(None);
        self.frames.push(Opened {
            is_left: false,
            is_loop: false,
            role: Role::Plain,
        });
    }

    /// Ends the innermost `try`: its exceptions go to the `try` of a frame, or to the caller.
    fn delegate(&mut self, to: Option<usize>) {
        self.frames.pop();
        let depth = match to {
            Some(frame) => self.depth(frame),
            None => self.frames.len() as u32,
        };
        self.items.push(Item::Delegate(depth));
    }

    /// Opens a `try` for code whose exceptions leave the function, if others would catch them.
    pub(super) fn open_outward(&mut self) -> bool {
        let is_caught = self.source.places.is_some() && self.trying().is_some();
        if is_caught {
            self.open_plain_try();
        }
        is_caught
    }

    /// Ends such a `try`, if it was opened.
    pub(super) fn close_outward(&mut self, is_open: bool) {
        if is_open {
            self.delegate(None);
        }
    }

    /// Throws what was caught.
    fn rethrow(&mut self, class: u32, block: Option<BlockId>) {
        let mut frames = self.frames.iter();
        match frames.rposition(|opened| opened.role == Role::Caught(class)) {
            Some(frame) => {
                let depth = self.depth(frame);
                self.items.push(Item::Rethrow(block, depth));
            }
            None => self.fail("an exception is thrown again outside of what has caught it"),
        }
    }

    /// Throws what was caught to the `try` of another pad.
    fn pass_on(&mut self, to: usize, class: u32) {
        self.frames[to].is_left = true;
        self.open_plain_try();
        self.rethrow(class, None);
        self.delegate(Some(to));
        self.is_reachable = false;
    }

    /// Goes on along an edge that was taken, if it leads to a pad, and that does not follow.
    pub(super) fn pass_to_pad(&mut self, node: NodeId, edge: Edge) {
        let Some(places) = self.source.places else {
            return;
        };
        let target = self.source.cfg().target(edge);
        if places.pad(target).is_none()
            || self.source.is_call(edge.block)
            || self.follows(node) == Some(target)
        {
            return;
        }
        let function = self.source.function;
        let passed = function.block(edge.block).edges()[edge.slot as usize];
        let mut passed = function.copies(passed).map(|(_, source)| source);
        let class = passed.find_map(|source| places.class(source));
        match (self.try_of(target), class) {
            (Some(frame), Some(class)) => self.pass_on(frame, class),
            _ => self.fail(NO_TRY),
        }
    }
}

/// What is thrown and called.
impl Emitter<'_, '_> {
    /// Tells whether code calls anything.
    pub(super) fn calls(&self, code: &[Code]) -> bool {
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
    pub(super) fn leaves_thrown(&self, block: BlockId) -> bool {
        let exit = &self.source.function.block(block).exit;
        matches!(exit, Exit::TailCall(Callee::Throw(_) | Callee::ThrowRef))
    }

    /// Throws what the operand of an exit refers to; tells whether the exit does so.
    pub(super) fn throws_again(&mut self, block: BlockId) -> bool {
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
            None => self.fail("an exception is thrown again that was not caught"),
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
    pub(super) fn open_call(&mut self, node: NodeId, block: BlockId, label: Option<LabelId>) {
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
        let is_tag = |catch: &Catch| matches!(catch, Catch::Tag(_));
        let tag = catches.iter().position(is_tag);
        let copied = others.filter(|others| others.copied.is_some());
        let outward = others.map(|others| others.frame);
        let is_elsewhere = copied.is_none() && self.trying() != outward;
        if is_elsewhere {
            self.open_plain_try();
        }
        let has_own = tag.is_some() || copied.is_some();
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
        if let Some(place) = tag
            && let Catch::Tag(symbol) = catches[place]
        {
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
