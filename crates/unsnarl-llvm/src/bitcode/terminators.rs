//! Terminators.

use foldhash::HashSet;
use unsnarl_ir::{Case, Definition, Id, Origin, Terminator, Type, ValueId};

use super::Reader;
use super::body::Body;
use super::error::{BitcodeCause, BitcodeError, Result};
use super::fields::Fields;
use crate::build::{address_switch, number_of_address};

/// In the upper bits of the type of a `switch` whose cases are ranges, as LLVM 3.2 wrote them.
const RANGES: u64 = 0x4b5;

impl Reader<'_> {
    /// Reads a terminator and ends the block.
    pub(super) fn terminator(&mut self, body: &mut Body, mut fields: Fields<'_>) -> Result<()> {
        let terminator = match fields.code {
            10 => self.return_(body, &mut fields)?,
            11 => self.branch(body, &mut fields)?,
            12 => self.switch(body, &mut fields)?,
            13 => self.invoke(body, &mut fields)?,
            15 => Terminator::Unreachable,
            31 => self.indirect_branch(body, &mut fields)?,
            39 => Terminator::Resume(self.typed(body, &mut fields)?.0),
            48 => self.cleanup_return(body, &mut fields)?,
            49 => self.catch_return(body, &mut fields)?,
            52 => self.catch_switch(body, &mut fields)?,
            _ => self.call_branch(body, &mut fields)?,
        };
        body.end_block(terminator, &fields)
    }

    fn return_(&mut self, body: &mut Body, fields: &mut Fields<'_>) -> Result<Terminator> {
        let result = match fields.is_empty() {
            true => None,
            false => Some(self.pair(body, fields)?),
        };
        let expected = self.result_of(body.function.ty);
        if result.map(|used| used.ty) != expected {
            return Err(fields.error("a function returns a value of the wrong type"));
        }
        let value = result.map(|used| self.operand(body, used, fields));
        value.transpose().map(Terminator::Return)
    }

    fn branch(&mut self, body: &mut Body, fields: &mut Fields<'_>) -> Result<Terminator> {
        let then = body.block(fields.next()?, fields)?;
        let Some(otherwise) = fields.maybe() else {
            return Ok(Terminator::Jump(then));
        };
        let otherwise = body.block(otherwise, fields)?;
        let bit = self.module.types.int(1);
        let condition = self.of_type(body, fields, bit)?;
        Ok(Terminator::Branch {
            condition,
            then,
            otherwise,
        })
    }

    fn switch(&mut self, body: &mut Body, fields: &mut Fields<'_>) -> Result<Terminator> {
        let ty = fields.next()?;
        if ty >> 16 == RANGES {
            return Err(fields.unsupported("switch over ranges, of LLVM 3.2"));
        }
        let ty = self.ty(ty, fields)?;
        let value = self.of_type(body, fields, ty)?;
        let default = body.block(fields.next()?, fields)?;
        let mut cases = Vec::with_capacity(fields.len() / 2);
        while !fields.is_empty() {
            let number = fields.next()?;
            let value = self.constant(number, fields)?;
            let to = body.block(fields.next()?, fields)?;
            cases.push(Case { value, to });
        }
        Ok(Terminator::Switch {
            value,
            cases: cases.into(),
            default,
        })
    }

    /// A switch over the numbers of blocks, the last one the default.
    fn indirect_branch(&mut self, body: &mut Body, fields: &mut Fields<'_>) -> Result<Terminator> {
        let ty = fields.next()?;
        let ty = self.ty(ty, fields)?;
        let address = self.of_type(body, fields, ty)?;
        let (mut targets, mut seen) = (Vec::new(), HashSet::default());
        while !fields.is_empty() {
            let block = body.block(fields.next()?, fields)?;
            let index = block.index() as u32;
            let number = self.labels.number(&body.id, &index, fields.at);
            if seen.insert(number) {
                targets.push((number, block));
            }
        }
        let open = body.open_block(fields)?;
        let function = &mut body.function;
        Ok(address_switch(&mut self.module, targets, |module| {
            let origin = Origin::default();
            number_of_address(module, function, Some(open), address, origin)
        }))
    }

    /// Makes the value of a terminator.
    pub(super) fn terminator_value(
        &mut self,
        body: &mut Body,
        ty: unsnarl_ir::TypeId,
        fields: &Fields<'_>,
    ) -> Result<ValueId> {
        let definition = Definition::Terminator(body.open_block(fields)?);
        self.define(body, ty, definition, fields)
    }

    /// Finds the blocks whose addresses are taken.
    pub(super) fn resolve_labels(&mut self) -> Result<()> {
        for label in std::mem::take(&mut self.labels.list) {
            let function = self.module.function_mut(label.function);
            let blocks = function.blocks.len();
            let what = match label.block as usize {
                0 => "the address of an entry block is taken",
                block if block >= blocks => "the address of an undefined block is taken",
                block => {
                    function.labels.push(unsnarl_ir::BlockLabel {
                        number: label.number,
                        block: unsnarl_ir::BlockId::new(block),
                    });
                    continue;
                }
            };
            let cause = BitcodeCause::Stream { what };
            return Err(BitcodeError::new(label.used, cause));
        }
        Ok(())
    }

    /// The type of tokens.
    pub(super) fn token(&mut self) -> unsnarl_ir::TypeId {
        self.module.types.add(Type::Token)
    }
}
