//! Constants.

use unsnarl_ir::{CastOp, ConstId, Constant, Expression, Flags, Type, TypeId, WideInt};

use super::integers::parse_integer;
use super::names::unescape;
use super::words;
use super::{Reader, Result, floats};
use crate::build::{MOST_WIDE_BYTES, WIDE, WIDEST, has_members, label_number, splat};
use crate::error::{Cause, Fault, Remedy};
use crate::lexer::{Kind, Token};

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
                    return Err(self.wrong_constant(token, ty));
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
            "true" | "false" | "null" => return Err(self.wrong_constant(token, ty)),
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

    fn wrong_constant(&self, token: Token, ty: TypeId) -> Fault {
        let constant = self.text(token).to_owned();
        let is_number = matches!(token.kind, Kind::Integer | Kind::Decimal);
        let ty = self.type_name(ty);
        let fault = self.error_at(token, Cause::WrongConstant { constant, ty });
        if is_number {
            return fault.with(Remedy::Point);
        }
        fault
    }

    fn integer(&mut self, ty: TypeId) -> Result<ConstId> {
        let token = self.advance()?;
        let wrong = || self.wrong_constant(token, ty);
        let width = self.module.types.int_width(ty).ok_or_else(wrong)?;
        if width > WIDEST {
            let construct = format!("integer constant of more than {WIDEST} bits");
            return Err(self.error_at(token, Cause::Unsupported { construct }));
        }
        let text = self.text(token);
        // As LLVM does, a number that is too large keeps its low bits.
        let wider = || {
            let digits = u32::try_from(text.len()).ok()?;
            let value = parse_integer(text, digits.saturating_mul(4).clamp(width, WIDEST))?;
            Some(value.truncated(width))
        };
        let value = parse_integer(text, width)
            .or_else(wider)
            .ok_or_else(wrong)?;
        self.count_wide(token, width)?;
        Ok(self.module.add_constant(Constant::Int { ty, value }))
    }

    /// Counts a constant of this many bits, if it is wide.
    fn count_wide(&mut self, token: Token, width: u32) -> Result<()> {
        if width > WIDE {
            self.wide_bytes += width as usize / 8;
        }
        if self.wide_bytes > MOST_WIDE_BYTES {
            let construct =
                format!("integer constants of more than {MOST_WIDE_BYTES} bytes in all");
            return Err(self.error_at(token, Cause::Unsupported { construct }));
        }
        Ok(())
    }

    fn float(&mut self, ty: TypeId) -> Result<ConstId> {
        let token = self.advance()?;
        let bits = match self.module.types.get(ty) {
            Type::Float(kind) => floats::bits(self.text(token), *kind),
            _ => None,
        };
        let bits = bits.ok_or_else(|| self.wrong_constant(token, ty))?;
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
            return Err(self.wrong_constant(token, ty));
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
            let written = self.token;
            let ty = self.ty()?;
            elements.push(self.constant(ty)?);
            if !self.eat(b',')? {
                break;
            }
            if written.kind == Kind::Word {
                self.row(written, ty, &mut elements);
            }
        }
        self.expect(close, expected)?;
        if !self.has_members(ty, close, elements.len()) {
            return Err(self.wrong_constant(open, ty));
        }
        Ok(self.module.add_constant(Constant::Aggregate {
            ty,
            elements: elements.into(),
        }))
    }

    fn has_members(&self, ty: TypeId, close: u8, members: usize) -> bool {
        let is_closed_so = match self.module.types.resolve(ty) {
            Type::Struct { .. } => close == b'}',
            Type::Array { .. } => close == b']',
            _ => close == b'>',
        };
        is_closed_so && has_members(&self.module.types, ty, members)
    }

    /// `splat (i32 7)`: a vector of equal elements.
    fn splat(&mut self, ty: TypeId) -> Result<ConstId> {
        let token = self.advance()?;
        self.expect(b'(', "'('")?;
        let element = self.typed_constant()?;
        self.expect(b')', "')'")?;
        splat(&mut self.module, ty, element).ok_or_else(|| self.wrong_constant(token, ty))
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
        let value = label_number(&mut self.module, number);
        Ok(self.module.add_constant(Constant::Expression {
            ty,
            expression: Expression::Cast {
                op: CastOp::IntToPtr,
                value,
            },
        }))
    }

    /// Reads the flags of an operation.
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
