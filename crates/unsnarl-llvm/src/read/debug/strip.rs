//! What breaks a rule of debug information is left out, as LLVM leaves it out.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use unsnarl_ir::debug::{DebugInfo, Node, Point};
use unsnarl_ir::{DebugPlace, DebugViolation, FuncId, scope_circles, verify_debug_of_functions};

use crate::error::Omitted;
use crate::lexer::{Kind, Token};
use crate::read::Reader;

impl Reader<'_> {
    /// Leaves out all that breaks a rule; `place` is what is shown where no
    /// instruction is wrong.
    pub(super) fn strip_debug(&mut self, place: Token) {
        self.cut_circles(place);
        let violations = verify_debug_of_functions(&self.module);
        let mut records: BTreeMap<FuncId, BTreeSet<(Point, usize)>> = BTreeMap::new();
        for violation in violations {
            let DebugViolation { rule, what, .. } = violation;
            let place = self.place_of(violation.place).unwrap_or(place);
            self.omit(Omitted::Rule { rule, what }, place);
            match violation.place {
                DebugPlace::Function(id) => self.module.function_mut(id).debug = None,
                DebugPlace::Location(id, point) => {
                    if let Some(debug) = &mut self.module.function_mut(id).debug {
                        debug.set_location(point, None);
                    }
                }
                DebugPlace::Assignment(id, Point::Inst(inst)) => {
                    if let Some(debug) = &mut self.module.function_mut(id).debug {
                        debug.set_assignment(inst, None);
                    }
                }
                DebugPlace::Record(id, point, number) => {
                    records.entry(id).or_default().insert((point, number));
                }
                // Nodes were not checked: all their ids were made here.
                DebugPlace::Assignment(..)
                | DebugPlace::Module
                | DebugPlace::Node(_)
                | DebugPlace::Global(_) => {}
            }
        }
        for (id, wrong) in records {
            self.strip_records(id, &wrong);
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

    fn strip_records(&mut self, id: FuncId, wrong: &BTreeSet<(Point, usize)>) {
        let Some(debug) = &mut self.module.function_mut(id).debug else {
            return;
        };
        let (mut before, mut number) = (None, 0);
        debug.retain_records(|point, _| {
            number = if before == Some(point) { number + 1 } else { 0 };
            before = Some(point);
            !wrong.contains(&(point, number))
        });
    }

    /// Takes scopes out of the scopes that are in them.
    fn cut_circles(&mut self, place: Token) {
        let Some(info) = &mut self.module.debug else {
            return;
        };
        let circles = scope_circles(info);
        if circles.is_empty() {
            return;
        }
        let info = Arc::make_mut(info);
        for &node in &circles {
            cut(info, node);
        }
        for _ in circles {
            self.omit(Omitted::Circle, place);
        }
    }
}

/// Takes a node out of its scope.
fn cut(info: &mut DebugInfo, node: Node) {
    use unsnarl_ir::debug::Field;
    let key = match node {
        Node::Location(_) => "inlinedAt",
        _ => "scope",
    };
    if let Some(class) = info.class_mut(node) {
        let cut = class.set(key, &Field::Null);
        debug_assert_eq!(cut, Ok(()), "what has a scope may have none");
    }
}
