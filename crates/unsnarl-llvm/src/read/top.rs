//! What stands at the top level.

use unsnarl_ir::Comdat;

use super::names::unquote;
use super::words;
use super::{Reader, Result};
use crate::error::Cause;
use crate::lexer::Kind;

impl Reader<'_> {
    /// Reads the whole text.
    pub(super) fn top(&mut self) -> Result<()> {
        while self.token.kind != Kind::End {
            match self.token.kind {
                Kind::Word => self.top_word()?,
                Kind::Local => self.type_definition()?,
                Kind::Global => self.global()?,
                Kind::Comdat => self.comdat_definition()?,
                Kind::Metadata | Kind::Summary => self.skip_definition()?,
                _ => return Err(self.expected("a definition")),
            }
        }
        Ok(())
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
            _ => Err(self.unsupported(self.token, "definition")),
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
            }
            "datalayout" => {
                let token = self.advance()?;
                let text = self.assigned_string()?;
                let layout = text
                    .parse()
                    .map_err(|error| self.error_at(token, Cause::DataLayout(error)))?;
                self.module.data_layout = layout;
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

    /// `%name = type { i32 }`.
    fn type_definition(&mut self) -> Result<()> {
        let token = self.advance()?;
        self.expect(b'=', "'='")?;
        self.expect_word("type")?;
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
