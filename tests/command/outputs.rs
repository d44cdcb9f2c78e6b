//! What the command writes, and what it leaves alone.

use crate::support::{folder, text, unsnarl};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

/// A function for WebAssembly with debug information enough for a source map.
const IR: &str = r#"target datalayout = "e-m:e-p:32:32-p10:8:8-p20:8:8-i64:64-n32:64-S128-ni:1:10:20"
target triple = "wasm32-unknown-unknown"

define i32 @twice(i32 %x) {
  %y = shl i32 %x, 1
  ret i32 %y
}
"#;

/// The same for a host.
fn of_host() -> String {
    let layout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128";
    let body = IR.split_once("\n\n").expect("it has a function").1;
    format!("target datalayout = \"{layout}\"\ntarget triple = \"x86_64-pc-linux-gnu\"\n\n{body}")
}

/// A folder with the function in it as `x.ll`, `host.ll` and `x.wasm`.
fn place(name: &str) -> PathBuf {
    let folder = folder(&format!("outputs-{name}"));
    put(&folder, "x.ll", IR);
    put(&folder, "host.ll", &of_host());
    succeeds(&folder, &["compile", "x.ll", "-o", "in.wasm"]);
    folder
}

fn put(folder: &Path, name: &str, text: &str) {
    fs::write(folder.join(name), text).expect("the folder is ours");
}

/// What is in a folder.
fn all(folder: &Path) -> BTreeMap<OsString, Option<Vec<u8>>> {
    let entries = fs::read_dir(folder).expect("it is a folder");
    let entries = entries.map(|entry| {
        let entry = entry.expect("it can be read");
        (entry.file_name(), fs::read(entry.path()).ok())
    });
    entries.collect()
}

#[track_caller]
fn succeeds(folder: &Path, arguments: &[&str]) {
    let done = unsnarl(arguments, "", folder);
    assert_eq!(
        done.status.code(),
        Some(0),
        "{arguments:?}: {}",
        text(&done.stderr)
    );
}

/// The command fails, says so, and changes nothing.
#[track_caller]
fn fails(folder: &Path, arguments: &[&str], parts: &[&str]) {
    let before = all(folder);
    let done = unsnarl(arguments, "", folder);
    check_failure(&done, arguments, parts);
    assert!(
        all(folder) == before,
        "{arguments:?}: {:?}",
        all(folder).keys()
    );
}

#[track_caller]
fn check_failure(done: &Output, arguments: &[&str], parts: &[&str]) {
    let said = text(&done.stderr);
    assert!(
        matches!(done.status.code(), Some(1 | 2)),
        "{arguments:?}: {said}"
    );
    for part in parts {
        assert!(said.contains(part), "{arguments:?}: {part} in {said}");
    }
}

#[test]
fn what_nobody_named_replaces_only_what_is_ours() {
    let folder = place("default");
    // The forms, and what they are called where nothing is said.
    let forms: [(&str, &str, &[&str]); 6] = [
        ("x.ll", "wasm", &["x.wasm"]),
        ("x.ll", "obj", &["x.o"]),
        ("x.ll", "wat", &["x.wat"]),
        ("x.ll", "js", &["x.mjs"]),
        ("x.ll", "c", &["x.c", "x.h"]),
        ("host.ll", "c", &["host.c"]),
    ];
    for (input, form, names) in forms {
        let arguments = ["compile", input, "--emit", form];
        for name in names {
            for foreign in [
                "int f;\n",
                "",
                "\n/* Written by Unsnarl. */\n",
                "\0asm\x01\0\0\0",
            ] {
                put(&folder, name, foreign);
                fails(
                    &folder,
                    &arguments,
                    &[name, "unsnarl did not write it", "-o"],
                );
            }
            fs::remove_file(folder.join(name)).expect("it is there");
        }
        // Ours, twice.
        succeeds(&folder, &arguments);
        succeeds(&folder, &arguments);
    }
}

#[test]
fn what_was_named_is_replaced() {
    let folder = place("named");
    for name in ["y.wasm", "y.wat", "y.mjs", "y.c"] {
        put(&folder, name, "something else");
        succeeds(&folder, &["compile", "x.ll", "-o", name]);
    }
    // Only one of two files was named.
    put(&folder, "z.h", "int f;\n");
    fails(&folder, &["compile", "x.ll", "-o", "z.c"], &["z.h exists"]);
}

#[test]
fn no_output_is_an_input_or_another_output() {
    let folder = place("identity");
    put(&folder, "x.c", IR);
    fs::hard_link(folder.join("x.ll"), folder.join("hard.c")).expect("the folder is ours");
    fs::create_dir(folder.join("sub")).expect("the folder is ours");
    #[cfg(unix)]
    {
        use std::os::unix::fs::symlink;
        symlink("x.ll", folder.join("soft.wasm")).expect("the folder is ours");
        symlink("../x.ll", folder.join("sub/soft.ll")).expect("the folder is ours");
        symlink(".", folder.join("here")).expect("the folder is ours");
        fails(
            &folder,
            &["compile", "x.ll", "-o", "soft.wasm"],
            &["would replace the input soft.wasm"],
        );
        let linked = ["compile", "sub/soft.ll", "-o", "x.ll", "--emit", "wat"];
        fails(&folder, &linked, &["would replace the input x.ll"]);
        let folders = [
            "compile",
            "x.ll",
            "-o",
            "h.mjs",
            "--declarations",
            "here/h.mjs",
        ];
        fails(
            &folder,
            &folders,
            &["h.mjs and here/h.mjs are the same file"],
        );
    }
    let of_input: [&[&str]; 5] = [
        &["compile", "in.wasm"],
        &["compile", "in.wasm", "-o", "sub/../in.wasm"],
        &[
            "compile",
            "in.wasm",
            "-o",
            "h.mjs",
            "--source-map",
            "in.wasm",
        ],
        &["compile", "x.c", "--from", "ll", "-o", "x.c"],
        &["compile", "x.ll", "-o", "hard.c"],
    ];
    for arguments in of_input {
        fails(&folder, arguments, &["would replace the input"]);
    }
    let of_output: [&[&str]; 4] = [
        &["-o", "h.mjs", "--declarations", "h.mjs"],
        &["-o", "h.mjs", "--declarations", "./h.mjs"],
        &[
            "-o",
            "h.mjs",
            "--declarations",
            "h.d.ts",
            "--source-map",
            "sub/../h.d.ts",
        ],
        &["--emit", "js", "-o", "-", "--declarations", "-"],
    ];
    for outputs in of_output {
        let arguments = [&["compile", "x.ll"], outputs].concat();
        fails(&folder, &arguments, &["give each output its own file"]);
    }
    // A device takes all that comes.
    #[cfg(unix)]
    succeeds(
        &folder,
        &[
            "compile",
            "x.ll",
            "--emit",
            "js",
            "-o",
            "/dev/null",
            "--declarations",
            "/dev/null",
        ],
    );
}

#[test]
fn all_files_appear_or_none() {
    let folder = place("all");
    fs::create_dir(folder.join("d.ts")).expect("the folder is ours");
    let declared = ["compile", "x.ll", "-o", "h.mjs", "--declarations", "d.ts"];
    fails(&folder, &declared, &["d.ts"]);
    let mapped = [
        "compile",
        "x.ll",
        "-o",
        "no/h.mjs",
        "--declarations",
        "h.d.ts",
    ];
    fails(&folder, &mapped, &["cannot write no/h.mjs"]);
    fs::create_dir(folder.join("h.c")).expect("the folder is ours");
    fails(
        &folder,
        &["compile", "x.ll", "--emit", "c", "-o", "h.c"],
        &["h.c"],
    );
}

/// A limit on the size of files stands for a full disk.
#[cfg(unix)]
#[test]
fn a_full_disk_leaves_nothing_behind() {
    let folder = place("full");
    // The header is below the limit, and what comes behind it is not.
    let long = IR.replace(
        "%y = shl i32 %x, 1\n",
        &(0..3000)
            .map(|number| format!("%v{number} = load volatile i32, ptr null\n  "))
            .chain(["%y = shl i32 %x, 1\n".to_owned()])
            .collect::<String>(),
    );
    put(&folder, "long.ll", &long);
    let before = all(&folder);
    let script = r#"trap '' XFSZ; ulimit -f 64; exec "$0" compile long.ll -o h.c"#;
    let mut command = std::process::Command::new("sh");
    let command = command
        .arg("-c")
        .arg(script)
        .arg(env!("CARGO_BIN_EXE_unsnarl"));
    let done = command
        .current_dir(&folder)
        .output()
        .expect("there is a shell");
    check_failure(&done, &[script], &["cannot write h.c"]);
    assert!(all(&folder) == before, "{:?}", all(&folder).keys());
    succeeds(&folder, &["compile", "long.ll", "-o", "h.c"]);
}

#[test]
fn parts_of_an_earlier_run_go() {
    let folder = place("parts");
    let many: String = (0..40)
        .map(|number| IR.replace("@twice", &format!("@f{number}")))
        .map(|ir| {
            ir.split_once("\n\n")
                .expect("it has a function")
                .1
                .to_owned()
        })
        .collect();
    let head = IR.split_once("\n\n").expect("it has a head").0;
    put(&folder, "many.ll", &format!("{head}\n\n{many}"));
    let parts = || {
        let names = all(&folder).into_keys();
        let names = names.filter_map(|name| name.into_string().ok());
        names
            .filter(|name| name.starts_with("many") && !name.ends_with(".ll"))
            .collect::<Vec<_>>()
    };
    let split = |bytes: &str| {
        succeeds(
            &folder,
            &["compile", "many.ll", "--emit", "c", "--split", bytes],
        )
    };
    split("200");
    let most = parts().len();
    assert!(most > 10, "{:?}", parts());
    // One that is not ours stays, and those behind it.
    put(&folder, "many-8.c", "int f;\n");
    split("4000");
    assert!(
        parts().len() < most && parts().contains(&"many-8.c".to_owned()),
        "{:?}",
        parts()
    );
    fs::remove_file(folder.join("many-8.c")).expect("it is there");
    split("100000");
    let one = ["many-1.c", "many-private.h", "many.c", "many.h"];
    let rest = parts()
        .iter()
        .filter(|part| !one.contains(&part.as_str()))
        .count();
    assert!(rest > 0, "{:?}", parts());
    for part in parts().iter().filter(|part| !one.contains(&part.as_str())) {
        fs::remove_file(folder.join(part)).expect("it is there");
    }
    split("200");
    split("100000");
    assert_eq!(parts(), one);
    succeeds(&folder, &["compile", "many.ll", "--emit", "c"]);
    assert_eq!(parts(), ["many.c", "many.h"]);
}

#[test]
fn a_name_may_be_as_long_as_names_can_be() {
    let folder = place("long");
    let name = format!("{}.wasm", "n".repeat(250));
    succeeds(&folder, &["compile", "x.ll", "-o", &name]);
    assert!(folder.join(&name).exists());
}

/// The command as a user who may not do everything.
#[cfg(unix)]
mod protected {
    use super::*;
    use std::fs::Permissions;
    use std::os::unix::fs::PermissionsExt;
    use std::os::unix::process::CommandExt;
    use std::process::Command;

    /// A user that owns nothing.
    const NOBODY: u32 = 65534;

    /// A folder that every user reaches, with a copy of the command, which is removed at the end.
    struct Reachable(PathBuf);

    impl Reachable {
        fn new(name: &str) -> Reachable {
            let path = std::env::temp_dir().join(format!("unsnarl-{}-{name}", std::process::id()));
            fs::create_dir_all(&path).expect("temporary files can be made");
            let reachable = Reachable(path);
            reachable.allow("", 0o777);
            fs::copy(env!("CARGO_BIN_EXE_unsnarl"), reachable.0.join("unsnarl"))
                .expect("there is space");
            put(&reachable.0, "x.ll", IR);
            reachable
        }

        fn allow(&self, name: &str, mode: u32) {
            let path = self.0.join(name);
            fs::set_permissions(path, Permissions::from_mode(mode)).expect("the folder is ours");
        }

        fn run(&self, arguments: &[&str]) -> Output {
            let mut command = Command::new(self.0.join("unsnarl"));
            command.args(arguments).current_dir(&self.0);
            // Nothing is protected from the superuser, who can become another one.
            let probe = self.0.join("x.ll");
            self.allow("x.ll", 0o444);
            if fs::OpenOptions::new().write(true).open(probe).is_ok() {
                command.uid(NOBODY).gid(NOBODY);
            }
            command.output().expect("the command was copied")
        }
    }

    impl Drop for Reachable {
        fn drop(&mut self) {
            let _ = fs::set_permissions(&self.0, Permissions::from_mode(0o777));
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn protected_files_stay() {
        let folder = Reachable::new("protected");
        put(&folder.0, "y.wasm", "protected");
        folder.allow("y.wasm", 0o444);
        let arguments = ["compile", "x.ll", "-o", "y.wasm"];
        let before = all(&folder.0);
        check_failure(
            &folder.run(&arguments),
            &arguments,
            &["cannot write y.wasm", "denied"],
        );
        let several = ["compile", "x.ll", "-o", "y.mjs", "--declarations", "y.wasm"];
        check_failure(&folder.run(&several), &several, &["cannot write y.wasm"]);
        assert!(all(&folder.0) == before);
        // It may be written to, but not its folder.
        folder.allow("y.wasm", 0o666);
        folder.allow("", 0o555);
        let done = folder.run(&arguments);
        assert_eq!(done.status.code(), Some(0), "{}", text(&done.stderr));
        let written = fs::read(folder.0.join("y.wasm")).expect("it is there");
        assert!(written.starts_with(b"\0asm"));
    }
}

/// As clang does it.
#[cfg(unix)]
#[test]
fn a_link_becomes_a_file_and_its_target_stays() {
    let folder = place("link");
    put(&folder, "target", "target");
    std::os::unix::fs::symlink("target", folder.join("l.wasm")).expect("the folder is ours");
    succeeds(&folder, &["compile", "x.ll", "-o", "l.wasm"]);
    let written = fs::symlink_metadata(folder.join("l.wasm")).expect("it is there");
    assert!(written.is_file());
    assert_eq!(
        fs::read(folder.join("target")).ok(),
        Some(b"target".to_vec())
    );
}
