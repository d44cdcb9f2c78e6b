//! Debug information: metadata, attachments, and records.
//!
//! *Needs:* the text, and everything else of the module.
//! *Gives:* [`unsnarl_ir::debug::DebugInfo`], and what each function has of it.
//! *Cost:* linear in the text. While the text is read, metadata is skipped, and only where it
//! begins is kept; what it says is read at the end, and only if the module has compile units.
//! *Departs:* the intrinsics `llvm.dbg.…` become records.
//!
//! What debug information names never affects code: it is read when all ids of code are known, and
//! whatever of it is wrong is left out and [counted](crate::Omission).

mod attached;
mod definitions;
mod fields;
mod flags;
mod functions;
mod records;
mod settle;
mod strip;

use std::collections::HashMap;

use unsnarl_ir::debug::{DebugInfo, ExpressionId, ListId, Node};
use unsnarl_ir::{FuncId, GlobalId};

use super::Reader;
use crate::error::{Fault, Omission, Omitted, Places};
use crate::lexer::Token;
use crate::read::annotations::FunctionText;
pub(super) use attached::{Attached, is_kept};

/// What of the text is debug information.
#[derive(Default)]
pub(super) struct DebugText {
    /// `!12 = …`: the numbers, and where the definitions begin.
    definitions: Vec<Definition>,
    /// `!llvm.dbg.cu = …`.
    units: Option<Token>,
    /// `!llvm.module.flags = …`.
    flags: Option<Token>,
    /// Where the list of sections for tools is.
    sections: Option<Token>,
    /// The attachments of variables.
    globals: Vec<(GlobalId, Token)>,
    /// The functions that have some.
    functions: Vec<(FuncId, FunctionText)>,
    /// What was left out, with its first place and how often.
    omitted: Vec<(Omitted, Token, usize)>,
    known_omissions: HashMap<Omitted, usize>,
}

/// A definition of metadata.
#[derive(Clone, Copy)]
struct Definition {
    number: u32,
    start: Token,
    /// What it defines, once that is known.
    node: Option<Node>,
}

/// What is made of the text.
#[derive(Default)]
pub(super) struct Made<'s> {
    info: DebugInfo,
    /// Expressions by their text in brackets, and by what they are.
    expressions: HashMap<&'s str, ExpressionId>,
    /// Lists that are named and not yet read.
    lists: Vec<(ListId, Token)>,
}

impl Reader<'_> {
    /// Records that something is left out.
    pub(super) fn omit(&mut self, omitted: Omitted, place: Token) {
        let debug = &mut self.debug;
        if let Some(&known) = debug.known_omissions.get(&omitted) {
            debug.omitted[known].2 += 1;
            return;
        }
        let next = debug.omitted.len();
        debug.known_omissions.insert(omitted.clone(), next);
        debug.omitted.push((omitted, place, 1));
    }

    /// Returns what was left out, in the order of the text.
    pub(super) fn take_omissions(&mut self) -> Vec<Omission> {
        let mut omitted = std::mem::take(&mut self.debug.omitted);
        omitted.sort_by_key(|(_, place, _)| place.start);
        let mut places = Places::new(self.lexer.text());
        let omissions = omitted.into_iter().map(|(omitted, place, count)| {
            let span = place.start as usize..place.end as usize;
            let error = places.locate(Fault::new(span, crate::Cause::Omitted(omitted)));
            Omission { error, count }
        });
        omissions.collect()
    }
}
