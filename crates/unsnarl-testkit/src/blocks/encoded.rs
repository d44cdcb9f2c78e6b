//! Registers made of the values of a state.
//!
//! *Gives:* [`Encoded`]: what a register holds that holds values, or is a parameter of the
//! function; [`constant_in`], what one holds that is never kept.

use std::collections::BTreeMap;

use unsnarl_ir::interpret::{Bits, Frame, Stop, Undefined};
use unsnarl_ir::{Symbol as IrSymbol, ValueId};
use unsnarl_low::interpret::{FrameAt, Value as LowValue};
use unsnarl_low::{Number, Reg, Source};

use super::abi::{self, Passing, Returned};
use super::held::{self, Piece};
use super::subject::{Meaning, Subject};
use super::world::World;
use crate::Rng;

/// The values that registers are made of: each has the same bits in all of its registers.
pub struct Encoded<'e, 'm, 'w> {
    subject: &'e Subject<'m>,
    world: &'e World<'w, 'm>,
    passing: Option<&'e Passing>,
    places: Places,
    chosen: BTreeMap<ValueId, Vec<Bits>>,
}

/// Addresses that a function is called with.
#[derive(Clone, Copy, Debug)]
pub struct Places {
    /// Where its result goes, if it is returned in memory.
    pub result: u32,
    /// Where its variable arguments are.
    pub variable: u32,
}

impl<'e, 'm, 'w> Encoded<'e, 'm, 'w> {
    /// Prepares a state of a function that is passed its arguments like this.
    pub fn new(
        subject: &'e Subject<'m>,
        world: &'e World<'w, 'm>,
        passing: Option<&'e Passing>,
        places: Places,
    ) -> Self {
        Self {
            subject,
            world,
            passing,
            places,
            chosen: BTreeMap::new(),
        }
    }

    fn bits(&mut self, frame: &Frame, rng: &mut Rng, value: ValueId) -> Result<&[Bits], Stop> {
        if !self.chosen.contains_key(&value) {
            let widths = self.widths(value)?;
            let known = frame.values[value].as_ref();
            let known = known.ok_or(Stop::Undetermined(Undefined::Unknown))?;
            let bits = held::chosen(known, &widths, rng);
            self.chosen.insert(value, bits);
        }
        Ok(&self.chosen[&value])
    }

    /// A register that holds values: what the first of them leaves open is as the others say, and
    /// so are the bits above those.
    ///
    /// # Errors
    /// If a value is not there.
    pub fn held(&mut self, frame: &Frame, rng: &mut Rng, reg: Reg) -> Result<LowValue, Stop> {
        let missing = Stop::Undetermined(Undefined::Unknown);
        let subject = self.subject;
        let mut found: Option<(Piece, u128, u128)> = None;
        let mut held = Vec::new();
        for &(value, number) in subject.holders(reg) {
            let Some(known) = frame.values[value].clone() else {
                continue;
            };
            let pieces = subject.pieces(value).ok_or(missing.clone())?;
            let piece = *pieces.get(number).ok_or(missing.clone())?;
            let widths = self.widths(value)?;
            let (mask, bits) = piece.known(&known, &widths);
            held.push((piece, subject.spare(value)));
            found = Some(match found {
                None => {
                    let spare = subject.spare(value);
                    let mut own = Rng::new(rng.next());
                    let bits = self.bits(frame, rng, value)?;
                    let register = piece.register(bits, spare, &mut own);
                    let all = held::low_bits(register).ok_or(missing.clone())?;
                    (piece, mask, all)
                }
                Some((first, before, all)) => {
                    let new = mask & !before;
                    (first, before | mask, all & !new | bits & new)
                }
            });
        }
        let (piece, said, mut bits) = found.ok_or(missing)?;
        for (piece, spare) in held.into_iter().skip(1) {
            bits = piece.extended(bits, said, spare);
        }
        Ok(held::low_value(piece.ty, bits))
    }

    fn widths(&self, value: ValueId) -> Result<Vec<u32>, Stop> {
        let ty = self.subject.function.value_type(value);
        let shape = self.world.interpreter.shapes().get(ty)?;
        Ok(shape.scalars.iter().map(|slot| slot.kind.bits()).collect())
    }

    /// The parameter of the function with this number.
    ///
    /// # Errors
    /// If its value is not there.
    pub fn parameter(
        &mut self,
        frame: &Frame,
        rng: &mut Rng,
        number: usize,
    ) -> Result<LowValue, Stop> {
        let missing = Stop::Undetermined(Undefined::Unknown);
        let passing = self.passing.ok_or(missing.clone())?;
        if passing.result == Returned::Memory && number == 0 {
            return Ok(LowValue::I32(self.places.result as i32));
        }
        if passing.variable == Some(number) {
            return Ok(LowValue::I32(self.places.variable as i32));
        }
        let parameters = passing.parameters.iter().enumerate();
        let mut own = parameters
            .filter(|(_, (first, pieces))| (*first..first + pieces.len()).contains(&number));
        let (index, (first, pieces)) = own.next().ok_or(missing.clone())?;
        let parameter = &self.subject.function.parameters[index];
        let value = parameter.value.ok_or(missing)?;
        let spare = abi::spare(&[&parameter.attributes]);
        let piece = pieces[number - first];
        let mut own = Rng::new(rng.next());
        let register = piece.register(self.bits(frame, rng, value)?, spare, &mut own);
        Ok(held::passed_mask(piece, register, &mut own))
    }
}

/// What a register holds that is never kept.
pub fn constant_in(
    subject: &Subject<'_>,
    world: &World<'_, '_>,
    place: FrameAt,
    reg: Reg,
) -> Option<LowValue> {
    Some(match subject.code.source(reg) {
        Source::Frame(offset) => LowValue::I32(place.lowest.wrapping_add(offset.into()) as i32),
        Source::Number(Number::I32(number)) => LowValue::I32(number),
        Source::Number(Number::I64(number)) => LowValue::I64(number),
        Source::Number(Number::F32(bits)) => LowValue::F32(bits),
        Source::Number(Number::F64(bits)) => LowValue::F64(bits),
        Source::Number(Number::V128(bytes)) => LowValue::V128(bytes),
        Source::Number(Number::Address(symbol, offset)) => {
            let address = match world.source.meaning(symbol) {
                Meaning::Module(IrSymbol::Function(id)) => world.addresses.functions[id],
                Meaning::Module(IrSymbol::Global(id)) => world.addresses.globals[id],
                _ => return None,
            };
            LowValue::I32(address.wrapping_add_signed(offset) as i32)
        }
        _ => return None,
    })
}
