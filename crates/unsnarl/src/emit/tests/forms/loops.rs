//! Loops that ask first or last.

use super::*;

#[test]
fn a_loop_that_asks_first_is_a_while() {
    let graph = "0: 3 4, 1: return, 2: return, 3: 0, 4: return";
    check(
        graph,
        "l0: loop {
           run b0 if b0 { case 0: take b0.0 run b3 take b3.0 continue l0 case 1: take b0.1 }
         }
         run b4 leave b4",
        "
        while a {
          work3()
        }
        work4()
        return 4
        ",
    );
    // The body may come after the test.
    check(
        graph,
        "l0: loop {
           run b0 if b0 { case 1: take b0.1 break l0 case 0: take b0.0 }
           run b3 take b3.0 continue l0
         }
         run b4 leave b4",
        "
        while a {
          work3()
        }
        work4()
        return 4
        ",
    );
    check(
        "0: 4 1, 1: 3 4, 2: return, 3: 0, 4: return",
        "l0: loop {
           run b0 if b0 { case 1: take b0.1
             run b1 if b1 { case 0: take b1.0 run b3 take b3.0 continue l0 case 1: take b1.1 }
           case 0: take b0.0 }
         }
         run b4 leave b4",
        "
        while not a && b {
          work3()
        }
        work4()
        return 4
        ",
    );
    // A block that is written as its name stays in the loop.
    let (cfg, program) = right(
        graph,
        "l0: loop {
           run b0 if b0 { case 0: take b0.0 run b3 take b3.0 continue l0 case 1: take b0.1 }
         }
         run b4 leave b4",
    );
    let text = shown(|out| pseudocode(out, &cfg, &program, &Numbered));
    assert!(text.starts_with("loop {\n  b0\n  if b0 {\n"), "{text}");
}

#[test]
fn a_loop_that_asks_last_is_a_do_while() {
    let graph = "0: 3, 1: return, 2: return, 3: 3 4, 4: return";
    let steps = "run b0 take b0.0
         l0: loop {
           run b3 if b3 { case 0: take b3.0 continue l0 case 1: take b3.1 }
         }
         run b4 leave b4";
    check(
        graph,
        steps,
        "
        do {
          work3()
        } while e
        work4()
        return 4
        ",
    );
    check_javascript(
        graph,
        steps,
        "
        block(0); // b0
        do {
          block(3); // b3
        } while (decide(3) === 0);
        block(4); // b4
        return;
        ",
    );
    // A `continue` elsewhere would go to the test.
    check_javascript(
        "0: 1, 1: 1 2, 2: 1 3, 3: return",
        "run b0 take b0.0
         l0: loop {
           run b1 if b1 { case 0: take b1.0 continue l0 case 1: take b1.1 }
           run b2 if b2 { case 0: take b2.0 continue l0 case 1: take b2.1 }
         }
         run b3 leave b3",
        "
        block(0); // b0
        while (1) {
          block(1); // b1
          if (decide(1) === 0) {
            continue;
          }
          block(2); // b2
          if (decide(2) !== 0) {
            break;
          }
        }
        block(3); // b3
        return;
        ",
    );
}
