//! Operations.
//!
//! *Gives:* [`Op`], and in families what an operation is made of, so that passes ask for the
//! family and not for hundreds of names: [`int`], [`float`], [`convert`], [`memory`], [`atomic`],
//! [`vector`].
//! What an operation takes and makes is in [`signature`], what else it does in [`effect`], and its
//! [name] is WebAssembly's.
//! *Source:* the numeric instructions of [WebAssembly 2.0], whose meaning they have bit by bit:
//! wrapping integers, IEEE 754 floats that round to even, any NaN for a NaN; its [relaxed] vector
//! instructions; and those of its proposal for threads.
//! *Departs:* from WebAssembly in that control and locals are not operations, a callee is a
//! symbol, an address may be [relative to a symbol](memory::Address), and whether a trap can be
//! observed belongs to each instruction.
//! *Limits:* no garbage-collected references, no vectors of 16-bit floats.
//!
//! [WebAssembly 2.0]: https://www.w3.org/TR/wasm-core-2/

pub mod atomic;
pub mod convert;
pub mod effect;
pub mod float;
pub mod int;
pub mod memory;
pub mod name;
pub mod relaxed;
pub mod signature;
pub mod vector;

use crate::symbol::Symbol;
use crate::types::{LaneType, Sign, Size, Type, Width};
use atomic::{Atomic, Modify};
use convert::Convert;
use float::{FloatBinary, FloatCompare, FloatUnary};
use int::{IntBinary, IntCompare, IntUnary};
use memory::{Address, Load, Memory, Store, Table};
use relaxed::Relaxed;
use vector::{VectorBinary, VectorShift, VectorUnary};

/// What an instruction computes or does, with its immediates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Op {
    /// One integer of one.
    IntUnary(Width, IntUnary),
    /// One integer of two.
    IntBinary(Width, IntBinary),
    /// Whether an integer is zero: 1 or 0.
    IntIsZero(Width),
    /// How two integers compare: 1 or 0.
    IntCompare(Width, IntCompare),
    /// One float of one.
    FloatUnary(Width, FloatUnary),
    /// One float of two.
    FloatBinary(Width, FloatBinary),
    /// How two floats compare: 1 or 0.
    FloatCompare(Width, FloatCompare),
    /// A number of one type as one of another.
    Convert(Convert),
    /// The first operand if the third, an `i32`, is not zero, else the second.
    Select(Type),

    /// All lanes equal to one number.
    Splat(LaneType),
    /// A lane, extended by the sign if it is narrower than 32 bits. The sign of others is
    /// [`Sign::Signed`].
    ExtractLane(LaneType, Sign, u8),
    /// The first operand with a lane replaced by the second.
    ReplaceLane(LaneType, u8),
    /// Sixteen bytes, each by its number in the 32 bytes of the two operands.
    Shuffle([u8; 16]),
    /// The bytes of the first operand by the numbers in the second; 0 for a number above 15.
    Swizzle,
    /// One vector of one, lane by lane; the lane is that of the result.
    VectorUnary(LaneType, VectorUnary),
    /// One vector of two; the lane is that of the result.
    VectorBinary(LaneType, VectorBinary),
    /// The lanes of a vector, shifted by an `i32` modulo their bits.
    VectorShift(LaneType, VectorShift),
    /// Whether all lanes are not zero: 1 or 0.
    AllTrue(LaneType),
    /// The highest bits of the lanes, the first in bit 0.
    Bitmask(LaneType),
    /// The complement of 128 bits.
    BitsNot,
    /// The conjunction of 128 bits.
    BitsAnd,
    /// The first operand without the bits of the second.
    BitsAndNot,
    /// The disjunction of 128 bits.
    BitsOr,
    /// The exclusive disjunction of 128 bits.
    BitsXor,
    /// The bits of the first operand where the third has ones, else those of the second.
    BitsSelect,
    /// Whether any of 128 bits is set: 1 or 0.
    AnyTrue,
    /// An operation on vectors whose result may depend on the machine.
    Relaxed(Relaxed),

    /// Reads memory.
    Load(Load, Address),
    /// Writes memory.
    Store(Store, Address),
    /// Reads memory into a lane of the second operand.
    LoadLane(Size, Address, u8),
    /// Writes a lane of the second operand to memory.
    StoreLane(Size, Address, u8),
    /// Reads memory atomically.
    AtomicLoad(Atomic, Address),
    /// Writes memory atomically.
    AtomicStore(Atomic, Address),
    /// Changes memory atomically by the second operand: what was there before.
    AtomicModify(Atomic, Modify, Address),
    /// Replaces what is in memory by the third operand, if it is the lowest bytes of the second:
    /// what was there before.
    AtomicCompareExchange(Atomic, Address),
    /// Wakes at most so many of the threads that wait for an address: how many it woke.
    AtomicNotify(Address),
    /// Waits for a notification as long as memory has the second operand, an integer of this
    /// width, and at most so many nanoseconds: 0, or 1 if it has another number, or 2 if the time
    /// is over.
    AtomicWait(Width, Address),
    /// Orders all accesses before it and all that follow.
    AtomicFence,
    /// The size of a memory in pages of 64 KiB.
    MemorySize(Memory),
    /// Adds pages to a memory: its former size, or -1 if there is no room.
    MemoryGrow(Memory),
    /// Sets bytes: where, to what, how many.
    MemoryFill(Memory),
    /// Copies bytes that may overlap: to, from, how many.
    MemoryCopy {
        /// The memory that is written.
        to: Memory,
        /// The memory that is read.
        from: Memory,
    },
    /// Copies bytes of a passive segment: to, from, how many.
    MemoryInit(Memory, Symbol),
    /// Empties a passive data segment.
    DataDrop(Symbol),

    /// An element of a table.
    TableGet(Table, Type),
    /// Sets an element of a table.
    TableSet(Table, Type),
    /// The number of elements of a table.
    TableSize(Table),
    /// Adds elements to a table: its former size, or -1 if there is no room.
    TableGrow(Table, Type),
    /// Sets elements: where, to what, how many.
    TableFill(Table, Type),
    /// Copies elements that may overlap: to, from, how many.
    TableCopy {
        /// The table that is written.
        to: Table,
        /// The table that is read.
        from: Table,
    },
    /// Copies elements of a passive segment: to, from, how many.
    TableInit(Table, Symbol),
    /// Empties a passive segment of elements.
    ElementDrop(Symbol),
    /// A null reference.
    Null(Type),
    /// Whether a reference is null: 1 or 0.
    IsNull(Type),
    /// A reference to a function.
    FunctionReference(Symbol),

    /// The value of a global.
    GlobalGet(Symbol, Type),
    /// Sets a global.
    GlobalSet(Symbol, Type),

    /// Traps, always.
    Trap,
    /// Throws an exception of a tag. The operands are its values.
    Throw(Symbol),
    /// Calls a function. The operands and results are those of the instruction.
    Call(Symbol),
    /// Calls the function of a table that the last operand numbers, or traps if its type is
    /// another one.
    CallIndirect(Table),
}
