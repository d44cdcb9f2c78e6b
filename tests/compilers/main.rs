//! What compilers may not do with the text: whatever they are told or assume by default, it means
//! what its IR or its module means.

mod again;
mod common;
mod functions;
mod intrinsics;
mod lanes;
mod lists;
mod literals;
mod loops;
mod operations;
mod programs;
mod random;
mod results;
mod warnings;
mod wide;
mod x86;

use std::fs;
use std::path::Path;
use std::process::Command;

use common::Scratch;
use unsnarl_c::machine::Options;
use unsnarl_c::{machine, nested, people};

/// Compilers, each with the standard that it is asked for.
const COMPILERS: [(&str, &str); 4] = [
    ("gcc", "-std=gnu11"),
    ("gcc", "-std=c11"),
    ("clang-19", "-std=gnu11"),
    ("clang-19", "-std=c11"),
];

/// What modules say of the host.
const TARGET: &str = "target datalayout = \"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128\"
target triple = \"x86_64-pc-linux-gnu\"
";

/// Builds a program of two files, with more options; an error is what the compiler says.
fn build(
    scratch: &Scratch,
    (compiler, standard): (&str, &str),
    options: &[&str],
) -> Result<(), String> {
    let mut command = Command::new(compiler);
    command.args([standard, "-O2", "-Wall", "-Wextra", "-Werror"]);
    command.args(options).arg("-o").arg(scratch.path("program"));
    command.args([scratch.path("x.c"), scratch.path("driver.c")]);
    let built = command.arg("-lm").output();
    let built = built.unwrap_or_else(|error| panic!("{compiler}: {error}"));
    match built.status.success() {
        true => Ok(()),
        false => Err(String::from_utf8_lossy(&built.stderr).into_owned()),
    }
}

/// Builds the program by a compiler, and expects it to print that.
#[track_caller]
fn check_output(scratch: &Scratch, compiler: (&str, &str), options: &[&str], due: &str) {
    let built = build(scratch, compiler, options);
    built.unwrap_or_else(|said| panic!("{compiler:?} {options:?}: {said}"));
    let found = output(&scratch.path("program"));
    for (due, found) in due.lines().zip(found.lines()) {
        assert_eq!(due, found, "{compiler:?} {options:?}");
    }
    assert_eq!(due.len(), found.len(), "{compiler:?} {options:?}");
}

/// What a program prints that LLVM's own back end makes of functions in LLVM IR.
fn native(scratch: &Scratch, functions: &str) -> String {
    native_by(scratch, "clang-19", functions)
}

/// The same by another version.
fn native_by(scratch: &Scratch, compiler: &str, functions: &str) -> String {
    let source = scratch.path("x.ll");
    fs::write(&source, format!("{TARGET}{functions}")).expect("the folder was just made");
    let mut native = Command::new(compiler);
    native.args(["-w", "-O1", "-o"]).arg(scratch.path("native"));
    native.args([source, scratch.path("driver.c")]);
    let native = native.arg("-lm").output();
    let native = native.expect("clang is installed");
    let said = String::from_utf8_lossy(&native.stderr);
    assert!(native.status.success(), "{said}");
    output(&scratch.path("native"))
}

/// The program that calls functions `f0`, `f1` and so on, those of these numbers by these names,
/// with random bytes for three vectors of so many bytes, and prints what they write of one.
fn driver<'a>(vector: usize, functions: impl IntoIterator<Item = (usize, &'a str)>) -> String {
    let (mut declared, mut calls) = (String::new(), String::new());
    for (number, name) in functions {
        declared += &format!("void f{number}(void *, void *);\n");
        calls += &format!("  run(\"{name}\", f{number});\n");
    }
    format!(
        "#include <stdio.h>
#include <string.h>
{declared}static unsigned long long seed = 1;
static unsigned char in[{size}], out[{vector}];
static void run(const char *name, void (*f)(void *, void *)) {{
  for (int round = 0; round < 8; round++) {{
    for (int i = 0; i < {size}; i++) {{
      seed = seed * 6364136223846793005 + 1442695040888963407;
      in[i] = round % 2 ? (unsigned char)(seed >> 33) & 31 : (unsigned char)(seed >> 33);
    }}
    memset(out, 0, sizeof out);
    f(out, in);
    printf(\"%s\", name);
    for (int i = 0; i < {vector}; i++) printf(\" %02x\", out[i]);
    printf(\"\\n\");
  }}
}}
int main(void) {{
{calls}  return 0;
}}
",
        size = 3 * vector
    )
}

fn output(program: &Path) -> String {
    let output = Command::new(program).output().expect("it was just built");
    String::from_utf8(output.stdout).expect("it prints text")
}

/// Writes the C of functions in LLVM IR, and the program that calls them.
fn write_people(scratch: &Scratch, functions: &str, driver: &str) {
    let text = format!("{TARGET}{functions}");
    let module = unsnarl_llvm::read(&text).unwrap_or_else(|error| panic!("{error}"));
    let output = people::compile(&module, &nested).unwrap_or_else(|error| panic!("{error}"));
    write(scratch, &output.text, driver);
}

fn write(scratch: &Scratch, text: &str, driver: &str) {
    for (name, text) in [("x.c", text), ("driver.c", driver)] {
        fs::write(scratch.path(name), text).expect("the folder was just made");
    }
}

/// The product is rounded before the difference is taken, which is then nothing; rounded at once,
/// it is what the product lost.
#[test]
fn a_product_and_a_sum_are_rounded_one_after_the_other() {
    let scratch = Scratch::new("fused");
    // The second function has the instruction that does both, the first one may have it.
    let functions = "define double @here(double %a, double %b, double %c) {
  %product = fmul double %a, %b
  %less = fsub double %product, %c
  ret double %less
}
define double @there(double %a, double %b, double %c) #0 {
  %product = fmul double %a, %b
  %less = fsub double %product, %c
  ret double %less
}
attributes #0 = { \"target-features\"=\"+fma\" }
";
    let driver = "#include <stdio.h>
double here(double, double, double);
double there(double, double, double);
int main(void) {
  double x = 1.0 + 1.0 / (1 << 30), y = x * x;
  printf(\"%d %d\\n\", here(x, x, y) == 0, there(x, x, y) == 0);
  return 0;
}
";
    write_people(&scratch, functions, driver);
    for compiler in COMPILERS {
        // With clang that option overrules the text.
        let asked = ["-mfma", "-ffp-contract=fast"];
        let all = [&[][..], &asked[..1], &asked];
        for options in &all[..if compiler.0 == "gcc" { 3 } else { 2 }] {
            let built = build(&scratch, compiler, options);
            built.unwrap_or_else(|said| panic!("{compiler:?} {options:?}: {said}"));
            let found = output(&scratch.path("program"));
            assert_eq!(found, "1 1\n", "{compiler:?} {options:?}");
        }
        let said = build(&scratch, compiler, &["-ffast-math"]);
        let said = said.expect_err("it is no IEEE 754");
        assert!(said.contains("compile without -ffast-math"), "{said}");
    }
}

/// What is behind a loop that nothing ends is not done. A program that does nothing for a second
/// says so.
///
/// The loop adds 0 to 1 until that is 2: what an optimizer sees is that its number is not used
/// behind it.
const ENDLESS: &str = "#include <signal.h>
#include <unistd.h>
static void alarmed(int number) {
  ssize_t written = write(1, \"endless\\n\", 8);
  (void)number;
  _exit(written != 8);
}
static void wait_for_it(void) {
  signal(SIGALRM, alarmed);
  alarm(1);
}
";

const ENDED: &str = "  return write(1, \"ended\\n\", 6) != 6;\n}\n";

/// Builds the program by each compiler: none gets behind the loop.
#[track_caller]
fn check_endless(scratch: &Scratch) {
    for compiler in COMPILERS {
        let built = build(scratch, compiler, &["-D_POSIX_C_SOURCE=200809L"]);
        built.unwrap_or_else(|said| panic!("{compiler:?}: {said}"));
        assert_eq!(
            output(&scratch.path("program")),
            "endless\n",
            "{compiler:?}"
        );
    }
}

#[test]
fn a_loop_of_ir_that_does_nothing_goes_on() {
    let scratch = Scratch::new("endless-ir");
    let functions = "define i32 @f(i32 %step, i32 %last) {
entry:
  br label %again
again:
  %i = phi i32 [ 1, %entry ], [ %next, %again ]
  %next = add i32 %i, %step
  %more = icmp ne i32 %next, %last
  br i1 %more, label %again, label %end
end:
  ret i32 1
}
";
    let driver =
        "unsigned f(unsigned, unsigned);\nint main(void) {\n  wait_for_it();\n  f(0, 2);\n";
    write_people(&scratch, functions, &format!("{ENDLESS}{driver}{ENDED}"));
    check_endless(&scratch);
}

#[test]
fn a_loop_of_a_module_that_does_nothing_goes_on() {
    let scratch = Scratch::new("endless-module");
    // (func (export "f") (param $step i32) (param $last i32) (local $i i32)
    //   (local.set $i (i32.const 1))
    //   (block
    //     (loop
    //       (br_if 1 (i32.eq (local.get $i) (local.get $last)))
    //       (local.set $i (i32.add (local.get $i) (local.get $step)))
    //       (br 0))))
    let bytes = b"\0asm\x01\0\0\0\x01\x06\x01\x60\x02\x7f\x7f\0\x03\x02\x01\0\x07\x05\x01\x01f\0\0\
        \x0a\x20\x01\x1e\x01\x01\x7f\x41\x01\x21\x02\x02\x40\x03\x40\
        \x20\x02\x20\x01\x46\x0d\x01\x20\x02\x20\0\x6a\x21\x02\x0c\0\x0b\x0b\x0b";
    let module = unsnarl_wasm::read(bytes).unwrap_or_else(|error| panic!("{error}"));
    let options = Options {
        name: String::from("x"),
        bytes_per_file: None,
    };
    let made = machine::compile(&module, &options, &nested);
    let made = made.unwrap_or_else(|error| panic!("{error}"));
    for (name, text) in &made.files {
        fs::write(scratch.path(name), text).expect("the folder was just made");
    }
    let driver = "static x instance;
int main(void) {
  wait_for_it();
  x_instantiate(&instance, 0, 0);
  x_f(&instance, 0, 2);
";
    let driver = format!("#include \"x.h\"\n{ENDLESS}{driver}{ENDED}");
    fs::write(scratch.path("driver.c"), driver).expect("the folder was just made");
    check_endless(&scratch);
}
