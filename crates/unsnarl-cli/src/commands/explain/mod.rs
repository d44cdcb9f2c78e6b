//! `unsnarl explain`: the reason for each dispatcher and each scope of a structured program.
//!
//! *Needs:* the graphs of the input.
//! *Gives:* for each loop with several entries, the entries and the edges into them, with the
//! reason why each edge goes through the dispatcher or not; for each scope of the default
//! algorithm, the jumps that need it.
//! *Cost:* that of structuring, and for each edge into an entry a walk of the loop.

mod loops;
mod scopes;

use crate::args::Explain;
use crate::diagnostic::Failure;
use crate::input::{Lines, Source, Subject};
use crate::output::{self, count};
use std::fmt::{self, Write};
use unsnarl::reduce::{Reducible, dispatch};
use unsnarl::structure::nested;
use unsnarl::text::Bodies;
use unsnarl::{BlockId, Edge, measure};

/// Explains every graph of the input.
pub(crate) fn explain(arguments: &Explain) -> Result<(), Failure> {
    let source = Source::read(&arguments.input)?;
    let parsed = source.parse(arguments.before.graph())?;
    let lines = Lines::find(&source.text);
    let mut text = String::new();
    let subjects = parsed.subjects(&source, arguments.function.as_deref())?;
    for (at, subject) in subjects.iter().enumerate() {
        if at > 0 {
            text.push('\n');
        }
        let graph = dispatch(&subject.cfg);
        let view = View {
            subject,
            graph: &graph,
            lines: &lines,
        };
        view.write(&mut text).expect("a string can be written to");
    }
    output::print(text.as_bytes())?;
    parsed.complete(&source, arguments.function.as_deref())
}

/// What is explained, and how its parts are named.
struct View<'a> {
    subject: &'a Subject<'a>,
    graph: &'a Reducible,
    lines: &'a Lines,
}

impl View<'_> {
    fn write(&self, out: &mut String) -> fmt::Result {
        let cfg = &self.subject.cfg;
        let program = nested(self.graph);
        let is_reducible = self.graph.cfg().block_count() == cfg.block_count();
        writeln!(
            out,
            "{}: {}, {}, {}; {}",
            self.subject.name,
            count(cfg.block_count(), "block", "blocks"),
            count(cfg.edge_count(), "edge", "edges"),
            if is_reducible {
                "reducible"
            } else {
                "irreducible"
            },
            measure(&program),
        )?;
        loops::write(out, self)?;
        scopes::write(out, self, &program)
    }

    /// The name of a block, with the line of the source that its exit comes from.
    fn name(&self, block: BlockId) -> String {
        let name = self.subject.bodies.name(block);
        match self.place(block) {
            Some(place) => format!("{name} ({place})"),
            None => name.into_owned(),
        }
    }

    /// The file and line that debug information names; if that could not be read, the line alone as
    /// the text has it.
    fn place(&self, block: BlockId) -> Option<String> {
        let bodies = &self.subject.bodies;
        let instructions = bodies.instructions();
        if let Some(line) = instructions.and_then(|code| code.source_line(block)) {
            return Some(match line.file {
                "" => format!("line {}", line.line),
                file => format!("{file}:{}", line.line),
            });
        }
        let line = self.lines.of(bodies.trailer(block)?)?;
        Some(format!("line {line}"))
    }

    /// An edge of the input by the names of its ends, with its slot where that is needed to tell
    /// it.
    fn edge(&self, edge: Edge) -> String {
        let to = self.subject.bodies.name(self.subject.cfg.target(edge));
        format!("{} -> {to}", self.name(edge.block))
    }
}
