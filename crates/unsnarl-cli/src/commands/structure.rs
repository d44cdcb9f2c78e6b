//! `unsnarl structure`: graphs as structured code.

mod outline;

use super::{json, structure_and_prove};
use crate::args::{Emit, How, Structure};
use crate::diagnostic::Failure;
use crate::input::Source;
use crate::output;
use outline::functions;
use serde_json::Value;
use std::fmt;
use unsnarl::program::Profile;
use unsnarl::text::Bodies;
use unsnarl::{Cfg, Program, text};

/// Prints every graph of the input as structured code.
///
/// Nothing is printed until all are structured and proved.
pub(crate) fn structure(arguments: &Structure) -> Result<(), Failure> {
    let source = Source::read(&arguments.input)?;
    let parsed = source.parse(arguments.before.graph())?;
    let subjects = parsed.subjects(&source, arguments.function.as_deref())?;
    let mut printer = Printer {
        how: &arguments.how,
        profile: arguments.target.profile(&arguments.how),
        emit: arguments.emit,
        names: subjects.len() > 1 || arguments.function.is_some(),
        text: String::new(),
        functions: Vec::new(),
    };
    for subject in &subjects {
        if arguments.outline {
            let functions = functions(subject);
            printer.names |= functions.len() > 1;
            for function in &functions {
                printer.add(&function.name, &function.cfg, &function.bodies)?;
            }
        } else {
            printer.add(subject.name, &subject.cfg, &subject.bodies)?;
        }
    }
    if arguments.emit == Emit::Json {
        printer.text = json::document("functions", printer.functions);
    }
    output::print(printer.text.as_bytes())?;
    parsed.complete(&source, arguments.function.as_deref())
}

/// The output, function by function.
struct Printer<'a> {
    how: &'a How,
    profile: Option<Profile>,
    emit: Emit,
    /// Whether a line with its name precedes each function.
    names: bool,
    text: String,
    functions: Vec<Value>,
}

impl Printer<'_> {
    fn add(&mut self, name: &str, cfg: &Cfg, bodies: &impl Bodies) -> Result<(), Failure> {
        let proved = structure_and_prove(name, cfg, self.how, self.profile.as_ref(), None)?;
        if self.emit == Emit::Json {
            let function = json::structured(name, cfg, bodies, &proved);
            self.functions.push(function);
            return Ok(());
        }
        if self.names {
            let blank = if self.text.is_empty() { "" } else { "\n" };
            self.text += &format!("{blank}{}\n", comment(self.emit, name));
        }
        write(&mut self.text, cfg, bodies, &proved.program, self.emit)
            .expect("a string can be written to");
        Ok(())
    }
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

fn write(
    text: &mut String,
    cfg: &Cfg,
    bodies: &impl Bodies,
    program: &Program,
    emit: Emit,
) -> fmt::Result {
    match emit {
        Emit::Pseudo => text::pseudocode(text, cfg, program, bodies),
        Emit::Js => text::javascript(text, cfg, program, bodies),
        Emit::Wat => text::wat(text, cfg, program, bodies),
        Emit::Dot => text::dot_program(text, program, bodies),
        Emit::Json => Ok(()),
    }
}
