//! Calls.

use unsnarl_ir::{
    Argument, Call, Callee, Constant, FunctionAttributes, Op, ParameterAttributes, Tail, Type,
    TypeId,
};

use super::instructions::Made;
use super::locals::Body;
use super::names::unquote;
use super::{Reader, Result};
use crate::lexer::Kind;

impl<'s> Reader<'s> {
    /// Reads what stands behind `call`, or behind the word before it. Calls of debug intrinsics are dropped.
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
        let flags = self.flags()?;
        let convention = self.convention()?;
        let result_attributes = self.parameter_attributes()?;
        let said = self.word() == "addrspace";
        let space = if said {
            self.address_space()?
        } else {
            self.module.data_layout.program_space
        };
        let first = self.ty()?;
        let said = self.call_type(first);
        let dropped =
            self.token.kind == Kind::Global && self.text(self.token).starts_with("@llvm.dbg.");
        let callee = self.callee(body, space)?;
        let (types, arguments) = self.arguments(body)?;
        let (attributes, groups) = self.function_attributes()?;
        self.bundles()?;
        if dropped {
            return Ok(None);
        }
        let ty = said.unwrap_or_else(|| {
            let parameters = types.into();
            self.module.types.add(Type::Function {
                result: first,
                parameters,
                varargs: false,
            })
        });
        let result = match self.module.types.get(ty) {
            Type::Function { result, .. } => *result,
            _ => first,
        };
        if !groups.is_empty() {
            self.symbols
                .call_groups
                .push((body.id, body.function.insts.next_id(), groups));
        }
        let attributes: FunctionAttributes = attributes;
        let arguments = arguments.into();
        let call = Call {
            callee,
            ty,
            arguments,
            tail,
            convention,
            flags,
            result_attributes,
            attributes,
        };
        Ok(Some((Op::Call(Box::new(call)), Some(result))))
    }

    /// The function type of a call, if it is written out. A pointer to a function is the type of the result, as in
    /// `call i32 (i8*)* @handler()`; only texts of before LLVM 3.9, which do not name their source, write the type of a
    /// variadic callee as `i32 (...)*`.
    fn call_type(&self, first: TypeId) -> Option<TypeId> {
        let is_function = |ty: &TypeId| matches!(self.module.types.get(*ty), Type::Function { .. });
        let is_variadic =
            |ty: &TypeId| matches!(self.module.types.get(*ty), Type::Function { varargs: true, .. });
        let is_old = self.module.source_name.is_empty();
        Some(first)
            .filter(is_function)
            .or_else(|| self.pointee.filter(|ty| is_old && is_variadic(ty)))
    }

    /// A callee is named without its type, which is a pointer into `space`.
    fn callee(&mut self, body: &mut Body<'s>, space: u32) -> Result<Callee> {
        if self.word() == "asm" {
            return self.assembly();
        }
        let pointer = self.module.types.add(Type::Pointer { space });
        self.operand(body, pointer).map(Callee::Indirect)
    }

    fn assembly(&mut self) -> Result<Callee> {
        self.advance()?;
        let mut side_effects = false;
        while matches!(
            self.word(),
            "sideeffect" | "alignstack" | "inteldialect" | "unwind"
        ) {
            side_effects |= self.word() == "sideeffect";
            self.advance()?;
        }
        let text = self.expect_kind(Kind::Text, "the text of inline assembly")?;
        self.expect(b',', "','")?;
        let constraints = self.expect_kind(Kind::Text, "the constraints of inline assembly")?;
        let [text, constraints] = [text, constraints].map(|token| unquote(self.text(token)));
        let (text, constraints) = (
            self.module.names.add(&text),
            self.module.names.add(&constraints),
        );
        Ok(Callee::Assembly {
            text,
            constraints,
            side_effects,
        })
    }

    fn arguments(&mut self, body: &mut Body<'s>) -> Result<(Vec<TypeId>, Vec<Argument>)> {
        let (mut types, mut arguments) = (Vec::new(), Vec::new());
        self.expect(b'(', "'('")?;
        while !self.at(b')') {
            // `...` forwards the variable arguments of a thunk.
            if self.token.kind == Kind::Dots {
                return Err(self.unsupported(self.token, "argument"));
            }
            let ty = self.ty()?;
            types.push(ty);
            if *self.module.types.get(ty) == Type::Metadata {
                arguments.push(self.metadata_argument(ty)?);
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
        Ok((types, arguments))
    }

    /// Metadata as an argument is kept as text: `!"round.tonearest"`, `i32 %x`.
    fn metadata_argument(&mut self, ty: TypeId) -> Result<Argument> {
        let start = self.token.start as usize;
        while !self.at(b',') && !self.at(b')') {
            match self.token.kind {
                Kind::Punctuation(b'(' | b'[' | b'{') => self.skip_brackets()?,
                Kind::End => return Err(self.expected("')'")),
                _ => {
                    self.advance()?;
                }
            }
        }
        let text = self.lexer.text()[start..self.token.start as usize]
            .trim_end()
            .into();
        let constant = self.module.add_constant(Constant::Metadata { ty, text });
        let value = unsnarl_ir::Operand::Const(constant);
        Ok(Argument {
            value,
            attributes: ParameterAttributes::default(),
        })
    }

    /// Skips operand bundles: `[ "align"(ptr %p, i32 8) ]`. They are promises, except for those that change the call.
    fn bundles(&mut self) -> Result<()> {
        if !self.at(b'[') {
            return Ok(());
        }
        self.advance()?;
        while !self.at(b']') {
            let token = self.expect_kind(Kind::Text, "the tag of an operand bundle")?;
            if matches!(
                self.text(token),
                "\"funclet\""
                    | "\"deopt\""
                    | "\"gc-transition\""
                    | "\"preallocated\""
                    | "\"ptrauth\""
            ) {
                return Err(self.unsupported(token, "operand bundle"));
            }
            self.skip_brackets_here()?;
            if !self.eat(b',')? {
                break;
            }
        }
        self.expect(b']', "']'")
    }

    fn skip_brackets_here(&mut self) -> Result<()> {
        if self.at(b'(') {
            self.skip_brackets()
        } else {
            Err(self.expected("'('"))
        }
    }
}
