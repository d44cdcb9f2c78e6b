//! A call of an intrinsic, and a lane of it.

use super::super::scalar::Scalar;
use super::super::stop::{Stop, Undefined, Unsupported};
use super::super::value::{Kind, Value};
use crate::id::TypeId;
use crate::inst::Call;
use crate::ops::Flags;

/// A call of an intrinsic.
pub(super) struct Intrinsic<'a> {
    /// The name without `llvm.` and without types.
    pub(super) base: &'a str,
    pub(super) call: &'a Call,
    /// The arguments that are not metadata, and their types.
    pub(super) arguments: Vec<&'a Value>,
    pub(super) types: Vec<TypeId>,
    pub(super) result: Option<TypeId>,
}

impl Intrinsic<'_> {
    pub(super) fn result(&self) -> Result<TypeId, Stop> {
        self.result.ok_or(Unsupported::Constant.into())
    }

    pub(super) fn argument(&self, index: usize) -> Result<&Value, Stop> {
        let argument = self.arguments.get(index).copied();
        argument.ok_or(Unsupported::Intrinsic(self.base.to_owned()).into())
    }

    pub(super) fn scalar(&self, index: usize) -> Result<&Scalar, Stop> {
        let scalar = self.argument(index)?.scalars().first();
        scalar.ok_or(Unsupported::Intrinsic(self.base.to_owned()).into())
    }

    pub(super) fn ty(&self, index: usize) -> Result<TypeId, Stop> {
        let ty = self.types.get(index).copied();
        ty.ok_or(Unsupported::Intrinsic(self.base.to_owned()).into())
    }

    /// An argument that must be a number, such as a length.
    pub(super) fn number(&self, index: usize) -> Result<u64, Stop> {
        self.scalar(index)?
            .decided()?
            .as_u64()
            .ok_or(Undefined::OutOfBounds.into())
    }

    pub(super) fn flags(&self) -> Flags {
        self.call.flags
    }
}

/// The result of trying an intrinsic: nothing if it is not supported, otherwise its result if it
/// has one.
pub(super) type Known = Option<Option<Value>>;

/// One lane of an intrinsic.
pub(super) struct Lane<'a> {
    pub(super) base: &'a str,
    pub(super) flags: Flags,
    pub(super) operands: Vec<&'a Scalar>,
    pub(super) kinds: &'a [Kind],
    pub(super) result: Kind,
}
