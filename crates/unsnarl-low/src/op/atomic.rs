//! Atomic accesses to memory.
//!
//! All of them are sequentially consistent, have integers as operands, and trap unless the address
//! is a multiple of the bytes that they access.
//! *Source:* the proposal [Threads and Atomics] of WebAssembly.
//!
//! [Threads and Atomics]: https://github.com/WebAssembly/threads

use super::Op;
use crate::types::{Size, Type, Width};

/// The integer of an atomic access, and how many bytes of it are in memory. What is read is
/// extended by zeros, of what is written the lowest bytes are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Atomic {
    /// The integer outside of memory.
    pub width: Width,
    /// The bytes in memory, at most those of the integer.
    pub size: Size,
}

impl Atomic {
    /// All of them.
    pub const ALL: [Atomic; 7] = {
        const fn of(width: Width, size: Size) -> Atomic {
            Atomic { width, size }
        }
        [
            of(Width::W32, Size::B1),
            of(Width::W32, Size::B2),
            of(Width::W32, Size::B4),
            of(Width::W64, Size::B1),
            of(Width::W64, Size::B2),
            of(Width::W64, Size::B4),
            of(Width::W64, Size::B8),
        ]
    };

    /// The one that accesses so many bytes with the narrowest integer.
    pub fn of_size(size: Size) -> Atomic {
        let width = match size {
            Size::B1 | Size::B2 | Size::B4 => Width::W32,
            Size::B8 => Width::W64,
        };
        Atomic { width, size }
    }

    /// The type of the integer.
    pub fn ty(self) -> Type {
        self.width.int()
    }

    /// The bits of the number that are in memory.
    pub fn mask(self) -> u64 {
        u64::MAX >> (64 - self.size.bits())
    }

    /// Tells whether memory has fewer bytes than the integer.
    fn is_narrow(self) -> bool {
        self.size.bits() < self.width.bits()
    }

    /// The name of an access: `i32.atomic.load`, `i64.atomic.rmw8.add_u`.
    pub(super) fn name(self, kind: &str, operation: Option<&str>) -> String {
        let mut name = format!("{}.atomic.{kind}", self.ty());
        if self.is_narrow() {
            name += &self.size.bits().to_string();
        }
        if let Some(operation) = operation {
            name += &format!(".{operation}");
        }
        if self.is_narrow() && kind != "store" {
            name += "_u";
        }
        name
    }
}

/// The bytes to which the address of a notification is aligned.
const NOTIFIED: u32 = 4;

impl Op {
    /// How many bytes an atomic access has, to which its address is aligned; none if the operation
    /// is no such access.
    pub fn atomic_bytes(&self) -> Option<u32> {
        match *self {
            Op::AtomicLoad(access, _)
            | Op::AtomicStore(access, _)
            | Op::AtomicModify(access, ..)
            | Op::AtomicCompareExchange(access, _) => Some(access.size.bytes()),
            Op::AtomicNotify(_) => Some(NOTIFIED),
            Op::AtomicWait(width, _) => Some(width.bytes()),
            _ => None,
        }
    }
}

/// What an atomic operation makes of a number in memory and its operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Modify {
    /// The sum.
    Add,
    /// The difference.
    Sub,
    /// The bits that both have.
    And,
    /// The bits that one of them has.
    Or,
    /// The bits that just one of them has.
    Xor,
    /// The operand.
    Exchange,
}

impl Modify {
    /// All of them.
    pub const ALL: [Modify; 6] = [
        Modify::Add,
        Modify::Sub,
        Modify::And,
        Modify::Or,
        Modify::Xor,
        Modify::Exchange,
    ];

    /// The name within that of an operation.
    pub fn name(self) -> &'static str {
        match self {
            Modify::Add => "add",
            Modify::Sub => "sub",
            Modify::And => "and",
            Modify::Or => "or",
            Modify::Xor => "xor",
            Modify::Exchange => "xchg",
        }
    }

    /// The new number, of which memory takes the lowest bytes.
    pub fn apply(self, before: u64, operand: u64) -> u64 {
        match self {
            Modify::Add => before.wrapping_add(operand),
            Modify::Sub => before.wrapping_sub(operand),
            Modify::And => before & operand,
            Modify::Or => before | operand,
            Modify::Xor => before ^ operand,
            Modify::Exchange => operand,
        }
    }
}
