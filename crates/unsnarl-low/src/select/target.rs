//! What selection is told about a target.
//!
//! How wide an address is, is said here and nowhere else: what is a pointer, a number of bytes or
//! the number of a function has [the type of an address](Target::address).

use crate::types::{Type, Width};

/// What all functions of a module have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target {
    /// How wide addresses are: pointers, and with them numbers of bytes, the stack pointer, and the
    /// numbers of functions in the table.
    pub addresses: Width,
    /// How vectors are held.
    pub vectors: Vectors,
    /// The most numbers that the arguments of a call may be.
    pub parameters: usize,
    /// The most instructions of a function, before unused ones are left out.
    pub instructions: usize,
    /// How atomic accesses are made.
    pub atomics: Atomics,
    /// How the exception that a cleanup was entered with is held.
    pub exceptions: Exceptions,
    /// Whether the addresses of symbols are known when the program is linked.
    pub relocation: Relocation,
    /// How a result of several numbers is returned.
    pub results: Results,
}

impl Target {
    /// The type of an address, and of a number of bytes.
    pub fn address(&self) -> Type {
        self.addresses.int()
    }

    /// The alignment of a pointer in memory.
    pub(super) fn pointer_align(&self) -> u64 {
        self.addresses.bytes().into()
    }
}

/// Whether the addresses of symbols are known when the program is linked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relocation {
    /// They are.
    Static,
    /// Code is for a program or library that is loaded anywhere in memory and in the table, as LLVM
    /// writes it with the relocation model `pic`. What it has itself is at a known distance from
    /// where it was loaded; the address of all else is in a global that the loader sets.
    PositionIndependent,
}

/// How a function returns a result that is several numbers: a struct, an integer of 128 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Results {
    /// In memory, at the address in its first parameter.
    InMemory,
    /// As that many results.
    Several,
}

/// How the address of a symbol is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Addressing {
    /// It is a number that the linker knows.
    Fixed,
    /// At such a distance from this thread's variables.
    FromThread,
    /// At such a distance from where the program or library lies in memory.
    FromMemory,
    /// At such a distance from where it lies in the table.
    FromTable,
    /// In a global that the loader sets: it may be another program's or library's.
    Indirect,
}

/// How atomic accesses are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Atomics {
    /// As plain accesses, one after the other: there is one thread.
    Accesses,
    /// As [atomic operations](crate::op::atomic).
    Operations,
}

/// How the exception that a cleanup was entered with is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exceptions {
    /// As a reference, which may be null, and may be kept and passed on like a number.
    References,
    /// By a place in the code: it is thrown again within the brackets that have caught it. So a
    /// reference is never null, nothing asks for it, and a block that has one as its parameter is
    /// entered with an exception only.
    Places,
}

/// How vectors are held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vectors {
    /// As a number for each lane.
    InLanes,
    /// In registers of 128 bits, if they fit.
    InRegisters,
}

/// The operations that one function may use beyond the first version of WebAssembly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Features {
    /// `memory.copy`, `memory.fill`.
    pub bulk_memory: bool,
    /// `i32.extend8_s`, ….
    pub sign_extension: bool,
    /// `i32.trunc_sat_f64_s`, ….
    pub saturating_truncation: bool,
    /// Exits that are calls.
    pub tail_calls: bool,
    /// [Relaxed](crate::op::relaxed) operations on vectors.
    pub relaxed_simd: bool,
}

impl Features {
    /// All of them.
    pub const ALL: Features = Features {
        bulk_memory: true,
        sign_extension: true,
        saturating_truncation: true,
        tail_calls: true,
        relaxed_simd: true,
    };
}
