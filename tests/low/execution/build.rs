//! Writing functions with few words.

use unsnarl::{BlockId, Id};
use unsnarl_low::op::int::{IntBinary, IntCompare};
use unsnarl_low::{Exit, Function, Inst, InstId, Number, Op, Reg, Signature, Source, Type, Width};

/// A function in the making.
pub(crate) struct Build(pub(crate) Function);

/// The types of a function of integers.
pub(crate) fn ints(parameters: usize, results: usize) -> Signature {
    Signature {
        parameters: vec![Type::I32; parameters],
        results: vec![Type::I32; results],
    }
}

pub(crate) fn block(number: usize) -> BlockId {
    BlockId::new(number)
}

impl Build {
    /// A function of integers, and its parameters.
    pub(crate) fn new(parameters: usize, results: usize, blocks: usize) -> (Build, Vec<Reg>) {
        let mut function = Function::new(ints(parameters, results), blocks);
        let add = |number| function.add_reg(Type::I32, Source::Parameter(number as u32));
        let parameters = (0..parameters).map(add).collect();
        (Build(function), parameters)
    }

    pub(crate) fn start(&mut self, number: usize) {
        self.0.start(block(number));
    }

    pub(crate) fn number(&mut self, number: i32) -> Reg {
        self.0.number(Number::I32(number))
    }

    /// Adds an operation, and gives its results.
    pub(crate) fn push(&mut self, op: Op, operands: &[Reg]) -> Option<Reg> {
        let types = op
            .signature(&self.0.widths)
            .expect("calls are added by themselves")
            .result;
        let results = self.0.push(op, op.effect(), operands, types.as_slice());
        results.first().copied()
    }

    /// Adds an operation that has a result.
    pub(crate) fn op(&mut self, op: Op, operands: &[Reg]) -> Reg {
        self.push(op, operands).expect("it has a result")
    }

    pub(crate) fn binary(&mut self, op: IntBinary, left: Reg, right: Reg) -> Reg {
        self.op(Op::IntBinary(Width::W32, op), &[left, right])
    }

    pub(crate) fn compare(&mut self, op: IntCompare, left: Reg, right: Reg) -> Reg {
        self.op(Op::IntCompare(Width::W32, op), &[left, right])
    }

    /// Adds a call of integers with one result.
    pub(crate) fn call(&mut self, op: Op, operands: &[Reg]) -> Reg {
        self.0.push(op, op.effect(), operands, &[Type::I32])[0]
    }

    pub(crate) fn exit(&mut self, exit: Exit, operands: &[Reg]) {
        self.0.finish(exit, operands);
    }

    pub(crate) fn edge(&mut self, from: usize, to: usize, arguments: &[Reg]) {
        self.0.add_edge(block(from), block(to), arguments);
    }

    pub(crate) fn parameter(&mut self, number: usize) -> Reg {
        self.0.add_parameter(block(number), Type::I32)
    }

    /// The last instruction of the first block.
    pub(crate) fn last(&self) -> (InstId, Inst) {
        let id = self
            .0
            .block(block(0))
            .insts()
            .next_back()
            .expect("it has one");
        (id, *self.0.inst(id))
    }
}
