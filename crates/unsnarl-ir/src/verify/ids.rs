//! Rule I1: ids lead somewhere.

use super::{Place, Rule, Violation};
use crate::constant::{Constant, Expression};
use crate::function::{Definition, Function};
use crate::global::GlobalKind;
use crate::id::{BlockId, ConstId, FuncId, GlobalId, Id, NameId, TypeId, ValueId};
use crate::inst::{Callee, Op, Operand, Origin};
use crate::module::Module;
use crate::name::Name;
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
    for (id, global) in module.globals.pairs() {
        (ids.place, ids.origin) = (Place::Global(id), global.origin);
        ids.names([Some(global.name), global.section, global.comdat]);
        ids.each_type([global.ty, global.address_type]);
        match global.kind {
            GlobalKind::Variable { initializer, .. } => {
                initializer.into_iter().for_each(|id| ids.const_id(id))
            }
            GlobalKind::Alias { target } => ids.const_id(target),
        }
    }
    for (id, function) in module.functions.pairs() {
        (ids.place, ids.origin) = (Place::Function(id), function.origin);
        ids.function(id, function);
    }
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
                "a constant is made of one that does not come before it",
            );
        }
    }

    fn expression(&mut self, id: ConstId, expression: &Expression) {
        match expression {
            Expression::Binary { left, right, .. } | Expression::Compare { left, right, .. } => {
                self.parts(id, &[*left, *right]);
            }
            Expression::Cast { value, .. } => self.parts(id, &[*value]),
            Expression::Gep {
                source,
                base,
                indices,
                ..
            } => {
                self.each_type([*source]);
                self.parts(id, &[*base]);
                self.parts(id, indices);
            }
            Expression::Select {
                condition,
                then,
                otherwise,
            } => self.parts(id, &[*condition, *then, *otherwise]),
            Expression::ExtractElement { vector, index } => self.parts(id, &[*vector, *index]),
            Expression::InsertElement {
                vector,
                element,
                index,
            } => self.parts(id, &[*vector, *element, *index]),
            Expression::ShuffleVector { left, right, .. } => self.parts(id, &[*left, *right]),
        }
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
        self.names([Some(function.name), function.section, function.comdat]);
        self.each_type([function.ty, function.address_type]);
        function
            .personality
            .into_iter()
            .for_each(|id| self.const_id(id));
        for parameter in &function.parameters {
            self.each_type([parameter.ty]);
            let attributes = parameter.attributes;
            self.each_type(
                [attributes.sret, attributes.byval, attributes.inalloca]
                    .into_iter()
                    .flatten(),
            );
            parameter
                .value
                .into_iter()
                .for_each(|value| self.value(function, value));
        }
        for value in &function.values {
            self.each_type([value.ty]);
            self.name(value.name);
            self.definition(function, value.definition);
        }
        for inst in &function.insts {
            self.origin = inst.origin;
            self.op(function, &inst.op);
            inst.result
                .into_iter()
                .for_each(|value| self.value(function, value));
        }
        for (block, _) in function.blocks.pairs() {
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
            Op::Call(call) => {
                self.each_type([call.ty]);
                match call.callee {
                    Callee::Direct(id) => self.func(id),
                    Callee::Indirect(_) => {}
                    Callee::Assembly {
                        text, constraints, ..
                    } => self.names([Some(text), Some(constraints)]),
                }
                for attributes in call.arguments.iter().map(|argument| argument.attributes) {
                    self.each_type(
                        [attributes.sret, attributes.byval, attributes.inalloca]
                            .into_iter()
                            .flatten(),
                    );
                }
            }
            _ => {}
        }
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
        block
            .terminator
            .successors()
            .for_each(|to| self.block_id(function, to));
        block
            .terminator
            .operand()
            .into_iter()
            .for_each(|operand| self.operand(function, operand));
        if let Terminator::Switch { cases, .. } = &block.terminator {
            cases.iter().for_each(|case| self.const_id(case.value));
        }
    }
}
