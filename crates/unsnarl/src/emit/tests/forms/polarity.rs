//! The order of the arms of a fork.

use super::*;

/// Compares the text of the two arms of `b0` in `b0 { case 0: then case 1: otherwise }`.
#[track_caller]
fn check_arms(graph: &str, then: &str, otherwise: &str, after: &str, expected: &str) {
    let orders = [[(0, then), (1, otherwise)], [(1, otherwise), (0, then)]];
    for [(first, one), (second, other)] in orders {
        // The order in the program makes no difference.
        let steps = format!(
            "run b0 if b0 {{ case {first}: take b0.{first} {one} case {second}: take b0.{second} {other} }} {after}"
        );
        check(graph, &steps, expected);
    }
}

#[test]
fn a_fork_is_the_last_arm() {
    check_arms(
        "0: 1 5, 1: 3 4, 2: return, 3: 6, 4: 6, 5: 6, 6: return",
        "run b1 if b1 { case 0: take b1.0 run b3 take b3.0 case 1: take b1.1 run b4 take b4.0 }",
        "run b5 take b5.0",
        "run b6 leave b6",
        "
        if not a {
          work5()
        } else if b {
          work3()
        } else {
          work4()
        }
        work6()
        return 6
        ",
    );
}

#[test]
fn an_arm_that_never_reaches_its_end_is_the_first() {
    let graph = "0: 3 5, 1: return, 2: return, 3: 4, 4: 6, 5: return, 6: return";
    check_arms(
        graph,
        "run b3 take b3.0 run b4 take b4.0",
        "run b5 leave b5",
        "run b6 leave b6",
        "
        if not a {
          work5()
          return 5
        }
        work3()
        work4()
        work6()
        return 6
        ",
    );
    // The same holds if it is the longer one.
    check_arms(
        "0: 3 5, 1: return, 2: return, 3: 4, 4: return, 5: 6, 6: return",
        "run b3 take b3.0 run b4 leave b4",
        "run b5 take b5.0",
        "run b6 leave b6",
        "
        if a {
          work3()
          work4()
          return 4
        }
        work5()
        work6()
        return 6
        ",
    );
}

#[test]
fn an_arm_with_far_fewer_lines_is_the_first() {
    // Five lines and two: neither reaches its end.
    check_arms(
        "0: 3 7, 1: return, 2: return, 3: 4, 4: 5, 5: 6, 6: return, 7: return",
        "run b3 take b3.0 run b4 take b4.0 run b5 take b5.0 run b6 leave b6",
        "run b7 leave b7",
        "",
        "
        if not a {
          work7()
          return 7
        }
        work3()
        work4()
        work5()
        work6()
        return 6
        ",
    );
    // Two lines and one line do not differ enough.
    check_arms(
        "0: 3 2, 1: return, 2: return, 3: return",
        "run b3 leave b3",
        "run b2 leave b2",
        "",
        "
        if a {
          work3()
          return 3
        }
        return 2
        ",
    );
    // With an `else` the difference must be greater: four lines and one.
    check_arms(
        "0: 3 7, 1: return, 2: return, 3: 4, 4: 5, 5: 6, 6: 8, 7: 8, 8: return",
        "run b3 take b3.0 run b4 take b4.0 run b5 take b5.0 run b6 take b6.0",
        "run b7 take b7.0",
        "run b8 leave b8",
        "
        if not a {
          work7()
        } else {
          work3()
          work4()
          work5()
          work6()
        }
        work8()
        return 8
        ",
    );
    check_arms(
        "0: 3 7, 1: return, 2: return, 3: 4, 4: 5, 5: 8, 6: 8, 7: 8, 8: return",
        "run b3 take b3.0 run b4 take b4.0 run b5 take b5.0",
        "run b7 take b7.0",
        "run b8 leave b8",
        "
        if a {
          work3()
          work4()
          work5()
        } else {
          work7()
        }
        work8()
        return 8
        ",
    );
}

#[test]
fn the_question_has_no_negation_if_it_need_not() {
    check_arms(
        "0: 3 4, 1: return, 2: return, 3: 5, 4: 5, 5: return",
        "run b3 take b3.0",
        "run b4 take b4.0",
        "run b5 leave b5",
        "
        if a {
          work3()
        } else {
          work4()
        }
        work5()
        return 5
        ",
    );
    // A condition that is a negation is written as its opposite.
    check(
        "0: 3 4, 1: return, 2: return, 3: 5, 4: 5, 5: 6 7, 6: return, 7: return",
        "run b0
         if b0 { case 0: take b0.0 f0 = true run b3 take b3.0 case 1: take b0.1 f0 = false run b4 take b4.0 }
         run b5
         if b5 { case 0: take b5.0 f1 = true case 1: take b5.1 f1 = false }
         if !f1 { case 1: run b7 leave b7 case 0: run b6 leave b6 }",
        "
        if a {
          goto_b3 = true
          work3()
        } else {
          goto_b3 = false
          work4()
        }
        work5()
        goto_b6 = g
        if goto_b6 {
          work6()
          return 6
        }
        work7()
        return 7
        ",
    );
    check(
        "0: switch 3 4 4, 1: return, 2: return, 3: 5, 4: 5, 5: return",
        "run b0
         switch b0 { case 1 2: take b0.1 run b4 take b4.0 case 0: take b0.0 run b3 take b3.0 }
         run b5 leave b5",
        "
        if a == 0 {
          work3()
        } else {
          work4()
        }
        work5()
        return 5
        ",
    );
}

/// A jump past the end of an `if` must be inside it.
#[test]
fn an_if_with_a_label_keeps_its_else() {
    check(
        "0: 3 5, 1: return, 2: return, 3: 6 4, 4: return, 5: 6, 6: return",
        "run b0
         l0: if b0 {
         case 0: take b0.0
           run b3 if b3 { case 0: take b3.0 break l0 case 1: take b3.1 }
           run b4 leave b4
         case 1: take b0.1
           run b5 take b5.0
         }
         run b6 leave b6",
        "
        l0: if not a {
          work5()
        } else {
          work3()
          if e {
            break l0 ; -> b6
          }
          work4()
          return 4
        }
        work6()
        return 6
        ",
    );
}
