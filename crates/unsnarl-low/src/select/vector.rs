//! Vectors: elements extracted, inserted and selected, and addresses of vectors of pointers.
//!
//! A vector is held as its lanes, so that most of its operations are those of scalars, lane by
//! lane. This file has what only vectors have.
//! *Limits:* no scalable vectors.

use crate::machine::Reg;
use crate::op::int::IntBinary;
use crate::types::Type;
use unsnarl_ir::{BinaryOp, IntPredicate, Operand, TypeId};

use super::lane::Lane;
use crate::select::error::SelectError;
use crate::select::extend::Extend;
use crate::select::selection::Selection;

impl Selection<'_> {
    pub(super) fn extract_element(
        &mut self,
        vector: Operand,
        index: Operand,
    ) -> Result<Vec<Reg>, SelectError> {
        let lanes = self.lanes(vector)?;
        let index = self.lane(index)?;
        let index = self.lane_extended_short(index);
        if let Some(number) = self.known_number(index) {
            let lane = usize::try_from(number).ok().and_then(|at| lanes.get(at));
            // An index out of range is poison: any element will do.
            return Ok(lane.unwrap_or(&lanes[0]).regs());
        }
        let mut picked = lanes[0].regs();
        for (number, lane) in (1..).zip(&lanes[1..]) {
            let is_here = self.is_number(index, number);
            for (picked, reg) in picked.iter_mut().zip(lane.regs()) {
                *picked = self.choose(is_here, reg, *picked);
            }
        }
        Ok(picked)
    }

    pub(super) fn insert_element(
        &mut self,
        vector: Operand,
        element: Operand,
        index: Operand,
    ) -> Result<Vec<Reg>, SelectError> {
        let lanes = self.lanes(vector)?;
        let element = self.operand(element)?;
        let index = self.lane(index)?;
        let index = self.lane_extended_short(index);
        let known = self.known_number(index);
        let mut regs = Vec::new();
        for (number, lane) in (0..).zip(lanes) {
            match known {
                Some(at) if at == number => regs.extend(&element),
                Some(_) => regs.extend(lane.regs()),
                None => {
                    let is_here = self.is_number(index, number);
                    for (reg, &new) in lane.regs().into_iter().zip(&element) {
                        regs.push(self.choose(is_here, new, reg));
                    }
                }
            }
        }
        Ok(regs)
    }

    /// An index as an `i32`; one above 2^32 is out of range, so poison.
    pub(super) fn lane_extended_short(&mut self, index: Lane) -> Reg {
        let is_long = index.kind.bits() > 32;
        match is_long {
            true => self.narrowed(index.low()),
            false => self.lane_extended(index, Extend::Zero),
        }
    }

    fn is_number(&mut self, reg: Reg, number: i64) -> Reg {
        let number = self.number_like(reg, number);
        self.compare(IntPredicate::Equal, reg, number)
    }

    pub(super) fn shuffle(
        &mut self,
        left: Operand,
        right: Operand,
        mask: &[Option<u32>],
    ) -> Result<Vec<Reg>, SelectError> {
        let mut lanes = self.lanes(left)?;
        lanes.extend(self.lanes(right)?);
        let pick = |index: &Option<u32>| {
            lanes
                .get(index.unwrap_or(0) as usize)
                .map(|lane| lane.regs())
                .ok_or(SelectError::OperandType("shufflevector"))
        };
        Ok(mask
            .iter()
            .map(pick)
            .collect::<Result<Vec<_>, SelectError>>()?
            .concat())
    }

    /// `select` with a condition for each lane.
    pub(super) fn select_lanes(
        &mut self,
        condition: Operand,
        then: Operand,
        otherwise: Operand,
    ) -> Result<Vec<Reg>, SelectError> {
        let conditions = self.lanes(condition)?;
        let pairs = self.pairs(then, otherwise, "select")?;
        if conditions.len() != pairs.len() {
            return Err(SelectError::OperandType("select"));
        }
        let mut regs = Vec::new();
        for (condition, (then, otherwise)) in conditions.into_iter().zip(pairs) {
            let condition = self.lane_extended(condition, Extend::Zero);
            for (then, otherwise) in then.regs().into_iter().zip(otherwise.regs()) {
                regs.push(self.choose(condition, then, otherwise));
            }
        }
        Ok(regs)
    }

    /// A vector of addresses, from a base and indices that are vectors or the same for all lanes.
    pub(super) fn vector_gep(
        &mut self,
        result: TypeId,
        source: TypeId,
        base: Operand,
        indices: &[Operand],
    ) -> Result<Vec<Reg>, SelectError> {
        let address =
            self.context
                .layout
                .address(self.module, source, base, indices.iter().copied())?;
        let count = self.lane_count(result);
        let mut sums: Vec<Reg> = self.spread(base, count)?;
        for term in &address.terms {
            let indices = self.lanes(term.index)?;
            let indices = broadcast(&indices, count)?;
            for (sum, index) in sums.iter_mut().zip(indices) {
                let index = self.lane_as_address(index, Extend::Sign);
                let bytes = self.int_op_number(IntBinary::Mul, index, term.scale as i64);
                *sum = self.int_op(IntBinary::Add, *sum, bytes);
            }
        }
        if address.offset != 0 {
            for sum in &mut sums {
                *sum = self.int_op_number(IntBinary::Add, *sum, address.offset);
            }
        }
        Ok(sums)
    }

    fn spread(&mut self, operand: Operand, count: usize) -> Result<Vec<Reg>, SelectError> {
        let lanes = self.lanes(operand)?;
        Ok(broadcast(&lanes, count)?
            .iter()
            .map(|lane| lane.low())
            .collect())
    }

    /// `vector.reduce.…`: all lanes combined by an operation, from first to last.
    pub(super) fn reduce(
        &mut self,
        op: &str,
        operands: &[Operand],
    ) -> Result<Option<Vec<Reg>>, SelectError> {
        let mut lanes = Vec::new();
        for &operand in operands {
            lanes.extend(self.lanes(operand)?);
        }
        let Some((&first, rest)) = lanes.split_first() else {
            return Err(SelectError::OperandType("a reduction"));
        };
        let mut joined = first;
        for &lane in rest {
            let Some(regs) = self.join(op, joined, lane)? else {
                return Ok(None);
            };
            joined = Lane::from_regs(first.kind, &regs);
        }
        Ok(Some(joined.regs()))
    }

    fn join(&mut self, op: &str, left: Lane, right: Lane) -> Result<Option<Vec<Reg>>, SelectError> {
        let binary = match op {
            "add" => BinaryOp::Add,
            "mul" => BinaryOp::Mul,
            "and" => BinaryOp::And,
            "or" => BinaryOp::Or,
            "xor" => BinaryOp::Xor,
            "fadd" => BinaryOp::FloatAdd,
            "fmul" => BinaryOp::FloatMul,
            "fmax" => return self.float_function("maxnum", &[left, right]),
            "fmin" => return self.float_function("minnum", &[left, right]),
            "fmaximum" => return self.float_function("maximum", &[left, right]),
            "fminimum" => return self.float_function("minimum", &[left, right]),
            _ => return self.bit_function(op, &[left, right]),
        };
        self.lane_binary(binary, left, right).map(Some)
    }

    /// A register that is 1 where a condition holds for both.
    pub(super) fn both(&mut self, left: Reg, right: Reg) -> Reg {
        debug_assert_eq!(self.body.ty(left), Type::I32);
        self.int_op(IntBinary::And, left, right)
    }
}

/// One lane for each element, from as many lanes or from one for all.
pub(super) fn broadcast(lanes: &[Lane], count: usize) -> Result<Vec<Lane>, SelectError> {
    match *lanes {
        [lane] => Ok(vec![lane; count]),
        _ if lanes.len() == count => Ok(lanes.to_vec()),
        _ => Err(SelectError::OperandType("a vector")),
    }
}
