//! LLVM IR to an object.
//!
//! *Needs:* what clang wrote, bitcode or text, and how to make code.
//! *Gives:* the bytes of an object file, or [`Refused`]: what is wrong, in the form of clang's
//! messages, with the place in the source if the IR has debug information.
//! *Cost:* that of reading and compiling. Errors are about lines of text, so what is wrong with
//! bitcode is looked for in its text once more.

use super::super::compile;
use super::messages::{Kind, Messages};
use super::own::Settings;
use super::place::place;
use crate::output;
use std::ffi::OsStr;
use std::num::NonZeroUsize;
use unsnarl_ir::Module;
use unsnarl_wasm::{CompileError, CompileErrors};

/// An object file.
#[derive(Debug)]
pub(in crate::commands) struct Object {
    pub(in crate::commands) bytes: Vec<u8>,
    /// The measures of its functions, a line each, if they are wanted.
    pub(in crate::commands) measures: String,
}

/// Why no object was made.
#[derive(Debug)]
pub(in crate::commands) struct Refused {
    /// What to print.
    pub(in crate::commands) message: String,
    /// The exit status: 1 if the input is at fault, 3 if we are.
    pub(in crate::commands) status: u8,
}

/// Compiles a module. `text_of` writes bitcode as text, if it can.
pub(in crate::commands) fn object(
    source: &OsStr,
    ir: &[u8],
    settings: &Settings,
    messages: Messages,
    text_of: impl Fn(&[u8]) -> Option<Vec<u8>>,
) -> Result<Object, Refused> {
    if !unsnarl_llvm::is_bitcode(ir) {
        return object_of_text(source, ir, settings, messages);
    }
    let of_bitcode = || {
        let read = unsnarl_llvm::read_bitcode(ir);
        let reading = read.map_err(|error| {
            let message = error.to_string();
            refused(source, "", 0, &message, messages)
        })?;
        object_of_module(source, &reading.module, "", settings, messages)
    };
    of_bitcode().map_err(|of_bitcode| {
        let text = text_of(ir).filter(|text| !unsnarl_llvm::is_bitcode(text));
        let again = text.map(|text| object_of_text(source, &text, settings, messages));
        // If the text has no error, what is wrong with the bitcode is all that is known.
        again.and_then(Result::err).unwrap_or(of_bitcode)
    })
}

/// Compiles a module that was read of bitcode, so many of its functions at once.
pub(in crate::commands) fn object_of_reading(
    source: &OsStr,
    module: &Module,
    settings: &Settings,
    jobs: Option<NonZeroUsize>,
    messages: Messages,
) -> Result<Object, Refused> {
    let mut settings = settings.clone();
    settings.making.jobs = settings.making.jobs.or(jobs);
    let made = object_of_module(source, module, "", &settings, messages);
    made.map_err(|of_module| {
        let text = module.to_string();
        let again = object_of_text(source, text.as_bytes(), &settings, messages);
        again.err().unwrap_or(of_module)
    })
}

fn object_of_text(
    source: &OsStr,
    ir: &[u8],
    settings: &Settings,
    messages: Messages,
) -> Result<Object, Refused> {
    let refused =
        |text: &str, line: usize, message: &str| refused(source, text, line, message, messages);
    let text = str::from_utf8(ir).map_err(|error| {
        let message = format!("clang's LLVM IR is not text: {error}");
        refused("", 0, &message)
    })?;
    let module = unsnarl_llvm::read(text).map_err(|error| {
        let before = text.get(..error.span.start).unwrap_or(text);
        let line = before.matches('\n').count() + 1;
        refused(text, line, &error.cause.to_string())
    })?;
    object_of_module(source, &module, text, settings, messages)
}

/// Compiles a module, whose text is for the places of errors.
fn object_of_module(
    source: &OsStr,
    module: &Module,
    text: &str,
    settings: &Settings,
    messages: Messages,
) -> Result<Object, Refused> {
    let structure = |cfg: &unsnarl::Cfg| settings.making.how.make(cfg);
    let mut options = settings.making.options(&structure);
    options.jobs = options
        .jobs
        .or_else(|| jobs(std::env::var("MAKEFLAGS").ok().as_deref()));
    let made = unsnarl_wasm::object(module, &options)
        .map_err(|errors| refused_by_compiler(source, text, &errors, messages))?;
    if let Some(message) = compile::unproved(module, &made) {
        output::say(&messages.line(source.display(), Kind::Warning, message));
    }
    let measures = match settings.stats {
        true => compile::measures(module, &made),
        false => String::new(),
    };
    let bytes = made.bytes;
    Ok(Object { bytes, measures })
}

/// How many functions to compile at once, if it is not said: one where `make` or a program like it
/// hands out the processors, which it says in its flags; else nothing says so.
fn jobs(make: Option<&str>) -> Option<NonZeroUsize> {
    let mut flags = make?.split_whitespace();
    let is_handed_out = flags.any(|flag| flag.starts_with("--jobserver"));
    is_handed_out.then_some(NonZeroUsize::MIN)
}

/// All errors, each as a message of its own.
fn refused_by_compiler(
    source: &OsStr,
    text: &str,
    errors: &CompileErrors,
    messages: Messages,
) -> Refused {
    let (shown, more) = errors.shown();
    let mut all = Refused {
        message: String::new(),
        status: if errors.has_bug() { 3 } else { 1 },
    };
    for error in shown {
        all.message += &refusal(source, text, error, messages);
    }
    if more > 0 {
        let note = format!("and {more} more errors");
        all.message += &messages.line(source.display(), Kind::Note, note);
    }
    all
}

fn refusal(source: &OsStr, text: &str, error: &CompileError, messages: Messages) -> String {
    let (line, message) = match error {
        CompileError::Function {
            function,
            line,
            cause,
        } => (*line, format!("in function '{function}': {cause}")),
        CompileError::Global {
            name,
            line,
            construct,
        } => (
            *line,
            format!("'{name}' {construct}, which is not supported"),
        ),
        CompileError::Initializer {
            name, line, source, ..
        } => (
            *line,
            format!("cannot lay out the initial value of '{name}': {source}"),
        ),
        other => (0, other.to_string()),
    };
    let mut message = refused(source, text, line as usize, &message, messages).message;
    if error.is_bug() {
        let note = "this is a bug in unsnarl: please report it with the LLVM IR, which `-S \
                    -emit-llvm` writes instead of `-c`";
        message += &messages.line(source.display(), Kind::Note, note);
    }
    message
}

/// Says what is wrong with a line of the IR; 0 if it is no line.
fn refused(source: &OsStr, text: &str, line: usize, message: &str, messages: Messages) -> Refused {
    let at = match place(text, line) {
        Some(place) => place.to_string(),
        None => source.display().to_string(),
    };
    let mut message = messages.line(&at, Kind::Error, message);
    let line = line
        .checked_sub(1)
        .and_then(|index| text.lines().nth(index));
    if let Some(line) = line {
        let shown: String = line.trim().chars().take(LONGEST).collect();
        message += &messages.line(&at, Kind::Note, format!("in LLVM IR: {shown}"));
    }
    Refused { message, status: 1 }
}

/// How many characters of a line of IR are shown.
const LONGEST: usize = 160;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn processors_are_left_to_make() {
        let one = NonZeroUsize::new(1);
        assert_eq!(jobs(Some(" -j4 --jobserver-auth=3,4")), one);
        assert_eq!(jobs(Some("-j --jobserver-fds=5,6 -l2")), one);
        assert_eq!(jobs(Some("k")), None);
        assert_eq!(jobs(None), None);
    }
}
