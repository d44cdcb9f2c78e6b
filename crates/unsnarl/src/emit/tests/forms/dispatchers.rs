//! Dispatchers of few arms.

use super::*;

#[test]
fn a_dispatcher_that_asks_for_few_values_is_an_if() {
    let graph = "0: 3 4, 1: return, 2: return, 3: return, 4: return";
    let steps = "run b0 if b0 { case 0: take b0.0 label = 3 case 1: take b0.1 }
         switch label { case 3: run b3 leave b3 default: run b4 leave b4 }";
    check(
        graph,
        steps,
        "
        if a {
          label = 3 ; -> b3
        }
        if label == 3 {
          work3()
          return 3
        }
        work4()
        return 4
        ",
    );
    check_javascript(
        graph,
        steps,
        "
        let label;
        block(0); // b0
        if (decide(0) === 0) {
          label = 3; // -> b3
        }
        if (label === 3) {
          block(3); // b3
          return;
        }
        block(4); // b4
        return;
        ",
    );
    // Each of several values is tested; an empty arm is omitted.
    check(
        "0: switch 3 3 4, 1: return, 2: return, 3: 4, 4: return",
        "run b0 switch b0 { case 0: take b0.0 label = 3 case 1: take b0.1 label = 5 case 2: take b0.2 label = 1 }
         switch label { case 1 7: default: run b3 take b3.0 }
         run b4 leave b4",
        "
        switch a {
          case 0:
            label = 3 ; -> b3
          case 1:
            label = 5 ; -> b3
          default:
            label = 1 ; -> b4
        }
        if label != 1 && label != 7 {
          work3()
        }
        work4()
        return 4
        ",
    );
}

/// An `if` catches no `break`, a `switch` does.
#[test]
fn a_break_in_a_dispatcher_that_is_an_if_needs_no_label() {
    check_javascript(
        "0: 0 1, 1: return",
        "l0: loop {
           run b0 if b0 { case 0: take b0.0 label = 0 case 1: take b0.1 label = 1 }
           switch label { case 1: break l0 default: }
           continue l0
         }
         run b1 leave b1",
        "
        let label;
        do {
          block(0); // b0
          if (decide(0) === 0) {
            label = 0; // -> b0
          } else {
            label = 1; // -> b1
          }
        } while (label !== 1);
        block(1); // b1
        return;
        ",
    );
    check_javascript(
        "0: 0 1, 1: return",
        "l0: loop {
           f0 = false
           run b0 if b0 { case 0: take b0.0 label = 0 case 1: take b0.1 label = 1 }
           switch label { case 1: break l0 default: }
           f0 = true
           continue l0
         }
         run b1 leave b1",
        "
        let label, f0;
        while (1) {
          f0 = false;
          block(0); // b0
          if (decide(0) === 0) {
            label = 0; // -> b0
          } else {
            label = 1; // -> b1
          }
          if (label === 1) {
            break;
          }
          f0 = true;
        }
        block(1); // b1
        return;
        ",
    );
}

/// The default would catch the values of an arm that is left out.
#[test]
fn arms_of_a_dispatcher_with_a_default_are_all_shown() {
    check_javascript(
        "0: 1 1 2, 1: 2, 2: return",
        "run b0
         switch b0 { case 0: take b0.0 label = 0 case 1: take b0.1 label = 1 case 2: take b0.2 label = 2 }
         switch label { case 2: case 9: f0 = true default: run b1 take b1.0 }
         run b2 leave b2",
        "
        let label, f0;
        block(0); // b0
        switch (decide(0)) {
          case 0:
            label = 0; // -> b1
            break;
          case 1:
            label = 1; // -> b1
            break;
          default:
            label = 2; // -> b2
        }
        switch (label) {
          case 2:
            break;
          case 9:
            f0 = true;
            break;
          default:
            block(1); // b1
        }
        block(2); // b2
        return;
        ",
    );
}
