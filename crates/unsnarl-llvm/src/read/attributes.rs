//! Attributes: few are kept; all others, including those of later versions, are skipped.

use unsnarl_ir::{FunctionAttributes, ParameterAttributes, TypeId};

use super::names::unquote;
use super::words;
use super::{Reader, Result};
use crate::lexer::{Kind, Token};

/// The positions of attributes.
#[derive(Clone, Copy)]
enum Position {
    /// After the type of a parameter or an argument.
    Parameter,
    /// Before the type of a result.
    Result,
    /// After the parameters of a function or the arguments of a call.
    Function,
}

impl Reader<'_> {
    /// Reads the attributes of a parameter or an argument, which follow its type.
    pub(super) fn parameter_attributes(&mut self) -> Result<ParameterAttributes> {
        self.value_attributes(Position::Parameter)
    }

    /// Reads the attributes of a result, which precede its type.
    pub(super) fn result_attributes(&mut self) -> Result<ParameterAttributes> {
        self.value_attributes(Position::Result)
    }

    fn value_attributes(&mut self, position: Position) -> Result<ParameterAttributes> {
        let mut attributes = ParameterAttributes::default();
        loop {
            let word = self.word();
            match word {
                "" if self.token.kind == Kind::Text => {
                    self.string_attribute()?;
                    continue;
                }
                "signext" => attributes.signext = true,
                "zeroext" => attributes.zeroext = true,
                "inreg" => attributes.inreg = true,
                "nest" => attributes.nest = true,
                "returned" => attributes.returned = true,
                "swiftself" | "swifterror" | "swiftasync" => attributes.swift = true,
                "align" => {
                    attributes.align = Some(self.alignment()?);
                    continue;
                }
                "sret" => {
                    attributes.sret = Some(self.attribute_type()?);
                    continue;
                }
                "byval" => {
                    attributes.byval = Some(self.attribute_type()?);
                    continue;
                }
                "inalloca" => {
                    attributes.inalloca = Some(self.attribute_type()?);
                    continue;
                }
                "byref" => {
                    attributes.byref = Some(self.attribute_type()?);
                    continue;
                }
                "preallocated" => {
                    attributes.preallocated = Some(self.attribute_type()?);
                    continue;
                }
                "elementtype" => {
                    attributes.element_type = Some(self.attribute_type()?);
                    continue;
                }
                _ if self.skip_attribute(position)? => continue,
                _ => return Ok(attributes),
            }
            self.advance()?;
        }
    }

    /// `byval(T)`. Without a type, which old versions allow, it is the parameter's pointee.
    fn attribute_type(&mut self) -> Result<TypeId> {
        let before = self.pointee;
        let token = self.advance()?;
        if self.eat(b'(')? {
            let ty = self.ty()?;
            self.expect(b')', "')'")?;
            return Ok(ty);
        }
        before.ok_or_else(|| self.unsupported(token, "attribute without a type"))
    }

    /// `align 8` or `align(8)`.
    pub(super) fn alignment(&mut self) -> Result<u64> {
        self.expect_word("align")?;
        let bracket = self.eat(b'(')?;
        let align = self.number()?;
        if bracket {
            self.expect(b')', "')'")?;
        }
        Ok(align)
    }

    /// Skips one attribute without a meaning here, a known one or one of a later version.
    fn skip_attribute(&mut self, position: Position) -> Result<bool> {
        let word = self.word();
        if word.is_empty() || !(words::is_attribute(word) || self.may_be_attribute(position, word))
        {
            return Ok(false);
        }
        self.advance()?;
        if self.at(b'(') {
            self.skip_brackets()?;
        }
        Ok(true)
    }

    /// Tells whether an unknown word can only be an attribute at its position.
    fn may_be_attribute(&self, position: Position, word: &str) -> bool {
        // `comdat($name)` and `addrspace(1)` look like unknown attributes and are none.
        if words::begins_type(word) || matches!(word, "comdat" | "addrspace") {
            return false;
        }
        let next = self.peek();
        match position {
            // A word before the end of an argument is a value, even without its sigil.
            Position::Parameter => {
                !words::begins_constant(word)
                    && !matches!(next, Kind::Punctuation(b',' | b')') | Kind::End)
            }
            // A word before a name is a type, even one of C.
            Position::Result => {
                let before_type = matches!(
                    next,
                    Kind::Word | Kind::Local | Kind::Punctuation(b'(' | b'<' | b'{' | b'[')
                );
                before_type && words::type_of_c(word).is_none()
            }
            Position::Function => {
                self.token.line == self.last_line
                    && !words::begins_instruction(word)
                    && !words::is_clause(word)
            }
        }
    }

    /// `"key"` or `"key"="value"`.
    pub(super) fn string_attribute(&mut self) -> Result<(Token, Option<Token>)> {
        let key = self.expect_kind(Kind::Text, "a string")?;
        let value = if self.eat(b'=')? {
            Some(self.expect_kind(Kind::Text, "a string")?)
        } else {
            None
        };
        Ok((key, value))
    }

    /// Reads attributes of a function or a call; groups are recorded, to be resolved at the end.
    pub(super) fn function_attributes(&mut self) -> Result<(FunctionAttributes, Vec<Token>)> {
        let (mut attributes, mut groups) = (FunctionAttributes::default(), Vec::new());
        loop {
            let kind = self.token.kind;
            match kind {
                Kind::Group => groups.push(self.advance()?),
                Kind::Text => self.keep_string(&mut attributes)?,
                Kind::Word if self.note_attribute(&mut attributes) => {
                    self.advance()?;
                }
                _ if !self.skip_attribute(Position::Function)? => return Ok((attributes, groups)),
                _ => {}
            }
        }
    }

    /// Reads the attributes of a group up to its closing bracket.
    pub(super) fn group_attributes(&mut self) -> Result<FunctionAttributes> {
        let mut attributes = FunctionAttributes::default();
        while !self.at(b'}') {
            match self.token.kind {
                Kind::Text => self.keep_string(&mut attributes)?,
                Kind::Word => {
                    self.note_attribute(&mut attributes);
                    self.advance()?;
                    if self.at(b'(') {
                        self.skip_brackets()?;
                    } else if self.eat(b'=')? || self.token.kind == Kind::Integer {
                        self.expect_kind(Kind::Integer, "a number")?;
                    }
                }
                _ => return Err(self.expected("an attribute")),
            }
        }
        Ok(attributes)
    }

    fn keep_string(&mut self, attributes: &mut FunctionAttributes) -> Result<()> {
        let (key, value) = self.string_attribute()?;
        let key = unquote(self.text(key));
        let value = value
            .map(|value| unquote(self.text(value)))
            .unwrap_or_default();
        let pair = (self.module.names.add(&key), self.module.names.add(&value));
        attributes.strings.push(pair);
        Ok(())
    }

    fn note_attribute(&self, attributes: &mut FunctionAttributes) -> bool {
        let place = match self.word() {
            "noreturn" => &mut attributes.noreturn,
            "nounwind" => &mut attributes.nounwind,
            "returns_twice" => &mut attributes.returns_twice,
            "convergent" => &mut attributes.convergent,
            "noduplicate" => &mut attributes.noduplicate,
            "mustprogress" => &mut attributes.mustprogress,
            "noinline" => &mut attributes.noinline,
            "optnone" => &mut attributes.optnone,
            "alwaysinline" => &mut attributes.alwaysinline,
            "noredzone" => &mut attributes.noredzone,
            "naked" => &mut attributes.naked,
            _ => return false,
        };
        *place = true;
        true
    }
}
