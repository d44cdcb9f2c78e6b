//! Each rule of profiles; each row breaks one rule and no other.

use super::notation;
use crate::program::{Falls, Labelled, Profile, Step};
use crate::verify;
use alloc::string::ToString;
use alloc::vec::Vec;

/// Judges a program by a profile: `text` lists the breaches, with semicolons between.
#[track_caller]
fn check(profile: &Profile, program: &str, expected: &str) {
    let found = verify::profile(&notation::program(program), profile);
    let lines: Vec<_> = found.iter().map(ToString::to_string).collect();
    assert_eq!(lines.join("; "), expected, "for {}", profile.name);
}

const NESTED: &str = "l0: loop { run b0 l1: loop { run b1 if b1 { case 0: take b1.0 break l0 \
                      case 1: take b1.1 continue l1 } } continue l0 }";
const OUTER: &str = "l0: loop { run b0 l1: loop { run b1 if b1 { case 0: take b1.0 continue l0 \
                     case 1: take b1.1 continue l1 } } }";
const SWITCH: &str = "l0: loop { run b0 switch b0 { case 0: take b0.0 break l0 \
                      case 1: take b0.1 continue l0 } }";
const CONTINUE_IN_SCOPE: &str = "l0: loop { l1: block { run b0 if b0 { case 0: take b0.0 \
                                 continue l0 case 1: take b0.1 break l1 } } continue l0 }";

#[test]
fn jumps_of_several_levels() {
    for program in [NESTED, OUTER, SWITCH, CONTINUE_IN_SCOPE] {
        check(&Profile::MULTI_LEVEL, program, "");
    }
    let inner = "breaks out of more brackets than the target allows";
    let far = "continues a loop where the target does not allow it";
    for profile in [Profile::SINGLE_LEVEL, Profile::PYTHON, Profile::SHADER] {
        check(&profile, NESTED, &alloc::format!("rule T1: n7 {inner}"));
        let mut breaches = alloc::format!("rule T2: n7 {far}");
        if profile.name == "shader" {
            breaches += "; rule T7: n0 is a loop that nothing continues";
        }
        check(&profile, OUTER, &breaches);
    }
}

#[test]
fn a_switch_catches_break_and_not_continue() {
    let breach = "rule T1: n5 breaks out of more brackets than the target allows";
    check(&Profile::SINGLE_LEVEL, SWITCH, breach);
    check(&Profile::SHADER, SWITCH, breach);
    check(&Profile::PYTHON, SWITCH, "");
}

#[test]
fn a_scope_catches_continue_where_it_is_a_loop() {
    let breach = "rule T2: n6 continues a loop where the target does not allow it";
    check(&Profile::SINGLE_LEVEL, CONTINUE_IN_SCOPE, breach);
    check(&Profile::PYTHON, CONTINUE_IN_SCOPE, breach);
    check(&Profile::SHADER, CONTINUE_IN_SCOPE, "");
}

/// A `Dispatch` of two arms is written as an `if`, one of three as a switch.
#[test]
fn a_dispatch_of_three_arms_is_a_switch() {
    let two = "l0: loop { switch label { case 1: break l0 default: continue l0 } }";
    let three = "l0: loop { switch label { case 1: break l0 case 2: default: continue l0 } }";
    let breach = "rule T1: n3 breaks out of more brackets than the target allows";
    check(&Profile::SINGLE_LEVEL, two, "");
    check(&Profile::SINGLE_LEVEL, three, breach);
    check(&Profile::PYTHON, three, "");
}

const FALLS: &str = "l0: block { run b0 switch b0 { case 0: take b0.0 run b1 take b1.0 \
                     case 1: take b0.1 case 2: take b0.2 break l0 } run b2 take b2.0 } leave b3";

#[test]
fn an_arm_falls_through_where_the_target_can_say_it() {
    check(&Profile::SINGLE_LEVEL, FALLS, "");
    let breach = "breaks out of more brackets than the target allows";
    let never = Profile {
        falls: Falls::Never,
        ..Profile::SINGLE_LEVEL
    };
    for profile in [never, Profile::SHADER] {
        check(&profile, FALLS, &alloc::format!("rule T1: n11 {breach}"));
    }
    // Edges print here: two arms with code lead to `b2`.
    let found = verify::profile_for(&notation::program(FALLS), &Profile::SINGLE_LEVEL, &|step| {
        matches!(step, Step::Run(_) | Step::Take(_))
    });
    assert_eq!(found.len(), 1);
    // Two stages: the jump past both may be anywhere in the switch, but in no loop.
    let two = "l0: block { l1: block { switch b0 { case 0: case 1: break l1 case 2: break l0 } \
               if b1 { case 0: break l0 case 1: } } run b2 } leave b3";
    check(&Profile::SINGLE_LEVEL, two, "");
    let in_loop = two.replace("run b2", "l2: loop { break l0 }");
    check(
        &Profile::SINGLE_LEVEL,
        &in_loop,
        &alloc::format!("rule T1: n16 {breach}"),
    );
    // A loop around the switch is continued from inside, since no scope is written.
    let around = "l2: loop { l0: block { switch b0 { case 0: continue l2 case 1: break l0 case 2: } \
                  continue l2 } }";
    check(&Profile::SINGLE_LEVEL, around, "");
    for (changed, by) in [
        // Two arms that print lead to one place.
        ("case 1:", "case 1: run b4"),
        // A jump to the place where an arm falls through is inside an `if`.
        (
            "case 0: take b0.0",
            "case 0: take b0.0 if b4 { case 0: break l1 case 1: }",
        ),
        // A jump comes before the switch.
        ("run b0 ", "if b4 { case 0: break l1 case 1: } "),
        // With two arms it may be written as an `if`.
        ("case 1: take b0.1 case 2:", "case 1 2:"),
        // The switch has a label of its own.
        ("switch b0", "l2: switch b0"),
        // A bracket stands between the scopes.
        ("switch b0", "l2: loop { switch b0"),
    ] {
        let inner = FALLS.replace("l0: block {", "l0: block { l1: block {");
        let inner = inner.replace(
            "break l0 } run b2 take b2.0",
            "break l0 } run b2 take b2.0 break l1 } run b3",
        );
        let mutant = inner.replacen(changed, by, 1);
        let ended = if by.contains("loop") {
            mutant.replacen("break l0 }", "break l0 } }", 1)
        } else {
            mutant
        };
        assert_ne!(ended, inner);
        let program = notation::program(&ended);
        let found = verify::profile(&program, &Profile::SINGLE_LEVEL);
        assert!(
            found.iter().any(|it| it.breach == verify::Breach::Break),
            "{ended}"
        );
    }
}

#[test]
fn labels_of_brackets_with_arms() {
    let program = "run b0 l0: if b0 { case 0: take b0.0 break l0 case 1: take b0.1 } leave b1";
    check(&Profile::MULTI_LEVEL, program, "");
    let unlabelled = Profile {
        labelled: Labelled::LoopsAndScopes,
        ..Profile::MULTI_LEVEL
    };
    check(
        &unlabelled,
        program,
        "rule T4: n1 has a label, which the target does not allow",
    );
    check(
        &Profile::PYTHON,
        program,
        "rule T4: n1 has a label, which the target does not allow; \
         rule T1: n4 breaks out of more brackets than the target allows",
    );
    let switch = "run b0 l0: switch b0 { case 0: take b0.0 break l0 case 1: take b0.1 } leave b1";
    check(&Profile::SINGLE_LEVEL, switch, "");
}

#[test]
fn loops_without_jumps() {
    let fits = "l0: loop { if f0 { case 1: run b0 continue l0 case 0: } } leave b0";
    check(&Profile::IF_WHILE, fits, "");
    check(&Profile::IF_WHILE, "l0: loop { run b0 continue l0 }", "");
    let far = "continues a loop where the target does not allow it";
    let neither = "is neither a while loop nor endless";
    for (program, continued) in [
        (
            "l0: loop { run b0 if f0 { case 1: continue l0 case 0: } }",
            4,
        ),
        (
            "l0: loop { if f0 { case 0: run b0 continue l0 case 1: } }",
            4,
        ),
        (
            "l0: loop { if f0 { case 1: continue l0 case 0: run b0 } }",
            3,
        ),
        (
            "l0: loop { if f0 { case 1: continue l0 case 0: } run b0 }",
            3,
        ),
    ] {
        let expected = alloc::format!("rule T2: n{continued} {far}; rule T2: n0 {neither}");
        check(&Profile::IF_WHILE, program, &expected);
    }
    check(
        &Profile::IF_WHILE,
        "l0: loop { run b0 }",
        "rule T2: n0 is neither a while loop nor endless",
    );
    check(
        &Profile::IF_WHILE,
        "l0: block { break l0 }",
        "rule T3: n0 opens a scope, which the target does not have; \
         rule T1: n1 breaks out of more brackets than the target allows",
    );
}

#[test]
fn variables_depth_and_names() {
    let label = "uses the label variable, which the target does not have";
    check(
        &Profile::IF_WHILE,
        "label = 1 switch label { case 1: }",
        &alloc::format!("rule T5: n0 {label}; rule T5: n1 {label}"),
    );
    let shallow = Profile {
        max_depth: Some(1),
        ..Profile::SINGLE_LEVEL
    };
    check(
        &shallow,
        "if f0 { case 1: if f1 { case 1: case 0: } case 0: }",
        "rule T6: n2 is nested too deep for the target",
    );
    check(
        &Profile::SHADER,
        "l0: loop { run b0 break l0 }",
        "rule T7: n0 is a loop that nothing continues",
    );
    check(
        &Profile::SHADER,
        "switch label { case 1: case 2: case 3: }",
        "rule T7: n0 has no default arm, or only a default arm",
    );
    check(
        &Profile::SHADER,
        "switch label { default: }",
        "rule T7: n0 has no default arm, or only a default arm",
    );
    for right in [
        "case 1:",
        "case 1: case 2:",
        "case 1: default:",
        "case 1: case 2: default:",
    ] {
        check(
            &Profile::SHADER,
            &alloc::format!("switch label {{ {right} }}"),
            "",
        );
    }
}
