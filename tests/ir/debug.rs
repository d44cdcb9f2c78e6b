//! Debug information under rewriting: each rewrite gives new instructions the lines of what they
//! stand for, and keeps what is said of variables true.

use std::fmt::Write;

use unsnarl_ir::debug::{
    DebugInfo, Expression, FunctionDebug, LexicalBlock, LocalScope, LocationId, Operands, Point,
    Record, VariableKind, VariableRecord,
};
use unsnarl_ir::rewrite::{self, Atomics, Target};
use unsnarl_ir::{
    DebugRule, FuncId, Function, Id, InstId, Module, Operand, Tables, TerminatorPart, verify,
    verify_debug, verify_function, verify_function_debug,
};

const TARGET: Target = Target {
    division: 128,
    product: 256,
    switch: 64,
    intrinsics: 128,
    odd_intrinsics: true,
    result: 64,
    atomics: Atomics::Operations,
    jumps: false,
};

/// The function `f` of the source, with the variables `x` and `y`; `!1N` is its line N.
const NODES: &str = "
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!1}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !2, emissionKind: FullDebug)
!1 = !{i32 2, !\"Debug Info Version\", i32 3}
!2 = !DIFile(filename: \"f.c\", directory: \"/\")
!3 = distinct !DISubprogram(name: \"f\", scope: !2, file: !2, line: 1, type: !4, spFlags: DISPFlagDefinition, unit: !0)
!4 = !DISubroutineType(types: !{null})
!5 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)
!6 = !DILocalVariable(name: \"x\", scope: !3, file: !2, line: 1, type: !5)
!7 = !DILocalVariable(name: \"y\", scope: !3, file: !2, line: 1, type: !5)
!8 = !DILabel(scope: !3, name: \"again\", file: !2, line: 9)
!10 = !DILocation(line: 0, scope: !3)
!11 = !DILocation(line: 1, scope: !3)
!12 = !DILocation(line: 2, scope: !3)
!13 = !DILocation(line: 3, scope: !3)
!14 = !DILocation(line: 4, scope: !3)
!15 = !DILocation(line: 5, scope: !3)
";

/// Applies a rewrite to the only function with a body, and compares it, with lines and what is
/// known of variables.
#[track_caller]
fn check(rewrite: &str, text: &str, expected: &str) {
    let text = format!("{text}{NODES}");
    let reading = unsnarl_llvm::read_partly(&text);
    assert_eq!((reading.unread, reading.omissions), (vec![], vec![]));
    let mut module = reading.module;
    assert_eq!(verify_debug(&module), []);
    let functions = module.functions.keys();
    let found = functions
        .rev()
        .find(|&id| module.functions[id].is_definition());
    let id = found.expect("there is a function");
    let rewrite = rewrite::named(rewrite).expect("there is such a rewrite");
    let mut tables = Tables::new(&mut module);
    let rewritten = rewrite.rewrite(&mut tables, id, &TARGET);
    let function = rewritten
        .expect("the rewrite changes the function")
        .function;
    assert_eq!(verify_function(&module, id, &function), []);
    assert_eq!(verify_function_debug(&module, id, &function), []);
    let shown = show(&module, &function);
    assert!(shown.trim() == expected.trim(), "\n{}\n", shown.trim());
    comes_back(module, id, function);
}

/// The text of the rewritten module has the same debug information when it is read.
fn comes_back(mut module: Module, id: FuncId, function: Function) {
    *module.function_mut(id) = function;
    let text = module.to_string();
    let again = unsnarl_llvm::read_partly(&text);
    assert_eq!((again.unread, again.omissions), (vec![], vec![]), "{text}");
    assert_eq!(verify(&again.module), []);
    assert_eq!(verify_debug(&again.module), []);
    let back = again.module.functions.values();
    let back = back.filter(|function| function.is_definition());
    for (back, before) in back.zip([&module.functions[id]]) {
        assert_eq!(show(&again.module, back), show(&module, before));
    }
}

/// Every instruction with its line, and the records between them.
fn show(module: &Module, function: &Function) -> String {
    let mut out = String::new();
    let info = module.debug.as_deref().expect("there is debug information");
    let debug = function.debug.as_deref().expect("the function has some");
    let mut write = |at: Option<LocationId>, what: &dyn std::fmt::Display| {
        let line = at.map_or("-".to_owned(), |at| info.locations[at].line.to_string());
        writeln!(out, "{line} {what}").expect("a string can be written to");
    };
    for (id, block) in function.blocks.iter() {
        write(None, &format!("{}:", module.show_block(function, id)));
        for phi in &block.phis {
            let result = module.show_operand(function, Operand::Value(phi.result));
            write(
                debug.location(Point::Phi(phi.result)),
                &format!("{result} = phi"),
            );
        }
        for &inst in &block.insts {
            for record in debug.records(Point::Inst(inst)) {
                write(
                    Some(record.location()),
                    &shown(module, info, function, record),
                );
            }
            let what = module.show_inst(function, &function.insts[inst]);
            write(debug.location(Point::Inst(inst)), &what);
        }
        for record in debug.records(Point::End(id)) {
            write(
                Some(record.location()),
                &shown(module, info, function, record),
            );
        }
        let part = TerminatorPart::Whole;
        let what = module.show_terminator(function, &block.terminator, part);
        write(debug.location(Point::End(id)), &what);
    }
    out
}

/// `x = %a`.
fn shown(module: &Module, info: &DebugInfo, function: &Function, record: &Record) -> String {
    let name = |name| module.name(name);
    let record = match record {
        Record::Label { label, .. } => {
            let label = info.labels[*label].name;
            return format!("    label {}", label.map_or("", name));
        }
        Record::Variable(record) => record,
    };
    let variable = info.local_variables[record.variable].name;
    let operands = |operands: &Operands| {
        let all = operands.as_slice().iter();
        let all = all.map(|&operand| module.show_operand(function, operand).to_string());
        all.collect::<Vec<_>>().join(" and ")
    };
    let is = match &record.kind {
        VariableKind::Declare | VariableKind::DeclareValue => "at".to_owned(),
        VariableKind::Value => "=".to_owned(),
        VariableKind::Assign { address, .. } => format!("stored at {} =", operands(address)),
    };
    let what = match &record.operands {
        Operands::Nothing => "nothing".to_owned(),
        several => operands(several),
    };
    format!("    {} {is} {what}", variable.map_or("", name))
}

#[test]
fn a_division() {
    check(
        "division",
        "define i256 @f(i256 %p, i256 %q) !dbg !3 {
  %a = add i256 %p, 1, !dbg !11
    #dbg_value(i256 %a, !6, !DIExpression(), !10)
  %b = udiv i256 %a, %q, !dbg !12
    #dbg_value(i256 %b, !7, !DIExpression(), !10)
  ret i256 %b, !dbg !13
}",
        "
- %0:
1 %a = add i256 %p, u0x0000000000000000000000000000000000000000000000000000000000000001
0     x = %a
2 br label %new.1
- %new.0:
2 %b = freeze i256 %new.15
0     y = %b
3 ret i256 %b
- %new.1:
2 %new.2 = phi
2 %new.3 = phi
2 %new.4 = phi
2 %new.5 = lshr i256 %new.3, u0x00000000000000000000000000000000000000000000000000000000000000FF
2 %new.6 = shl i256 %new.4, u0x0000000000000000000000000000000000000000000000000000000000000001
2 %new.7 = or i256 %new.6, %new.5
2 %new.8 = icmp slt i256 %new.4, u0x0000000000000000000000000000000000000000000000000000000000000000
2 %new.9 = icmp uge i256 %new.7, %q
2 %new.10 = or i1 %new.8, %new.9
2 %new.11 = sub i256 %new.7, %q
2 %new.12 = select i1 %new.10, i256 %new.11, i256 %new.7
2 %new.13 = zext i1 %new.10 to i256
2 %new.14 = shl i256 %new.3, u0x0000000000000000000000000000000000000000000000000000000000000001
2 %new.15 = or i256 %new.14, %new.13
2 %new.16 = sub i32 %new.2, 1
2 %new.17 = icmp eq i32 %new.16, 0
2 br i1 %new.17, label %new.0, label %new.1
",
    );
}

#[test]
fn a_division_with_signs_behind_a_variable() {
    check(
        "division",
        "define i256 @f(i256 %p, i256 %q) !dbg !3 {
    #dbg_value(i256 %p, !6, !DIExpression(), !10)
  %b = srem i256 %p, %q, !dbg !12
    #dbg_value(i256 %b, !6, !DIExpression(), !10)
  %v = alloca i256, !dbg !10
    #dbg_declare(ptr %v, !7, !DIExpression(), !10)
  store i256 %b, ptr %v, !dbg !13
  ret i256 %b, !dbg !14
}",
        "
- %0:
0 %v = alloca i256, i32 1
0     x = %p
2 %new.1 = ashr i256 %p, u0x00000000000000000000000000000000000000000000000000000000000000FF
2 %new.2 = xor i256 %p, %new.1
2 %new.3 = sub i256 %new.2, %new.1
2 %new.4 = ashr i256 %q, u0x00000000000000000000000000000000000000000000000000000000000000FF
2 %new.5 = xor i256 %q, %new.4
2 %new.6 = sub i256 %new.5, %new.4
2 br label %new.7
- %new.0:
2 %new.24 = xor i256 %new.18, %new.1
2 %b = sub i256 %new.24, %new.1
0     x = %b
0     y at %v
3 store i256 %b, ptr %v
4 ret i256 %b
- %new.7:
2 %new.8 = phi
2 %new.9 = phi
2 %new.10 = phi
2 %new.11 = lshr i256 %new.9, u0x00000000000000000000000000000000000000000000000000000000000000FF
2 %new.12 = shl i256 %new.10, u0x0000000000000000000000000000000000000000000000000000000000000001
2 %new.13 = or i256 %new.12, %new.11
2 %new.14 = icmp slt i256 %new.10, u0x0000000000000000000000000000000000000000000000000000000000000000
2 %new.15 = icmp uge i256 %new.13, %new.6
2 %new.16 = or i1 %new.14, %new.15
2 %new.17 = sub i256 %new.13, %new.6
2 %new.18 = select i1 %new.16, i256 %new.17, i256 %new.13
2 %new.19 = zext i1 %new.16 to i256
2 %new.20 = shl i256 %new.9, u0x0000000000000000000000000000000000000000000000000000000000000001
2 %new.21 = or i256 %new.20, %new.19
2 %new.22 = sub i32 %new.8, 1
2 %new.23 = icmp eq i32 %new.22, 0
2 br i1 %new.23, label %new.0, label %new.7
",
    );
}

#[test]
fn a_product() {
    check(
        "product",
        "define i1024 @f(i1024 %p, i1024 %q) !dbg !3 {
    #dbg_value(i1024 %q, !6, !DIExpression(), !10)
  %a = mul i1024 %p, %q, !dbg !12
    #dbg_value(!DIArgList(i1024 %a, i1024 %p), !7, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus, DW_OP_stack_value), !10)
  ret i1024 %a, !dbg !13
}",
        "
- %0:
0     x = %q
2 br label %new.1
- %new.0:
2 %a = freeze i1024 %new.9
0     y = %a and %p
3 ret i1024 %a
- %new.1:
2 %new.2 = phi
2 %new.3 = phi
2 %new.4 = phi
2 %new.5 = phi
2 %new.6 = trunc i1024 %new.5 to i64
2 %new.7 = zext i64 %new.6 to i1024
2 %new.8 = mul i1024 %new.4, %new.7
2 %new.9 = add i1024 %new.3, %new.8
2 %new.10 = shl i1024 %new.4, u0x0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000040
2 %new.11 = lshr i1024 %new.5, u0x0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000040
2 %new.12 = sub i32 %new.2, 1
2 %new.13 = icmp eq i32 %new.12, 0
2 br i1 %new.13, label %new.0, label %new.1
",
    );
}

#[test]
fn intrinsics() {
    check(
        "intrinsics",
        "declare i200 @llvm.abs.i200(i200, i1)
define i200 @f(i200 %p) !dbg !3 {
    #dbg_value(i200 %p, !6, !DIExpression(), !10)
  %a = call i200 @llvm.abs.i200(i200 %p, i1 false), !dbg !12
    #dbg_value(i200 %a, !6, !DIExpression(), !10)
  %b = add i200 %a, 1, !dbg !13
    #dbg_value(i200 %b, !7, !DIExpression(), !10)
  ret i200 %b, !dbg !14
}",
        "
- %0:
0     x = %p
2 %new.0 = icmp slt i200 %p, u0x00000000000000000000000000000000000000000000000000
2 %new.1 = sub i200 u0x00000000000000000000000000000000000000000000000000, %p
2 %new.2 = select i1 %new.0, i200 %new.1, i200 %p
2 %a = freeze i200 %new.2
0     x = %a
3 %b = add i200 %a, u0x00000000000000000000000000000000000000000000000001
0     y = %b
4 ret i200 %b
",
    );
}

#[test]
fn a_switch() {
    check(
        "switch",
        "define i64 @f(i128 %v) !dbg !3 {
  %x = trunc i128 %v to i64, !dbg !11
    #dbg_value(i64 %x, !6, !DIExpression(), !10)
  switch i128 %v, label %d [ i128 5, label %b
    i128 18446744073709551621, label %d ], !dbg !12
b:
    #dbg_label(!8, !13)
  br label %d, !dbg !13
d:
  %r = phi i64 [ 3, %0 ], [ 4, %b ], !dbg !14
    #dbg_value(i64 %r, !7, !DIExpression(), !10)
  ret i64 %r, !dbg !15
}",
        "
- %0:
1 %x = trunc i128 %v to i64
0     x = %x
2 %new.2 = lshr i128 %v, 64
2 %new.3 = trunc i128 %new.2 to i64
2 switch i64 %new.3, label %d [ i64 0, label %new.0 i64 1, label %new.1 ]
- %b:
3     label again
3 br label %d
- %d:
4 %r = phi
0     y = %r
5 ret i64 %r
- %new.0:
2 %new.6 = lshr i128 %v, 0
2 %new.7 = trunc i128 %new.6 to i64
2 switch i64 %new.7, label %d [ i64 5, label %b ]
- %new.1:
2 %new.4 = lshr i128 %v, 0
2 %new.5 = trunc i128 %new.4 to i64
2 switch i64 %new.5, label %d [ i64 5, label %d ]
",
    );
}

#[test]
fn returns() {
    check(
        "returns",
        "define i32 @f(i32 %n) !dbg !3 {
a:
  %c = icmp eq i32 %n, 0, !dbg !11
  br i1 %c, label %r, label %b, !dbg !11
b:
  %k = mul i32 %n, 3, !dbg !12
    #dbg_value(i32 %k, !6, !DIExpression(), !10)
  br label %r, !dbg !13
r:
  %v = phi i32 [ -2, %a ], [ %k, %b ]
    #dbg_value(i32 %v, !7, !DIExpression(), !10)
  ret i32 %v, !dbg !14
}",
        "
- %a:
1 %c = icmp eq i32 %n, 0
1 br i1 %c, label %new.0, label %b
- %b:
2 %k = mul i32 %n, 3
0     x = %k
0     y = %k
4 ret i32 %k
- %new.0:
0     y = -2
4 ret i32 -2
",
    );
}

/// The latch has a value for each edge; what it says is copied where an edge is all of a block's,
/// and is unknown behind the others.
#[test]
fn latches() {
    check(
        "latches",
        "define i32 @f(i32 %n) !dbg !3 {
e:
  br label %h, !dbg !10
h:
  %x = phi i32 [ 0, %e ], [ %y, %l ]
    #dbg_value(i32 %x, !6, !DIExpression(), !10)
  %c = icmp ult i32 %x, %n, !dbg !11
  br i1 %c, label %a, label %o, !dbg !11
a:
  %z = add i32 %x, 2, !dbg !12
  br i1 %c, label %b, label %l, !dbg !12
b:
  br label %l, !dbg !13
l:
  %y = phi i32 [ 7, %b ], [ %z, %a ]
    #dbg_value(i32 %y, !6, !DIExpression(), !10)
    #dbg_value(i32 %y, !7, !DIExpression(), !10)
  br label %h, !dbg !14
o:
    #dbg_value(i32 %y, !7, !DIExpression(), !10)
  ret i32 %x, !dbg !15
}",
        "
- %e:
0 br label %h
- %h:
- %x = phi
0     y = nothing
0     x = %x
1 %c = icmp ult i32 %x, %n
1 br i1 %c, label %a, label %o
- %a:
2 %z = add i32 %x, 2
2 br i1 %c, label %b, label %h
- %b:
0     x = 7
0     y = 7
3 br label %h
- %o:
0     y = nothing
5 ret i32 %x
",
    );
}

/// Two functions of the source, with a block, a variable and a record, and a store that is tied.
const RULES: &str = "
define void @f(i32 %x, ptr %p) !dbg !3 {
    #dbg_value(i32 %x, !6, !DIExpression(), !10)
  store i32 %x, ptr %p, !dbg !11, !DIAssignID !23
  ret void, !dbg !12
}
define void @g() !dbg !20 {
  fence acquire, !dbg !22
  ret void
}
";

const MORE_NODES: &str = "
!20 = distinct !DISubprogram(name: \"g\", scope: !2, file: !2, spFlags: DISPFlagDefinition, unit: !0)
!21 = distinct !DILexicalBlock(scope: !20)
!22 = distinct !DILocation(line: 7, scope: !21)
!23 = distinct !DIAssignID()
!24 = !DILocalVariable(name: \"z\", scope: !20)
";

/// Breaks a valid module, and only this rule with it.
#[track_caller]
fn breaks(rule: DebugRule, break_it: impl FnOnce(&mut DebugInfo, &mut Module)) {
    let reading = unsnarl_llvm::read_partly(&format!("{RULES}{NODES}{MORE_NODES}"));
    assert_eq!((reading.unread, reading.omissions), (vec![], vec![]));
    let mut module = reading.module;
    assert_eq!(verify_debug(&module), []);
    let mut info = (*module.debug.take().expect("there is debug information")).clone();
    break_it(&mut info, &mut module);
    module.debug = Some(info.into());
    let broken: Vec<DebugRule> = verify_debug(&module)
        .iter()
        .map(|found| found.rule)
        .collect();
    let is_meant = !broken.is_empty() && broken.iter().all(|&found| found == rule);
    assert!(is_meant, "{rule:?} is meant, {broken:?} are broken");
    assert_eq!(verify(&module), []);
}

fn debug_of(module: &mut Module, function: usize) -> &mut FunctionDebug {
    let function = module.function_mut(FuncId::new(function));
    function.debug.as_deref_mut().expect("both have some")
}

/// Changes the record of `f`.
fn record_of(module: &mut Module, change: impl FnOnce(&mut VariableRecord)) {
    let debug = debug_of(module, 0);
    let point = Point::Inst(InstId::new(0));
    let [Record::Variable(record)] = debug.records(point) else {
        panic!("one record")
    };
    let mut record = record.clone();
    change(&mut record);
    debug.retain_records(|_, _| false);
    debug.add_record(point, Record::Variable(record));
}

#[test]
fn each_rule_is_broken_once() {
    use DebugRule::{D1, D2, D3, D4, D5, D6, D7};
    breaks(D1, |info, _| info.module_units.push(Id::new(7)));
    breaks(D1, |info, _| {
        info.lexical_blocks[Id::new(0)].file = Some(Id::new(99));
    });
    breaks(D1, |_, module| {
        debug_of(module, 0).subprogram = Some(Id::new(99))
    });
    breaks(D1, |_, module| {
        let point = Point::Inst(InstId::new(0));
        debug_of(module, 0).set_location(point, Some(Id::new(99)));
    });
    breaks(D1, |_, module| {
        let value = Operand::Value(Id::new(99));
        record_of(module, |record| record.operands = Operands::One(value));
    });
    breaks(D1, |_, module| {
        record_of(module, |record| record.expression = Id::new(99))
    });
    breaks(D1, |_, module| {
        debug_of(module, 0).set_assignment(InstId::new(0), Some(Id::new(99)));
    });
    breaks(D2, |info, _| {
        info.lexical_blocks.push(LexicalBlock {
            scope: Some(LocalScope::LexicalBlock(Id::new(1))),
            ..LexicalBlock::default()
        });
    });
    breaks(D3, |info, _| info.subprograms[Id::new(1)].unit = None);
    breaks(D4, |_, module| {
        let fence = Point::Inst(InstId::new(0));
        let foreign = debug_of(module, 1).location(fence);
        debug_of(module, 0).set_location(Point::Inst(InstId::new(0)), foreign);
    });
    breaks(D4, |info, _| info.lexical_blocks[Id::new(0)].scope = None);
    breaks(D5, |_, module| {
        let debug = debug_of(module, 0);
        let [record] = debug.records(Point::Inst(InstId::new(0))) else {
            panic!("one record")
        };
        let record = record.clone();
        debug.add_record(Point::Phi(Id::new(0)), record);
    });
    breaks(D6, |_, module| {
        record_of(module, |record| record.variable = Id::new(2))
    });
    breaks(D7, |info, _| {
        let elements = [0x1000, 0].into();
        info.expressions[Id::new(0)] = Expression { elements };
    });
    breaks(D7, |info, _| {
        let elements = [0x1005, 1].into();
        info.expressions[Id::new(0)] = Expression { elements };
    });
}
