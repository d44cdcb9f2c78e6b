//! The command as a test runs it.

#![allow(dead_code, reason = "each test uses some of these")]

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A folder of its own for one test, empty at the start.
pub(crate) fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("the folder for temporary files can be written to");
    path
}

/// Runs the command in a folder, with this as its standard input.
pub(crate) fn unsnarl(arguments: &[&str], input: &str, folder: &Path) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_unsnarl"))
        .args(arguments)
        .current_dir(folder)
        .env_remove("NO_COLOR")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command was built");
    // A command that reads no input may be gone before all is written.
    let _ = child
        .stdin
        .take()
        .expect("it is piped")
        .write_all(input.as_bytes());
    child.wait_with_output().expect("the command ends")
}

/// Bytes as text.
pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Runs the command on an input: its status, and a part of what it prints to standard output or
/// error.
#[track_caller]
pub(crate) fn check(arguments: &[&str], input: &str, status: i32, part: &str) {
    let output = unsnarl(arguments, input, &std::env::temp_dir());
    let printed = format!("{}{}", text(&output.stdout), text(&output.stderr));
    assert_eq!(
        output.status.code(),
        Some(status),
        "{arguments:?}\n{printed}"
    );
    assert!(printed.contains(part), "{arguments:?}\n{printed}");
    let quiet = if status == 0 {
        &output.stderr
    } else {
        &output.stdout
    };
    assert!(quiet.is_empty(), "{arguments:?}: {}", text(quiet));
}
