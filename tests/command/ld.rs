//! The linker with a `wasm-ld` that is a script: what it is run with, what is in the files, and
//! what is left behind.
//!
//! `cargo xtask conformance --only linktime` links programs with the real one.

#![cfg(unix)]

use crate::support;
use crate::support::text;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// Writes its arguments to `log`, and the names of its inputs to standard error and to the file of
/// `-Map=`; joins its inputs in the output. Without inputs it fails.
const WASM_LD: &str = r#"#!/bin/sh
echo "$*" >> log
output=a.out; inputs=; next=; map=
for word; do
  if test "$next" = -o; then output=$word; next=; continue; fi
  case $word in
    -o) next=$word;;
    --version) echo "LLD 19"; exit 0;;
    --help) echo "help of wasm-ld"; exit 0;;
    -Map=*) map=${word#-Map=};;
    -*) ;;
    *) inputs="$inputs $word";;
  esac
done
test -n "$inputs" || { echo "wasm-ld: error: no input files" >&2; exit 5; }
for input in $inputs; do echo "loading $input" >&2; done
test -z "$map" || echo "map of $inputs" > "$map"
cat $inputs > "$output"
"#;

/// A module with `twice`, one that cannot be compiled, one with exceptions, and a file of two
/// modules with `f`, and `g` and `h`.
const TWICE: &[u8] = include_bytes!("bitcode/twice.bc");
const ODD: &[u8] = include_bytes!("bitcode/odd.bc");
const THROWS: &[u8] = include_bytes!("bitcode/throws.bc");
const JOINED: &[u8] = include_bytes!("../llvm/fixtures/bitcode/joined-19.bc");

struct Place {
    folder: PathBuf,
}

impl Place {
    /// A folder with the script and these files.
    fn new(name: &str, files: &[(&str, &[u8])]) -> Place {
        let folder = support::folder(&format!("ld-{name}"));
        for inner in ["bin", "tmp"] {
            fs::create_dir_all(folder.join(inner)).expect("the folder can be written to");
        }
        let script = folder.join("bin/wasm-ld");
        fs::write(&script, WASM_LD).expect("the folder was made");
        fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).expect("it is ours");
        for (name, bytes) in files {
            fs::write(folder.join(name), bytes).expect("the folder was made");
        }
        Place { folder }
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.file(name)).unwrap_or_default()
    }

    fn command(&self, program: &Path) -> Command {
        let mut path = self.file("bin").into_os_string();
        path.push(":/usr/bin:/bin");
        let mut command = Command::new(program);
        command.current_dir(&self.folder).env("PATH", path);
        command.env("TMPDIR", self.file("tmp")).stdin(Stdio::null());
        for variable in ["UNSNARL_CLANG", "UNSNARL_FLAGS", "MAKEFLAGS", "NO_COLOR"] {
            command.env_remove(variable);
        }
        command.env("UNSNARL_WASM_LD", self.file("bin/wasm-ld"));
        command
    }

    fn run(&self, line: &str) -> Output {
        let mut command = self.command(Path::new(env!("CARGO_BIN_EXE_unsnarl")));
        let command = command.arg("ld").args(line.split_whitespace());
        command.output().expect("the command was built")
    }

    /// What the script was run with since the last call; `TMP` is the folder of temporary files.
    fn log(&self) -> Vec<String> {
        let text = text(&self.read("log"));
        let _ = fs::remove_file(self.file("log"));
        let shown = |word: &str| match word.split_once("/unsnarl-temporary-") {
            Some((_, rest)) => format!("TMP/{}", rest.split_once('/').unwrap_or_default().1),
            None => word.to_owned(),
        };
        let line = |line: &str| line.split(' ').map(shown).collect::<Vec<_>>().join(" ");
        text.lines().map(line).collect()
    }

    /// Compiles bitcode with `unsnarl compile`.
    fn object(&self, name: &str) -> Vec<u8> {
        let mut command = self.command(Path::new(env!("CARGO_BIN_EXE_unsnarl")));
        let command = command.args(["compile", name, "-o", "expected.o"]);
        assert!(command.output().expect("it was built").status.success());
        self.read("expected.o")
    }
}

/// Runs a command line: its status, what it prints to both, and what `wasm-ld` was run with.
#[track_caller]
fn check(place: &Place, line: &str, status: i32, printed: &str, log: &[&str]) {
    let output = place.run(line);
    let found = text(&output.stdout) + &text(&output.stderr);
    let found = (output.status.code(), found.as_str());
    assert_eq!(found, (Some(status), printed), "{line}");
    assert_eq!(place.log(), log, "{line}");
    let left = fs::read_dir(place.file("tmp"))
        .expect("it is there")
        .count();
    assert_eq!(left, 0, "{line}");
}

/// An archive as `ar` writes it, without an index.
fn archive(magic: &str, members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut bytes = magic.as_bytes().to_vec();
    for (name, contents) in members {
        let size = contents.len();
        bytes.extend(format!("{:<16}{:<32}{size:<10}`\n", format!("{name}/"), "").into_bytes());
        if magic == "!<arch>\n" {
            bytes.extend_from_slice(contents);
            bytes.extend(vec![b'\n'; size % 2]);
        }
    }
    bytes
}

fn contains(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}

#[test]
fn bitcode_is_compiled() {
    let place = Place::new("file", &[("twice.o", TWICE), ("other.o", b"other")]);
    check(
        &place,
        "other.o twice.o --export=twice -o out",
        0,
        "loading other.o\nloading twice.o\n",
        &["other.o TMP/0/twice.o --export=twice -o out"],
    );
    let expected = [b"other".to_vec(), place.object("twice.o")].concat();
    assert_eq!(place.read("out"), expected);
    // A file is compiled once.
    check(
        &place,
        "twice.o -o out twice.o",
        0,
        "loading twice.o\nloading twice.o\n",
        &["TMP/0/twice.o -o out TMP/0/twice.o"],
    );
}

#[test]
fn without_bitcode_the_line_stays() {
    let place = Place::new(
        "plain",
        &[("other.o", b"other"), ("words", b"'other.o' -o \"a b\"")],
    );
    check(
        &place,
        "other.o -lm --lto-O3",
        0,
        "loading other.o\n",
        &["other.o -lm --lto-O3"],
    );
    check(
        &place,
        "@words",
        0,
        "loading other.o\n",
        &["other.o -o a b"],
    );
    assert_eq!(place.read("a b"), b"other");
    let message = "unsnarl ld: error: --rsp-quoting=windows: response files are read by the rules \
                   of POSIX only\n";
    check(&place, "--rsp-quoting=windows @words", 1, message, &[]);
    check(
        &place,
        "-lnone",
        5,
        "wasm-ld: error: no input files\n",
        &["-lnone"],
    );
}

#[test]
fn archives_have_objects_and_an_index_afterwards() {
    let members: &[(&str, &[u8])] = &[("twice.o", TWICE), ("native.o", b"native")];
    let mixed = archive("!<arch>\n", members);
    let native = archive("!<arch>\n", &[("native.o", b"native")]);
    let thin = archive("!<thin>\n", members);
    let place = Place::new(
        "archive",
        &[
            ("libmixed.a", &mixed),
            ("native.a", &native),
            ("thin.a", &thin),
        ],
    );
    check(
        &place,
        "native.a --whole-archive libmixed.a --no-whole-archive -o out",
        0,
        "loading native.a\nloading libmixed.a\n",
        &["native.a --whole-archive TMP/0/libmixed.a --no-whole-archive -o out"],
    );
    fs::write(place.file("twice.o"), TWICE).expect("the folder was made");
    let made = place.read("out");
    let object = place.object("twice.o");
    assert!(contains(&made, &object) && contains(&made, b"native"));
    // The index.
    assert!(contains(&made, b"/               ") && contains(&made, b"twice\0"));
    assert!(!contains(&made, TWICE));
    fs::write(place.file("native.o"), "native").expect("the folder was made");
    check(
        &place,
        "thin.a -o out --export=twice",
        0,
        "loading thin.a\n",
        &["TMP/0/thin.a -o out --export=twice"],
    );
    assert!(made.ends_with(&place.read("out")));
    fs::remove_file(place.file("native.o")).expect("it was made");
    let message = "unsnarl ld: error: thin.a: cannot read native.o, a member of the thin archive: \
                   No such file or directory (os error 2)\n";
    check(&place, "thin.a", 1, message, &[]);
}

#[test]
fn libraries_are_found_in_their_folders() {
    let bitcode = archive("!<arch>\n", &[("twice.o", TWICE)]);
    let native = archive("!<arch>\n", &[("x.o", b"x")]);
    let place = Place::new("library", &[]);
    for (folder, bytes) in [("one", &native), ("two", &bitcode)] {
        fs::create_dir(place.file(folder)).expect("the folder was made");
        fs::write(place.file(folder).join("libx.a"), bytes).expect("the folder was made");
    }
    let rest = "x.o -o out";
    fs::write(place.file("x.o"), "x").expect("the folder was made");
    let run = |line: &str, expected: &str| {
        place.run(&format!("{line} {rest}"));
        assert_eq!(place.log(), [format!("{expected} {rest}")], "{line}");
    };
    run("-Ltwo -Lone -lx", "-Ltwo -Lone TMP/0/libx.a");
    run("-l x -L two", "TMP/0/libx.a -L two");
    run("-Lone -Ltwo -lx", "-Lone -Ltwo -lx");
    run("-Ltwo -l:libx.a -lnone", "-Ltwo TMP/0/libx.a -lnone");
}

#[test]
fn each_module_of_a_file_is_an_object() {
    let place = Place::new("modules", &[("joined.o", JOINED)]);
    check(
        &place,
        "--start-lib joined.o --end-lib -o out",
        0,
        "unsnarl ld: note: 2 modules of LLVM IR are compiled one by one: nothing is optimized \
         across them [-Wunsnarl-ignored]\nloading joined.o\nloading joined.o\n",
        &["--start-lib TMP/0/joined.o TMP/0/joined.1.o --end-lib -o out"],
    );
    check(
        &place,
        "-Wno-unsnarl-ignored joined.o -o out",
        0,
        "loading joined.o\nloading joined.o\n",
        &["TMP/0/joined.o TMP/0/joined.1.o -o out"],
    );
}

#[test]
fn what_cannot_be_compiled_is_an_error() {
    let archive = archive("!<arch>\n", &[("odd.o", ODD)]);
    let cut = &TWICE[..TWICE.len() / 2];
    let place = Place::new(
        "errors",
        &[("odd.a", &archive), ("cut.o", cut), ("out", b"before")],
    );
    let output = place.run("odd.a cut.o --export=odd -o out");
    let errors = text(&output.stderr);
    let start = "odd.a(odd.o): error: in function 'odd': inline assembly with the text 'odd \
                 instruction' is not supported\nodd.a(odd.o): note: in LLVM IR: call void () asm \
                 sideeffect \"odd instruction\"";
    assert_eq!(output.status.code(), Some(1));
    assert!(errors.starts_with(start), "{errors}");
    assert!(
        errors.ends_with("cut.o: error: byte 0x21 bit 2: the file ends in the middle of a block\n")
    );
    assert!(place.log().is_empty() && place.read("out") == b"before");
}

#[test]
fn only_members_that_may_be_needed_are_compiled() {
    let members: &[(&str, &[u8])] = &[("odd.o", ODD), ("twice.o", TWICE), ("some.o", b"some")];
    let place = Place::new(
        "needed",
        &[
            ("mixed.a", &archive("!<arch>\n", members)),
            ("text", b"text"),
        ],
    );
    fs::write(place.file("twice.o"), TWICE).expect("the folder was made");
    let object = place.object("twice.o");
    for option in ["--export=twice", "-utwice", "--wrap=twice"] {
        let output = place.run(&format!("mixed.a {option} -o out"));
        assert_eq!(text(&output.stderr), "loading mixed.a\n", "{option}");
        let made = place.read("out");
        assert!(contains(&made, &object) && contains(&made, b"some"));
        assert!(!contains(&made, b"odd.o"));
    }
    let output = place.run("mixed.a --export=none -o out");
    assert!(output.status.success() && !contains(&place.read("out"), &object));
    // Nothing is known of what others use.
    for line in ["mixed.a text", "--whole-archive mixed.a", "mixed.a -uodd"] {
        let output = place.run(&format!("{line} -o out"));
        assert_eq!(output.status.code(), Some(1), "{line}");
    }
}

#[test]
fn options_for_code_generation_are_reported() {
    let place = Place::new("options", &[("twice.o", TWICE)]);
    let warning = |option: &str, kind: &str| {
        format!(
            "unsnarl ld: {kind}: '{option}' has no effect: unsnarl compiles LLVM IR module by \
             module, without LLVM's optimizations [-Wunsnarl-ignored]\n"
        )
    };
    let warnings = warning("--lto-O3", "warning") + &warning("-mllvm -x", "warning");
    check(
        &place,
        "--lto-O3 -mllvm -x twice.o -o out --thinlto-jobs=2",
        0,
        &format!("{warnings}loading twice.o\n"),
        &["--lto-O3 -mllvm -x TMP/0/twice.o -o out --thinlto-jobs=2"],
    );
    let error = warning("--lto-O3", "error");
    check(&place, "--lto-O3 twice.o --fatal-warnings", 1, &error, &[]);
    let error = "unsnarl ld: error: many: not a number of threads\n";
    check(&place, "twice.o --thinlto-jobs=many", 1, error, &[]);
    place.run("twice.o -o prog --save-temps");
    assert_eq!(
        place.read("prog.unsnarl.0.twice.o"),
        place.object("twice.o")
    );
    place.run("twice.o -o two -funsnarl-algorithm=state-machine");
    let error = "unsnarl ld: error: -flavor gnu: only the flavor wasm is supported\n";
    place.log();
    check(&place, "-flavor gnu twice.o", 1, error, &[]);
}

#[test]
fn exceptions_are_as_the_options_of_llvm_say() {
    let place = Place::new("exceptions", &[("throws.o", THROWS)]);
    let made = |options: &str| {
        let output = place.run(&format!("throws.o -o out {options}"));
        assert_eq!(text(&output.stderr), "loading throws.o\n", "{options}");
        place.read("out")
    };
    let [standard, legacy] =
        ["standard", "legacy"].map(|form| made(&format!("-funsnarl-eh={form}")));
    assert_ne!(standard, legacy);
    let asked = "-mllvm -wasm-enable-eh -mllvm -exception-model=wasm";
    assert_eq!(made(asked), standard);
    let asked = format!("{asked} -mllvm -wasm-use-legacy-eh");
    assert_eq!(made(&asked), legacy);
    assert_eq!(made("-mllvm=-wasm-enable-exnref=false"), legacy);
    assert_eq!(made(&format!("{asked}=false")), standard);
    // Our own option overrides them.
    assert_eq!(made(&format!("-funsnarl-eh=standard {asked}")), standard);
}

#[test]
fn no_output_is_an_input_or_another_output() {
    let place = Place::new("outputs", &[("twice.o", TWICE)]);
    let input = "the output would replace the input twice.o";
    let input_by_path = "the output would replace the input ./twice.o";
    for (line, message) in [
        ("twice.o -o twice.o", input),
        ("twice.o -o out --Map=./twice.o", input_by_path),
        ("twice.o -o out -Map=out", "out would be written twice"),
    ] {
        check(
            &place,
            line,
            1,
            &format!("unsnarl ld: error: {message}\n"),
            &[],
        );
    }
    assert_eq!(place.read("twice.o"), TWICE);
}

#[test]
fn reports_name_the_files_of_the_user() {
    let place = Place::new("reports", &[("twice.o", TWICE)]);
    place.run("twice.o -o out -Map=map");
    assert_eq!(text(&place.read("map")), "map of  twice.o\n");
    let output = place.run("twice.o -o out --verbose");
    let printed = text(&output.stderr);
    assert!(
        printed.contains("unsnarl ld: compiled twice.o: "),
        "{printed}"
    );
    assert!(
        printed.contains("/wasm-ld ") && printed.ends_with("loading twice.o\n"),
        "{printed}"
    );
}

#[test]
fn a_link_by_another_name_is_the_linker() {
    let place = Place::new("names", &[("twice.o", TWICE)]);
    for name in ["unsnarl-ld", "unsnarl-wasm-ld"] {
        let path = place.file(name);
        symlink(env!("CARGO_BIN_EXE_unsnarl"), &path).expect("the folder was made");
        let mut command = place.command(&path);
        let command = command.args(["-flavor", "wasm", "twice.o", "-o", "out"]);
        assert!(command.output().expect("it was built").status.success());
        assert_eq!(place.log(), ["TMP/0/twice.o -o out"]);
    }
    let version = env!("CARGO_PKG_VERSION");
    let printed = format!("LLD 19\nunsnarl {version} compiles LLVM bitcode\n");
    check(&place, "--version", 0, &printed, &["--version"]);
    let output = place.run("--help");
    let help = text(&output.stdout);
    assert!(
        help.starts_with("A drop-in replacement for wasm-ld")
            && help.ends_with("help of wasm-ld\n")
    );
}
