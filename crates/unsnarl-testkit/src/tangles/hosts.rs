//! Programs that call the functions, and are called by them.
//!
//! *Needs:* the command, node and gcc. *Gives:* [`run`]. *Cost:* a few processes.

use super::model::LONGEST;
use super::{Tangle, ir};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// What functions are compiled to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    /// JavaScript, run by node.
    JavaScript,
    /// C over linear memory.
    PortableC,
    /// C for people.
    People,
}

/// All targets.
pub const TARGETS: [Target; 3] = [Target::JavaScript, Target::PortableC, Target::People];

/// Why functions were not run, or went wrong.
pub enum Failed {
    /// The command says that it cannot compile one of them.
    Refused(String),
    /// Anything else.
    Wrong(String),
}

const WASM: &str =
    "target datalayout = \"e-m:e-p:32:32-p10:8:8-p20:8:8-i64:64-n32:64-S128-ni:1:10:20\"
target triple = \"wasm32-unknown-unknown\"
attributes #0 = { \"wasm-import-module\"=\"env\" }
attributes #1 = { noreturn \"wasm-import-module\"=\"env\" }
";

const HOST: &str = "target datalayout = \"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128\"
target triple = \"x86_64-pc-linux-gnu\"
attributes #0 = { nounwind }
attributes #1 = { noreturn nounwind }
";

const DECLARED: &str = "declare void @block(i32, i32) #0
declare i32 @decide(i32) #0
declare void @ended(i32) #1
";

/// What is told, in C. The number of what a run tells is the same as in the model.
const C_HOST: &str = "#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
static jmp_buf back;
static uint32_t tape, told;
static void tell(uint32_t block, uint32_t value) {
  printf(\"%u:%u \", (unsigned)block, (unsigned)value);
  if (++told == LONGEST) {
    printf(\"enough\\n\");
    longjmp(back, 1);
  }
}
static uint32_t say(uint32_t block) {
  uint32_t mixed = (tape ^ told * 0x9e3779b9u ^ block << 8) * 0x85ebca6bu;
  return (mixed >> 13) % 8;
}
static void end(uint32_t block) {
  printf(\"ends %u\\n\", (unsigned)block);
  longjmp(back, 1);
}
#define RUN(call, own) tape = own##u; told = 0; \\
  if (setjmp(back) == 0) printf(\"returns %u\\n\", (unsigned)call);
";

const PEOPLE: &str = "void block(uint32_t number, uint32_t value) { tell(number, value); }
uint32_t decide(uint32_t number) { return say(number); }
_Noreturn void ended(uint32_t number) { end(number); for (;;) { } }
";

const PORTABLE: &str = "#include \"x.h\"
static void tells(void *host, uint32_t number, uint32_t value) { (void)host; tell(number, value); }
static uint32_t decides(void *host, uint32_t number) { (void)host; return say(number); }
static void ends(void *host, uint32_t number) { (void)host; end(number); }
static x instance;
";

const JAVASCRIPT: &str = "import { instantiate } from \"./x.mjs\";
const lines = [], over = {};
let line, tape, told;
const own = instantiate({ env: {
  block(number, value) {
    line += (number >>> 0) + \":\" + (value >>> 0) + \" \";
    if (++told === LONGEST) { line += \"enough\"; throw over; }
  },
  decide(number) {
    const mixed = Math.imul(tape ^ Math.imul(told, 0x9e3779b9) ^ number << 8, 0x85ebca6b);
    return (mixed >>> 13) % 8;
  },
  ended(number) { line += \"ends \" + number; throw over; },
} });
function run(name, argument, given) {
  line = \"\"; told = 0; tape = given;
  try { const result = own[name](argument) >>> 0; line += \"returns \" + result; }
  catch (error) { if (error !== over) line += error; }
  lines.push(line);
}
";

/// Compiles functions, runs them, and compares; gives the number of runs.
pub fn run(
    command: &Path,
    folder: &Path,
    target: Target,
    options: &[&str],
    tangles: &[Tangle],
) -> Result<usize, Failed> {
    let head = if target == Target::People { HOST } else { WASM };
    let functions: String = tangles.iter().map(ir::shown).collect();
    write(folder, "x.ll", &format!("{head}{DECLARED}{functions}"))?;
    let (emitted, file) = match target {
        Target::JavaScript => ("js", "x.mjs"),
        Target::PortableC | Target::People => ("c", "x.c"),
    };
    let mut compile = Command::new(command);
    compile.args(["compile", "x.ll", "--emit", emitted, "-o", file]);
    let compiled = output(compile.args(options), folder)?;
    match compiled.status.code() {
        Some(0) => {}
        Some(1) => return Err(Failed::Refused(said(&compiled))),
        code => return Err(Failed::Wrong(format!("{code:?}: {}", said(&compiled)))),
    }
    let ran = match target {
        Target::JavaScript => javascript(folder, tangles)?,
        Target::PortableC | Target::People => c(folder, target, tangles)?,
    };
    let found = String::from_utf8_lossy(&ran.stdout).into_owned();
    let mut lines = found.lines();
    let mut count = 0;
    for tangle in tangles {
        for run in &tangle.runs {
            let found = lines.next().unwrap_or("nothing");
            if found != run.told {
                let (argument, tape, due) = (run.argument, run.tape, &run.told);
                return Err(Failed::Wrong(format!(
                    "f{}({argument}) with {tape} tells\n{found}\nand not\n{due}\n{}",
                    tangle.number,
                    said(&ran)
                )));
            }
            count += 1;
        }
    }
    match lines.next() {
        None => Ok(count),
        Some(line) => Err(Failed::Wrong(format!("nothing more is due: {line}"))),
    }
}

fn javascript(folder: &Path, tangles: &[Tangle]) -> Result<Output, Failed> {
    let mut text = JAVASCRIPT.replace("LONGEST", &LONGEST.to_string());
    each(tangles, |number, argument, tape| {
        let _ = writeln!(text, "run(\"f{number}\", {argument}, {tape});");
    });
    text += "for (const one of lines) console.log(one);\n";
    write(folder, "driver.mjs", &text)?;
    output(Command::new("node").arg("driver.mjs"), folder)
}

fn c(folder: &Path, target: Target, tangles: &[Tangle]) -> Result<Output, Failed> {
    let mut text = format!("#define LONGEST {LONGEST}\n{C_HOST}");
    match target {
        Target::People => {
            text += PEOPLE;
            for tangle in tangles {
                let _ = writeln!(text, "uint32_t f{}(uint32_t);", tangle.number);
            }
        }
        Target::PortableC | Target::JavaScript => text += PORTABLE,
    }
    text += "int main(void) {\n";
    let instance = match target {
        Target::People => "",
        Target::PortableC | Target::JavaScript => {
            text += "  x_imports imports = { 0 };\n";
            // What nothing calls is not imported.
            let header = fs::read_to_string(folder.join("x.h")).unwrap_or_default();
            for (name, host) in [("block", "tells"), ("decide", "decides"), ("ended", "ends")] {
                if header.contains(&format!("env_{name};")) {
                    let _ = writeln!(text, "  imports.env_{name}.code = {host};");
                }
            }
            text += "  if (x_instantiate(&instance, 0, &imports)) return 1;\n";
            "&instance, "
        }
    };
    let prefix = if target == Target::People { "" } else { "x_" };
    each(tangles, |number, argument, tape| {
        let _ = writeln!(
            text,
            "  RUN({prefix}f{number}({instance}{argument}), {tape})"
        );
    });
    text += "  return 0;\n}\n";
    write(folder, "driver.c", &text)?;
    let mut compile = Command::new("gcc");
    compile.args([
        "-std=c11",
        "-O1",
        "-Wno-clobbered",
        "-o",
        "program",
        "x.c",
        "driver.c",
        "-lm",
    ]);
    if target == Target::PortableC {
        // Of preprocessed code compilers know no remark.
        compile.args([
            "-save-temps",
            "-Wall",
            "-Wextra",
            "-Werror",
            "-Wno-unused-function",
        ]);
    }
    let compiled = output(&mut compile, folder)?;
    if !compiled.status.success() {
        return Err(Failed::Wrong(said(&compiled)));
    }
    output(&mut Command::new(folder.join("program")), folder)
}

/// Calls `add` with the number, the argument and the tape of each run.
fn each(tangles: &[Tangle], mut add: impl FnMut(usize, u32, u32)) {
    for tangle in tangles {
        for run in &tangle.runs {
            add(tangle.number, run.argument, run.tape);
        }
    }
}

fn write(folder: &Path, name: &str, text: &str) -> Result<(), Failed> {
    fs::write(folder.join(name), text).map_err(|error| Failed::Wrong(format!("{name}: {error}")))
}

fn output(command: &mut Command, folder: &Path) -> Result<Output, Failed> {
    let output = command.current_dir(folder).output();
    output.map_err(|error| Failed::Wrong(format!("{command:?}: {error}: install it first")))
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}
