//! Common mistakes in handwritten text: each error names the place, the mistake, and what to write.

use unsnarl_llvm::read;

/// The lines of a function `i32 @f(i32 %x)`, from line 2; place and error; remedy.
#[track_caller]
fn check(lines: &str, error: &str, remedy: &str) {
    check_module(
        &format!("define i32 @f(i32 %x) {{\n{lines}\n}}\n"),
        error,
        remedy,
    );
}

#[track_caller]
fn check_module(text: &str, expected: &str, remedy: &str) {
    let error = read(text).expect_err("the text is wrong");
    assert_eq!(error.to_string(), expected);
    let said = error.remedy.map_or(String::new(), |said| said.to_string());
    assert_eq!(said, remedy);
}

const TYPE: &str = "write the type before the value, as in `i32 %x`";
const TERMINATOR: &str = "end the block with a terminator: `ret`, `br`, `switch` or `unreachable`";
const SIGIL: &str =
    "names of values and blocks begin with '%', those of functions and variables with '@': write";

#[test]
fn a_type_is_missing_or_is_one_of_c() {
    check("  ret %x", "2:7: expected a type, found '%x'", TYPE);
    check("  ret 0", "2:7: expected a type, found '0'", TYPE);
    check(
        "  %y = add %x, 1\n  ret i32 %y",
        "2:12: expected a type, found '%x'",
        TYPE,
    );
    check(
        "  ret",
        "3:1: expected a type, found '}'",
        "write `ret void` to return nothing, or a type and a value: `ret i32 0`",
    );
    check(
        "  ret int 0",
        "2:7: expected a type, found 'int'",
        "LLVM IR has no type 'int': write `i32`",
    );
    check_module(
        "define int @f() {\n  ret i32 0\n}\n",
        "1:8: expected a type, found 'int'",
        "LLVM IR has no type 'int': write `i32`",
    );
    check_module(
        "define void @f(char %c) {\n  ret void\n}\n",
        "1:16: expected a type, found 'char'",
        "LLVM IR has no type 'char': write `i8`",
    );
}

#[test]
fn a_sigil_is_missing() {
    check(
        "  y = add i32 %x, 1\n  ret i32 %y",
        "2:3: unknown instruction 'y'",
        &format!("{SIGIL} `%y`"),
    );
    check(
        "  %y = add i32 x, 1\n  ret i32 %y",
        "2:16: expected a value, found 'x'",
        &format!("{SIGIL} `%x`"),
    );
    check(
        "  br label next\nnext:\n  ret i32 0",
        "2:12: expected the name of a block, found 'next'",
        &format!("{SIGIL} `%next`"),
    );
    check_module(
        "define void @f(i32 x) {\n  ret void\n}\n",
        "1:20: expected ')', found 'x'",
        &format!("{SIGIL} `%x`"),
    );
}

#[test]
fn a_block_is_not_ended_or_not_begun() {
    check(
        "  %y = add i32 %x, 1",
        "3:1: expected a terminator before the end of the function, found '}'",
        TERMINATOR,
    );
    check(
        "  %y = add i32 %x, 1\nnext:\n  ret i32 %y",
        "3:1: expected a terminator before the next block, found 'next:'",
        TERMINATOR,
    );
    check(
        "  br label %next\nnext\n  ret i32 %x",
        "3:1: unknown instruction 'next'",
        "a label ends with a colon: write `next:`",
    );
    check_module(
        "define void @f() {\n}\n",
        "2:1: the function has no instructions",
        "write a terminator such as `ret void`, or `declare` the function instead",
    );
    check(
        "  br %next\nnext:\n  ret i32 0",
        "2:6: expected 'label' or 'i1', found '%next'",
        "write `br label %next`, or `br i1 %condition, label %a, label %b`",
    );
}

#[test]
fn a_name_is_nowhere_or_too_early() {
    let local = "define it in this function: a value by `%name = …`, a block by `name:`";
    check("  ret i32 %y", "2:11: %y is used but not defined", local);
    check("  br label %y", "2:12: %y is used but not defined", local);
    check(
        "  %y = call i32 @g()\n  ret i32 %y",
        "2:17: @g is used but not defined",
        "declare it: `declare void @name()` for a function, `@name = external global i32` for a variable",
    );
    let phi = "define it before, or merge the values of several paths with a `phi`";
    check(
        "  %y = add i32 %z, 1\n  %z = add i32 %x, 1\n  ret i32 %y",
        "2:16: %z is used where it is not defined on every path",
        phi,
    );
    check(
        "  %c = icmp eq i32 %x, 0\n  br i1 %c, label %a, label %b\na:\n  %\"y z\" = add i32 %x, 1\n  br label %b\n\
         b:\n  ret i32 %\"y z\"",
        "8:11: %\"y z\" is used where it is not defined on every path",
        phi,
    );
}

#[test]
fn numbers_run_on() {
    let remedy = |expected: u32| {
        format!(
            "write %{expected}, or give it a name: parameters, blocks and results without names \
             are numbered in one sequence, including a first block without a label"
        )
    };
    check(
        "  %0 = add i32 %x, 1\n  ret i32 %0",
        "2:3: number 0 is out of order: the next one is 1",
        &remedy(1),
    );
    check(
        "  %2 = add i32 %x, 1\n  %1 = add i32 %x, 2\n  ret i32 %1",
        "3:3: number 1 is out of order: the next one is 3",
        &remedy(3),
    );
}

#[test]
fn a_type_is_another_one() {
    check(
        "  ret i64 0",
        "2:7: 'ret' has type i64, but the function returns i32",
        "",
    );
    check(
        "  ret void",
        "2:7: 'ret' has type void, but the function returns i32",
        "",
    );
    check(
        "  %y = add i64 %x, 1\n  ret i32 0",
        "2:16: %x is used as i64, but its type is i32",
        "convert it: `zext`, `sext` and `trunc` for integers, `ptrtoint` and `inttoptr` for addresses",
    );
    let point = "floating-point constants have a point: `1.0`; integers have none: `1`";
    check(
        "  %y = add i32 %x, 1.0\n  ret i32 %y",
        "2:20: 1.0 is not a constant of type i32",
        point,
    );
    check(
        "  %y = fadd float 1, 2.0\n  ret i32 0",
        "2:19: 1 is not a constant of type float",
        point,
    );
}

#[test]
fn a_comma_is_missing() {
    check(
        "  %y = add i32 %x 1\n  ret i32 %y",
        "2:19: expected ',', found '1'",
        "",
    );
    check(
        "  switch i32 %x label %a [ ]\na:\n  ret i32 0",
        "2:17: expected ',', found 'label'",
        "",
    );
}

/// Typed pointers, of old versions, mean `ptr`.
#[test]
fn typed_pointers_are_understood() {
    let text = "define i32 @f(i32* %p) {\n  %x = load i32, i32* %p\n  ret i32 %x\n}\n";
    assert!(read(text).is_ok());
}
