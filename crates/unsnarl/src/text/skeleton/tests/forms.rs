//! Brackets that are written in another form than they have in the program.

use super::*;
use crate::verify;
use crate::verify::tests::notation::{graph, program};
use alloc::format;

/// A host of which every block but `b0`, `b1` and `b2` has code, and every block decides by a word of its own.
struct Words;

impl Bodies for Words {
    fn name(&self, block: BlockId) -> Cow<'_, str> {
        Numbered.name(block)
    }
    fn code(&self, block: BlockId) -> Option<Cow<'_, str>> {
        let silent = block.index() < 3;
        Some(Cow::Owned(match silent {
            true => String::new(),
            false => format!("work{}()", block.index()),
        }))
    }
    fn decision(&self, block: BlockId) -> Option<Cow<'_, str>> {
        let word = ["a", "b", "c || d", "e", "f"].get(block.index()).copied();
        Some(Cow::Borrowed(word.unwrap_or("g")))
    }
    fn leave(&self, block: BlockId) -> Option<Cow<'_, str>> {
        Some(Cow::Owned(format!("return {}", block.index())))
    }
}

/// Compares the pseudocode of a program with a host's words; the program must be right.
#[track_caller]
fn check(cfg: &str, steps: &str, expected: &str) {
    let (cfg, program) = right(cfg, steps);
    same(
        &shown(|out| pseudocode(out, &cfg, &program, &Words)),
        expected,
    );
}

/// The same in JavaScript, without the first line and the last.
#[track_caller]
fn check_javascript(cfg: &str, steps: &str, expected: &str) {
    let (cfg, program) = right(cfg, steps);
    let text = shown(|out| javascript(out, &cfg, &program, &Numbered));
    let lines = text.lines().skip(1).filter(|line| *line != "}");
    let lines = lines.map(|line| line.strip_prefix("  ").unwrap_or(line));
    same(&lines.collect::<Vec<_>>().join("\n"), expected);
}

#[track_caller]
fn right(cfg: &str, steps: &str) -> (Cfg, Program) {
    let (cfg, program) = (graph(cfg), program(steps));
    assert_eq!(verify::program(&cfg, &program), []);
    let verdict = verify::simulation(&cfg, &program, verify::roomy(&cfg, &program));
    assert!(verdict.is_proved(), "{verdict}");
    (cfg, program)
}

/// A diamond whose decision is asked for again behind it.
const KEPT: [&str; 2] = [
    "0: 3 3, 1: return, 2: return, 3: 4, 4: 1 2",
    "run b0 if b0 { case 1: take b0.1 f0 = true case 0: take b0.0 f0 = false }
     run b3 take b3.0 run b4
     if b4 { case 0: take b4.0 f1 = true case 1: take b4.1 f1 = false }
     if f1 { case 1: run b1 leave b1 case 0: run b2 leave b2 }",
];

#[test]
fn a_flag_that_keeps_a_decision_is_set_in_one_line() {
    check(
        KEPT[0],
        KEPT[1],
        "
        f0 = not a
        work3()
        work4()
        f1 = f
        if f1 {
          return 1
        }
        return 2
        ",
    );
    check_javascript(
        KEPT[0],
        KEPT[1],
        "
        let f0, f1;
        block(0); // b0
        f0 = decide(0) !== 0;
        block(3); // b3
        block(4); // b4
        f1 = decide(4) === 0;
        if (f1) {
          block(1); // b1
          return;
        }
        block(2); // b2
        return;
        ",
    );
    // A flag is set to what a condition over other flags is.
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
          f0 = true
        } else {
          f0 = true
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
          f0 = true
          f1 = true
        } else {
          f0 = false
        }
        work3()
        return 3
        ",
    );
}

#[test]
fn forks_in_forks_are_one_condition() {
    check(
        "0: 1 4, 1: 2 4, 2: 3 4, 3: 4, 4: return",
        "run b0 if b0 { case 0: take b0.0
           run b1 if b1 { case 0: take b1.0
             run b2 if b2 { case 0: take b2.0
               run b3 take b3.0
             case 1: take b2.1 }
           case 1: take b1.1 }
         case 1: take b0.1 }
         run b4 leave b4",
        "
        if a && b && (c || d) {
          work3()
        }
        work4()
        return 4
        ",
    );
    // What guards may be the contrary, and the arms may stand in any order.
    check(
        "0: 4 1, 1: 3 4, 2: return, 3: 4, 4: return",
        "run b0 if b0 { case 0: take b0.0 case 1: take b0.1
           run b1 if b1 { case 1: take b1.1 case 0: take b1.0
             run b3 take b3.0 } }
         run b4 leave b4",
        "
        if not a && b {
          work3()
        }
        work4()
        return 4
        ",
    );
    // A block that does something stands between.
    check(
        "0: 3 4, 1: return, 2: return, 3: 1 4, 4: return",
        "run b0 if b0 { case 0: take b0.0
           run b3 if b3 { case 0: take b3.0 run b1 leave b1 case 1: take b3.1 }
         case 1: take b0.1 }
         run b4 leave b4",
        "
        if a {
          work3()
          if e {
            return 1
          }
        }
        work4()
        return 4
        ",
    );
}

#[test]
fn forks_that_share_a_jump_guard_what_follows() {
    let graph = "0: 1 4, 1: 3 4, 2: return, 3: return, 4: return";
    check(
        graph,
        "l0: block {
           run b0 if b0 { case 0: take b0.0
             run b1 if b1 { case 0: take b1.0 run b3 leave b3 case 1: take b1.1 break l0 }
           case 1: take b0.1 break l0 }
         }
         run b4 leave b4",
        "
        l0: block {
          if not a || not b {
            break l0 ; -> b4
          }
          work3()
          return 3
        }
        work4()
        return 4
        ",
    );
    // A jump past the end of the first fork must stand in it.
    check(
        "0: 1 4, 1: 3 4, 2: return, 3: 5 4, 4: return, 5: return",
        "l0: block {
           run b0
           l1: if b0 { case 0: take b0.0
             run b1 if b1 { case 0: take b1.0
               run b3 if b3 { case 0: take b3.0 break l1 case 1: take b3.1 break l0 }
             case 1: take b1.1 break l0 }
           case 1: take b0.1 break l0 }
           run b5 leave b5
         }
         run b4 leave b4",
        "
        l0: block {
          l1: if a {
            if b {
              work3()
              if e {
                break l1 ; -> b5
              }
              break l0 ; -> b4
            }
            break l0 ; -> b4
          } else {
            break l0 ; -> b4
          }
          work5()
          return 5
        }
        work4()
        return 4
        ",
    );
}

#[test]
fn conditions_over_flags_are_joined_in_javascript_too() {
    check_javascript(
        "0: 1 2, 1: 3 4, 2: 4, 3: 4, 4: return",
        "run b0
         if b0 { case 0: take b0.0 f0 = true
           run b1 if b1 { case 0: take b1.0 f1 = true case 1: take b1.1 f1 = false }
         case 1: take b0.1 f0 = false run b2 take b2.0 }
         if f0 { case 1: if f1 { case 1: run b3 take b3.0 case 0: } case 0: }
         run b4 leave b4",
        "
        let f0, f1;
        block(0); // b0
        if (decide(0) === 0) {
          f0 = true;
          block(1); // b1
          f1 = decide(1) === 0;
        } else {
          f0 = false;
          block(2); // b2
        }
        if (f0 && f1) {
          block(3); // b3
        }
        block(4); // b4
        return;
        ",
    );
    // What a block decided may be asked for after a flag.
    check_javascript(
        "0: 1 2, 1: 3 4, 2: 1, 3: 4, 4: return",
        "run b0
         if b0 { case 0: take b0.0 f0 = true case 1: take b0.1 f0 = false run b2 take b2.0 }
         l0: block {
           run b1
           if f0 || !f0 { case 0: take b1.1 break l0 case 1: if b1 { case 1: take b1.1 break l0 case 0: take b1.0 } }
           run b3 take b3.0
         }
         run b4 leave b4",
        "
        let f0, d1;
        block(0); // b0
        if (decide(0) === 0) {
          f0 = true;
        } else {
          f0 = false;
          block(2); // b2
        }
        do {
          block(1); // b1
          d1 = decide(1);
          if (!(f0 || !f0) || d1 !== 0) {
            break;
          }
          block(3); // b3
        } while (0);
        block(4); // b4
        return;
        ",
    );
}

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
    // The body may stand behind the question.
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
    // A block that stands as its name stays in the loop.
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
    // A `continue` elsewhere would go to the question.
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
    // Of several values each is asked for; an arm that says nothing is left out.
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

/// The arm for all others would catch the values of an arm that is left out.
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

/// Looks for lines of WebAssembly that follow each other.
#[track_caller]
fn check_wat(cfg: &str, steps: &str, lines: &[&str]) {
    let (cfg, program) = right(cfg, steps);
    let text = shown(|out| wat(out, &cfg, &program, &Numbered));
    let found: Vec<&str> = text.lines().map(str::trim).collect();
    assert!(
        found.windows(lines.len()).any(|found| found == lines),
        "{text}"
    );
}

#[test]
fn wat_computes_conditions_on_its_stack() {
    let steps = "f0 = true f1 = false
         run b0
         if f0 && !f1 { case 0: f1 = true case 1: }
         take b0.0 run b1 leave b1";
    let graph = "0: 1, 1: return";
    check_wat(graph, steps, &["(local $f0 i32)", "(local $f1 i32)"]);
    check_wat(
        graph,
        steps,
        &[
            "local.get $f1",
            "i32.eqz",
            "local.get $f0",
            "i32.and",
            "i32.eqz",
            "if",
            "i32.const 1",
            "local.set $f1",
            "end",
        ],
    );
}

#[test]
fn wat_starts_with_a_label_that_no_dispatcher_lists() {
    let graph = "0: 1, 1: return";
    let rest = "case 3: default: run b0 take b0.0 } run b1 leave b1";
    let steps = format!("switch label {{ case 0: {rest}");
    let set = ["i32.const 4294967295", "local.set $label"];
    check_wat(graph, &steps, &set);
    check_wat(graph, &steps, &["local.get $label", "br_table 1 3 3 2 3"]);
    let steps = format!("switch label {{ case 4294967295: {rest}");
    let set = ["i32.const 4294967294", "local.set $label"];
    check_wat(graph, &steps, &set);
}
