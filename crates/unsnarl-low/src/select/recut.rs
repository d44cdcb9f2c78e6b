//! Regrouping bits: bit casts, and vectors of sub-byte elements in memory.
//!
//! A value is a string of bits, the first lane lowest, as it would be in memory.
//! [`Selection::recut`] regroups it into words of other widths, each made from the words that it
//! overlaps.

use crate::machine::Reg;
use crate::op::int::IntBinary;
use crate::types::Type;
use unsnarl_ir::{Operand, TypeId};

use super::int::register_width;
use super::lane::Lane;
use super::place::Place;
use crate::select::error::SelectError;
use crate::select::extend::Extend;
use crate::select::parts::Part;
use crate::select::selection::Selection;

/// Some bits of a string, in an integer register whose other bits are zeros.
#[derive(Clone, Copy, Debug)]
struct Word {
    reg: Reg,
    width: u32,
}

impl Selection<'_> {
    pub(super) fn bitcast(&mut self, value: Operand, to: TypeId) -> Result<Vec<Reg>, SelectError> {
        if self.operand_type(value) == to {
            return self.operand(value);
        }
        let targets = self.lane_parts(to)?;
        // Values of one register each keep even the bits above the width, of which something may be
        // known.
        if let [part] = targets
            && let [lane] = self.lanes(value)?[..]
            && !lane.is_wide()
        {
            let bits = self.bits_of(lane);
            return Ok(vec![self.as_part(bits.low(), part.ty)]);
        }
        let words = self.words(value)?;
        let widths: Vec<u32> = targets.iter().map(|part| part.width).collect();
        let cut = self.recut(&words, &widths)?;
        Ok(cut
            .into_iter()
            .zip(targets)
            .map(|(reg, part)| self.as_part(reg, part.ty))
            .collect())
    }

    /// An integer as a number of the type, which has as many bits.
    fn as_part(&mut self, reg: Reg, ty: Type) -> Reg {
        match ty {
            Type::F32 | Type::F64 => self.reinterpreted(reg),
            _ => self.fitted(reg, ty),
        }
    }

    /// The bits of a value.
    fn words(&mut self, value: Operand) -> Result<Vec<Word>, SelectError> {
        if let Some((reg, width)) = self.mask_word(value)? {
            return Ok(vec![Word { reg, width }]);
        }
        let mut words = Vec::new();
        if let Some(width) = self.big_width(self.operand_type(value)) {
            let limbs = self.operand(value)?;
            let limbs = self.big_extended(limbs, width, Extend::Zero);
            let starts = (0..width).step_by(64);
            return Ok(limbs
                .into_iter()
                .zip(starts)
                .map(|(reg, start)| Word {
                    reg,
                    width: (width - start).min(64),
                })
                .collect());
        }
        let lanes = self.lanes(value)?;
        words.extend(self.words_of(lanes));
        Ok(words)
    }

    /// The bits of concatenated numbers.
    fn words_of(&mut self, lanes: Vec<Lane>) -> Vec<Word> {
        let mut words = Vec::new();
        for lane in lanes {
            let bits = self.bits_of(lane);
            let width = bits.kind.bits();
            if bits.is_wide() {
                let [low, high] = self.lane_extended_wide(bits, Extend::Zero);
                words.push(Word {
                    reg: low,
                    width: 64,
                });
                words.push(Word {
                    reg: high,
                    width: width - 64,
                });
            } else {
                let reg = self.lane_extended(bits, Extend::Zero);
                words.push(Word { reg, width });
            }
        }
        words
    }

    /// Words of these widths from a string of at least as many bits; other bits are unspecified.
    fn recut(&mut self, words: &[Word], widths: &[u32]) -> Result<Vec<Reg>, SelectError> {
        let mut cut = Vec::with_capacity(widths.len());
        // The word that holds the next bit, and the bits of it that are taken already.
        let (mut index, mut taken) = (0, 0);
        for &width in widths {
            let ty = if width > 32 { Type::I64 } else { Type::I32 };
            let (mut done, mut sum) = (0, None);
            while done < width {
                let word = *words
                    .get(index)
                    .ok_or(SelectError::OperandType("bitcast"))?;
                let bits = (word.width - taken).min(width - done);
                let piece = self.piece(word, taken, done, ty);
                sum = Some(match sum {
                    None => piece,
                    Some(sum) => self.int_op(IntBinary::Or, sum, piece),
                });
                (done, taken) = (done + bits, taken + bits);
                if taken == word.width {
                    (index, taken) = (index + 1, 0);
                }
            }
            cut.push(sum.ok_or(SelectError::OperandType("bitcast"))?);
        }
        Ok(cut)
    }

    /// The bits of a word above the lowest `from`, moved up to bit `to` of a register of the type.
    fn piece(&mut self, word: Word, from: u32, to: u32, ty: Type) -> Reg {
        let mut reg = word.reg;
        if from > 0 {
            reg = self.int_op_number(IntBinary::ShrU, reg, from.into());
        }
        reg = self.fitted(reg, ty);
        if to > 0 {
            reg = self.int_op_number(IntBinary::Shl, reg, to.into());
        }
        reg
    }

    /// Reads a vector of sub-byte elements, which are packed bit by bit.
    pub(super) fn load_packed(
        &mut self,
        place: Place,
        ty: TypeId,
    ) -> Result<Vec<Reg>, SelectError> {
        let parts = self.lane_parts(ty)?;
        let mut words = Vec::new();
        for part in memory_words(parts) {
            let reg = self.load_part(place, &part)?;
            words.push(Word {
                reg,
                width: part.width,
            });
        }
        let widths: Vec<u32> = parts.iter().map(|part| part.width).collect();
        let cut = self.recut(&words, &widths)?;
        Ok(cut
            .into_iter()
            .zip(parts)
            .map(|(reg, part)| {
                let reg = self.fitted(reg, part.ty);
                self.extend(reg, part.width, Extend::Zero)
            })
            .collect())
    }

    /// Writes a vector of sub-byte elements from its registers.
    /// The bits that fill its last byte are zeros.
    pub(super) fn store_packed(
        &mut self,
        place: Place,
        ty: TypeId,
        regs: &[Reg],
    ) -> Result<(), SelectError> {
        let parts = self.lane_parts(ty)?;
        let words = match self.context.parts.shape(ty) {
            Some(shape) if shape.is_mask => vec![Word {
                reg: self.bits_of_mask(shape, regs),
                width: shape.count as u32,
            }],
            _ => {
                let lanes = self.lanes_of(ty, regs)?;
                self.words_of(lanes)
            }
        };
        let targets = memory_words(parts);
        let widths: Vec<u32> = targets.iter().map(|part| part.width).collect();
        let cut = self.recut(&words, &widths)?;
        for (reg, part) in cut.into_iter().zip(&targets) {
            self.store_part(place, part, reg, false)?;
        }
        Ok(())
    }
}

/// The words in which a string of bits is read and written.
fn memory_words(parts: &[Part]) -> Vec<Part> {
    let bits: u32 = parts.iter().map(|part| part.width).sum();
    let ty = if bits > 32 { Type::I64 } else { Type::I32 };
    let step = register_width(ty).bits();
    (0..bits)
        .step_by(step as usize)
        .map(|start| Part {
            ty: if bits - start > 32 { ty } else { Type::I32 },
            width: (bits - start).min(step),
            offset: u64::from(start / 8),
        })
        .collect()
}
