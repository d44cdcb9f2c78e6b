//! Operands: registers, constants, and addresses in the frame.

use super::Parser;
use super::raw::{RawOperand, RawResult};
use crate::machine::Number;
use crate::text::error::{Cause, ParseError};
use crate::text::lex::Token;
use crate::types::Type;

/// What an operand may be.
const OPERAND: &str = "an operand: `%0`, `i32 5`, `@g+8` or `frame+16`";

impl<'t> Parser<'t> {
    /// Reads the results of an instruction and `=`, if it has any.
    pub(super) fn results(&mut self) -> Result<Vec<RawResult<'t>>, ParseError> {
        let mut results = Vec::new();
        if !matches!(self.cursor.peek(), Token::Register(_)) {
            return Ok(results);
        }
        loop {
            let reg = self.cursor.register()?;
            let ty = match self.cursor.take_mark(':') {
                true => Some(self.cursor.ty()?),
                false => None,
            };
            results.push(RawResult { reg, ty });
            if !self.cursor.take_mark(',') {
                break;
            }
        }
        self.cursor.mark('=', "`=`")?;
        Ok(results)
    }

    /// Reads operands in brackets.
    pub(super) fn bracketed(&mut self) -> Result<Vec<RawOperand<'t>>, ParseError> {
        self.cursor.mark('(', "`(`")?;
        let operands = self.operands()?;
        self.cursor.mark(')', "`,` or `)`")?;
        Ok(operands)
    }

    /// Reads operands with commas between them, or none.
    pub(super) fn operands(&mut self) -> Result<Vec<RawOperand<'t>>, ParseError> {
        let mut operands = Vec::new();
        if !self.is_operand() {
            return Ok(operands);
        }
        operands.push(self.operand()?);
        while self.cursor.take_mark(',') {
            operands.push(self.operand()?);
        }
        Ok(operands)
    }

    /// Tells whether an operand comes next.
    pub(super) fn is_operand(&self) -> bool {
        match self.cursor.peek() {
            Token::Register(_) | Token::Symbol(_) => true,
            Token::Word(word) => word.starts_with("frame+") || self.cursor.peek_type().is_some(),
            _ => false,
        }
    }

    pub(super) fn operand(&mut self) -> Result<RawOperand<'t>, ParseError> {
        match self.cursor.peek() {
            Token::Register(_) => self.cursor.register().map(RawOperand::Reg),
            Token::Symbol(_) => self.address().map(RawOperand::Number),
            Token::Word(word) => match word.strip_prefix("frame+") {
                Some(offset) => {
                    let offset = offset.parse().map_err(|_| self.wrong("an offset"))?;
                    self.cursor.next();
                    Ok(RawOperand::Frame(offset))
                }
                None => self.constant().map(RawOperand::Number),
            },
            _ => Err(self.cursor.unexpected(OPERAND)),
        }
    }

    /// Reads a symbol and the bytes that are added to its address.
    fn address(&mut self) -> Result<Number, ParseError> {
        let name = self.cursor.symbol()?;
        let symbol = self.symbols.add(&name);
        let offset = match self.cursor.peek() {
            Token::Word(word) if word.starts_with(['+', '-']) => {
                let offset = word.parse().map_err(|_| self.wrong("an offset"))?;
                self.cursor.next();
                offset
            }
            _ => 0,
        };
        Ok(Number::Address(symbol, offset))
    }

    /// Reads a type and a number.
    fn constant(&mut self) -> Result<Number, ParseError> {
        let at = self.cursor.at();
        let ty = self.cursor.peek_type();
        let ty = ty.ok_or_else(|| self.cursor.unexpected(OPERAND))?;
        self.cursor.next();
        match ty {
            Type::I32 => self.cursor.number("an `i32`").map(Number::I32),
            Type::I64 => self.cursor.number("an `i64`").map(Number::I64),
            Type::F32 => self.float(23, 8).map(|bits| Number::F32(bits as u32)),
            Type::F64 => self.float(52, 11).map(Number::F64),
            Type::V128 => self.vector(),
            Type::FuncRef | Type::ExternRef | Type::ExnRef => {
                Err(self.cursor.error(at, Cause::Reference))
            }
        }
    }

    /// Reads the 128 bits of a vector as a number with 32 hexadecimal digits or fewer.
    fn vector(&mut self) -> Result<Number, ParseError> {
        let wanted = "128 bits, such as `0x1f`";
        let bits = self.hexadecimal(wanted)?;
        Ok(Number::V128(bits.to_le_bytes()))
    }

    fn hexadecimal(&mut self, wanted: &'static str) -> Result<u128, ParseError> {
        let digits = match self.cursor.peek() {
            Token::Word(word) => word.strip_prefix("0x"),
            _ => None,
        };
        let is_hex = |digits: &&str| digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        let digits = digits.filter(is_hex);
        let digits = digits.ok_or_else(|| self.cursor.unexpected(wanted))?;
        let bits = u128::from_str_radix(digits, 16).map_err(|_| self.wrong(wanted))?;
        self.cursor.next();
        Ok(bits)
    }

    /// Reads the bits of a float that has this many bits of mantissa and exponent: a decimal
    /// number, `inf`, or `nan` with its mantissa in brackets.
    fn float(&mut self, mantissa: u32, exponent: u32) -> Result<u64, ParseError> {
        const WANTED: &str = "a float, such as `1.5`, `inf` or `nan(0x1)`";
        let Token::Word(word) = *self.cursor.peek() else {
            return Err(self.cursor.unexpected(WANTED));
        };
        if word.trim_start_matches('-') == "nan" {
            return self.nan(mantissa, exponent, WANTED);
        }
        let is_number = |word: &str| {
            let digits = word.strip_prefix('-').unwrap_or(word);
            digits == "inf" || digits.starts_with(|first: char| first.is_ascii_digit())
        };
        let bits = match mantissa {
            23 => word
                .parse::<f32>()
                .ok()
                .map(|value| u64::from(value.to_bits())),
            _ => word.parse::<f64>().ok().map(f64::to_bits),
        };
        let bits = bits.filter(|_| is_number(word));
        let bits = bits.ok_or_else(|| self.cursor.unexpected(WANTED))?;
        self.cursor.next();
        Ok(bits)
    }

    fn nan(
        &mut self,
        mantissa: u32,
        exponent: u32,
        wanted: &'static str,
    ) -> Result<u64, ParseError> {
        let sign = match self.cursor.peek() {
            Token::Word("nan") => 0,
            Token::Word("-nan") => 1,
            _ => return Err(self.cursor.unexpected(wanted)),
        };
        self.cursor.next();
        self.cursor.mark('(', "`(`")?;
        let at = self.cursor.at();
        let bits = self.hexadecimal("the mantissa, such as `0x1`")?;
        let fitting = u64::try_from(bits).ok();
        let fitting = fitting.filter(|bits| (1..1 << mantissa).contains(bits));
        let wanted = "a mantissa that is not zero";
        let bits = fitting.ok_or_else(|| self.cursor.error(at, Cause::Range { wanted }))?;
        self.cursor.mark(')', "`)`")?;
        let ones = (1 << exponent) - 1;
        Ok(((sign << exponent) | ones) << mantissa | bits)
    }

    /// The error that the next number does not fit.
    fn wrong(&self, wanted: &'static str) -> ParseError {
        self.cursor.error(self.cursor.at(), Cause::Range { wanted })
    }
}
