//! Exceptions: in which instructions they are written, and that the embedded engine has none.

use std::io::Write;
use std::process::{Command, Stdio};

const THROWS: &str = "target datalayout = \"e-m:e-p:32:32-i64:64-n32:64-S128\"
declare i32 @__gxx_wasm_personality_v0(...)
declare void @llvm.wasm.throw(i32, ptr)
define void @throws() {
  call void @llvm.wasm.throw(i32 0, ptr null)
  unreachable
}
define void @_start() personality ptr @__gxx_wasm_personality_v0 {
  invoke void @throws() to label %done unwind label %clean
clean:
  %p = cleanuppad within none []
  cleanupret from %p unwind to caller
done:
  ret void
}
";

/// Runs the command on the program: its status, standard output and standard error.
fn unsnarl(arguments: &[&str]) -> (i32, String, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_unsnarl"))
        .args(arguments)
        .args(["--from", "ll", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command was built");
    let mut stdin = child.stdin.take().expect("it is piped");
    stdin
        .write_all(THROWS.as_bytes())
        .expect("it is read whole");
    drop(stdin);
    let output = child.wait_with_output().expect("the command ends");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let status = output.status.code().expect("it ends by itself");
    (status, text(&output.stdout), text(&output.stderr))
}

/// Checks which of the instructions a form has.
#[track_caller]
fn check(options: &[&str], has: &[&str], has_not: &[&str]) {
    let file = std::env::temp_dir().join(format!("unsnarl-eh-{}.wat", std::process::id()));
    let path = file.to_str().expect("the path is text");
    let mut arguments = vec!["compile", "-o", path];
    arguments.extend(options);
    let (status, _, err) = unsnarl(&arguments);
    assert_eq!((status, err.as_str()), (0, ""));
    let written = std::fs::read_to_string(&file).expect("it was written");
    std::fs::remove_file(&file).expect("it was written");
    let words: Vec<&str> = written.split_whitespace().collect();
    for word in has {
        assert!(words.contains(word), "{word} in {written}");
    }
    for word in has_not {
        assert!(!words.contains(word), "{word} in {written}");
    }
}

#[test]
fn the_form_is_an_option() {
    let (standard, legacy) = (["try_table", "throw_ref"], ["try", "catch_all", "rethrow"]);
    check(&[], &standard, &legacy);
    check(&["--eh=standard"], &standard, &legacy);
    check(&["--eh=legacy"], &legacy, &standard);
}

#[test]
fn the_embedded_engine_has_none() {
    for option in ["--eh=standard", "--eh=legacy"] {
        let (status, _, err) = unsnarl(&["run", option]);
        assert_eq!(status, 125, "{err}");
        assert!(err.contains("wasmi does not support them"), "{err}");
    }
}
