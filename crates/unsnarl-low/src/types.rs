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
    /// A reference to an exception that was caught, or null.
    ExnRef,
}

impl Type {
    /// All types.
    pub const ALL: [Type; 8] = [
        Type::I32,
        Type::I64,
        Type::F32,
        Type::F64,
        Type::V128,
        Type::FuncRef,
        Type::ExternRef,
        Type::ExnRef,
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
            Type::ExnRef => "exnref",
        }
    }

    /// How many bytes it takes in memory; none for a reference, which is never there.
    pub fn bytes(self) -> Option<u32> {
        match self {
            Type::I32 | Type::F32 => Some(4),
            Type::I64 | Type::F64 => Some(8),
            Type::V128 => Some(16),
            Type::FuncRef | Type::ExternRef | Type::ExnRef => None,
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

    /// The number of bytes.
    pub fn bytes(self) -> u32 {
        self.bits() / 8
    }

    /// The lowest bits of a number, with zeros above them.
    pub fn wrap(self, number: u64) -> u64 {
        match self {
            Width::W32 => u64::from(number as u32),
            Width::W64 => number,
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
pub enum LaneType {
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

impl LaneType {
    /// All lanes.
    pub const ALL: [LaneType; 6] = [
        LaneType::I8,
        LaneType::I16,
        LaneType::I32,
        LaneType::I64,
        LaneType::F32,
        LaneType::F64,
    ];

    /// The name of 128 bits divided so: the lane and how many there are.
    pub fn name(self) -> &'static str {
        match self {
            LaneType::I8 => "i8x16",
            LaneType::I16 => "i16x8",
            LaneType::I32 => "i32x4",
            LaneType::I64 => "i64x2",
            LaneType::F32 => "f32x4",
            LaneType::F64 => "f64x2",
        }
    }

    /// The integer lane of this many bits.
    pub fn int(bits: u32) -> Option<LaneType> {
        Some(match bits {
            8 => LaneType::I8,
            16 => LaneType::I16,
            32 => LaneType::I32,
            64 => LaneType::I64,
            _ => return None,
        })
    }

    /// The bits of a lane.
    pub fn bits(self) -> u32 {
        self.size().bits()
    }

    /// The integer lane of the same size.
    pub fn as_int(self) -> LaneType {
        match self {
            LaneType::F32 => LaneType::I32,
            LaneType::F64 => LaneType::I64,
            int => int,
        }
    }

    /// The size of a lane.
    pub fn size(self) -> Size {
        match self {
            LaneType::I8 => Size::B1,
            LaneType::I16 => Size::B2,
            LaneType::I32 | LaneType::F32 => Size::B4,
            LaneType::I64 | LaneType::F64 => Size::B8,
        }
    }

    /// How many lanes there are.
    pub fn count(self) -> u32 {
        16 / self.size().bytes()
    }

    /// Tells whether it holds floats.
    pub fn is_float(self) -> bool {
        matches!(self, LaneType::F32 | LaneType::F64)
    }

    /// The type of a register that holds one lane.
    pub fn scalar(self) -> Type {
        match self {
            LaneType::I8 | LaneType::I16 | LaneType::I32 => Type::I32,
            LaneType::I64 => Type::I64,
            LaneType::F32 => Type::F32,
            LaneType::F64 => Type::F64,
        }
    }

    /// The integer lane of half the size, from which extensions come.
    pub fn half(self) -> Option<LaneType> {
        match self {
            LaneType::I16 => Some(LaneType::I8),
            LaneType::I32 => Some(LaneType::I16),
            LaneType::I64 => Some(LaneType::I32),
            _ => None,
        }
    }

    /// The integer lane of twice the size, which narrowing reads.
    pub fn double(self) -> Option<LaneType> {
        match self {
            LaneType::I8 => Some(LaneType::I16),
            LaneType::I16 => Some(LaneType::I32),
            LaneType::I32 => Some(LaneType::I64),
            _ => None,
        }
    }
}
