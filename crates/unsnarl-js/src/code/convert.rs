//! Conversions between types of numbers.

use unsnarl_low::op::convert::Convert;
use unsnarl_low::{Sign, Type, Width};

use super::Writer;
use super::float::rounded;
use crate::options::Traps;
use crate::piece::{Binds, Kind, Piece};

impl Writer<'_> {
    pub(super) fn convert(&mut self, op: Convert) {
        match op {
            Convert::Wrap => {
                let value = self.pop();
                self.push_one(value[0].clone());
            }
            Convert::Extend(Sign::Signed) => self.extend_signed(),
            Convert::Extend(Sign::Unsigned) => self.extend_unsigned(),
            Convert::Truncate { to, sign, .. } => self.truncate(to, sign),
            Convert::TruncateSaturating { to, sign, .. } => {
                let operand = self.pop_one();
                let name = match (to, sign) {
                    (Width::W32, Sign::Signed) => "saturateSigned",
                    (Width::W32, Sign::Unsigned) => "saturateUnsigned",
                    (Width::W64, Sign::Signed) => "saturateSigned64",
                    (Width::W64, Sign::Unsigned) => "saturateUnsigned64",
                };
                let call = Piece::call(name, Kind::Signed, &[&operand]);
                self.call_words(call, &[to.int()]);
            }
            Convert::ToFloat { from, to, sign } => self.float_of_int(from, to, sign),
            Convert::Demote => {
                let operand = self.pop_one();
                self.push_one(rounded(operand, Width::W32));
            }
            Convert::Promote => {}
            Convert::IntToFloatBits(width) => {
                let value = self.pop();
                let words: Vec<Piece> = value.iter().map(Piece::wrapped).collect();
                let words: Vec<&Piece> = words.iter().collect();
                let name = match width {
                    Width::W32 => "bitsToFloat",
                    Width::W64 => "bitsToDouble",
                };
                self.push_one(Piece::call(name, Kind::Float, &words));
            }
            Convert::FloatToIntBits(width) => {
                let operand = self.pop_one();
                let name = match width {
                    Width::W32 => "floatToBits",
                    Width::W64 => "doubleToBits",
                };
                let call = Piece::call(name, Kind::Signed, &[&operand]);
                self.call_words(call, &[width.int()]);
            }
        }
    }

    fn truncate(&mut self, to: Width, sign: Sign) {
        let operand = self.pop_one();
        if self.context.options.traps == Traps::Unchecked && to == Width::W32 {
            // Both signs: the integer is taken modulo 2³².
            let text = format!("~~{}", operand.at(Binds::Unary));
            let piece = Piece::of(text, Binds::Unary, Kind::Signed, &[&operand]);
            return self.push_one(piece);
        }
        let name = match (to, sign) {
            (Width::W32, Sign::Signed) => "truncateSigned",
            (Width::W32, Sign::Unsigned) => "truncateUnsigned",
            (Width::W64, Sign::Signed) => "truncateSigned64",
            (Width::W64, Sign::Unsigned) => "truncateUnsigned64",
        };
        let call = self.trapping(Piece::call(name, Kind::Signed, &[&operand]));
        self.call_words(call, &[to.int()]);
    }

    fn float_of_int(&mut self, from: Width, to: Width, sign: Sign) {
        let value = self.pop();
        if from == Width::W32 {
            let number = match sign {
                Sign::Signed => value[0].wrapped(),
                Sign::Unsigned => value[0].unsigned(),
            };
            let piece = Piece {
                kind: Kind::Float,
                number: None,
                variable: None,
                ..number
            };
            return self.push_one(rounded(piece, to));
        }
        let low = value[0].unsigned();
        let high = match sign {
            Sign::Signed => value[1].wrapped(),
            Sign::Unsigned => value[1].unsigned(),
        };
        let piece = match to {
            Width::W64 => {
                // The product is exact, so it is rounded once.
                let factor = Piece::new("4294967296", Binds::Whole, Kind::Product);
                let high = Piece::infix(&high, "*", &factor, Binds::Product, Kind::Float);
                Piece::infix(&high, "+", &low, Binds::Sum, Kind::Float)
            }
            Width::W32 => Piece::call("wholeToFloat", Kind::Float, &[&low, &high]),
        };
        self.push_one(piece);
    }

    /// The type of addresses of a memory or table, which must have 32 bits.
    pub(super) fn narrow(&self, ty: Type, what: &str) -> Result<(), String> {
        match ty {
            Type::I64 => Err(format!("a {what} with 64-bit addresses")),
            _ => Ok(()),
        }
    }
}
