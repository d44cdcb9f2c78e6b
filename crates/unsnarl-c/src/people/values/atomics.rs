//! Atomic accesses, by the builtins of gcc and clang.

use unsnarl_ir::{AtomicOp, Atomicity, Op, Operand, Ordering, Type, TypeId};

use super::{Made, Values};
use crate::people::expression::{Expression, Level};
use crate::people::refusal::Cause;
use crate::people::types::{holder, int_name};

impl Values<'_, '_> {
    pub(super) fn atomic_place(&self, pointer: Operand, ty: TypeId) -> Made {
        let name = self.unit.value_type(ty)?;
        Ok(Expression::cast(
            format_args!("{name} *"),
            &self.operand(pointer)?,
        ))
    }

    pub(super) fn atomic_load(&self, pointer: Operand, ty: TypeId, atomic: Atomicity) -> Made {
        let place = self.atomic_place(pointer, ty)?;
        let order = ordering(atomic.ordering);
        Ok(match self.resolved(ty) {
            Type::Int(_) | Type::Pointer { .. } if self.wide_size(ty).is_none() => {
                let text = format!("__atomic_load_n({}, {order})", place.text);
                Expression::new(text, Level::Postfix)
            }
            _ => {
                let name = self.unit.value_type(ty)?;
                Expression::atom(format!(
                    "__extension__({{ {name} ir_v; __atomic_load({}, &ir_v, {order}); ir_v; }})",
                    place.text
                ))
            }
        })
    }

    pub(in crate::people) fn atomic_store(
        &self,
        pointer: Operand,
        value: Operand,
        atomic: Atomicity,
    ) -> Result<String, Cause> {
        let place = self.atomic_place(pointer, self.ty(value))?;
        let (value_text, order) = (self.converted(value)?, ordering(atomic.ordering));
        let ty = self.ty(value);
        Ok(match self.resolved(ty) {
            Type::Int(_) | Type::Pointer { .. } if self.wide_size(ty).is_none() => {
                format!("__atomic_store_n({}, {value_text}, {order})", place.text)
            }
            _ => {
                let name = self.unit.value_type(self.ty(value))?;
                format!(
                    "__extension__({{ {name} ir_v = {value_text}; __atomic_store({}, &ir_v, {order}); }})",
                    place.text
                )
            }
        })
    }

    /// A comparison and exchange, as a struct of what was there and of whether it was replaced.
    pub(super) fn compare_exchange(&self, op: &Op, result: TypeId) -> Made {
        let &Op::CompareExchange {
            pointer,
            expected,
            replacement,
            weak,
            atomic,
            failure,
            ..
        } = op
        else {
            return Err(Cause::Construct("this instruction".to_owned()));
        };
        let ty = self.ty(expected);
        let name = self.unit.value_type(ty)?;
        let place = self.atomic_place(pointer, ty)?.text;
        let own = self.unit.value_type(result)?;
        let [expected, replacement] = [expected, replacement].map(|own| self.converted(own));
        let (head, function, new) = match self.wide_size(ty) {
            Some(_) => (
                format!("{name} ir_n = {}; ", replacement?),
                "__atomic_compare_exchange",
                "&ir_n".to_owned(),
            ),
            None => (String::new(), "__atomic_compare_exchange_n", replacement?),
        };
        Ok(Expression::atom(format!(
            "__extension__({{ {name} ir_v = {}; {head}bool ir_done = \
             {function}({place}, &ir_v, {new}, {weak}, {}, {}); ({own}){{ ir_v, ir_done }}; }})",
            expected?,
            ordering(atomic.ordering),
            ordering(failure),
        )))
    }

    pub(super) fn atomic_change(
        &self,
        op: AtomicOp,
        pointer: Operand,
        value: Operand,
        atomic: Atomicity,
    ) -> Made {
        use AtomicOp as A;
        if self.wide_size(self.ty(value)).is_some() {
            return self.wide_exchange(op, pointer, value, atomic);
        }
        let name = match op {
            A::Exchange => "__atomic_exchange_n",
            A::Add => "__atomic_fetch_add",
            A::Sub => "__atomic_fetch_sub",
            A::And => "__atomic_fetch_and",
            A::Nand => "__atomic_fetch_nand",
            A::Or => "__atomic_fetch_or",
            A::Xor => "__atomic_fetch_xor",
            _ => return self.atomic_loop(op, pointer, value, atomic),
        };
        if !matches!(self.resolved(self.ty(value)), Type::Int(_)) {
            return self.atomic_loop(op, pointer, value, atomic);
        }
        let place = self.atomic_place(pointer, self.ty(value))?;
        let text = format!(
            "{name}({}, {}, {})",
            place.text,
            self.converted(value)?,
            ordering(atomic.ordering)
        );
        Ok(Expression::new(text, Level::Postfix))
    }

    /// An exchange of integers of more than 128 bits, by the library.
    fn wide_exchange(
        &self,
        op: AtomicOp,
        pointer: Operand,
        value: Operand,
        atomic: Atomicity,
    ) -> Made {
        let ty = self.ty(value);
        if op != AtomicOp::Exchange {
            return Err(self.unit.types.borrow().no_operation(ty));
        }
        let name = self.unit.value_type(ty)?;
        let place = self.atomic_place(pointer, ty)?.text;
        let order = ordering(atomic.ordering);
        Ok(Expression::atom(format!(
            "__extension__({{ {name} ir_v = {}, ir_o; __atomic_exchange({place}, &ir_v, &ir_o, {order}); ir_o; }})",
            self.converted(value)?
        )))
    }

    /// An atomic change without a builtin: a loop around a comparison and exchange.
    pub(super) fn atomic_loop(
        &self,
        op: AtomicOp,
        pointer: Operand,
        value: Operand,
        atomic: Atomicity,
    ) -> Made {
        use AtomicOp as A;
        let ty = self.ty(value);
        let name = self.unit.value_type(ty)?;
        let place = self.atomic_place(pointer, ty)?;
        let bits = self.bits(ty).unwrap_or(0);
        let signed = holder(bits).map_or_else(String::new, |size| int_name(size, true));
        let next = match op {
            A::Exchange => "ir_v".to_owned(),
            A::Max => format!("({signed})ir_o > ({signed})ir_v ? ir_o : ir_v"),
            A::Min => format!("({signed})ir_o < ({signed})ir_v ? ir_o : ir_v"),
            A::UnsignedMax => "ir_o > ir_v ? ir_o : ir_v".to_owned(),
            A::UnsignedMin => "ir_o < ir_v ? ir_o : ir_v".to_owned(),
            A::FloatAdd => "ir_o + ir_v".to_owned(),
            A::FloatSub => "ir_o - ir_v".to_owned(),
            A::WrappingIncrement => "ir_o >= ir_v ? 0 : ir_o + 1".to_owned(),
            A::WrappingDecrement => "ir_o == 0 || ir_o > ir_v ? ir_v : ir_o - 1".to_owned(),
            _ => return Err(Cause::Construct(format!("an atomicrmw of {op:?}"))),
        };
        let order = ordering(atomic.ordering);
        let text = format!(
            "__extension__({{ {name} ir_v = {}, ir_o, ir_n; {name} *ir_p = {}; \
             __atomic_load(ir_p, &ir_o, __ATOMIC_RELAXED); \
             do ir_n = ({name})({next}); \
             while (!__atomic_compare_exchange(ir_p, &ir_o, &ir_n, 0, {order}, __ATOMIC_RELAXED)); \
             ir_o; }})",
            self.converted(value)?,
            place.text
        );
        Ok(Expression::atom(text))
    }
}

pub(in crate::people) fn ordering(ordering: Ordering) -> &'static str {
    match ordering {
        Ordering::Unordered | Ordering::Monotonic => "__ATOMIC_RELAXED",
        Ordering::Acquire => "__ATOMIC_ACQUIRE",
        Ordering::Release => "__ATOMIC_RELEASE",
        Ordering::AcquireRelease => "__ATOMIC_ACQ_REL",
        Ordering::SequentiallyConsistent => "__ATOMIC_SEQ_CST",
    }
}
