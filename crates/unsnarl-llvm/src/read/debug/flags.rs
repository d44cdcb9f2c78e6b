//! The flags of the module: what `!llvm.module.flags` lists.
//!
//! *Needs:* the definitions of metadata in order of their numbers.
//! *Gives:* the level of position-independent code, which goes to the module, and what there is to
//! know of debug information.
//! *Cost:* linear in the flags.

use crate::lexer::{Kind, Token};
use crate::read::names::unquote;
use crate::read::{Reader, Result};

/// What flags say of debug information.
#[derive(Default)]
pub(super) struct DebugFlags {
    /// The version of debug information.
    pub(super) debug_version: Option<u32>,
    pub(super) dwarf_version: Option<u32>,
    pub(super) tracks_assignments: bool,
}

impl Reader<'_> {
    /// Reads the flags.
    pub(super) fn module_flags(&mut self) -> DebugFlags {
        let mut read = DebugFlags::default();
        let flags = self.debug.flags;
        let named = flags.and_then(|flags| self.flag_tokens(flags).ok());
        for token in named.unwrap_or_default() {
            let Ok((name, value)) = self.flag(token) else {
                continue;
            };
            match &*name {
                "PIC Level" => self.module.pic_level = value.unwrap_or(0),
                "Debug Info Version" => read.debug_version = value,
                "Dwarf Version" => read.dwarf_version = value,
                "debug-info-assignment-tracking" => read.tracks_assignments = value == Some(1),
                _ => {}
            }
        }
        read
    }

    /// `!llvm.module.flags = !{!1, !2}`.
    fn flag_tokens(&mut self, start: Token) -> Result<Vec<Token>> {
        self.begin_definition(start)?;
        self.advance()?;
        self.expect(b'{', "'{'")?;
        let mut tokens = Vec::new();
        while self.token.kind == Kind::Metadata {
            tokens.push(self.advance()?);
            if !self.eat(b',')? {
                break;
            }
        }
        Ok(tokens)
    }

    /// `!{i32 2, !"Debug Info Version", i32 3}`: name and value.
    fn flag(&mut self, token: Token) -> Result<(String, Option<u32>)> {
        let number = self.text(token)[1..].parse().ok();
        let start = number.and_then(|number| self.definition_at(number));
        let start = start.ok_or_else(|| self.undefined(token))?;
        self.begin_definition(start)?;
        self.advance()?;
        self.expect(b'{', "'{'")?;
        self.advance()?; // i32
        self.advance()?; // 2
        self.expect(b',', "','")?;
        self.expect_kind(Kind::Metadata, "the name of a flag")?;
        let name = self.expect_kind(Kind::Text, "the name of a flag")?;
        let name = unquote(self.text(name)).into_owned();
        self.expect(b',', "','")?;
        self.expect_kind(Kind::Word, "the value of a flag")?; // i32
        let value = match self.word() {
            "true" => Some(1),
            _ => self.number().ok(),
        };
        Ok((name, value))
    }
}
