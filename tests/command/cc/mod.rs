//! The compiler driver with a clang that is a script: what it is run with, what comes of it, and
//! what is left behind.
//!
//! The script takes LLVM IR for C: what it is to compile, it prints. So these tests need no clang,
//! and `cargo xtask conformance --only builds` runs the driver with the real one. The real one
//! writes bitcode; the driver knows text from that.

#![cfg(unix)]

mod messages;
mod names;
mod output;

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

/// Writes its arguments to `log`. A source named `bad*` is an error, one named `warn*` gets a
/// warning, one named `killed*` ends it by a signal. Bitcode from standard input has the text in
/// `text.ll`. Linking joins the objects; if a pipe named
/// `started` is there, it says so and waits.
const CLANG: &str = r#"#!/bin/sh
echo "$*" >> log
output=a.out; inputs=; ir=no; next=; shows=no
for word; do
  if test "$next" = -o; then output=$word; next=; continue; fi
  if test "$next" = -Xclang; then next=; continue; fi
  case $word in
    @*) cp "${word#@}" arguments; cat x.c; exit 0;;
    -o|-Xclang) next=$word;;
    -emit-llvm) ir=yes;;
    -march=*) echo "clang: error: unsupported option '-march=' for target 'wasm32'" >&2; exit 1;;
    -\#\#\#) shows=yes;;
    --version) echo "script version 1.0";;
    -dumpversion) echo 20.1.2;;
    -E) echo "expanded";;
    -) cat > /dev/null; cat text.ll; exit 0;;
    -*) ;;
    *) inputs="$inputs $word";;
  esac
done
if test "$shows" = yes; then exit 0; fi
for input in $inputs; do
  case $input in
    bad*) echo "$input:1:2: error: bad" >&2; exit 7;;
    killed*) kill -9 $$;;
    warn*) echo "$input:1:2: warning: odd" >&2;;
  esac
done
if test $ir = yes; then
  case $output in -|a.out) cat $inputs;; *) cat $inputs > "$output";; esac
elif test -n "$inputs"; then
  if test -p started; then echo > started; read held < hold; fi
  cat $inputs > "$output"
fi
"#;

const IR: &str = r#"target datalayout = "e-m:e-p:32:32-p10:8:8-p20:8:8-i64:64-n32:64-S128-ni:1:10:20"
target triple = "wasm32-unknown-wasi"

define i32 @twice(i32 %x) {
  %y = shl i32 %x, 1
  ret i32 %y
}
"#;

/// The same with something in it that no object can be made of.
const ASSEMBLY: &str = r#"target datalayout = "e-m:e-p:32:32-p10:8:8-p20:8:8-i64:64-n32:64-S128-ni:1:10:20"
target triple = "wasm32-unknown-wasi"

define void @odd() {
  call void asm sideeffect "odd instruction", ""(), !dbg !5
  ret void
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "sub/odd.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "odd", scope: !1, file: !1, line: 3, type: !4, spFlags: DISPFlagDefinition, unit: !0)
!4 = !DISubroutineType(types: !{})
!5 = !DILocation(line: 4, column: 9, scope: !3)
"#;

/// The bitcode of [`IR`] and of [`ASSEMBLY`], by `llvm-as-19`.
const TWICE_BITCODE: &[u8] = include_bytes!("../bitcode/twice.bc");
const ODD_BITCODE: &[u8] = include_bytes!("../bitcode/odd.bc");

/// A folder with the script, `x.c`, `y.c` and more, and an empty folder for temporary files.
struct Place {
    folder: PathBuf,
}

impl Place {
    fn new(name: &str) -> Place {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cc").join(name);
        let _ = fs::remove_dir_all(&folder);
        for inner in ["bin", "tmp"] {
            fs::create_dir_all(folder.join(inner)).expect("the folder can be written to");
        }
        let place = Place { folder };
        for (program, text) in [("clang-19", CLANG), ("wasm-ld", "#!/bin/sh\n")] {
            let path = place.file("bin").join(program);
            fs::write(&path, text).expect("the folder was made");
            fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("it is ours");
        }
        for source in ["x.c", "y.c", "bad.c", "warn.c", "killed.c"] {
            place.write(source, IR);
        }
        place
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.file(name), text).expect("the folder was made");
    }

    fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.file(name)).unwrap_or_default()
    }

    fn command(&self, line: &str) -> Command {
        let mut path = self.file("bin").into_os_string();
        path.push(":/usr/bin:/bin");
        let mut command = Command::new(env!("CARGO_BIN_EXE_unsnarl"));
        command
            .arg("cc")
            .args(line.split_whitespace())
            .current_dir(&self.folder)
            .env("PATH", path)
            .env("TMPDIR", self.file("tmp"))
            .env_remove("UNSNARL_CLANG")
            .env_remove("UNSNARL_WASM_LD")
            .env_remove("UNSNARL_FLAGS")
            .stdin(Stdio::null());
        command
    }

    fn run(&self, line: &str) -> Output {
        self.command(line).output().expect("the command was built")
    }

    /// What the script was run with since the last call, with the folder of temporary files named
    /// `TMP`.
    fn log(&self) -> Vec<String> {
        let text = String::from_utf8_lossy(&self.read("log")).into_owned();
        let _ = fs::remove_file(self.file("log"));
        let bin = self.file("bin").display().to_string();
        text.lines()
            .map(|line| {
                let words =
                    line.split(' ')
                        .map(|word| match word.split_once("/unsnarl-temporary-") {
                            Some((start, rest)) => {
                                let option = start.split_once("=/").map(|(option, _)| option);
                                let option = option.map(|option| format!("{option}="));
                                let file = rest.split_once('/').unwrap_or_default().1;
                                format!("{}TMP/{file}", option.unwrap_or_default())
                            }
                            None => word.replace(&bin, "BIN"),
                        });
                words.collect::<Vec<_>>().join(" ")
            })
            .collect()
    }

    fn is_object(&self, name: &str) -> bool {
        let bytes = self.read(name);
        wasm_sections_follow(&bytes) && bytes.windows(7).any(|part| part == b"linking")
    }

    #[track_caller]
    fn assert_nothing_is_left(&self) {
        let mut left: Vec<String> = names(&self.file("tmp"));
        left.extend(
            names(&self.folder)
                .into_iter()
                .filter(|name| name.ends_with(".part")),
        );
        assert!(left.is_empty(), "{left:?}");
    }
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("the folder is there");
    entries
        .map(|entry| {
            entry
                .expect("it can be listed")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .collect()
}

fn wasm_sections_follow(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\0asm\x01\0\0\0") && bytes.len() > 8
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Runs a command line: its status, and what it printed to both.
#[track_caller]
fn check(place: &Place, line: &str, status: i32, printed: &str) {
    let output = place.run(line);
    let found = text(&output.stdout) + &text(&output.stderr);
    assert_eq!(
        (output.status.code(), found.as_str()),
        (Some(status), printed),
        "{line}"
    );
    place.assert_nothing_is_left();
}

#[test]
fn a_source_becomes_an_object_and_nothing_is_left() {
    let place = Place::new("object");
    check(&place, "-c x.c -O2 -Ifoo", 0, "");
    assert!(place.is_object("x.o"));
    assert_eq!(
        place.log(),
        ["--target=wasm32-wasi -c -emit-llvm -o - x.c -O2 -Ifoo"]
    );
    check(&place, "-c x.c y.c", 0, "");
    assert!(place.is_object("y.o"));
    check(
        &place,
        "-c warn.c -o out.o",
        0,
        "warn.c:1:2: warning: odd\n",
    );
    assert_eq!(place.read("out.o"), place.read("x.o"));
    // To standard output, and as text.
    let output = place.run("-c x.c -o -");
    assert_eq!(output.stdout, place.read("x.o"));
    check(&place, "-S x.c", 0, "");
    let code = text(&place.read("x.s"));
    assert!(
        code.starts_with("(module") && code.contains("(func $twice "),
        "{code}"
    );
}

#[test]
fn no_output_is_an_input_or_another_output() {
    let place = Place::new("outputs");
    fs::create_dir(place.file("sub")).expect("the folder is ours");
    place.write("y.o", "an object");
    let refused = [
        ("-c x.c -o x.c", "the output would replace the input x.c"),
        (
            "-c x.c -o sub/../x.c",
            "the output would replace the input sub/../x.c",
        ),
        (
            "-c x.c -MD -MF x.c",
            "the output would replace the input x.c",
        ),
        ("-c x.c -MD -MF x.o", "x.o would be written twice"),
        ("x.c y.o -o y.o", "the output would replace the input y.o"),
        ("x.c -o x.c", "the output would replace the input x.c"),
    ];
    for (line, message) in refused {
        check(&place, line, 1, &format!("unsnarl cc: error: {message}\n"));
        assert!(place.log().is_empty(), "{line}");
    }
    assert_eq!(text(&place.read("x.c")), IR);
    // What is there from the last build is replaced.
    place.write("x.o", "something else");
    check(&place, "-c x.c", 0, "");
    assert!(place.is_object("x.o"));
}

#[test]
fn the_same_source_gives_the_same_bytes() {
    let place = Place::new("same");
    check(&place, "-c x.c -o one.o", 0, "");
    check(&place, "-c x.c -o two.o", 0, "");
    assert!(place.is_object("one.o") && place.read("one.o") == place.read("two.o"));
}

#[test]
fn objects_are_linked() {
    let place = Place::new("link");
    check(&place, "-c y.c", 0, "");
    place.log();
    check(&place, "x.c y.o -L. -lm -O2 -o prog", 0, "");
    assert_eq!(
        place.log(),
        [
            "--target=wasm32-wasi -c -emit-llvm -o - -Qunused-arguments x.c -L. -lm -O2",
            "--target=wasm32-wasi -Qunused-arguments TMP/0-x.o y.o -L. -lm -o prog -fuse-ld=TMP/unsnarl-ld",
        ]
    );
    // The script joined both.
    assert!(place.is_object("y.o"));
    assert!(place.read("prog").ends_with(&place.read("y.o")));
    assert!(place.read("prog").len() > place.read("y.o").len());
    check(
        &place,
        "bad.o -o p",
        1,
        "unsnarl cc: error: no such file or directory: 'bad.o'\nunsnarl cc: error: no input files\n",
    );
    place.write("bad.o", "");
    check(&place, "bad.o -o p", 7, "bad.o:1:2: error: bad\n");
}

#[test]
fn arguments_come_from_files_and_go_into_one() {
    let place = Place::new("response");
    place.write("inner", "-DB='b \"c'\n");
    place.write("outer", "-c @inner\n\"x.c\"");
    check(&place, "@outer -o o.o", 0, "");
    assert!(place.is_object("o.o"));
    assert_eq!(
        place.log(),
        ["--target=wasm32-wasi -c -emit-llvm -o - -DB=b \"c x.c"]
    );
    place.write("loop", "-c @loop x.c");
    check(
        &place,
        "@loop",
        1,
        "unsnarl cc: error: the response file loop includes itself\n",
    );
    let many: String = (0..20_000)
        .map(|number| format!("-DNUMBER{number}\n"))
        .collect();
    place.write("many", &many);
    check(&place, "-c x.c @many", 0, "");
    assert_eq!(place.log(), ["--target=wasm32-wasi TMP/arguments"]);
    assert_eq!(text(&place.read("arguments")).lines().count(), 20_000 + 5);
}

#[test]
fn the_rest_is_clangs() {
    let place = Place::new("rest");
    check(&place, "-E x.c -DX", 0, "expanded\n");
    assert_eq!(place.log(), ["--target=wasm32-wasi -E x.c -DX"]);
    let version = concat!(
        "script version 1.0\nunsnarl ",
        env!("CARGO_PKG_VERSION"),
        " makes the objects"
    );
    check(&place, "--version", 0, &format!("{version}\n"));
    let output = place
        .command("--version")
        .env("UNSNARL_FLAGS", "-funsnarl-algorithm=relooper")
        .output();
    let output = output.expect("the command was built");
    assert_eq!(
        text(&output.stdout),
        format!("{version}, with --algorithm=relooper\n")
    );
}

/// From version 20 on clang warns of `wasm32-wasi`; where its headers and libraries are is up to
/// the machine, unless the command line says it.
#[test]
fn a_newer_clang_is_told_the_newer_target() {
    let place = Place::new("newer");
    let bin = place.file("bin");
    fs::rename(bin.join("clang-19"), bin.join("clang-22")).expect("it was written");
    for folder in ["include/wasm32-wasi", "lib/wasm32-wasi"] {
        fs::create_dir_all(place.file(folder)).expect("the folder was made");
    }
    check(
        &place,
        "--unsnarl-clang=bin/clang-22 -c x.c --sysroot=.",
        0,
        "",
    );
    check(
        &place,
        "--unsnarl-clang=bin/clang-22 x.o --sysroot=. -o prog",
        0,
        "",
    );
    let headers = "-nostdlibinc -Xclang -internal-isystem -Xclang ./include/wasm32-wasi \
                   -Xclang -internal-isystem -Xclang ./include";
    assert_eq!(
        place.log(),
        [
            format!("--target=wasm32-wasip1 {headers} -c -emit-llvm -o - x.c --sysroot=."),
            "--target=wasm32-wasip1 x.o --sysroot=. -o prog -fuse-ld=TMP/unsnarl-ld \
             -B./lib/wasm32-wasi -L./lib/wasm32-wasi"
                .to_owned(),
        ]
    );
    check(
        &place,
        "x.c --target=wasm32-wasip2 -o prog",
        1,
        "unsnarl cc: error: --target=wasm32-wasip2: components are not supported: link for \
         wasm32-wasip1, and make a component of the program with a tool such as `wasm-tools component new`\n",
    );
    assert!(place.log().is_empty());
    // A clang whose name has no version is run to get it.
    fs::rename(bin.join("clang-22"), bin.join("clang")).expect("it was written");
    check(
        &place,
        "--unsnarl-clang=bin/clang -c x.c --sysroot=none",
        0,
        "",
    );
    assert_eq!(
        place.log(),
        [
            "-dumpversion",
            "--target=wasm32-wasip1 -c -emit-llvm -o - x.c --sysroot=none"
        ]
    );
}

/// A `clang++` beside clang is preferred; its messages have its name, and the driver's its own.
#[test]
fn cpp_is_compiled_by_clangs_driver_for_it() {
    let place = Place::new("cpp");
    place.write("x.cpp", IR);
    symlink("clang-19", place.file("bin/clang++-19")).expect("the folder can be written to");
    let cpp = |line: &str| {
        let mut command = place.command(line);
        let environment: Vec<_> = command
            .get_envs()
            .filter_map(|(name, value)| Some((name.to_owned(), value?.to_owned())))
            .collect();
        command = Command::new(command.get_program());
        command.arg("c++").args(line.split_whitespace());
        command.current_dir(&place.folder).envs(environment);
        command.output().expect("the command was built")
    };
    assert!(cpp("x.cpp -o prog").status.success());
    let log = place.log();
    assert_eq!(
        log[0],
        "--target=wasm32-wasi -c -emit-llvm -o - -Qunused-arguments x.cpp"
    );
    let shown = text(&cpp("-### -c x.cpp").stderr);
    let program = shown.split('"').nth(1).expect("a command is shown");
    assert!(program.ends_with("/bin/clang++-19"), "{shown}");
    for (line, message) in [
        (
            "-c none.cpp",
            "no such file or directory: 'none.cpp'\nunsnarl c++: error: no input files",
        ),
        (
            "-c x.cpp -fsjlj-exceptions",
            "-fsjlj-exceptions: not an exception model of WebAssembly: only WebAssembly \
             exceptions are supported: use -fwasm-exceptions, or no exceptions",
        ),
        (
            "-c x.cpp --driver-mode=cl",
            "--driver-mode=cl: unknown driver mode: use gcc, g++ or cpp",
        ),
    ] {
        let output = cpp(line);
        assert_eq!(output.status.code(), Some(1), "{line}");
        let errors = text(&output.stderr);
        assert_eq!(errors, format!("unsnarl c++: error: {message}\n"));
    }
    let help = text(&cpp("--help").stdout);
    assert!(help.contains("Usage: unsnarl c++ "), "{help}");
}

#[test]
fn a_signal_leaves_nothing_behind() {
    let place = Place::new("signal");
    for pipe in ["started", "hold"] {
        let made = Command::new("mkfifo").arg(place.file(pipe)).status();
        assert!(made.expect("mkfifo is part of every Unix").success());
    }
    let mut child: Child = place
        .command("x.c -o prog")
        .stderr(Stdio::null())
        .spawn()
        .expect("the command was built");
    // The script opens the other end when it links.
    place.read("started");
    assert_eq!(names(&place.file("tmp")).len(), 1);
    let killed = Command::new("kill")
        .args(["-TERM", &child.id().to_string()])
        .status();
    assert!(killed.expect("kill is part of every Unix").success());
    let status = child.wait().expect("it is our child");
    place.write("hold", "go on\n");
    assert_eq!(status.signal(), Some(15));
    place.assert_nothing_is_left();
}

#[test]
fn code_is_left_to_the_link_where_that_is_asked_for() {
    let place = Place::new("link-time");
    // An object is what clang writes.
    check(&place, "-flto -c x.c -o x.o", 0, "");
    assert_eq!(place.log(), ["--target=wasm32-wasi -flto -c x.c -o x.o"]);
    assert_eq!(place.read("x.o"), place.read("x.c"));
    check(&place, "-flto -fno-lto -c x.c", 0, "");
    assert!(place.is_object("x.o"));
    place.log();
    check(
        &place,
        "-flto=thin x.c y.o -o prog",
        1,
        "unsnarl cc: error: no such file or directory: 'y.o'\n",
    );
    place.write("y.o", "y");
    check(&place, "-flto=thin x.c y.o -o prog", 0, "");
    assert_eq!(
        place.log(),
        [
            "--target=wasm32-wasi -c -emit-llvm -Qunused-arguments -flto=thin x.c -o TMP/0-x.o",
            "--target=wasm32-wasi -Qunused-arguments -flto=thin TMP/0-x.o y.o -o prog \
             -fuse-ld=TMP/unsnarl-ld",
        ]
    );
    assert_eq!(text(&place.read("prog")), format!("{IR}y"));
    check(
        &place,
        "-flto -ffat-lto-objects -c x.c",
        1,
        "unsnarl cc: error: -ffat-lto-objects: objects of both code and LLVM IR are not supported \
         for WebAssembly: drop the option; objects are LLVM IR with -flto, and code without it\n",
    );
}
