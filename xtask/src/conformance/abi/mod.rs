//! Calling conventions: random programs of two files, each half compiled by Unsnarl or by LLVM.
//!
//! *Needs:* clang, `llc`, `wasm-ld`, gcc; node; wasi-libc or the library in `corpus/wide`.
//! *Gives:* a check for each program at each level: however its halves are mixed, it computes what
//! the native one does.
//! *Cost:* that of clang: some milliseconds for each program, since many share their two files.
//!
//! A batch of programs is two C files, each with one half of every program. `main` prints a line
//! for each: its number and a checksum over every byte that was passed. If a batch cannot be built,
//! its programs are built one by one to find the failing one. A failing program is kept below
//! `target/conformance/abi`, as a pair of files.
//!
//! All of that is done in the default ABI, and with fewer programs in LLVM's `experimental-mv`,
//! which returns [several results](multivalue).
//!
//! The program with both halves by LLVM is judged as well: a difference there is a bug in the
//! generator or in LLVM, and is reported too. In `experimental-mv` LLVM is wrong now and then, and
//! LLVM 19 is in WASI, where LLVM 22 makes the native program of the same IR: such programs are
//! named, and only what we compile alone must be right.

mod multivalue;
mod program;
mod types;

use super::report::Report;
use crate::engines;
use crate::error::Error;
use crate::native;
use crate::parallel;
use crate::paths;
use crate::process::{self, Ending};
use crate::tools::GCC;
use crate::unsnarl::{Choice, Unsnarl};
use crate::wasi::{self, Backend};
use crate::wide::{self, Wide};
use multivalue::MultiValue;
use program::{Program, program};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use types::{NUMBERS, NUMBERS_LENGTH};
use unsnarl::structure::ALGORITHMS;

/// For a run of everything, and for a short one.
const COUNTS: [usize; 2] = [5000, 300];
/// The same, of those in the ABI with several results.
const SEVERAL_RESULTS: [usize; 2] = [1000, 100];
const LEVELS: [&str; 2] = ["-O0", "-O2"];
/// How many programs share two files.
const BATCH: usize = 50;
const LIMIT: Duration = Duration::from_secs(300);

/// The C in which a call declares a function.
const OPTIONS: [&str; 1] = ["-std=gnu89"];

const HALVES: [&str; 2] = ["one", "two"];
/// Which back end compiles each half, by the bits of the number of a mixture.
const MIXTURES: [&str; 4] = ["llc + llc", "ours + llc", "llc + ours", "ours + ours"];

/// How `main` is written, and how the other file declares and calls it.
const MAINS: [[&str; 3]; 4] = [
    ["int main(void)", "int main(void)", "main()"],
    ["int main()", "int main()", "main()"],
    [
        "int main(int count, char **list)",
        "int main(int, char **)",
        "main(1, (char **) 0)",
    ],
    [
        "int main(count, list) int count; char **list;",
        "int main(int, char **)",
        "main(1, (char **) 0)",
    ],
];

/// What the programs run on.
pub(super) enum Platform<'a> {
    /// WASI with its libc, in node.
    Wasi,
    /// Addresses of 64 bits, in the embedded engine.
    Wide(&'a Wide<'a>),
    /// The ABI with several results, in node.
    MultiValue(&'a MultiValue),
    /// This machine: ours is C for people by gcc.
    Native,
}

impl Platform<'_> {
    fn make_ir(&self, source: &Path, level: &str, ir: &Path) -> Result<(), Error> {
        let options = OPTIONS.map(str::to_owned);
        match self {
            Self::Wasi => wasi::make_ir(source, level, &options, ir),
            Self::Wide(_) => wide::make_ir(source, level, &options, ir),
            Self::MultiValue(_) => multivalue::make_ir(source, level, &options, ir),
            Self::Native => native::make_ir(source, level, &options, ir),
        }
    }

    fn make_object(&self, backend: &Backend<'_>, ir: &Path, object: &Path) -> Result<(), Error> {
        match (self, backend) {
            (Self::Native, Backend::Unsnarl { command, .. }) => {
                let text = object.with_extension("c");
                let made = match native::write_c(command, ir, &text)? {
                    Ok(()) => native::compile_c(&text, &["-w", "-c"], object)?,
                    refused => refused,
                };
                made.map_err(Error::Wrong)
            }
            (Self::Native, _) => native::make_object(ir, object),
            (Self::Wasi | Self::Wide(_) | Self::MultiValue(_), _) => {
                backend.make_object(ir, object).map(drop)
            }
        }
    }

    fn link(&self, objects: &[PathBuf], module: &Path) -> Result<(), Error> {
        match self {
            Self::Wasi => wasi::link(objects, &[], module),
            Self::Wide(wide) => wide.link(objects, module),
            Self::MultiValue(libc) => libc.link(objects, module),
            Self::Native => {
                let mut gcc = GCC.call()?;
                process::require(gcc.args(objects).arg("-o").arg(module), LIMIT).map(drop)
            }
        }
    }

    fn run(&self, module: &Path) -> Result<Command, Error> {
        match self {
            Self::Wasi | Self::MultiValue(_) => engines::node(module, &[]),
            Self::Wide(wide) => Ok(wide.run(module)),
            Self::Native => Ok(Command::new(module)),
        }
    }

    /// Whether a program that LLVM alone compiles wrongly is a failure.
    fn is_peer_right(&self) -> bool {
        !matches!(self, Self::MultiValue(_))
    }

    /// The back end of LLVM whose objects are mixed with ours.
    fn peer(&self) -> Backend<'static> {
        match self {
            Self::Wasi | Self::Wide(_) | Self::Native => Backend::Llvm,
            Self::MultiValue(_) => Backend::LlvmMultiValue,
        }
    }
}

/// The requested number of programs, at every level, in every mixture.
pub(crate) fn abi(report: &mut Report) -> Result<(), Error> {
    let command = Unsnarl::build()?;
    let folder = paths::target().join("conformance/abi");
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(Error::file("remove", &folder))?;
    }
    let ours = Backend::Unsnarl {
        command: &command,
        choice: Choice::Algorithm(ALGORITHMS[0].name),
    };
    let count = report.pick(COUNTS[0], COUNTS[1]);
    mixtures(report, count, folder.join("default"), ours, &Platform::Wasi)?;
    println!("with several results:");
    let folder = folder.join("several-results");
    let ours = Backend::Unsnarl {
        command: &command,
        choice: Choice::Abi("experimental-mv"),
    };
    let libc = MultiValue::new(&folder)?;
    let count = report.pick(SEVERAL_RESULTS[0], SEVERAL_RESULTS[1]);
    mixtures(report, count, folder, ours, &Platform::MultiValue(&libc))
}

/// So many programs on a platform.
pub(super) fn mixtures(
    report: &mut Report,
    count: usize,
    folder: PathBuf,
    ours: Backend<'_>,
    platform: &Platform<'_>,
) -> Result<(), Error> {
    let bench = Bench {
        folder,
        ours,
        platform,
    };
    let numbers: Vec<u64> = (report.first_case()..).take(count).collect();
    let batches: Vec<&[u64]> = numbers.chunks(BATCH).collect();
    let mut done = 0;
    for some in batches.chunks(4) {
        let verdicts = parallel::map(some, |batch| bench.judge(batch));
        for (batch, failures) in some.iter().zip(verdicts) {
            let failures = failures?;
            let checks = LEVELS.len() * batch.len();
            report.pass_many(checks.saturating_sub(failures.len()));
            failures
                .into_iter()
                .for_each(|failure| report.fail(failure));
            done += batch.len();
        }
        let (levels, failed) = (LEVELS.join(" "), report.failed());
        println!("{done} of {count} programs at {levels}, in four mixtures; {failed} failed");
    }
    Ok(())
}

/// What programs are built with.
struct Bench<'a> {
    folder: PathBuf,
    ours: Backend<'a>,
    platform: &'a Platform<'a>,
}

/// The line that each program printed, and what `main` did.
#[derive(Clone, PartialEq, Eq)]
struct Behaviour {
    ending: Ending,
    lines: BTreeMap<String, String>,
}

impl Behaviour {
    /// Expects nothing of mixtures with code of the peer where it alone does something else.
    fn excuse(&mut self, peer: &Behaviour, level: &str) {
        let is_right = |number: &str, line: &String| {
            let is_right = peer.lines.get(number) == Some(line);
            if !is_right {
                println!("program {number} at {level}: LLVM alone is wrong");
            }
            is_right
        };
        self.lines.retain(|number, line| is_right(number, line));
        self.ending = peer.ending;
    }
}

impl Bench<'_> {
    /// Says what failed of a batch: a sentence for each program and level.
    fn judge(&self, numbers: &[u64]) -> Result<Vec<String>, Error> {
        let programs: Vec<Program> = numbers.iter().map(|&number| program(number)).collect();
        let folder = self.folder.join(format!("from-{}", numbers[0]));
        let failures = self.judge_together(&folder, &programs)?;
        let is_known = |name: &&str| {
            programs
                .iter()
                .any(|known| known.number.to_string() == **name)
        };
        let named = failures
            .iter()
            .map(|(name, _)| name.as_str())
            .filter(is_known);
        for number in named.filter_map(|name| name.parse().ok()) {
            let one = [program(number)];
            write_sources(&self.folder.join(format!("program-{number}")), &one)?;
        }
        fs::remove_dir_all(&folder).map_err(Error::file("remove", &folder))?;
        Ok(failures.into_iter().map(|(_, failure)| failure).collect())
    }

    /// The programs that failed, with why; what has no number is the batch.
    fn judge_together(
        &self,
        folder: &Path,
        programs: &[Program],
    ) -> Result<Vec<(String, String)>, Error> {
        write_sources(folder, programs)?;
        let expected = native(folder)?;
        let mut failures = Vec::new();
        for level in LEVELS {
            match self.run(folder, level) {
                // After an early end nothing is known about the later programs.
                Ok(found)
                    if programs.len() > 1
                        && found.iter().any(|found| found.ending != expected.ending) =>
                {
                    return self.judge_apart(folder, programs, "ended early");
                }
                Ok(found) => {
                    let mut mixed = expected.clone();
                    if !self.platform.is_peer_right()
                        || found[0] != expected && self.is_mended(folder, &expected)?
                    {
                        mixed.excuse(&found[0], level);
                    }
                    let due = [&mixed, &mixed, &mixed, &expected];
                    for ((mixture, due), found) in MIXTURES.iter().zip(due).zip(&found) {
                        // Nothing is known of it where LLVM alone ends otherwise.
                        if due.ending == expected.ending {
                            compare(due, found, &format!("at {level}, {mixture}"), &mut failures);
                        }
                    }
                }
                Err(error) if programs.len() == 1 => {
                    let number = programs[0].number.to_string();
                    failures.push((
                        number.clone(),
                        format!("program {number} at {level}: {error}"),
                    ));
                }
                Err(error) => return self.judge_apart(folder, programs, &error.to_string()),
            }
        }
        Ok(failures)
    }

    /// Judges each program of a batch that failed as a whole for this reason.
    fn judge_apart(
        &self,
        folder: &Path,
        programs: &[Program],
        reason: &str,
    ) -> Result<Vec<(String, String)>, Error> {
        let mut failures = Vec::new();
        for one in programs.chunks(1) {
            let apart = folder.join(one[0].number.to_string());
            failures.extend(self.judge_together(&apart, one)?);
        }
        // One that LLVM alone compiles wrongly may be what ended early.
        if failures.is_empty() && self.platform.is_peer_right() {
            let whole = format!("the batch in {}: {reason}", folder.display());
            failures.push((String::new(), whole));
        }
        Ok(failures)
    }

    /// Tells whether a later LLVM makes the native program of the IR of a folder's two files.
    fn is_mended(&self, folder: &Path, expected: &Behaviour) -> Result<bool, Error> {
        let Platform::Wasi = self.platform else {
            return Ok(false);
        };
        let mut objects = Vec::new();
        for half in HALVES {
            let object = folder.join(format!("{half}-later.o"));
            let ir = folder.join(format!("{half}.ll"));
            Backend::Llvm22.make_object(&ir, &object)?;
            objects.push(object);
        }
        let module = folder.join("later.wasm");
        self.platform.link(&objects, &module)?;
        Ok(behaviour(&mut self.platform.run(&module)?)? == *expected)
    }

    /// Builds and runs every mixture of a folder's two files.
    fn run(&self, folder: &Path, level: &str) -> Result<Vec<Behaviour>, Error> {
        let mut objects = [const { Vec::new() }; 2];
        for half in HALVES {
            let ir = folder.join(format!("{half}.ll"));
            let source = folder.join(format!("{half}.c"));
            self.platform.make_ir(&source, level, &ir)?;
            for (whose, backend) in [self.platform.peer(), self.ours].iter().enumerate() {
                let object = folder.join(format!("{half}-{whose}.o"));
                self.platform.make_object(backend, &ir, &object)?;
                objects[whose].push(object);
            }
        }
        (0..MIXTURES.len())
            .map(|mixture| {
                let of = |half: usize| objects[mixture >> half & 1][half].clone();
                let module = folder.join(format!("{mixture}.wasm"));
                self.platform.link(&[of(0), of(1)], &module)?;
                behaviour(&mut self.platform.run(&module)?)
            })
            .collect()
    }
}

/// Adds a failure for each line that is not the expected one, the first for its program.
fn compare(
    expected: &Behaviour,
    found: &Behaviour,
    at: &str,
    failures: &mut Vec<(String, String)>,
) {
    for (number, line) in &expected.lines {
        let other = found.lines.get(number);
        if other != Some(line) && failures.iter().all(|(failed, _)| failed != number) {
            let printed = other.map_or("nothing", String::as_str);
            let failure = format!("program {number} {at}: printed {printed}, not {line}");
            failures.push((number.clone(), failure));
        }
    }
    if expected.ending != found.ending && failures.is_empty() {
        failures.push((String::new(), format!("{at}: ended with {}", found.ending)));
    }
}

/// Writes the two files of some programs.
fn write_sources(folder: &Path, programs: &[Program]) -> Result<(), Error> {
    let form = programs
        .first()
        .map_or(0, |first| first.number as usize / BATCH);
    let [definition, declaration, call] = MAINS[form % MAINS.len()];
    let ends = [
        first_end(definition, programs),
        format!(
            "int {NUMBERS}[{NUMBERS_LENGTH}] = {{ 3, 1, 4, 1, 5, 9, 2, 6 }};
{declaration};
int again(void) {{ return {call}; }}
"
        ),
    ];
    for (half, (name, end)) in HALVES.iter().zip(ends).enumerate() {
        let mut text = START.to_owned();
        for program in programs {
            text += &program.halves[half];
        }
        text += &end;
        paths::write(&folder.join(format!("{name}.c")), text.as_bytes())?;
    }
    Ok(())
}

/// What both files begin with.
const START: &str = "#include <stdarg.h>
#include <stdio.h>
extern unsigned long long checksum;
extern int numbers[];
static volatile long long zero;
#define VALUE(x) ((long long) (x) + zero)
#define MIX(x) (checksum = checksum * 1000003 ^ (unsigned long long) (long long) (x))
";

/// What starts the programs; it is called once more from the other file.
fn first_end(main: &str, programs: &[Program]) -> String {
    let mut text = format!(
        "unsigned long long checksum;
int again(void);
{main} {{
  static int depth;
  if (depth++) return 40 + depth;
"
    );
    for Program { number, .. } in programs {
        let _ = writeln!(
            text,
            "  checksum = 0; p{number}_first(); printf(\"{number} %llx\\n\", checksum);"
        );
    }
    text + "  printf(\"main %d\\n\", again());\n  return 0;\n}\n"
}

/// What the native program prints, and how it ends.
fn native(folder: &Path) -> Result<Behaviour, Error> {
    let program = folder.join("native");
    let mut gcc = GCC.call()?;
    gcc.args(["-O0", "-w"]).args(OPTIONS);
    gcc.args(HALVES.map(|half| folder.join(format!("{half}.c"))));
    process::require(gcc.arg("-o").arg(&program), LIMIT)?;
    behaviour(&mut Command::new(program))
}

fn behaviour(command: &mut Command) -> Result<Behaviour, Error> {
    let outcome = process::capture(command, LIMIT)?;
    let text = String::from_utf8_lossy(&outcome.output).into_owned();
    let lines = text.lines().filter_map(|line| line.split_once(' '));
    let lines = lines.map(|(number, rest)| (number.to_owned(), rest.to_owned()));
    Ok(Behaviour {
        ending: outcome.ending,
        lines: lines.collect(),
    })
}
