//! Constants.

use unsnarl_ir::{CastOp, ConstId, Constant, Expression, Flags, IndexRange, Type, TypeId, WideInt};

use super::names::unescape;
use super::words;
use super::{Reader, Result, floats};
use crate::error::Cause;
use crate::lexer::{Kind, Token};

/// Wider integer constants are refused: a few bytes of text must not become megabytes.
const WIDEST: u32 = 4096;

/// Vectors that are written in a few words have no more elements than this, for the same reason.
const LONGEST: u32 = 1024;

impl Reader<'_> {
    /// Reads a type and a constant of it.
    pub(super) fn typed_constant(&mut self) -> Result<ConstId> {
        let ty = self.ty()?;
        self.constant(ty)
    }

    /// Reads a constant of type `ty`.
    pub(super) fn constant(&mut self, ty: TypeId) -> Result<ConstId> {
        let start = self.token.start;
        let id = self.nested(|reader| reader.constant_inside(ty))?;
        self.constant_starts
            .resize(self.module.constants().len(), start);
        Ok(id)
    }

    fn constant_inside(&mut self, ty: TypeId) -> Result<ConstId> {
        match self.token.kind {
            Kind::Integer | Kind::HexInteger => self.integer(ty),
            Kind::Decimal | Kind::Hex => self.float(ty),
            Kind::Global => {
                let token = self.advance()?;
                if !self.module.types.is_pointer(ty) {
                    return Err(self.wrong_constant(token));
                }
                self.symbol(token)
            }
            Kind::Bytes => self.byte_string(ty),
            Kind::Punctuation(b'{') => self.aggregate(ty, b'{', b'}', "'}'"),
            Kind::Punctuation(b'[') => self.aggregate(ty, b'[', b']', "']'"),
            Kind::Punctuation(b'<') => {
                let open = self.advance()?;
                if self.at(b'{') {
                    let id = self.aggregate(ty, b'{', b'}', "'}'")?;
                    self.expect(b'>', "'>'")?;
                    return Ok(id);
                }
                self.elements(ty, open, b'>', "'>'")
            }
            Kind::Word => self.constant_word(ty),
            _ => Err(self.expected("a value")),
        }
    }

    fn constant_word(&mut self, ty: TypeId) -> Result<ConstId> {
        let token = self.token;
        let word = self.word();
        let constant = match word {
            "true" | "false" if self.module.types.int_width(ty) == Some(1) => Constant::Int {
                ty,
                value: WideInt::new(1, u128::from(word == "true")),
            },
            "null" if self.module.types.is_pointer(ty) => Constant::Null(ty),
            "zeroinitializer" | "none" => Constant::Zero(ty),
            "undef" => Constant::Undef(ty),
            "poison" => Constant::Poison(ty),
            "true" | "false" | "null" => return Err(self.wrong_constant(token)),
            "splat" => return self.splat(ty),
            "blockaddress" => return self.block_address(ty),
            "dso_local_equivalent" | "no_cfi" => {
                self.advance()?;
                return self.constant(ty);
            }
            _ => return self.expression(ty),
        };
        self.advance()?;
        Ok(self.module.add_constant(constant))
    }

    fn wrong_constant(&self, token: Token) -> crate::ReadError {
        self.error_at(
            token,
            Cause::WrongConstant {
                constant: self.text(token).to_owned(),
            },
        )
    }

    fn integer(&mut self, ty: TypeId) -> Result<ConstId> {
        let token = self.advance()?;
        let wrong = || self.wrong_constant(token);
        let width = self.module.types.int_width(ty).ok_or_else(wrong)?;
        if width > WIDEST {
            let construct = format!("integer constant of more than {WIDEST} bits");
            return Err(self.error_at(token, Cause::Unsupported { construct }));
        }
        let value = parse_integer(self.text(token), width).ok_or_else(wrong)?;
        Ok(self.module.add_constant(Constant::Int { ty, value }))
    }

    fn float(&mut self, ty: TypeId) -> Result<ConstId> {
        let token = self.advance()?;
        let bits = match self.module.types.get(ty) {
            Type::Float(kind) => floats::bits(self.text(token), *kind),
            _ => None,
        };
        let bits = bits.ok_or_else(|| self.wrong_constant(token))?;
        Ok(self.module.add_constant(Constant::Float { ty, bits }))
    }

    fn byte_string(&mut self, ty: TypeId) -> Result<ConstId> {
        let token = self.advance()?;
        let quoted = self.text(token);
        let bytes = unescape(&quoted[2..quoted.len() - 1]);
        let fits = match self.module.types.get(ty) {
            Type::Array { element, count } => {
                self.module.types.int_width(*element) == Some(8) && *count == bytes.len() as u64
            }
            _ => false,
        };
        if !fits {
            return Err(self.wrong_constant(token));
        }
        Ok(self.module.add_constant(Constant::Bytes {
            ty,
            bytes: bytes.into(),
        }))
    }

    fn aggregate(
        &mut self,
        ty: TypeId,
        open: u8,
        close: u8,
        expected: &'static str,
    ) -> Result<ConstId> {
        let start = self.token;
        self.expect(open, "an opening bracket")?;
        self.elements(ty, start, close, expected)
    }

    fn elements(
        &mut self,
        ty: TypeId,
        open: Token,
        close: u8,
        expected: &'static str,
    ) -> Result<ConstId> {
        let mut elements = Vec::new();
        while !self.at(close) {
            elements.push(self.typed_constant()?);
            if !self.eat(b',')? {
                break;
            }
        }
        self.expect(close, expected)?;
        if !self.has_members(ty, close, elements.len()) {
            return Err(self.wrong_constant(open));
        }
        Ok(self.module.add_constant(Constant::Aggregate {
            ty,
            elements: elements.into(),
        }))
    }

    fn has_members(&self, ty: TypeId, close: u8, members: usize) -> bool {
        match (close, self.module.types.resolve(ty)) {
            (b'}', Type::Struct { fields, .. }) => fields.len() == members,
            (b']', Type::Array { count, .. }) => *count == members as u64,
            (
                b'>',
                Type::Vector {
                    count,
                    scalable: false,
                    ..
                },
            ) => *count as usize == members,
            _ => false,
        }
    }

    /// `splat (i32 7)`: a vector of equal elements.
    fn splat(&mut self, ty: TypeId) -> Result<ConstId> {
        let token = self.advance()?;
        self.expect(b'(', "'('")?;
        let element = self.typed_constant()?;
        self.expect(b')', "')'")?;
        match self.module.types.get(ty) {
            Type::Vector {
                count,
                scalable: false,
                ..
            } if *count <= LONGEST => {
                let elements = vec![element; *count as usize].into();
                Ok(self
                    .module
                    .add_constant(Constant::Aggregate { ty, elements }))
            }
            _ => Err(self.wrong_constant(token)),
        }
    }

    /// `blockaddress(@f, %b)`: the number of the block as a pointer.
    fn block_address(&mut self, ty: TypeId) -> Result<ConstId> {
        self.advance()?;
        self.expect(b'(', "'('")?;
        let function = self.expect_kind(Kind::Global, "the name of a function")?;
        self.expect(b',', "','")?;
        let block = self.expect_kind(Kind::Local, "the name of a block")?;
        self.expect(b')', "')'")?;
        let (function, label) = (self.key(function)?, self.key(block)?);
        let number = self.symbols.labels.number(&function, &label, block);
        let value = self.label_number(number);
        Ok(self.module.add_constant(Constant::Expression {
            ty,
            expression: Expression::Cast {
                op: CastOp::IntToPtr,
                value,
            },
        }))
    }

    /// The number of an address-taken block as an integer as wide as a pointer.
    pub(super) fn label_number(&mut self, number: u32) -> ConstId {
        let width = self.module.data_layout.pointer(0).bits;
        self.module.add_int(width, u128::from(number))
    }

    fn expression(&mut self, ty: TypeId) -> Result<ConstId> {
        let word = self.word();
        let expression = if let Some(op) = words::cast_op(word) {
            self.advance()?;
            self.flags()?;
            self.expect(b'(', "'('")?;
            let value = self.typed_constant()?;
            self.expect_word("to")?;
            self.ty()?;
            Expression::Cast { op, value }
        } else if let Some(op) = words::binary_op(word) {
            self.advance()?;
            let flags = self.flags()?;
            self.expect(b'(', "'('")?;
            let (left, right) = self.two()?;
            Expression::Binary {
                op,
                flags,
                left,
                right,
            }
        } else {
            match word {
                "getelementptr" => self.gep_expression()?,
                "icmp" => self.compare_expression()?,
                "select" => {
                    self.advance()?;
                    self.expect(b'(', "'('")?;
                    let (condition, then) = self.two()?;
                    self.expect(b',', "','")?;
                    Expression::Select {
                        condition,
                        then,
                        otherwise: self.typed_constant()?,
                    }
                }
                "extractelement" => {
                    self.advance()?;
                    self.expect(b'(', "'('")?;
                    let (vector, index) = self.two()?;
                    Expression::ExtractElement { vector, index }
                }
                "insertelement" => {
                    self.advance()?;
                    self.expect(b'(', "'('")?;
                    let (vector, element) = self.two()?;
                    self.expect(b',', "','")?;
                    Expression::InsertElement {
                        vector,
                        element,
                        index: self.typed_constant()?,
                    }
                }
                "shufflevector" => {
                    self.advance()?;
                    self.expect(b'(', "'('")?;
                    let (left, right) = self.two()?;
                    self.expect(b',', "','")?;
                    Expression::ShuffleVector {
                        left,
                        right,
                        mask: self.shuffle_mask()?,
                    }
                }
                _ if self.lexer.touches(b'(') || self.is_opcode() => {
                    return Err(self.unsupported(self.token, "constant expression"));
                }
                _ => return Err(self.expected("a value")),
            }
        };
        self.expect(b')', "')'")?;
        Ok(self
            .module
            .add_constant(Constant::Expression { ty, expression }))
    }

    fn is_opcode(&self) -> bool {
        matches!(
            self.word(),
            "fcmp" | "fneg" | "extractvalue" | "insertvalue"
        )
    }

    fn two(&mut self) -> Result<(ConstId, ConstId)> {
        let left = self.typed_constant()?;
        self.expect(b',', "','")?;
        Ok((left, self.typed_constant()?))
    }

    fn compare_expression(&mut self) -> Result<Expression> {
        self.advance()?;
        let predicate =
            words::int_predicate(self.word()).ok_or_else(|| self.expected("a comparison"))?;
        self.advance()?;
        self.expect(b'(', "'('")?;
        let (left, right) = self.two()?;
        Ok(Expression::Compare {
            predicate,
            left,
            right,
        })
    }

    fn gep_expression(&mut self) -> Result<Expression> {
        self.advance()?;
        let mut inrange = None;
        let mut inbounds = false;
        loop {
            if self.word() == "inrange" {
                inrange = self.inrange()?;
            } else {
                let flags = self.flags()?;
                if flags == Flags::default() {
                    break;
                }
                inbounds |= flags.contains(Flags::IN_BOUNDS);
            }
        }
        self.expect(b'(', "'('")?;
        let first = self.ty()?;
        let (source, base) = match self.pointee.filter(|_| !self.at(b',')) {
            Some(source) => (source, self.constant(first)?),
            None => {
                self.expect(b',', "','")?;
                (first, self.typed_constant()?)
            }
        };
        let mut indices = Vec::new();
        while self.eat(b',')? {
            self.eat_word("inrange")?;
            indices.push(self.typed_constant()?);
        }
        Ok(Expression::Gep {
            source,
            base,
            indices: indices.into(),
            inbounds,
            inrange,
        })
    }

    /// `inrange(-16, 8)`, or `inrange` alone before an index in old versions.
    fn inrange(&mut self) -> Result<Option<IndexRange>> {
        self.advance()?;
        if !self.lexer.touches(b'-') && !self.at(b'(') {
            return Ok(None);
        }
        self.expect(b'(', "'('")?;
        let start = self.number()?;
        self.expect(b',', "','")?;
        let end = self.number()?;
        self.expect(b')', "')'")?;
        Ok(Some(IndexRange { start, end }))
    }

    /// Reads the mask of a `shufflevector` with its type.
    pub(super) fn shuffle_mask(&mut self) -> Result<Box<[Option<u32>]>> {
        let start = self.token;
        let id = self.typed_constant()?;
        let count = match self.module.types.get(self.module.constant_type(id)) {
            Type::Vector {
                count,
                scalable: false,
                ..
            } => *count as usize,
            _ => return Err(self.unsupported(start, "mask of type")),
        };
        let element = |id: ConstId| {
            self.module
                .int(id)
                .and_then(WideInt::as_u64)
                .and_then(|value| value.try_into().ok())
        };
        Ok(match self.module.constant(id) {
            Constant::Aggregate { elements, .. } => {
                elements.iter().map(|&id| element(id)).collect()
            }
            Constant::Zero(_) if count <= LONGEST as usize => vec![Some(0); count].into(),
            Constant::Undef(_) | Constant::Poison(_) if count <= LONGEST as usize => {
                vec![None; count].into()
            }
            _ => return Err(self.unsupported(start, "mask of type")),
        })
    }

    /// Reads promises about an operation.
    pub(super) fn flags(&mut self) -> Result<Flags> {
        let mut flags = Flags::default();
        // Mostly a type follows at once.
        while self.token.kind == Kind::Word && words::int_width(self.word()).is_none() {
            let Some(flag) = words::flag(self.word()) else {
                break;
            };
            flags = flags.union(flag);
            self.advance()?;
        }
        Ok(flags)
    }
}

/// Reads a decimal integer, or the bits behind `u0x` and `s0x`; `None` if it does not fit `width` bits.
fn parse_integer(written: &str, width: u32) -> Option<WideInt> {
    if let Some(digits) = written
        .strip_prefix("u0x")
        .or_else(|| written.strip_prefix("s0x"))
    {
        return parse_hex(digits, width, written.starts_with('s'));
    }
    let (negative, digits) = match written.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, written),
    };
    if let Ok(value) = digits.parse::<i64>() {
        let value = i128::from(if negative { -value } else { value });
        if width < 64 && !(-(1_i128 << (width - 1))..1 << width).contains(&value) {
            return None;
        }
        if width <= 128 {
            return Some(WideInt::new(width, value as u128));
        }
    }
    parse_wide(digits, negative, width)
}

/// Reads digits of base 10 into limbs: ten times what there is and the next digit.
fn parse_wide(digits: &str, negative: bool, width: u32) -> Option<WideInt> {
    let count = width as usize / 64 + 1;
    // Each digit is more than 3 bits, so that a number with more digits than bits cannot fit.
    if digits.trim_start_matches('0').len() > width as usize {
        return None;
    }
    let mut limbs = vec![0_u64; count];
    for digit in digits.bytes() {
        let mut carry = u128::from(digit - b'0');
        for limb in &mut limbs {
            let product = u128::from(*limb) * 10 + carry;
            (*limb, carry) = (product as u64, product >> 64);
        }
        if carry != 0 {
            return None;
        }
    }
    let used = used_bits(&limbs);
    let smallest =
        negative && used == width && limbs.iter().map(|limb| limb.count_ones()).sum::<u32>() == 1;
    if used > width - u32::from(negative) && !smallest {
        return None;
    }
    if negative {
        let mut carry = true;
        for limb in &mut limbs {
            (*limb, carry) = (!*limb).overflowing_add(u64::from(carry));
        }
    }
    Some(WideInt::from_limbs(width, &limbs))
}

fn parse_hex(digits: &str, width: u32, signed: bool) -> Option<WideInt> {
    let digits = digits.trim_start_matches('0');
    if digits.len() > width as usize / 4 + 1 {
        return None;
    }
    let mut limbs = vec![0_u64; width as usize / 64 + 1];
    for (place, digit) in digits.chars().rev().enumerate() {
        let value = u64::from(digit.to_digit(16)?);
        *limbs.get_mut(place / 16)? |= value << (place % 16 * 4);
    }
    let used = used_bits(&limbs);
    let negative = signed && used > 0 && used.is_multiple_of(4);
    if negative {
        // The first digit has its high bit set, and the number is as wide as its digits.
        for (index, limb) in limbs.iter_mut().enumerate() {
            let from = used.saturating_sub(index as u32 * 64).min(64);
            *limb |= u64::MAX.checked_shl(from).unwrap_or(0);
        }
    }
    (used <= width).then(|| WideInt::from_limbs(width, &limbs))
}

fn used_bits(limbs: &[u64]) -> u32 {
    let top = limbs.iter().rposition(|&limb| limb != 0);
    top.map_or(0, |index| {
        index as u32 * 64 + 64 - limbs[index].leading_zeros()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(written: &str, width: u32, expected: Option<&[u64]>) {
        let expected = expected.map(|limbs| WideInt::from_limbs(width, limbs));
        assert_eq!(
            parse_integer(written, width),
            expected,
            "{written} in {width} bits"
        );
    }

    #[test]
    fn integers_of_any_width() {
        check("7", 3, Some(&[7]));
        check("8", 3, None);
        check("-4", 3, Some(&[4]));
        check("-5", 3, None);
        check("-1", 1, Some(&[1]));
        check("18446744073709551615", 64, Some(&[u64::MAX]));
        check("18446744073709551616", 64, None);
        check("-9223372036854775808", 64, Some(&[1 << 63]));
        check("-9223372036854775809", 64, None);
        check("18446744073709551616", 128, Some(&[0, 1]));
        check("-1", 192, Some(&[u64::MAX, u64::MAX, u64::MAX]));
        check(
            "340282366920938463463374607431768211456",
            129,
            Some(&[0, 0, 1]),
        );
    }

    #[test]
    fn hexadecimal_integers_have_a_sign_or_not() {
        check("u0xFF", 8, Some(&[255]));
        check("u0xFF", 16, Some(&[255]));
        check("s0xFF", 16, Some(&[0xffff]));
        check("s0x7F", 16, Some(&[0x7f]));
        check("u0x1FF", 8, None);
    }
}
