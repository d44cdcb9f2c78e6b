//! Writes typed instructions, one after the other.

use crate::attributes::ParameterAttributes;
use crate::constant::Constant;
use crate::id::{BlockId, InstId, TypeId, ValueId};
use crate::inst::{Argument, Call, Callee, Op, Operand};
use crate::ops::{BinaryOp, CastOp, Flags, FloatPredicate, IntPredicate, UnaryOp};
use crate::tables::Tables;
use crate::types::Type;

use super::function::FunctionBuilder;

/// A place in a function, where instructions are written one after the other.
///
/// The result of each instruction has the type that follows from its operands; the caller makes
/// sure that the operands fit.
#[derive(Debug)]
pub struct Cursor<'a, 'm> {
    /// The function.
    pub builder: &'a mut FunctionBuilder,
    /// The types and constants of its module.
    pub tables: &'a mut Tables<'m>,
    block: BlockId,
    /// The instruction before which the cursor stands; nothing at the end of the block.
    place: Option<usize>,
}

impl<'a, 'm> Cursor<'a, 'm> {
    /// Begins at the end of a block.
    pub fn at_end(
        builder: &'a mut FunctionBuilder,
        tables: &'a mut Tables<'m>,
        block: BlockId,
    ) -> Self {
        Cursor {
            builder,
            tables,
            block,
            place: None,
        }
    }

    /// Begins before the instruction at `place` of a block.
    pub fn before(
        builder: &'a mut FunctionBuilder,
        tables: &'a mut Tables<'m>,
        block: BlockId,
        place: usize,
    ) -> Self {
        Cursor {
            place: Some(place),
            ..Cursor::at_end(builder, tables, block)
        }
    }

    /// Returns the block in which the cursor stands.
    pub fn block(&self) -> BlockId {
        self.block
    }

    /// Gives the type of an operand.
    pub fn ty(&self, operand: Operand) -> TypeId {
        self.tables
            .module()
            .operand_type(self.builder.function(), operand)
    }

    /// Gives the width of an integer operand.
    ///
    /// # Panics
    /// If the operand is not an integer.
    pub fn width(&self, operand: Operand) -> u32 {
        let width = self.tables.module().types.int_width(self.ty(operand));
        width.expect("the operand is an integer")
    }

    /// Returns the constant of a number.
    pub fn number(&mut self, width: u32, value: u128) -> Operand {
        self.tables.number(width, value)
    }

    /// Writes an instruction with a result.
    pub fn add(&mut self, op: Op, ty: TypeId) -> Operand {
        let (_, result) = self.write(op, Some(ty));
        Operand::Value(result.expect("an instruction of a type has a result"))
    }

    /// Writes an instruction without a result.
    pub fn effect(&mut self, op: Op) -> InstId {
        self.write(op, None).0
    }

    fn write(&mut self, op: Op, ty: Option<TypeId>) -> (InstId, Option<ValueId>) {
        match &mut self.place {
            None => self.builder.append(self.block, op, ty),
            Some(place) => {
                *place += 1;
                self.builder.insert(self.block, *place - 1, op, ty)
            }
        }
    }

    /// Writes an operation with one operand.
    pub fn unary(&mut self, op: UnaryOp, value: Operand) -> Operand {
        let ty = self.ty(value);
        let flags = Flags::default();
        self.add(Op::Unary { op, flags, value }, ty)
    }

    /// Writes an operation with two operands of the same type.
    pub fn binary(&mut self, op: BinaryOp, left: Operand, right: Operand) -> Operand {
        let ty = self.ty(left);
        self.add(binary(op, left, right), ty)
    }

    /// Writes an operation whose right operand is a number.
    pub fn binary_number(&mut self, op: BinaryOp, left: Operand, right: u32) -> Operand {
        let right = self.number(self.width(left), right.into());
        self.binary(op, left, right)
    }

    /// Compares integers or pointers.
    pub fn compare(&mut self, predicate: IntPredicate, left: Operand, right: Operand) -> Operand {
        let ty = self.truth_type(left);
        let flags = Flags::default();
        let op = Op::IntCompare {
            predicate,
            flags,
            left,
            right,
        };
        self.add(op, ty)
    }

    /// Compares floating-point numbers.
    pub fn compare_floats(
        &mut self,
        predicate: FloatPredicate,
        left: Operand,
        right: Operand,
    ) -> Operand {
        let ty = self.truth_type(left);
        let flags = Flags::default();
        let op = Op::FloatCompare {
            predicate,
            flags,
            left,
            right,
        };
        self.add(op, ty)
    }

    /// The type of a comparison's result: a bit, or one bit for each element.
    fn truth_type(&mut self, operand: Operand) -> TypeId {
        let bit = self.tables.int(1);
        match *self.tables.module().types.get(self.ty(operand)) {
            Type::Vector {
                count, scalable, ..
            } => self.tables.ty(Type::Vector {
                element: bit,
                count,
                scalable,
            }),
            _ => bit,
        }
    }

    /// Compares an integer with 0.
    pub fn compare_zero(&mut self, predicate: IntPredicate, value: Operand) -> Operand {
        let zero = self.number(self.width(value), 0);
        self.compare(predicate, value, zero)
    }

    /// Chooses one of two operands of the same type.
    pub fn select(&mut self, condition: Operand, then: Operand, otherwise: Operand) -> Operand {
        let ty = self.ty(then);
        let op = Op::Select {
            flags: Flags::default(),
            condition,
            then,
            otherwise,
        };
        self.add(op, ty)
    }

    /// Converts to a type; nothing is written if the operand has it already.
    pub fn cast(&mut self, op: CastOp, value: Operand, ty: TypeId) -> Operand {
        if self.ty(value) == ty {
            return value;
        }
        let flags = Flags::default();
        self.add(Op::Cast { op, flags, value }, ty)
    }

    /// Converts an integer to another width: it is extended with zeros or truncated.
    pub fn resized(&mut self, value: Operand, width: u32) -> Operand {
        let op = match self.width(value) < width {
            true => CastOp::ZeroExtend,
            false => CastOp::Truncate,
        };
        let ty = self.tables.int(width);
        self.cast(op, value, ty)
    }

    /// Negates an integer.
    pub fn negative(&mut self, value: Operand) -> Operand {
        let zero = self.number(self.width(value), 0);
        self.binary(BinaryOp::Sub, zero, value)
    }

    /// Reads a value of a type from memory.
    pub fn load(&mut self, ty: TypeId, pointer: Operand, align: Option<u64>) -> Operand {
        let op = Op::Load {
            pointer,
            align,
            volatile: false,
            atomic: None,
        };
        self.add(op, ty)
    }

    /// Writes a value to memory.
    pub fn store(&mut self, value: Operand, pointer: Operand, align: Option<u64>) -> InstId {
        self.effect(Op::Store {
            value,
            pointer,
            align,
            volatile: false,
            atomic: None,
        })
    }

    /// Returns an aggregate with one member replaced.
    pub fn insert_value(&mut self, aggregate: Operand, value: Operand, member: u32) -> Operand {
        let ty = self.ty(aggregate);
        let path = [member].into();
        let op = Op::InsertValue {
            aggregate,
            value,
            path,
        };
        self.add(op, ty)
    }

    /// Returns the constant `poison` of a type.
    pub fn poison(&mut self, ty: TypeId) -> Operand {
        self.tables.constant(Constant::Poison(ty))
    }

    /// Calls an intrinsic, by its name with types, that has a result.
    pub fn intrinsic(&mut self, name: &str, result: TypeId, arguments: &[Operand]) -> Operand {
        let types: Vec<TypeId> = arguments.iter().map(|&value| self.ty(value)).collect();
        let (callee, ty) = self.tables.intrinsic(name, result, &types);
        let arguments = arguments.iter().map(|&value| Argument {
            value,
            attributes: ParameterAttributes::default(),
        });
        let call = Call::new(Callee::Direct(callee), ty, arguments.collect());
        self.add(Op::Call(Box::new(call)), result)
    }
}

/// Makes an operation without flags.
fn binary(op: BinaryOp, left: Operand, right: Operand) -> Op {
    Op::Binary {
        op,
        flags: Flags::default(),
        left,
        right,
    }
}
