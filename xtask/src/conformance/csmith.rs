//! Random C programs by csmith: native against WebAssembly, at every level.
//!
//! *Needs:* csmith 2.3, of Debian.
//! *Gives:* a verdict for each program at each level: the same checksum, and nothing refused.
//! *Cost:* a second and a half of a processor for each program at two levels; one in eight is
//! dropped, most because they never end.
//! *Departs:* csmith writes its constants as `long`, which has 64 bits here and 32 there: of 176
//! programs, seed 142 comes out differently, by LLVM's back end as well, though both are right. The
//! suffix is taken away, which gives every constant the same type on both.
//! *Limits:* `--short` takes 60 programs, each at one level in turn.

use super::differential::{Behaviour, Case, Setting};
use super::report::Report;
use crate::error::Error;
use crate::parallel;
use crate::paths;
use crate::process;
use crate::tools::CSMITH;
use crate::unsnarl::{Choice, Unsnarl};
use crate::wasi::Backend;
use std::path::{Path, PathBuf};
use std::time::Duration;
use unsnarl::structure::ALGORITHMS;

/// For a run of everything, and for a short one.
const COUNTS: [usize; 2] = [1000, 60];
const LEVELS: [&str; 5] = ["-O0", "-O2", "-O1", "-O3", "-Oz"];
const BATCH: usize = 50;
const HEADERS: &str = "/usr/include/csmith";

/// One that takes longer natively is replaced by the next.
const NATIVE_LIMIT: Duration = Duration::from_secs(2);
const GENERATOR_LIMIT: Duration = Duration::from_secs(120);

/// The requested number of programs.
pub(crate) fn csmith(report: &mut Report) -> Result<(), Error> {
    let command = Unsnarl::build()?;
    let backend = Backend::Unsnarl {
        command: &command,
        choice: Choice::Algorithm(ALGORITHMS[0].name),
    };
    let setting = Setting::new("csmith", options(), backend)?;
    prepare(&setting)?;
    let count = report.pick(COUNTS[0], COUNTS[1]);
    let (mut done, mut dropped, mut seed) = (0, 0, report.first_case());
    while done < count {
        let seeds: Vec<u64> = (seed..).take(BATCH.min(count - done)).collect();
        seed += seeds.len() as u64;
        let made: Result<Vec<Option<Program>>, Error> =
            parallel::map(&seeds, |&seed| generate(&setting, seed))
                .into_iter()
                .collect();
        let programs: Vec<Program> = made?.into_iter().flatten().collect();
        dropped += seeds.len() - programs.len();
        done += programs.len();
        judge(report, &setting, &programs)?;
        let failed = report.failed();
        println!(
            "{done} of {count} programs; {dropped} replaced, which took long natively; {failed} failed"
        );
    }
    Ok(())
}

/// The compiler's options for the headers of the programs.
pub(super) fn options() -> Vec<String> {
    vec![format!("-I{HEADERS}")]
}

/// Writes a file that every run reads; two first runs at once may find it empty.
pub(super) fn prepare(setting: &Setting<'_>) -> Result<(), Error> {
    write_program(setting, 1).map(drop)
}

/// A random program, and its native behaviour.
pub(super) struct Program {
    pub(super) name: String,
    pub(super) source: PathBuf,
    pub(super) native: Behaviour,
}

/// Writes the program of a seed and runs it natively; none if that takes too long.
pub(super) fn generate(setting: &Setting<'_>, seed: u64) -> Result<Option<Program>, Error> {
    let name = format!("seed-{seed}");
    let source = setting.file(&name, "c");
    let text = without_long(&write_program(setting, seed)?);
    paths::write(&source, text.as_bytes())?;
    let native = setting.native(&source, &name, &["-O0"], NATIVE_LIMIT)?;
    if native.ending == process::Ending::TimedOut.to_string() {
        paths::remove(&source)?;
        return Ok(None);
    }
    Ok(Some(Program {
        name,
        source,
        native,
    }))
}

fn write_program(setting: &Setting<'_>, seed: u64) -> Result<String, Error> {
    program(setting.folder(), seed)
}

/// The program of a seed. In the folder it leaves a file of its own, which says how wide integers
/// and pointers are.
pub(super) fn program(folder: &Path, seed: u64) -> Result<String, Error> {
    let mut csmith = CSMITH.call()?;
    csmith.args(["--seed", &seed.to_string(), "--max-funcs", "6"]);
    csmith.current_dir(folder);
    let text = process::require(&mut csmith, GENERATOR_LIMIT)?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}

fn judge(report: &mut Report, setting: &Setting<'_>, programs: &[Program]) -> Result<(), Error> {
    let mut cases = Vec::new();
    for (index, program) in programs.iter().enumerate() {
        cases.extend(report.levels(&LEVELS, index).iter().map(|&level| Case {
            name: format!("{}{level}", program.name),
            source: &program.source,
            level,
            expected: &program.native,
        }));
    }
    let (verdicts, _) = setting.judge(&cases)?;
    let each = verdicts.len() / programs.len().max(1);
    for (program, verdicts) in programs.iter().zip(verdicts.chunks(each.max(1))) {
        if verdicts.iter().all(Result::is_ok) {
            paths::remove(&program.source)?;
        }
    }
    verdicts
        .into_iter()
        .for_each(|verdict| report.check(verdict));
    Ok(())
}

/// Takes the suffix `L` from constants, also after a `U`; two of them, which say `long long`, stay.
fn without_long(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) =
        rest.find(|character: char| character.is_ascii_alphanumeric() || character == '_')
    {
        let (before, word) = rest.split_at(start);
        let end =
            word.find(|character: char| !character.is_ascii_alphanumeric() && character != '_');
        let (word, after) = word.split_at(end.unwrap_or(word.len()));
        let is_constant = word.starts_with(|first: char| first.is_ascii_digit());
        kept.push_str(before);
        kept.push_str(match word.strip_suffix('L') {
            Some(shorter) if is_constant && !shorter.ends_with('L') => shorter,
            _ => word,
        });
        rest = after;
    }
    kept + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        assert_eq!(without_long(text), expected);
    }

    #[test]
    fn constants_lose_one_suffix() {
        check("(x < 0x1BL)", "(x < 0x1B)");
        check("0xFFUL+1L", "0xFFU+1");
        check("7LL 7ULL l_7L NULL", "7LL 7ULL l_7L NULL");
        check("static long x = -0L;\n", "static long x = -0;\n");
        check("", "");
        check(";", ";");
    }
}
