//! Calls.

use unsnarl_ir::{
    Argument, Assembly, AssemblyDialect, Bundle, Call, Callee, Constant, Op, Operand,
    ParameterAttributes, Tail, Type, TypeId,
};

use super::locals::Body;
use super::names::unquote;
use super::symbols::CallPlace;
use super::{Made, Reader, Result};
use crate::lexer::{Kind, Token};

/// A call that was read.
pub(super) struct Called {
    pub(super) call: Call,
    pub(super) result: TypeId,
    /// The attribute groups that it names.
    pub(super) groups: Vec<Token>,
}

struct Arguments {
    types: Vec<TypeId>,
    arguments: Vec<Argument>,
    forwards_variadic: bool,
}

impl<'s> Reader<'s> {
    /// Reads the rest of a call, after `call` or the word before it. Calls of debug intrinsics are
    /// dropped.
    pub(super) fn call(&mut self, body: &mut Body<'s>, word: &str) -> Result<Option<Made>> {
        let tail = match word {
            "tail" => Tail::Tail,
            "musttail" => Tail::MustTail,
            "notail" => Tail::NoTail,
            _ => Tail::None,
        };
        if tail != Tail::None {
            self.expect_word("call")?;
        }
        if self.calls_debug_intrinsic() {
            self.debug_intrinsic(body)?;
            return Ok(None);
        }
        let mut called = self.called(body)?;
        called.call.tail = tail;
        if !called.groups.is_empty() {
            let place = CallPlace::Inst(body.function.insts.next_key());
            let groups = (body.id, place, called.groups);
            self.symbols.call_groups.push(groups);
        }
        Ok(Some((Op::Call(Box::new(called.call)), Some(called.result))))
    }

    /// Tells whether a call is of a debug intrinsic: `void @llvm.dbg.value(`, where the type may be
    /// that of the function.
    fn calls_debug_intrinsic(&self) -> bool {
        const START: &str = "@llvm.dbg.";
        let rest = &self.lexer.text()[self.token.start as usize..];
        let Some(behind) = rest.strip_prefix("void ") else {
            return false;
        };
        behind.starts_with(START)
            || behind.starts_with("(metadata")
                // Not beyond the line, so that many such calls cost one pass.
                && behind
                    .find([')', '\n'])
                    .is_some_and(|end| behind[end + 1..].trim_start_matches(' ').starts_with(START))
    }

    /// Notes a call of a debug intrinsic as the record that it is.
    fn debug_intrinsic(&mut self, body: &mut Body<'s>) -> Result<()> {
        while self.token.kind != Kind::Global {
            if self.at(b'(') {
                self.skip_brackets()?;
            } else {
                self.advance()?;
            }
        }
        let name = self.advance()?;
        let open = self.token;
        self.skip_brackets()?;
        self.function_attributes()?;
        self.note_record(body, name, open, None);
        Ok(())
    }

    /// Reads a call after its keyword, up to its operand bundles.
    pub(super) fn called(&mut self, body: &mut Body<'s>) -> Result<Called> {
        let flags = self.flags()?;
        let convention = self.convention()?;
        let result_attributes = self.result_attributes()?;
        let said = self.word() == "addrspace";
        let space = if said {
            self.address_space()?
        } else {
            self.module.data_layout.program_space
        };
        let first = self.ty()?;
        let said = self.call_type(first);
        let named = self.token;
        let callee = self.callee(body, space)?;
        let Arguments {
            types,
            arguments,
            forwards_variadic,
        } = self.arguments(body)?;
        let (attributes, groups) = self.function_attributes()?;
        let bundles = self.bundles(body)?;
        let ty = said.unwrap_or_else(|| {
            self.module.types.add(Type::Function {
                result: first,
                parameters: types.into(),
                varargs: false,
            })
        });
        let result = match self.module.types.get(ty) {
            Type::Function { result, .. } => *result,
            _ => first,
        };
        if named.kind == Kind::Global && self.text(named).starts_with("@llvm.") {
            self.note_intrinsic(named, ty)?;
        }
        let call = Call {
            convention,
            flags,
            result_attributes,
            attributes,
            forwards_variadic,
            bundles,
            ..Call::new(callee, ty, arguments.into())
        };
        Ok(Called {
            call,
            result,
            groups,
        })
    }

    /// The function type of a call, if it is written out. A pointer to a function is the type of
    /// the result, as in `call i32 (i8*)* @handler()`; only texts of before LLVM 3.9, which do not
    /// name their source, write the type of a variadic callee as `i32 (...)*`.
    fn call_type(&self, first: TypeId) -> Option<TypeId> {
        let is_function = |ty: &TypeId| matches!(self.module.types.get(*ty), Type::Function { .. });
        let is_variadic = |ty: &TypeId| {
            matches!(
                self.module.types.get(*ty),
                Type::Function { varargs: true, .. }
            )
        };
        let is_old = self.module.source_name.is_empty();
        Some(first)
            .filter(is_function)
            .or_else(|| self.pointee.filter(|ty| is_old && is_variadic(ty)))
    }

    /// A callee has no type in the text: it is a pointer into `space`.
    fn callee(&mut self, body: &mut Body<'s>, space: u32) -> Result<Callee> {
        if self.word() == "asm" {
            return self.assembly();
        }
        let pointer = self.module.types.add(Type::Pointer { space });
        self.operand(body, pointer).map(Callee::Indirect)
    }

    fn assembly(&mut self) -> Result<Callee> {
        self.advance()?;
        let side_effects = self.eat_word("sideeffect")?;
        let aligns_stack = self.eat_word("alignstack")?;
        let dialect = match self.eat_word("inteldialect")? {
            true => AssemblyDialect::Intel,
            false => AssemblyDialect::Att,
        };
        let unwinds = self.eat_word("unwind")?;
        let text = self.expect_kind(Kind::Text, "the text of inline assembly")?;
        self.expect(b',', "','")?;
        let constraints = self.expect_kind(Kind::Text, "the constraints of inline assembly")?;
        let [text, constraints] = [text, constraints].map(|token| unquote(self.text(token)));
        Ok(Callee::Assembly(Assembly {
            text: self.module.names.add(&text),
            constraints: self.module.names.add(&constraints),
            side_effects,
            aligns_stack,
            dialect,
            unwinds,
        }))
    }

    fn arguments(&mut self, body: &mut Body<'s>) -> Result<Arguments> {
        let (mut types, mut arguments) = (Vec::new(), Vec::new());
        let mut forwards_variadic = false;
        self.expect(b'(', "'('")?;
        while !self.at(b')') {
            // `...` passes on the variable arguments of a thunk.
            if self.token.kind == Kind::Dots {
                self.advance()?;
                forwards_variadic = true;
                break;
            }
            let ty = self.ty()?;
            types.push(ty);
            if *self.module.types.get(ty) == Type::Metadata {
                arguments.push(Argument {
                    value: self.metadata_operand(ty)?,
                    attributes: ParameterAttributes::default(),
                });
            } else {
                let attributes = self.parameter_attributes()?;
                arguments.push(Argument {
                    value: self.operand(body, ty)?,
                    attributes,
                });
            }
            if !self.eat(b',')? {
                break;
            }
        }
        self.expect(b')', "')'")?;
        Ok(Arguments {
            types,
            arguments,
            forwards_variadic,
        })
    }

    /// A type and a value of it, which may be metadata.
    pub(super) fn typed_or_metadata(&mut self, body: &mut Body<'s>) -> Result<Operand> {
        let ty = self.ty()?;
        if *self.module.types.get(ty) == Type::Metadata {
            return self.metadata_operand(ty);
        }
        self.operand(body, ty)
    }

    /// Metadata as an argument is kept as text: `!"round.tonearest"`, `i32 %x`. A node, which may
    /// be written by its number, is `!{}`.
    fn metadata_operand(&mut self, ty: TypeId) -> Result<Operand> {
        let start = self.token.start as usize;
        while !self.at(b',') && !self.at(b')') && !self.at(b']') {
            match self.token.kind {
                Kind::Punctuation(b'(' | b'[' | b'{') => self.skip_brackets()?,
                Kind::End => return Err(self.expected("')'")),
                _ => {
                    self.advance()?;
                }
            }
        }
        let text = self.lexer.text()[start..self.token.start as usize].trim_end();
        // Numbered metadata is not kept, and a number alone says nothing.
        let digits = text.strip_prefix('!').unwrap_or_default();
        let is_number = !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
        let text = if is_number { "!{}" } else { text }.into();
        let constant = self.module.add_constant(Constant::Metadata { ty, text });
        Ok(Operand::Const(constant))
    }

    /// `[ "align"(ptr %p, i32 8), "funclet"(token %pad) ]`, if it is there.
    fn bundles(&mut self, body: &mut Body<'s>) -> Result<Box<[Bundle]>> {
        let mut bundles = Vec::new();
        if !self.eat(b'[')? {
            return Ok(bundles.into());
        }
        while !self.at(b']') {
            let tag = self.expect_kind(Kind::Text, "the tag of an operand bundle")?;
            let tag = unquote(self.text(tag));
            let tag = self.module.names.add(&tag);
            self.expect(b'(', "'('")?;
            let mut operands = Vec::new();
            while !self.at(b')') {
                operands.push(self.typed_or_metadata(body)?);
                if !self.eat(b',')? {
                    break;
                }
            }
            self.expect(b')', "')'")?;
            let operands = operands.into();
            bundles.push(Bundle { tag, operands });
            if !self.eat(b',')? {
                break;
            }
        }
        self.expect(b']', "']'")?;
        Ok(bundles.into())
    }
}
