//! What one command prints is what another one reads, and a reader that leaves is no error.

mod support;

use std::path::Path;
use support::{check, text, unsnarl};

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
            "it has a b, g",
        );
    }
    let graphs = piped(&["dump", "-", "--after", "cfg"], FUNCTIONS);
    assert_eq!(piped(&["dump", "-", "--after", "cfg"], &graphs), graphs);
    check(&["compare", "-", "--totals"], &graphs, 0, "all 2 functions");
}
