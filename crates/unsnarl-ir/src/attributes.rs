//! Properties of functions and of their parameters.

use crate::id::{NameId, TypeId};

/// The properties of a function.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FunctionAttributes {
    /// It never returns.
    pub noreturn: bool,
    /// It never unwinds.
    pub nounwind: bool,
    /// It may return twice, like `setjmp`.
    pub returns_twice: bool,
    /// It is convergent: calls must not become dependent on more conditions.
    pub convergent: bool,
    /// Calls of it must not be duplicated.
    pub noduplicate: bool,
    /// It, and each of its loops, ends or has a visible effect; for definitions alone.
    pub mustprogress: bool,
    /// It must not be inlined.
    pub noinline: bool,
    /// It must not be optimized; a compiler without optimization sets this on all functions.
    pub optnone: bool,
    /// It must be inlined.
    pub alwaysinline: bool,
    /// It must not use memory below the stack pointer.
    pub noredzone: bool,
    /// It has no prologue: its body is assembly.
    pub naked: bool,
    /// Attributes of the form `"key"="value"`, in order; a key alone has an empty value.
    pub strings: Vec<(NameId, NameId)>,
}

/// The properties of a parameter, an argument or a result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ParameterAttributes {
    /// It is extended with its sign.
    pub signext: bool,
    /// It is extended with zeros.
    pub zeroext: bool,
    /// It is passed in a register (`inreg`).
    pub inreg: bool,
    /// `sret`: the callee writes its result of this type there.
    pub sret: Option<TypeId>,
    /// `byval`: the pointer is to a copy of this type that the caller makes.
    pub byval: Option<TypeId>,
    /// `inalloca`: the pointer is into the argument memory of the call.
    pub inalloca: Option<TypeId>,
    /// It is the static chain of a nested function.
    pub nest: bool,
    /// The callee returns it.
    pub returned: bool,
    /// `byref`: the pointer is to memory of this type, which is not copied.
    pub byref: Option<TypeId>,
    /// The pointer is into memory that the caller has set aside for this argument.
    pub preallocated: Option<TypeId>,
    /// The type of the pointer's target, where an intrinsic or inline assembly needs it.
    pub element_type: Option<TypeId>,
    /// It holds Swift's `self`, error or async context.
    pub swift: bool,
    /// The alignment in bytes of the pointer's target.
    pub align: Option<u64>,
}

impl ParameterAttributes {
    /// Walks the types that the attributes name.
    pub fn types(self) -> impl Iterator<Item = TypeId> {
        let pointees = [self.sret, self.byval, self.inalloca];
        let others = [self.byref, self.preallocated, self.element_type];
        pointees.into_iter().chain(others).flatten()
    }
}
