//! Skeletons in the languages that can express less than JavaScript.

use super::*;
use crate::program::Profile;
use crate::verify;
use crate::verify::tests::notation::{graph, program};

/// Compares a skeleton; the program must be right, and keep to the profile of the language.
#[track_caller]
fn check(grammar: impl Grammar, profile: &Profile, cfg: &str, steps: &str, expected: &str) {
    let (cfg, program) = (graph(cfg), program(steps));
    assert_eq!(verify::program(&cfg, &program), []);
    assert_eq!(verify::profile(&program, profile), []);
    let verdict = verify::simulation(&cfg, &program, verify::state_limit(&cfg, &program));
    assert!(verdict.is_proved(), "{verdict}");
    let text = shown(|out| write(out, &cfg, &program, grammar, Texts::Calls, &Numbered));
    same(&text, expected);
}

/// A loop whose last step leaves it if a flag says so.
const FLAG_LAST: [&str; 2] = [
    "0: 0 1, 1: return",
    "l0: loop {
       run b0
       if b0 { case 0: take b0.0 f0 = true case 1: take b0.1 f0 = false }
       if f0 { case 1: continue l0 case 0: }
     }
     run b1 leave b1",
];

#[test]
fn a_loop_that_tests_a_flag_last_breaks_where_no_loop_does() {
    let [cfg, steps] = FLAG_LAST;
    check(
        Python,
        &Profile::PYTHON,
        cfg,
        steps,
        "
        def run(block, decide):
          while True:
            block(0) # b0
            again_b0 = decide(0) == 0
            if not again_b0:
              break
          block(1) # b1
          return
        ",
    );
    check(
        Rust,
        &Profile::RUST,
        cfg,
        steps,
        "
        fn run(block: &mut dyn FnMut(u32), decide: &mut dyn FnMut(u32) -> u32) {
          let mut again_b0 = false;
          loop {
            block(0); // b0
            again_b0 = decide(0) == 0;
            if !again_b0 {
              break;
            }
          }
          block(1); // b1
          return;
        }
        ",
    );
    check(
        C,
        &Profile::SINGLE_LEVEL,
        cfg,
        steps,
        "
        void run(void) {
          int again_b0 = 0;
          do {
            block(0); // b0
            again_b0 = decide(0) == 0;
          } while (again_b0);
          block(1); // b1
          return;
        }
        ",
    );
}

/// The dispatcher first finds the label not set, and later an arm that lists zero.
const UNSET: [&str; 2] = [
    "0: 1, 1: return",
    "l0: loop {
       switch label {
       case 0: run b1 leave b1
       case 7: run b1 leave b1
       default: run b0 take b0.0 label = 0 continue l0
       }
     }",
];

#[test]
fn a_label_that_is_not_set_is_none_that_a_dispatcher_lists() {
    let [cfg, steps] = UNSET;
    check(
        Python,
        &Profile::PYTHON,
        cfg,
        steps,
        "
        def run(block, decide):
          label = 4294967295
          while True:
            match label:
              case 0:
                block(1) # b1
                return
              case 7:
                block(1) # b1
                return
              case _:
                block(0) # b0
                label = 0 # -> b1
                continue
        ",
    );
    check(
        Rust,
        &Profile::RUST,
        cfg,
        steps,
        "
        fn run(block: &mut dyn FnMut(u32), decide: &mut dyn FnMut(u32) -> u32) {
          let mut label: u32 = 4294967295;
          loop {
            match label {
              0 => {
                block(1); // b1
                return;
              }
              7 => {
                block(1); // b1
                return;
              }
              _ => {
                block(0); // b0
                label = 0; // -> b1
                continue;
              }
            }
          }
        }
        ",
    );
    check(
        C,
        &Profile::SINGLE_LEVEL,
        cfg,
        steps,
        "
        void run(void) {
          unsigned label = 4294967295;
          while (1) {
            switch (label) {
              case 0:
                block(1); // b1
                return;
              case 7:
                block(1); // b1
                return;
              default:
                block(0); // b0
                label = 0; // -> b1
                continue;
            }
          }
        }
        ",
    );
}

#[test]
fn a_jump_out_of_a_scope_of_rust_names_its_loop() {
    check(
        Rust,
        &Profile::RUST,
        "0: switch 0 1 0, 1: 0 2, 2: return",
        "l0: loop {
           l1: block {
             run b0
             switch b0 {
             case 0: take b0.0 continue l0
             case 1: take b0.1
             case 2: take b0.2 break l1
             }
             run b1
             if b1 { case 0: take b1.0 break l1 case 1: take b1.1 }
             break l0
           }
           continue l0
         }
         run b2 leave b2",
        "
        fn run(block: &mut dyn FnMut(u32), decide: &mut dyn FnMut(u32) -> u32) {
          'l0: loop {
            'l1: {
              block(0); // b0
              match decide(0) {
                0 => {
                  continue 'l0; // -> b0
                }
                1 => {
                }
                _ => {
                  break 'l1; // -> b0
                }
              }
              block(1); // b1
              if decide(1) == 0 {
                break 'l1; // -> b0
              }
              break 'l0;
            }
          }
          block(2); // b2
          return;
        }
        ",
    );
}

#[test]
fn a_switch_of_two_arms_that_a_jump_leaves_stays_one_where_jumps_have_no_labels() {
    check(
        C,
        &Profile::SINGLE_LEVEL,
        "0: switch 3 2, 1: return, 2: 1, 3: 2 1",
        "run b0
         l0: block {
           l1: switch b0 {
           case 0:
             take b0.0
             run b3
             if b3 { case 0: take b3.0 label = 2 case 1: take b3.1 label = 1 break l1 }
           case 1:
             take b0.1
             label = 2
           }
           switch label { case 1: break l0 default: }
           run b2
           take b2.0
         }
         run b1
         leave b1",
        "
        void run(void) {
          unsigned label = 4294967295;
          block(0); // b0
          do {
            switch (decide(0)) {
              case 0:
                block(3); // b3
                if (decide(3) != 0) {
                  label = 1; // -> b1
                  break;
                }
                label = 2; // -> b2
                break;
              default:
                label = 2; // -> b2
            }
            if (label == 1) {
              break;
            }
            block(2); // b2
          } while (0);
          block(1); // b1
          return;
        }
        ",
    );
}

/// At the end of a loop, a switch that is written as a switch has no jump out of it but `continue`.
#[test]
fn a_loop_is_left_after_a_switch_that_repeats_it() {
    check(
        C,
        &Profile::SINGLE_LEVEL,
        "0: switch 1 1 0, 1: return",
        "l0: loop {
           run b0
           switch b0 { case 0 1: take b0.0 case 2: take b0.2 continue l0 }
         }
         run b1
         leave b1",
        "
        void run(void) {
          while (1) {
            block(0); // b0
            switch (decide(0)) {
              case 0:
              case 1:
                break;
              default:
                continue;
            }
            break;
          }
          block(1); // b1
          return;
        }
        ",
    );
}

#[test]
fn a_dispatcher_of_two_arms_is_an_if_which_catches_no_jump() {
    check(
        C,
        &Profile::SINGLE_LEVEL,
        "0: 1 2, 1: 0, 2: return",
        "l0: loop {
           run b0
           if b0 { case 0: take b0.0 label = 1 case 1: take b0.1 label = 2 }
           switch label {
           case 1:
             run b1
             take b1.0
           case 2:
             break l0
           }
           continue l0
         }
         run b2
         leave b2",
        "
        void run(void) {
          unsigned label = 0;
          while (1) {
            block(0); // b0
            if (decide(0) == 0) {
              label = 1; // -> b1
            } else {
              label = 2; // -> b2
            }
            if (label == 2) {
              break;
            }
            block(1); // b1
          }
          block(2); // b2
          return;
        }
        ",
    );
}

#[test]
fn c_has_parentheses_around_conjunctions_in_disjunctions() {
    check(
        C,
        &Profile::SINGLE_LEVEL,
        "0: 1 2, 1: return, 2: return",
        "f1 = true
         f2 = false
         run b0
         if b0 { case 0: take b0.0 f0 = true case 1: take b0.1 f0 = false }
         if f0 && f1 || f2 { case 1: run b1 leave b1 case 0: run b2 leave b2 }",
        "
        void run(void) {
          int goto_b1 = 0;
          int f1 = 0;
          int f2 = 0;
          f1 = 1;
          f2 = 0;
          block(0); // b0
          goto_b1 = decide(0) == 0;
          if ((goto_b1 && f1) || f2) {
            block(1); // b1
            return;
          }
          block(2); // b2
          return;
        }
        ",
    );
}

#[test]
fn c_reads_what_nothing_asks_for() {
    check(
        C,
        &Profile::SINGLE_LEVEL,
        "0: return",
        "label = 3
         f0 = true
         run b0
         leave b0",
        "
        void run(void) {
          unsigned label = 0;
          int f0 = 0;
          (void)label;
          (void)f0;
          label = 3;
          f0 = 1;
          block(0); // b0
          return;
        }
        ",
    );
}
