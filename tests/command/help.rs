//! The examples in `unsnarl --help` work, in their order, for a user with an `x.c` and a clang.
//!
//! Clang is a script that takes LLVM IR for C, so that this test needs none.

#![cfg(unix)]

use crate::support::{folder, text, unsnarl};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

const CLANG: &str = "#!/bin/sh
next=
for word; do
  if test \"$next\" = -o; then output=$word; next=; continue; fi
  case $word in
    -o) next=-o;;
    -emit-llvm) output=x.ll; input=x.c;;
  esac
done
if test \"$output\" = -; then cat $input; else cp ${input:-linked.wasm} \"$output\"; fi
";

const SOURCE: &str = "target datalayout = \"e-m:e-p:32:32-i64:64-n32:64-S128\"
declare i32 @puts(ptr)
define i32 @f(i32 %x) {
  %y = shl i32 %x, 1
  ret i32 %y
}
define i32 @main() {
  %y = call i32 @puts(ptr null)
  ret i32 %y
}
";

/// The commands below `Examples:`, each up to the wide gap before what it does.
fn examples() -> Vec<String> {
    let help = text(&unsnarl(&["--help"], "", Path::new(".")).stdout);
    let (_, examples) = help.split_once("Examples:\n").expect("there are examples");
    let lines = examples
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty());
    lines
        .map(|line| line.split("  ").next().unwrap_or(line).to_owned())
        .collect()
}

#[test]
fn every_example_runs() {
    let folder = folder("examples");
    fs::create_dir(folder.join("bin")).expect("the folder is ours");
    // A linker keeps who made the objects.
    let module = r#"(module (func (export "_start")) (@producers (processed-by "unsnarl" "0")))"#;
    let module = wat::parse_str(module).expect("it is well formed");
    fs::write(folder.join("linked.wasm"), module).expect("the folder is ours");
    fs::write(folder.join("x.c"), SOURCE).expect("the folder is ours");
    for name in ["clang", "clang-19", "wasm-ld"] {
        let path = folder.join("bin").join(name);
        fs::write(&path, CLANG).expect("the folder is ours");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("it is ours");
    }
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_unsnarl"), folder.join("bin/unsnarl"))
        .expect("the folder is ours");
    let examples = examples();
    assert!(examples.len() > 6, "{examples:?}");
    for example in examples {
        let output = Command::new("sh")
            .args(["-c", &example])
            .current_dir(&folder)
            .env(
                "PATH",
                format!("{}:/usr/bin:/bin", folder.join("bin").display()),
            )
            .env_remove("UNSNARL_CLANG")
            .output()
            .expect("there is a shell");
        let errors = text(&output.stderr);
        assert!(
            output.status.success() && errors.is_empty(),
            "{example}\n{errors}"
        );
    }
}
