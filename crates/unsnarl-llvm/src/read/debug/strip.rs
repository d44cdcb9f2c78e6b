//! What breaks a rule of debug information is left out, as LLVM leaves it out.

use unsnarl_ir::DebugPlace;
use unsnarl_ir::debug::Point;

use crate::build;
use crate::lexer::{Kind, Token};
use crate::read::Reader;

impl Reader<'_> {
    /// Leaves out all that breaks a rule; `place` is what is shown where no
    /// instruction is wrong.
    pub(super) fn strip_debug(&mut self, place: Token) {
        let mut omitted = Vec::new();
        build::strip_debug(&mut self.module, |what, at| omitted.push((what, at)));
        for (what, at) in omitted {
            let place = at.and_then(|at| self.place_of(at)).unwrap_or(place);
            self.omit(what, place);
        }
    }

    /// The function or the instruction that a rule is about.
    fn place_of(&self, place: DebugPlace) -> Option<Token> {
        let (id, point) = match place {
            DebugPlace::Function(id) => (id, None),
            DebugPlace::Location(id, point)
            | DebugPlace::Assignment(id, point)
            | DebugPlace::Record(id, point, _) => (id, Some(point)),
            DebugPlace::Module | DebugPlace::Node(_) | DebugPlace::Global(_) => return None,
        };
        let function = &self.module.functions[id];
        let origin = match point {
            Some(Point::Inst(inst)) => function.insts[inst].origin,
            Some(Point::End(block)) => function.blocks[block].terminator_origin,
            Some(Point::Phi(_)) | None => function.origin,
        };
        Some(Token {
            kind: Kind::Word,
            start: origin.start,
            end: origin.end,
            line: origin.line,
        })
    }
}
