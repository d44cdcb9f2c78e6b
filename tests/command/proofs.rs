//! What is said of functions whose proof is given up.

use crate::support::{folder, text, unsnarl};

/// A loop of so many blocks, each of which leads to all: as conditions it has too many states.
fn clique(blocks: usize) -> String {
    let arms: String = (0..blocks)
        .map(|block| format!(" i32 {block}, label %b{block}"))
        .collect();
    let block = |number: usize| {
        format!(
            "b{number}:\n  %v{number} = call i32 @next(i32 {number})\n  switch i32 %v{number}, label %x [{arms} ]\n"
        )
    };
    let blocks: String = (0..blocks).map(block).collect();
    format!(
        "declare i32 @next(i32)\ndefine void @f(i32 %e) {{\n  switch i32 %e, label %b0 [{arms} ]\n{blocks}x:\n  ret void\n}}\n"
    )
}

/// Compiles a clique by an algorithm: what is printed to standard error.
fn warnings(name: &str, algorithm: &str) -> String {
    let arguments = ["compile", "-", "-o", "f.o", "-a", algorithm];
    let output = unsnarl(&arguments, &clique(20), &folder(name));
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    text(&output.stderr)
}

#[test]
fn proofs_that_are_given_up_are_named() {
    let given_up = warnings("proof-given-up", "guarded");
    assert!(
        given_up.starts_with(
            "warning: not proved: control of f (the limit of the proof was reached)\n"
        ),
        "{given_up}"
    );
    assert_eq!(warnings("proof-done", "nested"), "");
}
