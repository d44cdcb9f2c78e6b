//! Attributes: few are kept, all others are skipped.

use unsnarl_ir::{FunctionAttributes, ParameterAttributes, TypeId};

use super::names::unquote;
use super::words;
use super::{Reader, Result};
use crate::lexer::{Kind, Token};

impl Reader<'_> {
    /// Reads the attributes of a parameter, an argument or a result.
    pub(super) fn parameter_attributes(&mut self) -> Result<ParameterAttributes> {
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
                _ if self.skip_attribute()? => continue,
                _ => return Ok(attributes),
            }
            self.advance()?;
        }
    }

    /// `byval(T)`. Without a type, which old versions allow, the parameter's pointee is meant.
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

    /// Skips one attribute without a meaning here: a known word, or an unknown one with brackets.
    fn skip_attribute(&mut self) -> Result<bool> {
        let word = self.word();
        let bracket = self.lexer.touches(b'(');
        let known = words::is_attribute(word);
        // `comdat($name)`, `addrspace(1)` and `blockaddress(@f, %b)` look like unknown attributes
        // and are none.
        let unknown = bracket && !words::begins_type(word) && !words::begins_constant(word);
        if matches!(word, "" | "comdat" | "addrspace") || !known && !unknown {
            return Ok(false);
        }
        self.advance()?;
        if bracket {
            self.skip_brackets()?;
        }
        Ok(true)
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

    /// Reads attributes of a function or a call; groups are noted to be resolved at the end.
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
                _ if !self.skip_attribute()? => return Ok((attributes, groups)),
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
            "noinline" => &mut attributes.noinline,
            "alwaysinline" => &mut attributes.alwaysinline,
            "naked" => &mut attributes.naked,
            _ => return false,
        };
        *place = true;
        true
    }
}
