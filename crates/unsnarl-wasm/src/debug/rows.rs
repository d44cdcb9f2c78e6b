//! Rows of the line table.
//!
//! *Needs:* the instructions of a body, with the places of their bytes.
//! *Gives:* the [rows](Row), at most one for an instruction.
//! *Cost:* linear.
//!
//! What pushes the operands of an instruction belongs to it, as does what keeps its results. Copies
//! on an edge, what decides, and jumps belong to the end of the block, also where a jump became the
//! start or end of a bracket. Other brackets go on with the row before. An instruction that comes
//! from nowhere goes on with the row before, too, but at the start of a block, where that may be
//! any: there the line is unknown. The prologue, up to the first instruction that has a place, has
//! no row.

use unsnarl::{BlockId, Edge};
use unsnarl_ir::debug::LocationId;
use wasm_encoder::Instruction;

use super::{Body, Row};
use crate::item::Item;
use crate::map::PieceKind;

/// The rows of a body.
pub(super) fn rows(body: &Body<'_>) -> Vec<Row> {
    let mut rows = Rows {
        body,
        rows: Vec::new(),
        is_start: false,
        block: None,
        whole: false,
        first: None,
        is_due: false,
    };
    for (item, &at) in body.written.items.iter().zip(body.starts) {
        rows.item(item, at);
    }
    rows.rows.retain(|row| row.at < body.size);
    rows.rows
}

struct Rows<'a> {
    body: &'a Body<'a>,
    rows: Vec<Row>,
    /// Whether this is the start of the code of a block that is not the first.
    is_start: bool,
    /// The block whose piece this is, or was the last.
    block: Option<BlockId>,
    /// Whether all of the piece belongs to the end of its block.
    whole: bool,
    /// Where what pushes operands begins.
    first: Option<u32>,
    /// Whether the next instruction belongs to the end of the block.
    is_due: bool,
}

impl Rows<'_> {
    fn item(&mut self, item: &Item, at: u32) {
        if self.is_due && !matches!(item, Item::Open(_) | Item::Close) {
            self.is_due = false;
            self.end(at);
        }
        match item {
            Item::Open(kind) => self.open(*kind),
            Item::Close => {
                if let Some(first) = self.first.take() {
                    self.end(first);
                }
            }
            Item::Inst(inst) if !self.whole => {
                let start = self.first.take().unwrap_or(at);
                self.row(start, self.body.names.location(*inst));
            }
            Item::TailCall(block) | Item::ExitCall(block) | Item::Rethrow(Some(block), _) => {
                self.block = Some(*block);
                let start = self.first.take().unwrap_or(at);
                self.end(start);
            }
            Item::Get(_) | Item::Number(_) | Item::Access(_) if self.block.is_some() => {
                self.first.get_or_insert(at);
            }
            // Control, a constant of it, or what keeps a result.
            Item::Op(Instruction::End | Instruction::Else | Instruction::Loop(_)) => {
                self.first = None;
            }
            _ => {}
        }
    }

    fn open(&mut self, kind: PieceKind) {
        let edge = |edge: Edge| Some(edge.block);
        let (block, whole) = match kind {
            PieceKind::Prologue | PieceKind::Dispatch => (None, true),
            PieceKind::Code(block) => {
                self.is_start = !self.rows.is_empty();
                (Some(block), false)
            }
            PieceKind::Operand(block) => (Some(block), false),
            PieceKind::Edge(taken) | PieceKind::Arm(taken) | PieceKind::Caught(taken) => {
                (edge(taken), true)
            }
            PieceKind::Comparison(block, _)
            | PieceKind::Decision(block)
            | PieceKind::Leave(block)
            | PieceKind::Call(block) => (Some(block), true),
            PieceKind::Epilogue => (self.block, true),
        };
        self.first = None;
        self.block = block;
        self.whole = whole;
        self.is_due = whole && block.is_some();
    }

    /// A row for the end of the block.
    fn end(&mut self, at: u32) {
        let location = self.block.and_then(|block| self.body.end(block));
        self.row(at, location);
    }

    fn row(&mut self, at: u32, location: Option<LocationId>) {
        let is_start = std::mem::take(&mut self.is_start);
        if location.is_none() && !is_start {
            return;
        }
        while self.rows.last().is_some_and(|last| last.at >= at) {
            self.rows.pop();
        }
        if self.rows.last().map(|last| last.location) != Some(location) {
            self.rows.push(Row { at, location });
        }
    }
}
