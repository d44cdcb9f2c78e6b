//! What is wrong with a text, and where.

use super::body;
use crate::text::parse;

/// A text with an error, which must be this one.
#[track_caller]
fn check_error(text: &str, expected: &str) {
    match parse(text) {
        Ok(module) => panic!("it is parsed as\n{module}"),
        Err(error) => assert_eq!(error.to_string(), expected, "{text}"),
    }
}

#[test]
fn errors_in_headers_say_where_and_what() {
    for (text, expected) in [
        ("x", "1:1: expected `func`, found `x`"),
        ("func f", "1:6: expected a symbol, such as `@f`, found `f`"),
        ("func @", "1:7: expected a name, found a bare `@`"),
        ("func @\"f", "1:7: missing closing quote on this line"),
        (
            "func @\"\\n\"",
            "1:8: the escapes are `\\\"`, `\\\\` and `\\u{…}`",
        ),
        (
            "func @\"\\u{d800}\"",
            "1:8: the escapes are `\\\"`, `\\\\` and `\\u{…}`",
        ),
        (
            "func @f(%0",
            "1:11: expected `:` and a type, found the end of the text",
        ),
        ("func @f(%0: i33", "1:13: expected a type, found `i33`"),
        (
            "func @f(%0: i32 %1",
            "1:17: expected `,` or `)`, found `%1`",
        ),
        (
            "func @f(%: i32)",
            "1:9: expected a register, such as `%0`, found `%`",
        ),
        (
            "func @f() {",
            "1:12: expected a block, such as `b0:`, or `}`, found the end of the text",
        ),
        (
            "func @f() { }",
            "1:13: expected the end of the line, found `}`",
        ),
        (
            "func @f() {\n}\nfunc @f() {\n}",
            "3:6: function `@f` is defined a second time",
        ),
        (
            "func @f() {\nframe 1 align x\n}",
            "2:15: expected an alignment in bytes, found `x`",
        ),
        (
            "func @f() {\nframe 5000000000 align 1\n}",
            "2:7: this number does not fit a size in bytes",
        ),
        (
            "func @f() {\nmemory 0 f64\n}",
            "2:10: expected `i32` or `i64`, found `f64`",
        ),
        (
            "func @f() {\ntable -1 i64\n}",
            "2:7: this number does not fit a table",
        ),
        (
            "func @f(%é: i32)",
            "1:9: expected a register, such as `%0`, found `%`",
        ),
    ] {
        check_error(text, expected);
    }
}

#[test]
fn errors_in_blocks_say_where_and_what() {
    for (lines, expected) in [
        ("", "3:1: expected an instruction or an exit, found `}`"),
        (
            "%2 = i32.eqz %0",
            "4:1: expected an instruction or an exit, found `}`",
        ),
        ("%2 = i32.eqz %9 / return", "3:16: `%9` is not defined"),
        (
            "%0 = i32.eqz %0 / return",
            "3:3: `%0` is defined a second time",
        ),
        (
            "%2 = i32.frob %0 / return",
            "3:8: unknown operation `i32.frob`",
        ),
        (
            "i32.eqz %0 / return",
            "3:3: 0 registers are given for an operation with one result, an `i32`",
        ),
        (
            "%2, %3 = i32.eqz %0 / return",
            "3:3: 2 registers are given for an operation with one result, an `i32`",
        ),
        (
            "%2 = i32.store %0, %0 / return",
            "3:3: 1 registers are given for an operation without a result",
        ),
        (
            "%2 = call @g() / return",
            "3:3: results of a call need types: `%1: i32 = call @f()`",
        ),
        (
            "i32.store align=3 %0, %0 / return",
            "3:13: this number does not fit an alignment",
        ),
        (
            "%2 = i32.eqz i32 2147483648 / return",
            "3:20: this number does not fit an `i32`",
        ),
        (
            "%2 = i32.eqz i32 1.5 / return",
            "3:20: expected an `i32`, found `1.5`",
        ),
        (
            "%2 = f32.neg f32 nan(0x800000) / return",
            "3:24: this number does not fit a mantissa",
        ),
        (
            "%2 = f32.neg f32 infinity / return",
            "3:20: expected a float, such as `1.5`",
        ),
        (
            "%2 = ref.is_null funcref funcref / return",
            "3:28: references have no literals",
        ),
        (
            "%2 = i32.load frame+-1 / return",
            "3:17: this number does not fit an offset",
        ),
        (
            "%2 = i32.eqz %0 !odd / return",
            "3:19: expected `!observable`, `!pure`",
        ),
        ("%2 = i32.eqz %0, b0 / return", "3:20: expected an operand"),
        (
            "return b0 %0",
            "3:13: expected the end of the line, found `%0`",
        ),
        ("jump b1", "3:8: block `b1` is not defined in this function"),
        (
            "jump b0(",
            "3:11: expected `,` or `)`, found the end of the line",
        ),
        (
            "switch %0, b0, else b0",
            "3:14: expected a value and `:` before this edge",
        ),
        (
            "switch %0, 1: b0",
            "3:17: expected no more than `else` before this last edge",
        ),
        (
            "try_call @g(), catch_all b0",
            "3:28: expected no clause before this edge",
        ),
        (
            "try_call @g(), b0, b0",
            "3:22: expected `catch @tag`, `catch_all` or `catch_all_ref` before",
        ),
        (
            "br %0, 1: b0, b0",
            "3:13: expected nothing before this edge",
        ),
        (
            "return / b0: / return",
            "4:3: block `b0` starts a second time",
        ),
        (
            "return / b4000000000: / return",
            "4:3: `b4000000000` skips too many block numbers",
        ),
        (
            "return / b5000000000: / return",
            "4:3: this number does not fit a block",
        ),
    ] {
        let text = body(lines);
        match parse(&text) {
            Ok(module) => panic!("it is parsed as\n{module}"),
            Err(error) => assert!(error.to_string().starts_with(expected), "{error}\n{text}"),
        }
    }
}
