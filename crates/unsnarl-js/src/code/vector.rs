//! Vectors: four integers of 32 bits. What is easy on these is in line, for the rest there are
//! [functions of the runtime](crate::lanes).

use unsnarl_low::op::memory::{Address, Load, Store};
use unsnarl_low::op::vector::{Half, VectorUnary};
use unsnarl_low::{LaneType, Op, Sign, Size, Type};

use super::int::{bits, extended, shift};
use super::{Refused, Value, Writer};
use crate::lanes;
use crate::piece::{Binds, Kind, Piece};

/// A constant.
pub(super) fn number(bytes: [u8; 16]) -> Value {
    let words = bytes.chunks_exact(4).map(|word| {
        let word = word.try_into().expect("four bytes");
        Piece::int(i32::from_le_bytes(word))
    });
    words.collect()
}

impl Writer<'_> {
    /// Operations on vectors; tells whether it is one.
    pub(super) fn vector(&mut self, op: Op) -> Result<bool, Refused> {
        use unsnarl_low::op::relaxed::Relaxed;
        match op {
            Op::Splat(lane) => self.splat(lane),
            Op::ExtractLane(lane, sign, number) => self.extract(lane, sign, number),
            Op::ReplaceLane(lane, number) => self.replace(lane, number),
            Op::BitsNot => {
                let value = self.pop();
                let words = value.iter().map(|word| {
                    let text = format!("~{}", word.at(Binds::Unary));
                    Piece::of(text, Binds::Unary, Kind::Signed, &[word])
                });
                let value = words.collect();
                self.push(value);
            }
            Op::BitsAnd => self.words("&", Binds::BitAnd),
            Op::BitsOr => self.words("|", Binds::BitOr),
            Op::BitsXor => self.words("^", Binds::BitXor),
            Op::BitsAndNot => {
                let (right, left) = (self.pop(), self.pop());
                let words = left.iter().zip(&right).map(|(left, right)| {
                    let text = format!("~{}", right.at(Binds::Unary));
                    let not = Piece::of(text, Binds::Unary, Kind::Signed, &[right]);
                    bits(left, "&", &not, Binds::BitAnd)
                });
                let value = words.collect();
                self.push(value);
            }
            Op::BitsSelect | Op::Relaxed(Relaxed::Select(_)) => {
                self.name(0);
                self.name(1);
                let (mask, right, left) = (self.pop(), self.pop(), self.pop());
                let words = (0..4).map(|word| {
                    let differ = bits(&left[word], "^", &right[word], Binds::BitXor);
                    let chosen = bits(&differ, "&", &mask[word], Binds::BitAnd);
                    bits(&right[word], "^", &chosen, Binds::BitXor)
                });
                let value = words.collect();
                self.push(value);
            }
            Op::AnyTrue => {
                let value = self.pop();
                let any = value[1..].iter().fold(value[0].clone(), |any, word| {
                    bits(&any, "|", word, Binds::BitOr)
                });
                self.push_one(any.is_not_zero_unless_truth());
            }
            Op::Shuffle(numbers) => {
                self.push(number(numbers));
                self.by_lanes(op, 3, &[Type::V128]);
            }
            Op::AllTrue(_) | Op::Bitmask(_) => self.by_lanes(op, 1, &[Type::I32]),
            Op::VectorUnary(..) => self.by_lanes(op, 1, &[Type::V128]),
            Op::VectorBinary(..) | Op::VectorShift(..) | Op::Swizzle => {
                self.by_lanes(op, 2, &[Type::V128]);
            }
            Op::Relaxed(relaxed) => self.by_lanes(op, relaxed.operands(), &[Type::V128]),
            Op::LoadLane(size, at, number) => self.load_lane(size, at, number)?,
            Op::StoreLane(size, at, number) => {
                self.extract(int_lane(size), Sign::Unsigned, number);
                let store = match size {
                    Size::B8 => Store::Whole(Type::I64),
                    Size::B4 => Store::Whole(Type::I32),
                    narrow => Store::Narrow(Type::I32, narrow),
                };
                self.store(store, at)?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn words(&mut self, sign: &str, binds: Binds) {
        let (right, left) = (self.pop(), self.pop());
        let words = left.iter().zip(&right);
        let value = words.map(|(left, right)| bits(left, sign, right, binds));
        let value = value.collect();
        self.push(value);
    }

    /// Calls the function of an operation.
    fn by_lanes(&mut self, op: Op, operands: usize, results: &[Type]) {
        let values = self.pop_many(operands);
        let words: Vec<Piece> = values.iter().flatten().map(Piece::wrapped).collect();
        let words: Vec<&Piece> = words.iter().collect();
        let call = Piece::call(&lanes::name(&op), Kind::Signed, &words);
        self.call_words(call, results);
    }

    fn splat(&mut self, lane: LaneType) {
        if lane.is_float() {
            self.float_bits(lane);
        }
        match lane {
            LaneType::I8 | LaneType::I16 => {
                let operand = self.pop_one();
                let (mask, factor) = match lane {
                    LaneType::I8 => (255, 0x0101_0101),
                    _ => (65_535, 0x0001_0001),
                };
                let low = bits(&operand, "&", &Piece::int(mask), Binds::BitAnd);
                let all = Piece::call("imul", Kind::Signed, &[&low, &Piece::int(factor)]);
                self.push_one(all);
            }
            _ => {}
        }
        self.name(0);
        let value = self.pop();
        let words = (0..4).map(|word| value[word % value.len()].wrapped());
        let value = words.collect();
        self.push(value);
    }

    /// The bits of a float on the stack.
    fn float_bits(&mut self, lane: LaneType) {
        let (name, ty) = match lane {
            LaneType::F32 => ("floatToBits", Type::I32),
            _ => ("doubleToBits", Type::I64),
        };
        let operand = self.pop_one();
        let call = Piece::call(name, Kind::Signed, &[&operand]);
        self.call_words(call, &[ty]);
    }

    fn extract(&mut self, lane: LaneType, sign: Sign, number: u8) {
        let value = self.pop();
        let byte = usize::from(number) * lane.size().bytes() as usize;
        let word = &value[byte / 4];
        let value = match lane {
            LaneType::I8 | LaneType::I16 => {
                let up = 32 - lane.bits() as i32 - 8 * (byte % 4) as i32;
                let down = 32 - lane.bits() as i32;
                match sign {
                    Sign::Signed if up == down => vec![extended(word, down)],
                    Sign::Signed => {
                        let left = shift(word, "<<", &Piece::int(up));
                        vec![shift(&left, ">>", &Piece::int(down))]
                    }
                    Sign::Unsigned => {
                        let low = shift(word, ">>>", &Piece::int(8 * (byte % 4) as i32));
                        let mask = (1 << lane.bits()) - 1;
                        vec![bits(&low, "&", &Piece::int(mask), Binds::BitAnd)]
                    }
                }
            }
            LaneType::I32 => vec![word.clone()],
            LaneType::I64 => vec![word.clone(), value[byte / 4 + 1].clone()],
            LaneType::F32 => vec![Piece::call("bitsToFloat", Kind::Float, &[&word.wrapped()])],
            LaneType::F64 => {
                let words = [word.wrapped(), value[byte / 4 + 1].wrapped()];
                vec![Piece::call(
                    "bitsToDouble",
                    Kind::Float,
                    &[&words[0], &words[1]],
                )]
            }
        };
        self.push(value);
    }

    fn replace(&mut self, lane: LaneType, number: u8) {
        if lane.is_float() {
            self.float_bits(lane);
        }
        let new = self.pop();
        let mut value = self.pop();
        let byte = usize::from(number) * lane.size().bytes() as usize;
        let word = byte / 4;
        match lane {
            LaneType::I8 | LaneType::I16 => {
                let place = 8 * (byte % 4) as i32;
                let mask = (1_i32 << lane.bits()) - 1;
                let low = bits(&new[0], "&", &Piece::int(mask), Binds::BitAnd);
                let low = shift(&low, "<<", &Piece::int(place));
                let others = Piece::int(!(mask << place));
                let kept = bits(&value[word], "&", &others, Binds::BitAnd);
                value[word] = bits(&kept, "|", &low, Binds::BitOr);
            }
            _ => {
                for (at, new) in new.iter().enumerate() {
                    value[word + at] = new.wrapped();
                }
            }
        }
        self.push(value);
    }

    /// Loads that make vectors of fewer bytes.
    pub(super) fn load_vector(&mut self, load: Load, at: Address) -> Result<(), Refused> {
        match load {
            Load::Extend(lane, sign) => {
                self.load(Load::Whole(Type::I64), at)?;
                self.zeros(2);
                let op = Op::VectorUnary(lane, VectorUnary::Extend(Half::Low, sign));
                self.by_lanes(op, 1, &[Type::V128]);
            }
            Load::Zero(size) => {
                self.load_bytes(size, at)?;
                self.zeros(if size == Size::B4 { 3 } else { 2 });
            }
            Load::Splat(size) => {
                self.load_bytes(size, at)?;
                self.splat(int_lane(size));
            }
            _ => return Err(format!("the operation {}", load.name())),
        }
        Ok(())
    }

    fn load_bytes(&mut self, size: Size, at: Address) -> Result<(), Refused> {
        self.load(
            match size {
                Size::B8 => Load::Whole(Type::I64),
                Size::B4 => Load::Whole(Type::I32),
                narrow => Load::Narrow(Type::I32, narrow, Sign::Unsigned),
            },
            at,
        )
    }

    /// Adds words that are zero.
    fn zeros(&mut self, count: usize) {
        let mut value = self.pop();
        value.extend((0..count).map(|_| Piece::int(0)));
        self.push(value);
    }

    fn load_lane(&mut self, size: Size, at: Address, number: u8) -> Result<(), Refused> {
        // The vector is above the address.
        self.name(0);
        let vector = self.pop();
        self.load_bytes(size, at)?;
        let loaded = self.pop();
        self.push(vector);
        self.push(loaded);
        self.replace(int_lane(size), number);
        Ok(())
    }
}

/// The lane of so many bytes.
fn int_lane(size: Size) -> LaneType {
    match size {
        Size::B1 => LaneType::I8,
        Size::B2 => LaneType::I16,
        Size::B4 => LaneType::I32,
        Size::B8 => LaneType::I64,
    }
}
