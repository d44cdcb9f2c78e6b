//! WebAssembly for flags and labels.

use super::*;

/// Looks for consecutive lines of WebAssembly.
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
    // Two arms are silent: they lead to the end, past the block of the third arm.
    check_wat(graph, &steps, &["local.get $label", "br_table 1 0 0 1 0"]);
    let steps = format!("switch label {{ case 4294967295: {rest}");
    let set = ["i32.const 4294967294", "local.set $label"];
    check_wat(graph, &steps, &set);
}

#[test]
fn wat_names_where_arms_jump_to() {
    let graph = "0: 1 2 3 3, 1: return, 2: return, 3: 0";
    let steps = "l0: loop {
           l1: block {
             run b0
             switch b0 {
               case 0: take b0.0 break l1
               case 1: take b0.1 run b2 leave b2
               case 2 3: take b0.2
             }
             run b3 take b3.0 continue l0
           }
           run b1 leave b1
         }";
    let lines = [
        "block",
        "block",
        "i32.const 0",
        "call $decide",
        "br_table $l1 0 1 1",
        "end",
        "i32.const 2 ;; b2",
        "call $block",
        "return",
        "end",
        "i32.const 3 ;; b3",
    ];
    check_wat(graph, steps, &lines);
}

#[test]
fn wat_has_no_block_around_arms_that_do_not_come_to_an_end() {
    let graph = "0: 1 2 3, 1: return, 2: return, 3: return";
    let steps = "run b0
         switch b0 {
           case 0: take b0.0 run b1 leave b1
           case 1: take b0.1 run b2 leave b2
           case 2: take b0.2
         }
         run b3 leave b3";
    check_wat(graph, steps, &["br_table 0 1 2"]);
    let steps = "run b0
         switch b0 {
           case 0: take b0.0 run b1 leave b1
           case 1: take b0.1 run b2 leave b2
           case 2: take b0.2 run b3 leave b3
         }";
    let lines = ["block", "block", "block", "i32.const 0", "call $decide"];
    check_wat(graph, steps, &lines);
    let first = ["call $block", "block"];
    check_wat(graph, steps, &first);
    let last = ["i32.const 3 ;; b3", "call $block", "return", ")"];
    check_wat(graph, steps, &last);
}

#[test]
fn wat_branches_where_one_of_two_arms_only_jumps() {
    let graph = "0: 1 2, 1: 0, 2: return";
    let first = "l0: loop {
           run b0
           if b0 { case 0: take b0.0 run b1 take b1.0 continue l0
                   case 1: take b0.1 break l0 }
         }
         run b2 leave b2";
    let lines = ["call $decide", "br_if $l0", "i32.const 1 ;; b1"];
    check_wat(graph, first, &lines);
    let second = "l0: loop {
           run b0
           if b0 { case 0: take b0.0
                   case 1: take b0.1 break l0 }
           run b1 take b1.0 continue l0
         }
         run b2 leave b2";
    check_wat(graph, second, &lines);
    let inverted = "l0: block {
           run b0
           if b0 { case 1: take b0.1 run b2 leave b2
                   case 0: take b0.0 break l0 }
         }
         run b1 leave b1";
    let graph = "0: 1 2, 1: return, 2: return";
    let lines = ["call $decide", "i32.eqz", "br_if $l0", "i32.const 2 ;; b2"];
    check_wat(graph, inverted, &lines);
}

/// A jump past the end of a decision needs the decision's bracket.
#[test]
fn wat_keeps_an_if_that_a_jump_leaves() {
    let graph = "0: 1 2, 1: 2, 2: return";
    let steps = "run b0
         l0: if b0 { case 1: take b0.1 break l0
                    case 0: take b0.0 run b1 take b1.0 }
         run b2 leave b2";
    let lines = [
        "call $decide",
        "if $l0",
        "br $l0",
        "else",
        "i32.const 1 ;; b1",
    ];
    check_wat(graph, steps, &lines);
}

/// The edge has code, which stands in the arm.
#[test]
fn wat_tells_labels_apart_by_one_comparison() {
    let graph = "0: 1 1, 1: return";
    let steps = "label = 7
         run b0 if b0 { case 0: take b0.0 label = 9 case 1: take b0.1 }
         switch label { case 9: run b1 leave b1 case 7: run b1 leave b1 }";
    let lines = ["local.get $label", "i32.const 9", "i32.eq", "if"];
    check_wat(graph, steps, &lines);
}
