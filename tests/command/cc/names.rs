//! The driver by other names than `unsnarl cc`.

use std::fs;
use std::os::unix::fs::symlink;
use std::process::Command;

use super::{Place, text};

#[test]
fn a_link_by_another_name_is_the_driver() {
    let place = Place::new("name");
    for (name, mode) in [
        ("unsnarl-clang", ""),
        ("unsnarl-cc", ""),
        ("unsnarl-clang++", "--driver-mode=g++ "),
        ("unsnarl-c++", "--driver-mode=g++ "),
        ("wasm32-wasi-clang", ""),
        (
            "wasm32-unknown-wasi-unsnarl-clang++-22",
            "--driver-mode=g++ ",
        ),
    ] {
        let link = place.file(name);
        symlink(env!("CARGO_BIN_EXE_unsnarl"), &link).expect("the folder can be written to");
        let mut command = Command::new(&link);
        let command = command
            .args(["-c", "x.c", "--unsnarl-clang=bin/clang-19"])
            .current_dir(&place.folder);
        let output = command.output().expect("the link leads to the command");
        assert!(output.status.success(), "{}", text(&output.stderr));
        assert!(place.is_object("x.o"));
        fs::remove_file(place.file("x.o")).expect("it is there");
        let run = format!("{mode}--target=wasm32-wasi -c -emit-llvm -o - x.c");
        assert_eq!(place.log(), [run]);
    }
}

/// Newer clangs are given another target.
#[test]
fn a_version_in_the_name_is_clangs() {
    let place = Place::new("version");
    symlink("clang-19", place.file("bin/clang-22")).expect("the folder can be written to");
    let run = |name: &str| {
        let link = place.file(name);
        symlink(env!("CARGO_BIN_EXE_unsnarl"), &link).expect("the folder can be written to");
        let command = place.command("");
        let environment = command
            .get_envs()
            .filter_map(|(name, value)| Some((name, value?)));
        let mut named = Command::new(&link);
        named.args(["-c", "x.c", "--sysroot=none"]);
        let output = named.current_dir(&place.folder).envs(environment).output();
        output.expect("the link leads to the command")
    };
    for (name, target) in [
        ("unsnarl-clang-19", "wasm32-wasi"),
        ("unsnarl-clang-22", "wasm32-wasip1"),
    ] {
        assert!(run(name).status.success());
        assert_eq!(
            place.log(),
            [format!(
                "--target={target} -c -emit-llvm -o - x.c --sysroot=none"
            )]
        );
    }
    let output = run("unsnarl-clang-9");
    assert_eq!(
        text(&output.stderr),
        "unsnarl cc: error: the version in the name of the command names 'clang-9', which is not \
         an executable program\n"
    );
}
