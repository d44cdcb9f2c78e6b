//! Gotos and jumps: random C programs with irreducible control flow and `setjmp`, as C for people.
//!
//! *Needs:* clang 16, 19 and 22, gcc.
//! *Gives:* a check for each [program] that it has C without `goto` which behaves as the native
//! program does.
//! *Cost:* a second of a processor for a file, in which [`BATCH`] programs are.
//!
//! A file takes its [`Turn`]. If it fails, its programs are judged one by one, and those that fail
//! are kept below `target/conformance/gotos`.
//! What [other algorithms refuse](REFUSED) is counted.
//! *Limits:* `setjmp` in WebAssembly is the part `jumps`.

mod program;

use super::report::Report;
use super::turns::{self, Turn};
use crate::difference::first_difference;
use crate::error::Error;
use crate::parallel;
use crate::paths;
use crate::process;
use crate::tools::GCC;
use crate::unsnarl::Unsnarl;
use program::{PRELUDE, program};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use unsnarl::structure::ALGORITHMS;

/// How many programs, in a run of everything and in a short one.
const COUNTS: [usize; 2] = [5000, 100];
/// How many programs share a file.
const BATCH: usize = 10;
const LIMIT: Duration = Duration::from_secs(60);

/// What other algorithms than the default say of some functions: they keep a variable that says
/// where control goes during a call of `setjmp`, behind which it would be indeterminate.
const REFUSED: &str =
    "a label or flag that structuring added is needed after a call that may return twice";

/// As many programs as a run has.
pub(super) fn gotos(report: &mut Report) -> Result<(), Error> {
    let folder = paths::target().join("conformance/gotos");
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(Error::file("remove", &folder))?;
    }
    let bench = Bench {
        command: Unsnarl::build()?,
        folder,
    };
    let count = report.pick(COUNTS[0], COUNTS[1]);
    let numbers: Vec<u64> = (report.first_case()..).take(count).collect();
    let batches: Vec<&[u64]> = numbers.chunks(BATCH).collect();
    let (mut done, mut refused) = (0, 0);
    for some in batches.chunks(10) {
        for judged in parallel::map(some, |batch| bench.judge(batch)) {
            for one in judged? {
                done += 1;
                match one {
                    Judged::Equal => report.pass(),
                    Judged::Refused => refused += 1,
                    Judged::Differs(what) => report.fail(what),
                }
            }
        }
        let failed = report.failed();
        println!("{done} of {count} programs; {refused} refused, {failed} failed");
    }
    Ok(())
}

/// What programs are judged with.
struct Bench {
    command: Unsnarl,
    folder: PathBuf,
}

/// What became of a program.
enum Judged {
    Equal,
    /// As [`REFUSED`] has it.
    Refused,
    Differs(String),
}

impl Bench {
    /// What became of each program of a file.
    fn judge(&self, numbers: &[u64]) -> Result<Vec<Judged>, Error> {
        let turn = Turn::of(numbers[0], 0, ["-O0", "-O2"]);
        let Judged::Differs(what) = self.one_file(&turn, numbers)? else {
            return Ok(numbers.iter().map(|_| Judged::Equal).collect());
        };
        let apart: Result<Vec<_>, Error> = numbers
            .iter()
            .map(|&number| self.one_file(&turn, &[number]))
            .collect();
        let mut apart = apart?;
        if apart.iter().all(|one| matches!(one, Judged::Equal)) {
            apart[0] = Judged::Differs(format!("{what} (not by itself)"));
        }
        Ok(apart)
    }

    /// What became of some programs in one file; several are not refused.
    fn one_file(&self, turn: &Turn, numbers: &[u64]) -> Result<Judged, Error> {
        let [first, rest @ ..] = numbers else {
            return Ok(Judged::Equal);
        };
        let name = match rest {
            [] => format!("program-{first}"),
            _ => format!("from-{first}"),
        };
        let folder = self.folder.join(&name);
        let source = folder.join("program.c");
        paths::write(&source, text(numbers).as_bytes())?;
        let expected = native(&folder, &source)?;
        let found = self.found(turn, &folder, &source);
        let compared = found.and_then(|found| {
            first_difference(expected.as_bytes(), found.as_bytes()).map_or(Ok(()), Err)
        });
        let is_default = turn.algorithm == ALGORITHMS[0].name;
        let judged = match compared {
            Ok(()) => Judged::Equal,
            Err(what) if rest.is_empty() && !is_default && what.contains(REFUSED) => {
                Judged::Refused
            }
            Err(what) => {
                let turn = turn.name_with_compiler();
                Judged::Differs(format!("{name}, {turn}: {what}"))
            }
        };
        if !rest.is_empty() || !matches!(judged, Judged::Differs(_)) {
            fs::remove_dir_all(&folder).map_err(Error::file("remove", &folder))?;
        }
        Ok(judged)
    }

    /// What the program prints by way of C, or what is wrong before it does.
    fn found(&self, turn: &Turn, folder: &Path, source: &Path) -> Result<String, String> {
        let [ir, people, binary] = ["ll", "people.c", "people"].map(|end| {
            let name = format!("program.{end}");
            folder.join(name)
        });
        turn.make_ir(source, &[], &ir)?;
        turn.write(&self.command, &ir, &people)?;
        turn.compile(&[&people], &[], &binary)?;
        turns::run(&mut Command::new(&binary))
    }
}

/// The file of some programs.
fn text(numbers: &[u64]) -> String {
    let mut text = PRELUDE.to_owned();
    for &number in numbers {
        text += &program(number);
    }
    text += "int main(void) {\n";
    for number in numbers {
        let _ = writeln!(
            text,
            "  sum = 0; p{number}_run(); printf(\"{number} %llx\\n\", sum); fflush(stdout);"
        );
    }
    text + "}\n"
}

fn native(folder: &Path, source: &Path) -> Result<String, Error> {
    let binary = folder.join("native");
    let mut gcc = GCC.call()?;
    gcc.args(["-std=gnu11", "-O0", "-w"]).arg(source);
    process::require(gcc.arg("-o").arg(&binary), LIMIT)?;
    turns::run(&mut Command::new(&binary)).map_err(Error::Wrong)
}
