//! Calls that may throw, in their brackets.
//!
//! *Needs:* a block that ends with such a call, and the frame to which each of its edges leads.
//! *Gives:* a `try_table` around the operands and the call. A clause is a jump, so that an edge by
//! which an exception is caught is an edge like any other. *Cost:* linear in the edges.
//!
//! ```text
//! block (result i32)                  ;; a trampoline for each clause that brings a value
//!   try_table (catch $tag 0) (catch_all 3)
//!     local.get $x; call $f; local.set $r
//!   end
//!   br 2                              ;; it has returned
//! end
//! local.set $e; br 1                  ;; it was caught
//! ```
//! What a call returns, or a clause brings, is a parameter of the block that the edge leads to. It
//! is put into the local of that at once: nothing but the edge reads locals before that block runs.
//! Where the copies on the edge read what is there, it waits in a local of its own.
//!
//! A bracket holds one call; those of calls in a row are [joined](super::joining) later.

use unsnarl::{BlockId, Edge};
use unsnarl_low::{Catch, Exit, Reg, Signature, Type};
use wasm_encoder::{BlockType, Instruction};

use super::decision::Target;
use super::emitter::Emitter;
use super::open::{Opened, Role};
use crate::item::{Clause, Item};
use crate::map::PieceKind;
use crate::types::val_type;

impl Emitter<'_, '_> {
    /// Tells whether the code that pushes the operands of a block's exit calls anything, which
    /// must not happen within the bracket of its own call.
    pub(super) fn calls_in_exit(&self, block: BlockId) -> bool {
        self.calls(&self.source.trees.block(block).exit)
    }

    /// Calls, and jumps to the target of the edge that is taken. What follows is the end of the
    /// frame `fall`, if there is one.
    pub(super) fn call(&mut self, block: BlockId, targets: &[Target], fall: Option<usize>) {
        let frames = self.frames_of_slots(block, targets);
        frames.iter().for_each(|&frame| self.leave_frame(frame));
        let source = self.source;
        let Exit::Call(_, catches) = &source.function.block(block).exit else {
            return;
        };
        let slots = 1..=catches.len();
        let landings: Vec<usize> = slots.filter(|&slot| self.lands(block, slot)).collect();
        let first = self.frames.len();
        for &slot in landings.iter().rev() {
            let ty = self.landing_type(block, slot);
            self.open(Instruction::Block(ty), None);
        }
        let mut clauses = Vec::with_capacity(catches.len());
        for (slot, &catch) in (1..).zip(catches) {
            let landing = landings.iter().position(|&landing| landing == slot);
            let frame = match landing {
                Some(place) => first + landings.len() - 1 - place,
                None => frames[slot],
            };
            clauses.push(Clause {
                catch: match (catch, landing) {
                    (Catch::AllRef, None) => Catch::All,
                    _ => catch,
                },
                depth: self.depth(frame),
            });
        }
        self.items.push(Item::TryTable(clauses.into()));
        self.labels.push(None);
        self.frames.push(Opened {
            is_left: false,
            is_loop: false,
            role: Role::Plain,
        });
        self.operand(block);
        self.items.push(Item::Open(PieceKind::Call(block)));
        self.items.push(Item::ExitCall(block));
        self.keep(Edge::new(block, 0));
        self.items.push(Item::Close);
        self.op(Instruction::End);
        self.frames.pop();
        self.jump_unless(landings.is_empty() && fall == Some(frames[0]), frames[0]);
        for (place, &slot) in landings.iter().enumerate() {
            self.op(Instruction::End);
            self.frames.pop();
            let edge = Edge::new(block, slot);
            self.items.push(Item::Open(PieceKind::Caught(edge)));
            self.keep(edge);
            self.items.push(Item::Close);
            let is_last = place + 1 == landings.len();
            self.jump_unless(is_last && fall == Some(frames[slot]), frames[slot]);
        }
    }

    fn jump_unless(&mut self, falls: bool, frame: usize) {
        if !falls {
            self.op(Instruction::Br(self.depth(frame)));
        }
    }

    /// By slot of a call: the frame to which its edge leads.
    fn frames_of_slots(&self, block: BlockId, targets: &[Target]) -> Vec<usize> {
        let program = self.source.program;
        let mut frames = vec![0; self.source.cfg().successors(block).len()];
        for target in targets {
            if let unsnarl::Step::Arm(slots) = program.step(target.node) {
                for &slot in program.cases(slots) {
                    frames[slot as usize] = target.frame;
                }
            }
        }
        frames
    }

    /// The parameters that an edge of a call sets to what it brings.
    fn brought(&self, edge: Edge) -> Vec<Reg> {
        let function = self.source.function;
        let edge = function.block(edge.block).edges()[edge.slot as usize];
        function.brought(edge).to_vec()
    }

    /// Tells whether what a clause brings takes a trampoline. A reference that nothing reads need
    /// not be brought.
    fn lands(&self, block: BlockId, slot: usize) -> bool {
        let Exit::Call(_, catches) = &self.source.function.block(block).exit else {
            return false;
        };
        let brought = self.brought(Edge::new(block, slot));
        match catches[slot - 1] {
            Catch::Tag(_) | Catch::TagRef(_) => !brought.is_empty(),
            Catch::All => false,
            Catch::AllRef => brought.iter().any(|&reg| self.source.trees.is_live(reg)),
        }
    }

    /// The type of a trampoline.
    fn landing_type(&self, block: BlockId, slot: usize) -> BlockType {
        let brought = self.brought(Edge::new(block, slot)).into_iter();
        let types: Vec<Type> = brought.map(|reg| self.source.function.ty(reg)).collect();
        match types[..] {
            [ty] => BlockType::Result(val_type(ty)),
            _ => BlockType::FunctionType(self.source.linkage.bracket_type(&Signature {
                parameters: Vec::new(),
                results: types,
            })),
        }
    }

    /// Keeps what an edge brings, which is on the stack.
    pub(super) fn keep(&mut self, edge: Edge) {
        let source = self.source;
        for reg in self.brought(edge).into_iter().rev() {
            if !source.trees.is_live(reg) {
                self.op(Instruction::Drop);
                continue;
            }
            let own = self.locals.get(reg);
            let place = |web| (self.locals.number(web), self.locals.slot(web));
            let mut read = source.view.copies(edge).iter();
            let is_read = read.any(|&(_, from)| {
                !source.function.is_rematerialised(from)
                    && place(self.locals.get(from)) == place(own)
            });
            let kept = match is_read {
                false => own,
                true => {
                    let kept = self.locals.add(source.function.ty(reg));
                    self.waiting.entry(edge).or_default().push((kept, own));
                    kept
                }
            };
            self.items.push(Item::Set(kept));
        }
    }
}
