//! Each rule of the form is broken once, and only it.

use unsnarl_ir::{
    Argument, Block, BlockId, BlockLabel, CallBranch, Constant, Definition, FuncId, Function,
    GlobalId, GlobalKind, Id, Inst, InstId, Module, Name, Op, Operand, Origin, ParameterAttributes,
    Rule, Terminator, TypeId, Value, ValueId, WideInt, verify,
};

const TEXT: &str = "
@v = global i32 7, align 4
@w = alias i32, ptr @v
declare void @use(i32)
define i32 @f(i32 %x, ptr %p) {
entry:
  %c = icmp eq i32 %x, 0
  br i1 %c, label %left, label %right
left:
  %a = add i32 %x, 1
  call void @use(i32 %a)
  switch i32 %a, label %end [ i32 1, label %right i32 2, label %end ]
right:
  %b = load i32, ptr %p, align 4
  br label %end
end:
  %r = phi i32 [ %a, %left ], [ %b, %right ]
  ret i32 %r
}
";

/// Breaks a valid module, and returns the rules that are broken.
#[track_caller]
fn check(rule: Rule, break_it: impl FnOnce(&mut Module)) {
    let mut module = unsnarl_llvm::read(TEXT).expect("the module keeps all rules");
    assert_eq!(verify(&module), []);
    break_it(&mut module);
    let broken: Vec<Rule> = verify(&module)
        .iter()
        .map(|violation| violation.rule)
        .collect();
    assert!(
        !broken.is_empty() && broken.iter().all(|&found| found == rule),
        "{rule:?} is meant, {broken:?} are broken"
    );
}

fn f(module: &mut Module) -> &mut Function {
    module.function_mut(FuncId::new(1))
}

fn block(module: &mut Module, index: usize) -> &mut Block {
    &mut f(module).blocks[BlockId::new(index)]
}

fn inst(module: &mut Module, index: usize) -> &mut Inst {
    &mut f(module).insts[InstId::new(index)]
}

/// The value `name` of `@f`.
fn value(module: &Module, name: &str) -> ValueId {
    let function = &module.functions[FuncId::new(1)];
    let named = |value: &Value| matches!(value.name, Name::Text(id) if module.name(id) == name);
    function
        .values
        .iter()
        .find(|(_, value)| named(value))
        .expect("the text has it")
        .0
}

#[test]
fn i1_ids_lead_somewhere() {
    check(Rule::I1, |module| {
        block(module, 0).terminator = Terminator::Jump(BlockId::new(9))
    });
    check(Rule::I1, |module| f(module).ty = TypeId::new(99));
    check(Rule::I1, |module| {
        let ty = module.types.int(1);
        let later = unsnarl_ir::ConstId::new(module.constants().len() + 1);
        module.add_constant(Constant::Aggregate {
            ty,
            elements: [later].into(),
        });
    });
}

#[test]
fn i2_constants_have_their_type() {
    check(Rule::I2, |module| {
        let ty = module.types.int(8);
        module.add_constant(Constant::Int {
            ty,
            value: WideInt::new(9, 256),
        });
    });
    check(Rule::I2, |module| {
        let ty = module.types.int(8);
        module.add_constant(Constant::Null(ty));
    });
}

#[test]
fn i3_variables_agree_with_their_contents() {
    check(Rule::I3, |module| {
        module.globals[GlobalId::new(0)].ty = module.types.int(64)
    });
    check(Rule::I3, |module| {
        let target = module.add_int(32, 0);
        module.globals[GlobalId::new(1)].kind = GlobalKind::Alias { target };
    });
}

#[test]
fn i4_functions_agree_with_their_type() {
    check(Rule::I4, |module| {
        let ty = module.types.int(32);
        module.function_mut(FuncId::new(0)).ty = ty;
    });
    check(Rule::I4, |module| {
        module.function_mut(FuncId::new(0)).parameters.clear();
    });
}

#[test]
fn i5_everything_is_made_once() {
    check(Rule::I5, |module| {
        let value = Value {
            ty: module.types.int(32),
            name: Name::Number(0),
            definition: Definition::Inst(InstId::new(0)),
        };
        f(module).values.push(value);
    });
    check(Rule::I5, |module| {
        let spare = Inst {
            op: Op::Freeze(Operand::Value(ValueId::new(0))),
            result: None,
            origin: Origin::default(),
        };
        f(module).insts.push(spare);
    });
    check(Rule::I5, |module| {
        block(module, 0).insts.push(InstId::new(0))
    });
}

#[test]
fn i6_operands_fit() {
    check(Rule::I6, |module| {
        let pointer = Operand::Value(value(module, "p"));
        if let Op::Binary { left, .. } = &mut inst(module, 1).op {
            *left = pointer;
        }
    });
    check(Rule::I6, |module| {
        let number = Operand::Value(value(module, "x"));
        if let Op::Load { pointer, .. } = &mut inst(module, 3).op {
            *pointer = number;
        }
    });
    check(Rule::I6, |module| {
        let pointer = Operand::Value(value(module, "p"));
        block(module, 3).phis[0].incoming[0].1 = pointer;
    });
}

#[test]
fn i7_calls_agree_with_their_type() {
    check(Rule::I7, |module| {
        if let Op::Call(call) = &mut inst(module, 2).op {
            call.arguments = [].into();
        }
    });
    check(Rule::I7, |module| {
        let pointer = Operand::Value(value(module, "p"));
        if let Op::Call(call) = &mut inst(module, 2).op {
            call.arguments[0].value = pointer;
        }
    });
}

#[test]
fn i8_phis_match_predecessors() {
    check(Rule::I8, |module| {
        block(module, 3).phis[0].incoming.pop();
    });
    check(Rule::I8, |module| {
        let first = block(module, 3).phis[0].incoming[0];
        block(module, 3).phis[0].incoming.push(first);
    });
}

#[test]
fn i9_terminators_fit() {
    check(Rule::I9, |module| {
        block(module, 3).terminator = Terminator::Return(None)
    });
    check(Rule::I9, |module| {
        let number = Operand::Value(value(module, "x"));
        if let Terminator::Branch { condition, .. } = &mut block(module, 0).terminator {
            *condition = number;
        }
    });
    check(Rule::I9, |module| {
        if let Terminator::Switch { cases, .. } = &mut block(module, 1).terminator {
            cases[1].value = cases[0].value;
        }
    });
    check(Rule::I9, |module| {
        let wide = module.add_int(64, 3);
        if let Terminator::Switch { cases, .. } = &mut block(module, 1).terminator {
            cases[1].value = wide;
        }
    });
}

#[test]
fn i10_definitions_dominate_uses() {
    check(Rule::I10, |module| {
        let made_elsewhere = Operand::Value(value(module, "b"));
        block(module, 3).terminator = Terminator::Return(Some(made_elsewhere));
    });
    check(Rule::I10, |module| {
        let made_elsewhere = Operand::Value(value(module, "b"));
        block(module, 3).phis[0].incoming[0].1 = made_elsewhere;
    });
    check(Rule::I10, |module| {
        let itself = Operand::Value(value(module, "a"));
        if let Op::Binary { left, .. } = &mut inst(module, 1).op {
            *left = itself;
        }
    });
}

#[test]
fn i11_labels_are_numbered() {
    let label = |number, block| BlockLabel {
        number,
        block: BlockId::new(block),
    };
    check(Rule::I11, |module| f(module).labels = vec![label(0, 1)]);
    check(Rule::I11, |module| {
        f(module).labels = vec![label(2, 1), label(1, 2)]
    });
    check(Rule::I11, |module| {
        f(module).labels = vec![label(1, 2), label(2, 2)]
    });
}

#[test]
fn i12_alignments_are_powers_of_two() {
    check(Rule::I12, |module| f(module).align = Some(3));
    check(Rule::I12, |module| {
        if let Op::Load { align, .. } = &mut inst(module, 3).op {
            *align = Some(0);
        }
    });
}

#[test]
fn i13_symbols_have_different_names() {
    check(Rule::I13, |module| {
        let name = module.globals[GlobalId::new(0)].name;
        f(module).name = name;
    });
}

/// Exceptions of both kinds: `@f` with landing pads, `@g` with funclets.
const PADS: &str = "
declare i32 @may()
define i32 @f(i32 %x) personality ptr @may {
entry:
  %r = invoke i32 @may() to label %next unwind label %pad
next:
  ret i32 %r
pad:
  %e = landingpad { ptr, i32 } cleanup catch ptr @may
  resume { ptr, i32 } %e
}
define i32 @g(i32 %x) personality ptr @may {
entry:
  %r = invoke i32 @may() to label %next unwind label %switch
next:
  ret i32 %r
switch:
  %s = catchswitch within none [label %handler] unwind label %cleanup
handler:
  %h = catchpad within %s [ptr null]
  catchret from %h to label %other
other:
  ret i32 %x
cleanup:
  %c = cleanuppad within none []
  cleanupret from %c unwind to caller
}
";

/// Breaks function `name` of [`PADS`], and returns the rules that are broken.
#[track_caller]
fn check_pads(rule: Rule, name: &str, break_it: impl FnOnce(&mut Function)) {
    let mut module = unsnarl_llvm::read(PADS).expect("the module keeps all rules");
    let id = if name == "f" { 1 } else { 2 };
    break_it(module.function_mut(FuncId::new(id)));
    let broken: Vec<Rule> = verify(&module)
        .iter()
        .map(|violation| violation.rule)
        .collect();
    assert!(
        !broken.is_empty() && broken.iter().all(|&found| found == rule),
        "{rule:?} is meant, {broken:?} are broken"
    );
}

/// The terminator of block `index`.
fn end(function: &mut Function, index: usize) -> &mut Terminator {
    &mut function.blocks[BlockId::new(index)].terminator
}

#[test]
fn i5_a_terminator_makes_its_value_once() {
    check_pads(Rule::I5, "f", |function| {
        let Terminator::Invoke(invoke) = end(function, 0) else {
            panic!("it is an invoke")
        };
        let value = invoke.result.expect("it has one");
        function.values[value].definition = Definition::Parameter(0);
    });
}

#[test]
fn i7_an_invoke_is_a_call() {
    check_pads(Rule::I7, "f", |function| {
        let argument = Argument {
            value: Operand::Value(ValueId::new(0)),
            attributes: ParameterAttributes::default(),
        };
        let call = end(function, 0).call_mut().expect("it is an invoke");
        call.arguments = [argument].into();
    });
}

#[test]
fn i9_what_leaves_a_pad_fits_it() {
    check_pads(Rule::I9, "g", |function| {
        let Terminator::CatchReturn { pad, .. } = end(function, 3) else {
            panic!("it is a catchret")
        };
        *pad = Operand::Value(ValueId::new(0));
    });
    check_pads(Rule::I9, "g", |function| {
        let Terminator::CleanupReturn { pad, .. } = end(function, 5) else {
            panic!("it is a cleanupret")
        };
        *pad = Operand::Value(ValueId::new(0));
    });
    // The callee of a `callbr` is assembly.
    check_pads(Rule::I9, "f", |function| {
        let Terminator::Invoke(invoke) = end(function, 0).clone() else {
            panic!("it is an invoke")
        };
        *end(function, 0) = Terminator::CallBranch(Box::new(CallBranch {
            call: invoke.call,
            result: invoke.result,
            targets: [invoke.normal].into(),
            default: invoke.normal,
        }));
    });
}

/// The result of an `invoke` is defined on its normal edge only.
#[test]
fn i10_an_invoke_that_unwinds_makes_nothing() {
    check_pads(Rule::I10, "f", |function| {
        let result = end(function, 0).result().expect("it has one");
        let value = Operand::Value(result);
        *end(function, 2) = Terminator::Return(Some(value));
    });
    // With a second edge into the block, the edge no longer dominates it.
    check_pads(Rule::I10, "f", |function| {
        *end(function, 2) = Terminator::Jump(BlockId::new(1));
    });
}

#[test]
fn i14_pads_stand_where_exceptions_arrive() {
    check_pads(Rule::I14, "f", |function| function.personality = None);
    // A pad that is entered without an exception; an exception that arrives without a pad.
    check_pads(Rule::I14, "f", |function| {
        *end(function, 1) = Terminator::Jump(BlockId::new(2));
    });
    check_pads(Rule::I14, "g", |function| {
        let Terminator::CleanupReturn { unwind, .. } = end(function, 5) else {
            panic!("it is a cleanupret")
        };
        *unwind = Some(BlockId::new(4));
    });
    // A pad that is not the first of its block.
    check_pads(Rule::I14, "f", |function| {
        let fence = Inst {
            op: Op::Fence(unsnarl_ir::Atomicity {
                ordering: unsnarl_ir::Ordering::Acquire,
                scope: None,
            }),
            result: None,
            origin: Origin::default(),
        };
        let fence = function.insts.push(fence);
        function.blocks[BlockId::new(2)].insts.insert(0, fence);
    });
    // A handler of another switch; a pad nested in something else; unwinding to a handler.
    check_pads(Rule::I14, "g", |function| {
        let Terminator::CatchSwitch(switch) = end(function, 2) else {
            panic!("it is a catchswitch")
        };
        switch.handlers = [BlockId::new(5)].into();
    });
    check_pads(Rule::I14, "g", |function| {
        let Terminator::CatchSwitch(switch) = end(function, 2) else {
            panic!("it is a catchswitch")
        };
        switch.parent = Operand::Value(ValueId::new(0));
    });
    check_pads(Rule::I14, "g", |function| {
        let Terminator::CleanupReturn { unwind, .. } = end(function, 5) else {
            panic!("it is a cleanupret")
        };
        *unwind = Some(BlockId::new(3));
    });
}

/// Unreachable code may use anything.
#[test]
fn unreachable_blocks_are_let_be() {
    let text = "define i32 @f() {\n  ret i32 0\ndead:\n  %a = add i32 %b, 1\n  %b = add i32 %a, 1\n  br label %dead\n}\n";
    assert!(unsnarl_llvm::read(text).is_ok());
}

/// Every violation is reported, not only the first.
#[test]
fn all_violations_are_reported() {
    let mut module = unsnarl_llvm::read(TEXT).expect("the module keeps all rules");
    f(&mut module).align = Some(3);
    block(&mut module, 3).terminator = Terminator::Return(None);
    block(&mut module, 3).phis[0].incoming.pop();
    let broken: Vec<Rule> = verify(&module)
        .iter()
        .map(|violation| violation.rule)
        .collect();
    assert_eq!(broken, [Rule::I12, Rule::I8, Rule::I9]);
}
