//! Faults: of the input, of the command line, and of what is written to.

use crate::command::{ANSWER, LOOP};
use crate::support::{check, folder, text, unsnarl};
use std::fs;
use std::process::Command;

#[test]
fn faults_of_the_input_show_their_place() {
    check(&["structure", "-"], "a -> b\nb => c", 1, "<stdin>:2:");
    check(&["structure", "-"], "a -> b\nb => c", 1, "^");
    check(
        &["verify", "-"],
        &ANSWER.replace("add", "frobnicate"),
        1,
        "<stdin>:8:10",
    );
    let undefined = ANSWER.replace("wasm-import", "import");
    check(&["compile", "-"], &undefined, 1, "<stdin>:4:");
    check(
        &["compile", "-"],
        &undefined,
        1,
        "undefined symbols in <stdin>: exit",
    );
    check(
        &["compile", "-"],
        &undefined,
        1,
        "`unsnarl run x.ll` runs it",
    );
    let native = ANSWER.replace("e-m:e-p:32:32", "e-m:e-p:64:64");
    check(&["compile", "-"], &native, 1, "<stdin>:1:1");
    check(
        &["compile", "-"],
        "target triple = \"x86_64-pc-linux-gnu\"\ndefine void @_start() {\n ret void\n}",
        1,
        "<stdin>:1:1",
    );
    check(&["compile", "-"], LOOP, 1, "a graph without code");
    // Everything that is refused is shown.
    let fences =
        "  call void asm \"one\", \"\"()\n  call void asm \"two\", \"\"()\n  call void @exit";
    let twice = ANSWER.replace("  call void @exit", fences);
    for line in 1..=2 {
        let named = ["'one'", "'two'"][line - 1];
        check(
            &["compile", "-"],
            &twice,
            1,
            &format!("with the text {named}"),
        );
        check(
            &["compile", "-"],
            &twice,
            1,
            &format!("<stdin>:{}:", 8 + line),
        );
    }
    check(
        &["structure", "does-not-exist.cfg"],
        "",
        1,
        "cannot read does-not-exist.cfg",
    );
    check(&["compile", "-"], " \n", 1, "<stdin> is empty");
    check(
        &["compile", "-"],
        "\0asm\u{2}\0\0\0",
        1,
        "<stdin>: at byte 0x4: ",
    );
}

#[test]
fn faults_of_the_command_line_say_what_to_do() {
    check(&["structure", "-"], "what is this", 2, "--from");
    check(&["compile", "-"], "int main(void);", 2, "unsnarl cc");
    check(&["compile", "-", "-o", "."], ANSWER, 2, "is a folder");
    check(
        &["structure", "-", "--max-depth", "3"],
        LOOP,
        2,
        "give 16 or more",
    );
    check(
        &["structure", "-", "--algorithm", "magic"],
        LOOP,
        2,
        "nested",
    );
    check(&["compile", "-", "-o", "x.exe"], ANSWER, 2, "--emit");
    check(&["frobnicate"], "", 2, "--help");
}

#[test]
fn help_names_every_subcommand_and_status() {
    let output = unsnarl(&["--help"], "", &std::env::temp_dir());
    let help = text(&output.stdout);
    for word in [
        "run",
        "compile",
        "structure",
        "verify",
        "dump",
        "Exit status",
        "--from",
        "Examples",
    ] {
        assert!(help.contains(word), "{word} is missing in\n{help}");
    }
}

#[test]
fn a_module_is_written_whole_or_not_at_all() {
    let folder = folder("whole");
    fs::write(folder.join("answer.ll"), ANSWER).expect("the folder can be written to");
    fs::write(folder.join("broken.ll"), &ANSWER[..ANSWER.len() / 2])
        .expect("the folder can be written to");
    assert!(
        unsnarl(&["compile", "answer.ll"], "", &folder)
            .status
            .success()
    );
    let module = fs::read(folder.join("answer.wasm")).expect("the module was written");
    assert!(module.starts_with(b"\0asm"));
    let output = unsnarl(&["compile", "broken.ll", "-o", "answer.wasm"], "", &folder);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        fs::read(folder.join("answer.wasm")).ok(),
        Some(module),
        "what was there is lost"
    );
    let missing = unsnarl(
        &["compile", "answer.ll", "-o", "no/such/folder.wasm"],
        "",
        &folder,
    );
    assert_eq!(missing.status.code(), Some(1));
    assert!(
        unsnarl(&["compile", "answer.ll", "-o", "answer.wat"], "", &folder)
            .status
            .success()
    );
    let piped = unsnarl(
        &["compile", "answer.ll", "-o", "-", "--emit", "wat"],
        "",
        &folder,
    );
    let file = fs::read(folder.join("answer.wat")).expect("it was written");
    let ours = b";; Written by Unsnarl.\n";
    assert_eq!(file.strip_prefix(ours), Some(&piped.stdout[..]));
    let mut names: Vec<_> = fs::read_dir(&folder)
        .expect("the folder can be listed")
        .map(|entry| {
            entry
                .expect("the folder can be listed")
                .file_name()
                .into_string()
        })
        .collect::<Result<_, _>>()
        .expect("the names are ours");
    names.sort();
    assert_eq!(
        names,
        ["answer.ll", "answer.wasm", "answer.wat", "broken.ll"]
    );
}

/// As a full disk, or a quota: what could not be written is not a success.
#[cfg(target_os = "linux")]
#[test]
fn output_that_is_lost_is_an_error() {
    let hello = r#"target datalayout = "e-m:e-p:32:32-p10:8:8-p20:8:8-i64:64-n32:64-S128-ni:1:10:20"
@text = constant [3 x i8] c"hi\0A"
@slice = constant { ptr, i32 } { ptr @text, i32 3 }
@written = global i32 0
declare i32 @write(i32, ptr, i32, ptr) #0
define void @_start() {
  %1 = call i32 @write(i32 1, ptr @slice, i32 1, ptr @written)
  ret void
}
attributes #0 = { "wasm-import-module"="wasi_snapshot_preview1" "wasm-import-name"="fd_write" }
"#;
    check(&["run", "-"], hello, 0, "hi\n");
    let folder = folder("full");
    fs::write(folder.join("hello.ll"), hello).expect("the folder can be written to");
    for arguments in [
        &["structure", "hello.ll"][..],
        &["compile", "hello.ll", "-o", "-"],
        &["compile", "hello.ll", "-o", "/dev/full", "--emit", "wat"],
    ] {
        let full = fs::File::options().write(true).open("/dev/full");
        let output = Command::new(env!("CARGO_BIN_EXE_unsnarl"))
            .args(arguments)
            .current_dir(&folder)
            .stdout(full.expect("Linux has a device that is full"))
            .output()
            .expect("the command was built");
        let errors = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}\n{errors}");
        assert!(errors.contains("cannot write"), "{arguments:?}\n{errors}");
    }
}

#[test]
fn colours_are_for_terminals() {
    let plain = unsnarl(&["structure", "-"], "a => b", &std::env::temp_dir());
    assert!(!text(&plain.stderr).contains('\u{1b}'));
    let colored = unsnarl(
        &["--color", "always", "structure", "-", "--from", "cfg"],
        "a => b",
        &std::env::temp_dir(),
    );
    assert!(text(&colored.stderr).contains('\u{1b}'));
}

#[test]
fn a_proof_that_is_given_up_is_no_success() {
    for (limit, status) in [("1000", 0), ("3", 4)] {
        let output = unsnarl(
            &["verify", "-", "--limit", limit],
            LOOP,
            &std::env::temp_dir(),
        );
        assert_eq!(
            output.status.code(),
            Some(status),
            "{}",
            text(&output.stdout)
        );
        let errors = text(&output.stderr);
        assert_eq!(
            errors.contains("1 of 1 not proved"),
            status == 4,
            "{errors}"
        );
        assert_eq!(errors.contains("raise --limit 3"), status == 4, "{errors}");
    }
}

#[test]
fn what_is_no_text_is_named_and_not_shown() {
    let folder = folder("binary");
    for (name, bytes, part) in [
        (
            "x.o",
            &b"\x7fELF\x02\x01\x01\0"[..],
            "an ELF object or program",
        ),
        ("x.a", b"!<arch>\nx.o/  ", "an archive of objects"),
        (
            "x.bc",
            b"BC\xc0\xde5\x14",
            "x.bc: byte 0x4: no module in this file",
        ),
        (
            "x.wasm",
            b"\0asm\x01\0\0\0\xff",
            "x.wasm: at byte 0x8: malformed section id",
        ),
        (
            "x.dat",
            b"\x01\x02\x03\xff",
            "x.dat:1:1: byte 0x01 is not text",
        ),
        (
            "x.cfg",
            b"a -> b\0\x1b[2J",
            "x.cfg:1:7: byte 0x00 is not text",
        ),
    ] {
        fs::write(folder.join(name), bytes).expect("the folder can be written to");
        let output = unsnarl(&["structure", name], "", &folder);
        let errors = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{errors}");
        assert!(
            errors.contains(part) && output.stdout.is_empty(),
            "{errors}"
        );
        let is_plain = |c: char| c == '\n' || !c.is_control() && c != '\u{fffd}';
        assert!(errors.chars().all(is_plain), "{errors:?}");
    }
}
