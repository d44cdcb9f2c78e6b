//! Attributes: few are kept, as in text; all others, including those of later versions, are
//! skipped.

use std::collections::BTreeMap;

use unsnarl_ir::{FunctionAttributes, ParameterAttributes};

use super::Reader;
use super::error::Result;
use super::fields::{Fields, text};
use crate::build::merge;

const BLOCK: &str = "the groups of attributes";

/// The records of groups, and of lists of them.
const GROUP: u32 = 3;
const LIST: u32 = 2;

/// The attributes of a function, or of a call.
#[derive(Clone, Debug, Default)]
pub(super) struct AttributeList {
    pub(super) function: FunctionAttributes,
    pub(super) result: ParameterAttributes,
    parameters: BTreeMap<u64, ParameterAttributes>,
}

impl AttributeList {
    pub(super) fn parameter(&self, index: usize) -> ParameterAttributes {
        let found = self.parameters.get(&(index as u64));
        found.copied().unwrap_or_default()
    }
}

/// A group: for a parameter, the result, or the function.
struct Group {
    place: u64,
    function: FunctionAttributes,
    parameter: ParameterAttributes,
}

const OF_RESULT: u64 = 0;
const OF_FUNCTION: u64 = 0xffff_ffff;

impl Reader<'_> {
    /// Returns a list of attributes by its number and 1; that of 0 is empty.
    pub(super) fn attribute_list(&self, number: u64, fields: &Fields<'_>) -> Result<AttributeList> {
        let Some(index) = number.checked_sub(1) else {
            return Ok(AttributeList::default());
        };
        let index = usize::try_from(index).ok();
        let list = index.and_then(|index| self.attributes.get(index));
        let missing = || fields.error("undefined attribute list");
        list.cloned().ok_or_else(missing)
    }

    /// Makes the lists of attributes.
    pub(super) fn make_attributes(&mut self) -> Result<()> {
        let mut groups = BTreeMap::new();
        let lent = self.group_records.lent();
        for index in 0..self.group_records.len() {
            let mut fields = self.group_records.get(index, BLOCK, &lent);
            if fields.code == GROUP {
                let number = fields.next()?;
                groups.insert(number, self.group(fields)?);
            }
        }
        let lent = self.list_records.lent();
        for index in 0..self.list_records.len() {
            let fields = self.list_records.get(index, "the attributes", &lent);
            if fields.code != LIST {
                return Err(fields.unsupported("attributes of LLVM before 3.3"));
            }
            let mut list = AttributeList::default();
            for number in fields.rest() {
                let group: Option<&Group> = groups.get(number);
                let missing = || fields.error("undefined attribute group");
                let group = group.ok_or_else(missing)?;
                match group.place {
                    OF_RESULT => list.result = group.parameter,
                    OF_FUNCTION => merge(&mut list.function, &group.function),
                    place => drop(list.parameters.insert(place - 1, group.parameter)),
                }
            }
            self.attributes.push(list);
        }
        Ok(())
    }

    fn group(&mut self, mut fields: Fields<'_>) -> Result<Group> {
        let mut group = Group {
            place: fields.next()?,
            function: FunctionAttributes::default(),
            parameter: ParameterAttributes::default(),
        };
        while let Some(form) = fields.maybe() {
            match form {
                0 => {
                    let kind = fields.next()?;
                    note(&mut group, kind);
                }
                1 => {
                    let (kind, value) = (fields.next()?, fields.next()?);
                    if kind == ALIGN {
                        group.parameter.align = Some(value);
                    }
                }
                3 => self.key_and_value(&mut group, &mut fields, false)?,
                4 => self.key_and_value(&mut group, &mut fields, true)?,
                5 => {
                    let kind = fields.next()?;
                    if pointee(&mut group.parameter, kind).is_some() {
                        return Err(fields.unsupported("attribute without a type"));
                    }
                }
                6 => {
                    let (kind, ty) = (fields.next()?, fields.next()?);
                    let ty = self.ty(ty, &fields)?;
                    if let Some(place) = pointee(&mut group.parameter, kind) {
                        *place = Some(ty);
                    }
                }
                7 => {
                    fields.next()?;
                    let width = fields.next()?;
                    skip_range(&mut fields, width)?;
                }
                8 => {
                    fields.next()?;
                    let (count, width) = (fields.next()?, fields.next()?);
                    for _ in 0..count {
                        skip_range(&mut fields, width)?;
                    }
                }
                _ => return Err(fields.unknown(format!("attribute of form {form}"))),
            }
        }
        Ok(group)
    }

    /// `"key"` or `"key"="value"`, each with a zero at its end.
    fn key_and_value(
        &mut self,
        group: &mut Group,
        fields: &mut Fields<'_>,
        has_value: bool,
    ) -> Result<()> {
        let key = string(fields)?;
        let value = if has_value {
            string(fields)?
        } else {
            String::new()
        };
        let names = &mut self.module.names;
        let pair = (names.add(&key), names.add(&value));
        group.function.strings.push(pair);
        Ok(())
    }
}

fn string(fields: &mut Fields<'_>) -> Result<String> {
    let end = fields.rest().iter().position(|&byte| byte == 0);
    let end = end.ok_or_else(|| fields.error("unterminated string"))?;
    let string = text(fields.take(end as u64)?);
    fields.next()?;
    string.ok_or_else(|| fields.error("a character is not a byte"))
}

/// Skips the bounds of a range of integers.
fn skip_range(fields: &mut Fields<'_>, width: u64) -> Result<()> {
    if width <= 64 {
        return fields.take(2).map(drop);
    }
    let words = fields.next()?;
    fields.take((words & 0xffff_ffff) + (words >> 32)).map(drop)
}

const ALIGN: u64 = 1;

/// Keeps an attribute that is only there or not.
fn note(group: &mut Group, kind: u64) {
    let (function, parameter) = (&mut group.function, &mut group.parameter);
    let place = match kind {
        2 => &mut function.alwaysinline,
        5 => &mut parameter.inreg,
        7 => &mut function.naked,
        8 => &mut parameter.nest,
        12 => &mut function.noduplicate,
        14 => &mut function.noinline,
        16 => &mut function.noredzone,
        17 => &mut function.noreturn,
        18 => &mut function.nounwind,
        22 => &mut parameter.returned,
        23 => &mut function.returns_twice,
        24 => &mut parameter.signext,
        34 => &mut parameter.zeroext,
        37 => &mut function.optnone,
        43 => &mut function.convergent,
        70 => &mut function.mustprogress,
        // Swift's `self`, error and async context.
        46 | 47 | 75 => &mut parameter.swift,
        _ => return,
    };
    *place = true;
}

/// The place of an attribute that names what a pointer points to.
fn pointee(
    parameter: &mut ParameterAttributes,
    kind: u64,
) -> Option<&mut Option<unsnarl_ir::TypeId>> {
    Some(match kind {
        3 => &mut parameter.byval,
        29 => &mut parameter.sret,
        38 => &mut parameter.inalloca,
        65 => &mut parameter.preallocated,
        69 => &mut parameter.byref,
        77 => &mut parameter.element_type,
        _ => return None,
    })
}
