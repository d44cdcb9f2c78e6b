//! Loops that test first or last.

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
    assert!(text.starts_with("loop {\n  b0\n  if not b0 {\n"), "{text}");
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

/// A jump past the end of a scope before the test is a `continue`.
#[test]
fn a_continue_goes_to_the_test_of_a_loop_that_asks_last() {
    let [graph, steps] = TEST_CONTINUED;
    check(
        graph,
        steps,
        "
        do {
          work3()
          if e {
            continue
          }
          work4()
        } while b
        work5()
        return 5
        ",
    );
    // A test with code is not a target for a `continue`.
    check_javascript(
        graph,
        steps,
        "
        block(0); // b0
        do {
          do {
            block(3); // b3
            if (decide(3) === 0) {
              break;
            }
            block(4); // b4
          } while (0);
          block(1); // b1
        } while (decide(1) === 0);
        block(5); // b5
        return;
        ",
    );
    // A flag needs no code.
    check_javascript(
        "0: 0 1, 1: 2 0, 2: return",
        "l0: loop {
           l1: block {
             run b0
             if b0 { case 0: take b0.0 f0 = true break l1 case 1: take b0.1 }
             run b1
             if b1 { case 0: take b1.0 f0 = false case 1: take b1.1 f0 = true }
           }
           if f0 { case 1: continue l0 case 0: }
         }
         run b2 leave b2",
        "
        let again_b0;
        do {
          block(0); // b0
          if (decide(0) === 0) {
            again_b0 = true;
            continue;
          }
          block(1); // b1
          again_b0 = decide(1) !== 0;
        } while (again_b0);
        block(2); // b2
        return;
        ",
    );
}

/// A loop whose test has no code and is jumped to.
const TEST_CONTINUED: [&str; 2] = [
    "0: 3, 1: 3 5, 2: return, 3: 1 4, 4: 1, 5: return",
    "run b0 take b0.0
     l0: loop {
       l1: block {
         run b3 if b3 { case 0: take b3.0 break l1 case 1: take b3.1 }
         run b4 take b4.0
       }
       run b1 if b1 { case 0: take b1.0 continue l0 case 1: take b1.1 }
     }
     run b5 leave b5",
];

#[test]
fn what_a_continue_goes_to_is_the_step_of_a_for() {
    let graph = "0: 1, 1: 3 6, 2: return, 3: 5 4, 4: 5, 5: 1, 6: return";
    let steps = "run b0 take b0.0
         l0: loop {
           run b1 if b1 { case 1: take b1.1 break l0 case 0: take b1.0 }
           l1: block {
             run b3 if b3 { case 0: take b3.0 break l1 case 1: take b3.1 }
             run b4 take b4.0
           }
           run b5 take b5.0 continue l0
         }
         run b6 leave b6";
    check(
        graph,
        steps,
        "
        for ; b; work5() {
          work3()
          if e {
            continue
          }
          work4()
        }
        work6()
        return 6
        ",
    );
    // Without such a jump the step is the last statement of a `while`.
    check(
        "0: 1, 1: 3 6, 2: return, 3: 5, 4: return, 5: 1, 6: return",
        "run b0 take b0.0
         l0: loop {
           run b1 if b1 { case 1: take b1.1 break l0 case 0: take b1.0 }
           run b3 take b3.0
           run b5 take b5.0 continue l0
         }
         run b6 leave b6",
        "
        while b {
          work3()
          work5()
        }
        work6()
        return 6
        ",
    );
    // A loop that is continued without the step has no step.
    check(
        graph_with_two_latches(),
        "run b0 take b0.0
         l0: loop {
           run b1 if b1 { case 1: take b1.1 break l0 case 0: take b1.0 }
           l1: block {
             run b3 if b3 { case 0: take b3.0 break l1 case 1: take b3.1 }
             run b4 if b4 { case 0: take b4.0 case 1: take b4.1 continue l0 }
           }
           run b5 take b5.0 continue l0
         }
         run b6 leave b6",
        "
        while b {
          l1: block {
            work3()
            if e {
              break l1 ; -> b5
            }
            work4()
            if not f {
              continue
            }
          }
          work5()
        }
        work6()
        return 6
        ",
    );
}

fn graph_with_two_latches() -> &'static str {
    "0: 1, 1: 3 6, 2: return, 3: 5 4, 4: 5 1, 5: 1, 6: return"
}

/// A host that counts with `i`.
struct Counting;

impl Bodies for Counting {
    fn code(&self, block: BlockId) -> Option<Cow<'_, str>> {
        Some(Cow::Borrowed(["", "", "work();", "done();"][block.index()]))
    }
    fn decision(&self, _: BlockId) -> Option<Cow<'_, str>> {
        Some(Cow::Borrowed("i < n"))
    }
    fn edge(&self, edge: Edge) -> Option<Cow<'_, str>> {
        let text = self.assignment_on(edge)?.text;
        Some(Cow::Owned(format!("{text};")))
    }
    fn assignment_on(&self, edge: Edge) -> Option<crate::text::Assignment<'_>> {
        let text = match edge.block.index() {
            0 => "i = 0",
            2 => "i = i + 1",
            _ => return None,
        };
        Some(crate::text::Assignment {
            variable: Cow::Borrowed("i"),
            text: Cow::Borrowed(text),
        })
    }
}

#[test]
fn what_sets_the_variable_of_a_step_first_is_the_initialiser() {
    let (cfg, program) = right(
        "0: 1, 1: 2 3, 2: 1, 3: return",
        "run b0 take b0.0
         l0: loop {
           run b1 if b1 { case 0: take b1.0 run b2 take b2.0 continue l0 case 1: take b1.1 }
         }
         run b3 leave b3",
    );
    let text = shown(|out| write(out, &cfg, &program, C, Texts::Code, &Counting));
    same(
        &text,
        "
        for (i = 0; i < n; i = i + 1) {
          work();
        }
        done();
        return;
        ",
    );
    let text = shown(|out| pseudocode(out, &cfg, &program, &Counting));
    assert!(
        text.starts_with("for i = 0; i < n; i = i + 1 {\n"),
        "{text}"
    );
    let text = shown(|out| write(out, &cfg, &program, Python, Texts::Code, &Counting));
    assert!(text.starts_with("i = 0;\nwhile i < n:\n"), "{text}");
}
