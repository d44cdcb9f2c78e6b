//! What depends on things that stand later in the text.

use std::collections::HashMap;
use std::ops::Range;

use unsnarl_ir::{
    BlockId, BlockLabel, Callee, Constant, FuncId, FunctionAttributes, Id, Module, Name, Op,
    Operand, Place, Violation, verify,
};

use super::names::Key;
use super::{Reader, Result};
use crate::error::Cause;

impl<'s> Reader<'s> {
    /// Completes the module.
    pub(super) fn finish(mut self) -> Result<Module> {
        self.check_defined()?;
        self.resolve_groups()?;
        self.resolve_labels()?;
        resolve_callees(&mut self.module);
        match verify(&self.module).first() {
            None => Ok(self.module),
            Some(violation) => Err(self.error_in(self.span_of(violation), Cause::Rule(*violation))),
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

    fn resolve_groups(&mut self) -> Result<()> {
        for (function, tokens) in std::mem::take(&mut self.symbols.function_groups) {
            for token in tokens {
                let number = self.group_number(token)?;
                // LLVM takes a group that is nowhere defined as empty, and so do we.
                if let Some(group) = self.symbols.groups.get(&number) {
                    merge(&mut self.module.functions[function].attributes, group);
                }
            }
        }
        for (function, inst, tokens) in std::mem::take(&mut self.symbols.call_groups) {
            for token in tokens {
                let number = self.group_number(token)?;
                let Some(group) = self.symbols.groups.get(&number) else {
                    continue;
                };
                if let Op::Call(call) = &mut self.module.functions[function].insts[inst].op {
                    merge(&mut call.attributes, group);
                }
            }
        }
        for (global, token) in std::mem::take(&mut self.symbols.global_groups) {
            let number = self.group_number(token)?;
            if let Some(group) = self.symbols.groups.get(&number) {
                self.module.globals[global]
                    .attributes
                    .extend(&group.strings);
            }
        }
        Ok(())
    }

    /// Finds the blocks whose addresses are taken.
    fn resolve_labels(&mut self) -> Result<()> {
        let mut blocks: HashMap<FuncId, HashMap<Key<'s>, BlockId>> = HashMap::new();
        for label in std::mem::take(&mut self.symbols.labels.list) {
            let id = self
                .find_function(&label.function)
                .ok_or_else(|| self.undefined(label.used))?;
            let names = blocks
                .entry(id)
                .or_insert_with(|| block_names(&self.module, id));
            let block = *names
                .get(&label.block)
                .ok_or_else(|| self.undefined(label.used))?;
            if block.index() == 0 {
                let what = "the address of an entry block is taken";
                return Err(self.error_at(label.used, Cause::Misplaced { what }));
            }
            self.module.functions[id].labels.push(BlockLabel {
                number: label.number,
                block,
            });
        }
        Ok(())
    }
}

fn block_names<'s>(module: &Module, id: FuncId) -> HashMap<Key<'s>, BlockId> {
    let key = |name| match name {
        Name::Number(number) => Key::Number(number),
        Name::Text(text) => Key::Text(module.name(text).to_owned().into()),
    };
    module.functions[id]
        .blocks
        .pairs()
        .map(|(block, data)| (key(data.name), block))
        .collect()
}

/// Calls of a function's address become direct ones.
fn resolve_callees(module: &mut Module) {
    let mut functions = std::mem::take(&mut module.functions);
    for inst in functions
        .iter_mut()
        .flat_map(|function| function.insts.iter_mut())
    {
        if let Op::Call(call) = &mut inst.op
            && let Callee::Indirect(Operand::Const(constant)) = call.callee
            && let Constant::Function(function) = module.constant(constant)
        {
            call.callee = Callee::Direct(*function);
        }
    }
    module.functions = functions;
}

fn merge(attributes: &mut FunctionAttributes, group: &FunctionAttributes) {
    attributes.noreturn |= group.noreturn;
    attributes.nounwind |= group.nounwind;
    attributes.returns_twice |= group.returns_twice;
    attributes.convergent |= group.convergent;
    attributes.noduplicate |= group.noduplicate;
    attributes.noinline |= group.noinline;
    attributes.alwaysinline |= group.alwaysinline;
    attributes.naked |= group.naked;
    attributes.strings.extend(&group.strings);
}
