//! LLVM IR for other targets than WebAssembly is read, kept and printed.

use unsnarl_ir::{EdgeCopies, graph};
use unsnarl_llvm::read;

/// Reads a module that is written as it is printed.
#[track_caller]
fn check(text: &str) {
    check_as(text, text);
}

#[track_caller]
fn check_as(text: &str, expected: &str) {
    let module = read(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(module.to_string().trim_start(), expected.trim_start());
    let again = read(&module.to_string()).expect("what is printed can be read");
    assert_eq!(again.to_string(), module.to_string());
}

/// The lines of a function with a personality, and what its graph is.
#[track_caller]
fn check_body(lines: &str, edges: &str) {
    let head = "declare void @g()\n\ndefine void @f(ptr %p) personality ptr @g {\n";
    let text = format!("{head}{lines}}}\n");
    check(&text);
    let module = read(&text).expect("it was read before");
    let function = module.functions.values().last().expect("it has two");
    let cfg = graph(function, &EdgeCopies::new(function)).expect("it has a body");
    let row = |block| {
        let targets: Vec<String> = cfg
            .successors(block)
            .iter()
            .map(|to| to.to_string())
            .collect();
        format!("{block} {} {}", cfg.exit(block), targets.join(" "))
    };
    let rows: Vec<String> = cfg.blocks().map(row).collect();
    let rows: Vec<&str> = rows.iter().map(|row| row.trim_end()).collect();
    assert_eq!(rows.join("\n"), edges);
}

#[test]
fn an_invoke_has_an_edge_for_each_end() {
    check_body(
        "a:
  invoke void () @g() to label %b unwind label %c
b:
  ret void
c:
  %e = landingpad {ptr, i32} cleanup catch ptr @g catch ptr null filter [1 x ptr] [ptr @g]
  resume {ptr, i32} %e
",
        "b0 branch b1 b2\nb1 return\nb2 return",
    );
}

/// The result of an `invoke` may be used where its normal edge dominates, also in a phi at its end.
#[test]
fn the_result_of_an_invoke_is_made_where_it_returns() {
    check(
        "declare i32 @g()

define i32 @f() personality ptr @g {
a:
  %x = invoke i32 () @g() to label %b unwind label %c
b:
  %y = phi i32 [ %x, %a ], [ 0, %c ]
  ret i32 %y
c:
  %e = landingpad {ptr, i32} cleanup
  br label %b
}
",
    );
}

#[test]
fn handlers_and_where_a_catchswitch_unwinds_to_are_edges() {
    check_body(
        "a:
  invoke void () @g() to label %b unwind label %c
b:
  ret void
c:
  %s = catchswitch within none [label %d, label %e] unwind label %f
d:
  %h = catchpad within %s [ptr @g, i32 8, ptr %p]
  catchret from %h to label %b
e:
  %i = catchpad within %s []
  invoke void () @g() [ \"funclet\"(token %i) ] to label %k unwind label %l
k:
  catchret from %i to label %b
l:
  %m = cleanuppad within %i []
  cleanupret from %m unwind label %f
f:
  %n = cleanuppad within none []
  cleanupret from %n unwind to caller
",
        "b0 branch b1 b2\nb1 return\nb2 switch b3 b4 b7\nb3 jump b1\nb4 branch b5 b6\nb5 jump b1\n\
         b6 jump b7\nb7 return",
    );
    check_body(
        "a:
  invoke void () @g() to label %b unwind label %c
b:
  ret void
c:
  %s = catchswitch within none [label %d] unwind to caller
d:
  %h = catchpad within %s []
  unreachable
",
        "b0 branch b1 b2\nb1 return\nb2 switch b3\nb3 unreachable",
    );
}

#[test]
fn assembly_may_jump() {
    check_body(
        "a:
  %x = callbr i32 () asm sideeffect alignstack inteldialect unwind \"jmp $1\", \"=r,!i,!i\"() \
         to label %b [label %c, label %d]
b:
  %y = add i32 %x, 1
  ret void
c:
  %z = add i32 %x, 1
  ret void
d:
  ret void
",
        "b0 switch b2 b3 b1\nb1 return\nb2 return\nb3 return",
    );
}

#[test]
fn every_type_has_a_place() {
    check(
        "@a = global x86_fp80 0xK3FFF8000000000000000
@b = global ppc_fp128 0xM3FF00000000000000000000000000000
@c = addrspace(3) global ptr addrspace(1) null
@d = global target(\"spirv.Image\", void, 1, 0) poison

define target(\"aarch64.svcount\") @f(target(\"aarch64.svcount\") %x, target(\"aarch64.svcount\") %y) {
0:
  %l = alloca {<vscale x 4 x i32>, <vscale x 4 x i32>}, i32 1
  %v = load <vscale x 4 x i32>, ptr %l
  %w = add <vscale x 4 x i32> %v, splat (i32 7)
  %s = shufflevector <vscale x 4 x i32> %w, <vscale x 4 x i32> poison, <vscale x 4 x i32> zeroinitializer
  %t = extractelement <vscale x 4 x i32> %s, i64 0
  store <vscale x 4 x i32> %s, ptr %l
  ret target(\"aarch64.svcount\") %x
}

define x86_mmx @g(x86_amx %t, <1 x i64> %v, token %k, ptr addrspace(3) %p) {
0:
  %m = bitcast <1 x i64> %v to x86_mmx
  %q = addrspacecast ptr addrspace(3) %p to ptr
  %a = alloca i8, i32 1, addrspace(5)
  %i = ptrtoaddr ptr %q to i32
  ret x86_mmx %m
}
",
    );
}

#[test]
fn a_name_may_stand_for_any_type() {
    check_as(
        "%ref = type ptr addrspace(20)\n%v = type <4 x i32>\n\
         define void @f(%ref %p, %v %x) {\n  %y = add %v %x, <i32 1, i32 1, i32 1, i32 1>\n  ret void\n}\n",
        "define void @f(ptr addrspace(20) %p, <4 x i32> %x) {
0:
  %y = add <4 x i32> %x, <i32 1, i32 1, i32 1, i32 1>
  ret void
}
",
    );
}

#[test]
fn conventions_have_numbers() {
    for (word, number) in [
        ("fastcc", 8),
        ("swifttailcc", 20),
        ("x86_stdcallcc", 64),
        ("x86_vectorcallcc", 80),
        ("spir_kernel", 76),
        ("ptx_kernel", 71),
        ("amdgpu_kernel", 91),
        ("amdgpu_gfx", 100),
        ("aarch64_sve_vector_pcs", 98),
        ("riscv_vls_cc(256)", 115),
        ("cc 99", 99),
    ] {
        check_as(
            &format!("define {word} void @f() {{\n  call {word} void @f()\n  ret void\n}}\n"),
            &format!(
                "define cc {number} void @f() {{\n0:\n  call cc {number} void () @f()\n  ret void\n}}\n"
            ),
        );
    }
}

#[test]
fn functions_say_more_than_their_code() {
    check(
        "define void @f() section \"s\" gc \"statepoint-example\" prefix i32 7 prologue i8 -112 {
0:
  ret void
}
",
    );
    check(
        "@chosen = ifunc void (), ptr @resolver

define ptr @resolver() {
0:
  ret ptr @resolver
}
",
    );
    check_as(
        "define void @f() align 4 #0 {\n  ret void\n}\nattributes #0 = { noreturn }\n",
        "define void @f() noreturn align 4 {\n0:\n  ret void\n}\n",
    );
    check_as(
        "module asm \".globl x\"\nmodule asm \"x:\"",
        "module asm \".globl x\"\nmodule asm \"x:\"\n",
    );
}

#[test]
fn calls_say_more_than_their_arguments() {
    check(
        "define void @f(ptr %p, ...) {
0:
  musttail call void (ptr, ...) %p(ptr %p, ...)
  call void (ptr) @llvm.assume(ptr %p) [ \"align\"(ptr %p, i64 8), \"deopt\"(i32 1, metadata !\"x\") ]
  %1 = call i32 () asm inteldialect \"mov eax, 1\", \"=r\"()
  ret void
}

declare void @llvm.assume(ptr )
",
    );
}

/// LLVM declares an intrinsic by its first call.
#[test]
fn an_intrinsic_need_not_be_declared() {
    check_as(
        "define i32 @f(i32 %x) {\n  %y = call i32 @llvm.ctpop.i32(i32 %x)\n  ret i32 %y\n}\n",
        "define i32 @f(i32 %x) {
0:
  %y = call i32 (i32) @llvm.ctpop.i32(i32 %x)
  ret i32 %y
}

declare i32 @llvm.ctpop.i32(i32 )
",
    );
}

#[test]
fn expressions_of_every_version() {
    check(
        "@a = global i1 fcmp olt (float 0x3FF0000000000000, float 0x4000000000000000)
@b = global float fneg (float 0x3FF0000000000000)
@c = global i32 extractvalue ({i32, [2 x i32]} poison, 1, 0)
@d = global {i32, i8} insertvalue ({i32, i8} poison, i8 7, 1)
@e = global ptr ptrauth (ptr @a, i32 2, i64 42, ptr @b)
@f = global ptr getelementptr inbounds nuw (i8, ptr @a, i64 4)
@g = global ptr getelementptr nusw inrange(-8, 8) (i8, ptr @a, i64 4)
",
    );
}

#[test]
fn attributes_of_later_versions_are_skipped() {
    check_as(
        "declare futureattr i32 @g(ptr futureattr captures(none), ptr initializes((0, 4)) %p) futureattr memory(none)
define futureresult i32 @f(ptr futureattr range(i32 0, 9) nofpclass(nan) %p) futureattr future(1) {
  %x = call futureattr i32 @g(ptr futureattr %p, ptr captures(address, read_provenance) %p) futureattr, !dbg !0
  #dbg_value(i32 %x, !1, !DIExpression(), !2)
  %y = icmp samesign ult i32 %x, 9
  %z = trunc nuw nsw i32 %x to i8, !future !{!\"x\"}
  %a = getelementptr inbounds nuw i8, ptr %p, i32 1
  ret i32 %x
}
!0 = !DILocation(line: 1, scope: !1)
",
        "declare i32 @g(ptr , ptr )

define i32 @f(ptr %p) {
0:
  %x = call i32 (ptr, ptr) @g(ptr %p, ptr %p)
  %y = icmp samesign ult i32 %x, 9
  %z = trunc nuw nsw i32 %x to i8
  %a = getelementptr inbounds nuw i8, ptr %p, i32 1
  ret i32 %x
}
",
    );
}

#[test]
fn phis_of_a_block_that_nothing_leads_to_are_empty() {
    check_as(
        "define i32 @f() {\n  ret i32 0\ndead:\n  %x = phi i32\n  %y = phi ptr, !dbg !0\n  ret i32 %x\n}\n!0 = !{}\n",
        "define i32 @f() {\n0:\n  ret i32 0\ndead:\n  %x = phi i32\n  %y = phi ptr\n  ret i32 %x\n}\n",
    );
}

#[test]
fn numbers_may_be_left_out() {
    check(
        "define i32 @f(i32 %3) {
7:
  %9 = add i32 %3, 1
  br label %4000000000
4000000000:
  ret i32 %9
}
",
    );
}

/// As in LLVM, a number that is too large keeps its low bits.
#[test]
fn numbers_are_cut_to_their_type() {
    check_as(
        "@a = global i8 256\n@b = global i1 3\n@c = global i8 -129\n@d = global i130 99999999999999999999999999999999999999999\n",
        "@a = global i8 0\n@b = global i1 true\n@c = global i8 127\n@d = global i130 u0x01DFA371A19E6F7CB54395C9FFFFFFFFFF\n",
    );
}

/// The stack is in space 0 unless an `alloca` names another, and so is a variable, whatever the
/// layout prefers.
#[test]
fn spaces_are_as_they_are_written() {
    check(
        "target datalayout = \"A5-G1-P2\"
@g = global i32 0

define void @f() {
0:
  %a = alloca i8, i32 1
  %b = alloca i8, i32 1, addrspace(5)
  store i8 0, ptr %a
  store i8 0, ptr addrspace(5) %b
  call addrspace(0) void () null()
  ret void
}
",
    );
}
