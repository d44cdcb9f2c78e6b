//! Functions: headers and bodies.

use unsnarl_ir::{Constant, Definition, Function, Linkage, Parameter, Type};

use super::annotations::FunctionText;
use super::debug::Attached;
use super::locals::Body;
use super::names::Key;
use super::recovery::declaration;
use super::words;
use super::{Reader, Result};
use crate::build::merge;
use crate::error::{Cause, Remedy};
use crate::lexer::{Kind, Token};

/// A header, and the name tokens of its parameters.
struct Header {
    name: Token,
    function: Function,
    parameter_names: Vec<(Option<Token>, Token)>,
    groups: Vec<Token>,
}

/// What follows a header.
#[derive(Clone, Copy)]
enum Form {
    Declaration,
    Definition,
}

impl<'s> Reader<'s> {
    /// `declare i32 @f(i32)`.
    pub(super) fn declare(&mut self) -> Result<()> {
        let start = self.advance()?;
        self.attached = Attached::default();
        while self.token.kind == Kind::Metadata {
            self.attachment()?;
        }
        let subprogram = self.attached.location.take();
        let header = self.header(start, Form::Declaration)?;
        let id = self.module.functions.next_key();
        self.note_function(id, FunctionText::declared(subprogram));
        self.define_symbol(header.name, Constant::Function(id))?;
        self.symbols.function_groups.push((id, header.groups));
        self.module.add_function(header.function);
        Ok(())
    }

    /// `define i32 @f(i32 %x) { … }`.
    pub(super) fn define(&mut self) -> Result<()> {
        let start = self.advance()?;
        let header = self.header(start, Form::Definition)?;
        let id = self.module.functions.next_key();
        self.define_symbol(header.name, Constant::Function(id))?;
        let key = self.key(header.name)?;
        let groups = self.symbols.call_groups.len();
        self.symbols.function_groups.push((id, header.groups));
        let mut body = Body::new(id, key, header.function);
        let read = self.whole_body(&mut body, header.parameter_names);
        if read.is_err() {
            self.symbols.call_groups.truncate(groups);
            body.function = declaration(&body.function);
        } else {
            self.note_function(id, std::mem::take(&mut body.debug));
            let loops = body.loops.iter();
            self.loops
                .extend(loops.map(|&(block, place)| (id, block, place)));
        }
        self.module.add_function(body.function);
        self.note_definition(start, id);
        read
    }

    /// Everything after the header.
    fn whole_body(
        &mut self,
        body: &mut Body<'s>,
        names: Vec<(Option<Token>, Token)>,
    ) -> Result<()> {
        self.attached = Attached::default();
        while self.token.kind == Kind::Metadata {
            self.attachment()?;
        }
        body.debug.subprogram = self.attached.location.take();
        self.define_parameters(body, names)?;
        self.body(body)?;
        self.settle(body)?;
        self.take_records(body);
        Ok(())
    }

    fn define_parameters(
        &mut self,
        body: &mut Body<'s>,
        names: Vec<(Option<Token>, Token)>,
    ) -> Result<()> {
        for (index, (name, place)) in names.into_iter().enumerate() {
            let ty = body.function.parameters[index].ty;
            let definition = Definition::Parameter(index as u32);
            let value = self.define_local(body, name, place, ty, definition)?;
            body.function.parameters[index].value = Some(value);
        }
        Ok(())
    }

    fn header(&mut self, start: Token, form: Form) -> Result<Header> {
        let prefix = self.prefix()?;
        let convention = self.convention()?;
        let result_attributes = self.result_attributes()?;
        let result = self.ty()?;
        let name = self.expect_kind(Kind::Global, "the name of a function")?;
        let (parameters, parameter_names, varargs) = self.parameters(form)?;
        let types = parameters.iter().map(|parameter| parameter.ty).collect();
        let ty = self.module.types.add(Type::Function {
            result,
            parameters: types,
            varargs,
        });
        let later = self.prefix()?; // `unnamed_addr` and the address space come after the parameters
        let space = later.space.unwrap_or(self.module.data_layout.program_space);
        let (attributes, mut groups) = self.function_attributes()?;
        let address_type = self.module.types.add(Type::Pointer { space });
        let mut function = Function {
            linkage: prefix.linkage.unwrap_or(Linkage::External),
            visibility: prefix.visibility,
            dso_local: prefix.dso_local,
            convention,
            attributes,
            result_attributes,
            parameters,
            origin: self.origin(start),
            ..Function::new(self.symbol_name(name)?, ty, address_type)
        };
        self.header_clauses(name, &mut function, &mut groups)?;
        function.origin = self.origin(start);
        Ok(Header {
            name,
            function,
            parameter_names,
            groups,
        })
    }

    /// Reads a calling convention; C's if there is none.
    pub(super) fn convention(&mut self) -> Result<u32> {
        if self.eat_word("cc")? {
            return self.number();
        }
        match words::convention(self.word()) {
            Some(number) => {
                self.advance()?;
                if !self.eat(b'(')? {
                    return Ok(number);
                }
                // `riscv_vls_cc(256)`: a convention for each length of vectors.
                let bits: u32 = self.number()?;
                self.expect(b')', "')'")?;
                Ok(number + (bits / 32).checked_ilog2().unwrap_or(0))
            }
            None => Ok(0),
        }
    }

    #[expect(clippy::type_complexity, reason = "three lists that are made together")]
    fn parameters(
        &mut self,
        form: Form,
    ) -> Result<(Vec<Parameter>, Vec<(Option<Token>, Token)>, bool)> {
        let (mut parameters, mut names, mut varargs) = (Vec::new(), Vec::new(), false);
        self.expect(b'(', "'('")?;
        while !self.at(b')') {
            if self.token.kind == Kind::Dots {
                self.advance()?;
                varargs = true;
                break;
            }
            let place = self.token;
            let ty = self.ty()?;
            let attributes = self.parameter_attributes()?;
            parameters.push(Parameter {
                ty,
                value: None,
                attributes,
            });
            if let (Form::Declaration, Kind::Word) = (form, self.token.kind) {
                self.advance()?; // an attribute of a later version, with nothing after it
            }
            let named = self.token.kind == Kind::Local;
            names.push(if named {
                (Some(self.token), self.advance()?)
            } else {
                (None, place)
            });
            if !self.eat(b',')? {
                break;
            }
        }
        if self.token.kind == Kind::Word {
            let name = format!("%{}", self.word());
            return Err(self.expected("')'").with(Remedy::Sigil { name }));
        }
        self.expect(b')', "')'")?;
        Ok((parameters, names, varargs))
    }

    fn header_clauses(
        &mut self,
        name: Token,
        function: &mut Function,
        groups: &mut Vec<Token>,
    ) -> Result<()> {
        loop {
            match self.word() {
                "section" => function.section = Some(self.named_string()?),
                "gc" => function.collector = Some(self.named_string()?),
                "partition" => {
                    self.named_string()?;
                }
                "comdat" => function.comdat = Some(self.comdat(name)?),
                "align" => function.align = Some(self.alignment()?),
                "prefix" => {
                    self.advance()?;
                    function.prefix = Some(self.typed_constant()?);
                }
                "prologue" => {
                    self.advance()?;
                    function.prologue = Some(self.typed_constant()?);
                }
                "personality" => {
                    self.advance()?;
                    function.personality = Some(self.typed_constant()?);
                }
                // There may be attributes after a clause, too.
                _ => {
                    let before = self.token.start;
                    let (attributes, more) = self.function_attributes()?;
                    if self.token.start == before {
                        return Ok(());
                    }
                    merge(&mut function.attributes, &attributes);
                    groups.extend(more);
                }
            }
        }
    }

    fn body(&mut self, body: &mut Body<'s>) -> Result<()> {
        self.expect(b'{', "'{'")?;
        loop {
            match self.token.kind {
                Kind::Label => {
                    if body.open.is_some() {
                        let fault = self.expected("a terminator before the next block");
                        return Err(fault.with(Remedy::Terminator));
                    }
                    let label = self.advance()?;
                    self.begin_block(body, Some(label))?;
                }
                Kind::Record => self.record(body)?,
                Kind::Word if self.word().starts_with("uselistorder") => self.skip_definition()?,
                Kind::Word | Kind::Local => self.instruction(body)?,
                Kind::Punctuation(b'}')
                    if body.open.is_none() && !body.function.blocks.is_empty() =>
                {
                    self.advance()?;
                    return Ok(());
                }
                Kind::Punctuation(b'}') if body.function.blocks.is_empty() => {
                    let fault = self.error_at(self.token, Cause::NoBlocks);
                    return Err(fault.with(Remedy::Declare));
                }
                Kind::Punctuation(b'}') => {
                    let fault = self.expected("a terminator before the end of the function");
                    return Err(fault.with(Remedy::Terminator));
                }
                _ => return Err(self.expected("an instruction")),
            }
        }
    }

    /// Returns the provisional id of the block that `%name` names.
    pub(super) fn block_operand(&mut self, body: &mut Body<'s>) -> Result<unsnarl_ir::BlockId> {
        let token = self.block_name()?;
        let key = self.key(token)?;
        Ok(body.block(key, token))
    }

    /// `label %name`.
    pub(super) fn label_operand(&mut self, body: &mut Body<'s>) -> Result<unsnarl_ir::BlockId> {
        self.expect_word("label")?;
        self.block_operand(body)
    }

    /// The key of the block that `label %name` names, with its token.
    pub(super) fn label_key(&mut self) -> Result<(Key<'s>, Token)> {
        self.expect_word("label")?;
        let token = self.block_name()?;
        Ok((self.key(token)?, token))
    }

    fn block_name(&mut self) -> Result<Token> {
        let word = self.word();
        let named = self.expect_kind(Kind::Local, "the name of a block");
        match word {
            "" => named,
            word => named.map_err(|fault| {
                let name = format!("%{word}");
                fault.with(Remedy::Sigil { name })
            }),
        }
    }
}
