//! Variables, places in memory, and addresses.
//!
//! An access goes through a type that may alias everything, or names the variable that it is all
//! of.

use unsnarl_ir::pseudocode::written::Reach;
use unsnarl_ir::{
    Address, Constant, Definition, Expression as ConstantExpression, Flags, InstId, Op, Operand,
    Type, TypeId,
};

use super::integers::signed;
use super::{Made, Values};
use crate::people::expression::{Expression, Level};
use crate::people::helpers::Helper;
use crate::people::refusal::Cause;
use crate::people::types::{holder, is_va_list};
use crate::people::unit::{further, offset};
use crate::people::wide;

impl Values<'_, '_> {
    pub(super) fn alloca(&self, ty: TypeId, count: Operand, align: Option<u64>) -> Made {
        let size = self.unit.layout.size(ty).unwrap_or(0);
        let count = Expression::widened("size_t", &self.operand(count)?);
        let bytes = match size {
            1 => count,
            size => Expression::infix("*", &count, &Expression::literal(size.to_string())),
        };
        let place = match align {
            Some(align) if align > 16 => Expression::call(
                "__builtin_alloca_with_align",
                &[bytes, Expression::literal((8 * align).to_string())],
            ),
            _ => Expression::call("__builtin_alloca", &[bytes]),
        };
        Ok(match self.returns_again {
            true => {
                let reached = self.reached("ir_p");
                let text = format!(
                    "__extension__({{ void *ir_p = {}; {reached} ir_p; }})",
                    place.text
                );
                Expression::atom(text)
            }
            false => place,
        })
    }

    /// The statement that lets calls reach what is at an address.
    pub(in crate::people) fn reached(&self, address: &str) -> String {
        format!("{}({address});", self.unit.needs(Helper::Reached))
    }

    /// A place in memory that is read from or assigned to: by the names of fields, if they lead to
    /// it.
    pub(in crate::people) fn accessed(
        &self,
        pointer: Operand,
        ty: TypeId,
        align: Option<u64>,
        volatile: bool,
    ) -> Made {
        let is_object = self.object(pointer, ty).is_some();
        match volatile || is_object || self.wide_size(ty).is_some() {
            true => self.place(pointer, ty, align, volatile),
            false => match self.named_place(pointer, ty, align)? {
                Some(place) => Ok(place),
                None => self.place(pointer, ty, align, volatile),
            },
        }
    }

    /// A place in memory, by the variable that it is, or else by its address and type.
    pub(in crate::people) fn place(
        &self,
        pointer: Operand,
        ty: TypeId,
        align: Option<u64>,
        volatile: bool,
    ) -> Made {
        if let Some(bytes) = self.odd_bytes(ty, align) {
            return self.odd(pointer, ty, bytes, volatile);
        }
        if self.unit.types.borrow().has_truths(ty) {
            return Err(self.unit.types.borrow().unsupported(ty));
        }
        if (!volatile || self.is_volatile_at(pointer))
            && let Some(object) = self.object(pointer, ty)
        {
            return Ok(object);
        }
        self.unnamed_place(pointer, ty, align, volatile)
    }

    /// A place in memory by its address and type.
    pub(in crate::people) fn unnamed_place(
        &self,
        pointer: Operand,
        ty: TypeId,
        align: Option<u64>,
        volatile: bool,
    ) -> Made {
        let access = self.unit.types.borrow_mut().access(ty, align)?;
        let access = match volatile {
            true => format!("volatile {access}"),
            false => access,
        };
        let place = Expression::access(access, &self.operand(pointer)?);
        Ok(place)
    }

    /// What a load of an integer or a vector reads whose bytes are no type of C.
    fn odd(&self, pointer: Operand, ty: TypeId, bytes: u32, volatile: bool) -> Made {
        // Of a variable that bytes are stored to, those above the integer may be anything.
        if !volatile && let Some(name) = self.set(pointer, ty) {
            self.read.borrow_mut().insert(name.clone());
            return Ok(Expression::atom(name));
        }
        let name = self.unit.value_type(ty)?;
        let zero = match self.wide_size(ty) {
            Some(_) => "{{0}}",
            None if self.lanes_of(ty).is_some() => "{0}",
            None => "0",
        };
        let read = copied(&self.operand(pointer)?, bytes, volatile, false);
        let text = format!("__extension__({{ {name} ir_v = {zero}; {read} ir_v; }})");
        Ok(Expression::atom(text))
    }

    /// The statement that stores what has bytes that are no type of C, if it is that.
    pub(in crate::people) fn odd_store(
        &self,
        pointer: Operand,
        value: Operand,
        align: Option<u64>,
        volatile: bool,
    ) -> Result<Option<String>, Cause> {
        let ty = self.ty(value);
        let Some(bytes) = self.odd_bytes(ty, align) else {
            return Ok(None);
        };
        let name = self.unit.value_type(ty)?;
        let (pointer, value) = (self.operand(pointer)?, self.converted(value)?);
        let write = copied(&pointer, bytes, volatile, true);
        Ok(Some(format!("{{ {name} ir_v = {value}; {write} }}")))
    }

    /// How many bytes an integer or a vector has in memory, if they are no type of C. A struct of
    /// words is none where it is not aligned: gcc lets a function return it there nevertheless.
    fn odd_bytes(&self, ty: TypeId, align: Option<u64>) -> Option<u32> {
        if let Some((lane, count)) = self.lanes_of(ty) {
            let bytes = self.unit.layout.size(self.lane_of(ty))? as u32 * count;
            return (!count.is_power_of_two() && *lane != Type::Int(1)).then_some(bytes);
        }
        let bits = self.bits(ty)?;
        let bytes = bits.div_ceil(8);
        let size = holder(bits).or_else(|| wide::size(bits))?;
        let is_wide = holder(bits).is_none();
        let is_aligned = self.unit.fields.promised(ty, align) >= wide::ALIGN;
        (size != 8 * bytes || is_wide && !is_aligned).then_some(bytes)
    }

    /// Tells whether the variable that an `alloca` makes is declared volatile: nothing but its name
    /// is used of it, and the IR says so, or else a jump out of a call that comes back to another
    /// one takes back what it was set to.
    pub(in crate::people) fn is_volatile(&self, inst: InstId) -> bool {
        let Some(variable) = self.code.variable_of(inst) else {
            return false;
        };
        let is_said = match variable.reach {
            Reach::Private => self.returns_again,
            Reach::Volatile => true,
            Reach::Open => false,
        };
        let is_array = matches!(self.resolved(variable.ty), Type::Array { .. });
        let is_own = self.unit.fields.variable(self.inside(), inst).is_none();
        is_said && variable.parameter.is_none() && !is_array && is_own
    }

    fn is_volatile_at(&self, pointer: Operand) -> bool {
        self.alloca_at(pointer)
            .is_some_and(|inst| self.is_volatile(inst))
    }

    /// Tells whether an address is that of a variable which is declared as a `va_list`.
    pub(in crate::people) fn is_list(&self, pointer: Operand) -> bool {
        let inst = self.alloca_at(pointer);
        let variable = inst.and_then(|inst| self.code.variable_of(inst));
        variable.is_some_and(|variable| is_va_list(self.unit.module, variable.ty))
    }

    /// The instruction that makes an address.
    fn alloca_at(&self, pointer: Operand) -> Option<InstId> {
        let Operand::Value(value) = pointer else {
            return None;
        };
        match self.function.values[value].definition {
            Definition::Inst(inst) => Some(inst),
            _ => None,
        }
    }

    /// The private variable that a store sets, if it is one of this type.
    pub(in crate::people) fn set(&self, pointer: Operand, ty: TypeId) -> Option<String> {
        let Operand::Value(value) = pointer else {
            return None;
        };
        let Definition::Inst(inst) = self.function.values[value].definition else {
            return None;
        };
        let variable = self.code.variable_of(inst)?;
        let is_plain = variable.is_private() && variable.ty == ty;
        let is_array = matches!(self.resolved(ty), Type::Array { .. });
        let is_plain = is_plain && self.unit.fields.variable(self.inside(), inst).is_none();
        (is_plain && !is_array).then(|| self.identifier(self.code.variable_name(inst)))
    }

    /// Tells whether an address is that of a variable which nothing writes, or leads into one. What
    /// is stored there is not done, and compilers of C refuse it by name.
    pub(in crate::people) fn is_constant_place(&self, mut pointer: Operand) -> bool {
        const LONGEST: usize = 16;
        let module = self.unit.module;
        for _ in 0..LONGEST {
            pointer = match pointer {
                Operand::Const(id) => match module.constant(id) {
                    Constant::Global(global) => return self.unit.is_constant(*global),
                    Constant::Expression {
                        expression: ConstantExpression::Gep { base, .. },
                        ..
                    } => Operand::Const(*base),
                    _ => return false,
                },
                Operand::Value(_) => match self.folded(pointer) {
                    Some(Op::Gep { base, .. }) => *base,
                    _ => return false,
                },
            };
        }
        false
    }

    /// The variable at an address, if it has this type.
    pub(super) fn object(&self, pointer: Operand, ty: TypeId) -> Option<Expression> {
        if matches!(self.resolved(ty), Type::Array { .. }) {
            return None;
        }
        match pointer {
            Operand::Value(value) => {
                if let Definition::Inst(inst) = self.function.values[value].definition
                    && self.code.variable_of(inst)?.ty == ty
                    && self.unit.fields.variable(self.inside(), inst).is_none()
                {
                    return Some(self.named(self.code.variable_name(inst)));
                }
                None
            }
            Operand::Const(id) => {
                let &Constant::Global(global) = self.unit.module.constant(id) else {
                    return None;
                };
                let same = self.unit.module.globals[global].ty == ty;
                let is_own = self.unit.fields.global(global).is_none();
                (same && is_own && !self.unit.is_literal(global)).then(|| {
                    self.unit.used_globals.borrow_mut().insert(global);
                    let name = Expression::atom(self.unit.global_name(global));
                    name.pointing(self.unit.fields.held_by_global(global))
                })
            }
        }
    }

    pub(super) fn address(
        &self,
        source: TypeId,
        base: Operand,
        indices: &[Operand],
        flags: Flags,
    ) -> Made {
        let unit = self.unit;
        let address = unit
            .layout
            .address(unit.module, source, base, indices.iter().copied());
        let address = address.map_err(|error| Cause::Construct(error.to_string()))?;
        let mut text = self.operand(address.base)?;
        if self.lanes(base).is_some() || indices.iter().any(|&index| self.lanes(index).is_some()) {
            return self.addresses(&address);
        }
        let stays =
            flags.contains(Flags::IN_BOUNDS) || flags.contains(Flags::NO_UNSIGNED_SIGNED_WRAP);
        // C has no sums with a null pointer.
        let is_null = matches!(address.base, Operand::Const(id)
            if matches!(unit.module.constant(id), Constant::Null(_)));
        let stays = stays && !is_null;
        if !stays {
            text = Expression::cast("uintptr_t", &text);
        }
        for term in &address.terms {
            let bits = self.bits(self.ty(term.index)).unwrap_or(64);
            let mut index = match stays {
                true if bits == 64 => {
                    let index = self.operand(term.index)?;
                    match index.converted().text == index.text {
                        true => self.signed(term.index)?.typed("int64_t"),
                        false => Expression::cast("int64_t", index.converted()),
                    }
                }
                true => Expression::cast("int64_t", &self.signed(term.index)?),
                false if bits == 64 => self.operand(term.index)?.typed("uint64_t"),
                false => Expression::cast("uint64_t", &self.signed(term.index)?),
            };
            if bits > 64 {
                return Err(Cause::Construct("an index of more than 64 bits".to_owned()));
            }
            if term.scale != 1 {
                index =
                    Expression::infix("*", &index, &Expression::literal(term.scale.to_string()));
            }
            text = further("+", &text, &index);
        }
        text = offset(text, address.offset);
        Ok(match stays {
            true => text,
            false => Expression::cast("void *", &text),
        })
    }

    /// A vector of addresses: as integers, which wrap.
    pub(super) fn addresses(&self, address: &Address) -> Made {
        let count = address
            .terms
            .iter()
            .map(|term| term.index)
            .chain([address.base])
            .find_map(|operand| Some(self.lanes(operand)?.1));
        let count = count.ok_or_else(|| Cause::Construct("a vector of addresses".to_owned()))?;
        let lanes = self.unit.types.borrow_mut().lanes(64, count, false);
        let signed_lanes = |bits| self.unit.types.borrow_mut().lanes(bits, count, true);
        let splat = |own: &str| format!("({lanes}){{ {} }}", vec![own; count as usize].join(", "));
        let base = self.operand(address.base)?;
        let mut text = match self.lanes(address.base) {
            Some(_) => Expression::cast(&lanes, &base),
            None => {
                let address = Expression::cast("uintptr_t", &base);
                Expression::new(splat(&address.text), Level::Postfix)
            }
        };
        for term in &address.terms {
            let index = self.operand(term.index)?;
            let index = match self.lanes(term.index) {
                Some((Type::Int(64), _)) => Expression::cast(&lanes, &index),
                Some((&Type::Int(bits), _)) => {
                    let own = Expression::cast(signed_lanes(bits), &index);
                    let wide = Expression::atom(signed_lanes(64));
                    let wide = Expression::call("__builtin_convertvector", &[own, wide]);
                    Expression::cast(&lanes, &wide)
                }
                _ => {
                    let bits = self.bits(self.ty(term.index)).unwrap_or(64);
                    Expression::cast("uint64_t", &signed(&index, bits))
                }
            };
            let scale = Expression::literal(term.scale.to_string());
            text = Expression::infix("+", &text, &Expression::infix("*", &index, &scale));
        }
        let bytes = Expression::cast("uint64_t", &Expression::literal(address.offset.to_string()));
        Ok(match address.offset {
            0 => text,
            _ => Expression::infix("+", &text, &bytes),
        })
    }
}

/// The statement that copies bytes from an address to `ir_v`, or from there to the address. Each
/// volatile byte is accessed once.
fn copied(pointer: &Expression, bytes: u32, volatile: bool, is_store: bool) -> String {
    let (mut to, mut from) = match volatile {
        true => {
            let there = Expression::cast("volatile uint8_t *", pointer);
            let here = "((uint8_t *)&ir_v)[ir_i]".to_owned();
            (here, there.element("ir_i").text)
        }
        false => ("&ir_v".to_owned(), pointer.converted().text.clone()),
    };
    if is_store {
        std::mem::swap(&mut to, &mut from);
    }
    match volatile {
        true => format!("for (int ir_i = 0; ir_i < {bytes}; ir_i++) {{ {to} = {from}; }}"),
        false => format!("__builtin_memcpy({to}, {from}, {bytes});"),
    }
}
