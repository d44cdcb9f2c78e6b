//! The world around a module: who answers its calls.

use super::bits::Bits;
use super::memory::Memory;
use super::stop::Stop;
use super::value::Value;
use crate::id::{FuncId, InstId};
use crate::inst::Call;

/// Answers calls, and gives variables their places.
///
/// It is asked for every call but those of intrinsics that the interpreter knows. Intrinsics whose
/// result LLVM IR does not define to the last bit, such as `llvm.sin`, are calls of a host.
pub trait Host {
    /// Answers a call. The arguments are those of the call instruction: a `byval` argument is the
    /// pointer to what would be copied.
    fn call(&mut self, call: &HostCall<'_>, memory: &mut Memory) -> Answer;

    /// Gives the memory of an `alloca` an address; none if the interpreter shall choose. An address
    /// below the stack moves the stack there.
    fn place(&mut self, variable: &Variable) -> Option<u64> {
        let _ = variable;
        None
    }
}

/// Memory that an `alloca` asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variable {
    /// The function.
    pub function: FuncId,
    /// The `alloca`.
    pub alloca: InstId,
    /// In bytes.
    pub size: u64,
    /// In bytes.
    pub align: u64,
    /// The address down to which the stack has grown.
    pub stack: u64,
}

/// A call that a host is asked for.
#[derive(Debug)]
pub struct HostCall<'a> {
    /// What is called.
    pub callee: Callee<'a>,
    /// The call as it is written.
    pub call: &'a Call,
    /// Its arguments; one that is metadata has no scalars.
    pub arguments: &'a [Value],
}

/// What is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Callee<'a> {
    /// A function of the module, defined or declared; an intrinsic.
    Function(FuncId),
    /// What is at an address where no function of the module is.
    Address(&'a Bits),
    /// Inline assembly.
    Assembly,
}

/// What a call does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It returns.
    Return(Option<Value>),
    /// Its body is interpreted. Of a function without one this is
    /// [`Unsupported`](super::Unsupported).
    Enter,
    /// It unwinds.
    Unwind,
    /// The run ends.
    Stop(Stop),
}

/// A host that has nothing, so that only functions of the module can be called.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nothing;

impl Host for Nothing {
    fn call(&mut self, _: &HostCall<'_>, _: &mut Memory) -> Answer {
        Answer::Enter
    }
}
