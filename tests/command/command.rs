//! The command as users see it: its output, and its exit status.

use crate::support::{check, folder, text, unsnarl};
use std::fs;

pub(crate) const LOOP: &str = "a -> b | c\nb -> d\nd -> b | e\nc -> e\ne -> return\n";

pub(crate) const ANSWER: &str = r#"target datalayout = "e-m:e-p:32:32-p10:8:8-p20:8:8-i64:64-n32:64-S128-ni:1:10:20"
target triple = "wasm32-unknown-wasi"

declare void @exit(i32) #0

define void @_start() {
entry:
  %sum = add i32 40, 2
  call void @exit(i32 %sum)
  unreachable
}

attributes #0 = { "wasm-import-module"="wasi_snapshot_preview1" "wasm-import-name"="proc_exit" }
"#;

#[test]
fn a_graph_becomes_code_in_every_form() {
    check(
        &["structure", "-"],
        LOOP,
        0,
        "} else {\n  loop {\n    b\n    d\n",
    );
    check(
        &["structure", "-", "--emit", "js"],
        LOOP,
        0,
        "} while (decide(2) === 0);",
    );
    check(&["structure", "-", "--emit", "wat"], LOOP, 0, "(module");
    check(
        &["structure", "-", "--emit", "c"],
        LOOP,
        0,
        "void run(void) {",
    );
    check(&["structure", "-", "--emit", "rust"], LOOP, 0, "fn run(");
    check(
        &["structure", "-", "--emit", "python"],
        LOOP,
        0,
        "def run(block, decide):",
    );
    check(
        &["structure", "-", "--emit", "python", "--profile", "b"],
        LOOP,
        2,
        "needs profile python",
    );
    check(
        &["structure", "-", "--emit", "c", "--profile", "b"],
        LOOP,
        0,
        "void run(void) {",
    );
    check(&["structure", "-", "--emit", "dot"], LOOP, 0, "digraph");
    check(
        &["structure", "-", "--emit", "json"],
        LOOP,
        0,
        "\"verdict\": \"proved\"",
    );
    check(
        &["structure", "-", "-a", "state-machine"],
        LOOP,
        0,
        "label = 0",
    );
    check(
        &["structure", "--from", "mermaid", "-"],
        "graph TD A --> B",
        0,
        "A\nB\nreturn",
    );
    check(&["structure", "-"], "digraph { a -> b }", 0, "a\nb\nreturn");
    check(&["verify", "-"], LOOP, 0, "1 of 1 proved");
    check(&["verify", "-", "--json"], LOOP, 0, "\"version\": 1");
    check(&["dump", "-", "--after", "cfg"], LOOP, 0, "a -> b | c");
    check(
        &["dump", "-", "--after", "structured"],
        LOOP,
        0,
        "take b0.0",
    );
    let irreducible = "a -> b | c\nb -> c\nc -> b";
    check(
        &["dump", "-", "--after", "reduced"],
        irreducible,
        0,
        "stores",
    );
}

#[test]
fn what_keeps_code_from_being_simple_is_explained() {
    let irreducible = "a -> b | c\nb -> c\nc -> b | d\nd -> return";
    check(
        &["explain", "-"],
        irreducible,
        0,
        "a loop of 2 blocks has 2 entries: b, c",
    );
    check(
        &["explain", "-"],
        irreducible,
        0,
        "a -> b: routed: it enters the loop from outside",
    );
    check(
        &["explain", "-"],
        irreducible,
        0,
        "b -> c: kept, a forward edge: the last entries on the paths to its source (b) are all ordered before c",
    );
    check(
        &["explain", "-"],
        irreducible,
        0,
        "c -> b: routed: the last entries on the paths to its source (c) are not all ordered before b",
    );
    let own = "a -> b | c\nb -> d | c\nd -> b\nc -> b";
    check(
        &["explain", "-"],
        own,
        0,
        "d -> b: kept, a back edge: b is the last entry on every path to its source",
    );
    let switch = "a -> switch b c d | e\nb -> c\nc -> d\nd -> e\ne -> return";
    check(&["explain", "-"], switch, 0, "scope l0 ends before e");
    check(&["explain", "-"], switch, 0, "a -> e, past c and d");
    check(&["explain", "-"], LOOP, 0, "reducible; 0 scopes");
}

#[test]
fn irreducible_graphs_are_reduced_as_the_user_says() {
    let irreducible = "a -> b | c\nb -> c\nc -> b | d\nd -> return";
    check(&["structure", "-"], irreducible, 0, "if label == 0 {");
    let outlined = ["structure", "--outline", "-", "--from", "cfg"];
    check(&outlined, irreducible, 0, "tail call <stdin>.1");
    check(&outlined, irreducible, 0, "; <stdin>.2\n");
    check(&outlined, "a -> b\nb -> return", 0, "a\nb\nreturn\n");
    check(
        &["structure", "--outline", "--emit", "json", "-"],
        irreducible,
        0,
        "\"name\": \"<stdin>.2\"",
    );
    check(
        &["dump", "-", "--after", "reduced", "--reduce", "split"],
        irreducible,
        0,
        "b.b4 -> c",
    );
    check(
        &["verify", "-", "--reduce", "hybrid"],
        irreducible,
        0,
        "1 of 1 proved",
    );
    check(
        &["structure", "-", "--reduce", "guess"],
        irreducible,
        2,
        "hybrid",
    );
}

#[test]
fn a_program_is_tidied_if_the_user_says_so() {
    let stackified = ["dump", "-", "-a", "stackifier", "--after"];
    let after = |stage| {
        unsnarl(
            &[&stackified[..], &[stage]].concat(),
            LOOP,
            &std::env::temp_dir(),
        )
    };
    let [before, tidied] = ["structured", "tidied"].map(|stage| after(stage).stdout.len());
    assert!(tidied < before, "{tidied} bytes after {before}");
    check(
        &["structure", "-", "-a", "stackifier", "--tidy"],
        LOOP,
        0,
        "loop {",
    );
}

#[test]
fn lines_of_the_source_stand_beside_the_blocks() {
    let debug = "define void @f(i1 %x) {\nb:\n  br i1 %x, label %c, label %d, !dbg !7\n\
                 c:\n  br label %d\nd:\n  br i1 %x, label %c, label %e, !dbg !8\n\
                 e:\n  ret void\n}\n\
                 !7 = !DILocation(line: 12, column: 3, scope: !2)\n!2 = !{}\n\
                 !8 = !DILocation(line: 31, column: 3, scope: !2)\n";
    check(&["explain", "-"], debug, 0, "b (line 12) -> c: routed");
    check(&["explain", "-"], debug, 0, "has 2 entries: c, d (line 31)");
}

#[test]
fn functions_of_llvm_ir_show_their_own_instructions() {
    check(
        &["structure", "-", "--raw"],
        ANSWER,
        0,
        "%sum = add i32 40, 2\ncall void @exit(i32 %sum)\nunreachable",
    );
    check(
        &["structure", "-", "--raw", "-f", "_start"],
        ANSWER,
        0,
        "; _start",
    );
    check(
        &["structure", "-", "-f", "_start"],
        ANSWER,
        0,
        "void _start() {\n  exit(40 + 2)\n  unreachable\n}\n",
    );
    check(
        &["structure", "-", "-f", "other"],
        ANSWER,
        2,
        "it defines _start",
    );
    check(&["verify", "-"], ANSWER, 0, "_start");
    check(
        &["dump", "-", "--after", "parsed"],
        ANSWER,
        0,
        "define void @_start()",
    );
    for stage in ["low", "opt"] {
        check(
            &["dump", "-", "--after", stage],
            ANSWER,
            0,
            "func @_start() {\nb0:\n",
        );
    }
    check(
        &["dump", "-", "--after", "trees"],
        ANSWER,
        0,
        "\n  call @exit\n  unreachable\n}\n",
    );
    check(
        &["dump", "-", "--after", "low", "-f", "no"],
        ANSWER,
        2,
        "it defines _start",
    );
    check(&["dump", "-", "--after", "low"], LOOP, 1, "give LLVM IR");
    for stage in ["rewritten", "low", "opt", "trees", "wasm"] {
        check(
            &["dump", "-", "--after", stage, "--source"],
            ANSWER,
            2,
            "--source has no effect on this stage: it comes after the rewrites",
        );
    }
    check(
        &["dump", "-", "--after", "wasm", "-f", "_start"],
        ANSWER,
        2,
        "--function has no effect on this stage: it prints a whole module",
    );
    check(
        &["dump", "-", "--after", "opt", "--function-limit", "100"],
        ANSWER,
        2,
        "--function-limit has no effect on this stage: functions are divided later",
    );
    check(
        &["dump", "-", "--after", "opt", "--stack-check"],
        ANSWER,
        2,
        "--stack-check has no effect on this stage: `--after wasm` shows the checks",
    );
    check(&["dump", "-", "--after", "wasm"], ANSWER, 0, "call");
}

#[test]
fn verify_takes_the_limit_of_functions() {
    let calls = "  call void @g()\n".repeat(60);
    let long = format!(
        "target triple = \"wasm32-unknown-wasi\"\ndeclare void @g()\n\
         define void @f() {{\n{calls}  ret void\n}}\n"
    );
    check(&["verify", "-"], &long, 0, "data: 1 of 1 proved\n");
    let divided = ["verify", "-", "--function-limit", "100"];
    check(&divided, &long, 0, "data: 1 of 1 proved; 1 divided into");
    check(
        &["verify", "-", "--source", "--function-limit", "100"],
        &long,
        2,
        "--function-limit is for compiled functions",
    );
}

#[test]
fn the_proof_of_data_can_be_left_out() {
    let compile = ["compile", "-", "-o", "-", "--stats", "--prove"];
    let made = |what| {
        let arguments = [&compile[..], &[what]].concat();
        let output = unsnarl(&arguments, ANSWER, &std::env::temp_dir());
        assert_eq!(output.status.code(), Some(0));
        (output.stdout, text(&output.stderr))
    };
    let (all, control) = (made("all"), made("control"));
    assert_eq!(all.0, control.0);
    assert!(all.1.contains("; data proved; "));
    let without = "_start: proved in 2 states; data not proved: not requested; ";
    assert!(control.1.starts_with(without));
}

#[test]
fn cases_of_llvm_ir_show_their_values() {
    let switch = "define i32 @f(i32 %x) {
                    switch i32 %x, label %d [ i32 7, label %a
                                              i32 -2, label %a
                                              i32 9, label %b ]
                  a:
                    ret i32 1
                  b:
                    ret i32 3
                  d:
                    ret i32 2
                  }";
    check(
        &["structure", "-", "--raw"],
        switch,
        0,
        "switch %x {\n  case 7, -2:\n    ret i32 1\n  case 9:\n    ret i32 3\n}\nret i32 2",
    );
}

#[test]
fn a_program_exits_with_its_own_status() {
    check(&["run", "-"], ANSWER, 42, "");
    check(
        &["run", "--algorithm", "state-machine", "-"],
        ANSWER,
        42,
        "",
    );
    check(
        &["run", "-"],
        &ANSWER.replace("call void @exit(i32 %sum)", ""),
        134,
        "trapped",
    );
    check(
        &["run", "-"],
        &ANSWER.replace("@_start", "@begin"),
        125,
        "cannot start: it defines neither `main` nor `_start`",
    );
}

#[test]
fn one_thing_has_no_plural() {
    let twice = "a -> a | b\nb -> return";
    check(
        &["verify", "-"],
        twice,
        0,
        "2 blocks, 2 edges; 0 scopes, 1 loop, ",
    );
    check(
        &["verify", "-"],
        "a -> return",
        0,
        "; 1 block, 0 edges; 0 scopes, 0 loops",
    );
    check(
        &["compare", "-"],
        "a -> a",
        0,
        ": 1 block, 1 edge, reducible",
    );
    check(
        &["explain", "-"],
        "a -> a",
        0,
        ": 1 block, 1 edge, reducible",
    );
}

#[test]
fn bitcode_is_taken_as_its_text_is() {
    let folder = folder("bitcode");
    let bitcode = include_bytes!("../llvm/fixtures/bitcode/typed-14.bc");
    let ir = include_str!("../llvm/fixtures/bitcode/typed-14.ll");
    fs::write(folder.join("x.bc"), bitcode).expect("the folder can be written to");
    fs::write(folder.join("nameless"), bitcode).expect("the folder can be written to");
    fs::write(folder.join("x.ll"), ir).expect("the folder can be written to");
    fs::write(folder.join("cut.bc"), &bitcode[..1000]).expect("the folder can be written to");
    let printed = |arguments: &[&str]| {
        let output = unsnarl(arguments, "", &folder);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        text(&output.stdout)
    };
    for command in [
        &["dump", "--after", "parsed"][..],
        &["structure"],
        &["verify"],
    ] {
        let of = |name| printed(&[command, &[name]].concat());
        assert_eq!(of("x.bc"), of("x.ll"));
        assert_eq!(of("nameless"), of("x.ll"));
    }
    for (name, object) in [("x.bc", "bc.o"), ("x.ll", "ll.o")] {
        printed(&["compile", name, "-o", object]);
    }
    let object = |name: &str| fs::read(folder.join(name)).expect("it was written");
    assert_eq!(object("bc.o"), object("ll.o"));
    for (arguments, part) in [
        (&["structure", "cut.bc"][..], "cut.bc: byte 0x"),
        (
            &["structure", "--from", "bitcode", "x.ll"],
            "x.ll: byte 0x0: ",
        ),
    ] {
        let output = unsnarl(arguments, "", &folder);
        let errors = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{errors}");
        assert!(errors.contains(part), "{errors}");
    }
}
