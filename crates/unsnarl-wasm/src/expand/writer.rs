//! Writing instructions to the end of a block.

use unsnarl_ir::{
    Argument, BinaryOp, BlockId, Call, Callee, CastOp, Constant, Flags, FuncId, Function,
    FunctionAttributes, IntPredicate, Op, Operand, Parameter, ParameterAttributes, Tail, Type,
    TypeId, WideInt,
};

use super::Draft;

/// Adds instructions to a block, one after the other.
pub(super) struct Writer<'a, 'b> {
    pub(super) draft: &'a mut Draft<'b>,
    pub(super) block: BlockId,
}

impl Writer<'_, '_> {
    pub(super) fn ty(&self, operand: Operand) -> TypeId {
        let draft = &*self.draft;
        draft.module.operand_type(&draft.function, operand)
    }

    /// The width of an operand that is an integer.
    pub(super) fn width(&self, operand: Operand) -> u32 {
        self.draft
            .width(operand)
            .expect("the operand is an integer")
    }

    pub(super) fn number(&mut self, width: u32, value: u128) -> Operand {
        Operand::Const(self.draft.number(width, value))
    }

    /// A number of that width with this many low bits set.
    pub(super) fn ones(&mut self, width: u32, count: u32) -> Operand {
        let ty = self.draft.module.types.int(width);
        let limbs: Vec<u64> = (0..count.div_ceil(64))
            .map(|limb| u64::MAX >> (64 - (count - 64 * limb).min(64)))
            .collect();
        let value = WideInt::from_limbs(width, &limbs);
        Operand::Const(self.draft.module.add_constant(Constant::Int { ty, value }))
    }

    pub(super) fn binary(&mut self, op: BinaryOp, left: Operand, right: Operand) -> Operand {
        let ty = self.ty(left);
        let flags = Flags::default();
        let op = Op::Binary {
            op,
            flags,
            left,
            right,
        };
        self.draft.add(self.block, ty, op)
    }

    /// An operation whose right operand is a number.
    pub(super) fn binary_number(&mut self, op: BinaryOp, left: Operand, right: u32) -> Operand {
        let right = self.number(self.width(left), right.into());
        self.binary(op, left, right)
    }

    pub(super) fn compare(
        &mut self,
        predicate: IntPredicate,
        left: Operand,
        right: Operand,
    ) -> Operand {
        let ty = self.draft.module.types.int(1);
        let flags = Flags::default();
        let op = Op::IntCompare {
            predicate,
            flags,
            left,
            right,
        };
        self.draft.add(self.block, ty, op)
    }

    /// Compares an integer with 0.
    pub(super) fn compare_zero(&mut self, predicate: IntPredicate, value: Operand) -> Operand {
        let zero = self.number(self.width(value), 0);
        self.compare(predicate, value, zero)
    }

    pub(super) fn select(
        &mut self,
        condition: Operand,
        then: Operand,
        otherwise: Operand,
    ) -> Operand {
        let ty = self.ty(then);
        let flags = Flags::default();
        let op = Op::Select {
            flags,
            condition,
            then,
            otherwise,
        };
        self.draft.add(self.block, ty, op)
    }

    pub(super) fn cast(&mut self, op: CastOp, value: Operand, ty: TypeId) -> Operand {
        if self.ty(value) == ty {
            return value;
        }
        let flags = Flags::default();
        self.draft
            .add(self.block, ty, Op::Cast { op, flags, value })
    }

    /// An integer with another width, extended with zeros or cut.
    pub(super) fn resized(&mut self, value: Operand, width: u32) -> Operand {
        let op = match self.width(value) < width {
            true => CastOp::ZeroExtend,
            false => CastOp::Truncate,
        };
        let ty = self.draft.module.types.int(width);
        self.cast(op, value, ty)
    }

    pub(super) fn negative(&mut self, value: Operand) -> Operand {
        let zero = self.number(self.width(value), 0);
        self.binary(BinaryOp::Sub, zero, value)
    }

    /// The limbs of an integer, the lowest first; the highest is extended with zeros.
    pub(super) fn limbs(&mut self, value: Operand) -> Vec<Operand> {
        let width = self.width(value);
        (0..width.div_ceil(64))
            .map(|limb| {
                let moved = self.binary_number(BinaryOp::LogicalShiftRight, value, 64 * limb);
                self.resized(moved, 64)
            })
            .collect()
    }

    /// The integer of these limbs, the lowest first.
    pub(super) fn joined(&mut self, limbs: &[Operand]) -> Operand {
        let width = 64 * limbs.len() as u32;
        let mut sum = self.number(width, 0);
        for (index, &limb) in limbs.iter().enumerate() {
            let limb = self.resized(limb, width);
            let moved = self.binary_number(BinaryOp::ShiftLeft, limb, 64 * index as u32);
            sum = self.binary(BinaryOp::Or, sum, moved);
        }
        sum
    }

    /// Calls the intrinsic of this name for 64 bits. A second argument, of one bit, is 0.
    pub(super) fn call(&mut self, base: &str, value: Operand, has_flag: bool) -> Operand {
        let types = &mut self.draft.module.types;
        let (long, bit) = (types.int(64), types.int(1));
        let mut arguments = vec![value];
        if has_flag {
            arguments.push(self.number(1, 0));
        }
        let parameters: Vec<TypeId> = [long, bit][..arguments.len()].to_vec();
        let ty = self.draft.module.types.add(Type::Function {
            result: long,
            parameters: parameters.clone().into(),
            varargs: false,
        });
        let callee = self.declared(&format!("llvm.{base}.i64"), ty, &parameters);
        let attributes = ParameterAttributes::default();
        let arguments = arguments
            .into_iter()
            .map(|value| Argument { value, attributes });
        let call = Call {
            callee: Callee::Direct(callee),
            ty,
            arguments: arguments.collect(),
            tail: Tail::default(),
            convention: 0,
            flags: Flags::default(),
            result_attributes: attributes,
            attributes: FunctionAttributes::default(),
            forwards_variadic: false,
            bundles: Box::default(),
        };
        self.draft.add(self.block, long, Op::Call(Box::new(call)))
    }

    /// An intrinsic of the module, declared if need be.
    fn declared(&mut self, name: &str, ty: TypeId, parameters: &[TypeId]) -> FuncId {
        let module = &mut *self.draft.module;
        let name = module.names.add(name);
        if let Some(&id) = self.draft.declared.get(&name) {
            return id;
        }
        let found = module
            .functions
            .pairs()
            .find(|(_, function)| function.name == name);
        let id = match found {
            Some((id, _)) => id,
            None => {
                let mut function = Function::new(name, ty, module.types.pointer());
                function.parameters = parameters
                    .iter()
                    .map(|&ty| Parameter {
                        ty,
                        value: None,
                        attributes: ParameterAttributes::default(),
                    })
                    .collect();
                module.functions.push(function)
            }
        };
        self.draft.declared.insert(name, id);
        id
    }
}
