//! One instruction.

use super::evaluate::{self, Gep};
use super::floating::SignChange;
use super::frame::{Frame, Step, World};
use super::integer;
use super::interpreter::Interpreter;
use super::scalar::Scalar;
use super::stop::{Stop, Unsupported};
use super::value::Value;
use crate::function::Function;
use crate::id::{InstId, TypeId};
use crate::inst::{Inst, Op, Operand};
use crate::ops::{Flags, IntPredicate};

/// Reads the operands of an instruction.
struct Reader<'a> {
    interpreter: &'a Interpreter<'a>,
    frame: &'a Frame,
    function: &'a Function,
}

impl Reader<'_> {
    fn value(&self, operand: Operand) -> Result<Value, Stop> {
        self.interpreter.operand(self.frame, operand)
    }

    fn scalar(&self, operand: Operand) -> Result<Scalar, Stop> {
        Ok(self.value(operand)?.scalars()[0].clone())
    }

    fn ty(&self, operand: Operand) -> TypeId {
        let module = self.interpreter.module;
        module.operand_type(self.function, operand)
    }
}

impl<'m> Interpreter<'m> {
    /// Runs an instruction.
    pub(super) fn step(
        &self,
        world: &mut World<'_>,
        frame: &mut Frame,
        function: &'m Function,
        id: InstId,
    ) -> Result<Step, Stop> {
        let inst = &function.insts[id];
        let ty = inst.result.map(|result| function.value_type(result));
        if let Op::Call(call) = &inst.op {
            return self.call_inst(world, frame, call, ty);
        }
        let reader = Reader {
            interpreter: self,
            frame,
            function,
        };
        let value = match &inst.op {
            Op::Alloca { .. } => Some(self.alloca(world, frame, function, id)?),
            Op::Fence(_) => None,
            Op::LandingPad { .. } | Op::CatchPad { .. } | Op::CleanupPad { .. } => {
                return Err(Unsupported::Exception.into());
            }
            _ => match self.access(world, &reader, inst, ty)? {
                Accessed::Value(value) => value,
                Accessed::No => Some(self.compute(&reader, &inst.op, ty)?),
            },
        };
        if let Some(result) = inst.result {
            frame.values[result] = value;
        }
        Ok(Step::Next)
    }

    fn alloca(
        &self,
        world: &mut World<'_>,
        frame: &mut Frame,
        function: &Function,
        id: InstId,
    ) -> Result<Value, Stop> {
        let inst = &function.insts[id];
        let (
            Op::Alloca {
                ty, count, align, ..
            },
            Some(result),
        ) = (&inst.op, inst.result)
        else {
            return Err(Unsupported::Constant.into());
        };
        let count = self.operand(frame, *count)?;
        let count = count.scalars()[0]
            .decided()?
            .as_u64()
            .ok_or(Stop::OutOfSpace)?;
        let layout = self.layout.get(*ty).ok_or(Unsupported::Type(*ty))?;
        let size = layout.size.checked_mul(count).ok_or(Stop::OutOfSpace)?;
        let align = align.unwrap_or(1).max(layout.align);
        let place = self.allocate(world, frame, id, size, align)?;
        let kind = self.shapes.element(function.value_type(result))?;
        Ok(Value::One(Scalar::int(kind.bits(), place.into())))
    }

    /// Instructions that access memory.
    fn access(
        &self,
        world: &mut World<'_>,
        reader: &Reader<'_>,
        inst: &Inst,
        ty: Option<TypeId>,
    ) -> Result<Accessed, Stop> {
        let value = match (&inst.op, ty) {
            (Op::Load { pointer, align, .. }, Some(ty)) => {
                Some(self.load(world, ty, &reader.scalar(*pointer)?, *align)?)
            }
            (
                Op::Store {
                    value,
                    pointer,
                    align,
                    ..
                },
                _,
            ) => {
                let pointer = reader.scalar(*pointer)?;
                self.store(
                    world,
                    reader.ty(*value),
                    &reader.value(*value)?,
                    &pointer,
                    *align,
                )?;
                None
            }
            (
                Op::AtomicRmw {
                    op,
                    pointer,
                    value,
                    align,
                    ..
                },
                _,
            ) => {
                let (ty, pointer) = (reader.ty(*value), reader.scalar(*pointer)?);
                let old = self.load(world, ty, &pointer, *align)?;
                let new = self.atomic(*op, ty, &old, &reader.value(*value)?)?;
                self.store(world, ty, &new, &pointer, *align)?;
                Some(old)
            }
            (
                Op::CompareExchange {
                    pointer,
                    expected,
                    replacement,
                    align,
                    ..
                },
                _,
            ) => {
                let (ty, pointer) = (reader.ty(*expected), reader.scalar(*pointer)?);
                let old = self.load(world, ty, &pointer, *align)?;
                let (plain, expected) = (Flags::default(), reader.scalar(*expected)?);
                let equal = IntPredicate::Equal;
                let is_equal = integer::compare(equal, plain, &old.scalars()[0], &expected);
                let is_equal = Value::One(is_equal);
                let new = reader.value(*replacement)?;
                let new = self.select(plain, ty, &is_equal, &new, &old)?;
                self.store(world, ty, &new, &pointer, *align)?;
                let both = [old.scalars(), is_equal.scalars()].concat();
                Some(Value::new(both))
            }
            (Op::VaArg { list }, Some(ty)) => {
                Some(self.next_variable(world, ty, &reader.scalar(*list)?)?)
            }
            _ => return Ok(Accessed::No),
        };
        Ok(Accessed::Value(value))
    }

    /// Instructions that make a value from values and have no other effect.
    fn compute(&self, reader: &Reader<'_>, op: &Op, ty: Option<TypeId>) -> Result<Value, Stop> {
        let ty = ty.ok_or(Unsupported::Constant)?;
        let (value, scalar) = (|id| reader.value(id), |id| reader.scalar(id));
        match op {
            Op::Unary {
                flags,
                value: operand,
                ..
            } => {
                let floating = self.floating(ty)?;
                evaluate::map(&value(*operand)?, |scalar| {
                    Ok(floating.signed(*flags, scalar, SignChange::Flip))
                })
            }
            Op::Binary {
                op,
                flags,
                left,
                right,
            } => self.binary(*op, *flags, ty, &value(*left)?, &value(*right)?),
            Op::IntCompare {
                predicate,
                flags,
                left,
                right,
            } => self.int_compare(*predicate, *flags, &value(*left)?, &value(*right)?),
            Op::FloatCompare {
                predicate,
                flags,
                left,
                right,
            } => {
                let ty = reader.ty(*left);
                self.float_compare(*predicate, *flags, ty, &value(*left)?, &value(*right)?)
            }
            Op::Cast {
                op,
                flags,
                value: operand,
            } => self.cast(*op, *flags, &value(*operand)?, reader.ty(*operand), ty),
            Op::Gep {
                source,
                base,
                indices,
                flags,
            } => {
                let indices: Result<Vec<Value>, Stop> =
                    indices.iter().map(|&index| value(index)).collect();
                self.gep(&Gep {
                    source: *source,
                    flags: *flags,
                    base: &value(*base)?,
                    indices: &indices?,
                    base_type: reader.ty(*base),
                    result: ty,
                })
            }
            Op::Select {
                condition,
                then,
                otherwise,
                flags,
            } => {
                let condition = value(*condition)?;
                self.select(*flags, ty, &condition, &value(*then)?, &value(*otherwise)?)
            }
            Op::Freeze(operand) => self.freeze(ty, &value(*operand)?),
            Op::ExtractValue { aggregate, path } => {
                self.extract_value(reader.ty(*aggregate), &value(*aggregate)?, path)
            }
            Op::InsertValue {
                aggregate,
                value: part,
                path,
            } => self.insert_value(ty, &value(*aggregate)?, path, &value(*part)?),
            Op::ExtractElement { vector, index } => {
                let (vector, index) = (value(*vector)?, scalar(*index)?);
                Ok(Value::One(evaluate::extract_element(&vector, &index)))
            }
            Op::InsertElement {
                vector,
                element,
                index,
            } => {
                let (element, index) = (scalar(*element)?, scalar(*index)?);
                Ok(evaluate::insert_element(&value(*vector)?, &element, &index))
            }
            Op::ShuffleVector { left, right, mask } => {
                Ok(evaluate::shuffle(&value(*left)?, &value(*right)?, mask))
            }
            // All others have been handled before.
            _ => Err(Unsupported::Constant.into()),
        }
    }
}

/// The result of an access, if the instruction is one.
enum Accessed {
    Value(Option<Value>),
    No,
}
