//! Pairs of functions that leave the same in memory, and pairs that do not.

use super::{different, other, same};

#[test]
fn constants_may_be_stored_together() {
    let one = "i32.store %p, i32 1 / i32.store offset=4 %p, i32 2 / return %q";
    same(one, "i64.store align=4 %p, i64 8589934593 / return %q");
    same(
        one,
        "i32.store offset=4 %p, i32 2 / i32.store %p, i32 1 / return %q",
    );
    same(
        "i32.store8 frame+8, i32 255 / i32.store8 frame+9, i32 1 / f32.store frame+10, f32 0 / \
         i32.store16 frame+14, i32 7 / return %q",
        "i64.store align=1 frame+8, i64 1970324836975103 / return %q",
    );
    // What is written last stays.
    same(
        "i32.store %p, i32 1 / i32.store8 offset=1 %p, i32 2 / return %q",
        "i32.store %p, i32 513 / return %q",
    );
    same(
        "i64.store %p, %x / i32.store offset=4 %p, %q / return %q",
        "%w = i32.wrap_i64 %x / i32.store offset=4 %p, %q / i32.store %p, %w / return %q",
    );
    other(
        one,
        "i64.store align=4 %p, i64 4294967298 / return %q",
        "b0, instruction 1 before and 1 after: the byte at +0 differs",
    );
    different(
        one,
        "i32.store %p, i32 1 / return %q",
        [
            "b0, instruction 2 before: the byte at +4 differs",
            "b0, instruction 2 after: the byte at +4 differs",
        ],
    );
    other(
        one,
        "i64.store %p, i64 8589934593 / return %q",
        "b0, instruction 1 before and 1 after: alignment 8 is promised, expected 4",
    );
    // The second one may be to the same bytes.
    let bases = "i32.store %p, i32 1 / i32.store offset=4 %q, i32 2 / i32.store offset=4 %p, i32 3";
    other(
        &format!("{bases} / return %q"),
        "i64.store align=4 %p, i64 12884901889 / i32.store offset=4 %q, i32 2 / return %q",
        "b0, instruction 1 after: the byte at +4 differs",
    );
}

#[test]
fn stores_stay_on_their_side_of_what_may_see_them() {
    let before = "i32.store %p, i32 1 / call @h(%q) / i32.store offset=4 %p, i32 2 / return %q";
    other(
        before,
        "call @h(%q) / i64.store align=4 %p, i64 8589934593 / return %q",
        "b0, instruction 1 before: the order or the addresses of memory accesses differ",
    );
    other(
        before,
        "i64.store align=4 %p, i64 8589934593 / call @h(%q) / return %q",
        "b0, instruction 1 after: the byte at +4 differs",
    );
    // A program can rely on what was written before a trap.
    other(
        "i32.store %p, i32 1 !observable / i32.store offset=4 %p, i32 2 !observable / return %q",
        "i64.store align=4 %p, i64 8589934593 !observable / return %q",
        "b0, instruction 1 before and 1 after: found 'i64.store', expected 'i32.store'",
    );
    other(
        "i32.store %p, i32 1 / %a = i32.div_u %p, %q !observable / return %a",
        "%a = i32.div_u %p, %q !observable / i32.store %p, i32 1 / return %a",
        "b0, instruction 1 before: the order or the addresses of memory accesses differ",
    );
}

#[test]
fn loads_pass_only_stores_of_other_bytes() {
    let load = "%a = i32.load %p";
    let apart = "i32.store offset=4 %p, %q";
    same(
        &format!("{load} / {apart} / return %a"),
        &format!("{apart} / {load} / return %a"),
    );
    for store in [
        "i32.store offset=3 %p, %q",
        "i32.store frame+0, %q",
        "call @h()",
    ] {
        other(
            &format!("{load} / {store} / return %a"),
            &format!("{store} / {load} / return %a"),
            "b0, exit: operand 1 is the result of instruction 2 of b0, expected the result of \
             instruction 1 of b0",
        );
    }
    // The same bytes, though what is loaded from lies below the frame.
    other(
        "%b = i32.add frame+0, i32 -4 / i32.store offset=8 %b, %p / %a = i32.load frame+4 / \
         return %a",
        "%b = i32.add frame+0, i32 -4 / %a = i32.load frame+4 / i32.store offset=8 %b, %p / \
         return %a",
        "b0, exit: operand 1 is the result of instruction 2 of b0, expected the result of \
         instruction 3 of b0",
    );
    // The same bytes without a store between.
    same(
        "%a = i32.load %p / %b = i32.load %p / %c = i32.add %a, %b / return %c",
        "%a = i32.load %p / %c = i32.add %a, %a / return %c",
    );
    // What nothing needs does not happen.
    same(&format!("{load} / return %q"), "return %q");
}

#[test]
fn what_a_call_sets_is_kept_on_both_sides() {
    // The parameter is read nowhere, but in a row of results: so is a load for another edge to it.
    let lines = "i32.store frame+8, %p / %a = i32.load %q / i32.store frame+16, %p / br %p, b1(%a), \
                 b2 / b2: / try_call @h(%p), b1 / b1(%b: i32): / return %p";
    same(lines, lines);
}

#[test]
fn what_was_loaded_may_be_copied_together() {
    let loads = "%a = i32.load %p / %b = f32.load offset=4 %p";
    let stores = "i32.store %q, %a / f32.store offset=4 %q, %b / return %q";
    let copied = format!("{loads} / {stores}");
    let wide = "%w = i64.load align=4 %p / i64.store align=4 %q, %w / return %q";
    same(&copied, wide);
    // Of the upper bytes no alignment was promised.
    same(wide, &copied.replace("offset=4", "offset=4 align=1"));
    other(
        wide,
        &copied,
        "b0, instruction 2 after: alignment 4 is promised, expected 1",
    );
    // The two exchanged.
    other(
        &copied,
        &format!("{loads} / f32.store %q, %b / i32.store offset=4 %q, %a / return %q"),
        "b0, instruction 3 before and 3 after: the byte at +0 differs",
    );
    // The store of the first one may change the second.
    let in_turn = "%a = i32.load %p / i32.store %q, %a / %b = i32.load offset=4 %p / \
                   i32.store offset=4 %q, %b / return %q";
    other(
        in_turn,
        wide,
        "b0, instruction 2 after: the byte at +4 differs",
    );
    // Nothing has read the upper bytes, which may not be there.
    other(
        "%a = i32.load %p / i32.store %q, %a / return %q",
        "%w = i64.load align=4 %p / i64.store32 %q, %w / return %q",
        "b0, instruction 1 after: 'i64.load' may trap earlier than before",
    );
    other(
        &copied,
        "%w = i64.load %p / i64.store align=4 %q, %w / return %q",
        "b0, instruction 1 after: alignment 8 is promised, expected 4",
    );
}
