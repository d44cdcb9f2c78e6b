//! What C for people looks like: variables and what lies in memory.

use crate::{check, check_lines};

#[test]
fn memory_is_accessed_by_types_that_may_alias() {
    check(
        "define i64 @f(ptr %p, i64 %i) {
  %at = getelementptr inbounds i64, ptr %p, i64 %i
  %next = getelementptr inbounds i8, ptr %at, i64 8
  %x = load i64, ptr %next, align 8
  store volatile i8 1, ptr %p, align 1
  %far = getelementptr i8, ptr %p, i64 %i
  store i32 7, ptr %far, align 1
  ret i64 %x
}",
        &[
            "uint64_t f(any_uint64 *p, uint64_t i) {",
            "uint64_t x = p[(int64_t)i + 1];",
            "*(volatile any_uint8 *)p = 1;",
            "*(any_uint32_1 *)(void *)((uintptr_t)p + i) = 7;",
            "return x;",
            "}",
        ],
    );
}

// Not `(void *)array + 24`: clang 22 takes this to be as aligned as the array.
#[test]
fn addresses_further_in_an_array_are_those_of_bytes() {
    check_lines(
        "@array = global [8 x i64] zeroinitializer, align 16
@further = global ptr getelementptr (i8, ptr @array, i64 12), align 8
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define ptr @f(ptr %p, i64 %i) {
  %at = getelementptr inbounds i8, ptr @array, i64 28
  call void @llvm.memcpy.p0.p0.i64(ptr %at, ptr %p, i64 16, i1 false)
  %far = getelementptr inbounds i8, ptr @array, i64 %i
  %further = getelementptr inbounds i8, ptr %far, i64 -3
  ret ptr %further
}",
        &[
            "void *further = (uint8_t *)array + 12;",
            "__builtin_memcpy((uint8_t *)array + 28, p, 16);",
            "return (uint8_t *)array + (int64_t)i - 3;",
        ],
    );
}

#[test]
fn strings_whose_address_counts_are_variables() {
    check_lines(
        "@text = private unnamed_addr constant [3 x i8] c\"ab\\00\", align 1
@named = private constant [3 x i8] c\"cd\\00\", align 1
declare void @use(ptr, ptr)
define void @f() {
  call void @use(ptr @text, ptr @named)
  ret void
}",
        &[
            "static const char named[3] = \"cd\";",
            "use(\"ab\", (void *)named);",
        ],
    );
}

#[test]
fn arguments_in_memory_stay_there() {
    check_lines(
        "%pair = type { double, i64 }
%wide = type { i64, i64, i64, i64 }
declare void @g(ptr byval(%pair) align 8, ptr byval(%wide) align 16, ptr byval(%wide) align 8)
define void @f(ptr %p, ptr %q) {
  call void @g(ptr byval(%pair) align 8 %p, ptr byval(%wide) align 16 %q, ptr byval(%wide) align 8 %q)
  ret void
}",
        &[
            "typedef struct { uint8_t f0; uint16_t f1; uint8_t f2[13]; } \
             __attribute__((packed, may_alias)) ir_memory_16;",
            "typedef struct { uint8_t f0[32]; } __attribute__((may_alias, aligned(16))) \
             ir_memory_32_16;",
            "void g(ir_memory_16, ir_memory_32_16, struct wide);",
            "g(*(ir_memory_16 *)p, *(ir_memory_32_16 *)q, *(struct wide *)q);",
        ],
    );
}

#[test]
fn a_variable_that_is_cut_where_a_long_double_ends_has_its_bytes() {
    check_lines(
        "declare void @use(ptr)
define void @f() {
  %place = alloca [10 x i8], align 16
  call void @use(ptr %place)
  ret void
}",
        &["uint8_t place[16] __attribute__((aligned(16)));"],
    );
}

#[test]
fn a_union_with_a_long_double_has_all_its_bytes() {
    check_lines(
        "%union.u = type { x86_fp80 }
declare void @use(ptr byval(%union.u) align 16)
define void @f(double %x) {
  %place = alloca %union.u, align 16
  %half = getelementptr inbounds i8, ptr %place, i64 8
  store double %x, ptr %half, align 8
  call void @use(ptr byval(%union.u) align 16 %place)
  ret void
}",
        &["uint8_t place[16] __attribute__((aligned(16)));"],
    );
}

#[test]
fn a_variable_that_only_is_a_long_double_is_one() {
    check_lines(
        "%struct.s = type { x86_fp80 }
declare void @scan(ptr)
define x86_fp80 @f(x86_fp80 %x) {
  %place = alloca %struct.s, align 16
  %other = alloca x86_fp80, align 16
  %member = getelementptr inbounds %struct.s, ptr %place, i32 0, i32 0
  store x86_fp80 %x, ptr %member, align 16
  call void @scan(ptr %other)
  %y = load x86_fp80, ptr %other, align 16
  %z = load x86_fp80, ptr %member, align 16
  %sum = fadd x86_fp80 %y, %z
  ret x86_fp80 %sum
}",
        &["struct s place;", "long double other = 0;"],
    );
}

#[test]
fn integers_of_128_bits_lie_where_the_layout_says() {
    // As LLVM 17 has it.
    let module = r#"target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
define internal { i128, i1 } @f(i128 %x, i1 %c) {
  %a = insertvalue { i128, i1 } poison, i128 %x, 0
  %b = insertvalue { i128, i1 } %a, i1 %c, 1
  ret { i128, i1 } %b
}
define i128 @g(i128 %x, i1 %c) {
  %pair = call { i128, i1 } @f(i128 %x, i1 %c)
  %y = extractvalue { i128, i1 } %pair, 0
  ret i128 %y
}
"#;
    let module = unsnarl_llvm::read(module).expect("it can be read");
    let output = unsnarl_c::people::compile(&module, &unsnarl_c::nested);
    let text = output.unwrap_or_else(|refusals| panic!("{refusals}")).text;
    assert!(
        text.contains("uint128_t f0 __attribute__((packed, aligned(8)));"),
        "{text}"
    );
}
