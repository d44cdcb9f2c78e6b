//! `unsnarl dump`: the result of a stage.

use super::compile::restructure::{check_making, not_made};
use super::compile::{module, named, wat};
use super::refused::failures;
use crate::args::{Dump, Graph, Stage};
use crate::diagnostic::{Failure, Fault};
use crate::input::{Parsed, Shown, Source, Subject, display_name, is_wasm, read_bytes};
use crate::output;
use std::borrow::Cow;
use std::fmt::Write;
use unsnarl::reduce::Reducible;
use unsnarl::text::{Bodies, Named, write_cfg, write_cfg_function};
use unsnarl::tidy::tidy;
use unsnarl::{BlockId, Cfg, Edge};
use unsnarl_wasm::MachineStage;

/// Prints the input as it is after a stage.
pub(crate) fn dump(arguments: &Dump) -> Result<(), Failure> {
    refuse_without_effect(arguments)?;
    let bytes = read_bytes(&arguments.input.path)?;
    if arguments.after == Stage::Wasm && is_wasm(&bytes, arguments.input.from) {
        return output::print(again(&bytes, arguments)?.as_bytes());
    }
    let source = Source::of(bytes, &arguments.input)?;
    if arguments.after == Stage::Wasm {
        let text = wat(&module(&source, &arguments.making, &[])?.output.bytes)?;
        return output::print(text.as_bytes());
    }
    if let Some(stage) = machine_stage(arguments.after) {
        return machine(&source, stage, arguments.function.as_deref());
    }
    let graph = match arguments.after {
        Stage::Parsed => Graph::Source,
        Stage::Rewritten => Graph::Rewritten,
        _ => arguments.before.graph(),
    };
    let parsed = source.parse(graph)?;
    let only = arguments.function.as_deref();
    if let (Parsed::Module { reading, .. }, Stage::Parsed | Stage::Rewritten) =
        (&parsed, arguments.after)
    {
        output::print(reading.module.to_string().as_bytes())?;
        source.print_omissions(reading);
        return parsed.complete(&source, only);
    }
    let mut text = String::new();
    for subject in parsed.subjects(&source, only)? {
        let settings = arguments.making.how.settings(&subject.cfg);
        let written = match arguments.after {
            Stage::Parsed | Stage::Rewritten | Stage::Cfg => write_graph(&mut text, &subject),
            Stage::Reduced => {
                let graph = settings.reduce(&subject.cfg).map_err(|error| {
                    Failure::new(Fault::Input, format!("{}: {error}", subject.name))
                })?;
                reduced(&mut text, &subject, &graph)
            }
            _ => {
                let (cfg, how) = (&subject.cfg, &arguments.making.how);
                let mut program = super::make_program(subject.name, cfg, how)?;
                if arguments.after == Stage::Tidied {
                    program = tidy(cfg, &program);
                }
                write!(text, "; {}\n{program}", subject.name)
            }
        };
        written.expect("a string can be written to");
    }
    output::print(text.as_bytes())?;
    parsed.complete(&source, only)
}

/// A module with its control flow made anew, as text.
fn again(bytes: &[u8], arguments: &Dump) -> Result<String, Failure> {
    check_making(&arguments.making)?;
    let structure = |cfg: &Cfg| arguments.making.how.make(cfg);
    let made = unsnarl_wasm::restructure(bytes, &arguments.making.options(&structure));
    let name = display_name(&arguments.input.path);
    wat(&made.map_err(|error| not_made(&name, &error))?.output.bytes)
}

/// Refuses options that change nothing about a stage.
fn refuse_without_effect(arguments: &Dump) -> Result<(), Failure> {
    let refused = |option: &str, why: &str| {
        let message = format!("{option} has no effect on this stage: {why}");
        Err(Failure::new(Fault::Usage, message))
    };
    let is_code = arguments.after == Stage::Wasm || machine_stage(arguments.after).is_some();
    let is_compiled = is_code || arguments.after == Stage::Rewritten;
    if is_compiled && arguments.before.graph() == Graph::Source {
        return refused("--source", "it comes after the rewrites");
    }
    if arguments.after != Stage::Wasm && arguments.making.size.function_limit.is_some() {
        return refused("--function-limit", "functions are divided later");
    }
    if arguments.after != Stage::Wasm && arguments.making.stack_check {
        return refused("--stack-check", "`--after wasm` shows the checks");
    }
    if arguments.after == Stage::Wasm && arguments.function.is_some() {
        return refused("--function", "it prints a whole module");
    }
    Ok(())
}

/// The stage of the machine that a stage is, if it is one.
fn machine_stage(stage: Stage) -> Option<MachineStage> {
    match stage {
        Stage::Low => Some(MachineStage::Selected),
        Stage::Opt => Some(MachineStage::Optimised),
        Stage::Trees => Some(MachineStage::Trees),
        _ => None,
    }
}

/// Prints the functions of LLVM IR, or one of them, as code of the machine.
fn machine(source: &Source, stage: MachineStage, only: Option<&str>) -> Result<(), Failure> {
    let module = source.parse_module()?;
    let names: Vec<String> = only.into_iter().map(str::to_owned).collect();
    let only = named(source, &module, &names)?.first().copied();
    let text = unsnarl_wasm::machine(&module, stage, only);
    let text = text.map_err(|errors| failures(source, &module, &errors))?;
    output::print(text.as_bytes())
}

fn write_graph(text: &mut String, subject: &Subject<'_>) -> std::fmt::Result {
    write_function(text, subject, &subject.cfg, &subject.bodies)
}

/// A graph as `.cfg`, in which every function has its name, so that the output can be read back.
fn write_function(
    text: &mut String,
    subject: &Subject<'_>,
    cfg: &Cfg,
    bodies: &impl Bodies,
) -> std::fmt::Result {
    match subject.bodies {
        Shown::Names(Named { name: None, .. }) => {
            writeln!(text, "; {}", subject.name)?;
            write_cfg(text, cfg, bodies)
        }
        _ => write_cfg_function(text, subject.name, cfg, bodies),
    }
}

/// The graph with its dispatchers and copies, followed by the edges that store the label.
fn reduced(text: &mut String, subject: &Subject<'_>, graph: &Reducible) -> std::fmt::Result {
    let names = Names { subject, graph };
    write_function(text, subject, graph.cfg(), &names)?;
    for edge in graph
        .cfg()
        .blocks()
        .flat_map(|block| graph.cfg().edges(block))
    {
        if let Some(value) = graph.stored(edge) {
            let from = graph
                .origin(edge.block)
                .expect("blocks and copies store the label");
            let to = subject.cfg.target(Edge {
                block: from,
                ..edge
            });
            writeln!(
                text,
                "; {} -> {} stores {value}",
                names.name(edge.block),
                names.name(to)
            )?;
        }
    }
    Ok(())
}

/// Names dispatchers and copies apart from the blocks of the input.
struct Names<'a> {
    subject: &'a Subject<'a>,
    graph: &'a Reducible,
}

impl Bodies for Names<'_> {
    fn name(&self, block: BlockId) -> Cow<'_, str> {
        match self.graph.origin(block) {
            None => Cow::Owned(format!("dispatcher.{block}")),
            Some(origin) if origin == block => self.subject.bodies.name(block),
            Some(origin) => Cow::Owned(format!("{}.{block}", self.subject.bodies.name(origin))),
        }
    }
}
