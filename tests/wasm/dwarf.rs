//! The DWARF of objects and modules, read back.
//!
//! Entries are shown with their depth, tag, name and place, and what a place is with the operators
//! of DWARF; rows with their lines. The bytes in an object are those before it is linked.

use crate::dump::{dump, rows, sections};
use unsnarl_wasm::{Options, object};

/// Metadata that all examples share: a file, a type, a unit.
const COMMON: &str = r#"
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, producer: "p", emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/d")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{i32 7, !"Dwarf Version", i32 4}
!4 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!5 = !DISubroutineType(types: !6)
!6 = !{!4, !4}
"#;

const LAYOUT: &str = "target datalayout = \"e-m:e-p:32:32-i64:64-n32:64-S128\"\n\
                      target triple = \"wasm32-unknown-wasi\"\n";

fn text(functions: &str, metadata: &str) -> String {
    let globals = match metadata.contains("\n!7 =") {
        true => "globals: !7, emissionKind",
        false => "emissionKind",
    };
    let common = COMMON.replace("emissionKind", globals);
    format!("{LAYOUT}{functions}{common}{metadata}")
}

/// The entries of the functions of an object, and what is in them.
#[track_caller]
fn check(functions: &str, metadata: &str, expected: &str) {
    let text = text(functions, metadata);
    let module = unsnarl_llvm::read(&text).expect("the text is valid");
    let made = object(&module, &Options::default()).expect("it is supported");
    let found = dump(&made.bytes);
    let lines = |text: &str| -> Vec<String> {
        let lines = text.lines().map(str::trim_end);
        lines
            .filter(|line| !line.trim().is_empty())
            .map(str::to_owned)
            .collect()
    };
    let indent = |line: &str| line.len() - line.trim_start().len();
    let expected = lines(expected);
    let least = expected.iter().map(|line| indent(line)).min().unwrap_or(0);
    let expected: Vec<&str> = expected.iter().map(|line| &line[least..]).collect();
    assert_eq!(lines(&found), expected, "\n{found}");
}

const ONE: &str = r#"
!10 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 3, type: !5, scopeLine: 3, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0)
!11 = !DILocalVariable(name: "p", arg: 1, scope: !10, file: !1, line: 3, type: !4)
!12 = !DILocalVariable(name: "x", scope: !10, file: !1, line: 4, type: !4)
!13 = !DILocation(line: 4, column: 2, scope: !10)
!14 = !DILocation(line: 5, column: 3, scope: !10)
"#;

#[test]
fn a_variable_in_the_frame_is_there_as_long_as_the_function_runs() {
    check(
        r"
define i32 @f(i32 %p) !dbg !10 {
  %x = alloca i32
    #dbg_declare(ptr %x, !12, !DIExpression(), !13)
  store i32 %p, ptr %x, !dbg !13
  call void @g(ptr %x), !dbg !14
  %y = load i32, ptr %x, !dbg !14
  ret i32 %y, !dbg !14
}
declare void @g(ptr)
",
        ONE,
        "
            subprogram f, low_pc 0x2, high_pc 52, frame_base local 1 value, type int
              variable x, location frame+0, type int
        ",
    );
}

#[test]
fn a_value_is_where_its_local_has_it() {
    check(
        r"
define i32 @f(i32 %p) !dbg !10 {
    #dbg_value(i32 %p, !11, !DIExpression(), !13)
    #dbg_value(i32 7, !12, !DIExpression(), !13)
  %a = call i32 @g(i32 %p), !dbg !13
    #dbg_value(i32 %a, !12, !DIExpression(), !14)
  %b = call i32 @g(i32 %a), !dbg !14
  %c = add i32 %a, %b, !dbg !14
    #dbg_value(i32 poison, !12, !DIExpression(), !14)
  %d = call i32 @g(i32 %c), !dbg !14
  ret i32 %d, !dbg !14
}
declare i32 @g(i32)
",
        ONE,
        "
            subprogram f, low_pc 0x2, high_pc 27, type int
              formal_parameter p, location [0x2 0xd: local 0 value], type int
              variable x, location [0x2 0xd: 7 value] [0xd 0x16: local 0 value], type int
        ",
    );
}

#[test]
fn a_loop_changes_what_a_variable_is() {
    check(
        r"
define i32 @f(i32 %p) !dbg !10 {
entry:
  br label %head, !dbg !13
head:
  %i = phi i32 [ 0, %entry ], [ %next, %head ]
    #dbg_value(i32 %i, !12, !DIExpression(), !13)
  %call = call i32 @g(i32 %i), !dbg !13
  %next = add i32 %i, 1, !dbg !14
  %more = icmp slt i32 %next, %p, !dbg !14
  br i1 %more, label %head, label %end, !dbg !14
end:
  %last = call i32 @g(i32 %call), !dbg !14
  ret i32 %last, !dbg !14
}
declare i32 @g(i32)
",
        ONE,
        "
            subprogram f, low_pc 0x2, high_pc 41, type int
              variable x, location [0xb 0x1c: local 1 value], type int
        ",
    );
}

/// The sum moves down to the comparison, and until then the local has that of the last round.
#[test]
fn a_value_is_not_there_before_its_instruction() {
    check(
        r"
define i32 @f(i32 %p) !dbg !10 {
entry:
  br label %head, !dbg !13
head:
  %i = phi i32 [ 0, %entry ], [ %next, %head ]
  %next = add i32 %i, 3, !dbg !14
    #dbg_value(i32 %next, !12, !DIExpression(), !13)
  %call = call i32 @g(i32 %i), !dbg !13
  %more = icmp slt i32 %next, %p, !dbg !14
  br i1 %more, label %head, label %end, !dbg !14
end:
  ret i32 %next, !dbg !14
}
declare i32 @g(i32)
",
        ONE,
        "
            subprogram f, low_pc 0x2, high_pc 34, type int
              variable x, location [0x1b 0x24: local 1 value], type int
        ",
    );
}

#[test]
fn an_expression_leads_from_a_value_to_a_variable() {
    check(
        r"
define i32 @f(i32 %p) !dbg !10 {
    #dbg_value(i32 %p, !12, !DIExpression(DW_OP_plus_uconst, 4, DW_OP_stack_value), !13)
  %a = call i32 @g(i32 %p), !dbg !13
    #dbg_value(ptr @v, !12, !DIExpression(DW_OP_deref), !13)
  %q = inttoptr i32 %p to ptr
    #dbg_value(ptr %q, !12, !DIExpression(DW_OP_deref), !13)
  %b = call i32 @g(i32 %p), !dbg !13
    #dbg_value(i16 1, !12, !DIExpression(DW_OP_LLVM_fragment, 0, 16), !13)
    #dbg_value(i16 2, !12, !DIExpression(DW_OP_LLVM_fragment, 16, 16), !13)
  %c = call i32 @g(i32 %p), !dbg !14
  ret i32 %c, !dbg !14
}
@v = global i32 5
declare i32 @g(i32)
",
        ONE,
        "
            subprogram f, low_pc 0x2, high_pc 28, type int
              variable x, location [0x2 0xc: local 0 +4 value] [0xc 0x15: local 0] [0x15 0x1e: 1 value piece 16 2 value piece 16], type int
        ",
    );
}

const INLINED: &str = r#"
!10 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 3, type: !5, scopeLine: 3, spFlags: DISPFlagDefinition, unit: !0)
!20 = distinct !DISubprogram(name: "inner", scope: !1, file: !1, line: 9, type: !5, scopeLine: 9, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0)
!21 = distinct !DILexicalBlock(scope: !20, file: !1, line: 10, column: 1)
!22 = !DILocalVariable(name: "t", scope: !21, file: !1, line: 10, type: !4)
!23 = !DILocation(line: 10, column: 2, scope: !21, inlinedAt: !24)
!24 = distinct !DILocation(line: 4, column: 7, scope: !10)
!25 = !DILocation(line: 5, column: 1, scope: !10)
!26 = !DILocalVariable(name: "a", arg: 1, scope: !20, file: !1, line: 9, type: !4)
"#;

#[test]
fn an_inlined_call_refers_to_the_abstract_function() {
    check(
        r"
define i32 @f(i32 %p) !dbg !10 {
    #dbg_value(i32 %p, !26, !DIExpression(), !23)
  %a = call i32 @g(i32 %p), !dbg !23
    #dbg_value(i32 %a, !22, !DIExpression(), !23)
  %b = call i32 @g(i32 %a), !dbg !23
  %c = call i32 @g(i32 %a), !dbg !25
  ret i32 %c, !dbg !25
}
declare i32 @g(i32)
",
        INLINED,
        "
            subprogram f, low_pc 0x2, high_pc 27, type int
              inlined_subroutine, abstract_origin inner, low_pc 0x3, high_pc 17, call_line 4
                formal_parameter, location [0x2 0xd: local 0 value], abstract_origin a
                lexical_block, abstract_origin lexical_block, low_pc 0x3, high_pc 17
                  variable, location [0xd 0x1d: local 0 value], abstract_origin t
            subprogram inner, inline DW_INL_inlined, type int
              formal_parameter a, type int
              lexical_block
                variable t, type int
        ",
    );
}

#[test]
fn types_and_globals_have_their_parts() {
    check(
        "@v = global { i32, ptr, i8 } zeroinitializer, !dbg !30\n\
         @t = thread_local global i32 1, !dbg !33\n",
        r#"
!7 = !{!30, !33}
!30 = !DIGlobalVariableExpression(var: !31, expr: !DIExpression())
!31 = distinct !DIGlobalVariable(name: "v", scope: !0, file: !1, line: 8, type: !32, isLocal: false, isDefinition: true)
!32 = !DIDerivedType(tag: DW_TAG_typedef, name: "S", file: !1, line: 7, baseType: !40)
!33 = !DIGlobalVariableExpression(var: !34, expr: !DIExpression())
!34 = distinct !DIGlobalVariable(name: "t", scope: !0, file: !1, line: 8, type: !46, isLocal: true, isDefinition: true)
!40 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "s", file: !1, line: 6, size: 96, elements: !41)
!41 = !{!42, !43, !44}
!42 = !DIDerivedType(tag: DW_TAG_member, name: "n", scope: !40, file: !1, line: 6, baseType: !46, size: 32)
!43 = !DIDerivedType(tag: DW_TAG_member, name: "next", scope: !40, file: !1, line: 6, baseType: !45, size: 32, offset: 32)
!44 = !DIDerivedType(tag: DW_TAG_member, name: "b", scope: !40, file: !1, line: 6, baseType: !4, size: 3, offset: 64, flags: DIFlagBitField, extraData: i64 64)
!45 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !40, size: 32)
!46 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !4)
"#,
        "
            variable v, type S, location address 0x0
            typedef S, type s
            variable t, type const_type
            const_type, type int
            structure_type s
              member n, type const_type, data_member_location 0
              member next, type pointer_type, data_member_location 4
              member b, type int, bit_size 3, data_bit_offset 64
            pointer_type, type s
        ",
    );
}

#[test]
fn rows_follow_the_code() {
    let text = text(
        r"
define i32 @f(i32 %p) !dbg !10 {
entry:
  %a = call i32 @g(i32 %p), !dbg !13
  %zero = icmp eq i32 %a, 0, !dbg !14
  br i1 %zero, label %then, label %end, !dbg !14
then:
  %b = call i32 @g(i32 %a)
  br label %end, !dbg !13
end:
  %c = phi i32 [ %a, %entry ], [ %b, %then ]
  %d = call i32 @g(i32 %c), !dbg !14
  ret i32 %d, !dbg !14
}
declare i32 @g(i32)
",
        ONE,
    );
    let module = unsnarl_llvm::read(&text).expect("the text is valid");
    let made = object(&module, &Options::default()).expect("it is supported");
    assert_eq!(
        rows(&made.bytes),
        "0x2 3:0 statement
0x3 4:2 statement body
0xd 5:3 statement
0x10 0:0
0x1a 4:2 statement
0x1b 5:3 statement
0x24 5:3 statement end
"
    );
    // In a module, addresses count from the start of its section of code: there is one function.
    let text = text.replace("define i32 @f(i32 %p)", "define i32 @f(i32 %p) #0");
    let text = text.replace("declare i32 @g(i32)", "declare i32 @g(i32) #1");
    let text = format!(
        "{text}attributes #0 = {{ \"wasm-export-name\"=\"f\" }}\n\
         attributes #1 = {{ \"wasm-import-name\"=\"g\" }}\n"
    );
    let module = unsnarl_llvm::read(&text).expect("the text is valid");
    let made = unsnarl_wasm::compile(&module, &Options::default()).expect("it is supported");
    assert_eq!(
        rows(&made.bytes),
        "0x2 3:0 statement
0x3 4:2 statement body
0x9 5:3 statement
0xc 0:0
0x12 4:2 statement
0x13 5:3 statement
0x18 5:3 statement end
"
    );
}

/// Without debug sections, the object of a module is that of the module without debug information.
#[test]
fn code_does_not_depend_on_debug_information() {
    let with = text(
        r"
define i32 @f(i32 %p) !dbg !10 {
  %x = alloca i32
    #dbg_declare(ptr %x, !12, !DIExpression(), !13)
  store i32 %p, ptr %x, !dbg !13
  call void @g(ptr %x), !dbg !14
  ret i32 1, !dbg !14
}
declare void @g(ptr)
",
        ONE,
    );
    let without = format!(
        "{LAYOUT}
define i32 @f(i32 %p) {{
  %x = alloca i32
  store i32 %p, ptr %x
  call void @g(ptr %x)
  ret i32 1
}}
declare void @g(ptr)
"
    );
    let [with, without] = [with, without].map(|text| {
        let module = unsnarl_llvm::read(&text).expect("the text is valid");
        object(&module, &Options::default())
            .expect("it is supported")
            .bytes
    });
    let known = |bytes: &[u8]| -> Vec<(String, Vec<u8>)> {
        let all = sections(bytes).into_iter();
        all.filter(|(name, _)| !name.contains(".debug_") && name != "linking")
            .collect()
    };
    assert_eq!(known(&with), known(&without));
    let names = |bytes: &[u8]| -> Vec<String> {
        let all = sections(bytes).into_iter();
        all.map(|(name, _)| name)
            .filter(|name| name.contains("debug"))
            .collect()
    };
    assert!(names(&without).is_empty());
    assert_eq!(
        names(&with),
        [
            ".debug_abbrev",
            ".debug_str",
            ".debug_line",
            ".debug_ranges",
            ".debug_info",
            "reloc..debug_line",
            "reloc..debug_ranges",
            "reloc..debug_info"
        ]
    );
}

#[test]
fn the_version_is_that_of_the_flag() {
    let functions = "define i32 @f(i32 %p) !dbg !10 {\n  ret i32 %p, !dbg !13\n}\n";
    for (flag, version) in [("4", 4), ("5", 5), ("2", 4), ("6", 5)] {
        let text = text(functions, ONE);
        let text = text.replace(
            "\"Dwarf Version\", i32 4",
            &format!("\"Dwarf Version\", i32 {flag}"),
        );
        let module = unsnarl_llvm::read(&text).expect("the text is valid");
        let made = object(&module, &Options::default()).expect("it is supported");
        let found = sections(&made.bytes)
            .into_iter()
            .find(|(name, _)| name == ".debug_info");
        let (_, info) = found.expect("it has debug information");
        assert_eq!(info[4..6], [version, 0], "{flag}");
    }
}

#[test]
fn a_unit_without_debug_information_has_none() {
    let functions = "define i32 @f(i32 %p) !dbg !10 {\n  ret i32 %p, !dbg !13\n}\n";
    let text = text(functions, ONE).replace("FullDebug", "NoDebug");
    let module = unsnarl_llvm::read(&text).expect("the text is valid");
    let made = object(&module, &Options::default()).expect("it is supported");
    assert!(
        sections(&made.bytes)
            .iter()
            .all(|(name, _)| !name.contains(".debug_"))
    );
}

/// Neither scopes nor types that nest deep are a matter of the call stack.
#[test]
fn scopes_and_types_nest_deep() {
    const DEPTH: usize = 20_000;
    let mut metadata = ONE.to_owned();
    let (scope, ty) = (1_000, 1_000_000);
    for depth in 0..DEPTH {
        let outer = if depth == 0 { 10 } else { scope + depth - 1 };
        let number = scope + depth;
        metadata += &format!(
            "!{number} = distinct !DILexicalBlock(scope: !{outer}, file: !1, line: {depth}, column: 1)\n"
        );
        let base = if depth == 0 { 4 } else { ty + depth - 1 };
        let number = ty + depth;
        metadata += &format!(
            "!{number} = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !{base}, size: 32)\n"
        );
    }
    let (scope, ty) = (scope + DEPTH - 1, ty + DEPTH - 1);
    metadata += &format!(
        "!90 = !DILocalVariable(name: \"deep\", scope: !{scope}, file: !1, line: 4, type: !{ty})\n\
         !91 = !DILocation(line: 77, column: 2, scope: !{scope})\n"
    );
    let text = text(
        r"
define i32 @f(i32 %p) !dbg !10 {
    #dbg_value(i32 %p, !90, !DIExpression(), !91)
  %a = call i32 @g(i32 %p), !dbg !91
  ret i32 %a, !dbg !91
}
declare i32 @g(i32)
",
        &metadata,
    );
    let module = unsnarl_llvm::read(&text).expect("the text is valid");
    let made = object(&module, &Options::default()).expect("it is supported");
    let found = dump(&made.bytes);
    assert!(found.contains("variable deep"), "{}", found.len());
}
