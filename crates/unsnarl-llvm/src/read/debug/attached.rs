//! What is attached to the instruction, function or variable that is being read: debug information,
//! and what terminators say of loops.

use unsnarl_ir::debug::Point;
use unsnarl_ir::{GlobalId, demand};

use crate::lexer::Token;
use crate::read::Reader;
use crate::read::locals::Body;

/// Attachments that are kept, by where their values begin.
#[derive(Clone, Copy, Default)]
pub(in crate::read) struct Attached {
    /// `!dbg`.
    pub(in crate::read) location: Option<Token>,
    /// `!DIAssignID`.
    pub(in crate::read) assignment: Option<Token>,
    /// `!llvm.loop`.
    loop_: Option<Token>,
}

/// Tells whether anything is kept of attachments with this name, which is without `!`.
pub(in crate::read) fn is_kept(name: &[u8]) -> bool {
    let is_demand = || str::from_utf8(name).is_ok_and(|name| demand::attachment(name).is_some());
    matches!(name, b"dbg" | b"DIAssignID" | b"llvm.loop") || is_demand()
}

impl<'s> Reader<'s> {
    /// Keeps an attachment if it is one of those.
    pub(in crate::read) fn note_attachment(&mut self, name: Token, value: Token) {
        match self.text(name) {
            "!dbg" => self.attached.location = Some(value),
            "!DIAssignID" => self.attached.assignment = Some(value),
            "!llvm.loop" => self.attached.loop_ = Some(value),
            text => {
                let what = demand::attachment(text.strip_prefix('!').unwrap_or(text));
                self.module.demand(what, name.line);
            }
        }
    }

    /// Keeps what is attached to an instruction.
    pub(in crate::read) fn note_point(&mut self, body: &mut Body<'s>, point: Point) {
        let Attached {
            location,
            assignment,
            loop_,
        } = std::mem::take(&mut self.attached);
        if let Some(location) = location {
            body.debug.locations.push((point, location));
        }
        if let (Some(assignment), Point::Inst(inst)) = (assignment, point) {
            body.debug.assignments.push((inst, assignment));
        }
        if let (Some(loop_), Point::End(block)) = (loop_, point) {
            body.loops.push((block, loop_));
        }
    }

    /// Keeps what is attached to a variable.
    pub(in crate::read) fn note_variables(&mut self, global: GlobalId, variables: Vec<Token>) {
        let variables = variables.into_iter();
        self.debug
            .globals
            .extend(variables.map(|variable| (global, variable)));
    }
}
