//! Instructions: by their codes, arithmetic, vectors and aggregates.

use unsnarl_ir::debug::Point;
use unsnarl_ir::{ConstId, Op, Operand, Origin, Type, TypeId, UnaryOp};

use super::Reader;
use super::body::Body;
use super::codes;
use super::error::Result;
use super::fields::Fields;
use super::slots::{Slot, Used};
use crate::build::{bits_like, merge_incoming, part_type, shuffle_mask};

/// An operation, and the type of its result if it has one.
pub(super) type Made = (Op, Option<TypeId>);

impl Reader<'_> {
    /// Reads a record of a function: a phi, an instruction, a terminator, or what is said of the
    /// last one.
    pub(super) fn instruction(&mut self, body: &mut Body, mut fields: Fields<'_>) -> Result<()> {
        let made = match fields.code {
            2 => self.binary(body, &mut fields)?,
            3 => self.cast(body, &mut fields)?,
            5 => return self.select_bit(fields),
            6 => self.extract_element(body, &mut fields)?,
            7 => self.insert_element(body, &mut fields)?,
            8 => self.shuffle(body, &mut fields)?,
            9 | 28 => self.compare(body, &mut fields)?,
            10 | 11 | 12 | 13 | 15 | 31 | 39 | 48 | 49 | 52 | 57 => {
                return self.terminator(body, fields);
            }
            16 => return self.phi(body, fields),
            19 => self.alloca(&mut fields)?,
            20 | 41 => self.load(body, &mut fields)?,
            23 => {
                let ty = fields.next()?;
                let ty = self.ty(ty, &fields)?;
                let list = self.of_type(body, &mut fields, ty)?;
                let ty = fields.next()?;
                (Op::VaArg { list }, Some(self.ty(ty, &fields)?))
            }
            26 => self.extract_value(body, &mut fields)?,
            27 => self.insert_value(body, &mut fields)?,
            29 => self.select(body, &mut fields)?,
            34 => return self.call(body, fields),
            33 | 35 | 61..=66 => return self.debug_record(body, fields),
            36 => (Op::Fence(self.atomicity(&mut fields)?), None),
            38 | 59 => self.atomic_rmw(body, &mut fields)?,
            43 => self.gep(body, &mut fields)?,
            44 | 45 => self.store(body, &mut fields)?,
            46 => self.compare_exchange(body, &mut fields)?,
            47 => self.landing_pad(body, &mut fields)?,
            50 | 51 => self.pad(body, &mut fields)?,
            55 => return self.bundle(body, fields),
            56 => {
                let (value, ty) = self.typed(body, &mut fields)?;
                if fields.next()? != 0 {
                    return Err(fields.error("unknown operation"));
                }
                let op = UnaryOp::FloatNegate;
                let flags = codes::float_flags(fields.or_zero());
                (Op::Unary { op, flags, value }, Some(ty))
            }
            58 => {
                let (value, ty) = self.typed(body, &mut fields)?;
                (Op::Freeze(value), Some(ty))
            }
            // Which functions use addresses of blocks of this one.
            60 => return Ok(()),
            code => return Err(fields.unknown(format!("instruction of code {code}"))),
        };
        let (op, ty) = made;
        self.add_inst(body, op, ty, &fields).map(drop)
    }

    fn select_bit(&self, fields: Fields<'_>) -> Result<()> {
        Err(fields.unsupported("select of LLVM before 2.5"))
    }

    fn binary(&mut self, body: &mut Body, fields: &mut Fields<'_>) -> Result<Made> {
        let (left, ty) = self.typed(body, fields)?;
        let right = self.of_type(body, fields, ty)?;
        let op = codes::binary_op(fields.next()?, self.is_float(ty));
        let op = op.ok_or_else(|| fields.error("unknown operation"))?;
        let flags = codes::binary_flags(op, fields.or_zero());
        let op = Op::Binary {
            op,
            flags,
            left,
            right,
        };
        Ok((op, Some(ty)))
    }

    fn cast(&mut self, body: &mut Body, fields: &mut Fields<'_>) -> Result<Made> {
        let (value, _) = self.typed(body, fields)?;
        let ty = fields.next()?;
        let ty = self.ty(ty, fields)?;
        let op = codes::cast_op(fields.next()?);
        let op = op.ok_or_else(|| fields.error("unknown conversion"))?;
        let flags = codes::cast_flags(op, fields.or_zero());
        Ok((Op::Cast { op, flags, value }, Some(ty)))
    }

    fn compare(&mut self, body: &mut Body, fields: &mut Fields<'_>) -> Result<Made> {
        let (left, ty) = self.typed(body, fields)?;
        let right = self.of_type(body, fields, ty)?;
        let code = fields.next()?;
        let bits = fields.or_zero();
        let ty = bits_like(&mut self.module.types, ty);
        let op = match (codes::int_predicate(code), codes::float_predicate(code)) {
            (Some(predicate), _) => Op::IntCompare {
                predicate,
                flags: codes::compare_flags(bits),
                left,
                right,
            },
            (None, Some(predicate)) => Op::FloatCompare {
                predicate,
                flags: codes::float_flags(bits),
                left,
                right,
            },
            (None, None) => return Err(fields.error("unknown comparison")),
        };
        Ok((op, Some(ty)))
    }

    fn select(&mut self, body: &mut Body, fields: &mut Fields<'_>) -> Result<Made> {
        let then = self.pair(body, fields)?;
        let otherwise = self.value(body, fields, then.ty)?;
        let condition = self.pair(body, fields)?;
        let flags = codes::float_flags(fields.or_zero());
        let op = Op::Select {
            condition: self.operand(body, condition, fields)?,
            then: self.operand(body, then, fields)?,
            otherwise: self.operand(body, otherwise, fields)?,
            flags,
        };
        Ok((op, Some(then.ty)))
    }

    fn phi(&mut self, body: &mut Body, mut fields: Fields<'_>) -> Result<()> {
        let ty = fields.next()?;
        let ty = self.ty(ty, &fields)?;
        let mut incoming = Vec::with_capacity(fields.len() / 2);
        // One more field holds flags.
        while fields.len() > 1 {
            let relative = fields.signed()?;
            let number = self.absolute(relative as u64);
            let used = self.used(body, number, ty, &fields)?;
            let value = self.operand(body, used, &fields)?;
            let from = body.block(fields.next()?, &fields)?;
            incoming.push((from, value));
        }
        if !merge_incoming(&mut incoming) {
            return Err(fields.error("a phi has two values for one block"));
        }
        let block = body.open_block(&fields)?;
        if !body.function.blocks[block].insts.is_empty() {
            return Err(fields.error("a phi comes after another instruction"));
        }
        let definition = body.function.next_phi(block);
        let result = self.define(body, ty, definition, &fields)?;
        let origin = Origin::default();
        body.function.add_phi(block, result, incoming, origin);
        body.debug.met(Point::Phi(result));
        Ok(())
    }

    /// The rest of the fields as a path into an aggregate, and the type at its end.
    fn path(&self, mut ty: TypeId, fields: &mut Fields<'_>) -> Result<(Box<[u32]>, TypeId)> {
        let mut path = Vec::with_capacity(fields.len());
        while !fields.is_empty() {
            let index = fields.short()?;
            let part = part_type(&self.module.types, ty, index);
            ty = part.ok_or_else(|| fields.error("an aggregate has no such part"))?;
            path.push(index);
        }
        if path.is_empty() {
            return Err(fields.error("the record is too short"));
        }
        Ok((path.into(), ty))
    }

    fn extract_value(&mut self, body: &mut Body, fields: &mut Fields<'_>) -> Result<Made> {
        let (aggregate, ty) = self.typed(body, fields)?;
        let (path, ty) = self.path(ty, fields)?;
        Ok((Op::ExtractValue { aggregate, path }, Some(ty)))
    }

    fn insert_value(&mut self, body: &mut Body, fields: &mut Fields<'_>) -> Result<Made> {
        let (aggregate, ty) = self.typed(body, fields)?;
        let (value, _) = self.typed(body, fields)?;
        let (path, _) = self.path(ty, fields)?;
        let op = Op::InsertValue {
            aggregate,
            value,
            path,
        };
        Ok((op, Some(ty)))
    }

    fn extract_element(&mut self, body: &mut Body, fields: &mut Fields<'_>) -> Result<Made> {
        let (vector, ty) = self.typed(body, fields)?;
        let (index, _) = self.typed(body, fields)?;
        let ty = self.module.types.scalar(ty);
        Ok((Op::ExtractElement { vector, index }, Some(ty)))
    }

    fn insert_element(&mut self, body: &mut Body, fields: &mut Fields<'_>) -> Result<Made> {
        let (vector, ty) = self.typed(body, fields)?;
        let element = self.module.types.scalar(ty);
        let element = self.of_type(body, fields, element)?;
        let (index, _) = self.typed(body, fields)?;
        let op = Op::InsertElement {
            vector,
            element,
            index,
        };
        Ok((op, Some(ty)))
    }

    fn shuffle(&mut self, body: &mut Body, fields: &mut Fields<'_>) -> Result<Made> {
        let (left, ty) = self.typed(body, fields)?;
        let right = self.of_type(body, fields, ty)?;
        let mask = self.pair(body, fields)?;
        let mask = self.constant_operand(body, mask, fields)?;
        let mask = shuffle_mask(&self.module, mask);
        let (mask, scalable) = mask.ok_or_else(|| fields.unsupported("mask"))?;
        let element = self.module.types.scalar(ty);
        let ty = self.module.types.add(Type::Vector {
            element,
            count: mask.len() as u32,
            scalable,
        });
        let op = Op::ShuffleVector { left, right, mask };
        Ok((op, Some(ty)))
    }

    /// An operand that must be a constant.
    pub(super) fn constant_operand(
        &mut self,
        body: &mut Body,
        used: Used,
        fields: &Fields<'_>,
    ) -> Result<ConstId> {
        let is_value = matches!(self.slot(used.number), Some(Slot::Value(_)) | None);
        match is_value {
            true => Err(fields.error("an operand is not a constant")),
            false => match self.operand(body, used, fields)? {
                Operand::Const(id) => Ok(id),
                Operand::Value(_) => Err(fields.error("an operand is not a constant")),
            },
        }
    }
}
