//! Constants that are one number or address.

use super::alias::Aliases;
use super::fold;
use super::{ImageError, Scalar, Symbol};
use crate::constant::{Constant, Expression};
use crate::id::{ConstId, Id, TypeId};
use crate::inst::Operand;
use crate::int::{mask, sign_extend};
use crate::layout::Layout;
use crate::module::Module;
use crate::ops::CastOp;
use crate::types::Type;

/// The values of all constants that are numbers or addresses, and the targets of
/// [aliases](Scalars::resolve).
///
/// Computed once: constants added later are not in it.
#[derive(Clone, Debug)]
pub struct Scalars {
    values: Vec<Result<Scalar, ImageError>>,
    aliases: Aliases,
}

impl Scalars {
    /// Follows aliases to the variable or function to which they refer, with the offset in bytes
    /// from it. O(1).
    ///
    /// # Errors
    /// If an alias does not refer to the address of a symbol, or refers to itself.
    pub fn resolve(&self, symbol: Symbol) -> Result<(Symbol, i64), ImageError> {
        self.aliases.resolve(symbol)
    }

    /// Computes the value of every constant.
    ///
    /// A constant can only be made from existing constants, so one pass in order reaches operands
    /// first.
    pub fn new(module: &Module, layout: &Layout) -> Self {
        let mut scalars = Self {
            values: Vec::with_capacity(module.constants().len()),
            aliases: Aliases::default(),
        };
        for (id, constant) in module.constants() {
            let value = scalars.evaluate(module, layout, id, constant);
            scalars.values.push(value);
        }
        scalars.aliases = Aliases::new(module, &scalars.values);
        scalars
    }

    /// Returns the value of a constant. An undefined value is 0.
    ///
    /// # Errors
    /// If it is neither a number nor an address.
    pub fn get(&self, id: ConstId) -> Result<Scalar, ImageError> {
        self.values
            .get(id.index())
            .copied()
            .unwrap_or(Err(ImageError::Unknown(id)))
    }

    fn evaluate(
        &self,
        module: &Module,
        layout: &Layout,
        id: ConstId,
        constant: &Constant,
    ) -> Result<Scalar, ImageError> {
        match constant {
            Constant::Int { ty, value } if module.types.int_width(*ty) <= Some(128) => {
                Ok(Scalar::Bits(value.low()))
            }
            Constant::Float { bits, .. } => Ok(Scalar::Bits(*bits)),
            Constant::Null(ty)
            | Constant::Zero(ty)
            | Constant::Undef(ty)
            | Constant::Poison(ty) => width(module, *ty)
                .map(|_| Scalar::Bits(0))
                .ok_or(ImageError::NotScalar(id)),
            Constant::Global(global) => Ok(symbol(Symbol::Global(*global))),
            Constant::Function(function) => Ok(symbol(Symbol::Function(*function))),
            Constant::Expression { ty, expression } => {
                self.expression(module, layout, id, *ty, expression)
            }
            Constant::Int { .. }
            | Constant::Bytes { .. }
            | Constant::Aggregate { .. }
            | Constant::Splat { .. }
            | Constant::Metadata { .. } => Err(ImageError::NotScalar(id)),
        }
    }

    fn expression(
        &self,
        module: &Module,
        layout: &Layout,
        id: ConstId,
        ty: TypeId,
        expression: &Expression,
    ) -> Result<Scalar, ImageError> {
        let to = width(module, ty).ok_or(ImageError::NotScalar(id))?;
        match expression {
            Expression::Binary {
                op, left, right, ..
            } => fold::binary(id, *op, to, self.get(*left)?, self.get(*right)?),
            Expression::Cast { op, value } => {
                let from = module.constant_type(*value);
                let from = width(module, from).ok_or(ImageError::NotScalar(*value))?;
                cast(id, *op, self.get(*value)?, from, to)
            }
            Expression::Gep {
                source,
                base,
                indices,
                ..
            } => {
                let indices = indices.iter().map(|&index| Operand::Const(index));
                let address = layout.address(module, *source, Operand::Const(*base), indices);
                let address = address.map_err(|_| ImageError::NotLinkable(id))?;
                let mut offset = address.offset;
                for term in address.terms {
                    let bytes = self
                        .index(module, id, term.index)?
                        .wrapping_mul(term.scale as i64);
                    offset = offset.wrapping_add(bytes);
                }
                Ok(add(self.get(*base)?, offset, to))
            }
            Expression::Compare {
                predicate,
                left,
                right,
            } => {
                let from = module.constant_type(*left);
                let from = width(module, from).ok_or(ImageError::NotScalar(*left))?;
                fold::compare(id, *predicate, from, self.get(*left)?, self.get(*right)?)
            }
            Expression::Select {
                condition,
                then,
                otherwise,
            } => match self.get(*condition)? {
                Scalar::Bits(0) => self.get(*otherwise),
                Scalar::Bits(_) => self.get(*then),
                Scalar::Address { .. } => Err(ImageError::NotLinkable(id)),
            },
            Expression::FloatCompare { .. }
            | Expression::Negate(_)
            | Expression::ExtractValue { .. }
            | Expression::InsertValue { .. }
            | Expression::SignedPointer { .. }
            | Expression::ExtractElement { .. }
            | Expression::InsertElement { .. }
            | Expression::ShuffleVector { .. } => Err(ImageError::NotScalar(id)),
        }
    }

    /// The signed value of an index that is a constant expression.
    fn index(&self, module: &Module, id: ConstId, index: Operand) -> Result<i64, ImageError> {
        let Operand::Const(index) = index else {
            return Err(ImageError::NotLinkable(id));
        };
        let bits =
            width(module, module.constant_type(index)).ok_or(ImageError::NotScalar(index))?;
        match self.get(index)? {
            Scalar::Bits(value) => Ok(sign_extend(value, bits) as i64),
            Scalar::Address { .. } => Err(ImageError::NotLinkable(id)),
        }
    }
}

fn symbol(plus: Symbol) -> Scalar {
    Scalar::Address {
        plus,
        minus: None,
        offset: 0,
    }
}

/// The bits of a type that holds one number or address of at most 128 bits.
fn width(module: &Module, ty: TypeId) -> Option<u32> {
    match module.types.get(ty) {
        Type::Int(width) if *width <= 128 => Some(*width),
        Type::Float(kind) => Some(kind.bits()),
        Type::Pointer { space } => {
            Some(module.data_layout.pointer(*space).bits).filter(|&bits| bits <= 128)
        }
        _ => None,
    }
}

fn add(value: Scalar, bytes: i64, bits: u32) -> Scalar {
    match value {
        Scalar::Bits(value) => {
            Scalar::Bits(value.wrapping_add_signed(i128::from(bytes)) & mask(bits))
        }
        Scalar::Address {
            plus,
            minus,
            offset,
        } => Scalar::Address {
            plus,
            minus,
            offset: offset.wrapping_add(bytes),
        },
    }
}

fn cast(id: ConstId, op: CastOp, value: Scalar, from: u32, to: u32) -> Result<Scalar, ImageError> {
    let bits = match value {
        Scalar::Bits(bits) => bits,
        // The relocation truncates the address: its size gives the number of bytes.
        Scalar::Address { .. } if to <= from => return Ok(value),
        Scalar::Address { .. } => return Err(ImageError::NotLinkable(id)),
    };
    match op {
        CastOp::SignExtend => Ok(Scalar::Bits(sign_extend(bits, from) as u128 & mask(to))),
        CastOp::Truncate
        | CastOp::ZeroExtend
        | CastOp::PtrToInt
        | CastOp::PtrToAddr
        | CastOp::IntToPtr
        | CastOp::Bitcast
        | CastOp::AddressSpace => Ok(Scalar::Bits(bits & mask(to))),
        CastOp::FloatTruncate
        | CastOp::FloatExtend
        | CastOp::FloatToUnsigned
        | CastOp::FloatToSigned
        | CastOp::UnsignedToFloat
        | CastOp::SignedToFloat => Err(ImageError::NotScalar(id)),
    }
}
