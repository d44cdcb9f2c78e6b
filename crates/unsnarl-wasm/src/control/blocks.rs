//! The code of blocks and edges, the prologue and the exits.

use foldhash::HashSet;

use unsnarl::{BlockId, Edge, Exit, Id, Step};
use unsnarl_low::select::frame::STACK_ALIGN;
use unsnarl_low::trees::Code;
use unsnarl_low::{Exit as LowExit, Op, Type};
use wasm_encoder::Instruction;

use super::emitter::Emitter;
use crate::item::Item;
use crate::map::PieceKind;

/// Why there is a stack pointer.
const HAS_FRAME: &str = "only functions that were selected have frames";

impl Emitter<'_, '_> {
    pub(super) fn prologue(&mut self) {
        let frame = self.source.frame;
        if !frame.is_needed() {
            return;
        }
        self.items.push(Item::Open(PieceKind::Prologue));
        let ty = self.address_type();
        let pointer = self.locals.add(ty);
        self.frame_pointer = Some(pointer);
        let stack_pointer = self.source.linkage.stack_pointer().expect(HAS_FRAME);
        let get = Op::GlobalGet(stack_pointer, ty);
        self.items.push(Item::Access(get));
        if u64::from(frame.align) > STACK_ALIGN {
            let caller = self.locals.add(ty);
            self.caller_pointer = Some(caller);
            self.items.push(Item::Tee(caller));
        }
        if frame.size > 0 {
            self.constant(ty, frame.size.into());
            self.numeric(ty, Instruction::I32Sub, Instruction::I64Sub);
            if self.caller_pointer.is_some() {
                self.constant(ty, -i64::from(frame.align));
                self.numeric(ty, Instruction::I32And, Instruction::I64And);
            }
        }
        if frame.size > 0 && !self.source.is_leaf {
            self.items.push(Item::Tee(pointer));
            let set = Op::GlobalSet(stack_pointer, ty);
            self.items.push(Item::Access(set));
        } else {
            self.items.push(Item::Set(pointer));
        }
        self.items.push(Item::Close);
    }

    /// Gives the label a value that no dispatcher lists, if one of them has an arm for an unset
    /// label.
    pub(super) fn unset_label(&mut self) {
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

    pub(super) fn epilogue(&mut self) {
        let Some(pointer) = self.frame_pointer.filter(|_| !self.source.is_leaf) else {
            return;
        };
        self.items.push(Item::Open(PieceKind::Epilogue));
        self.items
            .push(Item::Get(self.caller_pointer.unwrap_or(pointer)));
        let size = self.source.frame.size;
        if self.caller_pointer.is_none() && size > 0 {
            self.add_bytes(size);
        }
        let stack_pointer = self.source.linkage.stack_pointer().expect(HAS_FRAME);
        let set = Op::GlobalSet(stack_pointer, self.address_type());
        self.items.push(Item::Access(set));
        self.items.push(Item::Close);
    }

    pub(super) fn run(&mut self, block: BlockId) {
        let source = self.source;
        let code = source.trees.block(block);
        self.items.push(Item::Open(PieceKind::Code(block)));
        let is_unfolded = !self.is_folded[block.index()];
        let calls = self.calls(&code.run) || (is_unfolded && self.calls(&code.exit));
        let is_outward = calls && self.open_outward();
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
        self.close_outward(is_outward);
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

    pub(super) fn take(&mut self, edge: Edge) {
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
        for (from, to) in self.waiting.get(&edge).into_iter().flatten() {
            self.items.extend([Item::Get(*from), Item::Set(*to)]);
        }
        self.items.push(Item::Close);
    }

    pub(super) fn leave(&mut self, block: BlockId) {
        if self.source.cfg().exit(block) == Exit::Return {
            let is_outward = self.leaves_thrown(block) && self.open_outward();
            self.operand(block);
            self.epilogue();
            self.mark(PieceKind::Leave(block));
            match self.source.function.block(block).exit {
                LowExit::TailCall(_) if self.throws_again(block) => {}
                LowExit::TailCall(_) => self.items.push(Item::TailCall(block)),
                _ => self.op(Instruction::Return),
            }
            self.close_outward(is_outward);
        } else {
            self.mark(PieceKind::Leave(block));
            self.op(Instruction::Unreachable);
        }
        self.is_reachable = false;
    }

    /// Ends the function: a final `return` is redundant, and an unreachable end must have the right
    /// type.
    pub(super) fn end(&mut self) {
        match self.items.last() {
            Some(Item::Op(Instruction::Return)) => {
                self.items.pop();
            }
            Some(Item::Op(Instruction::End) | Item::Delegate(_)) => {
                self.op(Instruction::Unreachable);
            }
            _ if self.is_reachable => self.op(Instruction::Unreachable),
            _ => {}
        }
    }
}
