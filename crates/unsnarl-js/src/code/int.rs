//! Integers of 32 bits, and truths of those of 64.

use unsnarl_low::Width;
use unsnarl_low::op::int::{IntBinary, IntCompare, IntUnary};

use super::Writer;
use crate::options::Traps;
use crate::piece::{Binds, Kind, Piece};
use crate::signs;

/// The greatest factor by which any integer can be multiplied exactly as a float.
const EXACT_FACTOR: u32 = 1 << 21;

impl Writer<'_> {
    pub(super) fn int_unary(&mut self, width: Width, op: IntUnary) {
        if width == Width::W64 {
            return self.long_unary(op);
        }
        let operand = self.pop_one();
        let piece = unary(&operand, op);
        self.push_one(piece);
    }

    pub(super) fn int_binary(&mut self, width: Width, op: IntBinary) {
        if width == Width::W64 {
            return self.long_binary(op);
        }
        if matches!(op, IntBinary::Rotl | IntBinary::Rotr) && self.operand(0)[0].number.is_some() {
            self.name(1);
        }
        let (left, right) = self.pop_two();
        let piece = self.binary(&left, op, &right);
        self.push_one(piece);
    }

    fn binary(&self, left: &Piece, op: IntBinary, right: &Piece) -> Piece {
        use IntBinary as B;
        match op {
            B::Add => Piece::sum(left, right, false),
            B::Sub => Piece::sum(left, right, true),
            B::Mul => product(left, right),
            B::And => bits(left, "&", right, Binds::BitAnd),
            B::Or => bits(left, "|", right, Binds::BitOr),
            B::Xor if right.number == Some(-1) => {
                let text = format!("~{}", left.wrapping().at(Binds::Unary));
                Piece::of(text, Binds::Unary, Kind::Signed, &[left])
            }
            B::Xor => bits(left, "^", right, Binds::BitXor),
            B::Shl => shift(left, "<<", right),
            B::ShrS => shift(left, ">>", right),
            B::ShrU => shift(left, ">>>", right),
            B::Rotl | B::Rotr => rotation(left, op, right),
            B::DivS | B::DivU | B::RemS | B::RemU => self.division(left, op, right),
        }
    }

    fn division(&self, left: &Piece, op: IntBinary, right: &Piece) -> Piece {
        use IntBinary as B;
        let is_free = self.context.options.traps == Traps::Unchecked
            || match (op, right.number) {
                (B::DivS, Some(number)) => number != 0 && number != -1,
                (_, Some(number)) => number != 0,
                _ => false,
            };
        if !is_free {
            let name = match op {
                B::DivS => "divideSigned",
                B::DivU => "divideUnsigned",
                B::RemS => "remainderSigned",
                _ => "remainderUnsigned",
            };
            let operands = [left.wrapped(), right.wrapped()];
            let [left, right] = &operands;
            return self.trapping(Piece::call(name, Kind::Signed, &[left, right]));
        }
        let (left, right) = match op {
            B::DivS | B::RemS => (left.wrapped(), right.wrapped()),
            _ => (left.unsigned(), right.unsigned()),
        };
        let sign = if matches!(op, B::DivS | B::DivU) {
            "/"
        } else {
            "%"
        };
        let quotient = Piece::infix(&left, sign, &right, Binds::Product, Kind::Product);
        quotient.wrapped()
    }

    pub(super) fn int_is_zero(&mut self, width: Width) {
        if width == Width::W64 {
            return self.long_is_zero();
        }
        let piece = self.pop_one().negated();
        // The contrary of a contrary may be any number.
        self.push_one(piece.is_not_zero_unless_truth());
    }

    pub(super) fn int_compare(&mut self, width: Width, op: IntCompare) {
        if width == Width::W64 {
            return self.long_compare(op);
        }
        let (left, right) = self.pop_two();
        self.push_one(compare(&left, op, &right));
    }
}

pub(super) fn compare(left: &Piece, op: IntCompare, right: &Piece) -> Piece {
    let (signs, binds) = signs::signs(op);
    let (left, right) = match signs::is_unsigned(op) {
        true => (left.unsigned(), right.unsigned()),
        false => (left.wrapped(), right.wrapped()),
    };
    Piece::compared(&left, signs, &right, binds)
}

fn unary(operand: &Piece, op: IntUnary) -> Piece {
    match op {
        IntUnary::Clz => Piece::call("clz32", Kind::Small, &[&operand.wrapping()]),
        IntUnary::Ctz => Piece::call("trailingZeros", Kind::Small, &[&operand.wrapped()]),
        IntUnary::Popcnt => Piece::call("ones", Kind::Small, &[&operand.wrapped()]),
        IntUnary::Extend8 => extended(operand, 24),
        IntUnary::Extend16 | IntUnary::Extend32 => extended(operand, 16),
    }
}

/// The lowest bits with their sign, which is so many bits from the highest one.
pub(super) fn extended(operand: &Piece, shift: i32) -> Piece {
    let amount = Piece::int(shift);
    let left = Piece::infix(
        &operand.wrapping(),
        "<<",
        &amount,
        Binds::Shift,
        Kind::Signed,
    );
    Piece::infix(&left, ">>", &amount, Binds::Shift, Kind::Signed)
}

fn product(left: &Piece, right: &Piece) -> Piece {
    let exact = |piece: &Piece| {
        piece
            .number
            .is_some_and(|number| number.unsigned_abs() <= EXACT_FACTOR)
    };
    if exact(left) || exact(right) {
        let (left, right) = (left.wrapped(), right.wrapped());
        return Piece::infix(&left, "*", &right, Binds::Product, Kind::Product).wrapped();
    }
    Piece::call("imul", Kind::Signed, &[&left.wrapping(), &right.wrapping()])
}

/// An operation on bits.
pub(super) fn bits(left: &Piece, sign: &str, right: &Piece, binds: Binds) -> Piece {
    let is_small = |piece: &Piece| matches!(piece.kind, Kind::Small | Kind::Truth);
    let kind = match sign {
        "&" if is_small(left) || is_small(right) => Kind::Small,
        _ if is_small(left) && is_small(right) => Kind::Small,
        _ => Kind::Signed,
    };
    Piece::infix(&left.wrapping(), sign, &right.wrapping(), binds, kind)
}

/// A shift by an integer, of which JavaScript takes the lowest five bits, too.
pub(super) fn shift(left: &Piece, sign: &str, right: &Piece) -> Piece {
    let amount = right.number.map(|number| number & 31);
    if amount == Some(0) {
        return left.wrapped();
    }
    let right = amount.map_or_else(|| right.wrapping(), Piece::int);
    let kind = match (sign, amount) {
        (">>>", Some(_)) => Kind::Small,
        (">>>", None) => Kind::Product,
        (">>", _) if left.kind == Kind::Small => Kind::Small,
        _ => Kind::Signed,
    };
    Piece::infix(&left.wrapping(), sign, &right, Binds::Shift, kind).wrapped()
}

fn rotation(left: &Piece, op: IntBinary, right: &Piece) -> Piece {
    let Some(number) = right.number else {
        let name = match op {
            IntBinary::Rotl => "rotateLeft",
            _ => "rotateRight",
        };
        return Piece::call(name, Kind::Signed, &[&left.wrapped(), &right.wrapped()]);
    };
    let amount = match op {
        IntBinary::Rotl => number & 31,
        _ => number.wrapping_neg() & 31,
    };
    if amount == 0 {
        return left.wrapped();
    }
    let high = shift(left, "<<", &Piece::int(amount));
    let low = shift(left, ">>>", &Piece::int(32 - amount));
    bits(&high, "|", &low, Binds::BitOr)
}
