//! Places in memory: what an access adds to a register, and how it is ordered.

use crate::machine::Reg;
use crate::op::Op;
use crate::op::effect::Effect;
use crate::symbol::Symbol;
use crate::types::Width;

use super::error::SelectError;

/// The offset that a load or store adds to a register, without wrapping.
#[derive(Clone, Copy, Debug)]
pub(super) struct Offset {
    /// The symbol whose address is added, too, if there is one.
    pub(super) symbol: Option<Symbol>,
    pub(super) bytes: u64,
}

impl From<u64> for Offset {
    fn from(bytes: u64) -> Self {
        Offset {
            symbol: None,
            bytes,
        }
    }
}

impl Offset {
    /// This many bytes further, if addresses of this width reach there: the addend of a symbol is
    /// signed.
    pub(super) fn checked_add(self, bytes: u64, addresses: Width) -> Option<Offset> {
        let bytes = self.bytes.checked_add(bytes)?;
        let sign = u32::from(self.symbol.is_some());
        let most = u64::MAX >> (64 - addresses.bits() + sign);
        (bytes <= most).then_some(Offset { bytes, ..self })
    }
}

/// A place in memory: a register and the offset that the instruction adds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) base: Reg,
    pub(super) offset: Offset,
    /// The alignment in bytes.
    pub(super) align: u64,
    pub(super) ordering: Ordering,
}

/// Whether an access keeps its place among all others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ordering {
    /// Only among those of the same bytes.
    Plain,
    /// It is volatile or atomic.
    Ordered,
}

impl Place {
    /// The same place for accesses that are volatile or atomic.
    pub(super) fn ordered(self, ordering: Ordering) -> Place {
        Place { ordering, ..self }
    }

    /// The effect of a load or store here.
    pub(super) fn effect(self, op: &Op) -> Effect {
        match self.ordering {
            Ordering::Plain => op.effect(),
            Ordering::Ordered => Effect::Any,
        }
    }

    /// The place this many bytes further, if addresses of this width reach there.
    pub(super) fn further(self, offset: u64, addresses: Width) -> Result<Place, SelectError> {
        let moved = self.offset.checked_add(offset, addresses);
        Ok(Place {
            offset: moved.ok_or(SelectError::OperandType("load or store"))?,
            align: self.align_at(offset),
            ..self
        })
    }

    /// The alignment this many bytes further.
    pub(super) fn align_at(self, offset: u64) -> u64 {
        if offset == 0 {
            self.align
        } else {
            self.align.min(1 << offset.trailing_zeros())
        }
    }
}
