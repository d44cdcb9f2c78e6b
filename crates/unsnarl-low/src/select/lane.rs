//! Lanes: a value as the numbers of the source that it consists of.
//!
//! *Gives:* [`Lane`], one integer, pointer or floating-point number with the registers that hold
//! it. A scalar is one lane, a vector one for each element, so that what is written for one lane
//! serves vectors as well.
//! *Limits:* integers of up to 128 bits; no 80-bit floats; a scalable vector has no form.

use crate::machine::Reg;
use unsnarl_ir::{BinaryOp, FloatKind, Operand, Type as IrType, TypeId};

use crate::select::error::SelectError;
use crate::select::extend::Extend;
use crate::select::facts::Extension;
use crate::select::parts::describe;
use crate::select::selection::Selection;

/// The kind of number in a lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// An integer of this many bits, or a pointer.
    Int(u32),
    Float(FloatKind),
}

impl Kind {
    pub(super) fn bits(self) -> u32 {
        match self {
            Kind::Int(width) => width,
            Kind::Float(kind) => kind.bits(),
        }
    }

    /// The registers that hold a number of this kind.
    fn registers(self) -> usize {
        if self.bits() > 64 { 2 } else { 1 }
    }
}

/// One number of the source.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lane {
    pub(super) kind: Kind,
    low: Reg,
    /// The high half, of what has more than 64 bits.
    high: Option<Reg>,
    /// What is known of the bits above the width.
    pub(super) known: Extension,
}

impl Lane {
    /// A lane of at most 64 bits whose spare bits are unknown.
    pub(super) fn new(kind: Kind, reg: Reg) -> Self {
        Lane {
            kind,
            low: reg,
            high: None,
            known: Extension::default(),
        }
    }

    /// A lane of more than 64 bits.
    pub(super) fn wide(kind: Kind, [low, high]: [Reg; 2]) -> Self {
        Lane {
            kind,
            low,
            high: Some(high),
            known: Extension::default(),
        }
    }

    /// A lane of the registers that a number of this kind has.
    pub(super) fn from_regs(kind: Kind, regs: &[Reg]) -> Self {
        match *regs {
            [low, high] => Lane::wide(kind, [low, high]),
            _ => Lane::new(kind, regs[0]),
        }
    }

    /// The lane with what is known of it.
    pub(super) fn with_known(self, known: Extension) -> Self {
        Lane { known, ..self }
    }

    /// The same registers as a number of another kind of as many bits.
    pub(super) fn with_kind(self, kind: Kind) -> Self {
        Lane { kind, ..self }
    }

    pub(super) fn regs(self) -> Vec<Reg> {
        std::iter::once(self.low).chain(self.high).collect()
    }

    /// The register, or the low half.
    pub(super) fn low(self) -> Reg {
        self.low
    }

    /// Both halves; for a number of one register twice that one, which no caller uses.
    pub(super) fn halves(self) -> [Reg; 2] {
        [self.low, self.high.unwrap_or(self.low)]
    }

    pub(super) fn is_wide(self) -> bool {
        self.high.is_some()
    }

    /// The width if it is an integer.
    pub(super) fn width(self) -> Result<u32, SelectError> {
        match self.kind {
            Kind::Int(width) => Ok(width),
            Kind::Float(_) => Err(SelectError::OperandType("integer arithmetic")),
        }
    }

    /// The format if it is a floating-point number.
    pub(super) fn format(self) -> Result<FloatKind, SelectError> {
        match self.kind {
            Kind::Float(kind) => Ok(kind),
            Kind::Int(_) => Err(SelectError::OperandType("floating-point arithmetic")),
        }
    }
}

impl Selection<'_> {
    /// The kind of a scalar, or of the elements of a vector.
    pub(super) fn kind(&self, ty: TypeId) -> Result<Kind, SelectError> {
        let types = &self.module.types;
        match types.get(types.scalar(ty)) {
            IrType::Int(width) if *width <= 128 => Ok(Kind::Int(*width)),
            IrType::Pointer { space: 0 } => Ok(Kind::Int(self.addresses().bits())),
            IrType::Float(kind) if !matches!(kind, FloatKind::X86Fp80 | FloatKind::PpcFp128) => {
                Ok(Kind::Float(*kind))
            }
            _ => Err(SelectError::Type(describe(self.module, ty))),
        }
    }

    /// The elements of a vector, or 1 for a scalar.
    pub(super) fn lane_count(&self, ty: TypeId) -> usize {
        match self.module.types.get(ty) {
            IrType::Vector { count, .. } => *count as usize,
            _ => 1,
        }
    }

    pub(super) fn lanes(&mut self, operand: Operand) -> Result<Vec<Lane>, SelectError> {
        let ty = self.operand_type(operand);
        self.kind(ty)?;
        let known = self.known(operand);
        let regs = self.operand(operand)?;
        let is_in_registers = self.context.parts.shape(ty).is_some();
        let lanes = self.lanes_of(ty, &regs)?.into_iter();
        Ok(match is_in_registers {
            true => lanes.collect(),
            false => lanes.map(|lane| lane.with_known(known)).collect(),
        })
    }

    /// The lanes of a value of a type in these registers, of which nothing is known.
    pub(super) fn lanes_of(&mut self, ty: TypeId, regs: &[Reg]) -> Result<Vec<Lane>, SelectError> {
        let kind = self.kind(ty)?;
        if let Some(shape) = self.context.parts.shape(ty) {
            return Ok(self.unpacked(shape, regs, kind));
        }
        let lanes = regs.chunks(kind.registers());
        Ok(lanes.map(|regs| Lane::from_regs(kind, regs)).collect())
    }

    /// The lane of a scalar.
    pub(super) fn lane(&mut self, operand: Operand) -> Result<Lane, SelectError> {
        match self.lanes(operand)?[..] {
            [lane] => Ok(lane),
            _ => Err(SelectError::Type(describe(
                self.module,
                self.operand_type(operand),
            ))),
        }
    }

    /// Applies an operation to every lane.
    pub(super) fn map(
        &mut self,
        value: Operand,
        mut apply: impl FnMut(&mut Self, Lane) -> Result<Vec<Reg>, SelectError>,
    ) -> Result<Vec<Reg>, SelectError> {
        let mut regs = Vec::new();
        for lane in self.lanes(value)? {
            regs.extend(apply(self, lane)?);
        }
        Ok(regs)
    }

    /// Applies an operation to the lanes of two values of one type, side by side.
    pub(super) fn zip(
        &mut self,
        left: Operand,
        right: Operand,
        what: &'static str,
        mut apply: impl FnMut(&mut Self, Lane, Lane) -> Result<Vec<Reg>, SelectError>,
    ) -> Result<Vec<Reg>, SelectError> {
        let mut regs = Vec::new();
        for (left, right) in self.pairs(left, right, what)? {
            regs.extend(apply(self, left, right)?);
        }
        Ok(regs)
    }

    /// The lanes of two values of one type, side by side.
    pub(super) fn pairs(
        &mut self,
        left: Operand,
        right: Operand,
        what: &'static str,
    ) -> Result<Vec<(Lane, Lane)>, SelectError> {
        let (left, right) = (self.lanes(left)?, self.lanes(right)?);
        let fits = left.len() == right.len()
            && left
                .iter()
                .zip(&right)
                .all(|(left, right)| left.kind == right.kind);
        if !fits {
            return Err(SelectError::OperandType(what));
        }
        Ok(left.into_iter().zip(right).collect())
    }

    /// The register of an integer of up to 64 bits, with all bits known.
    pub(super) fn lane_extended(&mut self, lane: Lane, extend: Extend) -> Reg {
        let is_known = match extend {
            Extend::Zero => lane.known.zero,
            Extend::Sign => lane.known.sign,
        };
        if is_known {
            lane.low
        } else {
            self.extend(lane.low, lane.kind.bits(), extend)
        }
    }

    /// An operation on two lanes of one kind.
    pub(super) fn lane_binary(
        &mut self,
        op: BinaryOp,
        left: Lane,
        right: Lane,
    ) -> Result<Vec<Reg>, SelectError> {
        if op.is_float() {
            self.float_binary(op, left, right)
        } else {
            self.int_binary(op, left, right)
        }
    }

    /// The registers of an argument or result with all bits known.
    pub(super) fn argument_extended(
        &mut self,
        operand: Operand,
        extend: Extend,
    ) -> Result<Vec<Reg>, SelectError> {
        self.map(operand, |selection, lane| {
            Ok(match lane.is_wide() {
                true => selection.lane_extended_wide(lane, extend).to_vec(),
                false => vec![selection.lane_extended(lane, extend)],
            })
        })
    }

    /// The two registers of an integer of up to 128 bits, with all bits known.
    pub(super) fn lane_extended_wide(&mut self, lane: Lane, extend: Extend) -> [Reg; 2] {
        if lane.is_wide() {
            return self.wide_extend(lane.halves(), lane.kind.bits(), extend);
        }
        let low = self.lane_extended(lane, extend);
        let low = match self.width(low).bits() {
            64 => low,
            _ => self.widened(low, extend),
        };
        [low, self.high_of(low, extend)]
    }
}
