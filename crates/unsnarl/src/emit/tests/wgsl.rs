//! Skeletons in WGSL.

use super::*;
use crate::program::Profile;
use crate::verify;
use crate::verify::tests::notation::{graph, program};
use alloc::string::ToString;

/// Compares a skeleton; the program must be right, and keep to the profile of the language.
#[track_caller]
fn check(cfg: &str, steps: &str, expected: &str) {
    let (cfg, program) = (graph(cfg), program(steps));
    assert_eq!(verify::program(&cfg, &program), []);
    assert_eq!(verify::profile(&program, &Profile::SHADER), []);
    let verdict = verify::simulation(&cfg, &program, verify::state_limit(&cfg, &program));
    assert!(verdict.is_proved(), "{verdict}");
    let mut text = String::new();
    let written = wgsl(&mut text, &cfg, &program, Texts::Calls, &Numbered);
    assert_eq!(written, Ok(()));
    same(&text, expected);
}

#[test]
fn a_loop_that_tests_last_says_when_it_ends() {
    check(
        "0: 0 1, 1: return",
        "l0: loop { run b0 if b0 { case 0: take b0.0 continue l0 case 1: take b0.1 } }
         run b1 leave b1",
        "
        fn run() {
          loop {
            block(0); // b0
            continuing {
              break if decide(0) != 0;
            }
          }
          block(1); // b1
          return;
        }
        ",
    );
}

/// A loop that is never left is not valid WGSL.
#[test]
fn a_loop_without_an_end_has_one_that_is_never_reached() {
    check(
        "0: 0",
        "l0: loop { run b0 take b0.0 continue l0 }",
        "
        fn run() {
          loop {
            block(0); // b0
            continuing { break if false; }
          }
        }
        ",
    );
    check(
        "0: 1, 1: 2 1, 2: 0 3, 3: return",
        "l0: loop { run b0 take b0.0
           l1: loop { run b1 if b1 { case 0: take b1.0 break l1 case 1: take b1.1 continue l1 } }
           run b2 if b2 { case 0: take b2.0 continue l0 case 1: take b2.1 run b3 leave b3 }
         }",
        "
        fn run() {
          loop {
            block(0); // b0
            loop {
              block(1); // b1
              continuing {
                break if decide(1) == 0;
              }
            }
            block(2); // b2
            if decide(2) != 0 {
              block(3); // b3
              return;
            }
          }
        }
        ",
    );
}

#[test]
fn a_scope_is_a_switch_with_a_default_only() {
    check(
        "0: 1 2, 1: 2 3, 2: 3, 3: unreachable",
        "l0: block { run b0
           if b0 {
             case 0: take b0.0 run b1 if b1 { case 0: take b1.0 case 1: take b1.1 break l0 }
             case 1: take b0.1
           }
           run b2 take b2.0
         }
         run b3 leave b3",
        "
        fn run() {
          switch 0 { default: {
            block(0); // b0
            if decide(0) == 0 {
              block(1); // b1
              if decide(1) != 0 {
                break;
              }
            }
            block(2); // b2
          } }
          block(3); // b3
          unreachable(); return;
        }
        ",
    );
}

#[test]
fn a_switch_has_a_default_and_braces_around_arms() {
    check(
        "0: switch 1 2 1 3, 1: 4, 2: 4, 3: 4, 4: return",
        "run b0
         l0: switch b0 {
           case 0: take b0.0 run b1 take b1.0
           case 2: take b0.2 run b1 take b1.0
           case 1: take b0.1 run b2 take b2.0 break l0
           case 3: take b0.3 run b3 take b3.0
         }
         run b4 leave b4",
        "
        fn run() {
          block(0); // b0
          switch decide(0) {
            case 0: {
              block(1); // b1
            }
            case 2: {
              block(1); // b1
            }
            case 1: {
              block(2); // b2
              break;
            }
            default: {
              block(3); // b3
            }
          }
          block(4); // b4
          return;
        }
        ",
    );
}

/// The last step of a loop is a switch, two slots of which repeat the loop: it is not written as an
/// `if`, since its decision can be tested only once, so it catches jumps.
#[test]
fn a_switch_at_the_end_of_a_loop_is_not_left_for_the_end_of_the_loop() {
    let cfg = "0: switch 0 0 1, 1: return";
    let steps = "l0: loop { run b0
           switch b0 {
             case 0 1: take b0.0 continue l0
             case 2: take b0.2
           }
         }
         run b1 leave b1";
    check(
        cfg,
        steps,
        "
        fn run() {
          loop {
            block(0); // b0
            switch decide(0) {
              case 0, 1: {
                continue;
              }
              default: {}
            }
            break;
          }
          block(1); // b1
          return;
        }
        ",
    );
    let (cfg, program) = (graph(cfg), program(steps));
    let text = shown(|out| write(out, &cfg, &program, C, Texts::Calls, &Numbered));
    same(
        &text,
        "
        void run(void) {
          while (1) {
            block(0); // b0
            switch (decide(0)) {
              case 0:
              case 1:
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

/// A nest of this number of `if`s, with its graph.
fn nest(depth: usize) -> (Cfg, Program) {
    let mut cfg = CfgBuilder::new();
    let mut builder = ProgramBuilder::new();
    let end = BlockId::new(depth);
    for block in (0..depth).map(BlockId::new) {
        let next = BlockId::new(block.index() + 1);
        cfg.block(Exit::Branch, [next, end]);
        builder.run(block);
        builder.open_if(block, None);
        builder.arm([0]);
        builder.take(Edge::new(block, 0));
    }
    for block in (0..depth).rev().map(BlockId::new) {
        builder.arm([1]);
        builder.take(Edge::new(block, 1));
        builder.close();
    }
    builder.run(end);
    builder.leave(end);
    cfg.block(Exit::Return, []);
    let cfg = cfg.build(BlockId::new(0)).expect("the arms lead to blocks");
    (cfg, builder.finish())
}

#[test]
fn braces_nest_no_deeper_than_wgsl_allows() {
    let write = |depth| {
        let (cfg, program) = nest(depth);
        assert_eq!(verify::program(&cfg, &program), []);
        let mut text = String::new();
        let written = wgsl(&mut text, &cfg, &program, Texts::Calls, &Numbered);
        (written, text.matches('{').count())
    };
    // The innermost `if` only tests.
    assert_eq!(write(127), (Ok(()), MAX_BRACES));
    let error = WgslError::Nesting { braces: 128 };
    assert_eq!(write(128), (Err(error), 0));
    assert_eq!(
        error.to_string(),
        "braces would nest 128 deep, and WGSL allows 127: a maximal depth of 63 is always enough"
    );
}
