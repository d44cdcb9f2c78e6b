//! Running a plan.
//!
//! *Needs:* a [`Plan`], and the tools.
//! *Gives:* the exit status. As clang does, a source that fails does not keep the others from being
//! compiled, and nothing is linked then.
//!
//! Clang's messages pass through unchanged. IR comes through a pipe, and is compiled while clang
//! ends; where clang may print something else there, it comes in a file. An object is written under
//! another name beside its destination and renamed; one that only the link needs is in a temporary
//! folder.

use super::ahead::{self, Written};
use super::error::Error;
use super::hints;
use super::ignored::{Severity, Warning};
use super::line::Line;
use super::messages::Messages;
use super::object::{Object, Refused, object};
use super::options::Role;
use super::own::Own;
use super::plan::{Compilation, Destination, Form, Link, PROGRAM, Plan, Saved, Work};
use super::platform::Task;
use super::response;
use super::show;
use super::tools::{self, Tools};
use crate::args::{Cli, Command};
use crate::cleanup::{Temporary, code, watch_signals};
use crate::commands::compile;
use crate::output::{self, Naming};
use clap::Parser;
use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{self, Stdio};

/// Runs a plan.
pub(super) fn run(
    plan: &Plan,
    line: &Line,
    tools: &Tools,
    own: &Own,
    messages: Messages,
) -> Result<u8, Error> {
    watch_signals().map_err(Error::Signals)?;
    let driver = Driver {
        tools,
        own,
        messages,
        is_verbose: line.has(Role::Verbose),
        temporary: OnceCell::new(),
    };
    match &plan.work {
        Work::Clang {
            arguments,
            postscript,
        } => {
            if say(&plan.warnings, messages) == Severity::Error {
                return Ok(1);
            }
            let status = driver.clang(Task::All, arguments)?;
            if let Some(text) = postscript {
                output::print(format!("{text}\n").as_bytes())
                    .map_err(|failure| Error::Write(failure.message().to_owned()))?;
            }
            Ok(status)
        }
        Work::Steps { compilations, link } => {
            let missing = missing_inputs(line);
            if !missing.is_empty() {
                missing.iter().for_each(|error| messages.error(error));
                return Ok(1);
            }
            check_outputs(line, compilations, link.as_ref())?;
            if say(&plan.warnings, messages) == Severity::Error {
                return Ok(1);
            }
            let compiles_and_links = link.is_some() && !compilations.is_empty();
            if let Some(status) = driver.refused(line, compiles_and_links)? {
                return Ok(status);
            }
            driver.steps(compilations, link.as_ref())
        }
    }
}

/// Prints all warnings, and gives the highest severity.
fn say(warnings: &[Warning], messages: Messages) -> Severity {
    let mut worst = Severity::Warning;
    for Warning { severity, message } in warnings {
        match severity {
            Severity::Warning => messages.warning(message),
            Severity::Error => {
                messages.error(message);
                worst = Severity::Error;
            }
        }
    }
    worst
}

/// Clang's errors for missing inputs, before it starts with any.
fn missing_inputs(line: &Line) -> Vec<Error> {
    let is_there = |path: &OsString| path == "-" || fs::metadata(path).is_ok();
    let paths = line.inputs().map(|input| &input.path);
    let (there, missing): (Vec<_>, Vec<_>) = paths.partition(|path| is_there(path));
    let mut errors: Vec<Error> = missing.into_iter().cloned().map(Error::NoInput).collect();
    if there.is_empty() {
        errors.push(Error::NoInputs);
    }
    errors
}

/// Fails if an output is an input or another output. Other files are replaced, as clang does it,
/// since a build runs again.
fn check_outputs(
    line: &Line,
    compilations: &[Compilation],
    link: Option<&Link>,
) -> Result<(), Error> {
    let inputs: Vec<&Path> = line.inputs().map(|input| Path::new(&input.path)).collect();
    // Of sources with one name the last one's object stays, as with clang.
    let saved = compilations
        .iter()
        .flat_map(|compilation| &compilation.saved);
    let objects = compilations
        .iter()
        .filter_map(|compilation| match &compilation.destination {
            Destination::File(path) => Some(path.as_path()),
            Destination::Temporary(_) => None,
        });
    let objects: BTreeSet<&Path> = objects.chain(saved.flat_map(Saved::paths)).collect();
    let program = line.last(Role::Output).filter(|_| link.is_some());
    let dependencies = line.last(Role::DependencyFile).filter(|&path| path != "-");
    let besides = program.into_iter().chain(dependencies).map(Path::new);
    let outputs = objects
        .into_iter()
        .chain(besides)
        .map(|path| (path, Naming::Given));
    output::check(outputs, &inputs).map_err(|failure| Error::Write(failure.message().to_owned()))
}

struct Driver<'a> {
    tools: &'a Tools,
    own: &'a Own,
    messages: Messages,
    is_verbose: bool,
    /// Where temporary files are, once there are any.
    temporary: OnceCell<Temporary>,
}

impl Driver<'_> {
    /// The status of clang where it refuses an option that its steps here would not tell of: one
    /// for another target, where `-Qunused-arguments` silences that, or one for its assembler,
    /// which is not used. A run of clang, if there is such an option.
    fn refused(&self, line: &Line, compiles_and_links: bool) -> Result<Option<u8>, Error> {
        let is_for_target = |option: &str| {
            let is_followed = ["-mllvm", "-mexec-model"]
                .iter()
                .any(|own| option.starts_with(own));
            compiles_and_links && option.starts_with("-m") && !is_followed
        };
        let mut options = line.options();
        if !options.any(|option| option.starts_with("-Wa,") || is_for_target(option)) {
            return Ok(None);
        }
        let mut words = vec![OsString::from("-###")];
        for argument in &line.arguments {
            words.extend(argument.words.iter().cloned());
        }
        let mut command = self.command(Task::All, &words)?;
        let output = command.stdin(Stdio::null()).output();
        let output = output.map_err(|cause| self.not_started(cause))?;
        if output.status.success() {
            return Ok(None);
        }
        let printed = String::from_utf8_lossy(&output.stderr);
        for error in printed.lines().filter(|line| line.contains(" error: ")) {
            output::say(&format!("{error}\n"));
        }
        Ok(Some(code(output.status)))
    }

    fn steps(&self, compilations: &[Compilation], link: Option<&Link>) -> Result<u8, Error> {
        let mut worst = 0;
        for compilation in compilations {
            worst = worst.max(self.compile(compilation)?);
        }
        match link {
            Some(link) if worst == 0 => self.link(link),
            _ => Ok(worst),
        }
    }

    /// Makes the object of a source.
    fn compile(&self, compilation: &Compilation) -> Result<u8, Error> {
        let make = |ir: &[u8]| {
            let settings = &self.own.settings;
            let text_of = |bitcode: &[u8]| self.text_of(bitcode);
            object(&compilation.source, ir, settings, self.messages, text_of)
        };
        if let Some(words) = show::preprocessing(compilation) {
            let status = self.clang(Task::Compile, &words)?;
            if status != 0 {
                return Ok(status);
            }
        }
        if compilation.form == Form::Bitcode {
            let mut words = compilation.clang.clone();
            words.extend(["-o".into(), self.path(&compilation.destination)?.into()]);
            let status = self.clang(Task::Compile, &words)?;
            if status != 0 {
                self.hint(compilation)?;
            }
            return Ok(status);
        }
        let (status, written) = match compilation.prints {
            true => self.ir_in_a_file(&compilation.clang)?,
            false => {
                let (status, written) = self.ir(&compilation.clang, make)?;
                (status, Some(written))
            }
        };
        let Some(Written { bytes, made }) = written.filter(|_| status == 0) else {
            if status != 0 {
                self.hint(compilation)?;
            }
            return Ok(status);
        };
        if self.is_verbose {
            output::say(&show::made(compilation));
        }
        let object = match made.unwrap_or_else(|| make(&bytes)) {
            Ok(object) => object,
            Err(refused) => {
                output::say(&refused.message);
                return Ok(refused.status);
            }
        };
        output::say(&object.measures);
        let text = || unsnarl_wasm::wat(&object.bytes).map_err(Error::Text);
        if let Some(saved) = &compilation.saved {
            if let Some(path) = &saved.bitcode {
                write(path, &bytes)?;
            }
            if let Some(path) = &saved.text {
                write(path, text()?.as_bytes())?;
            }
            if let Some(path) = &saved.object {
                write(path, &object.bytes)?;
            }
        }
        let path = self.path(&compilation.destination)?;
        match compilation.form {
            Form::Object | Form::Bitcode => write(&path, &object.bytes)?,
            Form::Text => write(&path, text()?.as_bytes())?,
        }
        Ok(0)
    }

    /// Says why clang may have refused a source.
    fn hint(&self, compilation: &Compilation) -> Result<(), Error> {
        let mut command = self.command(Task::Compile, &compilation.preprocess)?;
        command.args(["-H", "-o", "-"]).stdin(Stdio::null());
        let printed = command.output().map_err(|cause| self.not_started(cause))?;
        if let Some(hint) = hints::of_headers(&String::from_utf8_lossy(&printed.stderr)) {
            self.messages.note(hint);
        }
        Ok(())
    }

    fn path(&self, destination: &Destination) -> Result<PathBuf, Error> {
        Ok(match destination {
            Destination::File(path) => path.clone(),
            Destination::Temporary(name) => self.temporary()?.file(name).into(),
        })
    }

    /// Links objects. The linker is this command, which runs `wasm-ld`.
    fn link(&self, link: &Link) -> Result<u8, Error> {
        let temporary = self.temporary()?;
        let words = show::link_words(link, |name| temporary.file(name));
        let mut command = self.command(Task::Link, &words)?;
        if let Some(linker) = self.tools.wasm_ld.as_ref().filter(|_| link.needs_linker) {
            let path = temporary.file(show::LINKER);
            link_to_this(Path::new(&path)).map_err(|cause| {
                Error::Write(format!("cannot write {}: {cause}", path.display()))
            })?;
            command.env("UNSNARL_WASM_LD", linker);
            command.env("UNSNARL_FLAGS", self.own.flags());
        }
        let status = command.status().map_err(|cause| self.not_started(cause))?;
        match &link.javascript {
            Some(javascript) if status.success() => {
                let words = show::javascript_words(&temporary.file(PROGRAM), javascript);
                Ok(self.unsnarl(&words))
            }
            _ if status.success() => Ok(0),
            _ => {
                let objects = words
                    .iter()
                    .filter(|word| Path::new(word).extension().is_some());
                let objects: Vec<_> = objects.filter_map(|path| fs::read(path).ok()).collect();
                let libraries = words.iter().filter_map(|word| word.to_str());
                let libraries: Vec<&str> = libraries.collect();
                for hint in hints::of_runtime(&objects, &libraries) {
                    self.messages.note(hint);
                }
                let linker = self.tools.wasm_ld.as_ref();
                let version = linker.and_then(|linker| tools::version(linker).ok());
                let hint = version.and_then(|version| hints::of_stack_check(&objects, &version));
                if let Some(hint) = hint {
                    self.messages.note(hint);
                }
                Ok(code(status))
            }
        }
    }

    /// Carries out a command of ours that compiles.
    fn unsnarl(&self, words: &[OsString]) -> u8 {
        let words = std::iter::once(OsString::from("unsnarl")).chain(words.iter().cloned());
        let cli = Cli::try_parse_from(words).expect("the words are those of a command");
        let Command::Compile(arguments) = &cli.command else {
            unreachable!("the first word is `compile`")
        };
        let color = self.messages.color();
        match compile(arguments, color) {
            Ok(()) => 0,
            Err(failure) => {
                output::say(&failure.render(color));
                failure.fault.status()
            }
        }
    }

    /// Runs clang; its standard output is ours.
    fn clang(&self, task: Task, arguments: &[OsString]) -> Result<u8, Error> {
        let mut command = self.command(task, arguments)?;
        let status = command.status().map_err(|cause| self.not_started(cause))?;
        Ok(code(status))
    }

    /// Runs clang and takes what it writes to standard output, with what is made of that ahead.
    fn ir(
        &self,
        arguments: &[OsString],
        make: impl Fn(&[u8]) -> Result<Object, Refused>,
    ) -> Result<(u8, Written<Result<Object, Refused>>), Error> {
        let mut command = self.command(Task::Compile, arguments)?;
        let mut child = command
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|cause| self.not_started(cause))?;
        let pipe = child.stdout.take().expect("standard output is piped");
        let written = ahead::read(pipe, make).map_err(|cause| self.not_started(cause))?;
        let status = child.wait().map_err(|cause| self.not_started(cause))?;
        Ok((code(status), written))
    }

    /// Runs clang and takes what it writes to a file; nothing, if it had something else to do.
    fn ir_in_a_file<T>(&self, arguments: &[OsString]) -> Result<(u8, Option<Written<T>>), Error> {
        let path = self.temporary()?.file(show::IR);
        // What an earlier compilation wrote is not this one's.
        let _ = fs::remove_file(&path);
        let mut words = arguments.to_vec();
        words.extend(["-o".into(), path.clone()]);
        let status = self.clang(Task::Compile, &words)?;
        let bytes = fs::read(&path).ok();
        Ok((status, bytes.map(|bytes| Written { bytes, made: None })))
    }

    /// Has clang write bitcode as text, as it does without passes.
    fn text_of(&self, bitcode: &[u8]) -> Option<Vec<u8>> {
        const WORDS: [&str; 9] = [
            "-S",
            "-emit-llvm",
            "-O0",
            "-Xclang",
            "-disable-llvm-passes",
            "-o",
            "-",
            "-x",
            "ir",
        ];
        let mut command = process::Command::new(&self.tools.clang);
        command
            .args(self.tools.words(Task::Compile))
            .args(WORDS)
            .arg("-");
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        let mut pipe = child.stdin.take().expect("standard input is piped");
        // Clang reads all of its input before it writes.
        let is_sent = pipe.write_all(bitcode).is_ok();
        drop(pipe);
        let output = child.wait_with_output().ok()?;
        (is_sent && output.status.success()).then_some(output.stdout)
    }

    /// Clang with these arguments; in a file if they are too long for the system.
    fn command(&self, task: Task, arguments: &[OsString]) -> Result<process::Command, Error> {
        const MOST: usize = 100_000;
        let mut command = process::Command::new(&self.tools.clang);
        command.args(self.tools.words(task));
        let size: usize = arguments.iter().map(|word| word.len() + 1).sum();
        match response::text(arguments).filter(|_| size > MOST) {
            None => command.args(arguments),
            Some(text) => {
                let path = self.temporary()?.file("arguments");
                fs::write(&path, text).map_err(|cause| {
                    Error::Write(format!("cannot write {}: {cause}", path.display()))
                })?;
                command.arg(at(&path))
            }
        };
        command.args(self.tools.words_behind(task));
        Ok(command)
    }

    fn temporary(&self) -> Result<&Temporary, Error> {
        if let Some(temporary) = self.temporary.get() {
            return Ok(temporary);
        }
        let made = Temporary::new().map_err(Error::Temporary)?;
        Ok(self.temporary.get_or_init(|| made))
    }

    fn not_started(&self, cause: std::io::Error) -> Error {
        Error::Start {
            program: self.tools.clang.clone(),
            cause,
        }
    }
}

/// Writes an output, all of it or none.
fn write(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    output::write(path, bytes).map_err(|failure| Error::Write(failure.message().to_owned()))
}

/// Makes a file that runs this command.
#[cfg(unix)]
fn link_to_this(path: &Path) -> std::io::Result<()> {
    std::os::unix::fs::symlink(std::env::current_exe()?, path)
}

#[cfg(not(unix))]
fn link_to_this(path: &Path) -> std::io::Result<()> {
    fs::copy(std::env::current_exe()?, path.with_extension("exe")).map(drop)
}

/// The word that names a file of arguments.
fn at(path: &OsStr) -> OsString {
    let mut word = OsString::from("@");
    word.push(path);
    word
}
