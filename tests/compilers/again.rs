//! Calls that return twice, in random graphs: C goes on where the IR does.
//!
//! Random programs in C have no `setjmp`. Here each function jumps between its blocks in any way,
//! some of which call `setjmp`, and what all of them call comes back there at times. What decides
//! and what is printed is kept in global variables, which no `longjmp` takes back, but for a number
//! that does not change, and for local variables that are volatile, of which some are structs and
//! arrays. LLVM's `reg2mem` makes variables of all values.

use std::fmt::Write as _;
use std::fs;
use std::process::Command;

use unsnarl_c::{nested, people};

use crate::common::Scratch;
use crate::random::Rng;
use crate::{COMPILERS, check_output, output};
use unsnarl_testkit::random::first_case;

const FUNCTIONS: usize = 16;
const BLOCKS: usize = 10;
/// How often each function is called.
const CALLS: usize = 12;

const HEAD: &str = "#include <setjmp.h>
#include <stdio.h>
static jmp_buf place;
static int armed, budget;
static unsigned long long seed = 1;
static unsigned next(unsigned end) {
  seed = seed * 6364136223846793005 + 1442695040888963407;
  return (unsigned)(seed >> 33) % end;
}
__attribute__((noinline)) static void step(int block, int number) {
  printf(\" %d.%d\", block, number);
  if (armed && next(5) == 0) longjmp(place, 1);
}
__attribute__((noinline)) static int either(int kept, int moved) {
  int result;
  armed = 1;
  if (setjmp(place) == 0) {
    result = kept + moved;
    step(-1, result);
  } else {
    result = kept;
  }
  armed = 0;
  return result;
}
";

/// A function whose blocks lead anywhere.
fn function(number: usize, rng: &mut Rng) -> String {
    let mut text = format!(
        "__attribute__((noinline)) static int f{number}(int kept, int moved) {{
  volatile int v = kept;
  volatile struct {{ int a; long long b; }} s = {{1, 2}};
  volatile int t[3] = {{4, 5, 6}};
"
    );
    for block in 0..BLOCKS {
        let _ = writeln!(text, "b{block}:\n  if (--budget < 0) return kept;");
        if rng.below(4) == 0 {
            let to = rng.below(BLOCKS);
            let _ = write!(
                text,
                "  if (setjmp(place) != 0) {{
    printf(\" again %d %d %lld %d\", v, s.a, s.b, t[kept % 3]);
    armed = next(4) != 0;
    goto b{to};
  }}
  armed = 1;
"
            );
        }
        for _ in 0..rng.below(3) {
            let change = rng.pick(&[
                "v += kept",
                "v++",
                "s.a ^= v",
                "s.b += s.a",
                "t[1]++",
                "t[v & 1] = s.a",
            ]);
            let _ = writeln!(text, "  {change};");
        }
        let _ = writeln!(text, "  step({block}, kept);");
        match rng.below(5) {
            0 => {
                let _ = writeln!(text, "  if (next(3) == 0) return kept + {block};");
            }
            // A number that is computed of the one that is kept takes its place where it ends.
            1 => {
                let _ = write!(
                    text,
                    "  moved = kept + {block};
  step({block}, moved);
  if (next(3) == 0) return moved;
"
                );
            }
            _ => {}
        }
        let [a, b, c] = [(); 3].map(|()| rng.below(BLOCKS));
        match rng.below(3) {
            0 => {
                let _ = writeln!(text, "  if (next(2)) goto b{a}; else goto b{b};");
            }
            1 => {
                let _ = writeln!(
                    text,
                    "  switch (next(3)) {{ case 0: goto b{a}; case 1: goto b{b}; default: goto b{c}; }}"
                );
            }
            _ if block + 1 < BLOCKS => {}
            _ => {
                let _ = writeln!(text, "  goto b{a};");
            }
        }
    }
    text + "}\n"
}

#[test]
fn calls_that_return_twice_go_on_where_the_source_does() {
    let scratch = Scratch::new("again");
    let mut rng = Rng(11 + first_case());
    let mut source = String::from(HEAD);
    for number in 0..FUNCTIONS {
        source += &function(number, &mut rng);
    }
    source += "int main(void) {\n";
    source += "  for (int i = 0; i < 20; i++) printf(\" %d\\n\", either(100 * i, i + 1));\n";
    for number in 0..FUNCTIONS {
        let _ = write!(
            source,
            "  for (int i = 0; i < {CALLS}; i++) {{
    budget = 100;
    armed = 0;
    printf(\"f{number}\");
    printf(\" %d\\n\", f{number}(100 * i, i));
  }}
"
        );
    }
    source += "  return 0;\n}\n";
    let path = scratch.path("source.c");
    fs::write(&path, source).expect("the folder was just made");
    fs::write(scratch.path("driver.c"), "").expect("the folder was just made");
    let run = |tool: &str, options: &[&str], from: &str, to: &str| {
        let mut command = Command::new(tool);
        command.args(options).arg("-o").arg(scratch.path(to));
        let done = command.arg(scratch.path(from)).output();
        let done = done.unwrap_or_else(|error| panic!("{tool}: {error}"));
        assert!(
            done.status.success(),
            "{}",
            String::from_utf8_lossy(&done.stderr)
        );
    };
    run("clang-19", &["-O0"], "source.c", "native");
    let due = output(&scratch.path("native"));
    assert!(due.matches("again").count() > 100, "few calls return twice");
    for level in ["-O0", "-O1", "-O2"] {
        let options = [level, "-S", "-emit-llvm"];
        run("clang-19", &options, "source.c", "source.ll");
        let options = ["-S", "-passes=reg2mem"];
        run("opt-19", &options, "source.ll", "memory.ll");
        for file in ["source.ll", "memory.ll"] {
            let text = fs::read_to_string(scratch.path(file)).expect("it was just written");
            let module = unsnarl_llvm::read(&text).unwrap_or_else(|error| panic!("{error}"));
            let made = people::compile(&module, &nested).unwrap_or_else(|error| panic!("{error}"));
            fs::write(scratch.path("x.c"), made.text).expect("the folder was just made");
            for (compiler, host) in [
                (COMPILERS[0], "-O1"),
                (COMPILERS[0], "-O2"),
                (COMPILERS[2], "-O2"),
            ] {
                check_output(&scratch, compiler, &[host], &due);
            }
        }
    }
}
