//! `unsnarl compile` to JavaScript and to C.

use crate::support::{folder, text, unsnarl};
use std::fs;
use std::path::Path;

/// A function for WebAssembly.
const WASM: &str = r#"target datalayout = "e-m:e-p:32:32-p10:8:8-p20:8:8-i64:64-n32:64-S128-ni:1:10:20"
target triple = "wasm32-unknown-unknown"

define i32 @gcd(i32 %a, i32 %b) {
entry:
  br label %head
head:
  %x = phi i32 [ %a, %entry ], [ %y, %body ]
  %y = phi i32 [ %b, %entry ], [ %rest, %body ]
  %is_done = icmp eq i32 %y, 0
  br i1 %is_done, label %end, label %body
body:
  %rest = urem i32 %x, %y
  br label %head
end:
  ret i32 %x
}
"#;

/// The same for a host.
fn of_host() -> String {
    let layout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128";
    let body = WASM.split_once("\n\n").expect("it has a function").1;
    format!("target datalayout = \"{layout}\"\ntarget triple = \"x86_64-pc-linux-gnu\"\n\n{body}")
}

fn place(name: &str) -> std::path::PathBuf {
    let folder = folder(&format!("texts-{name}"));
    fs::write(folder.join("wasm.ll"), WASM).expect("the folder is ours");
    fs::write(folder.join("host.ll"), of_host()).expect("the folder is ours");
    let done = unsnarl(&["compile", "wasm.ll", "-o", "m.wasm"], "", &folder);
    assert_eq!(done.status.code(), Some(0), "{}", text(&done.stderr));
    folder
}

#[track_caller]
fn written(folder: &Path, arguments: &[&str], file: &str) -> String {
    let done = unsnarl(arguments, "", folder);
    let said = text(&done.stderr);
    assert_eq!(done.status.code(), Some(0), "{said}");
    assert_eq!(said, "", "{arguments:?}");
    fs::read_to_string(folder.join(file)).expect("it was written")
}

#[test]
fn javascript_is_written_of_both() {
    let folder = place("javascript");
    for input in ["wasm.ll", "m.wasm"] {
        let arguments = ["compile", input, "-o", "x.mjs", "--declarations", "x.d.ts"];
        let text = written(&folder, &arguments, "x.mjs");
        assert!(text.contains("export function instantiate"), "{text}");
        assert!(text.contains("while"), "{text}");
        let declared = fs::read_to_string(folder.join("x.d.ts")).expect("it was written");
        assert!(declared.contains("gcd"), "{declared}");
        let arguments = ["compile", input, "-o", "y.mjs", "--compact"];
        let compact = written(&folder, &arguments, "y.mjs");
        assert!(compact.len() < text.len(), "{compact}");
    }
}

/// Arms that fall through, where edges from the switch copy what the arms go on with.
#[test]
fn arms_of_portable_c_fall_through_though_edges_copy() {
    let folder = place("falls");
    let (head, _) = WASM.split_once("define").expect("it has a function");
    let function = "define i32 @f(i32 %x) {
entry:
  switch i32 %x, label %end [
    i32 0, label %a
    i32 1, label %b
    i32 2, label %c
  ]
a:
  %a.out = call i32 @g(i32 5)
  br label %b
b:
  %b.in = phi i32 [ 0, %entry ], [ %a.out, %a ]
  %b.out = call i32 @g(i32 %b.in)
  br label %c
c:
  %c.in = phi i32 [ 7, %entry ], [ %b.out, %b ]
  %c.out = call i32 @g(i32 %c.in)
  br label %end
end:
  %result = phi i32 [ 9, %entry ], [ %c.out, %c ]
  ret i32 %result
}
declare i32 @g(i32) #0
attributes #0 = { \"wasm-import-module\"=\"env\" }
";
    fs::write(folder.join("falls.ll"), format!("{head}{function}")).expect("the folder is ours");
    let text = written(&folder, &["compile", "falls.ll", "-o", "x.c"], "x.c");
    let lines = text.lines().filter(|line| line.trim() == "FALL_THROUGH;");
    // `c` is what all but the default go on with: it stands behind the switch.
    assert_eq!(lines.count(), 1, "{text}");
}

#[test]
fn alignment_is_believed_on_demand() {
    let folder = place("unchecked");
    let (head, _) = WASM.split_once("define").expect("it has a function");
    let functions = "define i32 @both(ptr %a, ptr %b) {
  %x = load i32, ptr %a, align 4
  %y = load i32, ptr %b, align 1
  %quotient = sdiv i32 %x, %y
  ret i32 %quotient
}
";
    fs::write(folder.join("loads.ll"), format!("{head}{functions}")).expect("the folder is ours");
    for (options, expected) in [
        (&[][..], [false, true, true]),
        (&["--traps"], [false, true, true]),
        (&["--unchecked"], [true, true, false]),
    ] {
        let arguments = ["compile", "loads.ll", "-o", "x.mjs"];
        let text = written(&folder, &[&arguments, options].concat(), "x.mjs");
        let words = ["HEAP32[", ".getInt32(", "divide by zero"];
        let found = words.map(|word| text.contains(word));
        assert_eq!(found, expected, "{options:?}: {text}");
    }
}

#[test]
fn functions_of_javascript_are_divided_above_the_limit() {
    let folder = place("limit");
    // Arms that do more than a call of them would.
    let stores = |arm: i32| -> String {
        let one = |at: i32| {
            let number = 1000 * arm + at;
            format!(
                "  %p{number} = getelementptr i32, ptr %p, i32 {at}\n  store volatile i32 {number}, ptr %p{number}\n"
            )
        };
        (0..40).map(one).collect()
    };
    let cases: String = (0..20)
        .map(|arm| format!(" i32 {arm}, label %a{arm}"))
        .collect();
    let arms = (0..20).map(|arm| format!("a{arm}:\n{}  br label %end\n", stores(arm)));
    let arms: String = arms.collect();
    let head = WASM.split_once("define").expect("it has a function").0;
    let ir = format!(
        "{head}define void @f(ptr %p, i32 %n) {{\n  switch i32 %n, label %end [{cases} ]\n{arms}\
         end:\n  ret void\n}}\n"
    );
    fs::write(folder.join("large.ll"), ir).expect("the folder is ours");
    let whole = written(&folder, &["compile", "large.ll", "-o", "x.mjs"], "x.mjs");
    assert!(!whole.contains("f_part0("), "{whole}");
    let limited = ["compile", "large.ll", "-o", "y.mjs", "--function-limit"];
    let divided = written(&folder, &[&limited[..], &["4000"]].concat(), "y.mjs");
    assert!(divided.contains("f_part0("), "{divided}");
    // What cannot be divided so far is named.
    let done = unsnarl(&[&limited[..], &["10"]].concat(), "", &folder);
    let said = text(&done.stderr);
    assert_eq!(done.status.code(), Some(0), "{said}");
    assert!(said.contains("is above --function-limit"), "{said}");
}

#[test]
fn c_over_linear_memory_is_two_files() {
    let folder = place("machine");
    for (input, output) in [("wasm.ll", "a.c"), ("m.wasm", "b.c")] {
        let text = written(&folder, &["compile", input, "-o", output], output);
        let header = output.replace(".c", ".h");
        assert!(text.contains(&format!("#include \"{header}\"")), "{text}");
        let header = fs::read_to_string(folder.join(header)).expect("it was written");
        assert!(header.contains("gcd"), "{header}");
    }
    let done = unsnarl(
        &["compile", "m.wasm", "-o", "-", "--emit", "c"],
        "",
        &folder,
    );
    assert_eq!(done.status.code(), Some(2), "{}", text(&done.stderr));
    let done = unsnarl(&["compile", "m.wasm", "-o", "a-b.c"], "", &folder);
    assert_eq!(done.status.code(), Some(2), "{}", text(&done.stderr));
    assert!(text(&done.stderr).contains("a-b"), "{}", text(&done.stderr));
    assert!(!folder.join("a-b.h").exists());
}

#[test]
fn c_of_a_host_is_for_people() {
    let folder = place("people");
    let text = written(&folder, &["compile", "host.ll", "-o", "host.c"], "host.c");
    for part in ["uint32_t gcd(uint32_t a, uint32_t b) {", "%", "return"] {
        assert!(text.contains(part), "{part} in {text}");
    }
    let words: Vec<&str> = text.split_whitespace().collect();
    assert!(!words.contains(&"goto"), "{text}");
}

#[test]
fn what_has_no_c_is_named_at_its_place() {
    let folder = place("refused");
    let odd = of_host().replace(
        "  ret i32 %x\n",
        "  %wide = zext i32 %x to i5000\n  %low = trunc i5000 %wide to i32\n  ret i32 %low\n",
    );
    fs::write(folder.join("odd.ll"), odd).expect("the folder is ours");
    let done = unsnarl(&["compile", "odd.ll", "-o", "odd.c"], "", &folder);
    let said = text(&done.stderr);
    assert_eq!(done.status.code(), Some(1), "{said}");
    assert!(said.contains("i5000") && said.contains("odd.ll:"), "{said}");
    assert!(!folder.join("odd.c").exists());
}

#[test]
fn options_that_say_nothing_of_the_text_are_named() {
    let folder = place("options");
    for (input, output, options) in [
        (
            "m.wasm",
            "y.wasm",
            &[
                "--compact",
                "--traps",
                "--unchecked",
                "--no-wasi",
                "--exact-nan",
                "--source-map=x.map",
                "--declarations=x.d.ts",
            ][..],
        ),
        (
            "wasm.ll",
            "y.c",
            &["--compact", "--eh=standard", "--function-limit=9999"],
        ),
        (
            "wasm.ll",
            "y.mjs",
            &[
                "--block-parameters",
                "--eh=legacy",
                "--prove=control",
                "--relocation-model=static",
            ],
        ),
        (
            "m.wasm",
            "y.mjs",
            &[
                "--eh=legacy",
                "--export=gcd",
                "--abi=default",
                "--stack-check",
            ],
        ),
        (
            "m.wasm",
            "y.wasm",
            &["--export=gcd", "--abi=default", "--stack-check"],
        ),
        (
            "host.ll",
            "y.c",
            &["--export=gcd", "--prove=all", "--stack-check", "--traps"],
        ),
    ] {
        for option in options {
            let name = option.split('=').next().expect("there is one");
            let done = unsnarl(&["compile", input, "-o", output, option], "", &folder);
            let said = text(&done.stderr);
            assert_eq!(
                done.status.code(),
                Some(2),
                "{input} {output} {option}: {said}"
            );
            assert!(said.contains(name), "{input} {output} {option}: {said}");
            assert!(!folder.join(output).exists(), "{input} {output} {option}");
        }
    }
}

#[test]
fn graphs_are_structured_as_the_options_say() {
    let folder = place("how");
    for (input, output) in [
        ("wasm.ll", "a.mjs"),
        ("m.wasm", "b.mjs"),
        ("wasm.ll", "c.c"),
        ("m.wasm", "d.c"),
        ("host.ll", "e.c"),
    ] {
        let plain = written(&folder, &["compile", input, "-o", output], output);
        let arguments = ["compile", input, "-o", output, "--algorithm"];
        let machine = [&arguments[..], &["state-machine"]].concat();
        let machine = written(&folder, &machine, output);
        let switches = |text: &str| text.matches("switch (").count();
        let (plain, machine) = (switches(&plain), switches(&machine));
        assert_eq!(machine, plain + 1, "{input} {output}");
        let shallow = [&arguments[..], &["relooper", "--max-depth", "16"]].concat();
        let done = unsnarl(&shallow, "", &folder);
        assert_ne!(done.status.code(), Some(0), "{input} {output}");
        assert!(
            text(&done.stderr).contains("relooper"),
            "{}",
            text(&done.stderr)
        );
    }
}

#[test]
fn measures_of_texts_are_printed_on_demand() {
    let folder = place("stats");
    for (input, output, what) in [
        ("wasm.ll", "a.mjs", "bytes of bytecode"),
        ("m.wasm", "b.mjs", "bytes of bytecode"),
        ("wasm.ll", "c.c", "1 loop"),
        ("host.ll", "e.c", "1 loop"),
    ] {
        let done = unsnarl(&["compile", input, "-o", output, "--stats"], "", &folder);
        let said = text(&done.stderr);
        assert_eq!(done.status.code(), Some(0), "{said}");
        for part in ["gcd", ": proved; ", what] {
            assert!(said.contains(part), "{input}: {said}");
        }
    }
}

#[test]
fn texts_are_proved() {
    let folder = place("verify");
    for (input, language) in [
        ("wasm.ll", "js"),
        ("m.wasm", "js"),
        ("wasm.ll", "c"),
        ("m.wasm", "c"),
        ("host.ll", "c"),
    ] {
        let run = |options: &[&str]| {
            let arguments = [&["verify", input, "--emit", language][..], options].concat();
            let done = unsnarl(&arguments, "", &folder);
            (done.status.code(), text(&done.stdout) + &text(&done.stderr))
        };
        let (status, said) = run(&[]);
        assert_eq!(status, Some(0), "{said}");
        for part in ["gcd", "  proved; 0 scopes, 1 loop", "\n1 of 1 proved\n"] {
            assert!(said.contains(part), "{input}: {said}");
        }
        let (status, said) = run(&["--json"]);
        assert_eq!(status, Some(0), "{said}");
        assert!(said.contains("\"verdict\": \"proved\""), "{said}");
        for options in [
            ["--function", "other"],
            ["--profile", "b"],
            ["--limit", "9"],
        ] {
            let (status, said) = run(&options);
            assert_eq!(status, Some(2), "{options:?}: {said}");
            assert!(
                said.contains(options[0]) || said.contains("other"),
                "{said}"
            );
        }
    }
}

#[test]
fn large_modules_are_several_files() {
    let folder = place("split");
    let arguments = ["compile", "m.wasm", "-o", "x.c", "--split", "1"];
    let first = written(&folder, &arguments, "x.c");
    assert!(first.contains("#include \"x-private.h\""), "{first}");
    for (file, part) in [
        ("x-1.c", "while"),
        ("x-private.h", "#define"),
        ("x.h", "gcd"),
    ] {
        let text = fs::read_to_string(folder.join(file)).expect("it was written");
        assert!(text.contains(part), "{file}: {text}");
    }
    for output in ["x.mjs", "x.wasm"] {
        let arguments = ["compile", "m.wasm", "-o", output, "--split", "1"];
        let done = unsnarl(&arguments, "", &folder);
        assert_eq!(done.status.code(), Some(2), "{}", text(&done.stderr));
    }
}

/// The function of a file of the source.
fn with_lines() -> String {
    let text = WASM.replace("@gcd(i32 %a, i32 %b) {", "@gcd(i32 %a, i32 %b) !dbg !4 {");
    let text = text.replace("urem i32 %x, %y", "urem i32 %x, %y, !dbg !7");
    text + r#"
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, isOptimized: true, emissionKind: FullDebug)
!1 = !DIFile(filename: "gcd.c", directory: "/source")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{null})
!4 = distinct !DISubprogram(name: "gcd", scope: !1, file: !1, line: 3, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!7 = !DILocation(line: 5, column: 9, scope: !4)
"#
}

#[test]
fn a_source_map_is_found_from_the_text() {
    let folder = place("maps");
    fs::write(folder.join("lines.ll"), with_lines()).expect("the folder is ours");
    for inner in ["a", "a/b"] {
        fs::create_dir_all(folder.join(inner)).expect("the folder is ours");
    }
    for (output, map, url) in [
        ("x.mjs", "x.mjs.map", "x.mjs.map"),
        ("a/x.mjs", "a/x.map", "x.map"),
        ("a/b/x.mjs", "a/x.map", "../x.map"),
        ("x.mjs", "a/b/x y.map", "a/b/x%20y.map"),
    ] {
        let arguments = ["compile", "lines.ll", "-o", output, "--source-map", map];
        let text = written(&folder, &arguments, output);
        let last = format!("}}\n//# sourceMappingURL={url}\n");
        assert!(text.ends_with(&last), "{text}");
        let map = fs::read_to_string(folder.join(map)).expect("it was written");
        let begin =
            "{\"version\":3,\"file\":\"x.mjs\",\"sources\":[\"/source/gcd.c\"],\"names\":[\"gcd\"]";
        assert!(map.starts_with(begin), "{map}");
    }
    let arguments = ["compile", "wasm.ll", "-o", "x.mjs", "--source-map", "x.map"];
    let done = unsnarl(&arguments, "", &folder);
    assert_eq!(done.status.code(), Some(0), "{}", text(&done.stderr));
    assert!(text(&done.stderr).contains("-g"), "{}", text(&done.stderr));
}

#[test]
fn bits_of_nans_are_kept_on_demand() {
    let folder = place("nan");
    let moves = "define float @id(float %x) {\n  ret float %x\n}\ndefine float @nan() {\n  ret float 0x7FF4000000000000\n}\n";
    let head = WASM.split_once("define").expect("it has a function").0;
    fs::write(folder.join("nan.ll"), format!("{head}{moves}")).expect("the folder is ours");
    let plain = written(&folder, &["compile", "nan.ll", "-o", "x.mjs"], "x.mjs");
    assert!(plain.contains("return NaN;"), "{plain}");
    let arguments = ["compile", "nan.ll", "-o", "x.mjs", "--exact-nan"];
    let exact = written(&folder, &arguments, "x.mjs");
    assert!(
        exact.contains(&format!("return {};", 0x7fa0_0000)),
        "{exact}"
    );
}

/// What has no place in a text is named.
#[test]
fn custom_sections_are_dropped_with_a_warning() {
    let folder = place("custom-sections");
    let sections = "!wasm.custom_sections = !{!0}\n!0 = !{!\"tool\", !\"x\"}\n";
    fs::write(folder.join("x.ll"), format!("{WASM}{sections}")).expect("the folder is ours");
    for file in ["x.mjs", "x.c"] {
        let done = unsnarl(&["compile", "x.ll", "-o", file], "", &folder);
        let said = text(&done.stderr);
        assert_eq!(done.status.code(), Some(0), "{said}");
        assert!(said.contains("dropped custom sections: tool"), "{said}");
    }
}
