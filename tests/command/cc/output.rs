//! What clang refuses or prints, and outputs of JavaScript.

use super::{Place, check, text};

/// Also those that clang would not report in either of the two steps.
#[test]
fn options_that_clang_refuses_are_errors() {
    let place = Place::new("target");
    let error = "clang: error: unsupported option '-march=' for target 'wasm32'\n";
    check(&place, "x.c y.c -march=native -o prog", 1, error);
    assert_eq!(
        place.log(),
        ["--target=wasm32-wasi -### x.c y.c -march=native -o prog"]
    );
    check(&place, "-c x.c -Wa,-mfoo", 0, "");
    assert_eq!(place.log().len(), 2);
    check(&place, "-c x.c -msimd128", 0, "");
    assert_eq!(place.log().len(), 1);
}

/// What clang prints on standard output is not taken for IR.
#[test]
fn ir_is_in_a_file_where_clang_may_print() {
    let place = Place::new("prints");
    check(&place, "-c x.c y.c -Xclang -fdump-record-layouts", 0, "");
    assert!(place.is_object("x.o") && place.is_object("y.o"));
    let run = |source: &str| {
        let sources = match source {
            "x.c" => "x.c",
            _ => "-Qunused-arguments y.c",
        };
        format!(
            "--target=wasm32-wasi -c -emit-llvm {sources} -Xclang -fdump-record-layouts \
             -o TMP/ir.bc"
        )
    };
    assert_eq!(place.log(), [run("x.c"), run("y.c")]);
    place.assert_nothing_is_left();
}

#[test]
fn an_output_of_javascript_is_made_of_the_program() {
    let place = Place::new("javascript");
    let output = place.run("x.c -o prog.mjs -### -O2");
    assert_eq!(
        text(&output.stderr).lines().last(),
        Some(r#" "unsnarl" "compile" "TEMPORARY/program.wasm" "-o" "prog.mjs""#)
    );
    // What the script links is no module.
    place.write("x.o", "no module");
    let output = place.run("x.o -o prog.mjs");
    assert!(!output.status.success() && text(&output.stderr).starts_with("error: "));
    assert!(!place.file("prog.mjs").exists());
    assert_eq!(
        place.log(),
        ["--target=wasm32-wasi x.o -o TMP/program.wasm -fuse-ld=TMP/unsnarl-ld"]
    );
    place.assert_nothing_is_left();
}
