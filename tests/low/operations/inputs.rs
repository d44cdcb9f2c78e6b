//! Operands: special ones in all pairs, then random ones.

use unsnarl_low::interpret::Value;
use unsnarl_low::{Op, Symbol, Type};

use crate::operations::cases::Case;

/// Numbers that depend on nothing but where they start (SplitMix64).
pub(crate) struct Rng(u64);

impl Rng {
    pub(crate) fn new(start: u64) -> Rng {
        Rng(start)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }
}

/// The operands of all calls of a case.
pub(crate) fn of(case: &Case, rng: &mut Rng) -> Vec<Vec<Value>> {
    let types = &case.signature.parameters;
    let small = is_of_places(&case.op);
    let mut all = special(types);
    if small {
        all.clear();
    }
    for _ in 0..crate::operations::RANDOM {
        let is_place = |ty| ty == Type::I32 || ty == case.addresses.int();
        let one = |&ty: &Type| match ty {
            Type::I32 | Type::I64 if small && is_place(ty) => Value::from_bits(ty, place(rng)),
            ty => random(ty, rng),
        };
        all.push(types.iter().map(one).collect());
    }
    all
}

/// Tells whether its integers of 32 bits, or as wide as addresses, are mostly addresses, numbers of
/// elements, or counts.
fn is_of_places(op: &Op) -> bool {
    let is_call = matches!(op, Op::Call(_) | Op::GlobalSet(..));
    op.effect() != unsnarl_low::Effect::Pure && !is_call
}

/// Mostly inside of a memory or a table, and often at its end.
fn place(rng: &mut Rng) -> u64 {
    match rng.below(8) {
        0..5 => rng.below(12) as u64,
        5 => 65_500 + rng.below(40) as u64,
        6 => rng.below(70_000) as u64,
        _ => rng.of(&[
            u64::MAX,
            1 << 63,
            i64::MAX as u64,
            1 << 31,
            (1 << 31) - 1,
            65_536,
            131_072,
            16,
            3,
        ]),
    }
}

/// All combinations of special scalars, if there are one or two operands.
fn special(types: &[Type]) -> Vec<Vec<Value>> {
    let all: Vec<Vec<Value>> = types.iter().map(|&ty| specials(ty)).collect();
    match all.as_slice() {
        [] => vec![Vec::new()],
        _ if types == [Type::V128] => vectors().map(|(left, _)| vec![left]).collect(),
        _ if types == [Type::V128; 2] => vectors().map(|(left, right)| vec![left, right]).collect(),
        [one] => one.iter().map(|&value| vec![value]).collect(),
        [left, right] => {
            let pairs = |&value: &Value| right.iter().map(move |&other| vec![value, other]);
            left.iter().flat_map(pairs).collect()
        }
        _ => Vec::new(),
    }
}

fn specials(ty: Type) -> Vec<Value> {
    match ty {
        Type::I32 => INTS
            .iter()
            .map(|&bits| Value::from_bits(ty, bits))
            .collect(),
        Type::I64 => INTS
            .iter()
            .map(|&bits| Value::from_bits(ty, bits))
            .collect(),
        Type::F32 => FLOATS.iter().map(|&bits| Value::F32(bits)).collect(),
        Type::F64 => DOUBLES.iter().map(|&bits| Value::F64(bits)).collect(),
        Type::V128 | Type::ExnRef => Vec::new(),
        Type::FuncRef => (0..3).map(function).chain([Value::FuncRef(None)]).collect(),
        Type::ExternRef => [None, Some(0), Some(7)].map(Value::ExternRef).to_vec(),
    }
}

/// Pairs of vectors: their lanes have all pairs of special numbers, for all sizes of lanes.
fn vectors() -> impl Iterator<Item = (Value, Value)> {
    let numbers = |ty| specials(ty).into_iter().filter_map(Value::bits).collect();
    let narrow: Vec<u64> = BYTES.map(u64::from).to_vec();
    let short: Vec<u64> = BYTES.iter().map(|&byte| u64::from(byte) * 0x81).collect();
    let lanes: [(usize, Vec<u64>); 6] = [
        (1, narrow),
        (2, [short, INTS[10..18].to_vec()].concat()),
        (4, numbers(Type::I32)),
        (8, numbers(Type::I64)),
        (4, numbers(Type::F32)),
        (8, numbers(Type::F64)),
    ];
    lanes.into_iter().flat_map(|(size, numbers)| {
        let pairs = |left: &u64| numbers.iter().map(|&right| (*left, right)).collect();
        let pairs: Vec<(u64, u64)> = numbers
            .iter()
            .flat_map::<Vec<(u64, u64)>, _>(pairs)
            .collect();
        let packed = pairs.chunks(16 / size).map(|pairs| {
            let (left, right) = pairs.iter().copied().unzip();
            (packed(size, left), packed(size, right))
        });
        packed.collect::<Vec<(Value, Value)>>()
    })
}

/// The vector of some lanes, and zeros.
fn packed(size: usize, lanes: Vec<u64>) -> Value {
    let mut bytes = [0; 16];
    for (chunk, lane) in bytes.chunks_mut(size).zip(lanes) {
        chunk.copy_from_slice(&lane.to_le_bytes()[..size]);
    }
    Value::V128(bytes)
}

fn function(number: usize) -> Value {
    Value::FuncRef(Some(Symbol::new(number)))
}

fn random(ty: Type, rng: &mut Rng) -> Value {
    if ty == Type::V128 {
        return Value::V128(vector(rng));
    }
    let specials = specials(ty);
    match (ty.bytes(), rng.below(3)) {
        (Some(_), 0) => Value::from_bits(ty, rng.next()),
        (Some(_), 1) => near(ty, rng),
        _ => rng.of(&specials),
    }
}

/// A number of moderate size: floats with a few digits behind the point.
fn near(ty: Type, rng: &mut Rng) -> Value {
    let number = rng.below(2_000_001) as i64 - 1_000_000;
    match ty {
        Type::F32 => Value::F32((number as f32 / 512.0).to_bits()),
        Type::F64 => Value::F64((number as f64 / 512.0).to_bits()),
        ty => Value::from_bits(ty, number as u64),
    }
}

/// Lanes of one size, special or random.
fn vector(rng: &mut Rng) -> [u8; 16] {
    let lane = rng.of(&[Type::I32, Type::I64, Type::F32, Type::F64]);
    let mut bytes = [0; 16];
    match rng.below(4) {
        0 => bytes.fill_with(|| rng.of(&BYTES)),
        1 => bytes.fill_with(|| rng.next() as u8),
        _ => {
            let size = lane.bytes().expect("a number") as usize;
            for chunk in bytes.chunks_mut(size) {
                let bits = random(lane, rng).bits().expect("a number");
                chunk.copy_from_slice(&bits.to_le_bytes()[..size]);
            }
        }
    }
    bytes
}

const BYTES: [u8; 12] = [0, 1, 2, 15, 16, 31, 127, 128, 129, 200, 254, 255];

/// Limits, powers of two, and what floats hold only rounded, once and not twice.
const INTS: [u64; 31] = [
    0,
    1,
    2,
    3,
    7,
    31,
    32,
    33,
    63,
    64,
    65,
    0x7f,
    0x80,
    0x7fff,
    0x8000,
    0xffff,
    0x7fff_ffff,
    0x8000_0000,
    0xffff_ffff,
    0x1_0000_0000,
    0x7fff_ffff_ffff_ffff,
    0x8000_0000_0000_0000,
    0xffff_ffff_ffff_fffe,
    0xffff_ffff_ffff_ffff,
    0x0100_0001,
    0x0100_0003,
    0x0020_0000_0000_0001,
    0x1000_0010_0000_0001,
    0x8000_0080_0000_0001,
    0x7fff_ffbf_ffff_ffff,
    0x7fff_ffff_ffff_fdff,
];

/// Zeros, ones, halves, the least and the greatest ones, limits of integers, infinities, NaNs of
/// all kinds.
const FLOATS: [u32; 34] = [
    0x0000_0000,
    0x8000_0000,
    0x0000_0001,
    0x8000_0001,
    0x007f_ffff,
    0x0080_0000,
    0x3f00_0000,
    0xbf00_0000,
    0x3f7f_ffff,
    0xbf7f_ffff,
    0x3f80_0000,
    0xbf80_0000,
    0x3fc0_0000,
    0xbfc0_0000,
    0x4020_0000,
    0xc020_0000,
    0x4afe_0001,
    0x4b00_0001,
    0x4eff_ffff,
    0x4f00_0000,
    0xcf00_0000,
    0xcf00_0001,
    0x4f7f_ffff,
    0x4f80_0000,
    0x5eff_ffff,
    0x5f00_0000,
    0xdf00_0000,
    0x5f80_0000,
    0x7f7f_ffff,
    0x7f80_0000,
    0xff80_0000,
    0x7fc0_0000,
    0xffc1_2345,
    0x7fa0_0001,
];

const DOUBLES: [u64; 38] = [
    0x0000_0000_0000_0000,
    0x8000_0000_0000_0000,
    0x0000_0000_0000_0001,
    0x8000_0000_0000_0001,
    0x000f_ffff_ffff_ffff,
    0x0010_0000_0000_0000,
    0x36a0_0000_0000_0000,
    0x3690_0000_0000_0001,
    0x380f_ffff_f000_0000,
    0x3fe0_0000_0000_0000,
    0xbfe0_0000_0000_0000,
    0x3fef_ffff_ffff_ffff,
    0xbfef_ffff_ffff_ffff,
    0x3ff0_0000_0000_0000,
    0xbff0_0000_0000_0000,
    0x3ff0_0000_1000_0000,
    0x3ff0_0000_3000_0000,
    0x3ff8_0000_0000_0000,
    0x4004_0000_0000_0000,
    0xc004_0000_0000_0000,
    0x41df_ffff_ffc0_0000,
    0x41df_ffff_ffff_ffff,
    0x41e0_0000_0000_0000,
    0xc1e0_0000_0000_0000,
    0xc1e0_0000_001f_ffff,
    0xc1e0_0000_0020_0000,
    0x41ef_ffff_ffff_ffff,
    0x41f0_0000_0000_0000,
    0x4330_0000_0000_0001,
    0x43df_ffff_ffff_ffff,
    0x43e0_0000_0000_0000,
    0xc3e0_0000_0000_0000,
    0x43f0_0000_0000_0000,
    0x47ef_ffff_f000_0000,
    0x7fef_ffff_ffff_ffff,
    0x7ff0_0000_0000_0000,
    0x7ff8_0000_0000_0000,
    0xfff4_0000_0000_0001,
];
