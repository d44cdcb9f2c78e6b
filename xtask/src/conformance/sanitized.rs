//! What we write as C under gcc's sanitizers for addresses and for undefined behaviour.
//!
//! *Needs:* clang 19, gcc, csmith.
//! *Gives:* for each program, level and kind of C one check: it behaves as the native build, and
//! the sanitizers, which end a program at the first thing they find, say nothing. The programs are
//! those of `torture/`, whose sources are clean themselves, random ones of csmith, and zlib, Lua
//! and SQLite. Two changes of a text that make it undefined have to be noticed.
//! *Cost:* three seconds of a processor for a program and level.
//! *Limits:* `--short` takes a sixteenth of `torture/` at `-O2`, three random programs, and zlib.
//! What the source of a random program does wrong is not held against us.

use super::csmith::{self, Program};
use super::differential::{Behaviour, Case, Setting};
use super::people::{self, REFUSED};
use super::report::Report;
use super::texts;
use super::torture::{self, SANITIZERS};
use crate::corpus::{self, LEVELS, PROGRAMS};
use crate::error::Error;
use crate::native;
use crate::parallel;
use crate::paths::{self, Scratch};
use crate::process;
use crate::unsnarl::Unsnarl;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// What gcc gets.
const OPTIONS: [&str; 4] = ["-w", "-O1", SANITIZERS, "-fno-sanitize-recover=all"];

/// Programs that use up the stack, of which the sanitizers take several times as much.
const TOO_DEEP: [&str; 1] = ["recursion-deep"];

/// For one run.
const LIMIT: Duration = Duration::from_secs(300);

/// How many random programs, in a run of everything and in a short one.
const RANDOM: [usize; 2] = [100, 3];

/// Of how many programs of `torture/` one is taken.
const SHARE: usize = 16;

/// All programs.
pub(super) fn sanitized(report: &mut Report) -> Result<(), Error> {
    let unsnarl = Unsnarl::build()?;
    notices(report, &unsnarl)?;
    let setting = Setting::new("sanitized", csmith::options(), texts::ours(&unsnarl))?;
    csmith::prepare(&setting)?;
    let levels: &[&str] = report.pick(&LEVELS, &LEVELS[1..]);
    let mut programs = Vec::new();
    for program in report.sample(torture::programs()?, SHARE) {
        if !TOO_DEEP.contains(&program.name.as_str()) {
            programs.push(Source::Torture(program));
        }
    }
    let count = report.pick(RANDOM[0], RANDOM[1]);
    programs.extend((report.first_case()..).take(count).map(Source::Seed));
    let judged = parallel::map(&programs, |program| {
        let Some(program) = program.program(&setting)? else {
            return Ok(Vec::new());
        };
        let verdicts = levels
            .iter()
            .map(|level| both(&unsnarl, &setting, &program, level));
        let verdicts: Result<Vec<_>, Error> = verdicts.collect();
        Ok::<_, Error>(verdicts?.concat())
    });
    for verdicts in judged {
        verdicts?.into_iter().for_each(|own| report.check(own));
    }
    println!("{} programs; {} failed", programs.len(), report.failed());
    let is_short = report.pick(false, true);
    for program in &PROGRAMS[..report.pick(PROGRAMS.len(), 1)] {
        for level in levels {
            report.check(people::real(program, level, &unsnarl, is_short, &OPTIONS)?);
            let scratch = Scratch::new()?;
            let module = texts::linked(&unsnarl, program, level, scratch.folder())?;
            let binary = texts::portable(&unsnarl, &module, scratch.folder(), &OPTIONS)?;
            for answer in corpus::answers(program, scratch.folder(), is_short)? {
                let answered = answer.require(&mut quiet(&binary)).map(drop);
                let run = answer.run.name(program.name);
                report.check(answered.map_err(|error| format!("{run} {level}: {error}")));
            }
            println!("{} {level}; {} failed", program.name, report.failed());
        }
    }
    Ok(())
}

/// A sum that wraps, and a store to the last element of an array.
const DEFINED: &str = r#"
target triple = "x86_64-pc-linux-gnu"
define i32 @main(i32 %count, ptr %arguments) {
  %p = alloca [4 x i32]
  %sum = add i32 %count, 2147483647
  %last = add i32 %count, 2
  %q = getelementptr i32, ptr %p, i32 %last
  store i32 %sum, ptr %q
  %r = load i32, ptr %q
  %z = icmp eq i32 %r, 0
  %w = zext i1 %z to i32
  ret i32 %w
}
"#;

/// What makes its text undefined, and what the sanitizers say then.
const UNDEFINED: [(&str, &str, &str); 2] = [
    (
        "count + 2147483647",
        "(int)count + 2147483647",
        "signed integer overflow",
    ),
    ("count + 2", "count + 3", "stack-buffer-overflow"),
];

/// Checks that the sanitizers notice what is wrong with a text, and nothing where nothing is.
fn notices(report: &mut Report, unsnarl: &Unsnarl) -> Result<(), Error> {
    let scratch = Scratch::new()?;
    let [ir, text, changed, binary] =
        ["ll", "c", "changed.c", "changed"].map(|ending| scratch.file(&format!("x.{ending}")));
    paths::write(&ir, DEFINED.as_bytes())?;
    if let Err(what) = native::write_c(unsnarl, &ir, &text)? {
        report.fail(what);
        return Ok(());
    }
    let written = paths::read(&text)?;
    let written = String::from_utf8_lossy(&written);
    let run = |text: &str| {
        paths::write(&changed, text.as_bytes())?;
        if let Err(what) = native::compile_c(&changed, &OPTIONS, &binary)? {
            return Ok(what);
        }
        Ok::<_, Error>(process::capture(&mut quiet(&binary), LIMIT)?.error_text())
    };
    let said = run(&written)?;
    report.check(match said.is_empty() {
        true => Ok(()),
        false => Err(format!("a text that is defined: {said}")),
    });
    for (from, to, due) in UNDEFINED {
        let said = run(&written.replacen(from, to, 1))?;
        report.check(match written.contains(from) && said.contains(due) {
            true => Ok(()),
            false => Err(format!("'{to}' in a text is not noticed: {said}")),
        });
    }
    Ok(())
}

/// Where a program comes from.
enum Source {
    Torture(torture::Program),
    Seed(u64),
}

impl Source {
    /// The program with its native behaviour; none if it takes too long.
    fn program(&self, setting: &Setting<'_>) -> Result<Option<Program>, Error> {
        match self {
            Self::Torture(program) => {
                let (name, source) = (program.name.clone(), program.source.clone());
                let native = setting.native(&source, &name, &["-O0"], LIMIT)?;
                Ok(Some(Program {
                    name,
                    source,
                    native,
                }))
            }
            Self::Seed(seed) => csmith::generate(setting, *seed),
        }
    }
}

/// A program at a level as C of both kinds. A failure does not count if the source fails as well.
fn both(
    unsnarl: &Unsnarl,
    setting: &Setting<'_>,
    program: &Program,
    level: &str,
) -> Result<Vec<Result<(), String>>, Error> {
    let name = format!("{}{level}", program.name);
    let refused = REFUSED.iter().find(|(refused, _)| *refused == program.name);
    let made = people::made(unsnarl, &program.source, level, &name, setting, &OPTIONS);
    let for_people = match (made?, refused) {
        (Err(what), Some((_, refused))) if what.contains(refused) => Ok(()),
        (Err(what), _) => Err(format!("{name} for people: {what}")),
        (Ok(binary), _) => people::same(&program.native, &binary, &name)?,
    };
    let case = Case {
        name: name.clone(),
        source: &program.source,
        level,
        expected: &program.native,
    };
    setting.build(&case)?;
    let scratch = Scratch::new()?;
    let module = setting.file(&name, "wasm");
    let binary = texts::portable(unsnarl, &module, scratch.folder(), &OPTIONS)?;
    let outcome = process::capture(&mut quiet(&binary), LIMIT)?;
    let found = Behaviour {
        ending: outcome.ending.to_string(),
        output: [outcome.output, outcome.errors].concat(),
    };
    let for_machines = program.native.compare(&found);
    let for_machines = for_machines.map_err(|what| format!("{name} for machines: {what}"));
    setting.remove(&name, &["ll", "o", "wasm"])?;
    let verdicts = vec![for_people, for_machines];
    if verdicts.iter().any(Result::is_err) {
        let source = setting.native(&program.source, &program.name, &OPTIONS, LIMIT)?;
        if program.native.compare(&source).is_err() {
            println!("{name}: the sanitizers find something in the source, too");
            return Ok(Vec::new());
        }
    }
    Ok(verdicts)
}

/// A call of a program under the sanitizers. Memory that is not given back is no fault.
fn quiet(binary: &Path) -> Command {
    let mut command = Command::new(binary);
    command.env("ASAN_OPTIONS", "detect_leaks=0");
    command
}
