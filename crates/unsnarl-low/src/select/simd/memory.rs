//! Loads and stores of vectors in registers.
//!
//! A register that is filled in part is read and written in pieces, the largest first: 12 bytes are
//! 8 and 4.
//!
//! A load that extends what it reads, or broadcasts it to all lanes, does two instructions of the
//! source at once. It has to be where the source reads, because the code between the two may write.
//! So the uses of loads are found [`Ahead`](crate::select::vectors::Ahead), the short form is
//! written beside the plain one, and the unused one of the two is dropped.

use crate::machine::Reg;
use crate::op::Op;
use crate::op::memory::{Address, Load, Store};
use crate::types::{Size, Type};
use unsnarl_ir::{Operand, ValueId};

use crate::select::error::SelectError;
use crate::select::extend::Extend;
use crate::select::parts::Part;
use crate::select::place::Place;
use crate::select::selection::Selection;
use crate::select::shape::Shape;

impl Selection<'_> {
    /// Writes the short form of a load; the plain one is written elsewhere.
    pub(super) fn load_ahead(
        &mut self,
        result: ValueId,
        pointer: Operand,
        align: Option<u64>,
    ) -> Result<Option<Vec<Reg>>, SelectError> {
        let ty = self.function.value_type(result);
        let extend = self.ahead.extended.get(&result).copied();
        let load = match (extend, self.context.parts.shape(ty)) {
            (Some(extend), Some(shape)) => extending_load(shape, extend),
            _ if self.ahead.splats.contains(&result) => self.parts(ty)?.first().map(splat_load),
            _ => return Ok(None),
        };
        let Some(load) = load else {
            return Ok(None);
        };
        let align = self.access_align(ty, align)?;
        let place = self.place(pointer, align)?;
        let op = |address| Op::Load(load, address);
        let reg = self.read(place, op, 0, load.bytes().into(), None)?;
        self.ahead.loaded.insert(result, reg);
        Ok(None)
    }

    /// The result of a load with its lanes extended to twice the width.
    pub(super) fn loaded_ahead(&self, value: Operand, extend: Extend) -> Option<Reg> {
        match value {
            Operand::Value(value) if self.ahead.extended.get(&value) == Some(&extend) => {
                self.ahead.loaded.get(&value).copied()
            }
            _ => None,
        }
    }

    /// The result of a load, broadcast to all lanes.
    pub(super) fn splat_ahead(&self, value: Operand) -> Option<Reg> {
        match value {
            Operand::Value(value) if self.ahead.splats.contains(&value) => {
                self.ahead.loaded.get(&value).copied()
            }
            _ => None,
        }
    }

    fn read(
        &mut self,
        place: Place,
        op: impl FnOnce(Address) -> Op,
        offset: u64,
        bytes: u64,
        into: Option<Reg>,
    ) -> Result<Reg, SelectError> {
        let op = op(self.access(place, offset, bytes)?);
        let mut args = vec![place.base];
        args.extend(into);
        let effect = place.effect(&op);
        Ok(self.body.push(op, effect, &args, &[Type::V128])[0])
    }

    /// Reads a register, or as much of it as is filled.
    pub(in crate::select) fn load_register(
        &mut self,
        place: Place,
        part: &Part,
    ) -> Result<Reg, SelectError> {
        let mut loaded = None;
        for (start, bytes) in pieces(part) {
            let lane = (start / bytes) as u8;
            let size = size(bytes);
            let op = |address| match (bytes, loaded) {
                (16, _) => Op::Load(Load::Whole(Type::V128), address),
                (8, _) | (4, None) => Op::Load(Load::Zero(size), address),
                (_, None) => Op::Load(Load::Splat(size), address),
                _ => Op::LoadLane(size, address, lane),
            };
            let offset = part.offset + start;
            loaded = Some(self.read(place, op, offset, bytes, loaded)?);
        }
        loaded.ok_or(SelectError::OperandType("load"))
    }

    /// Writes a register, or as much of it as is filled.
    pub(in crate::select) fn store_register(
        &mut self,
        place: Place,
        part: &Part,
        value: Reg,
    ) -> Result<(), SelectError> {
        for (start, bytes) in pieces(part) {
            let address = self.access(place, part.offset + start, bytes)?;
            let lane = (start / bytes) as u8;
            let op = match bytes {
                16 => Op::Store(Store::Whole(Type::V128), address),
                _ => Op::StoreLane(size(bytes), address, lane),
            };
            let args = [place.base, value];
            let effect = place.effect(&op);
            self.body.push(op, effect, &args, &[]);
        }
        Ok(())
    }
}

/// Where the pieces of a register start, and how many bytes each has.
fn pieces(part: &Part) -> Vec<(u64, u64)> {
    let all = u64::from(part.width / 8);
    let mut pieces = Vec::new();
    let mut start = 0;
    while start < all {
        let bytes = 1 << (all - start).ilog2();
        pieces.push((start, bytes));
        start += bytes;
    }
    pieces
}

/// The load of 8 bytes whose lanes become twice as wide.
fn extending_load(shape: Shape, extend: Extend) -> Option<Load> {
    Some(Load::Extend(shape.lane.double()?, extend.sign()))
}

/// The load of a number into all lanes.
fn splat_load(part: &Part) -> Load {
    Load::Splat(size(u64::from(part.width / 8)))
}

/// The size of so many bytes; 8 of more.
fn size(bytes: u64) -> Size {
    match bytes {
        1 => Size::B1,
        2 => Size::B2,
        4 => Size::B4,
        _ => Size::B8,
    }
}
