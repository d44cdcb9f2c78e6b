//! Allocas as variables, and what the source calls values.
//!
//! *Needs:* a function that keeps the rules of [`crate::verify`].
//! *Gives:* [`Variables`].
//! *Cost:* O(function · log).
//!
//! An `alloca` of one element in the entry is a variable: `x` is what it holds and `&x` its
//! address. It is *private* if nothing but loads and stores of all of it use its address, so that
//! no other access can reach it. A parameter that is only stored into a variable, before anything
//! else uses that, is this variable: clang does so at -O0.

use std::collections::{BTreeMap, BTreeSet};

use super::effect::{Effect, effect_of};
use crate::debug::{LocalVariableId, Operands, Record, VariableKind};
use crate::function::{Definition, Function};
use crate::id::{Id, IdMap, InstId, TypeId, ValueId};
use crate::inst::{Inst, Op, Operand};
use crate::module::Module;

#[derive(Clone, Copy)]
pub(super) struct Variable {
    /// The type of what it holds.
    pub(super) ty: TypeId,
    /// Its value: the address.
    pub(super) address: ValueId,
    /// Whether only loads and stores of all of it use its address.
    pub(super) is_private: bool,
    /// The parameter that it is, and the store that says so.
    pub(super) parameter: Option<(ValueId, InstId)>,
}

pub(super) struct Variables {
    variables: BTreeMap<InstId, Variable>,
    /// The stores of parameters into their variables.
    homing: BTreeSet<InstId>,
    /// The variables that parameters are.
    homes: BTreeMap<ValueId, InstId>,
    /// The variable of the source that a value is, or that is at an address.
    source: IdMap<ValueId, Option<LocalVariableId>>,
}

impl Variables {
    pub(super) fn find(module: &Module, function: &Function) -> Self {
        let mut found = Variables {
            variables: BTreeMap::new(),
            homing: BTreeSet::new(),
            homes: BTreeMap::new(),
            source: IdMap::new(),
        };
        function.values.iter().for_each(|_| {
            found.source.push(None);
        });
        found.find_allocas(module, function);
        found.find_escapes(module, function);
        found.find_parameters(module, function);
        found.find_sources(module, function);
        found
    }

    pub(super) fn get(&self, inst: InstId) -> Option<&Variable> {
        self.variables.get(&inst)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (InstId, &Variable)> {
        self.variables
            .iter()
            .map(|(&inst, variable)| (inst, variable))
    }

    /// The variable whose address an operand is.
    pub(super) fn at(&self, function: &Function, operand: Operand) -> Option<(InstId, &Variable)> {
        let Operand::Value(value) = operand else {
            return None;
        };
        let Definition::Inst(inst) = function.values[value].definition else {
            return None;
        };
        Some((inst, self.variables.get(&inst)?))
    }

    /// The variable that a parameter is.
    pub(super) fn home(&self, parameter: ValueId) -> Option<&Variable> {
        self.variables.get(self.homes.get(&parameter)?)
    }

    /// Tells whether an instruction stores a parameter into the variable that it is.
    pub(super) fn is_homing(&self, inst: InstId) -> bool {
        self.homing.contains(&inst)
    }

    /// The variable of the source that a value is, or that is at an address.
    pub(super) fn source(&self, value: ValueId) -> Option<LocalVariableId> {
        self.source[value]
    }

    fn find_allocas(&mut self, module: &Module, function: &Function) {
        let Some(entry) = function.blocks.values().next() else {
            return;
        };
        for &inst in &entry.insts {
            let Inst {
                op:
                    Op::Alloca {
                        ty,
                        count: Operand::Const(count),
                        inalloca: false,
                        ..
                    },
                result: Some(address),
                ..
            } = function.insts[inst]
            else {
                continue;
            };
            if module.int(count).and_then(crate::WideInt::as_u64) == Some(1) {
                let variable = Variable {
                    ty,
                    address,
                    is_private: true,
                    parameter: None,
                };
                self.variables.insert(inst, variable);
            }
        }
    }

    fn find_escapes(&mut self, module: &Module, function: &Function) {
        let escape = |variables: &mut Self, operand: Operand| {
            let at = variables.at(function, operand).map(|(inst, _)| inst);
            if let Some(variable) = at.and_then(|inst| variables.variables.get_mut(&inst)) {
                variable.is_private = false;
            }
        };
        for block in function.blocks.values() {
            for &inst in &block.insts {
                let inst = &function.insts[inst];
                match (&inst.op, effect_of(module, inst)) {
                    (_, Effect::Hint) => {}
                    (
                        &Op::Load {
                            pointer,
                            volatile: false,
                            atomic: None,
                            ..
                        },
                        _,
                    ) => {
                        let ty = inst.result.map(|result| function.value_type(result));
                        if self.at(function, pointer).map(|(_, at)| at.ty) != ty {
                            escape(self, pointer);
                        }
                    }
                    (
                        &Op::Store {
                            value,
                            pointer,
                            volatile: false,
                            atomic: None,
                            ..
                        },
                        _,
                    ) => {
                        escape(self, value);
                        let ty = module.operand_type(function, value);
                        if self.at(function, pointer).map(|(_, at)| at.ty) != Some(ty) {
                            escape(self, pointer);
                        }
                    }
                    (op, _) => op.each_operand(|operand| escape(self, operand)),
                }
            }
            let terminator = &block.terminator;
            terminator.each_operand(|operand| escape(self, operand));
            for phi in &block.phis {
                for &(_, operand) in &phi.incoming {
                    escape(self, operand);
                }
            }
        }
    }

    fn find_parameters(&mut self, module: &Module, function: &Function) {
        let Some(entry) = function.blocks.values().next() else {
            return;
        };
        let uses = parameter_uses(function);
        let mut touched: BTreeSet<InstId> = BTreeSet::new();
        for &id in &entry.insts {
            let inst = &function.insts[id];
            if effect_of(module, inst) == Effect::Hint {
                continue;
            }
            if let Op::Store {
                value: Operand::Value(value),
                pointer,
                volatile: false,
                atomic: None,
                ..
            } = inst.op
                && uses.get(value.index()) == Some(&1)
                && let Some((alloca, variable)) = self.at(function, pointer)
                && variable.ty == function.value_type(value)
                && !touched.contains(&alloca)
            {
                self.homing.insert(id);
                self.homes.insert(value, alloca);
                if let Some(variable) = self.variables.get_mut(&alloca) {
                    variable.parameter = Some((value, id));
                }
            } else if matches!(inst.op, Op::Alloca { .. }) {
                continue;
            } else if !matches!(inst.op, Op::Store { .. }) {
                // Whatever follows may come after an access through a copy of an address.
                break;
            }
            inst.op.each_operand(|operand| {
                touched.extend(self.at(function, operand).map(|(alloca, _)| alloca));
            });
        }
    }

    fn find_sources(&mut self, module: &Module, function: &Function) {
        let (Some(info), Some(debug)) = (&module.debug, &function.debug) else {
            return;
        };
        for (_, record) in debug.all_records() {
            let Record::Variable(record) = record else {
                continue;
            };
            let is_plain = |expression| info.expressions[expression].elements.is_empty();
            let is_address = |value: ValueId| {
                let at = self.at(function, Operand::Value(value));
                at.is_some()
            };
            let (operands, expression) = match &record.kind {
                VariableKind::Assign {
                    address,
                    expression,
                    ..
                } if matches!(address, Operands::One(Operand::Value(at)) if is_address(*at)) => {
                    (address, *expression)
                }
                _ => (&record.operands, record.expression),
            };
            let &Operands::One(Operand::Value(value)) = operands else {
                continue;
            };
            let says_address = matches!(
                record.kind,
                VariableKind::Declare | VariableKind::Assign { .. }
            );
            if is_plain(expression)
                && is_address(value) == says_address
                && self.source[value].is_none()
            {
                self.source[value] = Some(record.variable);
            }
        }
    }
}

/// Counts the uses of each parameter.
fn parameter_uses(function: &Function) -> Vec<u32> {
    let mut uses = vec![0; function.parameters.len()];
    let mut count = |operand| {
        if let Operand::Value(value) = operand
            && let Some(uses) = uses.get_mut(value.index())
        {
            *uses += 1;
        }
    };
    for block in function.blocks.values() {
        for &inst in &block.insts {
            function.insts[inst].op.each_operand(&mut count);
        }
        block.terminator.each_operand(&mut count);
        for phi in &block.phis {
            phi.incoming.iter().for_each(|&(_, operand)| count(operand));
        }
    }
    uses
}
