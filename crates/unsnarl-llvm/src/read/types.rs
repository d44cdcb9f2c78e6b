//! Types.

use unsnarl_ir::{Type, TypeId};

use super::names::unquote;
use super::words;
use super::{Reader, Result};
use crate::build::WIDTH_LIMIT;
use crate::error::Cause;
use crate::lexer::Kind;

impl Reader<'_> {
    /// Reads a type. A typed pointer becomes an opaque one; [`Reader::pointee`] says what it points
    /// to.
    pub(super) fn ty(&mut self) -> Result<TypeId> {
        self.nested(Self::ty_inside)
    }

    fn ty_inside(&mut self) -> Result<TypeId> {
        let named = self.token.kind == Kind::Local;
        let mut ty = self.base_type()?;
        if !named {
            self.pointee = None;
        }
        loop {
            match self.token.kind {
                Kind::Punctuation(b'*') => {
                    self.advance()?;
                    self.pointee = Some(ty);
                    ty = self.module.types.pointer();
                }
                Kind::Punctuation(b'(') => {
                    ty = self.function_type(ty)?;
                    self.pointee = None;
                }
                Kind::Word if self.word() == "addrspace" => {
                    let space = self.address_space()?;
                    self.expect(b'*', "'*' after an address space")?;
                    self.pointee = Some(ty);
                    ty = self.module.types.add(Type::Pointer { space });
                }
                _ => return Ok(ty),
            }
        }
    }

    fn base_type(&mut self) -> Result<TypeId> {
        match self.token.kind {
            Kind::Word => self.type_word(),
            Kind::Local => {
                let token = self.advance()?;
                self.named_type(token)
            }
            Kind::Punctuation(b'[') => {
                self.advance()?;
                let count = self.number()?;
                self.expect_word("x")?;
                let element = self.ty()?;
                self.expect(b']', "']'")?;
                Ok(self.module.types.add(Type::Array { element, count }))
            }
            Kind::Punctuation(b'{') => self.struct_type(false),
            Kind::Punctuation(b'<') => {
                self.advance()?;
                if self.at(b'{') {
                    let ty = self.struct_type(true)?;
                    self.expect(b'>', "'>'")?;
                    return Ok(ty);
                }
                self.vector_type()
            }
            _ => Err(self.expected_type()),
        }
    }

    fn type_word(&mut self) -> Result<TypeId> {
        let word = self.word();
        if word == "ptr" {
            self.advance()?;
            let space = if self.word() == "addrspace" {
                self.address_space()?
            } else {
                0
            };
            return Ok(self.module.types.add(Type::Pointer { space }));
        }
        let ty = if let Some(digits) = words::int_width(word) {
            let width = digits
                .parse()
                .ok()
                .filter(|width| (1..=WIDTH_LIMIT).contains(width));
            let bad = || {
                self.error_at(
                    self.token,
                    Cause::BadNumber {
                        number: digits.to_owned(),
                    },
                )
            };
            Type::Int(width.ok_or_else(bad)?)
        } else if let Some(kind) = words::float_kind(word) {
            Type::Float(kind)
        } else {
            match word {
                "void" => Type::Void,
                "label" => Type::Label,
                "metadata" => Type::Metadata,
                "token" => Type::Token,
                "x86_mmx" => Type::X86Mmx,
                "x86_amx" => Type::X86Amx,
                "target" => return self.target_type(),
                _ => return Err(self.expected_type()),
            }
        };
        self.advance()?;
        Ok(self.module.types.add(ty))
    }

    /// `target("spirv.Image", void, 1, 0)`.
    fn target_type(&mut self) -> Result<TypeId> {
        self.advance()?;
        self.expect(b'(', "'('")?;
        let name = self.expect_kind(Kind::Text, "the name of a type")?;
        let name = unquote(self.text(name));
        let (mut types, mut numbers) = (Vec::new(), Vec::new());
        while self.eat(b',')? {
            if self.token.kind == Kind::Integer {
                numbers.push(self.number()?);
            } else {
                types.push(self.ty()?);
            }
        }
        self.expect(b')', "')'")?;
        Ok(self.module.types.add(Type::Target {
            name: name.into(),
            types: types.into(),
            numbers: numbers.into(),
        }))
    }

    fn struct_type(&mut self, packed: bool) -> Result<TypeId> {
        self.expect(b'{', "'{'")?;
        let mut fields = Vec::new();
        if !self.at(b'}') {
            fields.push(self.ty()?);
            while self.eat(b',')? {
                fields.push(self.ty()?);
            }
        }
        self.expect(b'}', "'}'")?;
        Ok(self.module.types.add(Type::Struct {
            fields: fields.into(),
            packed,
        }))
    }

    /// `4 x i32>` or `vscale x 4 x i32>`.
    fn vector_type(&mut self) -> Result<TypeId> {
        let scalable = self.eat_word("vscale")?;
        if scalable {
            self.expect_word("x")?;
        }
        let count = self.number()?;
        self.expect_word("x")?;
        let element = self.ty()?;
        self.expect(b'>', "'>'")?;
        Ok(self.module.types.add(Type::Vector {
            element,
            count,
            scalable,
        }))
    }

    /// The parameters of a function type that returns `result`.
    fn function_type(&mut self, result: TypeId) -> Result<TypeId> {
        self.expect(b'(', "'('")?;
        let (mut parameters, mut varargs) = (Vec::new(), false);
        while !self.at(b')') {
            if self.token.kind == Kind::Dots {
                self.advance()?;
                varargs = true;
                break;
            }
            parameters.push(self.ty()?);
            self.parameter_attributes()?;
            if !self.eat(b',')? {
                break;
            }
        }
        self.expect(b')', "')'")?;
        Ok(self.module.types.add(Type::Function {
            result,
            parameters: parameters.into(),
            varargs,
        }))
    }

    /// `addrspace(3)`.
    pub(super) fn address_space(&mut self) -> Result<u32> {
        self.expect_word("addrspace")?;
        self.expect(b'(', "'('")?;
        let space = self.number()?;
        self.expect(b')', "')'")?;
        Ok(space)
    }
}
