//! Integers of 64 bits: two words, the lower one first.
//!
//! What costs little is in line, the rest are functions of the runtime. A sum needs the carry of
//! its lower word, so that has a name; bits and comparisons need none.

use unsnarl_low::Type;
use unsnarl_low::op::int::{IntBinary, IntCompare, IntUnary};

use super::int::{bits, compare, extended, shift};
use super::{Value, Writer};
use crate::options::Traps;
use crate::piece::{Binds, Kind, Piece, Touches};

/// A number.
pub(super) fn number(number: i64) -> Value {
    vec![Piece::int(number as i32), Piece::int((number >> 32) as i32)]
}

/// The number, if it is one.
fn as_number(value: &Value) -> Option<i64> {
    let low = value[0].number?;
    let high = value[1].number?;
    Some(i64::from(high) << 32 | i64::from(low as u32))
}

impl Writer<'_> {
    pub(super) fn long_unary(&mut self, op: IntUnary) {
        match op {
            IntUnary::Clz | IntUnary::Ctz | IntUnary::Popcnt => {
                let name = match op {
                    IntUnary::Clz => "leadingZeros64",
                    IntUnary::Ctz => "trailingZeros64",
                    _ => "ones64",
                };
                let value = self.pop();
                let count = Piece::call(name, Kind::Small, &[&value[0], &value[1]]);
                self.push(vec![count, Piece::int(0)]);
            }
            IntUnary::Extend8 | IntUnary::Extend16 | IntUnary::Extend32 => {
                let value = self.pop();
                let low = match op {
                    IntUnary::Extend8 => extended(&value[0], 24),
                    IntUnary::Extend16 => extended(&value[0], 16),
                    _ => value[0].clone(),
                };
                self.push_one(low);
                self.extend_signed();
            }
        }
    }

    /// Makes an integer of 64 bits of one of 32 with a sign.
    pub(super) fn extend_signed(&mut self) {
        if let [piece] = &self.operand(0)[..]
            && piece.kind == Kind::Small
        {
            return self.extend_unsigned();
        }
        self.name(0);
        let low = self.pop_one();
        let high = shift(&low, ">>", &Piece::int(31));
        let high = low.number.map_or(high, |number| Piece::int(number >> 31));
        self.push(vec![low, high]);
    }

    /// Makes an integer of 64 bits of one of 32 without a sign.
    pub(super) fn extend_unsigned(&mut self) {
        let low = self.pop_one().wrapped();
        self.push(vec![low, Piece::int(0)]);
    }

    pub(super) fn long_binary(&mut self, op: IntBinary) {
        use IntBinary as B;
        match op {
            B::Add | B::Sub => self.long_sum(op == B::Sub),
            B::And => self.each_word("&", Binds::BitAnd),
            B::Or => self.each_word("|", Binds::BitOr),
            B::Xor => self.each_word("^", Binds::BitXor),
            B::Shl | B::ShrS | B::ShrU => self.long_shift(op),
            B::Rotl | B::Rotr => {
                let amount = self.pop()[0].wrapped();
                let value = self.pop();
                let name = if op == B::Rotl {
                    "rotateLeft64"
                } else {
                    "rotateRight64"
                };
                let call = Piece::call(name, Kind::Signed, &[&value[0], &value[1], &amount]);
                self.call_words(call, &[Type::I64]);
            }
            B::Mul => self.by_runtime("multiply64", false),
            B::DivS => self.by_runtime("divideSigned64", true),
            B::DivU => self.by_runtime("divideUnsigned64", true),
            B::RemS => self.by_runtime("remainderSigned64", true),
            B::RemU => self.by_runtime("remainderUnsigned64", true),
        }
    }

    fn by_runtime(&mut self, name: &str, traps: bool) {
        let (right, left) = (self.pop(), self.pop());
        let operands: Vec<Piece> = left.iter().chain(&right).map(Piece::wrapped).collect();
        let operands: Vec<&Piece> = operands.iter().collect();
        let call = Piece::call(name, Kind::Signed, &operands);
        let call = if traps && self.context.options.traps != Traps::Unchecked {
            self.trapping(call)
        } else {
            call
        };
        self.call_words(call, &[Type::I64]);
    }

    fn each_word(&mut self, sign: &str, binds: Binds) {
        let (right, left) = (self.pop(), self.pop());
        let words = left.iter().zip(&right).map(|(left, right)| {
            let known = |piece: &Piece, other: &Piece| match (sign, piece.number?) {
                ("&", 0) => Some(Piece::int(0)),
                ("&", -1) | ("|" | "^", 0) => Some(other.wrapped()),
                ("|", -1) => Some(Piece::int(-1)),
                _ => None,
            };
            let constant = left
                .number
                .zip(right.number)
                .map(|(left, right)| match sign {
                    "&" => Piece::int(left & right),
                    "|" => Piece::int(left | right),
                    _ => Piece::int(left ^ right),
                });
            constant
                .or_else(|| known(right, left))
                .or_else(|| known(left, right))
                .unwrap_or_else(|| bits(left, sign, right, binds))
        });
        let value = words.collect();
        self.push(value);
    }

    fn long_sum(&mut self, is_difference: bool) {
        // The lower words are read twice.
        self.name_one(1, 0);
        self.name_one(0, 0);
        let (right, left) = (self.pop(), self.pop());
        let operands: Vec<&Piece> = left.iter().chain(&right).collect();
        let low = Piece::sum(&left[0], &right[0], is_difference).wrapped();
        if right[0].number == Some(0) {
            let high = Piece::sum(&left[1], &right[1], is_difference).wrapped();
            return self.push(vec![left[0].clone(), high]);
        }
        // The result goes where it belongs, if the carry can be seen there.
        let [to, to_high] = self.result_variables(Type::I64, &operands)[..] else {
            unreachable!("an integer of 64 bits has two words")
        };
        let name = self.variables.name(to).to_owned();
        let mut touches = low.touches.clone();
        touches.sets.push(to);
        self.keep_below(&touches);
        self.lines.push(format!("{name} = {};", low.text));
        let sum = Piece::variable(&name, to, Kind::Signed);
        let carry = match is_difference {
            // It borrows if the first is less than the second.
            true => compare(&left[0], IntCompare::LtU, &right[0]),
            false => compare(&sum, IntCompare::LtU, &right[0]),
        };
        let high = Piece::sum(&left[1], &right[1], is_difference);
        let high = Piece::sum(&high, &carry.wrapped(), is_difference).wrapped();
        let name_high = self.variables.name(to_high).to_owned();
        let mut touches: Touches = high.touches.clone();
        touches.sets.push(to_high);
        self.keep_below(&touches);
        self.lines.push(format!("{name_high} = {};", high.text));
        self.push(vec![
            sum,
            Piece::variable(&name_high, to_high, Kind::Signed),
        ]);
    }

    fn keep_below(&mut self, touches: &Touches) {
        let end = self.stack.len();
        self.keep(end, touches);
    }

    fn long_shift(&mut self, op: IntBinary) {
        use IntBinary as B;
        let Some(amount) = self.operand(0)[0].number.map(|number| number & 63) else {
            let amount = self.pop()[0].wrapped();
            let value = self.pop();
            let name = match op {
                B::Shl => "shiftLeft64",
                B::ShrS => "shiftRightSigned64",
                _ => "shiftRightUnsigned64",
            };
            let operands = [value[0].wrapped(), value[1].wrapped()];
            let call = Piece::call(name, Kind::Signed, &[&operands[0], &operands[1], &amount]);
            return self.call_words(call, &[Type::I64]);
        };
        self.pop();
        if amount == 0 {
            return;
        }
        let by = Piece::int(amount & 31);
        if amount >= 32 {
            match op {
                B::Shl => {
                    let value = self.pop();
                    let high = shift(&value[0], "<<", &by);
                    self.push(vec![Piece::int(0), high]);
                }
                B::ShrU => {
                    let value = self.pop();
                    let low = shift(&value[1], ">>>", &by);
                    self.push(vec![low, Piece::int(0)]);
                }
                _ => {
                    let value = self.pop();
                    let low = shift(&value[1], ">>", &by);
                    self.push_one(low);
                    self.extend_signed();
                }
            }
            return;
        }
        let rest = Piece::int(32 - amount);
        // The word that gives bits to the other one is read twice.
        let twice = usize::from(op != B::Shl);
        self.name_one(0, twice);
        let value = self.pop();
        let value = match op {
            B::Shl => {
                let carried = shift(&value[0], ">>>", &rest);
                let high = shift(&value[1], "<<", &by);
                let low = shift(&value[0], "<<", &by);
                vec![low, bits(&high, "|", &carried, Binds::BitOr)]
            }
            _ => {
                let carried = shift(&value[1], "<<", &rest);
                let low = shift(&value[0], ">>>", &by);
                let sign = if op == B::ShrS { ">>" } else { ">>>" };
                let high = shift(&value[1], sign, &by);
                vec![bits(&low, "|", &carried, Binds::BitOr), high]
            }
        };
        self.push(value);
    }

    pub(super) fn long_is_zero(&mut self) {
        let value = self.pop();
        let piece = either(&value).negated().is_not_zero_unless_truth();
        self.push_one(piece);
    }

    pub(super) fn long_compare(&mut self, op: IntCompare) {
        use IntCompare as C;
        let (left, right) = (self.operand(1), self.operand(0));
        if matches!(op, C::Eq | C::Ne) {
            let (right, left) = (self.pop(), self.pop());
            let differ = |word: usize| match (left[word].number, right[word].number) {
                (Some(0), _) => right[word].wrapped(),
                (_, Some(0)) => left[word].wrapped(),
                _ => bits(&left[word], "^", &right[word], Binds::BitXor),
            };
            let any = either(&vec![differ(0), differ(1)]);
            let any = match op {
                C::Eq => any.negated().is_not_zero_unless_truth(),
                _ => any.is_not_zero_unless_truth(),
            };
            return self.push_one(any);
        }
        // The sign alone decides.
        let number = as_number(right);
        if matches!((op, number), (C::LtS | C::GeS, Some(0))) {
            self.pop();
            let value = self.pop();
            return self.push_one(compare(&value[1], op, &Piece::int(0)));
        }
        if matches!((op, number), (C::GtS | C::LeS, Some(-1))) {
            self.pop();
            let value = self.pop();
            let op = if op == C::GtS { C::GeS } else { C::LtS };
            return self.push_one(compare(&value[1], op, &Piece::int(0)));
        }
        let _ = left;
        // The higher words are read twice.
        self.name_one(1, 1);
        self.name_one(0, 1);
        let (right, left) = (self.pop(), self.pop());
        let (strict, low) = match op {
            C::LtS => (C::LtS, C::LtU),
            C::LtU => (C::LtU, C::LtU),
            C::GtS => (C::GtS, C::GtU),
            C::GtU => (C::GtU, C::GtU),
            C::LeS => (C::LtS, C::LeU),
            C::LeU => (C::LtU, C::LeU),
            C::GeS => (C::GtS, C::GeU),
            _ => (C::GtU, C::GeU),
        };
        let high = compare(&left[1], strict, &right[1]);
        let equal = compare(&left[1], C::Eq, &right[1]);
        let low = compare(&left[0], low, &right[0]);
        let both = Piece::infix(&equal, "&&", &low, Binds::And, Kind::Truth);
        let any = Piece::infix(&high, "||", &both, Binds::Or, Kind::Truth);
        self.push_one(any);
    }
}

/// An integer that is zero if both words are.
fn either(value: &Value) -> Piece {
    match (value[0].number, value[1].number) {
        (_, Some(0)) => value[0].wrapped(),
        (Some(0), _) => value[1].wrapped(),
        _ => bits(&value[0], "|", &value[1], Binds::BitOr),
    }
}
