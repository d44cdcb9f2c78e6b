//! LLVM IR as `structure` and its like take it: of any target, with what cannot be read left out.

use std::io::Write;
use std::process::{Command, Stdio};

/// Runs the command on an input: its status, standard output and standard error.
fn unsnarl(arguments: &[&str], input: &str) -> (i32, String, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_unsnarl"))
        .args(arguments)
        .args(["-", "--from", "ll"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command was built");
    let mut stdin = child.stdin.take().expect("it is piped");
    stdin.write_all(input.as_bytes()).expect("it is read whole");
    drop(stdin);
    let output = child.wait_with_output().expect("the command ends");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let status = output.status.code().expect("it ends by itself");
    (status, text(&output.stdout), text(&output.stderr))
}

/// The body of a function, and what it is structured as.
#[track_caller]
fn check(body: &str, expected: &str) {
    check_with(&["structure", "--raw"], body, expected);
}

#[track_caller]
fn check_with(arguments: &[&str], body: &str, expected: &str) {
    let text = format!(
        "@g = global i32 0\ndefine void @f(i1 %\"a b\", ptr %p, i64 %n, i128 %w) personality ptr @g {{\n{body}}}\n"
    );
    let (status, out, err) = unsnarl(arguments, &text);
    assert_eq!((status, err.as_str()), (0, ""), "{text}");
    assert_eq!(out, expected);
}

#[test]
fn conditions_are_those_of_the_ir() {
    check(
        "  br i1 %\"a b\", label %x, label %y\nx:\n  fence acquire\n  br label %y\ny:\n  ret void\n",
        "if %\"a b\" {\n  fence acquire\n}\nret void\n",
    );
    check(
        "e:\n  br i1 icmp eq (ptr @g, ptr null), label %x, label %y\nx:\n  fence acquire\n  br label %y\ny:\n  ret void\n",
        "if icmp eq (ptr @g, ptr null) {\n  fence acquire\n}\nret void\n",
    );
    check(
        "  br i1 true, label %x, label %y\nx:\n  fence acquire\n  br label %y\ny:\n  ret void\n",
        "if true {\n  fence acquire\n}\nret void\n",
    );
    check(
        "  %1 = icmp eq i64 %n, 0\n  br i1 %1, label %2, label %3\n2:\n  fence acquire\n  br label %3\n3:\n  ret void\n",
        "%1 = icmp eq i64 %n, 0\nif %1 {\n  fence acquire\n}\nret void\n",
    );
}

#[test]
fn switches_name_their_operand_and_cases() {
    let arms = "a:\n  fence acquire\n  ret void\nb:\n  ret void\nc:\n  fence release\n  ret void\n";
    let shown = |operand: &str, first: &str, second: &str| {
        format!(
            "switch {operand} {{\n  case {first}:\n    fence acquire\n    ret void\n  case {second}:\n    fence release\n    \
             ret void\n}}\nret void\n"
        )
    };
    check(
        &format!(
            "  switch i32 add (i32 ptrtoint (ptr @g to i32), i32 1), label %b [ i32 -1, label %a\n    i32 5, label %c ]\n{arms}"
        ),
        &shown("add (i32 ptrtoint (ptr @g to i32), i32 1)", "-1", "5"),
    );
    check_with(
        &["structure", "--raw", "--source"],
        &format!(
            "  switch i128 %w, label %b [ i128 170141183460469231731687303715884105727, label %a i128 -1, label %c ]\n{arms}"
        ),
        &shown("%w", "170141183460469231731687303715884105727", "-1"),
    );
    // An address: the labels are the cases.
    check(
        &format!("  indirectbr ptr %p, [label %a, label %c, label %b]\n{arms}"),
        &shown("%p", "%a", "%c"),
    );
    check(
        &format!(
            "  indirectbr ptr getelementptr (i8, ptr @g, i32 4), [label %a, label %c, label %b]\n{arms}"
        ),
        &shown("getelementptr (i8, ptr @g, i32 4)", "%a", "%c"),
    );
}

#[test]
fn values_of_phis_are_those_of_the_ir() {
    check(
        "e:\n  br i1 %\"a b\", label %x, label %y\nx:\n  br label %y\ny:\n  \
         %\"v w\" = phi double [ 1.5, %x ], [ 0.1, %e ]\n  \
         %q = phi ptr [ getelementptr (i8, ptr @g, i32 1), %x ], [ blockaddress(@f, %x), %e ]\n  ret void\n",
        "if %\"a b\" {\n  %\"v w\", %q = 0x3FF8000000000000, getelementptr (i8, ptr @g, i32 1)\n} else {\n  \
         %\"v w\", %q = 0x3FB999999999999A, inttoptr (i32 1 to ptr)\n}\nret void\n",
    );
}

#[test]
fn exceptions_are_edges() {
    check_with(
        &["structure", "--raw", "--source"],
        "  %r = invoke i32 @h() to label %next unwind label %pad\nnext:\n  ret void\n\
         pad:\n  %e = landingpad { ptr, i32 } cleanup\n  resume { ptr, i32 } %e\n}\ndeclare i32 @h()\ndefine void @z() {\n  ret void\n",
        "; f\n%r = invoke i32 () @h()\nif returned {\n  ret void\n}\n%e = landingpad { ptr, i32 } cleanup\n\
         resume { ptr, i32 } %e\n\n; z\nret void\n",
    );
    // Nothing is thrown where no exception model was chosen.
    check(
        "  %r = invoke i32 @h() to label %next unwind label %pad\nnext:\n  ret void\n\
         pad:\n  %e = landingpad { ptr, i32 } cleanup\n  resume { ptr, i32 } %e\n}\ndeclare i32 @h()\ndefine void @z() {\n  ret void\n",
        "; f\n%r = call i32 () @h()\nret void\n\n; z\nret void\n",
    );
    check(
        "  invoke void %p() to label %next unwind label %s\nnext:\n  ret void\n\
         s:\n  %cs = catchswitch within none [label %\"h 1\"] unwind label %c\n\
         \"h 1\":\n  %h = catchpad within %cs [ptr null]\n  catchret from %h to label %next\n\
         c:\n  %k = cleanuppad within none []\n  cleanupret from %k unwind to caller\n",
        "invoke void () %p()\nif not returned {\n  %cs = catchswitch within none\n  if %cs is not %\"h 1\" {\n    \
         %k = cleanuppad within none []\n    cleanupret from %k unwind to caller\n  }\n  \
         %h = catchpad within %cs [ptr null]\n  catchret from %h\n}\nret void\n",
    );
    check(
        "  callbr void asm sideeffect \"jmp $0\", \"!i\"() to label %a [label %b]\na:\n  ret void\nb:\n  fence acquire\n  ret void\n",
        "callbr void () asm sideeffect \"jmp $0\", \"!i\"()\nif jumped is %b {\n  fence acquire\n  ret void\n}\nret void\n",
    );
}

const HALF: &str = "target triple = \"x86_64-pc-linux-gnu\"\ndefine void @good() {\n  ret void\n}\n\
                    define void @bad() {\n  ret i32 %x\n}\ndefine void @worse() {\n  br label next\n}\n";

#[test]
fn what_can_be_read_is_shown_and_the_rest_is_named() {
    for (command, shown) in [
        (&["structure"][..], "void good() {\n  return\n}"),
        (&["verify"], "1 of 1 proved"),
        (&["compare"], "nested"),
        (&["explain"], "good: 1 block,"),
        (&["dump", "--after", "cfg"], "function good"),
        (&["dump", "--after", "parsed"], "define void @good()"),
    ] {
        let (status, out, err) = unsnarl(command, HALF);
        assert_eq!(status, 1, "{command:?}");
        assert!(out.contains(shown), "{command:?}: {out}");
        for part in [
            "error: in @bad: 'ret' has type i32, but the function returns void",
            "<stdin>:6:7",
            "error: in @worse: expected the name of a block, found 'next'",
            "write `%next`",
        ] {
            assert!(err.contains(part), "{command:?}: no {part} in {err}");
        }
    }
}

const DEBUGGED: &str = "target triple = \"wasm32-unknown-wasi\"\ndefine void @f(i32 %x) !dbg !3 {\n  \
                        call void @llvm.dbg.value(metadata i32 %x, metadata !4, metadata !DIExpression()), !dbg !5\n  \
                        ret void, !dbg !5\n}\n!llvm.dbg.cu = !{!0}\n!llvm.module.flags = !{!1}\n\
                        !0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !2, mood: 1)\n\
                        !1 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
                        !2 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
                        !3 = distinct !DISubprogram(name: \"f\", spFlags: DISPFlagDefinition, unit: !0)\n\
                        !4 = !DILocalVariable(name: \"x\", scope: !3)\n\
                        !5 = !DILocation(line: 7, column: 3, scope: !3)\n";

/// The older intrinsic comes out as a record, and what is left out is named where it is shown.
#[test]
fn debug_information_is_shown() {
    for stage in ["parsed", "rewritten"] {
        let (status, out, err) = unsnarl(&["dump", "--after", stage], DEBUGGED);
        let note = "note: <stdin>:8: dropped unknown field 'mood' of '!DICompileUnit'\n";
        assert_eq!((status, err.as_str()), (0, note));
        for part in [
            "define void @f(i32 %x) !dbg !2 {",
            "#dbg_value(i32 %x, !3, !DIExpression(), !4)",
            "ret void, !dbg !4",
            "!4 = !DILocation(line: 7, column: 3, scope: !2)",
        ] {
            assert!(out.contains(part), "no {part} in {out}");
        }
    }
    let (status, out, err) = unsnarl(&["structure", "--raw"], DEBUGGED);
    assert_eq!((status, out.as_str(), err.as_str()), (0, "ret void\n", ""));
}

#[test]
fn one_function_is_read_whatever_is_wrong_elsewhere() {
    let (status, out, err) = unsnarl(&["structure", "--raw", "-f", "good"], HALF);
    assert_eq!(
        (status, out.as_str(), err.as_str()),
        (0, "; good\nret void\n", "")
    );
    let (status, out, err) = unsnarl(&["structure", "-f", "bad"], HALF);
    assert_eq!((status, out.as_str()), (1, ""));
    assert!(
        err.contains("in @bad") && !err.contains("in @worse"),
        "{err}"
    );
    let (status, _, err) = unsnarl(&["structure", "-f", "nobody"], HALF);
    assert_eq!(status, 2);
    assert!(err.contains("defines no function called nobody"), "{err}");
}

#[test]
fn compile_says_all_that_cannot_be_read() {
    let (status, _, err) = unsnarl(&["compile", "-o", "-"], HALF);
    assert_eq!(status, 1);
    assert!(
        err.contains("in @bad") && err.contains("in @worse"),
        "{err}"
    );
}

/// Constructs that only the other commands support are refused by `compile`, by name, with function
/// and line.
#[test]
fn compile_refuses_by_name() {
    for (lines, name) in [
        (
            "  invoke void asm \"\", \"\"() to label %a unwind label %b\na:\n  ret void\nb:\n  %e = cleanuppad within none []\n  cleanupret from %e unwind to caller",
            "invoke of inline assembly",
        ),
        (
            "  callbr void asm \"\", \"\"() to label %a []\na:\n  ret void",
            "callbr",
        ),
        (
            "  call void @h() [ \"deopt\"(i32 1) ]\n  ret void",
            "operand bundle \"deopt\"",
        ),
    ] {
        let text =
            format!("declare void @h()\ndefine void @f() personality ptr @h {{\n{lines}\n}}\n");
        let (status, _, err) = unsnarl(&["compile", "-o", "-", "--emit", "obj"], &text);
        assert_eq!(status, 1, "{err}");
        let message = format!("in @f: {name} is not supported");
        assert!(
            err.contains(&message) && err.contains("<stdin>:3:"),
            "{err}"
        );
    }
    let ifunc = "define ptr @r() {\n  ret ptr null\n}\n@f = ifunc void (), ptr @r\n";
    let (status, _, err) = unsnarl(&["compile", "-o", "-", "--emit", "obj"], ifunc);
    assert_eq!(status, 1);
    assert!(err.contains("'f' is an ifunc"), "{err}");
}

#[test]
fn a_module_without_a_layout_is_compiled() {
    let body = "define i32 @f(ptr %p) {\n  %x = load i32, ptr %p\n  ret i32 %x\ndead:\n  %y = phi i32\n  ret i32 %y\n}\n";
    for head in ["", "target triple = \"wasm32-unknown-unknown\"\n"] {
        let (status, out, err) = unsnarl(
            &["compile", "-o", "-", "--emit", "obj"],
            &format!("{head}{body}"),
        );
        assert_eq!((status, err.as_str()), (0, ""));
        assert!(!out.is_empty());
    }
}

/// An edge for each rewrite of the graph, and a division that becomes a loop.
const REWRITTEN: &str = "define i32 @f(i32 %n, i200 %w) {
entry:
  %q = udiv i200 %w, 7
  %t = trunc i200 %q to i32
  %e = icmp eq i32 %n, %t
  br i1 %e, label %r, label %g
g:
  %k = mul i32 %n, 3
  br label %r
r:
  %v = phi i32 [ -2, %entry ], [ %k, %g ]
  ret i32 %v
}
";

#[test]
fn what_is_shown_is_what_is_compiled() {
    let (status, out, err) = unsnarl(&["structure", "--raw"], REWRITTEN);
    assert_eq!((status, err.as_str()), (0, ""));
    assert!(
        out.contains("loop {") && out.contains("ret i32 -2"),
        "{out}"
    );
    assert!(out.contains("%q = freeze i200 %new."), "{out}");
    let (status, out, err) = unsnarl(&["structure", "--raw", "--source"], REWRITTEN);
    assert_eq!((status, err.as_str()), (0, ""));
    assert!(out.contains("%q = udiv i200 %w, 7"), "{out}");
    assert!(out.contains("ret i32 %v") && !out.contains("loop"), "{out}");
}

#[test]
fn the_proof_reaches_the_graph_of_the_source() {
    let (status, out, _) = unsnarl(&["verify"], REWRITTEN);
    assert_eq!(status, 0);
    assert!(
        out.contains("5 blocks, 5 edges (1 copy, 2 blocks inside others)"),
        "{out}"
    );
    let (_, out, _) = unsnarl(&["verify", "--source"], REWRITTEN);
    assert!(out.contains("3 blocks, 3 edges;"), "{out}");
    let (_, out, _) = unsnarl(&["verify", "--json"], REWRITTEN);
    assert!(out.contains("\"inside\": 2"), "{out}");
}

#[test]
fn a_rewritten_module_can_be_printed_and_read() {
    let (status, text, err) = unsnarl(&["dump", "--after", "rewritten"], REWRITTEN);
    assert_eq!((status, err.as_str()), (0, ""));
    let [again, source] =
        [&*text, REWRITTEN].map(|text| unsnarl(&["dump", "--after", "cfg"], text));
    assert_eq!(again, source);
    let (_, source, _) = unsnarl(&["dump", "--after", "cfg", "--source"], REWRITTEN);
    assert_eq!(source.lines().filter(|line| line.contains("->")).count(), 3);
}

/// A function with debug information: `while (*p == 32 || *p == 9) p++;`, and a call.
const WORDS: &str = r#"declare void @put(ptr, i32)
define ptr @skip(ptr %0) !dbg !5 {
  br label %2, !dbg !12
2:
  %3 = phi ptr [ %0, %1 ], [ %8, %7 ]
    #dbg_value(ptr %3, !10, !DIExpression(), !12)
  %4 = load i8, ptr %3, !dbg !12
  %5 = icmp eq i8 %4, 32, !dbg !12
  br i1 %5, label %7, label %6, !dbg !12
6:
  %x = load i8, ptr %3, !dbg !13
  %y = icmp eq i8 %x, 9, !dbg !13
  br i1 %y, label %7, label %9, !dbg !13
7:
  %8 = getelementptr i8, ptr %3, i32 1, !dbg !13
  br label %2, !dbg !13
9:
  call void @put(ptr %3, i32 7), !dbg !14
  call void @put(ptr null, i32 -1), !dbg !14
  ret ptr %3, !dbg !14
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "words.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!4 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !15, size: 32)
!5 = distinct !DISubprogram(name: "skip", file: !1, line: 1, type: !6, unit: !0, spFlags: DISPFlagDefinition)
!6 = !DISubroutineType(types: !7)
!7 = !{!4, !4}
!10 = !DILocalVariable(name: "p", arg: 1, scope: !5, file: !1, line: 1, type: !4)
!12 = !DILocation(line: 2, scope: !5)
!13 = !DILocation(line: 3, scope: !5)
!14 = !DILocation(line: 4, scope: !5)
!15 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !3)
target datalayout = "e-p:32:32"
"#;

#[test]
fn functions_are_shown_with_the_words_of_their_source() {
    let (status, out, err) = unsnarl(&["structure"], WORDS);
    assert_eq!((status, err.as_str()), (0, ""));
    assert_eq!(
        out,
        "const char *skip(ptr p) {
  while *p == 32 || *p == 9 {
    p = p + 1 ; words.c:3
  }
  put(p, 7) ; line 4
  put(null, -1)
  return p
}
"
    );
}

#[test]
fn json_has_statements_decisions_and_lines() {
    let (status, out, err) = unsnarl(&["structure", "--emit", "json"], WORDS);
    assert_eq!((status, err.as_str()), (0, ""));
    for part in [
        "\"signature\": \"const char *skip(ptr p)\"",
        "\"decision\": \"*p == 32\"",
        "\"put(p, 7)\"",
        "\"file\": \"words.c\",",
        "\"line\": 4,",
    ] {
        assert!(out.contains(part), "no {part} in {out}");
    }
    let (_, raw, _) = unsnarl(&["structure", "--emit", "json", "--raw"], WORDS);
    assert!(
        !raw.contains("\"code\"") && !raw.contains("signature"),
        "{raw}"
    );
}

#[test]
fn explain_names_files_and_lines() {
    let irreducible = WORDS.replace(
        "  br label %2, !dbg !12\n2:\n  %3 = phi ptr [ %0, %1 ], [ %8, %7 ]",
        "  br i1 true, label %2, label %6, !dbg !12\n2:\n  %3 = phi ptr [ %0, %1 ], [ %8, %7 ]",
    );
    let irreducible =
        irreducible.replace("6:\n  %x = load i8, ptr %3", "6:\n  %x = load i8, ptr %0");
    let irreducible = irreducible.replace("ptr %3, i32 1", "ptr %0, i32 1");
    let irreducible = irreducible.replace("@put(ptr %3", "@put(ptr %0");
    let irreducible = irreducible.replace("ret ptr %3", "ret ptr %0");
    let irreducible = irreducible.replace(
        "br i1 %5, label %7, label %6",
        "br i1 %5, label %6, label %6",
    );
    let (status, out, err) = unsnarl(&["explain"], &irreducible);
    assert_eq!((status, err.as_str()), (0, ""));
    assert!(
        out.contains("2 (words.c:2)") && out.contains("6 (words.c:3)"),
        "{out}"
    );
}

#[test]
fn pieces_of_a_divided_function_are_shown_too() {
    let text = "define i32 @f(i32 %a) {\n  %c = icmp slt i32 %a, 0\n  br i1 %c, label %x, label %y\n\
                x:\n  %i = phi i32 [ 1, %0 ], [ %k, %y ]\n  %j = mul i32 %i, %a\n  br label %y\n\
                y:\n  %k = phi i32 [ 2, %0 ], [ %j, %x ]\n  %d = icmp eq i32 %k, 9\n\
                br i1 %d, label %x, label %z\nz:\n  ret i32 %k\n}\n";
    let (status, out, err) = unsnarl(&["structure", "--outline"], text);
    assert_eq!((status, err.as_str()), (0, ""));
    for part in [
        "; f\n",
        "if a < 0 {",
        "k = 1",
        "k = k * a",
        "k == 9",
        "tail call f.",
    ] {
        assert!(out.contains(part), "no {part} in {out}");
    }
}
