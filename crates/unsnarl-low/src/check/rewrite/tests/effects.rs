//! Effects and traps that are the same, and others.

use super::{different, other, same};

#[test]
fn effects_happen_once_in_order_with_their_operands() {
    let two = "call @h(%p) / %a: i32 = call @k(%q, i32 3) / return %a";
    same(two, two);
    let rows = [
        (
            "%a: i32 = call @k(%q, i32 3) / call @h(%p) / return %a",
            "b0, instruction 1 before and 1 after: the immediates or effects of 'call' differ",
        ),
        (
            "call @h(%q) / %a: i32 = call @k(%q, i32 3) / return %a",
            "b0, instruction 1 before and 1 after: operand 1 is parameter 2 of the function, \
             expected parameter 1 of the function",
        ),
        (
            "call @h(%p) / %a: i32 = call @k(%q, i32 4) / return %a",
            "b0, instruction 2 before and 2 after: operand 2 is i32 4, expected i32 3",
        ),
        (
            "call @h(%p) / return %q",
            "b0, instruction 2 before: 'call' is missing",
        ),
        (
            "call @h(%p) / %a: i32 = call @k(%q, i32 3) / call @h(%p) / return %a",
            "b0, instruction 3 after: 'call' was added",
        ),
        (
            "call @h(%p) / %a: i32 = call @k(%q, i32 3) / return %q",
            "b0, exit: operand 1 is parameter 2 of the function, expected the result of \
             instruction 2 of b0",
        ),
        (
            "call @h(%p) / %a: i32 = call @k(%q, i32 3) !reads / return %a",
            "b0, instruction 2 after: 'call' may trap earlier than before",
        ),
    ];
    for (after, expected) in rows {
        other(two, after, expected);
    }
    let volatile = "%a = i32.load %p !ordered / return %a";
    other(
        volatile,
        "%a = i32.load8_u %p !ordered / return %a",
        "b0, instruction 1 before and 1 after: found 'i32.load8_u', expected 'i32.load'",
    );
    different(
        volatile,
        "%a = i32.load align=1 %p !ordered / return %a",
        [
            "",
            "b0, instruction 1 before and 1 after: alignment 4 is promised, expected 1",
        ],
    );
}

#[test]
fn nothing_traps_where_nothing_trapped() {
    let late = "call @h() / %a = i32.div_u %p, %q / return %a";
    same("%a = i32.div_u %p, %q / call @h() / return %a", late);
    other(
        late,
        "%a = i32.div_u %p, %q / call @h() / return %a",
        "b0, instruction 1 after: 'i32.div_u' may trap earlier than before",
    );
    other(
        "br %q, b1, b2 / b1: / %a = i32.div_u %p, %q / return %a / b2: / return %q",
        "%a = i32.div_u %p, %q / br %q, b1, b2 / b1: / return %a / b2: / return %q",
        "b0, instruction 1 after: 'i32.div_u' may trap earlier than before",
    );
    let observable = "%a = i32.div_u %p, %q !observable / return %q";
    different(
        observable,
        "return %q",
        [
            "b0, instruction 1 before: 'i32.div_u' is missing",
            "b0, instruction 1 after: 'i32.div_u' was added",
        ],
    );
    same("%a = i32.div_u %p, %q / return %q", "return %q");
}
