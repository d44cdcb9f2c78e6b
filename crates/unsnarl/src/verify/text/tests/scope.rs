//! Variables with and without declarations.

use crate::verify::text::declared;
use alloc::format;
use alloc::string::String;

/// Checks the message about the variables of a text, where `known` is declared elsewhere.
#[track_caller]
fn declares(text: &str, expected: &str) {
    let words = [
        "let", "if", "while", "break", "for", "try", "return", "known",
    ];
    let found = match declared(text, &|name| words.contains(&name)) {
        Ok(()) => String::from("all"),
        Err(difference) => format!("{}, {}", difference.found, difference.due),
    };
    assert_eq!(found, expected, "{text}");
}

#[test]
fn every_variable_is_declared_once() {
    declares(
        "function f(a) { let b, c = a + known, d; b = c; d = b; }",
        "all",
    );
    declares("function f(a) { let b; c = b; }", "c, its declaration");
    declares("function f(a) { let b = c, d; }", "c, its declaration");
    declares("function f(a) { b = 1; let b; }", "b, its declaration");
    declares("function f(a) { { let b; } b = 1; }", "b, its declaration");
    declares("function f(a) { if (b) return a; }", "b, its declaration");
    declares("function f(a, a) { }", "a second a, one declaration");
    declares("function f(a) { let a; }", "a second a, one declaration");
    declares("function f() { let b, b; }", "a second b, one declaration");
    // Another function has its own.
    declares(
        "function f(a) { let b; } function g(a) { let b; f(b); }",
        "all",
    );
    declares(
        "function f(a) { } function g() { a = 1; }",
        "a, its declaration",
    );
}

#[test]
fn members_keys_and_labels_are_no_variables() {
    declares(
        "function f(a) { again: while (a.b) { break again; } a = { c: 1, d: a?.e }; }",
        "all",
    );
    declares("function f(a) { a = a ? b : 1; }", "b, its declaration");
    declares(
        "try { known(); } catch (error) { throw_(error); }",
        "throw_, its declaration",
    );
    declares(
        "for (let i = 0; i < known; i++) { } known = \"i j\"; // k",
        "all",
    );
}

#[test]
fn declarations_of_c_are_known() {
    let declares = |text: &str, expected: &str| {
        let found = match declared(text, &|name| !["label", "f0"].contains(&name)) {
            Ok(()) => String::from("all"),
            Err(difference) => format!("{}, {}", difference.found, difference.due),
        };
        assert_eq!(found, expected, "{text}");
    };
    let body = "g(x * f0, 1); switch (label) { case 1: p->label = 1; return f0; }";
    declares(
        &format!("int g(int n) {{ unsigned label; int f0 = 0; {body} }}"),
        "all",
    );
    declares(
        &format!("int g(void) {{ int *x, *label, f0; {body} }}"),
        "all",
    );
    declares(
        &format!("int g(void) {{ int f0; {body} }}"),
        "label, its declaration",
    );
    declares(
        &format!("int g(void) {{ int label, f0; int f0; {body} }}"),
        "a second f0, one declaration",
    );
    // A declaration after a case counts.
    for case in ["case 0:", "case -1:", "default:"] {
        declares(
            &format!("int g(void) {{ int label, f0; switch (label) {{ {case} int f0; }} }}"),
            "a second f0, one declaration",
        );
    }
    declares("int g(int b) { int f0; return b ? 1 : f0 * b; }", "all");
    // Names of the host's own may hide each other.
    declares(
        "int g(void) { return ({ int v = ({ int v = 1; v; }); v; }); }",
        "all",
    );
}
