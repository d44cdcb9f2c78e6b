//! C skeletons, compiled by gcc.
//!
//! *Needs:* `gcc` on the path. *Gives:* what every program showed on every tape; an error if gcc
//! warns of anything, or if a skeleton has a `goto`, a word that it is told to refuse.
//! *Cost:* one file and one process for a batch.

use super::engine::{Answers, Case, compile_and_run};
use std::fmt::Write as _;

const TOOL: &str = "gcc";

const STRICT: [&str; 6] = [
    "-std=c99",
    "-O0",
    "-Wall",
    "-Wextra",
    "-Werror",
    "-Wimplicit-fallthrough",
];
const LENIENT: [&str; 3] = ["-std=c99", "-O0", "-w"];

/// The host in C, as strict as [`super::Host`].
///
/// A wrong skeleton may run on without a block that would count: after a second of its own time
/// it is stopped.
const HOST: &str = r#"#define _XOPEN_SOURCE 700
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>

static int number(void) {
  unsigned value;
  long long read;
  if (scanf("%lld", &read) != 1) abort();
  value = (unsigned)read;
  return (int)value;
}

static int *numbers(int count) {
  int *all = calloc((size_t)count + 1, sizeof *all);
  if (!all) abort();
  for (int at = 0; at < count; at++) all[at] = number();
  return all;
}

static sigjmp_buf stop;
static char end[80];
static int limit, blocks, *arms, length, *tape, ran, read_so_far, undecided;

static _Noreturn void stop_with(const char *what, int index) {
  snprintf(end, sizeof end, what, index);
  siglongjmp(stop, 1);
}

static void stop_endless(int number) {
  stop_with("wrong: signal %d: it does not end", number);
}

void block(int index);
int decide(int index);
_Noreturn void unreachable(void);

void block(int index) {
  if (undecided != -1) stop_with("wrong: block %d was not asked", undecided);
  if (index < 0 || index >= blocks) stop_with("wrong: there is no block %d", index);
  if (ran == limit) stop_with("long enough", 0);
  ran++;
  printf("%d ", index);
  undecided = arms[index] == -1 ? -1 : index;
}

int decide(int index) {
  if (undecided != index) stop_with("wrong: block %d is asked out of turn", index);
  undecided = -1;
  if (arms[index] < 2) return 0;
  if (read_so_far == length) stop_with("tape used", 0);
  return (int)((unsigned)tape[read_so_far++] % (unsigned)arms[index]);
}

_Noreturn void unreachable(void) {
  stop_with("unreachable", 0);
}

static void show(void (*run)(void)) {
  const struct itimerval seconds = {{0, 0}, {1, 0}}, none = {{0, 0}, {0, 0}};
  ran = read_so_far = 0;
  undecided = -1;
  snprintf(end, sizeof end, "returned");
  setitimer(ITIMER_VIRTUAL, &seconds, NULL);
  if (sigsetjmp(stop, 1) == 0) run();
  setitimer(ITIMER_VIRTUAL, &none, NULL);
  puts(end);
}
"#;

/// What comes after the skeletons and the table `runs` of them.
const MAIN: &str = r#"
int main(void) {
  signal(SIGVTALRM, stop_endless);
  limit = number();
  for (size_t at = 0; at < sizeof runs / sizeof *runs; at++) {
    blocks = number();
    arms = numbers(blocks);
    for (int tapes = number(); tapes > 0; tapes--) {
      length = number();
      tape = numbers(length);
      show(runs[at]);
      free(tape);
    }
    free(arms);
  }
  return 0;
}
"#;

/// Compiles all cases, and runs each on its tapes, up to `limit` blocks.
pub fn run(cases: &[Case], limit: usize) -> Answers {
    if cases.is_empty() {
        return Ok(Vec::new());
    }
    let source = source(cases);
    let arguments: [&[&str]; 2] = [&STRICT, &LENIENT];
    compile_and_run(TOOL, arguments, ("skeletons.c", &source), cases, limit)
}

fn source(cases: &[Case]) -> String {
    let mut source = String::from(HOST) + "\n#pragma GCC poison goto\n";
    let mut runs = String::from("\nstatic void (*const runs[])(void) = {");
    for (number, case) in cases.iter().enumerate() {
        let text = case
            .text
            .replace("void run(void)", &format!("static void run{number}(void)"));
        source.push('\n');
        source.push_str(&text);
        write!(runs, "run{number}, ").expect("a string takes any text");
    }
    source + &runs + "};\n" + MAIN
}
