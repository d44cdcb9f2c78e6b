//! What C for people looks like: calls and symbols.

use crate::{check, check_lines};

#[test]
fn calls_go_by_name_or_through_their_own_type() {
    check(
        "@text = private unnamed_addr constant [4 x i8] c\"%d\\0A\\00\"
declare i32 @printf(ptr, ...)
define i32 @f(ptr %g, i32 %x) {
  %y = call i32 %g(i32 %x)
  %n = call i32 (ptr, ...) @printf(ptr @text, i32 %y)
  ret i32 %n
}",
        &[
            "uint32_t f(void *g, uint32_t x) {",
            "return printf(\"%d\\n\", ((uint32_t (*)(uint32_t))g)(x));",
            "}",
        ],
    );
}

#[test]
fn a_call_is_not_written_where_it_may_be_skipped() {
    check_lines(
        "declare i32 @h(i32)
define i32 @f(i1 %c, i32 %x) {
  %called = call i32 @h(i32 %x)
  %r = select i1 %c, i32 %called, i32 0
  ret i32 %r
}",
        &["uint32_t called = h(x);", "return c ? called : 0;"],
    );
}

#[test]
fn symbols_that_are_kept_are_used_and_those_of_the_library_have_other_names() {
    check_lines(
        "@llvm.used = appending global [1 x ptr] [ptr @index], section \"llvm.metadata\"
define internal i32 @index(i32 %x) {
  ret i32 %x
}",
        &["static uint32_t index_own(uint32_t) __attribute__((used));"],
    );
}

#[test]
fn a_call_of_another_type_goes_through_a_variable() {
    check_lines(
        "declare i32 @g(...)
define i32 @f(i32 %x) {
  %r = call i32 @g(i32 %x)
  ret i32 %r
}",
        &[
            "uint32_t g();",
            "return __extension__({ uint32_t (*ir_f)(uint32_t) = (void *)g; ir_f; })(x);",
        ],
    );
}

#[test]
fn variadic_arguments_are_not_converted_and_none_need_be_named() {
    check_lines(
        "declare i32 @p(i32, ...)
declare void @llvm.va_start.p0(ptr)
define void @rest(...) {
  %list = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %list)
  ret void
}
define i32 @f(float %x) {
  %r = call i32 (i32, ...) @p(i32 1, float %x)
  ret i32 %r
}",
        &[
            "void rest(ir_nothing ir_none, ...) {",
            "__extension__({ va_start(*(any_va_list *)list, ir_none); \
             __asm__ volatile (\"\" : : \"r\"(*(any_va_list *)list) :",
            "\"memory\"); });",
            "return p(1, (struct { float f0; }){ x });",
        ],
    );
}

// Not so of `const void *`, to which C converts any pointer.
#[test]
fn bytes_are_not_passed_where_the_library_takes_numbers() {
    check_lines(
        "@bytes = global [64 x i8] zeroinitializer, align 16
declare double @frexp(double, ptr)
declare i32 @memcmp(ptr, ptr, i64)
define i32 @f(double %x) {
  %at = getelementptr inbounds i8, ptr @bytes, i64 8
  %mantissa = call double @frexp(double %x, ptr @bytes)
  %exponent = call double @frexp(double %mantissa, ptr %at)
  %r = call i32 @memcmp(ptr @bytes, ptr %at, i64 8)
  ret i32 %r
}",
        &[
            "frexp(frexp(x, (void *)bytes), (void *)&bytes[8]);",
            "return memcmp(bytes, &bytes[8], 8);",
        ],
    );
}
