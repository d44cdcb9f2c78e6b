//! Allocas as variables, and the source's names for values.
//!
//! *Needs:* a function that keeps the rules of [`crate::verify`].
//! *Gives:* [`Variables`].
//! *Cost:* O(function · log).
//!
//! An `alloca` of one element in the entry is a variable: `x` is its contents and `&x` its address.
//! It is *private* if its address is used only by loads and stores of the whole variable, none of
//! them volatile, so that no other access can reach it. If a parameter is only stored into a
//! variable, before any other use of the variable, the parameter is this variable: clang does so at
//! -O0. In a function with calls that return twice this applies only if the variable keeps its
//! value.

use std::collections::{BTreeMap, BTreeSet};

use super::effect::{Effect, effect_of, returns_twice};
use crate::debug::{LocalVariableId, Operands, Record, VariableKind};
use crate::function::{Definition, Function};
use crate::id::{Id, IdMap, InstId, TypeId, ValueId};
use crate::inst::{Inst, Op, Operand};
use crate::module::Module;

/// The uses of a variable's address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reach {
    /// Only loads and stores of the whole variable.
    Private,
    /// The same, but some of them are volatile.
    Volatile,
    /// Any uses.
    Open,
}

#[derive(Clone, Copy)]
pub(super) struct Variable {
    /// The type of its contents.
    pub(super) ty: TypeId,
    /// Its value: the address.
    pub(super) address: ValueId,
    /// The uses of its address.
    pub(super) reach: Reach,
    /// The number of stores of the whole variable.
    stores: u32,
    /// The parameter that it is, and the store of that parameter.
    pub(super) parameter: Option<(ValueId, InstId)>,
}

pub(super) struct Variables {
    variables: BTreeMap<InstId, Variable>,
    /// The stores of parameters into their variables.
    homing: BTreeSet<InstId>,
    /// By parameter: its variable.
    homes: BTreeMap<ValueId, InstId>,
    /// By value: the variable of the source that it is, or that is at its address.
    source: IdMap<ValueId, Option<LocalVariableId>>,
}

impl Variable {
    /// Tells whether only loads and stores of the whole variable can reach it.
    pub(super) fn is_private(&self) -> bool {
        self.reach == Reach::Private
    }
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

    /// The variable of a parameter.
    pub(super) fn home(&self, parameter: ValueId) -> Option<&Variable> {
        self.variables.get(self.homes.get(&parameter)?)
    }

    /// Tells whether an instruction stores a parameter into its own variable.
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
                    reach: Reach::Private,
                    stores: 0,
                    parameter: None,
                };
                self.variables.insert(inst, variable);
            }
        }
    }

    fn find_escapes(&mut self, module: &Module, function: &Function) {
        for block in function.blocks.values() {
            for &inst in &block.insts {
                let inst = &function.insts[inst];
                match (&inst.op, effect_of(module, inst)) {
                    (_, Effect::Hint) => {}
                    (
                        &Op::Load {
                            pointer,
                            volatile,
                            atomic: None,
                            ..
                        },
                        _,
                    ) => {
                        let ty = inst.result.map(|result| function.value_type(result));
                        self.reach(function, pointer, accessed(ty, volatile));
                    }
                    (
                        &Op::Store {
                            value,
                            pointer,
                            volatile,
                            atomic: None,
                            ..
                        },
                        _,
                    ) => {
                        self.reach(function, value, |_| Reach::Open);
                        let ty = module.operand_type(function, value);
                        if let Some(variable) = self.at_mut(function, pointer) {
                            variable.stores += 1;
                        }
                        self.reach(function, pointer, accessed(Some(ty), volatile));
                    }
                    (op, _) => {
                        op.each_operand(|operand| self.reach(function, operand, |_| Reach::Open));
                    }
                }
            }
            let terminator = &block.terminator;
            terminator.each_operand(|operand| self.reach(function, operand, |_| Reach::Open));
            for phi in &block.phis {
                for &(_, operand) in &phi.incoming {
                    self.reach(function, operand, |_| Reach::Open);
                }
            }
        }
    }

    fn at_mut(&mut self, function: &Function, operand: Operand) -> Option<&mut Variable> {
        let (inst, _) = self.at(function, operand)?;
        self.variables.get_mut(&inst)
    }

    /// Records how an instruction uses the variable at an address.
    fn reach(
        &mut self,
        function: &Function,
        operand: Operand,
        how: impl FnOnce(&Variable) -> Reach,
    ) {
        if let Some(variable) = self.at_mut(function, operand) {
            variable.reach = variable.reach.max(how(variable));
        }
    }

    fn find_parameters(&mut self, module: &Module, function: &Function) {
        let Some(entry) = function.blocks.values().next() else {
            return;
        };
        let uses = parameter_uses(function);
        let mut blocks = function.blocks.keys();
        let may_change = !blocks.any(|block| returns_twice(module, function, block));
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
                && (may_change || variable.stores == 1)
            {
                self.homing.insert(id);
                self.homes.insert(value, alloca);
                if let Some(variable) = self.variables.get_mut(&alloca) {
                    variable.parameter = Some((value, id));
                }
            } else if matches!(inst.op, Op::Alloca { .. }) {
                continue;
            } else if !matches!(inst.op, Op::Store { .. }) {
                // Any later use may come after an access through a copy of the address.
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

/// The kind of an access of this type to a variable.
fn accessed(ty: Option<TypeId>, is_volatile: bool) -> impl FnOnce(&Variable) -> Reach {
    move |variable| match Some(variable.ty) == ty {
        true if is_volatile => Reach::Volatile,
        true => Reach::Private,
        false => Reach::Open,
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
