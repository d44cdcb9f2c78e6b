//! What compilers warn of in code that says what its source says: nothing of it is an error here.

use crate::common::Scratch;
use crate::{COMPILERS, build, write_people};

/// Checks that functions compile without a warning.
#[track_caller]
fn check(name: &str, functions: &str) {
    let scratch = Scratch::new(name);
    let driver = "int h(int);
void g(signed char, short);
int h(int x) { return x; }
void g(signed char x, short y) { (void)x; (void)y; }
int main(void) { return 0; }
";
    write_people(&scratch, functions, driver);
    for compiler in COMPILERS {
        let built = build(&scratch, compiler, &[]);
        built.unwrap_or_else(|said| panic!("{compiler:?}: {said}"));
    }
}

/// Functions whose results are all that they are for, and those that say that theirs must be used.
#[test]
fn results_that_are_not_used() {
    let names = [
        ("ptr", "malloc", "i64 8"),
        ("ptr", "calloc", "i64 8, i64 1"),
        ("ptr", "realloc", "ptr %p, i64 8"),
        ("ptr", "aligned_alloc", "i64 8, i64 8"),
        ("ptr", "strdup", "ptr %p"),
        ("ptr", "strndup", "ptr %p, i64 3"),
        ("i64", "strlen", "ptr %p"),
        ("i32", "strcmp", "ptr %p, ptr %p"),
        ("i32", "memcmp", "ptr %p, ptr %p, i64 3"),
        ("ptr", "strchr", "ptr %p, i32 3"),
        ("i32", "abs", "i32 %x"),
        ("i32", "ffs", "i32 %x"),
        ("i32", "isalpha", "i32 %x"),
        ("i32", "iswalnum", "i32 %x"),
        ("i32", "towupper", "i32 %x"),
        ("double", "sin", "double 1.0"),
        ("double", "cbrt", "double 1.0"),
        ("float", "floorf", "float 1.0"),
    ];
    let mut functions = String::from("define void @f(ptr %p, i32 %x) {\n");
    for (result, name, arguments) in names {
        functions += &format!("  call {result} @{name}({arguments})\n");
    }
    functions += "  ret void\n}\n";
    for (result, name, arguments) in names {
        let types: Vec<&str> = arguments
            .split(", ")
            .filter_map(|argument| argument.split(' ').next())
            .collect();
        functions += &format!("declare {result} @{name}({})\n", types.join(", "));
    }
    check("results", &functions);
}

/// What the sources of tests do, and optimizers make by making paths apart.
#[test]
fn arguments_and_addresses_that_are_odd() {
    check(
        "odd",
        "@kept = global ptr null
@text = private unnamed_addr constant [3 x i8] c\"%d\\00\"
@many = private unnamed_addr constant [2 x i8] c\"x\\00\"
@none = private unnamed_addr constant [1 x i8] zeroinitializer
declare i32 @printf(ptr, ...)
declare i32 @sprintf(ptr, ptr, ...)
declare i64 @strlen(ptr)
declare ptr @strchr(ptr, i32)
declare ptr @memset(ptr, i32, i64)
declare ptr @memcpy(ptr, ptr, i64)
declare ptr @realloc(ptr, i64)
declare ptr @malloc(i64)
declare void @free(ptr)
define i32 @formats(ptr %p) {
  %a = call i32 (ptr, ...) @printf(ptr @many, i32 1)
  %b = call i32 (ptr, ...) @printf(ptr @none)
  %c = call i32 (ptr, ...) @sprintf(ptr %p, ptr @text, i64 1)
  ret i32 %a
}
define i64 @nothing() {
  %length = call i64 @strlen(ptr null)
  %copy = call ptr @memcpy(ptr null, ptr null, i64 0)
  ret i64 %length
}
define i32 @variable() {
  %x = alloca [9 x i8]
  store volatile ptr %x, ptr @kept
  %is_null = icmp eq ptr %x, null
  %found = call ptr @strchr(ptr %x, i32 111)
  %second = getelementptr inbounds i8, ptr %x, i64 1
  %is_second = icmp eq ptr %found, %second
  %chosen = select i1 %is_null, ptr %found, ptr %second
  store volatile ptr %chosen, ptr @kept
  %both = or i1 %is_null, %is_second
  %r = zext i1 %both to i32
  ret i32 %r
}
define ptr @moved(ptr %p) {
  %again = call ptr @realloc(ptr %p, i64 100)
  %old = ptrtoint ptr %p to i64
  %new = ptrtoint ptr %again to i64
  %by = sub i64 %new, %old
  %there = getelementptr i8, ptr %p, i64 %by
  ret ptr %there
}
define ptr @large() {
  %p = call ptr @malloc(i64 -1)
  %q = call ptr @memset(ptr %p, i32 5, i64 0)
  ret ptr %q
}
define void @freed() {
  %x = alloca i32
  call void @free(ptr %x)
  ret void
}
define i32 @for_ever(i32 %x) {
  %r = call i32 @for_ever(i32 %x)
  %s = add i32 %r, 1
  ret i32 %s
}
define ptr @outer() {
  %frame = call ptr @llvm.returnaddress(i32 1)
  ret ptr %frame
}
declare ptr @llvm.returnaddress(i32)
declare i32 @h(i32)
define i1 @both(i32 %x, i32 %y) {
  %a = call i32 @h(i32 %x)
  %b = call i32 @h(i32 %y)
  %c = icmp eq i32 %a, 3
  %d = icmp eq i32 %b, 4
  %e = or i1 %c, %d
  ret i1 %e
}
",
    );
}

/// Numbers are signed where the types of parameters and results are, a switch decides by a number,
/// and a function may end in a loop that is left by returns alone.
#[test]
fn numbers_and_switches() {
    check(
        "numbers",
        "declare void @g(i8 signext, i16 signext)
declare i32 @h(i32)
define signext i8 @negative() {
  ret i8 -5
}
define signext i16 @either(i1 %b) {
  %r = select i1 %b, i16 -5, i16 3
  call void @g(i8 signext -100, i16 signext %r)
  ret i16 %r
}
define signext i8 @chosen(i1 %b) {
  %r = select i1 %b, i8 -5, i8 3
  ret i8 %r
}
define i32 @switched(i1 %b, i32 %x) {
  switch i1 %b, label %none [ i1 true, label %some
                              i1 false, label %other ]
some:
  %y = call i32 @h(i32 %x)
  br label %none
other:
  %z = call i32 @h(i32 7)
  ret i32 %z
none:
  ret i32 3
}
define i32 @aligned(i32 %x) {
  %a = alloca i32, align 64
  %y = call i32 @h(i32 %x)
  store i32 %y, ptr %a, align 64
  %b = call i32 @h(i32 %y)
  %l = load i32, ptr %a, align 64
  %s = add i32 %l, %b
  ret i32 %s
}
declare { double, double } @csqrt(double, double)
declare { double, double } @cpow(double, double, double, double)
declare double @cabs(double, double)
declare <2 x float> @csqrtf(<2 x float>)
declare { x86_fp80, x86_fp80 } @csqrtl(ptr byval({ x86_fp80, x86_fp80 }) align 16)
define double @complex(double %x, ptr %p) {
  %r = call { double, double } @csqrt(double %x, double 1.0)
  %re = extractvalue { double, double } %r, 0
  %s = call { double, double } @cpow(double %x, double 1.0, double %x, double 0.0)
  %im = extractvalue { double, double } %s, 1
  %t = call double @cabs(double %re, double %im)
  %u = call { x86_fp80, x86_fp80 } @csqrtl(ptr byval({ x86_fp80, x86_fp80 }) align 16 %p)
  %v = extractvalue { x86_fp80, x86_fp80 } %u, 0
  store x86_fp80 %v, ptr %p
  %w = call <2 x float> @csqrtf(<2 x float> zeroinitializer)
  store <2 x float> %w, ptr %p
  ret double %t
}
",
    );
}

/// clang takes 256 brackets in each other.
#[test]
fn brackets_that_are_too_deep() {
    use std::fmt::Write as _;
    let mut functions = String::from("declare i1 @ask(i32)\ndefine i32 @f() {\n  br label %b0\n");
    let count = 300;
    for number in 0..count {
        // Each leads to the end of another one.
        let _ = writeln!(
            functions,
            "b{number}:
  %c{number} = call i1 @ask(i32 {number})
  br i1 %c{number}, label %b{}, label %e{number}",
            number + 1
        );
    }
    let _ = writeln!(functions, "b{count}:\n  br label %e{}", count - 1);
    for number in (0..count).rev() {
        let before = match number {
            0 => String::from("  ret i32 7"),
            _ => format!("  br label %e{}", number - 1),
        };
        let _ = writeln!(
            functions,
            "e{number}:\n  call i1 @ask(i32 {})\n{before}",
            1000 + number
        );
    }
    functions += "}\n";
    let driver = "_Bool ask(int);
_Bool ask(int x) { (void)x; return 1; }
int main(void) { return 0; }
";
    let scratch = Scratch::new("deep");
    write_people(&scratch, &functions, driver);
    for compiler in COMPILERS {
        let built = build(&scratch, compiler, &[]);
        built.unwrap_or_else(|said| panic!("{compiler:?}: {said}"));
    }
}
