//! Which bits of a value each register holds.
//!
//! *Needs:* a type, and whether vectors are in registers of 128 bits.
//! *Gives:* its [`Piece`]s in order, as WebAssembly's C ABI and LLVM's back end cut a value into
//! numbers; registers made of a value, and compared with one.
//! *Source:* LLVM's legalisation of types for wasm32. It is written from there, and shares nothing
//! with selection.
//!
//! | type | registers |
//! |---|---|
//! | integer of up to 32, 64 bits; pointer | `i32`, `i64`; `i32` |
//! | longer integer, `fp128` | an `i64` for each 64 bits, the lowest first |
//! | `half`, `bfloat` | their bits in an `i32` |
//! | struct, array | those of the members |
//! | vector | those of each element; with SIMD a `v128` for each 128 bits, if the elements are of 8, 16, 32 or 64 bits and fill a register, or are a power of two |
//! | `<2, 4, 8, 16 x i1>` with SIMD | a `v128` of as many lanes, each all ones or all zeros |

use unsnarl_ir::interpret::{Bits, Scalar, Value};
use unsnarl_ir::{FloatKind, Module, Type, TypeId};
use unsnarl_low::Type as LowType;
use unsnarl_low::interpret::Value as LowValue;

use crate::Rng;

/// Where vectors are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vectors {
    /// In a register for each element.
    InElements,
    /// In registers of 128 bits, if they fit.
    InRegisters,
}

/// What one register holds of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The type of the register.
    pub ty: LowType,
    /// What is in it.
    pub content: Content,
}

/// What is in a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// Bits of a scalar, from one of them on; those of the register above them are spare.
    Bits {
        /// The number of the scalar in the value.
        scalar: usize,
        /// The first bit.
        from: u32,
        /// How many there are.
        width: u32,
    },
    /// Scalars side by side; those lanes that are left are spare.
    Lanes {
        /// The number of the first scalar.
        first: usize,
        /// How many there are.
        count: usize,
        /// The bits of a lane.
        bits: u32,
    },
    /// Scalars of one bit, each in all bits of its lane.
    Mask {
        /// The number of the first scalar.
        first: usize,
        /// How many there are.
        count: usize,
        /// The bits of a lane.
        bits: u32,
    },
}

/// What the bits of a register above those of an integer are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spare {
    /// Zeros.
    pub zero: bool,
    /// Copies of the sign.
    pub sign: bool,
}

/// The most pieces of a value: engines take no more parameters.
const MOST: usize = 1000;

/// The pieces of a type; none if it cannot be in registers.
pub fn pieces(module: &Module, ty: TypeId, vectors: Vectors) -> Option<Vec<Piece>> {
    let mut pieces = Vec::new();
    let mut scalar = 0;
    // Members are taken from the end, so they are pushed last first.
    let mut open = vec![ty];
    while let Some(ty) = open.pop() {
        match module.types.resolve(ty) {
            Type::Void => {}
            Type::Struct { fields, .. } => open.extend(fields.iter().rev()),
            Type::Array { element, count } => {
                open.extend(std::iter::repeat_n(
                    *element,
                    (*count).min(MOST as u64 + 1) as usize,
                ));
            }
            Type::Vector {
                element,
                count,
                scalable: false,
            } => {
                match lanes(module, *element, *count).filter(|_| vectors == Vectors::InRegisters) {
                    Some(shape) => push_lanes(&mut pieces, &mut scalar, shape, *count as usize),
                    None => open.extend(std::iter::repeat_n(
                        *element,
                        (*count as usize).min(MOST + 1),
                    )),
                }
            }
            other => {
                push_scalar(&mut pieces, scalar, other)?;
                scalar += 1;
            }
        }
        if pieces.len() > MOST || open.len() > 4 * MOST {
            return None;
        }
    }
    Some(pieces)
}

/// The bits of a lane, and whether it is a mask.
fn lanes(module: &Module, element: TypeId, count: u32) -> Option<(u32, bool)> {
    let bits = match module.types.get(element) {
        Type::Int(1) => return matches!(count, 2 | 4 | 8 | 16).then(|| (128 / count, true)),
        Type::Int(width @ (8 | 16 | 32 | 64)) => *width,
        Type::Pointer { space: 0 } | Type::Float(FloatKind::Float) => 32,
        Type::Float(FloatKind::Double) => 64,
        _ => return None,
    };
    let next = count.checked_next_power_of_two()?;
    let fits = count > 0 && (next == count || u64::from(next) * u64::from(bits) == 128);
    fits.then_some((bits, false))
}

fn push_lanes(
    pieces: &mut Vec<Piece>,
    scalar: &mut usize,
    (bits, is_mask): (u32, bool),
    count: usize,
) {
    let most = (128 / bits) as usize;
    for start in (0..count).step_by(most).take(MOST + 1) {
        let (first, count) = (*scalar + start, most.min(count - start));
        let content = match is_mask {
            true => Content::Mask { first, count, bits },
            false => Content::Lanes { first, count, bits },
        };
        let ty = LowType::V128;
        pieces.push(Piece { ty, content });
    }
    *scalar += count;
}

fn push_scalar(pieces: &mut Vec<Piece>, scalar: usize, ty: &Type) -> Option<()> {
    let mut push = |ty, from, width| {
        let content = Content::Bits {
            scalar,
            from,
            width,
        };
        pieces.push(Piece { ty, content });
    };
    match *ty {
        Type::Int(width @ ..=32) => push(LowType::I32, 0, width),
        Type::Int(width) => {
            for from in (0..width).step_by(64).take(MOST + 1) {
                push(LowType::I64, from, (width - from).min(64));
            }
        }
        Type::Pointer { space: 0 } => push(LowType::I32, 0, 32),
        Type::Float(FloatKind::Half | FloatKind::BFloat) => push(LowType::I32, 0, 16),
        Type::Float(FloatKind::Float) => push(LowType::F32, 0, 32),
        Type::Float(FloatKind::Double) => push(LowType::F64, 0, 64),
        Type::Float(FloatKind::Fp128) => {
            push(LowType::I64, 0, 64);
            push(LowType::I64, 64, 64);
        }
        _ => return None,
    }
    Some(())
}

/// Bits for each scalar of a value that it allows.
pub fn chosen(value: &Value, widths: &[u32], rng: &mut Rng) -> Vec<Bits> {
    let scalars = value.scalars().iter().zip(widths);
    scalars
        .map(|(scalar, &width)| choose(scalar, width, rng))
        .collect()
}

fn choose(scalar: &Scalar, width: u32, rng: &mut Rng) -> Bits {
    if let Scalar::Known(bits) = scalar {
        return bits.clone();
    }
    let random = random_bits(width, rng);
    match scalar.partly() {
        None => random,
        Some(partly) => {
            let bits = partly.value.or(&random.and(&partly.unknown));
            match scalar.admits(&bits) {
                true => bits,
                // Infinity is no NaN.
                false => bits.or(&Bits::new(width, 1)),
            }
        }
    }
}

/// Any bits.
pub fn random_bits(width: u32, rng: &mut Rng) -> Bits {
    let bytes: Vec<u8> = (0..width.div_ceil(8)).map(|_| rng.next() as u8).collect();
    Bits::from_le_bytes(width, &bytes)
}

impl Piece {
    /// The register of a value whose scalars are these bits; what is spare is as it is said, or
    /// random.
    pub fn register(&self, scalars: &[Bits], spare: Spare, rng: &mut Rng) -> LowValue {
        let random = u128::from(rng.next()) | u128::from(rng.next()) << 64;
        let row = self.row(scalars);
        let above = |width: u32| random.checked_shl(width).unwrap_or(0);
        let bits = match self.content {
            Content::Bits {
                scalar,
                from,
                width,
            } => {
                let is_negative = scalars[scalar].slice(from, width).is_negative();
                let ones = u128::MAX.checked_shl(width).unwrap_or(0);
                row | match (spare.zero, spare.sign) {
                    (true, _) => 0,
                    (false, true) if is_negative => ones,
                    (false, true) => 0,
                    (false, false) => above(width),
                }
            }
            Content::Lanes { count, bits, .. } => row | above(count as u32 * bits),
            Content::Mask { .. } => row,
        };
        low_value(self.ty, bits)
    }

    /// A register that holds this piece, too: the spare bits that nothing says yet are as they are
    /// said here.
    pub fn extended(&self, bits: u128, said: u128, spare: Spare) -> u128 {
        let Content::Bits { width, .. } = self.content else {
            return bits;
        };
        let free = u128::MAX.checked_shl(width).unwrap_or(0) & !said;
        let is_negative = Bits::new(width, bits).is_negative();
        match (spare.zero, spare.sign) {
            (true, _) => bits & !free,
            (false, true) if is_negative => bits | free,
            (false, true) => bits & !free,
            (false, false) => bits,
        }
    }

    /// The bits of scalars in their places, with zeros in what is spare.
    fn row(&self, scalars: &[Bits]) -> u128 {
        let lanes = |first: usize, count: usize, bits: u32, lane: &dyn Fn(&Bits) -> u128| {
            let lanes = scalars[first..first + count].iter().enumerate();
            lanes.fold(0, |row, (place, scalar)| {
                row | lane(scalar) << (place as u32 * bits)
            })
        };
        match self.content {
            Content::Bits {
                scalar,
                from,
                width,
            } => scalars[scalar].slice(from, width).low(),
            Content::Lanes { first, count, bits } => lanes(first, count, bits, &Bits::low),
            Content::Mask { first, count, bits } => {
                let ones = u128::MAX >> (128 - bits);
                lanes(first, count, bits, &|scalar| {
                    if scalar.is_zero() { 0 } else { ones }
                })
            }
        }
    }

    /// The bits of a register that a value determines, and what they are.
    pub fn known(&self, value: &Value, widths: &[u32]) -> (u128, u128) {
        let scalars = value.scalars().iter().zip(widths);
        let (mask, bits): (Vec<Bits>, Vec<Bits>) = scalars
            .map(|(scalar, &width)| match scalar {
                Scalar::Known(bits) => (Bits::ones(width), bits.clone()),
                // The rest of a NaN is not free: which it is must not be mixed.
                Scalar::Poison | Scalar::Nan(_) => (Bits::zero(width), Bits::zero(width)),
                Scalar::Partly(partly) => (partly.unknown.not(), partly.value.clone()),
            })
            .unzip();
        (self.row(&mask), self.row(&bits))
    }

    /// Compares a register with a value: which scalar does not allow it, or says otherwise what is
    /// spare.
    pub fn compare(&self, value: &Value, register: LowValue, spare: Spare) -> Result<(), Wrong> {
        let found = low_bits(register).ok_or(Wrong::Type)?;
        if register.ty() != self.ty {
            return Err(Wrong::Type);
        }
        let scalars = value.scalars();
        match self.content {
            Content::Bits {
                scalar,
                from,
                width,
            } => compare_bits(&scalars[scalar], scalar, found, from, width, spare, self.ty),
            Content::Lanes { first, count, bits } => {
                let lane = |lane: usize| Bits::new(bits, found >> (lane as u32 * bits));
                let wrong = (0..count).find(|&index| !scalars[first + index].admits(&lane(index)));
                wrong.map_or(Ok(()), |index| Err(Wrong::Scalar(first + index)))
            }
            Content::Mask { first, count, bits } => {
                let lane = |lane: usize| Bits::new(bits, found >> (lane as u32 * bits));
                let is_wrong = |&index: &usize| {
                    let (scalar, lane) = (&scalars[first + index], lane(index));
                    let is_whole = lane.is_zero() || lane.is_ones();
                    !(scalar.is_poison() || is_whole && scalar.admits(&lane.slice(0, 1)))
                };
                let wrong = (0..count).find(is_wrong);
                wrong.map_or(Ok(()), |index| Err(Wrong::Scalar(first + index)))
            }
        }
    }

    /// The same, of a mask of which only the lowest bit of each lane counts, as where it is passed
    /// to another function.
    pub fn compare_passed(
        &self,
        value: &Value,
        register: LowValue,
        spare: Spare,
    ) -> Result<(), Wrong> {
        let Content::Mask { first, count, bits } = self.content else {
            return self.compare(value, register, spare);
        };
        let found = low_bits(register).ok_or(Wrong::Type)?;
        let lane = |lane: usize| Bits::new(1, found >> (lane as u32 * bits));
        let wrong = (0..count).find(|&index| !value.scalars()[first + index].admits(&lane(index)));
        wrong.map_or(Ok(()), |index| Err(Wrong::Scalar(first + index)))
    }
}

/// What is wrong with a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wrong {
    /// It has another type.
    Type,
    /// The scalar of this number does not allow it.
    Scalar(usize),
    /// The bits above the scalar of this number are not what they should be.
    Spare(usize),
}

fn compare_bits(
    scalar: &Scalar,
    number: usize,
    found: u128,
    from: u32,
    width: u32,
    spare: Spare,
    ty: LowType,
) -> Result<(), Wrong> {
    let low = Bits::new(width, found);
    let is_allowed = match scalar {
        // Another register has the rest of it: only whole ones can be compared.
        Scalar::Nan(kind) if kind.bits() != width => true,
        Scalar::Nan(_) => scalar.admits(&low),
        _ => scalar.moved(|bits| bits.slice(from, width)).admits(&low),
    };
    if !is_allowed {
        return Err(Wrong::Scalar(number));
    }
    let size = 8 * ty.bytes().unwrap_or(0);
    if scalar.is_poison() || width >= size || spare == Spare::default() {
        return Ok(());
    }
    let above = Bits::new(size - width, found >> width);
    let is_zero = !spare.zero || above.is_zero();
    let is_sign = !spare.sign
        || match low.is_negative() {
            true => above.is_ones(),
            false => above.is_zero(),
        };
    match is_zero && is_sign {
        true => Ok(()),
        false => Err(Wrong::Spare(number)),
    }
}

/// A register of a type with these bits.
pub fn low_value(ty: LowType, bits: u128) -> LowValue {
    match ty {
        LowType::V128 => LowValue::V128(bits.to_le_bytes()),
        _ => LowValue::from_bits(ty, bits as u64),
    }
}

/// The bits in a register; none of a reference.
pub fn low_bits(value: LowValue) -> Option<u128> {
    match value {
        LowValue::V128(bytes) => Some(u128::from_le_bytes(bytes)),
        other => other.bits().map(u128::from),
    }
}

/// The value that registers hold, which have its pieces in order.
pub fn value_of(pieces: &[Piece], registers: &[LowValue], widths: &[u32]) -> Option<Value> {
    let mut scalars: Vec<Bits> = widths.iter().map(|&width| Bits::zero(width)).collect();
    for (piece, &register) in pieces.iter().zip(registers) {
        let found = low_bits(register)?;
        match piece.content {
            Content::Bits {
                scalar,
                from,
                width,
            } => {
                let all = widths[scalar];
                let part = Bits::new(width, found).resized(all).shifted_left(from);
                scalars[scalar] = scalars[scalar].or(&part);
            }
            Content::Lanes { first, count, bits } | Content::Mask { first, count, bits } => {
                for lane in 0..count {
                    let width = widths[first + lane];
                    scalars[first + lane] = Bits::new(width, found >> (lane as u32 * bits));
                }
            }
        }
    }
    Some(Value::new(scalars.into_iter().map(Scalar::Known).collect()))
}

/// Of a mask from another function only the lowest bit of each lane is known.
pub fn passed_mask(piece: Piece, register: LowValue, rng: &mut Rng) -> LowValue {
    let Content::Mask { bits, .. } = piece.content else {
        return register;
    };
    let random = u128::from(rng.next()) | u128::from(rng.next()) << 64;
    let lowest = (0..128 / bits).fold(0_u128, |mask, lane| mask | 1 << (lane * bits));
    let bits = low_bits(register).unwrap_or(0);
    low_value(LowType::V128, bits & lowest | random & !lowest)
}
