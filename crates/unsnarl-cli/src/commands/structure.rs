//! `unsnarl structure`: graphs as structured code.

use super::{json, structure_and_prove};
use crate::args::{Emit, Structure};
use crate::diagnostic::Failure;
use crate::input::{Source, Subject};
use crate::output;
use std::fmt;
use unsnarl::{Program, text};

/// Prints every graph of the input as structured code.
///
/// Nothing is printed before all are structured and proved.
pub(crate) fn structure(arguments: &Structure) -> Result<(), Failure> {
    let source = Source::read(&arguments.input)?;
    let parsed = source.parse()?;
    let subjects = parsed.subjects(&source, arguments.function.as_deref())?;
    let mut text = String::new();
    let mut functions = Vec::new();
    for (at, subject) in subjects.iter().enumerate() {
        let proved = structure_and_prove(subject, &arguments.how, None)?;
        if arguments.emit == Emit::Json {
            functions.push(json::structured(subject, &proved));
            continue;
        }
        if subjects.len() > 1 || arguments.function.is_some() {
            let blank = if at > 0 { "\n" } else { "" };
            text += &format!("{blank}{}\n", comment(arguments.emit, subject.name));
        }
        write(&mut text, subject, &proved.program, arguments.emit)
            .expect("a string can be written to");
    }
    if arguments.emit == Emit::Json {
        text = json::document("functions", functions);
    }
    output::print(text.as_bytes())
}

/// A line that names a function, in the language that is printed.
fn comment(emit: Emit, name: &str) -> String {
    let name = name.replace(['\n', '\r'], " ");
    match emit {
        Emit::Pseudo | Emit::Json => format!("; {name}"),
        Emit::Wat => format!(";; {name}"),
        Emit::Js | Emit::Dot => format!("// {name}"),
    }
}

fn write(text: &mut String, subject: &Subject<'_>, program: &Program, emit: Emit) -> fmt::Result {
    match emit {
        Emit::Pseudo => text::pseudocode(text, &subject.cfg, program, &subject.bodies),
        Emit::Js => text::javascript(text, &subject.cfg, program, &subject.bodies),
        Emit::Wat => text::wat(text, &subject.cfg, program, &subject.bodies),
        Emit::Dot => text::dot_program(text, program, &subject.bodies),
        Emit::Json => Ok(()),
    }
}
