//! What the text of a function has of debug information.

use unsnarl_ir::debug::Point;
use unsnarl_ir::{FuncId, InstId};

use super::records::Taken;
use crate::lexer::Token;
use crate::read::Reader;

/// Attachments and records of a function, by where they are in the text.
#[derive(Default)]
pub(in crate::read) struct FunctionText {
    pub(in crate::read) subprogram: Option<Token>,
    pub(in crate::read) locations: Vec<(Point, Token)>,
    pub(in crate::read) assignments: Vec<(InstId, Token)>,
    pub(super) records: Vec<Taken>,
}

impl FunctionText {
    /// That of a declaration.
    pub(in crate::read) fn declared(subprogram: Option<Token>) -> Self {
        FunctionText {
            subprogram,
            ..FunctionText::default()
        }
    }

    /// Tells whether there is none.
    pub(super) fn is_empty(&self) -> bool {
        self.subprogram.is_none()
            && self.locations.is_empty()
            && self.assignments.is_empty()
            && self.records.is_empty()
    }
}

impl Reader<'_> {
    /// Keeps what a function has.
    pub(in crate::read) fn note_function(&mut self, id: FuncId, text: FunctionText) {
        if !text.is_empty() {
            self.debug.functions.push((id, text));
        }
    }
}
