//! What is written for a body in the legacy instructions: brackets, jumps and copies.

use unsnarl_low::InstId;
use unsnarl_object::Relocation;
use wasm_encoder::{Encode, Instruction};
use wasmparser::BinaryReader;

use super::{EXCEPTION, Reading};
use crate::map::{Piece, PieceKind};

/// What is written.
impl Reading<'_, '_> {
    pub(super) fn op(&mut self, op: &Instruction<'_>) {
        op.encode(&mut self.out.body);
    }

    /// The declarations of the locals, with the places behind them.
    pub(super) fn locals(&mut self, start: usize) -> Result<(), String> {
        let declared = &self.legacy.body[..start];
        let mut reader = BinaryReader::new(declared, 0);
        let wrong = |error: wasmparser::BinaryReaderError| error.to_string();
        let count = reader.read_var_u32().map_err(wrong)?;
        let rest = reader.original_position() as usize;
        let places = self.legacy.caught.iter().max().map_or(0, |most| most + 1);
        (count + 1).encode(&mut self.out.body);
        self.out.body.extend_from_slice(&declared[rest..]);
        places.encode(&mut self.out.body);
        self.out.body.push(EXCEPTION);
        Ok(())
    }

    /// An instruction as it is.
    pub(super) fn copy(&mut self, (start, end): (u32, u32), hint: Option<InstId>) {
        let at = self.out.body.len() as u32;
        self.out.hints.extend(hint.map(|hint| (at, hint)));
        let all = &self.legacy.relocations;
        while all.get(self.relocated).is_some_and(|next| next.at < start) {
            self.relocated += 1;
        }
        while let Some(next) = all.get(self.relocated).filter(|next| next.at < end) {
            self.out.relocations.push(Relocation {
                at: next.at - start + at,
                ..*next
            });
            self.relocated += 1;
        }
        let bytes = &self.legacy.body[start as usize..end as usize];
        self.out.body.extend_from_slice(bytes);
    }

    pub(super) fn open_piece(&mut self, kind: PieceKind) {
        let at = self.out.body.len() as u32;
        self.out.pieces.push(Piece {
            start: at,
            end: at,
            kind,
        });
    }

    pub(super) fn close_piece(&mut self) {
        let at = self.out.body.len() as u32;
        if let Some(piece) = self.out.pieces.last_mut() {
            piece.end = at;
        }
    }

    /// How far out a frame is.
    pub(super) fn depth(&self, frame: usize) -> u32 {
        (self.frames - 1 - frame) as u32
    }

    pub(super) fn block(&mut self, ty: u8) -> usize {
        self.out.body.extend([0x02, ty]);
        self.frames += 1;
        self.frames - 1
    }

    pub(super) fn end(&mut self) {
        self.op(&Instruction::End);
        self.frames -= 1;
    }

    pub(super) fn jump(&mut self, frame: usize) {
        let depth = self.depth(frame);
        self.op(&Instruction::Br(depth));
    }

    /// The depth of a jump to what is so many brackets further out.
    pub(super) fn target(&self, depth: u32) -> Result<u32, String> {
        let place = self.open.len().checked_sub(1 + depth as usize);
        match place {
            Some(place) => {
                let frame = self.open[place].frame;
                let frame = frame.ok_or("a jump to the end of a try that delegates")?;
                Ok(self.depth(frame))
            }
            None if depth as usize == self.open.len() => Ok(self.frames as u32),
            None => Err("a jump out of the function".to_owned()),
        }
    }
}
