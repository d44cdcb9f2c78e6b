//! Errors in a text, and their places.

use unsnarl_llvm::read;

#[track_caller]
fn check(text: &str, expected: &str) {
    let error = read(text).expect_err("the text is wrong");
    assert_eq!(error.to_string(), expected);
}

/// The lines of a function with a parameter of each kind, from line 2.
#[track_caller]
fn check_body(lines: &str, expected: &str) {
    check(
        &format!("define i32 @f(i32 %i, ptr %p, <2 x i32> %v) {{\n{lines}\n}}\n"),
        expected,
    );
}

#[test]
fn what_is_not_supported_has_a_name() {
    check_body(
        "  %x = frobnicate i32 %i\n  ret i32 0",
        "2:8: unknown instruction 'frobnicate'",
    );
    check("frob = 1", "1:1: unknown definition 'frob'");
    check_body(
        "  %x = atomicrmw frob ptr %p, i32 1 seq_cst\n  ret i32 0",
        "2:18: unknown atomicrmw operation 'frob'",
    );
}

#[test]
fn what_is_missing_is_said() {
    check_body("  %x = add i32 %i", "3:1: expected ',', found '}'");
    check_body("  ret i32", "3:1: expected a value, found '}'");
    check(
        "define void @f() {\nb:\n}\n",
        "3:1: expected a terminator before the end of the function, found '}'",
    );
    check(
        "define void @f() {\na:\nb:\n  ret void\n}\n",
        "3:1: expected a terminator before the next block, found 'b:'",
    );
    check(
        "define void @f() {\n  ret void",
        "2:11: expected an instruction, found the end of the text",
    );
    check(
        "@x = global [2 x i32",
        "1:21: expected ']', found the end of the text",
    );
    check(
        "@x = 1",
        "1:6: expected 'global', 'constant', 'alias' or 'ifunc', found '1'",
    );
    check("!0 = !{!1, ", "1:7: bracket is not closed");
    check(
        "@x = global [2 x i8] c\"a",
        "1:23: string has no closing quote",
    );
}

#[test]
fn names_must_be_defined_once() {
    check_body("  ret i32 %nobody", "2:11: %nobody is used but not defined");
    check_body(
        "  br label %nowhere",
        "2:12: %nowhere is used but not defined",
    );
    check_body(
        "  %x = call i32 @missing()\n  ret i32 %x",
        "2:17: @missing is used but not defined",
    );
    check_body(
        "  %x = add i32 %i, 1\n  %x = add i32 %i, 2\n  ret i32 %x",
        "3:3: %x is defined twice",
    );
    check_body(
        "a:\n  br label %a\na:\n  br label %a",
        "4:1: a is defined twice",
    );
    check(
        "@a = global i32 0\n@a = global i32 0\n",
        "2:1: @a is defined twice",
    );
    check("@a = global %t undef\n", "1:13: %t is used but not defined");
    check("%t = type {}\n%t = type {}\n", "2:1: %t is defined twice");
    check(
        "@a = global ptr blockaddress(@f, %b)\ndeclare void @f()\n",
        "1:34: %b is used but not defined",
    );
}

#[test]
fn numbers_must_be_in_order() {
    check_body(
        "  %2 = add i32 %i, 1\n  %1 = add i32 %i, 1\n  ret i32 %2",
        "3:3: number 1 is out of order: the next one is 3",
    );
    check(
        "@1 = global i32 0\n@0 = global i32 0",
        "2:1: number 0 is out of order: the next one is 2",
    );
}

#[test]
fn types_must_agree() {
    check_body(
        "  %x = add i64 %i, 1\n  ret i32 0",
        "2:16: %i is used as i64, but its type is i32",
    );
    check_body(
        "  br label %a\na:\n  ret i32 %x\nb:\n  %x = load i64, ptr %p\n  br label %a",
        "4:11: %x is used as i32, but its type is i64",
    );
    check_body(
        "  ret i64 0",
        "2:7: 'ret' has type i64, but the function returns i32",
    );
    check_body("  ret i32 1.5", "2:11: 1.5 is not a constant of type i32");
    check_body(
        "  %x = icmp eq i32 %i, null\n  ret i32 0",
        "2:24: null is not a constant of type i32",
    );
    check_body(
        "  %x = trunc i32 %i to i64\n  ret i32 0",
        "2:3: unknown conversion between these types",
    );
    check_body(
        "  load void, ptr %p\n  ret i32 0",
        "2:3: a load has no pointer, or a type without a size",
    );
    check(
        "@x = global [2 x i32] [i32 1, i64 2]",
        "1:23: a constant does not match its type",
    );
    check(
        "@x = global {i32} {i32 1, i32 2}",
        "1:19: { is not a constant of type {i32}",
    );
    check(
        "@x = global [3 x i8] c\"ab\"",
        "1:22: c\"ab\" is not a constant of type [3 x i8]",
    );
    check(
        "%t = type {%t}\n@x = global %t undef",
        "2:1: the type of a variable has no size",
    );
}

#[test]
fn control_flow_must_make_sense() {
    check_body(
        "  br label %a\na:\n  %x = phi i32 [ 1, %a ]\n  br label %a",
        "4:3: a phi does not name each predecessor once",
    );
    check_body(
        "  br i1 false, label %a, label %a\na:\n  %x = phi i32 [ 1, %0 ], [ 2, %0 ]\n  ret i32 %x",
        "4:3: a phi has two values for one block",
    );
    check_body(
        "  %y = add i32 %i, 1\n  %x = phi i32 [ 1, %0 ]\n  ret i32 %x",
        "3:3: a phi comes after another instruction",
    );
    check_body(
        "  br i1 true, label %a, label %b\na:\n  %x = add i32 %i, 1\n  br label %b\nb:\n  ret i32 %x",
        "7:11: %x is used where it is not defined on every path",
    );
    check_body(
        "  switch i32 %i, label %a [ i32 1, label %a i32 1, label %a ]\na:\n  ret i32 0",
        "2:3: two cases have the same value",
    );
    check_body(
        "e:\n  %x = icmp eq ptr %p, blockaddress(@f, %e)\n  ret i32 0",
        "3:41: the address of an entry block is taken",
    );
    check_body(
        "  %x = br label %a\na:\n  ret i32 0",
        "2:3: a terminator without a result has a name",
    );
    check_body(
        "  %x = store i32 1, ptr %p\n  ret i32 0",
        "2:3: an instruction without a result has a name",
    );
}

#[test]
fn what_is_too_much_is_refused() {
    let deep = |open: &str, close: &str| {
        format!(
            "@x = global {}i32{} undef",
            open.repeat(300),
            close.repeat(300)
        )
    };
    check(&deep("[1 x ", "]"), "1:1293: nesting is deeper than 256");
    check(&deep("{", "}"), "1:269: nesting is deeper than 256");
    let sum = "add (i32 1, i32 ".repeat(300);
    check(
        &format!("@x = global i32 {sum}"),
        "1:4102: nesting is deeper than 256",
    );
    check(
        "@x = global i8388609 0",
        "1:13: number 8388609 does not fit here",
    );
    check(
        "@x = global i8388608 7",
        "1:22: unsupported integer constant of more than 64000 bits",
    );
    check(
        &format!("@x = global i32 add (i32 1, i32 {})", "9".repeat(20_000)),
        &format!("1:33: {} is not a constant of type i32", "9".repeat(20_000)),
    );
    check(
        "target datalayout = \"e-p:zz\"",
        "1:8: invalid specification 'p:zz' in the data layout",
    );
    check(
        "; é\n@x = global i32 ¿",
        "2:17: character '¿' is not the start of a token of LLVM IR",
    );
}
