//! Programs that need more stack than they have: with `-funsnarl-stack-check` they trap before they
//! write over their data, by two clangs, at two levels and as position-independent code;
//! with enough stack the check is not seen.

use super::LIMIT;
use crate::conformance::report::Report;
use crate::error::Error;
use crate::paths::{self, Scratch};
use crate::process::{self, Ending};
use crate::unsnarl::Unsnarl;
use std::process::Command;

/// A program whose argument says how deep it recurs, with a frame of fixed size (`f`), a variable
/// whose size is computed (`v`), or a struct that is passed in memory (`s`); it prints how many of
/// its globals changed.
const PROGRAM: &str = "\
#include <stdio.h>
#include <stdlib.h>
static int around[20000];
static void *volatile kept;
struct many { int all[1000]; };
__attribute__((noinline)) static int framed(int n) {
    volatile int own[1000];
    for (int i = 0; i < 1000; i++) own[i] = n;
    return n ? framed(n - 1) + own[n % 1000] : own[0];
}
__attribute__((noinline)) static int sized(int n, int size) {
    volatile int own[size];
    for (int i = 0; i < size; i++) own[i] = n;
    return n ? sized(n - 1, size) + own[n % size] : own[0];
}
__attribute__((noinline)) static int passed(int n, struct many many) {
    kept = &many;
    many.all[n % 1000] += n;
    return n ? passed(n - 1, many) + many.all[7] : many.all[0];
}
int main(int count, char **words) {
    int deep = atoi(words[2]), changed = 0;
    for (int i = 0; i < 20000; i++) around[i] = 5;
    int sum = 0;
    struct many many = {{1}};
    switch (words[1][0]) {
    case 'f': sum = framed(deep); break;
    case 'v': sum = sized(deep, 1000); break;
    case 's': sum = passed(deep, many); break;
    }
    for (int i = 0; i < 20000; i++) changed += around[i] != 5;
    printf(\"%d %d\\n\", sum != 0, changed);
    return 0;
}
";

pub(super) fn overflow(
    report: &mut Report,
    scratch: &Scratch,
    unsnarl: &Unsnarl,
) -> Result<(), Error> {
    let [source, module] = ["stack.c", "stack.wasm"].map(|name| scratch.file(name));
    paths::write(&source, PROGRAM.as_bytes())?;
    let mut count = 0;
    for clang in ["clang-19", "clang-22"] {
        for options in [&["-O0"][..], &["-O2"], &["-O2", "-fPIC"]] {
            let mut command = Command::new(unsnarl.program());
            command
                .args(["cc", "-Wno-deprecated", "-funsnarl-stack-check"])
                .args(options)
                .arg(format!("--unsnarl-clang={clang}"))
                .args(["-Wl,-z,stack-size=65536", "-o"]);
            process::require(command.arg(&module).arg(&source), LIMIT)?;
            for kind in ["f", "v", "s"] {
                for (deep, ending, printed) in [
                    ("3", Ending::Status(0), "1 0\n"),
                    ("100", Ending::Status(134), ""),
                ] {
                    let mut command = Command::new(unsnarl.program());
                    command.arg("run").arg(&module).args([kind, deep]);
                    let outcome = process::capture(&mut command, LIMIT)?;
                    let is_right = outcome.ending == ending && outcome.output == printed.as_bytes();
                    count += 1;
                    report.check(match is_right {
                        true => Ok(()),
                        false => Err(format!(
                            "{clang} {options:?}, {deep} frames of {kind}: {:?} {}{}",
                            outcome.ending,
                            String::from_utf8_lossy(&outcome.output),
                            outcome.error_text()
                        )),
                    });
                }
            }
        }
    }
    println!("{count} programs with a check of the stack");
    Ok(())
}
