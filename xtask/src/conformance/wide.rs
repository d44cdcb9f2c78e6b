//! Addresses of 64 bits: C programs for `wasm64`, linked with objects of LLVM's back end.
//!
//! *Needs:* clang, `llc`, `wasm-ld`, gcc, csmith, and the library in `corpus/wide`.
//! *Gives:* a check for
//! - each program of `torture/` that the library has enough for, at four levels;
//! - each random program of two files, in every mixture of back ends, as in the part `abi`;
//! - each random program of csmith, at two levels. Its `long` has 64 bits here and there.
//!
//! Functions must be proved, and programs do what they do natively.
//! *Limits:* no floats are printed, no `-lm`, and no calls deeper than the engine allows.

use super::abi::{self, Platform};
use super::csmith;
use super::differential::Behaviour;
use super::report::Report;
use crate::error::Error;
use crate::parallel;
use crate::paths;
use crate::process::{self, Ending};
use crate::tools::GCC;
use crate::unsnarl::{Choice, Unsnarl};
use crate::wasi::Backend;
use crate::wide::{Wide, make_ir};
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;
use unsnarl::structure::ALGORITHMS;

const LEVELS: &[&str] = &["-O0", "-O1", "-O2", "-Os"];
const CSMITH_LEVELS: &[&str] = &["-O0", "-O2"];
const ABI_COUNTS: [usize; 2] = [1000, 100];
const CSMITH_COUNTS: [u64; 2] = [200, 20];
/// For one run in the engine, which interprets.
const LIMIT: Duration = Duration::from_secs(120);
/// One that takes longer natively is left out.
const NATIVE_LIMIT: Duration = Duration::from_secs(1);

/// What the programs may include.
const HEADERS: [&str; 11] = [
    "assert",
    "float",
    "limits",
    "stdarg",
    "stdatomic",
    "stdbool",
    "stddef",
    "stdint",
    "stdio",
    "stdlib",
    "string",
];

/// Programs whose calls nest deeper than the engine allows.
const DEEP: [&str; 1] = ["recursion-tail"];

/// Programs of all three kinds.
pub(crate) fn wide(report: &mut Report) -> Result<(), Error> {
    let folder = paths::target().join("conformance/wide");
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(Error::file("remove", &folder))?;
    }
    fs::create_dir_all(&folder).map_err(Error::file("make", &folder))?;
    let command = Unsnarl::build()?;
    let ours = Backend::Unsnarl {
        command: &command,
        choice: Choice::Algorithm(ALGORITHMS[0].name),
    };
    let bench = Bench {
        wide: Wide::new(&command, &Backend::Llvm, &folder)?,
        ours,
        folder,
    };
    bench.torture(report)?;
    let count = report.pick(ABI_COUNTS[0], ABI_COUNTS[1]);
    let mixed = bench.folder.join("abi");
    abi::mixtures(report, count, mixed, ours, &Platform::Wide(&bench.wide))?;
    bench.csmith(report)
}

struct Bench<'a> {
    folder: PathBuf,
    ours: Backend<'a>,
    wide: Wide<'a>,
}

/// A program at some levels.
struct Program {
    name: String,
    source: PathBuf,
    levels: &'static [&'static str],
    options: Vec<String>,
}

impl Bench<'_> {
    fn torture(&self, report: &mut Report) -> Result<(), Error> {
        let folder = paths::root().join("torture");
        let mut programs = Vec::new();
        for name in paths::names_in(&folder)? {
            let source = folder.join(&name);
            let Some(stem) = name.strip_suffix(".c").filter(|stem| !DEEP.contains(stem)) else {
                continue;
            };
            let text = String::from_utf8_lossy(&paths::read(&source)?).into_owned();
            if fits(&text) {
                programs.push(Program {
                    name: stem.to_owned(),
                    source,
                    levels: LEVELS,
                    options: Vec::new(),
                });
            }
        }
        let judged = self.judge(report, &programs)?;
        println!("{judged} programs of torture at {}", LEVELS.join(" "));
        Ok(())
    }

    fn csmith(&self, report: &mut Report) -> Result<(), Error> {
        let count = report.pick(CSMITH_COUNTS[0], CSMITH_COUNTS[1]);
        let seeds = (report.first_case()..).take(count as usize);
        let mut programs = Vec::new();
        for seed in seeds {
            let name = format!("seed-{seed}");
            let source = self.folder.join(format!("{name}.c"));
            paths::write(&source, csmith::program(&self.folder, seed)?.as_bytes())?;
            programs.push(Program {
                name,
                source,
                levels: CSMITH_LEVELS,
                options: csmith::options(),
            });
        }
        let judged = self.judge(report, &programs)?;
        println!("{judged} programs of csmith at {}", CSMITH_LEVELS.join(" "));
        Ok(())
    }

    /// Judges programs at all their levels; gives how many of them end in time.
    fn judge(&self, report: &mut Report, programs: &[Program]) -> Result<usize, Error> {
        let verdicts = parallel::map(programs, |program| self.verdicts(program));
        let mut judged = 0;
        for verdicts in verdicts {
            let verdicts = verdicts?;
            judged += usize::from(!verdicts.is_empty());
            verdicts
                .into_iter()
                .for_each(|verdict| report.check(verdict));
        }
        Ok(judged)
    }

    /// A verdict for each level; none for a program that takes too long natively.
    fn verdicts(&self, program: &Program) -> Result<Vec<Result<(), String>>, Error> {
        let Some(expected) = self.native(program)? else {
            return Ok(Vec::new());
        };
        let verdict = |level: &&str| {
            let stem = format!("{}{level}", program.name);
            let found = self.behaviour(program, level, &stem);
            let found = found.map_err(|error| format!("{stem}: {error}"))?;
            expected
                .compare(&found)
                .map_err(|what| format!("{stem}: {what}"))
        };
        Ok(program.levels.iter().map(verdict).collect())
    }

    fn native(&self, program: &Program) -> Result<Option<Behaviour>, Error> {
        let native = self.folder.join(format!("{}.native", program.name));
        let mut gcc = GCC.call()?;
        gcc.args(["-std=gnu17", "-w", "-O0"]).args(&program.options);
        gcc.arg(&program.source).arg("-o").arg(&native);
        process::require(&mut gcc, LIMIT)?;
        let found = behaviour(&mut Command::new(&native), NATIVE_LIMIT)?;
        paths::remove(&native)?;
        let is_in_time = found.ending != Ending::TimedOut.to_string();
        Ok(is_in_time.then_some(found))
    }

    fn behaviour(&self, program: &Program, level: &str, stem: &str) -> Result<Behaviour, String> {
        let [ir, object, module] =
            ["ll", "o", "wasm"].map(|ending| self.folder.join(format!("{stem}.{ending}")));
        let mut options = program.options.clone();
        options.push("-std=gnu17".to_owned());
        let shown = |error: Error| error.to_string();
        make_ir(&program.source, level, &options, &ir).map_err(shown)?;
        let proofs = self.ours.make_object(&ir, &object).map_err(shown)?;
        if proofs.has_bounded() {
            return Err(format!("some function is not proved: {proofs}"));
        }
        let objects = [object.clone()];
        self.wide.link(&objects, &module).map_err(shown)?;
        let found = behaviour(&mut self.wide.run(&module), LIMIT).map_err(shown)?;
        let files = [&ir, &object, &module];
        let removed = files.into_iter().try_for_each(|file| paths::remove(file));
        removed.map_err(shown)?;
        Ok(found)
    }
}

/// What a program printed, and how it ended.
fn behaviour(command: &mut Command, limit: Duration) -> Result<Behaviour, Error> {
    let outcome = process::capture(command, limit)?;
    Ok(Behaviour {
        ending: outcome.ending.to_string(),
        output: outcome.output,
    })
}

/// Tells whether the library has enough for a program.
fn fits(text: &str) -> bool {
    let mut included = text.lines().filter_map(|line| {
        let rest = line.strip_prefix("#include <")?;
        rest.split(".h>").next()
    });
    included.all(|name| HEADERS.contains(&name)) && !prints_floats(text)
}

/// Tells whether some text is that of a conversion of a float.
fn prints_floats(text: &str) -> bool {
    text.split('%').skip(1).any(|after| {
        let letters = after.trim_start_matches(|character: char| {
            character.is_ascii_digit() || "-+ #.*lhL".contains(character)
        });
        letters.starts_with(['a', 'e', 'f', 'g', 'A', 'E', 'F', 'G'])
    })
}

#[cfg(test)]
mod tests {
    use super::fits;

    #[test]
    fn programs_fit_by_what_they_include_and_print() {
        assert!(fits(
            "#include <stdio.h>\nint main() { printf(\"%d %-5llx\", 7 % 3); }"
        ));
        assert!(!fits("#include <math.h>\n"));
        assert!(!fits("printf(\"%d %+.3Lf\")"));
        assert!(!fits("printf(\"%a\")"));
    }
}
