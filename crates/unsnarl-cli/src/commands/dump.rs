//! `unsnarl dump`: what there is after a stage.

use super::compile::{module, wat};
use crate::args::{Dump, Stage};
use crate::diagnostic::Failure;
use crate::input::{Parsed, Source, Subject};
use crate::output;
use std::borrow::Cow;
use std::fmt::Write;
use unsnarl::BlockId;
use unsnarl::reduce::{Reducible, dispatch};
use unsnarl::text::{Bodies, write_cfg};

/// Prints the input as it is after a stage.
pub(crate) fn dump(arguments: &Dump) -> Result<(), Failure> {
    let source = Source::read(&arguments.input)?;
    if arguments.after == Stage::Wasm {
        let text = wat(&module(&source, &arguments.how)?.1.bytes)?;
        return output::print(text.as_bytes());
    }
    let parsed = source.parse()?;
    if let (Parsed::Module(module), Stage::Parsed) = (&parsed, arguments.after) {
        return output::print(module.to_string().as_bytes());
    }
    let mut text = String::new();
    for subject in parsed.subjects(&source, arguments.function.as_deref())? {
        let written = match arguments.after {
            Stage::Parsed | Stage::Cfg => graph(&mut text, &subject),
            Stage::Reduced => reduced(&mut text, &subject),
            Stage::Structured | Stage::Wasm => {
                let program = super::make_program(&subject, &arguments.how)?;
                write!(text, "; {}\n{program}", subject.name)
            }
        };
        written.expect("a string can be written to");
    }
    output::print(text.as_bytes())
}

fn graph(text: &mut String, subject: &Subject<'_>) -> std::fmt::Result {
    writeln!(text, "; {}", subject.name)?;
    write_cfg(text, &subject.cfg, &subject.bodies)
}

/// The graph with its dispatchers, and behind it which edges store the label.
fn reduced(text: &mut String, subject: &Subject<'_>) -> std::fmt::Result {
    let graph = dispatch(&subject.cfg);
    let names = Names {
        subject,
        graph: &graph,
    };
    writeln!(text, "; {}", subject.name)?;
    write_cfg(text, graph.cfg(), &names)?;
    for edge in graph
        .cfg()
        .blocks()
        .flat_map(|block| graph.cfg().edges(block))
    {
        if let Some(value) = graph.stored(edge) {
            let to = subject.cfg.target(edge);
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

/// Names dispatchers apart from the blocks of the input.
struct Names<'a> {
    subject: &'a Subject<'a>,
    graph: &'a Reducible,
}

impl Bodies for Names<'_> {
    fn name(&self, block: BlockId) -> Cow<'_, str> {
        if self.graph.is_dispatcher(block) {
            Cow::Owned(format!("dispatcher.{block}"))
        } else {
            self.subject.bodies.name(block)
        }
    }
}
