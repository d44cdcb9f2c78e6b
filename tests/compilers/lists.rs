//! Lists of variable arguments that are global, in structs, and behind pointers.

use std::fs;
use std::process::Command;

use unsnarl_c::{nested, people};

use crate::common::Scratch;
use crate::{COMPILERS, check_output, output};

const SOURCE: &str = r#"
#include <stdarg.h>
#include <stdio.h>
struct big { long a, b, c; };
struct has { int n; va_list list; };
va_list global;
static va_list several[2];
static struct has in_struct;
static int printed(const char *format, va_list list) { return vprintf(format, list); }
static int next(va_list *list) { return va_arg(*list, int); }
static double next_of(struct has *has) { has->n++; return va_arg(has->list, double); }
static long next_big(va_list *list) { struct big big = va_arg(*list, struct big); return big.a + big.c; }
__attribute__((noinline)) static int globals(int n, ...) {
  va_start(global, n);
  int r = va_arg(global, int) + (int)va_arg(global, double);
  va_copy(in_struct.list, global);
  va_copy(several[1], in_struct.list);
  r += next(&global) + (int)next_of(&in_struct) + va_arg(several[1], int);
  printed("%d\n", global);
  va_end(global);
  return r + in_struct.n;
}
__attribute__((noinline)) static int locals(int n, ...) {
  struct has own = {7};
  va_list two[2];
  va_start(own.list, n);
  int r = va_arg(own.list, int) + (int)next_of(&own) + next(&own.list);
  va_copy(two[1], own.list);
  va_copy(two[0], two[1]);
  r += va_arg(two[0], int);
  printed("%d %d\n", two[1]);
  va_end(own.list);
  return r + own.n;
}
__attribute__((noinline)) static int passed(int n, ...) {
  va_list list;
  va_start(list, n);
  long r = next_big(&list) + va_arg(list, int);
  va_end(list);
  return (int)r;
}
int main(void) {
  struct big big = {1, 2, 3};
  printf("%d\n", globals(1, 5, 2.5, 7, 8));
  printf("%d\n", locals(1, 4, 2.5, 6, 9, 10));
  printf("%d\n", passed(1, big, 77));
  return 0;
}
"#;

#[test]
fn lists_of_variable_arguments_may_be_anywhere() {
    let scratch = Scratch::new("lists");
    fs::write(scratch.path("source.c"), SOURCE).expect("the folder was just made");
    fs::write(scratch.path("driver.c"), "").expect("the folder was just made");
    let run = |options: &[&str], to: &str| {
        let mut clang = Command::new("clang-19");
        clang.args(options).arg("-o").arg(scratch.path(to));
        let done = clang.arg(scratch.path("source.c")).output();
        let done = done.expect("clang is installed");
        let said = String::from_utf8_lossy(&done.stderr);
        assert!(done.status.success(), "{said}");
    };
    run(&["-w", "-O0"], "native");
    let due = output(&scratch.path("native"));
    assert_eq!(due.lines().count(), 5);
    for options in [&["-O0"][..], &["-O2"], &["-O0", "-g"], &["-O2", "-g"]] {
        run(&[options, &["-S", "-emit-llvm"]].concat(), "source.ll");
        let text = fs::read_to_string(scratch.path("source.ll")).expect("clang wrote it");
        let module = unsnarl_llvm::read(&text).unwrap_or_else(|error| panic!("{error}"));
        let made = people::compile(&module, &nested).unwrap_or_else(|error| panic!("{error}"));
        fs::write(scratch.path("x.c"), made.text).expect("the folder was just made");
        for compiler in [COMPILERS[0], COMPILERS[2]] {
            for level in ["-O0", "-O2"] {
                check_output(&scratch, compiler, &[level], &due);
            }
        }
    }
}
