//! `unsnarl structure`: graphs as structured code.

mod compound;
mod outline;

use super::{Proved, json, judge, printing, structure_and_prove};
use crate::args::{Emit, How, Structure};
use crate::diagnostic::{Failure, Fault};
use crate::input::{Readable, Source, Subject};
use crate::output;
use compound::{Joined, joined};
use outline::{Function, functions};
use serde_json::Value;
use std::fmt;
use unsnarl::compound::{Shown, Words};
use unsnarl::emit::{C, JavaScript, Python, Rust, Texts, WgslError};
use unsnarl::program::Profile;
use unsnarl::structure::MaxDepth;
use unsnarl::text::Bodies;
use unsnarl::{Cfg, Program, Step, emit, text};
use unsnarl_ir::pseudocode::Context;

/// Prints every graph of the input as structured code.
///
/// Nothing is printed until all are structured and proved.
pub(crate) fn structure(arguments: &Structure) -> Result<(), Failure> {
    let source = Source::read(&arguments.input)?;
    let parsed = source.parse(arguments.before.graph())?;
    let subjects = parsed.subjects(&source, arguments.function.as_deref())?;
    let is_read = matches!(arguments.emit, Emit::Pseudo | Emit::Json) && !arguments.raw;
    let context = parsed.module().filter(|_| is_read).map(Context::new);
    let mut printer = Printer {
        how: &arguments.how,
        profile: profile(arguments)?,
        emit: arguments.emit,
        names: subjects.len() > 1 || arguments.function.is_some(),
        context: context.as_ref(),
        text: String::new(),
        functions: Vec::new(),
    };
    for subject in &subjects {
        if arguments.outline {
            let functions = functions(subject);
            printer.names |= functions.len() > 1;
            for function in &functions {
                printer.add_piece(subject, function)?;
            }
        } else {
            printer.add(subject)?;
        }
    }
    if arguments.emit == Emit::Json {
        printer.text = json::document("functions", printer.functions);
    }
    output::print(printer.text.as_bytes())?;
    parsed.complete(&source, arguments.function.as_deref())
}

/// The profile to lower to: that of the language, or the one that was named.
fn profile(arguments: &Structure) -> Result<Option<Profile>, Failure> {
    let named = arguments.target.profile(&arguments.how);
    let Some(needed) = arguments.emit.profile() else {
        return Ok(named);
    };
    if let Some(other) = named.filter(|named| named.name != needed.name) {
        let message = format!(
            "the output language needs profile {}, not {}",
            needed.name, other.name
        );
        return Err(Failure::new(Fault::Usage, message));
    }
    Ok(Some(Profile {
        max_depth: arguments.how.max_depth.map(MaxDepth::get),
        ..*needed
    }))
}

/// The output, function by function.
struct Printer<'a> {
    how: &'a How,
    profile: Option<Profile>,
    emit: Emit,
    /// Whether a line with its name precedes each function.
    names: bool,
    /// What functions of LLVM IR have in common, if they are to be read.
    context: Option<&'a Context<'a>>,
    text: String,
    functions: Vec<Value>,
}

impl Printer<'_> {
    fn add(&mut self, subject: &Subject<'_>) -> Result<(), Failure> {
        let (name, cfg) = (subject.name, &subject.cfg);
        let prints = &printing(&subject.bodies);
        let mut edges = cfg.blocks().flat_map(|block| cfg.edges(block));
        let edges_print = edges.any(|edge| prints(Step::Take(edge)));
        if let Some(joined) = self.joined(name, cfg, edges_print)? {
            let shown = Shown::new(&joined.compounds, &subject.bodies, Words::PSEUDOCODE);
            return self.print(name, joined.compounds.cfg(), &shown, &joined.proved);
        }
        let profile = self.profile.as_ref();
        let mut proved = structure_and_prove(name, cfg, self.how, profile, None, prints)?;
        let Some((context, instructions)) = self.context.zip(subject.bodies.instructions()) else {
            return self.print(name, cfg, &subject.bodies, &proved);
        };
        let mut code = Readable::new(context, instructions, &proved.program, Some);
        if self.profile.is_none()
            && let Some(program) = code.with_exits_behind_loops(cfg, &proved.program)
        {
            proved.verdict = judge(name, cfg, &program, None)?;
            proved.program = program;
        }
        code.assign_in_conditions(cfg, &proved.program);
        if self.emit == Emit::Json {
            let function = json::readable(name, cfg, &code, &proved);
            self.functions.push(function);
            return Ok(());
        }
        let mut body = String::new();
        let only_decides = |block| code.only_decides(block);
        let joined = self.joined(name, &cfg.marked(only_decides), edges_print)?;
        let again = |joined: &Joined| {
            let mut again = Readable::new(context, instructions, &joined.expanded, Some);
            for block in joined.compounds.joined() {
                again.assign_in_condition(block);
            }
            again
        };
        let again = match joined {
            None => None,
            Some(mut joined) => {
                let mut code = again(&joined);
                let program = &joined.proved.program;
                // As is done for the program on the graph of the function.
                let moved = match self.profile {
                    None => code.with_exits_of_joined(&joined.compounds, program),
                    Some(_) => None,
                };
                if let Some(moved) = moved
                    && let Some(expanded) = joined.compounds.expand(&moved)
                {
                    judge(name, cfg, &expanded, None)?;
                    joined.expanded = expanded;
                    joined.proved.program = moved;
                    code = again(&joined);
                }
                code.assign_in_joined(&joined.compounds, &joined.proved.program);
                Some((joined, code))
            }
        };
        // Another program may save other values.
        let is_silent = |(joined, again): &(Joined, Readable<'_>)| {
            let mut blocks = joined.compounds.joined();
            blocks.all(|block| again.statements(block).is_empty())
        };
        write(&mut body, cfg, &code, &proved.program, self.emit)
            .map_err(|error| refused(name, &error))?;
        if let Some((joined, again)) = again.filter(is_silent) {
            let shown = Shown::new(&joined.compounds, &again, Words::PSEUDOCODE);
            let (cfg, program) = (joined.compounds.cfg(), &joined.proved.program);
            let mut other = String::new();
            write(&mut other, cfg, &shown, program, self.emit)
                .map_err(|error| refused(name, &error))?;
            // The shorter one reads better.
            if other.lines().count() < body.lines().count() {
                body = other;
            }
        }
        let blank = if self.text.is_empty() { "" } else { "\n" };
        self.text += &format!("{blank}{} {{\n", code.signature());
        for line in body.lines() {
            self.text += &format!("  {line}\n");
        }
        self.text += "}\n";
        Ok(())
    }

    /// Joins the conditions of a graph, if it is to be read.
    fn joined(&self, name: &str, cfg: &Cfg, edges_print: bool) -> Result<Option<Joined>, Failure> {
        match self.emit {
            Emit::Pseudo => joined(name, cfg, self.how, self.profile.as_ref(), edges_print),
            _ => Ok(None),
        }
    }

    /// Adds a piece of a function that was divided.
    fn add_piece(&mut self, subject: &Subject<'_>, function: &Function) -> Result<(), Failure> {
        let (name, cfg) = (&function.name, &function.cfg);
        let profile = self.profile.as_ref();
        // What the edges of a piece print depends on its program.
        let proved = structure_and_prove(name, cfg, self.how, profile, None, &|_| true)?;
        match self.context.zip(subject.bodies.instructions()) {
            Some((context, instructions)) => {
                let origin = |block| function.origin(block);
                let code = Readable::new(context, instructions, &proved.program, origin);
                self.print(name, cfg, &function.bodies(&code), &proved)
            }
            None => self.print(name, cfg, &function.bodies(&subject.bodies), &proved),
        }
    }

    fn print(
        &mut self,
        name: &str,
        cfg: &Cfg,
        bodies: &impl Bodies,
        proved: &Proved,
    ) -> Result<(), Failure> {
        if self.emit == Emit::Json {
            let function = json::structured(name, cfg, bodies, proved);
            self.functions.push(function);
            return Ok(());
        }
        if self.names {
            let blank = if self.text.is_empty() { "" } else { "\n" };
            self.text += &format!("{blank}{}\n", comment(self.emit, name));
        }
        write(&mut self.text, cfg, bodies, &proved.program, self.emit)
            .map_err(|error| refused(name, &error))
    }
}

/// The failure to write a function in a language that has limits.
fn refused(name: &str, error: &WgslError) -> Failure {
    Failure::new(Fault::Input, format!("{name}: {error}"))
}

/// A line that names a function, in the language that is printed.
fn comment(emit: Emit, name: &str) -> String {
    let name = name.replace(['\n', '\r'], " ");
    match emit {
        Emit::Pseudo | Emit::Json => format!("; {name}"),
        Emit::Wat => format!(";; {name}"),
        Emit::Python => format!("# {name}"),
        Emit::Js | Emit::C | Emit::Rust | Emit::Wgsl | Emit::Dot => format!("// {name}"),
    }
}

fn write(
    text: &mut String,
    cfg: &Cfg,
    bodies: &impl Bodies,
    program: &Program,
    emit: Emit,
) -> Result<(), WgslError> {
    let written: fmt::Result = match emit {
        Emit::Wgsl => return emit::wgsl(text, cfg, program, Texts::Calls, bodies),
        Emit::Pseudo => emit::pseudocode(text, cfg, program, bodies),
        Emit::Js => emit::write(text, cfg, program, JavaScript, Texts::Calls, bodies),
        Emit::C => emit::write(text, cfg, program, C, Texts::Calls, bodies),
        Emit::Rust => emit::write(text, cfg, program, Rust, Texts::Calls, bodies),
        Emit::Python => emit::write(text, cfg, program, Python, Texts::Calls, bodies),
        Emit::Wat => emit::wat(text, cfg, program, bodies),
        Emit::Dot => text::dot_program(text, program, bodies),
        Emit::Json => Ok(()),
    };
    written.map_err(WgslError::from)
}
