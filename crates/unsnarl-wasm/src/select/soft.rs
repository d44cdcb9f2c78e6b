//! Floating-point formats that WebAssembly does not have.
//!
//! A `half` or `bfloat` is held as its 16 bits, and computed with as a `float`, which is exact enough that rounding
//! the result once more gives what rounding once would have. An `fp128` is held as its two halves; the library of the
//! compiler computes with it.

use unsnarl_ir::{BinaryOp, FloatKind, FloatPredicate, IntPredicate};
use wasm_encoder::{Instruction, ValType};

use super::int::Alu;
use super::lane::{Kind, Lane};
use super::{Extend, Selection};
use crate::code::Reg;
use crate::error::Cause;

impl Selection<'_> {
    /// A number of up to 64 bits as an `f32` or `f64`.
    pub(super) fn as_native(&mut self, lane: Lane) -> Result<Reg, Cause> {
        match lane.format()? {
            FloatKind::Float | FloatKind::Double => Ok(lane.low()),
            FloatKind::Half => {
                let bits = self.lane_extended(lane, Extend::Zero);
                Ok(self.runtime("__extendhfsf2", &[bits])?[0])
            }
            FloatKind::BFloat => {
                let bits = self.alu_number(Alu::Shl, lane.low(), 16);
                Ok(self.pure(Instruction::F32ReinterpretI32, &[bits], ValType::F32))
            }
            _ => Err(Cause::OperandType("floating-point arithmetic")),
        }
    }

    /// A number in a format of up to 64 bits from an `f32` or `f64`.
    pub(super) fn from_native(&mut self, format: FloatKind, value: Reg) -> Result<Vec<Reg>, Cause> {
        let is_double = self.body.ty(value) == ValType::F64;
        match (format, is_double) {
            (FloatKind::Half, false) => self.runtime("__truncsfhf2", &[value]),
            (FloatKind::Half, true) => self.runtime("__truncdfhf2", &[value]),
            (FloatKind::BFloat, false) => self.runtime("__truncsfbf2", &[value]),
            (FloatKind::BFloat, true) => self.runtime("__truncdfbf2", &[value]),
            (FloatKind::Float, false) | (FloatKind::Double, true) => Ok(vec![value]),
            (FloatKind::Float, true) => {
                Ok(vec![self.pure(Instruction::F32DemoteF64, &[value], ValType::F32)])
            }
            (FloatKind::Double, false) => {
                Ok(vec![self.pure(Instruction::F64PromoteF32, &[value], ValType::F64)])
            }
            _ => Err(Cause::OperandType("floating-point arithmetic")),
        }
    }

    /// A number in another format.
    pub(super) fn reformat(&mut self, lane: Lane, to: FloatKind) -> Result<Vec<Reg>, Cause> {
        match (lane.format()?, to) {
            (from, to) if from == to => Ok(lane.regs()),
            (FloatKind::Fp128, _) => {
                let routine = match to {
                    FloatKind::Half => "__trunctfhf2",
                    FloatKind::BFloat => "__trunctfbf2",
                    FloatKind::Float => "__trunctfsf2",
                    _ => "__trunctfdf2",
                };
                self.runtime(routine, &lane.halves())
            }
            (_, FloatKind::Fp128) => {
                let value = self.as_native(lane)?;
                let routine = match self.body.ty(value) {
                    ValType::F64 => "__extenddftf2",
                    _ => "__extendsftf2",
                };
                self.runtime(routine, &[value])
            }
            _ => {
                let value = self.as_native(lane)?;
                self.from_native(to, value)
            }
        }
    }

    pub(super) fn quad_binary(
        &mut self,
        op: BinaryOp,
        left: Lane,
        right: Lane,
    ) -> Result<Vec<Reg>, Cause> {
        let routine = match op {
            BinaryOp::FloatAdd => "__addtf3",
            BinaryOp::FloatSub => "__subtf3",
            BinaryOp::FloatMul => "__multf3",
            BinaryOp::FloatDiv => "__divtf3",
            _ => "fmodl",
        };
        let ([left_low, left_high], [right_low, right_high]) = (left.halves(), right.halves());
        self.runtime(routine, &[left_low, left_high, right_low, right_high])
    }

    /// Compares two `fp128`. The routines give a number that is below, at or above 0 as the operands are ordered, and
    /// if one is not a number, whichever makes their own relation false.
    pub(super) fn compare_quads(
        &mut self,
        predicate: FloatPredicate,
        left: [Reg; 2],
        right: [Reg; 2],
    ) -> Result<Reg, Cause> {
        use FloatPredicate as P;
        use IntPredicate as I;
        let (routine, relation) = match predicate {
            P::False => return Ok(self.i32(0)),
            P::True => return Ok(self.i32(1)),
            P::OrderedEqual => ("__eqtf2", I::Equal),
            P::UnorderedNotEqual => ("__netf2", I::NotEqual),
            P::OrderedGreater => ("__gttf2", I::SignedGreater),
            P::OrderedGreaterEqual => ("__getf2", I::SignedGreaterEqual),
            P::OrderedLess => ("__lttf2", I::SignedLess),
            P::OrderedLessEqual => ("__letf2", I::SignedLessEqual),
            P::UnorderedGreater => ("__letf2", I::SignedGreater),
            P::UnorderedGreaterEqual => ("__lttf2", I::SignedGreaterEqual),
            P::UnorderedLess => ("__getf2", I::SignedLess),
            P::UnorderedLessEqual => ("__gttf2", I::SignedLessEqual),
            P::Unordered => ("__unordtf2", I::NotEqual),
            P::Ordered => ("__unordtf2", I::Equal),
            P::OrderedNotEqual => {
                let ordered = self.compare_quads(P::Ordered, left, right)?;
                let differs = self.compare_quads(P::UnorderedNotEqual, left, right)?;
                return Ok(self.alu(Alu::And, ordered, differs));
            }
            P::UnorderedEqual => {
                let unordered = self.compare_quads(P::Unordered, left, right)?;
                let equal = self.compare_quads(P::OrderedEqual, left, right)?;
                return Ok(self.alu(Alu::Or, unordered, equal));
            }
        };
        let order = self.runtime(routine, &[left[0], left[1], right[0], right[1]])?[0];
        let zero = self.i32(0);
        Ok(self.compare(relation, order, zero))
    }

    /// The bits of a floating-point number as an integer.
    pub(super) fn bits_of(&mut self, lane: Lane) -> Lane {
        let kind = Kind::Int(lane.kind.bits());
        let low = lane.low();
        let op = match self.body.ty(low) {
            ValType::F32 => (Instruction::I32ReinterpretF32, ValType::I32),
            ValType::F64 => (Instruction::I64ReinterpretF64, ValType::I64),
            _ => return lane.with_kind(kind),
        };
        Lane::new(kind, self.pure(op.0, &[low], op.1))
    }

    /// Changes the sign of a number that is held as its bits, with another operand for its sign bit.
    fn with_sign(
        &mut self,
        lane: Lane,
        change: impl FnOnce(&mut Self, Reg, i64) -> Reg,
    ) -> Vec<Reg> {
        match lane.is_wide() {
            true => {
                let [low, high] = lane.halves();
                vec![low, change(self, high, i64::MIN)]
            }
            false => vec![change(self, lane.low(), 0x8000)],
        }
    }

    pub(super) fn soft_negate(&mut self, lane: Lane) -> Vec<Reg> {
        self.with_sign(lane, |selection, bits, sign| {
            selection.alu_number(Alu::Xor, bits, sign)
        })
    }

    pub(super) fn soft_absolute(&mut self, lane: Lane) -> Vec<Reg> {
        self.with_sign(lane, |selection, bits, sign| {
            selection.alu_number(Alu::And, bits, !sign)
        })
    }

    /// The magnitude of one number with the sign of another.
    pub(super) fn soft_copy_sign(&mut self, lane: Lane, sign_of: Lane) -> Vec<Reg> {
        let [_, high] = sign_of.halves();
        self.with_sign(lane, |selection, bits, sign| {
            let magnitude = selection.alu_number(Alu::And, bits, !sign);
            let sign = selection.alu_number(Alu::And, high, sign);
            selection.alu(Alu::Or, magnitude, sign)
        })
    }
}
