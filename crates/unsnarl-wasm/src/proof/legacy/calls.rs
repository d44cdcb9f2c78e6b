//! Calls that end blocks: what would catch their exceptions, and how that is said in the standard
//! instructions.

use unsnarl::{BlockId, Edge};
use unsnarl_object::{Relocation, RelocationKind};
use wasm_encoder::{Encode, Instruction};
use wasmparser::Operator;

use super::brackets::Outward;
use super::{Clause, EMPTY, EXCEPTION, Event, Kind, Open, Reading};
use crate::map::PieceKind;

impl Reading<'_, '_> {
    /// Tells whether the operands are those of a call that ends a block.
    pub(super) fn is_of_call(&self, at: usize, block: BlockId) -> bool {
        let rest = self.events[at + 1..].iter();
        let mut marks = rest.filter(|event| !matches!(event, Event::Op(..)));
        let closes = matches!(marks.next(), Some(Event::Close(PieceKind::Operand(_))));
        closes && matches!(marks.next(), Some(Event::Open(PieceKind::Call(own))) if *own == block)
    }

    /// The depth of the `rethrow` that follows operands, and is the exit that they are for.
    pub(super) fn thrown_again(&self, at: usize) -> Option<u32> {
        for event in &self.events[at + 1..] {
            match event {
                Event::Open(PieceKind::Operand(_)) => return None,
                Event::Open(_) | Event::Close(_) => {}
                Event::Op(Operator::Rethrow { relative_depth }, ..) => {
                    return Some(*relative_depth);
                }
                // The epilogue.
                Event::Op(
                    Operator::LocalGet { .. }
                    | Operator::I32Const { .. }
                    | Operator::I64Const { .. }
                    | Operator::I32Add
                    | Operator::I64Add
                    | Operator::GlobalSet { .. },
                    ..,
                ) => {}
                Event::Op(..) => return None,
            }
        }
        None
    }

    /// The number of the `catch_all` that is so many brackets further out, and has caught.
    pub(super) fn caught_by(&self, depth: u32) -> Result<u32, String> {
        let place = self.open.len().checked_sub(1 + depth as usize);
        let open = place.and_then(|place| self.open.get(place));
        match open.and_then(Open::catching) {
            Some(Kind::All(number)) => Ok(number),
            _ => Err("a rethrow without a catch_all around it".to_owned()),
        }
    }

    /// What catches what is thrown here, the first one first.
    pub(super) fn catching(&self) -> Vec<Clause> {
        let mut all: Vec<Clause> = Vec::new();
        let mut left = self.open.len();
        while let Some(place) = left.checked_sub(1) {
            left = place;
            let open = &self.open[place];
            if open.begun > 0 {
                continue;
            }
            match self.brackets[open.bracket].delegates {
                Some(Outward::Function) => break,
                Some(Outward::Bracket(outward)) => {
                    let mut opened = self.open.iter();
                    let place = opened.position(|open| open.bracket == outward);
                    left = place.map_or(0, |place| place + 1);
                }
                None => {
                    for clause in &open.clauses {
                        let known = all.iter().any(|known| known.kind == clause.kind);
                        all.extend(Some(*clause).filter(|_| !known));
                        if let Kind::All(_) = clause.kind {
                            return all;
                        }
                    }
                }
            }
        }
        all
    }

    /// Opens what catches a call.
    pub(super) fn open_call(&mut self) -> Result<(), String> {
        let clauses = self.catching();
        let has_all = clauses
            .iter()
            .any(|clause| matches!(clause.kind, Kind::All(_)));
        if has_all {
            self.block(EMPTY);
            self.block(EXCEPTION);
        }
        self.out.body.extend([0x1f, EMPTY]);
        (clauses.len() as u32).encode(&mut self.out.body);
        for clause in &clauses {
            match clause.kind {
                Kind::Tag(_) => {
                    self.out.body.push(0x00);
                    self.copy_tag(clause.tag);
                    self.depth(clause.frame).encode(&mut self.out.body);
                }
                Kind::All(_) => self.out.body.extend([0x03, 0x00]),
            }
        }
        self.frames += 1;
        match self.called.replace(clauses) {
            None => Ok(()),
            Some(_) => Err("a call within the bracket of a call".to_owned()),
        }
    }

    /// The relocation of a tag in an instruction of an object.
    fn relocation_of_tag(&self, (start, end): (u32, u32)) -> Option<Relocation> {
        let relocations = &self.legacy.relocations;
        let first = relocations.partition_point(|own| own.at < start);
        let own = relocations.get(first).copied();
        own.filter(|own| own.at < end && own.kind == RelocationKind::TagIndexLeb)
    }

    /// The symbol of a tag in an instruction of an object, where the bytes have no number yet.
    pub(super) fn tag_of(&self, range: (u32, u32)) -> Option<u32> {
        self.relocation_of_tag(range).map(|own| own.target)
    }

    /// Writes the number of a tag, which is behind the first byte of an instruction.
    pub(super) fn copy_tag(&mut self, (start, end): (u32, u32)) {
        let at = self.out.body.len() as u32;
        if let Some(own) = self.relocation_of_tag((start, end)) {
            self.out.relocations.push(Relocation { at, ..own });
        }
        let bytes = &self.legacy.body[start as usize + 1..end as usize];
        self.out.body.extend_from_slice(bytes);
    }

    /// Ends what catches a call, and leads what it has caught on.
    pub(super) fn close_call(&mut self, block: BlockId) -> Result<(), String> {
        let Some(clauses) = self.called.take() else {
            return Err(format!("the call of {block} has no operands"));
        };
        self.end();
        if let Some(last) = clauses.last()
            && let Kind::All(number) = last.kind
        {
            self.op(&Instruction::Br(1));
            self.end();
            self.open_piece(PieceKind::Caught(Edge::new(block, clauses.len())));
            self.op(&Instruction::LocalSet(self.legacy.places + number));
            self.close_piece();
            self.jump(last.frame);
            self.end();
        }
        Ok(())
    }
}
