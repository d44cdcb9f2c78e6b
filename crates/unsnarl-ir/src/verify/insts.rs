//! Rule I6: operands and results have valid types.

use super::{Judge, Rule};
use crate::function::Function;
use crate::id::TypeId;
use crate::inst::{Clause, ClauseKind, Op, Operand};
use crate::types::Type;

impl Judge<'_> {
    pub(super) fn op(&mut self, function: &Function, op: &Op, result: Option<TypeId>) {
        if let Op::Call(call) = op {
            return self.call(function, call, result);
        }
        let fits = match result {
            None => self.fits_without_result(function, op),
            Some(result) => self.fits(function, op, result),
        };
        self.check(Rule::I6, fits, what(op));
        match op {
            Op::Alloca { align, .. }
            | Op::Load { align, .. }
            | Op::Store { align, .. }
            | Op::AtomicRmw { align, .. }
            | Op::CompareExchange { align, .. } => self.align(*align),
            _ => {}
        }
    }

    fn fits_without_result(&self, function: &Function, op: &Op) -> bool {
        match op {
            Op::Store { value, pointer, .. } => {
                self.has_size(self.ty(function, *value))
                    && self.is_pointer(self.ty(function, *pointer))
            }
            Op::Fence(_) => true,
            _ => false,
        }
    }

    fn fits(&self, function: &Function, op: &Op, result: TypeId) -> bool {
        let ty = |operand: Operand| self.ty(function, operand);
        let is_result = |operand: Operand| ty(operand) == result;
        match op {
            Op::Unary { value, .. } => self.is_float(result) && is_result(*value),
            Op::Binary {
                op, left, right, ..
            } => {
                let fits = if op.is_float() {
                    self.is_float(result)
                } else {
                    self.is_int(result)
                };
                fits && is_result(*left) && is_result(*right)
            }
            Op::IntCompare { left, right, .. } => {
                let comparable = self.is_int(ty(*left)) || self.is_pointer_or_vector(ty(*left));
                comparable && ty(*left) == ty(*right) && self.is_comparison_of(result, ty(*left))
            }
            Op::FloatCompare { left, right, .. } => {
                self.is_float(ty(*left))
                    && ty(*left) == ty(*right)
                    && self.is_comparison_of(result, ty(*left))
            }
            Op::Cast { op, value, .. } => self.converts(*op, ty(*value), result),
            Op::Alloca {
                ty: held, count, ..
            } => {
                self.has_size(*held)
                    && self.module.types.int_width(ty(*count)).is_some()
                    && self.is_pointer(result)
            }
            Op::Load { pointer, .. } => self.is_pointer(ty(*pointer)) && self.has_size(result),
            Op::VaArg { list } => self.is_pointer(ty(*list)) && self.has_size(result),
            Op::Gep {
                source,
                base,
                indices,
                ..
            } => self.is_address(function, *source, *base, indices, result),
            Op::Select {
                condition,
                then,
                otherwise,
                ..
            } => {
                self.is_selector(ty(*condition), result)
                    && is_result(*then)
                    && is_result(*otherwise)
            }
            Op::Freeze(value) => is_result(*value),
            Op::ExtractValue { aggregate, path } => {
                self.inside(ty(*aggregate), path) == Some(result)
            }
            Op::InsertValue {
                aggregate,
                value,
                path,
            } => is_result(*aggregate) && self.inside(result, path) == Some(ty(*value)),
            Op::ExtractElement { vector, index } => {
                let vector = ty(*vector);
                self.is_vector(vector)
                    && self.module.types.scalar(vector) == result
                    && self.is_int(ty(*index))
            }
            Op::InsertElement {
                vector,
                element,
                index,
            } => {
                self.is_vector(result)
                    && is_result(*vector)
                    && ty(*element) == self.module.types.scalar(result)
                    && self.is_int(ty(*index))
            }
            Op::ShuffleVector { left, right, mask } => {
                ty(*left) == ty(*right) && self.is_shuffle(ty(*left), mask, result)
            }
            Op::AtomicRmw { pointer, value, .. } => {
                self.is_pointer(ty(*pointer)) && is_result(*value) && self.has_size(result)
            }
            Op::CompareExchange {
                pointer,
                expected,
                replacement,
                ..
            } => {
                self.is_pointer(ty(*pointer))
                    && ty(*expected) == ty(*replacement)
                    && self.is_exchange_of(result, ty(*expected))
            }
            Op::LandingPad { clauses, .. } => {
                self.is_value_type(result) && clauses.iter().all(|clause| self.is_clause(*clause))
            }
            Op::CatchPad { switch: pad, .. } | Op::CleanupPad { parent: pad, .. } => {
                is_result(*pad) && *self.module.types.get(result) == Type::Token
            }
            Op::Store { .. } | Op::Fence(_) | Op::Call(_) => false,
        }
    }

    /// Tells whether the value of a clause describes a type, or is an array of such values.
    fn is_clause(&self, clause: Clause) -> bool {
        let ty = self.module.constant_type(clause.value);
        match clause.kind {
            ClauseKind::Catch => self.is_pointer(ty),
            ClauseKind::Filter => matches!(self.module.types.resolve(ty), Type::Array { .. }),
        }
    }

    fn is_address(
        &self,
        function: &Function,
        source: TypeId,
        base: Operand,
        indices: &[Operand],
        result: TypeId,
    ) -> bool {
        let ints = indices
            .iter()
            .all(|&index| self.is_int(self.ty(function, index)));
        let base_type = self.ty(function, base);
        ints && self.is_pointer_or_vector(base_type)
            && self.module.types.scalar(base_type) == self.module.types.scalar(result)
            && (self.is_unmeasured(source)
                || self
                    .layout
                    .address(self.module, source, base, indices.iter().copied())
                    .is_ok())
    }

    /// Tells whether memory can hold a type whose size is known only at run time.
    pub(super) fn is_unmeasured(&self, ty: TypeId) -> bool {
        self.has_size(ty) && self.layout.get(ty).is_none()
    }

    pub(super) fn is_vector(&self, ty: TypeId) -> bool {
        matches!(self.module.types.get(ty), Type::Vector { .. })
    }

    /// Tells whether `condition` can choose between two values of type `ty`.
    pub(super) fn is_selector(&self, condition: TypeId, ty: TypeId) -> bool {
        self.is_bit(condition) || self.is_vector(condition) && self.is_comparison_of(condition, ty)
    }

    pub(super) fn is_shuffle(&self, operand: TypeId, mask: &[Option<u32>], result: TypeId) -> bool {
        let types = &self.module.types;
        match (types.get(operand), types.get(result)) {
            (
                Type::Vector {
                    element,
                    count: from,
                    scalable,
                },
                Type::Vector {
                    element: other,
                    count,
                    scalable: longer,
                },
            ) => {
                let picks = |index: &Option<u32>| {
                    index.is_none_or(|index| u64::from(index) < 2 * u64::from(*from))
                };
                element == other
                    && *count as usize == mask.len()
                    && scalable == longer
                    && mask.iter().all(|index| {
                        picks(index) && (!scalable || index.is_none_or(|index| index == 0))
                    })
            }
            _ => false,
        }
    }

    /// The type at the end of a path into an aggregate.
    pub(super) fn inside(&self, ty: TypeId, path: &[u32]) -> Option<TypeId> {
        path.iter()
            .try_fold(ty, |ty, &index| match self.module.types.resolve(ty) {
                Type::Struct { .. } | Type::Array { .. } => {
                    self.module.types.member(ty, u64::from(index))
                }
                _ => None,
            })
    }

    /// Tells whether `result` is `{ ty, i1 }`.
    fn is_exchange_of(&self, result: TypeId, ty: TypeId) -> bool {
        match self.module.types.get(result) {
            Type::Struct { fields, .. } => {
                matches!(**fields, [value, bit] if value == ty && self.is_bit(bit))
            }
            _ => false,
        }
    }
}

fn what(op: &Op) -> &'static str {
    match op {
        Op::Unary { .. } | Op::Binary { .. } => {
            "arithmetic has operands or a result that do not fit"
        }
        Op::IntCompare { .. } | Op::FloatCompare { .. } => {
            "a comparison has operands or a result that do not fit"
        }
        Op::Cast { .. } => "unknown conversion between these types",
        Op::Alloca { .. } => {
            "alloca has a type without a size, or a count or result that does not fit"
        }
        Op::Load { .. } => "a load has no pointer, or a type without a size",
        Op::Store { .. } => "a store has no pointer, or a value without a size",
        Op::Gep { .. } => "an address has operands or a result that do not fit, or names no member",
        Op::Select { .. } => "a select has operands or a result that do not fit",
        Op::ExtractValue { .. } | Op::InsertValue { .. } => {
            "an aggregate has no such part of this type"
        }
        Op::ExtractElement { .. } | Op::InsertElement { .. } | Op::ShuffleVector { .. } => {
            "a vector operation has operands or a result that do not fit"
        }
        Op::LandingPad { .. } | Op::CatchPad { .. } | Op::CleanupPad { .. } => {
            "a pad has operands or a result that do not fit"
        }
        Op::Freeze(_)
        | Op::VaArg { .. }
        | Op::AtomicRmw { .. }
        | Op::CompareExchange { .. }
        | Op::Fence(_) => "an instruction has operands or a result that do not fit",
        Op::Call(_) => "a call has operands or a result that do not fit",
    }
}
