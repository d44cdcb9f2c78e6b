//! Brackets, arms and jumps.

use unsnarl::Id;
use unsnarl::{BlockId, Edge, LabelId, NodeId, Step};
use wasm_encoder::{BlockType, Instruction};

use super::decision::Target;
use super::emitter::{Emitter, is_last};
use super::open::{Arm, Bracket, CodeArms, Contents, Opened, Role};
use crate::map::PieceKind;

/// Brackets and jumps.
impl Emitter<'_, '_> {
    pub(super) fn open(&mut self, op: Instruction<'static>, label: Option<BlockId>) {
        let is_loop = matches!(op, Instruction::Loop(_));
        self.op(op);
        self.labels.push(label);
        self.frames.push(Opened {
            is_left: false,
            is_loop,
            role: Role::Plain,
        });
    }

    pub(super) fn close_frame(&mut self) {
        self.op(Instruction::End);
        let frame = self
            .frames
            .pop()
            .expect("frames are closed in the order in which they were opened");
        self.is_reachable |= frame.is_left;
    }

    /// The depth of the frame that a jump goes to, as an operand.
    pub(super) fn depth(&self, frame: usize) -> u32 {
        (self.frames.len() - 1 - frame) as u32
    }

    /// The target frame of a jump; its end is reachable from now on, if it is left.
    pub(super) fn target(&mut self, jump: Step) -> usize {
        let (label, is_break) = match jump {
            Step::Break(label) => (label, true),
            Step::Continue(label) => (label, false),
            _ => unreachable!("only breaks and continues are jumps"),
        };
        let (left, restarted) = self.bound[label.index()];
        let frame = if is_break { left } else { restarted };
        let frame = frame.expect("P2: a jump is inside the bracket that binds its label");
        self.leave_frame(frame);
        frame
    }

    /// Records a jump to a frame.
    pub(super) fn leave_frame(&mut self, frame: usize) {
        let frame = &mut self.frames[frame];
        frame.is_left |= !frame.is_loop;
    }

    pub(super) fn jump(&mut self, jump: Step) {
        let frame = self.target(jump);
        self.op(Instruction::Br(self.depth(frame)));
        self.is_reachable = false;
    }

    /// Tells whether control falls through to the target of a break.
    pub(super) fn is_tail(&self, node: NodeId, label: LabelId) -> bool {
        is_last(self.source.program, node) && self.innermost[node.index()] == Some(label)
    }

    pub(super) fn open_loop(&mut self, node: NodeId, label: LabelId) {
        let program = self.source.program;
        let mut frames = 1;
        if self.is_used[label.index()] {
            self.open(
                Instruction::Block(BlockType::Empty),
                self.run_after(program.extent(node)),
            );
            self.bound[label.index()].0 = Some(self.frames.len() - 1);
            frames = 2;
        }
        self.open(Instruction::Loop(BlockType::Empty), self.run_after(node));
        self.bound[label.index()].1 = Some(self.frames.len() - 1);
        self.brackets.push(Bracket::Frames(frames));
    }

    /// The block that runs first after a place, if there are only brackets between.
    pub(super) fn run_after(&self, node: NodeId) -> Option<BlockId> {
        let program = self.source.program;
        for index in node.index() + 1..program.len() {
            match program.step(NodeId::new(index)) {
                Step::Run(block) => return Some(block),
                Step::Take(_) | Step::Block(_) | Step::Loop(_) | Step::End => {}
                _ => return None,
            }
        }
        None
    }

    pub(super) fn arms(&self, node: NodeId) -> Vec<Arm> {
        let program = self.source.program;
        let bracket = program.step(node);
        let end = program.extent(node);
        let mut arms = Vec::new();
        let mut arm = NodeId::new(node.index() + 1);
        while arm < end {
            arms.push(Arm {
                node: arm,
                contents: self.contents(arm, bracket),
            });
            arm = program.extent(arm);
        }
        arms
    }

    fn contents(&self, arm: NodeId, bracket: Step) -> Contents {
        let program = self.source.program;
        let own = bracket.bound_label();
        // A decision by the label or by flags takes no edge.
        let takes = matches!(bracket, Step::If(..) | Step::Switch(..));
        let range = arm.index() + 1..program.extent(arm).index();
        if range.len() > 2 {
            return Contents::Code;
        }
        let steps: Vec<Step> = range
            .map(|index| program.step(NodeId::new(index)))
            .collect();
        let (edge, rest) = match steps[..] {
            [Step::Take(edge), ref rest @ ..]
                if takes && self.source.view.copies(edge).is_empty() =>
            {
                (Some(edge), rest)
            }
            ref rest => (None, rest),
        };
        match *rest {
            [] => Contents::Nothing(edge),
            [Step::Break(label)] if own == Some(label) => Contents::Nothing(edge),
            [jump @ (Step::Break(_) | Step::Continue(_))] => Contents::Jump(edge, jump),
            _ => Contents::Code,
        }
    }

    /// The edges that an instruction takes if it decides for them.
    pub(super) fn mark_arms(&mut self, arms: &[Arm]) {
        let program = self.source.program;
        for arm in arms {
            if let Contents::Nothing(Some(edge))
            | Contents::Jump(Some(edge), _)
            | Contents::Thrown(Some(edge)) = arm.contents
                && let Step::Arm(slots) = program.step(arm.node)
            {
                // The slots of an arm are parallel: each selected slot takes its own edge.
                let slots = program.cases(slots).iter();
                slots.for_each(|&slot| self.mark(PieceKind::Arm(Edge { slot, ..edge })));
            }
        }
    }

    pub(super) fn bind_frame(&mut self, label: Option<LabelId>, node: NodeId) {
        let follow = self.run_after(self.source.program.extent(node));
        self.open(Instruction::Block(BlockType::Empty), follow);
        if let Some(label) = label {
            self.bound[label.index()].0 = Some(self.frames.len() - 1);
        }
    }

    /// Opens a decision between any number of arms, with a block for each that has contents.
    pub(super) fn open_switch(&mut self, node: NodeId, step: Step, label: Option<LabelId>) {
        if let Step::Switch(block, _) = step
            && self.source.places.is_some()
            && self.source.is_call(block)
        {
            return self.open_call(node, block, label);
        }
        let arms = self.arms(node);
        let with_code = CodeArms::new(&arms);
        let is_used = label.is_some_and(|label| self.is_used[label.index()]);
        let has_nothing = arms
            .iter()
            .any(|arm| matches!(arm.contents, Contents::Nothing(_)));
        let has_end = is_used || has_nothing || with_code.nodes.len() > 1;
        if has_end {
            self.bind_frame(label, node);
        }
        let end = self.frames.len().wrapping_sub(1);
        for &arm in with_code.nodes.iter().rev() {
            self.open(Instruction::Block(BlockType::Empty), self.run_after(arm));
        }
        let innermost = self.frames.len().wrapping_sub(1);
        let mut next = innermost.wrapping_add(1);
        let mut targets = Vec::with_capacity(arms.len());
        for arm in &arms {
            let frame = match arm.contents {
                Contents::Nothing(_) => end,
                Contents::Jump(_, jump) => self.target(jump),
                // It is an arm of a call in the legacy instructions only.
                Contents::Thrown(_) => end,
                Contents::Code => {
                    next -= 1;
                    next
                }
            };
            targets.push(Target {
                node: arm.node,
                frame,
            });
        }
        let opens = has_end || !with_code.nodes.is_empty();
        let fall = opens.then_some(innermost);
        match step {
            Step::Switch(block, _) if self.source.is_call(block) => {
                self.mark_arms(&arms);
                self.call(block, &targets, fall);
            }
            _ => {
                if let Step::Switch(block, _) = step {
                    self.operand(block);
                }
                self.mark_arms(&arms);
                self.decide(step, &targets, fall);
            }
        }
        self.is_reachable = false;
        self.brackets.push(Bracket::Switch {
            arms: with_code,
            has_end,
        });
    }

    /// Begins an arm, unless it has no contents and is written already.
    pub(super) fn arm(&mut self, node: NodeId) -> usize {
        let bracket = self
            .brackets
            .last_mut()
            .expect("P1: an arm is inside a bracket");
        let position = match bracket {
            Bracket::If(arms) | Bracket::Inline { arms, .. } | Bracket::Switch { arms, .. } => {
                arms.begin(node)
            }
            Bracket::Frames(_) => None,
        };
        let Some(position) = position else {
            return self.source.program.extent(node).index();
        };
        match bracket {
            Bracket::If(_) if position > 0 => {
                let frame = self.frames.last_mut().expect("the if is open");
                frame.is_left |= self.is_reachable;
                self.op(Instruction::Else);
                self.is_reachable = true;
            }
            Bracket::Switch { arms, .. } => {
                let blocks = arms.nodes.len() - position;
                self.begin_switch_arm(position, blocks);
            }
            _ => {}
        }
        node.index() + 1
    }

    /// Ends the arm before, and the block whose end is the start of this one; `blocks` blocks are
    /// open.
    fn begin_switch_arm(&mut self, position: usize, blocks: usize) {
        if self.is_reachable && position > 0 {
            let end = self.frames.len() - 1 - blocks;
            self.leave_frame(end);
            self.op(Instruction::Br(self.depth(end)));
        }
        let role = self.frames.last().map(|opened| opened.role);
        if let Some(Role::Trying(_)) = role {
            self.is_reachable = false;
            return self.begin_caught();
        }
        self.is_reachable = true;
        self.close_frame();
    }

    pub(super) fn close(&mut self) {
        match self.brackets.pop().expect("P1: every end closes a bracket") {
            Bracket::Frames(frames) | Bracket::Inline { frames, .. } => {
                (0..frames).for_each(|_| self.close_frame());
            }
            Bracket::If(arms) => {
                self.is_reachable |= arms.begun < 2;
                self.close_frame();
            }
            Bracket::Switch { has_end, .. } => {
                if has_end {
                    self.close_frame();
                }
            }
        }
    }
}
