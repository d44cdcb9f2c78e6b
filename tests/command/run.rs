//! `unsnarl run` with a clang that is a script: what is compiled, what is linked, and how it ends.
//!
//! The script prints LLVM IR for C, and for a link gives `linked.wasm`.
//! `cargo xtask conformance --only driver` runs programs with the real one and its libc.

#![cfg(unix)]

use crate::support::{folder, text};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const CLANG: &str = r#"#!/bin/sh
echo "$*" >> log
next=
for word; do
  if test "$next" = -o; then output=$word; next=; continue; fi
  case $word in
    -o) next=-o;;
    -emit-llvm) cat program.ll; exit;;
    -print-file-name=*) cat crt; exit;;
  esac
done
if test -e linked.wasm; then cp linked.wasm "$output"; else echo "no way to link" >&2; exit 1; fi
"#;

const HEAD: &str = "target datalayout = \"e-m:e-p:32:32-i64:64-n32:64-S128\"\n";

/// Has a `main`, and needs a libc.
const HELLO: &str = "declare i32 @puts(ptr)\ndefine i32 @__main_void() {\n %1 = call i32 @puts(ptr null)\n ret i32 %1\n}\n";

/// Has a `_start`.
const WHOLE: &str = "declare void @exit(i32) \"wasm-import-module\"=\"wasi_snapshot_preview1\" \"wasm-import-name\"=\"proc_exit\"\n\
                     define void @_start() {\n call void @exit(i32 9)\n ret void\n}\n";

/// What the linker makes: it asks for a file, of which there are none, and exits with the answer.
const LINKED: &str = r#"(module
  (import "wasi_snapshot_preview1" "fd_prestat_get" (func $get (param i32 i32) (result i32)))
  (import "wasi_snapshot_preview1" "proc_exit" (func $exit (param i32)))
  (memory (export "memory") 1)
  (func (export "_start") (call $exit (call $get (i32.const 3) (i32.const 0)))))"#;

struct Place {
    folder: PathBuf,
}

impl Place {
    fn new(name: &str) -> Place {
        let folder = folder(&format!("run-{name}"));
        let place = Place { folder };
        for inner in ["bin", "tmp"] {
            fs::create_dir(place.file(inner)).expect("the folder is ours");
        }
        for (program, text) in [("bin/clang-19", CLANG), ("bin/wasm-ld", "#!/bin/sh\n")] {
            place.write(program, text.as_bytes());
            let mode = fs::Permissions::from_mode(0o755);
            fs::set_permissions(place.file(program), mode).expect("it is ours");
        }
        place.write("crt", b"/lib/crt1.o\n");
        for (file, text) in [
            ("hello.ll", HELLO),
            ("program.ll", HELLO),
            ("whole.ll", WHOLE),
        ] {
            place.write(file, format!("{HEAD}{text}").as_bytes());
        }
        place.write("hello.c", b"");
        place.write(
            "linked.wasm",
            &wat::parse_str(LINKED).expect("it is well formed"),
        );
        place
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    fn write(&self, name: &str, bytes: &[u8]) {
        fs::write(self.file(name), bytes).expect("the folder is ours");
    }

    fn run_with(&self, path: &Path, line: &str) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_unsnarl"));
        command
            .arg("run")
            .args(line.split_whitespace())
            .current_dir(&self.folder)
            .env("PATH", format!("{}:/usr/bin:/bin", path.display()))
            .env("TMPDIR", self.file("tmp"))
            .env("UNSNARL_CLANG", "bin/clang-19")
            .stdin(Stdio::null());
        command.output().expect("the command was built")
    }

    fn log(&self) -> String {
        let log = fs::read_to_string(self.file("log")).unwrap_or_default();
        let _ = fs::remove_file(self.file("log"));
        log
    }

    /// How a line ends, and a part of its messages. Nothing is left in the folder for temporary
    /// files.
    #[track_caller]
    fn check(&self, line: &str, status: i32, part: &str) {
        let output = self.run_with(&self.file("bin"), line);
        let errors = text(&output.stderr);
        assert_eq!(output.status.code(), Some(status), "{line}: {errors}");
        assert!(errors.contains(part), "{line}: {errors}");
        let left = fs::read_dir(self.file("tmp")).expect("it is there").count();
        assert_eq!(left, 0, "{line}");
    }
}

#[test]
fn what_needs_a_libc_is_linked_with_one() {
    let place = Place::new("libc");
    // 8 is what WASI answers for a descriptor that is not open.
    place.check("hello.ll", 8, "");
    let log = place.log();
    assert!(
        log.starts_with("--target=wasm32-wasi ")
            && log.contains("program.o")
            && log.contains("-fuse-ld="),
        "{log}"
    );
    place.check("hello.c", 8, "");
    let log = place.log();
    assert!(
        log.contains("-emit-llvm") && log.contains("-O2 hello.c"),
        "{log}"
    );
    // IR with a `_start` that needs a library is linked without the libc's start code.
    let lacking = WHOLE.replace(
        "\"wasm-import-module\"=\"wasi_snapshot_preview1\" \"wasm-import-name\"=\"proc_exit\"",
        "",
    );
    place.write("lacking.ll", format!("{HEAD}{lacking}").as_bytes());
    place.check("lacking.ll", 8, "");
    assert!(place.log().contains("-nostartfiles"));
}

#[test]
fn what_is_whole_runs_without_clang() {
    let place = Place::new("whole");
    place.check("whole.ll", 9, "");
    place.check("linked.wasm", 8, "");
    place.check("--algorithm=relooper whole.ll one --two", 9, "");
    assert_eq!(place.log(), "");
}

#[test]
fn addresses_of_64_bits_need_no_libc() {
    let place = Place::new("wide");
    let wide = HEAD
        .replace("p:32:32", "p:64:64")
        .replace("wasm32", "wasm64");
    place.write("wide.ll", format!("{wide}{WHOLE}").as_bytes());
    place.check("wide.ll", 9, "");
    place.write("hello.ll", format!("{wide}{HELLO}").as_bytes());
    let named = "no C library for 64-bit addresses";
    place.check("hello.ll", 125, named);
    assert_eq!(place.log(), "");
}

#[test]
fn a_module_whose_data_reads_like_a_section_of_objects_is_run() {
    let place = Place::new("data");
    let data = "(data (i32.const 0) \"\\07linking\")))))";
    let module = LINKED.replace(")))))", &format!("))))\n  {}", &data[..data.len() - 3]));
    place.write(
        "data.wasm",
        &wat::parse_str(module).expect("it is a module"),
    );
    place.check("data.wasm", 8, "");
    assert_eq!(place.log(), "");
}

#[test]
fn what_never_starts_ends_with_125() {
    let place = Place::new("never");
    place.check("none.ll", 125, "cannot read none.ll");
    place.check("none.c", 125, "no such file or directory: 'none.c'");
    place.check("--bogus hello.ll", 125, "unexpected argument");
    // Arguments after the program are the program's.
    place.check("hello.ll --from=magic --help", 8, "");
    place.check("--from=magic hello.ll", 125, "possible values");
    place.write(
        "lib.ll",
        format!("{HEAD}define void @f() {{\n ret void\n}}\n").as_bytes(),
    );
    place.check(
        "lib.ll",
        125,
        "lib.ll defines f; `unsnarl compile` makes a module",
    );
    place.write("cut.ll", b"define void @main() {\n");
    place.check("cut.ll", 125, "cut.ll:2:1");
    place.write("empty.wasm", b"\0asm\x01\0\0\0");
    place.check("empty.wasm", 125, "it defines no `_start`");
    place.write("damaged.wasm", b"\0asm\x01\0\0\0\x01\xff");
    place.check("damaged.wasm", 125, "cannot start");
}

#[test]
fn a_missing_linker_or_libc_is_named_with_what_to_install() {
    let place = Place::new("missing");
    fs::remove_file(place.file("linked.wasm")).expect("it was written");
    place.check("hello.ll", 125, "no way to link");
    place.write("crt", b"crt1.o\n");
    place.check("hello.ll", 125, "no C library for WebAssembly");
    place.check("hello.c", 125, "apt-get install wasi-libc");
    fs::remove_file(place.file("bin/clang-19")).expect("it was written");
    place.check("hello.ll", 125, "UNSNARL_CLANG names 'bin/clang-19'");
}

/// A program that exits with what `body` leaves, of which 8 bits count. A path is in its memory at
/// 16, and a result at 0.
fn program(body: &str, path: &str) -> Vec<u8> {
    let text = format!(
        r#"(module
  (import "wasi_snapshot_preview1" "environ_sizes_get" (func $variables (param i32 i32) (result i32)))
  (import "wasi_snapshot_preview1" "fd_write" (func $write (param i32 i32 i32 i32) (result i32)))
  (import "wasi_snapshot_preview1" "fd_read" (func $read (param i32 i32 i32 i32) (result i32)))
  (import "wasi_snapshot_preview1" "path_create_directory" (func $make (param i32 i32 i32) (result i32)))
  (import "wasi_snapshot_preview1" "path_open"
    (func $open (param i32 i32 i32 i32 i32 i64 i64 i32 i32) (result i32)))
  (import "wasi_snapshot_preview1" "proc_exit" (func $exit (param i32)))
  (memory (export "memory") 1)
  (data (i32.const 16) "{path}")
  (func $opened (param i32) (result i32)
    (call $open (local.get 0) (i32.const 1) (i32.const 16) (i32.const {}) (i32.const 0)
      (i64.const 2) (i64.const 0) (i32.const 0) (i32.const 0)))
  (func (export "_start") (call $exit {body})))"#,
        path.len()
    );
    wat::parse_str(text).expect("it is well formed")
}

/// The number of the error by which a path is opened; 0 if it is.
const OPENED: &str = "(call $opened (i32.const 3))";

#[test]
fn folders_are_given_by_name_and_nothing_leads_out_of_them() {
    const ABSENT: i32 = 44;
    const NOT_OPEN: i32 = 8;
    const FORBIDDEN: i32 = 63;
    let place = Place::new("folders");
    fs::create_dir(place.file("given")).expect("the folder is ours");
    place.write("given/x", b"*");
    place.write("secret", b"");
    let link = |target: &str, name: &str| {
        let linked = std::os::unix::fs::symlink(target, place.file(name));
        linked.expect("the folder is ours");
    };
    link("x", "given/inner");
    link("../secret", "given/outer");
    link("/etc", "given/absolute");
    for (path, errno) in [
        ("x", 0),
        ("./x", 0),
        ("../given/x", FORBIDDEN),
        ("inner", 0),
        ("y", ABSENT),
        ("../secret", FORBIDDEN),
        ("outer", FORBIDDEN),
        ("absolute/passwd", FORBIDDEN),
        ("/etc/passwd", FORBIDDEN),
    ] {
        place.write("open.wasm", &program(OPENED, path));
        place.check("--dir given open.wasm", errno, "");
        place.check("open.wasm", NOT_OPEN, "");
    }
    place.check("--dir none open.wasm", 125, "cannot open folder none");
    place.check(
        "--dir ::x open.wasm",
        125,
        "expected `HOST` or `HOST::GUEST`",
    );
    // The byte of the file.
    let read = "(block (result i32) (drop (call $opened (i32.const 3)))
        (i32.store (i32.const 4) (i32.const 12)) (i32.store (i32.const 8) (i32.const 1))
        (drop (call $read (i32.load (i32.const 0)) (i32.const 4) (i32.const 1) (i32.const 0)))
        (i32.load8_u (i32.const 12)))";
    place.write("read.wasm", &program(read, "x"));
    place.check("--dir given::/data read.wasm", i32::from(b'*'), "");
    let make = "(call $make (i32.const 3) (i32.const 16) (i32.const 3))";
    place.write("make.wasm", &program(make, "new"));
    place.check("--dir given make.wasm", 0, "");
    assert!(place.file("given/new").is_dir());
}

#[test]
fn variables_are_those_that_are_given() {
    let place = Place::new("variables");
    let count = "(block (result i32) (drop (call $variables (i32.const 0) (i32.const 4)))
        (i32.add (i32.mul (i32.const 100) (i32.load (i32.const 0))) (i32.load (i32.const 4))))";
    place.write("count.wasm", &program(count, ""));
    place.check("count.wasm", 0, "");
    // `A=bc` and `A=` take 8 bytes.
    place.check("--env A=bc --env A= count.wasm", 208, "");
    place.check(
        "--env NO_SUCH count.wasm",
        125,
        "environment variable not found",
    );
    let length = place.file("tmp").as_os_str().len() as i32;
    place.check(
        "--env TMPDIR count.wasm",
        (100 + "TMPDIR=".len() as i32 + length + 1) & 255,
        "",
    );
}

#[test]
fn a_program_has_limits_of_time_steps_and_memory() {
    let place = Place::new("limits");
    let forever = "(block (result i32) (loop $l (br $l)) (i32.const 0))";
    place.write("forever.wasm", &program(forever, ""));
    place.check("--timeout 0.2 forever.wasm", 124, "stopped after 0.2 s");
    place.check(
        "--fuel 10000 forever.wasm",
        134,
        "used up its fuel of 10000 steps",
    );
    place.check("--timeout x forever.wasm", 125, "invalid float literal");
    let grow = "(memory.grow (i32.const 100))";
    place.write("grow.wasm", &program(grow, ""));
    place.check("--fuel 100000000 --max-memory 10000000 grow.wasm", 1, "");
    place.check("--max-memory 200000 grow.wasm", 255, "");
    place.check("--max-memory 1 grow.wasm", 125, "cannot start");
}

#[test]
fn another_engine_is_given_what_it_has_and_else_it_is_an_error() {
    let place = Place::new("engines");
    for name in ["wasmtime-9", "other"] {
        place.write(
            &format!("bin/{name}"),
            b"#!/bin/sh\necho \"$*\" | sed 's,/[^ ]*/,,g' >> log\nexit 5\n",
        );
        let mode = fs::Permissions::from_mode(0o755);
        fs::set_permissions(place.file(&format!("bin/{name}")), mode).expect("it is ours");
    }
    place.check("--engine other linked.wasm one -x", 5, "");
    assert_eq!(place.log(), "linked.wasm one -x\n");
    place.check(
        "--engine other --fuel 9 linked.wasm",
        125,
        "other does not support --fuel",
    );
    place.check(
        "--engine other --dir . linked.wasm",
        125,
        "use wasmi, node or wasmtime",
    );
    place.check(
        "--engine wasmtime-9 --dir .::x --env A=b --fuel 7 --max-memory 65536 whole.ll one",
        5,
        "",
    );
    assert_eq!(
        place.log(),
        "run --dir .::x --env A=b -Wfuel=7 -Wmax-memory-size=65536 --argv0 whole.ll program.wasm one\n"
    );
    place.check(
        "--engine node-0 --fuel 1 linked.wasm",
        125,
        "node-0 does not support --fuel",
    );
    place.check("--engine node-0 linked.wasm", 125, "cannot run node-0");
    let tags = wat::parse_str("(module (tag $t) (func (export \"_start\") (throw $t)))");
    place.write("throws.wasm", &tags.expect("it is well formed"));
    place.check("throws.wasm", 125, "`--engine node`");
    place.check("--engine wasmtime-9 throws.wasm", 5, "");
    assert!(place.log().contains("-Wexceptions=y"));
}

#[test]
fn a_program_is_told_of_output_that_is_lost() {
    const NO_SPACE: i32 = 51;
    const PIPE: i32 = 64;
    let place = Place::new("lost");
    let write = "(block (result i32)
        (i32.store (i32.const 4) (i32.const 16)) (i32.store (i32.const 8) (i32.const 1))
        (call $write (i32.const 1) (i32.const 4) (i32.const 1) (i32.const 0)))";
    place.write("write.wasm", &program(write, "x"));
    let full = fs::File::options().write(true).open("/dev/full");
    let full = full.expect("Linux has a device that is full");
    let (reader, pipe) = std::io::pipe().expect("there is room for a pipe");
    drop(reader);
    for (output, errno) in [(Stdio::from(full), NO_SPACE), (Stdio::from(pipe), PIPE)] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_unsnarl"));
        command
            .arg("run")
            .arg(place.file("write.wasm"))
            .stdout(output);
        let status = command.status().expect("the command was built");
        assert_eq!(status.code(), Some(errno));
    }
}
