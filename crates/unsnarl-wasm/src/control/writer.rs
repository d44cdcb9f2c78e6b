//! The walk over the program.

use std::collections::HashSet;

use unsnarl::{BlockId, Edge, Exit, FlagId, Id, LabelId, NodeId, Step};
use unsnarl_low::trees::Code;
use unsnarl_low::{Exit as LowExit, Op, Source as From, Type};
use wasm_encoder::{BlockType, Instruction};

use super::brackets::Bracket;
use super::fork::Asked;
use super::{Item, Source, Written, is_folded};
use crate::frame::STACK_ALIGN;
use crate::locals::{Locals, Web};
use crate::map::PieceKind;

/// A `block`, `loop` or `if` that is open.
#[derive(Clone, Copy)]
pub(super) struct Opened {
    /// Whether a jump leads to its end.
    pub(super) is_left: bool,
    /// A jump to a loop starts it again.
    pub(super) is_loop: bool,
}

pub(super) struct Writer<'a, 'l> {
    pub(super) source: &'a Source<'a>,
    pub(super) locals: &'l mut Locals,
    pub(super) items: Vec<Item>,
    pub(super) frames: Vec<Opened>,
    pub(super) brackets: Vec<Bracket>,
    /// By label: the frame that a break of it leaves, the frame that a continue of it starts again.
    pub(super) bound: Vec<(Option<usize>, Option<usize>)>,
    /// By label: whether a break of it is a jump.
    pub(super) is_used: Vec<bool>,
    /// By step: the label of the innermost bracket around it.
    pub(super) innermost: Vec<Option<LabelId>>,
    pub(super) is_folded: Vec<bool>,
    /// By block: the locals that hold the operands of its exit.
    pub(super) saved: Vec<Vec<Web>>,
    pub(super) label: Option<Web>,
    /// By flag: the local that holds it.
    flags: Vec<Option<Web>>,
    frame_pointer: Option<Web>,
    /// The former stack pointer, if it does not follow from the frame pointer.
    caller_pointer: Option<Web>,
    pub(super) scratch: [Option<Web>; 3],
    pub(super) is_reachable: bool,
    pub(super) labels: Vec<Option<BlockId>>,
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
            is_folded: is_folded(source.cfg(), program),
            saved: vec![Vec::new(); source.cfg().block_count()],
            label: None,
            flags: vec![None; program.flag_count()],
            frame_pointer: None,
            caller_pointer: None,
            scratch: [None; 3],
            is_reachable: true,
            labels: Vec::new(),
        }
    }

    pub(super) fn write(mut self) -> Written {
        self.prologue();
        self.unset_label();
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
        let flags = self.flags.iter().enumerate();
        let flags = flags.filter_map(|(flag, local)| Some((FlagId::new(flag), (*local)?)));
        Written {
            label: self.label,
            saved: saved.collect(),
            flags: flags.collect(),
            frame_pointer: self.frame_pointer,
            caller_pointer: self.caller_pointer,
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

    pub(super) fn label_local(&mut self) -> Web {
        *self.label.get_or_insert_with(|| self.locals.add(Type::I32))
    }

    pub(super) fn flag_local(&mut self, flag: FlagId) -> Web {
        *self.flags[flag.index()].get_or_insert_with(|| self.locals.add(Type::I32))
    }

    pub(super) fn code(&mut self, code: &[Code]) {
        for item in code {
            match item {
                Code::Inst(inst) => self.items.push(Item::Inst(*inst)),
                Code::Drop => self.op(Instruction::Drop),
                Code::Rematerialise(reg) => match self.source.function.source(*reg) {
                    From::Number(number) => self.items.push(Item::Number(number)),
                    From::Frame(offset) => self.frame_address(offset),
                    _ => self.items.push(Item::Get(self.locals.get(*reg))),
                },
                Code::Get(reg) => self.items.push(Item::Get(self.locals.get(*reg))),
                Code::Set(reg) => self.items.push(Item::Set(self.locals.get(*reg))),
                Code::Tee(reg) => self.items.push(Item::Tee(self.locals.get(*reg))),
            }
        }
    }

    fn frame_address(&mut self, offset: u32) {
        let pointer = self
            .frame_pointer
            .expect("a function with variables in memory has a frame");
        self.items.push(Item::Get(pointer));
        if offset != 0 {
            self.op(Instruction::I32Const(offset as i32));
            self.op(Instruction::I32Add);
        }
    }
}

/// Blocks, edges, the prologue and the exits.
impl Writer<'_, '_> {
    fn prologue(&mut self) {
        let frame = self.source.frame;
        if !frame.is_needed() {
            return;
        }
        self.items.push(Item::Open(PieceKind::Prologue));
        let pointer = self.locals.add(Type::I32);
        self.frame_pointer = Some(pointer);
        let stack_pointer = self.source.link.stack_pointer();
        let get = Op::GlobalGet(stack_pointer, Type::I32);
        self.items.push(Item::Access(get));
        if u64::from(frame.align) > STACK_ALIGN {
            let caller = self.locals.add(Type::I32);
            self.caller_pointer = Some(caller);
            self.items.push(Item::Tee(caller));
        }
        if frame.size > 0 {
            self.op(Instruction::I32Const(frame.size as i32));
            self.op(Instruction::I32Sub);
            if self.caller_pointer.is_some() {
                self.op(Instruction::I32Const((frame.align as i32).wrapping_neg()));
                self.op(Instruction::I32And);
            }
            self.items.push(Item::Tee(pointer));
            let set = Op::GlobalSet(stack_pointer, Type::I32);
            self.items.push(Item::Access(set));
        } else {
            self.items.push(Item::Set(pointer));
        }
        self.items.push(Item::Close);
    }

    /// Gives the label a value that no dispatcher lists, if one of them has an arm for an unset
    /// label.
    fn unset_label(&mut self) {
        let program = self.source.program;
        let mut steps = program.steps();
        let has_default = steps
            .any(|(_, step)| matches!(step, Step::Arm(cases) if program.cases(cases).is_empty()));
        if has_default {
            let label = self.label_local();
            let listed: HashSet<u32> = program.all_cases().iter().copied().collect();
            let mut numbers = (0..=u32::MAX).rev();
            let unlisted = numbers.find(|number| !listed.contains(number));
            let unlisted = unlisted.expect("a program has fewer than 2³² cases");
            self.op(Instruction::I32Const(unlisted as i32));
            self.items.push(Item::Set(label));
        }
    }

    fn epilogue(&mut self) {
        let Some(pointer) = self.frame_pointer else {
            return;
        };
        self.items.push(Item::Open(PieceKind::Epilogue));
        self.items
            .push(Item::Get(self.caller_pointer.unwrap_or(pointer)));
        let size = self.source.frame.size;
        if self.caller_pointer.is_none() && size > 0 {
            self.op(Instruction::I32Const(size as i32));
            self.op(Instruction::I32Add);
        }
        let stack_pointer = self.source.link.stack_pointer();
        let set = Op::GlobalSet(stack_pointer, Type::I32);
        self.items.push(Item::Access(set));
        self.items.push(Item::Close);
    }

    fn run(&mut self, block: BlockId) {
        let source = self.source;
        let code = source.trees.block(block);
        self.items.push(Item::Open(PieceKind::Code(block)));
        self.code(&code.run);
        if !self.is_folded[block.index()] && !code.exit.is_empty() {
            self.code(&code.exit);
            let regs = source.function.exit_operands(block);
            if self.saved[block.index()].is_empty() {
                let types: Vec<Type> = regs.iter().map(|&reg| source.function.ty(reg)).collect();
                self.saved[block.index()] =
                    types.into_iter().map(|ty| self.locals.add(ty)).collect();
            }
            for index in (0..regs.len()).rev() {
                self.items.push(Item::Set(self.saved[block.index()][index]));
            }
        }
        self.items.push(Item::Close);
    }

    /// Pushes the operands of the exit of a block.
    pub(super) fn operand(&mut self, block: BlockId) {
        self.items.push(Item::Open(PieceKind::Operand(block)));
        if self.is_folded[block.index()] {
            let source = self.source;
            self.code(&source.trees.block(block).exit);
        } else {
            for index in 0..self.saved[block.index()].len() {
                self.items.push(Item::Get(self.saved[block.index()][index]));
            }
        }
        self.items.push(Item::Close);
    }

    fn take(&mut self, edge: Edge) {
        let source = self.source;
        let moves = source.view.copies(edge);
        self.items.push(Item::Open(PieceKind::Edge(edge)));
        for &(_, from) in moves {
            match source.function.is_rematerialised(from) {
                true => self.code(&[Code::Rematerialise(from)]),
                false => self.code(&[Code::Get(from)]),
            }
        }
        for &(local, _) in moves.iter().rev() {
            self.items.push(Item::Set(local));
        }
        self.items.push(Item::Close);
    }

    fn leave(&mut self, block: BlockId) {
        if self.source.cfg().exit(block) == Exit::Return {
            self.operand(block);
            self.epilogue();
            self.mark(PieceKind::Leave(block));
            match self.source.function.block(block).exit {
                LowExit::TailCall(_) => self.items.push(Item::TailCall(block)),
                _ => self.op(Instruction::Return),
            }
        } else {
            self.mark(PieceKind::Leave(block));
            self.op(Instruction::Unreachable);
        }
        self.is_reachable = false;
    }

    /// Ends the function: a final `return` is redundant, and an unreachable end must have the right
    /// type.
    fn end(&mut self) {
        match self.items.last() {
            Some(Item::Op(Instruction::Return)) => {
                self.items.pop();
            }
            Some(Item::Op(Instruction::End)) => self.op(Instruction::Unreachable),
            _ if self.is_reachable => self.op(Instruction::Unreachable),
            _ => {}
        }
    }
}

/// Tells whether a step is the last of its bracket or arm.
pub(super) fn is_last(program: &unsnarl::Program, node: NodeId) -> bool {
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

/// By label: whether some break of it is not the last step of the bracket or arm that it leaves.
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
