//! Facts that depend on later text.

use foldhash::HashMap;
use unsnarl_ir::{BlockId, BlockLabel, Call, FuncId, Function, Id, Module, Name, Op};

use super::names::Key;
use super::symbols::CallPlace;
use super::{Reader, Result};
use crate::build::{forget_declared_progress, merge, resolve_callees};
use crate::error::{Cause, Entity, Reading};

impl<'s> Reader<'s> {
    /// Completes the module.
    pub(super) fn finish(mut self) -> Reading {
        for settle in [Self::declare_intrinsics, Self::resolve_groups] {
            if let Err(fault) = settle(&mut self) {
                self.note(Entity::Other, fault);
            }
        }
        self.declare_undefined();
        self.resolve_labels();
        resolve_callees(&mut self.module);
        forget_declared_progress(&mut self.module);
        self.judge();
        self.settle_debug();
        self.settle_loops();
        self.into_reading()
    }

    fn resolve_groups(&mut self) -> Result<()> {
        for (function, tokens) in std::mem::take(&mut self.symbols.function_groups) {
            for token in tokens {
                let number = self.group_number(token)?;
                // An undefined group is empty, as in LLVM.
                if let Some(group) = self.symbols.groups.get(&number) {
                    merge(&mut self.module.function_mut(function).attributes, group);
                }
            }
        }
        for (function, place, tokens) in std::mem::take(&mut self.symbols.call_groups) {
            for token in tokens {
                let number = self.group_number(token)?;
                let Some(group) = self.symbols.groups.get(&number) else {
                    continue;
                };
                if let Some(call) = call_at(self.module.function_mut(function), place) {
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
    fn resolve_labels(&mut self) {
        let mut blocks: HashMap<FuncId, HashMap<Key<'s>, BlockId>> = HashMap::default();
        for label in std::mem::take(&mut self.symbols.labels.list) {
            let Some(id) = self.find_function(&label.function) else {
                if !self.symbols.skipped.contains(&label.function) && !self.is_skipped(label.used) {
                    let fault = self.undefined(label.used);
                    self.blame(fault);
                }
                continue;
            };
            if self.is_dropped(id) {
                continue;
            }
            let names = blocks
                .entry(id)
                .or_insert_with(|| block_names(&self.module, id));
            match names.get(&label.block) {
                Some(block) if block.index() == 0 => {
                    let what = "the address of an entry block is taken";
                    let fault = self.error_at(label.used, Cause::Misplaced { what });
                    self.blame(fault);
                }
                Some(&block) => self.module.function_mut(id).labels.push(BlockLabel {
                    number: label.number,
                    block,
                }),
                // Blocks of an unreadable function are unknown.
                None if self.symbols.skipped.contains(&label.function) => {}
                None if self.is_skipped(label.used) => {}
                None => {
                    let fault = self.undefined(label.used);
                    self.blame(fault);
                }
            }
        }
    }
}

fn block_names<'s>(module: &Module, id: FuncId) -> HashMap<Key<'s>, BlockId> {
    let key = |name| match name {
        Name::Number(number) => Some(Key::Number(number)),
        Name::Text(text) => Some(Key::Text(module.name(text).to_owned().into())),
        // Only a rewrite makes such names, and nothing was rewritten yet.
        Name::Made(_) => None,
    };
    module.functions[id]
        .blocks
        .iter()
        .filter_map(|(block, data)| Some((key(data.name)?, block)))
        .collect()
}

fn call_at(function: &mut Function, place: CallPlace) -> Option<&mut Call> {
    match place {
        CallPlace::Inst(inst) => match &mut function.insts[inst].op {
            Op::Call(call) => Some(call),
            _ => None,
        },
        CallPlace::Terminator(block) => function.blocks[block].terminator.call_mut(),
    }
}
