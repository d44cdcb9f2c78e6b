//! The table of types.

use unsnarl_ir::{FloatKind, Type, TypeId};

use super::Reader;
use super::error::{BitcodeCause, BitcodeError, Result};
use super::fields::{self, Fields};
use crate::build::{DEPTH_LIMIT, WIDTH_LIMIT};

const BLOCK: &str = "the types";

const COUNT: u32 = 1;
const OPAQUE: u32 = 6;
const STRUCT_NAME: u32 = 19;
const STRUCT_NAMED: u32 = 20;

impl Reader<'_> {
    /// Returns the type of a number.
    pub(super) fn ty(&self, number: u64, fields: &Fields<'_>) -> Result<TypeId> {
        let ty = usize::try_from(number).ok();
        let ty = ty.and_then(|number| self.types.get(number));
        ty.copied().ok_or_else(|| fields.error("undefined type"))
    }

    /// Makes the types. Those with names come first, because the others may be made of them.
    pub(super) fn make_types(&mut self) -> Result<()> {
        let lent = self.type_records.lent();
        let count = self.type_records.len();
        let mut named = Vec::new();
        let mut name = None;
        for index in 0..count {
            let fields = self.type_records.get(index, BLOCK, &lent);
            match fields.code {
                COUNT => {}
                STRUCT_NAME => {
                    let text = fields::text(fields.rest());
                    name = Some(text.ok_or_else(|| fields.error("a character is not a byte"))?);
                }
                OPAQUE | STRUCT_NAMED => {
                    // Structs without names are named by their numbers in texts.
                    let text = name.take().unwrap_or_else(|| unnamed(&named));
                    let id = self.module.names.add(&text);
                    named.push(Some(self.module.types.add_named(id)));
                }
                _ => {
                    // The name of a target's type.
                    if fields.code == TARGET {
                        name = None;
                    }
                    named.push(None);
                }
            }
        }
        let (mut depths, mut bodies) = (Vec::new(), Vec::new());
        for index in 0..count {
            let fields = self.type_records.get(index, BLOCK, &lent);
            match fields.code {
                COUNT => continue,
                STRUCT_NAME => {
                    name = fields::text(fields.rest());
                    continue;
                }
                _ => {}
            }
            let number = self.types.len();
            let id = match named[number] {
                Some(id) => {
                    name = None;
                    if fields.code == STRUCT_NAMED {
                        bodies.push((id, index));
                    }
                    depths.push(0);
                    id
                }
                None => {
                    let (ty, depth) = self.type_of(fields, &mut name, &named, &depths)?;
                    depths.push(depth);
                    self.module.types.add(ty)
                }
            };
            self.types.push(id);
        }
        for (id, index) in bodies {
            let fields = self.type_records.get(index, BLOCK, &lent);
            let body = self.struct_type(fields)?;
            let body = self.module.types.add(body);
            if let Type::Named(number) = *self.module.types.get(id) {
                self.module.types.named[number as usize].body = Some(body);
            }
        }
        Ok(())
    }

    fn struct_type(&self, mut fields: Fields<'_>) -> Result<Type> {
        let packed = fields.flag()?;
        let types = fields.rest().iter();
        let types = types.map(|&number| self.ty(number, &fields));
        Ok(Type::Struct {
            fields: types.collect::<Result<_>>()?,
            packed,
        })
    }

    /// A type without a name, and how deep it is nested.
    fn type_of(
        &self,
        mut fields: Fields<'_>,
        name: &mut Option<String>,
        named: &[Option<TypeId>],
        depths: &[u32],
    ) -> Result<(Type, u32)> {
        let mut depth = 0;
        // Types with names may be further behind.
        let mut inner = |number: u64, fields: &Fields<'_>| {
            let index = usize::try_from(number).unwrap_or(usize::MAX);
            if let Some(&known) = depths.get(index) {
                depth = depth.max(known + 1);
                if depth > DEPTH_LIMIT {
                    let cause = BitcodeCause::TooDeep { limit: DEPTH_LIMIT };
                    return Err(BitcodeError::new(fields.at, cause));
                }
                return self.ty(number, fields);
            }
            let later = named.get(index).copied().flatten();
            later.ok_or_else(|| fields.error("undefined type"))
        };
        let ty = match fields.code {
            2 => Type::Void,
            3 => Type::Float(FloatKind::Float),
            4 => Type::Float(FloatKind::Double),
            5 => Type::Label,
            7 => {
                let width = fields.short()?;
                if !(1..=WIDTH_LIMIT).contains(&width) {
                    return Err(fields.error("invalid integer width"));
                }
                Type::Int(width)
            }
            // The pointee does not matter.
            8 => {
                fields.next()?;
                let space = fields.or_zero();
                let space = u32::try_from(space);
                let space = space.map_err(|_| fields.error("an address space is too large"))?;
                Type::Pointer { space }
            }
            10 => Type::Float(FloatKind::Half),
            11 => {
                let count = fields.next()?;
                let element = inner(fields.next()?, &fields)?;
                Type::Array { element, count }
            }
            12 => {
                let count = fields.short()?;
                let element = inner(fields.next()?, &fields)?;
                let scalable = fields.or_zero() != 0;
                Type::Vector {
                    element,
                    count,
                    scalable,
                }
            }
            13 => Type::Float(FloatKind::X86Fp80),
            14 => Type::Float(FloatKind::Fp128),
            15 => Type::Float(FloatKind::PpcFp128),
            16 => Type::Metadata,
            17 => Type::X86Mmx,
            18 => {
                let packed = fields.flag()?;
                let types = fields.rest().iter();
                let types = types.map(|&number| inner(number, &fields));
                Type::Struct {
                    fields: types.collect::<Result<_>>()?,
                    packed,
                }
            }
            21 => {
                let varargs = fields.flag()?;
                let result = inner(fields.next()?, &fields)?;
                let types = fields.rest().iter();
                let types = types.map(|&number| inner(number, &fields));
                Type::Function {
                    result,
                    parameters: types.collect::<Result<_>>()?,
                    varargs,
                }
            }
            22 => Type::Token,
            23 => Type::Float(FloatKind::BFloat),
            24 => Type::X86Amx,
            25 => Type::Pointer {
                space: fields.short()?,
            },
            TARGET => {
                let count = fields.next()?;
                let types = fields.take(count)?.iter();
                let types = types.map(|&number| inner(number, &fields));
                let types = types.collect::<Result<_>>()?;
                let numbers = fields.rest().iter();
                let numbers = numbers.map(|&number| u32::try_from(number));
                let numbers = numbers.collect::<std::result::Result<_, _>>();
                Type::Target {
                    name: name.take().unwrap_or_default().into(),
                    types,
                    numbers: numbers.map_err(|_| fields.error("a number is too large"))?,
                }
            }
            code => return Err(fields.unknown(format!("type of code {code}"))),
        };
        Ok((ty, depth))
    }
}

const TARGET: u32 = 26;

/// The number of a struct without a name.
fn unnamed(before: &[Option<TypeId>]) -> String {
    before.iter().flatten().count().to_string()
}
