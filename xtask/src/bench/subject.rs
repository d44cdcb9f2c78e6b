//! Programs that are measured: those of the [corpus](crate::corpus), small and large.

use crate::corpus::{self, Answer, LARGE, PROGRAMS};
use crate::error::Error;
use crate::paths::Scratch;
use std::path::PathBuf;

/// A program at -O2, ready to be compiled and run.
pub(super) struct Subject {
    /// Its name.
    pub(super) name: &'static str,
    /// Its modules with its driver; the largest is compiled the longest.
    pub(super) modules: Vec<PathBuf>,
    /// Libraries to link with, as after `-l`.
    pub(super) libraries: &'static [&'static str],
    /// What its native build prints, in the runs that are long enough to be timed.
    pub(super) answers: Vec<Answer>,
    /// What the others lie in.
    _scratch: Scratch,
}

/// The names of all of them: zlib, Lua and SQLite, then the large ones.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    let large = LARGE.iter().filter(|program| program.is_measured());
    let small = PROGRAMS.iter().map(|program| program.name);
    small.chain(large.map(|program| program.name))
}

/// The program of a name; nothing if there is none.
pub(super) fn named(name: &str) -> Result<Option<Subject>, Error> {
    let scratch = Scratch::new()?;
    let mut subject = if let Some(program) = PROGRAMS.iter().find(|one| one.name == name) {
        let mut modules = corpus::with_ending(&corpus::ir(program, "-O2")?, "ll")?;
        modules.push(corpus::driver_ir(program, "-O2", scratch.folder())?);
        Subject {
            name: program.name,
            modules,
            libraries: program.libraries,
            answers: corpus::answers(program, scratch.folder(), false)?,
            _scratch: scratch,
        }
    } else if let Some(program) = LARGE.iter().find(|one| one.name == name) {
        Subject {
            name: program.name,
            modules: program.modules()?,
            libraries: program.libraries,
            answers: program.answers(scratch.folder(), false)?,
            _scratch: scratch,
        }
    } else {
        return Ok(None);
    };
    subject.answers.retain(|answer| answer.run.is_measured);
    Ok(Some(subject))
}
