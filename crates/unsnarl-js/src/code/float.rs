//! Floats. Those of 32 bits are JavaScript's numbers, rounded after each operation.

use unsnarl_low::Width;
use unsnarl_low::op::float::{FloatBinary, FloatCompare, FloatUnary};

use super::Writer;
use crate::piece::{Binds, Kind, Piece};

/// A number.
pub(crate) fn number(value: f64) -> Piece {
    let binds = match value.is_sign_negative() && !value.is_nan() {
        true => Binds::Unary,
        false => Binds::Whole,
    };
    let text = if value.is_nan() {
        String::from("NaN")
    } else if value.is_infinite() {
        String::from(if value > 0.0 { "Infinity" } else { "-Infinity" })
    } else {
        let [plain, short] = [format!("{value}"), format!("{value:e}")];
        if short.len() < plain.len() {
            short
        } else {
            plain
        }
    };
    Piece::new(text, binds, Kind::Float)
}

/// A number rounded to 32 bits if it must be.
pub(super) fn rounded(piece: Piece, width: Width) -> Piece {
    match width {
        Width::W32 => Piece::call("fround", Kind::Float, &[&piece]),
        Width::W64 => piece,
    }
}

impl Writer<'_> {
    pub(super) fn float_unary(&mut self, width: Width, op: FloatUnary) {
        let operand = self.pop_one();
        let name = match op {
            FloatUnary::Neg => {
                let text = format!("-{}", operand.at(Binds::Whole));
                let piece = Piece::of(text, Binds::Unary, Kind::Float, &[&operand]);
                return self.push_one(piece);
            }
            FloatUnary::Abs => "abs",
            FloatUnary::Sqrt => "sqrt",
            FloatUnary::Ceil => "ceil",
            FloatUnary::Floor => "floor",
            FloatUnary::Trunc => "trunc",
            FloatUnary::Nearest => "nearest",
        };
        let piece = Piece::call(name, Kind::Float, &[&operand]);
        let piece = match op {
            FloatUnary::Sqrt => rounded(piece, width),
            _ => piece,
        };
        self.push_one(piece);
    }

    pub(super) fn float_binary(&mut self, width: Width, op: FloatBinary) {
        let (left, right) = self.pop_two();
        let infix =
            |sign, binds| rounded(Piece::infix(&left, sign, &right, binds, Kind::Float), width);
        let call = |name| Piece::call(name, Kind::Float, &[&left, &right]);
        let piece = match op {
            FloatBinary::Add => infix("+", Binds::Sum),
            FloatBinary::Sub => infix("-", Binds::Sum),
            FloatBinary::Mul => infix("*", Binds::Product),
            FloatBinary::Div => infix("/", Binds::Product),
            FloatBinary::Min => call("min"),
            FloatBinary::Max => call("max"),
            FloatBinary::Copysign => call("copySign"),
        };
        self.push_one(piece);
    }

    pub(super) fn float_compare(&mut self, op: FloatCompare) {
        let (left, right) = self.pop_two();
        let plain = |sign| Piece::infix(&left, sign, &right, Binds::Relation, Kind::Truth);
        let piece = match op {
            FloatCompare::Eq => Piece::compared(&left, ["===", "!=="], &right, Binds::Equality),
            FloatCompare::Ne => Piece::compared(&left, ["!==", "==="], &right, Binds::Equality),
            FloatCompare::Lt => plain("<"),
            FloatCompare::Gt => plain(">"),
            FloatCompare::Le => plain("<="),
            FloatCompare::Ge => plain(">="),
        };
        self.push_one(piece);
    }
}
