//! Types of registers, and the sizes, lanes and signs that operations are made of.

use std::fmt;

/// The type of a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Type {
    /// An integer of 32 bits, signed or not as each operation says.
    I32,
    /// An integer of 64 bits.
    I64,
    /// A float of 32 bits.
    F32,
    /// A float of 64 bits.
    F64,
    /// 128 bits, which each operation divides into lanes.
    V128,
    /// A reference to a function, or null.
    FuncRef,
    /// A reference to something of the host, or null.
    ExternRef,
}

impl Type {
    /// All types.
    pub const ALL: [Type; 7] = [
        Type::I32,
        Type::I64,
        Type::F32,
        Type::F64,
        Type::V128,
        Type::FuncRef,
        Type::ExternRef,
    ];

    /// The name in the text form, which is WebAssembly's.
    pub fn name(self) -> &'static str {
        match self {
            Type::I32 => "i32",
            Type::I64 => "i64",
            Type::F32 => "f32",
            Type::F64 => "f64",
            Type::V128 => "v128",
            Type::FuncRef => "funcref",
            Type::ExternRef => "externref",
        }
    }

    /// How many bytes it takes in memory; none for a reference, which is never there.
    pub fn bytes(self) -> Option<u32> {
        match self {
            Type::I32 | Type::F32 => Some(4),
            Type::I64 | Type::F64 => Some(8),
            Type::V128 => Some(16),
            Type::FuncRef | Type::ExternRef => None,
        }
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The width of a number in a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Width {
    /// 32 bits.
    W32,
    /// 64 bits.
    W64,
}

impl Width {
    /// Both widths.
    pub const ALL: [Width; 2] = [Width::W32, Width::W64];

    /// The number of bits.
    pub fn bits(self) -> u32 {
        match self {
            Width::W32 => 32,
            Width::W64 => 64,
        }
    }

    /// The integer of this width.
    pub fn int(self) -> Type {
        match self {
            Width::W32 => Type::I32,
            Width::W64 => Type::I64,
        }
    }

    /// The float of this width.
    pub fn float(self) -> Type {
        match self {
            Width::W32 => Type::F32,
            Width::W64 => Type::F64,
        }
    }

    /// The width of a type, if it is an integer or a float.
    pub fn of(ty: Type) -> Option<Width> {
        match ty {
            Type::I32 | Type::F32 => Some(Width::W32),
            Type::I64 | Type::F64 => Some(Width::W64),
            _ => None,
        }
    }
}

/// Whether an integer is read as signed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sign {
    /// Two's complement.
    Signed,
    /// Not negative.
    Unsigned,
}

impl Sign {
    /// Both signs.
    pub const ALL: [Sign; 2] = [Sign::Signed, Sign::Unsigned];

    /// The letter behind an operation's name.
    pub fn letter(self) -> &'static str {
        match self {
            Sign::Signed => "s",
            Sign::Unsigned => "u",
        }
    }
}

/// A number of bytes in memory, or in a lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Size {
    /// One byte.
    B1,
    /// Two bytes.
    B2,
    /// Four bytes.
    B4,
    /// Eight bytes.
    B8,
}

impl Size {
    /// All sizes.
    pub const ALL: [Size; 4] = [Size::B1, Size::B2, Size::B4, Size::B8];

    /// The number of bytes.
    pub fn bytes(self) -> u32 {
        match self {
            Size::B1 => 1,
            Size::B2 => 2,
            Size::B4 => 4,
            Size::B8 => 8,
        }
    }

    /// The number of bits.
    pub fn bits(self) -> u32 {
        8 * self.bytes()
    }
}

/// What the lanes of 128 bits hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Lane {
    /// Sixteen integers of 8 bits.
    I8,
    /// Eight integers of 16 bits.
    I16,
    /// Four integers of 32 bits.
    I32,
    /// Two integers of 64 bits.
    I64,
    /// Four floats of 32 bits.
    F32,
    /// Two floats of 64 bits.
    F64,
}

impl Lane {
    /// All lanes.
    pub const ALL: [Lane; 6] = [
        Lane::I8,
        Lane::I16,
        Lane::I32,
        Lane::I64,
        Lane::F32,
        Lane::F64,
    ];

    /// The name of 128 bits divided so: the lane and how many there are.
    pub fn name(self) -> &'static str {
        match self {
            Lane::I8 => "i8x16",
            Lane::I16 => "i16x8",
            Lane::I32 => "i32x4",
            Lane::I64 => "i64x2",
            Lane::F32 => "f32x4",
            Lane::F64 => "f64x2",
        }
    }

    /// The size of a lane.
    pub fn size(self) -> Size {
        match self {
            Lane::I8 => Size::B1,
            Lane::I16 => Size::B2,
            Lane::I32 | Lane::F32 => Size::B4,
            Lane::I64 | Lane::F64 => Size::B8,
        }
    }

    /// How many there are.
    pub fn count(self) -> u32 {
        16 / self.size().bytes()
    }

    /// Tells whether it holds floats.
    pub fn is_float(self) -> bool {
        matches!(self, Lane::F32 | Lane::F64)
    }

    /// The type of a register that holds one lane.
    pub fn scalar(self) -> Type {
        match self {
            Lane::I8 | Lane::I16 | Lane::I32 => Type::I32,
            Lane::I64 => Type::I64,
            Lane::F32 => Type::F32,
            Lane::F64 => Type::F64,
        }
    }

    /// The integer lane of half the size, from which extensions come.
    pub fn half(self) -> Option<Lane> {
        match self {
            Lane::I16 => Some(Lane::I8),
            Lane::I32 => Some(Lane::I16),
            Lane::I64 => Some(Lane::I32),
            _ => None,
        }
    }

    /// The integer lane of twice the size, which narrowing reads.
    pub fn double(self) -> Option<Lane> {
        match self {
            Lane::I8 => Some(Lane::I16),
            Lane::I16 => Some(Lane::I32),
            Lane::I32 => Some(Lane::I64),
            _ => None,
        }
    }
}
