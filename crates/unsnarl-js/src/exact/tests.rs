//! What functions become, in the text of the machine.

use unsnarl_low::module::Body;
use unsnarl_low::text::parse;
use unsnarl_low::verify::verify;

use super::forms::{Around, Form, Interface};
use super::rewrite;

/// Checks which operations a function consists of afterwards, in order, if bits are kept
/// everywhere.
#[track_caller]
fn check(text: &str, expected: &[&str]) {
    check_with(text, Form::Bits, expected);
}

/// The same if floats pass so between functions.
#[track_caller]
fn check_with(text: &str, others: Form, expected: &[&str]) {
    let mut module = parse(text).unwrap_or_else(|error| panic!("{error}"));
    for (_, code) in &mut module.functions {
        let body = Body {
            code: code.clone(),
            ..Body::default()
        };
        let own = Interface {
            parameters: vec![others; code.signature.parameters.len()],
            results: vec![others; code.signature.results.len()],
        };
        let around = Around {
            own: &own,
            symbols: &[],
            functions: &[],
            others,
        };
        *code = rewrite::body(&body, &around).0.code;
        let violations = verify(code);
        assert!(violations.is_empty(), "{violations:?}");
    }
    let text = module.to_string();
    let lines = text.lines().map(str::trim);
    let found: Vec<&str> = lines
        .filter_map(|line| {
            let line = line.split(" = ").last()?;
            let word = line.split(' ').next()?;
            word.contains('.').then_some(word)
        })
        .collect();
    assert_eq!(found, expected, "{text}");
}

#[test]
fn what_is_moved_is_an_integer() {
    check(
        "func @f(%p: i32, %x: f64) -> f64 {
b0:
  %y = f64.load %p
  f64.store %p, %x
  return %y
}",
        &["i64.load", "i64.store"],
    );
}

#[test]
fn signs_change_on_bits() {
    check(
        "func @f(%x: f32, %y: f32) -> f32 {
b0:
  %a = f32.neg %x
  %b = f32.abs %a
  %c = f32.copysign %b, %y
  return %c
}",
        &["i32.xor", "i32.and", "i32.and", "i32.and", "i32.or"],
    );
}

#[test]
fn what_is_only_computed_with_is_a_number() {
    check(
        "func @f(%p: i32) -> i32 {
b0:
  %x = f64.load %p
  %y = f64.neg %x
  %z = f64.lt %x, %y
  return %z
}",
        &["f64.load", "f64.neg", "f64.lt"],
    );
}

#[test]
fn what_is_both_is_converted_once() {
    check(
        "func @f(%p: i32, %x: f64) -> f64 {
b0:
  %y = f64.add %x, %x
  %z = f64.mul %y, %x
  f64.store %p, %z
  return %y
}",
        &[
            "f64.reinterpret_i64",
            "f64.add",
            "f64.mul",
            "f64.store",
            "i64.reinterpret_f64",
        ],
    );
}

#[test]
fn a_sum_of_a_loop_stays_a_number() {
    check(
        "func @f(%p: i32, %n: i32) {
b0:
  jump b1(%n, f64 0)
b1(%i: i32, %sum: f64):
  %x = f64.load %p
  %more = f64.add %sum, %x
  %left = i32.sub %i, i32 1
  br %left, b1(%left, %more), b2
b2:
  f64.store %p, %more
  return
}",
        &["f64.load", "f64.add", "i32.sub", "f64.store"],
    );
    // A signalling NaN flows into it.
    check(
        "func @f(%p: i32, %n: i32) {
b0:
  jump b1(%n, f64 nan(0x1))
b1(%i: i32, %sum: f64):
  %left = i32.sub %i, i32 1
  %more = f64.add %sum, %sum
  f64.store %p, %sum
  br %left, b1(%left, %more), b2
b2:
  return
}",
        &[
            "f64.reinterpret_i64",
            "i32.sub",
            "f64.add",
            "i64.store",
            "i64.reinterpret_f64",
        ],
    );
}

#[test]
fn functions_keep_bits_of_what_they_move() {
    let moved = "func @f(%p: i32) {
b0:
  %y = f64.load %p
  f64.store offset=8 %p, %y
  return
}";
    check_with(moved, Form::Number, &["i64.load", "i64.store"]);
    let computed = "func @f(%p: i32) -> f64 {
b0:
  %y = f64.load %p
  %z = f64.add %y, %y
  f64.store offset=8 %p, %y
  return %z
}";
    let both = ["i64.load", "f64.load", "f64.add", "i64.store"];
    check_with(computed, Form::Number, &both);
    let passed = "func @f(%p: i32, %x: f64) {
b0:
  f64.store %p, %x
  f64.store %p, f64 1.5
  f64.store %p, f64 nan(0x1)
  return
}";
    check_with(
        passed,
        Form::Number,
        &["f64.store", "f64.store", "i64.store"],
    );
}

#[test]
fn functions_keep_bits_of_choices_that_are_moved() {
    let choice = |second: &str| {
        format!(
            "func @f(%p: i32, %x: f64) {{
b0:
  %y = f64.load %p
  br %p, b1, b2
b1:
  jump b3(%y)
b2:
  {second}
  jump b3(%z)
b3(%w: f64):
  f64.store %p, %w
  return
}}"
        )
    };
    let loaded = choice("%z = f64.load offset=8 %p");
    check_with(
        &loaded,
        Form::Number,
        &["i64.load", "i64.load", "i64.store"],
    );
    let computed = choice("%z = f64.add %x, %x");
    let converted = ["i64.load", "f64.add", "i64.reinterpret_f64", "i64.store"];
    check_with(&computed, Form::Number, &converted);
    let summed = "func @f(%p: i32, %x: f64) {
b0:
  %y = f64.load %p
  jump b1(%y)
b1(%w: f64):
  %z = f64.add %w, %x
  br %p, b1(%z), b2
b2:
  f64.store %p, %w
  return
}";
    check_with(summed, Form::Number, &["f64.load", "f64.add", "f64.store"]);
}
