//! Values by their numbers, and operands.
//!
//! All values of a module have numbers: symbols, constants, then those of the function being read:
//! its parameters, constants, and results in order. Instructions name values by how far before them
//! they are; one that is still to come has its type behind it.

use unsnarl_ir::{Operand, TypeId};

use super::Reader;
use super::body::Body;
use super::error::Result;
use super::fields::Fields;
use super::slots::{Slot, Used};

impl Reader<'_> {
    pub(super) fn slot(&self, number: u64) -> Option<Slot> {
        let index = usize::try_from(number).ok()?;
        self.values.get(index).copied()
    }

    /// The number of a value from how far it is before the next one.
    pub(super) fn absolute(&self, relative: u64) -> u64 {
        u64::from((self.values.len() as u32).wrapping_sub(relative as u32))
    }

    /// A value, with its type if it is still to come.
    pub(super) fn pair(&self, body: &Body, fields: &mut Fields<'_>) -> Result<Used> {
        let number = self.absolute(fields.next()?);
        let ty = match self.type_of_value(body, number, fields)? {
            Some(ty) => ty,
            None => self.ty(fields.next()?, fields)?,
        };
        Ok(Used { number, ty })
    }

    /// A value of a type that is known.
    pub(super) fn value(&self, body: &Body, fields: &mut Fields<'_>, ty: TypeId) -> Result<Used> {
        let number = self.absolute(fields.next()?);
        self.used(body, number, ty, fields)
    }

    /// The value of a number, of a type that is known.
    pub(super) fn used(
        &self,
        body: &Body,
        number: u64,
        ty: TypeId,
        fields: &Fields<'_>,
    ) -> Result<Used> {
        match self.type_of_value(body, number, fields)? {
            Some(known) if known != ty => Err(fields.error("an operand has the wrong type")),
            _ => Ok(Used { number, ty }),
        }
    }

    /// The type of a value; nothing for one that is still to come.
    fn type_of_value(
        &self,
        body: &Body,
        number: u64,
        fields: &Fields<'_>,
    ) -> Result<Option<TypeId>> {
        Ok(match self.slot(number) {
            Some(Slot::Symbol(index)) => Some(self.symbols[index].address_type),
            Some(Slot::Constant(index)) => Some(self.type_of_constant(index, fields)?),
            Some(Slot::Value(value)) => Some(body.function.value_type(value)),
            None => None,
        })
    }

    /// Returns an operand. The first use of a value that is still to come makes it, as in text.
    pub(super) fn operand(
        &mut self,
        body: &mut Body,
        used: Used,
        fields: &Fields<'_>,
    ) -> Result<Operand> {
        Ok(match self.slot(used.number) {
            Some(Slot::Symbol(index)) => Operand::Const(self.symbol(index)),
            Some(Slot::Constant(index)) => Operand::Const(self.make_constant(index)?),
            Some(Slot::Value(value)) => Operand::Value(value),
            None => {
                let value = body.later(used, fields.at);
                if body.function.value_type(value) != used.ty {
                    return Err(fields.error("an operand has the wrong type"));
                }
                Operand::Value(value)
            }
        })
    }

    /// [`Reader::pair`] as an operand, with its type.
    pub(super) fn typed(
        &mut self,
        body: &mut Body,
        fields: &mut Fields<'_>,
    ) -> Result<(Operand, TypeId)> {
        let used = self.pair(body, fields)?;
        Ok((self.operand(body, used, fields)?, used.ty))
    }

    /// [`Reader::value`] as an operand.
    pub(super) fn of_type(
        &mut self,
        body: &mut Body,
        fields: &mut Fields<'_>,
        ty: TypeId,
    ) -> Result<Operand> {
        let used = self.value(body, fields, ty)?;
        self.operand(body, used, fields)
    }
}
