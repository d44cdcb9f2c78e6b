//! What the driver says: faults of the input, of clang and of the command line.

use std::fs;

use super::{ASSEMBLY, IR, ODD_BITCODE, Place, TWICE_BITCODE, check, text};

#[test]
fn clangs_failures_are_ours() {
    let place = Place::new("failures");
    place.write("bad.o", "as it was");
    check(&place, "-c bad.c", 7, "bad.c:1:2: error: bad\n");
    assert_eq!(place.read("bad.o"), b"as it was");
    let killed = place.run("-c killed.c");
    assert_eq!(killed.status.code(), Some(128 + 9));
    place.log();
    // The other source is compiled, and nothing is linked.
    check(&place, "-c bad.c x.c", 7, "bad.c:1:2: error: bad\n");
    assert!(place.is_object("x.o"));
    place.log();
    check(&place, "bad.c x.c -o p", 7, "bad.c:1:2: error: bad\n");
    // The second run tells which headers the source reads.
    assert_eq!(place.log().len(), 3);
    assert!(!place.file("p").exists());
    check(
        &place,
        "-c x.c none.c",
        1,
        "unsnarl cc: error: no such file or directory: 'none.c'\n",
    );
    assert!(place.log().is_empty());
    check(
        &place,
        "-c x.c -o none/x.o",
        1,
        "unsnarl cc: error: cannot write none/x.o: No such file or directory (os error 2)\n",
    );
}

#[test]
fn what_is_refused_is_shown_at_its_place() {
    let place = Place::new("refused");
    place.write("odd.c", ASSEMBLY);
    place.write("odd.o", "as it was");
    let refused = |line: &str, start: &str, note: &str| {
        let output = place.run(line);
        let errors = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{errors}");
        assert!(
            errors.starts_with(start) && errors.contains(note),
            "{errors}"
        );
        place.assert_nothing_is_left();
    };
    refused(
        "-c odd.c",
        "sub/odd.c:4:9: error: in function 'odd': ",
        "sub/odd.c:4:9: note: in LLVM IR: call void asm sideeffect \"odd instruction\"",
    );
    assert_eq!(place.read("odd.o"), b"as it was");
    // Other errors are reported as well, each with its place.
    let second = "  call void asm \"second\", \"\"(), !dbg !6\n  ret void\n";
    let both =
        ASSEMBLY.replacen("  ret void\n", second, 1) + "!6 = !DILocation(line: 5, scope: !3)\n";
    place.write("both.c", &both);
    refused(
        "-c both.c",
        "sub/odd.c:4:9: error: in function 'odd': ",
        "sub/odd.c:5: error: in function 'odd': inline assembly with the text 'second'",
    );
    place.write("plain.c", &ASSEMBLY.replace(", !dbg !5\n", "\n"));
    refused(
        "plain.c -o p",
        "plain.c: error: in function 'odd': ",
        "note: in LLVM IR: call void asm",
    );
    place.write("cut.c", &IR[..IR.len() - 20]);
    refused("-c cut.c", "cut.c: error: ", "cut.c: note: in LLVM IR: ");
}

#[test]
fn bitcode_is_compiled_and_its_text_shows_places() {
    let place = Place::new("bitcode");
    let bitcode = |name: &str, bytes: &[u8]| {
        fs::write(place.file(name), bytes).expect("the folder was made");
    };
    check(&place, "-c x.c", 0, "");
    bitcode("twice.c", TWICE_BITCODE);
    check(&place, "-c twice.c", 0, "");
    assert_eq!(place.read("twice.o"), place.read("x.o"));
    assert_eq!(place.log().len(), 2);
    bitcode("odd.c", ODD_BITCODE);
    place.write("text.ll", ASSEMBLY);
    let start = "sub/odd.c:4:9: error: in function 'odd': inline assembly with the text 'odd \
                 instruction' is not supported\n\
                 sub/odd.c:4:9: note: in LLVM IR: call void asm sideeffect";
    let output = place.run("-c odd.c");
    let errors = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{errors}");
    assert!(errors.starts_with(start), "{errors}");
    let asked = "--target=wasm32-wasi -S -emit-llvm -O0 -Xclang -disable-llvm-passes -o - -x ir -";
    assert_eq!(place.log()[1], asked);
    // Without a text, or with one that has no error, there is what the bitcode says.
    for text_of_odd in ["", IR] {
        place.write("text.ll", text_of_odd);
        let message = "odd.c: error: in function 'odd': inline assembly with the text 'odd \
                       instruction' is not supported\n";
        check(&place, "-c odd.c", 1, message);
    }
    bitcode("cut.c", &TWICE_BITCODE[..TWICE_BITCODE.len() / 2]);
    let message = "cut.c: error: byte 0x21 bit 2: the file ends in the middle of a block\n";
    check(&place, "-c cut.c", 1, message);
}

#[test]
fn what_is_asked_for_and_not_done_is_said() {
    let place = Place::new("ignored");
    let guard =
        "'-fstack-protector' is not supported: functions do not check for stack buffer overflows";
    let debug = "'-gz' is not supported: debug sections are not compressed";
    check(
        &place,
        "-c x.c y.c -gz -fstack-protector",
        0,
        &format!(
            "unsnarl cc: warning: {debug} [-Wunsnarl-debug-info]\n\
             unsnarl cc: warning: {guard} [-Wunsnarl-ignored]\n"
        ),
    );
    assert!(place.is_object("y.o"));
    check(
        &place,
        "-c x.c -gz -fstack-protector -Wno-unsnarl-ignored",
        0,
        "",
    );
    // Clang does not get the driver's own options.
    assert_eq!(
        place.log().last().map(String::as_str),
        Some("--target=wasm32-wasi -c -emit-llvm -o - x.c -gz -fstack-protector")
    );
    check(
        &place,
        "-c x.c -o none.o -g -gsplit-dwarf",
        1,
        "unsnarl cc: error: -gsplit-dwarf: split debug information is not supported: drop the \
         option, and the object has all debug information\n",
    );
    assert!(!place.file("none.o").exists());
    check(
        &place,
        "-c x.c -o none.o -fstack-protector -Werror",
        1,
        &format!("unsnarl cc: error: {guard} [-Werror,-Wunsnarl-ignored]\n"),
    );
    assert!(place.log().is_empty() && !place.file("none.o").exists());
    let quiet = place
        .command("-c x.c -gz")
        .env("UNSNARL_FLAGS", "-Wno-unsnarl-debug-info")
        .output();
    assert!(quiet.expect("the command was built").stderr.is_empty());
}

#[test]
fn messages_have_colours_if_that_is_asked_for() {
    let place = Place::new("colours");
    place.write("odd.c", ASSEMBLY);
    for line in [
        "-c none.c",
        "-c odd.c",
        "-funsnarl-algorithm=bogus -c x.c",
        "-c x.c -gz",
    ] {
        let plain = text(&place.run(line).stderr);
        let colored = text(&place.run(&format!("{line} -fdiagnostics-color")).stderr);
        assert!(
            !plain.contains('\x1b') && colored.contains("\x1b[0;1;3"),
            "{plain}{colored}"
        );
        let never = text(
            &place
                .run(&format!(
                    "{line} -fcolor-diagnostics -fdiagnostics-color=never"
                ))
                .stderr,
        );
        assert_eq!(never, plain);
    }
}

#[test]
fn an_unknown_algorithm_is_answered_with_all_names() {
    let place = Place::new("algorithm");
    let output = place.run("-c x.c -funsnarl-algorithm=bogus");
    let errors = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1));
    for name in ["bogus", "nested", "relooper", "guarded"] {
        assert!(errors.contains(name), "{errors}");
    }
}

#[test]
fn a_missing_tool_is_named_with_what_to_install() {
    let place = Place::new("missing");
    let without = |path: &str, line: &str, part: &str| {
        let output = place
            .command(line)
            .env("PATH", path)
            .output()
            .expect("the command was built");
        let errors = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1));
        assert!(
            errors.starts_with("unsnarl cc: error: no ") && errors.contains(part),
            "{errors}"
        );
    };
    without("", "-c x.c", "apt-get install clang-19");
    fs::remove_file(place.file("bin/wasm-ld")).expect("it was written");
    let path = place.file("bin").display().to_string();
    without(&path, "x.c -o p", "apt-get install lld-19");
    check(
        &place,
        "-c x.c --unsnarl-clang=none",
        1,
        "unsnarl cc: error: --unsnarl-clang names 'none', which is not an executable program\n",
    );
}
