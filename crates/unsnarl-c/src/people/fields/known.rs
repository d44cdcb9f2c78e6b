//! What is known of pointers and variables: by debug information, or else by the types that their
//! addresses are computed with.
//!
//! *Gives:* for each function the types of what its values lead to and of its variables, for each
//! global variable its type, and which structs are packed.
//! *Cost:* linear in the module.

use foldhash::HashMap;
use unsnarl_ir::debug::{Operands, Record as DebugRecord, TypeRef, VariableKind};
use unsnarl_ir::{
    Callee, Constant, Definition, FuncId, Function, GlobalId, GlobalKind, InstId, Linkage, Op,
    Operand, Type, TypeId, ValueId,
};

use super::paths::{Inside, LONGEST};
use super::{Base, Fields, Known, Shape, TargetId, Ty, Wanted};

/// Types that several things may say, and that are one only if all agree.
#[derive(Clone, Copy)]
pub(super) enum Vote {
    One(TypeId),
    None,
}

impl<'m> Fields<'m> {
    pub(in crate::people) fn inside<'a>(
        &'a self,
        id: FuncId,
        function: &'a Function,
    ) -> Inside<'a> {
        Inside {
            function,
            known: self.functions.get(&id).unwrap_or(&self.nothing),
        }
    }

    /// What a parameter points to in C.
    pub(in crate::people) fn parameter(&self, id: FuncId, place: usize) -> Option<TargetId> {
        *self.functions.get(&id)?.parameters.get(place)?
    }

    /// What a value points to in C, if it is an address.
    pub(in crate::people) fn value(&self, inside: Inside<'_>, value: ValueId) -> Option<TargetId> {
        let known = self.pointees(inside, Operand::Value(value), LONGEST);
        known.into_iter().find_map(|ty| self.target(ty))
    }

    /// What the address points to in C that a variable at an `alloca` holds.
    pub(in crate::people) fn held_by(&self, inside: Inside<'_>, inst: InstId) -> Option<TargetId> {
        let known = *inside.known.variables.get(&inst)?;
        match self.shape(Ty::Source(known)) {
            Shape::Pointer(Some(to)) => self.target(to),
            _ => None,
        }
    }

    /// The type of the source of a variable at an `alloca`, if the struct or array is declared so.
    pub(in crate::people) fn variable(&self, inside: Inside<'_>, inst: InstId) -> Option<Ty> {
        let Op::Alloca { ty, .. } = inside.function.insts[inst].op else {
            return None;
        };
        let known = Ty::Source(*inside.known.variables.get(&inst)?);
        let is_same = self.size(known) == self.layout.size(ty);
        let is_list = crate::people::types::is_va_list(self.module, ty);
        // What the IR has as bytes may have become so because it is no struct for compilers.
        let is_bytes = matches!(self.shape(Ty::Ir(ty)), Shape::Array { element, .. }
            if self.shape(element) == Shape::Int(1));
        (is_same && !is_list && !is_bytes && self.has_record(known)).then_some(known)
    }

    /// The type of the source of a global variable, if it is declared so.
    pub(in crate::people) fn global(&self, id: GlobalId) -> Option<Ty> {
        self.globals.get(&id).copied()
    }

    /// What the address points to in C that a global variable holds.
    pub(in crate::people) fn held_by_global(&self, id: GlobalId) -> Option<TargetId> {
        self.global_targets.get(&id).copied()
    }

    /// Tells whether a type is a struct whose members have names, or an array of such.
    fn has_record(&self, ty: Ty) -> bool {
        match self.shape(self.element_of(ty)) {
            Shape::Record(number) => {
                let record = self.record(number);
                self.shown(&record, 0)
                    .is_some_and(|shown| !shown.is_empty())
            }
            _ => false,
        }
    }

    pub(super) fn find_known(&mut self) {
        let module = self.module;
        self.find_globals();
        for (id, function) in module.functions.iter() {
            if !function.is_definition() {
                continue;
            }
            let mut known = self.said(function);
            known.elements = elements(module, function);
            self.functions.insert(id, known);
        }
        for (id, function) in module.functions.iter() {
            let parameters = function.parameters.iter();
            let parameters = parameters.map(|parameter| {
                let own = &parameter.attributes;
                let is_plain = own.byval.is_none() && own.sret.is_none() && !own.nest;
                let inside = self.inside(id, function);
                let value = parameter.value.filter(|_| is_plain)?;
                let is_address = module.types.is_pointer(parameter.ty);
                if !is_address || !self.functions.contains_key(&id) {
                    return None;
                }
                self.value(inside, value)
                    .or_else(|| self.held_by(inside, home(function, value)?))
            });
            let parameters = parameters.collect();
            if let Some(known) = self.functions.get_mut(&id) {
                known.parameters = parameters;
            }
        }
    }

    /// What debug information says of a function.
    fn said(&self, function: &Function) -> Known {
        let mut known = Known::default();
        let (Some(info), Some(debug)) = (self.info, &function.debug) else {
            return known;
        };
        for (_, record) in debug.all_records() {
            let DebugRecord::Variable(record) = record else {
                continue;
            };
            let Some(ty) = info.local_variables[record.variable].ty else {
                continue;
            };
            let is_plain = |expression| info.expressions[expression].elements.is_empty();
            let mut say = |operands: &Operands, is_address: bool| {
                let &Operands::One(Operand::Value(value)) = operands else {
                    return;
                };
                let alloca = alloca(function, value);
                match (alloca, is_address) {
                    (Some(inst), true) => {
                        known.variables.entry(inst).or_insert(ty);
                    }
                    (None, false) => {
                        let all = known.values.entry(value).or_default();
                        if !all.contains(&ty) {
                            all.push(ty);
                        }
                    }
                    _ => {}
                }
            };
            match &record.kind {
                VariableKind::Assign {
                    address,
                    expression,
                    ..
                } => {
                    if is_plain(*expression) {
                        say(address, true);
                    }
                    if is_plain(record.expression) {
                        say(&record.operands, false);
                    }
                }
                kind if is_plain(record.expression) => {
                    say(&record.operands, *kind == VariableKind::Declare);
                }
                _ => {}
            }
        }
        known
    }

    /// The types of what an address may lead to, the likeliest first.
    pub(super) fn pointees(&self, inside: Inside<'_>, operand: Operand, depth: usize) -> Vec<Ty> {
        let (Operand::Value(value), Some(depth)) = (operand, depth.checked_sub(1)) else {
            return Vec::new();
        };
        let said = inside.known.values.get(&value).into_iter().flatten();
        let mut all: Vec<Ty> = said
            .filter_map(|&ty| self.pointee(Ty::Source(ty)))
            .collect();
        if let Definition::Inst(inst) = inside.function.values[value].definition {
            match &inside.function.insts[inst].op {
                Op::Load { pointer, .. } => all.extend(self.loaded(inside, *pointer, depth)),
                Op::Gep { .. } => {
                    let bytes = self.bytes(inside.function, operand, &|_| true).pop();
                    let found =
                        bytes.and_then(|bytes| self.from(inside, &bytes, Wanted::Address, depth));
                    all.extend(found.map(|found| self.element_of(found.to)));
                }
                Op::Call(call) => {
                    if let Callee::Direct(id) = call.callee {
                        all.extend(self.returned(id));
                    }
                }
                _ => {}
            }
        }
        // A pointer to a struct says more than one to bytes.
        all.sort_by_key(|&ty| !matches!(self.shape(ty), Shape::Record(_)));
        if all.is_empty()
            && let Some(&Vote::One(ty)) = inside.known.elements.get(&value)
        {
            all.push(Ty::Ir(ty));
        }
        all
    }

    fn pointee(&self, ty: Ty) -> Option<Ty> {
        match self.shape(ty) {
            Shape::Pointer(to) => to,
            _ => None,
        }
    }

    /// What an address leads to that is loaded from memory.
    fn loaded(&self, inside: Inside<'_>, pointer: Operand, depth: usize) -> Option<Ty> {
        if let Operand::Value(value) = pointer
            && let Some(inst) = alloca(inside.function, value)
            && let Some(&known) = inside.known.variables.get(&inst)
        {
            return self.pointee(Ty::Source(known));
        }
        if let Operand::Const(id) = pointer
            && let Constant::Global(id) = self.module.constant(id)
            && let Some(target) = self.held_by_global(*id)
        {
            return Some(self.target_type(target));
        }
        let bytes = self.bytes(inside.function, pointer, &|_| true).pop()?;
        let found = self.from(inside, &bytes, Wanted::Pointer, depth)?;
        self.pointee(found.to)
    }

    /// What the result of a function leads to, by its declaration in the source.
    fn returned(&self, id: FuncId) -> Option<Ty> {
        let info = self.info?;
        let subprogram = self.module.functions[id].debug.as_ref()?.subprogram?;
        let types = info.subroutine_types[info.subprograms[subprogram].ty?].types;
        let first = super::shapes::list(info, types).first().copied()??;
        let result: TypeRef = first.try_into().ok()?;
        self.pointee(Ty::Source(result))
    }

    /// The variable or global variable that an address is the start of, its type, and how aligned
    /// it is.
    pub(super) fn object(&self, inside: Inside<'_>, operand: Operand) -> Option<(Base, Ty, u64)> {
        match operand {
            Operand::Value(value) => {
                let inst = alloca(inside.function, value)?;
                let Op::Alloca { ty, align, .. } = inside.function.insts[inst].op else {
                    return None;
                };
                if crate::people::types::is_va_list(self.module, ty) {
                    return None;
                }
                let known = self.variable(inside, inst).unwrap_or(Ty::Ir(ty));
                let align = align.or_else(|| self.layout.align(ty)).unwrap_or(1);
                Some((Base::Variable(inst), known, align))
            }
            Operand::Const(id) => {
                let &Constant::Global(id) = self.module.constant(id) else {
                    return None;
                };
                let global = &self.module.globals[id];
                let GlobalKind::Variable { align, .. } = global.kind else {
                    return None;
                };
                let known = self.global(id).unwrap_or(Ty::Ir(global.ty));
                Some((Base::Global(id), known, align.unwrap_or(1)))
            }
        }
    }

    fn find_globals(&mut self) {
        let Some(info) = self.info else { return };
        for (&id, expressions) in &info.variables_of {
            let [only] = expressions[..] else { continue };
            let only = &info.global_variable_expressions[only];
            let is_whole = only
                .expression
                .is_none_or(|own| info.expressions[own].elements.is_empty());
            let variable = only.variable.filter(|_| is_whole);
            let ty = variable.and_then(|own| info.global_variables[own].ty);
            let Some(ty) = ty.map(Ty::Source) else {
                continue;
            };
            let global = &self.module.globals[id];
            let GlobalKind::Variable { initializer, .. } = global.kind else {
                continue;
            };
            if self.size(ty) != self.layout.size(global.ty) {
                continue;
            }
            if self.module.types.is_pointer(global.ty)
                && let Some(target) = self.pointee(ty).and_then(|to| self.target(to))
            {
                self.global_targets.insert(id, target);
            }
            if !self.has_record(ty) {
                continue;
            }
            let is_empty = global.linkage == Linkage::Common
                || initializer.is_none_or(|own| {
                    matches!(
                        self.module.constant(own),
                        Constant::Zero(_) | Constant::Undef(_)
                    )
                });
            if is_empty || self.agree(ty, global.ty) {
                self.globals.insert(id, ty);
            }
        }
    }

    /// Tells whether a list of the parts of a type of the IR is one of this type, and sees to it
    /// that it stays one.
    fn agree(&self, ty: Ty, other: TypeId) -> bool {
        let (mut work, mut records) = (vec![(ty, other)], Vec::new());
        while let Some((ty, other)) = work.pop() {
            let is_same = match (self.shape(ty), self.shape(Ty::Ir(other))) {
                (Shape::Pointer(_), Shape::Pointer(_)) => true,
                (
                    Shape::Array { element, count },
                    Shape::Array {
                        element: Ty::Ir(inner),
                        count: own,
                    },
                ) => {
                    work.push((element, inner));
                    count == own
                }
                (Shape::Record(number), Shape::Record(own)) => {
                    let (record, own) = (self.record(number), self.record(own));
                    let shown = self.shown(&record, 0).unwrap_or_default();
                    let is_natural = shown.iter().all(|(member, bytes)| {
                        member.name.is_some()
                            && *bytes > 0
                            && member.offset.is_multiple_of(self.align_of(member.ty))
                    });
                    let same = shown.iter().zip(&own.members);
                    let same = same.filter(|((member, _), other)| member.offset == other.offset);
                    let is_same = is_natural
                        && record.size == own.size
                        && !record.is_union()
                        && !record.is_packed.get()
                        && same.count() == own.members.len()
                        && shown.len() == own.members.len();
                    for ((member, _), other) in shown.iter().zip(&own.members) {
                        if let Ty::Ir(other) = other.ty {
                            work.push((member.ty, other));
                        }
                    }
                    records.push(number);
                    is_same
                }
                (own, other) => own == other && !matches!(own, Shape::Other(_)),
            };
            if !is_same {
                return false;
            }
        }
        for number in records {
            self.record(number).is_pinned.set(true);
        }
        true
    }
}

/// The `alloca` of one element that makes a value.
pub(super) fn alloca(function: &Function, value: ValueId) -> Option<InstId> {
    let Definition::Inst(inst) = function.values[value].definition else {
        return None;
    };
    matches!(function.insts[inst].op, Op::Alloca { .. }).then_some(inst)
}

/// The variable that a parameter is stored in when the function begins.
fn home(function: &Function, parameter: ValueId) -> Option<InstId> {
    let entry = function.blocks.values().next()?;
    entry
        .insts
        .iter()
        .find_map(|&inst| match function.insts[inst].op {
            Op::Store {
                value: Operand::Value(value),
                pointer: Operand::Value(pointer),
                ..
            } if value == parameter => alloca(function, pointer),
            _ => None,
        })
}

/// By address, the type of the IR that all code computes addresses from it with.
fn elements(module: &unsnarl_ir::Module, function: &Function) -> HashMap<ValueId, Vote> {
    let mut found: HashMap<ValueId, Vote> = HashMap::default();
    for block in function.blocks.values() {
        for &inst in &block.insts {
            let Op::Gep {
                source,
                base: Operand::Value(base),
                ..
            } = function.insts[inst].op
            else {
                continue;
            };
            // Bytes are what optimisers compute with.
            if matches!(module.types.resolve(source), Type::Int(8)) {
                continue;
            }
            let vote = found.entry(base).or_insert(Vote::One(source));
            if matches!(*vote, Vote::One(other) if other != source) {
                *vote = Vote::None;
            }
        }
    }
    found
}
