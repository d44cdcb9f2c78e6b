//! Constants. Their records are kept, and each constant is made where it is first used: so they get
//! the ids that the text gives them, which names them there.

use std::rc::Rc;

use unsnarl_ir::{CastOp, ConstId, Constant, Expression, FloatKind, Type, TypeId, WideInt};

use super::Reader;
use super::error::{BitcodeCause, BitcodeError, Result};
use super::fields::{Fields, bytes, signed};
use super::records::Records;
use super::slots::Slot;
use super::stream::{Item, Record, Stream};
use crate::build::{
    DEPTH_LIMIT, LONGEST, MOST_WIDE_BYTES, WIDE, WIDEST, has_members, label_number, splat,
};

pub(super) const BLOCK: &str = "the constants";

const SET_TYPE: u32 = 1;

/// The constants of the module, and behind them those of the function being read.
#[derive(Default)]
pub(super) struct Constants {
    records: Records,
    /// The numbers of their types.
    types: Vec<u64>,
    made: Vec<Option<Made>>,
    /// How deep constants are nested that are being made.
    depth: u32,
    /// The height of the highest of those made since its user began.
    height: u32,
    /// The bytes of wide integers so far.
    wide_bytes: usize,
}

/// A constant that was made.
#[derive(Clone, Copy)]
struct Made {
    id: ConstId,
    height: u32,
}

impl Constants {
    pub(super) fn len(&self) -> usize {
        self.types.len()
    }

    /// Drops those of a function.
    pub(super) fn truncate(&mut self, count: usize) {
        self.records.truncate(count);
        self.types.truncate(count);
        self.made.truncate(count);
    }

    /// The fields of all constants, for [`Constants::record`].
    pub(super) fn lent(&self) -> Rc<Vec<u64>> {
        self.records.lent()
    }

    pub(super) fn record<'r>(&self, index: usize, lent: &'r [u64]) -> Fields<'r> {
        self.records.get(index, BLOCK, lent)
    }
}

impl<'a> Reader<'a> {
    /// Keeps the constants of the block that was entered.
    pub(super) fn collect_constants(&mut self, stream: &mut Stream<'a>) -> Result<()> {
        let mut record = Record::default();
        let mut ty = 0;
        loop {
            match stream.next(&mut record)? {
                Item::End => return Ok(()),
                Item::Block(_) => stream.skip()?,
                Item::Record if record.code == SET_TYPE => {
                    let fields = Fields::new(record.at, BLOCK, record.code, &record.fields);
                    ty = { fields }.next()?;
                }
                Item::Record => {
                    self.values.push(Slot::Constant(self.constants.len()));
                    self.constants.records.push(&record);
                    self.constants.types.push(ty);
                    self.constants.made.push(None);
                }
            }
        }
    }

    /// Returns the constant that is the value of a number.
    pub(super) fn constant(&mut self, number: u64, fields: &Fields<'_>) -> Result<ConstId> {
        match self.slot(number) {
            Some(Slot::Symbol(index)) => Ok(self.symbol(index)),
            Some(Slot::Constant(index)) => self.make_constant(index),
            Some(Slot::Value(_)) => Err(fields.error("the value is not a constant")),
            None => Err(fields.error("undefined value")),
        }
    }

    /// The type of a constant.
    pub(super) fn type_of_constant(&self, index: usize, fields: &Fields<'_>) -> Result<TypeId> {
        self.ty(self.constants.types[index], fields)
    }

    /// Makes a constant, with all that it is made of. It is nested as deep as texts may be, so
    /// that this ends also where constants are parts of each other.
    pub(super) fn make_constant(&mut self, index: usize) -> Result<ConstId> {
        if let Some(made) = self.constants.made[index] {
            self.constants.height = self.constants.height.max(made.height);
            return Ok(made.id);
        }
        let lent = self.constants.lent();
        let fields = self.constants.record(index, &lent);
        let around = std::mem::take(&mut self.constants.height);
        self.constants.depth += 1;
        let too_deep = || {
            let cause = BitcodeCause::TooDeep { limit: DEPTH_LIMIT };
            BitcodeError::new(fields.at, cause)
        };
        if self.constants.depth > DEPTH_LIMIT {
            return Err(too_deep());
        }
        let ty = self.type_of_constant(index, &fields)?;
        let id = self.constant_of(ty, fields)?;
        self.constants.depth -= 1;
        let height = self.constants.height + 1;
        if height > DEPTH_LIMIT {
            return Err(too_deep());
        }
        self.constants.height = around.max(height);
        self.constants.made[index] = Some(Made { id, height });
        Ok(id)
    }

    fn constant_of(&mut self, ty: TypeId, mut fields: Fields<'_>) -> Result<ConstId> {
        let constant = match fields.code {
            2 => return self.null(ty, &fields),
            3 => Constant::Undef(ty),
            26 => Constant::Poison(ty),
            4 => {
                let value = signed(fields.next()?);
                return self.integer(ty, &[value as u64], value < 0, &fields);
            }
            5 => {
                let limbs: Vec<u64> = fields
                    .rest()
                    .iter()
                    .map(|&limb| signed(limb) as u64)
                    .collect();
                return self.integer(ty, &limbs, false, &fields);
            }
            6 => return self.float(ty, fields),
            7 => {
                let rest = fields.rest();
                let mut elements = Vec::with_capacity(rest.len());
                for &number in rest {
                    elements.push(self.constant(number, &fields)?);
                }
                return self.aggregate(ty, elements, &fields);
            }
            8 | 9 => {
                let mut bytes = bytes(fields.rest());
                if let Some(bytes) = &mut bytes
                    && fields.code == 9
                {
                    bytes.push(0);
                }
                let bytes = bytes.ok_or_else(|| fields.error("a character is not a byte"))?;
                return self.string_of(ty, bytes, &fields);
            }
            22 => return self.data(ty, fields),
            21 => return self.block_address(ty, fields),
            // `dso_local_equivalent` and `no_cfi`.
            27 | 29 => {
                fields.next()?;
                let number = fields.next()?;
                return self.constant(number, &fields);
            }
            18 | 23 | 28 | 30 => {
                return Err(fields.error("inline assembly is used other than as a callee"));
            }
            _ => return self.expression(ty, fields),
        };
        Ok(self.module.add_constant(constant))
    }

    /// All bits zero, as texts write it for the type.
    fn null(&mut self, ty: TypeId, fields: &Fields<'_>) -> Result<ConstId> {
        let constant = match *self.module.types.get(ty) {
            Type::Int(_) => return self.integer(ty, &[0], false, fields),
            Type::Float(_) => Constant::Float { ty, bits: 0 },
            Type::Pointer { .. } => Constant::Null(ty),
            _ => Constant::Zero(ty),
        };
        Ok(self.module.add_constant(constant))
    }

    fn integer(
        &mut self,
        ty: TypeId,
        limbs: &[u64],
        is_negative: bool,
        fields: &Fields<'_>,
    ) -> Result<ConstId> {
        let Some(width) = self.module.types.int_width(ty) else {
            return Err(fields.error("a number does not match its type"));
        };
        if width > WIDEST {
            let construct = format!("integer constant of more than {WIDEST} bits");
            return Err(fields.unsupported(construct));
        }
        if width > WIDE {
            self.constants.wide_bytes += width as usize / 8;
        }
        if self.constants.wide_bytes > MOST_WIDE_BYTES {
            let construct =
                format!("integer constants of more than {MOST_WIDE_BYTES} bytes in all");
            return Err(fields.unsupported(construct));
        }
        let value = match *limbs {
            [limb] if width <= 128 && is_negative => {
                WideInt::new(width, i128::from(limb as i64) as u128)
            }
            [limb] if !is_negative => WideInt::new(width, u128::from(limb)),
            [limb] => {
                let mut limbs = vec![u64::MAX; width.div_ceil(64) as usize];
                limbs[0] = limb;
                WideInt::from_limbs(width, &limbs)
            }
            _ => WideInt::from_limbs(width, limbs),
        };
        Ok(self.module.add_constant(Constant::Int { ty, value }))
    }

    fn float(&mut self, ty: TypeId, mut fields: Fields<'_>) -> Result<ConstId> {
        let Type::Float(kind) = *self.module.types.get(ty) else {
            return Err(fields.error("a number does not match its type"));
        };
        let bits = match kind {
            FloatKind::X86Fp80 => {
                // The highest word comes first.
                let (high, low) = (fields.next()?, fields.next()?);
                u128::from(high) << 16 | u128::from(low & 0xffff)
            }
            FloatKind::Fp128 | FloatKind::PpcFp128 => {
                let (low, high) = (fields.next()?, fields.next()?);
                u128::from(high) << 64 | u128::from(low)
            }
            _ => u128::from(fields.next()?) & ((1 << kind.bits()) - 1),
        };
        Ok(self.module.add_constant(Constant::Float { ty, bits }))
    }

    fn aggregate(
        &mut self,
        ty: TypeId,
        elements: Vec<ConstId>,
        fields: &Fields<'_>,
    ) -> Result<ConstId> {
        if !has_members(&self.module.types, ty, elements.len()) {
            return Err(
                fields.error("the number of elements of a constant does not match its type")
            );
        }
        if let Type::Vector { count, .. } = *self.module.types.get(ty)
            && count > LONGEST
            && let Some(&first) = elements.first()
            && elements.iter().all(|&element| element == first)
        {
            let splat = splat(&mut self.module, ty, first);
            return splat.ok_or_else(|| fields.error("a vector constant does not match its type"));
        }
        let elements = elements.into();
        let constant = Constant::Aggregate { ty, elements };
        Ok(self.module.add_constant(constant))
    }

    fn string_of(&mut self, ty: TypeId, bytes: Vec<u8>, fields: &Fields<'_>) -> Result<ConstId> {
        let fits = match self.module.types.get(ty) {
            Type::Array { element, count } => {
                self.module.types.int_width(*element) == Some(8) && *count == bytes.len() as u64
            }
            _ => false,
        };
        if !fits {
            return Err(fields.error("a string does not match its type"));
        }
        let bytes = bytes.into();
        Ok(self.module.add_constant(Constant::Bytes { ty, bytes }))
    }

    /// An array or a vector of numbers.
    fn data(&mut self, ty: TypeId, fields: Fields<'_>) -> Result<ConstId> {
        let element = match *self.module.types.get(ty) {
            Type::Array { element, .. } | Type::Vector { element, .. } => element,
            _ => return Err(fields.error("the numbers of a constant do not match its type")),
        };
        let is_array = matches!(self.module.types.get(ty), Type::Array { .. });
        if is_array && self.module.types.int_width(element) == Some(8) {
            let bytes = bytes(fields.rest());
            let bytes = bytes.ok_or_else(|| fields.error("a number is not a byte"))?;
            return self.string_of(ty, bytes, &fields);
        }
        let mut elements = Vec::with_capacity(fields.len());
        for &number in fields.rest() {
            let constant = match *self.module.types.get(element) {
                Type::Int(width) if width <= 64 => Constant::Int {
                    ty: element,
                    value: WideInt::new(width, u128::from(number)),
                },
                Type::Float(kind) if kind.bits() <= 64 => Constant::Float {
                    ty: element,
                    bits: u128::from(number) & ((1 << kind.bits()) - 1),
                },
                _ => return Err(fields.error("the numbers of a constant do not match its type")),
            };
            elements.push(self.module.add_constant(constant));
        }
        self.aggregate(ty, elements, &fields)
    }

    /// The number of a block as a pointer.
    fn block_address(&mut self, ty: TypeId, mut fields: Fields<'_>) -> Result<ConstId> {
        fields.next()?;
        let number = fields.next()?;
        let function = match self.slot(number) {
            Some(Slot::Symbol(index)) => self.symbols[index].function(),
            _ => None,
        };
        let missing = || fields.error("the address of a block names no function");
        let function = function.ok_or_else(missing)?;
        let block = fields.short()?;
        let number = self.labels.number(&function, &block, fields.at);
        let value = label_number(&mut self.module, number);
        let op = CastOp::IntToPtr;
        let expression = Expression::Cast { op, value };
        Ok(self
            .module
            .add_constant(Constant::Expression { ty, expression }))
    }
}
