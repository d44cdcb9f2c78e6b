//! Decisions that a flag saves.

use super::*;

#[test]
fn a_flag_that_keeps_a_decision_is_set_in_one_line() {
    check(
        KEPT[0],
        KEPT[1],
        "
        goto_b3 = not a
        work3()
        work4()
        goto_b1 = f
        if goto_b1 {
          return 1
        }
        return 2
        ",
    );
    check_javascript(
        KEPT[0],
        KEPT[1],
        "
        let goto_b3, goto_b1;
        block(0); // b0
        goto_b3 = decide(0) !== 0;
        block(3); // b3
        block(4); // b4
        goto_b1 = decide(4) === 0;
        if (goto_b1) {
          block(1); // b1
          return;
        }
        block(2); // b2
        return;
        ",
    );
    // A flag is set to the value of a condition over other flags.
    check(
        "0: 1, 1: return",
        "f0 = true f1 = false
         if f0 && !f1 { case 1: f2 = false case 0: f2 = true }
         run b0 take b0.0 run b1 leave b1",
        "
        f0 = true
        f1 = false
        f2 = !(f0 && !f1)
        return 1
        ",
    );
}

#[test]
fn arms_that_set_more_or_not_the_contrary_stay() {
    check(
        "0: 3 3, 1: return, 2: return, 3: return",
        "run b0 if b0 { case 0: take b0.0 f0 = true case 1: take b0.1 f0 = true } run b3 leave b3",
        "
        if a {
          goto_b3 = true
        } else {
          goto_b3 = true
        }
        work3()
        return 3
        ",
    );
    check(
        "0: 3 3, 1: return, 2: return, 3: return",
        "run b0 if b0 { case 0: take b0.0 f0 = true f1 = true case 1: take b0.1 f0 = false } run b3 leave b3",
        "
        if a {
          goto_b3 = true
          goto_b3_2 = true
        } else {
          goto_b3 = false
        }
        work3()
        return 3
        ",
    );
}
