//! Checking the rules of the module, and leaving out what breaks them.
//!
//! A function, variable or alias that breaks a rule is left out, and so is a function that uses a
//! constant that does.

use std::ops::Range;

use unsnarl_ir::{ConstId, Constant, FuncId, Id, Name, Operand, Place, Rule, Violation, verify};

use super::Reader;
use crate::error::{Cause, Entity, Fault, Remedy};
use crate::lexer::{Kind, Lexer};

impl Reader<'_> {
    /// Leaves out everything that breaks a rule.
    pub(super) fn judge(&mut self) {
        let violations = verify(&self.module);
        let constants: Vec<(ConstId, Fault)> = violations
            .iter()
            .filter_map(|violation| match violation.place {
                Place::Constant(id) => Some((id, self.fault_of(violation))),
                _ => None,
            })
            .collect();
        if !constants.is_empty() {
            self.drop_users(constants);
        }
        for violation in violations {
            match violation.place {
                Place::Constant(_) => {}
                Place::Function(id) | Place::Block(id, _) if self.is_dropped(id) => {}
                Place::Function(id) | Place::Block(id, _) => {
                    let fault = self.fault_of(&violation);
                    self.drop_function(id, fault);
                }
                Place::Global(id) => {
                    let fault = self.fault_of(&violation);
                    self.drop_global(id, fault);
                }
                Place::Module => {
                    let fault = self.fault_of(&violation);
                    self.note(Entity::Other, fault);
                }
            }
        }
    }

    /// Leaves out the functions and variables that use constants which break a rule.
    fn drop_users(&mut self, wrong: Vec<(ConstId, Fault)>) {
        let reasons = self.reasons(&wrong);
        let mut used = vec![false; wrong.len()];
        let ids: Vec<FuncId> = self.module.functions.iter().map(|(id, _)| id).collect();
        for id in ids {
            if let Some(reason) = self.reason_in(id, &reasons) {
                used[reason] = true;
                self.drop_function(id, wrong[reason].1.clone());
            }
        }
        let globals: Vec<_> = self.module.globals.iter().map(|(id, _)| id).collect();
        for id in globals {
            let contents = self.module.globals[id].kind.constant();
            if let Some(reason) = contents.and_then(|constant| reasons[constant.index()]) {
                used[reason] = true;
                self.drop_global(id, wrong[reason].1.clone());
            }
        }
        for (index, (_, fault)) in wrong.into_iter().enumerate() {
            if !used[index] {
                self.blame(fault);
            }
        }
    }

    /// By constant: the wrong one that it is or is made of, as an index into `wrong`.
    fn reasons(&self, wrong: &[(ConstId, Fault)]) -> Vec<Option<usize>> {
        let mut reasons = vec![None; self.module.constants().len()];
        for (index, (id, _)) in wrong.iter().enumerate() {
            reasons[id.index()] = Some(index);
        }
        for (id, constant) in self.module.constants() {
            let mut parts = match constant {
                Constant::Aggregate { elements, .. } => elements.to_vec(),
                Constant::Splat { element, .. } => vec![*element],
                Constant::Expression { expression, .. } => expression.operands(),
                _ => continue,
            }
            .into_iter();
            if reasons[id.index()].is_none() {
                reasons[id.index()] = parts.find_map(|part| reasons[part.index()]);
            }
        }
        reasons
    }

    fn reason_in(&self, id: FuncId, reasons: &[Option<usize>]) -> Option<usize> {
        let function = &self.module.functions[id];
        let mut found = None;
        let mut visit = |operand: Operand| {
            if let Operand::Const(constant) = operand {
                found = found.or(reasons[constant.index()]);
            }
        };
        let constants = [function.personality, function.prefix, function.prologue];
        let constants = constants.into_iter().flatten().map(Operand::Const);
        constants.for_each(&mut visit);
        for inst in function.insts.values() {
            inst.op.each_operand(&mut visit);
        }
        for block in function.blocks.values() {
            block.terminator.each_operand(&mut visit);
            let phis = block.phis.iter().flat_map(|phi| &phi.incoming);
            phis.for_each(|&(_, operand)| visit(operand));
        }
        found
    }

    fn fault_of(&self, violation: &Violation) -> Fault {
        let span = self.span_of(violation);
        if let (Rule::I10, Some(value), Place::Block(id, _)) =
            (violation.rule, violation.value, violation.place)
        {
            let function = &self.module.functions[id];
            let name = function.values[value].name;
            let shown = self.module.show_operand(function, Operand::Value(value));
            let span = self.use_in(span.clone(), name).unwrap_or(span);
            let name = shown.to_string();
            return Fault::new(span, Cause::UsedBefore { name }).with(Remedy::Phi);
        }
        Fault::new(span, Cause::Rule(*violation))
    }

    /// Where in an instruction a value is used.
    fn use_in(&self, span: Range<usize>, name: Name) -> Option<Range<usize>> {
        let mut lexer = Lexer::new(self.lexer.text().get(..span.end)?).ok()?;
        lexer.start_at(span.start);
        loop {
            let token = lexer.next().ok()?;
            match token.kind {
                Kind::End => return None,
                Kind::Local => {
                    let is_named = match (self.key(token).ok()?, name) {
                        (super::names::Key::Number(number), Name::Number(wanted)) => {
                            number == wanted
                        }
                        (super::names::Key::Text(text), Name::Text(wanted)) => {
                            text == self.module.name(wanted)
                        }
                        _ => false,
                    };
                    if is_named {
                        return Some(token.start as usize..token.end as usize);
                    }
                }
                _ => {}
            }
        }
    }

    fn span_of(&self, violation: &Violation) -> Range<usize> {
        match violation.place {
            Place::Constant(id) => {
                let start = self
                    .constant_starts
                    .get(id.index())
                    .map_or(0, |&start| start as usize);
                start..start
            }
            _ => violation.origin.range(),
        }
    }
}
