//! Loads and stores under a mask: of consecutive lanes, of lanes at an address each (gather,
//! scatter), or of lanes packed together.
//!
//! *Needs:* vectors whose elements are whole bytes.
//! *Gives:* a load or store for each lane, without branches.
//! *Departs:* from LLVM, which branches around each lane: here a disabled lane accesses a few
//! scratch bytes of the function's own frame.
//!
//! ```text
//! masked.store <2 x i32> %v, %p, <i1 %a, i1 %b>   →   store v.0, select(a, p, frame); store v.1, select(b, p + 4, frame)
//! ```

use crate::machine::Reg;
use crate::op::int::IntBinary;
use unsnarl_ir::{Operand, TypeId};

use crate::select::error::{SelectError, unsupported};
use crate::select::extend::Extend;
use crate::select::parts::Part;
use crate::select::selection::Selection;

/// A lane in memory.
struct Spot {
    address: Reg,
    /// 1 if the mask enables it.
    is_on: Reg,
}

impl Selection<'_> {
    /// Selects the intrinsic `masked.` and this name; nothing if there is none.
    pub(super) fn masked(
        &mut self,
        name: &str,
        operands: &[Operand],
        result: Option<TypeId>,
    ) -> Result<Option<Vec<Reg>>, SelectError> {
        // There may be an alignment before the mask; misaligned accesses are only slower.
        let regs = match (name, operands, result) {
            ("load", &[pointer, mask, passed] | &[pointer, _, mask, passed], Some(ty)) => {
                let spots = self.side_by_side(pointer, mask, ty)?;
                self.load_spots(&spots, passed, ty)?
            }
            ("store", &[value, pointer, mask] | &[value, pointer, _, mask], None) => {
                let spots = self.side_by_side(pointer, mask, self.operand_type(value))?;
                self.store_spots(&spots, value)?
            }
            ("gather", &[pointers, mask, passed] | &[pointers, _, mask, passed], Some(ty)) => {
                let spots = self.apart(pointers, mask)?;
                self.load_spots(&spots, passed, ty)?
            }
            ("scatter", &[value, pointers, mask] | &[value, pointers, _, mask], None) => {
                let spots = self.apart(pointers, mask)?;
                self.store_spots(&spots, value)?
            }
            ("expandload", &[pointer, mask, passed], Some(ty)) => {
                let spots = self.packed_spots(pointer, mask, ty)?;
                self.load_spots(&spots, passed, ty)?
            }
            ("compressstore", &[value, pointer, mask], None) => {
                let spots = self.packed_spots(pointer, mask, self.operand_type(value))?;
                self.store_spots(&spots, value)?
            }
            _ => return Ok(None),
        };
        Ok(Some(regs))
    }

    /// The bits of a mask, each 0 or 1.
    fn mask(&mut self, mask: Operand) -> Result<Vec<Reg>, SelectError> {
        let lanes = self.lanes(mask)?;
        let bits = lanes.into_iter();
        Ok(bits
            .map(|lane| self.lane_extended(lane, Extend::Zero))
            .collect())
    }

    /// Every lane at its place in the vector.
    fn side_by_side(
        &mut self,
        pointer: Operand,
        mask: Operand,
        ty: TypeId,
    ) -> Result<Vec<Spot>, SelectError> {
        let base = self.one(pointer)?;
        let size = self.element_bytes(ty)?;
        let mut spots = Vec::new();
        for (index, is_on) in self.mask(mask)?.into_iter().enumerate() {
            let address = match index {
                0 => base,
                _ => self.int_op_number(IntBinary::Add, base, size * index as i64),
            };
            spots.push(Spot { address, is_on });
        }
        Ok(spots)
    }

    /// Every lane at its own pointer.
    fn apart(&mut self, pointers: Operand, mask: Operand) -> Result<Vec<Spot>, SelectError> {
        let addresses = self.operand(pointers)?;
        let mask = self.mask(mask)?;
        if addresses.len() != mask.len() {
            return Err(SelectError::OperandType("a masked access"));
        }
        let pairs = addresses.into_iter().zip(mask);
        Ok(pairs
            .map(|(address, is_on)| Spot { address, is_on })
            .collect())
    }

    /// Every enabled lane behind the one before.
    fn packed_spots(
        &mut self,
        pointer: Operand,
        mask: Operand,
        ty: TypeId,
    ) -> Result<Vec<Spot>, SelectError> {
        let mut address = self.one(pointer)?;
        let size = self.element_bytes(ty)?;
        let mut spots = Vec::new();
        for is_on in self.mask(mask)? {
            spots.push(Spot { address, is_on });
            let one = self.number_as_address(is_on, Extend::Zero);
            let step = self.int_op_number(IntBinary::Mul, one, size);
            address = self.int_op(IntBinary::Add, address, step);
        }
        Ok(spots)
    }

    fn load_spots(
        &mut self,
        spots: &[Spot],
        passed: Operand,
        ty: TypeId,
    ) -> Result<Vec<Reg>, SelectError> {
        let elements = self.elements(ty, spots.len())?;
        let passed = self.operand(passed)?;
        if passed.len() != elements.iter().map(Vec::len).sum::<usize>() {
            return Err(SelectError::OperandType("a masked access"));
        }
        let mut regs = Vec::with_capacity(passed.len());
        for (spot, parts) in spots.iter().zip(&elements) {
            let address = self.reachable(spot, ty)?;
            for part in parts {
                let otherwise = passed[regs.len()];
                regs.push(match self.known_number(spot.is_on) {
                    Some(0) => otherwise,
                    _ => {
                        let place = self.place_at(address, 1);
                        let loaded = self.load_part(place, part)?;
                        self.unless_on(spot, loaded, otherwise)
                    }
                });
            }
        }
        Ok(regs)
    }

    fn store_spots(&mut self, spots: &[Spot], value: Operand) -> Result<Vec<Reg>, SelectError> {
        let ty = self.operand_type(value);
        let elements = self.elements(ty, spots.len())?;
        let mut regs = self.operand(value)?.into_iter();
        for (spot, parts) in spots.iter().zip(&elements) {
            let is_off = self.known_number(spot.is_on) == Some(0);
            let address = self.reachable(spot, ty)?;
            for (part, reg) in parts.iter().zip(regs.by_ref()) {
                if !is_off {
                    let place = self.place_at(address, 1);
                    self.store_part(place, part, reg, false)?;
                }
            }
        }
        Ok(Vec::new())
    }

    /// The address of an enabled lane, and of scratch bytes in the frame for a disabled one.
    fn reachable(&mut self, spot: &Spot, ty: TypeId) -> Result<Reg, SelectError> {
        match self.known_number(spot.is_on) {
            Some(_) => Ok(spot.address),
            None => {
                let bytes = self.element_bytes(ty)?;
                self.frame.reserve(bytes as u64)?;
                let nowhere = self.body.frame_address(self.frame.outgoing);
                Ok(self.choose(spot.is_on, spot.address, nowhere))
            }
        }
    }

    fn unless_on(&mut self, spot: &Spot, loaded: Reg, otherwise: Reg) -> Reg {
        match self.known_number(spot.is_on) {
            Some(_) => loaded,
            None => self.choose(spot.is_on, loaded, otherwise),
        }
    }

    /// The parts of each element of a vector, from the start of the element.
    fn elements(&self, ty: TypeId, count: usize) -> Result<Vec<Vec<Part>>, SelectError> {
        let parts = self.parts(ty)?;
        if count == 0 || !parts.len().is_multiple_of(count) || self.lane_count(ty) != count {
            return Err(SelectError::OperandType("a masked access"));
        }
        let from_start = |element: &[Part]| {
            let start = element[0].offset;
            let moved = element.iter().map(|part| Part {
                offset: part.offset - start,
                ..*part
            });
            moved.collect()
        };
        Ok(parts.chunks(parts.len() / count).map(from_start).collect())
    }

    /// The bytes of an element of a vector.
    fn element_bytes(&self, ty: TypeId) -> Result<i64, SelectError> {
        let bits = self.kind(ty)?.bits();
        if !bits.is_multiple_of(8) {
            return Err(unsupported("a masked access to sub-byte elements"));
        }
        Ok(i64::from(bits / 8))
    }
}
