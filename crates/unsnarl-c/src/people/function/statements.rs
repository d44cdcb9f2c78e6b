//! Statements and exits of blocks.

use foldhash::HashSet;
use unsnarl::{BlockId, Cfg, Id};
use unsnarl_ir::pseudocode::written::Written;
use unsnarl_ir::{InstId, Op, Operand, Terminator};

use super::{Bodied, Line, UNREACHABLE, What, assigned, is_hint};
use crate::people::constants::int;
use crate::people::expression::Expression;
use crate::people::refusal::Cause;
use crate::people::types::holder;
use crate::people::unit::Prototype;

impl Bodied<'_, '_> {
    /// Makes all texts.
    pub(super) fn make(&mut self, cfg: &Cfg, prototype: &Prototype, settled: &HashSet<BlockId>) {
        for block in cfg.blocks() {
            if block.index() >= self.values.function.blocks.len() {
                continue;
            }
            let data = &self.values.function.blocks[block];
            let mut lines = Vec::new();
            for &inst in self.values.code.insts(block) {
                if self.values.code.written(inst) == Written::Statement {
                    let (made, reads) = self.recorded(|| self.statement(inst));
                    match made {
                        Ok(what) => lines.extend(what.map(|what| Line { what, reads })),
                        Err(cause) => {
                            self.refuse(self.values.function.insts[inst].origin.line, cause);
                        }
                    }
                }
            }
            for edge in self.values.code.before_switch(block) {
                match self.copies(edge) {
                    Ok(copies) => lines.extend(copies),
                    Err(cause) => self.refuse(data.terminator_origin.line, cause),
                }
            }
            self.blocks[block.index()] = lines;
            if let Err(cause) = self.exit(cfg, block, &data.terminator, prototype) {
                self.refuse(data.terminator_origin.line, cause);
            }
            let all = cfg.edges(block);
            for edge in all.filter(|&edge| !self.values.code.is_before_switch(edge)) {
                match self.copies(edge) {
                    Ok(lines) if lines.is_empty() => {}
                    Ok(lines) => {
                        self.edges.insert(edge, lines);
                    }
                    Err(cause) => self.refuse(data.terminator_origin.line, cause),
                }
            }
            // A decision between equal edges is not asked for.
            let is_lost = self.acting.contains(&block) && self.are_equal(cfg, block);
            if is_lost || settled.contains(&block) {
                self.settle(block, &data.terminator);
            }
        }
    }

    /// Tells whether all edges of a block lead to one block, with nothing on them.
    fn are_equal(&self, cfg: &Cfg, block: BlockId) -> bool {
        let [first, rest @ ..] = cfg.successors(block) else {
            return true;
        };
        rest.iter().all(|own| own == first)
            && cfg.edges(block).all(|edge| !self.edges.contains_key(&edge))
    }

    pub(super) fn statement(&self, inst: InstId) -> Result<Option<What>, Cause> {
        let stored = self.stored(inst);
        if let Some(what) = stored.map_err(|cause| self.values.located(inst, cause))? {
            return Ok(Some(what));
        }
        let values = &self.values;
        let data = &values.function.insts[inst];
        if let Op::Call(call) = &data.op
            && let unsnarl_ir::Callee::Direct(id) = call.callee
            && let Some(name) = values.unit.module.intrinsic(id)
            && is_hint(name)
        {
            return Ok(None);
        }
        let expression = values.inst(inst)?;
        let Some(result) = data.result else {
            return Ok(Some(What::Text(format!("{};", expression.text))));
        };
        let name = values.identifier(values.code.name(result));
        let target = values.target(&name);
        Ok(Some(What::Set {
            name,
            value: values.assigned(expression, target),
            is_kept: values.acts_itself(inst),
        }))
    }

    /// The statement that an instruction is which stores a value; nothing if it is none.
    fn stored(&self, inst: InstId) -> Result<Option<What>, Cause> {
        let values = &self.values;
        let data = &values.function.insts[inst];
        if let &Op::Store {
            value,
            pointer,
            align,
            volatile,
            atomic,
        } = &data.op
        {
            if let Some(atomic) = atomic {
                let text = values.atomic_store(pointer, value, atomic)?;
                return Ok(Some(What::Text(format!("{text};"))));
            }
            if let Some(name) = values.set(pointer, values.ty(value)).filter(|_| !volatile) {
                let text = values.operand(value)?;
                let target = values.target(&name);
                return Ok(Some(What::Set {
                    name,
                    value: values.assigned(text, target),
                    is_kept: values.acts(value),
                }));
            }
            if let Some(text) = values.odd_store(pointer, value, align, volatile)? {
                return Ok(Some(What::Text(text)));
            }
            let place = match values.is_constant_place(pointer) {
                true => values.unnamed_place(pointer, values.ty(value), align, volatile)?,
                false => values.accessed(pointer, values.ty(value), align, volatile)?,
            };
            let value = values.operand(value)?;
            let value = values.assigned(value.converted().clone(), place.points_to);
            let set = assigned(&place.text, &value);
            return Ok(Some(What::Text(format!("{set};"))));
        }
        Ok(None)
    }

    pub(super) fn exit(
        &mut self,
        cfg: &Cfg,
        block: BlockId,
        terminator: &Terminator,
        prototype: &Prototype,
    ) -> Result<(), Cause> {
        match terminator {
            Terminator::Return(result) => {
                let text = match (result, prototype.returned) {
                    (Some(value), _) => format!("return {};", self.returned(*value, prototype)?),
                    (None, Some(place)) => {
                        let name = self.parameters()[place].clone();
                        self.values.read.borrow_mut().insert(name.clone());
                        format!("return {name};")
                    }
                    (None, None) => "return;".to_owned(),
                };
                self.leaves.insert(block, text);
            }
            Terminator::Unreachable => {
                self.leaves.insert(block, UNREACHABLE.to_owned());
            }
            Terminator::Jump(_) => {}
            &Terminator::Branch { condition, .. } => {
                let decision = self.values.condition(condition)?;
                self.decisions.insert(block, decision);
                let opposite = self.values.opposite(condition)?;
                self.opposites.insert(block, opposite);
                if self.values.acts(condition) {
                    self.acting.insert(block);
                }
            }
            Terminator::Switch { value, cases, .. } => {
                let ty = self.values.ty(*value);
                let module = self.values.unit.module;
                let bits = module.types.int_width(ty);
                let bits = bits.filter(|&bits| holder(bits).is_some_and(|size| size <= 64));
                let bits = bits.ok_or_else(|| self.values.unit.types.borrow().unsupported(ty))?;
                // The cases are converted to the type of what decides.
                let decision = self.values.operand(*value)?;
                let decision = match bits {
                    1 => Expression::cast("int", &decision),
                    _ => decision.typed(self.values.unit.value_type(ty)?),
                };
                self.decisions.insert(block, decision);
                if self.values.acts(*value) {
                    self.acting.insert(block);
                }
                for (edge, case) in cfg.edges(block).zip(cases) {
                    let number = module.int(case.value).map_or(0, unsnarl_ir::WideInt::low);
                    self.cases.insert(edge, int(number, bits).text);
                }
            }
            other => return Err(Cause::Construct(keyword(other).to_owned())),
        }
        Ok(())
    }

    /// A result. Numbers are signed where the function's type is.
    fn returned(&self, value: Operand, prototype: &Prototype) -> Result<String, Cause> {
        let text = self.values.operand(value)?;
        if let Some(returned) = &prototype.returned_as {
            return Ok(Expression::call(&returned.to, &[text]).text);
        }
        let is_signed = self.values.function.result_attributes.signext;
        Ok(match is_signed && text.is_untyped {
            true => self.values.signed(value)?.text,
            false => text.converted().text.clone(),
        })
    }

    /// Computes the decision of a block in a statement, and decides by the variable that has it.
    fn settle(&mut self, block: BlockId, terminator: &Terminator) {
        let by = match *terminator {
            Terminator::Branch { condition, .. } => condition,
            Terminator::Switch { value, .. } => value,
            _ => return,
        };
        let Some(decision) = self.decisions.get(&block).cloned() else {
            return;
        };
        let name = self.values.new_name("decided");
        self.values.read.borrow_mut().insert(name.clone());
        self.kept.push((name.clone(), self.values.ty(by)));
        let set = What::Set {
            name: name.clone(),
            value: decision,
            is_kept: true,
        };
        let lines = &mut self.blocks[block.index()];
        for what in [set, What::Text(format!("(void){name};"))] {
            lines.push(Line {
                what,
                reads: HashSet::default(),
            });
        }
        self.opposites.remove(&block);
        self.acting.remove(&block);
        self.decisions.insert(block, Expression::atom(name));
    }
}

/// What the IR calls a terminator that has no C.
fn keyword(terminator: &Terminator) -> &'static str {
    match terminator {
        Terminator::Return(_) => "ret",
        Terminator::Unreachable => "unreachable",
        Terminator::Jump(_) | Terminator::Branch { .. } => "br",
        Terminator::Switch { .. } => "switch",
        Terminator::Invoke(_) => "invoke",
        Terminator::Resume(_) => "resume",
        Terminator::CallBranch(_) => "callbr (an `asm goto`, which C without goto cannot express)",
        Terminator::CatchSwitch(_) => "catchswitch",
        Terminator::CatchReturn { .. } => "catchret",
        Terminator::CleanupReturn { .. } => "cleanupret",
    }
}
