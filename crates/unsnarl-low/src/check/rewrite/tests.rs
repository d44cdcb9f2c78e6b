//! Pairs of functions that do the same, and pairs that do not.

mod effects;
mod memory;

use super::check;
use crate::text::parse;
use crate::verify::verify;

/// A function of `%p: i32`, `%q: i32`, `%x: i64` that has a frame of 32 bytes and these lines.
fn function(lines: &str) -> String {
    let header = "func @f(%p: i32, %q: i32, %x: i64) -> i32 {\n frame 32 align 16\nb0:\n";
    format!("{header}{}\n}}\n", lines.replace(" / ", "\n"))
}

/// The difference of two functions that keep the rules, or nothing.
#[track_caller]
fn difference(before: &str, after: &str) -> String {
    let text = format!("{before}{}", after.replace("func @f(", "func @g("));
    let module = parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let [(_, before), (_, after)] = &module.functions[..] else {
        panic!("there are two functions in\n{text}");
    };
    for function in [before, after] {
        assert_eq!(verify(function), [], "{text}");
    }
    match check(before, after) {
        Ok(()) => String::new(),
        Err(difference) => difference.to_string(),
    }
}

/// Expects that what has these lines after does what it did before.
#[track_caller]
fn same(before: &str, after: &str) {
    assert_eq!(difference(&function(before), &function(after)), "");
}

/// Expects that what has these lines after does something else than before.
#[track_caller]
fn other(before: &str, after: &str, expected: &str) {
    assert_eq!(difference(&function(before), &function(after)), expected);
}

/// Expects a difference either way: the first message is about the second function as the later
/// one.
#[track_caller]
fn different(one: &str, two: &str, expected: [&str; 2]) {
    other(one, two, expected[0]);
    other(two, one, expected[1]);
}

#[test]
fn what_is_computed_twice_may_be_computed_once() {
    let twice = "%a = i32.add %p, i32 4 / %b = i32.add %p, i32 4 / %c = i32.mul %a, %b / return %c";
    let once = "%a = i32.add %p, i32 4 / %c = i32.mul %a, %a / return %c";
    same(twice, once);
    same(once, twice);
    same("return %p", "%a = i32.add %p, %q / return %p");
    // In another block, too, where both are defined.
    same(
        "%a = i32.add %p, i32 4 / br %q, b1, b2 / b1: / %b = i32.add %p, i32 4 / return %b
         b2: / return %q",
        "%a = i32.add %p, i32 4 / br %q, b1, b2 / b1: / return %a / b2: / return %q",
    );
    let exchanged = "%a = i32.add i32 4, %p / %c = i32.mul %a, %a / return %c";
    same(once, exchanged);
    other(
        once,
        "%a = i32.add %p, i32 5 / %c = i32.mul %a, %a / return %c",
        "b0, exit: operand 1 is the result of instruction 2 of b0, expected the result of \
         instruction 2 of b0",
    );
    other(
        "%a = i32.sub %p, %q / return %a",
        "%a = i32.sub %q, %p / return %a",
        "b0, exit: operand 1 is the result of instruction 1 of b0, expected the result of \
         instruction 1 of b0",
    );
}

#[test]
fn a_value_of_another_round_is_another_value() {
    let looped = |returned: &str| {
        let lines = "jump b1(%p) / b1(%i: i32): / %j = i32.sub %i, i32 1 / br %j, b1(%j), b2";
        format!("{lines} / b2: / %k = i32.sub %i, i32 1 / return {returned}")
    };
    same(&looped("%k"), &looped("%j"));
    other(
        &looped("%k"),
        &looped("%i"),
        "b2, exit: operand 1 is parameter 1 of b1, expected the result of instruction 1 \
         of b2",
    );
}

#[test]
fn an_extension_may_be_part_of_the_load() {
    let rows = [
        ("i32.load8_u", "i32.extend8_s", "i32.load8_s"),
        ("i32.load16_u", "i32.extend16_s", "i32.load16_s"),
    ];
    for (load, extend, both) in rows {
        for effect in ["", " !ordered", " !pure"] {
            let before = format!("%a = {load} %p{effect} / %b = {extend} %a / return %b");
            same(&before, &format!("%a = {both} %p{effect} / return %a"));
            other(
                &before,
                &format!("%a = {}u %p{effect} / return %a", &both[..both.len() - 1]),
                "b0, exit: operand 1 is the result of instruction 1 of b0, expected the \
                 result of instruction 2 of b0",
            );
        }
    }
    let wide = [
        ("i32.load", "i64.extend_i32_s", "i64.load32_s"),
        ("i32.load", "i64.extend_i32_u", "i64.load32_u"),
        ("i32.load8_s", "i64.extend_i32_s", "i64.load8_s"),
        ("i32.load16_u", "i64.extend_i32_s", "i64.load16_u"),
        ("i32.load16_u", "i64.extend_i32_u", "i64.load16_u"),
        ("i64.load32_u", "i64.extend32_s", "i64.load32_s"),
        ("i64.load8_u", "i64.extend8_s", "i64.load8_s"),
    ];
    let stored = "i64.store frame+0, %b / return %q";
    for (load, extend, both) in wide {
        let before = format!("%a = {load} %p / %b = {extend} %a / {stored}");
        same(&before, &format!("%b = {both} %p / {stored}"));
        let sign = if both.ends_with('s') { "u" } else { "s" };
        let both = format!("{}{sign}", &both[..both.len() - 1]);
        other(
            &before,
            &format!("%b = {both} %p / {stored}"),
            "b0, instruction 3 before and 2 after: the byte at +0 differs",
        );
    }
    same(
        "%a = i32.load %p / %b = f32.reinterpret_i32 %a / f32.store frame+0, %b / return %q",
        "%b = f32.load %p / f32.store frame+0, %b / return %q",
    );
    // The sign of 8 bits is not that of 32.
    let before = "%a = i32.load8_s %p / %b = i64.extend_i32_u %a";
    other(
        &format!("{before} / {stored}"),
        &format!("%b = i64.load8_s %p / {stored}"),
        "b0, instruction 3 before and 2 after: the byte at +0 differs",
    );
}

#[test]
fn exits_and_edges_are_the_same() {
    let before = "br %p, b1(%p, %q), b2 / b1(%a: i32, %b: i32): / %c = i32.sub %a, %b / return %c
                  b2: / return %q";
    let rows = [
        (
            before.replace("%p, %q)", "%q, %p)"),
            "b0, edge 1: operand 1 is parameter 2 of the function, expected parameter 1 of \
             the function",
        ),
        (
            before.replace("br %p, b1(%p, %q), b2", "br %p, b2, b1(%p, %q)"),
            "b0, edge 1: the target of the edge differs",
        ),
        (
            before.replace("br %p", "br %q"),
            "b0, exit: operand 1 is parameter 2 of the function, expected parameter 1 of \
             the function",
        ),
        (
            before.replace("return %q", "unreachable"),
            "b2, exit: the exit differs",
        ),
        (
            before.replace("return %c", "return %b"),
            "b1, exit: operand 1 is parameter 2 of b1, expected the result of instruction 1 \
             of b1",
        ),
    ];
    for (after, expected) in rows {
        other(before, &after, expected);
    }
    // A test may be written otherwise.
    let test = |test: &str| format!("{test} / br %t, b1, b2 / b1: / return %p / b2: / return %q");
    same(
        &test("%t = i32.ne %p, i32 0"),
        &test("%u = i32.eqz %p / %t = i32.eqz %u"),
    );
    let negated = "%t = i32.eqz %p";
    assert!(
        !difference(
            &function(&test(negated)),
            &function(&test("%t = i32.ne %p, i32 0"))
        )
        .is_empty()
    );
    let switch = "switch %p, 1: b1, 2: b2, else b3 / b1: / return %p / b2: / return %q / b3: / \
                  unreachable";
    let exit = "b0, exit: the exit differs";
    other(switch, &switch.replace("1: b1, 2:", "1: b1, 3:"), exit);
    let call = "try_call @h(%p), b1, catch @t b2, catch_all b3 / b1(%a: i32, %b: i64): / return %a
                b2(%c: i32): / return %c / b3: / unreachable";
    same(call, call);
    other(call, &call.replace("call @h", "call @k"), exit);
    other(call, &call.replace("catch @t", "catch @u"), exit);
    let exchanged = call.replace("%a: i32, %b: i64", "%a: i64, %b: i32");
    let exchanged = exchanged.replace("return %a", "return %b");
    other(
        call,
        &exchanged,
        "b1: the parameters are not the live parameters",
    );
    let tail = "return_call @h(%p, %q)";
    other(tail, "return_call @k(%p, %q)", exit);
    other(
        tail,
        "return_call @h(%p, %p)",
        "b0, exit: operand 2 is parameter 1 of the function, expected parameter 2 of the \
         function",
    );
}

#[test]
fn parameters_that_are_not_live_may_go() {
    let before = "jump b1(%p, %q, %p) / b1(%a: i32, %b: i32, %c: i32): / %d = i32.mul %a, %b / br \
                  %c, b1(%d, %b, %c), b2 / b2: / return %c";
    let after = "jump b1(%p) / b1(%c: i32): / br %c, b1(%c), b2 / b2: / return %c";
    same(before, after);
    other(
        before,
        &after.replace("jump b1(%p)", "jump b1(%q)"),
        "b0, edge 1: operand 1 is parameter 2 of the function, expected parameter 1 of the \
         function",
    );
    // What edges pass to parameters that are not live does not matter.
    same(
        before,
        &before.replace("jump b1(%p, %q, %p)", "jump b1(%q, %p, %p)"),
    );
    // One too many.
    let gone = "jump b1 / b1: / br %p, b1, b2 / b2: / return %p";
    other(
        before,
        gone,
        "b1: the parameters are not the live parameters",
    );
}

#[test]
fn headers_are_the_same() {
    let before = function("return %p");
    let frame = before.replace("frame 32", "frame 16");
    assert_eq!(difference(&before, &frame), "header: the frame differs");
    let signature = before.replace("%x: i64", "%x: f64");
    assert_eq!(
        difference(&before, &signature),
        "header: the signature differs"
    );
    let blocks = function("jump b1 / b1: / return %p");
    assert_eq!(difference(&before, &blocks), "header: the blocks differ");
}

/// A quadratic proof would not come to an end here.
#[test]
fn functions_may_be_large() {
    let mut lines = String::new();
    for number in 0..50_000 {
        let offset = 4 * number;
        lines.push_str(&format!("%a{number} = i32.load offset={offset} %q / "));
        lines.push_str(&format!("i32.store offset={offset} %p, %a{number} / "));
        lines.push_str(&format!(
            "i32.store offset={offset} frame+0, i32 {number} / "
        ));
        if number % 3 == 0 {
            lines.push_str(&format!("call @h(%a{number}) / "));
        }
    }
    same(&format!("{lines} return %p"), &format!("{lines} return %p"));
    // One run of stores, which loads pass.
    let mut lines = String::from("i32.store %p, i32 1 / ");
    for number in 1..50_000 {
        let offset = 4 * number;
        lines.push_str(&format!("i32.store offset={offset} %p, i32 {number} / "));
        lines.push_str(&format!("%a{number} = i32.load offset=4000000 %p / "));
        lines.push_str(&format!("i32.store offset={offset} %p, %a{number} / "));
    }
    same(&format!("{lines} return %p"), &format!("{lines} return %p"));
    // All edges have the same arguments.
    let parameters: Vec<String> = (0..100).map(|number| format!("%b{number}: i32")).collect();
    let uses: Vec<String> = (0..100)
        .map(|number| format!("call @h(%b{number})"))
        .collect();
    let cases: Vec<String> = (0..2_000).map(|number| format!("{number}: b1")).collect();
    let arguments = ["%p"; 100].join(", ");
    let lines = format!(
        "jump b1({arguments}) / b1({}): / {} / switch %p, {}, else b2 / b2: / return %p",
        parameters.join(", "),
        uses.join(" / "),
        cases.join(", ").replace("b1", &format!("b1({arguments})")),
    );
    same(&lines, &lines);
}
