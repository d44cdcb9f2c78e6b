//! The environment of a module: answers its calls.

use super::bits::Bits;
use super::memory::Memory;
use super::stop::Stop;
use super::value::Value;
use crate::id::{FuncId, InstId};
use crate::inst::Call;

/// Answers calls, and places variables.
///
/// The host is asked for every call except calls of intrinsics that the interpreter supports.
/// Intrinsics whose result LLVM IR does not define to the last bit, such as `llvm.sin`, are calls
/// of the host.
pub trait Host {
    /// Answers a call. The arguments are those of the call instruction: a `byval` argument is the
    /// pointer to the memory that would be copied.
    fn call(&mut self, call: &HostCall<'_>, memory: &mut Memory) -> Answer;

    /// Gives the memory of an `alloca` an address, or lets the interpreter choose one. An address
    /// below the stack moves the stack there.
    fn place(&mut self, variable: &Variable) -> Option<u64> {
        let _ = variable;
        None
    }
}

/// The memory for an `alloca`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variable {
    /// The function.
    pub function: FuncId,
    /// The `alloca`.
    pub alloca: InstId,
    /// The size in bytes.
    pub size: u64,
    /// The alignment in bytes.
    pub align: u64,
    /// The address down to which the stack has grown.
    pub stack: u64,
}

/// A call for which a host is asked.
#[derive(Debug)]
pub struct HostCall<'a> {
    /// The callee.
    pub callee: Callee<'a>,
    /// The call instruction.
    pub call: &'a Call,
    /// Its arguments; an argument that is metadata has no scalars.
    pub arguments: &'a [Value],
}

/// The callee of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Callee<'a> {
    /// A function of the module, defined or declared; an intrinsic.
    Function(FuncId),
    /// An address without a function of the module.
    Address(&'a Bits),
    /// Inline assembly.
    Assembly,
}

/// The effect of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It returns.
    Return(Option<Value>),
    /// Its body is interpreted. If the function has no body, the result is
    /// [`Unsupported`](super::Unsupported).
    Enter,
    /// It unwinds.
    Unwind,
    /// The run ends.
    Stop(Stop),
}

/// A host that answers nothing, so that only functions of the module can be called.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nothing;

impl Host for Nothing {
    fn call(&mut self, _: &HostCall<'_>, _: &mut Memory) -> Answer {
        Answer::Enter
    }
}
