//! What WebAssembly makes of flags and labels.

use super::*;

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
