//! Archives and files of several modules as inputs of `verify` and `compare`.

use crate::support::{folder, text, unsnarl};
use std::fs;

const TWICE: &[u8] = include_bytes!("bitcode/twice.bc");
const JOINED: &[u8] = include_bytes!("../llvm/fixtures/bitcode/joined-19.bc");

/// An archive of `twice.o`, `notes` and `joined.o`, as `ar` writes it.
fn archive() -> Vec<u8> {
    let mut bytes = b"!<arch>\n".to_vec();
    for (name, contents) in [
        ("twice.o/", TWICE),
        ("notes/", b"text"),
        ("joined.o/", JOINED),
    ] {
        let size = contents.len();
        bytes.extend(format!("{name:<16}{:<32}{size:<10}`\n", "").into_bytes());
        bytes.extend_from_slice(contents);
    }
    bytes
}

/// Runs a command on the archive: its status, the beginnings of the lines that it prints, and its
/// notes and errors.
#[track_caller]
fn check(arguments: &[&str], status: i32, lines: &[&str], errors: &str) {
    let folder = folder(&format!(
        "archives-{}",
        arguments.join("-").replace('/', "-")
    ));
    fs::write(folder.join("x.a"), archive()).expect("the folder was made");
    fs::write(folder.join("joined.bc"), JOINED).expect("the folder was made");
    let output = unsnarl(arguments, "", &folder);
    assert_eq!(output.status.code(), Some(status), "{arguments:?}");
    let printed = text(&output.stdout);
    let found: Vec<&str> = printed
        .lines()
        .map(|line| line.split("  ").next().unwrap_or_default())
        .collect();
    assert_eq!(found, lines, "{arguments:?}");
    assert_eq!(text(&output.stderr), errors, "{arguments:?}");
}

#[test]
fn every_module_is_verified() {
    let note = "note: x.a: skipped members that are not bitcode: notes\n";
    check(
        &["verify", "x.a"],
        0,
        &[
            "x.a(twice.o):",
            "twice",
            "1 of 1 proved; data: 1 of 1 proved",
            "x.a(joined.o), module 1:",
            "f",
            "1 of 1 proved; data: 1 of 1 proved",
            "x.a(joined.o), module 2:",
            "g",
            "h",
            "2 of 2 proved; data: 2 of 2 proved",
        ],
        note,
    );
    check(
        &["verify", "-f", "h", "x.a"],
        0,
        &["h", "1 of 1 proved; data: 1 of 1 proved"],
        note,
    );
    let error = "error: no module of joined.bc defines a function called none\n";
    check(&["verify", "joined.bc", "-f", "none"], 2, &[], error);
}

#[test]
fn other_commands_say_what_takes_several_modules() {
    let error = "error: joined.bc: byte 0x769 bit 2: 2 modules in this file: `llvm-modextract` \
                 extracts them, and `unsnarl ld -r` makes one object of them\n";
    check(&["compile", "joined.bc"], 1, &[], error);
    let folder = folder("archives-json");
    fs::write(folder.join("x.a"), archive()).expect("the folder was made");
    for command in ["verify", "compare"] {
        let output = unsnarl(&[command, "--json", "x.a"], "", &folder);
        let printed = text(&output.stdout);
        for name in ["x.a(twice.o)", "x.a(joined.o), module 2"] {
            let source = format!("\"source\": \"{name}\"");
            assert!(printed.contains(&source), "{command}: {printed}");
        }
    }
}
