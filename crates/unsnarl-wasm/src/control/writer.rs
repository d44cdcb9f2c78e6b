//! The walk over the program.

use unsnarl::{BlockId, Edge, Exit, Id, LabelId, NodeId, Step};
use wasm_encoder::{BlockType, Instruction, ValType};

use super::decision::Target;
use super::{Item, Source, Written, is_bare, is_folded};
use crate::STACK_POINTER;
use crate::code::{Number, Source as From};
use crate::condition::{Condition, decide, instruction};
use crate::frame::STACK_ALIGN;
use crate::locals::Locals;
use crate::map::PieceKind;
use crate::stackify::Code;

/// A `block`, `loop` or `if` that is open.
#[derive(Clone, Copy)]
pub(super) struct Opened {
    /// Whether control gets past its end by a jump.
    is_left: bool,
    /// A jump to a loop starts it again.
    is_loop: bool,
}

/// A bracket of the program that is open, by what stands for it.
enum Bracket {
    /// So many frames, all of which end with it.
    Frames(usize),
    /// An `if`: the second arm with contents begins with `else`.
    If { arms: Vec<Arm>, has_else: bool },
    /// A `br_if`, maybe in a `block`: what follows it is the arm with contents.
    Inline { arms: Vec<Arm>, frames: usize },
    /// Blocks: one for each arm with contents that has not begun; one around them all, if `has_end`.
    Switch { arms: Vec<Arm>, has_end: bool },
}

/// An arm of a bracket.
#[derive(Clone)]
pub(super) struct Arm {
    pub(super) node: NodeId,
    pub(super) contents: Contents,
}

/// What is in an arm.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Contents {
    /// Nothing; control goes past the end of the bracket.
    Nothing(Option<Edge>),
    /// A jump on an edge on which nothing happens.
    Jump(Option<Edge>, Step),
    /// More than that.
    Code,
}

pub(super) struct Writer<'a, 'l> {
    pub(super) source: &'a Source<'a>,
    pub(super) locals: &'l mut Locals,
    pub(super) items: Vec<Item>,
    pub(super) frames: Vec<Opened>,
    brackets: Vec<Bracket>,
    /// By label: the frame that a break of it leaves, the frame that a continue of it starts again.
    bound: Vec<(Option<usize>, Option<usize>)>,
    /// By label: whether a break of it is a jump.
    is_used: Vec<bool>,
    /// By step: the label of the innermost bracket around it.
    innermost: Vec<Option<LabelId>>,
    is_folded: Vec<bool>,
    /// By block: the locals that hold what its exit reads.
    saved: Vec<Vec<u32>>,
    pub(super) label: Option<u32>,
    frame_pointer: Option<u32>,
    /// Where the stack pointer was, if the frame pointer does not tell.
    caller_pointer: Option<u32>,
    pub(super) scratch: [Option<u32>; 3],
    is_reachable: bool,
    labels: Vec<Option<BlockId>>,
}

impl<'a, 'l> Writer<'a, 'l> {
    pub(super) fn new(source: &'a Source<'a>, locals: &'l mut Locals) -> Self {
        let program = source.program;
        let innermost = innermost_labels(program);
        Writer {
            source,
            locals,
            items: Vec::new(),
            frames: Vec::new(),
            brackets: Vec::new(),
            bound: vec![(None, None); program.label_count()],
            is_used: used_labels(program, &innermost),
            innermost,
            is_folded: is_folded(source.cfg, program),
            saved: vec![Vec::new(); source.cfg.block_count()],
            label: None,
            frame_pointer: None,
            caller_pointer: None,
            scratch: [None; 3],
            is_reachable: true,
            labels: Vec::new(),
        }
    }

    pub(super) fn write(mut self) -> Written {
        self.prologue();
        let mut node = 0;
        while node < self.source.program.len() {
            node = self.step(NodeId::new(node));
        }
        self.end();
        let saved = self.saved.iter().enumerate();
        let saved = saved.flat_map(|(block, locals)| {
            locals
                .iter()
                .map(move |&local| (BlockId::new(block), local))
        });
        Written {
            label: self.label,
            saved: saved.collect(),
            frame_pointer: self.frame_pointer,
            labels: self.labels,
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
        match step {
            Step::Run(block) => self.run(block),
            Step::Take(edge) => self.take(edge),
            Step::Leave(block) => self.leave(block),
            Step::Store(value) => {
                let label = self.label_local();
                self.op(Instruction::I32Const(value as i32));
                self.op(Instruction::LocalSet(label));
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
            Step::If(block, label) => self.open_if(node, block, label),
            Step::Switch(_, label) | Step::Dispatch(label) => self.open_switch(node, step, label),
            Step::Arm(_) => return self.arm(node),
            Step::End => self.close(),
        }
        next
    }

    pub(super) fn op(&mut self, op: Instruction<'static>) {
        self.items.push(Item::Op(op));
    }

    pub(super) fn mark(&mut self, kind: PieceKind) {
        self.items.push(Item::Open(kind));
        self.items.push(Item::Close);
    }

    fn code(&mut self, code: &[Code]) {
        for item in code {
            match item {
                Code::Op(op) => self.op(op.clone()),
                Code::Remake(reg) => match self.source.body.source(*reg) {
                    From::Number(number) => self.op(number.instruction()),
                    From::Frame(offset) => self.frame_address(offset),
                    _ => self.op(Instruction::LocalGet(self.locals.get(*reg))),
                },
                Code::Get(reg) => self.op(Instruction::LocalGet(self.locals.get(*reg))),
                Code::Set(reg) => self.op(Instruction::LocalSet(self.locals.get(*reg))),
                Code::Tee(reg) => self.op(Instruction::LocalTee(self.locals.get(*reg))),
            }
        }
    }

    fn frame_address(&mut self, offset: u32) {
        let pointer = self
            .frame_pointer
            .expect("a function with variables in memory has a frame");
        self.op(Instruction::LocalGet(pointer));
        if offset != 0 {
            self.op(Number::I32(offset as i32).instruction());
            self.op(Instruction::I32Add);
        }
    }
}

/// Blocks, edges, the way in and the ways out.
impl Writer<'_, '_> {
    fn prologue(&mut self) {
        let frame = self.source.frame;
        if !frame.is_needed() {
            return;
        }
        self.items.push(Item::Open(PieceKind::Prologue));
        let pointer = self.locals.add(ValType::I32);
        self.frame_pointer = Some(pointer);
        self.op(Instruction::GlobalGet(STACK_POINTER));
        if u64::from(frame.align) > STACK_ALIGN {
            let caller = self.locals.add(ValType::I32);
            self.caller_pointer = Some(caller);
            self.op(Instruction::LocalTee(caller));
        }
        if frame.size > 0 {
            self.op(Instruction::I32Const(frame.size as i32));
            self.op(Instruction::I32Sub);
            if self.caller_pointer.is_some() {
                self.op(Instruction::I32Const((frame.align as i32).wrapping_neg()));
                self.op(Instruction::I32And);
            }
            self.op(Instruction::LocalTee(pointer));
            self.op(Instruction::GlobalSet(STACK_POINTER));
        } else {
            self.op(Instruction::LocalSet(pointer));
        }
        self.items.push(Item::Close);
    }

    fn epilogue(&mut self) {
        let Some(pointer) = self.frame_pointer else {
            return;
        };
        self.items.push(Item::Open(PieceKind::Epilogue));
        self.op(Instruction::LocalGet(
            self.caller_pointer.unwrap_or(pointer),
        ));
        let size = self.source.frame.size;
        if self.caller_pointer.is_none() && size > 0 {
            self.op(Instruction::I32Const(size as i32));
            self.op(Instruction::I32Add);
        }
        self.op(Instruction::GlobalSet(STACK_POINTER));
        self.items.push(Item::Close);
    }

    fn run(&mut self, block: BlockId) {
        let source = self.source;
        let code = &source.code.blocks[block.index()];
        self.items.push(Item::Open(PieceKind::Code(block)));
        self.code(&code.run);
        if !self.is_folded[block.index()] && !code.exit.is_empty() {
            self.code(&code.exit);
            let regs = &source.body.blocks[block.index()].exit;
            if self.saved[block.index()].is_empty() {
                let types: Vec<ValType> = regs.iter().map(|&reg| source.body.ty(reg)).collect();
                self.saved[block.index()] =
                    types.into_iter().map(|ty| self.locals.add(ty)).collect();
            }
            for index in (0..regs.len()).rev() {
                self.op(Instruction::LocalSet(self.saved[block.index()][index]));
            }
        }
        self.items.push(Item::Close);
    }

    /// Pushes what the exit of a block reads.
    fn operand(&mut self, block: BlockId) {
        self.items.push(Item::Open(PieceKind::Operand(block)));
        if self.is_folded[block.index()] {
            let source = self.source;
            self.code(&source.code.blocks[block.index()].exit);
        } else {
            for index in 0..self.saved[block.index()].len() {
                self.op(Instruction::LocalGet(self.saved[block.index()][index]));
            }
        }
        self.items.push(Item::Close);
    }

    fn take(&mut self, edge: Edge) {
        let source = self.source;
        let to = source.cfg.target(edge);
        let moves = crate::edge::moves(source.body, source.code, self.locals, edge.block, to);
        self.items.push(Item::Open(PieceKind::Edge(edge)));
        for &(_, from) in &moves {
            match source.body.is_remade(from) {
                true => self.code(&[Code::Remake(from)]),
                false => self.code(&[Code::Get(from)]),
            }
        }
        for &(local, _) in moves.iter().rev() {
            self.op(Instruction::LocalSet(local));
        }
        self.items.push(Item::Close);
    }

    fn leave(&mut self, block: BlockId) {
        if self.source.cfg.exit(block) == Exit::Return {
            self.operand(block);
            self.epilogue();
            self.mark(PieceKind::Leave(block));
            self.op(Instruction::Return);
        } else {
            self.mark(PieceKind::Leave(block));
            self.op(Instruction::Unreachable);
        }
        self.is_reachable = false;
    }

    /// Ends the function: a `return` there says nothing, and what cannot be reached must still have the right type.
    fn end(&mut self) {
        match self.items.last() {
            Some(Item::Op(Instruction::Return)) => {
                self.items.pop();
            }
            Some(Item::Op(Instruction::End)) => self.op(Instruction::Unreachable),
            _ => {}
        }
    }

    /// Pushes the condition of a block, or its opposite.
    fn condition(&mut self, block: BlockId, holds: bool) {
        let source = self.source;
        if !self.is_folded[block.index()] {
            self.operand(block);
            if !holds {
                self.op(Instruction::I32Eqz);
            }
            return;
        }
        let condition = Condition::new(source.body, &source.code.blocks[block.index()].exit);
        self.items.push(Item::Open(PieceKind::Operand(block)));
        self.code(condition.operand);
        self.items.push(Item::Close);
        let (first, second) = decide(condition.comparison, holds);
        if let Some(comparison) = condition.comparison {
            self.items
                .push(Item::Open(PieceKind::Comparison(block, comparison)));
            first
                .into_iter()
                .for_each(|comparison| self.op(instruction(comparison)));
            self.items.push(Item::Close);
        }
        second
            .into_iter()
            .for_each(|comparison| self.op(instruction(comparison)));
    }
}

/// Brackets and jumps.
impl Writer<'_, '_> {
    pub(super) fn open(&mut self, op: Instruction<'static>, label: Option<BlockId>) {
        let is_loop = matches!(op, Instruction::Loop(_));
        self.op(op);
        self.labels.push(label);
        self.frames.push(Opened {
            is_left: false,
            is_loop,
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

    /// The frame that a jump goes to; control gets past its end from now on, if it is left.
    pub(super) fn target(&mut self, jump: Step) -> usize {
        let (label, is_break) = match jump {
            Step::Break(label) => (label, true),
            Step::Continue(label) => (label, false),
            _ => unreachable!("only breaks and continues are jumps"),
        };
        let (left, restarted) = self.bound[label.index()];
        let frame = if is_break { left } else { restarted };
        let frame = frame.expect("P2: a jump stands inside the bracket that binds its label");
        self.leave_frame(frame);
        frame
    }

    /// Notes that control jumps to a frame.
    pub(super) fn leave_frame(&mut self, frame: usize) {
        let frame = &mut self.frames[frame];
        frame.is_left |= !frame.is_loop;
    }

    fn jump(&mut self, jump: Step) {
        let frame = self.target(jump);
        self.op(Instruction::Br(self.depth(frame)));
        self.is_reachable = false;
    }

    /// Tells whether control gets without a jump to where a break goes.
    fn is_tail(&self, node: NodeId, label: LabelId) -> bool {
        is_last(self.source.program, node) && self.innermost[node.index()] == Some(label)
    }

    fn open_loop(&mut self, node: NodeId, label: LabelId) {
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

    /// The block that runs first after a place, if nothing but brackets stands between.
    fn run_after(&self, node: NodeId) -> Option<BlockId> {
        let program = self.source.program;
        for index in node.index() + 1..program.len() {
            match program.step(NodeId::new(index)) {
                Step::Run(block) => return Some(block),
                Step::Block(_) | Step::Loop(_) | Step::End => {}
                _ => return None,
            }
        }
        None
    }

    fn arms(&self, node: NodeId) -> Vec<Arm> {
        let program = self.source.program;
        let own = program.step(node).bound_label();
        let end = program.extent(node);
        let mut arms = Vec::new();
        let mut arm = NodeId::new(node.index() + 1);
        while arm < end {
            arms.push(Arm {
                node: arm,
                contents: self.contents(arm, own),
            });
            arm = program.extent(arm);
        }
        arms
    }

    fn contents(&self, arm: NodeId, own: Option<LabelId>) -> Contents {
        let program = self.source.program;
        let range = arm.index() + 1..program.extent(arm).index();
        if range.len() > 2 {
            return Contents::Code;
        }
        let steps: Vec<Step> = range
            .map(|index| program.step(NodeId::new(index)))
            .collect();
        let (edge, rest) = match steps[..] {
            [Step::Take(edge), ref rest @ ..] if is_bare(self.source, self.locals, edge) => {
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

    /// The edges that an instruction takes by itself if it decides for them.
    pub(super) fn mark_arms(&mut self, arms: &[Arm]) {
        for arm in arms {
            if let Contents::Nothing(Some(edge)) | Contents::Jump(Some(edge), _) = arm.contents {
                self.mark(PieceKind::Arm(edge));
            }
        }
    }

    fn open_if(&mut self, node: NodeId, block: BlockId, label: Option<LabelId>) {
        let arms = self.arms(node);
        let program = self.source.program;
        let holds = |arm: &Arm| match program.step(arm.node) {
            Step::Arm(cases) => program.cases(cases).contains(&0),
            _ => false,
        };
        let is_used = label.is_some_and(|label| self.is_used[label.index()]);
        let with_code = arms
            .iter()
            .filter(|arm| arm.contents == Contents::Code)
            .count();
        let only_jumps = arms
            .iter()
            .find(|arm| matches!(arm.contents, Contents::Jump(..)));
        if arms.len() < 2 {
            self.condition(block, true);
            self.mark_arms(&arms);
            self.op(Instruction::Drop);
            return self.inline(arms, label.filter(|_| is_used), node);
        }
        if let Some(Arm {
            contents: Contents::Jump(_, jump),
            node: arm,
        }) = only_jumps.cloned()
        {
            if is_used {
                // The frame opens before the operand, so that nothing waits on the stack outside of it.
                self.bind_frame(label, node);
            }
            self.condition(
                block,
                holds(&Arm {
                    node: arm,
                    contents: Contents::Code,
                }),
            );
            self.mark_arms(&arms);
            let frame = self.target(jump);
            self.op(Instruction::BrIf(self.depth(frame)));
            let other = arms
                .iter()
                .find(|other| other.node != arm)
                .map(|other| other.contents);
            if let Some(Contents::Jump(_, jump)) = other {
                self.jump(jump);
            }
            self.brackets.push(Bracket::Inline {
                arms,
                frames: usize::from(is_used),
            });
            return;
        }
        if with_code == 0 {
            self.condition(block, true);
            self.mark_arms(&arms);
            self.op(Instruction::Drop);
            return self.inline(arms, None, node);
        }
        let first = arms.iter().find(|arm| arm.contents == Contents::Code);
        let then = first.is_some_and(holds);
        self.condition(block, then);
        self.mark_arms(&arms);
        self.open(Instruction::If(BlockType::Empty), None);
        if let Some(label) = label {
            self.bound[label.index()].0 = Some(self.frames.len() - 1);
        }
        self.brackets.push(Bracket::If {
            arms,
            has_else: false,
        });
    }

    fn bind_frame(&mut self, label: Option<LabelId>, node: NodeId) {
        let follow = self.run_after(self.source.program.extent(node));
        self.open(Instruction::Block(BlockType::Empty), follow);
        if let Some(label) = label {
            self.bound[label.index()].0 = Some(self.frames.len() - 1);
        }
    }

    fn inline(&mut self, arms: Vec<Arm>, label: Option<LabelId>, node: NodeId) {
        let frames = usize::from(label.is_some());
        if frames > 0 {
            self.bind_frame(label, node);
        }
        self.brackets.push(Bracket::Inline { arms, frames });
    }

    fn open_switch(&mut self, node: NodeId, step: Step, label: Option<LabelId>) {
        let arms = self.arms(node);
        let with_code = arms
            .iter()
            .filter(|arm| arm.contents == Contents::Code)
            .count();
        let is_used = label.is_some_and(|label| self.is_used[label.index()]);
        let has_nothing = arms
            .iter()
            .any(|arm| matches!(arm.contents, Contents::Nothing(_)));
        let has_end = is_used || has_nothing || with_code > 1;
        if has_end {
            self.bind_frame(label, node);
        }
        let end = self.frames.len().wrapping_sub(1);
        let with_code: Vec<NodeId> = arms
            .iter()
            .filter(|arm| arm.contents == Contents::Code)
            .map(|arm| arm.node)
            .collect();
        for &arm in with_code.iter().rev() {
            self.open(Instruction::Block(BlockType::Empty), self.run_after(arm));
        }
        let innermost = self.frames.len().wrapping_sub(1);
        let targets: Vec<Target> = arms
            .iter()
            .map(|arm| Target {
                node: arm.node,
                frame: match arm.contents {
                    Contents::Nothing(_) => end,
                    Contents::Jump(_, jump) => self.target(jump),
                    Contents::Code => {
                        let position = with_code.iter().position(|&node| node == arm.node);
                        innermost - position.expect("every arm with contents has a frame")
                    }
                },
            })
            .collect();
        if let Step::Switch(block, _) = step {
            self.operand(block);
        }
        self.mark_arms(&arms);
        self.decide(step, &targets);
        self.is_reachable = false;
        self.brackets.push(Bracket::Switch { arms, has_end });
    }

    /// Begins an arm; one without contents has been dealt with.
    fn arm(&mut self, node: NodeId) -> usize {
        let program = self.source.program;
        let bracket = self
            .brackets
            .pop()
            .expect("P1: an arm stands inside a bracket");
        let arms = match &bracket {
            Bracket::If { arms, .. }
            | Bracket::Inline { arms, .. }
            | Bracket::Switch { arms, .. } => arms,
            Bracket::Frames(_) => unreachable!("P1: only decisions have arms"),
        };
        let with_code: Vec<NodeId> = arms
            .iter()
            .filter(|arm| arm.contents == Contents::Code)
            .map(|arm| arm.node)
            .collect();
        let Some(position) = with_code.iter().position(|&arm| arm == node) else {
            self.brackets.push(bracket);
            return program.extent(node).index();
        };
        let bracket = match bracket {
            Bracket::If { arms, .. } if position > 0 => {
                let frame = self.frames.len() - 1;
                self.frames[frame].is_left |= self.is_reachable;
                self.op(Instruction::Else);
                self.is_reachable = true;
                Bracket::If {
                    arms,
                    has_else: true,
                }
            }
            Bracket::Switch { arms, has_end } => {
                if self.is_reachable && position > 0 {
                    let end = self.frames.len() - 1 - (with_code.len() - position);
                    self.leave_frame(end);
                    self.op(Instruction::Br(self.depth(end)));
                }
                self.is_reachable = true;
                self.close_frame();
                Bracket::Switch { arms, has_end }
            }
            other => other,
        };
        self.brackets.push(bracket);
        node.index() + 1
    }

    fn close(&mut self) {
        match self.brackets.pop().expect("P1: every end closes a bracket") {
            Bracket::Frames(frames) | Bracket::Inline { frames, .. } => {
                (0..frames).for_each(|_| self.close_frame());
            }
            Bracket::If { has_else, .. } => {
                self.is_reachable |= !has_else;
                self.close_frame();
            }
            Bracket::Switch { has_end, .. } => {
                if has_end {
                    self.close_frame();
                }
            }
        }
    }

    pub(super) fn label_local(&mut self) -> u32 {
        match self.label {
            Some(label) => label,
            None => {
                let label = self.locals.add(ValType::I32);
                self.label = Some(label);
                label
            }
        }
    }
}

fn is_last(program: &unsnarl::Program, node: NodeId) -> bool {
    let next = node.index() + 1;
    next < program.len() && matches!(program.step(NodeId::new(next)), Step::Arm(_) | Step::End)
}

/// By step: the label of the innermost bracket around it.
fn innermost_labels(program: &unsnarl::Program) -> Vec<Option<LabelId>> {
    let mut open = Vec::new();
    let mut labels = Vec::with_capacity(program.len());
    for (_, step) in program.steps() {
        if step == Step::End {
            open.pop();
        }
        labels.push(open.last().copied().flatten());
        if step.opens() {
            open.push(step.bound_label());
        }
    }
    labels
}

/// By label: whether some break of it is not the last step of the bracket or arm that it goes past.
fn used_labels(program: &unsnarl::Program, innermost: &[Option<LabelId>]) -> Vec<bool> {
    let mut used = vec![false; program.label_count()];
    for (node, step) in program.steps() {
        if let Step::Break(label) = step {
            let is_tail = is_last(program, node) && innermost[node.index()] == Some(label);
            used[label.index()] |= !is_tail;
        }
    }
    used
}
