//! The state of the walk over the program, and the plain instructions.

use foldhash::HashMap;

use unsnarl::{BlockId, Edge, FlagId, Id, LabelId, NodeId, Step};
use unsnarl_low::trees::Code;
use unsnarl_low::{Callee, Exit, Reg, Source as From, Type};
use wasm_encoder::Instruction;

use super::open::{Bracket, Opened, Scope};
use super::{Source, is_folded};
use crate::item::Item;
use crate::locals::{Locals, Web};
use crate::map::PieceKind;

/// By edge of a call: the parameters whose values wait in locals of their own.
pub(super) type Waiting = HashMap<Edge, Vec<(Web, Web)>>;

/// The state of the walk.
pub(super) struct Emitter<'a, 'l> {
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
    pub(super) flags: Vec<Option<Web>>,
    pub(super) frame_pointer: Option<Web>,
    /// The former stack pointer, if it does not follow from the frame pointer.
    pub(super) caller_pointer: Option<Web>,
    pub(super) scratch: [Option<Web>; 3],
    pub(super) is_reachable: bool,
    pub(super) labels: Vec<Option<BlockId>>,
    pub(super) waiting: Waiting,
    /// The brackets of the program that are open, in the legacy instructions.
    pub(super) scopes: Vec<Scope>,
    pub(super) caught: Vec<u32>,
    pub(super) failed: Option<&'static str>,
}

impl<'a, 'l> Emitter<'a, 'l> {
    pub(super) fn new(source: &'a Source<'a>, locals: &'l mut Locals) -> Self {
        let program = source.program;
        let innermost = innermost_labels(program);
        let mut emitter = Emitter {
            source,
            locals,
            items: Vec::new(),
            frames: Vec::new(),
            brackets: Vec::new(),
            bound: vec![(None, None); program.label_count()],
            is_used: used_labels(source, &innermost),
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
            waiting: Waiting::default(),
            scopes: Vec::new(),
            caught: Vec::new(),
            failed: None,
        };
        for index in 0..emitter.is_folded.len() {
            let block = BlockId::new(index);
            if index >= source.function.block_count() {
                continue;
            }
            let may_be_caught = source.places.is_some_and(|places| !places.is_empty());
            if (source.is_call(block) || may_be_caught) && emitter.calls_in_exit(block) {
                emitter.is_folded[index] = false;
            }
            let exit = &source.function.block(block).exit;
            if may_be_caught
                && let Exit::Call(Callee::ThrowRef, _) | Exit::TailCall(Callee::ThrowRef) = exit
            {
                // The exception is in no local.
                emitter.is_folded[index] = true;
            }
        }
        emitter
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
            if let Code::Get(reg) | Code::Set(reg) | Code::Tee(reg) = item
                && self.is_place(*reg)
            {
                continue;
            }
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

    /// Tells whether what a register refers to is in no local.
    pub(super) fn is_place(&self, reg: Reg) -> bool {
        self.source.places.is_some() && self.source.function.ty(reg) == Type::ExnRef
    }

    fn frame_address(&mut self, offset: u32) {
        let pointer = self
            .frame_pointer
            .expect("a function with variables in memory has a frame");
        self.items.push(Item::Get(pointer));
        if offset != 0 {
            self.add_bytes(offset);
        }
    }

    /// The type of an address.
    pub(super) fn address_type(&self) -> Type {
        self.source.function.address_width().int()
    }

    /// Adds to the address on the stack.
    pub(super) fn add_bytes(&mut self, bytes: u32) {
        let ty = self.address_type();
        self.constant(ty, bytes.into());
        self.numeric(ty, Instruction::I32Add, Instruction::I64Add);
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
fn used_labels(source: &Source, innermost: &[Option<LabelId>]) -> Vec<bool> {
    let program = source.program;
    // Exceptions do not jump to where they are caught.
    let is_thrown = |node: NodeId| match node.index().checked_sub(1).map(NodeId::new) {
        Some(before) => match (program.step(before), source.places) {
            (Step::Take(edge), Some(places)) => places.pad(source.cfg().target(edge)).is_some(),
            _ => false,
        },
        None => false,
    };
    let mut used = vec![false; program.label_count()];
    for (node, step) in program.steps() {
        if let Step::Break(label) = step {
            let is_tail = is_last(program, node) && innermost[node.index()] == Some(label);
            used[label.index()] |= !is_tail && !is_thrown(node);
        }
    }
    used
}
