//! Accesses to memory and tables.

use std::collections::BTreeSet;

use super::Op;
use crate::symbol::Symbol;
use crate::types::{LaneType, Sign, Size, Type, Width};

/// A memory of the module, by its number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Memory(pub u32);

/// A table of the module, by its number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Table(pub u32);

/// How wide the addresses of each memory are, and the numbers of each table's elements: 32 bits
/// where nothing else is said.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AddressWidths {
    /// Those that have 64 bits.
    wide_memories: BTreeSet<Memory>,
    wide_tables: BTreeSet<Table>,
}

impl AddressWidths {
    /// Those of a module with one memory and one table, whose addresses are equally wide.
    pub fn of_module(width: Width) -> AddressWidths {
        let mut widths = AddressWidths::default();
        widths.set_memory(Memory(0), width);
        widths.set_table(Table(0), width);
        widths
    }

    /// The width of the addresses of a memory.
    pub fn memory(&self, memory: Memory) -> Width {
        width_if(self.wide_memories.contains(&memory))
    }

    /// The width of the numbers of a table's elements.
    pub fn table(&self, table: Table) -> Width {
        width_if(self.wide_tables.contains(&table))
    }

    /// The width of a count of what is copied between two spaces: that of the narrower one.
    pub fn count(to: Width, from: Width) -> Width {
        to.min(from)
    }

    /// Says how wide the addresses of a memory are.
    pub fn set_memory(&mut self, memory: Memory, width: Width) {
        match width {
            Width::W32 => self.wide_memories.remove(&memory),
            Width::W64 => self.wide_memories.insert(memory),
        };
    }

    /// Says how wide the numbers of a table's elements are.
    pub fn set_table(&mut self, table: Table, width: Width) {
        match width {
            Width::W32 => self.wide_tables.remove(&table),
            Width::W64 => self.wide_tables.insert(table),
        };
    }

    /// The memories with addresses of 64 bits, in order.
    pub fn wide_memories(&self) -> impl Iterator<Item = Memory> + '_ {
        self.wide_memories.iter().copied()
    }

    /// The tables whose elements have numbers of 64 bits, in order.
    pub fn wide_tables(&self) -> impl Iterator<Item = Table> + '_ {
        self.wide_tables.iter().copied()
    }
}

fn width_if(is_wide: bool) -> Width {
    if is_wide { Width::W64 } else { Width::W32 }
}

/// What a load or store adds to the address that it is given, without wrapping.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Address {
    /// The memory.
    pub memory: Memory,
    /// The symbol whose address is added, too.
    pub symbol: Option<Symbol>,
    /// The bytes that are added.
    pub offset: u64,
    /// The alignment as a power of two: a promise that does not change what is read.
    pub align: u8,
}

/// How many bytes a load reads, and what it makes of them. Numbers are little-endian.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Load {
    /// As many bytes as the type has: not a reference.
    Whole(Type),
    /// One, two or, for an `i64`, four bytes, extended.
    Narrow(Type, Size, Sign),
    /// Eight bytes as lanes of this integer type, each extended from half as many bits.
    Extend(LaneType, Sign),
    /// All lanes equal to what is read.
    Splat(Size),
    /// Four or eight bytes, and zeros above.
    Zero(Size),
}

impl Load {
    /// All of them.
    pub fn all() -> Vec<Load> {
        use Type::{F32, F64, I32, I64, V128};
        let mut all: Vec<Load> = [I32, I64, F32, F64, V128].map(Load::Whole).to_vec();
        for sign in Sign::ALL {
            for (ty, size) in NARROW {
                all.push(Load::Narrow(ty, size, sign));
            }
            all.extend(
                [LaneType::I16, LaneType::I32, LaneType::I64].map(|lane| Load::Extend(lane, sign)),
            );
        }
        all.extend(Size::ALL.map(Load::Splat));
        all.extend([Size::B4, Size::B8].map(Load::Zero));
        all
    }

    /// Tells whether it is one of [all](Load::all).
    pub(super) fn exists(self) -> bool {
        match self {
            Load::Whole(ty) => ty.bytes().is_some(),
            Load::Narrow(ty, size, _) => NARROW.contains(&(ty, size)),
            Load::Extend(lane, _) => {
                matches!(lane, LaneType::I16 | LaneType::I32 | LaneType::I64)
            }
            Load::Splat(_) => true,
            Load::Zero(size) => matches!(size, Size::B4 | Size::B8),
        }
    }

    /// How many bytes are read.
    pub fn bytes(self) -> u32 {
        match self {
            Load::Whole(ty) => ty.bytes().unwrap_or(0),
            Load::Narrow(_, size, _) | Load::Splat(size) | Load::Zero(size) => size.bytes(),
            Load::Extend(..) => 8,
        }
    }

    /// The type of the result.
    pub fn ty(self) -> Type {
        match self {
            Load::Whole(ty) | Load::Narrow(ty, ..) => ty,
            Load::Extend(..) | Load::Splat(_) | Load::Zero(_) => Type::V128,
        }
    }

    /// The name.
    pub fn name(self) -> String {
        match self {
            Load::Whole(ty) => format!("{ty}.load"),
            Load::Narrow(ty, size, sign) => format!("{ty}.load{}_{}", size.bits(), sign.letter()),
            Load::Extend(lane, sign) => {
                let (bits, count) = (lane.size().bits() / 2, lane.count());
                format!("v128.load{bits}x{count}_{}", sign.letter())
            }
            Load::Splat(size) => format!("v128.load{}_splat", size.bits()),
            Load::Zero(size) => format!("v128.load{}_zero", size.bits()),
        }
    }
}

/// How many bytes a store writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Store {
    /// All bytes of the type: not a reference.
    Whole(Type),
    /// The lowest one, two or, of an `i64`, four bytes.
    Narrow(Type, Size),
}

/// The numbers that have narrow loads and stores, and how many bytes those access.
const NARROW: [(Type, Size); 5] = [
    (Type::I32, Size::B1),
    (Type::I32, Size::B2),
    (Type::I64, Size::B1),
    (Type::I64, Size::B2),
    (Type::I64, Size::B4),
];

impl Store {
    /// All of them.
    pub fn all() -> Vec<Store> {
        use Type::{F32, F64, I32, I64, V128};
        let mut all: Vec<Store> = [I32, I64, F32, F64, V128].map(Store::Whole).to_vec();
        all.extend(NARROW.map(|(ty, size)| Store::Narrow(ty, size)));
        all
    }

    /// Tells whether it is one of [all](Store::all).
    pub(super) fn exists(self) -> bool {
        match self {
            Store::Whole(ty) => ty.bytes().is_some(),
            Store::Narrow(ty, size) => NARROW.contains(&(ty, size)),
        }
    }

    /// How many bytes are written.
    pub fn bytes(self) -> u32 {
        match self {
            Store::Whole(ty) => ty.bytes().unwrap_or(0),
            Store::Narrow(_, size) => size.bytes(),
        }
    }

    /// The type of the stored register.
    pub fn ty(self) -> Type {
        match self {
            Store::Whole(ty) | Store::Narrow(ty, _) => ty,
        }
    }

    /// The name.
    pub fn name(self) -> String {
        match self {
            Store::Whole(ty) => format!("{ty}.store"),
            Store::Narrow(ty, size) => format!("{ty}.store{}", size.bits()),
        }
    }
}

impl Op {
    /// What an access adds to the address that it is given.
    pub fn address(&self) -> Option<Address> {
        match *self {
            Op::Load(_, address)
            | Op::Store(_, address)
            | Op::LoadLane(_, address, _)
            | Op::StoreLane(_, address, _)
            | Op::AtomicLoad(_, address)
            | Op::AtomicStore(_, address)
            | Op::AtomicModify(_, _, address)
            | Op::AtomicCompareExchange(_, address)
            | Op::AtomicNotify(address)
            | Op::AtomicWait(_, address) => Some(address),
            _ => None,
        }
    }

    /// The same access with something else added; another operation stays.
    pub fn with_address(self, address: Address) -> Op {
        match self {
            Op::Load(op, _) => Op::Load(op, address),
            Op::Store(op, _) => Op::Store(op, address),
            Op::LoadLane(size, _, lane) => Op::LoadLane(size, address, lane),
            Op::StoreLane(size, _, lane) => Op::StoreLane(size, address, lane),
            Op::AtomicLoad(access, _) => Op::AtomicLoad(access, address),
            Op::AtomicStore(access, _) => Op::AtomicStore(access, address),
            Op::AtomicModify(access, op, _) => Op::AtomicModify(access, op, address),
            Op::AtomicCompareExchange(access, _) => Op::AtomicCompareExchange(access, address),
            Op::AtomicNotify(_) => Op::AtomicNotify(address),
            Op::AtomicWait(width, _) => Op::AtomicWait(width, address),
            other => other,
        }
    }
}
