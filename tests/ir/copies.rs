//! Out-of-SSA translation preserves what a function computes.

use std::collections::HashMap;

use unsnarl::{Edge, Exit};
use unsnarl_ir::{
    BinaryOp, BlockId, CopyStep, EdgeCopies, FuncId, Function, Id, IntPredicate, Module, Op,
    Operand, Terminator, ValueId, graph, sequentialize,
};

/// How phis get their values.
#[derive(Clone, Copy)]
enum CopyOrder {
    /// All at once, as SSA says.
    AtOnce,
    /// By the copies of the edge, one after the other.
    InOrder,
}

/// Runs `@f` with one argument for at most a thousand blocks, and returns its result.
struct Machine<'m> {
    module: &'m Module,
    function: &'m Function,
    copies: EdgeCopies,
    values: HashMap<ValueId, i64>,
}

impl<'m> Machine<'m> {
    fn new(module: &'m Module) -> Self {
        let function = &module.functions[FuncId::new(0)];
        Self {
            module,
            function,
            copies: EdgeCopies::new(function),
            values: HashMap::new(),
        }
    }

    fn read(&self, operand: Operand) -> i64 {
        match operand {
            Operand::Value(value) => self.values[&value],
            Operand::Const(id) => self
                .module
                .int(id)
                .and_then(|value| value.as_i128(32))
                .expect("constants are i32") as i64,
        }
    }

    fn run(&mut self, argument: i64, order: CopyOrder) -> Option<i64> {
        self.values.clear();
        self.values.insert(
            self.function.parameters[0]
                .value
                .expect("it is a definition"),
            argument,
        );
        let mut at = BlockId::new(0);
        for _ in 0..1000 {
            self.insts(at);
            let slot = match &self.function.blocks[at].terminator {
                Terminator::Return(value) => return value.map(|value| self.read(value)),
                Terminator::Jump(_) => 0,
                Terminator::Branch { condition, .. } => usize::from(self.read(*condition) == 0),
                Terminator::Switch { value, cases, .. } => {
                    let value = self.read(*value);
                    let equal =
                        |case: &unsnarl_ir::Case| self.read(Operand::Const(case.value)) == value;
                    cases.iter().position(equal).unwrap_or(cases.len())
                }
                Terminator::Unreachable => return None,
                other => panic!("no test has {other:?}"),
            };
            at = self.take(Edge::new(at, slot), order);
        }
        None
    }

    fn insts(&mut self, block: BlockId) {
        for &inst in &self.function.blocks[block].insts {
            let inst = &self.function.insts[inst];
            let value = match inst.op {
                Op::Binary {
                    op: BinaryOp::Add,
                    left,
                    right,
                    ..
                } => self.read(left) + self.read(right),
                Op::Binary {
                    op: BinaryOp::Sub,
                    left,
                    right,
                    ..
                } => self.read(left) - self.read(right),
                Op::IntCompare {
                    predicate: IntPredicate::SignedLess,
                    left,
                    right,
                    ..
                } => i64::from(self.read(left) < self.read(right)),
                _ => panic!("the tests use no {:?}", inst.op),
            };
            self.values.insert(inst.result.expect("it has one"), value);
        }
    }

    fn take(&mut self, edge: Edge, order: CopyOrder) -> BlockId {
        let to = self.function.blocks[edge.block]
            .terminator
            .successor(edge.slot as usize)
            .expect("the slot is there");
        match order {
            CopyOrder::AtOnce => {
                let phis = &self.function.blocks[to].phis;
                let operand = |phi: &unsnarl_ir::Phi| {
                    phi.operand(edge.block).expect("it names the predecessor")
                };
                let new: Vec<(ValueId, i64)> = phis
                    .iter()
                    .map(|phi| (phi.result, self.read(operand(phi))))
                    .collect();
                self.values.extend(new);
            }
            CopyOrder::InOrder => self.copy(edge),
        }
        to
    }

    fn copy(&mut self, edge: Edge) {
        let copies: Vec<(ValueId, Operand)> = self
            .copies
            .get(edge)
            .iter()
            .map(|copy| (copy.to, copy.from))
            .collect();
        let register = |operand| match operand {
            Operand::Value(value) => Some(value),
            Operand::Const(_) => None,
        };
        let mut temporaries = Vec::new();
        for step in sequentialize(&copies, register) {
            match step {
                CopyStep::Copy { to, from } => {
                    self.values.insert(to, self.read(from));
                }
                CopyStep::Save { from, .. } => temporaries.push(self.values[&from]),
                CopyStep::Restore { to, temporary } => {
                    self.values.insert(to, temporaries[temporary as usize]);
                }
            }
        }
    }
}

#[track_caller]
fn check(body: &str, expected: &[(i64, i64)]) {
    let module = unsnarl_llvm::read(&format!("define i32 @f(i32 %n) {{\n{body}\n}}\n"))
        .expect("it is well formed");
    let mut machine = Machine::new(&module);
    for &(argument, result) in expected {
        assert_eq!(
            machine.run(argument, CopyOrder::AtOnce),
            Some(result),
            "in SSA, of {argument}"
        );
        assert_eq!(
            machine.run(argument, CopyOrder::InOrder),
            Some(result),
            "with copies, of {argument}"
        );
    }
}

/// Naive sequential copies would give both the same value.
#[test]
fn two_phis_swap() {
    check(
        "entry:
  br label %loop
loop:
  %a = phi i32 [ 1, %entry ], [ %b, %loop ]
  %b = phi i32 [ 2, %entry ], [ %a, %loop ]
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %i, 1
  %more = icmp slt i32 %i, %n
  br i1 %more, label %loop, label %done
done:
  %result = sub i32 %a, %b
  ret i32 %result",
        &[(0, -1), (1, 1), (2, -1), (7, 1)],
    );
}

/// The phi is read after the loop: a copy at the end of the loop's block would come too early.
#[test]
fn a_phi_outlives_its_loop() {
    check(
        "entry:
  br label %loop
loop:
  %x = phi i32 [ 1, %entry ], [ %y, %loop ]
  %y = add i32 %x, 1
  %more = icmp slt i32 %y, %n
  br i1 %more, label %loop, label %done
done:
  ret i32 %x",
        &[(0, 1), (3, 2), (10, 9)],
    );
}

/// Three in a cycle, one that reads the cycle, one with a constant as its source.
#[test]
fn a_cycle_of_three_with_a_reader() {
    check(
        "entry:
  br label %loop
loop:
  %a = phi i32 [ 1, %entry ], [ %b, %loop ]
  %b = phi i32 [ 20, %entry ], [ %c, %loop ]
  %c = phi i32 [ 300, %entry ], [ %a, %loop ]
  %d = phi i32 [ 0, %entry ], [ %a, %loop ]
  %e = phi i32 [ %n, %entry ], [ 7000, %loop ]
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %i, 1
  %more = icmp slt i32 %i, %n
  br i1 %more, label %loop, label %done
done:
  %ab = add i32 %a, %a
  %abb = add i32 %ab, %b
  %abd = add i32 %abb, %d
  %result = add i32 %abd, %e
  ret i32 %result",
        &[
            (0, 22),
            (1, 2 * 20 + 300 + 1 + 7000),
            (2, 2 * 300 + 1 + 20 + 7000),
            (3, 2 + 20 + 300 + 7000),
        ],
    );
}

/// Both arms lead to one block; the copies depend on the predecessor only.
#[test]
fn parallel_edges_have_the_same_copies() {
    let module = unsnarl_llvm::read(
        "define i32 @f(i32 %n) {
entry:
  switch i32 %n, label %end [ i32 1, label %end
    i32 2, label %other ]
other:
  br label %end
end:
  %r = phi i32 [ %n, %entry ], [ 5, %other ], [ %n, %entry ]
  %s = phi i32 [ 1, %entry ], [ 1, %other ], [ 1, %entry ]
  ret i32 %r
}
",
    )
    .expect("it is well formed");
    let function = &module.functions[FuncId::new(0)];
    let copies = EdgeCopies::new(function);
    let [entry, other] = [0, 1].map(BlockId::new);
    assert_eq!(copies.get(Edge::new(entry, 0)).len(), 2);
    assert_eq!(
        copies.get(Edge::new(entry, 0)),
        copies.get(Edge::new(entry, 2))
    );
    assert_eq!(copies.get(Edge::new(entry, 1)), []);
    let cfg = graph(function, &copies).expect("it has an entry");
    assert_eq!(cfg.exit(entry), Exit::Switch);
    assert_eq!(cfg.successors(entry), [2, 1, 2].map(BlockId::new));
    let empty = |edge| cfg.is_empty_edge(edge);
    assert_eq!(
        [
            Edge::new(entry, 1),
            Edge::new(entry, 2),
            Edge::new(other, 0)
        ]
        .map(empty),
        [true, false, false]
    );
}

/// A phi that stays as it is costs nothing.
#[test]
fn a_phi_that_stays_needs_no_copy() {
    let module = unsnarl_llvm::read(
        "define i32 @f(i32 %n) {
entry:
  br label %loop
loop:
  %a = phi i32 [ %n, %entry ], [ %a, %loop ]
  br label %loop
}
",
    )
    .expect("it is well formed");
    let copies = EdgeCopies::new(&module.functions[FuncId::new(0)]);
    assert_eq!(copies.get(Edge::new(BlockId::new(1), 0)), []);
    assert_eq!(copies.get(Edge::new(BlockId::new(0), 0)).len(), 1);
}

#[test]
fn a_declaration_has_no_graph() {
    let module = unsnarl_llvm::read("declare void @f()\n").expect("it is well formed");
    let function = &module.functions[FuncId::new(0)];
    assert!(graph(function, &EdgeCopies::new(function)).is_err());
}
