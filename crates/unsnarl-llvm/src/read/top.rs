//! Items at the top level.

use unsnarl_ir::{Comdat, DataLayout};

use super::names::unquote;
use super::words;
use super::{Reader, Result};
use crate::error::Cause;
use crate::lexer::Kind;

impl Reader<'_> {
    /// Reads the whole text.
    pub(super) fn top(&mut self) {
        while self.token.kind != Kind::End {
            let start = self.token;
            if let Err(fault) = self.definition() {
                self.abandon(start, fault);
            }
        }
    }

    fn definition(&mut self) -> Result<()> {
        match self.token.kind {
            Kind::Word => self.top_word(),
            Kind::Local => self.type_definition(),
            Kind::Global => self.global(),
            Kind::Comdat => self.comdat_definition(),
            Kind::Metadata => self.metadata_definition(),
            Kind::Summary => self.skip_definition(),
            _ => Err(self.expected("a definition")),
        }
    }

    fn top_word(&mut self) -> Result<()> {
        match self.word() {
            "define" => self.define(),
            "declare" => self.declare(),
            "attributes" => self.attribute_group(),
            "source_filename" => {
                self.advance()?;
                self.module.source_name = self.assigned_string()?;
                Ok(())
            }
            "target" => self.target(),
            "module" => {
                self.advance()?;
                self.expect_word("asm")?;
                let token = self.expect_kind(Kind::Text, "a string")?;
                let line = unquote(self.text(token)).into_owned();
                self.module.assembly.push(line);
                Ok(())
            }
            "uselistorder" | "uselistorder_bb" => self.skip_definition(),
            _ => Err(self.unknown(self.token, "definition")),
        }
    }

    fn assigned_string(&mut self) -> Result<String> {
        self.expect(b'=', "'='")?;
        let token = self.expect_kind(Kind::Text, "a string")?;
        Ok(unquote(self.text(token)).into_owned())
    }

    fn target(&mut self) -> Result<()> {
        self.advance()?;
        match self.word() {
            "triple" => {
                self.advance()?;
                self.module.target = self.assigned_string()?;
                if !self.has_layout {
                    self.module.data_layout = DataLayout::of_triple(&self.module.target);
                }
            }
            "datalayout" => {
                let token = self.advance()?;
                let text = self.assigned_string()?;
                let layout = text
                    .parse()
                    .map_err(|error| self.error_at(token, Cause::DataLayout(error)))?;
                self.module.data_layout = layout;
                self.has_layout = true;
            }
            _ => return Err(self.expected("'triple' or 'datalayout'")),
        }
        Ok(())
    }

    /// `$name = comdat any`.
    fn comdat_definition(&mut self) -> Result<()> {
        let token = self.advance()?;
        self.expect(b'=', "'='")?;
        self.expect_word("comdat")?;
        let kind =
            words::comdat_kind(self.word()).ok_or_else(|| self.expected("a kind of comdat"))?;
        self.advance()?;
        let name = self.symbol_name(token)?;
        self.module.comdats.push(Comdat { name, kind });
        Ok(())
    }

    /// `%name = type { i32 }`. A name for anything but a struct is another name for that type, and
    /// comes before its uses.
    fn type_definition(&mut self) -> Result<()> {
        let token = self.advance()?;
        self.expect(b'=', "'='")?;
        self.expect_word("type")?;
        let is_struct = self.word() == "opaque"
            || self.at(b'{')
            || self.at(b'<') && self.peek() == Kind::Punctuation(b'{');
        if !is_struct && !self.is_type_named(token)? {
            let body = self.ty()?;
            return self.name_type(token, body, self.pointee);
        }
        let id = self.define_type(token)?;
        if self.eat_word("opaque")? {
            return Ok(());
        }
        let body = self.ty()?;
        if let unsnarl_ir::Type::Named(index) = *self.module.types.get(id) {
            self.module.types.named[index as usize].body = Some(body);
        }
        Ok(())
    }

    /// `attributes #0 = { … }`.
    fn attribute_group(&mut self) -> Result<()> {
        self.advance()?;
        let token = self.expect_kind(Kind::Group, "the number of an attribute group")?;
        let number = self.group_number(token)?;
        self.expect(b'=', "'='")?;
        self.expect(b'{', "'{'")?;
        let attributes = self.group_attributes()?;
        self.expect(b'}', "'}'")?;
        self.symbols.groups.insert(number, attributes);
        Ok(())
    }

    pub(super) fn group_number(&self, token: crate::lexer::Token) -> Result<u32> {
        let number = &self.text(token)[1..];
        number.parse().map_err(|_| {
            self.error_at(
                token,
                Cause::BadNumber {
                    number: number.to_owned(),
                },
            )
        })
    }
}
