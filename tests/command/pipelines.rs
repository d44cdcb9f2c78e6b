//! What one command prints is what another one reads, and a reader that leaves is no error.

use crate::support::{check, text, unsnarl};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};

/// Two functions, whose blocks have the same names and odd ones.
const FUNCTIONS: &str = r#"define i32 @"a b"(i32 %x) {
"the entry":
  %c = icmp eq i32 %x, 0
  br i1 %c, label %"loop;", label %out
"loop;":
  %p = phi i32 [ 0, %"the entry" ], [ %q, %"loop;" ]
  %q = add i32 %p, 1
  switch i32 %q, label %out [ i32 3, label %"loop;"
                              i32 9, label %0 ]
out:
  ret i32 1
0:
  unreachable
}
define void @g(i1 %x) {
out:
  br i1 %x, label %out.b0, label %"loop;"
out.b0:
  br label %"loop;"
"loop;":
  br label %out.b0
}
"#;

/// The text behind the first of two commands joined by a pipe.
#[track_caller]
fn piped(from: &[&str], input: &str) -> String {
    let output = unsnarl(from, input, Path::new(env!("CARGO_TARGET_TMPDIR")));
    assert!(
        output.status.success(),
        "{from:?}: {}",
        text(&output.stderr)
    );
    text(&output.stdout)
}

#[test]
fn a_dump_of_several_functions_is_read_back() {
    for stage in ["cfg", "reduced"] {
        let graphs = piped(&["dump", "-", "--after", stage], FUNCTIONS);
        check(&["verify", "-"], &graphs, 0, "2 of 2 proved");
        check(
            &["structure", "-", "-f", "a b"],
            &graphs,
            0,
            "if the entry {\n  loop {\n    loop;\n",
        );
        check(
            &["structure", "-", "-f", "none"],
            &graphs,
            2,
            "it defines a b, g",
        );
    }
    let graphs = piped(&["dump", "-", "--after", "cfg"], FUNCTIONS);
    assert_eq!(piped(&["dump", "-", "--after", "cfg"], &graphs), graphs);
    check(&["compare", "-", "--totals"], &graphs, 0, "all 2 functions");
}

/// A nest that slow algorithms take long for: the row of a fast one is there before.
#[test]
fn rows_come_as_they_are_made_and_a_reader_may_leave() {
    let depth = 20_000;
    let mut graph: String = (0..depth)
        .map(|at| format!("h{at} -> h{} | x{at}\n", at + 1))
        .collect();
    graph += &format!("h{depth} -> x{depth}\n");
    graph += &(0..depth)
        .rev()
        .map(|at| format!("x{} -> h{at} | x{at}\n", at + 1))
        .collect::<String>();
    graph += "x0 -> return\n";
    let mut child = Command::new(env!("CARGO_BIN_EXE_unsnarl"))
        .args(["compare", "-", "--from=cfg", "--timeout=1"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command was built");
    child
        .stdin
        .take()
        .expect("it is piped")
        .write_all(graph.as_bytes())
        .expect("it reads all");
    let mut lines = BufReader::new(child.stdout.take().expect("it is piped")).lines();
    let mut next = || lines.next().expect("there is a line").expect("it is text");
    assert!(next().starts_with("<stdin>: 40002 blocks"));
    assert!(next().trim_start().starts_with("algorithm"));
    assert!(next().trim_start().starts_with("nested"));
    drop(lines);
    let output = child.wait_with_output().expect("the command ends");
    assert!(
        output.status.success() && output.stderr.is_empty(),
        "{}",
        text(&output.stderr)
    );
}

#[test]
fn an_algorithm_that_takes_too_long_is_given_up_by_name() {
    let graph: String = (0..30_000)
        .map(|at| format!("b{at} -> b{} | b{}\n", at + 1, (at * 7919) % 30_000))
        .collect();
    let graph = graph + "b30000 -> return\n";
    check(
        &["compare", "-", "--from=cfg", "-a", "regions", "--timeout=1"],
        &graph,
        0,
        "1 s, the limit of --timeout",
    );
}
