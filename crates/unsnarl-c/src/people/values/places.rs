//! Places in memory by the names of fields, and the types of pointers.
//!
//! *Needs:* the [access path](Found) from a pointer or a variable to what is accessed.
//! *Gives:* `p->next`, `a[i]`, `s.x`, and their addresses.
//! *Cost:* linear in the path.
//!
//! A pointer is a `void *` unless all that is known of it says what it points to; where an access
//! knows more than the type of the variable, it has a cast.

use unsnarl_ir::{Definition, InstId, Op, Operand, TypeId, ValueId};

use super::{Made, Values};
use crate::people::expression::{Expression, Level};
use crate::people::fields::{Base, Found, Inside, Shape, Step, TargetId, Term, Ty, Wanted};
use crate::people::refusal::Cause;
use crate::people::unit::untyped;
use foldhash::HashMap;
use unsnarl_ir::pseudocode::written::Written;

/// What a path has led to.
enum At {
    /// What a pointer points to.
    Pointee(Expression),
    /// One of several that a pointer points to, which lie behind each other.
    Element(Expression, Expression),
    /// What has a name.
    Object(Expression),
}

impl<'m> Values<'_, 'm> {
    pub(in crate::people) fn inside(&self) -> Inside<'_> {
        self.unit.fields.inside(self.id, self.function)
    }

    /// What the variable of this name points to, if it is declared so.
    pub(in crate::people) fn target(&self, name: &str) -> Option<TargetId> {
        self.targets.get(name).copied()
    }

    /// Finds what the variables of the function point to: a parameter what its prototype says, any
    /// other what its values do, and rather a struct than a number.
    pub(in crate::people) fn find_targets(&mut self) {
        let (unit, code, function) = (self.unit, self.code, self.function);
        let fields = &unit.fields;
        let mut found: HashMap<String, TargetId> = HashMap::default();
        let mut add = |name: &str, target: Option<TargetId>| {
            let Some(target) = target.filter(|_| !name.is_empty()) else {
                return;
            };
            let own = found.entry(self.identifier(name)).or_insert(target);
            let is_record = |own| matches!(fields.shape(fields.target_type(own)), Shape::Record(_));
            if is_record(target) && !is_record(*own) {
                *own = target;
            }
        };
        for (inst, _) in code.variables() {
            add(
                code.variable_name(inst),
                fields.held_by(self.inside(), inst),
            );
        }
        for value in function.values.keys() {
            if unit.module.types.is_pointer(function.value_type(value)) && self.has_name(value) {
                add(code.name(value), fields.value(self.inside(), value));
            }
        }
        for (place, parameter) in function.parameters.iter().enumerate() {
            let Some(value) = parameter.value else {
                continue;
            };
            let name = self.identifier(code.name(value));
            match fields.parameter(self.id, place) {
                Some(target) => found.insert(name, target),
                None => found.remove(&name),
            };
        }
        self.targets = found;
    }

    /// Tells whether a value is written by its name.
    fn has_name(&self, value: ValueId) -> bool {
        match self.function.values[value].definition {
            Definition::Inst(inst) => self.code.written(inst) == Written::Statement,
            _ => true,
        }
    }

    /// A value as it is assigned to a pointer of this type, or to `void *`.
    pub(in crate::people) fn assigned(
        &self,
        value: Expression,
        to: Option<TargetId>,
    ) -> Expression {
        let is_text = value.text.starts_with('"') && to == Some(TargetId::BYTES);
        let is_other = to.is_some() && value.is_typed_pointer && value.points_to != to;
        match is_other && !is_text {
            true => untyped(&value),
            false => value,
        }
    }

    fn found(&self, pointer: Operand, wanted: Wanted, own: Option<InstId>) -> Option<Found> {
        let is_written = |inst| Some(inst) == own || self.code.written(inst) == Written::Folded;
        let found = self
            .unit
            .fields
            .find(self.inside(), pointer, wanted, &is_written)?;
        let is_fine = match found.base {
            Base::Pointer(_) => true,
            Base::Variable(inst) => self.code.variable_of(inst).is_some(),
            Base::Global(id) => !self.unit.is_written_otherwise(id),
        };
        is_fine.then_some(found)
    }

    /// A place of this type in memory by the names that lead to it, if there are any.
    pub(super) fn named_place(
        &self,
        pointer: Operand,
        ty: TypeId,
        align: Option<u64>,
    ) -> Result<Option<Expression>, Cause> {
        let align = self.unit.fields.promised(ty, align);
        let Some(found) = self.found(pointer, Wanted::Value(ty, align), None) else {
            return Ok(None);
        };
        let place = match self.led_to(&found)? {
            At::Pointee(pointer) => Expression::prefix("*", &pointer),
            At::Element(pointer, index) => pointer.element(index.text),
            At::Object(object) => object,
        };
        let place = match self.is_character(&found) {
            true => Expression::cast("uint8_t", &place),
            false => place,
        };
        Ok(Some(place.pointing(self.pointer_in(&found))))
    }

    /// Tells whether a place is one of a variable that is declared as characters, which have signs.
    fn is_character(&self, found: &Found) -> bool {
        matches!(found.base, Base::Global(id) if self.unit.is_text(id))
    }

    /// What the pointer points to that a place holds.
    fn pointer_in(&self, found: &Found) -> Option<TargetId> {
        // Elements of arrays have one type for all pointers, which may alias everything.
        let is_field = matches!(found.steps.last(), Some(Step::Field(_)));
        match self.unit.fields.shape(found.to) {
            Shape::Pointer(Some(to)) if is_field => self.unit.fields.target(to),
            _ => None,
        }
    }

    /// An address by the names that lead to it, if there are any.
    pub(super) fn named_address(&self, value: ValueId) -> Result<Option<Expression>, Cause> {
        let Definition::Inst(inst) = self.function.values[value].definition else {
            return Ok(None);
        };
        let Op::Gep { indices, .. } = &self.function.insts[inst].op else {
            return Ok(None);
        };
        let is_vector = |operand: &Operand| self.lanes(*operand).is_some();
        if is_vector(&Operand::Value(value)) || indices.iter().any(is_vector) {
            return Ok(None);
        }
        let Some(found) = self.found(Operand::Value(value), Wanted::Address, Some(inst)) else {
            return Ok(None);
        };
        if self.is_character(&found) {
            return Ok(None);
        }
        let fields = &self.unit.fields;
        // An array is the address of its first element.
        let (to, is_array) = match fields.shape(found.to) {
            Shape::Array { element, .. } => (element, true),
            _ => (found.to, false),
        };
        // A variable with the IR's type has other structs, and elements that are plain numbers.
        let is_plain = !matches!(found.base, Base::Pointer(_)) && matches!(found.from, Ty::Ir(_));
        let target = fields.target(to);
        let target = target.filter(|&to| !is_plain || to == TargetId::BYTES);
        if is_array && target.is_none() {
            return Ok(None);
        }
        let address = match self.led_to(&found)? {
            At::Pointee(_) | At::Element(..) if is_array => return Ok(None),
            At::Pointee(pointer) => pointer.pointing(target),
            At::Element(pointer, index) => moved(&pointer, &index).pointing(target),
            At::Object(object) if is_array => object.pointing(target),
            At::Object(object) => {
                // A number in a struct has a type of its own.
                let is_record = matches!(fields.shape(to), Shape::Record(_) | Shape::Int(1));
                let is_promise = matches!(found.base, Base::Pointer(_));
                Expression::address_as(&object, target.filter(|_| is_record), is_promise)
            }
        };
        Ok(Some(match found.base {
            Base::Global(id) if self.unit.is_constant(id) => Expression::cast("void *", &address),
            _ => address,
        }))
    }

    fn led_to(&self, found: &Found) -> Result<At, Cause> {
        let fields = &self.unit.fields;
        let mut at = match found.base {
            Base::Pointer(pointer) => {
                let pointer = self.operand(pointer)?;
                let target = fields.target(found.from);
                let text = target.map_or_else(|| "void".to_owned(), |to| fields.target_text(to));
                if let Shape::Record(number) = fields.shape(found.from) {
                    fields.need(number);
                }
                let pointer = match pointer.points_to == target {
                    true => pointer,
                    false => Expression::cast(format_args!("{text} *"), &pointer),
                };
                match found.element {
                    None => At::Pointee(pointer),
                    Some((term, further)) => At::Element(pointer, self.index(term, further)?),
                }
            }
            Base::Variable(inst) => At::Object(self.named(self.code.variable_name(inst))),
            Base::Global(id) => {
                self.unit.used_globals.borrow_mut().insert(id);
                At::Object(Expression::atom(self.unit.global_name(id)))
            }
        };
        for step in &found.steps {
            // An array that a pointer points to.
            at = match (at, step) {
                (At::Element(pointer, index), _) => At::Object(pointer.element(index.text)),
                (At::Pointee(pointer), Step::Element(_) | Step::Index { .. }) => {
                    At::Object(Expression::prefix("*", &pointer))
                }
                (at, _) => at,
            };
            at = match (at, step) {
                (At::Pointee(pointer), Step::Field(name)) => At::Object(Expression::new(
                    format!("{}->{name}", pointer.at(Level::Postfix)),
                    Level::Postfix,
                )),
                (At::Object(object), Step::Field(name)) => At::Object(object.field(name)),
                (At::Object(object), Step::Element(number)) => At::Object(object.element(number)),
                (
                    At::Object(object),
                    &Step::Index {
                        term,
                        further,
                        is_inside: true,
                    },
                ) => At::Object(object.element(self.index(Some(term), further)?.text)),
                (At::Object(object), &Step::Index { term, further, .. }) => {
                    At::Pointee(moved(&object, &self.index(Some(term), further)?))
                }
                (at, _) => at,
            };
        }
        Ok(at)
    }

    /// An index with its sign, where it may have one.
    fn index(&self, term: Option<Term>, further: i64) -> Made {
        let Some(term) = term else {
            return Ok(Expression::literal(further.to_string()));
        };
        let index = self.operand(term.index)?;
        let bits = self.bits(self.ty(term.index)).unwrap_or(64);
        if bits > 64 {
            return Err(Cause::Construct("an index of more than 64 bits".to_owned()));
        }
        let narrow = index.converted();
        let (index, is_wide) = match bits {
            // What becomes one of 64 bits by itself has the same value with a sign.
            64 if narrow.text != index.text => (narrow.clone(), false),
            64 if term.is_unsigned && further == 0 => (index, true),
            64 if further >= 0 && self.is_positive(term.index) => (index, true),
            64 => (self.signed(term.index)?, true),
            _ => (self.signed(term.index)?, false),
        };
        if further == 0 {
            return Ok(index);
        }
        let index = match is_wide && !index.is_untyped {
            true => index,
            false => Expression::cast("int64_t", &index),
        };
        let sign = if further < 0 { "-" } else { "+" };
        let number = Expression::literal(further.unsigned_abs().to_string());
        Ok(Expression::infix(sign, &index, &number))
    }
}

/// An address so many elements further.
fn moved(from: &Expression, index: &Expression) -> Expression {
    match index.text.strip_prefix('-') {
        Some(number) if number.bytes().all(|byte| byte.is_ascii_digit()) => {
            Expression::infix("-", from, &Expression::literal(number))
        }
        _ => Expression::infix("+", from, index),
    }
}
