//! The code of a function as a list of instructions that can be changed, with its map.

use std::ops::Range;

use unsnarl_low::InstId;
use wasmparser::{BinaryReader, FunctionBody, Operator};

use crate::map::{Piece, PieceKind};

/// An instruction, and which one of the function it claims to be.
#[derive(Clone, Debug)]
pub(super) struct Inst {
    pub(super) bytes: Vec<u8>,
    pub(super) hint: Option<InstId>,
}

/// A piece, by numbers of instructions.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub(super) range: Range<usize>,
    pub(super) kind: PieceKind,
}

/// The code of a function.
#[derive(Clone, Debug)]
pub(super) struct Body {
    locals: Vec<u8>,
    pub(super) insts: Vec<Inst>,
    pub(super) parts: Vec<Part>,
}

/// The code of a function as bytes, with what belongs to them.
pub(super) struct Written {
    pub(super) bytes: Vec<u8>,
    pub(super) pieces: Vec<Piece>,
    pub(super) hints: Vec<(u32, InstId)>,
}

impl Body {
    pub(super) fn read(bytes: &[u8], pieces: &[Piece], hints: &[(u32, InstId)]) -> Self {
        let reader = FunctionBody::new(BinaryReader::new(bytes, 0));
        let reader = reader.get_operators_reader().expect("it was validated");
        let mut starts = Vec::new();
        for op in reader.into_iter_with_offsets() {
            let (_, at) = op.expect("it was validated");
            starts.push(at as usize);
        }
        let ends = starts.iter().skip(1).copied().chain([bytes.len()]);
        let insts = starts.iter().zip(ends).map(|(&start, end)| {
            let hint = hints.binary_search_by_key(&(start as u32), |&(at, _)| at);
            Inst {
                bytes: bytes[start..end].to_vec(),
                hint: hint.ok().map(|place| hints[place].1),
            }
        });
        let number = |at: u32| starts.partition_point(|&start| start < at as usize);
        let part = |piece: &Piece| Part {
            range: number(piece.start)..number(piece.end),
            kind: piece.kind,
        };
        Body {
            locals: bytes[..starts[0]].to_vec(),
            insts: insts.collect(),
            parts: pieces.iter().map(part).collect(),
        }
    }

    pub(super) fn write(&self) -> Written {
        let mut bytes = self.locals.clone();
        let mut starts = Vec::with_capacity(self.insts.len() + 1);
        let mut hints = Vec::new();
        for inst in &self.insts {
            let start = bytes.len() as u32;
            starts.push(start);
            hints.extend(inst.hint.map(|hint| (start, hint)));
            bytes.extend(&inst.bytes);
        }
        starts.push(bytes.len() as u32);
        let pieces = self.parts.iter().map(|part| Piece {
            start: starts[part.range.start],
            end: starts[part.range.end],
            kind: part.kind,
        });
        Written {
            pieces: pieces.collect(),
            bytes,
            hints,
        }
    }

    /// An instruction, decoded.
    pub(super) fn op(&self, number: usize) -> Operator<'_> {
        // A reader wants the bracket that these belong to.
        match self.insts[number].bytes[..] {
            [0x05] => return Operator::Else,
            [0x0b] => return Operator::End,
            [0x07, tag_index] => {
                return Operator::Catch {
                    tag_index: tag_index.into(),
                };
            }
            [0x19] => return Operator::CatchAll,
            [0x18, depth] => {
                return Operator::Delegate {
                    relative_depth: depth.into(),
                };
            }
            _ => {}
        }
        let mut reader =
            wasmparser::OperatorsReader::new(BinaryReader::new(&self.insts[number].bytes, 0));
        reader.read().expect("it was validated")
    }

    /// The same code with other instructions at a place.
    pub(super) fn with(&self, range: Range<usize>, insts: Vec<Inst>) -> Self {
        let mut changed = self.clone();
        let (start, end, added) = (range.start, range.end, insts.len());
        changed.insts.splice(range, insts);
        let moved = |place: usize| match place {
            place if place <= start => place,
            place if place >= end => place + added - (end - start),
            place => place.min(start + added),
        };
        for part in &mut changed.parts {
            part.range = moved(part.range.start)..moved(part.range.end);
        }
        changed
    }

    /// The part in which an instruction is.
    pub(super) fn part_of(&self, number: usize) -> Option<&Part> {
        self.parts.iter().find(|part| part.range.contains(&number))
    }
}

/// An instruction that is none of the function.
pub(super) fn inst(encoded: &wasm_encoder::Instruction<'_>) -> Inst {
    let mut bytes = Vec::new();
    wasm_encoder::Encode::encode(encoded, &mut bytes);
    Inst { bytes, hint: None }
}
