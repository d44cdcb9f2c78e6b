//! The flags of the module and its sections for tools: what `!llvm.module.flags` and
//! `!wasm.custom_sections` list.
//!
//! *Needs:* the definitions of metadata in order of their numbers.
//! *Gives:* the level of position-independent code and the sections, which go to the module, and
//! what there is to know of debug information.
//! *Cost:* linear in the flags and the sections.

use unsnarl_ir::{CustomSection, demand};

use crate::lexer::{Kind, Token};
use crate::read::names::{unescape, unquote};
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
        let named = flags.and_then(|flags| self.listed(flags).ok());
        for token in named.unwrap_or_default() {
            let Ok((name, value)) = self.flag(token) else {
                continue;
            };
            match &*name {
                "PIC Level" => self.module.pic_level = value.unwrap_or(0),
                "Debug Info Version" => read.debug_version = value,
                "Dwarf Version" => read.dwarf_version = value,
                "debug-info-assignment-tracking" => read.tracks_assignments = value == Some(1),
                _ => {
                    let what = demand::flag(&name, value.map(i64::from));
                    self.module.demand(what, token.line);
                }
            }
        }
        read
    }

    /// Reads the sections for tools.
    pub(super) fn custom_sections(&mut self) {
        let Some(start) = self.debug.sections else {
            return;
        };
        let listed = self.listed(start);
        let listed = listed.and_then(|tokens| self.expect(b'}', "'}'").map(|_| tokens));
        let mut module = std::mem::take(&mut self.module);
        let is_kept = listed.is_ok_and(|tokens| {
            let tokens = tokens.into_iter();
            module.add_custom_sections(tokens.map(|token| self.custom_section(token).ok()))
        });
        self.module = module;
        if !is_kept {
            let what = Some(demand::custom_sections());
            self.module.demand(what, start.line);
        }
    }

    /// `!{!"name", !"contents"}`.
    fn custom_section(&mut self, token: Token) -> Result<CustomSection> {
        self.begin_node(token)?;
        self.expect_kind(Kind::Metadata, "the name of a section")?;
        let name = self.expect_kind(Kind::Text, "the name of a section")?;
        self.expect(b',', "','")?;
        self.expect_kind(Kind::Metadata, "what a section holds")?;
        let bytes = self.expect_kind(Kind::Text, "what a section holds")?;
        self.expect(b'}', "'}'")?;
        Ok(CustomSection {
            name: unquote(self.text(name)).into_owned(),
            bytes: unescape(self.text(bytes).trim_matches('"')),
        })
    }

    /// `!llvm.module.flags = !{!1, !2}`.
    fn listed(&mut self, start: Token) -> Result<Vec<Token>> {
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
        self.begin_node(token)?;
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

    /// Goes behind the bracket that begins the node of a number.
    fn begin_node(&mut self, token: Token) -> Result<()> {
        let number = self.text(token)[1..].parse().ok();
        let start = number.and_then(|number| self.definition_at(number));
        let start = start.ok_or_else(|| self.undefined(token))?;
        self.begin_definition(start)?;
        self.advance()?;
        self.expect(b'{', "'{'").map(drop)
    }
}
