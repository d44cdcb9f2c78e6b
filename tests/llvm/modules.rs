//! Modules, functions and control flow, as they are read.
//!
//! The `.ll` files in `fixtures` are made of the C beside them by
//! `clang-19 --target=wasm32-wasi -O2 -fno-vectorize -fno-slp-vectorize -emit-llvm -S`, and the
//! same with `-O0`.

use unsnarl_ir::{GlobalKind, Id, Layout, Scalars, Terminator};
use unsnarl_llvm::read;

#[track_caller]
fn check(text: &str, expected: &str) {
    let module = read(text).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(module.to_string(), expected);
}

/// The function in [Gaster08], as LLVM printed it in 2008: typed pointers, a variadic function that
/// is called without arguments, and use counts in comments.
#[test]
fn the_function_of_gaster_2008() {
    let text = "define i32 @foo(i32 %x, i32 %y) {
entry:
\t%tobool = icmp eq i32 %x, 0\t\t; <i1> [#uses=1]
\tbr i1 %tobool, label %ifelse, label %ifthen

ifthen:\t\t; preds = %entry
\t%add = add i32 %x, 10\t\t; <i32> [#uses=1]
\tret i32 %add

ifelse:\t\t; preds = %entry
\t%call = tail call i32 (...)* @bar( )\t\t; <i32> [#uses=0]
\tret i32 %y
}

declare i32 @bar(...)
";
    check(
        text,
        "
define i32 @foo(i32 %x, i32 %y) {
entry:
  %tobool = icmp eq i32 %x, 0
  br i1 %tobool, label %ifelse, label %ifthen
ifthen:
  %add = add i32 %x, 10
  ret i32 %add
ifelse:
  %call = tail call i32 (...) @bar()
  ret i32 %y
}

declare i32 @bar(...)
",
    );
}

/// Since LLVM 3.9, which wrote the name of the source first, a pointer to a function before a
/// callee is its result type.
#[test]
fn functions_that_return_functions() {
    check(
        "source_filename = \"a.c\"
define void @f(i32 (...)* %g, void (i32)* (i8)** %p) {
  %h = call i32 (...)* @find(i32 (...)* %g)
  %k = call i32 (...) %h()
  %l = load void (i32)* (i8)*, void (i32)* (i8)** %p
  %m = call void (i32)* %l(i8 7)
  call void %m(i32 %k)
  ret void
}
declare i32 (...)* @find(i32 (...)*)
",
        "source_filename = \"a.c\"

define void @f(ptr %g, ptr %p) {
0:
  %h = call ptr (ptr) @find(ptr %g)
  %k = call i32 (...) %h()
  %l = load ptr, ptr %p
  %m = call ptr (i8) %l(i8 7)
  call void (i32) %m(i32 %k)
  ret void
}

declare ptr @find(ptr )
",
    );
}

/// What follows from linkage and visibility is not said again, and the level of
/// position-independent code is a flag of the module with and without debug information.
#[test]
fn where_symbols_are() {
    check(
        "@a = internal dso_local global i32 7
@b = hidden dso_local global i32 7
@c = extern_weak dso_local global i32
@d = extern_weak hidden global i32
@e = dso_preemptable global i32 7
@f = dso_local alias i32, ptr @e
define dso_local void @g() {
  ret void
}
declare protected dso_local void @h()
!llvm.module.flags = !{!1, !0}
!0 = !{i32 8, !\"PIC Level\", i32 2}
!1 = !{i32 7, !\"frame-pointer\", i32 2}
",
        "@a = internal global i32 7
@b = hidden global i32 7
@c = extern_weak dso_local global i32
@d = extern_weak hidden global i32
@e = global i32 7
@f = dso_local alias i32, ptr @e

define dso_local void @g() {
0:
  ret void
}

declare protected void @h()

!llvm.module.flags = !{!0}
!0 = !{i32 8, !\"PIC Level\", i32 2}
",
    );
    let local = |text: &str| {
        let module = read(text).unwrap_or_else(|error| panic!("{error}"));
        let globals = module
            .globals
            .values()
            .map(unsnarl_ir::Global::is_dso_local);
        globals.collect::<Vec<bool>>()
    };
    let text = "@a = private global i8 0\n@b = protected global i8 0\n@c = weak global i8 0\n\
                @d = extern_weak hidden global i8\n@e = external dso_local global i8";
    assert_eq!(local(text), [true, true, false, false, true]);
}

#[test]
fn heads_and_symbols() {
    check(
        "; ModuleID = 'a'
source_filename = \"a \\22b\\22.c\"
target datalayout = \"e-p:32:32\"
target triple = \"wasm32-unknown-wasi\"
module asm \".globl x\"
$c = comdat any
$\"odd name\" = comdat nodeduplicate
%struct.list = type { i32, %struct.list* }
%hidden = type opaque
@a = dso_local local_unnamed_addr global i32 7, align 4, !dbg !0
@b = external hidden constant %hidden
@c = private unnamed_addr constant [2 x i8] c\"a\\00\", section \".rodata\", comdat, align 1
@d = internal thread_local(localexec) addrspace(1) global %struct.list zeroinitializer #0
@e = weak alias i32, i32* @a
@f = common global i32 0, comdat($c)
@\"odd name\" = global i8* bitcast (i32* @a to i8*)
attributes #0 = { \"wasm-init\"=\"x\" }
!0 = !{}
^0 = module: (path: \"a\")
",
        "source_filename = \"a \\22b\\22.c\"
target datalayout = \"e-p:32:32\"
target triple = \"wasm32-unknown-wasi\"
module asm \".globl x\"
$c = comdat any
$\"odd name\" = comdat nodeduplicate
%struct.list = type {i32, ptr}
%hidden = type opaque
@a = dso_local global i32 7, align 4
@b = external hidden constant %hidden
@c = private unnamed_addr constant [2 x i8] c\"a\\00\", section \".rodata\", comdat($c), align 1
@d = internal thread_local(localexec) addrspace(1) global %struct.list zeroinitializer \"wasm-init\"=\"x\"
@e = weak alias i32, ptr @a
@f = common global i32 0, comdat($c)
@\"odd name\" = global ptr bitcast (ptr @a to ptr)
",
    );
}

#[test]
fn function_headers() {
    check(
        "define linkonce_odr dso_local hidden fastcc noundef zeroext i1 @f(ptr noalias nocapture noundef sret({i8}) align 4 %0, i32 signext, ...) unnamed_addr #1 section \"s\" comdat align 16 !dbg !4 !prof !5 {
  ret i1 false
}
declare !dbg !6 void @g(ptr byval(i64), i32 immarg) local_unnamed_addr #2
$group = comdat any
define available_externally void @h() addrspace(3) nofree comdat($group) gc \"g\" {
  unreachable
}
attributes #1 = { noreturn nounwind memory(none) uwtable(sync) allocsize(0,1) alignstack=16 \"wasm-import-module\"=\"env\" \"flag\" }
!4 = !{}
",
        "$group = comdat any

define linkonce_odr hidden cc 8 zeroext i1 @f(ptr sret({i8}) align 4 %0, i32 signext %1, ...) noreturn nounwind \"wasm-import-module\"=\"env\" \"flag\" section \"s\" comdat($f) align 16 {
2:
  ret i1 false
}

declare void @g(ptr byval(i64) , i32 )

define available_externally void @h() addrspace(3) comdat($group) gc \"g\" {
0:
  unreachable
}
",
    );
}

#[test]
fn values_and_blocks_share_their_numbers() {
    check(
        "define i32 @f(i32, i32 %named, i32) {
  %3 = add i32 %0, %1
  br label %4
4:
  %5 = phi i32 [ %6, %4 ], [ %3, %2 ]
  %6 = add i32 %5, %named
  %7 = icmp eq i32 %6, 0
  br i1 %7, label %4, label %8
  ret i32 %6
}
",
        "
define i32 @f(i32 %0, i32 %named, i32 %1) {
2:
  %3 = add i32 %0, %1
  br label %4
4:
  %5 = phi i32 [ %6, %4 ], [ %3, %2 ]
  %6 = add i32 %5, %named
  %7 = icmp eq i32 %6, 0
  br i1 %7, label %4, label %8
8:
  ret i32 %6
}
",
    );
}

#[test]
fn phis_name_each_predecessor_once() {
    let module = read(
        "define i32 @f(i32 %x) {
a:
  switch i32 %x, label %b [ i32 1, label %b
    i32 2, label %c ]
c:
  br label %b
b:
  %y = phi i32 [ 7, %a ], [ %x, %c ], [ 7, %a ]
  ret i32 %y
}
",
    )
    .expect("it is well formed");
    let function = module.functions.values().next().expect("there is one");
    let phi = function
        .blocks
        .values()
        .find_map(|block| block.phis.first())
        .expect("there is one");
    let from: Vec<usize> = phi.incoming.iter().map(|(from, _)| from.index()).collect();
    assert_eq!(from, [0, 1]);
    assert!(
        module
            .to_string()
            .contains("phi i32 [ 7, %a ], [ 7, %a ], [ %x, %c ]"),
        "{module}"
    );
}

#[test]
fn block_addresses_are_numbers_and_indirect_branches_switches() {
    check(
        "@table = constant [2 x ptr] [ptr blockaddress(@f, %b), ptr blockaddress(@f, %a)]
@apart = constant i32 sub (i32 ptrtoint (ptr blockaddress(@f, %c) to i32), i32 ptrtoint (ptr blockaddress(@f, %b) to i32))
define void @f(ptr %p) {
entry:
  indirectbr ptr %p, [label %a, label %b, label %a, label %c]
a:
  indirectbr ptr %p, [label %a]
b:
  indirectbr ptr %p, []
c:
  %is = icmp eq ptr %p, blockaddress(@f, %a)
  ret void
}
",
        "@table = constant [2 x ptr] [ptr inttoptr (i32 1 to ptr), ptr inttoptr (i32 2 to ptr)]
@apart = constant i32 sub (i32 ptrtoint (ptr inttoptr (i32 3 to ptr) to i32), i32 ptrtoint (ptr inttoptr (i32 1 to ptr) to i32))

define void @f(ptr %p) {
entry:
  %indirectbr.i0 = ptrtoint ptr %p to i32
  switch i32 %indirectbr.i0, label %c [ i32 2, label %a i32 1, label %b ]
a:
  br label %a
b:
  unreachable
c:
  %is = icmp eq ptr %p, inttoptr (i32 2 to ptr)
  ret void
}
",
    );
}

#[test]
fn labels_say_which_block_has_which_number() {
    let module = read(include_str!("fixtures/threaded-O2.ll")).expect("clang wrote it");
    let function = module.functions.values().next().expect("there is one");
    let labels: Vec<(u32, usize)> = function
        .labels
        .iter()
        .map(|label| (label.number, label.block.index()))
        .collect();
    assert_eq!(labels, [(1, 4), (2, 1), (3, 3)]);
    let last = &function
        .blocks
        .values()
        .next_back()
        .expect("there are blocks")
        .terminator;
    assert!(
        matches!(last, Terminator::Switch { cases, .. } if cases.len() == 2),
        "{last:?}"
    );
}

/// The table holds the numbers of the blocks, four bytes each.
#[test]
fn a_table_of_block_addresses_has_bytes() {
    let module = read(include_str!("fixtures/threaded-O2.ll")).expect("clang wrote it");
    let layout = Layout::new(&module.types, &module.data_layout);
    let table = module.globals.values().next().expect("there is one");
    let GlobalKind::Variable {
        initializer: Some(initializer),
        ..
    } = table.kind
    else {
        panic!("it is a definition")
    };
    let image = Scalars::new(&module, &layout)
        .image(&module, &layout, initializer, 100)
        .expect("it is small");
    assert_eq!(image.to_bytes(), [1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0]);
    assert_eq!(image.relocations, []);
}

#[test]
fn instructions_know_where_they_were_read() {
    let text = "define i32 @f(ptr %p) {\n  %x = load i32, ptr %p, align 4, !tbaa !1\n  ret i32 %x ; the end\n}\n!1 = !{}\n";
    let module = read(text).expect("it is well formed");
    let function = module.functions.values().next().expect("there is one");
    let origins = function.insts.values().map(|inst| inst.origin);
    let origins = origins.chain(
        function
            .blocks
            .values()
            .map(|block| block.terminator_origin),
    );
    let lines: Vec<(u32, &str)> = origins
        .map(|origin| (origin.line, &text[origin.range()]))
        .collect();
    assert_eq!(
        lines,
        [(2, "%x = load i32, ptr %p, align 4"), (3, "ret i32 %x")]
    );
}

#[test]
fn imports_and_exports_of_wasm() {
    for text in [
        include_str!("fixtures/features-O0.ll"),
        include_str!("fixtures/features-O2.ll"),
    ] {
        let module = read(text).expect("clang wrote it");
        let of = |name: &str, key: &str| {
            let id = module
                .functions
                .keys()
                .find(|&id| module.function_name(id) == name)?;
            module.function_attribute(id, key)
        };
        assert_eq!(of("put", "wasm-import-module"), Some("host"));
        assert_eq!(of("put", "wasm-import-name"), Some("put"));
        assert_eq!(of("entry", "wasm-export-name"), Some("entry"));
        assert_eq!(of("sum", "wasm-export-name"), None);
    }
}

#[test]
fn loops_that_make_progress() {
    let body = "define void @f(i1 %x) mustprogress {
entry:
  br label %a
a:
  br i1 %x, label %a, label %b";
    let expected = format!(
        "{body}, !llvm.loop !0
b:
  br label %b
}}

!0 = distinct !{{!0, !1}}
!1 = !{{!\"llvm.loop.mustprogress\"}}
"
    );
    let between = "\nb:\n  br label %b\n}\n";
    // The node with its properties, the properties in place, and one that is said twice.
    for (attachment, nodes) in [
        (
            "!7",
            "!7 = distinct !{!7, !8, !9}\n!8 = !{!\"llvm.loop.unroll.disable\"}\n!9 = \
             !{!\"llvm.loop.mustprogress\"}\n",
        ),
        ("!7", "!7 = distinct !{!7, !{!\"llvm.loop.mustprogress\"}}"),
        ("!{!7, !{!\"llvm.loop.mustprogress\"}}", "!7 = !{}"),
    ] {
        let text = format!("{body}, !dbg !5, !llvm.loop {attachment}, !prof !6{between}{nodes}");
        let module = read(&text).unwrap_or_else(|error| panic!("{error}"));
        let shown = module.to_string();
        let start = shown.find("define").expect("it has a function");
        assert_eq!(shown[start..], expected, "{text}");
        check(&shown, &shown);
    }
    // What is nowhere defined, refers to itself alone or is no list says nothing.
    for (attachment, nodes) in [
        ("!7", ""),
        ("!7", "!7 = distinct !{!7}"),
        ("!7", "!7 = !DIFile(filename: \"x\", directory: \"y\")"),
        ("!7", "!7 = distinct !{!7, !8}\n!8 = !{i32 1}"),
        ("!\"llvm.loop.mustprogress\"", ""),
    ] {
        let text = format!("{body}, !llvm.loop {attachment}{between}{nodes}\n");
        let module = read(&text).unwrap_or_else(|error| panic!("{error}"));
        assert!(!module.to_string().contains("llvm.loop"), "{text}");
    }
}

/// Printing what was read and reading that again changes nothing.
#[test]
fn what_clang_writes_is_kept() {
    let fixtures = [
        include_str!("fixtures/features-O0.ll"),
        include_str!("fixtures/features-O2.ll"),
        include_str!("fixtures/threaded-O0.ll"),
        include_str!("fixtures/threaded-O2.ll"),
    ];
    for text in fixtures {
        let printed = read(text).expect("clang wrote it").to_string();
        let again = read(&printed).unwrap_or_else(|error| panic!("{error} in {printed}"));
        assert_eq!(again.to_string(), printed);
        assert_eq!(
            text.matches("\ndefine ").count(),
            printed.matches("\ndefine ").count()
        );
        for opcode in [
            " = load ",
            " = getelementptr ",
            " = phi ",
            "  store ",
            " = icmp ",
            " = select ",
        ] {
            assert_eq!(
                text.matches(opcode).count(),
                printed.matches(opcode).count(),
                "{opcode}"
            );
        }
    }
}
