//! The input as bytes, and its format.
//!
//! *Needs:* the path and, if the user gave it, the format. *Gives:* the bytes; [`Format`], by the
//! first bytes, the name, or the first word of the text.
//! *Cost:* linear in the text.

use crate::args::Format;
use crate::diagnostic::{Failure, Fault};
use crate::nature::{Nature, WASM, nature};
use std::io::Read;
use std::path::Path;
use unsnarl::text::Notation;
use wast::Wat;
use wast::parser::{self, ParseBuffer};

/// Tells whether an input is WebAssembly: the user says so, or its first bytes do.
pub(crate) fn is_wasm(bytes: &[u8], said: Option<Format>) -> bool {
    match said {
        Some(format) => format == Format::Wasm,
        None => bytes.starts_with(WASM),
    }
}

/// Reads a file, or standard input. WebAssembly as text becomes a module.
pub(crate) fn read_bytes(path: &Path) -> Result<Vec<u8>, Failure> {
    let read = if path == Path::new("-") {
        let mut bytes = Vec::new();
        std::io::stdin()
            .lock()
            .read_to_end(&mut bytes)
            .map(|_| bytes)
    } else {
        std::fs::read(path)
    };
    let bytes = read.map_err(|error| {
        Failure::new(
            Fault::Input,
            format!("cannot read {}: {error}", display_name(path)),
        )
    })?;
    match std::str::from_utf8(&bytes) {
        Ok(text) if is_wat(text) => assembled(text).map_err(|error| {
            let place = error.span().offset();
            let failure = Failure::new(Fault::Input, error.message());
            failure.at(&display_name(path), text, place..place)
        }),
        _ => Ok(bytes),
    }
}

/// The module that text of WebAssembly says.
fn assembled(text: &str) -> Result<Vec<u8>, wast::Error> {
    let buffer = ParseBuffer::new(text)?;
    parser::parse::<Wat<'_>>(&buffer)?.encode()
}

/// Tells whether text is WebAssembly: it begins with `(module`, perhaps behind comments.
fn is_wat(text: &str) -> bool {
    let mut rest = text.trim_start();
    loop {
        let end = match rest.get(..2) {
            Some(";;") => rest.find('\n'),
            Some("(;") => rest.find(";)").map(|at| at + 2),
            _ => {
                let inside = rest.strip_prefix('(').map(str::trim_start);
                return inside.is_some_and(|inside| inside.starts_with("module"));
            }
        };
        match end {
            Some(end) => rest = rest[end..].trim_start(),
            None => return false,
        }
    }
}

/// Tells whether an input is bitcode: the user says so, or its first bytes do.
pub(super) fn is_bitcode(bytes: &[u8], said: Option<Format>) -> bool {
    match said {
        Some(format) => format == Format::Bitcode,
        None => unsnarl_llvm::is_bitcode(bytes),
    }
}

/// Fails on input that is not text, without printing its bytes.
pub(super) fn refuse_binary(name: &str, bytes: &[u8]) -> Result<(), Failure> {
    let failure = match nature(bytes) {
        None => return Ok(()),
        Some(Nature::Known { what, help }) => {
            Failure::new(Fault::Input, format!("{name} is {what}")).help(help)
        }
        Some(Nature::Strange { line, column, byte }) => {
            let place = format!("{name}:{line}:{column}");
            let message = format!("{place}: byte {byte:#04x} is not text");
            let help = "give LLVM IR as text, or a graph as .cfg, DOT or Mermaid";
            Failure::new(Fault::Input, message).help(help)
        }
    };
    Err(failure)
}

/// What messages call a path.
pub(crate) fn display_name(path: &Path) -> String {
    if path == Path::new("-") {
        "<stdin>".into()
    } else {
        path.display().to_string()
    }
}

/// Guesses the format of an input.
pub(super) fn guess(name: &str, text: &str) -> Result<Format, Failure> {
    if !name.ends_with(".ll")
        && let Some(what) = unsnarl::text::foreign(text)
    {
        let help = "give the graph as .cfg, DOT or Mermaid";
        return Err(Failure::new(Fault::Input, format!("{name} is {what}")).help(help));
    }
    let is_module = name.ends_with(".ll") || !name.contains('.') && looks_like_llvm(text);
    match Notation::guess(name, text) {
        _ if is_module => Ok(Format::Ll),
        Some(Notation::Cfg) => Ok(Format::Cfg),
        Some(Notation::Dot) => Ok(Format::Dot),
        Some(Notation::Mermaid) => Ok(Format::Mermaid),
        None if looks_like_llvm(text) => Ok(Format::Ll),
        None => {
            if text.trim().is_empty() {
                return Err(Failure::new(Fault::Input, format!("{name} is empty")));
            }
            let message = format!("cannot tell the format of {name}");
            let help = "give it with --from ll, bitcode, wasm, cfg, dot or mermaid; `unsnarl cc` compiles C";
            Err(Failure::new(Fault::Usage, message).help(help))
        }
    }
}

/// Tells whether some line begins as only lines of LLVM IR do.
fn looks_like_llvm(text: &str) -> bool {
    const WORDS: [&str; 7] = [
        "define ",
        "declare ",
        "source_filename",
        "target ",
        "@",
        "attributes #",
        "; ModuleID",
    ];
    text.lines()
        .take(200)
        .any(|line| WORDS.iter().any(|word| line.starts_with(word)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_of_webassembly_begins_with_a_module() {
        for text in [
            "(module)",
            " \n( module $m",
            ";; a\n(; b ;)\n(module",
            "(;;)(module)",
        ] {
            assert!(is_wat(text), "{text}");
        }
        for text in [
            "",
            "(",
            ";; (module",
            "(; (module",
            "a -> (module",
            "(func)",
            "é(module",
        ] {
            assert!(!is_wat(text), "{text}");
        }
    }
}
