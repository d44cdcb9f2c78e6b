//! Conversions.

use unsnarl_ir::{CastOp, Operand, Type, TypeId};

use super::integers::{cut, masked, signed};
use super::vectors::is_plain;
use super::{Made, Values};
use crate::people::expression::{Expression, Level};
use crate::people::helpers::Helper;
use crate::people::refusal::Cause;
use crate::people::types::holder;

impl Values<'_, '_> {
    pub(super) fn cast(&self, op: CastOp, value: Operand, to: TypeId) -> Made {
        let from = self.ty(value);
        if self.lanes_of(to).is_some() && op != CastOp::Bitcast {
            return self.vector_cast(op, value, to);
        }
        if self.wide_size(from).is_some() || self.wide_size(to).is_some() {
            return self.wide_cast(op, value, to);
        }
        let operand = self.operand(value)?;
        if op == CastOp::Bitcast {
            return self.bitcast(value, operand, to);
        }
        match self.signed_bits(op, from) {
            // A number that is chosen is read with its sign arm by arm.
            Some(_) => self.scalar_cast(op, &self.signed(value)?, from, to),
            None => self.scalar_cast(op, &operand, from, to),
        }
    }

    /// The width of an operand that a conversion reads with its sign.
    fn signed_bits(&self, op: CastOp, from: TypeId) -> Option<u32> {
        let minds_sign = matches!(op, CastOp::SignExtend | CastOp::SignedToFloat);
        self.bits(from).filter(|&bits| minds_sign && bits != 1)
    }

    /// A conversion of a number or an address. The operand of one that minds the sign is read with
    /// it, unless it is a single bit.
    fn scalar_cast(&self, op: CastOp, operand: &Expression, from: TypeId, to: TypeId) -> Made {
        let name = self.unit.value_type(to)?;
        let unsupported = |ty| self.unit.types.borrow().unsupported(ty);
        // Compilers have no functions from all integers to a `_Float16`, and a `float` holds those
        // that it can.
        let as_float = |number: Expression| match self.format(to) {
            Ok(format) => match format.wider() {
                Some(wider) => Expression::cast(&name, &Expression::cast(wider, &number)),
                None => Expression::cast(&name, &number),
            },
            Err(_) => Expression::cast(&name, &number),
        };
        Ok(match op {
            CastOp::Truncate => {
                let bits = self.bits(to).ok_or_else(|| unsupported(to))?;
                match bits {
                    1 => Expression::infix("&", operand, &Expression::literal("1")),
                    bits if holder(bits) == Some(bits) => Expression::cast(name, operand),
                    bits => cut(Expression::cast(name, operand), bits),
                }
            }
            CastOp::ZeroExtend => Expression::widened(name, operand),
            CastOp::SignExtend => {
                let bits = self.bits(from).ok_or_else(|| unsupported(from))?;
                let to_bits = self.bits(to).ok_or_else(|| unsupported(to))?;
                match bits {
                    1 => {
                        let number = Expression::cast(name, operand);
                        cut(Expression::prefix("-", &number), to_bits)
                    }
                    _ => masked(Expression::retyped(name, operand), to_bits),
                }
            }
            CastOp::FloatTruncate | CastOp::FloatExtend => Expression::cast(name, operand),
            CastOp::FloatToUnsigned | CastOp::FloatToSigned => {
                let bits = self.bits(to).ok_or_else(|| unsupported(to))?;
                let size = holder(bits).ok_or_else(|| unsupported(to))?;
                let from = self.format(from)?;
                let helper = Helper::ToInt {
                    from,
                    bits: size,
                    is_signed: op == CastOp::FloatToSigned,
                    saturates: false,
                };
                let number = self.unit.needs(helper);
                let number = Expression::call(number, std::slice::from_ref(operand));
                match bits {
                    1 => Expression::infix("&", &number, &Expression::literal("1")),
                    bits => cut(number, bits),
                }
            }
            CastOp::UnsignedToFloat => as_float(operand.clone()),
            CastOp::SignedToFloat => match self.bits(from).ok_or_else(|| unsupported(from))? {
                1 => {
                    let number = Expression::cast("int", operand);
                    as_float(Expression::prefix("-", &number))
                }
                _ => as_float(operand.clone()),
            },
            CastOp::PtrToInt | CastOp::PtrToAddr => {
                let bits = self.bits(to).ok_or_else(|| unsupported(to))?;
                let address = Expression::cast("uintptr_t", operand);
                match bits {
                    64 => address,
                    bits if holder(bits) == Some(bits) && bits > 1 => {
                        Expression::cast(name, &address)
                    }
                    bits => cut(Expression::cast(name, &address), bits),
                }
            }
            CastOp::IntToPtr => {
                let address = match self.bits(from) {
                    Some(64) if operand.level == Level::Atom => operand.clone(),
                    Some(64) => operand.clone().typed("uintptr_t"),
                    _ => Expression::cast("uintptr_t", operand),
                };
                Expression::cast("void *", &address)
            }
            CastOp::Bitcast => return Err(unsupported(to)),
            CastOp::AddressSpace => {
                return Err(Cause::Construct("an addrspacecast".to_owned()));
            }
        })
    }

    /// The same bits as something else.
    fn bitcast(&self, value: Operand, operand: Expression, to: TypeId) -> Made {
        let from = self.ty(value);
        if from == to || self.unit.module.types.is_pointer(from) {
            return Ok(operand);
        }
        let bits = |ty: TypeId| matches!(self.lanes_of(ty), Some((Type::Int(1), _)));
        if bits(to) {
            return self.spread_bits(value, to);
        }
        if bits(from) {
            return self.joined_bits(value, to);
        }
        let names = [self.unit.value_type(from)?, self.unit.value_type(to)?];
        Ok(self.punned(names.each_ref().map(String::as_str), &operand))
    }

    /// The same bits as another type.
    pub(in crate::people) fn punned(
        &self,
        [from, to]: [&str; 2],
        value: &Expression,
    ) -> Expression {
        let text = format!(
            "((union {{ {from} from; {to} to; }}){{ {} }}).to",
            value.converted().text
        );
        Expression::new(text, Level::Postfix)
    }

    pub(super) fn vector_cast(&self, op: CastOp, value: Operand, to: TypeId) -> Made {
        let from = self.ty(value);
        let operand = self.operand(value)?;
        let unsupported = || self.unit.types.borrow().unsupported(to);
        let (element, count) = self.lanes_of(from).ok_or_else(unsupported)?;
        let (target, _) = self.lanes_of(to).ok_or_else(unsupported)?;
        let name = self.unit.value_type(to)?;
        if !is_plain(element) || !is_plain(target) {
            let lanes = [self.lane_of(from), self.lane_of(to)];
            return self.each_lane(&[value], to, |all| match self.signed_bits(op, lanes[0]) {
                Some(bits) => self.scalar_cast(op, &signed(&all[0], bits), lanes[0], lanes[1]),
                None => self.scalar_cast(op, &all[0], lanes[0], lanes[1]),
            });
        }
        let lanes = |bits, is_signed| self.unit.types.borrow_mut().lanes(bits, count, is_signed);
        let convert = |own: Expression, name: String| {
            Expression::call("__builtin_convertvector", &[own, Expression::atom(name)])
        };
        Ok(match (op, element, target) {
            (CastOp::Truncate, _, Type::Int(1)) => {
                let ones = Expression::infix("&", &operand, &Expression::literal("1"));
                let bits = convert(ones, lanes(8, true));
                Expression::prefix("-", &bits)
            }
            // Bits are zeros or ones.
            (CastOp::ZeroExtend, Type::Int(1), _) => {
                let ones = Expression::infix("&", &operand, &Expression::literal("1"));
                convert(ones, name)
            }
            (CastOp::SignExtend, Type::Int(1), &Type::Int(bits)) => {
                Expression::cast(name, &convert(operand, lanes(bits, true)))
            }
            (CastOp::SignExtend, &Type::Int(from), &Type::Int(to)) => {
                let own = Expression::cast(lanes(from, true), &operand);
                Expression::cast(name, &convert(own, lanes(to, true)))
            }
            (CastOp::SignedToFloat, &Type::Int(from), _) => {
                convert(Expression::cast(lanes(from, true), &operand), name)
            }
            (CastOp::FloatToSigned, _, &Type::Int(to)) => {
                Expression::cast(name, &convert(operand, lanes(to, true)))
            }
            (CastOp::PtrToInt | CastOp::IntToPtr, ..) => operand,
            _ => convert(operand, name),
        })
    }

    /// The bits of something as a vector of them, the lowest first.
    pub(super) fn spread_bits(&self, value: Operand, to: TypeId) -> Made {
        let from = self.ty(value);
        let (size, own) = self.small(from)?;
        let unsupported = || self.unit.types.borrow().unsupported(to);
        let (_, count) = self.lanes_of(to).ok_or_else(unsupported)?;
        let name = self.unit.value_type(to)?;
        let text = format!(
            "__extension__({{ {own} ir_v = {}; uint64_t ir_w = 0; {name} ir_r; \
             __builtin_memcpy(&ir_w, &ir_v, {size}); \
             for (int ir_i = 0; ir_i < {count}; ir_i++) {{ ir_r[ir_i] = ir_w >> ir_i & 1 ? -1 : 0; }} \
             ir_r; }})",
            self.converted(value)?
        );
        Ok(Expression::atom(text))
    }

    /// The bits of a vector as something else, the first lowest.
    pub(super) fn joined_bits(&self, value: Operand, to: TypeId) -> Made {
        let (size, name) = self.small(to)?;
        let own = self.unit.value_type(self.ty(value))?;
        let unsupported = || self.unit.types.borrow().unsupported(to);
        let (_, count) = self.lanes(value).ok_or_else(unsupported)?;
        let text = format!(
            "__extension__({{ {own} ir_v = {}; uint64_t ir_w = 0; {name} ir_r; \
             for (int ir_i = 0; ir_i < {count}; ir_i++) {{ ir_w |= (uint64_t)(ir_v[ir_i] & 1) << ir_i; }} \
             __builtin_memcpy(&ir_r, &ir_w, {size}); ir_r; }})",
            self.converted(value)?
        );
        Ok(Expression::atom(text))
    }

    /// The size of a type of at most eight bytes, and its name.
    pub(super) fn small(&self, ty: TypeId) -> Result<(u64, String), Cause> {
        let size = self.unit.layout.size(ty).filter(|&size| size <= 8);
        let size = size.ok_or_else(|| self.unit.types.borrow().unsupported(ty))?;
        Ok((size, self.unit.value_type(ty)?))
    }
}
