//! `unsnarl cc` and `unsnarl c++`: drop-in replacements for `clang` and `clang++` in a build.
//!
//! *Needs:* clang, which makes LLVM IR of each source, and `wasm-ld`, which links.
//! *Gives:* the objects and programs that clang would have made for wasm32, with Unsnarl's code;
//! clang's warnings, errors, dependency files and exit statuses.
//! *Cost:* one run of clang for each source, whose IR comes through a pipe and is compiled while
//! clang ends, and one for the link.
//! *Limits:* no assembly. What clang names after its output
//! besides dependency files (`-ftime-trace`, `--coverage`, `-gsplit-dwarf`) it names after standard
//! output.
//!
//! A command line goes through these stages, a file each: `response` (files of arguments), `line`
//! (what each argument is, by the table in `options`), `plan` (what is to be run), `run`. Beside
//! them: `mode` (`clang` or `clang++`), `ahead` (what clang writes, compiled before clang has
//! ended), `own` (the driver's own options), `ignored` and `refused` (clang's options without
//! effect here), `gnu` (those of another linker), `tools` (where clang and the linker are),
//! `object` (IR to an object), `place` (from a line of IR to a line of the source), `show` (a plan
//! as text), `hints` (behind the errors of others).
//!
//! The driver understands only the options that determine inputs, outputs and the last step (`-c`,
//! `-S`, `-E` and others). All others go to clang unchanged.

mod ahead;
pub(super) mod error;
mod gnu;
mod help;
mod hints;
mod ignored;
mod line;
pub(super) mod messages;
mod mode;
pub(super) mod object;
mod options;
pub(super) mod own;
mod place;
mod plan;
mod platform;
pub(super) mod refused;
pub(super) mod response;
pub(super) mod run;
mod show;
pub(super) mod tools;

use crate::args::{Color, Making};
use crate::cleanup::Temporary;
use crate::diagnostic::{Failure, Fault};
use crate::output;
use error::Error;
use line::Line;
use messages::Messages;
pub(crate) use mode::{Mode, Named};
use own::{Choice, Own};
use plan::Plan;
use std::ffi::OsString;
use std::path::Path;
use tools::Tools;

/// Carries out a command line of clang or clang++, and gives the exit status.
pub(crate) fn cc(named: Named, arguments: &[OsString], color: Color) -> u8 {
    let messages = Messages::of(named.mode.command(), arguments, color);
    drive(named, arguments, messages).unwrap_or_else(|error| {
        messages.error(&error);
        error.status()
    })
}

fn drive(named: Named, arguments: &[OsString], messages: Messages) -> Result<u8, Error> {
    let Named { mode, clang } = named;
    let words = response::expand(arguments.to_vec())?;
    let (mut own, words) = Own::split(&own::from_environment(), words)?;
    own.clang = own.clang.or_else(|| {
        let origin = "the version in the name of the command";
        clang.map(|name| Choice { origin, name })
    });
    if own.help {
        let printed = output::print(help::text(mode).as_bytes());
        return printed
            .map(|()| 0)
            .map_err(|failure| Error::Write(failure.message().to_owned()));
    }
    let line = Line::read(words);
    mode::check(&line)?;
    own.follow(refused::instructions(&line));
    own.place(&line);
    own.call(&line);
    platform::check(&line)?;
    let plan = Plan::make(&line, &own)?;
    let tools = Tools::find(mode, &own, &line)?;
    if plan.is_clang_alone() {
        warn_of_servers(messages);
    }
    if line.shows_plan() && !plan.is_clang_alone() {
        output::say(&show::text(&plan, &tools));
        return Ok(0);
    }
    run::run(&plan, &line, &tools, &own, messages)
}

/// Warns if what the environment says does not hold where distcc compiles. Its client runs
/// compilers with a variable by which it knows that it has been called by itself.
fn warn_of_servers(messages: Messages) {
    let flags = own::from_environment().flags;
    if std::env::var_os("_DISTCC_SAFEGUARD").is_some()
        && let Some(flags) = flags
    {
        messages.warning(format!(
            "UNSNARL_FLAGS does not reach the servers of distcc: give '{}' on the command line \
             [-Wunsnarl-ignored]",
            flags.display()
        ));
    }
}

/// What has a part in objects besides the code of this command: clang's version, and the options
/// that the environment gives. A line each.
pub(crate) fn about() -> String {
    let environment = own::from_environment();
    let version = || -> Result<String, Error> {
        let (own, _) = Own::split(&environment, Vec::new())?;
        let clang = Tools::find(Mode::C, &own, &Line::read(Vec::new()))?.clang;
        let version = tools::version(&clang)?;
        Ok(format!("{version} ({})", clang.display()))
    };
    let mut text = match version() {
        Ok(version) => format!("clang: {version}\n"),
        Err(error) => format!("clang: {error}\n"),
    };
    if let Some(flags) = &environment.flags {
        text += &format!("UNSNARL_FLAGS: {}\n", flags.display());
    }
    text
}

/// The source of a program.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Input<'a> {
    /// C, at a path.
    Source(&'a Path),
    /// An object that has a `main`.
    Object(&'a [u8]),
    /// An object that has a `_start` of its own.
    WholeObject(&'a [u8]),
}

/// Links a program with the libc; `None` if clang or the linker has reported why there is none.
pub(crate) fn program(
    input: Input<'_>,
    making: &Making,
    color: Color,
) -> Result<Option<Vec<u8>>, Failure> {
    let not_started = |error: Error| Failure::new(Fault::NotStarted, error);
    make_program(input, making, Messages::of(Mode::C.command(), &[], color)).map_err(not_started)
}

fn make_program(
    input: Input<'_>,
    making: &Making,
    messages: Messages,
) -> Result<Option<Vec<u8>>, Error> {
    let temporary = Temporary::new().map_err(Error::Temporary)?;
    let (object, program) = (temporary.file("program.o"), temporary.file("program.wasm"));
    let write = |bytes: &[u8]| {
        let written = std::fs::write(&object, bytes);
        written.map_err(|cause| Error::Write(format!("cannot write {}: {cause}", object.display())))
    };
    let mut words: Vec<OsString> = ["-O2", "-o"].map(OsString::from).to_vec();
    words.push(program.clone());
    match input {
        Input::Source(path) => words.extend(["--".into(), path.into()]),
        Input::Object(bytes) => {
            write(bytes)?;
            words.push(object.clone());
        }
        Input::WholeObject(bytes) => {
            write(bytes)?;
            words.extend(["-nostartfiles".into(), object.clone()]);
        }
    }
    let (mut own, words) = Own::split(&own::from_environment(), words)?;
    own.settings.making = making.clone();
    let line = Line::read(words);
    let plan = Plan::make(&line, &own)?;
    let tools = Tools::find(Mode::C, &own, &line)?;
    if run::run(&plan, &line, &tools, &own, messages)? == 0 {
        let read = std::fs::read(&program);
        return read
            .map(Some)
            .map_err(|cause| Error::Write(format!("cannot read {}: {cause}", program.display())));
    }
    match tools.has_libc() {
        true => Ok(None),
        false => Err(Error::NoLibc),
    }
}
