//! Reading the input: a file or standard input, in any of the formats.
//!
//! *Needs:* the path and, if the user gave it, the format.
//! *Gives:* [`Source`], the text; [`Parsed`], what it means; [`Subject`]s, each graph in it.
//! *Limits:* the text is held whole.

mod bodies;
mod bytes;
mod lines;
mod readable;

pub(crate) use bodies::Instructions;
pub(crate) use bytes::{display_name, is_wasm, read_bytes};
use bytes::{guess, is_bitcode, refuse_binary};
pub(crate) use lines::Lines;
pub(crate) use readable::Readable;

use crate::archive;
use crate::args::{Format, Graph, Input};
use crate::diagnostic::{Failure, Fault};

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Display;

use std::ops::Range;
use std::path::Path;
use unsnarl::text::{Bodies, EntryRule, Named, Notation};
use unsnarl::{BlockId, Cfg, Edge, IdMap};
use unsnarl_ir::rewrite::quotient::{Folded, quotient};
use unsnarl_ir::rewrite::{self, Rewrites};
use unsnarl_ir::{FuncId, Function, Module};
use unsnarl_llvm::{BitcodeReading, Entity, Omission, Reading, Unread};
use unsnarl_wasm::target;

/// The input as text.
pub(crate) struct Source {
    /// What messages call it.
    pub(crate) name: String,
    /// The text; for bitcode that of its module.
    pub(crate) text: String,
    format: Format,
    /// The module, if the input is bitcode.
    bitcode: Option<Box<BitcodeReading>>,
    /// The graphs, if the input is WebAssembly.
    wasm: Vec<(String, Cfg)>,
}

/// The input as it was understood.
pub(crate) enum Parsed {
    /// LLVM IR, as far as it can be read, and what was rewritten in it.
    Module {
        reading: Box<Reading>,
        rewrites: Rewrites,
    },
    /// Graphs, at least one.
    Graphs(Vec<Named>),
}

/// One graph of the input and how its blocks are shown.
pub(crate) struct Subject<'a> {
    /// The name of the function, or of the input if that is one graph.
    pub(crate) name: &'a str,
    pub(crate) cfg: Cfg,
    pub(crate) bodies: Shown<'a>,
    /// What was folded together in the proof that this graph is that of the source.
    pub(crate) folded: Folded,
}

/// What shows the blocks of a subject.
pub(crate) enum Shown<'a> {
    Names(&'a Named),
    Instructions(Instructions<'a>),
}

impl Source {
    /// Reads the input that the user named.
    pub(crate) fn read(input: &Input) -> Result<Source, Failure> {
        Source::of(read_bytes(&input.path)?, input)
    }

    /// Reads the input that the user named: a source for each module of bitcode, of which a file
    /// may have several, and an archive those of its members. With `only` those that define a
    /// function of that name, unless there is one source.
    pub(crate) fn read_all(input: &Input, only: Option<&str>) -> Result<Vec<Source>, Failure> {
        let bytes = read_bytes(&input.path)?;
        let name = display_name(&input.path);
        let mut sources = match input.from {
            None if archive::is_archive(&bytes) => of_archive(&name, &input.path, &bytes)?,
            _ if is_bitcode(&bytes, input.from) => of_modules(&name, &bytes)?,
            _ => return Ok(vec![Source::of(bytes, input)?]),
        };
        let Some(only) = only.filter(|_| sources.len() > 1) else {
            return Ok(sources);
        };
        sources.retain(|source| source.defines(only));
        if sources.is_empty() {
            let message = format!("no module of {name} defines a function called {only}");
            return Err(Failure::new(Fault::Usage, message));
        }
        Ok(sources)
    }

    /// Tells whether a module defines a function of this name.
    fn defines(&self, name: &str) -> bool {
        self.bitcode.as_ref().is_some_and(|reading| {
            let module = &reading.module;
            let mut functions = module.functions.values();
            functions.any(|function| function.is_definition() && module.name(function.name) == name)
        })
    }

    /// Treats bytes as the contents of the input that the user named.
    pub(crate) fn of(bytes: Vec<u8>, input: &Input) -> Result<Source, Failure> {
        let name = display_name(&input.path);
        if is_bitcode(&bytes, input.from) {
            return Source::of_bitcode(name, &bytes);
        }
        if is_wasm(&bytes, input.from) {
            return Source::of_wasm(name, &bytes);
        }
        refuse_binary(&name, &bytes)?;
        let text = String::from_utf8(bytes).map_err(|error| {
            let at = error.utf8_error().valid_up_to();
            let text = String::from_utf8_lossy(error.as_bytes());
            Failure::new(Fault::Input, "the text is not UTF-8").at(&name, &text, at..at + 1)
        })?;
        let format = match input.from {
            Some(format) => format,
            None => guess(&name, &text)?,
        };
        Ok(Source {
            name,
            text,
            format,
            bitcode: None,
            wasm: Vec::new(),
        })
    }

    /// Reads a module of WebAssembly.
    fn of_wasm(name: String, bytes: &[u8]) -> Result<Source, Failure> {
        let module = unsnarl_wasm::read(bytes);
        let module =
            module.map_err(|error| Failure::new(Fault::Input, format!("{name}: {error}")))?;
        Ok(Source {
            name,
            text: String::new(),
            format: Format::Wasm,
            bitcode: None,
            wasm: unsnarl_wasm::graphs(&module),
        })
    }

    /// Reads bitcode. What shows lines of the source shows those of the module's text.
    fn of_bitcode(name: String, bytes: &[u8]) -> Result<Source, Failure> {
        let reading = unsnarl_llvm::read_bitcode(bytes);
        let reading =
            reading.map_err(|error| Failure::new(Fault::Input, format!("{name}: {error}")))?;
        Ok(Source::of_reading(name, reading))
    }

    fn of_reading(name: String, reading: BitcodeReading) -> Source {
        Source {
            name,
            text: reading.module.to_string(),
            format: Format::Bitcode,
            bitcode: Some(Box::new(reading)),
            wasm: Vec::new(),
        }
    }

    /// Reads the text. LLVM IR comes with the graphs that are wanted.
    pub(crate) fn parse(&self, graph: Graph) -> Result<Parsed, Failure> {
        let notation = match self.format {
            Format::Ll | Format::Bitcode => {
                let mut reading = Box::new(unsnarl_llvm::read_partly(&self.text));
                let rewrites = match graph {
                    Graph::Source => Rewrites::default(),
                    Graph::Rewritten => {
                        let target = target(&reading.module);
                        rewrite::module(&mut reading.module, &target)
                    }
                };
                return Ok(Parsed::Module { reading, rewrites });
            }
            Format::Wasm => {
                let graphs = self.wasm.iter().cloned();
                return Ok(Parsed::Graphs(graphs.map(named).collect()));
            }
            Format::Cfg => Notation::Cfg,
            Format::Dot => Notation::Dot,
            Format::Mermaid => Notation::Mermaid,
        };
        let graphs = unsnarl::text::read_all(&self.text, notation);
        let graphs = graphs.map_err(|_| {
            let errors = unsnarl::text::errors(&self.text, notation).into_iter();
            Failure::several(errors.map(|error| self.failure(&error.cause, error.span)))
        })?;
        self.print_notes(&graphs);
        Ok(Parsed::Graphs(graphs))
    }

    /// Prints the reader's notes to standard error: what was guessed or ignored in a graph.
    fn print_notes(&self, graphs: &[Named]) {
        for graph in graphs {
            let function = graph
                .name
                .as_ref()
                .map(|name| format!(" in function {name}"));
            for note in graph.notes() {
                let function = function.as_deref().unwrap_or_default();
                eprintln!("note: {}: {note}{function}", self.name);
            }
        }
    }

    /// Prints to standard error what of debug information was left out.
    pub(crate) fn print_omissions(&self, reading: &Reading) {
        for Omission { error, count } in &reading.omissions {
            let times = match count {
                1 => String::new(),
                count => format!(" ({count} times)"),
            };
            eprintln!("note: {}:{}: {}{times}", self.name, error.line, error.cause);
        }
        let of_bitcode = self.bitcode.iter().flat_map(|reading| &reading.omissions);
        for (omitted, count) in of_bitcode {
            let times = match count {
                1 => String::new(),
                count => format!(" ({count} times)"),
            };
            eprintln!("note: {}: {omitted}{times}", self.name);
        }
    }

    /// Reads the text, which must be LLVM IR, and all of it.
    pub(crate) fn parse_module(&self) -> Result<Box<Module>, Failure> {
        if let Some(reading) = &self.bitcode {
            return Ok(Box::new(reading.module.clone()));
        }
        match self.parse(Graph::Source)? {
            Parsed::Module { reading, .. } if reading.unread.is_empty() => {
                Ok(Box::new(reading.module))
            }
            Parsed::Module { reading, .. } => Err(self.unread(&reading.unread)),
            Parsed::Graphs(_) if self.format == Format::Wasm => {
                let message = format!("{} is WebAssembly, not LLVM IR", self.name);
                let help = "`unsnarl compile` restructures a module, and `unsnarl structure` \
                            shows its functions";
                Err(Failure::new(Fault::Input, message).help(help))
            }
            Parsed::Graphs(_) => {
                let message = format!("{} is a graph without code", self.name);
                let help = "give LLVM IR, or show the graph with `unsnarl structure`";
                Err(Failure::new(Fault::Input, message).help(help))
            }
        }
    }

    /// Gives a line, counted from 1, trimmed.
    pub(crate) fn line(&self, number: u32) -> Option<Range<usize>> {
        let line = self
            .text
            .split('\n')
            .nth((number as usize).checked_sub(1)?)?;
        let start = line.as_ptr() as usize - self.text.as_ptr() as usize;
        let margin = line.len() - line.trim_start().len();
        Some(start + margin..start + line.trim_end().len().max(margin))
    }

    /// Gives the first line with this beginning.
    pub(crate) fn line_that_begins(&self, start: &str) -> Option<Range<usize>> {
        let number = self.text.lines().position(|line| line.starts_with(start))?;
        self.line(number as u32 + 1)
    }

    /// What could not be read, with the places; the first of many.
    fn unread<'a>(&self, unread: impl IntoIterator<Item = &'a Unread>) -> Failure {
        const SHOWN: usize = 20;
        let mut rest = unread.into_iter();
        let mut failures: Vec<Failure> = rest
            .by_ref()
            .take(SHOWN)
            .map(|unread| {
                let error = &unread.error;
                let message = match &unread.what {
                    Entity::Function(name) => format!("in @{name}: {}", error.cause),
                    Entity::Global(_) | Entity::Other => error.cause.to_string(),
                };
                let failure = self.failure(message, error.span.clone());
                match &error.remedy {
                    Some(remedy) => failure.help(remedy.to_string()),
                    None => failure,
                }
            })
            .collect();
        let more = rest.count();
        if more > 0 {
            let message = format!("and {more} more errors");
            failures.push(Failure::new(Fault::Input, message));
        }
        Failure::several(failures)
    }

    /// A failure with its place in this source.
    pub(crate) fn failure(&self, message: impl Display, span: Range<usize>) -> Failure {
        Failure::new(Fault::Input, message).at(&self.name, &self.text, span)
    }
}

impl Parsed {
    /// Gives every graph, or only that of the function called `only`, in the order of the source.
    pub(crate) fn subjects<'a>(
        &'a self,
        source: &'a Source,
        only: Option<&str>,
    ) -> Result<Vec<Subject<'a>>, Failure> {
        let all: Vec<Subject<'a>> = match self {
            Parsed::Graphs(graphs) => graphs
                .iter()
                .map(|named| Subject {
                    name: named.name.as_deref().unwrap_or(&source.name),
                    cfg: named.cfg.clone(),
                    bodies: Shown::Names(named),
                    folded: Folded::default(),
                })
                .collect(),
            Parsed::Module { reading, rewrites } => {
                let module = &reading.module;
                let functions = module
                    .functions
                    .iter()
                    .filter(|(_, function)| function.is_definition());
                functions
                    .map(|(id, _)| subject(source, module, rewrites, id))
                    .collect::<Result<_, _>>()?
            }
        };
        let Some(only) = only else {
            // If no function could be read, only the errors remain to be shown.
            if all.is_empty() {
                self.complete(source, None)?;
            }
            return Ok(all);
        };
        let known: Vec<&str> = all.iter().map(|subject| subject.name).collect();
        let help = format!("it defines {}", enumerate(&known));
        let wanted: Vec<_> = all
            .into_iter()
            .filter(|subject| subject.name == only)
            .collect();
        if wanted.is_empty() {
            if let Some(failure) = self.unread_function(source, only) {
                return Err(failure);
            }
            let message = format!("{} defines no function called {only}", source.name);
            return Err(Failure::new(Fault::Usage, message).help(help));
        }
        Ok(wanted)
    }
}

impl Parsed {
    /// Gives the module, if the input is LLVM IR.
    pub(crate) fn module(&self) -> Option<&Module> {
        match self {
            Parsed::Module { reading, .. } => Some(&reading.module),
            Parsed::Graphs(_) => None,
        }
    }

    /// Fails if part of the input could not be read; called after the rest was shown. With `only`,
    /// other functions do not matter.
    pub(crate) fn complete(&self, source: &Source, only: Option<&str>) -> Result<(), Failure> {
        match (self, only) {
            (Parsed::Module { reading, .. }, None) if !reading.unread.is_empty() => {
                Err(source.unread(&reading.unread))
            }
            _ => Ok(()),
        }
    }

    /// Why a function could not be read, if there is such a function.
    fn unread_function(&self, source: &Source, name: &str) -> Option<Failure> {
        let Parsed::Module { reading, .. } = self else {
            return None;
        };
        let is_meant =
            |unread: &&Unread| matches!(&unread.what, Entity::Function(of) if of == name);
        let unread = reading.unread.iter().find(is_meant)?;
        Some(source.unread([unread]))
    }
}

/// A function of WebAssembly, whose blocks have their numbers as names.
fn named((name, cfg): (String, Cfg)) -> Named {
    let names = cfg.blocks().map(|block| block.to_string());
    Named {
        name: Some(name),
        names: IdMap::from_values(names.collect()),
        arms: BTreeMap::new(),
        texts: BTreeMap::new(),
        entry_rule: EntryRule::Stated,
        remarks: Vec::new(),
        cfg,
    }
}

/// A source for each module of bitcode.
fn of_modules(name: &str, bytes: &[u8]) -> Result<Vec<Source>, Failure> {
    let readings = unsnarl_llvm::read_bitcode_modules(bytes)
        .map_err(|error| Failure::new(Fault::Input, format!("{name}: {error}")))?;
    let count = readings.len();
    let named = |(index, reading)| match count {
        1 => Source::of_reading(name.to_owned(), reading),
        _ => Source::of_reading(format!("{name}, module {}", index + 1), reading),
    };
    Ok(readings.into_iter().enumerate().map(named).collect())
}

/// The sources of an archive's members that are bitcode.
fn of_archive(name: &str, path: &Path, bytes: &[u8]) -> Result<Vec<Source>, Failure> {
    let members = archive::members(path, bytes)
        .map_err(|error| Failure::new(Fault::Input, format!("{name}: {error}")))?;
    let mut sources = Vec::new();
    let mut others = Vec::new();
    for member in &members {
        match unsnarl_llvm::is_bitcode(&member.bytes) {
            true => {
                let name = format!("{name}({})", member.name);
                sources.extend(of_modules(&name, &member.bytes)?);
            }
            false => others.push(&member.name),
        }
    }
    if sources.is_empty() {
        let message = format!("{name} is an archive without LLVM bitcode");
        let help = "make its objects with `clang -flto -c`";
        return Err(Failure::new(Fault::Input, message).help(help));
    }
    if !others.is_empty() {
        eprintln!(
            "note: {name}: skipped members that are not bitcode: {}",
            enumerate(&others)
        );
    }
    Ok(sources)
}

/// A function, whose graph is proved to be that of the source.
fn subject<'a>(
    source: &'a Source,
    module: &'a Module,
    rewrites: &Rewrites,
    id: FuncId,
) -> Result<Subject<'a>, Failure> {
    let function: &Function = &module.functions[id];
    let bodies = Shown::Instructions(Instructions::new(&source.text, module, function));
    let copies = unsnarl_ir::EdgeCopies::new(function);
    let cfg = unsnarl_ir::graph(function, &copies).expect("a definition has an entry");
    let name = module.names.text(function.name);
    let violated = |violation: &dyn Display| {
        let message = format!(
            "{name}: the rewritten graph differs from the graph of the source: \
                               {violation}"
        );
        let help = "this is a bug in unsnarl: please report it with the input";
        Failure::new(Fault::Ours, message).help(help)
    };
    let mut folded = match rewrites.provenance(id) {
        None => Folded::default(),
        Some(provenance) => {
            let is_empty = |block: BlockId| function.blocks[block].insts.is_empty();
            let folded = quotient(rewrites.source(module, id), &cfg, is_empty, provenance);
            folded.map_err(|violation| violated(&violation))?
        }
    };
    let jumps = rewrites.resolved(module, id);
    folded.jumps = jumps.map_err(|violation| violated(&violation))?;
    Ok(Subject {
        name,
        cfg,
        bodies,
        folded,
    })
}

/// Names a few things in a sentence.
pub(crate) fn enumerate<T: AsRef<str>>(names: &[T]) -> String {
    const SHOWN: usize = 12;
    let shown = names.iter().take(SHOWN).map(AsRef::as_ref);
    let mut text = shown.collect::<Vec<&str>>().join(", ");
    if names.len() > SHOWN {
        text += &format!(" and {} more", names.len() - SHOWN);
    }
    if text.is_empty() {
        "no function with a body".into()
    } else {
        text
    }
}

impl Shown<'_> {
    /// Gives the instructions, if the input is LLVM IR.
    pub(crate) fn instructions(&self) -> Option<&Instructions<'_>> {
        match self {
            Shown::Names(_) => None,
            Shown::Instructions(instructions) => Some(instructions),
        }
    }

    /// Gives the text after the exit of a block on its line, if the input has lines of code.
    pub(crate) fn trailer(&self, block: BlockId) -> Option<&str> {
        match self {
            Shown::Names(_) => None,
            Shown::Instructions(instructions) => instructions.trailer(block),
        }
    }
}

impl Bodies for Shown<'_> {
    fn name(&self, block: BlockId) -> Cow<'_, str> {
        match self {
            Shown::Names(named) => named.name(block),
            Shown::Instructions(instructions) => instructions.name(block),
        }
    }

    fn code(&self, block: BlockId) -> Option<Cow<'_, str>> {
        match self {
            Shown::Names(named) => named.code(block),
            Shown::Instructions(instructions) => instructions.code(block),
        }
    }

    fn decision(&self, block: BlockId) -> Option<Cow<'_, str>> {
        match self {
            Shown::Names(named) => named.decision(block),
            Shown::Instructions(instructions) => instructions.decision(block),
        }
    }

    fn case(&self, edge: Edge) -> Option<Cow<'_, str>> {
        match self {
            Shown::Names(named) => named.case(edge),
            Shown::Instructions(instructions) => instructions.case(edge),
        }
    }

    fn edge(&self, edge: Edge) -> Option<Cow<'_, str>> {
        match self {
            Shown::Names(named) => named.edge(edge),
            Shown::Instructions(instructions) => instructions.edge(edge),
        }
    }

    fn leave(&self, block: BlockId) -> Option<Cow<'_, str>> {
        match self {
            Shown::Names(named) => named.leave(block),
            Shown::Instructions(instructions) => instructions.leave(block),
        }
    }
}
