//! Rule I1: ids are in range.

use super::{Place, Rule, Violation};
use crate::constant::{Constant, Expression};
use crate::function::{Definition, Function};
use crate::id::{BlockId, ConstId, FuncId, GlobalId, Id, NameId, TypeId, ValueId};
use crate::inst::{Call, Callee, Op, Operand};
use crate::module::Module;
use crate::name::Name;
use crate::origin::Origin;
use crate::terminator::Terminator;
use crate::types::Type;

pub(super) fn check(module: &Module, violations: &mut Vec<Violation>) {
    let mut ids = Ids {
        module,
        violations,
        place: Place::Module,
        origin: Origin::default(),
    };
    ids.types();
    for (id, constant) in module.constants() {
        ids.place = Place::Constant(id);
        ids.constant(id, constant);
    }
    for (id, global) in module.globals.iter() {
        (ids.place, ids.origin) = (Place::Global(id), global.origin);
        ids.names([Some(global.name), global.section, global.comdat]);
        ids.each_type([global.ty, global.address_type]);
        global
            .kind
            .constant()
            .into_iter()
            .for_each(|id| ids.const_id(id));
    }
    for (id, function) in module.functions.iter() {
        (ids.place, ids.origin) = (Place::Function(id), function.origin);
        ids.function(id, function);
    }
}

/// Checks one function.
pub(super) fn check_function(
    module: &Module,
    id: FuncId,
    function: &Function,
    violations: &mut Vec<Violation>,
) {
    let mut ids = Ids {
        module,
        violations,
        place: Place::Function(id),
        origin: function.origin,
    };
    ids.function(id, function);
}

struct Ids<'a> {
    module: &'a Module,
    violations: &'a mut Vec<Violation>,
    place: Place,
    origin: Origin,
}

impl Ids<'_> {
    fn holds(&mut self, holds: bool, what: &'static str) {
        if !holds {
            self.violations.push(Violation {
                rule: Rule::I1,
                what,
                place: self.place,
                origin: self.origin,
                value: None,
            });
        }
    }

    fn each_type(&mut self, types: impl IntoIterator<Item = TypeId>) {
        let count = self.module.types.len();
        types
            .into_iter()
            .for_each(|ty| self.holds(ty.index() < count, "a type does not exist"));
    }

    fn const_id(&mut self, id: ConstId) {
        self.holds(
            id.index() < self.module.constants().len(),
            "a constant does not exist",
        );
    }

    fn names(&mut self, names: impl IntoIterator<Item = Option<NameId>>) {
        let count = self.module.names.len();
        names
            .into_iter()
            .flatten()
            .for_each(|name| self.holds(name.index() < count, "a name does not exist"));
    }

    fn types(&mut self) {
        for id in self.module.types.ids() {
            match self.module.types.get(id) {
                Type::Vector { element, .. } | Type::Array { element, .. } => {
                    self.each_type([*element])
                }
                Type::Struct { fields, .. } => self.each_type(fields.iter().copied()),
                Type::Function {
                    result, parameters, ..
                } => {
                    self.each_type([*result]);
                    self.each_type(parameters.iter().copied());
                }
                Type::Target { types, .. } => self.each_type(types.iter().copied()),
                Type::Named(index) => {
                    let exists = (*index as usize) < self.module.types.named.len();
                    self.holds(exists, "a named type does not exist");
                }
                _ => {}
            }
        }
        self.names(self.module.comdats.iter().map(|comdat| Some(comdat.name)));
        for named in &self.module.types.named {
            self.names([Some(named.name)]);
            self.each_type(named.body);
        }
    }

    fn constant(&mut self, id: ConstId, constant: &Constant) {
        match constant {
            Constant::Int { ty, .. }
            | Constant::Float { ty, .. }
            | Constant::Null(ty)
            | Constant::Zero(ty)
            | Constant::Undef(ty)
            | Constant::Poison(ty)
            | Constant::Bytes { ty, .. }
            | Constant::Metadata { ty, .. } => self.each_type([*ty]),
            Constant::Aggregate { ty, elements } => {
                self.each_type([*ty]);
                self.parts(id, elements);
            }
            Constant::Splat { ty, element } => {
                self.each_type([*ty]);
                self.parts(id, &[*element]);
            }
            Constant::Global(global) => self.global(*global),
            Constant::Function(function) => self.func(*function),
            Constant::Expression { ty, expression } => {
                self.each_type([*ty]);
                self.expression(id, expression);
            }
        }
    }

    fn parts(&mut self, id: ConstId, parts: &[ConstId]) {
        for &part in parts {
            self.holds(
                part < id,
                "a constant uses a constant that does not come before it",
            );
        }
    }

    fn expression(&mut self, id: ConstId, expression: &Expression) {
        if let Expression::Gep { source, .. } = expression {
            self.each_type([*source]);
        }
        self.parts(id, &expression.operands());
    }

    fn global(&mut self, id: GlobalId) {
        self.holds(
            id.index() < self.module.globals.len(),
            "a global variable does not exist",
        );
    }

    fn func(&mut self, id: FuncId) {
        self.holds(
            id.index() < self.module.functions.len(),
            "a function does not exist",
        );
    }

    fn function(&mut self, id: FuncId, function: &Function) {
        let names = [function.section, function.comdat, function.collector];
        self.names([Some(function.name)].into_iter().chain(names));
        self.each_type([function.ty, function.address_type]);
        let constants = [function.personality, function.prefix, function.prologue];
        let constants = constants.into_iter().flatten();
        constants.for_each(|id| self.const_id(id));
        for parameter in &function.parameters {
            self.each_type([parameter.ty]);
            self.each_type(parameter.attributes.types());
            parameter
                .value
                .into_iter()
                .for_each(|value| self.value(function, value));
        }
        for value in function.values.values() {
            self.each_type([value.ty]);
            self.name(value.name);
            self.definition(function, value.definition);
        }
        for inst in function.insts.values() {
            self.origin = inst.origin;
            self.op(function, &inst.op);
            inst.result
                .into_iter()
                .for_each(|value| self.value(function, value));
        }
        for (block, _) in function.blocks.iter() {
            self.place = Place::Block(id, block);
            self.block(function, block);
        }
        for label in &function.labels {
            self.block_id(function, label.block);
        }
    }

    fn name(&mut self, name: Name) {
        if let Name::Text(name) = name {
            self.names([Some(name)]);
        }
    }

    fn definition(&mut self, function: &Function, definition: Definition) {
        match definition {
            Definition::Parameter(index) => {
                self.holds(
                    (index as usize) < function.parameters.len(),
                    "a parameter does not exist",
                );
            }
            Definition::Phi(block, index) => {
                let block = function.blocks.get(block);
                let exists = block.is_some_and(|block| (index as usize) < block.phis.len());
                self.holds(exists, "a phi does not exist");
            }
            Definition::Inst(id) => self.holds(
                function.insts.get(id).is_some(),
                "an instruction does not exist",
            ),
            Definition::Terminator(block) => self.block_id(function, block),
        }
    }

    fn value(&mut self, function: &Function, value: ValueId) {
        self.holds(
            value.index() < function.values.len(),
            "a value does not exist",
        );
    }

    fn block_id(&mut self, function: &Function, block: BlockId) {
        self.holds(
            block.index() < function.blocks.len(),
            "a block does not exist",
        );
    }

    fn operand(&mut self, function: &Function, operand: Operand) {
        match operand {
            Operand::Value(value) => self.value(function, value),
            Operand::Const(id) => self.const_id(id),
        }
    }

    fn op(&mut self, function: &Function, op: &Op) {
        op.each_operand(|operand| self.operand(function, operand));
        match op {
            Op::Alloca { ty, .. } | Op::Gep { source: ty, .. } => self.each_type([*ty]),
            Op::Call(call) => self.call(call),
            _ => {}
        }
    }

    /// Checks the ids of a call besides its operands.
    fn call(&mut self, call: &Call) {
        self.each_type([call.ty]);
        match call.callee {
            Callee::Direct(id) => self.func(id),
            Callee::Indirect(_) => {}
            Callee::Assembly(assembly) => {
                self.names([Some(assembly.text), Some(assembly.constraints)])
            }
        }
        let arguments = call.arguments.iter().map(|argument| argument.attributes);
        arguments.for_each(|attributes| self.each_type(attributes.types()));
        self.names(call.bundles.iter().map(|bundle| Some(bundle.tag)));
    }

    fn block(&mut self, function: &Function, id: BlockId) {
        let block = &function.blocks[id];
        self.origin = block.origin;
        self.name(block.name);
        for phi in &block.phis {
            self.origin = phi.origin;
            self.value(function, phi.result);
            for &(from, operand) in &phi.incoming {
                self.block_id(function, from);
                self.operand(function, operand);
            }
        }
        for &inst in &block.insts {
            self.holds(
                function.insts.get(inst).is_some(),
                "an instruction does not exist",
            );
        }
        self.origin = block.terminator_origin;
        let terminator = &block.terminator;
        terminator
            .successors()
            .for_each(|to| self.block_id(function, to));
        terminator.each_operand(|operand| self.operand(function, operand));
        let result = terminator.result().into_iter();
        result.for_each(|value| self.value(function, value));
        terminator
            .call()
            .into_iter()
            .for_each(|call| self.call(call));
        if let Terminator::Switch { cases, .. } = terminator {
            cases.iter().for_each(|case| self.const_id(case.value));
        }
    }
}
