//! Programs with what few have: C does what LLVM's own back end does, without and with
//! optimization.

use std::fs;
use std::process::Command;

use unsnarl_c::{nested, people};

use crate::common::Scratch;
use crate::{COMPILERS, check_output, native_by, output, write, write_people};

/// Compilers and levels.
const FROM: [(&str, &str); 3] = [
    ("clang-19", "-O0"),
    ("clang-22", "-O0"),
    ("clang-22", "-O2"),
];

/// Compiles a program to LLVM IR with some options, and that by way of C and natively.
#[track_caller]
fn check(name: &str, source: &str, options: &[&str]) {
    let scratch = Scratch::new(name);
    for (compiler, level) in FROM {
        let [own, ir, native] = ["own.c", "own.ll", "native"].map(|name| scratch.path(name));
        fs::write(&own, source).expect("the folder was just made");
        let run = |arguments: &[&str], from, to| {
            let mut command = Command::new(compiler);
            command.args(["-w", level]).args(arguments);
            let made = command.arg("-o").arg(to).arg(from).arg("-lm").output();
            let made = made.unwrap_or_else(|error| panic!("{compiler}: {error}"));
            let said = String::from_utf8_lossy(&made.stderr);
            assert!(made.status.success(), "{compiler}: {said}");
        };
        run(&[&["-S", "-emit-llvm"], options].concat(), &own, &ir);
        run(&[], &ir, &native);
        let due = output(&native);
        assert!(!due.is_empty(), "{name} prints something");
        let text = fs::read_to_string(&ir).expect("it was just made");
        let module = unsnarl_llvm::read(&text).unwrap_or_else(|error| panic!("{error}"));
        let made = people::compile(&module, &nested).unwrap_or_else(|error| panic!("{error}"));
        write(&scratch, &made.text, "typedef int none;\n");
        for host in [COMPILERS[0], COMPILERS[3]] {
            check_output(&scratch, host, &[], &due);
        }
    }
}

#[test]
fn half_floats_have_their_own_bits() {
    check("half", include_str!("programs/half.c"), &[]);
}

#[test]
fn quad_floats_are_those_of_the_library() {
    check("quad", include_str!("programs/quad.c"), &[]);
}

#[test]
fn numbers_are_rounded_and_raise_exceptions_as_programs_ask() {
    let source = include_str!("programs/environment.c");
    check("environment", source, &["-ffp-model=strict"]);
    check("rounding", source, &["-frounding-math", "-DROUNDING_ONLY"]);
}

#[test]
fn distances_of_labels_are_numbers() {
    check("labels", include_str!("programs/labels.c"), &[]);
}

#[test]
fn vectors_have_any_number_of_lanes() {
    check("lanes", include_str!("programs/lanes.c"), &[]);
}

#[test]
fn jumps_that_compilers_build_in() {
    check("jumps", include_str!("programs/jumps.c"), &[]);
}

#[test]
fn functions_are_chosen_when_a_program_is_loaded() {
    check("chosen", include_str!("programs/chosen.c"), &[]);
}

#[test]
fn traps_have_numbers() {
    let source = include_str!("programs/traps.c");
    let sanitizers = "-fsanitize=shift,integer-divide-by-zero,signed-integer-overflow";
    check("traps", source, &["-ftrapv"]);
    check("sanitizers", source, &[sanitizers, "-fsanitize-trap=all"]);
}

/// The library has the code, whose lock all accesses share.
#[test]
fn atomic_accesses_may_be_larger_than_those_of_the_machine() {
    let scratch = Scratch::new("atomics");
    let functions = "@x = global i256 5, align 32
define i32 @f() {
  %a = load atomic i256, ptr @x seq_cst, align 32
  %b = add i256 %a, 7
  store atomic i256 %b, ptr @x seq_cst, align 32
  %p = cmpxchg ptr @x, i256 12, i256 100 seq_cst seq_cst, align 32
  %ok = extractvalue { i256, i1 } %p, 1
  %c = atomicrmw xchg ptr @x, i256 77 seq_cst, align 32
  %d = load atomic i256, ptr @x acquire, align 32
  %e = add i256 %c, %d
  %z = zext i1 %ok to i256
  %g = add i256 %z, %e
  %r = trunc i256 %g to i32
  ret i32 %r
}
";
    let driver = "#include <stdio.h>
unsigned f(void);
int main(void) {
  printf(\"%u\\n\", f());
  return 0;
}
";
    write_people(&scratch, functions, driver);
    for compiler in COMPILERS {
        let options = ["-Wl,--no-as-needed", "-latomic"];
        check_output(&scratch, compiler, &options, "178\n");
    }
}

#[test]
fn symbols_have_any_name_and_attributes_stay() {
    let scratch = Scratch::new("symbols");
    let functions = include_str!("programs/symbols.ll");
    write_people(&scratch, functions, include_str!("programs/symbols.c"));
    let due = native_by(&scratch, "clang-19", functions);
    for compiler in COMPILERS {
        check_output(&scratch, compiler, &[], &due);
    }
    let text = fs::read_to_string(scratch.path("x.c")).expect("it was just made");
    assert!(text.contains("__attribute__((noinline))"), "{text}");
}
