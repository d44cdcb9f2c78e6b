//! Tests that compare programs before and after, as `Display` prints them.

use super::{joined, simplified};
use crate::program::Program;
use crate::verify::tests::notation;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

fn show(program: &Program) -> String {
    let text = format!("{program}");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Checks that `before` becomes `after`, and that `after` stays unchanged.
#[track_caller]
fn check(before: &str, after: &str) {
    let changed = simplified(notation::program(before));
    assert_eq!(show(&changed), show(&notation::program(after)));
    assert_eq!(show(&simplified(changed.clone())), show(&changed));
}

#[track_caller]
fn check_stays(program: &str) {
    check(program, program);
}

#[test]
fn what_no_test_asks_for_is_not_set() {
    check("f0 = true run b0", "run b0");
    check(
        "f0 = true f0 = false run b0 if f0 { case 1: run b1 case 0: run b2 }",
        "run b0 run b2",
    );
    // The second flag gets the number of the first.
    check(
        "f0 = true if b0 { case 0: f1 = true case 1: f1 = false } if f1 { case 1: run b1 case 0: }",
        "if b0 { case 0: f0 = true case 1: f0 = false } if f0 { case 1: run b1 case 0: }",
    );
    // No test reads the flag.
    check(
        "f0 = true if b0 { case 0: f0 = false case 1: f0 = true } if b0 { case 0: f0 = true case 1: } run b1",
        "if b0 { case 0: case 1: } if b0 { case 0: case 1: } run b1",
    );
}

#[test]
fn what_is_cleared_where_it_was_tested_is_asked_for_in_the_next_round() {
    check_stays(
        "f0 = true l0: loop { if f0 { case 1: f0 = false run b0 case 0: run b1 } continue l0 }",
    );
    check(
        "l0: loop { if b0 { case 0: f0 = true case 1: f0 = false } \
         if f0 { case 1: f0 = false run b0 case 0: run b1 } continue l0 }",
        "l0: loop { if b0 { case 0: f0 = true case 1: f0 = false } \
         if f0 { case 1: run b0 case 0: run b1 } continue l0 }",
    );
}

#[test]
fn what_is_known_is_not_tested() {
    check(
        "if b0 { case 0: f0 = true case 1: f0 = false } \
         if f0 { case 1: if f0 { case 1: run b1 case 0: run b2 } case 0: }",
        "if b0 { case 0: f0 = true case 1: f0 = false } if f0 { case 1: run b1 case 0: }",
    );
    // The other operand decides.
    check(
        "f1 = true if b0 { case 0: f0 = true case 1: f0 = false } \
         if f0 && f1 { case 1: run b1 case 0: run b2 }",
        "if b0 { case 0: f0 = true case 1: f0 = false } if f0 { case 1: run b1 case 0: run b2 }",
    );
    // Where the disjunction is false, both flags are false.
    check(
        "if b0 { case 0: f0 = true case 1: f0 = false } if b1 { case 0: f1 = true case 1: f1 = false } \
         if f0 || f1 { case 1: run b1 case 0: if f0 { case 1: run b2 case 0: run b3 } }",
        "if b0 { case 0: f0 = true case 1: f0 = false } if b1 { case 0: f1 = true case 1: f1 = false } \
         if f0 || f1 { case 1: run b1 case 0: run b3 }",
    );
    check_stays(
        "if b0 { case 0: f0 = true case 1: f0 = false } if b1 { case 0: f1 = true case 1: f1 = false } \
         if f0 || f1 { case 1: if f0 { case 1: run b2 case 0: run b3 } case 0: run b1 }",
    );
}

/// A loop that always repeats ends with a jump, and the code after it is dropped.
#[test]
fn what_control_no_longer_gets_to_goes() {
    check(
        "l0: loop { run b0 if b0 { case 0: break l0 case 1: } f0 = true \
         if f0 { case 1: continue l0 case 0: } run b1 }",
        "l0: loop { run b0 if b0 { case 0: break l0 case 1: } continue l0 }",
    );
    check(
        "f0 = true if f0 { case 1: leave b0 case 0: } run b1",
        "leave b0",
    );
    check(
        "f0 = true l0: loop { if f0 { case 1: if f0 { case 1: break l0 case 0: run b1 } run b2 case 0: } run b3 } run b4",
        "l0: loop { break l0 } run b4",
    );
}

#[test]
fn what_has_nothing_to_do_with_each_other_has_flags_of_its_own() {
    check(
        "if b0 { case 0: f0 = true case 1: f0 = false } run b1 if f0 { case 1: run b2 case 0: } \
         if b3 { case 0: f0 = true case 1: f0 = false } run b4 if f0 { case 1: run b5 case 0: }",
        "if b0 { case 0: f0 = true case 1: f0 = false } run b1 if f0 { case 1: run b2 case 0: } \
         if b3 { case 0: f1 = true case 1: f1 = false } run b4 if f1 { case 1: run b5 case 0: }",
    );
    // The second test reads both values.
    check_stays(
        "if b0 { case 0: f0 = true case 1: f0 = false } run b1 if f0 { case 1: run b2 case 0: } \
         if b3 { case 0: f0 = true case 1: } run b4 if f0 { case 1: run b5 case 0: }",
    );
    // So does the test in the next iteration of a loop.
    check_stays(
        "f0 = true l0: loop { if f0 { case 1: run b0 case 0: } \
         if b1 { case 0: f0 = true case 1: f0 = false } continue l0 }",
    );
}

/// Checks that `before` becomes `after`, with the arms of tests moved to where the tests are
/// decided.
#[track_caller]
fn check_joined(before: &str, after: &str) {
    let changed = joined(notation::program(before));
    assert_eq!(show(&changed), show(&notation::program(after)));
}

#[test]
fn what_is_tested_right_after_it_was_decided_is_part_of_the_decision() {
    check_joined(
        "if b0 { case 0: f0 = true case 1: f0 = false } if f0 { case 1: run b1 case 0: run b2 } run b3",
        "if b0 { case 0: run b1 case 1: run b2 } run b3",
    );
    // A jump may be copied.
    check_joined(
        "l0: loop { switch b0 { case 0: f0 = true case 1: f0 = false case 2: f0 = true } \
         if f0 { case 1: break l0 case 0: } run b1 continue l0 } run b2",
        "l0: loop { switch b0 { case 0: break l0 case 1: case 2: break l0 } run b1 continue l0 } run b2",
    );
    // Code may not be copied.
    let shared = "switch b0 { case 0: f0 = true case 1: f0 = false case 2: f0 = true } \
                  if f0 { case 1: run b1 case 0: }";
    check_joined(shared, shared);
    // Two tests, one after the other, which become nested.
    check_joined(
        "if b0 { case 0: f0 = true f1 = true case 1: f0 = false f1 = false } \
         if f0 { case 1: run b1 case 0: } if f1 { case 1: leave b2 case 0: run b3 } leave b4",
        "if b0 { case 0: run b1 leave b2 case 1: run b3 } leave b4",
    );
    // An arm that leaves does not decide.
    check_joined(
        "if b0 { case 0: leave b0 case 1: f0 = true } if f0 { case 1: run b1 case 0:run b2 }",
        "if b0 { case 0: leave b0 case 1: } run b1",
    );
}

/// The facts about flags do not depend on the number of flags. Flags are analysed in batches, each
/// only from the place where the first of its flags is set to the place where the last one is
/// tested.
#[test]
fn flags_of_different_batches_are_looked_at_where_they_matter() {
    let one = |flag: usize| {
        format!(
            "if b0 {{ case 0: run b1 f{flag} = true case 1: f{flag} = false }} run b2 \
             if f{flag} {{ case 1: run b3 case 0: run b4 }} "
        )
    };
    let many: String = (0..64).map(one).collect();
    // The span of the next flag begins and ends in an arm.
    check_stays(&format!("{many} {}", one(64)));
    let nested = format!(
        "if b5 {{ case 0: run b6 case 1: {} leave b7 }} run b8",
        one(64)
    );
    check_stays(&format!("{many} {nested}"));
    let looping =
        "l0: loop { if f64 { case 1: run b0 case 0: run b1 } f64 = true run b2 continue l0 }";
    check_stays(&format!("{many} f64 = false run b9 {looping}"));
    // A test that one flag decides removes a test of the other, and code that control no longer
    // reaches.
    check(
        &format!(
            "{many} f64 = true run b5 if b5 {{ case 0: f65 = true case 1: f65 = false }} \
             if f64 {{ case 1: leave b6 case 0: if f65 {{ case 1: run b7 case 0: run b8 }} }} run b9"
        ),
        &format!("{many} run b5 if b5 {{ case 0: case 1: }} leave b6"),
    );
}
